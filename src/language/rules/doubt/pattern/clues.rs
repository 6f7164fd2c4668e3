//! What a pattern wants at least: most sentences have no such word, and need not be compared with it.
//!
//! In: the tests of a pattern's parts; the items of a sentence. Out: whether the sentence has what each part wants, wherever it
//! stands. A pattern may want more than that; it never wants less.

use super::{PREDICATES, Part, Test};
use crate::language::{
    rules::{english::Tag, tag::Item},
    wordlists::ByWord,
};

/// A bit for each clue: what an item may be, what holds for it, and the words that any pattern names.
#[derive(Clone, Debug, Default)]
pub(in crate::language::rules::doubt) struct Clues(Vec<u64>);

/// The words that patterns name, with their bits.
#[derive(Debug, Default)]
pub(in crate::language::rules::doubt) struct Words(ByWord<usize>);

/// One of each of these is in every sentence that a pattern fits, the rarest first.
#[derive(Debug, Default)]
pub(in crate::language::rules::doubt) struct Wanted(Vec<Clues>);

/// The first bit of a predicate: tags stand before them.
const PREDICATES_FROM: usize = 128;
/// The first bit of a word.
const WORDS_FROM: usize = PREDICATES_FROM + 64;

/// How much likelier than a certain word a tag is in a sentence, and something that a predicate holds for. Guesses: they say what is
/// looked for first, and nothing else.
const TAG_WEIGHT: u32 = 4;
const PREDICATE_WEIGHT: u32 = 50;

const _: () = assert!((Tag::Filler as usize) < PREDICATES_FROM && PREDICATES.len() <= WORDS_FROM - PREDICATES_FROM);

impl Clues {
    fn add(&mut self, bit: usize) {
        let at = bit / 64;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << (bit % 64);
    }

    fn join(&mut self, other: &Self) {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        for (one, other) in self.0.iter_mut().zip(&other.0) {
            *one |= other;
        }
    }

    fn has_any(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    /// How likely it is that a sentence has one of them.
    fn weight(&self) -> u32 {
        let weight = |(at, bits): (usize, &u64)| {
            let each = match at * 64 {
                ..PREDICATES_FROM => TAG_WEIGHT,
                PREDICATES_FROM..WORDS_FROM => PREDICATE_WEIGHT,
                WORDS_FROM.. => 1,
            };
            each * bits.count_ones()
        };
        self.0.iter().enumerate().map(weight).sum()
    }
}

impl Words {
    /// The clues of a sentence.
    pub(in crate::language::rules::doubt) fn clues(&self, items: &[Item]) -> Clues {
        let mut clues = Clues(vec![0; (WORDS_FROM + self.0.len()) / 64 + 1]);
        for item in items {
            if let Some(tag) = item.tag {
                clues.add(tag as usize);
            }
            for bit in item.text.split(' ').filter_map(|word| self.0.get(word)) {
                clues.add(*bit);
            }
        }
        for (number, (_, predicate)) in PREDICATES.iter().enumerate() {
            if (0..items.len()).any(|at| predicate(items, at)) {
                clues.add(PREDICATES_FROM + number);
            }
        }
        clues
    }

    /// The bit of the first word of a text: an item has it among its words, if it has the text.
    fn bit(&mut self, text: &str) -> usize {
        let next = WORDS_FROM + self.0.len();
        *self.0.entry(text.split(' ').next().unwrap_or(text).to_owned()).or_insert(next)
    }
}

impl Wanted {
    /// What the parts of a pattern want.
    pub(super) fn by(parts: &[Part], words: &mut Words) -> Self {
        let mut all: Vec<Clues> =
            parts.iter().filter(|part| !part.may_lack).filter_map(|part| wanted(&part.test, words)).collect();
        all.sort_by_key(Clues::weight);
        Self(all)
    }

    /// Whether a sentence with these clues may have what is wanted.
    pub(in crate::language::rules::doubt) fn may_be_in(&self, clues: &Clues) -> bool {
        self.0.iter().all(|wanted| wanted.has_any(clues))
    }
}

/// The clues of which a test needs one somewhere in the sentence; `None` where it may hold without any.
fn wanted(test: &Test, words: &mut Words) -> Option<Clues> {
    let mut clues = Clues::default();
    match test {
        Test::Tag(tag) => clues.add(*tag as usize),
        Test::Holds(number) => clues.add(PREDICATES_FROM + number),
        Test::Text(texts) | Test::Words(texts) => texts.iter().for_each(|text| clues.add(words.bit(text))),
        Test::Before(test) | Test::After(test) => return wanted(test, words),
        Test::All(tests) => return tests.iter().filter_map(|test| wanted(test, words)).min_by_key(Clues::weight),
        Test::OneOf(tests) => {
            for test in tests {
                clues.join(&wanted(test, words)?);
            }
        }
        Test::Start | Test::End | Test::Not(_) => return None,
    }
    Some(clues)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::language::rules::doubt::pattern::Pattern;

    #[test]
    fn a_pattern_wants_what_no_sentence_that_it_fits_is_without() {
        let items = |text: &str| -> Vec<Item> {
            let tag = |word: &str| (word == "to").then_some(Tag::To);
            let item = |word: &str| Item { tag: tag(word), text: word.replace('_', " "), ..Item::default() };
            text.split(' ').map(item).collect()
        };
        for (pattern, text, may_be_in) in [
            ("=a =b", "b a", true),
            ("=a =b", "a c", false),
            ("=a =b? =c* ...", "a", true),
            ("=a/b", "b", true),
            ("=back_off", "back_off", true),
            ("~a", "b_a", true),
            ("~a", "ba", false),
            ("to|=a", "to", true),
            ("to|=a", "b", false),
            ("to|!=a", "b", true),
            ("!=a", "a", true),
            ("^ $", "a", true),
            ("any&=a", "b", false),
            ("any&<=a", "b", false),
            ("any&>=a", "b a", true),
            ("past", "a", false),
        ] {
            let pattern_of = |text| Pattern::read(text, &BTreeMap::new(), &mut Default::default()).unwrap();
            let mut words = Words::default();
            let wanted = pattern_of(pattern).wanted(&mut words);
            assert_eq!(wanted.may_be_in(&words.clues(&items(text))), may_be_in, "'{pattern}' in '{text}'");
        }
    }
}
