//! A source that is read once → [`Contents`] in memory of their own, each list filled where it stays.

use std::io::Read;

use super::{
    super::storage::{Element, Owned},
    Contents, Entry, HEADER_BYTES, ReadError, SECTION_ALIGN, SECTIONS_MAX, Sections, Tables, fault, padding,
    read_header, seal,
};

/// Reads and proves a snapshot of `source_bytes` bytes.
///
/// # Errors
///
/// Everything in [`ReadError`]; nothing is returned that was not proved.
pub(in super::super) fn decode(source: &mut dyn Read, source_bytes: u64) -> Result<Contents<Owned>, ReadError> {
    let mut first = [0_u8; HEADER_BYTES];
    let available = HEADER_BYTES.min(usize::try_from(source_bytes).unwrap_or(HEADER_BYTES));
    source.read_exact(&mut first[..available])?;
    let header = read_header(&first[..available], source_bytes)?;
    let mut reader = ContentReader::start(source, header.content_bytes)?;
    let tables = Tables::take_from(&mut reader)?;
    reader.finish(header.content_hash)?;
    let mut provenance = vec![0; header.provenance_bytes as usize];
    source.read_exact(&mut provenance)?;
    if seal(&header.raw, &provenance) != header.seal {
        return Err(ReadError::Hash { what: "header and provenance" });
    }
    header.refuse_reserved()?;
    Ok(Contents { tables, content_hash: header.content_hash, provenance })
}

/// Takes one section after the other off the source, hashing what goes by.
struct ContentReader<'r> {
    source: &'r mut dyn Read,
    hasher: blake3::Hasher,
    /// In the order of the file.
    table: Vec<Entry>,
    next: usize,
    left: u64,
    /// What does not fit the table of sections; said only once the hash has been proved, as damage is the likelier cause.
    fault: Option<&'static str>,
}

impl<'r> ContentReader<'r> {
    fn start(source: &'r mut dyn Read, content_bytes: u64) -> Result<Self, ReadError> {
        let mut reader = Self {
            source,
            hasher: blake3::Hasher::new(),
            table: Vec::new(),
            next: 0,
            left: content_bytes,
            fault: None,
        };
        let mut number = [0_u8; 8];
        if !reader.take(&mut number)? {
            return Ok(reader);
        }
        let sections = u64::from_le_bytes(number);
        if sections > SECTIONS_MAX {
            reader.fault = Some(fault::TOO_MANY);
            return Ok(reader);
        }
        let mut raw = vec![0_u8; sections as usize * Entry::BYTES];
        if reader.take(&mut raw)? {
            reader.table = raw.chunks_exact(Entry::BYTES).map(Entry::read).collect();
            reader.skip_padding(8 + raw.len())?;
        }
        Ok(reader)
    }

    /// Fills `buffer` from the content; false, with the fault noted, where the content ends before.
    fn take(&mut self, buffer: &mut [u8]) -> Result<bool, ReadError> {
        if buffer.len() as u64 > self.left {
            self.fault = Some(fault::PAST_THE_END);
            return Ok(false);
        }
        // In pieces that stay in the cache between the copy from the source and the hash.
        for piece in buffer.chunks_mut(256 * 1024) {
            self.source.read_exact(piece)?;
            self.hasher.update(piece);
        }
        self.left -= buffer.len() as u64;
        Ok(true)
    }

    fn skip_padding(&mut self, section_bytes: usize) -> Result<(), ReadError> {
        let mut between = [0_u8; SECTION_ALIGN];
        let bytes = padding(section_bytes);
        if self.take(&mut between[..bytes])? && between[..bytes].iter().any(|&b| b != 0) {
            self.fault = Some(fault::NOT_ZERO);
        }
        Ok(())
    }

    /// Hashes what no section took, then proves the hash of the whole content.
    fn finish(mut self, expected: [u8; 32]) -> Result<(), ReadError> {
        if self.fault.is_none() && (self.left > 0 || self.next != self.table.len()) {
            self.fault = Some(fault::BEHIND);
        }
        let mut rest = vec![0_u8; if self.left > 0 { 64 * 1024 } else { 0 }];
        while self.left > 0 {
            let piece = rest.len().min(usize::try_from(self.left).unwrap_or(rest.len()));
            self.source.read_exact(&mut rest[..piece])?;
            self.hasher.update(&rest[..piece]);
            self.left -= piece as u64;
        }
        // Damage comes before inconsistency: it is the likelier cause, and the one that copying again mends.
        if *self.hasher.finalize().as_bytes() != expected {
            return Err(ReadError::Hash { what: "content" });
        }
        self.fault.map_or(Ok(()), |fault| Err(ReadError::Inconsistent(fault)))
    }
}

impl Sections<Owned> for ContentReader<'_> {
    type Fault = ReadError;

    /// A section that does not fit is empty, and the fault noted.
    fn section<T: Element>(&mut self, tag: u32) -> Result<Vec<T>, ReadError> {
        if self.fault.is_some() {
            return Ok(Vec::new());
        }
        let Some(&entry) = self.table.get(self.next) else {
            self.fault = Some(fault::MISSING);
            return Ok(Vec::new());
        };
        self.next += 1;
        let Some(bytes) = entry.bytes::<T>(tag, self.left) else {
            self.fault = Some(fault::OTHER);
            return Ok(Vec::new());
        };
        let mut list = vec![T::zeroed(); entry.elements as usize];
        if self.take(bytemuck::cast_slice_mut(&mut list))? {
            self.skip_padding(bytes as usize)?;
        }
        Ok(list)
    }
}
