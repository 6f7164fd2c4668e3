//! How a command ends: the contract's exit statuses, and errors with what to do about them.

use std::process::ExitCode;

use serde_json::{Value, json};

use crate::files::{FileError, MAKE_ROOM, Words, is_full};

/// How a command that did its work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Done, valid, found: 0.
    Yes,
    /// The answer is no, and it was printed: 1.
    No,
    /// Some of the input was unusable, and it was said which: 2.
    Unusable,
}

impl Verdict {
    /// Yes or no.
    pub(super) const fn of(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }

    pub(super) fn status(self) -> ExitCode {
        ExitCode::from(match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Unusable => 2,
        })
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub(super) enum Failure {
    /// Unusable input or usage: 2.
    Input {
        /// What is wrong, and where.
        message: String,
        /// What to do about it.
        hint: Option<String>,
    },
    /// An internal failure or a failed write: 3.
    Internal {
        /// What is wrong, and where.
        message: String,
        /// What to do about it.
        hint: Option<String>,
    },
    /// Whoever read standard output has gone. A failed write, 3, with nothing to say to nobody.
    Pipe,
}

impl Failure {
    pub(super) fn input(message: impl ToString) -> Self {
        Self::Input { message: message.to_string(), hint: None }
    }

    pub(super) fn internal(message: impl ToString) -> Self {
        Self::Internal { message: message.to_string(), hint: None }
    }

    pub(super) fn hint(mut self, text: impl Into<String>) -> Self {
        if let Self::Input { hint, .. } | Self::Internal { hint, .. } = &mut self {
            *hint = Some(text.into());
        }
        self
    }

    /// The same as one JSON object; none where nobody is there to read it.
    pub(super) fn document(&self) -> Option<Value> {
        let (Self::Input { message, hint } | Self::Internal { message, hint }) = self else { return None };
        Some(json!({ "error": message, "hint": hint }))
    }

    pub(super) fn status(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Input { .. } => 2,
            Self::Internal { .. } | Self::Pipe => 3,
        })
    }
}

/// An output stream could not be written.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Self::Pipe;
        }
        let failure = Self::internal(format!("cannot write to standard output: {}", Words(&error)));
        if is_full(&error) { failure.hint(MAKE_ROOM) } else { failure }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        let failure = if error.is_write() { Self::internal(&error) } else { Self::input(&error) };
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

/// What a command returns.
pub(super) type Outcome = Result<Verdict, Failure>;
