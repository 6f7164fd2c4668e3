//! Signs that a verb says something else here than the work that is called so: "look after 2", "double check", "cut to bench A".

use super::{acts, before, names_place, next};
use crate::language::rules::{english::Tag, tag::Item};

/// "Look after 2", "blow up 3", "stick to 2", "stick it in 3": other things than the work's word says.
pub(super) fn is_other_verb(items: &[Item], at: usize) -> bool {
    let after = items.get(at + 1).map_or("", |item| item.text.as_str());
    let leads = items.get(at + 1).is_some_and(|item| item.is_any(&[Tag::To, Tag::At]));
    match items[at].text.as_str() {
        "look" => matches!(after, "after" | "away" | "out" | "out for" | "above" | "forward" | "up"),
        "blow" => matches!(after, "up" | "down" | "me" | "us"),
        "mark" | "weigh" => matches!(after, "up" | "down" | "in" | "in on"),
        "close" => matches!(after, "down" | "in" | "in on"),
        "screw" | "pin" => after == "up",
        "load" => after == "down",
        "press" => after.starts_with("start") || matches!(after, "stop" | "reset"),
        "stick" if leads || matches!(after, "around" | "with" | "it" | "your" | "by" | "up") => true,
        // "Stick the bottle in 3".
        "stick" if items.get(at + 1).is_some_and(|item| item.is(Tag::Article)) => {
            let what = items.get(at + 2).map_or(&[][..], Item::routines);
            !what.is_empty() && !items[at].work.is_empty() && !what.iter().any(|id| items[at].work.contains(id))
        }
        "run down" => leads,
        "look after" | "look out" | "look out for" | "look away" | "blow up" | "blow down" => true,
        _ => false,
    }
}

/// "Double check 2", "clear of 2", "clear out 2", "all out", "carry 1 to 2", "4 Nm".
pub(super) fn is_idiom(items: &[Item], at: usize) -> bool {
    let after = items.get(at + 1);
    match items[at].text.as_str() {
        "double" => {
            after.is_some_and(|item| item.is_work) && !before(items, at).is_some_and(|item| item.is(Tag::Article))
        }
        "clear" => {
            after.is_some_and(|item| item.is_any(&[Tag::Of, Tag::From]) || item.text == "out")
                || before(items, at).is_some_and(|item| item.is(Tag::Go))
        }
        "carry" | "bring" => {
            after.is_some_and(names_place)
                && items.get(at + 2).is_some_and(|item| item.is(Tag::To) && item.text == "to")
        }
        "nm" | "mm" | "cm" | "ml" | "kg" | "bar" | "rpm" | "percent" => {
            before(items, at).is_some_and(|item| item.number.is_some())
        }
        "all" => after.is_some_and(|item| item.text == "out"),
        _ => false,
    }
}

/// "Cut to bench A", "turn to nest A": a way, not the work.
pub(super) fn goes_in_other_words(items: &[Item], at: usize) -> bool {
    let is_verb = matches!(items[at].text.as_str(), "cut" | "turn") && items[at].is_work && items[at].place.is_none();
    let to = next(items, at, &[Tag::At, Tag::Back]).is_some_and(|item| item.is(Tag::To) && item.text == "to");
    let is_near = matches!(items[at].text.as_str(), "close" | "closer")
        && items.get(at + 1).is_some_and(|item| item.is_any(&[Tag::To, Tag::Of]));
    is_near || is_verb && to && !items[..at].iter().any(acts)
}
