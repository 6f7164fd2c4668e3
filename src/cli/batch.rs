//! JSON lines in, one answer a line out, in order, however the input comes and however many threads answer.
//!
//! 1. Every line of the input has one line of the output, in its place.
//! 2. A line that cannot be used is answered with `{"error": …}` and the batch goes on.
//! 3. Answers are sent before more input is waited for: a program may write a line and wait for its answer. A file is never waited
//!    for, so several threads may answer its lines.

use std::{
    collections::VecDeque,
    io::{self, Write},
    path::Path,
    thread,
};

use crossbeam_channel::{Receiver, bounded};
use serde::Serialize;

use super::{
    failure::{Failure, Outcome, Verdict},
    printer::Printer,
};
use crate::{limits::DOCUMENT_BYTES_MAX, snapshot::StateError};

mod blocks;

use blocks::{Block, Blocks};

/// A line is one document.
const LINE_BYTES_MAX: usize = DOCUMENT_BYTES_MAX as usize;

/// Answers one line of a batch.
pub(super) trait Line {
    /// Writes the answer, without the end of the line. On an error nothing must have been written.
    fn answer(&mut self, line: &str, out: &mut dyn Write) -> Result<(), LineError>;
}

/// Why a line has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum LineError {
    /// It is not the document that it should be.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// It names a state that the cell does not have.
    #[error("{0}")]
    State(#[from] StateError),
    #[error("the line is not UTF-8: byte {0} is the first that is wrong")]
    NotUtf8(usize),
    #[error("the line is empty")]
    Blank,
    #[error("the line is longer than {LINE_BYTES_MAX} bytes")]
    TooLong,
    /// The answer could not be written.
    #[error("{0}")]
    Write(io::Error),
}

/// Writes an answer.
pub(super) fn write(out: &mut dyn Write, answer: &impl Serialize) -> Result<(), LineError> {
    serde_json::to_writer(out, answer).map_err(|error| LineError::Write(error.into()))
}

/// Answers every line of a file, or of standard input where it is `-`.
pub(super) fn run(path: &Path, printer: &mut Printer, line: &mut dyn Line) -> Outcome {
    let blocks = Blocks::of(path).map_err(|error| unreadable(path, error))?;
    one_after_the_other(blocks, path, printer, line)
}

/// The same with a thread for each of `lines`, of which there is one at least.
pub(super) fn run_on<L: Line + Send>(path: &Path, printer: &mut Printer, mut lines: Vec<L>) -> Outcome {
    let blocks = Blocks::of(path).map_err(|error| unreadable(path, error))?;
    match &mut *lines {
        [line] => one_after_the_other(blocks, path, printer, line),
        [line, ..] if blocks.may_wait() => one_after_the_other(blocks, path, printer, line),
        lines => side_by_side(blocks, path, printer, lines),
    }
}

fn unreadable(path: &Path, error: io::Error) -> Failure {
    Failure::input(format_args!("cannot read {}: {error}", path.display()))
}

fn one_after_the_other(mut blocks: Blocks, path: &Path, printer: &mut Printer, line: &mut dyn Line) -> Outcome {
    let mut is_usable = true;
    loop {
        printer.finish()?;
        let Some(block) = blocks.next().map_err(|error| unreadable(path, error))? else {
            return Ok(verdict(is_usable));
        };
        is_usable &= answer(line, &block, printer.raw())?;
        blocks.give_back(block);
    }
}

/// Blocks that were answered, or will be.
struct Answered {
    block: Block,
    answers: Vec<u8>,
    is_usable: Result<bool, Failure>,
}

fn side_by_side<L: Line + Send>(mut blocks: Blocks, path: &Path, printer: &mut Printer, lines: &mut [L]) -> Outcome {
    let threads = lines.len();
    thread::scope(|scope| {
        let (work, waiting) = bounded(threads);
        for line in lines {
            let waiting: Receiver<(Block, crossbeam_channel::Sender<Answered>)> = waiting.clone();
            scope.spawn(move || {
                for (block, done) in waiting {
                    let mut answers = Vec::new();
                    let is_usable = answer(line, &block, &mut answers);
                    // Where nobody waits for it, the batch has ended.
                    let _ = done.send(Answered { block, answers, is_usable });
                }
            });
        }
        drop(waiting);
        let mut under_way = VecDeque::new();
        let mut is_usable = true;
        let mut is_over = false;
        while !is_over || !under_way.is_empty() {
            // Each thread has a block in hand and one that waits for it.
            if !is_over && under_way.len() < 2 * threads {
                match blocks.next().map_err(|error| unreadable(path, error))? {
                    None => is_over = true,
                    Some(block) => {
                        let (done, answered) = bounded(1);
                        work.send((block, done)).map_err(|_| broken_off())?;
                        under_way.push_back(answered);
                    }
                }
            } else if let Some(answered) = under_way.pop_front() {
                let answered = answered.recv().map_err(|_| broken_off())?;
                printer.raw().write_all(&answered.answers)?;
                is_usable &= answered.is_usable?;
                blocks.give_back(answered.block);
            }
        }
        printer.finish()?;
        Ok(verdict(is_usable))
    })
}

fn broken_off() -> Failure {
    Failure::internal("a thread that answers lines has broken off")
}

const fn verdict(is_usable: bool) -> Verdict {
    if is_usable { Verdict::Yes } else { Verdict::Unusable }
}

/// Answers the lines of a block. Whether all of them could be used.
fn answer(line: &mut dyn Line, block: &Block, out: &mut dyn Write) -> Result<bool, Failure> {
    #[derive(Serialize)]
    struct Unusable {
        error: String,
    }
    let mut is_usable = true;
    for text in block.lines() {
        match text.and_then(|text| line.answer(text, out)) {
            Ok(()) => {}
            Err(LineError::Write(error)) => return Err(error.into()),
            Err(error) => {
                is_usable = false;
                serde_json::to_writer(&mut *out, &Unusable { error: error.to_string() }).map_err(io::Error::from)?;
            }
        }
        out.write_all(b"\n")?;
    }
    Ok(is_usable)
}
