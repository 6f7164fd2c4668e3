//! A German sentence in the words that the critic's rules know: `german.yaml`, loaded.
//!
//! In: the words of a sentence and the names of the cell. Out: the same words at the same places in the text, the little ones
//! in English, numbers as numbers, and inflected ones in the form that the cell has. Whatever stands in a name of the cell stays as
//! it is, and so does a sentence that has more English than German in it.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
    sync::LazyLock,
};

use serde::Deserialize;

use super::cues::CUES;
use crate::language::lexicon::{
    Lexicon, kin,
    words::{Word, words},
};

/// What stands for an entry.
#[derive(Clone, Debug)]
enum Stands {
    English(Vec<String>),
    Number(u64),
    /// Zero is the last.
    Ordinal(u64),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    english: BTreeMap<String, String>,
    both: String,
    numbers: BTreeMap<u64, String>,
    ordinals: BTreeMap<u64, String>,
    forms: Vec<String>,
}

/// See the head of this file.
#[derive(Debug, Default)]
struct German {
    /// First word of an entry → the rest of it, and what stands for it, longest first.
    entries: HashMap<String, Vec<(Vec<String>, Stands)>>,
    both: HashSet<String>,
    /// A word → the words that are one with it.
    forms: HashMap<String, Vec<String>>,
}

static GERMAN: LazyLock<German> = LazyLock::new(|| German::read(include_str!("german.yaml")).unwrap_or_default());

fn list(entries: &str) -> impl Iterator<Item = &str> {
    entries.split(',').map(str::trim).filter(|entry| !entry.is_empty())
}

fn texts(entry: &str) -> Vec<String> {
    words(entry).into_iter().map(|word| word.text).collect()
}

impl German {
    /// # Errors
    ///
    /// What is wrong with the file: its form, an entry that stands twice.
    fn read(text: &str) -> Result<Self, String> {
        let file: File = serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
        let mut new = Self { both: list(&file.both).flat_map(texts).collect(), ..Self::default() };
        for (english, entries) in &file.english {
            new.add(entries, &Stands::English(english.split(' ').map(str::to_owned).collect()))?;
        }
        for (number, entries) in &file.numbers {
            new.add(entries, &Stands::Number(*number))?;
        }
        for (number, entries) in &file.ordinals {
            new.add(entries, &Stands::Ordinal(*number))?;
        }
        for entries in new.entries.values_mut() {
            entries.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
        }
        for forms in &file.forms {
            let all: Vec<String> = list(forms).flat_map(texts).collect();
            for form in &all {
                new.forms.entry(form.clone()).or_default().extend(all.iter().cloned());
            }
        }
        Ok(new)
    }

    fn add(&mut self, entries: &str, stands: &Stands) -> Result<(), String> {
        for entry in list(entries) {
            let mut said = texts(entry).into_iter();
            let first = said.next().ok_or_else(|| format!("'{entry}' has no word"))?;
            let (rest, of) = (said.collect::<Vec<_>>(), self.entries.entry(first).or_default());
            if of.iter().any(|(other, _)| *other == rest) {
                return Err(format!("'{entry}' stands twice"));
            }
            of.push((rest, stands.clone()));
        }
        Ok(())
    }

    /// The longest entry that some words begin with: how many words, and what stands for them.
    fn longest(&self, words: &[Word]) -> Option<(usize, &Stands)> {
        let fits = |rest: &Vec<String>| {
            words.len() > rest.len() && rest.iter().zip(&words[1..]).all(|(rest, word)| *rest == word.text)
        };
        let entries = self.entries.get(&words.first()?.text)?;
        entries.iter().find(|(rest, _)| fits(rest)).map(|(rest, stands)| (rest.len() + 1, stands))
    }

    /// Whether more of the words are German than English.
    fn is_spoken(&self, words: &[Word]) -> bool {
        let (mut german, mut english) = (0, 0);
        for word in words.iter().filter(|word| !word.mark && !self.both.contains(&word.text)) {
            let is_german = self.entries.contains_key(&word.text);
            german += usize::from(is_german);
            english += usize::from(!is_german && CUES.knows(&word.text) && word.text.len() > 1);
        }
        german > english
    }
}

/// Read now, and not within the time of the first sentence.
pub(super) fn load() {
    LazyLock::force(&GERMAN);
}

/// See the head of this file. A comment behind the last "/" is in a language of its own.
pub(super) fn in_english(mut said: Vec<Word>, lexicon: &Lexicon) -> Vec<Word> {
    let comment =
        said.iter().rposition(|word| word.mark && word.text == "/" && !word.glued).map(|mark| said.split_off(mark));
    let mut out = part_in_english(said, lexicon);
    out.extend(comment.into_iter().flat_map(|comment| part_in_english(comment, lexicon)));
    out
}

fn part_in_english(said: Vec<Word>, lexicon: &Lexicon) -> Vec<Word> {
    let german = &*GERMAN;
    if !german.is_spoken(&said) {
        return said;
    }
    let mut out = Vec::with_capacity(said.len());
    let mut at = 0;
    while at < said.len() {
        let word = &said[at];
        if let Some((size, _)) = lexicon.name(&said[at..]).filter(|named| named.0 > 1 || word.number.is_none()) {
            out.extend_from_slice(&said[at..at + size]);
            at += size;
            continue;
        }
        let form = if word.mark || word.number.is_some() { None } else { form(german, &word.text, lexicon) };
        match german.longest(&said[at..]) {
            Some((size, stands)) if size > 1 || form.is_none() => {
                put(stands, &said[at], &said[at + size - 1], &mut out);
                at += size;
            }
            _ => {
                let mut word = word.clone();
                if let Some(form) = form {
                    word.text = form.into_owned();
                }
                out.push(word);
                at += 1;
            }
        }
    }
    out
}

/// Puts what stands for an entry in its place.
fn put(stands: &Stands, first: &Word, last: &Word, out: &mut Vec<Word>) {
    let word =
        |text: &str| Word { text: text.to_owned(), end: last.end, number: None, ordinal: false, ..first.clone() };
    match stands {
        Stands::English(texts) => {
            for (at, text) in texts.iter().enumerate() {
                // "Three times".
                let number = words(text).first().and_then(|word| word.number);
                out.push(Word { number, glued: first.glued && at == 0, ..word(text) });
            }
        }
        Stands::Number(number) => out.push(Word { number: Some(*number), ..word(&number.to_string()) }),
        Stands::Ordinal(0) => out.push(word("last")),
        Stands::Ordinal(number) => {
            out.push(Word { number: Some(*number), ordinal: true, ..word(&format!("{number}th")) });
        }
    }
}

/// The form of a word that the cell has, where it has not this one: "linken" for "links", "Automaten" for "Automat", "löte" for
/// "löten".
fn form<'w>(german: &'w German, word: &str, lexicon: &Lexicon) -> Option<Cow<'w, str>> {
    let is_had = |word: &str| lexicon.is_known(word) || lexicon.is_told(word);
    if word.len() < 3 || lexicon.is_known(word) {
        return None;
    }
    if let Some(forms) = german.forms.get(word) {
        let had = forms.iter().find(|form| lexicon.is_known(form)).or_else(|| forms.iter().find(|form| is_had(form)));
        return Some(Cow::Borrowed(had.unwrap_or(&forms[0])));
    }
    if is_had(word) || german.entries.contains_key(word) {
        return None;
    }
    let sharp = word.replace('ß', "ss");
    let stems = std::iter::once(sharp.as_str())
        .chain(ENDINGS.iter().filter_map(|ending| sharp.strip_suffix(ending)))
        .filter(|stem| stem.len() >= 3);
    let mut forms = stems.flat_map(|stem| MORE.iter().map(move |more| format!("{stem}{more}")));
    let is_meant = |form: &String| {
        form != word
            && (is_had(form)
                || is_had(&form.replace("ss", "ß"))
                || kin::is_word(form) && !lexicon.routines(form).0.is_empty())
    };
    let found = forms.find(is_meant)?;
    let written = found.replace("ss", "ß");
    Some(Cow::Owned(if !is_had(&found) && is_had(&written) { written } else { found }))
}

const ENDINGS: &[&str] = &["en", "em", "er", "es", "e", "n", "s", "st", "t"];
const MORE: &[&str] = &["", "en", "n", "e", "er", "s"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_sound() {
        let german = German::read(include_str!("german.yaml")).unwrap();
        for english in german.entries.values().flatten().filter_map(|(_, stands)| match stands {
            Stands::English(texts) => Some(texts),
            _ => None,
        }) {
            assert!(english.iter().any(|text| CUES.knows(text)), "{english:?} does nothing in a sentence");
        }
    }

    #[test]
    fn a_twice_said_entry_is_refused() {
        let file = "{english: {here: \"hier, hier\"}, both: \"\", numbers: {}, ordinals: {}, forms: []}";
        assert_eq!(German::read(file).unwrap_err(), "'hier' stands twice");
    }
}
