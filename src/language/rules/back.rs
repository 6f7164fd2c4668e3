//! "Go back", "back to where you were", "fahr zurück": whole sentences, by closed lists.
//!
//! In: a sentence. Out: whether it asks for the place where the robot stood before its last motion, and for nothing else. With any
//! other word in it ("go back a bit", "go back to 2", "back off") it does not.

use crate::language::{Clause, Places, Span};

/// Words that change nothing.
const POLITE: &[&str] =
    &["please", "pls", "robot", "ok", "okay", "now", "just", "bitte", "mal", "you", "can", "could", "again"];

const BACK: &[&str] = &[
    "go back",
    "come back",
    "move back",
    "drive back",
    "head back",
    "back",
    "go back where were",
    "go back to where were",
    "go back to where were before",
    "back to where were",
    "back to where were before",
    "go back to where came from",
    "back to where came from",
    "go back to the previous position",
    "go to the previous position",
    "back to the previous position",
    "previous position",
    "move to the previous position",
    "return to the previous position",
    "go back to the last position",
    "return to where were",
    "return to where were before",
    "fahr zurück",
    "fahre zurück",
    "zurück",
    "geh zurück",
    "zurück an die vorherige position",
    "fahr zurück an die vorherige position",
    "fahr zur vorherigen position",
    "fahr zurück zur vorherigen position",
    "zurück zur vorherigen position",
];

/// What such a sentence says.
pub(super) fn goes_back(text: &str) -> Option<Vec<Clause>> {
    let lower = text.to_lowercase();
    let is_end = |c: char| matches!(c, '.' | '!' | ',');
    let said: Vec<&str> = lower
        .split_whitespace()
        .map(|word| word.trim_matches(is_end))
        .filter(|word| !word.is_empty() && !POLITE.contains(word))
        .collect();
    let is_back = BACK.contains(&said.join(" ").as_str());
    let places = Places { spans: vec![Span::Back], reversed: false };
    is_back.then(|| vec![Clause::Go { places, times: 1 }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_sentences_alone() {
        for text in
            ["go back", "Go back, please.", "can you go back to where you were", "ok, fahr bitte zurück!", "back"]
        {
            assert!(goes_back(text).is_some(), "{text}");
        }
        for text in [
            "go back a bit",
            "go back to 2",
            "go back home",
            "back off",
            "don't go back",
            "put it back",
            "go back?",
            "",
        ] {
            assert!(goes_back(text).is_none(), "{text}");
        }
    }
}
