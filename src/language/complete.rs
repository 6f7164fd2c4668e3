//! What a line that is being typed may be completed with: names of the cell, and sentences that an engineer accepted.
//!
//! In: what was typed so far. Out: texts, each with the place from which on it would stand instead of what was typed. Nothing is
//! understood here: whoever takes an offer has typed it, and no more than that.
//!
//! 1. A name fits the last words that were typed where it begins like them: in any case, with or without accents, and with a
//!    blank, a hyphen or an underscore between two words.
//! 2. A sentence fits where it begins like the whole line.
//! 3. What was typed to its end already is not offered.

use std::collections::BTreeSet;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::{limits::LEXICON_WORDS_OF_NAME_MAX, snapshot::Snapshot};

/// All that lines of one cell may be completed with.
#[derive(Clone, Debug, Default)]
pub struct Completions {
    names: Sorted,
    sentences: Sorted,
}

/// One thing that a line may be completed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion<'c> {
    /// From this byte of the line on it stands instead of what was typed.
    pub start: usize,
    /// What stands there then.
    pub text: &'c str,
}

/// Texts as they are compared, and as they are written; in the order of the former.
#[derive(Clone, Debug, Default)]
struct Sorted(Vec<(String, String)>);

impl Completions {
    /// The names of a cell, and the sentences that its people have taught it.
    #[must_use]
    pub fn of<'p>(snapshot: &Snapshot, sentences: impl IntoIterator<Item = &'p str>) -> Self {
        let names = Sorted::of(snapshot.position_names().chain(snapshot.tool_names()).chain(snapshot.routine_names()));
        Self { names, sentences: Sorted::of(sentences) }
    }

    /// What fits a line of which this was typed: at most `most`. Of the names, those that fit the most words.
    #[must_use]
    pub fn fitting<'c>(&'c self, typed: &str, most: usize) -> Vec<Completion<'c>> {
        let starts = word_starts(typed);
        let sentences = starts.first().map(|&start| self.sentences.beginning(typed, start));
        let kept_from = starts.len().saturating_sub(LEXICON_WORDS_OF_NAME_MAX);
        let mut names = starts[kept_from..].iter().map(|&start| self.names.beginning(typed, start).peekable());
        let names = names.find_map(|mut names| names.peek().is_some().then_some(names));
        names.into_iter().flatten().chain(sentences.into_iter().flatten()).take(most).collect()
    }
}

impl Sorted {
    fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let texts: BTreeSet<(String, String)> =
            texts.into_iter().map(|text| (compared(text), text.to_owned())).collect();
        Self(texts.into_iter().collect())
    }

    /// Those that begin like what was typed from `start` on.
    fn beginning<'c>(&'c self, typed: &str, start: usize) -> impl Iterator<Item = Completion<'c>> + use<'c> {
        let begun = typed[start..].to_owned();
        let like = compared(&begun);
        // A mark that belongs to no letter begins like everything.
        let is_nothing = like.trim().is_empty();
        let first = if is_nothing { self.0.len() } else { self.0.partition_point(|(compared, _)| *compared < like) };
        let fitting = self.0[first..].iter().take_while(move |(compared, _)| compared.starts_with(&like));
        fitting.filter(move |(_, text)| *text != begun).map(move |(_, text)| Completion { start, text })
    }
}

/// Where each word of a line begins.
fn word_starts(typed: &str) -> Vec<usize> {
    let mut is_between = true;
    let mut starts = Vec::new();
    for (place, c) in typed.char_indices() {
        if is_between && !c.is_whitespace() {
            starts.push(place);
        }
        is_between = c.is_whitespace();
    }
    starts
}

fn compared(text: &str) -> String {
    let plain = text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
    plain.map(|c| if c.is_whitespace() || matches!(c, '_' | '-') { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitting(typed: &str) -> Vec<(usize, String)> {
        let names =
            Sorted::of(["Home", "Pos_1", "Pos_10", "Pos_2", "Safe_Pos_1", "Weld station B", "Überwurf", "weld"]);
        let completions = Completions { names, sentences: Sorted::of(["the usual", "weld everything"]) };
        let fitting = completions.fitting(typed, 4);
        fitting.iter().map(|fits| (fits.start, fits.text.to_owned())).collect()
    }

    fn at(start: usize, texts: &[&str]) -> Vec<(usize, String)> {
        texts.iter().map(|&text| (start, text.to_owned())).collect()
    }

    #[test]
    fn a_line_is_completed_with_names_that_begin_like_its_last_words() {
        for (typed, start, texts) in [
            ("", 0, &[][..]),
            ("   ", 0, &[]),
            ("go to ", 0, &[]),
            ("go to h", 6, &["Home"]),
            ("go to HOME", 6, &["Home"]),
            ("go to Home", 0, &[]),
            ("go to po", 6, &["Pos_1", "Pos_10", "Pos_2"]),
            ("go to Pos_1", 6, &["Pos_10"]),
            ("go to safe pos", 6, &["Safe_Pos_1"]),
            ("go to safe-pos 1", 6, &["Safe_Pos_1"]),
            ("weld at weld st", 8, &["Weld station B"]),
            ("take uber", 5, &["Überwurf"]),
            ("take ÜBER", 5, &["Überwurf"]),
            ("Home po", 5, &["Pos_1", "Pos_10", "Pos_2"]),
            ("  the us", 2, &["the usual"]),
            ("do the us", 0, &[]),
            ("go to \u{301}", 0, &[]),
            ("-", 0, &[]),
        ] {
            assert_eq!(fitting(typed), at(start, texts), "{typed:?}");
        }
    }

    #[test]
    fn names_come_before_sentences_and_no_more_than_wanted_come() {
        assert_eq!(fitting("weld"), at(0, &["Weld station B", "weld everything"]));
        assert_eq!(fitting("weld we"), at(5, &["weld", "Weld station B"]));
        assert_eq!(fitting("p").len(), 3);
        assert_eq!(Completions::default().fitting("weld", 4), []);
    }
}
