//! "Go back", "back to where you were", "fahr zurück": whole sentences, by closed lists.
//!
//! In: a sentence. Out: whether it asks for the place where the robot stood before its last motion, and for nothing else. With any
//! other word in it ("go back a bit", "go back to 2", "back off") it does not. And whether it asks for the way back to something by
//! its place in a row ("go back to the first one"): that is a position's number, or where the robot once was.

use crate::language::{
    Clause, Places, Span,
    lexicon::{german_ordinal, words::words},
    wordlists::{WordList, word_lists},
};

word_lists!("back.yaml": back, in_a_row, last, polite, ways_back);

/// What such a sentence says.
pub(super) fn goes_back(text: &str) -> Option<Vec<Clause>> {
    let lower = text.to_lowercase();
    let is_end = |c: char| matches!(c, '.' | '!' | ',');
    let said: Vec<&str> = lower
        .split_whitespace()
        .map(|word| word.trim_matches(is_end))
        .filter(|word| !word.is_empty() && !LISTS.polite.has(word))
        .collect();
    let is_back = LISTS.back.has(&said.join(" "));
    let places = Places { spans: vec![Span::Back], reversed: false };
    is_back.then(|| vec![Clause::Go { places, times: 1 }])
}

/// Whether the way back leads to something by its place in a row. Two readings are possible: nothing moves by it.
pub(super) fn goes_back_in_a_row(text: &str) -> bool {
    let words = words(text);
    let words: Vec<_> = words.iter().filter(|word| !word.mark).collect();
    let is = |at: Option<usize>, list: &WordList| at.is_some_and(|at| list.has(&words[at].text));
    let says = |at: Option<usize>, list: &[&str]| at.is_some_and(|at| list.contains(&&*words[at].text));
    let is_row = |at: usize| {
        let before = |by: usize| at.checked_sub(by);
        let is_led = says(before(1), &["the"]) && says(before(2), &["to"]) && is(before(3), &LISTS.ways_back);
        let is_led = is_led || says(before(1), &["zum", "zur"]) && words.iter().any(|word| word.text == "zuruck");
        let is_place = words[at].ordinal || is(Some(at), &LISTS.last) || german_ordinal(&words[at].text).is_some();
        let is_bare = at + 1 == words.len() || is(Some(at + 1), &LISTS.in_a_row);
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
