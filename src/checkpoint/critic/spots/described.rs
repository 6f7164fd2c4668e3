//! Places by what the cell tells of them: "the left end of the seam", "the clear point above the middle", "above rack A".
//!
//! Words of names and of descriptions that stand together are taken as one mention, as long as some place has them all. The
//! more of them, the surer: two words that leave one place are that place, one word is at most a possible mention. A word may stand in
//! the name of every place of a large cell: such lists are asked, and never walked through.

use std::collections::BTreeSet;

use super::{CUES, Cue, PositionId, Role, Spot, Spots, Word, canon};
use crate::language::lexicon::singular;

/// Words of one description, with those between them.
const WORDS_MAX: usize = 12;

/// A description that more places share is no mention of one.
const PLACES_MAX: usize = 2;

impl Spots<'_> {
    /// The places that the words from here on describe.
    pub(super) fn described(&self, at: usize) -> Option<Spot> {
        if !self.opens_description(at) {
            return None;
        }
        let first = self.spoken_of(at);
        // None: all that the first word speaks of.
        let mut narrowed: Option<Vec<PositionId>> = None;
        let (mut size, mut telling, mut next) = (1, 1, at + 1);
        while next < self.words.len().min(at + WORDS_MAX) {
            let word = &self.words[next];
            if is_between(word) {
                next += 1;
                continue;
            }
            // "The end of it": another word that ties ends the description.
            if self.ties(next) {
                break;
            }
            let also = self.spoken_of(next);
            let both = match &narrowed {
                None => self.shared_by(&first, &also),
                Some(places) => places.iter().copied().filter(|&place| self.is_spoken_of(&also, place)).collect(),
            };
            if both.is_empty() {
                break;
            }
            (narrowed, size, telling, next) = (Some(both), next + 1 - at, telling + 1, next + 1);
        }
        // "The south booths" are several.
        let last = &self.words[at + size - 1].text;
        if singular(last) != last {
            return None;
        }
        let mut places = narrowed.unwrap_or_else(|| self.few(&first));
        let work: Vec<PositionId> =
            places.iter().copied().filter(|&place| self.snapshot.role(place) == Role::Work).collect();
        // "Over the left end" is perhaps the clear point there.
        let is_over = (at.saturating_sub(2)..at).any(|by| matches!(self.words[by].text.as_str(), "over" | "above"));
        if let ([_], false) = (&work[..], is_over) {
            places = work;
        }
        let is_told = telling > 1 || self.stands_alone(at);
        if !is_told || places.len() > PLACES_MAX || telling == 1 && places.len() > 1 {
            return None;
        }
        let sure = telling > 1 && places.len() == 1;
        // "The middle one".
        size += usize::from(
            telling == 1 && self.words.get(at + size).is_some_and(|word| matches!(word.text.as_str(), "one" | "ones")),
        );
        Some(Spot { size, places, sure, ..Spot::default() })
    }

    /// A word that is no work, no tool and no tie may begin a description.
    fn opens_description(&self, at: usize) -> bool {
        let word = &self.words[at];
        if word.mark || word.number.is_some() || word.ordinal || word.text.len() < 3 {
            return false;
        }
        let of = self.lexicon.speaks_of(&word.text);
        // "Both ends" are several, whatever is told of one.
        let is_plural = singular(&word.text) != word.text;
        !is_plural
            && !self.ties(at)
            && of.tools_named.is_empty()
            && of.tool_of_kind.is_none()
            && of.routines_named.is_empty()
            && of.routines.is_empty()
    }

    /// "The middle", "the south one".
    fn stands_alone(&self, at: usize) -> bool {
        let of = self.lexicon.speaks_of(&self.words[at].text);
        let is_of_work = !of.routines_told.is_empty() || !of.tools_told.is_empty();
        at > 0 && self.words[at - 1].text == "the" && CUES.longest(&self.words[at..=at]).is_none() && !is_of_work
    }

    /// A word that does something to the mentions around it.
    fn ties(&self, at: usize) -> bool {
        let is_side = matches!(self.words[at].text.as_str(), "left" | "right" | "back");
        let cue = CUES.longest(&self.words[at..=at]).map(|(_, cue)| cue).filter(|_| !is_side);
        cue.is_some_and(|cue| cue != Cue::Noun) && !self.is_letter(at)
    }

    /// The places whose names or descriptions have a word.
    fn spoken_of(&self, at: usize) -> SpokenOf<'_> {
        let word = &self.words[at];
        let is_letter = word.text.len() == 1 && word.number.is_none();
        if word.mark || word.ordinal || is_letter && !self.is_letter(at) {
            return SpokenOf::default();
        }
        let text = canon(word).into_owned();
        let of = self.lexicon.speaks_of(&text);
        SpokenOf { told: of.places_told, named: of.places_named, text }
    }

    fn is_spoken_of(&self, word: &SpokenOf<'_>, place: PositionId) -> bool {
        let is_named = || self.lexicon.words_of(place).contains(&word.text);
        word.told.binary_search(&place.0).is_ok() || word.named.binary_search(&place.0).is_ok() && is_named()
    }

    fn all_of<'w>(&'w self, word: &'w SpokenOf<'_>) -> impl Iterator<Item = PositionId> + 'w {
        let ids = word.told.iter().chain(word.named).map(|&id| PositionId(id));
        ids.filter(|&place| self.is_spoken_of(word, place))
    }

    /// The places that two words speak of, ascending: those of the shorter list that the other has.
    fn shared_by(&self, one: &SpokenOf<'_>, other: &SpokenOf<'_>) -> Vec<PositionId> {
        let (fewer, more) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        let mut both: Vec<PositionId> = self.all_of(fewer).filter(|&place| self.is_spoken_of(more, place)).collect();
        both.sort_unstable();
        both.dedup();
        both
    }

    /// The places that a word speaks of; of too many only so many as show that, two of work among them.
    fn few(&self, word: &SpokenOf<'_>) -> Vec<PositionId> {
        let (mut places, mut works) = (BTreeSet::new(), 0);
        for place in self.all_of(word) {
            works += usize::from(places.insert(place) && self.snapshot.role(place) == Role::Work);
            if works > 1 && places.len() > PLACES_MAX {
                break;
            }
        }
        places.into_iter().collect()
    }
}

/// Ids of places, ascending, whose descriptions have a word, and of those whose names may have it.
#[derive(Default)]
struct SpokenOf<'l> {
    told: &'l [u32],
    named: &'l [u32],
    text: String,
}

impl SpokenOf<'_> {
    const fn len(&self) -> usize {
        self.told.len() + self.named.len()
    }
}

fn is_between(word: &Word) -> bool {
    matches!(word.text.as_str(), "the" | "of" | "in" | "on")
}
