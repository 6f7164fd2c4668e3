//! Whether what a model says stands on the sentence: every single place, tool and routine that it names must be spoken of
//! there.
//!
//! A model that was never trained for this answers every command with something of the cell; what nobody mentioned is no
//! reading of a sentence.

use serde::Serialize;

use super::{
    Recogniser,
    cursor::Cursor,
    tag::{Item, items},
};
use crate::{
    cell::{PositionId, RoutineId, ToolId},
    language::{Clause, Places, Said, Span, lexicon::canonical, rules::english::Tag, said},
    limits::SENTENCE_BYTES_MAX,
    snapshot::Snapshot,
};

/// How far what a model says stands on the sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// It names a place or a tool that the sentence does not speak of.
    None,
    /// Places and tools are spoken of; a routine is not, by any word that the recogniser knows.
    Places,
    /// Everything that it names one by one is spoken of, or it names nothing.
    Whole,
}

impl Recogniser {
    /// How far a sentence speaks of what `said` names one by one.
    #[must_use]
    pub fn ground(&self, said: &Said, text: &str, snapshot: &Snapshot) -> Ground {
        let Said::Do(clauses) = said else { return Ground::Whole };
        if text.len() > SENTENCE_BYTES_MAX {
            return Ground::None;
        }
        let items = items(text, &self.lexicon);
        let places = self.places_named(&items, snapshot);
        let mut cursor = Cursor::new(&items, &self.lexicon, snapshot);
        let rows = (0..items.len()).filter_map(|at| {
            cursor.at = at;
            cursor.row()
        });
        let spoken_of = SpokenOf { places, rows: rows.collect(), items: &items, snapshot };
        clauses.iter().map(|clause| spoken_of.ground(clause)).min().unwrap_or(Ground::Whole)
    }
}

struct SpokenOf<'i> {
    places: Vec<PositionId>,
    /// Several places by one word: "the forms", "row B".
    rows: Vec<Vec<PositionId>>,
    items: &'i [Item],
    snapshot: &'i Snapshot,
}

impl SpokenOf<'_> {
    fn ground(&self, clause: &Clause) -> Ground {
        let all_or_none = |is_spoken_of: bool| if is_spoken_of { Ground::Whole } else { Ground::None };
        match clause {
            Clause::Go { places, .. } => all_or_none(self.has_places(places)),
            Clause::Work { places, .. } if !self.has_places(places) => Ground::None,
            Clause::Work { routines, .. } if !routines.iter().all(|&routine| self.has_routine(routine)) => {
                Ground::Places
            }
            Clause::Work { .. } => Ground::Whole,
            Clause::Take(tool) => all_or_none(self.has_tool(*tool)),
            // They name nothing; a wrong one brings a tool to its own stand.
            Clause::Drop | Clause::DropAndHome => Ground::Whole,
        }
    }

    fn has_places(&self, places: &Places) -> bool {
        let meant: Vec<PositionId> = places.spans.iter().flat_map(|span| self.each(span)).collect();
        // "The forms" speaks of each where all are meant but those that are named besides: "the forms bar 2".
        let is_whole = |row: &&Vec<PositionId>| {
            row.iter().all(|place| meant.contains(place) || self.places.contains(place) || self.is_excepted(*place))
        };
        let in_row = |place| self.rows.iter().filter(is_whole).any(|row| row.contains(&place));
        let is_told = |place| self.places.contains(&place) || self.is_spoken(place) || in_row(place);
        places.spans.iter().flat_map(singles).all(is_told)
    }

    fn each(&self, span: &Span) -> Vec<PositionId> {
        match span {
            Span::Range(from, to) => said::range(self.snapshot, *from, *to),
            other => singles(other),
        }
    }

    /// Whether a place's number or letter stands in the sentence by itself, after a word that leaves something out.
    fn is_excepted(&self, place: PositionId) -> bool {
        let name = canonical(self.snapshot.position_name(place));
        let except = self.items.iter().position(|item| item.is_any(&[Tag::Except, Tag::Not, Tag::Skip, Tag::But]));
        except.is_some_and(|at| self.items[at..].iter().any(|item| name.last() == Some(&item.text)))
    }

    /// "The upper tray in setter 3": every word of `setter.3.upper`, in another order. Not where the sentence has two
    /// numbers, of which either may be another place's, nor of names such as `T1`. Or "3 upper": what tells it from its
    /// likes, side by side.
    fn is_spoken(&self, place: PositionId) -> bool {
        let name = canonical(self.snapshot.position_name(place));
        let telling = name.iter().filter(|word| word.len() > 1 && !word.bytes().all(|b| b.is_ascii_digit())).count();
        let numbers = self.items.iter().filter(|item| item.number.is_some()).count();
        let is_said = |word: &String| self.items.iter().any(|item| item.text.split(' ').any(|said| said == word));
        telling > 1 && (numbers < 2 && name.iter().all(is_said) || self.is_told_apart(&name))
    }

    fn is_told_apart(&self, name: &[String]) -> bool {
        let likes: Vec<Vec<String>> = said::work_positions(self.snapshot)
            .map(|place| canonical(self.snapshot.position_name(place)))
            .filter(|other| other.len() == name.len() && other[0] == name[0])
            .collect();
        let is_shared = |word: &&String| likes.iter().all(|other| other.contains(word));
        let telling: Vec<&String> = name.iter().filter(|word| !is_shared(word)).collect();
        telling.len() > 1
            && self
                .items
                .windows(telling.len())
                .any(|run| telling.iter().all(|word| run.iter().any(|item| item.text == **word)))
    }

    fn has_routine(&self, routine: RoutineId) -> bool {
        self.items.iter().any(|item| item.work.contains(&routine.0) || item.thing.contains(&routine.0))
    }

    fn has_tool(&self, tool: ToolId) -> bool {
        self.items.iter().any(|item| item.tool.one() == Some(tool))
    }
}

fn singles(span: &Span) -> Vec<PositionId> {
    match span {
        Span::One(place) => vec![*place],
        Span::Range(from, to) => vec![*from, *to],
        Span::All { but } => but.clone(),
        Span::Here | Span::Back => Vec::new(),
    }
}
