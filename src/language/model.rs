//! What a model's reading is, whoever reads: the types between the readers and [`super::llama`].

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde::Serialize;

use super::{Said, prompt::Asked, terse::TerseError};
use crate::limits::MODEL_SENTENCE_BYTES_MAX;

/// Somebody who reads sentences by a model.
pub trait ModelReader: Send + Sync {
    /// What a sentence says.
    ///
    /// # Errors
    ///
    /// See [`ReadError`]; the reader stays usable after all of them but [`ReadError::Died`].
    fn read(&self, asked: &Asked<'_>, limit: Duration, cancel: &Cancel) -> Result<Answer, ReadError>;

    /// What its answers depend on.
    fn provenance(&self) -> &Provenance;
}

/// What an answer depends on: with these the same, the same sentence gives the same answer. BLAKE3, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// Of the model's file.
    pub model: String,
    /// Of the adapter's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adapter: Option<String>,
    /// Of the prompt's tokens that are the same for every sentence, and of the grammar.
    pub prompt: String,
    /// Of the snapshot's content.
    pub snapshot: String,
    /// Threads that decode: another number may round otherwise.
    pub threads: u32,
}

/// What the model said.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The line, in the terse form.
    pub line: String,
    /// What it says.
    pub said: Said,
    /// Probabilities of action, question and unknown at the first token, under the grammar; they add up to 1.
    pub route_probabilities: [f32; 3],
    /// How likely the model holds the line as a whole: the product of the probabilities of what was sampled, its end
    /// among them, under the grammar.
    pub confidence: f32,
    /// Tokens of the answer that were sampled.
    pub sampled: usize,
    /// Tokens of the answer that the grammar forced.
    pub forced: usize,
    /// What else the sentence may say, the likeliest first: as many as were wanted, where the model is not sure of the line.
    pub others: Vec<Other>,
    /// From the request's start on the model's thread to its end.
    pub took: Duration,
    /// Where that time went.
    pub spent: Spent,
}

impl Answer {
    /// All that the sentence may say, the line itself first, each with how likely the model holds it.
    pub fn all(&self) -> impl Iterator<Item = (&Said, f32)> {
        std::iter::once((&self.said, self.confidence)).chain(self.others.iter().map(|it| (&it.said, it.confidence)))
    }

    /// How likely the model holds a line that says this; none where no line of it does.
    #[must_use]
    pub fn confidence_in(&self, said: &Said) -> Option<f32> {
        self.all().find(|(other, _)| *other == said).map(|(_, confidence)| confidence)
    }
}

/// Another line that the model holds for likely.
#[derive(Clone, Debug, PartialEq)]
pub struct Other {
    /// What it says.
    pub said: Said,
    /// How likely the model holds it as a whole, as [`Answer::confidence`].
    pub confidence: f32,
}

/// Where the time of a model's reading went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Tokens of the sentence, and of what the prompt puts around it; the cell's part was read at the start.
    pub sentence_tokens: usize,
    /// Decoding them.
    pub sentence: Duration,
    /// Tokens of the answer that were decoded, the forced ones among them.
    pub answer_tokens: usize,
    /// Decoding these.
    pub answer: Duration,
    /// Following the grammar and choosing the likeliest token.
    pub grammar: Duration,
    /// Looking for other lines.
    pub others: Duration,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Too much to read.
    #[error("the sentence has more than {MODEL_SENTENCE_BYTES_MAX} bytes")]
    TooLong,
    /// So many requests wait that this one would not be answered in time.
    #[error("the model is busy")]
    Busy,
    /// The deadline passed.
    #[error("the model took longer than {0:?}")]
    Deadline(Duration),
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The answer was longer than any that is used.
    #[error("the model's answer did not end")]
    Endless,
    /// The answer is not in the terse form.
    #[error("the model's answer cannot be read: {0}")]
    Terse(#[from] TerseError),
    /// llama.cpp failed.
    #[error("the model failed: {0}")]
    Llama(String),
    /// The thread is gone.
    #[error("the model's thread has ended")]
    Died,
}

/// Lets a request be given up from another thread.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Gives it up: it ends at the next token.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was given up.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
