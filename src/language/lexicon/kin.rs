//! The thesaurus, asked: which kinds of work, workpieces and tools a word or a phrase of a shop stands for, and which of a
//! cell's routines and tools are of that kind.
//!
//! In: stems. Out: numbers of groups, and for a cell the ids in each group. A word that stands for several kinds gives the
//! things of all of them: where that leaves several, nobody guesses.

use std::sync::LazyLock;

use super::{
    LISTS,
    canon::{canon_text, is_hollow, is_place_noun},
    lists::most_named,
    stem::{noun, stem},
    thesaurus::{CORE, PLACES, THINGS, TOOLS, WORDS_OF_ENTRY_MAX, WORK},
};
use crate::language::wordlists::{ByWord, WordSet};

/// Groups of words that stand for one another.
pub(super) struct Kin {
    /// Stems of an entry, joined by blanks → the groups that have it, ascending.
    groups: ByWord<Vec<u16>>,
    /// Stems that begin an entry of several words.
    openers: WordSet,
    count: usize,
}

impl Kin {
    /// `form` is what an entry's words are compared by.
    fn new(table: &[&'static str], form: fn(&str) -> String) -> Self {
        let mut kin = Self { groups: ByWord::default(), openers: WordSet::default(), count: table.len() };
        for (group, entries) in table.iter().enumerate() {
            for entry in entries.split(',') {
                let stems: Vec<String> = entry.split_whitespace().map(form).collect();
                if let [first, _, ..] = &stems[..] {
                    kin.openers.insert(first.clone());
                }
                let groups = kin.groups.entry(stems.join(" ")).or_default();
                let group = group as u16;
                if groups.last() != Some(&group) {
                    groups.push(group);
                }
            }
        }
        kin
    }

    /// The groups that an entry stands in.
    pub(super) fn of(&self, stems: &str) -> &[u16] {
        self.groups.get(stems).map_or(&[], Vec::as_slice)
    }

    /// Whether an entry of several words begins so.
    pub(super) fn opens(&self, stem: &str) -> bool {
        self.openers.contains(stem)
    }
}

pub(super) static WORK_KIN: LazyLock<Kin> = LazyLock::new(|| Kin::new(&WORK, stem));
pub(super) static THING_KIN: LazyLock<Kin> = LazyLock::new(|| Kin::new(&THINGS, stem));
/// By whole words: a sander is a tool, to sand is not.
pub(super) static TOOL_KIN: LazyLock<Kin> = LazyLock::new(|| Kin::new(&TOOLS, |word| canon_text(word).to_owned()));
static PLACE_KIN: LazyLock<Kin> = LazyLock::new(|| Kin::new(&PLACES, |word| canon_text(word).to_owned()));
static CORE_STEMS: LazyLock<WordSet> = LazyLock::new(|| CORE.split_whitespace().map(stem).collect());
static WORDS: LazyLock<WordSet<&'static str>> = LazyLock::new(|| {
    let tables = [&WORK, &THINGS, &TOOLS].into_iter().flat_map(|table| table.iter());
    tables.flat_map(|entries| entries.split([',', ' '])).filter(|word| !word.is_empty()).collect()
});

static THING_NOUNS: LazyLock<WordSet> =
    LazyLock::new(|| THINGS.iter().flat_map(|entries| entries.split([',', ' '])).map(noun).collect());

/// Whether a word is a noun for what is worked on: to turn is no word for turnings.
pub(in crate::language) fn is_thing_noun(word: &str) -> bool {
    THING_NOUNS.contains(&noun(word))
}

/// Whether a word alone is work, in any cell: for the critic.
#[cfg(feature = "cli")]
pub(crate) fn is_work(word: &str) -> bool {
    !WORK_KIN.of(&stem(word)).is_empty()
}

/// Words that stand for a word of a place's name, besides itself.
pub(super) fn place_words(word: &str) -> impl Iterator<Item = &'static str> {
    let groups = PLACE_KIN.of(word).iter().map(|&group| PLACES[usize::from(group)]);
    groups.flat_map(move |group| group.split(", ").map(canon_text).filter(move |entry| *entry != word))
}

/// Whether a stem is a word for work whatever the cell does.
pub(super) fn is_core(stem: &str) -> bool {
    CORE_STEMS.contains(stem)
}

/// Whether a word is one for work whatever the cell does: for the critic.
#[cfg(feature = "cli")]
pub(crate) fn is_core_word(word: &str) -> bool {
    is_core(&stem(word))
}

/// Whether an entry of several words for work is this text, its words in their usual form.
pub(crate) fn is_work_phrase(text: &str) -> bool {
    let mut entries = WORK.iter().flat_map(|group| group.split(", "));
    entries.any(|entry| entry.contains(' ') && entry.split(' ').map(canon_text).eq(text.split(' ')))
}

/// Whether the thesaurus knows the word, in this form.
pub(crate) fn is_word(word: &str) -> bool {
    WORDS.contains(word)
}

/// Every word of the groups of a table that have members.
pub(super) fn words_in_use(table: &[&'static str], members: &Members) -> Vec<&'static str> {
    let used = table.iter().zip(&members.0).filter(|(_, ids)| !ids.is_empty());
    used.flat_map(|(entries, _)| entries.split([',', ' '])).filter(|word| !word.is_empty()).collect()
}

/// The ids of a cell's things in each group of a thesaurus.
#[derive(Default)]
pub(super) struct Members(Vec<Vec<u32>>);

impl Members {
    pub(super) fn new(kin: &Kin) -> Self {
        Self(vec![Vec::new(); kin.count])
    }

    /// `groups` names a group as often as the thing's name has words of it.
    pub(super) fn add(&mut self, groups: &[u16], id: u32) {
        for &group in groups {
            self.0[usize::from(group)].push(id);
        }
    }

    /// The things of some groups, ascending: those with the most words of them.
    pub(super) fn of(&self, groups: &[u16]) -> Vec<u32> {
        most_named(groups.iter().flat_map(|&group| self.0[usize::from(group)].iter().copied()).collect())
    }

    /// The things of any of some groups, ascending.
    pub(super) fn any_of(&self, groups: &[u16]) -> Vec<u32> {
        let mut ids: Vec<u32> = groups.iter().flat_map(|&group| self.0[usize::from(group)].iter().copied()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

/// The groups that a name belongs to. A group stands in the list once for each word of the name that is in the group.
///
/// 1. The groups that all words of the name share. A phrase within the name ("tack weld") counts as one word here.
/// 2. The groups of each word that is in few of them ([`KINDS_OF_TELLING_WORD_MAX`]).
/// 3. The groups of the single words of a phrase: "tack weld" is also a weld. Words that go with any work (`vague` of `words.yaml`) are left out.
pub(super) fn groups_of_name(kin: &Kin, words: &[String]) -> Vec<u16> {
    let stems: Vec<String> = words.iter().map(|word| stem(word)).collect();
    let mut found: Vec<&[u16]> = Vec::new();
    let mut besides: Vec<u16> = Vec::new();
    let mut at = 0;
    while at < stems.len() {
        let longest = WORDS_OF_ENTRY_MAX.min(stems.len() - at);
        let is_telling = |length: &usize| *length > 1 || !is_hollow(&words[at]) && !is_place_noun(&words[at]);
        let entries = (1..=longest).rev().filter(is_telling);
        let mut entries = entries.map(|length| (length, kin.of(&stems[at..at + length].join(" "))));
        let (length, groups) = entries.find(|(_, groups)| !groups.is_empty()).unwrap_or((1, &[]));
        if !groups.is_empty() {
            found.push(groups);
        }
        let of_words = stems[at..at + length].iter().filter(|stem| !LISTS.vague.has(stem));
        for word in of_words.map(|stem| kin.of(stem)) {
            if length > 1 && word.iter().any(|group| groups.contains(group)) {
                besides.extend(word);
            }
        }
        at += length;
    }
    let Some(first) = found.first() else { return Vec::new() };
    let shared = first.iter().copied().filter(|group| found.iter().all(|groups| groups.contains(group)));
    let telling = found.iter().filter(|groups| groups.len() <= KINDS_OF_TELLING_WORD_MAX);
    let mut all: Vec<u16> = shared.chain(telling.copied().flatten().copied()).chain(besides).collect();
    all.sort_unstable();
    all.dedup();
    let words_of = |group: u16| stems.iter().filter(|stem| kin.of(stem).contains(&group)).count().max(1);
    all.into_iter().flat_map(|group| std::iter::repeat_n(group, words_of(group))).collect()
}

/// The first group that all words of a name share, else the first group of each word: a plain kind stands before the special ones.
pub(super) fn plain_groups_of_name(kin: &Kin, stems: &[String]) -> Vec<u16> {
    let whole = kin.of(&stems.join(" "));
    if let [first, ..] = whole {
        return vec![*first];
    }
    let words: Vec<&[u16]> = stems.iter().map(|stem| kin.of(stem)).filter(|groups| !groups.is_empty()).collect();
    let Some(first) = words.first() else { return Vec::new() };
    let shared =
        first.iter().copied().find(|group| words.len() > 1 && words.iter().all(|groups| groups.contains(group)));
    shared.map_or_else(|| words.iter().map(|groups| groups[0]).collect(), |group| vec![group])
}

/// Most groups that a word of a name may be in and still say something. "Apply" is in more, and says nothing.
const KINDS_OF_TELLING_WORD_MAX: usize = 3;
