//! Running: an approved plan, a driver and the store in; a run with a named end, on the disk, out.
//!
//! ```text
//! approved ─▶ gate (is it still what was approved?) ─▶ record (history, actions.yaml) ─▶ carry ─▶ report
//!                                                                                        │  ▲
//!                         wishes, lines, ends of writes, time ─▶ protocol * ─▶ journal, publish, halt, tell
//! ```
//!
//! 1. Nothing is written or sent unless plan, snapshot, state and operator are those that were approved, the verifier
//!    lets the plan through once more, and somebody has confirmed where the robot is.
//! 2. Every decision about motion is made in [`protocol`], which is pure; its invariants stand at its head. Everything
//!    else only carries.
//! 3. Every run ends in one of the ways that [`Ended`] names, whatever the driver, the disk or the display does; where
//!    the robot may have moved without being seen, its position is unconfirmed from then on.
//!
//! Nothing here asks an operator, prints, or decides where to go.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use serde::Serialize;
use uuid::Uuid;

use self::protocol::{Facts, Sighting, StepFacts};
use crate::{
    limits::{DRIVER_ANSWER_LIMIT, JOURNAL_ANSWER_LIMIT, LOOK_AGAIN},
    review::{ApprovedPlan, Place},
    snapshot::{Snapshot, StateError},
    store::{Store, StoreError},
    verify::Report,
    yaml::YamlError,
};

mod awake;
mod carry;
mod clock;
mod control;
mod driver;
mod ended;
mod faults;
mod gate;
mod guard;
mod handover;
mod journal;
mod judge;
mod observer;
#[cfg(feature = "opcua")]
pub mod opcua;
pub mod protocol;
mod record;
mod reliance;
mod reported;
mod short;
mod simulator;
pub mod trial;

pub(crate) use awake::Since;
pub use control::{Control, GoneOn, OthersWish};
pub use driver::{Again, Driver, DriverError, Handover, Heard, Message, Order, SequenceText, Stopper};
pub use ended::{Became, Ended, is_stop};
pub use faults::{FaultInjector, FaultRates, Injected, InjectedFaults};
pub use handover::{FileHandover, PROGRESS_FILE, Recovered, RecoveryError, is_driven, open_run, recover};
pub use judge::{Crew, Judge, StepJudge};
pub use protocol::Stop;
pub use reliance::Reliance;
pub use simulator::Simulator;

/// The name of the sequence's file.
pub const ACTIONS_FILE: &str = "actions.yaml";

/// Why there is no run: nothing was sent, and nothing about it is in the history.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Something about the approved plan has changed since.
    #[error("this is not what was approved any more: nothing was sent")]
    NotWhatWasApproved,
    /// Nobody approved it, and the driver moves a robot.
    #[error("nobody has approved this plan: it may be simulated, and nothing else")]
    SimulationOnly,
    /// Another snapshot is in force.
    #[error("the cell has changed since the plan was approved: plan and approve it again")]
    OtherSnapshot,
    /// The snapshot's file is not what it was when the plan was proposed.
    #[error("the layout's file is not what it was when this was proposed, so nothing was sent: {0}")]
    LayoutChanged(String),
    /// The driver judges by something else than what was shown, or cannot say by what.
    #[error("what is declared about the controller is not what this was approved with: nothing was sent")]
    OtherlyDeclared,
    /// Another model judges the steps than what was shown, or none does, or it cannot say which it is.
    #[error("the model that judges the steps is not the one that this was approved with: nothing was sent")]
    OtherlyJudged,
    /// Nobody knows for sure where the robot is.
    #[error("nobody has confirmed where the robot is: {0}")]
    Unconfirmed(String),
    /// The robot is not where it was.
    #[error("the robot is at {robot}, and the plan was approved for {approved}: plan and approve it again")]
    Elsewhere {
        /// Where it is now.
        robot: Place,
        /// Where it was.
        approved: Place,
    },
    /// The stored state is not of this cell.
    #[error("the stored state is not of this cell: {0}")]
    State(#[from] StateError),
    /// The verifier does not let it through.
    #[error("the plan must not be run:\n{}", .0.feedback)]
    Refused(Box<Report>),
    /// `actions.yaml` cannot be written for it.
    #[error("{0}")]
    Yaml(#[from] YamlError),
    /// The plan has no document.
    #[error("the plan cannot be recorded: {0}")]
    Document(#[from] serde_json::Error),
    /// The store cannot be read, or does not take the run.
    #[error("the run could not be recorded, so nothing was sent to the robot: {0}")]
    Store(#[from] StoreError),
}

impl RunError {
    /// What to do about it, where that is not plain from the message.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Unconfirmed(_) => {
                Some("look where it is, then say it with `cellgraph state correct` or `cellgraph recover`")
            }
            Self::LayoutChanged(_) => Some("say it again: what is different in the layout is told first"),
            Self::State(_) => Some("say where the robot is in this cell with `cellgraph state correct`"),
            Self::Store(error) => error.hint(),
            _ => None,
        }
    }
}

/// What a watcher is told while a run goes on.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The run is recorded, and the driver is ready.
    Started {
        /// Its id.
        run: Uuid,
        /// How many steps it has.
        steps: u32,
    },
    /// The step is about to be sent.
    StepStarted {
        /// Its place in the plan, counted from 1.
        number: u32,
        /// How many steps there are.
        of: u32,
        /// Its name.
        name: String,
        /// Where it leads.
        after: Place,
        /// How many seconds the cell gives for it.
        expected_s: Option<f64>,
    },
    /// The step was seen to be done.
    StepCompleted {
        /// Its place in the plan, counted from 1.
        number: u32,
        /// Where the robot was seen.
        place: Place,
    },
    /// The controller said that a step was done, and that is not certain: it is looked at once more.
    LookingAgain {
        /// Its place in the plan, counted from 1.
        number: u32,
        /// What was not seen, or what its report lacks.
        reason: String,
    },
    /// A step seems done, and nobody can be sure. No step is sent until the operator has confirmed this one.
    Unsure {
        /// Its place in the plan, counted from 1.
        number: u32,
        /// What it does.
        name: String,
        /// Why nobody can be sure.
        reason: String,
        /// What the operator's yes has to name: [`Control::confirm`].
        code: u16,
    },
    /// The operator said so.
    Confirmed {
        /// The step's place in the plan, counted from 1.
        number: u32,
    },
    /// Somebody else than the operator wished something.
    Beside(OthersWish),
    /// What was observed of a step.
    Observed {
        /// Its place in the plan, counted from 1.
        number: u32,
        /// For the log, a line each.
        lines: Vec<String>,
    },
    /// The step was seen to be done, and what is reported of it cannot be relied on.
    PartialSuccess {
        /// Its place in the plan, counted from 1.
        number: u32,
        /// What is missed.
        warning: String,
    },
    /// No step is sent until the operator says so.
    Paused {
        /// The last step that was done; 0 for none.
        after: u32,
    },
    /// No step is sent until the operator has said yes to this one: [`Control::yes_to`].
    StepAsked {
        /// Its place in the plan, counted from 1.
        number: u32,
        /// How many steps there are.
        of: u32,
        /// Its name.
        name: String,
        /// Where it leads.
        after: Place,
        /// What the operator's yes has to name.
        question: u32,
    },
    /// The operator said so.
    Resumed,
    /// A pause was lifted, whether it had begun or not.
    PauseLifted {
        /// Its number.
        pause: u32,
    },
    /// The run is over, and its end is recorded.
    Ended(Ended),
}

/// What became of a run.
#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    /// Its id, which is the sentence's.
    #[serde(serialize_with = "as_text")]
    pub run_id: Uuid,
    /// How it ended.
    #[serde(flatten)]
    pub end: Ended,
    /// How many steps it had.
    pub steps: u32,
    /// How many were seen to be done.
    pub completed: u32,
    /// Where the robot was last seen and believed.
    pub place: Place,
    /// Where the controller says that it is, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<Place>,
    /// Whether it certainly still is at `place`.
    pub confirmed: bool,
    /// Whether something could not be written: the journal, or the sequence's file.
    pub unwritten: bool,
    /// The sequence's file.
    pub actions: PathBuf,
    /// What else went wrong and did not change the end: a halt that was not answered, for one.
    pub notes: Vec<String>,
}

/// Runs an approved plan, which is used up by it.
///
/// `crew` is a driver, or a [`Crew`] of a driver and a judge of the steps beside the code. `folder` gets the sequence's file; `watch` is told what goes on, on the calling thread, and must return at once: the
/// operator's wishes are looked at in between. The call returns when the run is over and the journal has answered.
///
/// # Errors
///
/// [`RunError`]: then there is no run. Whatever goes wrong later is a run that ended, in [`RunReport::end`].
///
/// What follows compiles; each of the attempts below differs from it in one thing, and does not.
///
/// ```no_run
/// use cellgraph::{review::ApprovedPlan, run::{Control, Driver, execute}, snapshot::Snapshot, store::Store};
/// fn run(approved: ApprovedPlan, snapshot: &Snapshot, store: &mut Store, driver: Box<dyn Driver>) {
///     let folder = std::path::Path::new(".");
///     let _ = execute(approved, snapshot, store, driver, &Control::new(), &mut |_| {}, folder);
/// }
/// ```
///
/// A plan that was verified but not approved:
///
/// ```compile_fail,E0308
/// use cellgraph::{run::{Control, Driver, execute}, snapshot::Snapshot, store::Store, verify::VerifiedPlan};
/// fn run(approved: VerifiedPlan<'_>, snapshot: &Snapshot, store: &mut Store, driver: Box<dyn Driver>) {
///     let folder = std::path::Path::new(".");
///     let _ = execute(approved, snapshot, store, driver, &Control::new(), &mut |_| {}, folder);
/// }
/// ```
///
/// A plan that was proposed, on which nobody has said anything yet:
///
/// ```compile_fail,E0308
/// use cellgraph::{review::Proposal, run::{Control, Driver, execute}, snapshot::Snapshot, store::Store};
/// fn run(approved: Proposal, snapshot: &Snapshot, store: &mut Store, driver: Box<dyn Driver>) {
///     let folder = std::path::Path::new(".");
///     let _ = execute(approved, snapshot, store, driver, &Control::new(), &mut |_| {}, folder);
/// }
/// ```
///
/// The same approval twice:
///
/// ```compile_fail,E0382
/// use cellgraph::{review::ApprovedPlan, run::{Control, Driver, execute}, snapshot::Snapshot, store::Store};
/// fn run(approved: ApprovedPlan, snapshot: &Snapshot, store: &mut Store, driver: Box<dyn Driver>) {
///     let folder = std::path::Path::new(".");
///     let _ = execute(approved, snapshot, store, driver, &Control::new(), &mut |_| {}, folder);
///     let _ = execute(approved, snapshot, store, driver, &Control::new(), &mut |_| {}, folder);
/// }
/// ```
pub fn execute(
    approved: ApprovedPlan,
    snapshot: &Snapshot,
    store: &mut Store,
    crew: impl Into<Crew>,
    control: &Control,
    watch: &mut dyn FnMut(Event),
    folder: &Path,
) -> Result<RunReport, RunError> {
    let crew = crew.into();
    let driver = &*crew.driver;
    let before = store.robot()?;
    let verified = gate::admit(&approved, snapshot, &before, driver.is_simulated())?;
    let orders = gate::orders(&verified);
    let (entry, handover) = record::papers(&approved, &verified, orders, driver, folder)?;
    let declared = guard::guarded(|| driver.declared(&handover)).ok();
    let Some(declared) = declared.filter(|declared| declared.digest() == approved.request().declared) else {
        return Err(RunError::OtherlyDeclared);
    };
    if crew.judge.as_ref().map(Judge::digest) != approved.request().judge.map(Some) {
        return Err(RunError::OtherlyJudged);
    }
    let facts = Arc::new(facts(&handover, driver.keeps_time()));
    store.begin_run(&entry)?;
    let (run, orders) = (handover.run, handover.orders.as_slice());
    let journal = journal::Journal { store, snapshot, run, orders, control, before, row: None };
    let still_binds = || approved.still_binds();
    let request = approved.request().sentence.as_str();
    let party = carry::Party { handover: &handover, request, declared, control, watch, still_binds: &still_binds };
    let carried = carry::carry(crew, facts, party, journal);
    Ok(report(carried, &handover, control))
}

/// What the protocol knows of a run before it begins.
fn facts(handover: &Handover, keeps_time: bool) -> Facts {
    let steps = handover.orders.iter().map(|order| StepFacts {
        name: order.step.shown_name().into_owned(),
        before: order.before.clone(),
        after: order.after.clone(),
        expected: order.expected,
        deadline: order.deadline,
    });
    Facts {
        run: handover.run,
        start: handover.start.clone(),
        steps: steps.collect(),
        answer_limit: DRIVER_ANSWER_LIMIT,
        journal_limit: JOURNAL_ANSWER_LIMIT,
        // A simulated robot does nothing while nobody asks it.
        look_again: if keeps_time { Duration::ZERO } else { LOOK_AGAIN },
    }
}

fn report(carried: carry::Carried, handover: &Handover, control: &Control) -> RunReport {
    let carry::Carried { protocol, remarks } = carried;
    let (place, said, confirmed) = match protocol.sighting() {
        Sighting::AsBefore => (handover.start.clone(), None, true),
        Sighting::Confirmed(place) => (place, None, true),
        Sighting::Unsure { last, said } => (last, said, false),
    };
    // The protocol is finished, so it has an end.
    let end = protocol.end().cloned().unwrap_or(Ended::NotStarted { reason: "the run broke off".to_owned() });
    let reason = control.reason().filter(|_| !end.is_completed()).map(|reason| format!("stopped because {reason}"));
    RunReport {
        run_id: handover.run,
        steps: handover.steps(),
        completed: protocol.completed(),
        place,
        said,
        confirmed,
        unwritten: protocol.is_unwritten() || matches!(end, Ended::JournalFailed { .. }),
        end,
        actions: handover.actions.clone(),
        notes: reason.into_iter().chain(remarks).chain(protocol.notes().iter().cloned()).collect(),
    }
}

fn as_text<S: serde::Serializer>(id: &Uuid, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&id.hyphenated())
}

/// Whether a driver of this name, as the history has it, moved nothing.
#[must_use]
pub fn is_simulation(driver: &str) -> bool {
    [simulator::NAME, faults::SIMULATED].contains(&driver)
}
