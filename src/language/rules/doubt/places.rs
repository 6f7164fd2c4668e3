//! Signs that places are counted, corrected, ordered, passed or left out in a way that the grammar does not follow.

use super::{IDLE, acts, before, is_end, means_all, names_place, next, tells_place};
use crate::language::{
    lexicon::is_place_noun,
    rules::{english::Tag, tag::Item},
};

/// Words that narrow what they stand before, and that no cell's names have.
const ADJECTIVES: &[&str] = &["even", "odd", "big", "new", "little", "small", "old", "large", "single", "proper"];

/// "Back off from 1", "get yourself off 1": not there.
pub(super) fn goes_away(items: &[Item], at: usize) -> bool {
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

/// "Vise 1, vise 2 I meant".
pub(super) fn corrects_at_the_end(items: &[Item], at: usize) -> bool {
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

/// "1 to 3, sorry, to 4", "1 and 2, no, only 2", "sorry, 4 instead of 2".
pub(super) fn corrects_a_range(items: &[Item], at: usize) -> bool {
    if !items[at].is_any(&[Tag::Fix, Tag::No, Tag::Wait]) {
        return false;
    }
    let what = items[at + 1..].iter().find(|item| !item.is_break() && !item.is(Tag::Filler));
    let is_part = what.is_some_and(|item| item.is_any(&[Tag::To, Tag::Through, Tag::From, Tag::Only]));
    let replaces = |item: &Item| matches!(item.text.as_str(), "instead of" | "rather than" | "in place of");
    let is_only = what.is_some_and(|item| item.is(Tag::Only));
    is_only || is_part && items[..at].iter().any(names_place) || items[at..].iter().any(replaces)
}

/// "The one after 3", "the big one", "just the one".
pub(super) fn points_beside(items: &[Item], at: usize) -> bool {
    let is_spelled = items[at].number == Some(1) && items[at].end - items[at].start == 3;
    let told = before(items, at).is_some_and(|item| item.is(Tag::Filler) && ADJECTIVES.contains(&item.text.as_str()));
    let alone = before(items, at).is_some_and(|item| item.text == "the") && is_end(items.get(at + 1));
    is_spelled && (told || alone)
        || matches!(items[at].text.as_str(), "1" | "one")
            && before(items, at).is_some_and(|item| item.text == "the")
            && items.get(at + 1).is_some_and(|item| item.is_any(&[Tag::After, Tag::Before, Tag::BeforeThat]))
}

/// "Left and middle weld right and middle": a place, though the word may agree, too.
pub(super) fn turns_right(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let is_right = item.text == "right" && item.is(Tag::Ok) && (item.is_place_word || item.is_told);
    let next = items.get(at + 1);
    let is_joined = before(items, at).is_some_and(|item| item.is_any(&[Tag::And, Tag::Then]));
    let is_said = before(items, at).is_some_and(|item| item.is_work) && next.is_some_and(|item| item.is(Tag::And));
    let is_swallowed = item.text == "right then" && is_joined;
    is_swallowed || is_right && (is_said || is_joined && is_end(next))
}

/// "All but one": any one, or number 1?
pub(super) fn leaves_one(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let is_spelled = item.number == Some(1) && item.end - item.start > 1;
    is_spelled
        && before(items, at).is_some_and(|item| item.is_any(&[Tag::Except, Tag::But]))
        && is_end(items.get(at + 1))
}

/// "Station one oh".
pub(super) fn spells_digits(items: &[Item], at: usize) -> bool {
    let is_zero = |item: &Item| matches!(item.text.as_str(), "oh" | "zero" | "o") || item.number == Some(0);
    is_zero(&items[at])
        && before(items, at).is_some_and(|item| item.number.is_some() || item.place.one().is_some())
        && items.get(at + 1).is_none_or(|item| item.is_break() || item.is(Tag::And) || item.number.is_some())
}

/// "4 and up", "from 6 on", "starting from 6".
pub(super) fn has_open_end(items: &[Item], at: usize) -> bool {
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

/// "Go to 2 through 1", "go around 1 to 2", "glue 7 to 10, hop over 9": by or past a place, not to it.
pub(super) fn goes_by_way_of(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let passes = ["past", "around", "round", "over", "by"];
    let is_past = item.is(Tag::Go) && item.text.split(' ').next_back().is_some_and(|last| passes.contains(&last));
    let named_before = || items[..at].iter().any(names_place) && items[..at].iter().any(|item| item.is_work);
    let leads_on = ["past", "around", "round"].iter().any(|word| item.text.ends_with(word))
        && items[at + 1..].iter().any(|item| item.is(Tag::To));
    let through = matches!(item.text.as_str(), "through" | "thru")
        && items.iter().find(|item| acts(item)).is_some_and(|item| item.is(Tag::Go))
        && items[..at].iter().any(|item| item.is(Tag::To));
    // "Go around the module": not to it. "Go around all of them" is a tour.
    let around = item.is(Tag::Go)
        && ["past", "around", "round"].iter().any(|word| item.text.ends_with(&format!(" {word}")))
        && !items[at + 1..].iter().any(|item| means_all(item) || item.is_plural);
    around || is_past && (leads_on || named_before()) || through
}

/// "Glue 1 and 3, then trim all of those", "stud 1 and 3, gauging each".
pub(super) fn refers_to_all_said(items: &[Item], at: usize) -> bool {
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
pub(super) fn refers_by_order(items: &[Item], at: usize) -> bool {
    let orders = items[at].is_ordinal || items[at].is(Tag::Last);
    let one = items.get(at + 1).is_some_and(|item| matches!(item.text.as_str(), "1" | "one") || item.is(Tag::It));
    let leaves_out =
        before(items, at.saturating_sub(usize::from(before(items, at).is_some_and(|item| item.is(Tag::Article)))))
            .is_some_and(|item| item.is_any(&[Tag::Except, Tag::But, Tag::Not]))
            && !items[..at].iter().any(|item| item.is_any(&[Tag::Fix, Tag::No]));
    orders && one && !leaves_out && items[..at].iter().filter(|item| names_place(item)).count() > 1
}

/// "7, 8, I mean 9, 10": in place of both, or of the last?
pub(super) fn replaces_a_list(items: &[Item], at: usize) -> bool {
    let count = |items: &[Item]| items.iter().filter(|item| names_place(item)).count();
    items[at].is_any(&[Tag::Fix, Tag::No, Tag::Wait])
        && count(&items[..at]) > 1
        && count(&items[at..]) > 1
        && !items[at..].iter().any(|item| acts(item) || item.is_any(&[Tag::Through, Tag::To, Tag::And]))
}

/// "Prime every booth, white first", "sand the vises, A twice": one of many, of which the grammar keeps the one.
pub(super) fn singles_out(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let marks = item.is_ordinal && item.number == Some(1) || item.is(Tag::Times);
    if !marks || !is_end(items.get(at + 1)) {
        return false;
    }
    let many = |item: &Item| means_all(item) || item.is_place_word && item.is_plural;
    let is_one = |from: usize| {
        let between = &items[from + 1..at];
        !between.iter().any(|item| acts(item) || many(item)) && between.iter().any(tells_place)
    };
    let from = items[..at].iter().rposition(Item::is_break);
    from.is_some_and(|from| is_one(from) && items[..from].iter().any(many))
}

/// "Prime red no blue": instead of red, or not blue? "1, rather 2".
pub(super) fn replaces_unmarked(items: &[Item], at: usize) -> bool {
    let names = |item: &Item| (item.place.one().is_some() || item.is_place_word) && item.number.is_none();
    let is_between = before(items, at).is_some_and(names) && items.get(at + 1).is_some_and(names);
    let is_rather = items[at].text == "rather"
        && before(items, at).is_some_and(Item::is_break)
        && items.get(at + 1).is_some_and(tells_place);
    items[at].text == "no" && items[at].is(Tag::No) && is_between || is_rather
}

/// "Everything past 9", "glue 7 to 10, fly over 9", "go above 3", "go between 1 and 2", "go to 1, but not over 2".
pub(super) fn passes_by(items: &[Item], at: usize) -> bool {
    let leads = items.get(at + 1).is_some_and(|item| names_place(item) || item.is(Tag::Noun) || item.text == "the");
    let flies = before(items, at).is_some_and(|item| item.is(Tag::Go))
        && matches!(items[at].text.as_str(), "over" | "around" | "by" | "past")
        && items[..at].iter().any(|item| item.is_work);
    let goes = || items[..at].iter().any(|item| item.is(Tag::Go));
    let beside = before(items, at).is_some_and(|item| item.is(Tag::Go))
        && (items[at].is(Tag::Between)
            || matches!(
                items[at].text.as_str(),
                "above" | "across" | "around" | "below" | "under" | "behind" | "beyond"
            ))
        && !items[at + 1..].iter().any(|item| item.is_any(&[Tag::To, Tag::All, Tag::Each, Tag::Both, Tag::Everywhere]));
    let limits = items[at].is_any(&[Tag::Not, Tag::Except, Tag::ExceptDo, Tag::Skip])
        && items
            .get(at + 1)
            .is_some_and(|item| matches!(item.text.as_str(), "over" | "through" | "past" | "via" | "near"))
        && goes();
    // "Go over place 3", where placing is work.
    let is_named_so = items[at].is(Tag::Noun)
        && !items[at].work.is_empty()
        && items.get(at + 1).is_some_and(|item| item.number.is_some())
        && goes();
    beside || limits || is_named_so || flies || items[at].text == "past" && leads
}

/// "The even moulds", "the big lines": not all of them.
pub(super) fn narrows(items: &[Item], at: usize) -> bool {
    let things = |item: &Item| item.is_plural && (item.is_place_word || item.is_any(&[Tag::Noun, Tag::Object]));
    let text = items[at].text.as_str();
    let told = ADJECTIVES.contains(&text);
    told && items.get(at + 1).is_some_and(|item| things(item) || matches!(text, "even" | "odd") && item.is(Tag::Only))
}

/// "Test one in row A": one of them, not all.
pub(super) fn takes_one_of(items: &[Item], at: usize) -> bool {
    let is_one = items[at].number == Some(1) && items[at].end - items[at].start == 3 || items[at].is(Tag::It);
    let leads = items.get(at + 1).is_some_and(|item| item.is_any(&[Tag::At, Tag::Of]) && item.text != "at");
    let row = next(items, at + 1, &[Tag::Article]);
    is_one
        && leads
        && row.is_some_and(|item| item.is_plural || matches!(item.text.as_str(), "row" | "rack" | "line" | "column"))
}

/// "The second from the end", "the row aside".
pub(super) fn counts_from_the_end(items: &[Item], at: usize) -> bool {
    let from_end = items[at].is(Tag::Reverse) && items[at].text.contains("end");
    let end = items[at].text == "end" && items[..at].iter().any(|item| item.is(Tag::From));
    let aside = items[at].text == "aside" && items.get(at + 1).is_some_and(tells_place);
    aside || (from_end || end) && items[..at].iter().any(|item| item.is_ordinal)
}

/// "Dip the red tapers in the blue vat", "the right tab of the left busbar": a word of a place's name tells of a thing.
pub(super) fn describes_a_thing(items: &[Item], at: usize) -> bool {
    let tells = items[at].is_place_word
        && !items[at].is(Tag::Article)
        && items[at].number.is_none()
        && !items[at].is(Tag::Noun)
        && !items[at].is_work;
    let is_thing = |item: &Item| {
        (item.is(Tag::Object) || item.is_thing || item.is_work || item.is_unknown())
            && item.place.is_none()
            && !item.is_place_word
    };
    let further = || items[at + 2..].iter().any(|item| names_place(item) || item.is_place_word && !item.is_work);
    tells
        && before(items, at).is_some_and(|item| item.is(Tag::Article) || item.is_work)
        && items.get(at + 1).is_some_and(is_thing)
        && items.get(at + 2).is_some_and(|item| item.is_any(&[Tag::At, Tag::Of, Tag::To]))
        && further()
}

/// "In the right place", "left over": no place's name.
pub(super) fn says_right_otherwise(items: &[Item], at: usize) -> bool {
    let after = items.get(at + 1);
    match items[at].text.as_str() {
        "right" => {
            before(items, at).is_some_and(|item| item.is(Tag::Article))
                && after.is_some_and(|item| item.is(Tag::Noun) && !item.is_place_word && item.text != "position")
                && is_end(items.get(at + 2))
        }
        "left" => after.is_some_and(|item| item.text == "over"),
        _ => false,
    }
}

/// "Go over the line": one place, or all?
pub(super) fn names_the_line(items: &[Item], at: usize) -> bool {
    let before = at.saturating_sub(4);
    items[at].is(Tag::Everywhere)
        && items[at].text.ends_with("line")
        && items[before..at].iter().any(|item| item.is_any(&[Tag::Go, Tag::Return, Tag::Back]))
}

/// "The north, er, the south one": and, or instead?
pub(super) fn hesitates(items: &[Item], at: usize) -> bool {
    let is_sound = matches!(items[at].text.as_str(), "er" | "erm" | "uh" | "um" | "eh" | "hmm" | "hm" | "oh" | "ah");
    let names = |item: Option<&Item>| item.is_some_and(|item| names_place(item) || item.is_place_word);
    let last = items[..at].iter().rev().find(|item| !item.is_break());
    let next = items[at + 1..].iter().find(|item| !item.is_break() && !item.is(Tag::Article));
    is_sound && before(items, at).is_some_and(Item::is_break) && names(last) && names(next)
}

/// "Back off lathe 2", "up off 3", "get out of 2": away from there.
pub(super) fn leaves_a_place(items: &[Item], at: usize) -> bool {
    let goes = || before(items, at).is_some_and(|item| item.is(Tag::Go));
    let is_off = items[at].is(Tag::Away) && items[at].text == "off"
        || matches!(items[at].text.as_str(), "back off" | "pass by")
        || items[at].text == "back" && before(items, at).is_some_and(|item| item.text == "turn")
        || items[at].text == "away" && goes() && items.get(at + 1).is_some_and(|item| item.is(Tag::From))
        || items[at].text == "away from" && goes();
    let works = |item: &Item| {
        item.is_work && !item.is(Tag::Go) && item.text != "turn"
            || item.is_any(&[Tag::Take, Tag::Put, Tag::Drop, Tag::Do])
    };
    let opens = !items[..at].iter().any(works);
    is_off && opens && next(items, at, &[Tag::Article, Tag::Of, Tag::From, Tag::At, Tag::Noun]).is_some_and(tells_place)
}

/// "Scan the rest", "on to the rest", where a place is called rest.
pub(super) fn is_rest_of_all(items: &[Item], at: usize) -> bool {
    let is_led = before(items, at).is_some_and(|item| item.is(Tag::Article));
    items[at].text == "rest" && !items[at].place.is_none() && is_led
}

/// "Bolt 3 like 4": 4 is no place to bolt.
pub(super) fn likens(items: &[Item], at: usize) -> bool {
    matches!(items[at].text.as_str(), "like" | "unlike" | "same as" | "as on" | "as at")
        && next(items, at, &[Tag::Article, Tag::At]).is_some_and(tells_place)
}

/// "Go over lathe 2": above it, or all over it? "Go over to lathe 2" is a way.
pub(super) fn goes_over(items: &[Item], at: usize) -> bool {
    let passed = |item: &&Item| item.is_any(&[Tag::Filler, Tag::Back, Tag::At]);
    let verb = items[..at].iter().rev().find(|item| !passed(item));
    let is_over = items[at].text == "over" && verb.is_some_and(|item| item.is_any(&[Tag::Go, Tag::Back]))
        || items[at].is(Tag::Go) && items[at].text.ends_with(" over");
    is_over
        && next(items, at, &[Tag::Article]).is_some_and(tells_place)
        && !items.get(at + 1).is_some_and(|item| item.is_any(&[Tag::At, Tag::To]))
}

/// "Go back 20", "go up 10": so far, or there?
pub(super) fn goes_so_far(items: &[Item], at: usize) -> bool {
    let is_way = matches!(items[at].text.as_str(), "up" | "down" | "back" | "left" | "right" | "forward" | "forwards");
    let is_bare = |item: &Item| item.number.is_some() && !item.is_ordinal && item.place.is_none();
    let goes_back = matches!(items[at].text.as_str(), "go back" | "move back" | "back up" | "go up" | "go down");
    (is_way && before(items, at).is_some_and(|item| item.is(Tag::Go)) || goes_back)
        && items.get(at + 1).is_some_and(is_bare)
        && is_end(items.get(at + 2))
}

/// "Torque to 40", "blow for 20": how much, or where?
pub(super) fn may_be_an_amount(items: &[Item], at: usize) -> bool {
    let is_bare = |item: &Item| item.number.is_some() && !item.is_ordinal && item.place.is_none();
    items[at].is_any(&[Tag::To, Tag::For])
        && matches!(items[at].text.as_str(), "to" | "for")
        && before(items, at).is_some_and(|item| item.is_work && item.place.is_none())
        && items.get(at + 1).is_some_and(is_bare)
        && is_end(items.get(at + 2))
}

/// "Go to the bench grinder": a tool's name, or its work there?
pub(super) fn goes_to_a_tool(items: &[Item], at: usize) -> bool {
    items[at].is(Tag::Go)
        && items[at + 1..].windows(2).take_while(|pair| !pair[0].is_break() && !pair[0].is(Tag::And)).any(|pair| {
            (names_place(&pair[0]) || pair[0].is_place_word) && pair[1].tool.one().is_some() && pair[1].place.is_none()
        })
}

/// "Weigh the one near 4", "weigh 2, near 4": 4 tells where, and is not worked at.
pub(super) fn is_beside_another(items: &[Item], at: usize) -> bool {
    let is_near = matches!(items[at].text.as_str(), "near" | "beside" | "next to" | "behind" | "opposite");
    let last = before(items, at);
    let names =
        last.is_some_and(|item| item.is_break() || item.text == "1" || item.text == "one" || item.is(Tag::Object));
    is_near && at > 0 && names && next(items, at, &[Tag::Article]).is_some_and(tells_place)
}

/// "1, 2, not 3, and 4": is 4 left out?
pub(super) fn leaves_one_in_the_middle(items: &[Item], at: usize) -> bool {
    let corrects = items[..at].iter().any(|item| item.is_any(&[Tag::Fix, Tag::No, Tag::Wait]));
    let is_not = items[at].text == "not"
        && before(items, at).is_some_and(|item| item.is_break() || item.is(Tag::But))
        && !corrects;
    let what = items[at + 1..].iter().position(|item| !item.is_any(&[Tag::Article, Tag::At, Tag::Noun]));
    let end = what.map(|by| at + 1 + by).filter(|&at| tells_place(&items[at]));
    let Some(end) = end.filter(|_| is_not) else { return false };
    let goes_on = items.get(end + 1).is_some_and(Item::is_break);
    goes_on
        && items[end + 2..]
            .iter()
            .find(|item| !item.is_any(&[Tag::And, Tag::Article, Tag::Noun]))
            .is_some_and(names_place)
}

/// "The 2 positions": so many, or the one of that number?
pub(super) fn counts_places(items: &[Item], at: usize) -> bool {
    let Some(noun) = items.get(at + 1).filter(|noun| is_place_noun(&noun.text)) else { return false };
    // "The first two positions" are counted off.
    let is_counted_off = before(items, at).is_some_and(|item| item.is_ordinal || item.is(Tag::Last));
    let counts = items[at].number.is_some() && !items[at].is_ordinal && !is_counted_off;
    counts && noun.is_plural
}
