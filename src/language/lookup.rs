//! The questions that can be answered: [`Lookup`]. A reader chooses one; [`crate::language`] never answers it.

use jiff::civil::Date;

use super::query::Query;
use crate::cell::{PositionId, RoutineId, ToolId};

/// Which look-up answers a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// Which positions there are.
    Positions,
    /// Which tools there are, and where they are kept.
    Tools,
    /// Which routines there are, and what they need.
    Routines,
    /// Where the robot is.
    WhereIsRobot,
    /// What it holds.
    HeldTool,
    /// Where a tool is kept; all of them for `None`.
    ToolLocation(Option<ToolId>),
    /// Where one may go from a position; from here for `None`.
    AllowedMoves(Option<PositionId>),
    /// Where a routine may be done.
    SupportedAt(RoutineId),
    /// What may be done at a position; here for `None`.
    RoutinesAt(Option<PositionId>),
    /// What one thing is.
    About(Subject),
    /// The way from one position to another; from here for `None`.
    Path {
        /// Where it begins.
        from: Option<PositionId>,
        /// Where it ends.
        to: PositionId,
    },
    /// What was done.
    History(HistoryAsk),
    /// What was done last, in detail.
    LastRun,
    /// What one can say here.
    Capabilities,
    /// Where the robot is, what it holds, whether that is confirmed, and what runs.
    Status,
    /// More of the last answer: so many entries, or as many as before.
    More(Option<u32>),
    /// What is left of the last answer.
    Rest,
    /// What none of these answers as it was asked.
    Asked(Query),
}

/// One thing of the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A position.
    Position(PositionId),
    /// A tool.
    Tool(ToolId),
    /// A routine.
    Routine(RoutineId),
}

/// Which runs are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryAsk {
    /// How many at most, the latest ones.
    pub count: Option<u32>,
    /// Of which day.
    pub day: Option<Day>,
    /// How they ended.
    pub only: Option<Outcome>,
}

/// A day, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Day {
    /// The day of asking.
    Today,
    /// The one before.
    Yesterday,
    /// This one.
    Date(Date),
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Today => f.write_str("today"),
            Self::Yesterday => f.write_str("yesterday"),
            Self::Date(date) => write!(f, "{date}"),
        }
    }
}

impl std::str::FromStr for Day {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, jiff::Error> {
        match text {
            "today" => Ok(Self::Today),
            "yesterday" => Ok(Self::Yesterday),
            date => date.parse().map(Self::Date),
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every step was observed to be done.
    Completed,
    /// It was not.
    Failed,
}
