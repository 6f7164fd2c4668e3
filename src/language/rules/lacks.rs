//! What a command lacks that was not understood: the words that nothing here is called by, and else what it does not say.
//!
//! In: a sentence, and where words stand that were not understood. Out: [`Lacks`], for the operator. Nothing is decided here.

use std::ops::Range;

use super::{
    Recogniser,
    english::Tag,
    link::{Link, bytes},
    tag::{Item, items},
};
use crate::{limits::SENTENCE_BYTES_MAX, snapshot::Snapshot};

/// What a command is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Where.
    Place,
    /// What is done there.
    Work,
    /// What is held.
    Tool,
}

/// What a command lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lacks {
    /// Words that are not understood, as they were said, and what they stand for, where that can be told.
    pub unknown: Vec<(String, Option<Slot>)>,
    /// What it does not say; where it has unknown words, what those may have said.
    pub slot: Option<Slot>,
}

/// Words before a place, and before a tool.
const TO_PLACE: &[Tag] = &[Tag::At, Tag::To, Tag::From, Tag::Go, Tag::Through, Tag::Between];
const TO_TOOL: &[Tag] = &[Tag::Take, Tag::Swap, Tag::Use, Tag::With, Tag::Put, Tag::Drop];

impl Recogniser {
    /// See the head of this file. `missed` are bytes of the sentence.
    #[must_use]
    pub fn lacks(&self, text: &str, missed: &[Range<usize>], snapshot: &Snapshot) -> Lacks {
        if text.len() > SENTENCE_BYTES_MAX {
            return Lacks::default();
        }
        let items = items(text, &self.lexicon);
        let links = self.links(&items, snapshot);
        let mut found: Vec<(Range<usize>, Option<Slot>)> = Vec::new();
        for (words, link) in &links {
            let slot = match link {
                Link::NoPlace => Slot::Place,
                Link::NoWork => Slot::Work,
                Link::NoTool => Slot::Tool,
                Link::Place(_) | Link::Routine(_) | Link::Tool(_) => continue,
            };
            found.extend(bytes(&items[without_articles(words, &items)], text).map(|at| (at, Some(slot))));
        }
        let (mut places, mut works, mut tools) = (false, false, false);
        for (_, link) in &links {
            places |= matches!(link, Link::Place(_) | Link::NoPlace);
            works |= matches!(link, Link::Routine(_) | Link::NoWork);
            tools |= matches!(link, Link::Tool(_) | Link::NoTool);
        }
        let slot = match () {
            () if !places && (works || items.iter().any(|item| item.is(Tag::Go))) => Some(Slot::Place),
            () if !tools && items.iter().any(|item| item.is_any(TO_TOOL) || item.is(Tag::ToolNoun)) => Some(Slot::Tool),
            () if places && !works => Some(Slot::Work),
            () => None,
        };
        let is_named = |at: &Range<usize>| {
            links.iter().filter_map(|(words, _)| bytes(&items[words.clone()], text)).any(|named| overlap(&named, at))
        };
        for at in missed.iter().filter(|at| text.get((*at).clone()).is_some() && !is_named(at)) {
            found.push((at.clone(), led_to(at.start, &items).or(slot)));
        }
        found.sort_by_key(|(at, _)| at.start);
        let said = |(at, slot): (Range<usize>, Option<Slot>)| Some((text.get(at)?.to_owned(), slot));
        let unknown: Vec<_> = found.into_iter().filter_map(said).collect();
        let slot = unknown.iter().find_map(|(_, slot)| *slot).or(slot);
        Lacks { unknown, slot }
    }
}

/// What the words before a word lead to.
fn led_to(start: usize, items: &[Item]) -> Option<Slot> {
    let before = items.iter().rev().filter(|item| item.start < start);
    let leads = before.into_iter().find(|item| !item.is_any(&[Tag::Article, Tag::Filler]))?;
    match () {
        () if leads.is_any(TO_PLACE) => Some(Slot::Place),
        () if leads.is_any(TO_TOOL) => Some(Slot::Tool),
        () => None,
    }
}

fn without_articles(words: &Range<usize>, items: &[Item]) -> Range<usize> {
    let start = words.clone().find(|&at| !items[at].is(Tag::Article)).unwrap_or(words.start);
    start..words.end
}

const fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
