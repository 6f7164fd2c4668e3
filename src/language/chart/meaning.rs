//! Meanings, and the combinators that make one of several. A combinator that does not fit what it is given makes nothing, so that
//! the rule does not apply.

use serde::Deserialize;

use crate::{
    cell::{PositionId, Role, RoutineId, State, ToolId},
    language::{Clause, Order, Places, Span, lexicon::Lexicon},
    limits::MAX_TIMES,
    snapshot::Snapshot,
};

mod listed;

use listed::{but, correct, row_of, some_of};

/// The cell that is spoken of.
pub(super) struct Cell<'s> {
    pub(super) lexicon: &'s Lexicon,
    pub(super) snapshot: &'s Snapshot,
    pub(super) state: State,
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
    /// Words that mean nothing by themselves.
    Nothing,
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
    /// Of a row of places: the third, the last, the first two, the last two, all of so many.
    Nth,
    Last,
    FirstOf,
    LastOf,
    Both,
    Whole,
    /// A number and "times".
    Count,
    /// A list, the last of which is corrected; places, and not others.
    Correct,
    Not,
    /// From where the robot is, to another place.
    Way,
    /// Clauses.
    Go,
    Work,
    InTurn,
    Take,
    Drop,
    DropHome,
    Change,
    Carry,
    /// What is handled at a place: picked up there, laid down there.
    Pick,
    Lay,
    Times,
    /// The one clause's places without others.
    ClauseBut,
    /// The same as the clause before it, at other places; the same, to be done before that.
    Likewise,
    LikewiseBefore,
    /// Work at the place of the clause before it; the same, to be done before that.
    There,
    ThereBefore,
    /// So many times the work; the work at all places.
    Counted,
    Everywhere,
    /// The work that a tool is for; work with the tool that it needs anyway; a tool for another.
    ByTool,
    WithTool,
    Exchange,
}

impl Combinator {
    /// The meaning of a rule whose parts have these.
    pub(super) fn apply(self, values: &[&Value], cell: &Cell<'_>) -> Option<Value> {
        let parts: Vec<&Value> = values.iter().filter(|value| ***value != Value::Word).copied().collect();
        match (self, &parts[..]) {
            (Self::Nothing, []) => Some(Value::Word),
            (Self::Same, [one]) => Some((*one).clone()),
            (Self::First, [one, _]) | (Self::Second, [_, one]) => Some((*one).clone()),
            (Self::Agree, [one, other]) => (one == other).then(|| (*one).clone()),
            (Self::Join, [one, other]) => join(one, other, cell),
            (Self::Swap, [one, other]) => join(other, one, cell),
            (Self::All, []) => Some(places(vec![Span::All { but: Vec::new() }])),
            (Self::Here, [] | [_]) => Some(places(vec![Span::Here])),
            (Self::Range, [Value::Place(from), Value::Place(to)]) if from != to => {
                Some(places(vec![Span::Range(*from, *to)]))
            }
            (Self::Way, [Value::Place(from), to]) => (*from == cell.state.position).then(|| (*to).clone()),
            (Self::But, [one, other]) => but(&spans(one)?, &spans(other)?, cell.snapshot),
            (Self::Correct, [one, other]) => correct(spans(one)?, spans(other)?),
            (Self::Not, [one, other]) => {
                let (one, other) = (spans(one)?, spans(other)?);
                let is_plain = |places: &Places| places.spans.iter().all(|span| matches!(span, Span::One(_)));
                let are_others = other.spans.iter().all(|span| !one.spans.contains(span));
                (is_plain(&one) && is_plain(&other) && are_others).then_some(Value::Places(one))
            }
            (Self::Reverse, [one]) => Some(Value::Places(Places { reversed: true, ..spans(one)? })),
            (Self::Nth, [Value::Number(number), row]) => {
                let at = usize::try_from(*number).ok()?.checked_sub(1)?;
                let place = row_of(row, cell)?.get(at).copied()?;
                // "The second position" is no Pos_5, nor Pos_1_2.
                let mut numbers = cell.lexicon.words_of(place).iter().filter_map(|word| word.parse::<u64>().ok());
                let is_it = numbers.next().is_none_or(|first| first == *number) && numbers.next().is_none();
                is_it.then_some(Value::Place(place))
            }
            (Self::Nth, [one, other, row]) => {
                join(&self.apply(&[one, row], cell)?, &self.apply(&[other, row], cell)?, cell)
            }
            (Self::Last, [row]) => row_of(row, cell)?.last().copied().map(Value::Place),
            (Self::FirstOf, [Value::Number(1), Value::Number(number), row]) => {
                some_of(&row_of(row, cell)?, *number, |row, count| row.get(..count))
            }
            (Self::LastOf, [Value::Number(number), row]) => {
                some_of(&row_of(row, cell)?, *number, |row, count| row.get(row.len().checked_sub(count)?..))
            }
            (Self::Both, [row]) => (row_of(row, cell)?.len() == 2).then(|| (*row).clone()),
            (Self::Whole, [Value::Number(number), row]) => {
                (row_of(row, cell)?.len() as u64 == *number).then(|| (*row).clone())
            }
            (Self::Count, [Value::Number(number)]) => {
                u16::try_from(*number).ok().filter(|n| (1..=MAX_TIMES).contains(n)).map(Value::Count)
            }
            (Self::Go, [to]) => Some(clause(Clause::Go { places: spans(to)?, times: 1 })),
            // "Pull the pipe at 2 out": two words for one routine, around the place.
            (Self::Work, [one, at, other]) if one == other => Self::Work.apply(&[one, at], cell),
            (Self::Work | Self::InTurn, [one, other]) => {
                let (work, at) = routines(one).zip(spans(other)).or_else(|| routines(other).zip(spans(one)))?;
                // "Aspirate and dispense A1 to B1": a range, or from the one to the other?
                let family = |place: &PositionId| cell.lexicon.words_of(*place).split_last().map(|(_, family)| family);
                let is_way = |span: &Span| matches!(span, Span::Range(from, to) if family(from) != family(to));
                if work.len() > 1 && at.spans.iter().any(is_way) {
                    return None;
                }
                let is_in_turn = self == Self::InTurn && work.len() > 1;
                let order = if is_in_turn { Order::PlaceByPlace } else { Order::RoutineByRoutine };
                Some(clause(Clause::Work { routines: work, places: at, times: 1, order }))
            }
            (Self::Take, [Value::Tool(tool)]) => Some(clause(Clause::Take(*tool))),
            (Self::Drop, [] | [Value::Tool(_)]) => Some(clause(Clause::Drop)),
            (Self::DropHome, [] | [Value::Tool(_)]) => Some(clause(Clause::DropAndHome)),
            (Self::Change, [rest @ .., Value::Tool(tool)]) if rest.len() < 2 => Some(clause(Clause::Take(*tool))),
            (Self::Carry, [rest @ .., from, to]) if rest.iter().all(|part| matches!(part, Value::Routine(_))) => {
                carry(&spans(from)?, &spans(to)?, cell)
            }
            (Self::Pick, [at]) => handled(PICK, &spans(at)?, cell),
            (Self::Lay, [at]) => handled(LAY, &spans(at)?, cell),
            (Self::ClauseBut, [Value::Clauses(clauses), out]) => clause_but(clauses, &spans(out)?, cell.snapshot),
            (Self::Times, [one, other]) => times(one, other).or_else(|| times(other, one)),
            (Self::Everywhere, [one]) => {
                let all = places(vec![Span::All { but: Vec::new() }]);
                Self::Work.apply(&[one, &all], cell)
            }
            (Self::There, [Value::Clauses(before), work] | [work, Value::Clauses(before)]) => {
                there(before, routines(work)?)
            }
            (Self::Likewise, [Value::Clauses(before), at]) => {
                Some(Value::Clauses([&before[..], &likewise(before, &spans(at)?)?].concat()))
            }
            (Self::LikewiseBefore, [Value::Clauses(after), at]) => {
                Some(Value::Clauses([&likewise(after, &spans(at)?)?, &after[..]].concat()))
            }
            (Self::ThereBefore, [Value::Clauses(after), work]) => there_before(after, routines(work)?),
            (Self::Counted, [Value::Number(number), one, at]) => {
                let count = Self::Count.apply(&[&Value::Number(*number)], cell)?;
                times(&Self::Work.apply(&[one, at], cell)?, &count)
            }
            (Self::Counted, [one, count @ Value::Count(_), at]) => times(&Self::Work.apply(&[one, at], cell)?, count),
            (Self::ByTool, [Value::Tool(tool)]) => cell.lexicon.routine_of(*tool).one().map(Value::Routine),
            (Self::WithTool, [work, Value::Tool(tool)]) => {
                let needs = |routine: &RoutineId| cell.lexicon.required(*routine) == Some(*tool);
                let is_needed = match work {
                    Value::Clauses(clauses) => match &clauses[..] {
                        [Clause::Work { routines, .. }] => routines.iter().any(needs),
                        _ => false,
                    },
                    work => routines(work)?.iter().any(needs),
                };
                is_needed.then(|| (*work).clone())
            }
            (Self::Exchange, [Value::Tool(tool), Value::Tool(other)]) => {
                (tool != other).then(|| clause(Clause::Take(*tool)))
            }
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

/// Clauses after clauses. Bringing the tool back and then going home is one.
fn in_a_row(before: &[Clause], after: &[Clause], cell: &Cell<'_>) -> Vec<Clause> {
    let is_home =
        |places: &Places| matches!(places.spans[..], [Span::One(place)] if cell.homes().any(|home| home == place));
    match (before, after) {
        ([rest @ .., Clause::Drop], [Clause::Go { places, times: 1 }, more @ ..]) if is_home(places) => {
            // "Finish up: tool away, then home" says it twice.
            let is_said = matches!(rest, [.., Clause::DropAndHome]);
            [rest, if is_said { &[] } else { &[Clause::DropAndHome] }, more].concat()
        }
        _ => [before, after].concat(),
    }
}

fn join(one: &Value, other: &Value, cell: &Cell<'_>) -> Option<Value> {
    if let (Value::Clauses(one), Value::Clauses(other)) = (one, other) {
        return Some(Value::Clauses(in_a_row(one, other, cell)));
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
    let (pick, lay) = (cell.handling(PICK)?, cell.handling(LAY)?);
    let is_one = |places: &Places| matches!(places.spans[..], [Span::One(_) | Span::Here]);
    (pick != lay && from != to && is_one(from) && is_one(to))
        .then(|| Value::Clauses(vec![work(pick, from), work(lay, to)]))
}

/// Words for the one routine that picks up, and for the one that lays down.
const PICK: &[&str] = &["pick", "lift", "grip", "take", "aufnehmen", "greifen"];
const LAY: &[&str] = &["place", "lay", "put", "set", "absetzen", "ablegen"];

fn work(routine: RoutineId, places: &Places) -> Clause {
    Clause::Work { routines: vec![routine], places: places.clone(), times: 1, order: Order::RoutineByRoutine }
}

fn handled(words: &[&str], places: &Places, cell: &Cell<'_>) -> Option<Value> {
    Some(clause(work(cell.handling(words)?, places)))
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

/// "Weld 1, but inspect it first" inspects at 1, and then welds there.
fn there_before(after: &[Clause], work: Vec<RoutineId>) -> Option<Value> {
    let [Clause::Work { places, routines, .. }, ..] = after else { return None };
    let is_new = routines.iter().all(|routine| !work.contains(routine));
    let before = Clause::Work { routines: work, places: places.clone(), times: 1, order: Order::RoutineByRoutine };
    is_new.then(|| Value::Clauses([&[before], after].concat()))
}

/// What the last clause does, at other places.
fn likewise(clauses: &[Clause], places: &Places) -> Option<Vec<Clause>> {
    match clauses.last()? {
        Clause::Go { times: 1, .. } => Some(vec![Clause::Go { places: places.clone(), times: 1 }]),
        Clause::Work { routines, times: 1, order, .. } => {
            let (routines, order) = (routines.clone(), *order);
            Some(vec![Clause::Work { routines, places: places.clone(), times: 1, order }])
        }
        _ => None,
    }
}
