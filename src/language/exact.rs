//! Which look-up asks exactly what a query asks, and the other way round. In: a [`Query`] or a [`Lookup`]. Out: the other, where
//! there is one; nothing is answered here, and no filter is passed over.

use super::{
    lookup::{HistoryAsk, Lookup, Outcome},
    query::{Ended, Filter, Key, Part, Place, Query, Sort, Way, Wish},
};
use crate::cell::PositionId;

impl Ended {
    /// The outcome that a look-up asks by.
    const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Completed => Some(Outcome::Completed),
            Self::Failed => Some(Outcome::Failed),
            Self::Stopped => None,
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
            [part] => part.lookup(),
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

impl Part {
    /// The look-up that answers exactly this; none where a query is answered as it stands.
    fn lookup(&self) -> Option<Lookup> {
        let lookup = match self {
            Self::List { wish: Wish::Which, sort, filters } => list(*sort, filters)?,
            Self::WhereRobot => Lookup::WhereIsRobot,
            Self::WhereTool(tool) => Lookup::ToolLocation(Some(*tool)),
            Self::Held => Lookup::HeldTool,
            Self::Way(Way { from, to }) => Lookup::Path { from: from.and_then(Place::id), to: to.id()? },
            Self::About(subject) => Lookup::About(*subject),
            Self::Last => Lookup::LastRun,
            Self::Status => Lookup::Status,
            Self::Help => Lookup::Capabilities,
            Self::More(count) => Lookup::More(*count),
            Self::Rest => Lookup::Rest,
            _ => return None,
        };
        (Self::of(&lookup).as_ref() == Some(self)).then_some(lookup)
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

/// The look-up of a list, its filters as far as the look-up has them.
fn list(sort: Sort, filters: &[Filter]) -> Option<Lookup> {
    let keys: Vec<Key> = filters.iter().map(|filter| filter.key).collect();
    Some(match (sort, &keys[..]) {
        (Sort::Positions, []) => Lookup::Positions,
        (Sort::Positions, [Key::Routine(routine)]) => Lookup::SupportedAt(*routine),
        (Sort::Tools, []) => Lookup::Tools,
        (Sort::Routines, []) => Lookup::Routines,
        (Sort::Routines, [Key::At(at)]) => Lookup::RoutinesAt(at.id()),
        (Sort::Stands, []) => Lookup::ToolLocation(None),
        (Sort::Moves, [Key::From(from)]) => Lookup::AllowedMoves(from.id()),
        (Sort::Runs, keys) => {
            let mut ask = HistoryAsk::default();
            for key in keys {
                match *key {
                    Key::Day(day) => ask.day = Some(day),
                    Key::Ended(ended) => ask.only = ended.outcome(),
                    Key::Last(count) => ask.count = Some(count),
                    _ => return None,
                }
            }
            Lookup::History(ask)
        }
        _ => return None,
    })
}
