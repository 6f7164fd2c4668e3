//! Consoles beside the one that drives a cell, or beside its page: they see what goes on, and may pause or stop it.
//!
//! In: the events of a run, and wishes that come over a socket in the cell's data folder. Out: lines to each console, and a pause or a stop.
//!
//! ```text
//! desk that drives ── events ─▶ Followers ── lines ─▶ Following (another console)
//!                   ◀─ Control ─            ◀─ wish ─
//! ```
//!
//! 1. A wish leads to less motion: a pause, a stop after the step, a stop now. Whatever else is sent has no effect.
//! 2. Nothing waits for a console that does not read: it is let go.
//! 3. The socket is made by whoever has the data folder's lock, for its own user alone (mode 0600). No data are changed over it.
//! 4. Sizes, numbers and times are bounded: a console that floods is let go, too.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::Shutdown,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

use crate::{
    cell::shown,
    files::{
        self,
        open::{self, Socket},
    },
    limits::OPERATOR_BYTES_MAX,
    run::{Control, Event},
};

/// The name of the socket.
const SOCKET: &str = "desk.sock";
/// Most consoles that follow.
const SEATS_MAX: usize = 8;
/// Lines that wait for a console: more than it shows at once say nothing to anybody.
const LINES_MAX: usize = 256;
/// Longest wish, in bytes: its word and a name.
const WISH_BYTES_MAX: u64 = OPERATOR_BYTES_MAX as u64 + 32;
/// How long a line to a console may take.
const WRITE_LIMIT: Duration = Duration::from_secs(1);

/// What a console beside may wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// That no step is sent until the desk that drives says so.
    Pause,
    /// That the step is finished, and no other is sent.
    Stop,
    /// That the robot is halted.
    StopNow,
}

impl Wish {
    const ALL: [Self; 3] = [Self::Pause, Self::Stop, Self::StopNow];

    const fn word(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Stop => "stop",
            Self::StopNow => "stop_now",
        }
    }
}

/// The consoles that follow a desk.
#[derive(Clone)]
pub struct Followers(Arc<Shared>);

struct Shared {
    path: PathBuf,
    seats: Mutex<Vec<Seat>>,
    /// How many there ever were.
    numbers: AtomicU64,
    run: Mutex<Option<Control>>,
    /// What was told last.
    last: Mutex<String>,
}

/// A console. Whoever loses the seat is cut off, so that nobody looks at what has ceased to be told.
struct Seat {
    number: u64,
    lines: Sender<String>,
    stream: Socket,
}

impl Drop for Seat {
    fn drop(&mut self) {
        // It may be closed already. Both threads of the seat hear of it.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl std::fmt::Debug for Followers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Followers").field("path", &self.0.path).finish_non_exhaustive()
    }
}

impl Followers {
    /// Lets consoles follow the desk that has the lock of this folder.
    ///
    /// # Errors
    ///
    /// The socket cannot be made: its path may be too long for one. Nobody follows then.
    pub fn start(folder: &Path) -> io::Result<Self> {
        let path = folder.join(SOCKET);
        let listener = open::socket(&path)?;
        let shared = Arc::new(Shared {
            path,
            seats: Mutex::default(),
            numbers: AtomicU64::new(0),
            run: Mutex::default(),
            last: Mutex::default(),
        });
        let followers = Arc::downgrade(&shared);
        thread::Builder::new().name("followers".to_owned()).spawn(move || {
            for stream in listener.incoming() {
                let Some(shared) = followers.upgrade() else { return };
                // One that cannot be served follows nothing.
                let _ = stream.and_then(|stream| seat(&shared, stream));
            }
        })?;
        Ok(Self(shared))
    }

    /// A run begins, and obeys this as long as the value is held, however the run ends.
    pub(super) fn begin(&self, control: &Control) -> Begun {
        *self.0.run.lock() = Some(control.clone());
        Begun(self.clone())
    }

    /// Tells every console what an event says. Waits for nobody.
    pub(super) fn tell(&self, event: &Event) {
        if let Some(line) = told(event) {
            self.0.tell(&line);
        }
    }
}

/// A run that goes on.
pub(super) struct Begun(Followers);

impl Drop for Begun {
    fn drop(&mut self) {
        *self.0.0.run.lock() = None;
    }
}

impl Shared {
    fn tell(&self, line: &str) {
        line.clone_into(&mut self.last.lock());
        // Whoever does not read is let go.
        self.seats.lock().retain(|seat| seat.lines.try_send(line.to_owned()).is_ok());
    }

    /// Does what a console wishes, and tells every console so; what this one is answered where nothing was done.
    fn heed(&self, line: &str) -> Option<String> {
        let (word, by) = line.split_once('\t').unwrap_or((line, ""));
        let Some(wish) = Wish::ALL.into_iter().find(|wish| wish.word() == word) else {
            return Some("that is no wish of a console beside".to_owned());
        };
        let Some(control) = self.run.lock().clone() else {
            return Some("Nothing is running. This is no emergency stop: press the button.".to_owned());
        };
        let by = if by.is_empty() { "somebody".into() } else { shown(by) };
        let said = match wish {
            Wish::Pause => {
                control.pause();
                "pausing after this step"
            }
            Wish::Stop => {
                control.finish_step_and_stop();
                "stopping after this step"
            }
            Wish::StopNow => {
                control.stop_now_because(&format!("{by} said so at a console beside"));
                "stopping now"
            }
        };
        self.tell(&format!("{by}, at a console beside: {said}"));
        None
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // One that stays is taken away at the next start.
        let _ = files::remove(&self.path);
    }
}

/// Serves one console by two threads: one writes what is told, one hears what is wished.
fn seat(shared: &Arc<Shared>, stream: Socket) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE_LIMIT))?;
    let (writes, held) = (stream.try_clone()?, stream.try_clone()?);
    let (lines, told) = bounded(LINES_MAX);
    let number = shared.numbers.fetch_add(1, Ordering::Relaxed);
    {
        let mut seats = shared.seats.lock();
        if seats.len() >= SEATS_MAX {
            return Err(io::ErrorKind::ConnectionRefused.into());
        }
        let last = shared.last.lock().clone();
        let is_running = shared.run.lock().is_some();
        let greeting = if is_running && !last.is_empty() { last } else { "Nothing is running.".to_owned() };
        // There is room for one.
        let _ = lines.try_send(greeting);
        seats.push(Seat { number, lines: lines.clone(), stream: held });
    }
    let hears = Arc::downgrade(shared);
    thread::Builder::new().name("follower".to_owned()).spawn(move || write_all(writes, &told))?;
    thread::Builder::new().name("wishes".to_owned()).spawn(move || {
        let mut wishes = BufReader::new(stream);
        while let Some(wish) = next(&mut wishes) {
            let Some(shared) = hears.upgrade() else { return };
            if shared.heed(&wish).is_some_and(|answer| lines.try_send(answer).is_err()) {
                break;
            }
        }
        if let Some(shared) = hears.upgrade() {
            shared.seats.lock().retain(|seat| seat.number != number);
        }
    })?;
    Ok(())
}

fn write_all(mut stream: Socket, lines: &Receiver<String>) {
    for line in lines {
        if stream.write_all(format!("{line}\n").as_bytes()).is_err() {
            break;
        }
    }
    // The other thread hears of it.
    let _ = stream.shutdown(Shutdown::Both);
}

/// The next wish; none at the end, and where it is no text or too long.
fn next(wishes: &mut BufReader<Socket>) -> Option<String> {
    let mut line = String::new();
    let read = wishes.by_ref().take(WISH_BYTES_MAX).read_line(&mut line).ok()?;
    (read > 0 && line.ends_with('\n')).then(|| line.trim_end().to_owned())
}

/// What a console beside is told of an event: it answers no question of the run.
fn told(event: &Event) -> Option<String> {
    let at_desk = "the desk that drives is asked";
    Some(match event {
        Event::Started { run, steps: 1 } => format!("run {run}: 1 step"),
        Event::Started { run, steps } => format!("run {run}: {steps} steps"),
        Event::StepStarted { number, of, name, .. } => format!("  step {number} of {of}: {name}"),
        Event::StepCompleted { number, place } => format!("  step {number} done: the robot is at {place}"),
        Event::LookingAgain { number, .. } => format!("  step {number} is looked at once more"),
        Event::Unsure { number, name, reason, .. } => {
            format!("  step {number} ({name}) seems done, and nobody can be sure: {reason}; {at_desk}")
        }
        Event::Confirmed { number } => format!("  step {number} was confirmed"),
        Event::PartialSuccess { number, warning } => format!("  step {number} is a partial success: {warning}"),
        Event::Observed { .. } => return None,
        Event::Paused { after } => format!("paused after step {after}"),
        Event::StepAsked { number, of, name, .. } => format!("  step {number} of {of} is next: {name}; {at_desk}"),
        Event::Resumed => "resumed: the robot is asked where it is".to_owned(),
        Event::Ended(end) => format!("{end}"),
    })
}

/// A desk that somebody else drives, followed.
#[derive(Debug)]
pub struct Following(Socket);

impl Following {
    /// The desk that drives with this data, if one does and lets itself be followed.
    #[must_use]
    pub fn of(folder: &Path) -> Option<Self> {
        open::connected(&folder.join(SOCKET)).ok().map(Self)
    }

    /// What is told, line by line, up to the end of that desk.
    ///
    /// # Errors
    ///
    /// The socket cannot be shared with another thread.
    pub fn lines(&self) -> io::Result<impl Iterator<Item = String> + Send + 'static> {
        let lines = BufReader::new(self.0.try_clone()?).lines();
        Ok(lines.map_while(Result::ok).map(|line| shown(&line).into_owned()))
    }

    /// Says what is wished, and by whom.
    ///
    /// # Errors
    ///
    /// That desk has ended.
    pub fn wish(&self, wish: Wish, by: &str) -> io::Result<()> {
        let by: String = by.chars().filter(|char| !char.is_control()).collect();
        (&self.0).write_all(format!("{}\t{by}\n", wish.word()).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Stop;

    fn following() -> (tempfile::TempDir, Followers, Following) {
        let folder = tempfile::tempdir().unwrap();
        let followers = Followers::start(folder.path()).unwrap();
        let following = Following::of(folder.path()).unwrap();
        (folder, followers, following)
    }

    #[test]
    fn a_console_beside_sees_what_goes_on_and_may_only_stop_it() {
        let (folder, followers, following) = following();
        let found = folder.path().join(SOCKET).metadata().unwrap();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o777, 0o600);
        let mut lines = following.lines().unwrap();
        assert_eq!(lines.next().unwrap(), "Nothing is running.");
        following.wish(Wish::StopNow, "Ada").unwrap();
        assert!(lines.next().unwrap().starts_with("Nothing is running. This is no emergency stop"));
        let control = Control::new();
        let run = followers.begin(&control);
        followers.tell(&Event::Paused { after: 1 });
        assert_eq!(lines.next().unwrap(), "paused after step 1");
        for (line, is_stopped) in
            [("resume\tAda", Stop::No), ("yes", Stop::No), ("", Stop::No), ("stop\tAda", Stop::AfterStep)]
        {
            (&following.0).write_all(format!("{line}\n").as_bytes()).unwrap();
            let answer = lines.next().unwrap();
            assert_eq!(control.stop(), is_stopped, "{line}: {answer}");
        }
        following.wish(Wish::StopNow, "Ada\n").unwrap();
        assert!(lines.any(|line| line == "Ada, at a console beside: stopping now"));
        assert_eq!(control.stop(), Stop::Now);
        drop(run);
        following.wish(Wish::StopNow, "Ada").unwrap();
        assert!(lines.any(|line| line.starts_with("Nothing is running. This is no emergency stop")));
        drop(followers);
        assert!(Following::of(folder.path()).is_none(), "nobody drives any more");
    }

    /// Nothing waits for a console that does not read, or that floods.
    #[test]
    fn a_console_that_does_not_read_is_let_go() {
        let (folder, followers, following) = following();
        for _ in 0..200_000 {
            followers.tell(&Event::Resumed);
        }
        assert!(followers.0.seats.lock().is_empty());
        // It hears of that by the end of what is told, and takes no other one's seat.
        let told = following.lines().unwrap().count();
        assert!((1..200_000).contains(&told), "{told}");
        drop(following);
        let flooding = Following::of(folder.path()).unwrap();
        let mut lines = flooding.lines().unwrap();
        lines.next().unwrap();
        // It may be let go before the last of it is written.
        let _ = (&flooding.0).write_all(&vec![b'x'; 1 << 20]);
        assert_eq!(lines.count(), 0);
    }

    #[test]
    fn no_more_consoles_follow_than_there_are_seats() {
        let (folder, followers, first) = following();
        let mut all = vec![first];
        for number in 1..SEATS_MAX + 3 {
            let next = Following::of(folder.path()).unwrap();
            let is_greeted = next.lines().unwrap().next().is_some();
            assert_eq!(is_greeted, number < SEATS_MAX, "{number}");
            all.push(next);
        }
        drop(followers);
    }

    /// A killed program leaves its socket, and something else may stand in its place.
    #[test]
    fn what_was_left_is_taken_away_and_what_is_no_socket_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(SOCKET);
        drop(open::socket(&path).unwrap());
        assert!(Following::of(folder.path()).is_none(), "nobody listens at what was left");
        drop(Followers::start(folder.path()).unwrap());
        assert!(!path.exists());
        files::write_whole(&path, |file| file.write_all(b"a file of somebody's")).unwrap();
        assert!(Followers::start(folder.path()).is_err());
        assert_eq!(files::read_at_most(&path, 100).unwrap(), b"a file of somebody's");
    }
}
