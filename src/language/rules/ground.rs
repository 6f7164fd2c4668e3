//! Whether what a model says stands on the sentence: every single place, tool and routine that it names must be spoken of
//! there.
//!
//! A model that was never trained for this answers every command with something of the cell; what nobody mentioned is no
//! reading of a sentence.

use super::{
    Recogniser,
    tag::{Item, items},
};
use crate::{
    cell::{PositionId, RoutineId, State, ToolId},
    language::{Clause, Places, Said, Span},
    limits::SENTENCE_BYTES_MAX,
    snapshot::Snapshot,
};

impl Recogniser {
    /// Whether a sentence speaks of everything that `said` names one by one.
    #[must_use]
    pub fn grounds(&self, said: &Said, text: &str, snapshot: &Snapshot, state: State) -> bool {
        let Said::Do(clauses) = said else { return true };
        if text.len() > SENTENCE_BYTES_MAX {
            return false;
        }
        let items = items(text, &self.lexicon);
        let spoken_of = SpokenOf { places: self.places_named(&items, snapshot, state), items: &items };
        clauses.iter().all(|clause| spoken_of.has(clause))
    }
}

struct SpokenOf<'i> {
    places: Vec<PositionId>,
    items: &'i [Item],
}

impl SpokenOf<'_> {
    fn has(&self, clause: &Clause) -> bool {
        match clause {
            Clause::Go { places, .. } => self.has_places(places),
            Clause::Work { routines, places, .. } => {
                self.has_places(places) && routines.iter().all(|&routine| self.has_routine(routine))
            }
            Clause::Take(tool) => self.has_tool(*tool),
            // They name nothing; a wrong one brings a tool to its own stand.
            Clause::Drop | Clause::DropAndHome => true,
        }
    }

    fn has_places(&self, places: &Places) -> bool {
        places.spans.iter().flat_map(singles).all(|place| self.places.contains(&place))
    }

    fn has_routine(&self, routine: RoutineId) -> bool {
        self.items.iter().any(|item| item.work.contains(&routine.0))
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
        Span::Here => Vec::new(),
    }
}
