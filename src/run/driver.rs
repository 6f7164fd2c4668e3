//! What stands between a run and a robot: the trait, what goes to a driver, and what comes back.
//!
//! A driver is not believed. Its acknowledgement says only that it has nothing more to do; whether a step was done is
//! judged by what it then observes, against what the verifier's simulation says, and an observation that belongs to
//! another step or another run counts for nothing.

use std::{path::PathBuf, time::Duration};

use uuid::Uuid;

use super::{Control, Ended};
use crate::{
    cell::shown,
    limits::DRIVER_ERROR_BYTES_MAX,
    plan::Step,
    review::{Digest, Place},
};

/// Moves a robot, or pretends to.
///
/// [`super::execute`] calls `withdraw` and `begin` once, then for each step `step` and `observe`, then `halt` if anything went wrong, and
/// `end` last. It never sends a step again, and none after one that failed.
pub trait Driver {
    /// A word for the record.
    fn name(&self) -> &'static str;

    /// Whether no robot moves, whatever is sent. Only then a plan that nobody approved may be run.
    fn is_simulated(&self) -> bool {
        false
    }

    /// Takes back whatever an earlier run may still permit, for one that a crash cut off. Called before anything of a new run
    /// is written, and when a crash is recovered from.
    ///
    /// # Errors
    ///
    /// The run is not begun then.
    fn withdraw(&mut self) -> Result<(), DriverError> {
        Ok(())
    }

    /// Gets ready for a run. Nothing may move yet; [`Self::observe`] must be able to say where the robot is afterwards.
    ///
    /// # Errors
    ///
    /// The run is not begun then.
    fn begin(&mut self, handover: &Handover, control: &Control) -> Result<(), DriverError>;

    /// Has one step done, and returns when it is done, has failed, its deadline is over or the control says stop now.
    ///
    /// # Errors
    ///
    /// The run ends with it.
    fn step(&mut self, order: &Order, control: &Control) -> Result<Acknowledgement, DriverError>;

    /// Where the robot is, and after which step that was seen.
    ///
    /// # Errors
    ///
    /// The run ends with it: what cannot be seen is not known.
    fn observe(&mut self) -> Result<Observation, DriverError>;

    /// Has the robot stop where it is.
    ///
    /// # Errors
    ///
    /// Nobody can say then whether it stopped.
    fn halt(&mut self) -> Result<(), DriverError>;

    /// The run is over; nothing more may be done for it.
    ///
    /// # Errors
    ///
    /// Noted in the report; the run's end stays what it was.
    fn end(&mut self, ended: &Ended) -> Result<(), DriverError>;

    /// A second way to [`Self::halt`], for when a call does not return.
    fn stopper(&self) -> Option<Stopper> {
        None
    }
}

/// Has the robot stop where it is, from any thread.
pub type Stopper = Box<dyn Fn() -> Result<(), DriverError> + Send>;

/// A run, as its driver gets it before the first step.
#[derive(Clone, Debug)]
pub struct Handover {
    /// Its id.
    pub run: Uuid,
    /// How many steps it has.
    pub steps: u32,
    /// Where the robot must be.
    pub start: Place,
    /// BLAKE3 over the plan's document.
    pub plan_hash: Digest,
    /// Where the whole sequence was written.
    pub actions: PathBuf,
    /// What was written there.
    pub text: String,
    /// BLAKE3 over the bytes of that text.
    pub actions_hash: Digest,
    /// How long the driver may take to get ready.
    pub deadline: Duration,
}

/// One step, as its driver gets it.
#[derive(Clone, Debug)]
pub struct Order {
    /// The run's id.
    pub run: Uuid,
    /// The step's place in the plan, counted from 1.
    pub number: u32,
    /// How many steps there are.
    pub of: u32,
    /// The step.
    pub step: Step<'static>,
    /// Where the robot is before it.
    pub before: Place,
    /// Where the verifier says that it is after it.
    pub after: Place,
    /// How long the cell says that it takes: a move's cost, a routine's wait. None: it does not say.
    pub expected: Option<Duration>,
    /// How long it may take.
    pub deadline: Duration,
}

/// A driver's word that it has nothing more to do for a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acknowledgement {
    /// Of which run.
    pub run: Uuid,
    /// Of which step.
    pub number: u32,
    /// How long it took, in the driver's time.
    pub took: Duration,
}

/// Where the robot was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// In which run.
    pub run: Uuid,
    /// After which step; 0 before the first.
    pub after_step: u32,
    /// Where, and with what in hand.
    pub place: Place,
}

/// Why a driver could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum DriverError {
    #[error("{}", short(.0))]
    Failed(String),
    #[error("no answer within {:.0} s", .limit.as_secs_f64())]
    Late { limit: Duration },
    #[error("stopped by the operator")]
    Stopped,
    #[error("what the controller says does not fit the run: {}", short(.0))]
    Protocol(String),
    #[error("the driver has a fault of its own: {}", short(.0))]
    Panicked(String),
    #[error("the driver does not answer any more")]
    Lost,
}

/// A text from outside as it is kept and shown: escaped, and not endless.
pub(super) fn short(text: &str) -> String {
    let mut end = text.len().min(DRIVER_ERROR_BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let more = if end < text.len() { " …" } else { "" };
    format!("{}{more}", shown(&text[..end]))
}
