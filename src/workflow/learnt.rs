//! What sentences are read by in a cell that has learnt something, or was handed phrases.
//!
//! In: the phrases that are stored, and those of a [`PhraseList`]. Out: a recogniser that knows the nicknames, the accepted phrases, and in
//! words what counts for nothing in this layout.

use super::{
    phrase_list::{GivenNickname, PhraseList},
    phrases::PhraseBook,
};
use crate::{
    cell::shown,
    language::{AcceptedOn, AcceptedPhrase, Phrases, rules::Recogniser, templates::Templates},
    snapshot::Snapshot,
    store::PhraseRow,
};

/// What sentences are read by in a cell that has learnt something.
pub struct Learnt {
    /// It knows the accepted nicknames.
    pub recogniser: Recogniser,
    /// The accepted phrases.
    pub phrases: Phrases,
    /// What was accepted or handed over and does not fit the layout, whole or in a nickname, in words: it counts for nothing.
    pub stale: Vec<String>,
}

impl std::fmt::Debug for Learnt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Learnt").field("phrases", &self.phrases).field("stale", &self.stale).finish_non_exhaustive()
    }
}

impl Learnt {
    /// What is accepted of these rows, and what was handed over, as far as it fits the layout; beside an engineer's templates.
    #[must_use]
    pub fn of(rows: &[PhraseRow], given: &PhraseList, snapshot: &Snapshot, templates: Templates) -> Self {
        if given.is_empty() && !rows.iter().any(PhraseRow::is_accepted) {
            let recogniser = Recogniser::new(snapshot, templates);
            return Self { recogniser, phrases: Phrases::default(), stale: Vec::new() };
        }
        let book = PhraseBook::new(snapshot, templates.clone());
        let all = PhraseList::of_all(rows).with(given);
        let (mut called, mut accepted, mut stale) = (templates, Vec::new(), Vec::new());
        let mut call = |nickname: &GivenNickname| {
            let is_tool = book.only_nickname(nickname, &all)?;
            let (name, words) = (nickname.name.as_str(), nickname.words.as_str());
            let known = std::mem::take(&mut called);
            called = if is_tool { known.calling_tool(name, words) } else { known.calling_position(name, words) };
            Ok::<(), String>(())
        };
        for row in rows {
            // All of them are tried.
            let lost = row.nicknames.iter().filter(|nickname| call(&(*nickname).into()).is_err()).count();
            let mut fits = lost == 0;
            if let Some(by) = &row.accepted {
                match book.meaning(&row.sentence, &row.reading) {
                    Ok(said) => {
                        let on = AcceptedOn::Word { at: by.at, by: by.operator.clone() };
                        accepted.push(AcceptedPhrase { sentence: row.sentence.clone(), said, on });
                    }
                    Err(_) => fits = false,
                }
            }
            if !fits {
                stale.push(format!(
                    "phrase {} was accepted, and does not fit this layout: it counts for nothing (`cellgraph phrases list` says why)",
                    row.number
                ));
            }
        }
        for nickname in &given.nicknames {
            if let Err(why) = call(nickname) {
                stale.push(unfit("nickname", &nickname.words, &why));
            }
        }
        for phrase in &given.phrases {
            match book.meaning(&phrase.sentence, &phrase.reading) {
                Ok(said) => {
                    let (sentence, on) = (phrase.sentence.clone(), AcceptedOn::List);
                    // A cell that has learnt the same need not be told twice.
                    if accepted.iter().all(|known| (&known.sentence, &known.said) != (&sentence, &said)) {
                        accepted.push(AcceptedPhrase { sentence, said, on });
                    }
                }
                Err(why) => {
                    stale.push(unfit("phrase", &phrase.sentence, &why));
                }
            }
        }
        Self { recogniser: Recogniser::new(snapshot, called), phrases: accepted.into_iter().collect(), stale }
    }
}

fn unfit(kind: &str, words: &str, why: &str) -> String {
    format!(
        "the {kind} '{}' of the list does not fit this layout, and counts for nothing: {}",
        shown(words),
        shown(why)
    )
}
