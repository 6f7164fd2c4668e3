//! The names of a cell as people say them: made once for a snapshot, then asked about the words of sentences.
//!
//! In: a snapshot; the words of a sentence. Out: the one thing that is meant, or that there is none, or that there are
//! several: [`Found`]. Made in one pass over the names, in time and memory linear in them. What comes out is always an id of
//! that snapshot; nothing is guessed where two things fit.

use super::wordlists::{ByWord, Table, WordSet, word_lists};
use crate::cell::{PositionId, Role, RoutineId, ToolId};

mod build;
mod canon;
mod foreign;
pub(crate) mod kin;
mod lists;
mod near;
mod places;
pub(crate) mod stem;
mod thesaurus;
mod tools;
pub(crate) mod words;
mod work;

#[cfg(test)]
pub(crate) use canon::place_nouns;
pub(crate) use canon::{canon, canonical, german_ordinal, is_place_noun, singular};
use canon::{canon_text, is_hollow};
use kin::Members;
use near::Near;
use words::Word;

word_lists!("lexicon/words.yaml": hollow, joins, light_verbs, place_nouns, small_words, vague;
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
    /// Stems of the words that stand where no verb stands, in any description.
    told_aside: WordSet,
    /// Stems of the words that descriptions begin with.
    told_first: ByWord<Vec<u32>>,
    /// Routines by the kind of work that their names tell.
    work_members: Members,
    /// The same, without the kinds of what is worked on, as the descriptions tell it: not to drill, where a bore is measured.
    told_members: Members,
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

    /// Whether a word stands in any name at all.
    pub(crate) fn is_known(&self, word: &str) -> bool {
        self.words.contains_key(canon_text(word))
    }

    /// Whether a word stands in a description or a kind.
    pub(crate) fn is_told(&self, word: &str) -> bool {
        self.told.contains_key(canon_text(word)) && !is_hollow(word)
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
