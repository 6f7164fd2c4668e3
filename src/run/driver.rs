//! What stands between a run and a robot: the trait, what goes to a driver, and what comes back.
//!
//! A driver carries permits to a controller and lines back. It decides nothing, and it is not believed: what its lines are
//! worth is for [`super::protocol`] to say.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use uuid::Uuid;

use super::{
    protocol::{Line, Permit},
    short::short,
};
use crate::{
    checkpoint::report::Output,
    observe::{Declared, RawState, Witness},
    plan::Step,
    review::{Digest, Place},
};

/// Carries permits to a robot's controller, or pretends to.
///
/// [`super::execute`] puts it on a thread of its own and calls `prepare` once, then `publish` for each permit and `listen`
/// in between, and drops it when the run is over. A call that never returns holds up nothing but the driver's thread.
pub trait Driver: Send {
    /// A word for the record.
    fn name(&self) -> &'static str;

    /// Whether no robot moves, whatever is permitted. Only then a plan that nobody approved may be run.
    fn is_simulated(&self) -> bool {
        false
    }

    /// Whether the time in [`Heard::at`] is a time of its own, simulated, and not the wall's.
    fn keeps_time(&self) -> bool {
        false
    }

    /// The folder that is shared with the controller, in its canonical form, where there is one.
    fn folder(&self) -> Option<PathBuf> {
        None
    }

    /// Gets ready for a run, and says what an operator should know about it. Nothing may move yet.
    ///
    /// # Errors
    ///
    /// The run is not begun then.
    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError>;

    /// Lets the controller see a permit; returns when it is on the disk, or wherever it is safe.
    ///
    /// # Errors
    ///
    /// The run ends with it.
    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError>;

    /// What the controller said since the last call. Does not wait.
    ///
    /// # Errors
    ///
    /// The run ends with it: what cannot be heard is not known.
    fn listen(&mut self) -> Result<Heard, DriverError>;

    /// What an engineer declared about this controller: what ticks by itself, and what answers which check.
    fn declared(&self, handover: &Handover) -> Declared {
        let _ = handover;
        Declared::default()
    }

    /// The way to halt the robot, from any thread, from before [`Self::prepare`] to after the driver was dropped.
    fn stopper(&self) -> Arc<dyn Stopper>;
}

/// Has the robot halt where it is.
pub trait Stopper: Send + Sync {
    /// Halts it. When this returns, and whatever [`Driver::publish`] is still doing, no permit of this run takes effect
    /// any more.
    ///
    /// # Errors
    ///
    /// Nobody can say then whether it stopped.
    fn stop(&self) -> Result<(), DriverError>;

    /// Shows the controller that this program is alive. Called about once a second while a run goes on.
    ///
    /// # Errors
    ///
    /// The controller does not see it. A run ends where that goes on for as long as a permit holds.
    fn beat(&self) -> Result<(), DriverError> {
        Ok(())
    }

    /// What [`Stopper::beat`] does, in words: where that does not come to an end, the run says so.
    fn beats_by(&self) -> &'static str {
        "showing the controller that this program is alive"
    }

    /// The run is over: what was held for it is given up, and nothing is published for it any more.
    fn release(&self) {}
}

/// What a driver has heard.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    /// In order.
    pub lines: Vec<Message>,
    /// The driver's time, where it keeps its own.
    pub at: Duration,
    /// When it should be asked again.
    pub again: Again,
}

/// A line, with what the controller shows of the cell beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What it says.
    pub line: Line,
    /// The cell's state, or its panel's page; none from a controller that can only say where the robot is.
    pub shown: Option<RawState>,
    /// What the controller saw happen since its last line.
    pub witness: Witness,
    /// What is reported of a step's end, as far as it has its form: of a [`StepReport`](crate::checkpoint::report::StepReport),
    /// whole. None: the line makes one.
    pub report: Option<Output>,
}

impl From<Line> for Message {
    fn from(line: Line) -> Self {
        Self { line, shown: None, witness: Witness::default(), report: None }
    }
}

/// When a driver should be asked again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Again {
    /// After this time.
    After(Duration),
    /// Nothing will be heard before the next permit.
    #[default]
    AfterPermit,
}

/// A run, as its driver gets it before the first step.
#[derive(Clone, Debug)]
pub struct Handover {
    /// Its id.
    pub run: Uuid,
    /// Where the robot must be.
    pub start: Place,
    /// The steps, in order.
    pub orders: Vec<Order>,
    /// BLAKE3 over the plan's document.
    pub plan_hash: Digest,
    /// Where the whole sequence is written for people.
    pub actions: PathBuf,
    /// What is written there: the text of `actions.yaml`.
    pub yaml: SequenceText,
    /// The same steps for a controller that reads JSON: the text of `actions.json`.
    pub json: SequenceText,
}

/// The text of a file that holds a run's steps, with its hash.
#[derive(Clone, Debug)]
pub struct SequenceText {
    /// The whole file.
    pub text: String,
    /// BLAKE3 over the bytes of that text.
    pub hash: Digest,
}

impl SequenceText {
    /// This text, hashed.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self { hash: blake3::hash(text.as_bytes()), text }
    }
}

impl Handover {
    /// How many steps the run has.
    #[must_use]
    pub fn steps(&self) -> u32 {
        u32::try_from(self.orders.len()).unwrap_or(u32::MAX)
    }
}

/// One step.
#[derive(Clone, Debug)]
pub struct Order {
    /// The step's place in the plan, counted from 1.
    pub number: u32,
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

/// Why a driver could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum DriverError {
    #[error("{}", short(.0))]
    Failed(String),
    /// Something else than this run may have moved the robot.
    #[error("{}", short(.0))]
    Unsafe(String),
    #[error("stopped before it took effect")]
    Revoked,
    #[error("{}", short(.0))]
    Protocol(String),
    #[error("the driver has a fault of its own: {}", short(.0))]
    Panicked(String),
}

/// The path as everybody else would name it; as given where nobody can say.
pub(super) fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
