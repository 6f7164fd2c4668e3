//! A local model that judges steps beside the code: loaded once for a session, asked by each of its runs.
//!
//! In: a GGUF file; then questions about steps. Out: its answers as they are, under the grammar of a verdict, and a digest of
//! all that they depend on. What an answer is worth is decided in [`crate::run`].

use std::{num::NonZeroU32, path::Path, sync::Arc};

use crate::{
    language::{
        llama::{StartError, Verifier},
        model::ReadError,
    },
    limits::JUDGE_MODEL_LIMIT,
    observe::model::{GRAMMAR, preamble},
    review::Digest,
    run::{Judge, StepJudge},
};

/// Keeps this digest from being taken for one of another kind.
const JUDGE: &str = "cellgraph 2026 judge of steps";

/// See the head of this file; clones share the model.
#[derive(Clone, Debug)]
pub struct StepModel {
    model: Arc<Verifier>,
    digest: Digest,
}

impl StepModel {
    /// Loads a model, and returns when it can be asked.
    ///
    /// # Errors
    ///
    /// See [`StartError`]; nothing stays behind.
    pub fn start(file: &Path, threads: NonZeroU32) -> Result<Self, StartError> {
        let preamble = preamble();
        let model = Verifier::start(file, &preamble, GRAMMAR, threads)?;
        let mut hasher = blake3::Hasher::new_derive_key(JUDGE);
        // Another number of threads may round otherwise.
        for part in [model.hash(), &preamble, GRAMMAR, &threads.to_string()] {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        Ok(Self { model: Arc::new(model), digest: hasher.finalize() })
    }

    /// It, as a judge for a run.
    #[must_use]
    pub fn judge(&self) -> Judge {
        Judge::new(self.clone())
    }
}

impl StepJudge for StepModel {
    fn answer(&mut self, question: &str) -> Result<String, String> {
        self.model.answer(question, JUDGE_MODEL_LIMIT).map_err(|error| match error {
            ReadError::TooLong => "what was observed is too long for it".to_owned(),
            error => error.to_string(),
        })
    }

    fn digest(&self) -> Digest {
        self.digest
    }
}
