//! What a trial finds: values, from which words are made.

use std::{fmt, time::Duration};

use serde::Serialize;

use super::Case;
use crate::{cell::shown, review::Place, run::short::short};

/// What a controller did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing came in time.
    Silent(Duration),
    /// A step was begun or done that was not permitted.
    Moved,
    /// The step of a file was done that names another run.
    OfOtherRun(&'static str),
    /// `done` came after the permit had ended.
    WentOn,
    /// The step was begun a second time.
    Again,
    /// `done` came without `started`.
    NotStarted,
    /// `failed` came for a step that was permitted.
    Refused(String),
    /// The robot is said to be somewhere else than it must be.
    Elsewhere {
        /// Where it is said to be.
        said: Place,
        /// Where it must be.
        expected: Place,
    },
    /// A line that nobody asked for.
    Unasked(&'static str),
    /// A line that cannot be read, or that answers no permit.
    Line(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silent(waited) => write!(f, "no line within {} s", waited.as_secs_f64()),
            Self::Moved => f.write_str("a step was begun, and no permit allowed it"),
            Self::OfOtherRun(file) => write!(f, "the step was done that `{file}` has, which names another run"),
            Self::WentOn => f.write_str("`done`: the robot did not halt"),
            Self::Again => f.write_str("the step was begun a second time"),
            Self::NotStarted => f.write_str("`done` without `started`"),
            Self::Refused(why) => write!(f, "`failed`: '{}'", shown(&short(why))),
            Self::Elsewhere { said, expected } => write!(f, "the robot is said to be at {said}, not at {expected}"),
            Self::Unasked(state) => write!(f, "a line `{state}` that nobody asked for"),
            Self::Line(why) => f.write_str(&short(why)),
        }
    }
}

/// Why a case says nothing about the controller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// It takes a person at the robot.
    NobodyThere,
    /// The robot is not where the move begins.
    NotAtStart(Place),
    /// The motion was over before it could be disturbed.
    MotionTooShort,
    /// A line of it could not be used: that is the lines' fault.
    LineUnusable,
    /// Nothing was written that could be looked at.
    NoLine,
    /// What comes before it failed.
    CameToNothing,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NobodyThere => f.write_str("it takes a person at the robot"),
            Self::NotAtStart(place) => write!(f, "the robot is at {place}, where the move does not begin"),
            Self::MotionTooShort => {
                f.write_str("the motion was over first: choose a longer one with --to, or a slower robot")
            }
            Self::LineUnusable => f.write_str("a line could not be used: see the form of the lines"),
            Self::NoLine => f.write_str("there was no line"),
            Self::CameToNothing => f.write_str("the trial did not come to it"),
        }
    }
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As expected.
    Passed,
    /// Not as expected.
    Failed {
        /// What came.
        fault: Fault,
        /// The line of `progress.jsonl` that shows it, counted from 1; none where there is none.
        line: Option<u64>,
    },
    /// Not tried, or not to the end.
    LeftOut(LeftOut),
}

/// A case, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which.
    pub case: Case,
    /// What.
    pub outcome: Outcome,
}

impl Finding {
    /// Whether the controller did something wrong.
    #[must_use]
    pub const fn is_failed(&self) -> bool {
        matches!(self.outcome, Outcome::Failed { .. })
    }

    /// Whether the controller did what is expected.
    #[must_use]
    pub const fn is_passed(&self) -> bool {
        matches!(self.outcome, Outcome::Passed)
    }
}

/// As a document: `case`, `name`, `outcome`, `expected`; where it failed `came`, `line` and `mend`; where it was left out `why`.
impl Serialize for Finding {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("case", &self.case)?;
        map.serialize_entry("name", self.case.name())?;
        match &self.outcome {
            Outcome::Passed => map.serialize_entry("outcome", "passed")?,
            Outcome::Failed { fault, line } => {
                map.serialize_entry("outcome", "failed")?;
                map.serialize_entry("expected", self.case.expected())?;
                map.serialize_entry("came", &fault.to_string())?;
                map.serialize_entry("line", line)?;
                map.serialize_entry("mend", self.case.mend())?;
            }
            Outcome::LeftOut(why) => {
                map.serialize_entry("outcome", "left_out")?;
                map.serialize_entry("why", &why.to_string())?;
            }
        }
        map.end()
    }
}
