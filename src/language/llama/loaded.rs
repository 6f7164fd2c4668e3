//! A GGUF model in memory, and contexts of it.

use std::{
    num::NonZeroU32,
    path::Path,
    sync::{Arc, OnceLock},
};

use llama_cpp_2::{
    context::{LlamaContext, params::LlamaContextParams},
    llama_backend::LlamaBackend,
    model::{LlamaLoraAdapter, LlamaModel, params::LlamaModelParams},
};
use toktrie::TokEnv;

use super::{Files, StartError, decode::BATCH, hash_file, vocabulary};
use crate::limits::MODEL_CONTEXT_TOKENS;

/// A model in memory.
pub(super) struct Loaded {
    backend: &'static LlamaBackend,
    pub(super) model: Arc<LlamaModel>,
    pub(super) model_hash: String,
    pub(super) adapter_hash: Option<String>,
}

impl Loaded {
    /// The model, and the adapter that its contexts are to take.
    pub(super) fn load(files: &Files) -> Result<(Self, Option<LlamaLoraAdapter>), StartError> {
        let refused = |reason: String| StartError::Model { path: files.model.display().to_string(), reason };
        let model_hash = hash_file(&files.model)?;
        let backend = backend().map_err(&refused)?;
        // Read whole, not mapped: a file that is changed or cut afterwards changes nothing.
        let params = LlamaModelParams::default().with_use_mmap(false);
        let mut model =
            LlamaModel::load_from_file(backend, &files.model, &params).map_err(|error| refused(error.to_string()))?;
        let (mut adapter, mut adapter_hash) = (None, None);
        if let Some(path) = &files.adapter {
            adapter_hash = Some(hash_file(path)?);
            adapter =
                Some(model.lora_adapter_init(path).map_err(|error| StartError::Model {
                    path: path.display().to_string(),
                    reason: error.to_string(),
                })?);
        }
        Ok((Self { backend, model: Arc::new(model), model_hash, adapter_hash }, adapter))
    }

    /// A context of this model, with nothing in it.
    pub(super) fn context(
        &self,
        adapter: Option<&mut LlamaLoraAdapter>,
        threads: NonZeroU32,
    ) -> Result<LlamaContext<'_>, StartError> {
        let count = i32::try_from(threads.get()).unwrap_or(i32::MAX);
        let params = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(MODEL_CONTEXT_TOKENS))
            .with_n_batch(BATCH as u32)
            .with_n_ubatch(BATCH as u32)
            .with_n_threads(count)
            .with_n_threads_batch(count)
            .with_no_perf(true);
        let fault = |error: &dyn std::fmt::Display| StartError::Prepare(error.to_string());
        let mut context = self.model.new_context(self.backend, params).map_err(|error| fault(&error))?;
        if let Some(adapter) = adapter {
            context.lora_adapter_set(adapter, 1.0).map_err(|error| fault(&error))?;
        }
        Ok(context)
    }
}

/// llama.cpp itself, begun once for the whole process and never ended: a new layout's model is loaded while the old one's
/// still answers.
fn backend() -> Result<&'static LlamaBackend, String> {
    static BACKEND: OnceLock<Result<LlamaBackend, String>> = OnceLock::new();
    let begun = BACKEND.get_or_init(|| {
        let mut backend = LlamaBackend::init().map_err(|error| error.to_string())?;
        backend.void_logs();
        Ok(backend)
    });
    begun.as_ref().map_err(Clone::clone)
}

/// The tokens of a model, without its weights: for whoever checks a grammar against them.
pub(super) fn token_environment(path: &Path) -> Result<TokEnv, StartError> {
    let refused = |reason: String| StartError::Model { path: path.display().to_string(), reason };
    let params = LlamaModelParams::default().with_vocab_only(true);
    let model = LlamaModel::load_from_file(backend().map_err(&refused)?, path, &params)
        .map_err(|error| refused(error.to_string()))?;
    Ok(vocabulary::environment(&Arc::new(model)))
}
