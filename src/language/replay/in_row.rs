//! A run by its place in the history: "do the first one again", "repeat the last but one", "yesterday's second run", "den
//! vorletzten Auftrag nochmal".
//!
//! In: a sentence. Out: which run; `None` for every sentence of which a word stands in none of the lists of `in_row.yaml`.
//! Where nothing but the last run is meant, that is [`super::says_again`]'s, and in German [`is_last_in_german`]'s.

use std::collections::HashMap;

use jiff::civil::Date;

use crate::language::{
    Day, InRow,
    lexicon::german_ordinal,
    wordlists::{WordList, word_lists},
};

word_lists!("in_row.yaml": does, drives, elsewhere, english_again, german_again, polite, runs, same, today, yesterday;
    english_ordinals: HashMap<String, i32>, from_last: HashMap<String, i32>);

/// What German words for a place counted from the last run have in them.
const GERMAN_ENDS: [&str; 3] = ["letzt", "vorig", "vorherig"];

/// Whether a sentence speaks of a place in the history, so that it may mean another run than the last one.
pub(super) fn speaks_of_a_place(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_place = |word: &&str| {
        let counts_back = LISTS.from_last.get(*word).is_some_and(|number| *number < -1);
        let is_ordinal = LISTS.english_ordinals.contains_key(*word) || german_ordinal(word).is_some();
        let lists = [&LISTS.elsewhere, &LISTS.today, &LISTS.yesterday];
        counts_back || is_ordinal || lists.iter().any(|list| list.has(word))
    };
    words(&lower).iter().any(is_place)
}

fn words(lower: &str) -> Vec<&str> {
    let is_end = |c: char| matches!(c, '.' | '!' | ',' | '?' | ';' | ':' | '"');
    let word = |word| if counted(word).is_some() { word } else { word.trim_matches(is_end) };
    lower.split_whitespace().map(word).filter(|word: &&str| !word.is_empty()).collect()
}

/// "2." in "den 2. Lauf".
fn counted(word: &str) -> Option<i32> {
    let digits = word.strip_suffix('.').filter(|digits| (1..=3).contains(&digits.len()))?;
    digits.parse().ok().filter(|&number| number > 0)
}

/// The run that a sentence asks for by its place, if that is all that it does.
pub(super) fn in_row(text: &str) -> Option<InRow> {
    Found::of(text)?.run()
}

/// Whether a sentence asks for the last run, in German.
pub(super) fn is_last_in_german(text: &str) -> bool {
    Found::of(text).is_some_and(|found| {
        let is_last = found.number.is_none_or(|number| number == -1) && found.day.is_none();
        is_last && found.german && found.again && !found.goes
    })
}

#[derive(Default)]
struct Found {
    number: Option<i32>,
    day: Option<Day>,
    run: bool,
    again: bool,
    does: bool,
    /// The words for a place or for once more are German. "Das erste" needs no word for a run beside it.
    german: bool,
    /// What is driven to may be a position.
    goes: bool,
}

impl Found {
    fn of(text: &str) -> Option<Self> {
        let lower = text.to_lowercase();
        let said = words(&lower);
        let mut found = Self::default();
        let mut at = 0;
        while at < said.len() {
            at += found.take(&said[at..])?;
        }
        Some(found)
    }

    /// Takes what stands at the beginning of the words: how many of them; `None` where the first is in no list, or says
    /// something a second time.
    fn take(&mut self, words: &[&str]) -> Option<usize> {
        let &first = words.first()?;
        let is = |list: &WordList| list.has(first);
        let fits = |phrase: &str| {
            let begun = words.iter().copied().take(phrase.split(' ').count());
            phrase.starts_with(first) && begun.eq(phrase.split(' '))
        };
        let fitting = LISTS.from_last.iter().filter(|(phrase, _)| fits(phrase));
        if let Some((phrase, &number)) = fitting.max_by_key(|(phrase, _)| phrase.len()) {
            set(&mut self.number, number)?;
            self.german |= GERMAN_ENDS.iter().any(|end| first.contains(end));
            return Some(phrase.split(' ').count());
        }
        // "Das erste" needs no word for a run beside it.
        let german = german_ordinal(first).and_then(|number| i32::try_from(number).ok());
        if let Some(number) = german.or_else(|| LISTS.english_ordinals.get(first).copied()) {
            set(&mut self.number, number)?;
            self.german |= german.is_some();
            return Some(1);
        }
        // "Den 2. Lauf": where a run is meant, and not a position.
        if let Some(number) = counted(first) {
            set(&mut self.number, number)?;
            return words.get(1).is_some_and(|next| LISTS.runs.has(next)).then_some(1);
        }
        // "Noch einmal", "noch mal", "once more".
        if matches!(words, ["noch", "einmal" | "mal", ..] | ["once", "more", ..]) {
            self.again = true;
            self.german |= first == "noch";
            return Some(2);
        }
        if is(&LISTS.today) {
            set(&mut self.day, Day::Today)?;
        } else if is(&LISTS.yesterday) {
            set(&mut self.day, Day::Yesterday)?;
        } else if let Ok(date) = first.parse::<Date>() {
            set(&mut self.day, Day::Date(date))?;
        } else if is(&LISTS.english_again) || is(&LISTS.german_again) || is(&LISTS.same) {
            self.again = true;
            self.german |= is(&LISTS.german_again);
        // "Run the first run again": the first of the two is what is done.
        } else if is(&LISTS.drives) && !self.does {
            (self.does, self.goes) = (true, true);
        } else if is(&LISTS.does) && !self.does && !(self.number.is_some() && is(&LISTS.runs)) {
            self.does = true;
        } else if is(&LISTS.runs) {
            self.run = true;
        } else if !is(&LISTS.polite) {
            return None;
        }
        Some(1)
    }

    fn run(self) -> Option<InRow> {
        let is_asked_for = self.again || self.does && self.day.is_some();
        let number = match (self.number, self.day) {
            // The last run, of whatever day: see the head of this file.
            (None | Some(-1), None) => return None,
            (number, _) => number.unwrap_or(-1),
        };
        let is_a_run = self.run || self.day.is_some() || number < -1 || self.german && !self.goes;
        (is_asked_for && is_a_run).then_some(InRow { day: self.day, number })
    }
}

/// Sets what is not set yet: two places, or two days, name no run.
fn set<T: PartialEq>(slot: &mut Option<T>, value: T) -> Option<()> {
    if slot.as_ref().is_some_and(|old| *old != value) {
        return None;
    }
    *slot = Some(value);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_by_its_place() {
        for (text, expected) in [
            ("do the first one again", "#1"),
            ("Do the first task again, please.", "#1"),
            ("can you run the 2nd job again?", "#2"),
            ("repeat the last but one", "#-2"),
            ("run the one before last again", "#-2"),
            ("redo the second to last task", "#-2"),
            ("repeat the run before last", "#-2"),
            ("repeat the one before last", "#-2"),
            ("yesterday's second run again", "yesterday #2"),
            ("do yesterday's second run", "yesterday #2"),
            ("same as yesterday's second run", "yesterday #2"),
            ("run today's first job again", "today #1"),
            ("repeat yesterday's last run", "yesterday"),
            ("rerun the third one of 2026-03-01", "2026-03-01 #3"),
            ("den ersten Auftrag nochmal bitte", "#1"),
            ("mach den vorletzten Lauf noch einmal", "#-2"),
            ("wiederhole den zweiten Auftrag von gestern", "yesterday #2"),
            ("nochmal das erste", "#1"),
            ("nochmal den ersten", "#1"),
            ("den dritten bitte nochmal", "#3"),
            ("wiederhole den 1. Lauf", "#1"),
            ("Wiederhole bitte den 2. Lauf.", "#2"),
            ("mach den 12. Auftrag nochmal", "#12"),
        ] {
            assert_eq!(in_row(text).map(|row| row.to_string()).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_none() {
        for text in [
            "do that again",
            "do the last one again",
            "first do that again",
            "do the first position again",
            "weld the first one again",
            "run the second job",
            "do the first one again but slowly",
            "do not do the first one again",
            "what was the second run",
            "was the first run done again",
            "the first one",
            "do the first and the second run again",
            "repeat the run of today and of yesterday",
            "mach den ersten Auftrag nicht nochmal",
            "run the first routine again",
            "fahr die erste nochmal",
            "wiederhole den 1. Punkt",
            "wiederhole den 2.",
            "wiederhole den 0. Lauf",
            "do the 1st again",
            "nochmal das erste und das zweite",
            "nochmal das letzte",
            "do the first one again at 3",
            "",
        ] {
            assert_eq!(in_row(text), None, "{text}");
        }
    }
}
