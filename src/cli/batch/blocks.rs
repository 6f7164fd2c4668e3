//! An input, cut into blocks of whole lines. In: a file's name, or `-`. Out: blocks, each as large as what was there when it was read.
//!
//! A line that is longer than a document may be is kept nowhere: its place is known, and the rest of it is read over.

use std::{
    fs::File,
    io::{self, Read},
    mem,
    path::Path,
};

use super::{LINE_BYTES_MAX, LineError};
use crate::files::open;

/// How much is asked for at once.
const READ_BYTES: usize = 256 * 1024;

/// Lines, one behind the other.
pub(super) struct Block {
    bytes: Vec<u8>,
    /// In place of its bytes, which are none, there is one line that is too long.
    is_too_long: bool,
}

impl Block {
    /// The lines without their ends, or what is wrong with each.
    pub(super) fn lines(&self) -> impl Iterator<Item = Result<&str, LineError>> {
        let long = self.is_too_long.then_some(Err(LineError::TooLong));
        let mut rest = &*self.bytes;
        let lines = std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let (line, behind) = match memchr::memchr(b'\n', rest) {
                Some(end) => (&rest[..end], &rest[end + 1..]),
                None => (rest, &[][..]),
            };
            rest = behind;
            Some(text(line))
        });
        lines.chain(long)
    }
}

/// A line as text.
fn text(line: &[u8]) -> Result<&str, LineError> {
    if line.len() > LINE_BYTES_MAX {
        return Err(LineError::TooLong);
    }
    let line = std::str::from_utf8(line).map_err(|error| LineError::NotUtf8(error.valid_up_to() + 1))?;
    let line = line.trim_matches([' ', '\t', '\r']);
    if line.is_empty() { Err(LineError::Blank) } else { Ok(line) }
}

/// The blocks of an input.
pub(super) struct Blocks {
    source: File,
    /// It is a file with an end, and not something that is written to meanwhile.
    is_file: bool,
    /// Of a line whose end was not read yet.
    rest: Vec<u8>,
    /// That line is too long: its place has been given, and its end is looked for.
    is_skipping: bool,
    /// A block that is of no use any more, kept for its memory.
    spare: Vec<Vec<u8>>,
}

impl Blocks {
    /// Of a file, or of standard input where it is `-`.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let source = if path.as_os_str() == "-" { open::standard_input()? } else { open::stream(path)? };
        let is_file = source.metadata().is_ok_and(|about| about.is_file());
        Ok(Self { source, is_file, rest: Vec::new(), is_skipping: false, spare: Vec::new() })
    }

    /// Whether reading may wait for whoever writes.
    pub(super) fn may_wait(&self) -> bool {
        !self.is_file
    }

    /// The next lines; none at the end of the input. The last line may have no end.
    pub(super) fn next(&mut self) -> io::Result<Option<Block>> {
        loop {
            let before = self.rest.len();
            if self.read()? == 0 {
                let bytes = mem::take(&mut self.rest);
                return Ok((!bytes.is_empty()).then_some(Block { bytes, is_too_long: false }));
            }
            let mut looked_at = before;
            if self.is_skipping {
                let Some(end) = memchr::memchr(b'\n', &self.rest) else {
                    self.rest.clear();
                    continue;
                };
                self.rest.drain(..=end);
                (self.is_skipping, looked_at) = (false, 0);
            }
            if let Some(end) = memchr::memrchr(b'\n', &self.rest[looked_at..]) {
                let mut rest = self.spare.pop().unwrap_or_default();
                rest.clear();
                rest.extend_from_slice(&self.rest[looked_at + end + 1..]);
                let mut bytes = mem::replace(&mut self.rest, rest);
                bytes.truncate(looked_at + end + 1);
                return Ok(Some(Block { bytes, is_too_long: false }));
            }
            if self.rest.len() > LINE_BYTES_MAX {
                self.rest.clear();
                self.is_skipping = true;
                return Ok(Some(Block { bytes: Vec::new(), is_too_long: true }));
            }
        }
    }

    /// Takes back a block that is of no use any more.
    pub(super) fn give_back(&mut self, block: Block) {
        self.spare.push(block.bytes);
    }

    /// Reads behind what is there. How much it was; 0 at the end.
    fn read(&mut self) -> io::Result<usize> {
        let before = self.rest.len();
        if self.is_file {
            // Nobody is waited for, and no byte is written before the file's own.
            self.rest.reserve(READ_BYTES);
            return (&self.source).take(READ_BYTES as u64).read_to_end(&mut self.rest);
        }
        self.rest.resize(before + READ_BYTES, 0);
        let read = loop {
            match self.source.read(&mut self.rest[before..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.rest.truncate(before + *read.as_ref().unwrap_or(&0));
        read
    }
}
