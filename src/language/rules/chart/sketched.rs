//! Marks that show that a sentence was crossed out, left open, or is no sentence.
//!
//! In: a sentence as it was written. Out: whether it has such a mark. It is not known what of it still holds then, and nothing of
//! it is read as a command.

/// What a pen struck through, what was left out, and what cannot be seen.
pub(in crate::language) fn is_sketched(text: &str) -> bool {
    text.contains(char::is_control) || is_marked(text) || has_gap(text)
}

/// Marks that no operator speaks: "~~weld 2~~", "!weld 2", "2 != 3".
fn is_marked(text: &str) -> bool {
    let text = text.trim_start();
    text.contains(['~', '[', ']', '{', '}', '|', '\\', '^', '`', '<'])
        || text.contains(is_struck)
        || text.contains("/*")
        || has_pair(text, |one, other| matches!(one, '!' | '?') && other.is_alphanumeric())
        || has_fraction(text)
        || text.contains("!=")
        || text.contains("//")
        || text.starts_with(['!', '#'])
}

/// "1, 2, ..., 6", "7...9", "1:6": the places between may be meant.
fn has_gap(text: &str) -> bool {
    let is_gap = |(at, _): (usize, &str)| {
        let before = text[..at].trim_end_matches([' ', ',', '.', '\u{2026}']);
        let after = text[at..].trim_start_matches([' ', ',', '.', '\u{2026}', ':']);
        let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
        let is_named = is_number(after) || is_number(after.trim_start_matches(char::is_alphabetic));
        before.ends_with(|last: char| last.is_ascii_digit()) && (is_named || after.is_empty())
    };
    let glued = text
        .as_bytes()
        .windows(3)
        .any(|three| three[0].is_ascii_digit() && three[1] == b':' && three[2].is_ascii_digit());
    glued || text.match_indices("..").any(is_gap) || text.match_indices('\u{2026}').any(is_gap)
}

/// A stroke through a letter, a sign around it, or one that compares or multiplies.
const fn is_struck(c: char) -> bool {
    matches!(c, '\u{335}'..='\u{338}' | '\u{20d0}'..='\u{20ff}' | '\u{2260}' | '\u{2264}' | '\u{2265}' | '>' | '\u{d7}' | '*')
}

fn has_pair(text: &str, is_pair: impl Fn(char, char) -> bool) -> bool {
    text.chars().zip(text.chars().skip(1)).any(|(one, other)| is_pair(one, other))
}

/// "1 1/2", "2 3/4".
fn has_fraction(text: &str) -> bool {
    let is_fraction = |five: &[u8]| {
        five[0].is_ascii_digit()
            && five[1] == b' '
            && five[2].is_ascii_digit()
            && five[3] == b'/'
            && five[4].is_ascii_digit()
    };
    text.as_bytes().windows(5).any(is_fraction)
}
