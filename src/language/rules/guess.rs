//! What a command would say without the words that nobody knows: "shoot a stud into T2 for me old son".
//!
//! In: the items of a sentence that is no command as a whole, that asks nothing and forbids nothing. Out: what is left says,
//! if that is a command. A guess moves nothing by itself: it counts where a model that read the whole sentence says the
//! same, and else it is asked back.
//!
//! 1. Words that name something, count, order, exclude, correct or set a condition are never left out.
//! 2. Nor is an unknown word beside a place that is told by words: "the scale north" is not "the scale"; nor a workpiece before a
//!    tool: "the rivet gun" is not "the gun".

use super::{Recogniser, english::Tag, parser::Parser, place::is_end, tag::Item};
use crate::{
    cell::State,
    language::{Clause, lexicon::canonical},
    snapshot::Snapshot,
};

/// Longer ones are no sentences.
const ITEMS_MAX: usize = 160;
/// Most words that are left out one by one, besides those of which nothing is known.
const TRIES_MAX: usize = 16;
/// How far from where the reading ended a word is looked for that may be left out, in items.
const REACH: usize = 4;

/// What words may do that a command can be read without.
const IDLE: &[Tag] = &[
    Tag::Filler,
    Tag::Please,
    Tag::Hello,
    Tag::Ok,
    Tag::Me,
    Tag::You,
    Tag::Robot,
    Tag::Need,
    Tag::Can,
    Tag::Have,
    Tag::Is,
    Tag::Article,
    Tag::Of,
    Tag::For,
    Tag::Object,
    Tag::Completed,
    Tag::Status,
    Tag::Held,
    Tag::Able,
    Tag::Supports,
    Tag::RoutineNoun,
    Tag::Today,
    Tag::Know,
    Tag::Tell,
];

impl Recogniser {
    /// See the head of this file.
    pub(super) fn guess(&self, items: &[Item], snapshot: &Snapshot, state: State) -> Option<Vec<Clause>> {
        if items.len() > ITEMS_MAX {
            return None;
        }
        let is_kept = |at: &usize| !(items[*at].is_unknown() && may_go(items, *at, snapshot));
        let mut kept: Vec<Item> = (0..items.len()).filter(is_kept).map(|at| items[at].clone()).collect();
        for _ in 0..TRIES_MAX {
            let trouble = match Parser::new(&kept, &self.lexicon, snapshot, state).command() {
                Ok(clauses) => return Some(clauses),
                Err(trouble) => trouble.at,
            };
            let near = (0..=REACH).flat_map(|by| [trouble.checked_add(by), trouble.checked_sub(by)]);
            let gone = near.flatten().find(|&at| may_go(&kept, at, snapshot))?;
            kept.remove(gone);
        }
        None
    }
}

fn may_go(items: &[Item], at: usize, snapshot: &Snapshot) -> bool {
    let Some(item) = items.get(at) else { return false };
    let names = !item.place.is_none()
        || !item.tool.is_none()
        || item.is_work
        || item.is_place_word
        || item.number.is_some()
        || item.mark.is_some()
        || !item.thing.is_empty()
        || is_end(item);
    if names {
        return false;
    }
    if !item.is_unknown() {
        // "The rivet gun" is not "the gun".
        let tells_tool = item.is(Tag::Object)
            && items.get(at + 1).is_some_and(|next| !next.tool.is_none() || next.is(Tag::ToolNoun));
        return item.is_any(IDLE) && !tells_tool;
    }
    let beside = [at.checked_sub(1), at.checked_add(1)].into_iter().flatten().filter_map(|at| items.get(at));
    beside.into_iter().all(|item| !may_be_told_further(item, snapshot))
}

/// Whether another word may tell more of the place that an item names.
fn may_be_told_further(item: &Item, snapshot: &Snapshot) -> bool {
    let Some(place) = item.place.one() else {
        return item.is_any(&[Tag::Noun, Tag::Except, Tag::Not, Tag::Only])
            || !item.tool.is_none()
            || item.is_place_word
            || is_end(item)
            || !item.place.is_none();
    };
    let is_mark = |word: &String| word.len() == 1 || word.bytes().all(|b| b.is_ascii_digit());
    !canonical(snapshot.position_name(place)).last().is_some_and(is_mark)
}
