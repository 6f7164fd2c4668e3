//! What a sentence says, before it is spelled out: [`Said`]. Both readers, the recogniser and the model, give this.
//!
//! In: clauses with quantifiers (all, all but, from … to, here, reversed, n times). Out: goals by name, one by one, in the
//! order of the contract. Whether the cell allows a goal is never asked here: a routine at a place that does not support
//! it stays as said, and the planner refuses it.

use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::{lookup::Lookup, query::Day};
use crate::{
    cell::{PositionId, Role, RoutineId, State, ToolId},
    limits::MAX_GOALS,
    plan::{Goal, Intent},
    snapshot::Snapshot,
};

/// The router's three classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Route {
    /// Something is to be done.
    Action,
    /// Something is to be told.
    Question,
    /// Neither, or nobody can tell.
    Unknown,
}

impl Route {
    /// The contract's word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Question => "question",
            Self::Unknown => "unknown",
        }
    }
}

/// A stored plan is to be done again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The plan of this run.
    Run(Uuid),
    /// The plan of the last completed run.
    Last,
    /// The plan of a run by its place in the history.
    InRow(InRow),
}

/// A run by its place in the history: `yesterday #2`, `#-2`, `today`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InRow {
    /// Among the runs that were begun on this day, in UTC; among all for `None`.
    pub day: Option<Day>,
    /// Counted from the first one with 1, from the last one with −1; never 0.
    pub number: i32,
}

impl std::fmt::Display for InRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.day {
            None => write!(f, "#{}", self.number),
            Some(day) if self.number == -1 => write!(f, "{day}"),
            Some(day) => write!(f, "{day} #{}", self.number),
        }
    }
}

/// A text that names no place in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a run's place in the history is '#2', '#-1', 'yesterday #2' or 'today'")]
pub struct NoPlaceInRow;

impl std::str::FromStr for InRow {
    type Err = NoPlaceInRow;

    fn from_str(text: &str) -> Result<Self, NoPlaceInRow> {
        let (day, number) = match text.split_once('#') {
            None => (Some(text), None),
            Some((day, number)) => (day.strip_suffix(' ').or((!day.is_empty()).then_some("?")), Some(number)),
        };
        let day = day.map(str::parse).transpose().map_err(|_| NoPlaceInRow)?;
        let number = number.map_or(Ok(-1), str::parse::<i32>).map_err(|_| NoPlaceInRow)?;
        let row = Self { day, number };
        // The last one of a day has a short form, and may be counted all the same.
        let is_counted = day.is_some_and(|day| text == format!("{day} #-1"));
        if number == 0 || row.to_string() != text && !is_counted { Err(NoPlaceInRow) } else { Ok(row) }
    }
}

/// `{"run":"<id>"}`, `{"run":"last"}`, or `{"run":"yesterday #2"}`.
impl Serialize for Replay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(Some(1))?;
        match self {
            Self::Run(id) => map.serialize_entry("run", &id.to_string())?,
            Self::Last => map.serialize_entry("run", "last")?,
            Self::InRow(row) => map.serialize_entry("run", &row.to_string())?,
        }
        map.end()
    }
}

/// What a sentence says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Do a stored plan again.
    Replay(Replay),
    /// Go ahead with what was proposed. It has no goal of its own.
    Confirm,
    /// Do this, clause after clause.
    Do(Vec<Clause>),
    /// A command that cannot be pinned down: no place, a name that the cell does not have, a negation. With the readings
    /// to ask back with, the likeliest first: at most [`crate::limits::OFFERS_MAX`], often none. Nothing moves by them.
    Unclear(Vec<Vec<Clause>>),
    /// Tell this.
    Ask(Lookup),
    /// Not about the robot, or not to be understood.
    Unknown,
}

/// One thing to do, with its quantifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    /// Be at places.
    Go {
        /// Where, in order.
        places: Places,
        /// How often each step is done, ≥ 1.
        times: u16,
    },
    /// Run routines at places.
    Work {
        /// What, in order.
        routines: Vec<RoutineId>,
        /// Where, in order.
        places: Places,
        /// How often each step is done, ≥ 1.
        times: u16,
        /// What comes first where there are several of both.
        order: Order,
    },
    /// Have a tool in hand.
    Take(ToolId),
    /// Bring the held tool back.
    Drop,
    /// Bring the held tool back, then go home.
    DropAndHome,
}

/// Places, in the order said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// One after the other.
    pub spans: Vec<Span>,
    /// Back to front.
    pub reversed: bool,
}

/// Some places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// This one.
    One(PositionId),
    /// Every work position in the order of names; for a routine, every one that supports it.
    All {
        /// But not these.
        but: Vec<PositionId>,
    },
    /// From the one to the other, both included: the numbers between where their names differ in one number alone, else
    /// the work positions between them in the order of names.
    Range(PositionId, PositionId),
    /// Where the robot is.
    Here,
    /// Where the robot stood before the last completed motion.
    Back,
}

/// What comes first where a clause has several routines and several places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first routine at every place, then the next routine.
    RoutineByRoutine,
    /// Every routine at the first place, then the next place.
    PlaceByPlace,
}

/// A sentence asks for more goals than [`MAX_GOALS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is more than {MAX_GOALS} single goals; ask for fewer places or repetitions at a time")]
pub struct TooManyGoals;

impl Said {
    /// A command that cannot be pinned down, and no reading to offer.
    pub const UNCLEAR: Self = Self::Unclear(Vec::new());

    /// The class that the router gives it.
    #[must_use]
    pub const fn route(&self) -> Route {
        match self {
            Self::Replay(_) | Self::Confirm | Self::Do(_) | Self::Unclear(_) => Route::Action,
            Self::Ask(_) => Route::Question,
            Self::Unknown => Route::Unknown,
        }
    }

    /// The stored plan that is to be done again, if that is what it says.
    #[must_use]
    pub const fn replay(&self) -> Option<Replay> {
        match self {
            Self::Replay(replay) => Some(*replay),
            _ => None,
        }
    }

    /// The same, with `place` for "back" where nothing that the sentence says moves the robot before that.
    #[must_use]
    pub fn back_to(&self, place: PositionId) -> Self {
        let Self::Do(clauses) = self else { return self.clone() };
        let mut clauses = clauses.clone();
        if let Some(Clause::Go { places, .. } | Clause::Work { places, .. }) = clauses.first_mut() {
            for span in places.spans.iter_mut().filter(|span| **span == Span::Back) {
                *span = Span::One(place);
            }
        }
        Self::Do(clauses)
    }

    /// The goals, spelled out for a robot in `state`; `None` where there is nothing to plan: questions, unknown sentences,
    /// replays and confirmations.
    ///
    /// # Errors
    ///
    /// More goals than a plan may have.
    pub fn intent(&self, snapshot: &Snapshot, state: State) -> Result<Option<Intent>, TooManyGoals> {
        match self {
            Self::Do(clauses) => spell_out(clauses, snapshot, state).map(Some),
            Self::Unclear(_) => Ok(Some(Intent::Unknown)),
            Self::Replay(_) | Self::Confirm | Self::Ask(_) | Self::Unknown => Ok(None),
        }
    }
}

fn spell_out(clauses: &[Clause], snapshot: &Snapshot, state: State) -> Result<Intent, TooManyGoals> {
    let mut goals = Goals { snapshot, state, list: Vec::new(), at: Some(state.position), before: None, is_open: false };
    for clause in clauses {
        goals.clause(clause)?;
    }
    // "All but" everything: nothing was said that could be done. And "back" with no motion before it in the sentence: whoever
    // knows the history says where that is ([`Said::back_to`]).
    if goals.list.is_empty() || goals.is_open { Ok(Intent::Unknown) } else { Ok(Intent::Goals(goals.list)) }
}

struct Goals<'s> {
    snapshot: &'s Snapshot,
    state: State,
    list: Vec<Goal>,
    /// Where the robot is after these goals, where that is known here.
    at: Option<PositionId>,
    /// Where it was before the last motion of them.
    before: Option<PositionId>,
    /// Whether a place is meant that is not known here.
    is_open: bool,
}

impl Goals<'_> {
    fn clause(&mut self, clause: &Clause) -> Result<(), TooManyGoals> {
        match clause {
            Clause::Go { places, times } => {
                for place in self.places(places, None) {
                    self.repeat(*times, &self.move_to(place))?;
                    self.visit(Some(place));
                }
                Ok(())
            }
            Clause::Work { routines, places, times, order } => self.work(routines, places, *times, *order),
            Clause::Take(tool) => self.elsewhere(&Goal::AttachTool { tool: self.snapshot.tool_name(*tool).to_owned() }),
            Clause::Drop => self.elsewhere(&Goal::ReleaseTool),
            Clause::DropAndHome => self.elsewhere(&Goal::ReleaseToolAndHome),
        }
    }

    /// A goal that the planner finds the place of.
    fn elsewhere(&mut self, goal: &Goal) -> Result<(), TooManyGoals> {
        self.visit(None);
        self.repeat(1, goal)
    }

    fn visit(&mut self, place: Option<PositionId>) {
        if place.is_none() || place != self.at {
            self.before = std::mem::replace(&mut self.at, place);
        }
    }

    fn work(&mut self, routines: &[RoutineId], places: &Places, times: u16, order: Order) -> Result<(), TooManyGoals> {
        match order {
            Order::RoutineByRoutine => {
                let all: Vec<_> =
                    routines.iter().map(|&routine| (routine, self.places(places, Some(routine)))).collect();
                for (routine, places) in all {
                    for place in places {
                        self.repeat(times, &self.routine_at(routine, place))?;
                        self.visit(Some(place));
                    }
                }
            }
            Order::PlaceByPlace => {
                let supported: Vec<_> = routines.iter().map(|&routine| self.places(places, Some(routine))).collect();
                for place in self.places(places, None) {
                    for (&routine, supported) in routines.iter().zip(&supported) {
                        if supported.contains(&place) {
                            self.repeat(times, &self.routine_at(routine, place))?;
                            self.visit(Some(place));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// `routine` narrows "all" to the positions that support it.
    fn places(&mut self, places: &Places, routine: Option<RoutineId>) -> Vec<PositionId> {
        let mut list = Vec::new();
        for span in &places.spans {
            match span {
                Span::One(place) => list.push(*place),
                Span::Here => list.push(self.state.position),
                Span::Back => match self.before {
                    Some(before) => list.push(before),
                    None => self.is_open = true,
                },
                Span::All { but } => list.extend(self.all(routine).filter(|place| !but.contains(place))),
                Span::Range(from, to) => list.extend(range(self.snapshot, *from, *to)),
            }
        }
        if places.reversed {
            list.reverse();
        }
        list
    }

    fn all(&self, routine: Option<RoutineId>) -> impl Iterator<Item = PositionId> {
        let supported = move |place| routine.is_none_or(|r| self.snapshot.is_supported(r, place));
        work_positions(self.snapshot).filter(move |&place| supported(place))
    }

    fn move_to(&self, place: PositionId) -> Goal {
        Goal::Move { position: self.snapshot.position_name(place).to_owned() }
    }

    fn routine_at(&self, routine: RoutineId, place: PositionId) -> Goal {
        Goal::Routine {
            routine: self.snapshot.routine_name(routine).to_owned(),
            position: self.snapshot.position_name(place).to_owned(),
        }
    }

    fn repeat(&mut self, times: u16, goal: &Goal) -> Result<(), TooManyGoals> {
        if self.list.len() + usize::from(times) > MAX_GOALS {
            return Err(TooManyGoals);
        }
        self.list.extend(std::iter::repeat_n(goal, usize::from(times)).cloned());
        Ok(())
    }
}

/// Every work position, in the order of names.
pub(super) fn work_positions(snapshot: &Snapshot) -> impl Iterator<Item = PositionId> {
    (0..snapshot.position_count() as u32).map(PositionId).filter(|&p| snapshot.role(p) == Role::Work)
}

/// The positions from the one to the other: see [`Span::Range`].
pub(super) fn range(snapshot: &Snapshot, from: PositionId, to: PositionId) -> Vec<PositionId> {
    numbered(snapshot, from, to).unwrap_or_else(|| {
        let (low, high) = (from.min(to), from.max(to));
        // The ends were said; they stay, whatever their roles.
        let mut list: Vec<PositionId> = (low.0..=high.0)
            .map(PositionId)
            .filter(|&place| place == low || place == high || snapshot.role(place) == Role::Work)
            .collect();
        if from > to {
            list.reverse();
        }
        list
    })
}

/// Whether [`range`] goes from the higher name to the lower one.
pub(super) fn falls(snapshot: &Snapshot, from: PositionId, to: PositionId) -> bool {
    let ends = Numbered::of(snapshot.position_name(from)).zip(Numbered::of(snapshot.position_name(to)));
    match ends.filter(|(first, last)| (first.before, first.after) == (last.before, last.after)) {
        Some((first, last)) => first.number > last.number,
        None => from > to,
    }
}

/// The positions whose names are those of the two ends with a number between theirs, in the direction said.
fn numbered(snapshot: &Snapshot, from: PositionId, to: PositionId) -> Option<Vec<PositionId>> {
    let first = Numbered::of(snapshot.position_name(from))?;
    let last = Numbered::of(snapshot.position_name(to))?;
    if (first.before, first.after) != (last.before, last.after) {
        return None;
    }
    let (low, high) = (first.number.min(last.number), first.number.max(last.number));
    let mut found: Vec<(u64, PositionId)> = (0..snapshot.position_count() as u32)
        .map(PositionId)
        .filter_map(|id| {
            let name = Numbered::of(snapshot.position_name(id))?;
            let between =
                (name.before, name.after) == (first.before, first.after) && (low..=high).contains(&name.number);
            between.then_some((name.number, id))
        })
        .collect();
    found.sort_unstable();
    if first.number > last.number {
        found.reverse();
    }
    Some(found.into_iter().map(|(_, id)| id).collect())
}

/// A name around its last number.
struct Numbered<'n> {
    before: &'n str,
    number: u64,
    after: &'n str,
}

impl<'n> Numbered<'n> {
    fn of(name: &'n str) -> Option<Self> {
        let end = name.rfind(|c: char| c.is_ascii_digit())? + 1;
        let start = name[..end]
            .rfind(|c: char| !c.is_ascii_digit())
            .map_or(0, |at| at + name[at..].chars().next().map_or(1, char::len_utf8));
        Some(Self { before: &name[..start], number: name[start..end].parse().ok()?, after: &name[end..] })
    }
}
