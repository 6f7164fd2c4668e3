//! What a question asks, in a small form of its own: one part or two, each with its filters.
//!
//! In: nothing but names of the cell. Out: [`Query`]. A reader makes it of a sentence, [`super::terse`] writes and reads it,
//! and answers are made of facts for it. `exact.rs` knows which look-up asks the same.

use jiff::civil::Date;

use crate::cell::{PositionId, Role, RoutineId, ToolId};

/// Most parts of one question: "where are you, and what do you hold".
pub const PARTS_MAX: usize = 2;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// What is asked, one after the other: one or two.
    pub parts: Vec<Part>,
}

/// One thing that is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// For things of a sort.
    List {
        /// Which they are, how many, or whether there is one.
        wish: Wish,
        /// What they are.
        sort: Sort,
        /// Which of them.
        filters: Vec<Filter>,
    },
    /// Where the robot is.
    WhereRobot,
    /// Where a tool is.
    WhereTool(ToolId),
    /// What the robot holds.
    Held,
    /// Whether it holds this.
    IsHeld(ToolId),
    /// Whether it is there.
    IsRobot(Place),
    /// Whether this can be done.
    Can(Deed),
    /// How long it takes.
    Long(Deed),
    /// What is waited, done after, and checked there.
    Dwell(Deed),
    /// Why it cannot be done.
    WhyNot(Deed),
    /// When it was done last.
    When(Deed),
    /// Why the last run ended as it did.
    WhyLast,
    /// The way there.
    Way(Way),
    /// What one thing is.
    About(Subject),
    /// The last run.
    Last,
    /// Where the robot is, what it holds, whether that is confirmed, and what runs.
    Status,
    /// What can be said.
    Help,
    /// More of the last answer: so many entries, or as many as before.
    More(Option<u32>),
    /// What is left of the last answer.
    Rest,
    /// What the cell does not have, or nothing recorded can answer.
    Nothing,
}

/// What of a list is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The things.
    Which,
    /// How many there are.
    Count,
    /// Whether there is one.
    Any,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Positions.
    Positions,
    /// Tools.
    Tools,
    /// Routines.
    Routines,
    /// Tool stands.
    Stands,
    /// Allowed moves.
    Moves,
    /// Runs of the history.
    Runs,
    /// Steps of runs.
    Steps,
}

/// Which things of a list are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// What they have in common.
    pub key: Key,
    /// Those that have it not.
    pub is_not: bool,
}

/// What things of a list have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Positions of this role.
    Role(Role),
    /// Positions that are called as this one, but for a number: racks, slots.
    Like(PositionId),
    /// What needs, or has to do with, this tool; none of them for `None`.
    Tool(Option<ToolId>),
    /// What has to do with this routine.
    Routine(RoutineId),
    /// What is there, or was done there.
    At(Place),
    /// What begins there.
    From(Place),
    /// What ends there.
    To(Place),
    /// What was begun on this day, in UTC.
    Day(Day),
    /// Runs that ended so.
    Ended(Ended),
    /// So many, the latest ones.
    Last(u32),
}

/// How a run ended, as people ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every step was observed to be done.
    Completed,
    /// It was not.
    Failed,
    /// Somebody stopped it.
    Stopped,
}

/// A place that is spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// This one.
    At(PositionId),
    /// Where the robot is.
    Here,
}

/// Something that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Work, somewhere or at one place.
    Work(RoutineId, Option<Place>),
    /// A way.
    Go(Way),
    /// A tool taken.
    Take(ToolId),
}

/// From one place to another; from where the robot is for `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Where it begins.
    pub from: Option<Place>,
    /// Where it ends.
    pub to: Place,
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
