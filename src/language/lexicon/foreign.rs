//! Names that a cell does not have, told from words: what is written in one piece with an underscore (`Pos_2`) is a name, and
//! means the thing of that whole name or nothing. A part of another name (`Safe_Pos_2`) is another place.
//!
//! A misspelt word of it is put right first, as everywhere; a number never is.
//!
//! In: a sentence. Out: the first such piece that is no whole name of the cell.

use std::ops::Range;

use super::{
    Lexicon,
    words::{Word, words},
};
use crate::{
    cell::{TOOL_ATTACH, TOOL_RELEASE},
    limits::MISSPELT_WORDS_MAX,
};

impl Lexicon {
    /// The first name in a text that the cell does not have.
    pub(crate) fn foreign_name<'t>(&self, text: &'t str) -> Option<&'t str> {
        if !text.contains('_') {
            return None;
        }
        let mut words = words(text);
        let is_built_in = |name: &str| [TOOL_ATTACH, TOOL_RELEASE].iter().any(|known| name.eq_ignore_ascii_case(known));
        let mut tries = 0;
        for piece in pieces(text, &words) {
            let written = text.get(words[piece.start].start..words[piece.end - 1].end).unwrap_or_default();
            if !written.contains('_') || is_built_in(written) || self.has_name(&words, &piece) {
                continue;
            }
            tries += 1;
            self.mend(&mut words[piece.clone()]);
            if tries > MISSPELT_WORDS_MAX || !self.has_name(&words, &piece) {
                return Some(written);
            }
        }
        None
    }

    /// Puts misspelt words right.
    fn mend(&self, words: &mut [Word]) {
        for word in words {
            if let Some(meant) = self.near(&word.text).filter(|_| !self.is_known(&word.text)) {
                meant.clone_into(&mut word.text);
            }
        }
    }

    /// Whether a whole name takes in all words of a piece: "the Safe Pos_2" begins before it.
    fn has_name(&self, words: &[Word], piece: &Range<usize>) -> bool {
        let covers = |from: usize| self.name(&words[from..]).is_some_and(|(taken, _)| from + taken >= piece.end);
        (piece.start.saturating_sub(self.words_of_name_max)..=piece.start).any(covers)
    }
}

/// The words that are written in one piece: nothing but underscores stands between them.
fn pieces(text: &str, words: &[Word]) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    for (place, word) in words.iter().enumerate().filter(|(_, word)| !word.mark) {
        let is_next = |piece: &Range<usize>| {
            let between = text.get(words[piece.end - 1].end..word.start);
            piece.end == place && between.is_some_and(|between| between.bytes().all(|b| b == b'_'))
        };
        match pieces.last_mut().filter(|piece| is_next(piece)) {
            Some(piece) => piece.end = place + 1,
            None => pieces.push(place..place + 1),
        }
    }
    pieces
}
