//! A command among chatter: "the customer called again, so could you please weld position 1 before he comes".
//!
//! In: the items of a sentence that is no command as a whole. Out: the one command in it, where everything else is plainly
//! talk: it names no place of its own, begins with nothing that could be a command, and sets no condition. The reading does
//! not count as sure.

use super::{LISTS, Recognised, Recogniser, doubt, english::Tag, guard, tag::Item};
use crate::{
    cell::{PositionId, State},
    language::said::{Clause, Order, Places, Said, Span},
    limits::CHATTER_CUTS_READ_MAX,
    snapshot::Snapshot,
};

/// Shorter sentences have no room for talk.
const ITEMS_MIN: usize = 8;
/// Longer ones are no sentences: what is tried grows with the length.
const ITEMS_MAX: usize = 160;
/// Fewer words beside a command are no talk: they may belong to it.
const TALK_WORDS_MIN: usize = 3;
/// Most places at which a command is looked for to begin, and to end.
const CUTS_MAX: usize = 16;

impl Recogniser {
    /// See the head of this file.
    pub(super) fn among_chatter(
        &self,
        items: &[Item],
        text: &str,
        snapshot: &Snapshot,
        state: State,
    ) -> Option<Recognised> {
        if !(ITEMS_MIN..=ITEMS_MAX).contains(&items.len()) {
            return None;
        }
        let begins: Vec<usize> = (0..items.len()).filter(|&at| may_begin(items, at)).take(CUTS_MAX).collect();
        let mut ends: Vec<usize> = (1..items.len()).filter(|&at| may_end(&items[at])).collect();
        ends.push(items.len());
        let ends = &ends[ends.len().saturating_sub(CUTS_MAX)..];
        let mut spans: Vec<(usize, usize)> = begins
            .iter()
            .flat_map(|&from| ends.iter().filter(move |&&to| to > from + 1).map(move |&to| (from, to)))
            .collect();
        spans.sort_by_key(|(from, to)| std::cmp::Reverse(to - from));
        let mut left = CHATTER_CUTS_READ_MAX;
        spans.into_iter().filter(|&(from, to)| to - from < items.len()).find_map(|(from, to)| {
            let (before, said, after) = (&items[..from], &items[from..to], &items[to..]);
            if !is_talk(before) || !is_talk(after) || guard::forbids(said).is_some() {
                return None;
            }
            let told = self.places_told(before, snapshot)?;
            if !self.places_told(after, snapshot)?.is_empty() || after.iter().any(|item| item.number.is_some()) {
                return None;
            }
            // What costs time is to read what is left, and not to tell talk.
            left = left.checked_sub(1)?;
            let clauses = match told[..] {
                [] if !names_a_number(before) => self.clauses(said, text, snapshot, state),
                // "A6 has a bad surface, so grind it."
                [place, ..] if told.iter().all(|other| *other == place) => {
                    self.work_there(said, place, text, snapshot, state)
                }
                _ => None,
            };
            let aside = [before, after].into_iter().filter_map(|talk| Some(talk.first()?.start..talk.last()?.end));
            clauses.map(|clauses| Recognised::unsure(Said::Do(clauses), aside.collect()))
        })
    }

    /// Work at the place that the talk before it was about.
    fn work_there(
        &self,
        items: &[Item],
        place: PositionId,
        text: &str,
        snapshot: &Snapshot,
        state: State,
    ) -> Option<Vec<Clause>> {
        if doubt::of_words(items) {
            return None;
        }
        let routines = self.work_alone(items, text, snapshot, state)?;
        let places = Places { spans: vec![Span::One(place)], reversed: false };
        Some(vec![Clause::Work { routines, places, times: 1, order: Order::RoutineByRoutine }])
    }
}

fn may_begin(items: &[Item], at: usize) -> bool {
    let opens = |item: &Item| item.is_any(&[Tag::Can, Tag::Please]) || LISTS.turns.has(&item.text);
    items[at].mark.is_none() && (at == 0 || items[at - 1].is_break() || opens(&items[at]) || opens(&items[at - 1]))
}

fn may_end(item: &Item) -> bool {
    item.is_break() || item.is_any(&[Tag::Before, Tag::Because])
}

/// Whether some items are talk: long enough for it, no condition or refusal, and no part of it begins like a command.
fn is_talk(items: &[Item]) -> bool {
    let words = items
        .iter()
        .filter(|item| item.mark.is_none() && !item.is_any(&[Tag::Filler, Tag::Please, Tag::Hello, Tag::Ok]));
    let count = words.clone().count();
    if count == 0 {
        return true;
    }
    let forbidden = &[
        Tag::After,
        Tag::When,
        Tag::Wait,
        Tag::If,
        Tag::Except,
        Tag::ExceptDo,
        Tag::Skip,
        Tag::LeftOut,
        Tag::Or,
        Tag::Fix,
        Tag::No,
        Tag::Times,
        Tag::Instead,
        Tag::Only,
        Tag::ButFirst,
        Tag::BeforeThat,
        Tag::Then,
        Tag::Reverse,
    ];
    // "With the crimp head, …" tells how.
    let names_tool =
        items.windows(3).any(|three| three[0].is(Tag::With) && three[1..].iter().any(|item| item.tool.one().is_some()));
    if names_tool {
        return false;
    }
    let refers = |item: &Item| item.is(Tag::Ok) && (item.text.ends_with(" it") || item.text.ends_with(" that"));
    if count < TALK_WORDS_MIN || items.iter().any(|item| item.is_any(forbidden) || refers(item)) {
        return false;
    }
    items.split(Item::is_break).all(|part| {
        let first = part.iter().find(|item| {
            !item.is_any(&[
                Tag::Filler,
                Tag::Please,
                Tag::Hello,
                Tag::Ok,
                Tag::And,
                Tag::Can,
                Tag::You,
                Tag::Then,
                Tag::But,
            ])
        });
        first.is_none_or(|item| {
            let acts = [
                Tag::Go,
                Tag::Take,
                Tag::Put,
                Tag::Drop,
                Tag::Return,
                Tag::Do,
                Tag::Use,
                Tag::Swap,
                Tag::FinishUp,
                Tag::Not,
            ];
            let is_verb = item.is_work && item.tag.is_none();
            !is_verb && !item.is_any(&acts)
        })
    })
}

/// "Position 9": a place, whether the cell has it or not.
fn names_a_number(items: &[Item]) -> bool {
    items
        .windows(2)
        .any(|pair| (pair[0].is(Tag::Noun) || pair[0].is_place_word) && pair[1].number.is_some() && !pair[1].is_ordinal)
}
