//! JSON lines in, one answer a line out, in order, however the input comes.
//!
//! 1. Every line of the input has one line of the output, in its place.
//! 2. A line that cannot be used is answered with `{"error": …}` and the batch goes on.
//! 3. Answers are sent before more input is waited for: a program may write a line and wait for its answer.

use std::{
    io::{self, Read, Write},
    path::Path,
};

use serde::Serialize;

use super::{
    failure::{Failure, Outcome, Verdict},
    printer::Printer,
};
use crate::{files::open, limits::DOCUMENT_BYTES_MAX, snapshot::StateError};

/// How much is asked for at once.
const READ_BYTES: usize = 256 * 1024;
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
    let read_error = |error: io::Error| Failure::input(format_args!("cannot read {}: {error}", path.display()));
    let mut source: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(open::stream(path).map_err(read_error)?)
    };
    let mut batch = Batch { printer, line, unusable: false };
    let mut buffer = vec![0; READ_BYTES];
    let mut filled = 0;
    // A line that is too long has been answered, and the rest of it is not looked at.
    let mut skipping = false;
    loop {
        batch.printer.finish()?;
        let read = match source.read(&mut buffer[filled..]) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(read_error(error)),
        };
        if read == 0 {
            break;
        }
        let mut start = 0;
        let mut searched = filled;
        filled += read;
        while let Some(end) = memchr::memchr(b'\n', &buffer[searched..filled]).map(|at| searched + at) {
            if !std::mem::take(&mut skipping) {
                batch.take(&buffer[start..end])?;
            }
            start = end + 1;
            searched = start;
        }
        buffer.copy_within(start..filled, 0);
        filled -= start;
        if skipping {
            filled = 0;
        } else if filled > LINE_BYTES_MAX {
            batch.refuse(&LineError::TooLong)?;
            skipping = true;
            filled = 0;
        }
        if buffer.len() - filled < READ_BYTES {
            buffer.resize(filled * 2 + READ_BYTES, 0);
        }
    }
    if filled > 0 {
        batch.take(&buffer[..filled])?;
    }
    Ok(if batch.unusable { Verdict::Unusable } else { Verdict::Yes })
}

struct Batch<'b> {
    printer: &'b mut Printer,
    line: &'b mut dyn Line,
    unusable: bool,
}

impl Batch<'_> {
    fn take(&mut self, line: &[u8]) -> Result<(), Failure> {
        match self.answer(line) {
            Ok(()) => Ok(self.printer.raw().write_all(b"\n")?),
            Err(LineError::Write(error)) => Err(error.into()),
            Err(error) => self.refuse(&error),
        }
    }

    fn answer(&mut self, line: &[u8]) -> Result<(), LineError> {
        if line.len() > LINE_BYTES_MAX {
            return Err(LineError::TooLong);
        }
        let line = std::str::from_utf8(line).map_err(|error| LineError::NotUtf8(error.valid_up_to() + 1))?;
        let line = line.trim_matches([' ', '\t', '\r']);
        if line.is_empty() {
            return Err(LineError::Blank);
        }
        self.line.answer(line, self.printer.raw())
    }

    fn refuse(&mut self, error: &LineError) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Unusable {
            error: String,
        }
        self.unusable = true;
        self.printer.json(&Unusable { error: error.to_string() })
    }
}
