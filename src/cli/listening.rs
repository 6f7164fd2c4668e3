//! What is typed while a robot moves. In: bytes of the terminal, on a thread of their own. Out: [`TypedIn`].
//!
//! 1. Whatever may stand for a stop is one, wherever it stands.
//! 2. What is read stands under one lock with what was shown. A question comes to be shown by [`Listening::show`], which first reads
//!    what waits: no byte that waited then is read as if it had been typed after the question.
//!
//! Nothing is read into a buffer of the standard library's, which would keep what the console's editor is to get.

use std::{
    io::{self, PipeReader, PipeWriter, Write},
    os::fd::AsFd,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Weak},
    thread::{self, JoinHandle},
};

use parking_lot::Mutex;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    termios::{LocalModes, SpecialCodeIndex, tcgetattr},
};

mod escaped;
mod typed;

use super::keyboard::{STOP_KEYS, is_behind};

use escaped::Escaped;
pub(super) use typed::{Answerable, Typed};

const CTRL_D: u8 = 4;

const BACKSPACE: [u8; 2] = [8, 127];
/// Ctrl-U and Ctrl-W, as a terminal's own line editor has them.
const ERASE_LINE: u8 = 21;
const ERASE_WORD: u8 = 23;

/// Longest line that is taken for a word to a run, in bytes.
const WORD_BYTES_MAX: usize = 1_000;

/// Bytes that are read at once, and how often in a row: more than a terminal ever holds.
const READ_BYTES: usize = 256;
const READS_MAX: usize = 64;

/// What was typed.
pub(super) enum TypedIn {
    /// A whole line.
    Line(Typed),
    /// A line that is longer than any word. What it had so far is all that is known of it.
    TooLong(Typed),
    /// A key that means "stop now". `is_end`: Ctrl-D by itself, where no line is begun, as it ends a console.
    StopKey { is_end: bool },
    /// So much of a line, which has no end yet.
    Begun(String),
    /// Nobody can type any more, and why.
    Gone(&'static str),
}

/// Takes what was typed; never waits.
type Heed = Box<dyn FnMut(TypedIn) + Send>;

/// What is typed at a terminal, with what had been shown when it was begun.
pub(super) struct Listening<S> {
    source: S,
    typed: Typed,
    shown: Answerable,
    /// Those of [`STOP_KEYS`], and the terminal's own.
    stop_keys: Vec<u8>,
    is_gone: bool,
    heed: Heed,
}

impl<S: AsFd> Listening<S> {
    pub(super) fn to(source: S, heed: impl FnMut(TypedIn) + Send + 'static) -> Self {
        let stop_keys = STOP_KEYS.into_iter().chain(own_stop_keys(&source)).collect();
        Self {
            source,
            typed: Typed::default(),
            shown: Answerable::default(),
            stop_keys,
            is_gone: false,
            heed: Box::new(heed),
        }
    }

    /// Something that may be answered has come to be shown: what waits to be read was typed before it.
    pub(super) fn show(&mut self, shown: impl FnOnce(&mut Answerable)) {
        self.take_waiting();
        shown(&mut self.shown);
    }

    /// The line that is begun is over.
    pub(super) fn forget(&mut self) {
        self.typed = Typed::default();
        (self.heed)(TypedIn::Begun(String::new()));
    }

    /// Reads what waits, and waits for nothing. Whether there may be more.
    fn take_waiting(&mut self) -> bool {
        for _ in 0..READS_MAX {
            if self.is_gone {
                return false;
            }
            match waiting(&self.source) {
                Came::Nothing => return true,
                Came::Bytes(bytes) => self.take(&bytes),
                Came::StopKey => self.stop_key(false),
                Came::Gone(why) => {
                    self.is_gone = true;
                    (self.heed)(TypedIn::Gone(why));
                }
            }
        }
        true
    }

    fn take(&mut self, bytes: &[u8]) {
        if bytes.iter().any(|byte| self.stop_keys.contains(byte)) {
            return self.stop_key(bytes == [CTRL_D] && self.typed.bytes.is_empty());
        }
        for &byte in bytes {
            match byte {
                b'\r' | b'\n' => self.end_line(),
                byte if BACKSPACE.contains(&byte) => self.typed.erase_letter(),
                ERASE_LINE => self.typed.bytes.clear(),
                ERASE_WORD => self.typed.erase_word(),
                byte => {
                    if self.typed.bytes.is_empty() {
                        self.typed.shown = self.shown;
                    }
                    self.typed.bytes.push(byte);
                    match escaped::at_end(&self.typed.bytes) {
                        Some((Escaped::Stop, _)) => return self.stop_key(false),
                        Some((Escaped::Enter, begins)) => {
                            self.typed.bytes.truncate(begins);
                            self.end_line();
                        }
                        None => {}
                    }
                }
            }
            if self.typed.bytes.len() > WORD_BYTES_MAX {
                let line = std::mem::take(&mut self.typed);
                (self.heed)(TypedIn::TooLong(line));
            }
        }
        (self.heed)(TypedIn::Begun(self.typed.text()));
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.typed);
        (self.heed)(TypedIn::Line(line));
    }

    fn stop_key(&mut self, is_end: bool) {
        self.typed = Typed::default();
        (self.heed)(TypedIn::StopKey { is_end });
        (self.heed)(TypedIn::Begun(String::new()));
    }
}

/// What came of one look at a terminal.
enum Came {
    Nothing,
    Bytes(Vec<u8>),
    /// Ctrl-D, of a terminal that gives whole lines.
    StopKey,
    Gone(&'static str),
}

/// What waits to be read, without waiting for it.
fn waiting(source: &impl AsFd) -> Came {
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    loop {
        let mut wanted = [PollFd::new(source, PollFlags::IN)];
        match poll(&mut wanted, Some(&at_once)) {
            Ok(0) => return Came::Nothing,
            Ok(_) => {}
            Err(Errno::INTR) => continue,
            Err(_) => return Came::Gone("the terminal cannot be read any more"),
        }
        let is_gone = wanted[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
        let mut bytes = vec![0; READ_BYTES];
        match rustix::io::read(source, &mut bytes) {
            Err(Errno::INTR | Errno::AGAIN) => {}
            Ok(0) if !is_gone => return Came::StopKey,
            Err(Errno::IO) if !is_gone && is_behind() => {
                return Came::Gone("a key was pressed at the terminal, and the program is in the background there");
            }
            Ok(0) | Err(_) => return Came::Gone("the terminal is gone"),
            Ok(read) => {
                bytes.truncate(read);
                return match is_cut_short(source, &bytes) {
                    true => Came::StopKey,
                    false => Came::Bytes(bytes),
                };
            }
        }
    }
}

/// Whether Ctrl-D ended what was read: a terminal that gives whole lines gives the beginning of one by that key alone.
fn is_cut_short(source: &impl AsFd, bytes: &[u8]) -> bool {
    bytes.len() < READ_BYTES
        && !bytes.ends_with(b"\n")
        && !bytes.ends_with(b"\r")
        && tcgetattr(source).is_ok_and(|modes| modes.local_modes.contains(LocalModes::ICANON))
}

/// The keys that this terminal makes a signal or an end of. They are whatever somebody set with `stty`.
fn own_stop_keys(source: &impl AsFd) -> impl Iterator<Item = u8> {
    let codes = [SpecialCodeIndex::VINTR, SpecialCodeIndex::VQUIT, SpecialCodeIndex::VSUSP, SpecialCodeIndex::VEOF];
    // What is no terminal has no such keys.
    let modes = tcgetattr(source).ok();
    let keys = modes.into_iter().flat_map(move |modes| codes.map(|code| modes.special_codes[code]));
    keys.filter(|key| key.is_ascii_control() && ![b'\r', b'\n'].contains(key))
}

/// What listens at the terminal, for whoever shows questions there.
pub(super) type AtTerminal = Listening<io::Stdin>;

/// Listens at the terminal until it is told to let go.
pub(super) struct Keys {
    wake: PipeWriter,
    thread: JoinHandle<()>,
    listening: Arc<Mutex<AtTerminal>>,
}

impl Keys {
    /// None where keys cannot be read.
    pub(super) fn listen(heed: impl FnMut(TypedIn) + Send + 'static) -> Option<Self> {
        let (over, mut wake) = io::pipe().ok()?;
        // A pipe that takes nothing would not wake anybody either.
        wake.flush().ok()?;
        let listening = Arc::new(Mutex::new(Listening::to(io::stdin(), heed)));
        let heard = Arc::clone(&listening);
        let work = move || {
            if catch_unwind(AssertUnwindSafe(|| while look(&heard, &over) {})).is_err() {
                (heard.lock().heed)(TypedIn::Gone("a fault of this program ended what reads the keys"));
            }
        };
        let thread = thread::Builder::new().name("keys".to_owned()).spawn(work).ok()?;
        Some(Self { wake, thread, listening })
    }

    /// For whoever shows what may be answered.
    pub(super) fn listening(&self) -> Weak<Mutex<AtTerminal>> {
        Arc::downgrade(&self.listening)
    }

    /// Lets go; the line that was begun, if any.
    pub(super) fn off(self) -> Option<String> {
        drop(self.wake);
        self.thread.join().ok()?;
        let text = self.listening.lock().typed.text();
        Some(text).filter(|text| !text.is_empty())
    }
}

/// Waits for keys, and takes them; whether there may be more.
fn look(listening: &Mutex<AtTerminal>, over: &PipeReader) -> bool {
    let stdin = io::stdin();
    let mut wanted = [PollFd::new(&stdin, PollFlags::IN), PollFd::new(over, PollFlags::empty())];
    match poll(&mut wanted, None) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(_) => {
            (listening.lock().heed)(TypedIn::Gone("the terminal cannot be read any more"));
            return false;
        }
    }
    wanted[1].revents().is_empty() && listening.lock().take_waiting()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is heard of bytes that are written by and by; `7` and the like are questions that come to be shown.
    fn heard(typed: &[Result<&[u8], u32>]) -> Vec<String> {
        let (read, mut write) = io::pipe().unwrap();
        let said = Arc::new(Mutex::new(Vec::new()));
        let to = Arc::clone(&said);
        let mut listening = Listening::to(read, move |heard| {
            to.lock().extend(match heard {
                TypedIn::Line(line) => Some(format!("{}: {}", line.shown.question, line.text())),
                TypedIn::TooLong(line) => Some(format!("{} bytes", line.bytes.len())),
                TypedIn::StopKey { is_end: false } => Some("stop now".to_owned()),
                TypedIn::StopKey { is_end: true } => Some("end, or stop now".to_owned()),
                TypedIn::Begun(_) => None,
                TypedIn::Gone(why) => Some(why.to_owned()),
            });
        });
        for step in typed {
            match step {
                Ok(bytes) => write.write_all(bytes).unwrap(),
                &Err(question) => listening.show(|shown| shown.question = question),
            }
        }
        assert!(listening.take_waiting());
        said.lock().clone()
    }

    /// Step by step, a yes that waited in the queue when its question was written was read afterwards, and sent the step.
    #[test]
    fn what_waited_when_a_question_was_shown_does_not_answer_it() {
        assert_eq!(heard(&[Ok(b"yes\r"), Err(7), Ok(b"yes\r")]), ["0: yes", "7: yes"]);
        // Begun before it, and ended after it.
        assert_eq!(heard(&[Err(7), Ok(b"y"), Err(8), Ok(b"es\ryes\r")]), ["7: yes", "8: yes"]);
        // What asks for a stop counts whenever it was typed.
        assert_eq!(heard(&[Ok(b"stop now\r\x03"), Err(7)]), ["stop now"]);
        let long = [b'x'; 3 * READ_BYTES];
        assert_eq!(heard(&[Ok(&long), Ok(b"\ryes\r"), Err(7), Ok(b"ok\r")])[1..], ["0: yes", "7: ok"]);
    }

    /// A Ctrl-D that was pressed behind the yes is read as a NUL, which became a letter of the line.
    #[test]
    fn a_key_that_may_stand_for_a_stop_is_one() {
        for key in [0, 3, 26, 28] {
            assert_eq!(heard(&[Ok(&[key])]), ["stop now"], "{key}");
        }
        assert_eq!(heard(&[Ok(&[4])]), ["end, or stop now"]);
        for key in [0, 3, 4, 26, 28] {
            assert_eq!(heard(&[Ok(&[b'h', key, b'm', b'\r'])]), ["stop now"], "{key}");
        }
    }

    /// A terminal that another program left in a mode of its own gave Ctrl-C as letters, and a line no end.
    #[test]
    fn a_key_that_comes_as_a_sequence_is_that_key() {
        assert_eq!(heard(&[Ok(b"\x1b[99;5u")]), ["stop now"]);
        assert_eq!(heard(&[Ok(b"h"), Ok(b"\x1b[27;"), Ok(b"5;99~m\r")]), ["stop now"]);
        assert_eq!(heard(&[Ok(b"stop now\x1b[13uyes\x1bOM")]), ["0: stop now", "0: yes"]);
        assert_eq!(heard(&[Ok(b"\x1b[Astop now\r")]), ["0: \u{1b}[Astop now"]);
    }

    #[test]
    fn a_line_that_is_not_utf8_is_a_line() {
        assert_eq!(heard(&[Ok(b"h\xf6r auf\r\xff\rstop now\r")]), ["0: h\u{fffd}r auf", "0: \u{fffd}", "0: stop now"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_given_as_far_as_it_goes() {
        let long = [b'x'; WORD_BYTES_MAX + 1];
        assert_eq!(heard(&[Ok(&long), Ok(b"\r")]), [format!("{} bytes", long.len()), "0: ".to_owned()]);
    }

    #[test]
    fn a_terminal_that_is_gone_is_told_once() {
        let (read, write) = io::pipe().unwrap();
        let told = Arc::new(Mutex::new(0));
        let to = Arc::clone(&told);
        let mut listening = Listening::to(read, move |said| *to.lock() += u32::from(matches!(said, TypedIn::Gone(_))));
        drop(write);
        assert!(!listening.take_waiting() && !listening.take_waiting());
        assert_eq!(*told.lock(), 1);
    }
}
