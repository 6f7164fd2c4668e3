//! A sentence with the cell's names put to what it speaks of, as the model reads it: "weld=tack_weld at Pos_1 and 2=Pos_2".
//!
//! In: a sentence. Out: the same sentence, in which every mention of a place, a routine or a tool that the lexicon can tell
//! is followed by `=` and the name, or is the name itself where it says the same; a place or work that it knows as such but
//! cannot tell is followed by `=?`. The words stay, so that the model can doubt a link. Nothing is decided here.

use std::ops::Range;

use super::{
    LISTS, Recogniser,
    cursor::Cursor,
    english::Tag,
    place::{is_end, is_home},
    tag::{Item, items},
};
use crate::{
    cell::{PositionId, RoutineId, ToolId},
    language::{Clause, Order, Places, Span, lexicon::canonical, terse},
    limits::SENTENCE_BYTES_MAX,
    snapshot::Snapshot,
};

/// What some words stand for.
#[derive(Clone, Copy)]
pub(super) enum Link {
    Place(PositionId),
    Routine(RoutineId),
    Tool(ToolId),
    /// A place, but which?
    NoPlace,
    /// Work, but which?
    NoWork,
    /// A tool that the cell does not have.
    NoTool,
}

impl Link {
    const fn place(self) -> Option<PositionId> {
        match self {
            Self::Place(place) => Some(place),
            Self::Routine(_) | Self::Tool(_) | Self::NoPlace | Self::NoWork | Self::NoTool => None,
        }
    }
}

/// Words before a bare number that is a place.
const LEADS_TO_NUMBER: &[Tag] =
    &[Tag::At, Tag::To, Tag::From, Tag::And, Tag::Through, Tag::Go, Tag::Between, Tag::Except, Tag::Skip];

impl Recogniser {
    /// See the head of this file. A sentence that is too long for the recogniser stays as it is.
    #[must_use]
    pub fn link(&self, text: &str, snapshot: &Snapshot) -> String {
        if text.len() > SENTENCE_BYTES_MAX {
            return text.to_owned();
        }
        let items = items(text, &self.lexicon);
        let mut out = String::with_capacity(text.len() * 2);
        let mut written = 0;
        for (words, link) in self.links(&items, snapshot) {
            let span = bytes(&items[words], text).filter(|span| span.start >= written && !is_code(text, span));
            let Some(span) = span else { continue };
            out.push_str(&text[written..span.start]);
            let said = &text[span.clone()];
            match link {
                Link::Place(place) => write_link(&mut out, said, snapshot.position_name(place)),
                Link::Routine(routine) => write_link(&mut out, said, snapshot.routine_name(routine)),
                Link::Tool(tool) => write_link(&mut out, said, snapshot.tool_name(tool)),
                Link::NoPlace | Link::NoWork | Link::NoTool => out.extend([said, "=?"]),
            }
            written = span.end;
        }
        out.push_str(&text[written..]);
        out
    }

    /// What the items stand for, in order: which items, and what.
    pub(super) fn links(&self, items: &[Item], snapshot: &Snapshot) -> Vec<(Range<usize>, Link)> {
        let mut cursor = Cursor::new(items, &self.lexicon, snapshot);
        let mut found = Vec::new();
        // What the row of the place before is called, while a list of places goes on.
        let mut family = Vec::new();
        let mut in_list = false;
        while cursor.at < items.len() {
            let at = cursor.at;
            let place = self.place_at(&mut cursor, &mut family, in_list);
            let link = place.or_else(|| self.work_at(&mut cursor)).or_else(|| tool_at(&mut cursor));
            match link {
                Some(link) => {
                    in_list = matches!(link, Link::Place(_));
                    found.push((at..cursor.at, link));
                }
                None => {
                    in_list &= joins(&items[at]);
                    cursor.at = at + 1;
                }
            }
            if !in_list {
                family.clear();
            }
        }
        found
    }

    /// What a sentence names, each thing as a clause about it alone: to tell what it is near to, and never to be done.
    #[must_use]
    pub fn named(&self, text: &str, snapshot: &Snapshot) -> Vec<Clause> {
        if text.len() > SENTENCE_BYTES_MAX {
            return Vec::new();
        }
        let places = |spans| Places { spans, reversed: false };
        let clause = |link| match link {
            Link::Place(place) => Some(Clause::Go { places: places(vec![Span::One(place)]), times: 1 }),
            Link::Tool(tool) => Some(Clause::Take(tool)),
            Link::Routine(routine) => Some(Clause::Work {
                routines: vec![routine],
                places: places(Vec::new()),
                times: 1,
                order: Order::RoutineByRoutine,
            }),
            Link::NoPlace | Link::NoWork | Link::NoTool => None,
        };
        let items = items(text, &self.lexicon);
        self.links(&items, snapshot).into_iter().filter_map(|(_, link)| clause(link)).collect()
    }

    /// Every single place that a sentence names, in order.
    pub(super) fn places_named(&self, items: &[Item], snapshot: &Snapshot) -> Vec<PositionId> {
        self.links(items, snapshot).into_iter().filter_map(|(_, link)| link.place()).collect()
    }

    /// The same; `None` where a place is spoken of and nobody can tell which.
    pub(super) fn places_told(&self, items: &[Item], snapshot: &Snapshot) -> Option<Vec<PositionId>> {
        let links = self.links(items, snapshot);
        let told = links
            .iter()
            .filter(|(_, link)| !matches!(link, Link::Routine(_) | Link::Tool(_) | Link::NoWork | Link::NoTool));
        told.map(|(_, link)| link.place()).collect()
    }

    fn place_at(&self, cursor: &mut Cursor<'_>, family: &mut Vec<String>, in_list: bool) -> Option<Link> {
        let at = cursor.at;
        let item = cursor.peek()?;
        let before = at.checked_sub(1).map(|before| &cursor.items[before]);
        if item.mark.is_some() || item.is(Tag::Here) {
            return None;
        }
        let leads = |item: &Item| item.is_any(&[Tag::At, Tag::To, Tag::From, Tag::Article, Tag::Of]);
        cursor.in_place_slot = before.is_some_and(leads);
        let is_led = before.is_some_and(|item| leads(item) || item.is_work || item.is(Tag::Go));
        // "Zorb position 1": what is not known is what to do, not where, unless something leads to a place.
        if item.is_unknown() && !item.is_place_word && !is_home(&item.text) && !is_led {
            return None;
        }
        // "Get a bearing in", where a jig is described as one for bearings.
        if item.is_thing && !item.thing.is_empty() && !item.is_place_word && item.place.is_none() {
            return None;
        }
        // "Right, so", "the lad left".
        if is_side(item) && !is_led && !in_list && cursor.run_length() == 1 {
            return None;
        }
        // "The last 5 runs": a bare number is a place only after a word that leads to one.
        let led = in_list || before.is_some_and(|item| item.is_any(LEADS_TO_NUMBER) || item.is_work);
        if item.number.is_some() && !item.is_ordinal && item.place.is_none() && !led {
            return None;
        }
        // "One of the boards".
        if item.text == "1" && cursor.ahead(1).is_some_and(|next| next.is(Tag::Of)) {
            return None;
        }
        let length = cursor.run_length();
        match cursor.element(family) {
            Ok(Some(place)) if cursor.at > at => {
                while cursor.at > at + 1 && cursor.items[cursor.at - 1].is(Tag::Article) {
                    cursor.at -= 1;
                }
                let is_numbered = cursor.items[at..cursor.at].iter().any(is_end);
                // "Scale 2", where there is only the scale.
                if !is_numbered
                    && cursor.peek().is_some_and(|next| next.number.is_some() && !cursor.counts(0, next.number))
                {
                    cursor.at += 1;
                    return Some(Link::NoPlace);
                }
                Some(Link::Place(place))
            }
            Ok(_) => {
                cursor.at = at;
                None
            }
            Err(_) => {
                cursor.at = at;
                let run = &cursor.items[at..at + length];
                let is_kind = |item: &Item| {
                    item.is(Tag::Noun) || !item.place.is_none() || item.is_place_word && !item.is_work && !is_end(item)
                };
                let is_other = |item: &Item| is_end(item) || item.is_unknown() && !item.is_place_word;
                let is_place = run.iter().any(is_kind) && run.iter().any(is_other) && !is_side(item) && !is_row(run)
                    || length == 1 && item.number.is_some()
                    // "E1", where there is A1 to D4.
                    || matches!(run, [letter, number] if is_end(letter) && letter.number.is_none() && number.number.is_some());
                cursor.at += if is_place { length } else { 0 };
                is_place.then_some(Link::NoPlace)
            }
        }
    }

    fn work_at(&self, cursor: &mut Cursor<'_>) -> Option<Link> {
        let item = cursor.peek()?;
        // "Put it on 3": the work of laying down, where the cell has one such.
        if item.is(Tag::Put)
            && !item.is_work
            && let Some(routine) = cursor.handling()
        {
            cursor.at += 1;
            return Some(Link::Routine(routine));
        }
        let names_tool = item.tool.one().is_some_and(|tool| {
            // "The cutter", "the grinder": what does it, not that it is done.
            let is_agent = item.text.ends_with("er") && !self.lexicon.is_in_routine_name(&item.text);
            is_agent || self.lexicon.is_tool_name(&item.text, tool) || leads_to_tool(&cursor.items[..cursor.at])
        });
        let narrows = !item.thing.is_empty() && item.is(Tag::Object);
        // "All the mould lines", where places are called so.
        let before = cursor.at.checked_sub(1).map(|at| &cursor.items[at]);
        let is_in_name = item.is_place_word
            && before.is_some_and(|item| {
                item.is_any(&[Tag::Article, Tag::All, Tag::Each, Tag::Both, Tag::Of]) || item.is_ordinal
            })
            && cursor.ahead(1).is_some_and(|next| next.is_place_word && next.number.is_none());
        if !(item.is_work || narrows) || names_tool || is_in_name {
            return None;
        }
        let at = cursor.at;
        let mut meant = if item.is_work { item.work.clone() } else { item.thing.clone() };
        cursor.at += 1;
        while let Some(narrower) = cursor.attempt(|p| p.narrower(&meant)) {
            meant = narrower;
        }
        match meant[..] {
            [only] => Some(Link::Routine(RoutineId(only))),
            _ if item.is_work && item.tag.is_none() => Some(Link::NoWork),
            _ => {
                cursor.at = at;
                None
            }
        }
    }
}

/// Whether what was said last before leads to a tool: "take the", "where is the", "with the".
fn leads_to_tool(before: &[Item]) -> bool {
    let last =
        before.iter().rev().take(WORDS_BEFORE_TOOL).find(|item| !item.is_any(&[Tag::Article, Tag::Is, Tag::Filler]));
    last.is_some_and(|item| {
        let leads = [
            Tag::Take,
            Tag::Put,
            Tag::Drop,
            Tag::Return,
            Tag::With,
            Tag::Use,
            Tag::Where,
            Tag::Held,
            Tag::Back,
            Tag::Away,
        ];
        item.is_any(&leads) && item.work.is_empty()
    })
}

/// Most words between what leads to a tool and the tool.
const WORDS_BEFORE_TOOL: usize = 3;

fn tool_at(cursor: &mut Cursor<'_>) -> Option<Link> {
    let tool = cursor.peek()?.tool.one()?;
    let is_other = is_other_tool(cursor, tool);
    cursor.at += 1;
    Some(if is_other { Link::NoTool } else { Link::Tool(tool) })
}

/// "The rivet gun", where there is only a sealant gun.
fn is_other_tool(cursor: &Cursor<'_>, tool: ToolId) -> bool {
    let Some(before) = cursor.at.checked_sub(1).map(|at| &cursor.items[at]) else { return false };
    let is_kind = before.is_unknown() || before.is(Tag::Object) && before.is_thing;
    let snapshot = cursor.snapshot;
    let told = [snapshot.tool_name(tool), snapshot.tool_description(tool), snapshot.tool_kind(tool)];
    is_kind
        && before.mark.is_none()
        && !before.is_place_word
        && cursor.at > 1
        && cursor.items[cursor.at - 2].is(Tag::Article)
        && !told.into_iter().any(|told| canonical(told).contains(&before.text))
}

/// "Row A": several places, and no unknown one.
fn is_row(run: &[Item]) -> bool {
    matches!(run, [row, end] if row.text == "row" && is_end(end))
}

/// Whether a word is a place's after what leads to one, and else says many things.
fn is_side(item: &Item) -> bool {
    LISTS.sides.has(&item.text)
}

/// Words that stand between the places of a list.
fn joins(item: &Item) -> bool {
    matches!(item.mark, Some(',' | '/' | '-' | '&' | '+'))
        || item.is_any(&[
            Tag::And,
            Tag::Or,
            Tag::Article,
            Tag::Then,
            Tag::To,
            Tag::Through,
            Tag::Filler,
            Tag::Fix,
            Tag::No,
            Tag::Not,
            Tag::Except,
            Tag::But,
            Tag::At,
        ])
}

/// Whether bytes lie in a code, such as the id of a run, in which nothing is named.
fn is_code(text: &str, span: &Range<usize>) -> bool {
    let from = text[..span.start].rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let to = text[span.end..].find(char::is_whitespace).map_or(text.len(), |at| span.end + at);
    to - from >= CODE_BYTES_MIN && text[from..to].bytes().filter(u8::is_ascii_digit).count() > 3
}

/// Bytes of a word from which on it may be a code: an id of a run has 36.
const CODE_BYTES_MIN: usize = 24;

/// Where items stand in the text.
pub(super) fn bytes(items: &[Item], text: &str) -> Option<Range<usize>> {
    let span = items.first()?.start..items.last()?.end;
    text.get(span.clone()).map(|_| span)
}

fn write_link(out: &mut String, said: &str, name: &str) {
    if canonical(said) != canonical(name) {
        out.push_str(said);
        out.push('=');
    }
    out.push_str(&terse::name(name));
}
