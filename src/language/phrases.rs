//! The phrases that an engineer accepted: whole sentences of one cell's people, each with what it means.
//!
//! In: a sentence. Out: the accepted phrases that it equals, word by word. No phrase fits a part of a sentence, or one with another
//! word or mark in it. What an accepted phrase comes to is decided by [`super::Readers`]; nothing is accepted here.

use std::collections::HashMap;

use jiff::Timestamp;

use super::{
    Said,
    lexicon::words::{Word, words},
};

/// A sentence that means something in this cell because an engineer accepted it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedPhrase {
    /// The sentence, as [`phrase_of`] writes it.
    pub sentence: String,
    /// What it means: never anything but a command.
    pub said: Said,
    /// On whose word it counts.
    pub on: AcceptedOn,
}

/// On whose word a phrase counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcceptedOn {
    /// Somebody accepted it at this cell.
    Word {
        /// When.
        at: Timestamp,
        /// Who.
        by: String,
    },
    /// An engineer handed it to the cell in a list.
    List,
}

impl std::fmt::Display for AcceptedPhrase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the phrase \"{}\" ", self.sentence)?;
        match &self.on {
            AcceptedOn::Word { at, by } => write!(f, "that was accepted on {} by {by}", at.strftime("%Y-%m-%d")),
            AcceptedOn::List => f.write_str("of the list of phrases"),
        }
    }
}

/// The accepted phrases of one cell.
#[derive(Clone, Debug, Default)]
pub struct Phrases {
    by_sentence: HashMap<String, Vec<AcceptedPhrase>>,
}

impl FromIterator<AcceptedPhrase> for Phrases {
    fn from_iter<T: IntoIterator<Item = AcceptedPhrase>>(phrases: T) -> Self {
        let mut by_sentence: HashMap<String, Vec<AcceptedPhrase>> = HashMap::new();
        for phrase in phrases {
            by_sentence.entry(phrase.sentence.clone()).or_default().push(phrase);
        }
        Self { by_sentence }
    }
}

impl Phrases {
    /// Those that a sentence equals as a whole.
    #[must_use]
    pub fn of(&self, sentence: &str) -> &[AcceptedPhrase] {
        if self.by_sentence.is_empty() {
            return &[];
        }
        self.by_sentence.get(&phrase_of(sentence)).map_or(&[], Vec::as_slice)
    }

    /// Every sentence among them.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.by_sentence.keys().map(String::as_str)
    }
}

/// A sentence as phrases are compared: its words as the reader takes them apart, with one blank between two. Marks stay, but for
/// commas, and for full stops and exclamation marks: "the usual?" is not "the usual".
#[must_use]
pub fn phrase_of(sentence: &str) -> String {
    let words = words(sentence);
    let parts = words.iter().filter(|word| !(word.mark && matches!(word.text.as_str(), "," | "." | "!")));
    parts.map(spelled).collect::<Vec<_>>().join(" ")
}

fn spelled(word: &Word) -> String {
    match word.number {
        Some(number) if !word.ordinal => number.to_string(),
        _ => word.text.clone(),
    }
}
