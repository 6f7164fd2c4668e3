//! Misspelt words: the one known word that is near enough, or none.
//!
//! Numbers and short words are never corrected, and where two words are as near as each other nothing is.

use strsim::osa_distance;

use super::stem::stem;
use crate::language::rules::english;

/// Known words by length, each with the set of its letters.
#[derive(Default)]
pub(super) struct Near {
    by_length: Vec<Vec<(u32, String)>>,
}

impl Near {
    /// The words of a cell, besides those of the language.
    pub(super) fn new<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        let mut near = Self::default();
        let mut all: Vec<&str> = words.chain(english::vocabulary().map(|(word, _)| word)).collect();
        all.extend(super::thesaurus::CORE.split_whitespace());
        all.retain(|word| word.len() >= 4);
        all.sort_unstable();
        all.dedup();
        for word in all {
            let length = word.chars().count();
            if near.by_length.len() <= length {
                near.by_length.resize(length + 1, Vec::new());
            }
            near.by_length[length].push((letters(word), word.to_owned()));
        }
        near
    }

    /// The one word that `word` was meant to be.
    pub(super) fn find(&self, word: &str) -> Option<&str> {
        let length = word.chars().count();
        let reach = if length >= 8 { 2 } else { 1 };
        if !(3..=32).contains(&length) || !word.chars().all(char::is_alphabetic) {
            return None;
        }
        let set = letters(word);
        let mut best: Option<(usize, &str)> = None;
        let mut rivals = false;
        let from = length.saturating_sub(reach).min(self.by_length.len());
        let to = (length + reach + 1).min(self.by_length.len());
        for (other_set, other) in self.by_length[from..to].iter().flatten() {
            if (set ^ other_set).count_ones() as usize > 2 * reach {
                continue;
            }
            let distance = osa_distance(word, other);
            // Of three letters, one may have been lost, no more: "wld".
            let lost = length > 3 || (other.chars().count() == 4 && other.chars().next() == word.chars().next());
            if distance > reach || !lost || (distance == 1 && length <= 4 && is_swap_of_letter(word, other)) {
                continue;
            }
            match best {
                Some((least, _)) if distance > least => {}
                Some((least, known)) if distance == least => rivals |= stem(known) != stem(other),
                _ => (best, rivals) = (Some((distance, other.as_str())), false),
            }
        }
        best.filter(|_| !rivals).map(|(_, word)| word)
    }
}

/// Another letter in one place: of a short word that makes another word too easily ("home", "some").
fn is_swap_of_letter(word: &str, other: &str) -> bool {
    word.chars().count() == other.chars().count()
        && word.chars().zip(other.chars()).filter(|(a, b)| a != b).count() == 1
}

fn letters(word: &str) -> u32 {
    word.chars().fold(0, |set, c| set | 1 << (u32::from(c) % 32))
}
