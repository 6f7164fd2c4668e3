//! The one place that decides which sentences may move nothing: those that forbid, doubt or try to bend the rules, whatever
//! else they say; and those that report, unless a command stands beside the report.
//!
//! In: the items of a sentence. Out: why nothing may come of it, or `None`. Confirmations are told here, too, for they are
//! whole sentences of words that otherwise say nothing.

use super::{
    LISTS,
    doubt::{acts, tells_place},
    english::Tag,
    tag::Item,
};

/// Words that no confirmation has but those of it.
const AROUND_OK: &[Tag] = &[
    Tag::Ok,
    Tag::Please,
    Tag::Filler,
    Tag::Article,
    Tag::Robot,
    Tag::Hello,
    Tag::It,
    Tag::You,
    Tag::And,
    Tag::Then,
    Tag::Me,
];

/// Whether a sentence says yes, and nothing else.
pub(super) fn confirms(items: &[Item]) -> bool {
    let spoken = || items.iter().filter(|item| item.mark.is_none());
    let goes_ahead =
        |item: &Item| matches!(item.text.as_str(), "go" | "start" | "begin" | "execute" | "proceed" | "continue");
    // "A looks fine": a place.
    if items.windows(2).any(|pair| pair[0].text == "a" && pair[1].is(Tag::Ok)) {
        return false;
    }
    spoken().all(|item| {
        item.is_any(AROUND_OK) && item.number.is_none()
            || goes_ahead(item)
            || matches!(item.text.as_str(), "do" | "run")
    }) && spoken().any(|item| item.is(Tag::Ok) || goes_ahead(item))
        && !spoken().all(|item| !item.is_any(&[Tag::Ok, Tag::Go, Tag::Do]) || LISTS.praise.has(&item.text))
        && !spoken()
            .any(|item| matches!(item.text.as_str(), "bye" | "goodbye" | "good night" | "see you" | "see you later"))
        && !items.windows(2).any(|pair| {
            let moves = |item: &Item| item.is(Tag::Go) || matches!(item.text.as_str(), "turn" | "stay");
            let leads = |item: &Item| LISTS.directions.has(&item.text);
            moves(&pair[0]) && leads(&pair[1]) || leads(&pair[0]) && moves(&pair[1])
        })
        && !items.windows(2).any(|pair| {
            pair[0].is(Tag::Ok)
                && pair[1].is(Tag::Robot)
                && pair[0].text != "ok"
                && pair[0].text != "okay"
                && pair[0].text != "yes"
                // "Hiya, you alright?"
                || pair[0].is(Tag::You) && pair[1].is(Tag::Ok)
        })
        && !items.iter().any(|item| item.mark == Some('?') && items.len() < 3)
}

/// Why a sentence may move nothing.
pub(super) struct Veto {
    /// In words for the operator.
    pub(super) reason: String,
    /// Something else is said after the word that forbids, and may be meant: "don't go to 2, go to 3 instead". Never where the
    /// word bends the rules or sets a condition, nor where it takes back what was said before it.
    pub(super) goes_on: bool,
}

/// Why a sentence may move nothing, if it may not.
pub(super) fn forbids(items: &[Item]) -> Option<Veto> {
    let veto = |at: usize, may_go_on: bool| {
        let reason = format!("'{}' forbids, puts off or takes back: nothing is moved by it", items[at].text);
        Veto { reason, goes_on: may_go_on && items[at + 1..].iter().any(|item| acts(item) || tells_place(item)) }
    };
    let forbids = |at: &usize| {
        let item = &items[*at];
        // "Anyway, weld 1" goes on with what was said; "weld 1 anyway" insists.
        let goes_on = item.text == "anyway"
            && at.checked_sub(1).is_none_or(|before| items[before].is_break() || items[before].is(Tag::Filler));
        item.is_any(&[Tag::Halt, Tag::Bend, Tag::If, Tag::Why]) && !goes_on
    };
    if let Some(first) = (0..items.len()).find(forbids) {
        return Some(veto(first, !items.iter().any(|item| item.is_any(&[Tag::Bend, Tag::If, Tag::Why]))));
    }
    if let Some(at) = stays(items) {
        return Some(veto(at, false));
    }
    let is_first = |item: &Item| item.mark.is_none() && !item.is_any(&[Tag::Filler, Tag::Please, Tag::Hello]);
    let at = items.iter().position(is_first)?;
    let first = &items[at];
    let opens_with_no = first.is_any(&[Tag::No, Tag::Not, Tag::Wait, Tag::Except, Tag::ExceptDo, Tag::Skip])
        || first.is(Tag::Fix) && first.text.split(' ').any(|word| LISTS.takes_back.has(word));
    if opens_with_no {
        return Some(veto(at, true));
    }
    let at = items.iter().rposition(|item| item.mark.is_none() && !item.is_any(&[Tag::Filler, Tag::Please]))?;
    let last = &items[at];
    let ends_with_no =
        last.is_any(&[Tag::No, Tag::Not, Tag::Wait]) || (last.is(Tag::Fix) && !LISTS.after_correction.has(&last.text));
    ends_with_no.then(|| veto(at, false))
}

/// "And do not move", "but don't move from where you are": no place is left out by that, all motion is.
fn stays(items: &[Item]) -> Option<usize> {
    let refuses = |item: &Item| item.is_any(&[Tag::Not, Tag::No, Tag::ExceptDo]) || item.text.ends_with(" not");
    let at = items.windows(2).position(|pair| refuses(&pair[0]) && pair[1].is(Tag::Go))?;
    let mut rest = items[at + 2..].iter().filter(|item| !item.is_any(&[Tag::Filler, Tag::Please, Tag::Robot]));
    let next = rest.next();
    let stays = next.is_none_or(|item| item.is_break() || item.is_any(&[Tag::From, Tag::Here, Tag::And, Tag::There]));
    stays.then_some(at)
}

/// "Position 1 was welded", "I inspected 2".
pub(super) fn reports(items: &[Item]) -> bool {
    // "The robot welds at 1", "welding at 1": what is done, not what to do.
    let tells = |pair: &[Item]| pair[0].is(Tag::Robot) && is_verb(&pair[1]) && pair[1].is_plural;
    let first = items.iter().find(|item| {
        item.mark.is_none() && !item.is_any(&[Tag::Filler, Tag::Please, Tag::Hello, Tag::Ok, Tag::Me, Tag::Is])
    });
    let is_asked_for =
        items.iter().any(|item| item.is(Tag::Need)) || items.first().is_some_and(|item| item.is(Tag::Please));
    items.windows(2).any(tells)
        || first
            .filter(|_| !is_asked_for)
            .is_some_and(|item| is_verb(item) && item.is_gerund() && !item.is_routine_name && !item.is_known)
        || reports_past(items)
}

/// "Position 1 was welded": of what was, not of what is.
pub(super) fn reports_past(items: &[Item]) -> bool {
    let wanted = items.iter().skip(1).any(|item| item.is(Tag::When))
        || items.iter().any(|item| {
            item.is_any(&[Tag::Need, Tag::Please, Tag::Have, Tag::After, Tag::Before, Tag::Then])
                // "Get position 1 welded".
                || matches!(item.text.as_str(), "get" | "getting" | "give" | "see")
        });
    let past = items.iter().any(|item| item.is_work && item.is_past && item.tag.is_none() && !item.is_routine_name);
    let was = items.iter().any(|item| item.is_any(&[Tag::Was, Tag::Went]));
    (was || past) && !wanted
}

fn is_verb(item: &Item) -> bool {
    item.is_work || item.is_any(&[Tag::Go, Tag::Take, Tag::Drop])
}

/// Whether anything in a sentence has to do with the robot's work.
pub(super) fn is_about_the_robot(items: &[Item]) -> bool {
    let names = |item: &Item| {
        !item.place.is_none()
            || !item.tool.is_none()
            || item.text == "home"
            || (item.is_work && item.tag != Some(Tag::Hello) && item.tag != Some(Tag::Filler))
            || item.is_place_word && item.tag.is_none() && item.number.is_none()
    };
    let speaks = |item: &Item| {
        item.is_any(&[
            Tag::Go,
            Tag::Take,
            Tag::Drop,
            Tag::Return,
            Tag::FinishUp,
            Tag::EmptyHanded,
            Tag::Noun,
            Tag::ToolNoun,
            Tag::RoutineNoun,
            Tag::Here,
            Tag::Everywhere,
            Tag::Again,
            Tag::Skip,
            Tag::Reverse,
        ])
    };
    let does = items.iter().any(|item| item.is_any(&[Tag::Do, Tag::Put, Tag::Use]))
        && (items.iter().any(|item| item.number.is_some() || item.is_any(&[Tag::It, Tag::All, Tag::Each, Tag::There])));
    does || items.iter().any(|item| names(item) || speaks(item))
}
