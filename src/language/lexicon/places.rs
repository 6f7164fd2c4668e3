//! Places by the words that people say for them.
//!
//! In: words. Out: the one place, or the places, that they name or that a description tells of.

use super::{
    Found, Lexicon, Posts,
    canon::{canon_text, is_hollow, is_mark_of_place, is_place_noun},
    lists::{intersect, only},
};
use crate::{
    cell::{PositionId, Role},
    language::wordlists::ByWord,
};

impl Lexicon {
    /// The place that these words mean: a whole name; the words that tell it from every other; a number or a letter.
    pub(crate) fn place(&self, said: &[&str]) -> Found<PositionId> {
        let words: Vec<&str> = said.iter().map(|word| canon_text(word)).collect();
        if let Some(posts) = self.names.get(&words.join(" ")).filter(|posts| !posts.positions.is_empty()) {
            return Found::of(&posts.positions, PositionId);
        }
        // "Station 3" in a cell without stations: any place with that number.
        let telling: Vec<&str> =
            words.iter().copied().filter(|word| !is_place_noun(word) || self.has_place_word(word)).collect();
        match telling[..] {
            [] => Found::None,
            [end] if is_mark_of_place(end) => self.place_ending(end),
            _ => self.place_with(&telling).or_else(|| self.place_in_short(&telling)),
        }
    }

    pub(super) fn has_place_word(&self, word: &str) -> bool {
        self.words.get(word).is_some_and(|posts| !posts.positions.is_empty())
    }

    /// The place whose name ends with this number or letter, a work position before others.
    pub(super) fn place_ending(&self, end: &str) -> Found<PositionId> {
        let position = format!("position {end}");
        if let Some(posts) = self.names.get(&position).filter(|posts| posts.positions.len() == 1) {
            return Found::of(&posts.positions, PositionId);
        }
        let ends = self.ends.get(end).map_or(&[][..], Vec::as_slice);
        // A bare number is a work position's, never an approach's.
        if ends.iter().any(|&id| self.roles[id as usize] == Role::Work) {
            let found = self.one_place(ends);
            return if found.one().is_none_or(|place| self.has_all_numbers(place, &[end])) {
                found
            } else {
                Found::None
            };
        }
        Found::None
    }

    /// "p1", "sp 2".
    pub(super) fn place_in_short(&self, words: &[&str]) -> Found<PositionId> {
        Found::of(self.initials.get(&words.join(" ")).map_or(&[], Vec::as_slice), PositionId)
    }

    /// The place whose name has all of these words.
    pub(super) fn place_with(&self, words: &[&str]) -> Found<PositionId> {
        // Nouns for places alone tell nothing.
        if words.iter().all(|word| is_place_noun(word) || is_hollow(word)) {
            return Found::None;
        }
        let found = self.one_place(&self.with_all(&self.words, words));
        // "On the left" is no approach on the left: of those, the whole name must be said.
        found.one().map_or(found, |place| {
            // A noun for any place tells nothing: "position 2" is not the approach of a position 2 that is gone.
            let telling = words.iter().filter(|word| !is_place_noun(word)).count();
            let is_whole = self.is_work(place) || telling >= self.telling[place.index()];
            if is_whole && self.has_all_numbers(place, words) { found } else { Found::None }
        })
    }

    /// Whether each number of a place's name is said: `Pos_1_2` is not "position 2".
    pub(super) fn has_all_numbers(&self, place: PositionId, said: &[&str]) -> bool {
        let mut said = said.to_vec();
        let name = self.place_words[place.index()].iter();
        let mut numbers = name.filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        numbers.all(|number| {
            let found = said.iter().position(|word| word == number);
            found.map(|at| said.swap_remove(at)).is_some()
        })
    }

    /// Every position whose name has all of these words, ascending.
    pub(crate) fn places_with(&self, said: &[&str]) -> Vec<PositionId> {
        let words: Vec<&str> = said.iter().map(|word| canon_text(word)).collect();
        self.with_all(&self.words, &words).into_iter().map(PositionId).collect()
    }

    /// Every position whose description has all of these words, ascending.
    pub(crate) fn places_told(&self, said: &[&str]) -> Vec<PositionId> {
        let words: Vec<&str> = said.iter().map(|word| canon_text(word)).collect();
        self.with_all(&self.told, &words).into_iter().map(PositionId).collect()
    }

    pub(super) fn with_all(&self, table: &ByWord<Posts>, words: &[&str]) -> Vec<u32> {
        let lists: Option<Vec<&[u32]>> =
            words.iter().map(|word| table.get(*word).map(|posts| posts.positions.as_slice())).collect();
        lists.map_or_else(Vec::new, intersect)
    }

    /// The place whose description has all of these words: a hint, used only where it tells one work position.
    pub(crate) fn place_told(&self, said: &[&str]) -> Found<PositionId> {
        let words: Vec<&str> = said.iter().map(|word| canon_text(word)).filter(|word| !is_hollow(word)).collect();
        let is_number = |word: &&&str| word.bytes().all(|b| b.is_ascii_digit());
        let numbers: Vec<&str> = words.iter().filter(is_number).copied().collect();
        if words.len() == numbers.len() || numbers.len() > 1 {
            return Found::None;
        }
        let mut told = self.with_all(&self.told, &words);
        // "Conveyor 1": the number must be the place's own.
        if let [number] = numbers[..] {
            let ends = self.ends.get(number).map_or(&[][..], Vec::as_slice);
            told.retain(|id| ends.contains(id));
        }
        // What is told of a tool's mount is the tool; of a home or a way there is more told than what they are.
        told.retain(|id| self.roles[*id as usize] == Role::Work);
        self.one_place(&told)
    }

    pub(super) fn one_place(&self, ids: &[u32]) -> Found<PositionId> {
        if let [_, _, ..] = ids
            && let Some(work) = only(ids.iter().copied().filter(|&id| self.roles[id as usize] == Role::Work))
        {
            return Found::One(PositionId(work));
        }
        Found::of(ids, PositionId)
    }

    /// The position that some words are the whole name of.
    pub(crate) fn place_called(&self, words: &[&str]) -> Found<PositionId> {
        self.names.get(&words.join(" ")).map_or(Found::None, |posts| Found::of(&posts.positions, PositionId))
    }

    /// Whether work is done at a position.
    pub(crate) fn is_work(&self, place: PositionId) -> bool {
        self.roles.get(place.index()) == Some(&Role::Work)
    }

    /// The home position, where there is one.
    pub(crate) fn home(&self) -> Found<PositionId> {
        Found::of(&self.homes, PositionId)
    }

    /// Whether a word stands in the name of a position.
    pub(crate) fn is_place_word(&self, word: &str) -> bool {
        self.has_place_word(canon_text(word))
    }

    /// The canonical words of a position's name.
    pub(crate) fn words_of(&self, place: PositionId) -> &[String] {
        self.place_words.get(place.index()).map_or(&[], |words| words)
    }

    /// Whether a position's name ends with this number.
    pub(crate) fn is_numbered(&self, place: PositionId, number: u64) -> bool {
        self.ends.get(&number.to_string()).is_some_and(|ids| ids.contains(&place.0))
    }

    /// Whether any place ends with this number or letter.
    pub(crate) fn is_end(&self, end: &str) -> bool {
        self.ends.contains_key(end)
    }

    /// The last of the work positions by number, where their names differ in the number alone.
    pub(crate) fn last_place(&self) -> Found<PositionId> {
        let mut best: Found<(u64, u32)> = Found::None;
        for (end, ids) in &self.ends {
            let Ok(number) = end.parse::<u64>() else { continue };
            let work: Vec<u32> = ids.iter().copied().filter(|&id| self.roles[id as usize] == Role::Work).collect();
            match (work.as_slice(), best) {
                ([], _) => {}
                ([id], Found::None) => best = Found::One((number, *id)),
                ([id], Found::One((most, _))) if number > most => best = Found::One((number, *id)),
                ([_], _) => {}
                _ => return Found::Many,
            }
        }
        match best {
            Found::One((_, id)) => Found::One(PositionId(id)),
            Found::None => Found::None,
            Found::Many => Found::Many,
        }
    }
}
