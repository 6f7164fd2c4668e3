//! The words of a sentence → the places that they mention: names, numbers, letters, ordinals, rows.
//!
//! In: all words and where to look. Out: [`Spot`]. A number is a place or a count; where nobody can tell, it is given as
//! both, and as sure of neither.

mod described;
mod numbers;

use super::{
    cues::{CUES, Cue},
    token::Token,
};
use crate::{
    cell::{PositionId, Role},
    language::lexicon::{Found, Lexicon, canon, is_place_noun, kin, words::Word},
    snapshot::Snapshot,
};

/// What some words say of places.
#[derive(Clone, Debug, Default)]
pub(super) struct Spot {
    pub(super) size: usize,
    pub(super) places: Vec<PositionId>,
    pub(super) row: bool,
    pub(super) sure: bool,
    pub(super) count: Option<u64>,
    pub(super) ordinal: bool,
}

impl Spot {
    fn one(size: usize, place: PositionId, sure: bool) -> Self {
        Self { size, places: vec![place], sure, ..Self::default() }
    }
}

/// See the head of this file.
pub(super) struct Spots<'s> {
    words: &'s [Word],
    lexicon: &'s Lexicon,
    snapshot: &'s Snapshot,
    /// What the place before was called, without its number: "bins 1 and 2".
    family: Vec<String>,
}

/// Most words of one place as it is said.
const RUN_MAX: usize = 6;

impl<'s> Spots<'s> {
    pub(super) const fn new(words: &'s [Word], lexicon: &'s Lexicon, snapshot: &'s Snapshot) -> Self {
        Self { words, lexicon, snapshot, family: Vec::new() }
    }

    /// The places that the words from here on mention.
    pub(super) fn at(&mut self, at: usize, before: &[Token]) -> Option<Spot> {
        let word = &self.words[at];
        if word.ordinal || word.text == "last" {
            return self.ordinal(at);
        }
        let said =
            if word.number.is_some() { self.number(at, before) } else { self.named(at).or_else(|| self.run(at)) };
        let size = said.as_ref().map_or(0, |spot| spot.size);
        // More words tell more, and as many of one place tell more than a row.
        let is_better =
            |told: &Spot| told.size > size || told.size == size && said.as_ref().is_some_and(|said| said.row);
        let spot = self.described(at).filter(is_better).or_else(|| said.clone())?;
        if let [place] = spot.places[..] {
            self.family = self.row_of(place);
        }
        Some(spot)
    }

    fn row_of(&self, place: PositionId) -> Vec<String> {
        match self.lexicon.words_of(place).split_last() {
            Some((end, row)) if is_end(end) => row.to_vec(),
            _ => Vec::new(),
        }
    }

    fn named(&self, at: usize) -> Option<Spot> {
        let word = &self.words[at];
        let Some((size, named)) = self.lexicon.name(&self.words[at..]) else { return self.named_with_article(at) };
        // "A" is an article, unless it is in a list: "weld a and b".
        if size == 1 && word.text == "a" && !self.is_listed(at) {
            return None;
        }
        match named.place {
            Found::One(place) => Some(Spot::one(size, place, true)),
            Found::Many | Found::None => None,
        }
    }

    /// "Above the lathes" for `Above_Lathes`.
    fn named_with_article(&self, at: usize) -> Option<Spot> {
        let article = (at + 1..at + 3).find(|&by| self.words.get(by).is_some_and(|word| word.text == "the"))?;
        let without: Vec<Word> = self.words[at..]
            .iter()
            .take(RUN_MAX)
            .enumerate()
            .filter(|(by, _)| at + by != article)
            .map(|(_, word)| word.clone())
            .collect();
        let (size, named) = self.lexicon.name(&without)?;
        let place = named.place.one().filter(|_| size > article - at)?;
        Some(Spot::one(size + 1, place, true))
    }

    /// Whether what follows is no word that a letter could be the article of.
    fn is_listed(&self, at: usize) -> bool {
        self.words.get(at + 1).is_none_or(|next| {
            next.mark
                || matches!(next.text.as_str(), "and" | "to" | "or" | "through" | "thru" | "then" | "twice" | "but")
        })
    }

    /// The longest run of words that tells one place, else the longest that tells a row.
    fn run(&self, at: usize) -> Option<Spot> {
        let first = &self.words[at];
        let is_side = matches!(first.text.as_str(), "left" | "right" | "back") && at > 0 && !self.words[at - 1].mark;
        let is_cue = !self.is_letter(at)
            && !is_side
            && CUES.longest(&self.words[at..=at]).is_some_and(|(_, cue)| !matches!(cue, Cue::Noun | Cue::Home));
        let is_told = !self.is_of_place(at)
            && !is_cue
            && (is_row_noun(&first.text) || self.lexicon.is_told(&first.text))
            && self.is_letter(at + 1)
            && self.lexicon.name(&self.words[at + 1..]).is_none();
        let is_start = self.is_of_place(at) || is_told;
        if !is_start {
            return None;
        }
        let size = (1..RUN_MAX).take_while(|&by| self.goes_on(at, at + by)).last().map_or(1, |by| by + 1);
        let is_work = self.lexicon.is_in_routine_name(&first.text)
            || kin::is_core_word(&first.text) && !self.lexicon.routines(&canon(first)).0.is_empty();
        let said =
            |size: usize| -> Vec<_> { self.words[at..at + size].iter().filter(|word| !word.mark).map(canon).collect() };
        for size in (1..=size).rev() {
            let said = said(size);
            let said: Vec<&str> = said.iter().map(AsRef::as_ref).collect();
            if size == 1 && (is_cue || said.iter().all(|word| is_place_noun(word)))
                || is_work && said.get(1).is_some_and(|word| is_place_noun(word))
            {
                continue;
            }
            if let Found::One(place) = self.lexicon.place(&said)
                && !(is_work && size == 1 && !self.lexicon.is_work(place))
            {
                return Some(Spot::one(size, place, !is_work || size > 1));
            }
        }
        let is_plural = first.text.ends_with('s');
        if is_cue || is_work && !(size == 1 && is_plural) {
            return None;
        }
        if let Some(spot) = self.as_spoken(at, size) {
            return Some(spot);
        }
        (1..=size).rev().find_map(|size| {
            let said = said(size);
            let said: Vec<&str> = said.iter().map(AsRef::as_ref).filter(|word| !is_told || word.len() == 1).collect();
            let said: Vec<&str> =
                said.into_iter().filter(|word| !is_place_noun(word) || self.lexicon.is_place_word(word)).collect();
            let mut places = if said.is_empty() { Vec::new() } else { self.lexicon.places_with(&said) };
            places.retain(|&place| self.lexicon.is_work(place));
            (!places.is_empty()).then_some(Spot { size, places, row: true, ..Spot::default() })
        })
    }

    /// "Position to and …", "bench be": a number or a letter as speech is written down.
    fn as_spoken(&self, at: usize, size: usize) -> Option<Spot> {
        let number = spoken_end(&self.words.get(at + size)?.text)?;
        let ends = self
            .words
            .get(at + size + 1)
            .is_none_or(|next| next.mark || matches!(next.text.as_str(), "and" | "then" | "please" | "to"));
        let mut said: Vec<_> = self.words[at..at + size].iter().filter(|word| !word.mark).map(canon).collect();
        said.push(number.into());
        let said: Vec<&str> = said.iter().map(AsRef::as_ref).collect();
        let place = self.lexicon.place(&said).one().filter(|_| ends)?;
        Some(Spot::one(size + 1, place, false))
    }

    fn is_of_place(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| {
            !word.mark
                && word.number.is_none()
                && (is_place_noun(&canon(word)) || self.lexicon.is_place_word(&word.text))
                && (word.text.len() > 1 || self.is_letter(at))
        })
    }

    fn is_letter(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| {
            let numbered = self.words.get(at + 1).is_some_and(|next| next.glued && next.number.is_some());
            word.text.len() == 1
                && word.number.is_none()
                && !word.mark
                // "The whole rack a second time".
                && !(word.text == "a" && self.words.get(at + 1).is_some_and(|next| next.ordinal))
                && (self.lexicon.is_end(&word.text) || self.lexicon.is_place_word(&word.text))
                && (word.glued
                    || numbered
                    || word.text != "a"
                    || self.is_listed(at)
                    || at > 0
                        && (!self.lexicon.places_with(&[&self.words[at - 1].text, &word.text]).is_empty()
                            || is_row_noun(&self.words[at - 1].text)))
        })
    }

    /// Whether the word at `next` goes on with what began at `at`.
    fn goes_on(&self, at: usize, next: usize) -> bool {
        let Some(word) = self.words.get(next) else { return false };
        if word.mark {
            return word.glued
                && !matches!(word.text.as_str(), "," | "." | ";" | ":" | "-" | "!" | "?")
                && self.words.get(next + 1).is_some_and(|next| next.glued);
        }
        // One number ends a place.
        let before = &self.words[next - 1];
        if before.number.is_some() || word.ordinal || before.text.len() == 1 && next > at + 1 && word.number.is_none() {
            return false;
        }
        if word.number.is_some() {
            // "One of them", "one after the other".
            let counts = |word: &Word| matches!(word.text.as_str(), "of" | "after" | "by" | "at" | "time" | "more");
            return word.text != "one" || !self.words.get(next + 1).is_some_and(counts);
        }
        self.is_of_place(next) || self.is_letter(next)
    }

    /// The places that a noun stands for, in the order in which people count them.
    fn row(&self, at: usize) -> Option<(usize, Vec<PositionId>)> {
        let word = self.words.get(at).filter(|word| !word.mark && word.number.is_none() && word.text.len() > 1)?;
        let text = canon(word);
        let mut places = if self.lexicon.is_place_word(&text) {
            self.lexicon.places_with(&[&text])
        } else if is_place_noun(&text) {
            work_positions(self.snapshot).collect()
        } else if CUES.knows(&text) {
            return None;
        } else {
            self.lexicon.places_told(&[&text])
        };
        places.retain(|&place| self.lexicon.is_work(place));
        let mut size = 1;
        // "Mould lines".
        while let Some(next) = self.words.get(at + size).filter(|next| {
            !next.mark && next.number.is_none() && next.text.len() > 1 && self.lexicon.is_place_word(&next.text)
        }) {
            let both = self.lexicon.places_with(&[&canon(next)]);
            let both: Vec<PositionId> = shared(&places, &both);
            if both.is_empty() {
                break;
            }
            (places, size) = (both, size + 1);
        }
        // "Slot of rack D", "slots in row B".
        let letter = (size..size + 4).find(|&by| self.is_letter(at + by));
        if let Some(by) = letter {
            let of_row: Vec<PositionId> = self.lexicon.places_with(&[&self.words[at + by].text]);
            let both: Vec<PositionId> = of_row.into_iter().filter(|&place| self.lexicon.is_work(place)).collect();
            if !both.is_empty() && (places.is_empty() || !shared(&places, &both).is_empty()) {
                (places, size) = (both, by + 1);
            }
        }
        let key = |place: &PositionId| {
            let end = self.lexicon.words_of(*place).last().and_then(|end| end.parse::<u64>().ok());
            (end.is_none(), end.unwrap_or(0), *place)
        };
        places.sort_by_cached_key(key);
        (!places.is_empty()).then_some((size, places))
    }
}

/// What two lists of ascending ids have in common.
fn shared(one: &[PositionId], other: &[PositionId]) -> Vec<PositionId> {
    one.iter().copied().filter(|place| other.binary_search(place).is_ok()).collect()
}

/// How recognisers of speech write numbers and letters.
fn spoken_end(word: &str) -> Option<&'static str> {
    Some(match word {
        "won" => "1",
        "to" | "too" | "tu" => "2",
        "tree" => "3",
        "for" | "fore" => "4",
        "ate" => "8",
        "be" | "bee" => "b",
        "see" | "sea" => "c",
        "dee" => "d",
        _ => return None,
    })
}

fn is_row_noun(word: &str) -> bool {
    matches!(word, "row" | "rack" | "column" | "line")
}

/// A number or a letter: what tells the places of a row apart.
pub(super) fn is_end(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) || word.len() == 1
}

/// Every work position, in the order of names.
pub(super) fn work_positions(snapshot: &Snapshot) -> impl Iterator<Item = PositionId> {
    snapshot.position_ids().filter(|&place| snapshot.role(place) == Role::Work)
}
