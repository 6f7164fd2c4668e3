//! Bytes that stay where they lie → [`Contents`] that are parts of them. Nothing is allocated or copied: for a snapshot in flash.

use super::{
    super::storage::{Element, InPlace},
    ALIGN, Contents, Entry, HEADER_BYTES, ReadError, SECTIONS_MAX, Sections, Tables, fault, hashed, padding,
    read_header, seal,
};

/// Proves a snapshot and cuts it up.
///
/// # Errors
///
/// Everything in [`ReadError`] but `Io`; nothing is returned that was not proved.
pub(in super::super) fn decode_in_place(bytes: &[u8]) -> Result<Contents<InPlace<'_>>, ReadError> {
    let header = read_header(bytes, bytes.len() as u64)?;
    if !bytes.as_ptr().addr().is_multiple_of(ALIGN) {
        return Err(ReadError::Misaligned);
    }
    // The header has said that the parts are as long as the whole: none of them is longer than `usize` can tell.
    let (content, provenance) = bytes[HEADER_BYTES..].split_at(header.content_bytes as usize);
    if hashed(&mut blake3::Hasher::new(), content) != header.content_hash {
        return Err(ReadError::Hash { what: "content" });
    }
    if seal(&header.raw, provenance) != header.seal {
        return Err(ReadError::Hash { what: "header and provenance" });
    }
    let tables = cut(content).map_err(ReadError::Inconsistent)?;
    header.refuse_reserved()?;
    Ok(Contents { tables, content_hash: header.content_hash, provenance })
}

fn cut(content: &[u8]) -> Result<Tables<InPlace<'_>>, &'static str> {
    let mut cutter = Cutter { table: &[], left: content };
    let number = cutter.take(8)?;
    let sections = u64::from_le_bytes(number.try_into().unwrap_or_default());
    if sections > SECTIONS_MAX {
        return Err(fault::TOO_MANY);
    }
    cutter.table = cutter.take(sections as usize * Entry::BYTES)?;
    cutter.skip_padding(number.len() + cutter.table.len())?;
    let tables = Tables::take_from(&mut cutter)?;
    if cutter.table.is_empty() && cutter.left.is_empty() { Ok(tables) } else { Err(fault::BEHIND) }
}

/// Cuts one section after the other off the content.
struct Cutter<'b> {
    /// The entries of the sections that are still to come.
    table: &'b [u8],
    /// The content behind what was cut off.
    left: &'b [u8],
}

impl<'b> Cutter<'b> {
    fn take(&mut self, bytes: usize) -> Result<&'b [u8], &'static str> {
        let (taken, left) = self.left.split_at_checked(bytes).ok_or(fault::PAST_THE_END)?;
        self.left = left;
        Ok(taken)
    }

    fn skip_padding(&mut self, section_bytes: usize) -> Result<(), &'static str> {
        let between = self.take(padding(section_bytes))?;
        if between.iter().all(|&byte| byte == 0) { Ok(()) } else { Err(fault::NOT_ZERO) }
    }
}

impl<'b> Sections<InPlace<'b>> for Cutter<'b> {
    type Fault = &'static str;

    fn section<T: Element>(&mut self, tag: u32) -> Result<&'b [T], &'static str> {
        let (entry, behind) = self.table.split_at_checked(Entry::BYTES).ok_or(fault::MISSING)?;
        self.table = behind;
        let bytes = Entry::read(entry).bytes::<T>(tag, self.left.len() as u64).ok_or(fault::OTHER)? as usize;
        let section = self.take(bytes)?;
        self.skip_padding(bytes)?;
        // Every section starts at a multiple of 64 from where the content does.
        bytemuck::try_cast_slice(section).map_err(|_| fault::OTHER)
    }
}
