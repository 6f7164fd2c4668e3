//! Several places by one word: a row of them, all of a kind, the first few.
//!
//! "Rack B", "the D row", "the vises", "the first three slots in row B", "the second slot of rack D".

use super::{
    LISTS,
    cursor::Cursor,
    english::Tag,
    place::{by_number, is_end, spoken_letter},
};
use crate::{cell::PositionId, language::lexicon::canonical, limits::MAX_GOALS};

impl Cursor<'_> {
    /// The work positions of a row or a kind, in the order of their names' numbers; at least two.
    pub(super) fn row(&mut self) -> Option<Vec<PositionId>> {
        self.attempt(|p| p.row_by_mark_after_article().or_else(|| p.row_by_kind()))
    }

    /// Whether an "a" here is the letter of a row.
    fn is_letter_of_row(&self, determined: bool) -> bool {
        let names_row = |next: &super::tag::Item| {
            (LISTS.rows.has(&next.text) || next.is_place_word) && (determined || next.is_plural)
        };
        self.peek().is_some_and(|item| item.text == "a") && self.ahead(1).is_some_and(names_row)
    }

    /// "Rack B", "the B rack": the places that have the letter or number in their names, not at the end. `is_a`: an "a" here
    /// is that letter.
    fn row_by_mark(&mut self, is_a: bool) -> Option<Vec<PositionId>> {
        let is_row = |text: &str| LISTS.rows.has(text);
        let (first, second) = (self.peek()?, self.ahead(1)?);
        let mark = match (is_row(&first.text), is_row(&second.text)) {
            // "Row a": no article.
            (true, _) if is_end(second) || second.text == "a" => second,
            (_, true) if is_end(first) || is_a => first,
            _ => return None,
        };
        let mark = spoken_letter(&mark.text);
        let mut places = self.lexicon.places_with(&[mark]);
        places.retain(|&place| {
            let name = canonical(self.snapshot.position_name(place));
            self.lexicon.is_work(place) && name.last().is_some_and(|last| last != mark)
        });
        self.at += 2;
        self.several(places)
    }

    /// "The vises", "both belts": no number follows.
    fn row_by_kind(&mut self) -> Option<Vec<PositionId>> {
        let item = self.peek()?;
        let is_kind = item.is_plural
            && (item.is_place_word || item.is_told)
            && item.number.is_none()
            && item.place.is_none()
            && (item.is_place_word || !item.is_work);
        if !is_kind
            || item.is(Tag::Noun)
            || self.ahead(1).is_some_and(|next| is_end(next) || next.place.one().is_some() || next.is(Tag::From))
        {
            return None;
        }
        let places = self.of_kind(&item.text);
        self.at += 1;
        self.several(places)
    }

    fn several(&self, mut places: Vec<PositionId>) -> Option<Vec<PositionId>> {
        places.sort_by_cached_key(|&place| by_number(self.snapshot.position_name(place)));
        (2..=MAX_GOALS).contains(&places.len()).then_some(places)
    }

    /// "The second … of rack D", the cursor before "of".
    pub(super) fn nth_of_row(&mut self, number: u64) -> Option<PositionId> {
        let row =
            self.attempt(|p| p.take(&[Tag::At, Tag::Of]).then_some(()).and_then(|()| p.row_by_mark_after_article()))?;
        usize::try_from(number).ok().and_then(|number| row.get(number.checked_sub(1)?).copied())
    }

    /// "Rack B" after what may stand before a row. "A" may be the letter there: "the A trays", "each A tray", "A trays".
    fn row_by_mark_after_article(&mut self) -> Option<Vec<PositionId>> {
        // An article or "all" stands before.
        let mut determined = false;
        while let Some(item) = self.peek().filter(|item| item.is_any(&[Tag::Article, Tag::Of, Tag::All, Tag::At])) {
            if self.is_letter_of_row(determined) {
                return self.row_by_mark(true);
            }
            determined |= item.is_any(&[Tag::Article, Tag::All]);
            self.at += 1;
        }
        self.row_by_mark(false)
    }

    /// The work positions that have a word in their names, else in their descriptions.
    pub(super) fn of_kind(&self, kind: &str) -> Vec<PositionId> {
        let work = |mut places: Vec<PositionId>| {
            places.retain(|&place| self.lexicon.is_work(place));
            places
        };
        let named = work(self.lexicon.places_with(&[kind]));
        if named.is_empty() { work(self.lexicon.places_told(&[kind])) } else { named }
    }
}
