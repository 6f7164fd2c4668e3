//! German comments: their words of form are put into English ones, by closed lists, and the forms of comments read the rest.
//!
//! In: a comment. Out: the same with English words of form ("also 5" for "auch 5"), or nothing where a word is neither in the lists
//! nor one that the grammar knows, or where nothing in it is German.

use serde::Deserialize;

use super::super::chart;
use crate::language::{
    lexicon::{
        Lexicon, german_ordinal,
        words::{Word, words},
    },
    wordlists::{ByWord, WordList, word_lists},
};

word_lists!("german.yaml": empty, lets, out, takes; words: Phrases, at_the_end: Phrases);

/// English words by the German ones that say the same.
#[derive(Default, Deserialize)]
#[serde(try_from = "ByWord<WordList>")]
pub(super) struct Phrases {
    english: ByWord<String>,
    /// Words of the longest.
    longest: usize,
}

impl TryFrom<ByWord<WordList>> for Phrases {
    type Error = String;

    fn try_from(lists: ByWord<WordList>) -> Result<Self, String> {
        let mut phrases = Self::default();
        for (english, german) in &lists {
            for entry in german.iter() {
                let said = words(entry);
                phrases.longest = phrases.longest.max(said.len());
                if phrases.english.insert(text_of(&said), english.clone()).is_some() {
                    return Err(format!("'{entry}' stands twice; remove one"));
                }
            }
        }
        Ok(phrases)
    }
}

impl Phrases {
    /// The longest phrase at the head of some words: how many of them it is, and its English.
    fn head(&self, said: &[Word]) -> Option<(usize, &str)> {
        (1..=said.len().min(self.longest)).rev().find_map(|taken| Some((taken, self.of(&said[..taken])?)))
    }

    /// The longest phrase at their end.
    fn tail(&self, said: &[Word]) -> Option<(usize, &str)> {
        let of = |taken: usize| Some((taken, self.of(&said[said.len() - taken..])?));
        (1..said.len().min(self.longest + 1)).rev().find_map(of)
    }

    fn of(&self, said: &[Word]) -> Option<&str> {
        self.english.get(&text_of(said)).map(String::as_str)
    }
}

fn text_of(said: &[Word]) -> String {
    said.iter().map(|word| &*word.text).collect::<Vec<_>>().join(" ")
}

/// What counts behind a number.
const COUNT: &str = "mal";
/// As `german.yaml` has it.
const INSTEAD_OF: &str = "instead of";

/// See the head of this file.
pub(super) fn in_english(comment: &str, lexicon: &Lexicon) -> Option<String> {
    let said = words(comment);
    if said.iter().any(|word| word.text == "?") {
        return None;
    }
    // "Nur 1 mal" counts; the place 1 is not meant.
    let counts = |said: &[Word]| said[0].number.is_some() && said[1].text == COUNT && LISTS.words.head(said).is_none();
    if said.windows(2).any(counts) {
        return None;
    }
    let ends = |word: &&Word| word.mark && matches!(&*word.text, "." | "!");
    let mut said = &said[..said.len() - said.iter().rev().take_while(ends).count()];
    // A word that the cell names something by stands for that.
    let names = |said: &[Word]| said.iter().any(|word| lexicon.is_known(&word.text));
    let mut english: Vec<&str> = Vec::new();
    if let Some((taken, head)) = LISTS.at_the_end.tail(said) {
        if names(&said[said.len() - taken..]) {
            return None;
        }
        english.push(head);
        said = &said[..said.len() - taken];
    } else if let [first, body @ .., last] = said
        && LISTS.lets.has(&first.text)
        && LISTS.out.has(&last.text)
    {
        english.push("skip");
        said = body;
    }
    let takes = said.first().is_some_and(|first| LISTS.takes.has(&first.text));
    said = &said[usize::from(takes)..];
    let mut is_german = !english.is_empty();
    while let [word, rest @ ..] = said {
        // "The second one" may be that of the plan or that of the cell.
        if german_ordinal(&word.text).is_some() {
            return None;
        }
        if let Some((taken, phrase)) = LISTS.words.head(said) {
            if names(&said[..taken]) {
                return None;
            }
            is_german = true;
            english.push(phrase);
            said = &said[taken..];
            continue;
        }
        said = rest;
        if LISTS.empty.has(&word.text) {
            continue;
        }
        if !(word.number.is_some() || word.mark || chart::knows(&word.text, lexicon)) {
            return None;
        }
        english.push(comment.get(word.start..word.end)?);
    }
    (is_german && (!takes || english.contains(&INSTEAD_OF))).then(|| english.join(" "))
}
