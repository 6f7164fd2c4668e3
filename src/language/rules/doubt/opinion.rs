//! Signs that a sentence says how something is, by words that are work elsewhere.

use super::{before, is_end, tells_place};
use crate::language::rules::{english::Tag, tag::Item};

/// "Weld 1 looks good", "A1 test ok", "good weld", "no good".
pub(super) fn judges_work(items: &[Item], at: usize) -> bool {
    let (item, before, after) = (&items[at], before(items, at), items.get(at + 1));
    let looks = item.is(Tag::Ok) && item.text.starts_with("look") && before.is_some_and(tells_place);
    let praises = matches!(item.text.as_str(), "good" | "great" | "nice" | "perfect" | "fine" | "ok" | "okay" | "cold");
    let is_result = praises && before.is_some_and(|item| item.is_work && item.place.is_none()) && is_end(after);
    let is_quality = praises
        && !matches!(item.text.as_str(), "ok" | "okay")
        && after.is_some_and(|item| item.is_work || item.text == "job" || !item.thing.is_empty());
    let is_no_good = item.text == "no" && after.is_some_and(|item| item.text == "good");
    looks || is_result || is_quality || is_no_good
}

/// "I like the weld".
pub(super) fn likes(items: &[Item], at: usize) -> bool {
    matches!(items[at].text.as_str(), "like" | "love")
        && before(items, at).is_some_and(|item| item.is(Tag::Me))
        && items.get(at + 1).is_some_and(|item| item.is(Tag::Article))
}

/// "Line 2 is cool", "all clear", "cool, pour 1".
pub(super) fn tells_how_it_is(items: &[Item], at: usize) -> bool {
    let (item, after) = (&items[at], items.get(at + 1));
    let by = 1 + usize::from(after.is_some_and(|item| item.is(Tag::Filler)));
    let tells = |item: &Item| item.is_work && !item.is_gerund() && item.place.is_none();
    let ends = |item: &Item| item.is_break() || item.is_any(&[Tag::And, Tag::Filler, Tag::Of]);
    let is_state = (item.is(Tag::Is) || at == 0 && item.text == "all")
        && items.get(at + by).is_some_and(tells)
        && items.get(at + by + 1).is_none_or(ends);
    let is_fine = at == 0 && item.text == "cool" && item.is_work && after.is_some_and(Item::is_break);
    is_state || is_fine
}

/// "Leak found at 1", "the bore at 2 is too big", "dose 1 good, 2 next": how it was.
pub(super) fn tells_a_finding(items: &[Item], at: usize) -> bool {
    let has_work = |items: &[Item]| items.iter().any(|item| item.is_work || !item.thing.is_empty());
    let clause = items[..at].iter().rposition(Item::is_break).map_or(0, |joint| joint + 1);
    let praises = matches!(items[at].text.as_str(), "good" | "great" | "fine" | "ok" | "okay" | "perfect" | "wrong");
    let judged = praises
        && before(items, at).is_some_and(tells_place)
        && has_work(&items[clause..at])
        && is_end(items.get(at + 1))
        && !items.iter().any(|item| item.mark == Some('?'));
    let found = matches!(items[at].text.as_str(), "found" | "leaking" | "leaky") && has_work(items);
    let too = items[at].text == "too"
        && items.get(at + 1).is_some_and(|item| {
            item.mark.is_none() && item.number.is_none() && !item.is_any(&[Tag::Please, Tag::At, Tag::And, Tag::Then])
        })
        && has_work(&items[..at]);
    judged || found || too
}
