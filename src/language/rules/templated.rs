//! Sentences that fit a template as a whole. In: a sentence. Out: what the template stands for, its slots filled with the cell's
//! names: a command in words, a look-up, or a question in the terse form.

use super::{
    Recogniser,
    english::Tag,
    tag::{Item, spoken},
};
use crate::{
    cell::{PositionId, RoutineId, ToolId},
    language::{
        lexicon::{
            canon,
            words::{Word, words},
        },
        templates::{Meaning, Slot, Spoken, Template},
        terse,
    },
    snapshot::Snapshot,
};

/// Longer sentences are not compared with templates.
const WORDS_OF_TEMPLATE_MAX: usize = 40;
/// Most words of a slot.
const WORDS_OF_SLOT_MAX: usize = 6;

/// Whether a sentence opens like a question, or ends like one: a command in the words of a question is none.
pub(super) fn is_question(items: &[Item]) -> bool {
    let first = items.iter().find(|item| item.mark.is_none());
    let opens = first.is_some_and(|item| {
        item.is_any(&[Tag::What, Tag::Where, Tag::Which, Tag::When, Tag::Why, Tag::How, Tag::Is, Tag::Was, Tag::Know])
    });
    opens || items.last().is_some_and(|item| item.mark == Some('?'))
}

/// Why a template's question cannot be read in this cell, with its line; none where it can, or the cell has no such things.
pub(super) fn fault(template: &Template, snapshot: &Snapshot) -> Option<String> {
    let Meaning::Query(text) = &template.meaning else { return None };
    let named = |count: usize, name: &dyn Fn() -> String| (count > 0).then(name);
    let place = named(snapshot.position_count(), &|| terse::name(snapshot.position_name(PositionId(0))));
    let tool = named(snapshot.tool_count(), &|| terse::name(snapshot.tool_name(ToolId(0))));
    let routine = named(snapshot.routine_count(), &|| terse::name(snapshot.routine_name(RoutineId(0))));
    let mut example = text.replace("{number}", "1");
    for (slot, name) in [("{place}", place), ("{tool}", tool), ("{routine}", routine)] {
        match name {
            Some(name) => example = example.replace(slot, &name),
            None if example.contains(slot) => return None,
            None => {}
        }
    }
    let error = terse::read(&format!("question {example}"), snapshot).err()?;
    Some(format!("line {}: '{text}' is no question in the terse form: {}", template.line, error.wanted))
}

impl Recogniser {
    /// What the first template that fits says, with its slots filled.
    pub(super) fn templated(&self, text: &str, snapshot: &Snapshot) -> Option<Meaning> {
        let words = unmarked(words(text));
        let written_out = unmarked(spoken(text, &self.lexicon));
        if words.len().max(written_out.len()) > WORDS_OF_TEMPLATE_MAX {
            return None;
        }
        let (words, written_out) = (Spoken::new(&words), Spoken::new(&written_out));
        let fill = |slot: Slot, words: &[Word]| self.fill(slot, words);
        let query_fill = |slot: Slot, words: &[Word]| self.query_fill(slot, words, snapshot);
        self.templates.iter().find_map(|template| match &template.meaning {
            Meaning::Command(text) => {
                let slots = template.pattern.fits(&words, &fill)?;
                let put = |text: String, (name, said): &(String, String)| text.replace(&format!("{{{name}}}"), said);
                Some(Meaning::Command(slots.iter().fold(text.clone(), put)))
            }
            Meaning::Query(text) => {
                let slots = template.pattern.fits(&written_out, &query_fill)?;
                let put =
                    |text: String, (name, said): &(String, String)| text.replacen(&format!("{{{name}}}"), said, 1);
                Some(Meaning::Query(slots.iter().fold(text.clone(), put)))
            }
            ask @ Meaning::Ask(_) => template.pattern.fits(&words, &fill).map(|_| ask.clone()),
        })
    }

    /// How many of the next words are a slot's, and how they are written in a command.
    fn fill(&self, slot: Slot, words: &[Word]) -> Vec<(usize, String)> {
        if slot == Slot::Number {
            return number(words);
        }
        filled(words, |_, said| {
            let found = match slot {
                Slot::Place => self.lexicon.place(said).one().is_some(),
                Slot::Tool => self.lexicon.tool(said).one().is_some(),
                Slot::Routine | Slot::Number => said.iter().all(|word| self.lexicon.routines(word).0.len() == 1),
            };
            found.then(|| said.join(" "))
        })
    }

    /// How many of the next words are a slot's, and the name that they mean, as the terse form writes it.
    fn query_fill(&self, slot: Slot, words: &[Word], snapshot: &Snapshot) -> Vec<(usize, String)> {
        if slot == Slot::Number {
            return number(words);
        }
        filled(words, |words, said| match slot {
            Slot::Place if said == ["here"] => Some("here".to_owned()),
            Slot::Place => self.lexicon.place(said).one().map(|id| terse::name(snapshot.position_name(id))),
            Slot::Tool => self.lexicon.tool(said).one().map(|id| terse::name(snapshot.tool_name(id))),
            Slot::Routine | Slot::Number => {
                let whole = self.lexicon.name(words).filter(|(length, _)| *length == words.len());
                let named = whole.and_then(|(_, named)| named.routine.one());
                let ids: Vec<Vec<u32>> = said.iter().map(|word| self.lexicon.routines(word).0).collect();
                let ids: Vec<&[u32]> = ids.iter().map(Vec::as_slice).collect();
                named.or_else(|| self.lexicon.routine(&ids).one()).map(|id| terse::name(snapshot.routine_name(id)))
            }
        })
    }
}

/// How many of the next words mean something, the most first, and what: asked with the words, and with their usual forms.
fn filled(words: &[Word], means: impl Fn(&[Word], &[&str]) -> Option<String>) -> Vec<(usize, String)> {
    let longest = words.len().min(WORDS_OF_SLOT_MAX);
    let meant = |taken: usize| {
        let said: Vec<_> = words[..taken].iter().map(canon).collect();
        let said: Vec<&str> = said.iter().map(AsRef::as_ref).collect();
        Some((taken, means(&words[..taken], &said)?))
    };
    (1..=longest).rev().filter_map(meant).collect()
}

fn number(words: &[Word]) -> Vec<(usize, String)> {
    let number = words.first().and_then(|word| word.number.filter(|_| !word.ordinal));
    number.map(|number| (1, number.to_string())).into_iter().collect()
}

fn unmarked(words: Vec<Word>) -> Vec<Word> {
    words.into_iter().filter(|word| !word.mark).collect()
}
