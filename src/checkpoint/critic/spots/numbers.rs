//! Numbers and ordinals: a place, a count, or nobody can tell.

use super::{CUES, Cue, Found, PositionId, RUN_MAX, Spot, Spots, Token, Word, canon};

/// Larger numbers are no counts.
const COUNT_MAX: u64 = 20;

impl Spots<'_> {
    /// A number that no word before it made a place's.
    pub(super) fn number(&self, at: usize, before: &[Token]) -> Option<Spot> {
        let word = &self.words[at];
        let number = word.number?;
        let count = |size, sure| Some(Spot { size, count: Some(number), sure, ..Spot::default() });
        let is_times = |word: &Word| matches!(CUES.longest(std::slice::from_ref(word)), Some((_, Cue::Times)));
        let next = self.words.get(at + 1);
        if next.is_some_and(is_times) {
            return count(2, true);
        }
        let last = before.last();
        if last.is_some_and(|last| last.is(Cue::Times) && (last.text == "x" || last.size == 1 && last.text.is_empty()))
        {
            return count(1, true);
        }
        if last.is_some_and(|last| last.is(Cue::First) || last.ordinal && last.text != "last" || last.is(Cue::Last))
            && number > 1
            && let Some((size, mut row)) = self.row(at + 1)
        {
            if last.is_some_and(|last| last.is(Cue::Last)) {
                row.reverse();
            }
            row.truncate(number as usize);
            return Some(Spot { size: size + 1, places: row, row: true, ..Spot::default() });
        }
        // "All four tables".
        let is_size = last.is_some_and(|last| last.is(Cue::All) || last.is(Cue::Both)) && self.row(at + 1).is_some();
        if is_size || next.is_some_and(|next| next.text == "of") {
            return Some(Spot { size: 1, ..Spot::default() });
        }
        let is_one = word.text == "one";
        // "Two pictures at 4 and one at 5".
        let is_counting = before.iter().any(|token| token.sure && token.count.is_some_and(|count| count > 1));
        if is_one && is_counting && next.is_some_and(|next| matches!(next.text.as_str(), "at" | "on" | "in" | "for")) {
            return count(1, true);
        }
        if is_one && at > 0 && self.words[at - 1].ordinal {
            return Some(Spot { size: 1, ..Spot::default() });
        }
        let is_after_place = |token: &&Token| token.has_place() || token.is(Cue::Noun) || token.told.len() > 1;
        let listed = before
            .iter()
            .rev()
            .find(|token| !token.parts() && !token.is(Cue::And) && !token.is(Cue::Through) && !token.is(Cue::To));
        let joins = |word: &Word| {
            word.mark || matches!(word.text.as_str(), "and" | "to" | "through" | "thru" | "until" | "till")
        };
        let goes_on = next.is_some_and(joins)
            && self.words[at + 1..].iter().find(|word| !joins(word)).is_some_and(|word| word.number.is_some());
        if is_one && !(goes_on || listed.as_ref().is_some_and(is_after_place)) {
            let counts = next.is_some_and(|next| matches!(next.text.as_str(), "on" | "in" | "into" | "at"));
            return Some(Spot {
                places: self.with_number(number),
                size: 1,
                count: counts.then_some(1),
                ..Spot::default()
            });
        }
        let counts = next.filter(|next| !next.mark && !next.glued && next.number.is_none());
        let is_thing = |next: &Word| {
            !self.lexicon.routines(&canon(next)).0.is_empty()
                || self.lexicon.routines_on(&next.text).is_some_and(|ids| !ids.is_empty())
        };
        // "One rivet".
        if is_one && counts.is_some_and(is_thing) {
            return Some(Spot { places: self.with_number(number), size: 1, count: Some(1), ..Spot::default() });
        }
        let is_plural = |next: &Word| {
            next.text.ends_with('s')
                && next.text.len() > 3
                && is_thing(next)
                && (!self.lexicon.is_place_word(&next.text) || self.lexicon.is_in_routine_name(&next.text))
        };
        // "Three pictures", "three leak checks".
        if counts.is_some_and(|next| is_plural(next) || is_thing(next) && self.words.get(at + 2).is_some_and(is_plural))
        {
            return count(1, true);
        }
        if next.is_some_and(|next| next.text == "off") {
            return count(2, true);
        }
        let is_unclear = counts.is_some_and(|next| {
            matches!(next.text.as_str(), "into" | "in" | "on" | "round" | "the")
                || !CUES.knows(&next.text) && !is_thing(next) && !self.lexicon.is_known(&next.text)
        });
        let digits = number.to_string();
        let mut said: Vec<&str> = self.family.iter().map(String::as_str).collect();
        said.push(&digits);
        let plain = self.lexicon.place(&[&digits]);
        let in_list = before.last().is_some_and(|last| {
            last.has_place() || last.is(Cue::And) || last.is(Cue::Through) || last.mark == Some(',')
        });
        let after_place = before.len() > 1 && before[before.len() - 2].has_place();
        let in_list = in_list || after_place && before.last().is_some_and(|last| last.is(Cue::To));
        let found = match self.lexicon.place(&said) {
            Found::One(place) if !self.family.is_empty() => match plain {
                Found::One(other) if other != place && !in_list => {
                    return Some(Spot { places: vec![place, other], ..Spot::one(1, place, !is_unclear) });
                }
                _ => Found::One(place),
            },
            _ => plain,
        };
        Some(match found {
            Found::One(place) => {
                let soft = is_unclear.then_some(number);
                Spot { count: soft, ..Spot::one(1, place, !is_unclear) }
            }
            _ => {
                let places = self.with_number(number);
                let is_few = number <= COUNT_MAX && places.is_empty();
                Spot { size: 1, places, count: (is_few || is_unclear).then_some(number), ..Spot::default() }
            }
        })
    }

    fn with_number(&self, number: u64) -> Vec<PositionId> {
        self.lexicon.places_with(&[&number.to_string()])
    }

    /// "The third position", "the last vise", "the second and the fourth one".
    pub(super) fn ordinal(&self, at: usize) -> Option<Spot> {
        let mut ends = self.words[at].number.map_or_else(Vec::new, |number| self.with_number(number));
        ends.retain(|&place| self.lexicon.is_work(place));
        let none = Spot { size: 1, ordinal: true, places: ends, ..Spot::default() };
        let passes = |word: &Word| {
            word.ordinal || word.text == "," || matches!(word.text.as_str(), "and" | "the" | "last" | "first" | "of")
        };
        let by = (1..RUN_MAX).find(|&by| self.words.get(at + by).is_none_or(|word| !passes(word)))?;
        let is_first = self.words[at].text == "first" || self.words[at].text == "last";
        let Some((size, row)) = self.row(at + by) else {
            return (self.words[at].text != "last" && !is_first).then_some(none);
        };
        // "White first and red second": an ordinal of one thing is none.
        if row.len() < 2 && by > 1 {
            return (self.words[at].text != "last" && !is_first).then_some(none);
        }
        let number = if self.words[at].text == "last" { row.len() as u64 } else { self.words[at].number? };
        let mut places: Vec<PositionId> = row
            .iter()
            .copied()
            .filter(|&place| self.words[at].text != "last" && self.lexicon.is_numbered(place, number))
            .collect();
        if let Some(place) = usize::try_from(number).ok().and_then(|number| row.get(number.wrapping_sub(1)))
            && places.is_empty()
        {
            places.push(*place);
        }
        if places.is_empty() {
            return Some(none);
        }
        let sure = places.len() == 1;
        let is_whole = self.words[at + 1..at + by].iter().all(|word| matches!(word.text.as_str(), "of" | "the"));
        Some(Spot { size: if is_whole { by + size } else { 1 }, places, sure, ..Spot::default() })
    }
}
