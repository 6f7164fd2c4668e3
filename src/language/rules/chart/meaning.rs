//! Meanings, and the combinators that make one of several. A combinator that does not fit what it is given makes nothing, so that
//! the rule does not apply.

use serde::Deserialize;

use crate::{
    cell::{PositionId, Role, RoutineId, State, ToolId},
    language::{Clause, Order, Places, Span, lexicon::Lexicon, said::falls},
    limits::MAX_TIMES,
    snapshot::Snapshot,
};

mod clauses;
mod given;
mod listed;

use clauses::{are_done, carry, clause_but, handled, likewise, rather, there, there_before, times};
use given::joined;
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
    /// From one place to another: where the robot is at the first.
    Way(PositionId, Box<Value>),
    /// Clauses that say how it is before them.
    Given(Given, Vec<Clause>),
}

/// What is said to be so, before something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    Holds(ToolId),
    IsAt(PositionId),
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
    /// Parts of one kind in a row.
    Join,
    /// Two clauses in the other order.
    Swap,
    /// Three clauses, the last two of them in the other order.
    JoinSwapped,
    /// Two places without a word between them: "1 3", "a1 b1".
    JoinBare,
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
    /// From where the robot is, to another place; said the other way round.
    Way,
    WayFrom,
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
    /// The same as the clause before it, at other places; the same, to be done before that; the same, so many times.
    Likewise,
    LikewiseBefore,
    LikewiseTimes,
    /// Work at the place of the clause before it; the same, to be done before that.
    There,
    ThereBefore,
    /// The same, so many times.
    ThereTimes,
    /// The same, in place of what was said to be done there.
    Rather,
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
            (Self::JoinBare, [one, other @ Value::Place(next)]) => {
                let last = spans(one)?.spans.last().cloned()?;
                matches!(last, Span::One(last) if are_apart(last, *next, cell)).then(|| join(one, other, cell))?
            }
            (Self::JoinSwapped, [first, one, other]) => join(first, &join(other, one, cell)?, cell),
            (Self::All, []) => Some(places(vec![Span::All { but: Vec::new() }])),
            (Self::Here, [] | [_]) => Some(places(vec![Span::Here])),
            (Self::Range, [Value::Place(from), Value::Place(to)]) if from != to => {
                // "Oven 1 to the right rack" is no row; "A1 to B3" is one.
                is_row(*from, *to, cell).then(|| places(vec![Span::Range(*from, *to)]))
            }
            (Self::Way, [Value::Place(from), to]) => Some(Value::Way(*from, Box::new((*to).clone()))),
            (Self::WayFrom, [to, from]) => Self::Go.apply(&[&Self::Way.apply(&[from, to], cell)?], cell),
            (Self::But, [row, number @ Value::Number(_)]) => {
                let out = Self::Nth.apply(&[number, row], cell)?;
                Self::But.apply(&[row, &out], cell)
            }
            (Self::But, [one, other]) => but(&spans(one)?, &spans(other)?, cell.snapshot),
            (Self::Correct, [Value::Clauses(clauses), Value::Clauses(other)]) => {
                let (_, kept) = clauses.split_last()?;
                Some(Value::Clauses([kept, other].concat()))
            }
            (Self::Correct, [one, not, other]) => {
                let (one, not) = (spans(one)?, spans(not)?);
                one.spans.ends_with(&not.spans).then(|| correct(one, spans(other)?))?
            }
            (Self::Correct, [one, other]) => correct(spans(one)?, spans(other)?),
            (Self::Not, [one, other]) => {
                let (one, other) = (spans(one)?, spans(other)?);
                let is_plain = |places: &Places| places.spans.iter().all(|span| matches!(span, Span::One(_)));
                let are_others = other.spans.iter().all(|span| !one.spans.contains(span));
                (is_plain(&one) && is_plain(&other) && are_others).then_some(Value::Places(one))
            }
            // "5 to 1 backwards": turned round twice?
            (Self::Reverse, [one]) => {
                let places = spans(one)?;
                let falls = |span: &Span| matches!(span, Span::Range(from, to) if falls(cell.snapshot, *from, *to));
                let is_twice = places.spans.iter().any(falls);
                (!is_twice).then_some(Value::Places(Places { reversed: true, ..places }))
            }
            (Self::Nth, [number]) => {
                let all = places(vec![Span::All { but: Vec::new() }]);
                Self::Nth.apply(&[number, &all], cell)
            }
            (Self::Nth, [one @ Value::Number(_), other @ Value::Number(_)]) => {
                join(&self.apply(&[one], cell)?, &self.apply(&[other], cell)?, cell)
            }
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
            (Self::Last, [number @ Value::Number(_), row]) => {
                join(&Self::Nth.apply(&[number, row], cell)?, &Self::Last.apply(&[row], cell)?, cell)
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
            (Self::Go, [Value::Way(from, to)]) => match Self::Go.apply(&[&**to], cell)? {
                Value::Clauses(clauses) => Some(Value::Given(Given::IsAt(*from), clauses)),
                _ => None,
            },
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
                // "Scan 2 and rest" scans nothing at the rest position.
                let is_home = |span: &Span| matches!(span, Span::One(place) if cell.homes().any(|home| home == *place));
                if at.spans.iter().any(is_home) && (at.spans.len() > 1 || !are_done(&work, &at, cell.snapshot)) {
                    return None;
                }
                // "Pick a shaft, insert it at 30": picked elsewhere.
                if work.len() > 1 && !are_done(&work, &at, cell.snapshot) {
                    return None;
                }
                let is_in_turn = self == Self::InTurn && work.len() > 1;
                let order = if is_in_turn { Order::PlaceByPlace } else { Order::RoutineByRoutine };
                Some(clause(Clause::Work { routines: work, places: at, times: 1, order }))
            }
            (Self::Take, [Value::Tool(tool)]) => Some(clause(Clause::Take(*tool))),
            (Self::Drop, []) => Some(clause(Clause::Drop)),
            (Self::Drop, [Value::Tool(tool)]) => Some(Value::Given(Given::Holds(*tool), vec![Clause::Drop])),
            (Self::DropHome, []) => Some(clause(Clause::DropAndHome)),
            (Self::Change, [Value::Tool(tool)]) => Some(clause(Clause::Take(*tool))),
            (Self::Change, [Value::Tool(from), Value::Tool(tool)]) => exchange(*from, *tool),
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
            (Self::There, [Value::Given(given, before), work]) => {
                match there(before, routines(work)?, cell.snapshot)? {
                    Value::Clauses(clauses) => Some(Value::Given(*given, clauses)),
                    _ => None,
                }
            }
            (Self::ThereTimes, [Value::Clauses(before), work, Value::Count(count)]) => {
                let Some(Value::Clauses(mut clauses)) = there(before, routines(work)?, cell.snapshot) else {
                    return None;
                };
                if let Some(Clause::Work { times, .. }) = clauses.last_mut() {
                    *times = *count;
                }
                Some(Value::Clauses(clauses))
            }
            (Self::There, [Value::Clauses(before), work] | [work, Value::Clauses(before)]) => {
                there(before, routines(work)?, cell.snapshot)
            }
            (Self::Rather, [Value::Clauses(before), work]) => rather(before, routines(work)?, cell.snapshot),
            (Self::Likewise, [Value::Clauses(before), at]) => {
                Some(Value::Clauses([&before[..], &likewise(before, &spans(at)?, None)?].concat()))
            }
            (Self::LikewiseBefore, [Value::Clauses(after), at]) => {
                Some(Value::Clauses([&likewise(after, &spans(at)?, None)?, &after[..]].concat()))
            }
            (
                Self::LikewiseTimes,
                [Value::Clauses(before), at, number @ (Value::Count(_) | Value::Number(_))]
                | [Value::Clauses(before), number @ (Value::Count(_) | Value::Number(_)), at],
            ) => {
                let count = match number {
                    Value::Count(count) => *count,
                    number => match Self::Count.apply(&[number], cell)? {
                        Value::Count(count) => count,
                        _ => return None,
                    },
                };
                Some(Value::Clauses([&before[..], &likewise(before, &spans(at)?, Some(count))?].concat()))
            }
            (Self::ThereBefore, [Value::Clauses(after), work]) => there_before(after, routines(work)?),
            (Self::Counted, [at @ (Value::Place(_) | Value::Places(_)), number @ Value::Number(_), one]) => {
                Self::Counted.apply(&[number, one, at], cell)
            }
            // "Set two studs, T1 and T2": one at each, or two?
            (Self::Counted, [Value::Number(_), one, at])
                if routines(one).is_some_and(|work| work.len() > 1)
                    || spans(at).is_some_and(|at| at.spans.len() > 1) =>
            {
                None
            }
            (Self::Counted, [Value::Number(number), one, at]) => {
                let count = Self::Count.apply(&[&Value::Number(*number)], cell)?;
                times(&Self::Work.apply(&[one, at], cell)?, &count)
            }
            (Self::Counted, [one, count @ Value::Count(_), at]) => times(&Self::Work.apply(&[one, at], cell)?, count),
            (Self::ByTool, [Value::Tool(tool)]) => cell.lexicon.routine_of(*tool).one().map(Value::Routine),
            (Self::WithTool, [work, Value::Tool(tool)] | [Value::Tool(tool), work]) => {
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
            (Self::Exchange, [Value::Tool(tool), Value::Tool(from)]) => exchange(*from, *tool),
            _ => None,
        }
    }
}

fn places(spans: Vec<Span>) -> Value {
    Value::Places(Places { spans, reversed: false })
}

/// Whether two places that are said in a row are not one: "1 2", where there is no place 12. In "a c" the first may be an article.
fn are_apart(one: PositionId, other: PositionId, cell: &Cell<'_>) -> bool {
    let ends = [one, other].map(|place| cell.lexicon.words_of(place).last().map_or("", String::as_str));
    let is_letter = |end: &str| end.len() == 1 && end.chars().all(char::is_alphabetic);
    // "Band 1 3", where no band is called 3.
    let rows = [one, other].map(|place| cell.lexicon.words_of(place).first());
    one != other
        && rows[0] == rows[1]
        && !ends.iter().any(|end| is_letter(end))
        && cell.lexicon.place(&[&ends.concat()]).is_none()
}

/// A tool for the one that is held.
fn exchange(from: ToolId, to: ToolId) -> Option<Value> {
    (from != to).then(|| Value::Given(Given::Holds(from), vec![Clause::Take(to)]))
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

fn join(one: &Value, other: &Value, cell: &Cell<'_>) -> Option<Value> {
    if let Some(joined) = joined(one, other, cell) {
        return Some(joined);
    }
    let is_clauses = |value: &Value| matches!(value, Value::Clauses(_) | Value::Given(..));
    if is_clauses(one) || is_clauses(other) {
        return None;
    }
    if let Some((mut one, other)) = routines(one).zip(routines(other)) {
        // A routine that is there already was said in two words.
        let is_new = other.iter().all(|routine| !one.contains(routine));
        one.extend(other);
        return is_new.then_some(Value::Routines(one));
    }
    let (one, other) = (spans(one)?, spans(other)?);
    // No place is named twice in one list; "all and 2" is no list.
    let of = |places: &Places| {
        places.spans.iter().flat_map(|span| listed::places_of(span, cell.snapshot)).collect::<Vec<_>>()
    };
    let (these, those) = (of(&one), of(&other));
    let is_list = !one.reversed
        && !other.reversed
        && one.spans.iter().chain(&other.spans).all(|span| !matches!(span, Span::All { .. }))
        && those.iter().all(|place| !these.contains(place))
        && other.spans.iter().all(|span| !one.spans.contains(span));
    is_list.then(|| places([one.spans, other.spans].concat()))
}

/// Whether two places are called alike, but for a number or a letter.
fn is_row(from: PositionId, to: PositionId, cell: &Cell<'_>) -> bool {
    let (from, to) = (cell.lexicon.words_of(from), cell.lexicon.words_of(to));
    let telling =
        |words: &[String]| words.iter().filter(|word| !cell.lexicon.is_end(word)).cloned().collect::<Vec<_>>();
    telling(from) == telling(to)
}
/// Words for the one routine that picks up, and for the one that lays down.
const PICK: &[&str] = &["pick", "lift", "grip", "take", "aufnehmen", "greifen"];
const LAY: &[&str] = &["place", "lay", "put", "set", "absetzen", "ablegen"];
