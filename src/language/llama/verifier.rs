//! A model that is asked what it thinks of something, on a thread of its own: a prompt in, an answer under a grammar out.
//!
//! It knows nothing of the cell. What every prompt begins with is decoded once; nothing is kept from one question to the next,
//! so that the same question has the same answer. The model's own chat template stands around the prompt. In the prompt
//! nothing is special: a turn marker is so many letters.

use std::{
    num::NonZeroU32,
    path::Path,
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use llama_cpp_2::{
    context::LlamaContext,
    model::{LlamaChatMessage, LlamaModel},
    token::LlamaToken,
};
use llguidance::Matcher;

use super::{
    Cancel, Files, ReadError, StartError, ask,
    decode::{self, Bounds, Place, decode_all, matcher},
    loaded::Loaded,
    vocabulary,
};
use crate::limits::{JUDGE_LEAVE_LIMIT, MODEL_ANSWER_TOKENS_MAX, MODEL_QUEUE};

struct Question {
    prompt: String,
    until: Instant,
    limit: Duration,
    reply: Sender<Result<String, ReadError>>,
}

/// See the head of this file. Dropping it gives up the question in work, and ends the thread.
#[derive(Debug)]
pub struct Verifier {
    questions: Option<Sender<Question>>,
    thread: Option<JoinHandle<()>>,
    /// Ends with the thread.
    over: Receiver<()>,
    gives_up: Cancel,
    hash: String,
}

impl Verifier {
    /// Loads a GGUF model, and returns when it can be asked. Every prompt begins with `preamble`, and every answer follows
    /// `grammar`, in llguidance's Lark.
    ///
    /// # Errors
    ///
    /// See [`StartError`]; nothing stays behind.
    pub fn start(model: &Path, preamble: &str, grammar: &str, threads: NonZeroU32) -> Result<Self, StartError> {
        vocabulary::processor_has_all()?;
        let files = Files { model: model.to_owned(), adapter: None, cache: None, threads };
        let (preamble, grammar) = (preamble.to_owned(), grammar.to_owned());
        let (questions, inbox) = bounded(MODEL_QUEUE);
        let ((ready_out, ready), (is_over, over)) = (bounded(1), bounded(0));
        let gives_up = Cancel::default();
        let given_up = gives_up.clone();
        let thread = std::thread::Builder::new()
            .name("verifier".to_owned())
            .spawn(move || {
                // Dropped with this thread.
                let _over: Sender<()> = is_over;
                serve(&files, &preamble, grammar, &ready_out, &inbox, &given_up);
            })
            .map_err(|source| StartError::Unreadable { path: "a thread for the model".to_owned(), source })?;
        let hash = ready.recv().map_err(|_| StartError::Died)??;
        Ok(Self { questions: Some(questions), thread: Some(thread), over, gives_up, hash })
    }

    /// BLAKE3 of the model's file, in hex.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// What the model says to a prompt, of which `prompt` is what follows the preamble.
    ///
    /// # Errors
    ///
    /// No answer within `limit`, none that ends, or a fault of llama.cpp.
    pub fn answer(&self, prompt: &str, limit: Duration) -> Result<String, ReadError> {
        let (reply, answer) = bounded(1);
        let question = Question { prompt: prompt.to_owned(), until: Instant::now() + limit, limit, reply };
        ask(self.questions.as_ref(), question, &answer, limit)
    }
}

impl Drop for Verifier {
    fn drop(&mut self) {
        drop(self.questions.take());
        self.gives_up.cancel();
        // One that hangs inside llama.cpp is left behind.
        let is_over = self.over.recv_timeout(JUDGE_LEAVE_LIMIT) != Err(RecvTimeoutError::Timeout);
        if let Some(thread) = self.thread.take().filter(|_| is_over) {
            // A panic there was an answer of `Died` here.
            let _reported = thread.join();
        }
    }
}

fn serve(
    files: &Files,
    preamble: &str,
    grammar: String,
    ready: &Sender<Result<String, StartError>>,
    inbox: &Receiver<Question>,
    given_up: &Cancel,
) {
    let loaded = match Loaded::load(files) {
        Ok((loaded, _)) => loaded,
        Err(error) => return drop(ready.send(Err(error))),
    };
    let mut talk = match Talk::new(&loaded, preamble, grammar, files.threads) {
        Ok(talk) => talk,
        Err(error) => return drop(ready.send(Err(error))),
    };
    drop(ready.send(Ok(loaded.model_hash.clone())));
    for question in inbox {
        let answer = talk.answer(&question, given_up);
        // Nobody waits any more where this fails.
        drop(question.reply.send(answer));
    }
}

/// A context that holds what every prompt begins with.
struct Talk<'m> {
    model: &'m Arc<LlamaModel>,
    context: LlamaContext<'m>,
    matcher: Matcher,
    /// How many tokens that is.
    begun: usize,
    /// What the model's template puts behind a prompt.
    closing: Vec<LlamaToken>,
}

impl<'m> Talk<'m> {
    fn new(loaded: &'m Loaded, preamble: &str, grammar: String, threads: NonZeroU32) -> Result<Self, StartError> {
        let model = &loaded.model;
        let mut context = loaded.context(None, threads)?;
        let matcher = matcher(model, grammar).map_err(StartError::Prepare)?;
        let (before, after) = frame(model);
        let vocabulary = model.vocab();
        let mut opening = vocabulary.tokenize(before.as_bytes(), before.is_empty(), true);
        opening.extend(vocabulary.tokenize(preamble.as_bytes(), false, false));
        decode_all(&mut context, &opening, 0, &|| Ok(())).map_err(|error| StartError::Prepare(error.to_string()))?;
        let closing = vocabulary.tokenize(after.as_bytes(), false, true);
        Ok(Self { model, context, matcher, begun: opening.len(), closing })
    }

    fn answer(&mut self, question: &Question, given_up: &Cancel) -> Result<String, ReadError> {
        let mut next = self.model.vocab().tokenize(question.prompt.as_bytes(), false, false);
        next.extend(&self.closing);
        let go_on = || match (given_up.is_cancelled(), Instant::now() < question.until) {
            (true, _) => Err(ReadError::Cancelled),
            (false, true) => Ok(()),
            (false, false) => Err(ReadError::Deadline(question.limit)),
        };
        let place = Place { model: self.model, context: &mut self.context, at: self.begun };
        let answered = decode::answer(place, self.matcher.deep_clone(), next, BOUNDS, &go_on, |_, _| ());
        // Whatever happened, the next question finds the beginning alone.
        decode::cut_back(&mut self.context, self.begun)?;
        Ok(answered?.text)
    }
}

/// One answer is wanted.
const BOUNDS: Bounds = Bounds { tokens_max: MODEL_ANSWER_TOKENS_MAX, other_least: 1.0 };

/// Stands for the prompt while the model's template is put around it.
const PROMPT: &str = "\u{1}prompt\u{1}";

/// What the model's template puts before a prompt, and behind it; nothing where the model has none.
fn frame(model: &LlamaModel) -> (String, String) {
    let framed = || {
        let said = LlamaChatMessage::new("user".to_owned(), PROMPT.to_owned()).ok()?;
        let text = model.apply_chat_template(&model.chat_template(None).ok()?, &[said], true).ok()?;
        text.split_once(PROMPT).map(|(before, after)| (before.to_owned(), after.to_owned()))
    };
    framed().unwrap_or_default()
}
