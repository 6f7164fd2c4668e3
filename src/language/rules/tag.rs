//! Words → items: each word or phrase with what it does in the language and what it names in the cell.
//!
//! In: the words of a sentence and the lexicon. Out: items in order, with the places of their words. Misspelt words are put
//! right here, where exactly one known word is near.

use super::english::{self, Tag};
use crate::{
    cell::{PositionId, ToolId},
    language::lexicon::{
        Found, Lexicon, canon, kin,
        words::{Word, words},
    },
    limits::MISSPELT_WORDS_MAX,
};

/// A word or a phrase of a sentence.
#[derive(Clone, Debug, Default)]
pub(super) struct Item {
    /// What it does in the language.
    pub(super) tag: Option<Tag>,
    /// The place that it names, whole.
    pub(super) place: Found<PositionId>,
    /// The tool that it names.
    pub(super) tool: Found<ToolId>,
    /// The routines that it may mean.
    pub(super) work: Vec<u32>,
    /// It is a word for a workpiece.
    pub(super) is_thing: bool,
    /// The routines whose names tell of that workpiece.
    pub(super) thing: Vec<u32>,
    /// It is a word for work, whether the cell does that or not.
    pub(super) is_work: bool,
    /// "welded": may tell of what was.
    pub(super) is_past: bool,
    /// It ends in "s": several, or what somebody does.
    pub(super) is_plural: bool,
    /// The whole name of a routine.
    pub(super) is_routine_name: bool,
    pub(super) number: Option<u64>,
    pub(super) is_ordinal: bool,
    /// The mark, where it is one.
    pub(super) mark: Option<char>,
    /// Its words in their usual form, joined by blanks.
    pub(super) text: String,
    /// It stands in the name of a position.
    pub(super) is_place_word: bool,
    /// It stands in the name of anything.
    pub(super) is_known: bool,
    /// It stands in a description.
    pub(super) is_told: bool,
    /// Where it begins in the sentence, in bytes.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
}

impl Item {
    pub(super) fn is(&self, tag: Tag) -> bool {
        self.tag == Some(tag)
    }

    pub(super) fn is_any(&self, tags: &[Tag]) -> bool {
        self.tag.is_some_and(|tag| tags.contains(&tag))
    }

    /// A comma, a full stop, a dash: an end of something.
    pub(super) const fn is_break(&self) -> bool {
        matches!(self.mark, Some(',' | '.' | ';' | ':' | '!' | '?' | '-' | '\u{2013}' | '\u{2014}' | '\u{2026}' | '\n'))
    }

    /// A verb for taking and putting that stands for work of this cell: "pick up", "set down".
    pub(super) fn is_handling(&self) -> bool {
        !self.work.is_empty() && self.is_any(&[Tag::Take, Tag::Put, Tag::Drop])
    }

    /// Nothing is known of it.
    pub(super) fn is_unknown(&self) -> bool {
        self.tag.is_none()
            && self.mark.is_none()
            && self.number.is_none()
            && self.place.is_none()
            && self.tool.is_none()
            && !self.is_work
    }
}

/// The items of a sentence.
pub(super) fn items(text: &str, lexicon: &Lexicon) -> Vec<Item> {
    let mut words = mended(joined(written_out(words(text)), lexicon), lexicon);
    words.retain(|word| !word.mark || !is_ornament(&word.text));
    let mut items = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let (taken, item) = item(&words[at..], lexicon);
        items.push(item);
        at += taken;
    }
    hear_numbers(&mut items, lexicon);
    hear_letters(&mut items);
    hear_heads(&mut items);
    hear_going(&mut items);
    hear_from(&mut items);
    hear_names(&mut items, lexicon);
    join_short_names(&mut items, lexicon);
    hear_ranges(&mut items, text);
    join_parted(&mut items, lexicon);
    items
}

/// Most items between a verb and its particle.
const PARTED_MAX: usize = 5;

/// "Put the box down", "take the old cap off": a verb and its particle are one phrase for work, whatever stands between.
fn join_parted(items: &mut [Item], lexicon: &Lexicon) {
    for at in 0..items.len() {
        let may_open = items[at].mark.is_none() && items[at].number.is_none() && !items[at].text.contains(' ');
        if !may_open || !items[at].work.is_empty() {
            continue;
        }
        let between = items[at + 1..].iter().take(PARTED_MAX).take_while(|item| is_between(item)).count();
        let particle = at + 1 + between;
        let Some(end) = items.get(particle).filter(|item| between > 0 && is_particle(&item.text)) else { continue };
        // "Put the sheet on 2": a word that leads to a place.
        // "Put everything away": a tool, unless a workpiece is named.
        let names_thing = items[at + 1..particle].iter().any(|item| !item.thing.is_empty());
        if matches!(end.text.as_str(), "away" | "back") && !names_thing {
            continue;
        }
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
        && !is_particle(&item.text)
        && (item.tag.is_none() || item.is_any(&[Tag::Article, Tag::It, Tag::Object, Tag::There, Tag::All]))
}

fn is_particle(word: &str) -> bool {
    matches!(word, "up" | "down" | "off" | "on" | "in" | "out" | "over" | "away" | "back" | "through" | "together")
}

/// Marks that change nothing.
fn is_ornament(mark: &str) -> bool {
    matches!(mark, "\"" | "\u{201c}" | "\u{201d}" | "\u{ab}" | "\u{bb}" | "(" | ")" | "[" | "]" | "*" | "~")
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
        });
        let is_glued = items.get(at + 1).is_some_and(|next| next.number.is_some() && next.start == items[at].end);
        if items[at].text == "a" && items[at].is(Tag::Article) && (ends || is_glued) {
            items[at].tag = None;
        }
    }
}

/// "Position to", "spot for": numbers as speech is written down, where nothing else can be meant.
fn hear_numbers(items: &mut [Item], lexicon: &Lexicon) {
    for at in 1..items.len() {
        let number = match items[at].text.as_str() {
            "to" | "too" | "tu" => 2,
            "for" | "fore" => 4,
            "won" => 1,
            "ate" => 8,
            "tree" | "free" => 3,
            _ => continue,
        };
        let ends =
            items.get(at + 1).is_none_or(|next| next.is_break() || next.is_any(&[Tag::And, Tag::Then, Tag::Please]));
        let before = &items[at - 1];
        let in_row = before.is_place_word
            && before.number.is_none()
            && before.place.is_none()
            && lexicon.place(&[before.text.as_str(), &number.to_string()]).one().is_some();
        if (before.is(Tag::Noun) || in_row) && ends {
            (items[at].tag, items[at].number, items[at].text) = (None, Some(number), number.to_string());
        }
    }
}

/// "Bee two", "see one", "vise be": letters as speech is written down, where a place is called so.
fn hear_names(items: &mut Vec<Item>, lexicon: &Lexicon) {
    for at in (0..items.len()).rev() {
        let Some(letter) = heard_letter(&items[at].text).filter(|_| items[at].place.is_none()) else { continue };
        let number = items.get(at + 1).and_then(|next| next.number.filter(|_| !next.is_ordinal && next.place.is_none()));
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
        let leads = at > 0 && items[at - 1].is_place_word && items[at - 1].place.is_none() && items[at - 1].tag.is_none();
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

fn named(place: Found<PositionId>, text: String, span: std::ops::Range<usize>) -> Item {
    Item { place, text, is_place_word: true, is_known: true, start: span.start, end: span.end, ..Item::default() }
}

fn heard_letter(word: &str) -> Option<&'static str> {
    Some(match word {
        "ay" | "eh" | "hey" => "a",
        "be" | "bee" => "b",
        "see" | "sea" | "cee" => "c",
        "dee" => "d",
        "ef" => "f",
        "gee" => "g",
        "aitch" => "h",
        "jay" => "j",
        "kay" => "k",
        "el" | "ell" => "l",
        "em" => "m",
        "en" => "n",
        "pea" | "pee" => "p",
        "tea" | "tee" => "t",
        _ => return None,
    })
}

/// "B1-B3": the places from the one to the other.
fn hear_ranges(items: &mut Vec<Item>, text: &str) {
    for at in (1..items.len()).rev() {
        let (before, after) = (&items[at - 1], &items[at]);
        let between = text.get(before.end..after.start);
        let is_range = before.place.one().is_some()
            && (after.place.one().is_some() || after.number.is_some())
            && between.is_some_and(|between| matches!(between.trim(), "-" | "\u{2013}" | "..") && before.end < after.start);
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
        let leads = items.get(at + 1).is_some_and(|next| next.number.is_some() || !next.place.is_none() || next.is(Tag::Noun));
        if matches!(items[at].text.as_str(), "form" | "fom" | "fro" | "frm") && items[at - 1].is_work && leads {
            items[at] = Item { text: "from".to_owned(), tag: Some(Tag::From), ..bare_at(&items[at]) };
        }
    }
}

/// "Would you mind going to 3": no wish, a way.
fn hear_going(items: &mut [Item]) {
    for at in 0..items.len() {
        let is_place = |item: &Item| item.place.one().is_some() || item.is_place_word || item.is(Tag::Noun) || item.number.is_some();
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

/// Short forms in full: "don't" is two words with one place.
fn written_out(words: Vec<Word>) -> Vec<Word> {
    let mut out = Vec::with_capacity(words.len());
    for word in words {
        match english::expanded(&word.text).filter(|_| !word.glued) {
            Some(full) => out.extend(full.split(' ').map(|part| Word { text: part.to_owned(), ..word.clone() })),
            None => out.push(word),
        }
    }
    out
}

/// "Bar code" where the cell says "barcode", "clear coat" where it says "clearcoat".
fn joined(words: Vec<Word>, lexicon: &Lexicon) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::with_capacity(words.len());
    let is_plain = |word: &Word| !word.mark && word.number.is_none() && word.text.len() >= 2;
    for word in words {
        if let Some(last) = out.last_mut().filter(|last| is_plain(last) && is_plain(&word) && !word.glued) {
            let both = format!("{}{}", last.text, word.text);
            if both.len() >= JOINED_BYTES_MIN && lexicon.is_known(&both) {
                (last.text, last.end) = (both, word.end);
                continue;
            }
        }
        out.push(word);
    }
    out
}

/// Shorter words are not made of two.
const JOINED_BYTES_MIN: usize = 6;

fn mended(mut words: Vec<Word>, lexicon: &Lexicon) -> Vec<Word> {
    let mut tries = 0;
    for word in &mut words {
        let is_sound = word.mark
            || word.number.is_some()
            || english::is_word(&word.text)
            || lexicon.is_known(&word.text)
            || lexicon.is_told(&word.text)
            || lexicon.name(std::slice::from_ref(word)).is_some()
            || lexicon.routines(&word.text).1
            || kin::is_word(&word.text);
        if is_sound || tries == MISSPELT_WORDS_MAX {
            continue;
        }
        tries += 1;
        if let Some(meant) = lexicon.near(&word.text) {
            word.text = meant.to_owned();
        }
    }
    words
}

fn item(words: &[Word], lexicon: &Lexicon) -> (usize, Item) {
    let named = lexicon.name(words);
    let phrase = english::phrase(|n| words.get(n).map(|word| word.text.as_str()));
    let (name_length, phrase_length) = (named.map_or(0, |n| n.0), phrase.map_or(0, |p| p.0));
    let plain = words.iter().take_while(|word| !word.mark).map(|word| word.text.as_str());
    let work = lexicon.work_phrase(plain).filter(|(length, _)| *length > name_length && *length >= phrase_length);
    let taken = name_length.max(phrase_length).max(work.as_ref().map_or(1, |work| work.0));
    let mut item = bare(&words[..taken]);
    if let Some((_, tag)) = phrase.filter(|_| phrase_length == taken) {
        item.tag = Some(tag);
    }
    // "1.5" is not 1 and 5.
    if item.mark == Some('.') && words[0].glued && words.get(1).is_some_and(|next| next.glued && next.number.is_some())
    {
        item.mark = None;
    }
    if let Some((_, named)) = named.filter(|_| name_length == taken) {
        (item.place, item.tool) = (named.place, named.tool);
        if let Found::One(routine) = named.routine {
            (item.work, item.is_work, item.is_routine_name) = (vec![routine.0], true, true);
        }
    }
    if let Some((_, ids)) = work {
        (item.work, item.is_work) = (ids, true);
        item.is_plural = words[taken - 1].text.ends_with('s');
    }
    if taken == 1 && !words[0].mark {
        word_alone(&mut item, &words[0], lexicon);
    }
    (taken, item)
}

/// What a single word tells besides.
fn word_alone(item: &mut Item, word: &Word, lexicon: &Lexicon) {
    item.is_plural = word.text.ends_with('s') && !word.text.ends_with("ss");
    item.is_place_word = lexicon.is_place_word(&item.text);
    item.is_known = lexicon.is_known(&item.text);
    item.is_told = lexicon.is_told(&word.text);
    if word.number.is_some() {
        (item.number, item.is_ordinal) = (word.number, word.ordinal);
        return;
    }
    if item.tool.is_none() && item.tag.is_none() {
        item.tool = lexicon.tool_named(&word.text);
    }
    // "Test station 9", "recap 1", where that is what the cell's routines are called.
    let is_own = item.is_any(&[Tag::Hello, Tag::Show, Tag::Filler, Tag::Ok]) && !lexicon.routines_named(&word.text).is_empty();
    if is_own {
        item.tag = None;
    }
    if !item.is_work && !is_never_work(item.tag) {
        (item.work, item.is_work) = lexicon.routines(&word.text);
    }
    let is_tool = item.tool.one().is_some_and(|tool| lexicon.is_tool_name(&item.text, tool));
    let may_be_thing = item.work.is_empty() && !item.is_place_word && item.place.is_none() && !is_tool;
    if may_be_thing
        && item.tag.is_none_or(|tag| tag == Tag::Object)
        && let Some(ids) = lexicon.routines_on(&word.text)
    {
        (item.thing, item.is_thing, item.is_work) = (ids, true, false);
        // "The vial gripper" is a tool, "the vial" is not.
        if item.tool.is_none() {
            item.tag = Some(Tag::Object);
        }
    }
    item.is_past = word.text.ends_with("ed") && !item.work.is_empty() && !item.is_place_word;
}

/// Words of the language that are no work, whatever the routines are called.
fn is_never_work(tag: Option<Tag>) -> bool {
    tag.is_some_and(|tag| {
        !matches!(
            tag,
            Tag::Take
                | Tag::Noun
                | Tag::Put
                | Tag::Drop
                | Tag::Do
                | Tag::Object
                | Tag::Go
                | Tag::Return
                | Tag::Hello
                | Tag::Filler
                | Tag::Show
        )
    })
}

fn bare(words: &[Word]) -> Item {
    let mut text = String::new();
    for word in words.iter().filter(|word| !word.mark || words.len() == 1) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&canon(word));
    }
    let mark = words.first().filter(|word| word.mark && words.len() == 1).and_then(|word| word.text.chars().next());
    let end = words.last().map_or(0, |word| word.end);
    Item { text, mark, start: words[0].start, end, ..Item::default() }
}
