//! Questions to an operator, and what was typed too early to answer them.
//!
//! 1. An answer counts when it was typed after the question stood there: as a whole, from its first letter on. [`Questions`] is the one way to
//!    ask. What waits in the kernel's queue before a question is thrown away, and so is the rest of a line that had been begun. Of what
//!    nobody types, such as a file that is pasted, more may follow than the kernel has: the question waits for its end, and a plan is dropped.
//! 2. What is typed behind the answer stays in the kernel's queue, for whoever listens next. The kernel gives whole lines as long as the
//!    question stands, and no buffer keeps anything. Whatever is read is looked at to its last byte: what is not one line answers nothing.
//! 3. Whatever may have been a stop drops a plan: before its question, across it, in the answer, and where an editor lost what it was.
//! 4. A plan that somebody else drops is asked about no longer ([`IsOver`]). What was typed by then stays where it is.
//! 5. Where the terminal makes no signals of keys, Ctrl-C ends the question as well. Any other question than one about a plan is answered by
//!    nobody then.
//! 6. An answer counts only where the program was awake since its question stood there ([`Awake`]). A signal that comes behind the answer
//!    is for the run ([`signals::has_come`](super::signals::has_come)).

use std::{
    cell::Cell,
    io::{self, IsTerminal},
    rc::Rc,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, ioctl_fionread},
    termios::{LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr},
};

use super::{
    awake::Awake,
    failure::Failure,
    keyboard::{INTERRUPT, Keyboard, QUIT, STOP_KEYS},
    printer::talk,
    signals::{self, Spoken},
};
use crate::{
    review::reply::{self, Reply, RunWord},
    workflow::HELD_BACK,
};

/// At Ctrl-C.
const UNANSWERED: &str = "Nothing was answered: nothing is proposed, approved or run by it.";

/// Where a signal came before the question.
const SLEPT: &str =
    "This program was put to sleep, or told to end, while that was looked at. The plan is dropped: nothing was run.";

/// More than anybody types ahead, in bytes.
const PASTED_BYTES: usize = 1_024;

/// Where more than that was typed before a question.
const PASTED: &str = "So much was typed before the plan was shown that a stop may have been among it. The plan is dropped: nothing was run.";

/// What is kept of what was typed before a question, in bytes: the line that is begun may be so long.
const EARLY_BYTES: usize = LINE_BYTES;

/// Where an editor read beyond the line that it gave.
const LOST: &str = "Something was typed right behind that line, and nobody read it. It may have been a stop. The plan is dropped: nothing was run.";

/// To an answer that came while the program slept.
const ASLEEP: &str =
    "This program was put to sleep, or told to end, while that was answered: it is not taken. Answer once more.";

/// To what is no line, or more than one.
const NOT_ONE_LINE: &str = "What was typed is not one line, so it is not taken as an answer. Answer once more.";

/// Longest line that a terminal gives, in bytes, with room for one that is longer.
const LINE_BYTES: usize = 8_192;

/// How often it is looked whether a question is over that nobody has answered yet.
const LOOK_EVERY: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// Ctrl-D, as a key.
const CTRL_D: char = '\u{4}';

/// Whether a question needs no answer any more; none where it always does.
pub(super) type IsOver<'o> = Option<&'o dyn Fn() -> bool>;

/// Reads one line after a question.
type ReadLine<'a> = dyn FnMut(&str, IsOver<'_>) -> Result<Read, Failure> + 'a;

/// What was read after a question.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Read {
    Line(String),
    /// Several lines at once, or something without an end, which Ctrl-D has then: that key is its last letter.
    NotOneLine(String),
    /// Nobody answers.
    Nobody,
    /// Nothing is asked any more.
    Over,
}

impl Read {
    /// What came of one look at a terminal.
    fn of(bytes: Vec<u8>) -> io::Result<Self> {
        let mut text = String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        Ok(match text.split_inclusive(['\r', '\n']).count() {
            0 => Self::Nobody,
            _ if !text.ends_with(['\r', '\n']) => {
                text.push(CTRL_D);
                Self::NotOneLine(text)
            }
            1 => Self::Line(text),
            _ => Self::NotOneLine(text),
        })
    }
}

/// Waits for one line of a terminal, and reads nothing beyond it.
pub(super) fn read(terminal: &io::Stdin, is_over: IsOver<'_>) -> io::Result<Read> {
    let mut bytes = vec![0; LINE_BYTES];
    loop {
        if let Some(is_over) = is_over {
            match poll(&mut [PollFd::new(terminal, PollFlags::IN)], Some(&LOOK_EVERY)) {
                Ok(0) if is_over() => return Ok(Read::Over),
                Ok(0) | Err(Errno::INTR) => continue,
                Ok(_) | Err(_) => {}
            }
        }
        match rustix::io::read(terminal, &mut bytes) {
            Err(Errno::INTR) => {}
            // Somebody set it so that it does not wait.
            Err(Errno::AGAIN) => match poll(&mut [PollFd::new(terminal, PollFlags::IN)], None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            },
            read => {
                bytes.truncate(read?);
                return Read::of(bytes);
            }
        }
    }
}

/// The one way to ask an operator something.
pub(super) struct Questions<'a> {
    read: Box<ReadLine<'a>>,
    /// Whoever read last may have read beyond its line.
    has_lost: Rc<Cell<bool>>,
}

/// What came of a question about a plan.
pub(super) enum Asked {
    Answer(String),
    /// Nobody answers.
    Nobody,
    /// What was typed may have been a stop, a pause or a no; and in words what becomes of the plan.
    HeldBack(&'static str),
    /// It was answered while the program slept, which is told already. It is to be asked anew.
    Asleep,
}

impl<'a> Questions<'a> {
    /// `read` shows a question and reads one line, and nothing beyond it.
    pub(super) fn new(read: impl FnMut(&str, IsOver<'_>) -> Result<Read, Failure> + 'a) -> Self {
        Self::after(Rc::default(), read)
    }

    /// `read` shows a question and reads one line. `has_lost` says whether whoever read before may have read beyond its line.
    pub(super) fn after(
        has_lost: Rc<Cell<bool>>,
        read: impl FnMut(&str, IsOver<'_>) -> Result<Read, Failure> + 'a,
    ) -> Self {
        Self { read: Box::new(read), has_lost }
    }

    /// The answer to a question, typed after it stood there; none where nobody answers. `shown` names what an operator has to
    /// have seen first, such as "the plan was shown".
    pub(super) fn ask(&mut self, question: &str, shown: &str) -> Result<Option<String>, Failure> {
        loop {
            match self.asked(question, shown, None)? {
                Asked::Answer(answer) => return Ok(Some(answer)),
                Asked::Nobody | Asked::HeldBack(_) => return Ok(None),
                Asked::Asleep => {}
            }
        }
    }

    /// The same about a plan, where what is no answer approves nothing and may still hold back. `is_held_back` says whether somebody else
    /// has dropped it.
    pub(super) fn ask_about_plan(
        &mut self,
        question: &str,
        shown: &str,
        is_held_back: &dyn Fn() -> bool,
    ) -> Result<Asked, Failure> {
        self.asked(question, shown, Some(is_held_back))
    }

    fn asked(&mut self, question: &str, shown: &str, is_over: IsOver<'_>) -> Result<Asked, Failure> {
        let is_about_plan = is_over.is_some();
        let is_terminal = io::stdin().is_terminal();
        let unasked = |error| {
            Failure::internal(format_args!(
                "what was typed before {shown} cannot be thrown away, so nothing is asked: {error}"
            ))
        };
        if is_about_plan && is_terminal && signals::has_come() {
            return Ok(Asked::HeldBack(SLEPT));
        }
        loop {
            // Whatever somebody made of the terminal meanwhile.
            let keyboard = is_terminal.then(Keyboard::for_question).transpose().map_err(unasked)?;
            let early = forget_typed().map_err(unasked)?;
            let has_lost = self.has_lost.replace(false);
            if is_about_plan && early.asks_for_less() {
                return Ok(Asked::HeldBack(HELD_BACK));
            }
            if is_about_plan && has_lost {
                return Ok(Asked::HeldBack(LOST));
            }
            if is_about_plan && early.is_pasted() {
                return Ok(Asked::HeldBack(PASTED));
            }
            if !is_about_plan && breaks_off(&early.last) {
                talk(UNANSWERED);
                return Ok(Asked::Nobody);
            }
            let has_lost = has_lost || early.is_pasted();
            if has_lost || !early.last.is_empty() {
                talk(format_args!("What was typed before {shown} is not taken as an answer."));
            }
            let awake = Awake::from_now();
            let spoken = is_terminal.then(|| Spoken::before_the_end(UNANSWERED));
            let read = (self.read)(question, is_over);
            drop(spoken);
            drop(keyboard);
            if !is_terminal {
                // A program is not asked twice. What it was put to sleep by before it answered is over.
                signals::note_from_now();
            }
            let (text, is_one_line) = match read? {
                Read::Nobody => return Ok(Asked::Nobody),
                Read::Over => return Ok(Asked::HeldBack(HELD_BACK)),
                Read::Line(line) => (line, true),
                Read::NotOneLine(text) => (text, false),
            };
            let begun = begun(&early.last);
            let is_held_back = match is_one_line {
                true => {
                    has_stop_key(text.as_bytes())
                        || begun.is_some_and(|begun| asks_for_less(&[begun, text.as_bytes()].concat()))
                }
                false => asks_for_less(text.as_bytes()),
            };
            if is_about_plan && is_held_back {
                return Ok(Asked::HeldBack(HELD_BACK));
            }
            if !is_about_plan && breaks_off(text.as_bytes()) {
                talk(UNANSWERED);
                return Ok(Asked::Nobody);
            }
            if is_terminal && awake.has_slept() {
                talk(ASLEEP);
                // That is told, and the next question is another one.
                signals::note_from_now();
                return Ok(Asked::Asleep);
            }
            if !is_one_line {
                talk(NOT_ONE_LINE);
            } else if begun.is_some() || has_lost && early.last.is_empty() {
                // "wait, the cable is not │ ok": the end of a sentence is no answer. What an editor lost has no end that anybody has seen.
                talk(format_args!("That line was begun before {shown}, so it is not taken either. Answer once more."));
            } else {
                return Ok(Asked::Answer(text));
            }
        }
    }
}

/// Whether a key that means a stop, or a whole line that asks for a stop or a pause or says no, is among what was typed.
fn asks_for_less(bytes: &[u8]) -> bool {
    let whole = bytes.len() - begun(bytes).map_or(0, <[u8]>::len);
    let lines = String::from_utf8_lossy(&bytes[..whole]);
    let is_less = |line: &str| {
        matches!(reply::during_run(line), RunWord::StopNow | RunWord::Stop | RunWord::Pause | RunWord::No)
            || reply::at_review(line) == Reply::No
    };
    has_stop_key(bytes) || lines.split(['\r', '\n']).any(is_less)
}

fn has_stop_key(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| STOP_KEYS.contains(byte))
}

/// Whether Ctrl-C or Ctrl-\\ is among it, of a terminal that makes no signals of them.
fn breaks_off(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| [INTERRUPT, QUIT].contains(byte))
}

/// The line that has no end yet; none where everything has one.
fn begun(bytes: &[u8]) -> Option<&[u8]> {
    bytes.rsplit(|byte| b"\r\n".contains(byte)).next().filter(|begun| !begun.is_empty())
}

/// What was typed before a question.
#[derive(Default)]
struct Early {
    /// The end of it, whole lines and what is begun.
    last: Vec<u8>,
    /// How many bytes there were.
    typed: usize,
    /// What is not kept any more asked for less.
    was_less: bool,
}

impl Early {
    fn add(&mut self, bytes: &[u8]) {
        self.typed += bytes.len();
        self.last.extend_from_slice(bytes);
        if self.last.len() <= 2 * EARLY_BYTES {
            return;
        }
        self.was_less |= asks_for_less(&self.last);
        // Nothing is cut out of the line that is begun, unless that is longer than any line.
        let begun = begun(&self.last).map_or(0, <[u8]>::len).min(EARLY_BYTES);
        self.last.drain(..self.last.len() - begun);
    }

    fn asks_for_less(&self) -> bool {
        self.was_less || asks_for_less(&self.last)
    }

    /// Nobody types so much.
    const fn is_pasted(&self) -> bool {
        self.typed > PASTED_BYTES
    }
}

/// Takes what was typed before now out of the queue. Of a pipe nothing is taken: a program may write ahead.
fn forget_typed() -> io::Result<Early> {
    let (stdin, mut taken) = (io::stdin(), Early::default());
    if !stdin.is_terminal() {
        return Ok(taken);
    }
    let before = tcgetattr(&stdin)?;
    // While lines are edited by the kernel, it gives and counts whole ones alone.
    let mut all = before.clone();
    all.local_modes.remove(LocalModes::ICANON);
    // A read waits for nothing more than one byte.
    all.special_codes[SpecialCodeIndex::VMIN] = 1;
    all.special_codes[SpecialCodeIndex::VTIME] = 0;
    loop {
        tcsetattr(&stdin, OptionalActions::Now, &all)?;
        let took = take_all(&stdin, &mut taken);
        tcsetattr(&stdin, OptionalActions::Now, &before)?;
        took?;
        // What came between the two is one piece to the kernel, and would be given as such.
        if ioctl_fionread(&stdin)? == 0 {
            return Ok(taken);
        }
    }
}

/// Whether more is typed soon.
fn follows(stdin: &io::Stdin) -> io::Result<bool> {
    match poll(&mut [PollFd::new(stdin, PollFlags::IN)], Some(&LOOK_EVERY)) {
        Err(Errno::INTR) => Ok(true),
        polled => Ok(polled? > 0),
    }
}

fn take_all(stdin: &io::Stdin, taken: &mut Early) -> io::Result<()> {
    let mut bytes = [0; 256];
    while ioctl_fionread(stdin)? > 0 || taken.is_pasted() && follows(stdin)? {
        match rustix::io::read(stdin, &mut bytes) {
            Err(Errno::INTR) => {}
            read => match read? {
                0 => break,
                read => taken.add(&bytes[..read]),
            },
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stop that was typed while a change was looked at was thrown away, and the plan waited for its yes.
    #[test]
    fn what_was_typed_too_early_may_still_hold_back() {
        for (typed, holds_back) in [
            ("stop now\n", true),
            ("yes\nno\nyes\n", true),
            ("halt\r", true),
            ("warte\n", true),
            ("nach diesem Schritt beenden\nye", true),
            // Ctrl-D, and Ctrl-D as it is read later.
            ("ye\x04", true),
            ("\0", true),
            // A letter is a no at a review.
            ("n\n", true),
            ("r\r", true),
            ("", false),
            ("\n", false),
            ("yes\nyes\n", false),
            ("go to position 2\n", false),
            // It has no end yet, and is asked for anew as a whole.
            ("wait, the camera cable is not ", false),
        ] {
            assert_eq!(asks_for_less(typed.as_bytes()), holds_back, "{typed:?}");
        }
    }

    /// All of a flood was kept.
    #[test]
    fn of_a_flood_the_end_is_kept_and_whether_it_asked_for_less() {
        let flood = |line: &str| {
            let mut early = Early::default();
            early.add(line.as_bytes());
            (0..10_000).for_each(|_| early.add(b"go home\n"));
            early.add(b"ye");
            early
        };
        let early = flood("stop now\n");
        assert!(early.asks_for_less() && early.is_pasted() && early.last.len() <= 2 * EARLY_BYTES);
        assert_eq!(begun(&early.last), Some(&b"ye"[..]));
        assert!(!flood("go home\n").asks_for_less());
        let mut long = Early::default();
        (0..100).for_each(|_| long.add(&[b'x'; 1_000]));
        assert!(long.last.len() <= 2 * EARLY_BYTES && begun(&long.last).is_some());
    }

    /// What stood behind the first line of a read stayed in a buffer: a stop there was lost, and a yes answered the next question.
    #[test]
    fn what_is_not_one_line_answers_nothing() {
        let several = |text: &str| Read::NotOneLine(text.to_owned());
        for (read, is) in [
            ("yes\n", Read::Line("yes\n".to_owned())),
            ("\r", Read::Line("\r".to_owned())),
            ("", Read::Nobody),
            ("yes\nstop now\n", several("yes\nstop now\n")),
            ("no\nyes\n", several("no\nyes\n")),
            ("yes\r\n", several("yes\r\n")),
            ("yes", several("yes\u{4}")),
            ("yes\nstop", several("yes\nstop\u{4}")),
        ] {
            assert_eq!(Read::of(read.as_bytes().to_vec()).unwrap(), is, "{read:?}");
        }
        assert!(Read::of(b"stop n\xff\n".to_vec()).is_err());
    }

    /// "stop no│w" was thrown away before the question, and its end was no answer.
    #[test]
    fn a_line_that_was_begun_is_known() {
        for (typed, is) in
            [("", None), ("\n", None), ("yes\n", None), ("stop no", Some("stop no")), ("yes\rn", Some("n"))]
        {
            assert_eq!(begun(typed.as_bytes()), is.map(str::as_bytes), "{typed:?}");
        }
    }
}
