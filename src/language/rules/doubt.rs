//! What makes a command doubtful, whatever the grammar makes of it: signs that a sentence tells, asks, waits, leaves work to
//! people, or counts and excludes in a way that the grammar does not follow; and readings that do the same thing twice.
//!
//! In: the items of a sentence; the clauses that were read. Out: whether they are doubtful; the item that leaves the work
//! to others. A doubtful command is unclear: the recogniser moves nothing by it. Each sign was found in a sentence that was
//! surely read, and wrongly.
//!
//! 1. The signs in words are data: `doubt/signs.yaml`, with an example of each. The head of that file says how to add one.
//! 2. The signs in what was read are in `doubt/clauses.rs`.
//! 3. A file of signs that cannot be used makes every sentence doubtful.

use std::sync::LazyLock;

use super::{english::Tag, tag::Item};

mod clauses;
mod pattern;
mod signs;

pub(super) use clauses::of_clauses;
use signs::Signs;

static SIGNS: LazyLock<Signs> = LazyLock::new(|| Signs::read(include_str!("doubt/signs.yaml")).unwrap_or_default());

/// Whether the words of a sentence have a sign of doubt.
pub(super) fn of_words(items: &[Item]) -> bool {
    SIGNS.are_in(items)
}

/// The first item at which a sentence leaves the work to others, to another time, or undone.
pub(super) fn leaves_it(items: &[Item]) -> Option<&Item> {
    SIGNS.leave(items).and_then(|at| items.get(at))
}

/// Words that say nothing of what is to be done.
const IDLE: &[Tag] = &[Tag::Filler, Tag::Please, Tag::Hello, Tag::Ok, Tag::Robot];

const ACTS: &[Tag] = &[Tag::Do, Tag::Take, Tag::Put, Tag::Drop, Tag::Go, Tag::Return, Tag::Use];

pub(super) fn acts(item: &Item) -> bool {
    item.is_work || item.is_any(ACTS)
}

fn names_place(item: &Item) -> bool {
    item.place.one().is_some()
        || item.number.is_some() && !item.is_ordinal
        || item.text.len() == 1 && item.is_place_word && !item.is(Tag::Article)
}

/// A place, or a word of one's name.
pub(super) fn tells_place(item: &Item) -> bool {
    names_place(item) || item.is_place_word
}

/// The next item, words of these kinds passed over.
fn next<'i>(items: &'i [Item], at: usize, passed: &[Tag]) -> Option<&'i Item> {
    items.get(at + 1..)?.iter().find(|item| !item.is_any(passed))
}
