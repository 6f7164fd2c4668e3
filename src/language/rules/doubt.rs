//! What makes a command doubtful, whatever the grammar makes of it: signs that a sentence tells, asks, waits, leaves work to
//! people, or counts and excludes in a way that the grammar does not follow; and readings that do the same thing twice.
//!
//! In: the items of a sentence; the clauses that were read. Out: the item that makes it doubtful, or whether they are. A
//! doubtful command is unclear: the recogniser moves nothing by it. Each sign was found in a sentence that was surely read,
//! and wrongly.

use std::collections::HashMap;

use super::{english::Tag, tag::Item};
use crate::{
    cell::{PositionId, RoutineId, State},
    language::said::{self, Clause, Span},
    snapshot::Snapshot,
};

type Sign = fn(&[Item], usize) -> bool;

const SIGNS: &[Sign] = &[
    others_act,
    by_hand,
    was_done,
    defines,
    comes_later,
    waits,
    forbids_work,
    goes_away,
    tells_a_need,
    names_a_purpose,
    wonders,
    judges,
    corrects_at_the_end,
    corrects_a_count,
    corrects_a_range,
    multiplies_bare_numbers,
    points_beside,
    turns_right,
    counts_things,
    leaves_one,
    spells_digits,
    has_open_end,
    counts_exceptions,
    counts_on_each,
    comes_again_after,
    goes_by_way_of,
    replaces_one,
    holds,
    compares,
    refers_to_all_said,
    refers_by_order,
    tells_of_places,
    replaces_a_list,
    singles_out,
    replaces_unmarked,
    passes_by,
];

/// The first item at which there is a sign.
pub(super) fn of_words(items: &[Item]) -> Option<usize> {
    (0..items.len()).find(|&at| SIGNS.iter().any(|sign| sign(items, at)))
}

/// Whether clauses do the same at a place twice though nobody asked for that, or are but the half of a sentence.
pub(super) fn of_clauses(clauses: &[Clause], items: &[Item], snapshot: &Snapshot, state: State) -> bool {
    let first = items.iter().find(|item| item.mark.is_none() && !item.is_any(IDLE));
    // "Before you weld 1": what then?
    let is_half = matches!(clauses, [Clause::Go { .. } | Clause::Work { .. } | Clause::Take(_) | Clause::Drop])
        && first.is_some_and(|item| item.is_any(&[Tag::Before, Tag::After, Tag::When]));
    // "Solder 4 and probe 4 the other way round": which way?
    let is_turned = clauses.len() > 1 && items.iter().any(|item| item.is(Tag::Reverse) && item.text.contains("way"));
    is_half || is_turned || !items.iter().any(|item| item.is(Tag::Again)) && is_doubled(clauses, items, snapshot, state)
}

/// Words by which places are taken back, ordered or left out.
const SETS_RIGHT: &[Tag] = &[
    Tag::Fix,
    Tag::No,
    Tag::Wait,
    Tag::Only,
    Tag::Except,
    Tag::ExceptDo,
    Tag::Not,
    Tag::Skip,
    Tag::LeftOut,
    Tag::Before,
    Tag::After,
    Tag::BeforeThat,
    Tag::ButFirst,
    Tag::StartWith,
    Tag::Lastly,
    Tag::Last,
    Tag::Instead,
    Tag::Each,
    Tag::Reverse,
];

/// "1 to 3, but at 2", "1 and 2, sorry, only 2": a place of a range named once more, or any beside words that set right.
fn is_doubled(clauses: &[Clause], items: &[Item], snapshot: &Snapshot, state: State) -> bool {
    let sets_right = items.iter().any(|item| {
        item.is_any(SETS_RIGHT) || item.is_ordinal || matches!(item.text.as_str(), "in the order" | "in the sequence")
    });
    let mut seen: HashMap<(RoutineId, PositionId), bool> = HashMap::new();
    for clause in clauses {
        let Clause::Work { routines, places, .. } = clause else { continue };
        for &routine in routines {
            for span in &places.spans {
                let (these, is_one): (Vec<PositionId>, bool) = match span {
                    Span::One(place) => (vec![*place], true),
                    Span::Here => (vec![state.position], true),
                    Span::Range(from, to) => (said::range(snapshot, *from, *to), false),
                    Span::All { but } => {
                        let is_meant =
                            |place: &PositionId| !but.contains(place) && snapshot.is_supported(routine, *place);
                        (said::work_positions(snapshot).filter(is_meant).collect(), false)
                    }
                };
                for place in these {
                    let before = seen.insert((routine, place), is_one);
                    if before.is_some_and(|was_one| sets_right || !was_one || !is_one) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Words that say nothing of what is to be done.
const IDLE: &[Tag] = &[Tag::Filler, Tag::Please, Tag::Hello, Tag::Ok, Tag::Robot];

const ACTS: &[Tag] = &[Tag::Do, Tag::Take, Tag::Put, Tag::Drop, Tag::Go, Tag::Return, Tag::Use];

fn acts(item: &Item) -> bool {
    item.is_work || item.is_any(ACTS)
}

fn names_place(item: &Item) -> bool {
    item.place.one().is_some()
        || item.number.is_some() && !item.is_ordinal
        || item.text.len() == 1 && item.is_place_word && !item.is(Tag::Article)
}

/// The next item, words of these kinds passed over.
fn next<'i>(items: &'i [Item], at: usize, passed: &[Tag]) -> Option<&'i Item> {
    items.get(at + 1..)?.iter().find(|item| !item.is_any(passed))
}

fn before(items: &[Item], at: usize) -> Option<&Item> {
    at.checked_sub(1).map(|at| &items[at])
}

fn is_end(item: Option<&Item>) -> bool {
    item.is_none_or(|item| item.is_break() || item.is_any(&[Tag::And, Tag::Then]))
}

/// "I'll do 2", "so that we can weld it": a person's work.
fn others_act(items: &[Item], at: usize) -> bool {
    let is_person = matches!(items[at].text.as_str(), "i" | "we") && items[at].is(Tag::Me);
    let has = |item: &&Item| !item.is(Tag::Have);
    let what = next(items, at, &[Tag::Filler, Tag::Can, Tag::Is, Tag::Have, Tag::Only, Tag::Was]);
    let asks = before(items, at).is_some_and(|item| item.is_any(&[Tag::Can, Tag::Have, Tag::Know]));
    let is_work = |item: &Item| acts(item) || names_place(item) || item.is_any(&[Tag::It, Tag::There]);
    is_person && !asks && what.filter(has).is_some_and(is_work)
}

/// "Myself", "by hand".
fn by_hand(items: &[Item], at: usize) -> bool {
    let text = items[at].text.as_str();
    matches!(text, "myself" | "ourselves" | "manually")
        || text == "by" && items.get(at + 1).is_some_and(|item| item.text == "hand")
        // "For me to sand".
        || text.split(' ').next_back() == Some("me") && items.get(at + 1).is_some_and(|item| item.is(Tag::To))
            && items.get(at + 2).is_some_and(acts)
}

/// "You should have loaded 1", "I have driven to 2", "thanks for welding 1": what was, not what is to be.
fn was_done(items: &[Item], at: usize) -> bool {
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
        && items.get(at + 1).is_some_and(|item| item.text.ends_with("ing"));
    let praises = items[at].text == "kind of" && items.get(at + 1).is_some_and(|item| item.is(Tag::You));
    perfect || thanks || praises
}

/// "'Weld 1' means …", "we plan to weld 1", "such as".
fn defines(items: &[Item], at: usize) -> bool {
    let follows = |tag: Tag| items.get(at + 1).is_some_and(|item| item.is(tag));
    match items[at].text.as_str() {
        "means" | "meaning" | "type" => true,
        "plan" => follows(Tag::To),
        "such" => items.get(at + 1).is_some_and(|item| item.text == "as"),
        _ => false,
    }
}

/// "When I say so", "after my ok", "after lunch", "later", "as needed", "weld 1 when?".
fn comes_later(items: &[Item], at: usize) -> bool {
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
    let when_done = item.is(Tag::After)
        && spoken.is_some_and(|item| item.is_past)
        && is_end(items.get(at + 2))
        && !item.text.contains("you");
    let after_nothing = item.is(Tag::After) && what.is_none_or(|item| item.is(Tag::Need));
    let some_day = matches!(item.text.as_str(), "after lunch" | "later" | "another time");
    waits || is_asked || is_watched || as_needed || when_done || after_nothing || some_day
}

/// "Weld 1, wait for me, weld 2".
fn waits(items: &[Item], at: usize) -> bool {
    items[at].is(Tag::Wait)
        && (before(items, at).is_some_and(|item| item.is_any(&[Tag::And, Tag::Then]))
            || items[at + 1..].iter().find(|item| !item.is_break()).is_some_and(|item| {
                item.is_any(&[Tag::For, Tag::And, Tag::Then, Tag::When, Tag::At, Tag::Through])
                    || item.text.starts_with("for ")
            }))
}

/// "Weld 2, no photo", "2 needs no stud".
fn forbids_work(items: &[Item], at: usize) -> bool {
    let is_no = items[at].is(Tag::No);
    let what = next(items, at, &[Tag::Article, Tag::Filler, Tag::All]);
    let is_work = |item: &Item| item.is_work || item.is(Tag::Object) || !item.thing.is_empty();
    is_no && (what.is_some_and(is_work) || before(items, at).is_some_and(|item| item.is(Tag::Need)))
}

/// "Back off from 1", "get yourself off 1": not there.
fn goes_away(items: &[Item], at: usize) -> bool {
    let leaves = items[at].is_any(&[Tag::Away, Tag::From]) || items[at].text == "out";
    let there = next(items, at, &[Tag::From, Tag::Of, Tag::Article, Tag::At, Tag::Noun]);
    let moves = |item: &Item| item.is_any(&[Tag::Go, Tag::Return, Tag::You, Tag::Back]) || item.text == "get";
    let works = |item: &Item| {
        item.is_work
            || !item.tool.is_none()
            || item.is_any(&[Tag::Object, Tag::ToolNoun, Tag::Put, Tag::Drop, Tag::Use])
    };
    let names = |item: &Item| names_place(item) || item.is_place_word;
    leaves
        && there.is_some_and(names)
        && items[..at].iter().any(moves)
        && !items[..at].iter().any(works)
        && !items[at..].iter().any(|item| item.is_any(&[Tag::To, Tag::Through, Tag::Back]))
        && !items[..at].iter().any(|item| names_place(item) || item.is(Tag::To))
}

/// "Glue 1 to 4, 3 needs trimming": work of another kind at one of the places.
fn tells_a_need(items: &[Item], at: usize) -> bool {
    let place = before(items, at);
    // "All but red must be sanded first".
    let is_excepted = place.is_some_and(|item| names_place(item) || item.is_place_word)
        && items[at].is_any(&[Tag::Need, Tag::Only, Tag::After])
        && at.checked_sub(2).is_some_and(|at| items[at].is_any(&[Tag::But, Tag::Except, Tag::ExceptDo]));
    if is_excepted {
        return true;
    }
    let is_told =
        items[at].is_any(&[Tag::Need, Tag::Only]) && place.is_some_and(|item| names_place(item) || item.is_place_word);
    let first = items.iter().find(|item| item.is_work || names_place(item));
    let begins_with_work = first.is_some_and(|item| item.is_work && item.place.is_none());
    // "Only" may close what was said: "weld 1 and 2 only".
    let goes_on = items[at].is(Tag::Need)
        || next(items, at, &[Tag::Article]).is_some_and(|item| item.is_work || item.is(Tag::Need));
    let others = items[..at].iter().filter(|item| item.is_break() || item.is_any(&[Tag::And, Tag::But, Tag::Except]));
    is_told && begins_with_work && goes_on && others.count() > 0
}

/// "Scan 1 for glue", "scuff red ready for the topcoat": what for, not what besides.
fn names_a_purpose(items: &[Item], at: usize) -> bool {
    let is_swap = items.iter().any(|item| item.is(Tag::Swap));
    let leads = !is_swap && (items[at].is(Tag::For) || items[at].text.ends_with("ready for"));
    let Some(what) = next(items, at, &[Tag::Article]).filter(|item| item.is_work && item.place.is_none()) else {
        return false;
    };
    let differs =
        |item: &Item| item.is_work && !item.work.is_empty() && !item.work.iter().any(|id| what.work.contains(id));
    leads && !what.work.is_empty() && items[..at].iter().any(differs)
}

/// "Can you even load 1", "you would load 1 first", "weld 1?".
fn wonders(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let doubts = matches!(item.text.as_str(), "even" | "really" | "still")
        && before(items, at).is_some_and(|item| item.is_any(&[Tag::Can, Tag::Know, Tag::You, Tag::Please]))
        && items.get(at + 1).is_some_and(acts);
    let ends = || !items[at + 1..].iter().any(|item| acts(item) || names_place(item));
    let needed = before(items, at).is_some_and(|item| item.is(Tag::Need));
    let polite = &[Tag::Can, Tag::Please, Tag::Need, Tag::Know, Tag::How, Tag::What];
    let asks = item.mark == Some('?') && ends() && (needed || !items.iter().any(|item| item.is_any(polite)));
    doubts || item.text == "you would" || asks
}

/// "Weld 1 looks good, inspect 2".
fn judges(items: &[Item], at: usize) -> bool {
    items[at].is(Tag::Ok)
        && items[at].text.starts_with("look")
        && before(items, at).is_some_and(|item| names_place(item) || item.is_place_word)
}

/// "Vise 1, vise 2 I meant".
fn corrects_at_the_end(items: &[Item], at: usize) -> bool {
    let closes = matches!(
        items[at].text.as_str(),
        "i mean"
            | "i meant"
            | "i should say"
            | "i wanted to say"
            | "sorry"
            | "is what i meant"
            | "that is what i meant"
    );
    closes
        && items[at + 1..].iter().all(|item| item.mark.is_some() || item.is_any(IDLE))
        && !items[..at].iter().any(|item| item.is_any(&[Tag::Fix, Tag::No, Tag::Wait]))
        && items[..at].iter().filter(|item| names_place(item)).count() > 1
}

/// "Twice, no, once", "three times, make that two".
fn corrects_a_count(items: &[Item], at: usize) -> bool {
    let corrects = items[at].is_any(&[Tag::Fix, Tag::No, Tag::Wait, Tag::Only]);
    let counts = |item: &Item| item.is(Tag::Times) || item.text == "once";
    let what =
        items[at + 1..].iter().find(|item| !item.is_break() && !item.is_any(&[Tag::Filler, Tag::Fix, Tag::Only]));
    corrects && items[..at].iter().any(counts) && what.is_some_and(|item| counts(item) || item.number.is_some())
}

/// "1 to 3, sorry, to 4", "1 and 2, no, only 2", "sorry, 4 instead of 2".
fn corrects_a_range(items: &[Item], at: usize) -> bool {
    if !items[at].is_any(&[Tag::Fix, Tag::No, Tag::Wait]) {
        return false;
    }
    let what = items[at + 1..].iter().find(|item| !item.is_break() && !item.is(Tag::Filler));
    let is_part = what.is_some_and(|item| item.is_any(&[Tag::To, Tag::Through, Tag::From, Tag::Only]));
    let replaces = |item: &Item| matches!(item.text.as_str(), "instead of" | "rather than" | "in place of");
    let is_only = what.is_some_and(|item| item.is(Tag::Only));
    is_only || is_part && items[..at].iter().any(names_place) || items[at..].iter().any(replaces)
}

/// "Weld 1 x 3": 1 three times, or 3 once?
fn multiplies_bare_numbers(items: &[Item], at: usize) -> bool {
    let is_bare = |item: &Item| item.number.is_some() && !item.is_ordinal && item.place.is_none();
    let [first, by, second, ..] = &items[at..] else { return false };
    let is_named = before(items, at).is_some_and(|item| item.is(Tag::Noun) || item.is_place_word && !item.is_work);
    let is_glued = by.end == second.start && by.start > first.end;
    is_bare(first)
        && matches!(by.text.as_str(), "x" | "time" | "times" | "by")
        && is_bare(second)
        && !is_named
        && !is_glued
}

/// "The one after 3".
fn points_beside(items: &[Item], at: usize) -> bool {
    matches!(items[at].text.as_str(), "1" | "one")
        && before(items, at).is_some_and(|item| item.text == "the")
        && items.get(at + 1).is_some_and(|item| item.is_any(&[Tag::After, Tag::Before, Tag::BeforeThat]))
}

/// "Left and middle weld right and middle": a place, though the word may agree, too.
fn turns_right(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let is_right = item.text == "right" && item.is(Tag::Ok) && (item.is_place_word || item.is_told);
    let next = items.get(at + 1);
    let is_joined = before(items, at).is_some_and(|item| item.is_any(&[Tag::And, Tag::Then]));
    let is_said = before(items, at).is_some_and(|item| item.is_work) && next.is_some_and(|item| item.is(Tag::And));
    let is_swallowed = item.text == "right then" && is_joined;
    is_swallowed || is_right && (is_said || is_joined && is_end(next))
}

/// "Fill two vials", "all but two stations", "at least 2": how many, not which.
fn counts_things(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let is_count = item.number.is_some_and(|number| number > 1) && !item.is_ordinal && item.place.is_none();
    let is_set = before(items, at).is_some_and(|item| {
        item.is_any(&[Tag::All, Tag::Each, Tag::Both, Tag::Last, Tag::Article, Tag::Noun])
            || item.is_ordinal
            || item.is_place_word && !item.is_work
            || item.is(Tag::There)
    });
    let things = |item: &Item| {
        item.is_plural && (item.is(Tag::Object) || item.is(Tag::Noun) || item.is_thing) && item.work.is_empty()
    };
    is_count && !is_set && items.get(at + 1).is_some_and(things)
}

/// "All but one": any one, or number 1?
fn leaves_one(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let is_spelled = item.number == Some(1) && item.end - item.start > 1;
    is_spelled
        && before(items, at).is_some_and(|item| item.is_any(&[Tag::Except, Tag::But]))
        && is_end(items.get(at + 1))
}

/// "Station one oh".
fn spells_digits(items: &[Item], at: usize) -> bool {
    let is_zero = |item: &Item| matches!(item.text.as_str(), "oh" | "zero" | "o") || item.number == Some(0);
    is_zero(&items[at])
        && before(items, at).is_some_and(|item| item.number.is_some() || item.place.one().is_some())
        && items.get(at + 1).is_none_or(|item| item.is_break() || item.is(Tag::And) || item.number.is_some())
}

/// "4 and up", "from 6 on", "starting from 6".
fn has_open_end(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let leads_on = matches!(
        item.text.as_str(),
        "up" | "down" | "on" | "onward" | "onwards" | "upward" | "upwards" | "downwards" | "above" | "below" | "over"
    ) && is_end(items.get(at + 1));
    let from = before(items, at).filter(|item| !item.is(Tag::And)).or_else(|| before(items, at.checked_sub(1)?));
    let starts = item.is(Tag::From) && item.text.contains(' ') && item.text != "out of";
    let ends = || items[at..].iter().any(|item| item.is_any(&[Tag::To, Tag::Through, Tag::Back]));
    leads_on && from.is_some_and(|item| item.number.is_some() && !item.is_ordinal || item.place.one().is_some())
        || starts && !ends() && items.get(at + 1..).is_some_and(|rest| rest.iter().any(names_place))
}

/// "Each twice, but 3 once": the grammar leaves 3 out.
fn counts_exceptions(items: &[Item], at: usize) -> bool {
    let counts = |item: &Item| item.is(Tag::Times) || item.text == "once";
    items[at].is_any(&[Tag::Except, Tag::ExceptDo, Tag::But, Tag::Skip])
        && items[..at].iter().any(counts)
        && items[at..].iter().any(counts)
}

/// "Three studs, one on each table".
fn counts_on_each(items: &[Item], at: usize) -> bool {
    matches!(items[at].text.as_str(), "1" | "one")
        && items.get(at + 1).is_some_and(|item| item.is_any(&[Tag::At, Tag::For]))
        && items.get(at + 2).is_some_and(|item| item.is_any(&[Tag::Each, Tag::All, Tag::Both]))
        && items[..at].iter().any(|item| item.number.is_some())
}

/// "Sand it after the first coat and coat it again": the order of three steps in one word.
fn comes_again_after(items: &[Item], at: usize) -> bool {
    items[at].is(Tag::After) && items[at..].iter().any(|item| item.is(Tag::Again))
}

/// "Go to 2 through 1", "go around 1 to 2", "glue 7 to 10, hop over 9": by or past a place, not to it.
fn goes_by_way_of(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let passes = ["past", "around", "round", "over", "by"];
    let is_past = item.is(Tag::Go) && item.text.split(' ').next_back().is_some_and(|last| passes.contains(&last));
    let named_before = items[..at].iter().any(names_place) && items[..at].iter().any(|item| item.is_work);
    let leads_on = ["past", "around", "round"].iter().any(|word| item.text.ends_with(word))
        && items[at + 1..].iter().any(|item| item.is(Tag::To));
    let through = matches!(item.text.as_str(), "through" | "thru")
        && items.iter().find(|item| acts(item)).is_some_and(|item| item.is(Tag::Go))
        && items[..at].iter().any(|item| item.is(Tag::To));
    is_past && (named_before || leads_on) || through
}

/// "But at 9 take a photo instead".
fn replaces_one(items: &[Item], at: usize) -> bool {
    items[at].is(Tag::Instead) && items[..at].iter().any(|item| item.is_any(&[Tag::But, Tag::Except]))
}

/// "Hold 9", "give up gluing 3", "mind the curtain".
fn holds(items: &[Item], at: usize) -> bool {
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
fn compares(items: &[Item], at: usize) -> bool {
    let follows = items.get(at + 1);
    match items[at].text.as_str() {
        "as" => follows.is_some_and(|item| item.is(Tag::Article)),
        "same" => follows.is_some_and(|item| item.is(Tag::Noun) || item.number.is_some() || item.is_plural),
        _ => false,
    }
}

/// "Glue 1 and 3, then trim all of those", "stud 1 and 3, gauging each".
fn refers_to_all_said(items: &[Item], at: usize) -> bool {
    let refers = matches!(
        items[at].text.as_str(),
        "all of them" | "all of those" | "all of these" | "each one" | "each one of" | "each of them" | "every one"
    );
    let each = items[at].is(Tag::Each)
        && is_end(items.get(at + 1))
        && before(items, at).is_some_and(|item| item.is_break() || item.is_work && item.place.is_none());
    (refers || each) && items[..at].iter().any(names_place)
}

/// "Solder 4 and 5, probe the second one": of those, or of all?
fn refers_by_order(items: &[Item], at: usize) -> bool {
    let orders = items[at].is_ordinal || items[at].is(Tag::Last);
    let one = items.get(at + 1).is_some_and(|item| matches!(item.text.as_str(), "1" | "one") || item.is(Tag::It));
    let leaves_out =
        before(items, at.saturating_sub(usize::from(before(items, at).is_some_and(|item| item.is(Tag::Article)))))
            .is_some_and(|item| item.is_any(&[Tag::Except, Tag::But, Tag::Not]))
            && !items[..at].iter().any(|item| item.is_any(&[Tag::Fix, Tag::No]));
    orders && one && !leaves_out && items[..at].iter().filter(|item| names_place(item)).count() > 1
}

/// "Inspect everything you weld": which places, not what besides.
fn tells_of_places(items: &[Item], at: usize) -> bool {
    let refers = |item: &Item| item.is_any(&[Tag::Everywhere, Tag::All, Tag::Noun, Tag::Object]) || item.is_place_word;
    items[at].text == "you"
        && before(items, at).is_some_and(refers)
        && items.get(at + 1).is_some_and(|item| item.is_work && item.place.is_none())
}

/// "7, 8, I mean 9, 10": in place of both, or of the last?
fn replaces_a_list(items: &[Item], at: usize) -> bool {
    let count = |items: &[Item]| items.iter().filter(|item| names_place(item)).count();
    items[at].is_any(&[Tag::Fix, Tag::No, Tag::Wait])
        && count(&items[..at]) > 1
        && count(&items[at..]) > 1
        && !items[at..].iter().any(|item| acts(item) || item.is_any(&[Tag::Through, Tag::To, Tag::And]))
}

/// "Prime every booth, white first", "sand the vises, A twice": one of many, of which the grammar keeps the one.
fn singles_out(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let marks = item.is_ordinal && item.number == Some(1) || item.is(Tag::Times);
    if !marks || !is_end(items.get(at + 1)) {
        return false;
    }
    let many = |item: &Item| {
        item.is_any(&[Tag::All, Tag::Each, Tag::Both, Tag::Everywhere]) || item.is_place_word && item.is_plural
    };
    let is_one = |from: usize| {
        let between = &items[from + 1..at];
        !between.iter().any(|item| acts(item) || many(item))
            && between.iter().any(|item| names_place(item) || item.is_place_word)
    };
    let from = items[..at].iter().rposition(Item::is_break);
    from.is_some_and(|from| is_one(from) && items[..from].iter().any(many))
}

/// "Prime red no blue": instead of red, or not blue? "1, rather 2".
fn replaces_unmarked(items: &[Item], at: usize) -> bool {
    let names = |item: &Item| (item.place.one().is_some() || item.is_place_word) && item.number.is_none();
    let is_between = before(items, at).is_some_and(names) && items.get(at + 1).is_some_and(names);
    let is_rather = items[at].text == "rather"
        && before(items, at).is_some_and(Item::is_break)
        && items.get(at + 1).is_some_and(|item| names_place(item) || item.is_place_word);
    items[at].text == "no" && items[at].is(Tag::No) && is_between || is_rather
}

/// "Everything past 9", "glue 7 to 10, fly over 9".
fn passes_by(items: &[Item], at: usize) -> bool {
    let leads = items.get(at + 1).is_some_and(|item| names_place(item) || item.is(Tag::Noun) || item.text == "the");
    let flies = before(items, at).is_some_and(|item| item.is(Tag::Go))
        && matches!(items[at].text.as_str(), "over" | "around" | "by" | "past")
        && items[..at].iter().any(|item| item.is_work);
    flies || items[at].text == "past" && leads
}
