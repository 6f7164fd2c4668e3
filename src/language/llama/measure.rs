//! How fast a model reads on this machine, quiet and with busy neighbours.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use super::{Files, Model, StartError};
use crate::{
    language::{
        model::{Cancel, ModelReader, ReadError},
        prompt::Asked,
    },
    snapshot::Snapshot,
};

/// Medians of one model's readings.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// With the machine as it is.
    pub quiet: Duration,
    /// With a thread that never rests on every core.
    pub busy: Duration,
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// No model.
    #[error(transparent)]
    Start(#[from] StartError),
    /// No answer.
    #[error("the model did not answer: {0}")]
    Read(#[from] ReadError),
}

/// Reads each sentence `rounds` times in both conditions.
///
/// # Errors
///
/// [`MeasureError`].
pub fn measure(
    files: Files,
    snapshot: Arc<Snapshot>,
    sentences: &[&str],
    rounds: usize,
) -> Result<Speed, MeasureError> {
    let model = Model::start(files, snapshot)?;
    // The first reading touches every page of the weights.
    median(&model, sentences, 1)?;
    let quiet = median(&model, sentences, rounds)?;
    let neighbours = Neighbours::start();
    let busy = median(&model, sentences, rounds);
    drop(neighbours);
    Ok(Speed { quiet, busy: busy? })
}

fn median(model: &Model, sentences: &[&str], rounds: usize) -> Result<Duration, ReadError> {
    let mut took = Vec::new();
    for _ in 0..rounds {
        for sentence in sentences {
            let asked = Asked { sentence, ..Asked::default() };
            took.push(model.read(&asked, Duration::from_secs(120), &Cancel::default())?.took);
        }
    }
    took.sort_unstable();
    Ok(took.get(took.len() / 2).copied().unwrap_or_default())
}

/// A thread on every core that never rests, as long as this lives.
struct Neighbours(Arc<AtomicBool>);

impl Neighbours {
    fn start() -> Self {
        let goes_on = Arc::new(AtomicBool::new(true));
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let goes_on = Arc::clone(&goes_on);
            thread::spawn(move || {
                while goes_on.load(Ordering::Relaxed) {
                    std::hint::black_box(0_u64);
                }
            });
        }
        Self(goes_on)
    }
}

impl Drop for Neighbours {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
