//! What a cell learns of its people.
//!
//! ```text
//! not understood ─▶ a digit, or other words next ─▶ proposed ─▶ yes ─▶ kept, with who said it
//!                                         kept ─▶ an engineer accepts ─▶ a candidate when it is said, or a nickname
//! ```
//!
//! In: the turns of a sitting. Out: what is to be kept. What may be made of it is in [`super::phrases`].
//!
//! 1. Nothing is kept before its plan was approved, and nothing where anything else was said between.

use tracing::{info, warn};
use uuid::Uuid;

use super::{Desk, GivenUp, Turn};
use crate::{
    language::{Reading, Said, phrase_of, terse},
    limits::PHRASE_BYTES_MAX,
    review::reply::{self, Choice},
    store::{PhraseOrigin, PhraseUse},
};

/// A sentence that a proposal would teach the meaning of, if it is approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    sentence: String,
    origin: PhraseOrigin,
}

impl Desk {
    /// Something was said that is no sentence: what was not understood before it is not said in other words next.
    pub fn forget_unheard(&mut self) {
        self.unheard = None;
    }

    /// A turn with what it teaches, if it is approved.
    pub(super) fn teaching(&mut self, mut turn: Turn, sentence: Option<String>, origin: PhraseOrigin) -> Turn {
        if let Turn::Proposed(proposed) = &mut turn {
            proposed.lesson = sentence.map(|sentence| Lesson { sentence, origin });
        }
        turn
    }

    /// Remembers a sentence that was not understood, until the next one.
    pub(super) fn note_unheard(&mut self, sentence: &str, turn: &Turn) {
        let Turn::Fallback(given_up) = turn else { return };
        // A number where nothing is asked, or a no, is an answer that came too late, and no sentence.
        let has_words = sentence.chars().any(char::is_alphabetic);
        if !has_words || !matches!(reply::choice(sentence, 0), Choice::Words(_)) {
            return;
        }
        let GivenUp { reading, offers, .. } = &**given_up;
        if !offers.is_empty() || matches!(reading.said, Said::Unclear(_) | Said::Unknown) {
            self.unheard = Some(sentence.to_owned());
        }
    }

    /// Keeps what an approved proposal taught. What cannot be kept stops nothing.
    pub(super) fn keep_lesson(&mut self, lesson: &Lesson, reading: &Reading, correlation_id: Uuid, operator: &str) {
        let used = PhraseUse {
            correlation_id,
            sentence: phrase_of(&lesson.sentence),
            reading: terse::write(&reading.said, self.snapshot()),
            origin: lesson.origin,
            operator: operator.to_owned(),
            snapshot_hash: self.snapshot().content_hash_hex(),
        };
        if used.sentence.is_empty() || used.sentence.len() > PHRASE_BYTES_MAX {
            return;
        }
        match self.store.record_phrase(&used) {
            Ok(()) => info!(%correlation_id, stage = "phrase", sentence = used.sentence, reading = used.reading),
            Err(error) => warn!(%correlation_id, %error, "what the sentence meant cannot be kept"),
        }
    }
}
