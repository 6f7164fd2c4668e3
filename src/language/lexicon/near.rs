//! Misspelt words: the one known word that is near enough, or none.
//!
//! Numbers are never corrected here, short words hardly, and where two words are as near as each other nothing is.

use strsim::osa_distance;

use super::stem::stem;
use crate::language::rules::english;

/// Known words by length, each with the set of its letters.
#[derive(Default)]
pub(super) struct Near {
    by_length: Vec<Vec<Known>>,
}

struct Known {
    letters: u32,
    word: String,
    /// It stands in a name of the cell.
    of_cell: bool,
}

impl Near {
    /// The words of a cell's names and those that stand for them, besides those of the language.
    pub(super) fn new<'w>(names: impl Iterator<Item = &'w str>, kin: Vec<&'static str>) -> Self {
        let mut near = Self::default();
        let mut all: Vec<(&str, bool)> = names.map(|word| (word, true)).collect();
        let further = kin.into_iter().chain(english::vocabulary());
        all.extend(further.chain(super::thesaurus::CORE.split_whitespace()).map(|word| (word, false)));
        all.retain(|(word, _)| word.len() >= 4);
        // A word of the cell before the same word of the language.
        all.sort_unstable_by_key(|(word, of_cell)| (*word, !of_cell));
        all.dedup_by_key(|(word, _)| *word);
        for (word, of_cell) in all {
            let length = word.chars().count();
            while near.by_length.len() <= length {
                near.by_length.push(Vec::new());
            }
            near.by_length[length].push(Known { letters: letters(word), word: word.to_owned(), of_cell });
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
        // A word of the cell is likelier than one as near of the language.
        let mut best: Option<((usize, bool), &str)> = None;
        let mut rivals = false;
        let from = length.saturating_sub(reach).min(self.by_length.len());
        let to = (length + reach + 1).min(self.by_length.len());
        for Known { letters: other_set, word: other, of_cell } in self.by_length[from..to].iter().flatten() {
            if (set ^ other_set).count_ones() as usize > 2 * reach {
                continue;
            }
            let distance = osa_distance(word, other);
            // Of three letters, one may have been lost, no more: "wld".
            let has_vowel = word.contains(['a', 'e', 'i', 'o', 'u']);
            let lost = length > 3
                || ((*of_cell || !has_vowel)
                    && other.chars().count() == 4
                    && other.chars().next() == word.chars().next());
            let swapped = distance == 1 && length <= 4 && is_swap_of_letter(word, other);
            if distance > reach || !lost || swapped && !(*of_cell && length == 4 && is_next_key(word, other)) {
                continue;
            }
            let rank = (distance, !of_cell);
            match best {
                Some((least, _)) if rank > least => {}
                Some((least, known)) if rank == least => rivals |= stem(known) != stem(other),
                _ => (best, rivals) = (Some((rank, other.as_str())), false),
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

/// Whether the one letter that differs is beside the other on a keyboard: "wekd".
fn is_next_key(word: &str, other: &str) -> bool {
    const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
    word.chars()
        .zip(other.chars())
        .filter(|(a, b)| a != b)
        .all(|(a, b)| ROWS.iter().any(|row| row.find(a).zip(row.find(b)).is_some_and(|(a, b)| a.abs_diff(b) == 1)))
}

fn letters(word: &str) -> u32 {
    word.chars().fold(0, |set, c| set | 1 << (u32::from(c) % 32))
}
