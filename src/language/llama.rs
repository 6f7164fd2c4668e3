//! The local model, on a thread of its own: the only file, with its children, that knows llama-cpp-2.
//!
//! In: sentences through a bounded queue, each with a deadline and a way to cancel it. Out: [`Said`], read from an answer
//! that was decoded greedily under the cell's grammar, and what else the sentence may say, where that is wanted and the model is
//! not sure. The context never leaves its thread.
//!
//! 1. The same sentence, files and snapshot give the same answer: decoding is greedy, the prompt's part of the context is
//!    the same bytes for every request, and the number of threads does not change between requests.
//! 2. An answer is used only if it was decoded to its end and read back by [`super::terse`].
//! 3. Nothing in a sentence reaches the model as a special token ([`super::prompt`]).
//!
//! Threads: llama.cpp is built without OpenMP, and its threads wait for each other by spinning. While a busy neighbour
//! holds a core, a spinning thread burns what the other needs: on two cores, with a busy neighbour on each, two threads
//! took 14 times their quiet median, and one thread, which has nobody to wait for, 1.7 times (`cellgraph model measure`).

use std::{
    num::NonZeroU32,
    path::{Path, PathBuf},
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};

use super::{
    model::{Answer, Cancel, ModelReader, Other, Provenance, ReadError, Spent},
    prompt::Asked,
    terse,
};
use crate::{
    limits::{MODEL_NAMES_MAX, MODEL_QUEUE, MODEL_SENTENCE_BYTES_MAX},
    snapshot::Snapshot,
};

mod cache;
mod decode;
mod loaded;
mod measure;
mod quantise;
mod session;
mod verifier;
mod vocabulary;

pub use measure::{MeasureError, Speed, measure};
pub use quantise::{Format, requantise};
pub use verifier::Verifier;
pub use vocabulary::processor_has_all;

/// Threads that decode, unless a caller knows better: see the head of this file.
pub const DEFAULT_THREADS: NonZeroU32 = NonZeroU32::MIN;

/// What a reader is made of.
#[derive(Clone, Debug)]
pub struct Files {
    /// A GGUF model.
    pub model: PathBuf,
    /// A LoRA adapter for it.
    pub adapter: Option<PathBuf>,
    /// Where the prompt's state is kept between starts; `None`: it is decoded at every start.
    pub cache: Option<PathBuf>,
    /// Threads that decode.
    pub threads: NonZeroU32,
}

/// Why there is no model.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A file cannot be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// Which.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// llama.cpp does not take it.
    #[error("{path} is not a model that llama.cpp can load: {reason}")]
    Model {
        /// Which.
        path: String,
        /// Its words.
        reason: String,
    },
    /// The processor lacks what llama.cpp was compiled for.
    #[error("this processor has no {0}, which the model's code needs")]
    Processor(&'static str),
    /// The cell has too many names to be put into a grammar.
    #[error("the cell has {0} names; the model reads sentences about cells of up to {MODEL_NAMES_MAX}")]
    TooManyNames(usize),
    /// The prompt does not fit, or llama.cpp fails on it.
    #[error("the model cannot be prepared for this cell: {0}")]
    Prepare(String),
    /// The thread ended before it was ready.
    #[error("the model's thread ended before it was ready")]
    Died,
}

struct Request {
    sentence: String,
    earlier: Option<(String, String)>,
    others: usize,
    until: Instant,
    limit: Duration,
    cancel: Cancel,
    reply: Sender<Result<Answer, ReadError>>,
}

/// What was loaded, and how long it took.
#[derive(Clone, Debug)]
pub struct Ready {
    /// What every answer depends on.
    pub provenance: Provenance,
    /// Tokens that are the same for every sentence.
    pub prompt_tokens: usize,
    /// Whether their state came from the cache.
    pub restored: bool,
    /// Why the cache was not written, if it was to be.
    pub cache_fault: Option<String>,
    /// From the start of the thread to readiness.
    pub took: Duration,
}

/// The model's thread. Dropping it ends the thread after the request in work.
#[derive(Debug)]
pub struct Model {
    requests: Option<Sender<Request>>,
    thread: Option<JoinHandle<()>>,
    ready: Ready,
    snapshot: Arc<Snapshot>,
}

impl Model {
    /// Loads the model for a cell, and returns when it can be asked.
    ///
    /// # Errors
    ///
    /// See [`StartError`]; nothing stays behind.
    pub fn start(files: Files, snapshot: Arc<Snapshot>) -> Result<Self, StartError> {
        Self::starting(files, snapshot)?.wait()
    }

    /// Begins to load it; the caller does other things meanwhile.
    ///
    /// # Errors
    ///
    /// What can be told at once: a missing file, a cell that is too large, a processor that is too old.
    pub fn starting(files: Files, snapshot: Arc<Snapshot>) -> Result<Starting, StartError> {
        let names = snapshot.position_count() + snapshot.tool_count() + snapshot.routine_count();
        if names > MODEL_NAMES_MAX {
            return Err(StartError::TooManyNames(names));
        }
        vocabulary::processor_has_all()?;
        let began = Instant::now();
        let (requests, inbox) = bounded(MODEL_QUEUE);
        let (ready_out, ready) = bounded(1);
        let cell = Arc::clone(&snapshot);
        let thread = std::thread::Builder::new()
            .name("model".to_owned())
            .spawn(move || serve(&files, &cell, began, &ready_out, &inbox))
            .map_err(|source| StartError::Unreadable { path: "a thread for the model".to_owned(), source })?;
        Ok(Starting { requests, thread, ready, snapshot })
    }

    /// What was loaded.
    #[must_use]
    pub const fn ready(&self) -> &Ready {
        &self.ready
    }

    /// The cell that it was prepared for.
    #[must_use]
    pub const fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }
}

impl ModelReader for Model {
    fn read(&self, asked: &Asked<'_>, limit: Duration, cancel: &Cancel) -> Result<Answer, ReadError> {
        let earlier = asked.earlier.as_ref().map(|e| (e.understood.to_owned(), e.objection.to_owned()));
        let bytes = asked.sentence.len() + earlier.as_ref().map_or(0, |(a, b)| a.len() + b.len());
        if bytes > MODEL_SENTENCE_BYTES_MAX {
            return Err(ReadError::TooLong);
        }
        let (reply, answer) = bounded(1);
        let request = Request {
            sentence: asked.sentence.to_owned(),
            earlier,
            others: asked.others,
            until: Instant::now() + limit,
            limit,
            cancel: cancel.clone(),
            reply,
        };
        let answer = ask(self.requests.as_ref(), request, &answer, limit);
        if matches!(answer, Err(ReadError::Deadline(_))) {
            cancel.cancel();
        }
        answer
    }

    fn provenance(&self) -> &Provenance {
        &self.ready.provenance
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        drop(self.requests.take());
        if let Some(thread) = self.thread.take() {
            // A panic there was an answer of `Died` here.
            let _reported = thread.join();
        }
    }
}

/// Hands a request to a model's thread, and waits for what comes of it.
fn ask<R, T>(
    requests: Option<&Sender<R>>,
    request: R,
    answer: &Receiver<Result<T, ReadError>>,
    limit: Duration,
) -> Result<T, ReadError> {
    match requests.ok_or(ReadError::Died)?.try_send(request) {
        Ok(()) => {}
        Err(TrySendError::Full(_)) => return Err(ReadError::Busy),
        Err(TrySendError::Disconnected(_)) => return Err(ReadError::Died),
    }
    // The thread looks at the deadline between tokens; this is for one that is stuck inside llama.cpp.
    match answer.recv_timeout(limit + Duration::from_secs(1)) {
        Ok(answer) => answer,
        Err(RecvTimeoutError::Timeout) => Err(ReadError::Deadline(limit)),
        Err(RecvTimeoutError::Disconnected) => Err(ReadError::Died),
    }
}

/// A model that is being loaded.
#[derive(Debug)]
pub struct Starting {
    requests: Sender<Request>,
    thread: JoinHandle<()>,
    ready: Receiver<Result<Ready, StartError>>,
    snapshot: Arc<Snapshot>,
}

impl Starting {
    /// Waits until it can be asked.
    ///
    /// # Errors
    ///
    /// See [`StartError`].
    pub fn wait(self) -> Result<Model, StartError> {
        let ready = self.ready.recv().map_err(|_| StartError::Died)??;
        Ok(Model { requests: Some(self.requests), thread: Some(self.thread), ready, snapshot: self.snapshot })
    }
}

/// The thread: loads, says so, answers until nobody can ask any more.
fn serve(
    files: &Files,
    snapshot: &Snapshot,
    began: Instant,
    ready: &Sender<Result<Ready, StartError>>,
    inbox: &Receiver<Request>,
) {
    let (loaded, mut adapter) = match loaded::Loaded::load(files) {
        Ok(loaded) => loaded,
        Err(error) => return drop(ready.send(Err(error))),
    };
    let mut session = match session::Session::new(&loaded, adapter.as_mut(), files, snapshot) {
        Ok(session) => session,
        Err(error) => return drop(ready.send(Err(error))),
    };
    drop(ready.send(Ok(session.ready(began.elapsed()))));
    for request in inbox {
        let answer = answer(&mut session, snapshot, &request);
        // Nobody waits any more where this fails.
        drop(request.reply.send(answer));
    }
}

fn answer(session: &mut session::Session<'_>, snapshot: &Snapshot, request: &Request) -> Result<Answer, ReadError> {
    let began = Instant::now();
    let earlier = request.earlier.as_ref();
    let asked = Asked {
        sentence: &request.sentence,
        earlier: earlier.map(|(understood, objection)| super::prompt::Earlier { understood, objection }),
        others: request.others,
    };
    let decoded = session.decode(&asked, || {
        if request.cancel.is_cancelled() {
            Err(ReadError::Cancelled)
        } else if Instant::now() >= request.until {
            Err(ReadError::Deadline(request.limit))
        } else {
            Ok(())
        }
    })?;
    let said = terse::read(&decoded.line, snapshot)?;
    // What cannot be read is left out: the answer stands without it.
    let others = decoded.others.into_iter().filter_map(|other| {
        terse::read(&other.text, snapshot).ok().map(|said| Other { said, confidence: other.confidence })
    });
    Ok(Answer {
        others: others.collect(),
        said,
        line: decoded.line,
        route_probabilities: decoded.route_probabilities,
        confidence: decoded.confidence,
        sampled: decoded.sampled,
        forced: decoded.forced,
        took: began.elapsed(),
        spent: decoded.spent,
    })
}

/// The tokens of a model, without its weights: for whoever checks a grammar against them.
///
/// # Errors
///
/// [`StartError::Model`].
pub fn token_environment(model: &Path) -> Result<toktrie::TokEnv, StartError> {
    loaded::token_environment(model)
}

/// BLAKE3 of a file.
fn hash_file(path: &Path) -> Result<String, StartError> {
    let mut hasher = blake3::Hasher::new();
    let unreadable = |source| StartError::Unreadable { path: path.display().to_string(), source };
    let mut file = crate::files::open::regular(path).map_err(unreadable)?;
    std::io::copy(&mut file, &mut hasher).map_err(unreadable)?;
    Ok(hasher.finalize().to_hex().to_string())
}
