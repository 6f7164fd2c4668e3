//! Lists and rows of places: some of them, one of them put right, places without others.

use super::{Cell, Value, places};
use crate::{
    cell::PositionId,
    language::{
        Places, Span,
        said::{self, work_positions},
    },
    snapshot::Snapshot,
};

/// The places that are named by themselves or by a range.
pub(super) fn places_of(span: &Span, snapshot: &Snapshot) -> Vec<PositionId> {
    match span {
        Span::One(place) => vec![*place],
        Span::Range(from, to) => said::range(snapshot, *from, *to),
        Span::Here | Span::Back | Span::All { .. } => Vec::new(),
    }
}

/// Places without others. What is left out must be among them.
pub(super) fn but(all: &Places, out: &Places, snapshot: &Snapshot) -> Option<Value> {
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
        list => {
            let are_in = gone.iter().all(|place| list.contains(&Span::One(*place)));
            let is_kept = |span: &&Span| !matches!(span, Span::One(place) if gone.contains(place));
            let spans: Vec<Span> = list.iter().filter(is_kept).cloned().collect();
            (are_in && !spans.is_empty()).then_some(Value::Places(Places { spans, reversed: all.reversed }))
        }
    }
}

/// The places of a row, in order.
pub(super) fn row_of(row: &Value, cell: &Cell<'_>) -> Option<Vec<PositionId>> {
    let Value::Places(places) = row else { return None };
    let each = |span: &Span| match span {
        Span::One(place) => Some(vec![*place]),
        Span::All { but } => Some(work_positions(cell.snapshot).filter(|place| !but.contains(place)).collect()),
        Span::Range(from, to) => Some(said::range(cell.snapshot, *from, *to)),
        Span::Here | Span::Back => None,
    };
    let each: Option<Vec<Vec<PositionId>>> = places.spans.iter().map(each).collect();
    let mut row = each?.concat();
    let number = |place: &PositionId| cell.lexicon.words_of(*place).last().and_then(|word| word.parse::<u64>().ok());
    // By number where all have one; in the order of names otherwise.
    if row.iter().all(|place| number(place).is_some()) {
        row.sort_by_key(number);
    }
    Some(row)
}

pub(super) fn some_of(
    row: &[PositionId],
    number: u64,
    cut: impl Fn(&[PositionId], usize) -> Option<&[PositionId]>,
) -> Option<Value> {
    let some = cut(row, usize::try_from(number).ok()?).filter(|some| some.len() > 1)?;
    Some(places(some.iter().copied().map(Span::One).collect()))
}

/// A list whose last place is another one.
pub(super) fn correct(mut list: Places, other: Places) -> Option<Value> {
    // "1 and 2, no, 2 and 3": all of them.
    if list.spans.len() > 1 && other.spans.len() >= list.spans.len() {
        return Some(Value::Places(other));
    }
    list.spans.pop()?;
    let is_new = other.spans.iter().all(|span| !list.spans.contains(span));
    list.spans.extend(other.spans);
    is_new.then_some(Value::Places(list))
}
