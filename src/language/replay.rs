//! Replays: "run task UUID", "do that again", "yesterday's second run". Asked before any other reading.
//!
//! In: the sentence. Out: which stored plan is meant, or `None`. Only a sentence that says this and nothing else is a
//! replay: "weld at 1 again" is none, nor is "do that again, but skip 2". Every word of it stands in one of the lists of
//! `replay.yaml`, so that no word that limits is passed over.

use uuid::Uuid;

use super::{
    lexicon::words::words,
    said::Replay,
    wordlists::{FileState, WordList, word_lists},
};
use crate::limits::SENTENCE_BYTES_MAX;

mod in_row;

use in_row::{in_row, is_last_in_german, speaks_of_a_place};

word_lists!("replay.yaml": again, asks, beside_again, beside_id, just_done, openings, polite, repeats, that, verbs, what, which);

/// The files of words that a replay is told by, and what is wrong with each.
pub(super) fn files_of_words() -> [FileState<'static>; 2] {
    [LISTS.state(), in_row::LISTS.state()]
}

/// The replay that a sentence asks for, if that is what it does.
#[must_use]
pub(super) fn replay(text: &str) -> Option<Replay> {
    if text.len() > SENTENCE_BYTES_MAX {
        return None;
    }
    match find_id(text) {
        Some((id, rest)) => {
            is_replay_of_id(&rest).then_some(Replay::Run(id)).filter(|_| !asks(&rest) && !is_about_a_run(&rest))
        }
        None => {
            // "The one before that" is not the last one: what speaks of a place and names none is no replay.
            let is_last = says_again(text) && !speaks_of_a_place(text) || is_last_in_german(text);
            let last = is_last.then_some(Replay::Last);
            last.or_else(|| in_row(text).map(Replay::InRow)).filter(|_| !is_about_a_run(text))
        }
    }
}

/// "Was that task UUID run", "will it do that again", "can I run task UUID": about a run. "Can you run it", "I would like to
/// run it" and "run it, would you" ask for one.
fn is_about_a_run(text: &str) -> bool {
    let said = words(text);
    let said: Vec<&str> = said.iter().filter(|word| !word.mark).map(|word| word.text.as_str()).collect();
    let opens = said.iter().find(|word| !LISTS.openings.has(word));
    let is_request = |at: usize| {
        let next = said.get(at + 1).is_some_and(|word| matches!(*word, "you" | "u" | "please" | "kindly"));
        next || at.checked_sub(1).is_some_and(|before| matches!(said[before], "i" | "we"))
    };
    let asks = |at: usize| matches!(said[at], "can" | "could" | "would" | "will") && !is_request(at);
    opens.is_some_and(|word| LISTS.asks.has(word)) || (0..said.len()).any(asks)
}

/// The one run id in a text, and the text without it.
fn find_id(text: &str) -> Option<(Uuid, String)> {
    let is_part = |c: char| c.is_ascii_hexdigit() || c == '-';
    let (start, found) = text
        .split(|c: char| !is_part(c))
        .map(|part| (part.as_ptr() as usize - text.as_ptr() as usize, part))
        .find(|(_, part)| part.len() == 36 && Uuid::try_parse(part).is_ok())?;
    let rest = format!("{} {}", &text[..start], &text[start + found.len()..]);
    Some((Uuid::try_parse(found).ok()?, rest))
}

/// Whether the words beside a run id are those of a replay, and no others.
fn is_replay_of_id(text: &str) -> bool {
    let words = words(text);
    let spoken = words.iter().filter(|word| !word.mark && !word.glued);
    spoken.clone().all(|word| LISTS.beside_id.has(&word.text) || LISTS.polite.has(&word.text))
        && spoken.clone().any(|word| {
            LISTS.verbs.has(&word.text) || LISTS.repeats.has(&word.text) || matches!(&*word.text, "task" | "again")
        })
}

fn asks(text: &str) -> bool {
    let polite = words(text).iter().any(|word| matches!(&*word.text, "can" | "could" | "would" | "will" | "please"));
    text.contains('?') && !polite
}

/// A repetition of the last run, and nothing else.
fn says_again(text: &str) -> bool {
    let mut seen = Seen::default();
    let words = words(text);
    for word in words.iter().filter(|word| !matches!(&*word.text, "," | "." | "!" | "?")) {
        let text = if word.number == Some(1) && !word.ordinal { "1" } else { &*word.text };
        if !seen.word(text) {
            return false;
        }
    }
    seen.is_replay()
}

#[derive(Default)]
struct Seen {
    verb: bool,
    repeat: bool,
    which: bool,
    what: bool,
    that: bool,
    again: bool,
    /// "Over", "once", "another": again only beside a verb, or before "more".
    again_with_verb: bool,
    just_done: u32,
    same: bool,
    one: bool,
}

impl Seen {
    /// Takes a word; false for one that no replay has in it.
    fn word(&mut self, word: &str) -> bool {
        let is = |list: &WordList| list.has(word);
        if matches!(word, "1" | "time") && !self.which {
            self.one = true;
        } else if word == "more" {
            self.again |= self.one || self.again_with_verb;
            return self.again;
        } else if is(&LISTS.repeats) {
            self.repeat = true;
        } else if is(&LISTS.again) {
            self.again |= word == "again";
            self.again_with_verb |= !matches!(word, "again" | "through" | "back");
        } else if is(&LISTS.which) {
            (self.which, self.same) = (true, self.same || word == "same");
        } else if is(&LISTS.that) {
            self.that = true;
        } else if is(&LISTS.what) && (self.verb || self.repeat || self.which || self.again || word == "1") {
            self.what = true;
        } else if is(&LISTS.just_done) {
            self.just_done += 1;
        } else if is(&LISTS.verbs) {
            self.verb = true;
        } else {
            return is(&LISTS.polite) || is(&LISTS.beside_again);
        }
        true
    }

    const fn is_replay(&self) -> bool {
        let acts = self.verb || self.repeat;
        let again = self.again || self.again_with_verb && acts;
        if self.just_done > 0 {
            // "Do what you just did", not "what did you do".
            return acts && (self.repeat || again || self.just_done >= 2 && self.same);
        }
        self.repeat
            || (acts && self.which && (self.what || self.same || again))
            || (again && (self.that || self.which || !self.what || self.verb))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_that_mean_the_last_run() {
        for text in [
            "do that again",
            "repeat the last one",
            "run the same",
            "do the last one again",
            "again",
            "once more please",
            "same again",
            "can you do that again?",
            "repeat",
            "repeat that",
            "one more time",
            "rerun the last task",
            "Repeat the last task",
            "run the latest task again",
            "run that once more",
            "please repeat the previous task",
            "do it again",
            "replay the last run",
            "noch mal den vorigen",
            "nochmal",
            "noch einmal bitte",
            "wiederhole das",
            "mach das nochmal",
            "nochmal das letzte",
            "wiederhole den letzten Lauf",
            "mach den letzten Auftrag bitte nochmal",
            "do the same thing again",
            "run the last job again",
        ] {
            assert_eq!(replay(text), Some(Replay::Last), "{text}");
        }
    }

    #[test]
    fn phrases_that_do_not() {
        for text in [
            "weld at 1 again",
            "don't do that again",
            "do not repeat that",
            "do that",
            "do it",
            "go",
            "what did you do",
            "show me the last task",
            "the last one",
            "do that again but skip 2",
            "repeat the weld at 2",
            "run it",
            "what was the last task",
            "tell me more",
            "more",
            "go to the last one",
            "make it so",
            "over",
            "over and out",
            "over to you",
            "all over",
            "another",
            "another one",
            "once",
            "do it now",
            "will it do that again",
            "can it do that again?",
            "was that the last run again",
            "would it repeat that",
            "repeat that quickly",
            "do the one before that again",
            "do the 1st again",
            "do the other one again",
            "do what you did before again",
            "repeat the previous one but one",
            "fahr das nochmal",
            "fahr nochmal",
            "mach das nicht nochmal",
            "wiederhole das bei 2",
            "wiederhole den 1. Punkt",
        ] {
            assert_eq!(replay(text), None, "{text}");
        }
    }

    #[test]
    fn a_run_by_its_id() {
        let id = "be892f3d-9cfc-44de-acff-c82576a46603";
        let run = Some(Replay::Run(Uuid::try_parse(id).unwrap()));
        for text in [
            "run task {}",
            "please replay {}",
            "can you run task {} again?",
            "repeat task {}",
            "Run Task {}.",
            "rerun {}",
        ] {
            assert_eq!(replay(&text.replace("{}", id)), run, "{text}");
        }
        // A question about a run is no replay.
        for text in [
            "was that task {} run",
            "was task {} run again",
            "is that task {} run again",
            "that task {} was run",
            "has task {} run",
            "did task {} run",
            "will task {} run again",
            "will that run task {} again",
            "can i run task {} again",
            "could that be task {}",
            "when was task {} run",
            "run task {} quickly",
            "run task {} slowly",
        ] {
            assert_eq!(replay(&text.replace("{}", id)), None, "{text}");
        }
        for text in [
            "i would like you to run task {} again",
            "run task {}, would you",
            "could you please redo {}",
            "we need task {} again",
        ] {
            assert_eq!(replay(&text.replace("{}", id)), run, "{text}");
        }
        for text in ["what did task {} do?", "do not run {}", "weld at {}", "{}", "cancel task {}", "show me task {}"] {
            assert_eq!(replay(&text.replace("{}", id)), None, "{text}");
        }
    }
}
