//! What a sentence says of how it is: "the welder back", "from 1 to 2", and clauses joined to such.
//!
//! In: clauses, and what is to be so before them. Out: whether it is so, and the clauses in a row.

use super::{Cell, Given, Value};
use crate::language::{Clause, Places, Span};

/// Clauses after clauses. Bringing the tool back and then going home is one.
pub(super) fn in_a_row(before: &[Clause], after: &[Clause], cell: &Cell<'_>) -> Vec<Clause> {
    let is_home =
        |places: &Places| matches!(places.spans[..], [Span::One(place)] if cell.homes().any(|home| home == place));
    match (before, after) {
        ([rest @ .., Clause::Drop], [Clause::Go { places, times: 1 }, more @ ..]) if is_home(places) => {
            // "Finish up: tool away, then home" says it twice.
            let is_said = matches!(rest, [.., Clause::DropAndHome]);
            [rest, if is_said { &[] } else { &[Clause::DropAndHome] }, more].concat()
        }
        // "Go to 2, go to tray 2": once.
        ([.., last @ Clause::Go { times: 1, .. }], [first, more @ ..]) if last == first => [before, more].concat(),
        _ => [before, after].concat(),
    }
}

impl Cell<'_> {
    /// How it is before a sentence.
    pub(in super::super) fn is(&self, given: Given) -> bool {
        match given {
            // With no tool in hand any named tool is accepted, because the plan may take it first.
            Given::Holds(tool) => self.state.tool.is_none_or(|held| held == tool),
            Given::IsAt(place) => self.state.position == place,
        }
    }

    /// Whether it is so after some clauses, where they change it; `None` where they do not.
    fn is_after(&self, clauses: &[Clause], given: Given) -> Option<bool> {
        let last = clauses.last()?;
        match given {
            Given::IsAt(place) => Some(match last {
                Clause::Go { places, .. } | Clause::Work { places, .. } => {
                    places.spans.last() == Some(&Span::One(place))
                }
                Clause::Take(_) | Clause::Drop | Clause::DropAndHome => false,
            }),
            Given::Holds(tool) => clauses.iter().rev().find_map(|clause| match clause {
                Clause::Take(taken) => Some(*taken == tool),
                // "Finish up: welder back": whatever is put away, it was the welder.
                Clause::Drop | Clause::DropAndHome => None,
                Clause::Work { routines, .. } => routines
                    .iter()
                    .rev()
                    .find_map(|routine| self.lexicon.required(*routine))
                    .map(|needed| needed == tool),
                Clause::Go { .. } => None,
            }),
        }
    }
}

/// Clauses after clauses that say how it is then.
pub(super) fn joined(one: &Value, other: &Value, cell: &Cell<'_>) -> Option<Value> {
    let (first, before) = match one {
        Value::Clauses(clauses) => (None, clauses),
        Value::Given(given, clauses) => (Some(*given), clauses),
        _ => return None,
    };
    let (then, after) = match other {
        Value::Clauses(clauses) => (None, clauses),
        Value::Given(given, clauses) => (Some(*given), clauses),
        _ => return None,
    };
    let all = in_a_row(before, after, cell);
    let given = match (first, then.map(|then| (then, cell.is_after(before, then)))) {
        (_, Some((_, Some(false)))) => return None,
        (first, None | Some((_, Some(true)))) => first,
        (Some(first), Some((then, None))) if first != then => return None,
        (_, Some((then, None))) => Some(then),
    };
    Some(given.map_or_else(|| Value::Clauses(all.clone()), |given| Value::Given(given, all.clone())))
}
