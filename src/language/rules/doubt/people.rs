//! Signs that a sentence tells, asks, or leaves work to people, though it reads like a command.

use super::{ACTS, acts, before, names_place, next};
use crate::language::rules::{english::Tag, tag::Item};

/// "I'll do 2", "so that we can weld it": a person's work.
pub(super) fn others_act(items: &[Item], at: usize) -> bool {
    let is_person = matches!(items[at].text.as_str(), "i" | "we") && items[at].is(Tag::Me);
    let has = |item: &&Item| !item.is(Tag::Have);
    let what = next(items, at, &[Tag::Filler, Tag::Can, Tag::Is, Tag::Have, Tag::Only, Tag::Was]);
    let asks = before(items, at).is_some_and(|item| item.is_any(&[Tag::Can, Tag::Have, Tag::Know]));
    let is_work = |item: &Item| acts(item) || names_place(item) || item.is_any(&[Tag::It, Tag::There]);
    // "No, hang on, I will".
    let ends = what.is_none_or(|item| item.is_break());
    let will = items.get(at + 1).is_some_and(|item| matches!(item.text.as_str(), "will" | "shall" | "have" | "did"));
    is_person && !asks && (what.filter(has).is_some_and(is_work) || will && ends)
}

/// "Myself", "by hand".
pub(super) fn by_hand(items: &[Item], at: usize) -> bool {
    let text = items[at].text.as_str();
    matches!(text, "myself" | "ourselves" | "manually" | "by hand" | "manual" | "everybody" | "everyone")
        // "You lot unload 2", "go home, all of you".
        || items[at].is(Tag::You) && items.get(at + 1).is_some_and(|item| item.text == "lot")
        || items[at].is(Tag::All) && items.get(at + 1).is_some_and(|item| item.is(Tag::Of))
            && items.get(at + 2).is_some_and(|item| item.is(Tag::You))
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
        && items[at + 1..].iter().take(3).any(|item| item.is_work || item.is_gerund());
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

/// "Hold 9", "give up gluing 3", "mind the curtain".
pub(super) fn holds(items: &[Item], at: usize) -> bool {
    let what = next(items, at, &[Tag::Article]);
    match items[at].text.as_str() {
        "hold" => what.is_some_and(|item| item.is_work || names_place(item)),
        // "Keep it shut": for how long?
        "keep" => next(items, at, &[Tag::Article, Tag::It, Tag::Object]).is_some_and(|item| item.is_work),
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

/// "And 3 as well": what was done elsewhere, in words that are not said again.
pub(super) fn adds_to_nothing(items: &[Item], at: usize) -> bool {
    let names_work = |item: &Item| acts(item) || !item.tool.is_none() || !item.thing.is_empty() || item.is(Tag::Back);
    matches!(items[at].text.as_str(), "as well" | "too" | "also") && !items.iter().any(names_work)
}

/// "Plan a leak check at 3", "approve the weld at 1": somebody else's work about it.
pub(super) fn is_planned(items: &[Item], at: usize) -> bool {
    const PLANS: &[&str] = &[
        "plan",
        "schedule",
        "book",
        "order",
        "request",
        "propose",
        "suggest",
        "note",
        "arrange",
        "supervise",
        "approve",
        "log",
        "record",
        "confirm",
        "find",
    ];
    let opens = before(items, at)
        .is_none_or(|item| item.is_break() || item.is_any(&[Tag::And, Tag::Then, Tag::Please, Tag::Can]));
    PLANS.contains(&items[at].text.as_str())
        && !items[at].is_work
        && opens
        && next(items, at, &[Tag::Article]).is_some_and(|item| item.is_work || !item.thing.is_empty())
}

/// "Mark, load lathe 1", "thanks Mark": somebody called so.
pub(super) fn is_a_name(items: &[Item], at: usize) -> bool {
    const NAMES: &[&str] =
        &["mark", "chuck", "rob", "bill", "pat", "jack", "frank", "grant", "drew", "chip", "clip", "norm"];
    if !NAMES.contains(&items[at].text.as_str()) || !items[at].is_work {
        return false;
    }
    let greets = before(items, at).is_some_and(|item| item.is_any(&[Tag::Please, Tag::Hello, Tag::Take, Tag::Ok]));
    let after = items.get(at + 1);
    let calls = after.is_some_and(|item| item.is_break()) && (at == 0 || items[at - 1].is_break());
    let is_last = after.is_none_or(Item::is_break) && before(items, at).is_some_and(Item::is_break);
    let acts = after.is_some_and(|item| {
        item.is_any(&[Tag::Can, Tag::Need, Tag::Was, Tag::Have, Tag::To, Tag::Went])
            || item.is_work && item.place.is_none()
    });
    greets || calls || is_last || acts
}
