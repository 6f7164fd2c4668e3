//! Tokens into a context, and an answer out of it: greedy, under a grammar, until either ends it.
//!
//! In: a context with what was decoded before, and the tokens that come next. Out: the answer's text, how sure the model was of it, and
//! where that is wanted other answers that are likely, too. Nothing here knows what is asked.

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
    /// The answer's tokens, and the tokens that could have been taken instead of one of them.
    path: Path,
    /// How many tokens the context holds before the answer's first.
    begun: usize,
}

/// Another answer to what was asked.
pub(super) struct Other {
    pub(super) text: String,
    /// The product of the probabilities of what was sampled.
    pub(super) confidence: f32,
}

/// What an answer may be long, and what is remembered for other answers.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// An answer of more tokens does not end.
    pub(super) tokens_max: usize,
    /// An answer that is less likely is not looked for; 1 remembers nothing.
    pub(super) other_least: f32,
}

/// The tokens of an answer, as far as it was decoded.
#[derive(Default)]
struct Path {
    tokens: Vec<LlamaToken>,
    confidence: f32,
    sampled: usize,
    forced: usize,
    branches: Vec<Branch>,
}

/// A token that could have been taken where another one was likelier.
struct Branch {
    /// The answer's tokens before it.
    before: Vec<LlamaToken>,
    token: LlamaToken,
    /// How likely the answer is up to this token, with it.
    confidence: f32,
}

/// Decodes `next`, then the answer. `first` sees the logits of its first token, and what the grammar allows there; `go_on` is
/// asked between decodes.
pub(super) fn answer(
    mut place: Place<'_, '_>,
    mut matcher: Matcher,
    next: Vec<LlamaToken>,
    bounds: Bounds,
    go_on: &impl Fn() -> Result<(), ReadError>,
    first: impl FnOnce(&[f32], &SimpleVob),
) -> Result<Answered, ReadError> {
    let mut path = Path { confidence: 1.0, ..Path::default() };
    let mut spent = Spent { sentence_tokens: next.len(), ..Spent::default() };
    let began = Instant::now();
    decode_all(place.context, &next, place.at, go_on)?;
    place.at += next.len();
    let begun = place.at;
    spent.sentence = began.elapsed();
    let mask = matcher.compute_mask_or_eos().map_err(llama)?;
    first(place.context.get_logits(), &mask);
    go(&mut place, &mut matcher, &mut path, bounds, go_on, &mut spent)?;
    let (confidence, sampled, forced) = (path.confidence, path.sampled, path.forced);
    Ok(Answered { text: text(place.model, &path.tokens)?, confidence, sampled, forced, spent, path, begun })
}

/// Other answers than one that was just decoded, the likeliest first: at most `count` of them, and none that is less likely than
/// `bounds` says. Each leaves an answer that was found before where another token was likely, too, and goes on with the likeliest tokens.
///
/// `matcher` stands at the start of an answer. What fails ends the list, and leaves the answers before it.
pub(super) fn others(
    mut place: Place<'_, '_>,
    matcher: &Matcher,
    answered: Answered,
    count: usize,
    bounds: Bounds,
    go_on: &impl Fn() -> Result<(), ReadError>,
) -> Vec<Other> {
    let Answered { text: likeliest, path, begun, .. } = answered;
    let mut found: Vec<Other> = Vec::new();
    let (mut branches, mut held) = (path.branches, path.tokens);
    // A way that ends where another one ended, by other tokens or by being unlikely in the end, counts as a try.
    for _ in 0..2 * count {
        let Some(at) = likeliest_of(&branches).filter(|_| found.len() < count) else { break };
        let branch = branches.swap_remove(at);
        let Ok(path) = leave(&mut place, matcher, &mut held, branch, begun, bounds, go_on) else { break };
        let Ok(text) = text(place.model, &path.tokens) else { break };
        // The same letters, by other tokens.
        let is_new = text != likeliest && found.iter().all(|other| other.text != text);
        if is_new && path.confidence >= bounds.other_least {
            found.push(Other { text, confidence: path.confidence });
        }
        branches.extend(path.branches);
    }
    found.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    found
}

fn likeliest_of(branches: &[Branch]) -> Option<usize> {
    let likeliest = branches.iter().enumerate().max_by(|(_, a), (_, b)| a.confidence.total_cmp(&b.confidence));
    likeliest.map(|(at, _)| at)
}

/// The answer that goes another way at a branch. `held` is the answer that the context holds.
fn leave(
    place: &mut Place<'_, '_>,
    matcher: &Matcher,
    held: &mut Vec<LlamaToken>,
    Branch { before, token, confidence }: Branch,
    begun: usize,
    bounds: Bounds,
    go_on: &impl Fn() -> Result<(), ReadError>,
) -> Result<Path, ReadError> {
    let shared = held.iter().zip(&before).take_while(|(a, b)| a == b).count();
    let mut path = Path { tokens: before, confidence, ..Path::default() };
    if place.model.vocab().is_eog(token) {
        return Ok(path);
    }
    path.tokens.push(token);
    let mut matcher = matcher.deep_clone();
    for token in &path.tokens {
        matcher.consume_token(token.0.cast_unsigned()).map_err(llama)?;
    }
    path.tokens.extend(forced(&mut matcher));
    if !matcher.is_stopped() {
        held.truncate(shared);
        cut_back(place.context, begun + shared)?;
        decode_all(place.context, &path.tokens[shared..], begun + shared, go_on)?;
        place.at = begun + path.tokens.len();
        go(place, &mut matcher, &mut path, bounds, go_on, &mut Spent::default())?;
        held.clone_from(&path.tokens);
    }
    Ok(path)
}

/// Takes the likeliest tokens until an answer ends. The context holds all of `path`, and has the logits of what follows it.
fn go(
    place: &mut Place<'_, '_>,
    matcher: &mut Matcher,
    path: &mut Path,
    bounds: Bounds,
    go_on: &impl Fn() -> Result<(), ReadError>,
    spent: &mut Spent,
) -> Result<(), ReadError> {
    loop {
        let began = Instant::now();
        let mask = matcher.compute_mask_or_eos().map_err(llama)?;
        let shares = Shares::of(place.context.get_logits(), &mask)
            .ok_or_else(|| ReadError::Llama("the grammar allows no token".to_owned()))?;
        for (token, share) in shares.others(bounds.other_least / path.confidence.max(f32::MIN_POSITIVE)) {
            let confidence = path.confidence * share;
            path.branches.push(Branch { before: path.tokens.clone(), token, confidence });
        }
        let (token, share) = shares.best;
        path.confidence *= share;
        if place.model.vocab().is_eog(token) {
            spent.grammar += began.elapsed();
            return Ok(());
        }
        matcher.consume_token(token.0.cast_unsigned()).map_err(llama)?;
        path.sampled += 1;
        let mut next = vec![token];
        next.extend(forced(matcher));
        path.forced += next.len() - 1;
        path.tokens.extend(&next);
        spent.grammar += began.elapsed();
        // Where nothing but the end may follow, it need not be sampled.
        if matcher.is_stopped() {
            return Ok(());
        }
        if path.tokens.len() > bounds.tokens_max {
            return Err(ReadError::Endless);
        }
        let began = Instant::now();
        decode_all(place.context, &next, place.at, go_on)?;
        place.at += next.len();
        spent.answer += began.elapsed();
        spent.answer_tokens += next.len();
    }
}

/// The tokens that the grammar leaves no choice about.
fn forced(matcher: &mut Matcher) -> impl Iterator<Item = LlamaToken> {
    matcher.consume_ff_tokens().into_iter().map(|token| LlamaToken(token.cast_signed()))
}

fn text(model: &LlamaModel, tokens: &[LlamaToken]) -> Result<String, ReadError> {
    let vocabulary = model.vocab();
    let bytes = tokens.iter().flat_map(|&token| vocabulary.token_to_piece(token, false, None)).collect();
    String::from_utf8(bytes).map_err(llama)
}

fn llama(error: impl std::fmt::Display) -> ReadError {
    ReadError::Llama(error.to_string())
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
            batch.add(token, (at + place) as i32, &[0], is_last).map_err(llama)?;
        }
        context.decode(&mut batch).map_err(llama)?;
    }
    Ok(())
}

/// The tokens that are allowed next.
struct Shares<'l> {
    logits: &'l [f32],
    mask: &'l SimpleVob,
    /// The most likely of them, the first of equals, and how likely it is among them.
    best: (LlamaToken, f32),
    highest: f32,
    sum: f32,
}

impl<'l> Shares<'l> {
    fn of(logits: &'l [f32], mask: &'l SimpleVob) -> Option<Self> {
        let mut best: Option<(u32, f32)> = None;
        for token in mask.iter() {
            if let Some(&logit) = logits.get(token as usize)
                && best.is_none_or(|(_, highest)| logit > highest)
            {
                best = Some((token, logit));
            }
        }
        let (token, highest) = best?;
        let sum = mask.iter().filter_map(|t| logits.get(t as usize)).map(|logit| (logit - highest).exp()).sum();
        Some(Self { logits, mask, best: (LlamaToken(token.cast_signed()), 1.0 / sum), highest, sum })
    }

    /// The others that are at least so likely, with how likely they are.
    fn others(&self, least: f32) -> impl Iterator<Item = (LlamaToken, f32)> {
        let is_wanted = least < 1.0;
        let all = self.mask.iter().filter(move |_| is_wanted).filter_map(|token| {
            let logit = self.logits.get(token as usize)?;
            Some((LlamaToken(token.cast_signed()), (logit - self.highest).exp() / self.sum))
        });
        all.filter(move |&(token, share)| share >= least && token != self.best.0)
    }
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
