//! Tokens into a context, and an answer out of it: greedy, under a grammar, until either ends it.
//!
//! In: a context with what was decoded before, and the tokens that come next. Out: the answer's text, and how sure the model
//! was of it. Nothing here knows what is asked.

use std::{sync::Arc, time::Instant};

use llama_cpp_2::{context::LlamaContext, llama_batch::LlamaBatch, model::LlamaModel, token::LlamaToken};
use llguidance::{Matcher, ParserFactory, api::TopLevelGrammar};
use toktrie::{InferenceCapabilities, SimpleVob};

use super::{ReadError, Spent, vocabulary};
use crate::limits::MODEL_CONTEXT_TOKENS;

/// Tokens that are decoded at once. A deadline is looked at between batches.
pub(super) const BATCH: usize = 512;

/// Where decoding goes on.
pub(super) struct Place<'p, 'm> {
    pub(super) model: &'m LlamaModel,
    pub(super) context: &'p mut LlamaContext<'m>,
    /// How many tokens it holds already.
    pub(super) at: usize,
}

/// An answer and how it came about.
pub(super) struct Answered {
    pub(super) text: String,
    /// The product of the probabilities of what was sampled.
    pub(super) confidence: f32,
    pub(super) sampled: usize,
    pub(super) forced: usize,
    pub(super) spent: Spent,
}

/// Decodes `next`, then the answer. `first` sees the logits of its first token, and what the grammar allows there; `go_on` is
/// asked between decodes.
pub(super) fn answer(
    mut place: Place<'_, '_>,
    mut matcher: Matcher,
    mut next: Vec<LlamaToken>,
    tokens_max: usize,
    go_on: &impl Fn() -> Result<(), ReadError>,
    first: impl FnOnce(&[f32], &SimpleVob),
) -> Result<Answered, ReadError> {
    let llama = |error: &dyn std::fmt::Display| ReadError::Llama(error.to_string());
    let mut first = Some(first);
    let mut answer: Vec<LlamaToken> = Vec::new();
    let (mut sampled, mut forced, mut confidence) = (0, 0, 1.0);
    let mut spent = Spent { sentence_tokens: next.len(), ..Spent::default() };
    loop {
        let began = Instant::now();
        decode_all(place.context, &next, place.at, go_on)?;
        place.at += next.len();
        let decoded = Instant::now();
        if answer.is_empty() {
            spent.sentence = decoded - began;
        } else {
            spent.answer += decoded - began;
            spent.answer_tokens += next.len();
        }
        let mask = matcher.compute_mask_or_eos().map_err(|error| llama(&error))?;
        let logits = place.context.get_logits();
        if let Some(first) = first.take() {
            first(logits, &mask);
        }
        let (token, probability) = greedy(logits, &mask).ok_or_else(|| llama(&"the grammar allows no token"))?;
        confidence *= probability;
        if place.model.vocab().is_eog(token) {
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
        if answer.len() > tokens_max {
            return Err(ReadError::Endless);
        }
    }
    let vocabulary = place.model.vocab();
    let bytes = answer.iter().flat_map(|&token| vocabulary.token_to_piece(token, false, None)).collect();
    let text = String::from_utf8(bytes).map_err(|error| llama(&error))?;
    Ok(Answered { text, confidence, sampled, forced, spent })
}

/// Takes everything out of a context but its first tokens.
pub(super) fn cut_back(context: &mut LlamaContext<'_>, to: usize) -> Result<(), ReadError> {
    match context.clear_kv_cache_seq(Some(0), Some(to as u32), None) {
        Ok(true) => Ok(()),
        Ok(false) => Err(ReadError::Llama("the context cannot be cut back to the prompt".to_owned())),
        Err(error) => Err(ReadError::Llama(error.to_string())),
    }
}

/// Decodes tokens into the context from place `at` on; only the last one's logits are wanted.
pub(super) fn decode_all(
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

pub(super) fn matcher(model: &Arc<LlamaModel>, lark: String) -> Result<Matcher, String> {
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
