//! How a run can end: every way has a name. What the console, the record and a driver are told.

use serde::Serialize;

use crate::store::{RunRow, RunStatus};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "ended", rename_all = "snake_case")]
pub enum Ended {
    /// Every step was observed to be done.
    Completed,
    /// A step failed, could not be seen to be done, or could not be sent for what was seen; none was sent after it.
    Failed {
        /// Which, counted from 1.
        step: u32,
        /// Why.
        reason: String,
    },
    /// The operator stopped it between two steps.
    StoppedByOperator {
        /// The last step that was done; 0 for none.
        after: u32,
    },
    /// The operator stopped it in the middle of a step.
    StoppedNow {
        /// Which, counted from 1.
        during: u32,
    },
    /// The program stopped it between two steps, by no operator's word: a signal, a lost terminal, a lost display.
    StoppedByProgram {
        /// The last step that was done; 0 for none.
        after: u32,
    },
    /// The same in the middle of a step.
    StoppedNowByProgram {
        /// Which, counted from 1.
        during: u32,
    },
    /// No step was sent.
    NotStarted {
        /// Why.
        reason: String,
    },
    /// The journal takes no more; no step was sent after that.
    JournalFailed {
        /// The step in question; 0: none yet.
        step: u32,
        /// Whether that step had been sent to the robot.
        sent: bool,
        /// Why.
        reason: String,
    },
}

impl Ended {
    /// Whether every step was done.
    #[must_use]
    pub const fn is_completed(&self) -> bool {
        matches!(self, Self::Completed)
    }
}

/// How the reason of a run begins that the operator stopped, of one that the program stopped, and of one whose first step was never sent: the
/// history keeps the words alone.
const STOPPED: &str = "stopped by the operator";
const STOPPED_BY_PROGRAM: &str = "stopped by the program";
const NOT_STARTED: &str = "not started";

/// Whether the recorded reason of a run says that it was stopped, by the operator or by the program.
#[must_use]
pub fn is_stop(reason: &str) -> bool {
    reason.starts_with(STOPPED) || reason.starts_with(STOPPED_BY_PROGRAM)
}

/// What became of a run on record, for people: the record itself knows only "completed" and "failed".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Became {
    /// It has not ended.
    Open,
    /// Every step was observed to be done.
    Completed,
    /// The operator stopped it.
    Stopped,
    /// The program stopped it: a signal, a lost terminal, a lost display.
    StoppedByProgram,
    /// No step was sent.
    NotStarted,
    /// Its program ended in the middle of it.
    Interrupted,
    /// It ended in any other way.
    Failed,
}

impl Became {
    /// Whether it is on record as stopped, by whomever.
    #[must_use]
    pub const fn is_stopped(self) -> bool {
        matches!(self, Self::Stopped | Self::StoppedByProgram)
    }

    /// From a run's row.
    #[must_use]
    pub fn of(row: &RunRow) -> Self {
        let says = |words| row.failure.as_deref().is_some_and(|reason| reason.starts_with(words));
        match row.status {
            RunStatus::Pending | RunStatus::Running => Self::Open,
            RunStatus::Completed => Self::Completed,
            RunStatus::Failed if row.recovered => Self::Interrupted,
            RunStatus::Failed if says(STOPPED) => Self::Stopped,
            RunStatus::Failed if says(STOPPED_BY_PROGRAM) => Self::StoppedByProgram,
            RunStatus::Failed if says(NOT_STARTED) => Self::NotStarted,
            RunStatus::Failed => Self::Failed,
        }
    }
}

impl std::fmt::Display for Became {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Open => "not ended",
            Self::Completed => "completed",
            Self::Stopped => STOPPED,
            Self::StoppedByProgram => STOPPED_BY_PROGRAM,
            Self::NotStarted => NOT_STARTED,
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
        })
    }
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Completed => f.write_str("completed"),
            Self::Failed { step, reason } => write!(f, "failed at step {step}: {reason}"),
            Self::StoppedByOperator { after: 0 } => write!(f, "{STOPPED} before the first step"),
            Self::StoppedByOperator { after } => write!(f, "{STOPPED} after step {after}"),
            Self::StoppedNow { during } => write!(f, "{STOPPED} in the middle of step {during}"),
            Self::StoppedByProgram { after: 0 } => write!(f, "{STOPPED_BY_PROGRAM} before the first step"),
            Self::StoppedByProgram { after } => write!(f, "{STOPPED_BY_PROGRAM} after step {after}"),
            Self::StoppedNowByProgram { during } => write!(f, "{STOPPED_BY_PROGRAM} in the middle of step {during}"),
            Self::NotStarted { reason } => write!(f, "{NOT_STARTED}: {reason}"),
            Self::JournalFailed { step: 0, reason, .. } => {
                write!(f, "{NOT_STARTED}: the journal cannot be written, so nothing was sent to the robot: {reason}")
            }
            Self::JournalFailed { step, sent: false, reason } => {
                write!(f, "stopped before step {step}: the journal cannot be written, so it was not sent: {reason}")
            }
            Self::JournalFailed { step, sent: true, reason } => write!(
                f,
                "stopped after step {step}: it was sent, but what became of it cannot be written to the journal: {reason}"
            ),
        }
    }
}
