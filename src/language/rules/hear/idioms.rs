//! Turns of speech that mean less, or something else, than their words: "would you?", "many thanks, Ingrid", "and gauge it after".
//!
//! In: the items of a sentence. Out: the same, such words as what they mean.

use crate::language::rules::{english::Tag, tag::Item};

/// Verbs that command by themselves.
const ACTS: &[Tag] = &[Tag::Go, Tag::Take, Tag::Put, Tag::Drop, Tag::Return, Tag::Do, Tag::Use, Tag::Swap];

/// "Swap them, would you?": a request.
pub(super) fn tag_question(items: &mut Vec<Item>) {
    let Some(comma) = items.iter().rposition(|item| item.mark == Some(',')) else { return };
    let said = items[comma + 1..].iter().filter(|item| item.mark.is_none()).map(|item| item.text.as_str());
    let tail = said.take(3).collect::<Vec<_>>().join(" ");
    let asks = ["would you", "will you", "could you"].iter().any(|asked| {
        tail.strip_prefix(asked).is_some_and(|rest| matches!(rest, "" | " please" | " mate" | " pal" | " love"))
    });
    let is_command = items[..comma].iter().any(|item| item.is_work || item.is_any(ACTS));
    let is_question = items.first().is_some_and(|item| item.is_any(&[Tag::What, Tag::Where, Tag::Which, Tag::How]));
    if asks && is_command && !is_question {
        items.truncate(comma);
    }
}

/// "Could you go to 3": a request, where nothing is said of from where.
pub(super) fn requests_to_go(items: &mut Vec<Item>) {
    let asks =
        |item: &Item| matches!(item.text.as_str(), "could you go" | "can you go" | "could you move" | "can you move");
    let Some(at) = items.iter().position(asks) else { return };
    let is_idle =
        |item: &Item| item.mark.is_some() || item.is_any(&[Tag::Filler, Tag::Please, Tag::Hello, Tag::Ok, Tag::Robot]);
    let leads = items.get(at + 1).is_some_and(|next| next.is_any(&[Tag::To, Tag::Back]) || next.text == "home");
    if leads && items[..at].iter().all(is_idle) && !items[at..].iter().any(|item| item.is_any(&[Tag::From, Tag::Here]))
    {
        items[at].tag = Some(Tag::Go);
        "go".clone_into(&mut items[at].text);
        let asked =
            Item { tag: Some(Tag::Please), text: "could you".to_owned(), end: items[at].start, ..items[at].clone() };
        items.insert(at, asked);
    }
}

/// "Many thanks, Ingrid": who says so.
pub(super) fn signature(items: &mut [Item]) {
    let Some(at) = items.iter().rposition(|item| item.mark.is_none()) else { return };
    let before = items[..at].iter().rposition(|item| item.mark.is_none());
    let closes =
        before.is_some_and(|before| ["thank", "regard", "cheers"].iter().any(|word| items[before].text.contains(word)));
    let is_parted = items[..at].last().is_some_and(Item::is_break);
    if closes && is_parted && items[at].is_unknown() && !items[at].is_place_word && !items[at].is_told {
        items[at].tag = Some(Tag::Filler);
    }
}

/// "Press it in 1 and gauge it after": no more than "and" says.
pub(super) fn afterwards(items: &mut [Item]) {
    let acts = |item: &Item| item.is_work || item.is_any(&[Tag::Do, Tag::Take, Tag::Put, Tag::Drop, Tag::Go]);
    for at in 0..items.len() {
        let joint = items[..at].iter().rposition(|item| item.is_break() || item.is_any(&[Tag::And, Tag::Then]));
        let Some(joint) = joint.filter(|&joint| items[joint].is_any(&[Tag::And, Tag::Then])) else { continue };
        let is_clause = items[..joint].iter().any(acts)
            && items.get(joint + 1).is_some_and(acts)
            && items[joint + 1..at]
                .iter()
                .skip(1)
                .all(|item| item.is_any(&[Tag::It, Tag::There, Tag::Article, Tag::Object, Tag::Here]));
        if items[at].text == "after" && items[at + 1..].iter().all(|item| item.mark == Some('.')) && is_clause {
            items[at].tag = Some(Tag::Filler);
        }
    }
}

/// "Go to 2 and wait there": once there, nothing more is asked for.
pub(super) fn waiting(items: &mut Vec<Item>) {
    let waits = |item: &Item| matches!(item.text.as_str(), "wait" | "stay" | "stand by" | "remain");
    let Some(at) = items.iter().rposition(waits) else { return };
    let ends = items[at + 1..].iter().all(|item| {
        item.mark.is_some_and(|mark| mark != '?')
            || item.is_any(&[Tag::There, Tag::Here, Tag::For, Tag::Me, Tag::Please, Tag::Filler])
    });
    let Some(joint) = at.checked_sub(1).filter(|&before| items[before].is_any(&[Tag::And, Tag::Then])) else { return };
    let goes = items[..joint].iter().position(|item| item.is(Tag::Go));
    let refuses = |item: &Item| item.is_any(&[Tag::Not, Tag::No, Tag::Wait, Tag::Halt, Tag::If]);
    if ends && goes.is_some() && !items[..joint].iter().any(refuses) {
        items.truncate(joint);
    }
}

/// "Pass 1 on your way to 2", "put it away on the way home": first this, then there.
pub(super) fn ways(items: &mut Vec<Item>) {
    let mut at = 0;
    while at + 3 < items.len() {
        let says = |by: usize, words: &[&str]| words.contains(&items[at + by].text.as_str());
        let leads = items[at + 3].is(Tag::To) || items[at + 3].text == "home" || items[at + 3].is(Tag::Back);
        if says(0, &["on"]) && says(1, &["your", "the"]) && says(2, &["way"]) && leads {
            let end = items[at + 2].end;
            (items[at].tag, items[at].end) = (Some(Tag::Then), end);
            "then".clone_into(&mut items[at].text);
            items.drain(at + 1..at + 3);
        }
        at += 1;
    }
}

/// "Prime red once and coat it twice": how often, not when.
pub(super) fn once(items: &mut [Item]) {
    for at in 0..items.len() {
        let ends = |item: Option<&Item>| {
            item.is_none_or(|next| {
                next.is_break() || next.is_any(&[Tag::And, Tag::Then, Tag::Each, Tag::At, Tag::Please, Tag::But])
            })
        };
        let names = |item: &Item| {
            item.place.one().is_some()
                || item.number.is_some() && !item.is_ordinal
                || item.text.len() == 1 && item.is_place_word
        };
        let next = items.get(at + 1);
        let counts = at > 0 && (ends(next) || next.is_some_and(names) && ends(items.get(at + 2)));
        if items[at].text == "once" && counts {
            items[at].tag = Some(Tag::Times);
        }
    }
}

/// "7 to 9 accept 8": a dictated "except".
pub(super) fn except(items: &mut [Item]) {
    let names = |item: &Item| {
        item.place.one().is_some()
            || item.number.is_some()
            || item.is_place_word
            || item.is_any(&[Tag::All, Tag::Noun, Tag::For])
    };
    for at in 1..items.len().saturating_sub(1) {
        if items[at].text == "accept" && names(&items[at - 1]) && names(&items[at + 1]) {
            items[at].tag = Some(Tag::Except);
        }
    }
}
