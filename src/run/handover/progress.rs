//! `progress.jsonl`: what the controller appends, line by line, read from where it ended when the run began.
//!
//! In: a file that somebody else writes. Out: whole lines; what one says is for `line.rs`. A last line without its end is kept
//! until the rest is there. A file that shrinks, is replaced, grows too fast or holds a line that is too long is an error.

use std::{
    fs::{File, Metadata},
    io::{self, Read, Seek, SeekFrom},
    os::unix::fs::MetadataExt,
    sync::Arc,
};

use super::{super::driver::DriverError, Folder, PROGRESS_FILE};
use crate::limits::{PROGRESS_BYTES_MAX, PROGRESS_LINE_BYTES_MAX};

/// A place in the controller's file.
#[derive(Debug)]
pub(super) struct Reader {
    folder: Arc<Folder>,
    /// Up to where it was read.
    offset: u64,
    /// Which file it is.
    identity: Option<(u64, u64)>,
    /// A line without its end.
    rest: Vec<u8>,
    /// Whether the first line's beginning was there before the run, so that the whole line is not of it.
    skips_first: bool,
}

impl Reader {
    /// From where the file ends now; from its beginning where there is none yet.
    pub(super) fn from_end(folder: Arc<Folder>) -> Result<Self, DriverError> {
        let mut reader = Self { folder, offset: 0, identity: None, rest: Vec::new(), skips_first: false };
        if let Some(mut file) = reader.open()? {
            let failed = |error: io::Error| reader.failed(&error.to_string());
            let end = file.seek(SeekFrom::End(0)).map_err(failed)?;
            let mut last = [b'\n'];
            if end > 0 {
                file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(failed)?;
            }
            (reader.offset, reader.skips_first) = (end, last != *b"\n");
        }
        Ok(reader)
    }

    /// The lines that were finished since the last look, without their ends; blank ones left out.
    pub(super) fn lines(&mut self) -> Result<Vec<Vec<u8>>, DriverError> {
        let mut bytes = std::mem::take(&mut self.rest);
        self.read_on(&mut bytes)?;
        let mut lines = Vec::new();
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', &bytes) {
            let line = &bytes[start..end];
            start = end + 1;
            if std::mem::take(&mut self.skips_first) {
                continue;
            }
            self.check_length(line)?;
            let line = line.trim_ascii();
            if !line.is_empty() {
                lines.push(line.to_vec());
            }
        }
        self.rest = bytes.split_off(start);
        self.check_length(&self.rest)?;
        Ok(lines)
    }

    /// Whether a line was begun that has no end yet.
    pub(super) fn is_in_a_line(&self) -> bool {
        !self.rest.is_empty()
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
        let Some(file) = self.folder.file(PROGRESS_FILE)? else {
            return match self.identity {
                None => Ok(None),
                Some(_) => Err(self.failed("it was removed during the run")),
            };
        };
        let found = identity(&file.metadata().map_err(|error| self.failed(&error.to_string()))?);
        if self.identity.is_some_and(|known| known != found) {
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
        DriverError::Protocol(format!("{}: {why}", self.folder.path().join(PROGRESS_FILE).display()))
    }
}

fn identity(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}

#[cfg(test)]
mod tests {
    use std::{io::Write, path::Path};

    use super::*;
    use crate::files::open;

    fn reader(path: &Path) -> Reader {
        Reader::from_end(Arc::new(Folder::open(path).unwrap())).unwrap()
    }

    fn append(path: &Path, bytes: &[u8]) {
        let mut file = open::to_append(&path.join(PROGRESS_FILE)).unwrap();
        file.write_all(bytes).unwrap();
    }

    #[test]
    fn lines_are_whole_and_of_this_run() {
        for before in ["", "an old line\n", "the beginning of an old line"] {
            let folder = tempfile::tempdir().unwrap();
            append(folder.path(), before.as_bytes());
            let mut reader = reader(folder.path());
            assert_eq!(reader.lines().unwrap(), [b""; 0]);
            if !before.is_empty() && !before.ends_with('\n') {
                append(folder.path(), b", and its end\n");
            }
            append(folder.path(), b"one\n\n two \nthr");
            assert_eq!(reader.lines().unwrap(), [b"one", b"two"]);
            assert!(reader.is_in_a_line());
            append(folder.path(), b"ee\n");
            assert_eq!(reader.lines().unwrap(), [b"three"]);
            assert!(!reader.is_in_a_line(), "the line has its end");
        }
    }

    /// What may be appended at once, and how long a line may be: to the byte.
    #[test]
    fn what_is_too_much_is_refused() {
        let most = usize::try_from(PROGRESS_BYTES_MAX).unwrap();
        for (bytes, lines) in [(most, Some(0)), (most + 1, None)] {
            let folder = tempfile::tempdir().unwrap();
            let mut reader = reader(folder.path());
            append(folder.path(), &vec![b'\n'; bytes]);
            assert_eq!(reader.lines().ok().map(|lines| lines.len()), lines, "{bytes}");
        }
        for (bytes, lines) in [(PROGRESS_LINE_BYTES_MAX, Some(1)), (PROGRESS_LINE_BYTES_MAX + 1, None)] {
            for end in ["\n", ""] {
                let folder = tempfile::tempdir().unwrap();
                let mut reader = reader(folder.path());
                append(folder.path(), &vec![b'x'; bytes]);
                append(folder.path(), end.as_bytes());
                let lines = lines.map(|lines| if end.is_empty() { 0 } else { lines });
                assert_eq!(reader.lines().ok().map(|lines| lines.len()), lines, "{bytes} {end:?}");
            }
        }
    }
}
