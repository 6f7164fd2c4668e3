//! Signs that a sentence tells, asks, waits, or leaves work to people, though it reads like a command.

use super::{ACTS, acts, before, is_end, names_place, next, tells_place};
use crate::language::rules::{english::Tag, tag::Item};

/// "I'll do 2", "so that we can weld it": a person's work.
pub(super) fn others_act(items: &[Item], at: usize) -> bool {
    let is_person = matches!(items[at].text.as_str(), "i" | "we") && items[at].is(Tag::Me);
    let has = |item: &&Item| !item.is(Tag::Have);
    let what = next(items, at, &[Tag::Filler, Tag::Can, Tag::Is, Tag::Have, Tag::Only, Tag::Was]);
    let asks = before(items, at).is_some_and(|item| item.is_any(&[Tag::Can, Tag::Have, Tag::Know]));
    let is_work = |item: &Item| acts(item) || names_place(item) || item.is_any(&[Tag::It, Tag::There]);
    is_person && !asks && what.filter(has).is_some_and(is_work)
}

/// "Myself", "by hand".
pub(super) fn by_hand(items: &[Item], at: usize) -> bool {
    let text = items[at].text.as_str();
    matches!(text, "myself" | "ourselves" | "manually" | "by hand" | "manual")
        // "For me to sand".
        || text.split(' ').next_back() == Some("me") && items.get(at + 1).is_some_and(|item| item.is(Tag::To))
            && items.get(at + 2).is_some_and(acts)
}

/// "You should have loaded 1", "I have driven to 2", "thanks for welding 1": what was, not what is to be.
pub(super) fn was_done(items: &[Item], at: usize) -> bool {
    let done = |item: &Item| {
        item.is_work && item.is_past
            || item.is_any(&[Tag::Put, Tag::Went])
            || matches!(item.text.as_str(), "taken" | "driven" | "brought" | "returned" | "given" | "done")
    };
    let has = items[at].is(Tag::Have) || items[at].is(Tag::Please) && items[at].text.ends_with("to have");
    let person = before(items, at).is_some_and(|item| item.is_any(&[Tag::You, Tag::Me]));
    let what = next(items, at, &[Tag::Filler, Tag::Was, Tag::Only]);
    let perfect = has && what.is_some_and(|item| done(item) || person && item.is_any(ACTS));
    let thanks = items[at].is(Tag::For)
        && before(items, at).is_some_and(|item| item.is_any(&[Tag::Please, Tag::Hello, Tag::Fix, Tag::You]))
        && items[at + 1..].iter().take(3).any(|item| item.is_work || item.text.ends_with("ing"));
    let praises = items[at].text == "kind of" && items.get(at + 1).is_some_and(|item| item.is(Tag::You));
    perfect || thanks || praises
}

/// "'Weld 1' means …", "we plan to weld 1", "such as".
pub(super) fn defines(items: &[Item], at: usize) -> bool {
    let follows = |tag: Tag| items.get(at + 1).is_some_and(|item| item.is(tag));
    match items[at].text.as_str() {
        "mean" | "means" | "meaning" | "type" => true,
        "plan" => follows(Tag::To),
        "such" => items.get(at + 1).is_some_and(|item| item.text == "as"),
        _ => false,
    }
}

/// "When I say so", "after my ok", "after lunch", "later", "as needed", "weld 1 when?".
pub(super) fn comes_later(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let what = next(items, at, &[Tag::Filler, Tag::Only]);
    let spoken = items.get(at + 1);
    let is_person = |item: &Item| {
        item.is_any(&[Tag::Me, Tag::Who])
            || item.text.starts_with("i ")
            || matches!(item.text.as_str(), "he" | "she" | "they" | "somebody" | "someone" | "qc" | "anybody")
    };
    let is_of_person = what.is_some_and(is_person) || spoken.is_some_and(is_person);
    // "Before I clock off" sets no condition.
    let waits = item.is_any(&[Tag::After, Tag::When]) && is_of_person
        || item.is(Tag::Before) && is_of_person && items[at + 1..].iter().take(4).any(acts);
    let is_asked = item.is(Tag::When)
        && what.is_none_or(|item| item.is_break() || item.is_any(&[Tag::Can, Tag::Should, Tag::To, Tag::Need]));
    let is_watched = item.is(Tag::When)
        && what.is_some_and(|item| item.is(Tag::You))
        && !items[at + 1..].iter().take(4).any(|item| item.is_work || item.is_any(&[Tag::Go, Tag::Do]));
    let as_needed = item.text == "as" && spoken.is_some_and(|item| item.is(Tag::Need));
    // "Once soldered", "when primed": a condition.
    let when_done = item.is_any(&[Tag::After, Tag::When])
        && spoken.is_some_and(|item| item.is_past || item.is_work && !item.text.ends_with("ing"))
        && is_end(items.get(at + 2))
        && !item.text.contains("you");
    // "Once 2 is poured": is it to be, or will it have been?
    let told = items[at + 1..].iter().take_while(|item| !item.is_break());
    let mut told = told.skip_while(|item| !names_place(item) && !item.is_place_word);
    let will_be = item.is_any(&[Tag::After, Tag::When])
        && told.any(|item| item.is_any(&[Tag::Is, Tag::Was, Tag::Need]))
        && told.any(|item| item.is_past || item.is(Tag::Completed));
    let after_nothing = item.is(Tag::After) && what.is_none_or(|item| item.is(Tag::Need));
    // "Purge it, after put paste on": afterwards, by the look of it.
    let afterwards = item.text == "after"
        && before(items, at).is_some_and(Item::is_break)
        && what.is_some_and(|item| item.is_any(&[Tag::Put, Tag::Do, Tag::Take, Tag::Drop, Tag::Go]));
    let some_day = matches!(
        item.text.as_str(),
        "after lunch" | "later" | "another time" | "as needed" | "as required" | "when needed" | "when required"
    );
    waits || is_asked || is_watched || as_needed || when_done || will_be || after_nothing || afterwards || some_day
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

/// "Can you even load 1", "you would load 1 first", "weld 1?".
pub(super) fn wonders(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let doubts = matches!(item.text.as_str(), "even" | "really" | "still")
        && before(items, at).is_some_and(|item| item.is_any(&[Tag::Can, Tag::Know, Tag::You, Tag::Please]))
        && items.get(at + 1).is_some_and(acts);
    let ends = || !items[at + 1..].iter().any(|item| acts(item) || names_place(item));
    let needed = before(items, at).is_some_and(|item| item.is(Tag::Need));
    let polite = &[Tag::Can, Tag::Please, Tag::Need, Tag::Know, Tag::How, Tag::What];
    let asks = item.mark == Some('?') && ends() && (needed || !items.iter().any(|item| item.is_any(polite)));
    // "Will weld 1": who? "Weld 1 may be".
    let is_open = at == 0 && item.text == "will" && items.get(1).is_some_and(acts);
    let may_be = item.text == "may be" && (at == 0 || items[at + 1..].iter().all(|item| item.mark.is_some()));
    doubts || is_open || may_be || item.text == "you would" || asks
}

/// "Weld 1 looks good, inspect 2", "A1 test ok", "good weld", "line 2 is cool", "all clear".
pub(super) fn judges(items: &[Item], at: usize) -> bool {
    let (item, before, after) = (&items[at], before(items, at), items.get(at + 1));
    let praises = matches!(item.text.as_str(), "good" | "great" | "nice" | "perfect" | "fine" | "ok" | "okay" | "cold");
    let looks = item.is(Tag::Ok) && item.text.starts_with("look") && before.is_some_and(tells_place);
    let is_result = praises && before.is_some_and(|item| item.is_work && item.place.is_none()) && is_end(after);
    let is_quality = praises
        && item.text != "ok"
        && item.text != "okay"
        && after.is_some_and(|item| item.is_work || item.text == "job" || !item.thing.is_empty());
    let is_no_good = item.text == "no" && after.is_some_and(|item| item.text == "good");
    let is_liked = matches!(item.text.as_str(), "like" | "love")
        && before.is_some_and(|item| item.is(Tag::Me))
        && after.is_some_and(|item| item.is(Tag::Article));
    // "Line 2 is cool": how it is, by a word for work.
    let tells = |item: &Item| item.is_work && !item.text.ends_with("ing") && item.place.is_none();
    let now =
        |at: usize| items.get(at).is_none_or(|item| item.is_break() || item.is_any(&[Tag::And, Tag::Filler, Tag::Of]));
    let by = 1 + usize::from(after.is_some_and(|item| item.is(Tag::Filler)));
    let is_state = (item.is(Tag::Is) || at == 0 && item.text == "all")
        && items.get(at + by).is_some_and(tells)
        && now(at + by + 1);
    // "Cool, pour 1".
    let is_fine = at == 0 && item.text == "cool" && item.is_work && after.is_some_and(Item::is_break);
    looks || is_result || is_quality || is_no_good || is_liked || is_state || is_fine
}

/// "Hold 9", "give up gluing 3", "mind the curtain".
pub(super) fn holds(items: &[Item], at: usize) -> bool {
    let what = next(items, at, &[Tag::Article]);
    match items[at].text.as_str() {
        "hold" => what.is_some_and(|item| item.is_work || names_place(item)),
        "give" => items.get(at + 1).is_some_and(|item| item.text == "up"),
        "fill" => items.get(at + 1).is_some_and(|item| matches!(item.text.as_str(), "out" | "me" | "us")),
        "mind" => {
            !before(items, at).is_some_and(|item| item.is_any(&[Tag::Can, Tag::You, Tag::Not]))
                && items.get(at + 1).is_some_and(|item| item.is(Tag::Article) || names_place(item))
        }
        _ => false,
    }
}

/// "As a test", "load the same two".
pub(super) fn compares(items: &[Item], at: usize) -> bool {
    let follows = items.get(at + 1);
    match items[at].text.as_str() {
        "as" => follows.is_some_and(|item| item.is(Tag::Article)),
        "same" => follows.is_some_and(|item| item.is(Tag::Noun) || item.number.is_some() || item.is_plural),
        _ => false,
    }
}
