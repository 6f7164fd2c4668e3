//! What a question asks, in a small form of its own: one part or two, each with its filters.
//!
//! In: nothing but names of the cell. Out: [`Query`]. A reader makes it of a sentence, [`super::terse`] writes and reads it,
//! and answers are made of facts for it. [`Part::lookup`] gives the look-up that answers a part, or comes closest to it.

use super::lookup::{Day, HistoryAsk, Lookup, Outcome, Subject};
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

impl Ended {
    /// What the history tells apart; it keeps a run that was stopped as one that failed.
    const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Completed => Some(Outcome::Completed),
            Self::Failed | Self::Stopped => Some(Outcome::Failed),
        }
    }

    const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Completed => Self::Completed,
            Outcome::Failed => Self::Failed,
        }
    }
}

impl From<Query> for Lookup {
    /// The look-up that answers exactly what is asked, where there is one.
    fn from(query: Query) -> Self {
        let exact = match &query.parts[..] {
            [part] => part.lookup().filter(|lookup| Part::of(lookup) == Some(part.clone())),
            _ => None,
        };
        exact.unwrap_or(Self::Asked(query))
    }
}

impl Query {
    /// What a look-up asks.
    #[must_use]
    pub fn of(lookup: &Lookup) -> Self {
        match (lookup, Part::of(lookup)) {
            (Lookup::Asked(query), _) => query.clone(),
            (_, part) => Self { parts: part.into_iter().collect() },
        }
    }
}

impl Place {
    const fn id(self) -> Option<PositionId> {
        match self {
            Self::At(id) => Some(id),
            Self::Here => None,
        }
    }
}

impl Way {
    /// The look-up of a way; none to where the robot is.
    fn lookup(self) -> Option<Lookup> {
        Some(Lookup::Path { from: self.from.and_then(Place::id), to: self.to.id()? })
    }
}

impl Deed {
    fn lookup(self) -> Option<Lookup> {
        match self {
            Self::Work(_, Some(place)) => Some(Lookup::RoutinesAt(place.id())),
            Self::Work(routine, None) => Some(Lookup::SupportedAt(routine)),
            Self::Go(way) => way.lookup(),
            Self::Take(tool) => Some(Lookup::ToolLocation(Some(tool))),
        }
    }

    fn about(self) -> Option<Lookup> {
        match self {
            Self::Work(routine, _) => Some(Lookup::About(Subject::Routine(routine))),
            deed => deed.lookup(),
        }
    }
}

impl Part {
    /// The look-up that answers this, or comes closest to it; none where nothing does.
    #[must_use]
    pub fn lookup(&self) -> Option<Lookup> {
        match self {
            Self::List { sort, filters, .. } => list(*sort, filters),
            Self::WhereRobot | Self::IsRobot(_) => Some(Lookup::WhereIsRobot),
            Self::WhereTool(tool) => Some(Lookup::ToolLocation(Some(*tool))),
            Self::Held | Self::IsHeld(_) => Some(Lookup::HeldTool),
            Self::Can(deed) | Self::WhyNot(deed) => deed.lookup(),
            Self::Long(deed) | Self::Dwell(deed) => deed.about(),
            Self::When(_) => Some(Lookup::History(HistoryAsk::default())),
            Self::Way(way) => way.lookup(),
            Self::About(subject) => Some(Lookup::About(*subject)),
            Self::Last | Self::WhyLast => Some(Lookup::LastRun),
            Self::Status => Some(Lookup::Status),
            Self::Help => Some(Lookup::Capabilities),
            Self::More(count) => Some(Lookup::More(*count)),
            Self::Rest => Some(Lookup::Rest),
            Self::Nothing => None,
        }
    }

    /// The part that asks for what a look-up tells; none for one that is no single part.
    #[must_use]
    pub fn of(lookup: &Lookup) -> Option<Self> {
        let which = |sort, filters: Vec<Key>| Self::List {
            wish: Wish::Which,
            sort,
            filters: filters.into_iter().map(|key| Filter { key, is_not: false }).collect(),
        };
        let place = |id: &Option<PositionId>| id.map_or(Place::Here, Place::At);
        Some(match lookup {
            Lookup::Asked(_) => return None,
            Lookup::Positions => which(Sort::Positions, Vec::new()),
            Lookup::Tools => which(Sort::Tools, Vec::new()),
            Lookup::Routines => which(Sort::Routines, Vec::new()),
            Lookup::WhereIsRobot => Self::WhereRobot,
            Lookup::HeldTool => Self::Held,
            Lookup::ToolLocation(None) => which(Sort::Stands, Vec::new()),
            Lookup::ToolLocation(Some(tool)) => Self::WhereTool(*tool),
            Lookup::AllowedMoves(from) => which(Sort::Moves, vec![Key::From(place(from))]),
            Lookup::SupportedAt(routine) => which(Sort::Positions, vec![Key::Routine(*routine)]),
            Lookup::RoutinesAt(at) => which(Sort::Routines, vec![Key::At(place(at))]),
            Lookup::About(subject) => Self::About(*subject),
            Lookup::Path { from, to } => Self::Way(Way { from: from.map(Place::At), to: Place::At(*to) }),
            Lookup::History(ask) => {
                let day = ask.day.map(Key::Day);
                let (only, count) = (ask.only.map(|only| Key::Ended(Ended::of(only))), ask.count.map(Key::Last));
                which(Sort::Runs, [day, only, count].into_iter().flatten().collect())
            }
            Lookup::LastRun => Self::Last,
            Lookup::Capabilities => Self::Help,
            Lookup::Status => Self::Status,
            Lookup::More(count) => Self::More(*count),
            Lookup::Rest => Self::Rest,
        })
    }
}

fn list(sort: Sort, filters: &[Filter]) -> Option<Lookup> {
    let plain = || filters.iter().filter(|filter| !filter.is_not).map(|filter| filter.key);
    Some(match sort {
        Sort::Positions => plain()
            .find_map(|key| if let Key::Routine(id) = key { Some(Lookup::SupportedAt(id)) } else { None })
            .unwrap_or(Lookup::Positions),
        Sort::Tools => {
            let needed =
                |key| if let Key::Routine(id) = key { Some(Lookup::About(Subject::Routine(id))) } else { None };
            plain().find_map(needed).unwrap_or(Lookup::Tools)
        }
        Sort::Routines => plain()
            .find_map(|key| if let Key::At(place) = key { Some(Lookup::RoutinesAt(place.id())) } else { None })
            .unwrap_or(Lookup::Routines),
        Sort::Stands => Lookup::ToolLocation(None),
        Sort::Moves => {
            let from = plain().find_map(|key| if let Key::From(place) = key { place.id() } else { None });
            Lookup::AllowedMoves(from)
        }
        Sort::Runs => {
            let mut ask = HistoryAsk::default();
            for key in plain() {
                match key {
                    Key::Day(day) => ask.day = Some(day),
                    Key::Ended(ended) => ask.only = ended.outcome(),
                    Key::Last(count) => ask.count = Some(count),
                    _ => {}
                }
            }
            Lookup::History(ask)
        }
        Sort::Steps => Lookup::LastRun,
    })
}
