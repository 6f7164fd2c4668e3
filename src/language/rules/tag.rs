//! Words → items: each word or phrase with what it does in the language and what it names in the cell.
//!
//! In: the words of a sentence and the lexicon. Out: items in order, with the places of their words. Misspelt words are put
//! right here, where exactly one known word is near.

use std::{collections::HashSet, sync::LazyLock};

use super::{
    LISTS,
    english::{self, Tag},
    hear::hear,
};
use crate::{
    cell::{PositionId, ToolId},
    language::lexicon::{
        Found, Lexicon, canon, canonical, is_place_noun, kin,
        words::{Word, transposed_number, words},
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
    /// A word of a tool's name that means what the tool is for: "flask", where there is a flask grip.
    pub(super) is_part: bool,
    /// It is a word for a workpiece.
    pub(super) is_thing: bool,
    /// The routines whose names tell of that workpiece.
    pub(super) thing: Vec<u32>,
    /// It is a word for work, whether the cell does that or not.
    pub(super) is_work: bool,
    /// It is work by the thesaurus, and in no routine's name: "clear", where there is a clear coat.
    pub(super) is_by_kin: bool,
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

    /// The routines that it tells of, as work or as what is worked on.
    pub(super) fn routines(&self) -> &[u32] {
        if self.is_work { &self.work } else { &self.thing }
    }

    /// "Welding", not "ring" or "spring".
    pub(super) fn is_gerund(&self) -> bool {
        let last = self.text.rsplit_once(' ').map_or(self.text.as_str(), |(_, last)| last);
        last.strip_suffix("ing").is_some_and(|verb| verb.contains(['a', 'e', 'i', 'o', 'u', 'y']))
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
    let words = mended(spoken(text, lexicon), lexicon);
    let mut items = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let (taken, item) = item(&words[at..], lexicon);
        items.push(item);
        at += taken;
    }
    hear(&mut items, text, lexicon);
    items
}

/// Whether an item of one word may have this text, which is then in its usual form: "mean" for "means", "1" for "one".
pub(super) fn may_be_word(text: &str) -> bool {
    let is_mark = || matches!(&words(text)[..], [word] if word.mark);
    let is_usual = english::is_in_full(text) && canonical(text) == [text];
    // "One" is a number, "ones" comes to "one".
    is_usual || text == "one" || is_mark()
}

/// Whether an item may have this text: a word in its usual form, a phrase of the language, or one for work.
pub(super) fn may_be_text(text: &str) -> bool {
    match text.contains(' ') {
        true => PHRASES.contains(text) || kin::is_work_phrase(text),
        false => may_be_word(text),
    }
}

/// The phrases of the language, their words in their usual form.
static PHRASES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let phrases = english::phrases().filter(|(phrase, _)| phrase.contains(' '));
    phrases.map(|(phrase, _)| canonical(&phrase).join(" ")).collect()
});

/// The words of a sentence, short forms in full.
pub(in crate::language) fn spoken(text: &str, lexicon: &Lexicon) -> Vec<Word> {
    let mut words = joined(written_out(words(text)), lexicon);
    words.retain(|word| !word.mark || !is_ornament(&word.text));
    words
}

/// Marks that change nothing.
fn is_ornament(mark: &str) -> bool {
    matches!(mark, "\"" | "\u{201c}" | "\u{201d}" | "\u{ab}" | "\u{bb}" | "(" | ")" | "[" | "]" | "~")
}

/// Short forms in full: "don't" is two words with one place.
fn written_out(words: Vec<Word>) -> Vec<Word> {
    let mut out = Vec::with_capacity(words.len());
    let mut words = words.into_iter().peekable();
    while let Some(mut word) = words.next() {
        // "Weld 1, ta" thanks; "go ta 1" does not.
        if word.text == "ta" && words.peek().is_none_or(|next| next.mark) {
            word.text = "thanks".to_owned();
        }
        // "1thru3" is "1 through 3", "Pos_u" is a name.
        let is_behind_number = word.text.len() >= 3 && out.last().is_some_and(|before: &Word| before.number.is_some());
        match english::expanded(&word.text).filter(|_| !word.glued || is_behind_number) {
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

/// "Past 9", "past the bin": no paste.
fn is_way_past(words: &[Word]) -> bool {
    words[0].text == "past"
        && words.get(1).is_some_and(|next| next.number.is_some() || is_place_noun(&next.text) || next.text == "the")
}

/// Misspelt words put right.
pub(super) fn mended(mut words: Vec<Word>, lexicon: &Lexicon) -> Vec<Word> {
    for at in slips(&words, lexicon) {
        let word = &mut words[at];
        if !mend_number(word)
            && let Some(meant) = lexicon.near(&word.text)
        {
            // "Blown out" is written like "blowed out": it tells of what was.
            let is_past = LISTS.participles.has(&word.text);
            word.text = if is_past { format!("{}ed", meant.trim_end_matches('e')) } else { meant.to_owned() };
        }
    }
    words
}

/// Of the misspelt words the numbers alone put right: "the frist one".
pub(in crate::language) fn numbers_mended(mut words: Vec<Word>, lexicon: &Lexicon) -> Vec<Word> {
    for at in slips(&words, lexicon) {
        mend_number(&mut words[at]);
    }
    words
}

/// The words that may be misspelt, as many as are looked at.
fn slips(words: &[Word], lexicon: &Lexicon) -> Vec<usize> {
    (0..words.len()).filter(|&at| !is_sound(&words[at..], lexicon)).take(MISSPELT_WORDS_MAX).collect()
}

/// Whether the first of some words is one that somebody knows, or is nothing that is spelled.
fn is_sound(words: &[Word], lexicon: &Lexicon) -> bool {
    let word = &words[0];
    let is_cold = word.text == "cold" && words.get(1).is_some_and(|next| !next.mark);
    is_cold
        || word.mark
        || word.number.is_some()
        || is_way_past(words)
        || LISTS.no_slips.has(&word.text)
        || english::is_word(&word.text)
        || lexicon.is_known(&word.text)
        || lexicon.is_told(&word.text)
        || lexicon.name(std::slice::from_ref(word)).is_some()
        || lexicon.routines(&word.text).1
        || kin::is_word(&word.text)
}

fn mend_number(word: &mut Word) -> bool {
    let Some((number, ordinal)) = transposed_number(&word.text) else { return false };
    (word.number, word.ordinal) = (Some(number), ordinal);
    true
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
        // "Back to rest", where that is a place.
        if item.is(Tag::Rest) && !item.place.is_none() {
            item.tag = None;
        }
        if let Found::One(routine) = named.routine {
            (item.work, item.is_work, item.is_routine_name) = (vec![routine.0], true, true);
            let last = &words[taken - 1];
            item.is_plural = last.text.ends_with('s') && !canon(last).ends_with('s');
        }
    }
    if let Some((_, ids)) = work {
        (item.work, item.is_work) = (ids, true);
        item.is_plural = words[taken - 1].text.ends_with('s');
        item.is_past = [&words[0], &words[taken - 1]].iter().any(|word| word.text.ends_with("ed"));
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
    let is_own =
        item.is_any(&[Tag::Hello, Tag::Show, Tag::Filler, Tag::Ok]) && !lexicon.routines_named(&word.text).is_empty();
    if is_own {
        item.tag = None;
    }
    if !item.is_work && !is_never_work(item.tag) {
        (item.work, item.is_work) = lexicon.routines(&word.text);
    }
    item.is_by_kin = item.is_work && lexicon.is_work_by_kin(&word.text);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// "Others" stood in a list, and no sentence found it: the text of that item is "other".
    #[test]
    fn the_lists_that_items_are_compared_with_have_texts_of_items() {
        let lists = [
            &LISTS.after_correction,
            &LISTS.approaches,
            &LISTS.directions,
            &LISTS.gives,
            &LISTS.other_times,
            &LISTS.particles,
            &LISTS.passed_over,
            &LISTS.points,
            &LISTS.praise,
            &LISTS.puts,
            &LISTS.rows,
            &LISTS.sides,
            &LISTS.stands,
            &LISTS.takes_back,
            &LISTS.tells_of_later,
            &LISTS.turns,
        ];
        let texts = lists
            .into_iter()
            .flat_map(|list| list.iter())
            .chain(LISTS.letter_names.keys())
            .chain(LISTS.letters_misheard.keys())
            .chain(LISTS.numbers_misheard.keys());
        let dead: Vec<&String> = texts.filter(|text| !may_be_text(text)).collect();
        assert_eq!(
            dead,
            Vec::<&String>::new(),
            "no item has these texts: put them into the usual form, or take them out"
        );
    }

    #[test]
    fn a_word_is_heard_as_one_thing_and_names_of_routines_are_told_apart_once() {
        let letters = [&LISTS.letter_names, &LISTS.letters_misheard, &LISTS.radio_letters];
        let mut heard = letters.into_iter().flat_map(|list| list.keys()).chain(LISTS.numbers_misheard.keys());
        let mut parts = LISTS.observing_names.iter().chain(LISTS.laying_nothing.iter());
        let (mut once, mut parts_once) = (HashSet::new(), HashSet::new());
        assert_eq!(heard.find(|word| !once.insert(*word)), None);
        assert_eq!(parts.find(|part| !parts_once.insert(*part)), None);
    }
}
