//! One form for the many ways in which a word is written, and which words say nothing by themselves.

use super::{
    LISTS,
    words::{self, Word},
};

/// A name's words, each in its usual form.
pub(crate) fn canonical(name: &str) -> Vec<String> {
    words::words(name).iter().filter(|word| !word.mark).map(|word| canon(word).into_owned()).collect()
}

/// A word in its usual form: numbers in digits, one word for position.
pub(crate) fn canon(word: &Word) -> std::borrow::Cow<'_, str> {
    match word.number {
        Some(number) if !word.ordinal => number.to_string().into(),
        _ => canon_text(&word.text).into(),
    }
}

pub(super) fn canon_text(word: &str) -> &str {
    let spelled = || {
        let word = singular(word);
        LISTS.spellings.get(word).map_or(word, String::as_str)
    };
    LISTS.forms.get(word).map_or_else(spelled, String::as_str)
}

/// "bins" → "bin"; short words and those in "ss" or "us" stay.
pub(crate) fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(short) if short.len() >= 3 && !short.ends_with(['s', 'u', 'i']) => short,
        _ => word,
    }
}

/// Which one a German word says: "erste", "fünfter".
pub(crate) fn german_ordinal(word: &str) -> Option<u64> {
    let plain = word.replace('\u{fc}', "u");
    let stem = ["en", "er", "es", "e"].iter().find_map(|end| plain.strip_suffix(end))?;
    LISTS.german_ordinals.get(stem).copied()
}

/// Words for any place.
pub(crate) fn is_place_noun(word: &str) -> bool {
    LISTS.place_nouns.has(word)
}

/// Every word for any place.
#[cfg(test)]
pub(crate) fn place_nouns() -> impl Iterator<Item = &'static String> {
    LISTS.place_nouns.iter()
}

/// Words that do not distinguish one name from another.
pub(super) fn is_hollow(word: &str) -> bool {
    LISTS.hollow.has(word)
}

/// A number, or a single letter: what tells the places of a row from each other.
pub(super) fn is_mark_of_place(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) || (word.len() == 1 && word.bytes().all(|b| b.is_ascii_lowercase()))
}
