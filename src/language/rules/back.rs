//! "Go back", "back to where you were", "fahr zurück": whole sentences, by closed lists.
//!
//! In: a sentence. Out: whether it asks for the place where the robot stood before its last motion, and for nothing else. With any
//! other word in it ("go back a bit", "go back to 2", "back off") it does not. And whether it asks for the way back to something by
//! its place in a row ("go back to the first one"): that is a position's number, or where the robot once was.

use crate::language::{Clause, Places, Span, lexicon::words::words};

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
    "zurück wo du warst",
    "zurück dahin wo du warst",
    "fahr zurück wo du warst",
    "fahr zurück dahin wo du warst",
    "fahr dahin zurück wo du warst",
    "fahr wieder dahin zurück wo du warst",
    "fahr dorthin zurück wo du warst",
    "fahre dahin zurück wo du warst",
    "fahre dorthin zurück wo du warst",
    "geh dahin zurück wo du warst",
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

/// Words of a way back.
const WAYS_BACK: &[&str] = &["back", "return", "returns", "zuruck"];

/// What a row is of, where nothing says more.
const IN_A_ROW: &[&str] =
    &["one", "ones", "place", "position", "spot", "point", "location", "station", "stop", "ort", "platz", "stelle"];

/// Places in a row that are no numbers.
const LAST: &[&str] = &["last", "previous", "latest", "penultimate", "letzten", "vorletzten", "vorigen", "vorherigen"];

const ORDINALS: &[&str] = &["ersten", "zweiten", "dritten", "vierten", "funften", "sechsten", "siebten", "achten"];

/// Whether the way back leads to something by its place in a row. Two readings are possible: nothing moves by it.
pub(super) fn goes_back_in_a_row(text: &str) -> bool {
    let words = words(text);
    let words: Vec<_> = words.iter().filter(|word| !word.mark).collect();
    let is = |at: Option<usize>, list: &[&str]| at.is_some_and(|at| list.contains(&&*words[at].text));
    let is_row = |at: usize| {
        let before = |by: usize| at.checked_sub(by);
        let is_led = is(before(1), &["the"]) && is(before(2), &["to"]) && is(before(3), WAYS_BACK);
        let is_led = is_led || is(before(1), &["zum", "zur"]) && words.iter().any(|word| word.text == "zuruck");
        let is_place = words[at].ordinal || is(Some(at), LAST) || is(Some(at), ORDINALS);
        let is_bare = at + 1 == words.len() || is(Some(at + 1), IN_A_ROW);
        is_led && is_place && is_bare
    };
    (0..words.len()).any(is_row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_by_a_place_in_a_row() {
        for text in [
            "go back to the first one",
            "go back to the second one, please",
            "Return to the 3rd position",
            "then go back to the first",
            "go home and back to the first place",
            "go back to the last one",
            "fahr zurück zum ersten",
            "zurück zur zweiten Stelle",
        ] {
            assert!(goes_back_in_a_row(text), "{text}");
        }
        for text in [
            "go back to position 1",
            "go back to the welder's place",
            "put the tool back first",
            "put the valve back first and go to the second position",
            "go to the first one",
            "back here for the second, then weld",
            "go back home",
            "",
        ] {
            assert!(!goes_back_in_a_row(text), "{text}");
        }
    }

    #[test]
    fn whole_sentences_alone() {
        for text in [
            "go back",
            "Go back, please.",
            "can you go back to where you were",
            "ok, fahr bitte zurück!",
            "back",
            "Fahr dahin zurück, wo du warst.",
        ] {
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
