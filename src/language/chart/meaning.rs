//! Meanings, and the combinators that make one of several. A combinator that does not fit what it is given makes nothing, so that
//! the rule does not apply.

use serde::Deserialize;

use crate::{
    cell::{PositionId, Role, RoutineId, ToolId},
    language::{
        Clause, Order, Places, Span,
        lexicon::Lexicon,
        said::{self, work_positions},
    },
    limits::MAX_TIMES,
    snapshot::Snapshot,
};

/// The cell that is spoken of.
pub(super) struct Cell<'s> {
    pub(super) lexicon: &'s Lexicon,
    pub(super) snapshot: &'s Snapshot,
}

impl Cell<'_> {
    pub(super) fn homes(&self) -> impl Iterator<Item = PositionId> {
        (0..self.snapshot.position_count() as u32).map(PositionId).filter(|&id| self.snapshot.role(id) == Role::Home)
    }

    /// The one routine that picks up, or that lays down.
    fn handling(&self, words: &[&str]) -> Option<RoutineId> {
        words.iter().find_map(|word| match self.lexicon.routines(word).0[..] {
            [only] => Some(RoutineId(only)),
            _ => None,
        })
    }
}

/// What some tokens mean.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// Nothing by itself: a word of the grammar.
    Word,
    Number(u64),
    Count(u16),
    Place(PositionId),
    Tool(ToolId),
    Routine(RoutineId),
    Places(Places),
    Routines(Vec<RoutineId>),
    Clauses(Vec<Clause>),
}

/// How a rule makes its meaning. Words of the grammar are not counted among the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Combinator {
    /// The only part.
    Same,
    /// One of two parts.
    First,
    Second,
    /// Two words for one routine.
    Agree,
    /// Parts of one kind in a row; two clauses in the other order.
    Join,
    Swap,
    /// Places.
    All,
    Here,
    Range,
    But,
    Reverse,
    /// A number and "times".
    Count,
    /// Clauses.
    Go,
    Work,
    InTurn,
    Take,
    Drop,
    DropHome,
    Change,
    Carry,
    Times,
    /// The one clause's places without others.
    ClauseBut,
    /// Work at the place of the clause before it.
    There,
}

impl Combinator {
    /// The meaning of a rule whose parts have these.
    pub(super) fn apply(self, values: &[Value], cell: &Cell<'_>) -> Option<Value> {
        let parts: Vec<&Value> = values.iter().filter(|value| **value != Value::Word).collect();
        match (self, &parts[..]) {
            (Self::Same, [one]) => Some((*one).clone()),
            (Self::First, [one, _]) | (Self::Second, [_, one]) => Some((*one).clone()),
            (Self::Agree, [one, other]) => (one == other).then(|| (*one).clone()),
            (Self::Join, [one, other]) => join(one, other),
            (Self::Swap, [one, other]) => join(other, one),
            (Self::All, []) => Some(places(vec![Span::All { but: Vec::new() }])),
            (Self::Here, []) => Some(places(vec![Span::Here])),
            (Self::Range, [Value::Place(from), Value::Place(to)]) if from != to => {
                Some(places(vec![Span::Range(*from, *to)]))
            }
            (Self::But, [one, other]) => but(&spans(one)?, &spans(other)?, cell.snapshot),
            (Self::Reverse, [one]) => Some(Value::Places(Places { reversed: true, ..spans(one)? })),
            (Self::Count, [Value::Number(number)]) => {
                u16::try_from(*number).ok().filter(|n| (1..=MAX_TIMES).contains(n)).map(Value::Count)
            }
            (Self::Go, [to]) => Some(clause(Clause::Go { places: spans(to)?, times: 1 })),
            // "Pull the pipe at 2 out": two words for one routine, around the place.
            (Self::Work, [one, at, other]) if one == other => Self::Work.apply(&[(*one).clone(), (*at).clone()], cell),
            (Self::Work | Self::InTurn, [one, other]) => {
                let (work, at) = routines(one).zip(spans(other)).or_else(|| routines(other).zip(spans(one)))?;
                let is_in_turn = self == Self::InTurn && work.len() > 1;
                let order = if is_in_turn { Order::PlaceByPlace } else { Order::RoutineByRoutine };
                Some(clause(Clause::Work { routines: work, places: at, times: 1, order }))
            }
            (Self::Take, [Value::Tool(tool)]) => Some(clause(Clause::Take(*tool))),
            (Self::Drop, [] | [Value::Tool(_)]) => Some(clause(Clause::Drop)),
            (Self::DropHome, [] | [Value::Tool(_)]) => Some(clause(Clause::DropAndHome)),
            (Self::Change, [rest @ .., Value::Tool(tool)]) if rest.len() < 2 => {
                Some(Value::Clauses(vec![Clause::Drop, Clause::Take(*tool)]))
            }
            (Self::Carry, [rest @ .., from, to]) if rest.iter().all(|part| matches!(part, Value::Routine(_))) => {
                carry(&spans(from)?, &spans(to)?, cell)
            }
            (Self::ClauseBut, [Value::Clauses(clauses), out]) => clause_but(clauses, &spans(out)?, cell.snapshot),
            (Self::Times, [one, other]) => times(one, other).or_else(|| times(other, one)),
            (Self::There, [Value::Clauses(before), work]) => there(before, routines(work)?),
            _ => None,
        }
    }
}

fn places(spans: Vec<Span>) -> Value {
    Value::Places(Places { spans, reversed: false })
}

fn clause(clause: Clause) -> Value {
    Value::Clauses(vec![clause])
}

fn spans(value: &Value) -> Option<Places> {
    match value {
        Value::Place(place) => Some(Places { spans: vec![Span::One(*place)], reversed: false }),
        Value::Places(places) => Some(places.clone()),
        _ => None,
    }
}

fn routines(value: &Value) -> Option<Vec<RoutineId>> {
    match value {
        Value::Routine(routine) => Some(vec![*routine]),
        Value::Routines(routines) => Some(routines.clone()),
        _ => None,
    }
}

fn join(one: &Value, other: &Value) -> Option<Value> {
    if let (Value::Clauses(one), Value::Clauses(other)) = (one, other) {
        return Some(Value::Clauses([&one[..], other].concat()));
    }
    if let Some((mut one, other)) = routines(one).zip(routines(other)) {
        // A routine that is there already was said in two words.
        let is_new = other.iter().all(|routine| !one.contains(routine));
        one.extend(other);
        return is_new.then_some(Value::Routines(one));
    }
    let (one, other) = (spans(one)?, spans(other)?);
    // No place is named twice in one list; "all and 2" is no list.
    let is_list = !one.reversed
        && !other.reversed
        && one.spans.iter().chain(&other.spans).all(|span| !matches!(span, Span::All { .. }))
        && other.spans.iter().all(|span| !one.spans.contains(span));
    is_list.then(|| places([one.spans, other.spans].concat()))
}

/// Places without others. What is left out must be among them.
fn but(all: &Places, out: &Places, snapshot: &Snapshot) -> Option<Value> {
    let mut gone = Vec::new();
    for span in &out.spans {
        match span {
            Span::One(place) => gone.push(*place),
            Span::Range(from, to) => gone.extend(said::range(snapshot, *from, *to)),
            Span::Here | Span::Back | Span::All { .. } => return None,
        }
    }
    match &all.spans[..] {
        [Span::All { but }] => {
            let is_new =
                gone.iter().all(|place| !but.contains(place) && work_positions(snapshot).any(|at| at == *place));
            let but = but.iter().copied().chain(gone).collect();
            is_new.then(|| Value::Places(Places { spans: vec![Span::All { but }], reversed: all.reversed }))
        }
        [Span::Range(from, to)] => {
            let mut list = said::range(snapshot, *from, *to);
            let are_in = gone.iter().all(|place| list.contains(place));
            list.retain(|place| !gone.contains(place));
            let spans: Vec<Span> = list.into_iter().map(Span::One).collect();
            (are_in && !spans.is_empty()).then_some(Value::Places(Places { spans, reversed: all.reversed }))
        }
        _ => None,
    }
}

fn clause_but(clauses: &[Clause], out: &Places, snapshot: &Snapshot) -> Option<Value> {
    let without = |places: &Places| match but(places, out, snapshot) {
        Some(Value::Places(places)) => Some(places),
        _ => None,
    };
    let left = match clauses {
        [Clause::Go { places, times }] => Clause::Go { places: without(places)?, times: *times },
        [Clause::Work { routines, places, times, order }] => {
            Clause::Work { routines: routines.clone(), places: without(places)?, times: *times, order: *order }
        }
        _ => return None,
    };
    Some(clause(left))
}

fn carry(from: &Places, to: &Places, cell: &Cell<'_>) -> Option<Value> {
    let pick = cell.handling(&["pick", "lift", "grip", "take", "aufnehmen", "greifen"])?;
    let lay = cell.handling(&["place", "lay", "put", "set", "absetzen", "ablegen"])?;
    let work = |routine, places: &Places| Clause::Work {
        routines: vec![routine],
        places: places.clone(),
        times: 1,
        order: Order::RoutineByRoutine,
    };
    let is_one = |places: &Places| matches!(places.spans[..], [Span::One(_) | Span::Here]);
    (pick != lay && from != to && is_one(from) && is_one(to))
        .then(|| Value::Clauses(vec![work(pick, from), work(lay, to)]))
}

fn times(what: &Value, how_often: &Value) -> Option<Value> {
    let (Value::Clauses(clauses), Value::Count(count)) = (what, how_often) else { return None };
    match &clauses[..] {
        [Clause::Go { places, times: 1 }] => Some(clause(Clause::Go { places: places.clone(), times: *count })),
        [Clause::Work { routines, places, times: 1, order }] => Some(clause(Clause::Work {
            routines: routines.clone(),
            places: places.clone(),
            times: *count,
            order: *order,
        })),
        _ => None,
    }
}

/// "Go to 1 and weld" is weld at 1; "weld 1, then inspect it" stays at 1.
fn there(before: &[Clause], work: Vec<RoutineId>) -> Option<Value> {
    let (last, rest) = before.split_last()?;
    let at = |places: &Places| Clause::Work {
        routines: work.clone(),
        places: places.clone(),
        times: 1,
        order: Order::RoutineByRoutine,
    };
    match last {
        Clause::Go { places, times: 1 } => Some(Value::Clauses([rest, &[at(places)]].concat())),
        Clause::Work { places, routines, .. } if routines.iter().all(|routine| !work.contains(routine)) => {
            Some(Value::Clauses([before, &[at(places)]].concat()))
        }
        _ => None,
    }
}
