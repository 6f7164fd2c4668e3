//! The names of a cell as people say them: made once for a snapshot, then asked about the words of sentences.
//!
//! In: a snapshot; the words of a sentence. Out: the one thing that is meant, or that there is none, or that there are
//! several: [`Found`]. Made in one pass over the names, in time and memory linear in them. What comes out is always an id of
//! that snapshot; nothing is guessed where two things fit.

use super::wordlists::{ByWord, Table, word_lists};
use crate::cell::{PositionId, Role, RoutineId, ToolId};

mod build;
mod canon;
mod foreign;
pub(crate) mod kin;
mod lists;
mod near;
pub(crate) mod stem;
mod thesaurus;
pub(crate) mod words;

use build::ids;
#[cfg(test)]
pub(crate) use canon::place_nouns;
pub(crate) use canon::{canon, canonical, german_ordinal, is_place_noun, singular};
use canon::{canon_text, is_hollow, is_mark_of_place};
use kin::{Members, THING_KIN, TOOL_KIN, WORK_KIN};
use lists::{intersect, only};
use near::Near;
use stem::stem;
use thesaurus::WORDS_OF_ENTRY_MAX;
use words::Word;

word_lists!("lexicon/words.yaml": hollow, place_nouns, vague;
    forms: Table<String>, spellings: Table<String>,
    numbers: Table<u64>, ordinals: Table<u64>, german_ordinals: Table<u64>);

/// What some words mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Found<T> {
    /// No such thing.
    #[default]
    None,
    /// This.
    One(T),
    /// Several things fit: nobody can tell which.
    Many,
}

impl<T: Copy> Found<T> {
    pub(crate) fn one(self) -> Option<T> {
        match self {
            Self::One(id) => Some(id),
            Self::None | Self::Many => None,
        }
    }

    pub(crate) const fn is_none(self) -> bool {
        matches!(self, Self::None)
    }

    fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        if self.is_none() { other() } else { self }
    }

    fn of(ids: &[u32], id: impl Fn(u32) -> T) -> Self {
        match ids {
            [] => Self::None,
            [only] => Self::One(id(*only)),
            _ => Self::Many,
        }
    }
}

/// Ids, ascending, of the things that a word or a name belongs to.
#[derive(Clone, Debug, Default)]
struct Posts {
    positions: Vec<u32>,
    tools: Vec<u32>,
    routines: Vec<u32>,
}

/// What a whole name means, for each kind of thing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Named {
    pub(crate) place: Found<PositionId>,
    pub(crate) tool: Found<ToolId>,
    pub(crate) routine: Found<RoutineId>,
}

/// Everything that a word may speak of: ids, in names, by other words for the work, in descriptions.
#[derive(Debug, Default)]
pub(crate) struct SpeaksOf<'l> {
    pub(crate) places_named: &'l [u32],
    pub(crate) tools_named: &'l [u32],
    pub(crate) routines_named: &'l [u32],
    /// By names or by the thesaurus.
    pub(crate) routines: Vec<u32>,
    /// The routines on this workpiece; `None` where it is no word for one.
    pub(crate) things: Option<Vec<u32>>,
    pub(crate) tool_of_kind: Option<ToolId>,
    pub(crate) places_told: &'l [u32],
    pub(crate) tools_told: &'l [u32],
    pub(crate) routines_told: &'l [u32],
}

/// See the head of this file.
pub(crate) struct Lexicon {
    /// Whole names, their words joined by blanks.
    names: ByWord<Posts>,
    /// First word of a name → most words of a name that begins so.
    longest: ByWord<usize>,
    /// Most words of any name.
    words_of_name_max: usize,
    /// Words of names.
    words: ByWord<Posts>,
    /// Words of descriptions and kinds.
    told: ByWord<Posts>,
    /// Stems of the words of routines' names.
    stems: ByWord<Vec<u32>>,
    told_stems: ByWord<Vec<u32>>,
    /// Those of them that may tell of the work itself: not the bake in "a picture of the bake".
    told_work: ByWord<Vec<u32>>,
    /// Routines by the kind of work that their names tell.
    work_members: Members,
    /// Routines by the workpieces in their names and descriptions, where a name tells more than the workpiece.
    thing_members: Members,
    /// Words for workpieces that stand in such names.
    thing_stems: ByWord<Vec<u32>>,
    /// Tools by their names, and by their kinds.
    tool_members: Members,
    tool_kinds: Members,
    /// First letters of a position's words, with its number: "p 1".
    initials: ByWord<Vec<u32>>,
    /// Last words that are numbers or letters, of positions.
    ends: ByWord<Vec<u32>>,
    roles: Vec<Role>,
    /// The canonical words of each position's name.
    place_words: Vec<Box<[String]>>,
    /// How many of them are no words for any place.
    telling: Vec<usize>,
    required: Vec<Option<ToolId>>,
    tool_places: Vec<PositionId>,
    /// The last word of each tool's name.
    tool_heads: Vec<String>,
    homes: Vec<u32>,
    system: Vec<u32>,
    near: Near,
}

impl Lexicon {
    /// The longest whole name that these words begin with: how many words it takes (marks inside included), and its things.
    pub(crate) fn name(&self, words: &[Word]) -> Option<(usize, Named)> {
        let first = canon(words.first()?);
        let longest = *self.longest.get(&*first)?;
        let mut key = String::new();
        let (mut best, mut taken) = (None, 0);
        for (place, word) in words.iter().enumerate() {
            if word.mark {
                // "The vises, A first": no vise A, but "a/b" may be a name.
                let parts = matches!(word.text.as_str(), "," | ";" | ":" | "!" | "?")
                    && words.get(place + 1).is_none_or(|next| !next.glued);
                if !word.glued || parts {
                    break;
                }
                continue;
            }
            if taken == longest {
                break;
            }
            if taken > 0 {
                key.push(' ');
            }
            key.push_str(&canon(word));
            taken += 1;
            if let Some(posts) = self.names.get(&key) {
                best = Some((place + 1, self.named(posts)));
            }
        }
        best
    }

    fn named(&self, posts: &Posts) -> Named {
        Named {
            place: Found::of(&posts.positions, PositionId),
            tool: Found::of(&posts.tools, ToolId),
            routine: Found::of(&posts.routines, RoutineId),
        }
    }

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

    fn has_place_word(&self, word: &str) -> bool {
        self.words.get(word).is_some_and(|posts| !posts.positions.is_empty())
    }

    /// The place whose name ends with this number or letter, a work position before others.
    fn place_ending(&self, end: &str) -> Found<PositionId> {
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
    fn place_in_short(&self, words: &[&str]) -> Found<PositionId> {
        Found::of(self.initials.get(&words.join(" ")).map_or(&[], Vec::as_slice), PositionId)
    }

    /// The place whose name has all of these words.
    fn place_with(&self, words: &[&str]) -> Found<PositionId> {
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
    fn has_all_numbers(&self, place: PositionId, said: &[&str]) -> bool {
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

    fn with_all(&self, table: &ByWord<Posts>, words: &[&str]) -> Vec<u32> {
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

    fn one_place(&self, ids: &[u32]) -> Found<PositionId> {
        if let [_, _, ..] = ids
            && let Some(work) = only(ids.iter().copied().filter(|&id| self.roles[id as usize] == Role::Work))
        {
            return Found::One(PositionId(work));
        }
        Found::of(ids, PositionId)
    }

    /// The tool whose name has all of these words, or else whose name, kind and description have.
    pub(crate) fn tool(&self, said: &[&str]) -> Found<ToolId> {
        let words: Vec<&str> = said.iter().map(|word| canon_text(word)).filter(|word| !is_hollow(word)).collect();
        if words.is_empty() {
            return Found::None;
        }
        let named: Option<Vec<&[u32]>> =
            words.iter().map(|word| self.words.get(*word).map(|posts| posts.tools.as_slice())).collect();
        let named = Found::of(&named.map_or_else(Vec::new, intersect), ToolId);
        named
            .or_else(|| {
                let all: Option<Vec<Vec<u32>>> = words.iter().map(|word| self.tool_posts(word)).collect();
                let all = all.unwrap_or_default();
                Found::of(&intersect(all.iter().map(Vec::as_slice).collect()), ToolId)
            })
            .or_else(|| self.tool_of_kind(&words))
    }

    /// The tool that a word or a phrase of the thesaurus means: by the names of tools, else by their kinds.
    fn tool_of_kind(&self, words: &[&str]) -> Found<ToolId> {
        let groups = TOOL_KIN.of(&words.join(" "));
        Found::of(&self.tool_members.of(groups), ToolId).or_else(|| Found::of(&self.tool_kinds.of(groups), ToolId))
    }

    /// The tool that has this word in its name.
    pub(crate) fn tool_named(&self, word: &str) -> Found<ToolId> {
        let word = canon_text(word);
        let named = self.words.get(word).filter(|_| !is_hollow(word));
        let named = named.map_or(Found::None, |posts| Found::of(&posts.tools, ToolId));
        named.or_else(|| if is_hollow(word) { Found::None } else { self.tool_of_kind(&[word]) })
    }

    /// Whether some words are the whole name of a tool.
    pub(crate) fn is_tool_name(&self, words: &str, tool: ToolId) -> bool {
        self.names.get(words).is_some_and(|posts| posts.tools.contains(&tool.0))
    }

    /// Whether a word is the last of a tool's name, which tells what it is: "driver" in "bolt driver".
    pub(crate) fn is_tool_head(&self, word: &str, tool: ToolId) -> bool {
        self.tool_heads.get(tool.index()).is_some_and(|head| head == word)
    }

    /// Whether shops call tools by this word.
    pub(crate) fn is_tool_kind(&self, word: &str) -> bool {
        !TOOL_KIN.of(canon_text(word)).is_empty()
    }

    /// Whether a word stands in a tool's name.
    pub(crate) fn tool_has(&self, word: &str, tool: ToolId) -> bool {
        self.words.get(canon_text(word)).is_some_and(|posts| posts.tools.contains(&tool.0))
    }

    /// The position that some words are the whole name of.
    pub(crate) fn place_called(&self, words: &[&str]) -> Found<PositionId> {
        self.names.get(&words.join(" ")).map_or(Found::None, |posts| Found::of(&posts.positions, PositionId))
    }

    fn tool_posts(&self, word: &str) -> Option<Vec<u32>> {
        let mut ids: Vec<u32> = [&self.words, &self.told]
            .into_iter()
            .filter_map(|table| table.get(word))
            .flat_map(|p| p.tools.clone())
            .collect();
        ids.sort_unstable();
        ids.dedup();
        (!ids.is_empty()).then_some(ids)
    }

    /// Every routine that a word may mean: by the words of names, else by words that shops use for them, else by
    /// descriptions. The flag says that the word is one for work at all, whether the cell does it or not.
    pub(crate) fn routines(&self, word: &str) -> (Vec<u32>, bool) {
        if is_hollow(word) || word.len() < 2 {
            return (Vec::new(), false);
        }
        let stem = stem(canon_text(word));
        if let Some(ids) = self.stems.get(&stem) {
            return (ids.clone(), true);
        }
        let ids = self.routines_of_kind(&stem);
        let is_work = !ids.is_empty() || kin::is_core(&stem);
        (ids, is_work)
    }

    /// Whether a word is work by the thesaurus alone, not by a routine's name.
    pub(crate) fn is_work_by_kin(&self, word: &str) -> bool {
        !self.stems.contains_key(&stem(canon_text(word)))
    }

    /// Whether a word is work, and no description tells of a routine that does it: "the bake" in "a picture of the bake".
    pub(crate) fn is_only_told_of(&self, word: &str) -> bool {
        let stem = stem(canon_text(word));
        kin::is_core(&stem) && !self.told_work.contains_key(&stem)
    }

    /// Whether a word, as it is, stands in a routine's name.
    pub(crate) fn is_in_routine_name(&self, word: &str) -> bool {
        self.words.get(canon_text(word)).is_some_and(|posts| !posts.routines.is_empty())
    }

    /// The routines that have a word in their names.
    pub(crate) fn routines_named(&self, word: &str) -> &[u32] {
        let stem = stem(canon_text(word));
        self.stems.get(&stem).or_else(|| self.thing_stems.get(&stem)).map_or(&[], Vec::as_slice)
    }

    /// The routines that do the work which an entry of the thesaurus means.
    fn routines_of_kind(&self, entry: &str) -> Vec<u32> {
        let groups = WORK_KIN.of(entry);
        let mut ids = self.work_members.of(groups);
        if ids.is_empty() && !groups.is_empty() {
            ids = self.told_work.get(entry).filter(|ids| ids.len() == 1).cloned().unwrap_or_default();
        }
        ids
    }

    /// The longest phrase for work of this cell that some words begin with, such as "pick up" or "take the lid off": how
    /// many words, articles included, and its routines.
    pub(crate) fn work_phrase<'w>(&self, words: impl Iterator<Item = &'w str>) -> Option<(usize, Vec<u32>)> {
        let (mut entry, mut count, mut best) = (String::new(), 0, None);
        for (place, word) in words.enumerate() {
            let is_article = matches!(word, "the" | "a" | "an" | "some" | "its" | "their");
            if count == WORDS_OF_ENTRY_MAX || (is_article && count == 0) {
                break;
            }
            if is_article {
                continue;
            }
            let stem = stem(word);
            if count == 0 && !WORK_KIN.opens(&stem) {
                return None;
            }
            if count > 0 {
                entry.push(' ');
            }
            entry.push_str(&stem);
            count += 1;
            if count > 1 {
                let ids = self.routines_of_kind(&entry);
                if !ids.is_empty() {
                    best = Some((place + 1, ids));
                }
            }
        }
        best
    }

    /// The routines whose names tell of this workpiece besides their work; `None` where the word is for no workpiece.
    pub(crate) fn routines_on(&self, word: &str) -> Option<Vec<u32>> {
        let stem = stem(canon_text(word));
        let groups = THING_KIN.of(&stem);
        if groups.is_empty() {
            return None;
        }
        let named = self.thing_stems.get(&stem).cloned();
        Some(named.unwrap_or_else(|| self.thing_members.any_of(groups)))
    }

    /// The routine that all of these words mean.
    pub(crate) fn routine(&self, lists: &[&[u32]]) -> Found<RoutineId> {
        Found::of(&intersect(lists.to_vec()), RoutineId)
    }

    /// The work position numbers that end names, for ordinals beyond them.
    pub(crate) fn is_work(&self, place: PositionId) -> bool {
        self.roles.get(place.index()) == Some(&Role::Work)
    }

    /// The routine that alone needs a tool.
    pub(crate) fn routine_of(&self, tool: ToolId) -> Found<RoutineId> {
        let ids: Vec<u32> = ids(self.required.len()).filter(|&id| self.required[id as usize] == Some(tool)).collect();
        Found::of(&ids, RoutineId)
    }

    /// What a routine needs.
    pub(crate) fn required(&self, routine: RoutineId) -> Option<ToolId> {
        self.required.get(routine.index()).copied().flatten()
    }

    /// Where a tool is kept.
    pub(crate) fn tool_place(&self, tool: ToolId) -> Option<PositionId> {
        self.tool_places.get(tool.index()).copied()
    }

    /// The home position, where there is one.
    pub(crate) fn home(&self) -> Found<PositionId> {
        Found::of(&self.homes, PositionId)
    }

    /// Whether a word stands in the name of a position.
    pub(crate) fn is_place_word(&self, word: &str) -> bool {
        self.has_place_word(canon_text(word))
    }

    /// Whether a word stands in any name at all.
    pub(crate) fn is_known(&self, word: &str) -> bool {
        self.words.contains_key(canon_text(word))
    }

    /// Whether a word stands in a description or a kind.
    pub(crate) fn is_told(&self, word: &str) -> bool {
        self.told.contains_key(canon_text(word)) && !is_hollow(word)
    }

    /// The canonical words of a position's name.
    pub(crate) fn words_of(&self, place: PositionId) -> &[String] {
        self.place_words.get(place.index()).map_or(&[], |words| words)
    }

    /// Whether a position's name ends with this number.
    pub(crate) fn is_numbered(&self, place: PositionId, number: u64) -> bool {
        self.ends.get(&number.to_string()).is_some_and(|ids| ids.contains(&place.0))
    }

    /// Everything that a word may speak of.
    pub(crate) fn speaks_of(&self, word: &str) -> SpeaksOf<'_> {
        let (routines_told, word) = (self.routines_told(word), canon_text(word));
        let (named, told) = (self.words.get(word), self.told.get(word));
        SpeaksOf {
            places_named: named.map_or(&[], |posts| &posts.positions),
            tools_named: named.map_or(&[], |posts| &posts.tools),
            routines_named: self.routines_named(word),
            routines: self.routines(word).0,
            things: self.routines_on(word),
            tool_of_kind: self.tool_of_kind(&[word]).one(),
            places_told: told.map_or(&[], |posts| &posts.positions),
            tools_told: told.map_or(&[], |posts| &posts.tools),
            routines_told,
        }
    }

    /// The routines that a word tells of in their descriptions.
    pub(crate) fn routines_told(&self, word: &str) -> &[u32] {
        self.told_stems.get(&stem(canon_text(word))).map_or(&[], Vec::as_slice)
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

    /// The one word of this cell, or of the vocabulary, that a misspelt word is near to.
    pub(crate) fn near(&self, word: &str) -> Option<&str> {
        self.near.find(word)
    }
}

/// Further words for a cell's things, from an engineer's file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Also {
    pub(crate) places: Vec<(String, PositionId)>,
    pub(crate) tools: Vec<(String, ToolId)>,
    pub(crate) routines: Vec<(String, RoutineId)>,
}
