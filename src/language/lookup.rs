//! The questions that can be answered: [`Lookup`]. A reader chooses one; [`crate::language`] never answers it.

use super::query::{Day, Query, Subject};
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

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every step was observed to be done.
    Completed,
    /// It was not.
    Failed,
}
