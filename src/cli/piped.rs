//! Standard input that is no terminal: the lines of a program. In: bytes. Out: lines, in their order; and in a run, the stops among them.
//!
//! There is one queue for whoever reads, so that no buffer keeps a stop from the run.
//!
//! 1. A program may write ahead. In a run, a line that asks for a stop or a pause and nothing else is heard, whenever it was written. Every
//!    other line waits until somebody asks for a line.
//! 2. A pause ends the run behind its step: whoever writes to a pipe is shown no pause that could be ended.
//! 3. The end of what is written is no stop, for a program that wrote everything ahead has closed it long before. A named pipe may get another
//!    writer: in a run it is looked for.
//! 4. In a run, a line that cannot be read may have been a stop, and is taken for one.

use std::{
    collections::VecDeque,
    io::{self, PipeReader, PipeWriter, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    thread::{self, JoinHandle},
};

use parking_lot::Mutex;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::FileType,
    io::Errno,
};

use super::keyboard::STOP_KEYS;
use crate::{
    limits::PIPED_BYTES_MAX,
    review::reply::{self, AtRest, RunWord},
};

const UNREADABLE: &str = "standard input cannot be read any more";

/// How often another writer is looked for.
const LOOK_EVERY: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// What was read of standard input, and nobody has taken yet.
static QUEUE: Mutex<Queue> = Mutex::new(Queue::new());

/// The next line, with its end; none where there are no more.
///
/// # Errors
///
/// Standard input cannot be read; or, as invalid data, the line is not UTF-8 or too long.
pub(super) fn line() -> io::Result<Option<String>> {
    let mut queue = QUEUE.lock();
    loop {
        if let Some(line) = queue.take_line() {
            return String::from_utf8(line)
                .map(Some)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error));
        }
        if queue.is_full() {
            queue.lose_line();
            let why = format!("a line of more than {PIPED_BYTES_MAX} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        if queue.is_ended {
            return Ok(None);
        }
        queue.read(&io::stdin())?;
    }
}

/// What is heard in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piped {
    /// [`RunWord::Stop`] or [`RunWord::StopNow`].
    Stop(RunWord),
    /// Nobody would hear another one, and why.
    Deaf(&'static str),
}

/// Hears the stops in a run, on a thread of its own.
pub(super) struct Stops {
    wake: PipeWriter,
    thread: JoinHandle<()>,
}

impl Stops {
    /// None where nobody could hear them.
    pub(super) fn listen(mut heed: impl FnMut(Piped) + Send + 'static) -> Option<Self> {
        let (over, mut wake) = io::pipe().ok()?;
        // A pipe that takes nothing would not wake anybody either.
        wake.flush().ok()?;
        let work = move || {
            if catch_unwind(AssertUnwindSafe(|| while hear(&over, &mut heed) {})).is_err() {
                heed(Piped::Deaf("a fault of this program ended what hears standard input"));
            }
        };
        let thread = thread::Builder::new().name("piped".to_owned()).spawn(work).ok()?;
        Some(Self { wake, thread })
    }

    /// Lets go. What is no stop waits for whoever asks for a line.
    pub(super) fn off(self) {
        drop(self.wake);
        // It returns nothing, and its panic was heeded when it happened.
        let _ = self.thread.join();
    }
}

/// Hears what is there, and waits for more; whether there may be more.
fn hear(over: &PipeReader, heed: &mut impl FnMut(Piped)) -> bool {
    let stdin = io::stdin();
    {
        let mut queue = QUEUE.lock();
        queue.take_stops().into_iter().map(Piped::Stop).for_each(&mut *heed);
        if queue.is_full() {
            heed(Piped::Deaf("too much was written ahead to standard input: a stop behind it could not be read"));
            return false;
        }
        if queue.is_ended {
            drop(queue);
            return goes_on(over);
        }
    }
    let mut wanted = [PollFd::new(&stdin, PollFlags::IN), PollFd::new(over, PollFlags::empty())];
    match poll(&mut wanted, None) {
        Err(Errno::INTR) => return true,
        Err(_) => {
            heed(Piped::Deaf(UNREADABLE));
            return false;
        }
        Ok(_) => {}
    }
    if !wanted[1].revents().is_empty() {
        return false;
    }
    let read = QUEUE.lock().read(&stdin);
    if read.is_err() {
        heed(Piped::Deaf(UNREADABLE));
    }
    read.is_ok()
}

/// Waits for another writer, where standard input is a pipe; whether there is one, or may still be.
fn goes_on(over: &PipeReader) -> bool {
    let stdin = io::stdin();
    if !rustix::fs::fstat(&stdin).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Fifo) {
        return false;
    }
    // A pipe that nobody writes to is told to be so at once, so that it cannot be waited for.
    match poll(&mut [PollFd::new(over, PollFlags::empty())], Some(&LOOK_EVERY)) {
        Ok(0) | Err(Errno::INTR) => {}
        Ok(_) | Err(_) => return false,
    }
    let mut wanted = [PollFd::new(&stdin, PollFlags::IN)];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    if poll(&mut wanted, Some(&at_once)).is_ok() {
        let came = wanted[0].revents();
        if came.contains(PollFlags::IN) || !came.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
            QUEUE.lock().go_on();
        }
    }
    true
}

struct Queue {
    bytes: VecDeque<u8>,
    /// So many of them are lines in which no stop was found.
    looked: usize,
    /// What comes up to the next line's end belongs to a line that was too long.
    is_lost: bool,
    is_ended: bool,
}

impl Queue {
    const fn new() -> Self {
        Self { bytes: VecDeque::new(), looked: 0, is_lost: false, is_ended: false }
    }

    fn is_full(&self) -> bool {
        self.bytes.len() >= PIPED_BYTES_MAX
    }

    /// Waits for more, and reads some of it.
    fn read(&mut self, from: &io::Stdin) -> io::Result<()> {
        let mut bytes = [0; 4_096];
        loop {
            match rustix::io::read(from, &mut bytes) {
                Err(Errno::INTR) => {}
                // Somebody set it so that it does not wait.
                Err(Errno::AGAIN) => match poll(&mut [PollFd::new(from, PollFlags::IN)], None) {
                    Ok(_) | Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                },
                Err(error) => return Err(error.into()),
                Ok(0) => {
                    self.is_ended = true;
                    return Ok(());
                }
                Ok(read) => {
                    self.add(&bytes[..read]);
                    return Ok(());
                }
            }
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        let mut bytes = bytes;
        if self.is_lost {
            match bytes.iter().position(|&byte| byte == b'\n') {
                Some(end) => bytes = &bytes[end + 1..],
                None => return,
            }
            self.is_lost = false;
        }
        self.bytes.extend(bytes);
    }

    /// Somebody writes again. What the one before had begun has its end.
    fn go_on(&mut self) {
        if self.bytes.back().is_some_and(|&last| last != b'\n') {
            self.bytes.push_back(b'\n');
            self.looked = self.bytes.len();
        }
        (self.is_ended, self.is_lost) = (false, false);
    }

    /// Drops a line that is too long, to its end.
    fn lose_line(&mut self) {
        (self.looked, self.is_lost) = (0, true);
        self.bytes.clear();
    }

    /// Where the line ends that begins there; it may have no end where nothing follows.
    fn end(&self, begin: usize) -> Option<usize> {
        let end = self.bytes.range(begin..).position(|&byte| byte == b'\n').map(|at| begin + at + 1);
        end.or_else(|| (self.is_ended && begin < self.bytes.len()).then_some(self.bytes.len()))
    }

    fn take_line(&mut self) -> Option<Vec<u8>> {
        let end = self.end(0)?;
        self.looked = self.looked.saturating_sub(end);
        Some(self.bytes.drain(..end).collect())
    }

    /// The stops among the lines, which wait no longer. Each line is read once.
    fn take_stops(&mut self) -> Vec<RunWord> {
        let mut stops = Vec::new();
        while let Some(end) = self.end(self.looked) {
            match stop(&self.part(end)) {
                Some(stop) => {
                    stops.push(stop);
                    self.bytes.drain(self.looked..end);
                }
                None => self.looked = end,
            }
        }
        // What is begun may be a key that stops, or have a stop in it that ends as other programs end lines.
        let begun = self.part(self.bytes.len());
        let stopped = match begun.iter().rposition(|byte| STOP_KEYS.contains(byte)) {
            Some(at) => Some((at + 1, RunWord::StopNow)),
            None => begun.iter().rposition(|&byte| byte == b'\r').and_then(|at| Some((at + 1, stop(&begun[..at])?))),
        };
        if let Some((end, stop)) = stopped {
            stops.push(stop);
            self.bytes.drain(self.looked..self.looked + end);
        }
        stops
    }

    /// What is not looked at yet, up to there.
    fn part(&self, end: usize) -> Vec<u8> {
        self.bytes.range(self.looked..end).copied().collect()
    }
}

/// What is done at a line that is a stop or a pause and nothing else, or that cannot be read.
fn stop(line: &[u8]) -> Option<RunWord> {
    if line.iter().any(|byte| STOP_KEYS.contains(byte)) {
        return Some(RunWord::StopNow);
    }
    let Ok(line) = str::from_utf8(line) else { return Some(RunWord::StopNow) };
    // The mark that some programs begin a text with.
    let stops = line.trim_start_matches('\u{feff}').split('\r').filter_map(|line| {
        match (reply::at_rest(line), reply::during_run(line)) {
            (Some(AtRest::Stop), RunWord::Stop) | (_, RunWord::Pause) => Some(RunWord::Stop),
            (Some(AtRest::Stop), _) => Some(RunWord::StopNow),
            _ => None,
        }
    });
    // The strongest.
    stops.max_by_key(|stop| *stop == RunWord::StopNow)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program's "stop now" was read by nobody while the robot moved.
    #[test]
    fn a_stop_is_heard_wherever_it_stands_and_nothing_else_is() {
        for (written, is_ended, stops, left) in [
            ("stop now\n", false, &[RunWord::StopNow][..], ""),
            ("go home\nyes\nSTOP!\nyes\n", false, &[RunWord::StopNow], "go home\nyes\nyes\n"),
            ("pause\nstop\r\n", false, &[RunWord::Stop, RunWord::Stop], ""),
            ("🛑\n", false, &[RunWord::StopNow], ""),
            ("\u{feff}stop now\n", false, &[RunWord::StopNow], ""),
            ("go home\rstop now\ryes\n", false, &[RunWord::StopNow], ""),
            ("pause\rstop now\n", false, &[RunWord::StopNow], ""),
            ("stop now\rgo ho", false, &[RunWord::StopNow], "go ho"),
            ("go ho\u{3}me", false, &[RunWord::StopNow], "me"),
            ("go home\ryes", false, &[], "go home\ryes"),
            ("stop\0now\n\u{3}\n", false, &[RunWord::StopNow, RunWord::StopNow], ""),
            // It may go on.
            ("stop", false, &[], "stop"),
            ("stop now", true, &[RunWord::StopNow], ""),
            // Answers and sentences for later.
            (
                "no\nwhere is the robot?\ndo not weld 3\nresume\n\nn",
                false,
                &[],
                "no\nwhere is the robot?\ndo not weld 3\nresume\n\nn",
            ),
        ] {
            let mut queue = Queue { bytes: written.bytes().collect(), is_ended, ..Queue::new() };
            assert_eq!(queue.take_stops(), stops, "{written:?}");
            assert_eq!(queue.bytes, left.as_bytes(), "{written:?}");
        }
    }

    /// A stop in another program's letters was a sentence for later.
    #[test]
    fn a_line_that_cannot_be_read_is_a_stop() {
        let mut queue = Queue::new();
        queue.add(b"go home\nstop now\xff\n");
        assert_eq!(queue.take_stops(), [RunWord::StopNow]);
        assert_eq!(queue.take_line(), Some(b"go home\n".to_vec()));
    }

    /// A named pipe's second writer said stop, and nobody read on.
    #[test]
    fn another_writer_is_read_behind_the_end() {
        let mut queue = Queue::new();
        queue.add(b"go home\nye");
        queue.is_ended = true;
        assert_eq!(queue.take_stops(), []);
        queue.go_on();
        queue.add(b"stop now\n");
        assert_eq!(queue.take_stops(), [RunWord::StopNow]);
        let left: Vec<_> = std::iter::from_fn(|| queue.take_line()).collect();
        assert_eq!(left, [b"go home\n".to_vec(), b"ye\n".to_vec()]);
    }

    #[test]
    fn a_line_has_its_end_unless_nothing_follows() {
        let mut queue = Queue { bytes: b"a\n\nb".iter().copied().collect(), ..Queue::new() };
        let taken: Vec<_> = std::iter::from_fn(|| queue.take_line()).collect();
        assert_eq!(taken, [b"a\n".to_vec(), b"\n".to_vec()]);
        queue.is_ended = true;
        assert_eq!((queue.take_line(), queue.take_line()), (Some(b"b".to_vec()), None));
    }

    /// Each line was read again whenever more came, and a stop behind many was heard when the run was over.
    #[test]
    fn a_line_is_looked_at_once_and_taken_all_the_same() {
        let mut queue = Queue::new();
        queue.add(b"go home\nyes\nsto");
        assert_eq!((queue.take_stops(), queue.looked), (vec![], 12));
        queue.add(b"p\nquit\n");
        assert_eq!((queue.take_stops(), queue.looked), (vec![RunWord::Stop], 17));
        assert_eq!((queue.take_line(), queue.looked), (Some(b"go home\n".to_vec()), 9));
        queue.add(b"stop now\n");
        assert_eq!(queue.take_stops(), [RunWord::StopNow]);
        let left: Vec<_> = std::iter::from_fn(|| queue.take_line()).collect();
        assert_eq!((left, queue.looked), (vec![b"yes\n".to_vec(), b"quit\n".to_vec()], 0));
    }

    /// The end of a line that was too long was a sentence.
    #[test]
    fn a_line_that_is_too_long_is_dropped_to_its_end() {
        let mut queue = Queue::new();
        queue.add(&vec![b'x'; PIPED_BYTES_MAX]);
        assert!(queue.is_full() && queue.take_line().is_none());
        queue.lose_line();
        queue.add(b"go to position 1");
        queue.add(b" and 2\nstate\n");
        assert_eq!((queue.take_line(), queue.take_line()), (Some(b"state\n".to_vec()), None));
    }
}
