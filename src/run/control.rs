//! The operator's hand on a run: pause, resume, finish the step and stop, stop now.
//!
//! In: wishes, from any thread. Out: what the run and its driver look at. A wish to stop is never taken back, and the
//! stronger one counts. A pause holds between two steps: a step that was sent is finished.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::{Condvar, Mutex};

/// How a run is to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// Not at all.
    #[default]
    No,
    /// When the step that was sent is done.
    AfterStep,
    /// At once, in the middle of a step.
    Now,
}

/// One run's control; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    wish: Mutex<Wish>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug, Default)]
struct Wish {
    stop: Stop,
    is_paused: bool,
}

impl Control {
    /// A control that lets a run go on.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// No further step is sent until [`Self::resume`].
    pub fn pause(&self) {
        self.change(|wish| wish.is_paused = true);
    }

    /// Ends a pause.
    pub fn resume(&self) {
        self.change(|wish| wish.is_paused = false);
    }

    /// The step that was sent is finished, and no other is sent. Ends a pause.
    pub fn finish_step_and_stop(&self) {
        self.change(|wish| wish.stop = wish.stop.max(Stop::AfterStep));
    }

    /// The robot is halted where it is.
    pub fn stop_now(&self) {
        self.change(|wish| wish.stop = Stop::Now);
    }

    /// How the run is to stop.
    #[must_use]
    pub fn stop(&self) -> Stop {
        self.0.wish.lock().stop
    }

    /// Whether no further step is to be sent for now.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        let wish = *self.0.wish.lock();
        wish.is_paused && wish.stop == Stop::No
    }

    /// Returns when nobody wants a pause, or somebody a stop.
    pub fn wait_while_paused(&self) {
        let mut wish = self.0.wish.lock();
        self.0.changed.wait_while(&mut wish, |wish| wish.is_paused && wish.stop == Stop::No);
    }

    /// Returns after `time`, or sooner if the robot is to be halted.
    pub fn wait(&self, time: Duration) {
        let end = Instant::now().checked_add(time);
        let mut wish = self.0.wish.lock();
        while wish.stop != Stop::Now {
            match end {
                Some(end) if self.0.changed.wait_until(&mut wish, end).timed_out() => return,
                Some(_) => {}
                None => self.0.changed.wait(&mut wish),
            }
        }
    }

    fn change(&self, change: impl FnOnce(&mut Wish)) {
        change(&mut self.0.wish.lock());
        self.0.changed.notify_all();
    }
}
