//! Text → words, in the one way that names and sentences share: lower case, no accents, camel, snake and kebab taken
//! apart, numbers as numbers whether written in digits or in letters.
//!
//! In: any text. Out: words with their places in it. No word is understood here.

use strsim::osa_distance;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::LISTS;
use crate::language::wordlists::Table;

/// A word, a number or a mark of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Lower case; digits without leading zeros; a mark as itself.
    pub(crate) text: String,
    /// What it counts, in digits or letters.
    pub(crate) number: Option<u64>,
    /// "2nd", "third": which one.
    pub(crate) ordinal: bool,
    /// No blank stands between it and the one before: part of one thing, such as `Pos_1` or `p1`.
    pub(crate) glued: bool,
    /// A mark, not a word.
    pub(crate) mark: bool,
    /// Where it begins in the text, in bytes.
    pub(crate) start: usize,
    /// Where it ends.
    pub(crate) end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Apostrophe,
    Joint,
    Mark,
    Blank,
}

struct Piece {
    c: char,
    class: Class,
    upper: bool,
    start: usize,
    end: usize,
}

/// The words of a text.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let pieces = pieces(text);
    let mut out = Vec::new();
    let (mut at, mut glued) = (0, false);
    while at < pieces.len() {
        let end = match pieces[at].class {
            Class::Blank => {
                (at, glued) = (at + 1, false);
                continue;
            }
            Class::Joint | Class::Apostrophe => {
                at += 1;
                continue;
            }
            Class::Mark => at + 1,
            Class::Digit => run_of_digits(&pieces, at),
            Class::Letter => run_of_letters(&pieces, at),
        };
        out.push(word(&pieces[at..end], glued));
        (at, glued) = (end, true);
    }
    ordinals_and_tens(out)
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut out = Vec::with_capacity(text.len());
    for (start, original) in text.char_indices() {
        let end = start + original.len_utf8();
        // Nearly all are these, and have one form.
        if original.is_ascii() {
            let c = original.to_ascii_lowercase();
            out.push(Piece { c, class: class(c), upper: c != original, start, end });
            continue;
        }
        out.extend(forms(original).map(|(c, upper)| Piece { c, class: class(c), upper, start, end }));
    }
    mark_joints(&mut out);
    out
}

/// A character without its accents, in lower case, and whether it was a capital.
fn forms(original: char) -> impl Iterator<Item = (char, bool)> {
    let plain = std::iter::once(original).nfkd().filter(|&c| !is_combining_mark(c));
    // A capital without a small letter ("🅐") begins no word. It stays a capital in the words as they are kept, and would part
    // those words when they are read again.
    plain.flat_map(|c| c.to_lowercase().map(move |lower| (lower, c.is_uppercase() && lower != c)))
}

fn class(c: char) -> Class {
    match c {
        '\'' | '\u{2019}' | '\u{2018}' | '`' | '\u{b4}' => Class::Apostrophe,
        '_' => Class::Joint,
        '0'..='9' => Class::Digit,
        c if c.is_alphabetic() => Class::Letter,
        c if c.is_whitespace() || c.is_control() || is_invisible(c) => Class::Blank,
        _ => Class::Mark,
    }
}

fn is_invisible(c: char) -> bool {
    // Not those that turn the order of writing round: what is seen is then not what is read.
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2065}' | '\u{feff}')
}

/// A hyphen or a point inside a word joins its parts; between two numbers a hyphen stays, for it may be a range.
fn mark_joints(pieces: &mut [Piece]) {
    for at in 1..pieces.len().saturating_sub(1) {
        let (before, after) = (pieces[at - 1].class, pieces[at + 1].class);
        let inside = |class| matches!(class, Class::Letter | Class::Digit);
        let numbers = before == Class::Digit && after == Class::Digit;
        let is_joint = matches!(pieces[at].c, '-' | '\u{2010}' | '\u{2011}' | '.') && inside(before) && inside(after);
        if is_joint && !numbers && !(pieces[at].c == '.' && before == Class::Letter && after == Class::Letter) {
            pieces[at].class = Class::Joint;
        }
    }
}

fn run_of_digits(pieces: &[Piece], start: usize) -> usize {
    let run = pieces[start..].iter().take_while(|p| p.class == Class::Digit).count();
    start + run
}

/// Up to the end of the letters, or to a capital that begins a new word; an apostrophe inside stays.
fn run_of_letters(pieces: &[Piece], start: usize) -> usize {
    let mut at = start + 1;
    while at < pieces.len() {
        let (here, before) = (&pieces[at], &pieces[at - 1]);
        let next_is_letter = pieces.get(at + 1).is_some_and(|p| p.class == Class::Letter);
        let goes_on = match here.class {
            Class::Letter => {
                let next_is_lower = pieces.get(at + 1).is_some_and(|p| p.class == Class::Letter && !p.upper);
                !(here.upper && before.class == Class::Letter && (!before.upper || (next_is_lower && at > start + 1)))
            }
            Class::Apostrophe => next_is_letter,
            _ => false,
        };
        if !goes_on {
            break;
        }
        at += 1;
    }
    at
}

fn word(pieces: &[Piece], glued: bool) -> Word {
    let mark = pieces[0].class == Class::Mark;
    let mut text = String::with_capacity(pieces.len());
    text.extend(pieces.iter().map(|p| if p.class == Class::Apostrophe { '\'' } else { p.c }));
    let mut number = None;
    if pieces[0].class == Class::Digit {
        let digits = text.trim_start_matches('0');
        text = if digits.is_empty() { "0".to_owned() } else { digits.to_owned() };
        number = Some(text.parse().unwrap_or(u64::MAX));
    }
    let (start, end) = (pieces[0].start, pieces[pieces.len() - 1].end);
    Word { text, number, ordinal: false, glued, mark, start, end }
}

/// "2nd" and "21st" to one word, "twenty one" to one number, "third" to 3.
fn ordinals_and_tens(words: Vec<Word>) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::with_capacity(words.len());
    for mut word in words {
        if let Some(last) = out.last_mut().filter(|last| !last.mark) {
            let digits = last.number.is_some() && last.text.as_bytes().first().is_some_and(u8::is_ascii_digit);
            if digits && word.glued && matches!(word.text.as_str(), "st" | "nd" | "rd" | "th") {
                (last.ordinal, last.end) = (true, word.end);
                continue;
            }
        }
        if word.number.is_none() && !word.mark {
            if let Some(&value) = LISTS.numbers.get(&word.text) {
                word.number = Some(value);
            } else if let Some(&value) = LISTS.ordinals.get(&word.text) {
                (word.number, word.ordinal) = (Some(value), true);
            }
        }
        if let Some(last) = out.last_mut()
            && is_tens(last)
            && is_unit(&word)
        {
            last.number = Some(last.number.unwrap_or(0) + word.number.unwrap_or(0));
            (last.ordinal, last.end) = (word.ordinal, word.end);
            last.text = last.number.unwrap_or(0).to_string();
            continue;
        }
        out.push(word);
    }
    out
}

fn is_tens(word: &Word) -> bool {
    !word.ordinal && word.text.ends_with("ty") && word.number.is_some_and(|n| n >= 20)
}

fn is_unit(word: &Word) -> bool {
    word.number.is_some_and(|n| (1..10).contains(&n))
        && word.text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
}

/// The number that a word says with two letters in each other's place, and whether as an ordinal: "frist", "fuor". Its
/// letters allow no other, which is why this is the one way in which numbers are put right.
pub(crate) fn transposed_number(text: &str) -> Option<(u64, bool)> {
    let sum = |word: &str| word.bytes().map(u32::from).sum::<u32>();
    let of_text = sum(text);
    // The sum says of nearly all words that they have other letters.
    let is_meant = |word: &str| {
        let is_likely = word.len() >= 4 && word.len() == text.len() && sum(word) == of_text;
        is_likely && letters(text) == letters(word) && osa_distance(text, word) == 1
    };
    let found = |table: &Table<u64>| table.iter().find(|(word, _)| is_meant(word)).map(|(_, &number)| number);
    let number = found(&LISTS.numbers).map(|number| (number, false));
    number.or_else(|| found(&LISTS.ordinals).map(|number| (number, true)))
}

fn letters(word: &str) -> Vec<u8> {
    let mut letters = word.as_bytes().to_vec();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_of_ascii_has_one_form() {
        for original in '\0'..='\x7f' {
            let (c, upper) = (original.to_ascii_lowercase(), original.is_ascii_uppercase());
            assert!(forms(original).eq([(c, upper)]), "{original:?}");
        }
    }

    fn split(text: &str) -> Vec<String> {
        words(text).into_iter().map(|w| w.number.map_or(w.text, |n| n.to_string())).collect()
    }

    #[test]
    fn names_of_every_style_come_apart_alike() {
        for name in ["Pos_1", "pos1", "pos 1", "Pos-01", "POS_1", "pos one", "Pos One", "PosOne"] {
            assert_eq!(split(name), ["pos", "1"], "{name}");
        }
        assert_eq!(split("infeedConveyorA2"), ["infeed", "conveyor", "a", "2"]);
        assert_eq!(split("HTTPServer"), ["http", "server"]);
        assert_eq!(split("WELD AT"), ["weld", "at"]);
        assert_eq!(split("twenty one, 1-3; 2nd"), ["21", ",", "1", "-", "3", ";", "2"]);
        assert_eq!(split("don't p\u{200b}1"), ["don't", "p", "1"]);
        assert_eq!(split("Prüfen Ａ"), ["prufen", "a"]);
    }
}
