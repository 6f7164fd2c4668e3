//! Quantifiers: "all positions", "every bin", "both", "everything that can be welded".

use super::{
    english::Tag,
    parser::{Parser, Trouble},
};
use crate::{
    cell::{PositionId, RoutineId},
    language::said::{self, Span},
    limits::MAX_GOALS,
};

impl Parser<'_> {
    /// "All positions", "everywhere", "every bin", "both".
    pub(super) fn all(&mut self) -> Result<Option<Vec<Span>>, Trouble> {
        if self.take(&[Tag::Everywhere]) {
            self.skip_rest_of_all();
            return Ok(Some(vec![Span::All { but: Vec::new() }]));
        }
        let both = self.is(Tag::Both);
        if !self.take(&[Tag::All, Tag::Each, Tag::Both]) {
            return Ok(None);
        }
        self.skip(&[Tag::Filler]);
        let is_a = self.skip_to_row(true);
        self.skip(&[Tag::Filler]);
        let counted = self.peek().and_then(|item| item.number.filter(|_| !item.is_ordinal));
        self.at += usize::from(counted.is_some());
        // "Both 1 and 3".
        let names_first = |item: &super::tag::Item| item.number.is_some() || item.place.one().is_some();
        if both && (self.two_were_said() || self.peek().is_some_and(names_first)) {
            return Ok(None);
        }
        if let Some(row) = self.attempt(|p| p.row_by_mark(is_a)) {
            return Ok(Some(row.into_iter().map(Span::One).collect()));
        }
        self.skip_own_object();
        let words = self.kind_of_place();
        self.skip_rest_of_all();
        if both
            && words.is_empty()
            && let Some(two) = self.both_supported()
        {
            return Ok(Some(two));
        }
        if both && !words.is_empty() {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let spans = self.every(&words)?;
            return if spans.len() == 2 { Ok(Some(spans)) } else { self.trouble() };
        }
        if both {
            return match self.lexicon.both().filter(|_| words.is_empty()) {
                Some(spans) => Ok(Some(spans)),
                None => self.trouble(),
            };
        }
        if words.is_empty() {
            // "All six", where there are eight: which six?
            let is_so_many = counted.is_none_or(|count| u64::try_from(self.count_of_all()) == Ok(count));
            return if is_so_many { Ok(Some(vec![Span::All { but: Vec::new() }])) } else { self.trouble() };
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let spans = self.every(&words)?;
        let said = if matches!(spans[..], [Span::All { .. }]) { self.count_of_all() } else { spans.len() };
        let is_so_many = counted.is_none_or(|count| u64::try_from(said) == Ok(count));
        if is_so_many { Ok(Some(spans)) } else { self.trouble() }
    }

    /// How many places "all" means: those where the work that is read can be done.
    fn count_of_all(&self) -> usize {
        let can_be_done =
            |place: &PositionId| self.doing.iter().all(|&id| self.snapshot.is_supported(RoutineId(id), *place));
        said::work_positions(self.snapshot).filter(can_be_done).count()
    }

    /// "Bend both": the two places where that can be done.
    pub(super) fn both_supported(&self) -> Option<Vec<Span>> {
        let [routine] = self.doing[..] else { return None };
        let places: Vec<PositionId> = said::work_positions(self.snapshot)
            .filter(|&place| self.snapshot.is_supported(RoutineId(routine), place))
            .collect();
        (places.len() == 2).then(|| places.into_iter().map(Span::One).collect())
    }

    /// "Both", "both of them", where two places were said before: those are meant. Steps over it.
    pub(super) fn two_were_said(&mut self) -> bool {
        let ends = self.peek().is_none_or(|item| item.is_break() || item.is_any(&[Tag::There, Tag::And, Tag::Then]));
        let two =
            self.steps.last().and_then(|step| step.places.as_ref()).is_some_and(|p| self.spelled(&p.spans).len() == 2);
        self.refers_to_both = ends && two;
        self.take(&[Tag::There]);
        self.refers_to_both
    }

    /// "Read all barcodes", "solder every joint": what is worked on, by a word of the routine's own.
    pub(super) fn skip_own_object(&mut self) {
        let doing = &self.doing;
        let is_own = |item: &super::tag::Item| {
            item.place.is_none() && !item.work.is_empty() && item.work.iter().all(|id| doing.contains(id))
        };
        if self.peek().is_some_and(is_own) {
            self.at += 1;
        }
    }

    /// What may stand after "all …" and tells no place: "fields", "on the line", "that can be welded".
    pub(super) fn skip_rest_of_all(&mut self) {
        let is_noun = |item: &super::tag::Item| {
            item.is_plural && (item.is_unknown() || item.is_work && self.doing.is_empty() && item.place.is_none())
        };
        let ends = self.ahead(1).is_none_or(|next| {
            next.is_break() || next.is_any(&[Tag::At, Tag::Except, Tag::But, Tag::And, Tag::Then, Tag::Please, Tag::It])
        });
        if ends && self.peek().is_some_and(is_noun) {
            self.at += 1;
        }
        let _ = self.attempt(|p| {
            p.take(&[Tag::At]).then_some(())?;
            p.skip(&[Tag::Article]);
            p.take(&[Tag::Everywhere]).then_some(())
        });
        // "That can be welded", "that takes clear coat": it is asked for nothing else.
        let _ = self.attempt(|p| {
            let opens = p.peek().is_some_and(|item| matches!(item.text.as_str(), "that" | "which"));
            p.at += usize::from(opens);
            let start = p.at;
            while p.peek().is_some_and(|item| {
                item.is_any(&[Tag::Can, Tag::Is, Tag::Need, Tag::Able, Tag::Supports, Tag::Article, Tag::It])
                    || matches!(item.text.as_str(), "take" | "takes" | "get" | "gets" | "accepts" | "allows")
            }) {
                p.at += 1;
            }
            let work = p.peek().is_some_and(|item| item.is_work);
            p.at += usize::from(work);
            (opens && work && p.at > start + 1).then_some(())
        });
    }

    /// The words of "all left bins" that narrow "all"; none for nouns that mean any place.
    pub(super) fn kind_of_place(&mut self) -> Vec<String> {
        let mut words = Vec::new();
        while let Some(item) = self.peek() {
            let is_noun = item.is(Tag::Noun) || item.is(Tag::Object);
            if is_noun && (!item.is_place_word || item.text.starts_with("position")) {
                self.at += 1;
                if item.is(Tag::Noun) {
                    break;
                }
                continue;
            }
            let told = item.is_told && item.is_plural && !item.is_work;
            let narrows = (item.is_place_word || told) && item.number.is_none() && item.place.is_none();
            let ahead = self
                .ahead(1)
                .is_some_and(|next| next.is(Tag::Noun) || next.is_place_word && next.number.is_none() && !next.is_work);
            // "Each basket" is a place, if one is called so.
            let is_verb = item.is_work && !ahead && !words.is_empty();
            if !narrows || is_verb || item.is_any(&[Tag::At, Tag::To, Tag::And, Tag::Then, Tag::Back]) {
                break;
            }
            words.push(item.text.clone());
            self.at += 1;
        }
        words
    }

    /// Every place of a kind; the work positions of it, where it has any.
    pub(super) fn every(&self, words: &[&str]) -> Result<Vec<Span>, Trouble> {
        let (named, told) = (self.lexicon.places_with(words), self.lexicon.places_told(words));
        let work = |places: &[PositionId]| -> Vec<PositionId> {
            places.iter().copied().filter(|&place| self.lexicon.is_work(place)).collect()
        };
        // "All tables", of which the names tell nothing: not the pose that is called "above the tables".
        let chosen = [work(&named), work(&told), named, told].into_iter().find(|places| !places.is_empty());
        let Some(chosen) = chosen.filter(|places| places.len() <= MAX_GOALS) else { return self.trouble() };
        // "Test all the glue": not the dock of the glue gun.
        let is_possible =
            |place: &PositionId| self.doing.iter().all(|&id| self.snapshot.is_supported(RoutineId(id), *place));
        if !chosen.iter().any(|place| self.lexicon.is_work(*place) || is_possible(place)) {
            return self.trouble();
        }
        let count = said::work_positions(self.snapshot).take(chosen.len() + 1).count();
        if count == chosen.len() && chosen.iter().all(|&place| self.lexicon.is_work(place)) {
            return Ok(vec![Span::All { but: Vec::new() }]);
        }
        Ok(chosen.into_iter().map(Span::One).collect())
    }
}
