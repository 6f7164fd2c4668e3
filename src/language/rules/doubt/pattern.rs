//! A pattern over the items of a sentence: its text → a [`Pattern`] → where in a sentence it begins.
//!
//! In: the text and the kinds that it may name; the items. Out: what is wrong with the text; the item at which it fits. The head
//! of `signs.yaml` says how a pattern is written. Nothing is decided here.
//!
//! 1. All partial matches advance together, one item at a time. The time is that of its parts times the items.
//! 2. A pattern has at most [`SIGN_PARTS_MAX`] parts, and kinds name kinds to a depth of [`SIGN_KINDS_DEEP_MAX`].

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{
    Deserialize,
    de::{self, IntoDeserializer},
};

use super::{acts, names_place, tells_place};
use crate::{
    language::{
        lexicon::is_place_noun,
        rules::{
            english::Tag,
            tag::{Item, may_be_text, may_be_word},
        },
    },
    limits::{SIGN_KINDS_DEEP_MAX, SIGN_PARTS_MAX},
};

mod clues;

pub(super) use clues::{Clues, Wanted, Words};

/// Something that holds for the item at a place, or does not.
type Predicate = fn(&[Item], usize) -> bool;

/// What a pattern may say of an item besides its tag and its text.
const PREDICATES: &[(&str, Predicate)] = &[
    ("any", |_, _| true),
    ("acts", |items, at| acts(&items[at])),
    ("place", |items, at| names_place(&items[at])),
    ("spot", |items, at| tells_place(&items[at])),
    ("place_word", |items, at| items[at].is_place_word),
    ("place_noun", |items, at| is_place_noun(&items[at].text)),
    ("named", |items, at| !items[at].place.is_none()),
    ("tool", |items, at| !items[at].tool.is_none()),
    ("one_tool", |items, at| items[at].tool.one().is_some()),
    ("work", |items, at| items[at].is_work),
    ("routine", |items, at| !items[at].work.is_empty()),
    ("by_kin", |items, at| items[at].is_by_kin),
    ("routine_name", |items, at| items[at].is_routine_name),
    ("other", is_other),
    ("thing", |items, at| items[at].is_thing),
    ("worked_on", |items, at| !items[at].thing.is_empty()),
    ("number", |items, at| items[at].number.is_some()),
    ("ordinal", |items, at| items[at].is_ordinal),
    ("first", |items, at| items[at].is_ordinal && items[at].number == Some(1)),
    ("one", |items, at| items[at].number == Some(1) && items[at].end - items[at].start == "one".len()),
    ("past", |items, at| items[at].is_past),
    ("gerund", |items, at| items[at].is_gerund()),
    ("plural", |items, at| items[at].is_plural),
    ("phrase", |items, at| items[at].text.contains(' ')),
    ("told", |items, at| items[at].is_told),
    ("unknown", |items, at| items[at].is_unknown()),
    ("glued", |items, at| at.checked_sub(1).is_some_and(|before| items[before].end == items[at].start)),
    ("mark", |items, at| items[at].mark.is_some()),
    ("break", |items, at| items[at].is_break()),
    ("full_stop", |items, at| items[at].mark == Some('.')),
    ("question", |items, at| items[at].mark == Some('?')),
];

/// Other work than the nearest before.
fn is_other(items: &[Item], at: usize) -> bool {
    items[..at].iter().rfind(|item| item.is_work).is_some_and(|before| before.work != items[at].routines())
}

/// See the head of this file. The default one has no parts, and fits anywhere.
#[derive(Debug, Default)]
pub(super) struct Pattern(Vec<Part>);

#[derive(Debug)]
struct Part {
    test: Test,
    /// The operator is told about its item.
    is_named: bool,
    may_lack: bool,
    may_repeat: bool,
}

#[derive(Clone, Debug)]
enum Test {
    Tag(Tag),
    /// A predicate, by its number.
    Holds(usize),
    /// The whole text is one of these.
    Text(Vec<String>),
    /// The text has one of these in it, as whole words.
    Words(Vec<String>),
    Start,
    End,
    Not(Box<Test>),
    All(Vec<Test>),
    OneOf(Vec<Test>),
    Before(Box<Test>),
    After(Box<Test>),
}

/// Positions after the last item, so that up to three negated parts can match past the end.
const ENDS: usize = 3;
/// A way that leads nowhere.
const NONE: usize = usize::MAX;

impl Pattern {
    /// Reads a pattern. Names of kinds that it uses are added to `used`.
    pub(super) fn read(
        text: &str,
        kinds: &BTreeMap<String, String>,
        used: &mut BTreeSet<String>,
    ) -> Result<Self, String> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        if parts.is_empty() || parts.len() > SIGN_PARTS_MAX {
            return Err(format!("a pattern has 1 to {SIGN_PARTS_MAX} parts, and not {}", parts.len()));
        }
        let part = |part: &&str| {
            let (part, is_named) = part.strip_prefix('@').map_or((*part, false), |part| (part, true));
            let (test, may_lack, may_repeat) = match part {
                "..." => ("any", true, true),
                ".." => ("!break", true, true),
                part if part.ends_with('?') => (&part[..part.len() - 1], true, false),
                part if part.ends_with('*') => (&part[..part.len() - 1], true, true),
                part => (part, false, false),
            };
            let test = Reader { rest: test, kinds, used, depth: 0 }.whole()?;
            Ok(Part { test, is_named, may_lack, may_repeat })
        };
        parts.iter().map(part).collect::<Result<_, String>>().map(Self)
    }

    /// What it wants at least. Words that it names are added to `words`.
    pub(super) fn wanted(&self, words: &mut Words) -> Wanted {
        Wanted::by(&self.0, words)
    }

    /// The item with which the first thing that fits begins, or the one that the pattern names.
    pub(super) fn find(&self, items: &[Item]) -> Option<usize> {
        // Part → the item that a way to it names: the earliest one.
        let mut ways = [NONE; SIGN_PARTS_MAX + 1];
        for at in 0..=items.len() + ENDS + 1 {
            let mut next = [NONE; SIGN_PARTS_MAX + 1];
            ways[0] = ways[0].min(at);
            for (number, part) in self.0.iter().enumerate() {
                if ways[number] == NONE {
                    continue;
                }
                if part.may_lack {
                    ways[number + 1] = ways[number + 1].min(ways[number]);
                }
                if part.test.holds(items, at) {
                    let to = number + usize::from(!part.may_repeat);
                    next[to] = next[to].min(if part.is_named { at } else { ways[number] });
                }
            }
            if ways[self.0.len()] != NONE {
                return Some(ways[self.0.len()].saturating_sub(1));
            }
            ways = next;
        }
        None
    }
}

impl Test {
    /// Whether it holds at a place: the start of a sentence is 0, its items are from 1 on, and its ends follow.
    fn holds(&self, items: &[Item], at: usize) -> bool {
        let item = at.checked_sub(1).and_then(|at| items.get(at));
        match self {
            Self::Tag(tag) => item.is_some_and(|item| item.is(*tag)),
            Self::Holds(predicate) => item.is_some() && PREDICATES[*predicate].1(items, at - 1),
            Self::Text(texts) => item.is_some_and(|item| texts.contains(&item.text)),
            Self::Words(words) => item.is_some_and(|item| words.iter().any(|words| has_words(&item.text, words))),
            Self::Start => at == 0,
            Self::End => at > items.len(),
            Self::Not(test) => !test.holds(items, at),
            Self::All(tests) => tests.iter().all(|test| test.holds(items, at)),
            Self::OneOf(tests) => tests.iter().any(|test| test.holds(items, at)),
            Self::Before(test) => at.checked_sub(1).is_some_and(|at| test.holds(items, at)),
            Self::After(test) => test.holds(items, at + 1),
        }
    }
}

fn has_words(text: &str, words: &str) -> bool {
    let is_whole = |at: usize| {
        let (before, after) = (&text[..at], &text[at + words.len()..]);
        (before.is_empty() || before.ends_with(' ')) && (after.is_empty() || after.starts_with(' '))
    };
    text.match_indices(words).any(|(at, _)| is_whole(at))
}

/// Whether the program itself says what a name is, so that no kind may have it.
pub(super) fn is_own(name: &str) -> bool {
    own(name).is_some()
}

/// A name that no tag has. serde's own error lists all names that there are; with it, reading the signs took twice as long.
#[derive(Debug, thiserror::Error)]
#[error("no tag")]
struct NoTag;

impl de::Error for NoTag {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

fn own(name: &str) -> Option<Test> {
    let deserializer: de::value::StrDeserializer<'_, NoTag> = name.into_deserializer();
    let tag = Tag::deserialize(deserializer).ok().map(Test::Tag);
    tag.or_else(|| PREDICATES.iter().position(|(own, _)| *own == name).map(Test::Holds))
}

/// Reads one test.
struct Reader<'t> {
    rest: &'t str,
    kinds: &'t BTreeMap<String, String>,
    used: &'t mut BTreeSet<String>,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn whole(mut self) -> Result<Test, String> {
        let test = self.one_of()?;
        if self.rest.is_empty() { Ok(test) } else { Err(format!("'{}' is too much", self.rest)) }
    }

    fn eats(&mut self, mark: char) -> bool {
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn one_of(&mut self) -> Result<Test, String> {
        let first = self.all()?;
        if !self.rest.starts_with('|') {
            return Ok(first);
        }
        let mut tests = vec![first];
        while self.eats('|') {
            tests.push(self.all()?);
        }
        Ok(Test::OneOf(tests))
    }

    fn all(&mut self) -> Result<Test, String> {
        let first = self.one()?;
        if !self.rest.starts_with('&') {
            return Ok(first);
        }
        let mut tests = vec![first];
        while self.eats('&') {
            tests.push(self.one()?);
        }
        Ok(Test::All(tests))
    }

    fn one(&mut self) -> Result<Test, String> {
        if self.eats('!') {
            return Ok(Test::Not(Box::new(self.one()?)));
        }
        if self.eats('<') {
            return Ok(Test::Before(Box::new(self.one()?)));
        }
        if self.eats('>') {
            return Ok(Test::After(Box::new(self.one()?)));
        }
        if self.eats('(') {
            let test = self.one_of()?;
            return if self.eats(')') { Ok(test) } else { Err("a ')' is missing".to_owned()) };
        }
        match self.word() {
            "^" => Ok(Test::Start),
            "$" => Ok(Test::End),
            word => match (word.strip_prefix('='), word.strip_prefix('~')) {
                (Some(texts), _) => texts_of(texts, may_be_text).map(Test::Text),
                (_, Some(texts)) => texts_of(texts, has_words_of_items).map(Test::Words),
                (None, None) => self.named(word),
            },
        }
    }

    fn word(&mut self) -> &'t str {
        let end = self.rest.find(['|', '&', '!', '<', '>', '(', ')']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn named(&mut self, name: &str) -> Result<Test, String> {
        if let Some(test) = own(name) {
            return Ok(test);
        }
        let Some(kind) = self.kinds.get(name) else {
            return Err(format!(
                "'{name}' is no tag, no predicate and no kind; a word of a sentence has a '=' before it"
            ));
        };
        if self.depth == SIGN_KINDS_DEEP_MAX {
            return Err(format!("'{name}' names itself, or kinds that are too deep"));
        }
        self.used.insert(name.to_owned());
        let plain: String = kind.split_whitespace().collect();
        Reader { rest: &plain, kinds: self.kinds, used: self.used, depth: self.depth + 1 }.whole()
    }
}

/// "a/b_c" → a, b c.
fn texts_of(texts: &str, is_found: fn(&str) -> bool) -> Result<Vec<String>, String> {
    let texts: Vec<String> = texts.split('/').map(|text| text.replace('_', " ")).collect();
    let is_sound = |text: &String| !text.is_empty() && *text == text.to_lowercase() && text.trim() == text;
    if let Some(text) = texts.iter().find(|text| !is_sound(text)) {
        return Err(format!("'{text}' is no word of a sentence: words are in lower case, with '_' between them"));
    }
    match texts.iter().find(|text| !is_found(text)) {
        Some(text) => Err(format!(
            "'{text}' is the text of no item: take it out, put it into its usual form (singular, figures, short forms in \
             full), or write words that are no phrase as parts of their own"
        )),
        None => Ok(texts),
    }
}

/// Whether the text of an item may have these words in it.
fn has_words_of_items(words: &str) -> bool {
    words.split(' ').all(may_be_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Pattern, String> {
        let kinds =
            [("work_word", "=weld/ inspect"), ("circle", "to|circle")].map(|(name, is)| (name.into(), is.into()));
        Pattern::read(text, &kinds.into(), &mut BTreeSet::new())
    }

    /// A word each: "to", "from" and "and" have tags, a comma is a mark.
    fn items(text: &str) -> Vec<Item> {
        let item = |word: &str| {
            let tag = [("to", Tag::To), ("from", Tag::From), ("and", Tag::And)].into_iter().find(|(to, _)| *to == word);
            let mark = word.chars().next().filter(|mark| *mark == ',');
            Item { tag: tag.map(|(_, tag)| tag), mark, text: word.replace('_', " "), ..Item::default() }
        };
        text.split(' ').filter(|word| !word.is_empty()).map(item).collect()
    }

    #[test]
    fn a_pattern_fits_where_it_says() {
        for (pattern, text, at) in [
            ("=a =b", "x a b", Some(1)),
            ("=a =b", "a x b", None),
            ("=a ... =b", "a , x b", Some(0)),
            ("=a .. =b", "a x b", Some(0)),
            ("=a .. =b", "a , b", None),
            ("=a/c =x? =x? =b", "c x x b", Some(0)),
            ("=a =x* =b", "a x x x b", Some(0)),
            ("^ =b", "a b", None),
            ("=a $", "a b", None),
            ("=b $", "a b", Some(1)),
            ("=b !=c !=c !=c", "a b", Some(1)),
            ("=b any&!=c", "a b", None),
            ("!from =b", "b", Some(0)),
            ("to|from&!=to =b", "to b", Some(0)),
            ("(to|from)&!=to =b", "to b", None),
            ("=b&<from&>!=c", "from b", Some(1)),
            ("=b&<from&>!=c", "from b c", None),
            ("~back", "x go_back", Some(1)),
            ("~back", "x go_backwards", None),
            ("=go_back", "go_back", Some(0)),
            ("=a ... @=b", "a x b", Some(2)),
            ("work_word to", "inspect to", Some(0)),
            ("work_word to", "", None),
        ] {
            assert_eq!(read(pattern).unwrap().find(&items(text)), at, "'{pattern}' in '{text}'");
        }
    }

    #[test]
    fn a_pattern_with_a_fault_is_refused() {
        let long = "any ".repeat(SIGN_PARTS_MAX + 1);
        for (pattern, about) in [
            ("", "parts"),
            (&long, "parts"),
            ("nonsense", "'nonsense' is no tag"),
            ("To", "'To' is no tag"),
            ("to|", "'' is no tag"),
            ("(to|from", "')' is missing"),
            ("to)", "')' is too much"),
            ("=", "no word"),
            ("=Weld", "lower case"),
            ("=means", "'means' is the text of no item"),
            ("=two", "'two' is the text of no item"),
            ("=thru", "'thru' is the text of no item"),
            ("=off/look_after", "'look after' is the text of no item"),
            ("=each_one", "'each one' is the text of no item"),
            ("~means", "'means' is the text of no item"),
            ("circle", "names itself"),
        ] {
            let fault = read(pattern).unwrap_err();
            assert!(fault.contains(about), "'{pattern}': {fault}");
        }
    }

    /// Ways are followed side by side: a pattern of gaps in a long sentence takes no longer than its parts times the items.
    #[test]
    fn gaps_do_not_multiply() {
        let text = "a ".repeat(crate::limits::SENTENCE_BYTES_MAX / 2);
        assert_eq!(read("=a ... =a ... =a ... =a ... =a ... =a ... =b").unwrap().find(&items(&text)), None);
    }
}
