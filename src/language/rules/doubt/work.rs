//! Signs that the work in a sentence is forbidden, undone, counted or told of, where the grammar takes it as asked for.

use super::{acts, before, is_end, means_all, names_place, next, tells_place};
use crate::language::rules::{english::Tag, tag::Item};

/// Words for what is taken where something is observed: taking it undoes nothing.
const OBSERVED: &[&str] = &[
    "photo",
    "picture",
    "image",
    "shot",
    "snapshot",
    "pic",
    "snap",
    "reading",
    "scan",
    "look",
    "measurement",
    "temperature",
    "temp",
    "weight",
    "check",
    "test",
    "sample",
    "count",
];

/// Work after which "off" and "out" tell nothing new.
const REMOVES: &[&str] = &[
    "clean", "wipe", "blow", "air", "dust", "brush", "sweep", "sand", "grind", "polish", "buff", "deburr", "rub",
    "scrape", "wash", "rinse", "dry", "trim", "cut", "finish", "strip", "peel", "vacuum", "hoover", "smooth", "scuff",
    "burr",
];

/// "Weld 2, no photo", "2 needs no stud", "pour no moulds".
pub(super) fn forbids_work(items: &[Item], at: usize) -> bool {
    let is_no = items[at].is(Tag::No);
    let what = next(items, at, &[Tag::Article, Tag::Filler, Tag::All]);
    let is_work = |item: &Item| item.is_work || item.is(Tag::Object) || !item.thing.is_empty();
    let none = before(items, at).is_some_and(|item| item.is_work)
        && items.get(at + 1).is_some_and(|item| item.is_plural || item.is(Tag::Noun));
    is_no && (none || what.is_some_and(is_work) || before(items, at).is_some_and(|item| item.is(Tag::Need)))
}

/// "Glue 1 to 4, 3 needs trimming": work of another kind at one of the places.
pub(super) fn tells_a_need(items: &[Item], at: usize) -> bool {
    let place = before(items, at);
    // "All but red must be sanded first".
    let is_excepted = place.is_some_and(tells_place)
        && items[at].is_any(&[Tag::Need, Tag::Only, Tag::After])
        && at.checked_sub(2).is_some_and(|at| items[at].is_any(&[Tag::But, Tag::Except, Tag::ExceptDo]));
    if is_excepted {
        return true;
    }
    let is_told = items[at].is_any(&[Tag::Need, Tag::Only]) && place.is_some_and(tells_place);
    let first = items.iter().find(|item| item.is_work || names_place(item));
    let begins_with_work = first.is_some_and(|item| item.is_work && item.place.is_none());
    // "Only" may close what was said: "weld 1 and 2 only".
    let goes_on = items[at].is(Tag::Need)
        || next(items, at, &[Tag::Article]).is_some_and(|item| item.is_work || item.is(Tag::Need));
    let others = items[..at].iter().filter(|item| item.is_break() || item.is_any(&[Tag::And, Tag::But, Tag::Except]));
    is_told && begins_with_work && goes_on && others.count() > 0
}

/// "Scan 1 for glue", "scuff red ready for the topcoat": what for, not what besides.
pub(super) fn names_a_purpose(items: &[Item], at: usize) -> bool {
    let leads = items[at].is(Tag::For) || items[at].text.ends_with("ready for");
    // "Swap the welder for the camera".
    if !leads || items.iter().any(|item| item.is(Tag::Swap)) {
        return false;
    }
    let means = |item: &Item| item.is_work || !item.thing.is_empty();
    let Some(what) = next(items, at, &[Tag::Article]).filter(|item| means(item) && item.place.is_none()) else {
        return false;
    };
    let meant = what.routines();
    let differs = |item: &Item| item.is_work && !item.work.is_empty() && !item.work.iter().any(|id| meant.contains(id));
    let is_made_ready = items[at].text.ends_with("ready for")
        && items[..at].iter().any(|item| item.is(Tag::Go) || matches!(item.text.as_str(), "get" | "make" | "have"));
    is_made_ready || !meant.is_empty() && items[..at].iter().any(differs)
}

/// "Fill two vials", "all but two stations", "at least 2": how many, not which.
pub(super) fn counts_things(items: &[Item], at: usize) -> bool {
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

/// "But at 9 take a photo instead", "weld left, right rather".
pub(super) fn replaces_one(items: &[Item], at: usize) -> bool {
    let names = |item: &&Item| names_place(item) || item.is_place_word;
    let is_second = items[at].is(Tag::Instead)
        && is_end(items.get(at + 1))
        && before(items, at).is_some_and(|item| names(&item))
        && items[..at].iter().filter(names).count() > 1
        && items[..at].iter().any(Item::is_break)
        && !items[..at].iter().any(|item| item.is_any(&[Tag::Fix, Tag::No, Tag::Wait, Tag::Then]));
    is_second || items[at].is(Tag::Instead) && items[..at].iter().any(|item| item.is_any(&[Tag::But, Tag::Except]))
}

/// "Sand it after the first coat and coat it again": the order of three steps in one word.
pub(super) fn comes_again_after(items: &[Item], at: usize) -> bool {
    items[at].is(Tag::After) && items[at..].iter().any(|item| item.is(Tag::Again))
}

/// "Inspect everything you weld": which places, not what besides.
pub(super) fn tells_of_places(items: &[Item], at: usize) -> bool {
    let refers = |item: &Item| item.is_any(&[Tag::Everywhere, Tag::All, Tag::Noun, Tag::Object]) || item.is_place_word;
    items[at].text == "you"
        && before(items, at).is_some_and(refers)
        && items.get(at + 1).is_some_and(|item| item.is_work && item.place.is_none())
}

/// "Three studs, one on each table".
pub(super) fn counts_on_each(items: &[Item], at: usize) -> bool {
    matches!(items[at].text.as_str(), "1" | "one")
        && items.get(at + 1).is_some_and(|item| item.is_any(&[Tag::At, Tag::For]))
        && items.get(at + 2).is_some_and(|item| item.is_any(&[Tag::Each, Tag::All, Tag::Both]))
        && items[..at].iter().any(|item| item.number.is_some())
}

/// "Each twice, but 3 once": the grammar leaves 3 out.
pub(super) fn counts_exceptions(items: &[Item], at: usize) -> bool {
    let counts = |item: &Item| item.is(Tag::Times) || item.text == "once";
    items[at].is_any(&[Tag::Except, Tag::ExceptDo, Tag::But, Tag::Skip])
        && items[..at].iter().any(counts)
        && items[at..].iter().any(counts)
}

/// "Inspect everything but the weld": left out, or done then?
pub(super) fn leaves_out_work(items: &[Item], at: usize) -> bool {
    let tells_work = |item: &Item| !names_place(item) && (item.is_work || !item.work.is_empty() || item.is_thing);
    let is_all = |item: &Item| means_all(item) || item.text == "everything";
    items[at].is(Tag::But)
        && items[..at].iter().any(is_all)
        && next(items, at, &[Tag::Article, Tag::Filler]).is_some_and(tells_work)
}

/// "Twice, no, once", "three times, make that two".
pub(super) fn corrects_a_count(items: &[Item], at: usize) -> bool {
    let corrects = items[at].is_any(&[Tag::Fix, Tag::No, Tag::Wait, Tag::Only]);
    let counts = |item: &Item| item.is(Tag::Times) || item.text == "once";
    let what =
        items[at + 1..].iter().find(|item| !item.is_break() && !item.is_any(&[Tag::Filler, Tag::Fix, Tag::Only]));
    corrects && items[..at].iter().any(counts) && what.is_some_and(|item| counts(item) || item.number.is_some())
}

/// "Weld 1 x 3": 1 three times, or 3 once? "1 in 2"?
pub(super) fn multiplies_bare_numbers(items: &[Item], at: usize) -> bool {
    let is_bare = |item: &Item| item.number.is_some() && !item.is_ordinal && item.place.is_none();
    let [first, by, second, ..] = &items[at..] else { return false };
    let is_named = before(items, at).is_some_and(|item| item.is(Tag::Noun) || item.is_place_word && !item.is_work);
    let is_glued = by.end == second.start && by.start > first.end;
    is_bare(first)
        && matches!(by.text.as_str(), "x" | "time" | "times" | "by" | "in" | "on")
        && is_bare(second)
        && !is_named
        && !is_glued
}

/// "Take the tabs off the left", "pull the rivet out of A", "tack off 2": undone, not done.
pub(super) fn undoes(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let off = |item: &Item| item.is_any(&[Tag::From, Tag::Away]) || item.text == "out";
    let observes = |item: &Item| OBSERVED.contains(&item.text.as_str());
    let takes = item.is(Tag::Take) || matches!(item.text.as_str(), "pull" | "draw" | "get" | "pour" | "screw");
    let thing = items[at + 1..].iter().position(|item| !item.is_any(&[Tag::Article, Tag::Away])).map(|by| at + 1 + by);
    let is_thing = |at: &usize| {
        (items[*at].is_work || !items[*at].thing.is_empty() && !item.is(Tag::Take))
            && (items[*at].tool.is_none() || !item.is(Tag::Take))
            && !observes(&items[*at])
    };
    let is_taken = takes && thing.filter(is_thing).is_some_and(|at| items.get(at + 1).is_some_and(off));
    let names =
        |item: &Item| names_place(item) || item.is_place_word || item.is_any(&[Tag::At, Tag::Article, Tag::Noun]);
    let is_thing_of = |item: &Item| !item.thing.is_empty() || !item.work.is_empty();
    let backs = item.text == "back off" && next(items, at, &[Tag::Article]).is_some_and(is_thing_of);
    let is_named = !item.thing.is_empty() && !items[..at].iter().any(acts);
    let is_single = (item.is_work || is_named) && item.place.is_none() && !item.text.contains(' ');
    let is_off = is_single
        && !REMOVES.contains(&item.text.as_str())
        // "Read the serial off 4".
        && !items[..at].iter().any(|item| matches!(item.text.as_str(), "read" | "scan" | "note" | "copy"))
        && items.get(at + 1).is_some_and(|item| matches!(item.text.as_str(), "off" | "out"))
        && items.get(at + 2).is_some_and(names);
    // "Take away the flask from 1".
    let from = items[at + 1..].iter().take(4).position(|item| item.is(Tag::From)).map(|by| at + 1 + by);
    let goes_away =
        item.is(Tag::Drop) || item.is(Tag::Take) && items.get(at + 1).is_some_and(|item| item.is(Tag::Away));
    let is_removed =
        goes_away && item.work.is_empty() && from.is_some_and(|from| items[from + 1..].iter().take(3).any(names_place));
    backs || is_taken || is_off || is_removed
}

/// "Put off testing 1", "finish off testing": not now.
pub(super) fn puts_off(items: &[Item], at: usize) -> bool {
    let is_put =
        items[at].is_any(&[Tag::Put, Tag::Go, Tag::FinishUp]) || matches!(items[at].text.as_str(), "park" | "lay");
    let off = items.get(at + 1).is_some_and(|item| item.text == "off");
    let gerund = |at: usize| items.get(at).is_some_and(|item| item.is_work && item.is_gerund());
    is_put && (off || gerund(at + 1)) || items[at].is(Tag::Drop) && gerund(at + 1)
}

/// "Drop the voltage test", "drop A1", "release A1": no tool is meant.
pub(super) fn drops_no_tool(items: &[Item], at: usize) -> bool {
    if !items[at].is(Tag::Drop) || !items[at].work.is_empty() {
        return false;
    }
    let what = items[at + 1..].iter().position(|item| !item.is_any(&[Tag::Article, Tag::Filler])).map(|by| at + 1 + by);
    let is_work = |at: usize| {
        let item = &items[at];
        let tool = !item.tool.is_none() || item.is(Tag::ToolNoun);
        let named_further =
            items.get(at + 1).is_some_and(|next| next.is_work && next.place.is_none() && next.tool.is_none());
        !item.work.is_empty()
            && !tool
            && !item.text.ends_with(" in")
            && !items.get(at + 1).is_some_and(|next| next.is(Tag::At))
            && !items.get(at + 1).is_some_and(|next| next.is(Tag::ToolNoun) || next.tool.one().is_some())
            || tool && named_further
            || names_place(item) && item.tool.is_none()
    };
    what.is_some_and(is_work)
}

/// "Take the probe and put it in mould 3", "weld 1, then bring it to 2": what is it?
pub(super) fn puts_it_somewhere(items: &[Item], at: usize) -> bool {
    let is_put = items[at].is(Tag::Put) || matches!(items[at].text.as_str(), "bring" | "stick");
    let is_it = items.get(at + 1).is_some_and(|item| item.text == "it");
    let leads = items.get(at + 2).is_some_and(|item| item.is_any(&[Tag::At, Tag::To]));
    let is_back =
        || items[at..].iter().take(6).any(|item| item.is_any(&[Tag::Back, Tag::Away]) || item.text == "stand");
    if !is_put || !is_it || !leads || is_back() {
        return false;
    }
    // "The suction pad" is one tool, whatever a pad is.
    let is_named = |at: &usize| {
        let is_thing = items[*at].is_thing || items[*at].is(Tag::Object);
        let of_tool = before(items, *at).is_some_and(|item| item.tool.one().is_some());
        items[*at].tool.one().is_some() || is_thing && !of_tool
    };
    let named = (0..at).rfind(is_named).map(|at| &items[at]);
    match named {
        Some(item) => item.tool.one().is_some(),
        None => items[..at].iter().any(|item| item.is_work),
    }
}

/// "…, same for A2", "repeat for A2": of several works, which?
pub(super) fn repeats_for(items: &[Item], at: usize) -> bool {
    (items[at].text == "same" || items[at].is(Tag::Again)) && items.get(at + 1).is_some_and(|item| item.is(Tag::For))
}

/// "Place two cores in mould 1", "trim two wicks at A": how many of what is worked on.
pub(super) fn counts_what_is_worked_on(items: &[Item], at: usize) -> bool {
    let is_count = items[at].number.is_some() && !items[at].is_ordinal && items[at].place.is_none();
    let is_thing = |item: &Item| (item.is_work || item.is_thing) && item.place.is_none() && !item.is_place_word;
    is_count
        && before(items, at).is_some_and(|item| item.is_work && item.place.is_none() && !item.is_gerund())
        && items.get(at + 1).is_some_and(is_thing)
        && items.get(at + 2).is_some_and(|item| item.is(Tag::At) || names_place(item))
        && items
            .get(at + 1)
            .is_some_and(|item| before(items, at).is_some_and(|verb| verb.is(Tag::Noun) || verb.work != item.work))
}

/// "Then with the probe to 2": a drive, not the probe's work.
pub(super) fn goes_with_tool(items: &[Item], at: usize) -> bool {
    items[at].is(Tag::With)
        && next(items, at, &[Tag::Article]).is_some_and(|item| item.tool.one().is_some())
        && items[at + 1..].iter().take(4).any(|item| item.is(Tag::To) || item.text == "over")
}

/// "Press the bearing out of nest 4", "laser lathe 2 and 3 off", "nest 2 wants bolts out": the opposite of the work.
pub(super) fn turns_round(items: &[Item], at: usize) -> bool {
    let is_out =
        matches!(items[at].text.as_str(), "out" | "out of") || items[at].text == "off" && is_end(items.get(at + 1));
    let is_led = items.get(at + 1).is_none_or(|next| {
        next.is_break() || next.is_any(&[Tag::Of, Tag::Article, Tag::From, Tag::Please]) || names_place(next)
    });
    if !is_out || !is_led {
        return false;
    }
    let joint = items[..at].iter().rposition(|item| item.is_break() || item.is_any(&[Tag::Then, Tag::But]));
    let clause = &items[joint.map_or(0, |joint| joint + 1)..at];
    let works = |item: &Item| (item.is_work || !item.thing.is_empty()) && item.place.is_none();
    let removes = |item: &Item| {
        item.is_any(&[Tag::LeftOut, Tag::Skip, Tag::Except, Tag::Only])
            || item.is_routine_name
            || item.text.split(' ').any(|word| REMOVES.contains(&word) || TAKES_OUT.contains(&word))
    };
    // "Welder off".
    let is_tool = before(items, at).is_some_and(|item| item.tool.one().is_some());
    !is_tool && clause.iter().any(works) && !clause.iter().any(removes)
}

/// Work that takes something out or off, besides [`REMOVES`], and what is only looked at or left.
const TAKES_OUT: &[&str] = &[
    "out", "off", "unload", "pull", "empty", "pick", "eject", "remove", "lift", "take", "get", "measure", "read",
    "scan", "try", "open", "print", "buzz", "sort", "leave", "miss", "keep",
];

/// "Take the screws to the bench": carried there, not worked with there.
pub(super) fn carries_a_part(items: &[Item], at: usize) -> bool {
    let takes =
        items[at].is(Tag::Take) && items[at].work.is_empty() || matches!(items[at].text.as_str(), "bring" | "carry");
    let is_part = |item: &Item| (item.is_work || !item.thing.is_empty()) && item.tool.is_none() && item.place.is_none();
    let what = items[at + 1..].iter().position(|item| !item.is(Tag::Article)).map(|by| at + 1 + by);
    takes && what.is_some_and(|at| is_part(&items[at]) && items.get(at + 1).is_some_and(|item| item.is(Tag::To)))
}
