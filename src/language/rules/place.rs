//! One place as people say it: a name, a number, an ordinal, a tool's stand, what its description tells.

use super::{
    LISTS,
    cursor::{Cursor, EMPTY, Trouble},
    english::Tag,
    tag::Item,
};
use crate::{
    cell::{PositionId, Role},
    language::{
        lexicon::{Found, canonical, is_place_noun},
        said,
    },
};

/// Most words of one name as it is said.
const RUN_MAX: usize = 8;

impl Cursor<'_> {
    /// One place. `family` is what the one before was called: "bins 1 and 2".
    pub(super) fn element(&mut self, family: &mut Vec<String>) -> Result<Option<PositionId>, Trouble> {
        if self.here() {
            return Ok(None);
        }
        if let Some(place) = self.ordinal_or_last(family)? {
            return Ok(Some(place));
        }
        if let Some(place) = self.attempt(Self::told) {
            *family = row_of(self.snapshot.position_name(place));
            return Ok(Some(place));
        }
        let named = self.tool_stand().or_else(|| self.attempt(Self::named_after));
        match named.or_else(|| self.attempt(Self::on_a_side)) {
            Some(place) => Ok(Some(place)),
            None => self.run(family),
        }
    }

    /// "The first position", "the 2nd one", "the last station".
    pub(super) fn ordinal_or_last(&mut self, family: &mut Vec<String>) -> Result<Option<PositionId>, Trouble> {
        let start = self.at;
        self.skip(&[Tag::Article, Tag::Only]);
        let Some(item) = self.peek() else {
            self.at = start;
            return Ok(None);
        };
        let (is_last, number) = (item.is(Tag::Last), item.number.filter(|_| item.is_ordinal));
        if !is_last && number.is_none() {
            self.at = start;
            return Ok(None);
        }
        self.at += 1;
        let mut words = Vec::new();
        while let Some(word) =
            self.peek().filter(|i| (i.is(Tag::Noun) || i.is_place_word) && i.number.is_none() && i.place.is_none())
        {
            words.push(word.text.clone());
            self.at += 1;
        }
        // "The second slot of rack D": whatever a place is called there.
        if words.is_empty()
            && let Some(number) = number
            && let Some(place) = self.attempt(|p| {
                p.peek().filter(|item| item.mark.is_none() && item.number.is_none() && item.place.is_none())?;
                p.at += 1;
                p.nth_of_row(number)
            })
        {
            return Ok(Some(place));
        }
        let one = words.is_empty() && self.peek().is_some_and(|item| item.text == "1" || item.is(Tag::It));
        if one {
            self.at += 1;
            words.clone_from(family);
        }
        if words.is_empty() && !one && family.is_empty() && !self.ordinals_go_on() {
            self.at = start;
            return Ok(None);
        }
        family.clone_from(&words);
        if let Some(number) = number
            && let Some(place) = self.nth_of_row(number)
        {
            return Ok(Some(place));
        }
        let found = match number {
            None => self.last_of(&words),
            Some(number) => self.nth(&words, number),
        };
        match found {
            Found::One(place) => Ok(Some(place)),
            _ => Err(Trouble),
        }
    }

    /// "The last position", "the last jig".
    fn last_of(&self, words: &[String]) -> Found<PositionId> {
        let kind: Vec<&str> = words.iter().map(String::as_str).filter(|word| !is_place_noun(word)).collect();
        if kind.is_empty() {
            return self.lexicon.last_place();
        }
        match self.of_kind(&kind.join(" ")).as_slice() {
            [] => Found::None,
            [only] => Found::One(*only),
            // "The last booth" of red and blue ones: nobody counts them.
            places if !places.iter().all(|&place| self.is_counted(place)) => Found::Many,
            places => places
                .iter()
                .copied()
                .max_by_key(|place| by_number(self.snapshot.position_name(*place)))
                .map_or(Found::None, Found::One),
        }
    }

    /// Whether a place's name ends with a number or a letter.
    pub(super) fn is_counted(&self, place: PositionId) -> bool {
        let name = canonical(self.snapshot.position_name(place));
        name.last().is_some_and(|end| end.len() == 1 || end.bytes().all(|b| b.is_ascii_digit()))
    }

    /// "The first and the third position": the noun is still to come.
    pub(super) fn ordinals_go_on(&self) -> bool {
        let mut by = 0;
        let mut joined = false;
        while let Some(item) = self.ahead(by) {
            let joins = item.mark == Some(',') || item.is(Tag::And);
            joined |= joins;
            if !joins && !item.is_any(&[Tag::Article, Tag::Last]) && !item.is_ordinal {
                return joined && (item.is(Tag::Noun) || item.is_place_word || item.text == "1");
            }
            by += 1;
        }
        false
    }

    /// The place with this number, or with the letter that has this place in the alphabet.
    pub(super) fn nth(&self, words: &[String], number: u64) -> Found<PositionId> {
        let mut said: Vec<&str> = words.iter().map(String::as_str).collect();
        if said.is_empty() {
            said.push("position");
        }
        let digits = number.to_string();
        let by_number = self.lexicon.place(&[&said[..], &[&digits]].concat());
        if !by_number.is_none() {
            return by_number;
        }
        // "The first table", where a description says which that is.
        if let found @ Found::One(_) = self.lexicon.place_told(&[&said[..], &[&digits]].concat()) {
            return found;
        }
        let letter = (1..=26).contains(&number).then(|| char::from(b'a' + number as u8 - 1).to_string());
        letter.map_or(Found::None, |letter| self.lexicon.place(&[&said[..], &[&letter]].concat()))
    }

    /// "The left end of the seam": the place whose description has these words, and no other work position's has.
    pub(super) fn told(&mut self) -> Option<PositionId> {
        let in_slot = self.in_place_slot;
        let is_told = |item: &&Item| {
            item.is_told
                && (!item.is_thing || in_slot)
                && !item.is_place_word
                && item.number.is_none()
                && (item.tag.is_none() || item.is_thing)
        };
        // "Draw up liquid" is no place.
        let numbered = self.ahead(1).is_some_and(|next| next.number.is_some() && !next.is_ordinal);
        if !self.in_place_slot && !self.is(Tag::Article) && !numbered {
            return None;
        }
        self.skip(&[Tag::Article]);
        self.peek().filter(|item| is_told(item) && !item.is_work)?;
        let (mut words, mut end) = (Vec::new(), self.at);
        for (by, item) in self.items[self.at..].iter().enumerate().take(RUN_MAX) {
            let is_own_number = item.number.is_some() && !item.is_ordinal && !words.is_empty();
            if (is_own_number || item.is_told && item.number.is_none())
                && !item.is_any(&[Tag::And, Tag::Then, Tag::At, Tag::Of, Tag::Article])
            {
                words.push(item.text.as_str());
                end = self.at + by + 1;
            } else if item.is(Tag::Object) && !words.is_empty() {
                end = self.at + by + 1;
            } else if !item.is_any(&[Tag::Article, Tag::Of, Tag::At]) {
                break;
            }
        }
        let place = self.lexicon.place_told(&words).one()?;
        self.at = end;
        Some(place)
    }

    /// "The left one, position 1": what it is called follows.
    fn named_after(&mut self) -> Option<PositionId> {
        self.take(&[Tag::Article]).then_some(())?;
        let describes = self.peek()?;
        if describes.mark.is_some()
            || describes.number.is_some()
            || describes.is_work
            || describes.place.one().is_some()
        {
            return None;
        }
        self.at += 1;
        let is_one = self.peek()?.is(Tag::It) || self.peek()?.text == "1" || self.peek()?.text == "one";
        (is_one && self.ahead(1)?.mark == Some(',')).then_some(())?;
        self.at += 2;
        self.peek().filter(|item| item.is(Tag::Noun) || item.place.one().is_some())?;
        self.run(&mut Vec::new()).ok().flatten()
    }

    /// "The left one", "the belt on the left", "the red one": told by the word alone in which it differs from others.
    fn on_a_side(&mut self) -> Option<PositionId> {
        self.skip(&[Tag::Article]);
        let names = |item: &&Item| item.number.is_none() && item.mark.is_none() && item.is_place_word;
        let (mut words, side);
        if self.ahead(1).is_some_and(|next| next.text == "1") && self.items[self.at.checked_sub(1)?].is(Tag::Article) {
            side = self.peek().filter(names)?.text.as_str();
            words = Vec::new();
            self.at += 2;
        } else {
            words = Vec::new();
            while let Some(item) =
                self.peek().filter(|item| (names(item) || item.is(Tag::Noun)) && item.place.is_none())
            {
                words.push(item.text.as_str());
                self.at += 1;
            }
            (!words.is_empty() && self.take(&[Tag::At])).then_some(())?;
            self.skip(&[Tag::Article]);
            side = self.peek().filter(names)?.text.as_str();
            self.at += 1;
        }
        words.push(side);
        (self.ends_clause() || self.is(Tag::Only)).then_some(())?;
        self.lexicon.place(&words).one().filter(|&place| self.lexicon.is_work(place) && self.differs_in(place, side))
    }

    /// Whether another work position's name is the same but for this word.
    fn differs_in(&self, place: PositionId, word: &str) -> bool {
        let name = canonical(self.snapshot.position_name(place));
        let Some(at) = name.iter().position(|part| part == word) else { return false };
        let is_alike = |other: &PositionId| {
            let other = canonical(self.snapshot.position_name(*other));
            other.len() == name.len()
                && other[at] != name[at]
                && (0..name.len()).all(|i| i == at || other[i] == name[i])
        };
        said::work_positions(self.snapshot).any(|other| is_alike(&other))
    }

    /// "The welder stand": where the tool is kept.
    pub(super) fn tool_stand(&mut self) -> Option<PositionId> {
        let tool = self.peek()?.tool.one()?;
        let mut by = 1;
        while self.ahead(by)?.is(Tag::ToolNoun) {
            by += 1;
        }
        if !LISTS.stands.has(&self.ahead(by)?.text) {
            return None;
        }
        let place = self.lexicon.tool_place(tool)?;
        self.at += by + 1;
        Some(place)
    }

    /// A name, or a noun with a number or a letter, or words that tell one place from all others.
    pub(super) fn run(&mut self, family: &mut Vec<String>) -> Result<Option<PositionId>, Trouble> {
        let length = self.run_length();
        if length == 0 {
            return Ok(None);
        }
        let items = &self.items[self.at..self.at + length];
        // A bare number belongs to the row of the place before it.
        if items.len() == 1 && !family.is_empty() && is_end(&items[0]) {
            let said: Vec<&str> = family.iter().map(String::as_str).chain([items[0].text.as_str()]).collect();
            let found = self.lexicon.place(&said);
            let found = if found.is_none() { self.lexicon.place_told(&said) } else { found };
            return self.settled(found, 1);
        }
        for taken in (1..=length).rev() {
            if let Some(end) = items.get(taken).filter(|item| is_end(item))
                && end.number.is_some()
                && taken < length
                && !items[..taken].iter().any(is_end)
            {
                // "…, grease 20", where a mount is called so.
                if items[0].is_work && !items[0].work.is_empty() && items[0].place.is_none() && taken == 1 {
                    return Ok(None);
                }
                // "Position 9" is not "position": the number belongs to it.
                break;
            }
            let found = self.meant(&items[..taken]);
            // "Go to weld": a verb that stands in names of places, too.
            let is_verb =
                items[0].is_work && items[0].place.is_none() && !items[..taken].iter().any(|item| item.is(Tag::Noun));
            let follows = self.ahead(taken).is_some_and(|next| next.is(Tag::At) || next.number.is_some());
            if is_verb && !items[0].work.is_empty() && (follows || found == Found::Many) {
                return Ok(None);
            }
            if let Found::One(place) = found
                && self.is_only_of_stand(&items[..taken], place)
            {
                continue;
            }
            if !found.is_none() {
                remember(family, &items[..taken]);
                return self.settled(found, taken);
            }
        }
        if self.looks_like_a_place(items) { Err(Trouble) } else { Ok(None) }
    }

    /// "The drill" is a tool or work, though it tells the drill's stand from all others.
    pub(super) fn is_only_of_stand(&self, said: &[Item], place: PositionId) -> bool {
        self.snapshot.role(place) == Role::ToolMount
            && said.iter().all(|item| item.place.one() != Some(place))
            && said.iter().any(|item| item.is_work || item.tool.one().is_some() || !item.thing.is_empty())
            && !said.iter().any(|item| LISTS.stands.has(&item.text))
    }

    pub(super) fn settled(&mut self, found: Found<PositionId>, taken: usize) -> Result<Option<PositionId>, Trouble> {
        match found {
            Found::One(place) => {
                self.at += taken;
                // "Home position".
                if self.is(Tag::Noun) && !self.ahead(1).is_some_and(is_end) {
                    self.at += 1;
                }
                Ok(Some(place))
            }
            Found::None | Found::Many => Err(Trouble),
        }
    }

    pub(super) fn meant(&self, items: &[Item]) -> Found<PositionId> {
        if let [item] = items {
            if !item.place.is_none() {
                return item.place;
            }
            if is_home(&item.text) {
                return self.lexicon.home();
            }
        }
        let said: Vec<&str> = items.iter().flat_map(|item| item.text.split(' ')).map(spoken_letter).collect();
        let found = self.lexicon.place(&said);
        if !found.is_none() {
            return found;
        }
        match said[..] {
            ["home" | "base", "position" | "pose" | "station" | "place" | "base"] => self.lexicon.home(),
            // "Check the glue": not the box that warms it.
            [_] if items[0].is_work && items[0].number.is_none() => Found::None,
            _ => self.lexicon.place_told(&said),
        }
    }

    /// How many items from here may be one place's name.
    pub(super) fn run_length(&self) -> usize {
        let mut length = 0;
        while length < RUN_MAX {
            let Some(item) = self.ahead(length) else { break };
            let before = length.checked_sub(1).and_then(|by| self.ahead(by));
            let closed = before.is_some_and(|before| before.number.is_some() || !before.place.is_none());
            let lettered = before.is_some_and(is_end);
            if !self.may_be_in_name(item, length) || closed || (lettered && !is_end(item)) {
                break;
            }
            length += 1;
        }
        length
    }

    pub(super) fn may_be_in_name(&self, item: &Item, place: usize) -> bool {
        let next = self.ahead(place + 1);
        if item.mark.is_some() || item.is_ordinal {
            return false;
        }
        if item.number.is_some() {
            return !self.counts(place, item.number);
        }
        if !item.place.is_none() || item.is(Tag::Noun) {
            return true;
        }
        if is_letter(&item.text) && self.lexicon.is_end(spoken_letter(&item.text)) {
            return place > 0
                || item.text != "a"
                || next.is_none_or(|next| next.is_any(&[Tag::And, Tag::Then]) || next.is_break());
        }
        if item.is_any(&[Tag::Article, Tag::And, Tag::Then, Tag::To, Tag::At, Tag::Of])
            || item.is_any(EMPTY) && !item.is_place_word
        {
            return false;
        }
        if item.text == "home"
            || (item.is_place_word && (!item.is_work || place > 0 || self.in_place_slot || self.row_follows(place)))
        {
            return true;
        }
        item.tag.is_none() && (!item.is_work && item.tool.is_none() || (place > 0 && item.is_place_word))
    }

    /// Whether a number tells how often, not where: "3 times", "2 welds"; not so in "2 twice" and "2 x3".
    pub(super) fn counts(&self, place: usize, number: Option<u64>) -> bool {
        let Some(next) = self.ahead(place + 1).filter(|_| number.is_some()) else { return false };
        if next.is(Tag::Times) {
            let stands_alone = matches!(next.text.as_str(), "once" | "twice" | "thrice");
            let counts_itself = next.text == "x" && self.ahead(place + 2).is_some_and(|item| item.number.is_some());
            return !stands_alone && !counts_itself;
        }
        next.is_work && !next.is_place_word && next.tag.is_none() && next.is_plural
    }

    /// A word that is work and stands in names of places too is a place's where a place's end follows: "weld bay 2".
    pub(super) fn row_follows(&self, place: usize) -> bool {
        self.ahead(place + 1).is_some_and(|next| {
            next.is_place_word && !next.is(Tag::Noun) && next.number.is_none() && next.place.is_none()
        })
    }

    /// Whether words that are no place were meant to be one.
    pub(super) fn looks_like_a_place(&self, items: &[Item]) -> bool {
        items
            .iter()
            .any(|item| item.number.is_some() || item.is_unknown() || item.is_place_word || !item.place.is_none())
            || items.iter().filter(|item| item.is(Tag::Noun)).count() > 0 && items.len() > 1
    }
}

/// Names in the order in which people count: `station-2` before `station-10`.
pub(super) fn by_number(name: &str) -> Vec<(u64, String)> {
    canonical(name)
        .into_iter()
        .map(|word| word.parse().map_or_else(|_| (u64::MAX, word), |n| (n, String::new())))
        .collect()
}

/// The words of a place's name before its number or letter; none where it has no such end.
fn row_of(name: &str) -> Vec<String> {
    let mut words = canonical(name);
    let has_end = words.pop().is_some_and(|end| end.bytes().all(|b| b.is_ascii_digit()) || is_letter(&end));
    if has_end { words } else { Vec::new() }
}

/// What the row of a place is called: its words but the number or letter at the end.
pub(super) fn remember(family: &mut Vec<String>, items: &[Item]) {
    let words: Vec<&str> = items.iter().flat_map(|item| item.text.split(' ')).collect();
    if let Some((end, row)) = words.split_last()
        && (end.bytes().all(|b| b.is_ascii_digit()) || is_letter(end))
        && !row.is_empty()
    {
        *family = row.iter().map(|word| (*word).to_owned()).collect();
    }
}

pub(super) fn is_end(item: &Item) -> bool {
    item.mark.is_none()
        && !item.is_ordinal
        && (item.number.is_some() || (is_letter(&item.text) && item.tag != Some(Tag::Article)))
}

/// Words for the home position of any cell.
pub(super) fn is_home(text: &str) -> bool {
    matches!(text, "home" | "base")
}

pub(super) fn is_letter(text: &str) -> bool {
    spoken_letter(text).len() == 1
}

/// Letters as they are spelled over a radio, or as speech is written down.
pub(super) fn spoken_letter(word: &str) -> &str {
    LISTS.radio_letters.get(word).or_else(|| LISTS.letter_names.get(word)).map_or(word, String::as_str)
}
