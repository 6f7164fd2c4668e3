//! Sentences that open like an answer. In: a line. Out: the words at its beginning that are an answer, or a word of the console.
//!
//! A sentence that is kept as a phrase must not look like an answer to a review, a run or a recovery, nor like a number that is asked
//! for. The lists here are the lists by which answers are read.

use super::{RunWord, lists::lists, normal, run::during_run};

/// Words of the console itself, beside the words to a run.
pub const CONSOLE_WORDS: [&str; 9] = ["quit", "exit", "bye", "help", "state", "why", "recover", "correct", "layout"];

/// Verbs with which commands begin, and which are a yes when they stand alone.
const VERBS: [&str; 5] = ["go", "run", "start", "begin", "execute"];

/// The words at the beginning of a line that are an answer or a word of the console; `None` where there are none. A whole line of
/// one verb is one.
#[must_use]
pub fn opens_like_an_answer(line: &str) -> Option<String> {
    // What no list can have is no sentence to be kept either.
    let Some(phrase) = normal(line) else { return Some(line.trim().to_owned()) };
    let words: Vec<&str> = phrase.split(' ').collect();
    let first = words.first().copied().unwrap_or_default();
    let is_number = first.trim_start_matches(['-', '+', '#']).starts_with(|c: char| c.is_numeric());
    if is_number || CONSOLE_WORDS.contains(&first) || first == "confirm" || first == "approve" || is_to_a_run(first) {
        return Some(first.to_owned());
    }
    let beginnings = (1..=words.len()).map(|count| words[..count].join(" "));
    let is_verb = |beginning: &str| words.len() > 1 && VERBS.contains(&beginning);
    beginnings.into_iter().find(|beginning| !is_verb(beginning) && is_listed(beginning))
}

/// Whether a word by itself does anything but pause a run that goes on.
fn is_to_a_run(word: &str) -> bool {
    !matches!(during_run(word), RunWord::Unknown | RunWord::Empty)
}

fn is_listed(phrase: &str) -> bool {
    let lists = lists();
    let all = [
        &lists.agree,
        &lists.approve,
        &lists.decline,
        &lists.take_up,
        &lists.helpless,
        &lists.help,
        &lists.put_off,
        &lists.look_again,
        &lists.not_so,
        &lists.empty_hand,
        &lists.pause,
        &lists.resume,
        &lists.stop,
        &lists.stop_now,
        &lists.steps,
        &lists.step_by_step,
        &lists.whys,
    ];
    all.iter().any(|list| list.contains(phrase))
}
