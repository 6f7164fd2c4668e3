//! The operator's hand on a run: pause, resume, finish the step and stop, stop now.
//!
//! In: wishes, from any thread. Out: what the run looks at before anything else. A wish to stop is never taken back, and
//! the stronger one counts. Nothing here waits: a wish is set, and the run is woken.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

use super::protocol::{Stop, Wishes};

/// Wishes of others that wait to be told.
const BESIDE_MAX: usize = 64;

/// What somebody else than the run's operator wished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OthersWish {
    /// Who, and from where: "Fred, at a console beside".
    pub by: String,
    /// What comes of it, in words.
    pub words: String,
    /// Whether no further step is sent by it until somebody says so.
    pub pauses: bool,
}

/// One run's control; clones share it.
#[derive(Clone, Debug)]
pub struct Control(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    wish: Mutex<(Wishes, Option<String>)>,
    /// What was wished elsewhere, and is not told yet.
    beside: Mutex<Vec<OthersWish>>,
    wake: Sender<()>,
    woken: Receiver<()>,
}

impl Control {
    /// A control that lets a run go on.
    #[must_use]
    pub fn new() -> Self {
        // One message is enough: whoever is woken looks at everything.
        let (wake, woken) = bounded(1);
        Self(Arc::new(Inner { wish: Mutex::default(), beside: Mutex::default(), wake, woken }))
    }

    /// No further step is permitted until [`Self::resume`].
    pub fn pause(&self) {
        self.change(|wishes| wishes.is_paused = true);
    }

    /// Ends a pause.
    pub fn resume(&self) {
        self.change(|wishes| wishes.is_paused = false);
    }

    /// Each step that is not sent yet waits for a yes of its own, to the run's end.
    pub fn step_by_step(&self) {
        self.change(|wishes| wishes.is_stepwise = true);
    }

    /// The operator's yes to the one step that [`super::Event::StepAsked`] asked about with this question.
    pub fn yes_to(&self, question: u32) {
        self.change(|wishes| wishes.yes_to = Some(question));
    }

    /// The operator looked, and says that the step was done that [`super::Event::Unsure`] asked about with this code.
    pub fn confirm(&self, code: u16) {
        self.change(|wishes| wishes.confirmed = Some(code));
    }

    /// The step that was permitted is finished, and no other is permitted. Ends a pause.
    pub fn finish_step_and_stop(&self) {
        self.change(|wishes| wishes.stop = wishes.stop.max(Stop::AfterStep));
    }

    /// The robot is halted where it is.
    pub fn stop_now(&self) {
        self.change(|wishes| wishes.stop = Stop::Now);
    }

    /// The same, for something that is not the operator's word: a signal, a lost terminal. The first reason is kept for
    /// the report.
    pub fn stop_now_because(&self, reason: &str) {
        self.0.wish.lock().1.get_or_insert_with(|| reason.to_owned());
        self.stop_now();
    }

    /// Has it told that somebody else than its operator wished something. The wish itself is set beside this, and first.
    pub fn tell_beside(&self, beside: OthersWish) {
        let mut untold = self.0.beside.lock();
        // More than are ever set between two turns of a run.
        if untold.len() < BESIDE_MAX {
            untold.push(beside);
        }
        drop(untold);
        let _ = self.0.wake.try_send(());
    }

    /// What is to be told of others than the operator.
    pub(super) fn take_beside(&self) -> Vec<OthersWish> {
        std::mem::take(&mut self.0.beside.lock())
    }

    /// How the run is to stop.
    #[must_use]
    pub fn stop(&self) -> Stop {
        self.wishes().stop
    }

    /// Whether no further step is to be permitted for now.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        let wishes = self.wishes();
        wishes.is_paused && wishes.stop == Stop::No
    }

    /// What is wished now.
    pub(super) fn wishes(&self) -> Wishes {
        self.0.wish.lock().0
    }

    /// Why the robot is to be halted, where that is not the operator's word.
    pub(super) fn reason(&self) -> Option<String> {
        self.0.wish.lock().1.clone()
    }

    /// Gets a message whenever the wishes have changed.
    pub(super) fn woken(&self) -> &Receiver<()> {
        &self.0.woken
    }

    fn change(&self, change: impl FnOnce(&mut Wishes)) {
        change(&mut self.0.wish.lock().0);
        // Full: whoever is to be woken will be.
        let _ = self.0.wake.try_send(());
    }
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}
