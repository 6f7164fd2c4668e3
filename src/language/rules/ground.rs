//! Whether what a model says stands on the sentence: every single place that it names must be named there.
//!
//! A model that was never trained for this answers every command with some place of the cell; a place that nobody
//! mentioned is no reading of a sentence.

use super::{Recogniser, tag::items};
use crate::{
    cell::{PositionId, State},
    language::{Clause, Places, Said, Span},
    limits::SENTENCE_BYTES_MAX,
    snapshot::Snapshot,
};

impl Recogniser {
    /// Whether a sentence names every place that `said` names one by one.
    #[must_use]
    pub fn grounds(&self, said: &Said, text: &str, snapshot: &Snapshot, state: State) -> bool {
        let Said::Do(clauses) = said else { return true };
        if text.len() > SENTENCE_BYTES_MAX {
            return false;
        }
        let named = self.places_named(&items(text, &self.lexicon), snapshot, state);
        clauses.iter().filter_map(places).flat_map(singles).all(|place| named.contains(&place))
    }
}

const fn places(clause: &Clause) -> Option<&Places> {
    match clause {
        Clause::Go { places, .. } | Clause::Work { places, .. } => Some(places),
        Clause::Take(_) | Clause::Drop | Clause::DropAndHome => None,
    }
}

fn singles(places: &Places) -> Vec<PositionId> {
    let of = |span: &Span| match span {
        Span::One(place) => vec![*place],
        Span::Range(from, to) => vec![*from, *to],
        Span::All { but } => but.clone(),
        Span::Here => Vec::new(),
    };
    places.spans.iter().flat_map(of).collect()
}
