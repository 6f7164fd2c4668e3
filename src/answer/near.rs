//! Names that are close to one that the cell does not have. In: a word of an operator. Out: the cell's own names, the
//! closest first. A close name is shown to the operator and never put in the place of what was said.

use std::cmp::Reverse;

use strsim::normalized_damerau_levenshtein;

use crate::{
    cell::{PositionId, RoutineId, ToolId},
    limits::{NEAR_NAMES_MAX, NEAR_NAMES_SCANNED_MAX, NEAR_WORD_CHARS_MAX, NEAR_WORDS_MAX},
    snapshot::Snapshot,
};

/// From here on (1 is equal) two folded names are close: one slip in three letters, two in five.
const CLOSE: f64 = 0.6;
/// A word of a sentence is taken for a misspelled name from here on: one slip in four letters.
const MISSPELLED: f64 = 0.75;
/// Words shorter than this are held against nothing: "at" is close to everything.
const SHORTEST: usize = 3;

/// What a name is a name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Of a position.
    Position,
    /// Of a tool.
    Tool,
    /// Of a routine.
    Routine,
}

/// Up to three of the cell's names that are close to a word, the closest first, by name among equals; of any kind for
/// `None`.
#[must_use]
pub fn closest<'s>(word: &str, kind: Option<Kind>, snapshot: &'s Snapshot) -> Vec<&'s str> {
    best(&fold(word), CLOSE, names(snapshot, kind))
}

/// The words of a sentence that look like names of this cell and are none, each with the names that are close to it:
/// misspelled ones (`Weldr`), and numbers that a family of names does not reach (`position 9`).
#[must_use]
pub fn doubtful_names<'s>(sentence: &str, snapshot: &'s Snapshot) -> Vec<(String, Vec<&'s str>)> {
    let words: Vec<&str> = sentence
        .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
        .filter(|word| !word.is_empty() && word.chars().count() <= NEAR_WORD_CHARS_MAX)
        .take(NEAR_WORDS_MAX)
        .collect();
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let found_near = match place.checked_sub(1).map(|before| words[before]) {
            Some(before) if is_number(word) => {
                Some(beyond_family(before, word, snapshot)).map(|near| (format!("{before} {word}"), near))
            }
            _ => Some((*word).to_owned()).map(|word| (word.clone(), misspelled(&word, snapshot))),
        };
        found.extend(found_near.filter(|(_, near)| !near.is_empty()));
    }
    found.dedup_by(|a, b| a.0 == b.0);
    found
}

fn misspelled<'s>(word: &str, snapshot: &'s Snapshot) -> Vec<&'s str> {
    let folded = fold(word);
    let known =
        || names(snapshot, None).any(|name| fold(name) == folded || parts(name).any(|part| fold(part) == folded));
    if folded.chars().count() < SHORTEST || is_number(word) || known() {
        return Vec::new();
    }
    best(&folded, MISSPELLED, names(snapshot, None))
}

/// Names of the family that `word` calls, where none of them has the number.
fn beyond_family<'s>(word: &str, number: &str, snapshot: &'s Snapshot) -> Vec<&'s str> {
    let word = fold(word);
    let of_family = |name: &&str| family(name).is_some_and(|(stem, _)| calls(&word, &stem));
    let wanted = number.trim_start_matches('0');
    let mut positions = names(snapshot, Some(Kind::Position)).filter(of_family).peekable();
    let Some(stem) = positions.peek().and_then(|name| family(name)).map(|(stem, _)| stem) else { return Vec::new() };
    let names: Vec<&str> = positions.collect();
    if names.iter().any(|name| family(name).is_some_and(|(_, n)| n == wanted)) {
        return Vec::new();
    }
    best(&format!("{stem}{wanted}"), 0.0, names.into_iter())
}

/// Whether an operator who says `word` may mean names that begin with `stem`: "position" and "pos".
fn calls(word: &str, stem: &str) -> bool {
    let long_enough = word.chars().count() >= SHORTEST && stem.chars().count() >= SHORTEST;
    long_enough && (word.starts_with(stem) || stem.starts_with(word))
}

/// A name's folded beginning and the number at its end.
fn family(name: &str) -> Option<(String, String)> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &name[stem.len()..];
    (!number.is_empty()).then(|| (fold(stem), number.trim_start_matches('0').to_owned()))
}

fn best<'s>(folded: &str, least: f64, names: impl Iterator<Item = &'s str>) -> Vec<&'s str> {
    let chars = folded.chars().count();
    let mut scored: Vec<(u64, &str)> = names
        .map(|name| (fold(name), name))
        .filter(|(name, _)| similarity_at_most(chars, name.chars().count()) >= least)
        .map(|(other, name)| (normalized_damerau_levenshtein(folded, &other), name))
        .filter(|&(score, _)| score >= least)
        .map(|(score, name)| ((score * 1e6) as u64, name))
        .collect();
    scored.sort_unstable_by_key(|&(score, name)| (Reverse(score), name));
    // The same name may be a position's and a tool's.
    scored.dedup();
    scored.truncate(NEAR_NAMES_MAX);
    scored.into_iter().map(|(_, name)| name).collect()
}

/// What two texts of these lengths can reach: it spares most names of a large cell the comparison.
fn similarity_at_most(a: usize, b: usize) -> f64 {
    1.0 - a.abs_diff(b) as f64 / a.max(b).max(1) as f64
}

/// Letters and digits alone, in lower case, and not more of them than a name is compared by.
fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).take(NEAR_WORD_CHARS_MAX).flat_map(char::to_lowercase).collect()
}

fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty())
}

fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit())
}

fn names(s: &Snapshot, kind: Option<Kind>) -> impl Iterator<Item = &str> {
    let count = move |of: Kind, n: usize| {
        let counted = kind.is_none_or(|kind| kind == of);
        0..if counted { n.min(NEAR_NAMES_SCANNED_MAX) as u32 } else { 0 }
    };
    let positions = count(Kind::Position, s.position_count()).map(|id| s.position_name(PositionId(id)));
    let tools = count(Kind::Tool, s.tool_count()).map(|id| s.tool_name(ToolId(id)));
    let routines = count(Kind::Routine, s.routine_count()).map(|id| s.routine_name(RoutineId(id)));
    positions.chain(tools).chain(routines)
}
