//! The words that a reading may have in it, and the words that limit: `words.yaml`, loaded.
//!
//! In: the file's text. Out: a [`Vocabulary`], asked for the longest entry that some words begin with; or what is wrong with
//! the file. An entry that stands twice is refused, and so is a dead one: one that no sentence can match, a phrase that
//! says no more than its own words say, or two entries without the comma between them.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::language::{lexicon::words::words, rules::english::is_in_full, wordlists::ByWord};

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// It limits how, when, how far or by whom: never left aside. An index into [`Vocabulary::limits`].
    Limit(usize),
    /// It limits unless what it leads to has an effect. An index into [`Vocabulary::bound`].
    Bound(usize),
    /// Politeness and filler: left aside.
    Aside,
    /// Whoever is spoken to, where the word is set apart.
    Call,
    /// The grammar gives it an effect.
    Heard,
    /// A noun for a place, a tool or a workpiece, or what is told of one.
    Matter,
    /// What is told besides a command.
    Talk,
}

/// What must stand beside a bound word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Needs {
    /// A tool of the reading follows.
    Tool,
    /// A place, a tool or work of the reading follows, and up to the next mark nothing but what is known.
    Clause,
    /// Places stand before and after it.
    Range,
    /// Work of the reading, or what is worked on, follows.
    Work,
    /// A place follows.
    Place,
    /// Nobody and nothing follows that could be doing something: "the second I leave".
    NoClause,
    /// The reading has several places.
    Several,
    /// A mark follows, or a word that corrects: "wait, 2".
    Correction,
    /// "Leave" stands before: "leave 2 alone".
    Left,
    /// The part of the sentence ends after it, or the same as for a clause.
    EndOrClause,
}

/// Some limiting words, and what the operator is told about them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Limit {
    /// What they limit: a heading of the file.
    #[serde(rename = "about")]
    _about: String,
    pub(super) why: String,
    words: String,
}

/// Words that limit or do not, by what stands beside them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bound {
    pub(super) needs: Needs,
    pub(super) why: String,
    words: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    limits: Vec<Limit>,
    bound: Vec<Bound>,
    aside: String,
    calls: String,
    heard: String,
    matter: String,
    talk: String,
}

/// The file cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum VocabularyError {
    /// It is not of its form.
    #[error("{0}; see the head of words.yaml")]
    Form(String),
    /// An entry stands twice.
    #[error("'{0}' stands twice; take one of them out")]
    Twice(String),
    /// No sentence has these words in this form.
    #[error("'{0}' matches nothing: write short forms in full, and numbers as words of their own")]
    Unmatched(String),
    /// Words stand in it twice in a row, beside others.
    #[error("'{0}' says the same twice: is a comma missing?")]
    Repeats(String),
    /// Its words, one by one, say the same.
    #[error("'{0}' is covered by its own words; take it out")]
    Covered(String),
}

/// One reading of a phrase: its words after the first, and its class.
type Rest = (Vec<String>, Class);

/// See the head of this file.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// First word → the entries that begin with it, longest first.
    entries: ByWord<Vec<Rest>>,
    pub(super) limits: Vec<Limit>,
    pub(super) bound: Vec<Bound>,
}

impl Vocabulary {
    /// # Errors
    ///
    /// [`VocabularyError`], at the first entry that is wrong.
    pub(super) fn read(text: &str) -> Result<Self, VocabularyError> {
        let file: File = serde_saphyr::from_str(text).map_err(|error| VocabularyError::Form(error.to_string()))?;
        let mut new = Self::default();
        for (index, limit) in file.limits.iter().enumerate() {
            new.add(&limit.words, Class::Limit(index))?;
        }
        for (index, bound) in file.bound.iter().enumerate() {
            new.add(&bound.words, Class::Bound(index))?;
        }
        let lists = [
            (&file.aside, Class::Aside),
            (&file.calls, Class::Call),
            (&file.heard, Class::Heard),
            (&file.matter, Class::Matter),
            (&file.talk, Class::Talk),
        ];
        for (list, class) in lists {
            new.add(list, class)?;
        }
        for list in new.entries.values_mut() {
            list.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
        }
        new.refuse_covered()?;
        (new.limits, new.bound) = (file.limits, file.bound);
        Ok(new)
    }

    fn add(&mut self, list: &str, class: Class) -> Result<(), VocabularyError> {
        for entry in list.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let said = words(entry);
            let is_sound = said.iter().map(|word| word.text.as_str()).eq(entry.split_whitespace())
                && said.iter().all(|word| !word.mark)
                && is_in_full(&said.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "));
            if !is_sound {
                return Err(VocabularyError::Unmatched(entry.to_owned()));
            }
            if repeats(&said.iter().map(|word| word.text.as_str()).collect::<Vec<_>>()) {
                return Err(VocabularyError::Repeats(entry.to_owned()));
            }
            let mut said = said.into_iter().map(|word| word.text);
            let Some(first) = said.next() else { continue };
            let (rest, list) = (said.collect::<Vec<_>>(), self.entries.entry(first).or_default());
            if list.iter().any(|(other, _)| *other == rest) {
                return Err(VocabularyError::Twice(entry.to_owned()));
            }
            list.push((rest, class));
        }
        Ok(())
    }

    /// A phrase of one class whose words are all of that class by themselves.
    fn refuse_covered(&self) -> Result<(), VocabularyError> {
        for (first, list) in &self.entries {
            for (rest, class) in list.iter().filter(|(rest, _)| !rest.is_empty()) {
                let mut said = std::iter::once(first).chain(rest);
                if said.all(|word| self.alone(word) == Some(*class)) {
                    return Err(VocabularyError::Covered(format!("{first} {}", rest.join(" "))));
                }
            }
        }
        Ok(())
    }

    /// The class of a word by itself.
    pub(super) fn alone(&self, word: &str) -> Option<Class> {
        self.entries.get(word)?.iter().find(|(rest, _)| rest.is_empty()).map(|(_, class)| *class)
    }

    /// The longest entry that `word_at` begins with: how many words, and its class.
    pub(super) fn longest<'w>(&self, word_at: impl Fn(usize) -> Option<&'w str>) -> Option<(usize, Class)> {
        let list = self.entries.get(word_at(0)?)?;
        list.iter().find_map(|(rest, class)| {
            let fits = rest.iter().enumerate().all(|(n, word)| word_at(n + 1) == Some(word.as_str()));
            fits.then_some((rest.len() + 1, *class))
        })
    }
}

/// Whether words stand in an entry twice in a row, as in "let let them". "Chop chop" is nothing else, and is said.
fn repeats(entry: &[&str]) -> bool {
    let is_twice = |length: usize| {
        let mut runs = entry.windows(2 * length);
        entry.len() > 2 * length && runs.any(|run| run[..length] == run[length..])
    };
    (1..=entry.len() / 2).any(is_twice)
}

/// The file that ships. One that cannot be used knows no word: nothing is then accounted for, and nothing moves.
pub(super) static VOCABULARY: LazyLock<Vocabulary> =
    LazyLock::new(|| Vocabulary::read(include_str!("words.yaml")).unwrap_or_default());

#[cfg(test)]
mod tests {
    use super::*;

    fn file(aside: &str, talk: &str) -> Result<Vocabulary, VocabularyError> {
        let limits = "limits: [{about: speed, why: none, words: slow}]\nbound: []\n";
        Vocabulary::read(&format!("{limits}aside: '{aside}'\ncalls: ''\nheard: ''\nmatter: ''\ntalk: '{talk}'\n"))
    }

    #[test]
    fn the_file_that_ships_can_be_used() {
        if let Err(error) = Vocabulary::read(include_str!("words.yaml")) {
            panic!("{error}");
        }
    }

    #[test]
    fn twice_and_dead_entries_are_refused() {
        assert!(file("please, if you can, you", "").is_ok());
        assert_eq!(file("please", "boss, please").unwrap_err(), VocabularyError::Twice("please".to_owned()));
        assert_eq!(file("slow", "").unwrap_err(), VocabularyError::Twice("slow".to_owned()));
        assert_eq!(file("Please", "").unwrap_err(), VocabularyError::Unmatched("Please".to_owned()));
        assert_eq!(file("don''t mind", "").unwrap_err(), VocabularyError::Unmatched("don't mind".to_owned()));
        assert!(file("chop chop, over and over", "").is_ok());
        for joined in ["let let them", "and tell me and tell me when done", "from the from the other"] {
            assert_eq!(file(joined, "").unwrap_err(), VocabularyError::Repeats(joined.to_owned()));
        }
        assert_eq!(file("very, good, very good", "").unwrap_err(), VocabularyError::Covered("very good".to_owned()));
        assert!(matches!(file("please: x", "").map(|_| ()), Err(VocabularyError::Unmatched(_))));
        assert!(matches!(Vocabulary::read("limits: 3").unwrap_err(), VocabularyError::Form(_)));
    }

    #[test]
    fn the_longest_entry_counts() {
        let vocabulary = file("if you can, if", "").unwrap();
        let longest = |text: &str| {
            let said: Vec<&str> = text.split(' ').collect();
            vocabulary.longest(|n| said.get(n).copied())
        };
        assert_eq!(longest("if you can do it"), Some((3, Class::Aside)));
        assert_eq!(longest("if you say so"), Some((1, Class::Aside)));
        assert_eq!(longest("slow"), Some((1, Class::Limit(0))));
        assert_eq!(longest("weld"), None);
    }
}
