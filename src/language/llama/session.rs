//! One model, one context, one cell: the prompt's part decoded once, then sentence after sentence.

use std::{
    num::NonZeroU32,
    path::Path,
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use llama_cpp_2::{
    context::{LlamaContext, params::LlamaContextParams},
    llama_backend::LlamaBackend,
    llama_batch::LlamaBatch,
    model::{LlamaLoraAdapter, LlamaModel, params::LlamaModelParams},
    token::LlamaToken,
};
use llguidance::{Matcher, ParserFactory, api::TopLevelGrammar};
use toktrie::{InferenceCapabilities, SimpleVob, TokEnv};

use super::{Files, Provenance, ReadError, Ready, Spent, StartError, cache, hash_file, vocabulary};
use crate::{
    language::{
        grammar,
        prompt::{self, Asked, Examples, Piece},
    },
    limits::{MODEL_ANSWER_TOKENS_MAX, MODEL_CONTEXT_TOKENS},
    snapshot::Snapshot,
};

/// Tokens that are decoded at once. A deadline is looked at between batches.
const BATCH: usize = 512;

/// The first letters of the three routes, in the order of [`super::Answer`]'s probabilities.
const ROUTE_LETTERS: [u8; 3] = *b"aqu";

/// A model in memory.
pub(super) struct Loaded {
    backend: &'static LlamaBackend,
    model: Arc<LlamaModel>,
    model_hash: String,
    adapter_hash: Option<String>,
}

impl Loaded {
    /// The model, and the adapter that its contexts are to take.
    pub(super) fn load(files: &Files) -> Result<(Self, Option<LlamaLoraAdapter>), StartError> {
        let refused = |reason: String| StartError::Model { path: files.model.display().to_string(), reason };
        let model_hash = hash_file(&files.model)?;
        let backend = backend().map_err(&refused)?;
        let params = LlamaModelParams::default();
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

/// A context that holds the prompt's part of one cell.
pub(super) struct Session<'m> {
    model: &'m LlamaModel,
    context: LlamaContext<'m>,
    /// At the start of an answer; cloned for each.
    matcher: Matcher,
    prefix: Vec<LlamaToken>,
    provenance: Provenance,
    restored: bool,
    cache_fault: Option<String>,
}

/// An answer's line and how it came about.
pub(super) struct Decoded {
    pub(super) line: String,
    pub(super) route_probabilities: [f32; 3],
    pub(super) confidence: f32,
    pub(super) sampled: usize,
    pub(super) forced: usize,
    pub(super) spent: Spent,
}

impl<'m> Session<'m> {
    pub(super) fn new(
        loaded: &'m Loaded,
        adapter: Option<&mut LlamaLoraAdapter>,
        files: &Files,
        snapshot: &Snapshot,
    ) -> Result<Self, StartError> {
        let fault = |error: &dyn std::fmt::Display| StartError::Prepare(error.to_string());
        let lark = grammar::lark(snapshot);
        let shown = if adapter.is_some() { Examples::Hidden } else { Examples::Shown };
        let prefix = tokens(&loaded.model, &prompt::prefix(snapshot, shown));
        let provenance = Provenance {
            model: loaded.model_hash.clone(),
            adapter: loaded.adapter_hash.clone(),
            prompt: hash_prompt(&prefix, &lark),
            snapshot: snapshot.content_hash_hex(),
            threads: files.threads.get(),
        };
        let room = MODEL_CONTEXT_TOKENS as usize / 2;
        if prefix.len() > room {
            return Err(StartError::Prepare(format!("its names take {} tokens of {room}", prefix.len())));
        }
        let mut context = new_context(loaded, adapter, files.threads)?;
        let mut restored = false;
        let mut cache_fault = None;
        if let Some(folder) = &files.cache {
            restored = cache::restore(&mut context, folder, &provenance, &prefix);
        }
        if !restored {
            decode_all(&mut context, &prefix, 0, &|| Ok(())).map_err(|error| fault(&error))?;
            if let Some(folder) = &files.cache {
                cache_fault = cache::keep(&context, folder, &provenance, &prefix).err();
            }
        }
        let matcher = matcher(&loaded.model, lark).map_err(|error| fault(&error))?;
        Ok(Self { model: &loaded.model, context, matcher, prefix, provenance, restored, cache_fault })
    }

    pub(super) fn ready(&self, took: Duration) -> Ready {
        Ready {
            provenance: self.provenance.clone(),
            prompt_tokens: self.prefix.len(),
            restored: self.restored,
            cache_fault: self.cache_fault.clone(),
            took,
        }
    }

    /// Reads a sentence; `go_on` is asked between decodes.
    pub(super) fn decode(
        &mut self,
        asked: &Asked<'_>,
        go_on: impl Fn() -> Result<(), ReadError>,
    ) -> Result<Decoded, ReadError> {
        let decoded = self.decode_after_prefix(asked, &go_on);
        // Whatever happened, the next sentence finds the prompt's part alone.
        let kept = self.context.clear_kv_cache_seq(Some(0), Some(self.prefix.len() as u32), None);
        match kept {
            Ok(true) => decoded,
            Ok(false) => Err(ReadError::Llama("the context cannot be cut back to the prompt".to_owned())),
            Err(error) => Err(ReadError::Llama(error.to_string())),
        }
    }

    fn decode_after_prefix(
        &mut self,
        asked: &Asked<'_>,
        go_on: &impl Fn() -> Result<(), ReadError>,
    ) -> Result<Decoded, ReadError> {
        let llama = |error: &dyn std::fmt::Display| ReadError::Llama(error.to_string());
        let mut matcher = self.matcher.deep_clone();
        let mut at = self.prefix.len();
        let mut next = tokens(self.model, &prompt::suffix(asked));
        let mut answer: Vec<LlamaToken> = Vec::new();
        let (mut sampled, mut forced, mut route_probabilities, mut confidence) = (0, 0, None, 1.0);
        let mut spent = Spent { sentence_tokens: next.len(), ..Spent::default() };
        loop {
            let began = Instant::now();
            decode_all(&mut self.context, &next, at, go_on)?;
            at += next.len();
            let decoded = Instant::now();
            if answer.is_empty() {
                spent.sentence = decoded - began;
            } else {
                spent.answer += decoded - began;
                spent.answer_tokens += next.len();
            }
            let mask = matcher.compute_mask_or_eos().map_err(|error| llama(&error))?;
            let logits = self.context.get_logits();
            if route_probabilities.is_none() {
                route_probabilities = Some(self.route_probabilities(logits, &mask));
            }
            let (token, probability) = greedy(logits, &mask).ok_or_else(|| llama(&"the grammar allows no token"))?;
            confidence *= probability;
            if self.model.vocab().is_eog(token) {
                spent.grammar += decoded.elapsed();
                break;
            }
            matcher.consume_token(token.0.cast_unsigned()).map_err(|error| llama(&error))?;
            sampled += 1;
            next = vec![token];
            let ahead = matcher.consume_ff_tokens();
            forced += ahead.len();
            next.extend(ahead.into_iter().map(|token| LlamaToken(token.cast_signed())));
            answer.extend(&next);
            spent.grammar += decoded.elapsed();
            // Where nothing but the end may follow, it need not be sampled.
            if matcher.is_stopped() {
                break;
            }
            if answer.len() > MODEL_ANSWER_TOKENS_MAX {
                return Err(ReadError::Endless);
            }
        }
        let bytes: Vec<u8> =
            answer.iter().flat_map(|&token| self.model.vocab().token_to_piece(token, false, None)).collect();
        let line = String::from_utf8(bytes).map_err(|error| llama(&error))?;
        let route_probabilities = route_probabilities.unwrap_or_default();
        Ok(Decoded { line, route_probabilities, confidence, sampled, forced, spent })
    }

    /// Softmax over the tokens that the grammar allows, added up by the route whose word they begin.
    fn route_probabilities(&self, logits: &[f32], mask: &SimpleVob) -> [f32; 3] {
        let allowed: Vec<u32> = mask.iter().collect();
        let highest = allowed.iter().filter_map(|&t| logits.get(t as usize)).copied().fold(f32::MIN, f32::max);
        let mut sums = [0.0_f32; 3];
        for token in allowed {
            let piece = self.model.vocab().token_to_piece(LlamaToken(token.cast_signed()), false, None);
            let route = ROUTE_LETTERS.iter().position(|letter| piece.first() == Some(letter));
            if let (Some(route), Some(logit)) = (route, logits.get(token as usize)) {
                sums[route] += (logit - highest).exp();
            }
        }
        let total: f32 = sums.iter().sum();
        sums.map(|sum| if total > 0.0 { sum / total } else { 0.0 })
    }
}

fn new_context<'m>(
    loaded: &'m Loaded,
    adapter: Option<&mut LlamaLoraAdapter>,
    threads: NonZeroU32,
) -> Result<LlamaContext<'m>, StartError> {
    let count = i32::try_from(threads.get()).unwrap_or(i32::MAX);
    let params = LlamaContextParams::default()
        .with_n_ctx(NonZeroU32::new(MODEL_CONTEXT_TOKENS))
        .with_n_batch(BATCH as u32)
        .with_n_ubatch(BATCH as u32)
        .with_n_threads(count)
        .with_n_threads_batch(count)
        .with_no_perf(true);
    let mut context =
        loaded.model.new_context(loaded.backend, params).map_err(|error| StartError::Prepare(error.to_string()))?;
    if let Some(adapter) = adapter {
        context.lora_adapter_set(adapter, 1.0).map_err(|error| StartError::Prepare(error.to_string()))?;
    }
    Ok(context)
}

/// Decodes tokens into the context from place `at` on; only the last one's logits are wanted.
fn decode_all(
    context: &mut LlamaContext<'_>,
    tokens: &[LlamaToken],
    at: usize,
    go_on: &impl Fn() -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let llama = |error: &dyn std::fmt::Display| ReadError::Llama(error.to_string());
    if at + tokens.len() >= MODEL_CONTEXT_TOKENS as usize {
        return Err(ReadError::TooLong);
    }
    let mut batch = LlamaBatch::new(BATCH, 1);
    for (n, part) in tokens.chunks(BATCH).enumerate() {
        go_on()?;
        batch.clear();
        for (i, &token) in part.iter().enumerate() {
            let place = n * BATCH + i;
            let is_last = place + 1 == tokens.len();
            batch.add(token, (at + place) as i32, &[0], is_last).map_err(|error| llama(&error))?;
        }
        context.decode(&mut batch).map_err(|error| llama(&error))?;
    }
    Ok(())
}

/// The most likely of the allowed tokens, the first of equals, and how likely it is among them.
fn greedy(logits: &[f32], mask: &SimpleVob) -> Option<(LlamaToken, f32)> {
    let mut best: Option<(u32, f32)> = None;
    for token in mask.iter() {
        if let Some(&logit) = logits.get(token as usize)
            && best.is_none_or(|(_, highest)| logit > highest)
        {
            best = Some((token, logit));
        }
    }
    let (token, highest) = best?;
    let sum: f32 = mask.iter().filter_map(|t| logits.get(t as usize)).map(|logit| (logit - highest).exp()).sum();
    Some((LlamaToken(token.cast_signed()), 1.0 / sum))
}

fn matcher(model: &Arc<LlamaModel>, lark: String) -> Result<Matcher, String> {
    let environment = vocabulary::environment(model);
    let capabilities = InferenceCapabilities { ff_tokens: true, ..InferenceCapabilities::default() };
    let mut factory = ParserFactory::new(&environment, capabilities, &[]).map_err(|error| error.to_string())?;
    factory.quiet();
    let parser = factory.create_parser(TopLevelGrammar::from_lark(lark));
    let mut matcher = Matcher::new(parser);
    match matcher.get_error() {
        Some(error) => Err(error),
        None => {
            matcher.grammar_warnings();
            Ok(matcher)
        }
    }
}

fn tokens(model: &LlamaModel, pieces: &[Piece]) -> Vec<LlamaToken> {
    let vocabulary = model.vocab();
    let mut out = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Mark(mark) => out.extend(vocabulary.tokenize(mark.as_bytes(), false, true)),
            Piece::Text(text) => out.extend(vocabulary.tokenize(text.as_bytes(), false, false)),
        }
    }
    out
}

fn hash_prompt(prefix: &[LlamaToken], lark: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for token in prefix {
        hasher.update(&token.0.to_le_bytes());
    }
    hasher.update(b"grammar");
    hasher.update(lark.as_bytes());
    hasher.finalize().to_hex().to_string()
}
