//! Places by what the cell tells of them: "the left end of the seam", "the clear point above the middle", "above rack A".
//!
//! Words of names and of descriptions that stand together are taken as one mention, as long as some place has them all. The
//! more of them, the surer: two words that leave one place are that place, one word is at most a possible mention.

use super::{CUES, Cue, PositionId, Role, Spot, Spots, Word, canon, shared};
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
        let mut places = self.spoken_of(at);
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
            let both: Vec<PositionId> = shared(&places, &also);
            if both.is_empty() {
                break;
            }
            (places, size, telling, next) = (both, next + 1 - at, telling + 1, next + 1);
        }
        // "The south booths" are several.
        let last = &self.words[at + size - 1].text;
        if singular(last) != last {
            return None;
        }
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
    fn spoken_of(&self, at: usize) -> Vec<PositionId> {
        let word = &self.words[at];
        let is_letter = word.text.len() == 1 && word.number.is_none();
        if word.mark || word.ordinal || is_letter && !self.is_letter(at) {
            return Vec::new();
        }
        let text = canon(word);
        let of = self.lexicon.speaks_of(&text);
        let mut places: Vec<PositionId> = of.places_told.iter().map(|&id| PositionId(id)).collect();
        let is_name = |place: &PositionId| self.lexicon.words_of(*place).iter().any(|part| *part == text);
        places.extend(of.places_named.iter().map(|&id| PositionId(id)).filter(is_name));
        places.sort_unstable();
        places.dedup();
        places
    }
}

fn is_between(word: &Word) -> bool {
    matches!(word.text.as_str(), "the" | "of" | "in" | "on")
}
