//! Why the store could not do what it was asked: what, where, and what to do about it.
//!
//! In: SQLite's and the system's errors, and what was being done. Out: [`StoreError`]. Nothing is retried here, and no
//! error is turned into a success.

use std::{
    io,
    path::{Path, PathBuf},
};

use rusqlite::{ErrorCode, ffi};
use uuid::Uuid;

use crate::{
    cell::shown,
    files::{Words, is_full},
};

/// Why an operation of the store failed.
///
/// [`Full`](Self::Full), [`Io`](Self::Io), [`Corrupt`](Self::Corrupt), [`Busy`](Self::Busy) and
/// [`Sqlite`](Self::Sqlite) in a write poison the store: what of that write is on the disk is known only after it was
/// opened again. An act at a page that another program held up is known to be unwritten, and poisons nothing.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum StoreError {
    #[error("cannot {doing} ({}): {}", .path.display(), Words(.error))]
    Io { path: PathBuf, doing: &'static str, error: io::Error },
    #[error("cannot {doing} ({}): the disk is full", .path.display())]
    Full { path: PathBuf, doing: &'static str },
    #[error("{} is damaged: {reason}", .path.display())]
    Corrupt { path: PathBuf, reason: String },
    #[error("{} is no database of cellgraph: {reason}", .path.display())]
    Foreign { path: PathBuf, reason: String },
    #[error("{} has format {found}; this program knows formats up to {known}", .path.display())]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error("{} is in use by another cellgraph{}", .path.display(), holder_text(.holder))]
    Locked { path: PathBuf, holder: Option<String> },
    #[error("{} is another file than when cellgraph started, or gone: nothing is written", .path.display())]
    Moved { path: PathBuf },
    #[error("{} is shorter than cellgraph has seen it: nothing is written", .path.display())]
    Cut { path: PathBuf },
    #[error("cannot {doing}: another program holds {}", .path.display())]
    Busy { path: PathBuf, doing: &'static str },
    #[error("nothing is written since an earlier write failed: {first}")]
    Poisoned { first: String },
    #[error("there is no state and history in {}", .folder.display())]
    Missing { folder: PathBuf },
    #[error("{} belongs to the user with id {owner}, who could not write what root leaves there: nothing was written", .folder.display())]
    Anothers { folder: PathBuf, owner: u32 },
    #[error("nobody has said yet where the robot is")]
    NoRobotState,
    #[error("there is no run {run_id}")]
    NoSuchRun { run_id: Uuid },
    /// The call does not fit the state of the run or of the robot; nothing was written, and the store stays usable.
    #[error("{reason}")]
    Refused { reason: String },
    #[error("cannot write the export of {}: {}", .path.display(), Words(.error))]
    Export { path: PathBuf, error: io::Error },
    #[error("cannot {doing} ({}): {error}", .path.display())]
    Sqlite { path: PathBuf, doing: &'static str, error: rusqlite::Error },
}

fn holder_text(holder: &Option<String>) -> String {
    holder.as_ref().map_or_else(String::new, |holder| format!(" ({})", shown(holder)))
}

impl StoreError {
    /// What to do about it.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Io { .. } | Self::Sqlite { .. } => {
                Some("check the disk and the rights on the folder, then start again: nothing moves meanwhile")
            }
            Self::Full { .. } => Some("make room on the disk, then start again: nothing moves meanwhile"),
            Self::Corrupt { .. } => {
                Some("move the file away, with its -wal and -shm, keep it for the record, and restore it from a backup")
            }
            Self::Foreign { .. } => Some("name another folder with --data, or move that file away"),
            Self::Newer { .. } => Some("use the newer cellgraph that wrote it"),
            Self::Locked { .. } => Some(
                "end the other cellgraph first. A console or a page that has started up can be followed by `cellgraph run` or `cellgraph serve`; reading the history needs no lock",
            ),
            Self::Busy { .. } => Some("close the program that has the database open, then start again"),
            Self::Moved { .. } => {
                Some("start cellgraph again; replace or restore a data folder only while no cellgraph works with it")
            }
            Self::Cut { .. } => Some(
                "end cellgraph, and see with `cellgraph history check` what is left; cut or restore a data folder only while no cellgraph works with it",
            ),
            Self::Poisoned { .. } => Some("see to the cause, then start cellgraph again"),
            Self::Missing { .. } => Some("they are made at the first start of `cellgraph run` or `cellgraph do`"),
            Self::Anothers { .. } => Some("say it as that user: put `sudo -u '#ID'` before the command, with this id"),
            Self::NoRobotState => Some("say where it is with `cellgraph state correct`"),
            Self::NoSuchRun { .. } => Some("`cellgraph history` lists the runs"),
            Self::Refused { .. } | Self::Export { .. } => None,
        }
    }

    /// Whether the files or the request are to blame, not the disk.
    #[must_use]
    pub const fn is_input(&self) -> bool {
        matches!(
            self,
            Self::Corrupt { .. }
                | Self::Foreign { .. }
                | Self::Newer { .. }
                | Self::Locked { .. }
                | Self::Missing { .. }
                | Self::Anothers { .. }
                | Self::NoRobotState
                | Self::NoSuchRun { .. }
                | Self::Refused { .. }
        )
    }

    /// Whether a write that ended so leaves open what is on the disk.
    pub(super) const fn poisons(&self) -> bool {
        matches!(
            self,
            Self::Io { .. } | Self::Full { .. } | Self::Corrupt { .. } | Self::Busy { .. } | Self::Sqlite { .. }
        )
    }

    pub(super) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused { reason: reason.into() }
    }
}

/// Names what was done to which file when SQLite failed.
pub(super) fn sqlite<'p>(path: &'p Path, doing: &'static str) -> impl Fn(rusqlite::Error) -> StoreError + Copy + 'p {
    move |error| {
        let path = path.to_owned();
        match error.sqlite_error().map(|failure| (failure.code, failure.extended_code)) {
            Some((ErrorCode::DiskFull, _)) => StoreError::Full { path, doing },
            Some((ErrorCode::ReadOnly, ffi::SQLITE_READONLY_ROLLBACK | ffi::SQLITE_READONLY_RECOVERY)) => {
                let words = "a crash left it half made; it is made whole when it is opened for writing";
                StoreError::Io { path, doing, error: io::Error::other(words) }
            }
            Some((ErrorCode::SystemIoFailure, ffi::SQLITE_IOERR_SHMSIZE)) => {
                let words = "there is no room for the file beside it: the disk is full, or broken (SQLite's code 4874)";
                StoreError::Io { path, doing, error: io::Error::other(words) }
            }
            Some((ErrorCode::SystemIoFailure | ErrorCode::CannotOpen | ErrorCode::ReadOnly, extended)) => {
                let words = format!("{} (SQLite's code {extended})", ffi::code_to_str(extended));
                StoreError::Io { path, doing, error: io::Error::other(words) }
            }
            Some((ErrorCode::NotADatabase, _)) => {
                let reason = "its first bytes are not those of a SQLite database, or are changed".into();
                StoreError::Corrupt { path, reason }
            }
            Some((ErrorCode::DatabaseCorrupt | ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch, _)) => {
                StoreError::Corrupt { path, reason: error.to_string() }
            }
            Some((ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked, _)) => StoreError::Busy { path, doing },
            None if is_unreadable(&error) => StoreError::Corrupt { path, reason: error.to_string() },
            _ => StoreError::Sqlite { path, doing, error },
        }
    }
}

/// A value that is there, and is not of the type that the store writes.
const fn is_unreadable(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
    matches!(error, FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..))
}

/// Names what was done to which file when the system failed.
pub(super) fn system<'p>(path: &'p Path, doing: &'static str) -> impl Fn(io::Error) -> StoreError + Copy + 'p {
    move |error| match is_full(&error) {
        true => StoreError::Full { path: path.to_owned(), doing },
        false => StoreError::Io { path: path.to_owned(), doing, error },
    }
}
