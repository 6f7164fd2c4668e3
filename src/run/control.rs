//! The operator's hand on a run: pause, resume, finish the step and stop, stop now.
//!
//! In: wishes, from any thread. Out: what the run looks at before anything else. Nothing here waits: a wish is set, and the run is woken.
//!
//! 1. A wish to stop is never taken back, and the stronger one counts.
//! 2. What lets the robot go on answers what was shown. Each pause has a number, and is lifted by whoever names the last one; a yes to a
//!    step names the question that stands, and is not kept for another.
//! 3. A control is made before the plan is shown that its run may come of. Whoever says stop from then on says it to that run, and if the
//!    program stands still between the two, the run does not begin.

use std::{sync::Arc, time::Duration};

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

use super::{
    Event,
    awake::Since,
    protocol::{Stop, Wishes},
};

/// Wishes that wait to be told.
const UNTOLD_MAX: usize = 64;

/// What somebody else than the run's operator wished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OthersWish {
    /// Who, and from where: "Fred, at a console beside".
    pub by: String,
    /// What comes of it, in words.
    pub words: String,
    /// The pause that it is, where no further step is sent by it until somebody says so.
    pub pause: Option<u32>,
}

/// What came of a wish to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoneOn {
    /// The pause is over.
    Lifted,
    /// There was none.
    NotPaused,
    /// Somebody has paused since: the pause with this number stands.
    PausedSince(u32),
}

/// One run's control; clones share it.
#[derive(Clone, Debug)]
pub struct Control(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    made: Since,
    wish: Mutex<Wished>,
    /// What was wished and is not told yet.
    untold: Mutex<Vec<Event>>,
    wake: Sender<()>,
    woken: Receiver<()>,
}

#[derive(Debug, Default)]
struct Wished {
    wishes: Wishes,
    /// Why the robot is to be halted, where that is not a plain stop of the operator's.
    reason: Option<String>,
    /// The question that stands, whether a step may be sent.
    question: Option<u32>,
}

impl Wished {
    fn pause(&mut self) -> u32 {
        self.wishes.pauses += 1;
        self.wishes.is_paused = true;
        // It is asked anew when the pause is over.
        self.question = None;
        self.wishes.pauses
    }
}

impl Control {
    /// Whether both are the control of the same run.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// A control that lets a run go on.
    #[must_use]
    pub fn new() -> Self {
        // One message is enough: whoever is woken looks at everything.
        let (wake, woken) = bounded(1);
        let inner = Inner { made: Since::now(), wish: Mutex::default(), untold: Mutex::default(), wake, woken };
        Self(Arc::new(inner))
    }

    /// No further step is permitted until [`Self::resume`] names this pause, whose number is given back.
    pub fn pause(&self) -> u32 {
        let number = self.0.wish.lock().pause();
        self.wake();
        number
    }

    /// The same, unless a pause stands already: none then. For a wish that says nothing new.
    pub fn pause_unless_paused(&self) -> Option<u32> {
        let mut wished = self.0.wish.lock();
        let number = (!wished.wishes.is_paused).then(|| wished.pause());
        drop(wished);
        self.wake();
        number
    }

    /// The number of the last pause, whether it stands or not; 0 before the first.
    #[must_use]
    pub fn last_pause(&self) -> u32 {
        self.0.wish.lock().wishes.pauses
    }

    /// Ends the pause that stands, by whoever was shown that it does: `shown` is its number. A pause that was wished since stands.
    pub fn resume(&self, shown: u32) -> GoneOn {
        let mut wished = self.0.wish.lock();
        if !wished.wishes.is_paused {
            return GoneOn::NotPaused;
        }
        if wished.wishes.pauses != shown {
            return GoneOn::PausedSince(wished.wishes.pauses);
        }
        wished.wishes.is_paused = false;
        // Before anybody can tell of a later pause.
        self.tell(Event::PauseLifted { pause: shown });
        drop(wished);
        GoneOn::Lifted
    }

    /// Each step that is not sent yet waits for a yes of its own, to the run's end.
    pub fn step_by_step(&self) {
        self.change(|wishes| wishes.is_stepwise = true);
    }

    /// The operator's yes to the one step that [`super::Event::StepAsked`] asked about with this question. Whether it was taken: a yes to
    /// anything but the question that stands, while nothing is paused, is none.
    pub fn yes_to(&self, question: u32) -> bool {
        let mut wished = self.0.wish.lock();
        if wished.question != Some(question) || wished.wishes.is_paused {
            return false;
        }
        // It takes one yes.
        wished.question = None;
        wished.wishes.yes_to = Some(question);
        drop(wished);
        self.wake();
        true
    }

    /// Whether this is the last yes that was taken: whoever presses a key twice has said it once.
    #[must_use]
    pub fn has_yes(&self, question: u32) -> bool {
        self.0.wish.lock().wishes.yes_to == Some(question)
    }

    /// The same of a confirmation.
    #[must_use]
    pub fn has_confirmed(&self, code: u16) -> bool {
        self.0.wish.lock().wishes.confirmed == Some(code)
    }

    /// Somebody is asked anew whether a step was done. Whatever was confirmed before is no answer to that.
    pub(super) fn asks_whether_done(&self) {
        self.0.wish.lock().wishes.confirmed = None;
    }

    /// This question is asked now, and no other stands.
    pub(super) fn asks(&self, question: u32) {
        self.0.wish.lock().question = Some(question);
    }

    /// The operator looked, and says that the step was done that [`super::Event::Unsure`] asked about with this code.
    pub fn confirm(&self, code: u16) {
        self.change(|wishes| wishes.confirmed = Some(code));
    }

    /// The step that was permitted is finished, and no other is permitted. Ends a pause.
    pub fn finish_step_and_stop(&self) {
        self.raise(Stop::AfterStep, false, None);
    }

    /// The same, by the program, and by nobody's word. The reason is recorded, unless a stop was wished before.
    pub fn finish_step_and_stop_because(&self, reason: &str) {
        self.raise(Stop::AfterStep, true, Some(reason));
    }

    /// The robot is halted where it is.
    pub fn stop_now(&self) {
        self.raise(Stop::Now, false, None);
    }

    /// The same, by the program, and by nobody's word: a signal, a lost terminal. The reason is recorded, unless the robot was to be halted
    /// before.
    pub fn stop_now_because(&self, reason: &str) {
        self.raise(Stop::Now, true, Some(reason));
    }

    /// The same, by somebody's word or key that was not a plain stop: the reason is recorded.
    pub fn stop_now_by_word(&self, reason: &str) {
        self.raise(Stop::Now, false, Some(reason));
    }

    /// Whoever wished the strongest stop first is on record.
    fn raise(&self, stop: Stop, is_by_program: bool, reason: Option<&str>) {
        let mut wished = self.0.wish.lock();
        if stop > wished.wishes.stop {
            (wished.wishes.stop, wished.wishes.is_by_program) = (stop, is_by_program);
            wished.reason = reason.map(str::to_owned);
        }
        drop(wished);
        self.wake();
    }

    /// Has it told that somebody else than its operator wished something. The wish itself is set beside this, and first.
    pub fn tell_beside(&self, beside: OthersWish) {
        self.tell(Event::Beside(beside));
    }

    fn tell(&self, event: Event) {
        let mut untold = self.0.untold.lock();
        // More than are ever set between two turns of a run.
        if untold.len() < UNTOLD_MAX {
            untold.push(event);
        }
        drop(untold);
        self.wake();
    }

    /// What was wished, and is to be told.
    pub(super) fn take_untold(&self) -> Vec<Event> {
        std::mem::take(&mut self.0.untold.lock())
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

    /// Whether somebody wished a stop or a pause at all, lifted or not.
    #[must_use]
    pub fn is_held_back(&self) -> bool {
        let wishes = self.wishes();
        wishes.stop != Stop::No || wishes.pauses > 0
    }

    /// Whether each step waits for a yes of its own.
    #[must_use]
    pub fn is_stepwise(&self) -> bool {
        self.wishes().is_stepwise
    }

    /// What is wished now.
    pub(super) fn wishes(&self) -> Wishes {
        self.0.wish.lock().wishes
    }

    /// Why the robot is to be halted, where that is not a plain stop of the operator's.
    pub(crate) fn reason(&self) -> Option<String> {
        self.0.wish.lock().reason.clone()
    }

    /// For how long the program stood still since the control was made, if it did for longer than a permit holds.
    pub(crate) fn stood_still(&self) -> Option<Duration> {
        self.0.made.stood_still()
    }

    /// Gets a message whenever the wishes have changed.
    pub(crate) fn woken(&self) -> &Receiver<()> {
        &self.0.woken
    }

    fn change(&self, change: impl FnOnce(&mut Wishes)) {
        change(&mut self.0.wish.lock().wishes);
        self.wake();
    }

    fn wake(&self) {
        // Full: whoever is to be woken will be.
        let _ = self.0.wake.try_send(());
    }
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}
