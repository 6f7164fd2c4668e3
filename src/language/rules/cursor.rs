//! A cursor over a sentence's items. It finds places, rows of places and work anywhere in the sentence.

use super::{english::Tag, tag::Item};
use crate::{language::lexicon::Lexicon, snapshot::Snapshot};

/// Something that is a place by the look of it, and that cannot be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trouble;

/// See the head of this file.
pub(super) struct Cursor<'p> {
    pub(super) items: &'p [Item],
    pub(super) at: usize,
    pub(super) lexicon: &'p Lexicon,
    pub(super) snapshot: &'p Snapshot,
    /// A word such as "at" stands before: a place comes.
    pub(super) in_place_slot: bool,
}

impl<'p> Cursor<'p> {
    pub(super) const fn new(items: &'p [Item], lexicon: &'p Lexicon, snapshot: &'p Snapshot) -> Self {
        Self { items, at: 0, lexicon, snapshot, in_place_slot: false }
    }

    pub(super) fn peek(&self) -> Option<&'p Item> {
        self.items.get(self.at)
    }

    pub(super) fn ahead(&self, by: usize) -> Option<&'p Item> {
        self.items.get(self.at + by)
    }

    pub(super) fn is(&self, tag: Tag) -> bool {
        self.peek().is_some_and(|item| item.is(tag))
    }

    pub(super) fn is_any(&self, tags: &[Tag]) -> bool {
        self.peek().is_some_and(|item| item.is_any(tags))
    }

    /// Steps over the item where it has one of these tags.
    pub(super) fn take(&mut self, tags: &[Tag]) -> bool {
        let fits = self.is_any(tags);
        self.at += usize::from(fits);
        fits
    }

    pub(super) fn skip(&mut self, tags: &[Tag]) {
        while self.take(tags) {}
    }

    /// Whether a clause may end here.
    pub(super) fn ends_clause(&self) -> bool {
        self.peek().is_none_or(|item| item.is_break() || item.is_any(&[Tag::And, Tag::Then, Tag::Please, Tag::But]))
    }

    /// Reads something, or stays where it is.
    pub(super) fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let at = self.at;
        let found = read(self);
        if found.is_none() {
            self.at = at;
        }
        found
    }
}

/// Words that say nothing where a clause may begin or end.
pub(super) const EMPTY: &[Tag] = &[Tag::Filler, Tag::Please, Tag::Hello, Tag::Ok];
