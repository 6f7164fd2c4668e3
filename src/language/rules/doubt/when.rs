//! Signs that what a sentence names is to be done at another time, or on a condition that the robot cannot see.

use super::{acts, before, is_end, names_place, next};
use crate::language::rules::{english::Tag, tag::Item};

/// Words that say nothing of a condition.
const PASSED: &[Tag] = &[Tag::Filler, Tag::Only];

/// "When I say so", "after my ok"; "before I clock off" sets no condition.
pub(super) fn waits_for_people(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let is_person = |item: &Item| {
        item.is_any(&[Tag::Me, Tag::Who])
            || item.text.starts_with("i ")
            || matches!(item.text.as_str(), "he" | "she" | "they" | "somebody" | "someone" | "qc" | "anybody")
    };
    let is_of_person = next(items, at, PASSED).is_some_and(is_person) || items.get(at + 1).is_some_and(is_person);
    let is_condition =
        item.is_any(&[Tag::After, Tag::When]) || item.is(Tag::Before) && items[at + 1..].iter().take(4).any(acts);
    is_condition && is_of_person
}

/// "Weld 1 when?", "when to weld 1", "tell me when you see it".
pub(super) fn asks_when(items: &[Item], at: usize) -> bool {
    let what = next(items, at, PASSED);
    let is_asked = what.is_none_or(|item| item.is_break() || item.is_any(&[Tag::Can, Tag::Should, Tag::To, Tag::Need]));
    let is_watched = what.is_some_and(|item| item.is(Tag::You))
        && !items[at + 1..].iter().take(4).any(|item| item.is_work || item.is_any(&[Tag::Go, Tag::Do]));
    items[at].is(Tag::When) && (is_asked || is_watched)
}

/// "Once soldered", "when 2 is poured": is it to be, or will it have been?
pub(super) fn depends_on_work(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let is_done = items.get(at + 1).is_some_and(|item| item.is_past || item.is_work && !item.is_gerund())
        && is_end(items.get(at + 2))
        && !item.text.contains("you");
    let told = items[at + 1..].iter().take_while(|item| !item.is_break());
    let mut told = told.skip_while(|item| !names_place(item) && !item.is_place_word);
    let will_be = told.any(|item| item.is_any(&[Tag::Is, Tag::Was, Tag::Need]))
        && told.any(|item| item.is_past || item.is(Tag::Completed));
    item.is_any(&[Tag::After, Tag::When]) && (is_done || will_be)
}

/// "Purge it, after put paste on", "weld 1 after": afterwards, by the look of it.
pub(super) fn comes_afterwards(items: &[Item], at: usize) -> bool {
    let what = next(items, at, PASSED);
    let after_nothing = what.is_none_or(|item| item.is(Tag::Need));
    let afterwards = items[at].text == "after"
        && before(items, at).is_some_and(Item::is_break)
        && what.is_some_and(|item| item.is_any(&[Tag::Put, Tag::Do, Tag::Take, Tag::Drop, Tag::Go]));
    items[at].is(Tag::After) && after_nothing || afterwards
}

/// "After lunch", "later", "as needed".
pub(super) fn is_for_later(items: &[Item], at: usize) -> bool {
    // "Morning, weld 1": a greeting.
    if items[at].text == "morning" && at == 0 && items.get(1).is_some_and(Item::is_break) {
        return false;
    }
    match items[at].text.as_str() {
        "tonight" | "tomorrow" | "morning" | "evening" | "mornings" | "evenings" | "every morning" | "every day"
        | "after lunch" | "later" | "another time" | "as needed" | "as required" | "when needed" | "when required" => {
            true
        }
        "as" => items.get(at + 1).is_some_and(|item| item.is(Tag::Need)),
        _ => false,
    }
}

/// "Weld 1, wait for me, weld 2".
pub(super) fn waits(items: &[Item], at: usize) -> bool {
    let is_sentence = items.get(at + 1).is_some_and(|item| item.mark == Some('.'))
        && before(items, at).is_some_and(|item| item.mark == Some('.'));
    items[at].is(Tag::Wait)
        && (before(items, at).is_some_and(|item| item.is_any(&[Tag::And, Tag::Then]))
            || items[at + 1..].iter().find(|item| !item.is_break()).is_some_and(|item| {
                // "1. Wait. Weld 2": a pause, or a correction?
                acts(item) && (!matches!(items[at].text.as_str(), "wait" | "hold on") || is_sentence)
                    || item.is_any(&[Tag::For, Tag::And, Tag::Then, Tag::When, Tag::At, Tag::Through])
                    || item.text.starts_with("for ")
            }))
}

/// "2 before 1 and after 3": which of them is first is said twice, and the grammar follows one of it.
pub(super) fn stands_between(items: &[Item], at: usize) -> bool {
    items[at].is(Tag::Before) && items.iter().any(|item| item.is(Tag::After))
}
