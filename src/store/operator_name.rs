//! Which names an operator may have: the one check for every door, because a name goes on record under which somebody is looked for later.
//! In: a name. Out: yes or no.

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

use crate::limits::OPERATOR_BYTES_MAX;

/// Of letters, digits, blanks and a few marks, each in its one form: nothing that is not seen. Some letters are not, such as the fillers of
/// Hangul.
pub(crate) fn is_operator_name(name: &str) -> bool {
    let is_long_enough = (1..=OPERATOR_BYTES_MAX).contains(&name.len());
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || " .,-'’_()&/@+".contains(c));
    let is_seen = name.chars().all(|c| !is_default_ignorable(c));
    is_long_enough && name.trim() == name && is_plain && is_seen && name.nfc().eq(name.chars())
}

/// Whether a character is one of Unicode's `Default_Ignorable_Code_Point`: such a one, and no other, has no part in what a text looks like
/// (UTS 39).
fn is_default_ignorable(c: char) -> bool {
    skeleton(c.encode_utf8(&mut [0; 4])).next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "Bob" with a letter in it that nobody sees was a second Bob, and a name could be of such letters alone.
    #[test]
    fn a_letter_that_nobody_sees_is_in_no_name() {
        let unseen: Vec<char> = ('\0'..=char::MAX).filter(|c| is_default_ignorable(*c)).collect();
        let letters: Vec<char> = unseen.iter().copied().filter(|c| c.is_alphanumeric()).collect();
        // Unicode, DerivedCoreProperties.txt: of the code points with this property these are letters.
        assert_eq!(letters, ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}']);
        // The blank of Braille, private code points and those that are nobody's yet.
        for c in unseen.into_iter().chain(['\u{2800}', '\u{e000}', '\u{f8ff}', '\u{378}', '\u{10fffd}']) {
            for name in [c.to_string(), format!("Bob{c}"), format!("B{c}ob")] {
                assert!(!is_operator_name(&name), "{name:?}");
            }
        }
        for seen in ["Bob", "Zoë", "Łukasz", "김민수", "Jürgen 2", "O'Neil (B)"] {
            assert!(is_operator_name(seen), "{seen}");
        }
    }
}
