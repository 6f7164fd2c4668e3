//! One model, one context, one cell: the prompt's part decoded once, then sentence after sentence.

use std::time::{Duration, Instant};

use llama_cpp_2::{
    context::LlamaContext,
    model::{LlamaLoraAdapter, LlamaModel},
    token::LlamaToken,
};
use llguidance::Matcher;
use toktrie::SimpleVob;

use super::{
    Files, Provenance, ReadError, Ready, Spent, StartError, cache,
    decode::{self, Answered, Bounds, Other, Place, decode_all, matcher},
    loaded::Loaded,
};
use crate::{
    language::{
        grammar,
        prompt::{self, Asked, Examples, Piece},
    },
    limits::{MODEL_ANSWER_TOKENS_MAX, MODEL_CONTEXT_TOKENS, MODEL_OTHER_LEAST, MODEL_OTHERS_BELOW},
    snapshot::Snapshot,
};

/// The first letters of the three routes, in the order of [`super::Answer`]'s probabilities.
const ROUTE_LETTERS: [u8; 3] = *b"aqu";

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
    pub(super) others: Vec<Other>,
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
        let mut context = loaded.context(adapter, files.threads)?;
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
        decode::cut_back(&mut self.context, self.prefix.len())?;
        decoded
    }

    fn decode_after_prefix(
        &mut self,
        asked: &Asked<'_>,
        go_on: &impl Fn() -> Result<(), ReadError>,
    ) -> Result<Decoded, ReadError> {
        let next = tokens(self.model, &prompt::suffix(asked));
        let mut route_probabilities = [0.0; 3];
        let first = |logits: &[f32], mask: &SimpleVob| route_probabilities = route_shares(self.model, logits, mask);
        let other_least = if asked.others == 0 { 1.0 } else { MODEL_OTHER_LEAST };
        let bounds = Bounds { tokens_max: MODEL_ANSWER_TOKENS_MAX, other_least };
        let place = Place { model: self.model, context: &mut self.context, at: self.prefix.len() };
        let answer = decode::answer(place, self.matcher.deep_clone(), next, bounds, go_on, first)?;
        let Answered { ref text, confidence, sampled, forced, mut spent, .. } = answer;
        let (line, began) = (text.clone(), Instant::now());
        let mut others = Vec::new();
        if asked.others > 0 && confidence < MODEL_OTHERS_BELOW {
            let place = Place { model: self.model, context: &mut self.context, at: self.prefix.len() };
            others = decode::others(place, &self.matcher, answer, asked.others, bounds, go_on);
        }
        spent.others = began.elapsed();
        Ok(Decoded { line, route_probabilities, confidence, sampled, forced, spent, others })
    }
}

/// Softmax over the tokens that the grammar allows, added up by the route whose word they begin.
fn route_shares(model: &LlamaModel, logits: &[f32], mask: &SimpleVob) -> [f32; 3] {
    let allowed: Vec<u32> = mask.iter().collect();
    let highest = allowed.iter().filter_map(|&t| logits.get(t as usize)).copied().fold(f32::MIN, f32::max);
    let mut sums = [0.0_f32; 3];
    for token in allowed {
        let piece = model.vocab().token_to_piece(LlamaToken(token.cast_signed()), false, None);
        let route = ROUTE_LETTERS.iter().position(|letter| piece.first() == Some(letter));
        if let (Some(route), Some(logit)) = (route, logits.get(token as usize)) {
            sums[route] += (logit - highest).exp();
        }
    }
    let total: f32 = sums.iter().sum();
    sums.map(|sum| if total > 0.0 { sum / total } else { 0.0 })
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
