//! Questions to an operator, and what was typed too early to answer them.
//!
//! An answer counts when it was typed after the question stood there: as a whole, from its first letter on. [`Questions`] is
//! the one way to ask. What waits in the kernel's queue before a question is thrown away, and so is the rest of a line that
//! had been begun. What an editor read beyond the line that it gave is lost with that editor, and may have been the beginning of
//! a line: the next line is not taken then (`console/ahead.rs`).

use std::{
    cell::Cell,
    io::{self, IsTerminal},
    rc::Rc,
};

use rustix::{
    io::ioctl_fionread,
    termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr},
};

use super::{failure::Failure, printer::talk, signals::Spoken};

/// At Ctrl-C.
const UNANSWERED: &str = "Nothing was answered: nothing is proposed, approved or run by it.";

/// Reads one line after a question; none where nobody answers.
type ReadLine<'a> = dyn FnMut(&str) -> Result<Option<String>, Failure> + 'a;

/// The one way to ask an operator something.
pub(super) struct Questions<'a> {
    read: Box<ReadLine<'a>>,
    /// Whoever read last may have read beyond its line.
    has_lost: Rc<Cell<bool>>,
}

impl<'a> Questions<'a> {
    /// `read` shows a question and reads one line, and nothing beyond it.
    pub(super) fn new(read: impl FnMut(&str) -> Result<Option<String>, Failure> + 'a) -> Self {
        Self::after(Rc::default(), read)
    }

    /// `read` shows a question, reads one line, and says in `has_lost` whether it may have read beyond it.
    pub(super) fn after(
        has_lost: Rc<Cell<bool>>,
        read: impl FnMut(&str) -> Result<Option<String>, Failure> + 'a,
    ) -> Self {
        Self { read: Box::new(read), has_lost }
    }

    /// The answer to a question, typed after it stood there; none where nobody answers. `shown` names what an operator has to
    /// have seen first, such as "the plan was shown".
    pub(super) fn ask(&mut self, question: &str, shown: &str) -> Result<Option<String>, Failure> {
        loop {
            let typed = self.forget(shown)?;
            if typed != Typed::Nothing {
                talk(format_args!("What was typed before {shown} is not taken as an answer."));
            }
            let spoken = io::stdin().is_terminal().then(|| Spoken::before_the_end(UNANSWERED));
            let answer = (self.read)(question);
            drop(spoken);
            let answer = answer?;
            if typed != Typed::PartOfLine || answer.is_none() {
                return Ok(answer);
            }
            // "wait, the cable is not │ ok": the end of a sentence is no answer.
            talk(format_args!("That line was begun before {shown}, so it is not taken either. Answer once more."));
        }
    }

    fn forget(&self, shown: &str) -> Result<Typed, Failure> {
        let typed = forget_typed().map_err(|error| {
            Failure::internal(format_args!(
                "what was typed before {shown} cannot be thrown away, so nothing is asked: {error}"
            ))
        })?;
        // What an editor lost has no end that anybody has seen.
        let has_lost = self.has_lost.replace(false);
        Ok(if has_lost && typed == Typed::Nothing { Typed::PartOfLine } else { typed })
    }
}

/// What was typed before a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Typed {
    Nothing,
    /// Whole lines.
    Lines,
    /// A line that has no end yet comes last.
    PartOfLine,
}

/// Takes what was typed before now out of the queue. Of a pipe nothing is taken: a program may write ahead.
fn forget_typed() -> io::Result<Typed> {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        return Ok(Typed::Nothing);
    }
    let before = tcgetattr(&stdin)?;
    // While lines are edited by the kernel, it gives and counts whole ones alone.
    let mut all = before.clone();
    all.local_modes.remove(LocalModes::ICANON);
    tcsetattr(&stdin, OptionalActions::Now, &all)?;
    let taken = take_all(&stdin);
    tcsetattr(&stdin, OptionalActions::Now, &before)?;
    taken
}

fn take_all(stdin: &io::Stdin) -> io::Result<Typed> {
    let (mut last, mut bytes) = (None, [0; 256]);
    while ioctl_fionread(stdin)? > 0 {
        match rustix::io::read(stdin, &mut bytes) {
            Err(rustix::io::Errno::INTR) => {}
            read => match read? {
                0 => break,
                read => last = bytes[..read].last().copied(),
            },
        }
    }
    Ok(match last {
        None => Typed::Nothing,
        Some(b'\n' | b'\r') => Typed::Lines,
        Some(_) => Typed::PartOfLine,
    })
}
