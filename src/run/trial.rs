//! A trial of a controller: this program's side of the hand-over, step by step, and what the controller did wrong.
//!
//! In: a folder that is shared with a controller, the snapshot in force, a person's yes. Out: a finding for each [`Case`].
//!
//! ```text
//! ask (nothing moves) ─▶ where the robot is ─▶ Way: one allowed move and back, verified ─▶ a yes ─▶ AgreedWay ─▶ play ─▶ findings
//! ```
//!
//! 1. Nothing but the two moves of an [`AgreedWay`] is permitted. Both have passed the verifier for the place that the robot reported, and
//!    only a yes to what was shown makes an `AgreedWay`.
//! 2. Each case is a run of its own through [`FileHandover`](super::FileHandover): its lock, its publisher and its reader, and no other.
//! 3. No `go` is published before the controller has reported, in that run, that the robot is where the move begins. One `go` alone comes
//!    without a report of its own run: that of a case in which no controller may move, directly after a run that had one.
//! 4. On every way out of a case a `stop` stands, or the person is told at once that none does, and the trial ends. A wish to stop is
//!    looked at before every line.
//! 5. What is found is a value of [`Fault`]; words are made from it, and nothing is decided by words.
//!
//! Time, and the hands of a person at the robot, are [`Beside`]: a test lets time pass by turns, and waits for no clock.

use std::{path::Path, time::Duration};

use super::{Control, driver::DriverError};
use crate::{observe::Declared, review::Place};

mod case;
mod cases;
mod finding;
mod play;
mod step;
mod way;

pub use case::Case;
pub use cases::{ask, play};
pub use finding::{Fault, Finding, LeftOut, Outcome};
pub use way::{AgreedWay, NoWay, Way};

/// What a person at the robot is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Bring the robot back to this place by hand: it was halted on its way.
    BringBack(Place),
    /// Switch the controller off and on again as soon as the robot moves, which it does after the answer.
    GetReadyToRestart,
    /// Whether the controller was switched off and on while the robot moved.
    WasItRestarted,
}

/// What is beside the two programs: time, and a person at the robot.
pub trait Beside {
    /// How much time has passed, since whenever.
    fn now(&self) -> Duration;

    /// Lets time pass.
    fn pass(&mut self, time: Duration);

    /// A case begins.
    fn begin(&mut self, case: Case);

    /// No stop could be published: the robot may move on until it misses the heartbeat.
    fn not_stopped(&mut self, why: &DriverError);

    /// Asks the person; whether it is done, or is so. False where nobody is there.
    fn please(&mut self, request: &Request) -> bool;
}

/// A trial of the controller that shares a folder.
#[derive(Debug)]
pub struct Trial<'t> {
    /// The folder.
    pub folder: &'t Path,
    /// What an engineer declared about the controller.
    pub declared: &'t Declared,
    /// How long an answer may take that needs no motion, and a halt.
    pub wait: Duration,
    /// Whose wish to stop ends the trial.
    pub control: &'t Control,
}

/// Why a trial broke off. Nothing is known of the cases that it had not come to.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// Somebody wished to stop, or no stop could be published.
    #[error("the trial was stopped")]
    Stopped,
    /// The folder cannot be used, or somebody else uses it.
    #[error(transparent)]
    Folder(#[from] DriverError),
}
