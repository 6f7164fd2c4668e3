//! The words that tell how mentions hang together: `words.yaml`, loaded.
//!
//! In: the file's text. Out: [`Cues`], asked for the longest entry that some words begin with; or what is wrong with the
//! file. An entry that stands twice is refused, and so is one that no sentence can match.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::LazyLock,
};

use serde::Deserialize;

use crate::language::lexicon::words::{Word, words};

/// What a word or a phrase does to the mentions around it. Each is a key of `words.yaml`, which says what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Cue {
    Go,
    Tour,
    Take,
    Drop,
    Put,
    Back,
    Attached,
    Run,
    With,
    Home,
    Here,
    Same,
    All,
    Both,
    Rest,
    Except,
    Left,
    Leave,
    But,
    Not,
    Refusal,
    Cancel,
    Correct,
    Before,
    BeforeThat,
    After,
    Then,
    First,
    Last,
    Reverse,
    Times,
    OnceOnly,
    Twice,
    Thrice,
    Again,
    From,
    To,
    Through,
    And,
    Or,
    If,
    So,
    Noun,
    Tool,
    Skip,
    Little,
}

/// The file cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CuesError {
    /// It is not of its form.
    #[error("{0}; see the head of words.yaml")]
    Form(String),
    /// An entry stands twice.
    #[error("'{0}' stands twice; take one of them out")]
    Twice(String),
    /// No sentence has these words in this form.
    #[error("'{0}' matches nothing: write short forms in full, and numbers as words of their own")]
    Unmatched(String),
}

/// See the head of this file.
#[derive(Debug, Default)]
pub(super) struct Cues {
    /// First word → the entries that begin with it, longest first.
    entries: HashMap<String, Vec<(Vec<String>, Cue)>>,
    /// Every word of every entry.
    words: HashSet<String>,
}

impl Cues {
    /// # Errors
    ///
    /// [`CuesError`], at the first entry that is wrong.
    pub(super) fn read(text: &str) -> Result<Self, CuesError> {
        let file: BTreeMap<Cue, String> =
            serde_saphyr::from_str(text).map_err(|error| CuesError::Form(error.to_string()))?;
        let mut new = Self::default();
        for (cue, list) in &file {
            for entry in list.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
                new.add(entry, *cue)?;
            }
        }
        for list in new.entries.values_mut() {
            list.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
        }
        Ok(new)
    }

    fn add(&mut self, entry: &str, cue: Cue) -> Result<(), CuesError> {
        let said = words(entry);
        let is_sound = said.iter().map(|word| word.text.as_str()).eq(entry.split_whitespace())
            && said.iter().all(|word| !word.mark && !word.text.contains('\''));
        self.words.extend(said.iter().map(|word| word.text.clone()));
        let mut said = said.into_iter().map(|word| word.text);
        let Some(first) = said.next().filter(|_| is_sound) else { return Err(CuesError::Unmatched(entry.to_owned())) };
        let (rest, list) = (said.collect::<Vec<_>>(), self.entries.entry(first).or_default());
        if list.iter().any(|(other, _)| *other == rest) {
            return Err(CuesError::Twice(entry.to_owned()));
        }
        list.push((rest, cue));
        Ok(())
    }

    /// The longest entry that these words begin with: how many words, and what they do.
    pub(super) fn longest(&self, words: &[Word]) -> Option<(usize, Cue)> {
        let list = self.entries.get(&words.first().filter(|word| !word.mark)?.text)?;
        list.iter().find_map(|(rest, cue)| {
            let next = words[1..].iter().take(rest.len());
            let fits = rest.len() < words.len() && next.zip(rest).all(|(word, said)| !word.mark && word.text == *said);
            fits.then_some((rest.len() + 1, *cue))
        })
    }

    /// Whether a word stands anywhere in the file.
    pub(super) fn knows(&self, word: &str) -> bool {
        self.words.contains(word)
    }
}

/// The file that ships. One that cannot be used knows no word, so that every mention counts as it stands.
pub(super) static CUES: LazyLock<Cues> = LazyLock::new(|| Cues::read(include_str!("words.yaml")).unwrap_or_default());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_ships_can_be_used() {
        if let Err(error) = Cues::read(include_str!("words.yaml")) {
            panic!("{error}");
        }
    }

    #[test]
    fn doubles_and_dead_entries_are_refused() {
        let twice = Cues::read("go: 'go, go'").map(|_| ());
        assert_eq!(twice, Err(CuesError::Twice("go".into())));
        let across = Cues::read("go: go\ntake: go").map(|_| ());
        assert_eq!(across, Err(CuesError::Twice("go".into())));
        for dead in ["don't", "a-b", "1st", "say, it's"] {
            assert!(matches!(Cues::read(&format!("go: \"{dead}\"")), Err(CuesError::Unmatched(_))), "{dead}");
        }
        assert!(matches!(Cues::read("walk: go"), Err(CuesError::Form(_))));
    }
}
