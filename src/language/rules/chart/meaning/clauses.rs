//! Clauses made of clauses: the same elsewhere, there, before that, so many times; and what is picked up and laid down.
//!
//! In: clauses and what is added to them. Out: the clauses that are meant, or nothing where it does not fit.

use super::{
    Cell, LAY, PICK, Value, clause,
    listed::{but, places_of},
};
use crate::{
    cell::RoutineId,
    language::{Clause, Order, Places, Span},
    snapshot::Snapshot,
};

pub(super) fn clause_but(clauses: &[Clause], out: &Places, snapshot: &Snapshot) -> Option<Value> {
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

pub(super) fn carry(from: &Places, to: &Places, cell: &Cell<'_>) -> Option<Value> {
    let (pick, lay) = (cell.handling(PICK)?, cell.handling(LAY)?);
    let is_one = |places: &Places| matches!(places.spans[..], [Span::One(_) | Span::Here]);
    (pick != lay && from != to && is_one(from) && is_one(to))
        .then(|| Value::Clauses(vec![work(pick, from), work(lay, to)]))
}

pub(super) fn work(routine: RoutineId, places: &Places) -> Clause {
    Clause::Work { routines: vec![routine], places: places.clone(), times: 1, order: Order::RoutineByRoutine }
}

pub(super) fn handled(words: &[&str], places: &Places, cell: &Cell<'_>) -> Option<Value> {
    Some(clause(work(cell.handling(words)?, places)))
}

pub(super) fn times(what: &Value, how_often: &Value) -> Option<Value> {
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

/// Whether each of some routines is done at one of some places.
pub(super) fn are_done(work: &[RoutineId], at: &Places, snapshot: &Snapshot) -> bool {
    let is_done = |routine: RoutineId, span: &Span| {
        let places = places_of(span, snapshot);
        places.is_empty() || places.iter().any(|place| snapshot.is_supported(routine, *place))
    };
    work.iter().all(|&routine| at.spans.iter().any(|span| is_done(routine, span)))
}

/// "Go to 1 and weld" is weld at 1; "weld 1, then inspect it" stays at 1.
pub(super) fn there(before: &[Clause], work: Vec<RoutineId>, snapshot: &Snapshot) -> Option<Value> {
    let (last, rest) = before.split_last()?;
    let at = |places: &Places| Clause::Work {
        routines: work.clone(),
        places: places.clone(),
        times: 1,
        order: Order::RoutineByRoutine,
    };
    match last {
        Clause::Go { places, times: 1 } => Some(Value::Clauses([rest, &[at(places)]].concat())),
        Clause::Work { places, routines, .. }
            if routines.iter().all(|routine| !work.contains(routine)) && are_done(&work, places, snapshot) =>
        {
            Some(Value::Clauses([before, &[at(places)]].concat()))
        }
        _ => None,
    }
}

/// "Go to 1, actually weld there"; "weld 1, no, inspect it" inspects alone.
pub(super) fn rather(before: &[Clause], work: Vec<RoutineId>, snapshot: &Snapshot) -> Option<Value> {
    match before.split_last()? {
        (Clause::Work { places, times, order, .. }, rest) => {
            let rather = Clause::Work { routines: work, places: places.clone(), times: *times, order: *order };
            Some(Value::Clauses([rest, &[rather]].concat()))
        }
        _ => there(before, work, snapshot),
    }
}

/// "Weld 1, but inspect it first" inspects at 1, and then welds there.
pub(super) fn there_before(after: &[Clause], work: Vec<RoutineId>) -> Option<Value> {
    // "Weld 1 and inspect 2, inspect first": what was said already comes first.
    let is_said = |clause: &Clause| matches!(clause, Clause::Work { routines, .. } if *routines == work);
    if let Some(at) = after.iter().position(is_said).filter(|_| after.len() > 1) {
        let mut ordered = after.to_vec();
        ordered[..=at].rotate_right(1);
        return (at > 0 && !after[at + 1..].iter().any(is_said)).then_some(Value::Clauses(ordered));
    }
    let [Clause::Work { places, routines, .. }] = after else { return None };
    let is_new = routines.iter().all(|routine| !work.contains(routine));
    let before = Clause::Work { routines: work, places: places.clone(), times: 1, order: Order::RoutineByRoutine };
    is_new.then(|| Value::Clauses([&[before], after].concat()))
}

/// What the last clause does, at other places: once, as it was said, or so many times, as is said of each.
pub(super) fn likewise(clauses: &[Clause], places: &Places, count: Option<u16>) -> Option<Vec<Clause>> {
    let places = places.clone();
    match (clauses.last()?, count) {
        (Clause::Go { times: 1, .. }, None) => Some(vec![Clause::Go { places, times: 1 }]),
        (Clause::Work { routines, times, order, .. }, count) if (*times == 1) == count.is_none() => {
            let (routines, order, times) = (routines.clone(), *order, count.unwrap_or(1));
            Some(vec![Clause::Work { routines, places, times, order }])
        }
        _ => None,
    }
}
