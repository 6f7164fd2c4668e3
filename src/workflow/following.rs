//! A desk that somebody else drives, followed: what is said over its socket, in both ways, and the side of whoever follows.
//!
//! In: lines that the desk tells ([`Told`]). Out: wishes, and what was done beside. The desk's side is `followers.rs`.
//!
//! 1. A wish is written at once, or whoever wished hears that it was not.
//! 2. Nothing is sent after a line of which only a part was written: the desk would read both as one.
//! 3. What is told is shown without controls: something else may listen at that path.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::Shutdown,
    path::Path,
    time::Duration,
};

use crate::{
    cell::shown,
    files::open::{self, Socket},
    limits::{OPERATOR_BYTES_MAX, SENTENCE_BYTES_MAX},
    store::PageAct,
};

/// The name of the socket.
pub(super) const SOCKET: &str = "desk.sock";
/// Longest word of a follower, in bytes: what was done, by whom, and what was said.
pub(super) const WORD_BYTES_MAX: u64 = (OPERATOR_BYTES_MAX + SENTENCE_BYTES_MAX + 64) as u64;
/// Longest line that a follower takes, in bytes: far more than a desk tells at once.
pub(super) const LINE_BYTES_MAX: u64 = 1 << 16;
/// How long a line may take to be written.
pub(super) const WRITE_LIMIT: Duration = Duration::from_secs(1);

/// What may be wished beside the desk that drives. Each leads to less motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// That no step is sent until the desk that drives says so.
    Pause,
    /// That the step is finished, and no other is sent.
    Stop,
    /// That the robot is halted.
    StopNow,
    /// Nobody knows: a line that was not understood. A run that goes on pauses.
    NotUnderstood,
}

impl Wish {
    pub(super) const ALL: [Self; 4] = [Self::Pause, Self::Stop, Self::StopNow, Self::NotUnderstood];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Stop => "stop",
            Self::StopNow => "stop_now",
            Self::NotUnderstood => "not_understood",
        }
    }
}

/// From where somebody follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// A console.
    Console,
    /// A page.
    Page,
}

impl Beside {
    pub(super) const ALL: [Self; 2] = [Self::Console, Self::Page];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Console => "console",
            Self::Page => "page",
        }
    }
}

/// How the run stands by what was told last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// A step was sent.
    Moving,
    /// No step is being carried out.
    Between,
    /// A step is looked at once more.
    Looking,
    /// Somebody paused it.
    Paused,
    /// The next step waits for a yes.
    Asked,
    /// Nobody can be sure that a step was done.
    Unsure,
    /// It has ended.
    Ended,
}

impl Going {
    const ALL: [Self; 7] =
        [Self::Moving, Self::Between, Self::Looking, Self::Paused, Self::Asked, Self::Unsure, Self::Ended];

    const fn word(self) -> &'static str {
        match self {
            Self::Moving => "moving",
            Self::Between => "between",
            Self::Looking => "looking",
            Self::Paused => "paused",
            Self::Asked => "asked",
            Self::Unsure => "unsure",
            Self::Ended => "ended",
        }
    }
}

/// What a follower is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// How the run stands from then on; none where that is as before.
    pub going: Option<Going>,
    /// A line for people.
    pub line: String,
}

impl Told {
    /// As it is sent, without the end of the line.
    pub(super) fn sent(going: Option<Going>, line: &str) -> String {
        let line = format!("{}\t{}", going.map_or("", Going::word), shown(line));
        // One byte is for its end.
        fitting(&line, LINE_BYTES_MAX as usize - 1).to_owned()
    }

    fn received(line: &str) -> Self {
        let (word, line) = line.split_once('\t').unwrap_or(("", line));
        Self { going: Going::ALL.into_iter().find(|going| going.word() == word), line: shown(line).into_owned() }
    }
}

/// As much of a text as has so many bytes.
pub(super) fn fitting(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The next line; none at the end, and where it is no text or has more bytes than that.
pub(super) fn next(lines: &mut BufReader<Socket>, most: u64) -> Option<String> {
    let mut line = String::new();
    let read = lines.by_ref().take(most).read_line(&mut line).ok()?;
    if read == 0 { None } else { line.strip_suffix('\n').map(str::to_owned) }
}

/// A desk that somebody else drives, followed.
#[derive(Debug)]
pub struct Following(Socket);

impl Following {
    /// The desk that drives with this data, if one does and lets itself be followed.
    #[must_use]
    pub fn of(folder: &Path) -> Option<Self> {
        let stream = open::connected(&folder.join(SOCKET)).ok()?;
        // A desk that hangs holds nobody up for longer.
        stream.set_write_timeout(Some(WRITE_LIMIT)).ok()?;
        Some(Self(stream))
    }

    /// What is told, line by line, up to the end of that desk, or until it lets this follower go.
    ///
    /// # Errors
    ///
    /// The socket cannot be shared with another thread.
    pub fn lines(&self) -> io::Result<impl Iterator<Item = Told> + Send + 'static> {
        let mut lines = BufReader::new(self.0.try_clone()?);
        Ok(std::iter::from_fn(move || next(&mut lines, LINE_BYTES_MAX)).map(|line| Told::received(&line)))
    }

    /// Says what is wished, from where, and by whom.
    ///
    /// # Errors
    ///
    /// That desk hears nothing from here any more.
    pub fn wish(&self, wish: Wish, from: Beside, by: &str) -> io::Result<()> {
        self.say(&[wish.word(), from.word(), fitting(by, OPERATOR_BYTES_MAX)])
    }

    /// Has the desk record what was done beside it: who entered, was not let in, left, or said something.
    ///
    /// # Errors
    ///
    /// That desk hears nothing from here any more.
    pub fn tell(&self, act: &PageAct) -> io::Result<()> {
        let session = act.session.map(|session| session.to_string()).unwrap_or_default();
        let (role, operator) = (act.role.as_deref().unwrap_or_default(), fitting(&act.operator, OPERATOR_BYTES_MAX));
        self.say(&["act", act.act.word(), &session, role, operator, fitting(&act.words, SENTENCE_BYTES_MAX)])
    }

    fn say(&self, parts: &[&str]) -> io::Result<()> {
        let plain = |part: &&str| part.chars().filter(|char| !char.is_control()).collect::<String>();
        let parts: Vec<String> = parts.iter().map(plain).collect();
        let said = (&self.0).write_all(format!("{}\n", parts.join("\t")).as_bytes());
        if said.is_err() {
            // A part of the line may have been written. It may be shut down already.
            let _ = self.0.shutdown(Shutdown::Both);
        }
        said
    }

    /// Its end of the socket, for tests of what else may be sent.
    #[cfg(test)]
    pub(super) const fn raw(&self) -> &Socket {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Something else may listen there, and tell whatever it likes.
    #[test]
    fn a_line_without_an_end_ends_what_is_told_and_what_is_told_is_shown_without_controls() {
        let folder = tempfile::tempdir().unwrap();
        let listener = open::socket(&folder.path().join(SOCKET)).unwrap();
        let following = Following::of(folder.path()).unwrap();
        let (mut desk, _) = listener.accept().unwrap();
        let mut lines = following.lines().unwrap();
        desk.write_all(b"moving\t\x1b[2Jstep\nno word\tof ours\n").unwrap();
        assert_eq!(lines.next().unwrap(), Told { going: Some(Going::Moving), line: "\\u001b[2Jstep".to_owned() });
        assert_eq!(lines.next().unwrap(), Told { going: None, line: "of ours".to_owned() });
        thread::spawn(move || desk.write_all(&vec![b'x'; 2 * LINE_BYTES_MAX as usize]));
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn whatever_is_told_fits_into_its_line() {
        let long = Told::sent(Some(Going::Between), &"ä".repeat(LINE_BYTES_MAX as usize));
        assert!(long.len() < LINE_BYTES_MAX as usize && Told::received(&long).going == Some(Going::Between));
    }

    /// Half a line of a question would become the beginning of a stop, which nobody would understand then.
    #[test]
    fn nothing_is_sent_after_half_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let listener = open::socket(&folder.path().join(SOCKET)).unwrap();
        let following = Following::of(folder.path()).unwrap();
        following.raw().set_write_timeout(Some(Duration::from_millis(1))).unwrap();
        let (desk, _) = listener.accept().unwrap();
        let by = "Ada".repeat(50);
        while following.wish(Wish::Pause, Beside::Console, &by).is_ok() {}
        // That desk reads again, and there would be room.
        let mut heard = BufReader::new(desk);
        let mut count = 0;
        while next(&mut heard, WORD_BYTES_MAX).is_some() {
            count += 1;
        }
        assert!(count > 0);
        assert!(following.wish(Wish::StopNow, Beside::Console, "Ada").is_err());
    }
}
