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

use super::{
    super::driver::DriverError,
    Folder, PROGRESS_FILE,
    line::{Source, Written},
};
use crate::limits::{PROGRESS_BYTES_MAX, PROGRESS_COUNTED_BYTES_MAX, PROGRESS_LINE_BYTES_MAX};

/// A place in the controller's file.
#[derive(Debug)]
pub(super) struct Reader {
    folder: Arc<Folder>,
    /// Up to where it was read.
    offset: u64,
    /// Which file it is.
    identity: Option<(u64, u64)>,
    /// How many lines of the whole file end before `rest`, where that is known.
    ended: Option<u64>,
    /// A line without its end.
    rest: Vec<u8>,
    /// Whether the first line's beginning was there before the run, so that the whole line is not of it.
    skips_first: bool,
}

impl Reader {
    /// From where the file ends now; from its beginning where there is none yet.
    pub(super) fn from_end(folder: Arc<Folder>) -> Result<Self, DriverError> {
        let mut reader =
            Self { folder, offset: 0, identity: None, ended: Some(0), rest: Vec::new(), skips_first: false };
        if let Some(mut file) = reader.open()? {
            let failed = |error: io::Error| reader.failed(&error.to_string());
            let end = file.seek(SeekFrom::End(0)).map_err(failed)?;
            let mut last = [b'\n'];
            if end > 0 {
                file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(failed)?;
            }
            (reader.offset, reader.skips_first) = (end, last != *b"\n");
            reader.ended = (end == 0).then_some(0);
        }
        Ok(reader)
    }

    /// The same reader, which counts the lines that were there before: to be asked for while nothing moves, because it reads them
    /// all. A file that is too long for that, or cannot be read, leaves the lines without numbers.
    pub(super) fn counting(mut self) -> Self {
        if self.ended.is_none() && self.offset <= PROGRESS_COUNTED_BYTES_MAX {
            self.ended = self.count();
        }
        self
    }

    fn count(&self) -> Option<u64> {
        let mut before = self.folder.file(PROGRESS_FILE).ok()??.take(self.offset);
        let (mut ended, mut bytes) = (0, vec![0; 64 * 1024]);
        loop {
            match before.read(&mut bytes).ok()? {
                0 => return Some(ended),
                read => ended += memchr::memchr_iter(b'\n', &bytes[..read]).count() as u64,
            }
        }
    }

    /// The lines that were finished since the last look, without their ends; blank ones left out.
    pub(super) fn lines(&mut self) -> Result<Vec<Written>, DriverError> {
        let mut bytes = std::mem::take(&mut self.rest);
        self.read_on(&mut bytes)?;
        let mut lines = Vec::new();
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', &bytes) {
            let line = &bytes[start..end];
            start = end + 1;
            self.ended = self.ended.map(|ended| ended + 1);
            if std::mem::take(&mut self.skips_first) {
                continue;
            }
            self.check_length(line)?;
            let line = line.trim_ascii();
            if !line.is_empty() {
                lines.push(Written { bytes: line.to_vec(), number: self.ended, source: Source::File });
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

    fn texts(reader: &mut Reader) -> Vec<String> {
        let lines = reader.lines().unwrap();
        lines.into_iter().map(|line| String::from_utf8(line.bytes).unwrap()).collect()
    }

    /// People look a line up by its number in the whole file, whenever the run began and in whatever pieces the line came.
    #[test]
    fn a_line_has_its_number_in_the_whole_file() {
        for (before, first) in [("", 1), ("an old line\n", 2), ("old\n\nand the beginning of an old line", 4)] {
            let folder = tempfile::tempdir().unwrap();
            append(folder.path(), before.as_bytes());
            let mut reader = reader(folder.path()).counting();
            if !before.is_empty() && !before.ends_with('\n') {
                append(folder.path(), b", and its end\n");
            }
            let numbers = |reader: &mut Reader| {
                let lines = reader.lines().unwrap();
                lines.iter().map(|line| line.number.unwrap()).collect::<Vec<_>>()
            };
            append(folder.path(), b"one\n\ntwo\nthr");
            assert_eq!(numbers(&mut reader), [first, first + 2], "{before:?}");
            append(folder.path(), b"ee\nfour\n");
            assert_eq!(numbers(&mut reader), [first + 3, first + 4], "{before:?}");
        }
    }

    /// Nobody reads a file of years before a stop, or while the robot moves.
    #[test]
    fn lines_that_were_not_counted_have_no_number() {
        let folder = tempfile::tempdir().unwrap();
        append(folder.path(), b"an old line\n");
        let mut uncounted = reader(folder.path());
        let long = open::to_append(&folder.path().join(PROGRESS_FILE)).unwrap();
        long.set_len(PROGRESS_COUNTED_BYTES_MAX).unwrap();
        let mut counted = reader(folder.path()).counting();
        assert!(counted.ended.is_some() && uncounted.ended.is_none());
        long.set_len(PROGRESS_COUNTED_BYTES_MAX + 1).unwrap();
        let mut too_long = reader(folder.path()).counting();
        append(folder.path(), b"\nnew\n");
        assert_eq!(too_long.lines().unwrap(), [Written { bytes: b"new".to_vec(), number: None, source: Source::File }]);
        assert_eq!(counted.lines().unwrap().last().unwrap().number, Some(3));
        assert!(uncounted.lines().is_err(), "more was appended at once than any progress takes");
    }

    #[test]
    fn lines_are_whole_and_of_this_run() {
        for before in ["", "an old line\n", "the beginning of an old line"] {
            let folder = tempfile::tempdir().unwrap();
            append(folder.path(), before.as_bytes());
            let mut reader = reader(folder.path());
            assert_eq!(texts(&mut reader), [""; 0]);
            if !before.is_empty() && !before.ends_with('\n') {
                append(folder.path(), b", and its end\n");
            }
            append(folder.path(), b"one\n\n two \nthr");
            assert_eq!(texts(&mut reader), ["one", "two"]);
            assert!(reader.is_in_a_line());
            append(folder.path(), b"ee\n");
            assert_eq!(texts(&mut reader), ["three"]);
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
