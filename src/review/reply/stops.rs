//! Words for stopping in a line that no list has: as they are, glued to others, in pieces, or with one slip of the hand.
//!
//! In: a line to a run. Out: whether it may be meant to stop. Whoever asks halts the robot then, for that is the one misreading that is
//! safe; what this does not find pauses. Letters count however they are written: wide, bold, in circles, or of another script where they
//! look like these.

use std::{borrow::Cow, collections::HashSet, sync::Arc};

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

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
    /// Pictures, wherever they stand.
    pub(super) signs: HashSet<Arc<str>>,
    /// As they are: they deny.
    pub(super) denials: HashSet<Arc<str>>,
    /// Slips of the first that are words of their own.
    pub(super) no_slips: HashSet<Arc<str>>,
}

/// Whether a line may be meant to stop the robot.
pub(super) fn may_stop(line: &str, words: &Words) -> bool {
    let plain = plain(line);
    let looks_like = (!plain.is_ascii()).then(|| skeleton(&plain).collect::<String>());
    has_sign(line, words)
        || [Some(&*plain), looks_like.as_deref()].into_iter().flatten().any(|line| has_stop(line, words))
}

/// Whether a line has a sign for stopping, or is nothing but a shout: exclamation marks, whatever is asked between them.
pub(super) fn has_sign(line: &str, words: &Words) -> bool {
    let plain = plain(line);
    let mut marks = plain.chars().filter(|c| !c.is_whitespace() && *c != EMOJI_STYLE);
    words.signs.iter().any(|sign| line.contains(&**sign)) || plain.contains('!') && marks.all(|c| "!?".contains(c))
}

/// Comes after a sign that is to be shown in colours.
const EMOJI_STYLE: char = '\u{fe0f}';

/// A line whose letters are written plainly: what Unicode calls compatible is the same.
pub(super) fn plain(line: &str) -> Cow<'_, str> {
    if line.is_ascii() { line.into() } else { line.nfkc().collect::<String>().into() }
}

fn has_stop(line: &str, words: &Words) -> bool {
    let line = line.to_lowercase();
    let joined: String = line.chars().filter(|c| c.is_alphanumeric()).collect();
    let pieces = Some(&*joined).filter(|joined| joined.chars().count() <= PIECES_CHARS_MAX);
    split(&line).chain(pieces).any(|word| is_stop(word, words))
}

/// Whether a line has a word that denies: "do not go on".
pub(super) fn denies(line: &str, words: &Words) -> bool {
    // "Don't" is one word.
    let line = plain(&line.replace(['\'', '’', '‘', 'ʼ', '`', '´'], "")).to_lowercase();
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
