//! Words for stopping in a line that no list has: as they are, glued to others, in pieces, or with one slip of the hand.
//!
//! In: a line to a run, in lower case. Out: whether it may be meant to stop. Whoever asks halts the robot then, for that is the one
//! misreading that is safe; what this does not find pauses.

use std::{collections::HashSet, sync::Arc};

/// Letters of the shortest word that a slip is looked for in: "so" is no "stop".
const SLIP_CHARS_MIN: usize = 3;
/// Letters of the longest line that is looked at without its blanks: in a sentence two words may make a third ("first opportunity").
const PIECES_CHARS_MAX: usize = 12;

/// The words.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// In any form.
    pub(super) halts: HashSet<Arc<str>>,
    /// As they are.
    pub(super) ends: HashSet<Arc<str>>,
    /// As they are: they deny.
    pub(super) denials: HashSet<Arc<str>>,
    /// Slips of the first that are words of their own.
    pub(super) no_slips: HashSet<Arc<str>>,
}

/// Whether a line may be meant to stop the robot.
pub(super) fn may_stop(line: &str, words: &Words) -> bool {
    let line = line.to_lowercase();
    let joined: String = line.chars().filter(|c| c.is_alphanumeric()).collect();
    let pieces = Some(&*joined).filter(|joined| joined.chars().count() <= PIECES_CHARS_MAX);
    split(&line).chain(pieces).any(|word| is_stop(word, words))
}

/// Whether a line has a word that denies: "do not go on".
pub(super) fn denies(line: &str, words: &Words) -> bool {
    // "Don't" is one word.
    let line = line.to_lowercase().replace(['\'', '’', '‘', 'ʼ', '`', '´'], "");
    split(&line).any(|word| words.denials.contains(word))
}

fn split(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '-')
}

fn is_stop(word: &str, words: &Words) -> bool {
    let has = |halt: &Arc<str>| word.contains(&**halt);
    words.halts.iter().any(has)
        || words.ends.contains(word)
        || (!words.no_slips.contains(word) && is_slip(word, &words.halts))
}

/// Whether a word is one slip away from one of `halts`: a letter too many, too few, another one, two exchanged, or any held down.
pub(super) fn is_slip(word: &str, halts: &HashSet<Arc<str>>) -> bool {
    let (letters, held) = (word.chars().count(), held(word));
    let is_near = |halt: &Arc<str>| {
        letters.abs_diff(halt.chars().count()) <= 1 && strsim::osa_distance(word, halt) <= 1 || held == self::held(halt)
    };
    letters >= SLIP_CHARS_MIN && halts.iter().any(is_near)
}

/// A word without the repetitions of a key that was held down.
fn held(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}
