//! `progress.jsonl`: what the controller appends, line by line, read from where it ended when the run began.
//!
//! In: a file that somebody else writes. Out: whole lines, and what each says. A last line without its end is kept until
//! the rest is there. A file that shrinks, is replaced, grows too fast or holds a line that is too long is an error.

use std::{
    fs::{self, File, Metadata},
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
};

use jiff::Timestamp;
use serde::Deserialize;
use uuid::Uuid;

use super::{super::driver::DriverError, place};
use crate::{
    limits::{PROGRESS_BYTES_MAX, PROGRESS_LINE_BYTES_MAX},
    review::Place,
};

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Of which run.
    pub(super) run: Uuid,
    /// Of which step; 0 for the report before the first.
    pub(super) step: u32,
    /// What became of it.
    pub(super) said: Said,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Started,
    /// And where the robot is now.
    Done(Place),
    /// And why.
    Failed(String),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    Started,
    Done,
    Failed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    run: String,
    step: u32,
    state: Word,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    tool: Option<String>,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    at: Option<String>,
}

impl Line {
    /// Reads a line without its end.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let document: Document =
            serde_json::from_slice(bytes).map_err(|error| format!("no line of progress: {error}"))?;
        let Document { run, step, state, position, tool, error, at } = document;
        let run = Uuid::parse_str(&run).map_err(|_| "`run` is no run's id".to_owned())?;
        if let Some(at) = at {
            at.parse::<Timestamp>().map_err(|_| "`at` is no time in UTC, ISO 8601".to_owned())?;
        }
        let said = match state {
            Word::Started => Said::Started,
            Word::Done if error.is_some() => return Err("`done` with an error is neither".to_owned()),
            Word::Done => Said::Done(place(position, tool).ok_or("`done` needs `position` and `tool`")?),
            Word::Failed => Said::Failed(error.unwrap_or_else(|| "the step failed, without a reason".to_owned())),
        };
        Ok(Self { run, step, said })
    }
}

/// A place in the controller's file.
#[derive(Debug)]
pub(super) struct Progress {
    path: PathBuf,
    /// Up to where it was read.
    offset: u64,
    /// Which file it is.
    identity: Option<(u64, u64)>,
    /// A line without its end.
    rest: Vec<u8>,
    /// Whether the first line's beginning was there before the run, so that the whole line is not of it.
    skips_first: bool,
}

impl Progress {
    /// From where the file ends now; from its beginning where there is none yet.
    pub(super) fn from_end(path: PathBuf) -> Result<Self, DriverError> {
        let mut progress = Self { path, offset: 0, identity: None, rest: Vec::new(), skips_first: false };
        if let Some(mut file) = progress.open()? {
            let failed = |error: io::Error| progress.failed(&error.to_string());
            let end = file.seek(SeekFrom::End(0)).map_err(failed)?;
            let mut last = [b'\n'];
            if end > 0 {
                file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(failed)?;
            }
            (progress.offset, progress.skips_first) = (end, last != *b"\n");
        }
        Ok(progress)
    }

    /// The lines that were finished since the last look, without their ends; blank ones left out.
    pub(super) fn lines(&mut self) -> Result<Vec<Vec<u8>>, DriverError> {
        let mut bytes = std::mem::take(&mut self.rest);
        self.read_on(&mut bytes)?;
        let mut lines = Vec::new();
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', &bytes) {
            let line = bytes[start..end].trim_ascii();
            start = end + 1;
            if std::mem::take(&mut self.skips_first) || line.is_empty() {
                continue;
            }
            self.check_length(line)?;
            lines.push(line.to_vec());
        }
        self.rest = bytes.split_off(start);
        self.check_length(&self.rest)?;
        Ok(lines)
    }

    fn read_on(&mut self, bytes: &mut Vec<u8>) -> Result<(), DriverError> {
        let Some(mut file) = self.open()? else { return Ok(()) };
        let failed = |error: io::Error| self.failed(&error.to_string());
        if file.metadata().map_err(failed)?.len() < self.offset {
            return Err(self.failed("it was cut short during the run"));
        }
        file.seek(SeekFrom::Start(self.offset)).map_err(failed)?;
        let read = file.take(PROGRESS_BYTES_MAX + 1).read_to_end(bytes).map_err(failed)? as u64;
        if read > PROGRESS_BYTES_MAX {
            return Err(self.failed("more was appended at once than any progress takes"));
        }
        self.offset += read;
        Ok(())
    }

    /// The file, if there is one; it must stay the one that it was.
    fn open(&mut self) -> Result<Option<File>, DriverError> {
        let found = match fs::metadata(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.identity.is_none() => return Ok(None),
            Err(error) => return Err(self.failed(&error.to_string())),
            // Opening a pipe would wait for its writer.
            Ok(metadata) if !metadata.is_file() => return Err(self.failed("it is not a regular file")),
            Ok(metadata) => identity(&metadata),
        };
        let file = File::open(&self.path).map_err(|error| self.failed(&error.to_string()))?;
        let opened = file.metadata().map_err(|error| self.failed(&error.to_string()))?;
        if identity(&opened) != found || self.identity.is_some_and(|known| known != found) {
            return Err(self.failed("it was replaced by another file during the run"));
        }
        self.identity = Some(found);
        Ok(Some(file))
    }

    fn check_length(&self, line: &[u8]) -> Result<(), DriverError> {
        match line.len() > PROGRESS_LINE_BYTES_MAX {
            true => Err(self.failed("a line is longer than any progress takes")),
            false => Ok(()),
        }
    }

    fn failed(&self, why: &str) -> DriverError {
        DriverError::Protocol(format!("{}: {why}", self.path.display()))
    }
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// Elsewhere a replaced file is noticed only by what is in it.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, u64) {
    (0, 0)
}
