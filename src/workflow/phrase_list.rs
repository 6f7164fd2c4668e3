//! Phrases and nicknames that an engineer hands to a cell in a document: those that another cell has learnt, say.
//!
//! In: the document (JSON), or what a cell has accepted. Out: a [`PhraseList`], in bounds and without anything twice. Whether it fits a layout
//! is looked at by [`super::PhraseBook`] and [`super::Learnt`].
//!
//! ```json
//! {
//!   "phrases": [{ "sentence": "the usual", "reading": "action tack_weld @ Pos_1" }],
//!   "nicknames": [{ "words": "old lady", "name": "Welder" }]
//! }
//! ```

use std::collections::HashSet;

use serde::Serialize;

use crate::{
    cell::shown,
    document::from_object,
    language::phrase_of,
    limits::{NAME_BYTES_MAX, PHRASE_BYTES_MAX, PHRASES_MAX, SENTENCE_BYTES_MAX},
    store::{NicknameRow, PhraseRow},
};

/// A sentence, and what it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GivenPhrase {
    /// The sentence, as [`phrase_of`] writes it.
    pub sentence: String,
    /// The reading, in the terse form.
    pub reading: String,
}

/// Words that stand for a name of the cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GivenNickname {
    /// What people say, as [`phrase_of`] writes it.
    pub words: String,
    /// The name of a position or a tool.
    pub name: String,
}

from_object!(GivenPhrase, strict, { "sentence": sentence, "reading": reading, });
from_object!(GivenNickname, strict, { "words": words, "name": name, });
from_object!(PhraseList, strict, {
    "phrases": phrases or Vec::new(),
    "nicknames": nicknames or Vec::new(),
});

impl From<&NicknameRow> for GivenNickname {
    fn from(row: &NicknameRow) -> Self {
        Self { words: row.said.clone(), name: row.name.clone() }
    }
}

/// Phrases and nicknames that were handed over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PhraseList {
    /// Each sentence once.
    pub phrases: Vec<GivenPhrase>,
    /// The words of each once.
    pub nicknames: Vec<GivenNickname>,
}

/// Why a document is no list of phrases.
#[derive(Debug, thiserror::Error)]
pub enum PhraseListError {
    /// It is not JSON with these fields.
    #[error("it is no list of phrases: {0}")]
    Document(#[from] serde_json::Error),
    /// It has more of them than a cell keeps.
    #[error("it has {0} phrases and nicknames: at most {PHRASES_MAX} are read")]
    TooMany(usize),
    /// An entry has no words, or too many.
    #[error("{kind} {number} has {bytes} bytes of {field}: it has at least 1 and at most {most}")]
    Length {
        /// "phrase" or "nickname".
        kind: &'static str,
        /// It counts them from 1.
        number: usize,
        /// Which field.
        field: &'static str,
        /// How many bytes it has, as phrases are compared.
        bytes: usize,
        /// The most that are read.
        most: usize,
    },
    /// The same words stand there twice.
    #[error("{kind} {number}: '{words}' stands there before")]
    Twice {
        /// "phrase" or "nickname".
        kind: &'static str,
        /// It counts them from 1.
        number: usize,
        /// The words.
        words: String,
    },
}

impl PhraseList {
    /// Reads a document.
    ///
    /// # Errors
    ///
    /// [`PhraseListError`].
    pub fn read(text: &str) -> Result<Self, PhraseListError> {
        let mut list: Self = serde_json::from_str(text)?;
        let count = list.phrases.len() + list.nicknames.len();
        if count > PHRASES_MAX {
            return Err(PhraseListError::TooMany(count));
        }
        let phrases = list.phrases.iter_mut().map(|phrase| (&mut phrase.sentence, &phrase.reading));
        settle("phrase", ("sentence", "reading"), SENTENCE_BYTES_MAX, phrases)?;
        for nickname in &mut list.nicknames {
            nickname.words = without_article(&phrase_of(&nickname.words)).to_owned();
        }
        let nicknames = list.nicknames.iter_mut().map(|nickname| (&mut nickname.words, &nickname.name));
        settle("nickname", ("words", "name"), NAME_BYTES_MAX, nicknames)?;
        Ok(list)
    }

    /// What a cell has accepted of its own phrases, to be handed to another one.
    #[must_use]
    pub fn of(rows: &[PhraseRow]) -> Self {
        let mut list = Self::of_all(rows);
        let mut known = HashSet::new();
        list.nicknames.retain(|nickname| known.insert(nickname.words.clone()));
        list
    }

    /// The same, with every nickname of every row: one may stand there twice, for two things.
    pub(super) fn of_all(rows: &[PhraseRow]) -> Self {
        let accepted = rows.iter().filter(|row| row.accepted.is_some());
        Self {
            phrases: accepted
                .map(|row| GivenPhrase { sentence: row.sentence.clone(), reading: row.reading.clone() })
                .collect(),
            nicknames: rows.iter().flat_map(|row| &row.nicknames).map(GivenNickname::from).collect(),
        }
    }

    /// Both together.
    #[must_use]
    pub(super) fn with(mut self, other: &Self) -> Self {
        self.phrases.extend_from_slice(&other.phrases);
        self.nicknames.extend_from_slice(&other.nicknames);
        self
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.phrases.is_empty() && self.nicknames.is_empty()
    }
}

/// Articles are said with any name.
pub(super) fn without_article(words: &str) -> &str {
    ["the ", "a ", "an "].iter().find_map(|article| words.strip_prefix(article)).unwrap_or(words)
}

/// Writes words as they are compared, and refuses what is empty, too long, or there before.
fn settle<'l>(
    kind: &'static str,
    (words_field, other_field): (&'static str, &'static str),
    other_max: usize,
    entries: impl Iterator<Item = (&'l mut String, &'l String)>,
) -> Result<(), PhraseListError> {
    let mut known = HashSet::new();
    for ((words, other), number) in entries.zip(1..) {
        let length = |field, bytes: usize, most| match (1..=most).contains(&bytes) {
            true => Ok(()),
            false => Err(PhraseListError::Length { kind, number, field, bytes, most }),
        };
        *words = phrase_of(words);
        length(words_field, words.len(), PHRASE_BYTES_MAX)?;
        length(other_field, other.len(), other_max)?;
        if !known.insert(words.clone()) {
            return Err(PhraseListError::Twice { kind, number, words: shown(words).into_owned() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_phrases_are_compared() {
        let text = r#"{"phrases": [{"sentence": "The usual!", "reading": "action go Pos_2"}],
            "nicknames": [{"words": "the Old  Lady", "name": "Welder"}]}"#;
        let list = PhraseList::read(text).unwrap();
        assert_eq!(list.phrases[0].sentence, "the usual");
        assert_eq!(list.nicknames[0].words, "old lady");
        let again = serde_json::to_string(&list).unwrap();
        assert_eq!(PhraseList::read(&again).unwrap(), list);
        assert!(PhraseList::read("{}").unwrap().is_empty());
    }

    #[test]
    fn what_is_no_list_is_refused_with_the_reason() {
        let long = "x ".repeat(PHRASE_BYTES_MAX);
        let many: Vec<String> =
            (0..=PHRASES_MAX).map(|n| format!(r#"{{"sentence":"do {n}","reading":"action go Pos_2"}}"#)).collect();
        for (text, says) in [
            ("[]".to_owned(), "it is no list of phrases"),
            (r#"{"phrase": []}"#.to_owned(), "unknown field `phrase`"),
            (r#"{"phrases": [["a", "b"]]}"#.to_owned(), "it is no list of phrases"),
            (r#"{"phrases": [], "phrases": []}"#.to_owned(), "duplicate field `phrases`"),
            (r#"{"phrases": [{"sentence": "a", "reading": "b", "by": "c"}]}"#.to_owned(), "unknown field `by`"),
            (r#"{"phrases": [{"sentence": "a"}]}"#.to_owned(), "missing field `reading`"),
            (r#"{"phrases": [{"sentence": "!", "reading": "b"}]}"#.to_owned(), "phrase 1 has 0 bytes of sentence"),
            (r#"{"phrases": [{"sentence": "a", "reading": ""}]}"#.to_owned(), "phrase 1 has 0 bytes of reading"),
            (format!(r#"{{"phrases": [{{"sentence": "{long}", "reading": "b"}}]}}"#), "bytes of sentence"),
            (
                format!(r#"{{"phrases": [{{"sentence": "a", "reading": "{}"}}]}}"#, long.repeat(11)),
                "has 4400 bytes of reading",
            ),
            (
                format!(r#"{{"nicknames": [{{"words": "a", "name": "{long}{long}"}}]}}"#),
                "nickname 1 has 800 bytes of name",
            ),
            (
                r#"{"phrases": [{"sentence": "a b", "reading": "x"}, {"sentence": "A, b!", "reading": "y"}]}"#
                    .to_owned(),
                "phrase 2: 'a b' stands there before",
            ),
            (
                r#"{"nicknames": [{"words": "a", "name": "x"}, {"words": "A", "name": "x"}]}"#.to_owned(),
                "nickname 2: 'a' stands there before",
            ),
            (format!(r#"{{"phrases": [{}]}}"#, many.join(",")), "it has 10001 phrases and nicknames"),
        ] {
            let error = PhraseList::read(&text).unwrap_err().to_string();
            assert!(error.contains(says), "{says}: {error}");
        }
    }
}
