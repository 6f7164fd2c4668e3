//! Items as they were meant: numbers and letters as speech is written down, short names, ranges, words that only look like
//! verbs, and verbs with their particles.
//!
//! In: the items of a sentence. Out: the same, put right where the cell's names or the words around leave one reading.

use super::{LISTS, english::Tag, tag::Item};
use crate::{
    cell::PositionId,
    language::lexicon::{Found, Lexicon},
};

mod idioms;
mod parts;

/// Most items between a verb and its particle.
const PARTED_MAX: usize = 5;

/// See the head of this file.
pub(super) fn hear(items: &mut Vec<Item>, text: &str, lexicon: &Lexicon) {
    hear_number_signs(items);
    hear_materials(items);
    parts::things(items, lexicon);
    parts::workpieces(items, lexicon);
    parts::objects(items, lexicon);
    idioms::requests_to_go(items);
    idioms::ways(items);
    idioms::waiting(items);
    idioms::once(items);
    idioms::afterwards(items);
    idioms::signature(items);
    idioms::tag_question(items);
    parts::that_tool(items);
    parts::hanging(items);
    hear_approaches(items, lexicon);
    idioms::except(items);
    hear_numbers(items, lexicon);
    hear_letters(items);
    hear_heads(items);
    parts::own_heads(items, lexicon);
    hear_going(items);
    hear_from(items);
    hear_names(items, lexicon);
    join_short_names(items, lexicon);
    join_sides(items, lexicon);
    hear_ranges(items, text);
    join_parted(items, lexicon);
}

/// "Put the box down", "take the old cap off": a verb and its particle are one phrase for work, whatever stands between.
fn join_parted(items: &mut [Item], lexicon: &Lexicon) {
    for at in 0..items.len() {
        let may_open = items[at].mark.is_none() && items[at].number.is_none() && !items[at].text.contains(' ');
        if !may_open || !items[at].work.is_empty() {
            continue;
        }
        let between = items[at + 1..].iter().take(PARTED_MAX).take_while(|item| is_between(item)).count();
        let particle = at + 1 + between;
        let Some(end) = items.get(particle).filter(|item| between > 0 && LISTS.particles.has(&item.text)) else {
            continue;
        };
        // "Put everything away": a tool, unless a workpiece is named.
        let names_thing = items[at + 1..particle].iter().any(|item| !item.thing.is_empty());
        if matches!(end.text.as_str(), "away" | "back") && !names_thing {
            continue;
        }
        // "Put the sheet on 2": a word that leads to a place.
        let leads = matches!(end.text.as_str(), "on" | "in" | "over" | "through")
            && items.get(particle + 1).is_some_and(|next| next.mark.is_none() && !next.is_any(&[Tag::And, Tag::Then]));
        if leads {
            continue;
        }
        let (verb, thing) = (items[at].text.as_str(), items[particle - 1].text.as_str());
        let of = |words: &[&str]| lexicon.work_phrase(words.iter().copied()).filter(|(taken, _)| *taken == words.len());
        let Some((_, mut ids)) = of(&[verb, thing, &end.text]).or_else(|| of(&[verb, &end.text])) else { continue };
        let things: Vec<u32> = items[at + 1..particle].iter().flat_map(|item| item.thing.iter().copied()).collect();
        if ids.iter().any(|id| things.contains(id)) {
            ids.retain(|id| things.contains(id));
        }
        (items[at].work, items[at].is_work) = (ids, true);
        if !items[at].is_any(&[Tag::Take, Tag::Put, Tag::Drop]) {
            items[at].tag = None;
        }
        items[particle].tag = Some(Tag::Filler);
    }
}

fn is_between(item: &Item) -> bool {
    item.mark.is_none()
        && item.number.is_none()
        && item.place.is_none()
        && (item.tool.is_none() || item.is_thing)
        && !item.is_work
        && !LISTS.particles.has(&item.text)
        && (item.tag.is_none() || item.is_any(&[Tag::Article, Tag::It, Tag::Object, Tag::There, Tag::All]))
}

/// "At a, then b": a letter, not an article.
fn hear_letters(items: &mut [Item]) {
    for at in 0..items.len() {
        // "Slab I", not the speaker.
        if items[at].text == "i" && at > 0 && items[at - 1].is_place_word && items[at - 1].tag.is_none() {
            items[at].tag = None;
        }
        let ends = items.get(at + 1).is_none_or(|next| {
            next.is_break()
                || next.is_any(&[Tag::And, Tag::Then, Tag::Please, Tag::Through, Tag::To, Tag::Or, Tag::Times])
                || next.is_ordinal && at > 0 && items[at - 1].is_break()
        });
        let is_glued = items.get(at + 1).is_some_and(|next| next.number.is_some() && next.start == items[at].end);
        // "Load a b", "grease a c and d".
        let is_listed = items.get(at + 1).is_some_and(|next| {
            next.text.len() == 1
                && next.text != "a"
                && next.mark.is_none()
                && next.number.is_none()
                && next.is_place_word
        });
        // "A 2 times, B once".
        let is_counted = items.get(at + 1).is_some_and(|next| next.number.is_some())
            && items.get(at + 2).is_some_and(|next| next.is(Tag::Times));
        if items[at].text == "a" && items[at].is(Tag::Article) && (ends || is_glued || is_listed || is_counted) {
            items[at].tag = None;
        }
    }
}

/// "Weld #1", "weld no 1 and no 3": words for a number before it.
fn hear_number_signs(items: &mut Vec<Item>) {
    let mut at = 0;
    let mut says_no = false;
    while at + 1 < items.len() {
        let counts = items[at + 1].number.is_some() && !items[at + 1].is_ordinal && items[at + 1].place.is_none();
        if items[at].mark == Some('#') && counts {
            items.remove(at);
            continue;
        }
        let before = at.checked_sub(1).map(|before| &items[before]);
        let leads = before.is_some_and(|item| {
            item.is_work || item.is_any(&[Tag::At, Tag::To, Tag::Noun]) || says_no && item.is(Tag::And)
        });
        if items[at].is(Tag::No) && items[at].text == "no" && counts && leads {
            says_no = true;
            items.remove(at);
            continue;
        }
        at += 1;
    }
}

/// "Above the lathes", where a position is called "above lathes".
fn hear_approaches(items: &mut Vec<Item>, lexicon: &Lexicon) {
    for at in (0..items.len()).rev() {
        let [over, article, what, ..] = &items[at..] else { continue };
        let is_named =
            LISTS.approaches.has(&over.text) && over.place.is_none() && over.is_place_word && article.is(Tag::Article);
        if !is_named || what.mark.is_some() {
            continue;
        }
        if let found @ Found::One(_) = lexicon.place_called(&[&over.text, &what.text]) {
            items[at] = named(found, format!("{} {}", over.text, what.text), over.start..what.end);
            items.drain(at + 1..at + 3);
        }
    }
}

/// "Some paste on 2": what is worked with, of which there is no one or several.
fn hear_materials(items: &mut [Item]) {
    for at in 0..items.len().saturating_sub(2) {
        let is_some = items[at].is(Tag::Vague) && matches!(items[at].text.as_str(), "some" | "more" | "a little");
        let work = &items[at + 1];
        let is_material = work.is_work && work.work.len() == 1 && work.tag.is_none() && !work.is_plural;
        if is_some && is_material && items[at + 2].is_any(&[Tag::At, Tag::To, Tag::For]) {
            items[at].tag = Some(Tag::Article);
        }
    }
}

/// "Position to", "spot for": numbers as speech is written down, where nothing else can be meant.
fn hear_numbers(items: &mut [Item], lexicon: &Lexicon) {
    for at in 1..items.len() {
        let Some(&number) = LISTS.numbers_misheard.get(&items[at].text) else { continue };
        let ends =
            items.get(at + 1).is_none_or(|next| next.is_break() || next.is_any(&[Tag::And, Tag::Then, Tag::Please]));
        let before = &items[at - 1];
        let in_row = before.is_place_word
            && before.number.is_none()
            && before.place.is_none()
            && lexicon.place(&[before.text.as_str(), &number.to_string()]).one().is_some();
        // "Pour the mould too": as well.
        let is_one = at > 1 && items[at - 2].is(Tag::Article);
        if (before.is(Tag::Noun) || in_row) && ends && !is_one {
            (items[at].tag, items[at].number, items[at].text) = (None, Some(number), number.to_string());
        }
    }
}

/// "Bee two", "see one", "vise be": letters as speech is written down, where a place is called so.
fn hear_names(items: &mut Vec<Item>, lexicon: &Lexicon) {
    for at in (0..items.len()).rev() {
        let text = &items[at].text;
        let heard = LISTS.letter_names.get(text).or_else(|| LISTS.letters_misheard.get(text));
        let Some(letter) = heard.filter(|_| items[at].place.is_none()) else {
            continue;
        };
        let number =
            items.get(at + 1).and_then(|next| next.number.filter(|_| !next.is_ordinal && next.place.is_none()));
        if let Some(number) = number
            && let found @ Found::One(_) = lexicon.place(&[letter, &number.to_string()])
        {
            let end = items[at + 1].end;
            items[at] = named(found, format!("{letter} {number}"), items[at].start..end);
            items.remove(at + 1);
            continue;
        }
        if at > 0
            && items[at - 1].is_place_word
            && items[at - 1].place.is_none()
            && let found @ Found::One(_) = lexicon.place(&[items[at - 1].text.as_str(), letter])
        {
            let start = items[at - 1].start;
            items[at - 1] = named(found, format!("{} {letter}", items[at - 1].text), start..items[at].end);
            items.remove(at);
        }
    }
}

/// "B1" for `TrayB1`, where nothing else ends so.
fn join_short_names(items: &mut Vec<Item>, lexicon: &Lexicon) {
    for at in (0..items.len().saturating_sub(1)).rev() {
        let (letter, number) = (&items[at], &items[at + 1]);
        let is_pair = letter.text.len() == 1
            && letter.mark.is_none()
            && letter.number.is_none()
            && letter.place.is_none()
            && number.start == letter.end
            && number.number.is_some();
        let leads =
            at > 0 && items[at - 1].is_place_word && items[at - 1].place.is_none() && items[at - 1].tag.is_none();
        if is_pair
            && !leads
            && let found @ Found::One(_) = lexicon.place(&[letter.text.as_str(), number.text.as_str()])
        {
            let joined = named(found, format!("{} {}", letter.text, number.text), letter.start..number.end);
            items[at] = joined;
            items.remove(at + 1);
        }
    }
}

/// "B left", "A-left" for `JigB_Left` and `JigA_Left`, where nothing else is called so.
fn join_sides(items: &mut Vec<Item>, lexicon: &Lexicon) {
    for at in (0..items.len()).rev() {
        let [letter, next, ..] = &items[at..] else { continue };
        let is_letter = letter.text.len() == 1
            && letter.mark.is_none()
            && letter.number.is_none()
            && letter.place.is_none()
            && letter.is_place_word;
        let by = 1 + usize::from(next.mark == Some('-'));
        let Some(side) = items.get(at + by).filter(|_| is_letter) else { continue };
        let is_side = side.mark.is_none() && side.is_place_word && side.place.is_none() && side.text.len() > 1;
        let leads = at > 0 && items[at - 1].is_place_word && items[at - 1].place.is_none();
        if is_side
            && !leads
            && side.number.is_none()
            && let found @ Found::One(_) = lexicon.place(&[letter.text.as_str(), side.text.as_str()])
        {
            items[at] = named(found, format!("{} {}", letter.text, side.text), letter.start..side.end);
            items.drain(at + 1..=at + by);
        }
    }
}

fn named(place: Found<PositionId>, text: String, span: std::ops::Range<usize>) -> Item {
    Item { place, text, is_place_word: true, is_known: true, start: span.start, end: span.end, ..Item::default() }
}

/// "B1-B3": the places from the one to the other.
fn hear_ranges(items: &mut Vec<Item>, text: &str) {
    for at in (1..items.len()).rev() {
        let (before, after) = (&items[at - 1], &items[at]);
        let between = text.get(before.end..after.start);
        let is_range = before.place.one().is_some()
            && (after.place.one().is_some() || after.number.is_some())
            && between
                .is_some_and(|between| matches!(between.trim(), "-" | "\u{2013}" | "..") && before.end < after.start);
        if is_range {
            let through = Item {
                tag: Some(Tag::Through),
                text: "-".to_owned(),
                start: before.end,
                end: after.start,
                ..Item::default()
            };
            items.insert(at, through);
        }
    }
}

/// "Aspirate form 2": not the shape.
fn hear_from(items: &mut [Item]) {
    for at in 1..items.len() {
        let leads =
            items.get(at + 1).is_some_and(|next| next.number.is_some() || !next.place.is_none() || next.is(Tag::Noun));
        if matches!(items[at].text.as_str(), "form" | "fom" | "fro" | "frm") && items[at - 1].is_work && leads {
            items[at] = Item { text: "from".to_owned(), tag: Some(Tag::From), ..bare_at(&items[at]) };
        }
    }
}

/// "Would you mind going to 3": no wish, a way.
fn hear_going(items: &mut [Item]) {
    for at in 0..items.len() {
        let is_place = |item: &Item| {
            item.place.one().is_some() || item.is_place_word || item.is(Tag::Noun) || item.number.is_some()
        };
        let by = 1 + usize::from(items.get(at + 1).is_some_and(|next| next.is(Tag::Article)));
        if items[at].text == "going to" && items.get(at + by).is_some_and(is_place) {
            items[at].tag = Some(Tag::Go);
        }
    }
}

/// "The grinding head", "a test run": no verbs.
fn hear_heads(items: &mut [Item]) {
    for at in 1..items.len() {
        let before = &items[at - 1];
        let after_work = before.is_work || before.tool.one().is_some();
        if items[at].text == "head" && items[at].is(Tag::Go) && after_work {
            items[at].tag = Some(Tag::ToolNoun);
        }
        // "A test run".
        if items[at].text == "run" && items[at].is(Tag::Do) && after_work {
            items[at].tag = Some(Tag::RoutineNoun);
        }
    }
}

fn bare_at(item: &Item) -> Item {
    Item { start: item.start, end: item.end, ..Item::default() }
}
