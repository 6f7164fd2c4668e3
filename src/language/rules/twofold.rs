//! Two questions in one sentence: "where are you, and what do you hold". In: a sentence. Out: both, where each part of it by
//! itself is a question that is understood whole; none else.

use super::{Recognised, Recogniser, ask, tag::items};
use crate::{
    cell::State,
    language::{
        lookup::Lookup,
        query::{Part, Query},
        said::Said,
    },
    snapshot::Snapshot,
};

/// What two questions have between them.
const BETWEEN: [&str; 3] = [", and ", " and ", "? "];

impl Recogniser {
    /// Both questions of a sentence that asks two, and fits no template.
    pub(super) fn two_questions(&self, text: &str, snapshot: &Snapshot, state: State) -> Option<Recognised> {
        if !BETWEEN.iter().any(|between| text.contains(between)) {
            return None;
        }
        BETWEEN.iter().find_map(|between| {
            let (first, second) = text.split_once(between)?;
            let parts = [first, second].map(|half| self.one_question(half, snapshot, state));
            let [Some(first), Some(second)] = parts else { return None };
            let query = Query { parts: vec![first, second] };
            Some(Recognised::sure(Said::Ask(Lookup::Asked(query))))
        })
    }

    /// The one thing that a text asks, where it opens like a question and is understood whole.
    fn one_question(&self, text: &str, snapshot: &Snapshot, state: State) -> Option<Part> {
        let items = items(text, &self.lexicon);
        let opens = super::templated::is_question(&items) && ask::asks(&items);
        if !opens || BETWEEN.iter().any(|between| text.contains(between)) {
            return None;
        }
        let read = self.read_sentence(text, self.templated(text, snapshot), snapshot, state);
        match read.said {
            Said::Ask(Lookup::More(_) | Lookup::Rest) => None,
            Said::Ask(lookup) if read.complete => Query::of(&lookup).parts.into_iter().next(),
            _ => None,
        }
    }
}
