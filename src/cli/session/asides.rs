//! Questions during a run, answered by a thread of their own: nothing waits for an answer. In: a line that may be a question.
//! Out: its answer, as a line of the display; what turns out to be none is as good as not understood.

use std::thread;

use crossbeam_channel::{Sender, bounded};

use super::display::Lines;
use crate::workflow::{Aside, AskedAside};

/// Takes questions.
#[derive(Clone)]
pub(super) struct Asides(Option<Sender<String>>);

impl Asides {
    /// `not_understood` is called for a line that is no question.
    pub(super) fn start(aside: Aside, lines: Lines, not_understood: impl Fn() + Send + 'static) -> Self {
        // One at a time: a second question meanwhile is not understood, and pauses.
        let (questions, asked) = bounded::<String>(1);
        let work = move || {
            for line in asked {
                match aside.ask(&line) {
                    AskedAside::TheRun => lines.show(lines.stands()),
                    AskedAside::Answered(text) => lines.show(text),
                    AskedAside::Nothing => not_understood(),
                }
            }
        };
        let thread = thread::Builder::new().name("questions".to_owned()).spawn(work);
        Self(thread.is_ok().then_some(questions))
    }

    /// Whether the line is taken for a question.
    pub(super) fn take(&self, line: &str) -> bool {
        self.0.as_ref().is_some_and(|questions| questions.try_send(line.to_owned()).is_ok())
    }
}
