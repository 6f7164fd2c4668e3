//! The bytes of a bundle: one uncompressed tar, the manifest first. The only file that knows where what stands.
//!
//! Every header is the one that this program would write for its name and length, to the last of its 512 bytes, so that links, modes,
//! times, owners, long names and prefixes are refused without a rule for each. Padding is zero, two empty blocks are the end, and
//! nothing follows.

use std::io::{self, Read, Write};

use tar::{EntryType, Header};

use super::manifest::{Listed, Manifest, ManifestFault, Member};
use crate::{
    limits::{BUNDLE_BYTES_MAX, BUNDLE_MANIFEST_BYTES_MAX},
    snapshot::ReadError,
};

/// Bytes of a header, and what every length is rounded up to.
const BLOCK: usize = 512;
/// The two empty blocks at the end.
const END: [u8; 2 * BLOCK] = [0; 2 * BLOCK];
/// The first member.
const MANIFEST: &str = "manifest.json";
/// Where a header has the length, in octal digits.
const SIZE: std::ops::Range<usize> = 124..135;

/// Why bytes are no bundle, though somebody may have signed them.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Malformed {
    #[error("it does not begin with {MANIFEST}")]
    NoManifest,
    #[error("its {MANIFEST} is longer than {BUNDLE_MANIFEST_BYTES_MAX} bytes")]
    ManifestTooLong,
    #[error("its {MANIFEST} cannot be taken: {0}")]
    Manifest(#[from] ManifestFault),
    #[error("it has {found} bytes, where its {MANIFEST} calls for {expected}")]
    Length { found: u64, expected: u64 },
    #[error("the header of {0} is not the one that this program writes")]
    Header(&'static str),
    #[error("the bytes behind {0} are not zero")]
    Padding(&'static str),
    #[error("{} is not what its {MANIFEST} says: the BLAKE3 hash differs", .0.name())]
    Hash(Member),
    #[error("its end is not two empty blocks")]
    End,
    #[error("its {} {fault}", Member::Snapshot.name())]
    Snapshot { fault: ReadError },
}

/// A bundle as it was read. Who made it is not known here.
#[derive(Debug)]
pub struct Archive<'b> {
    /// What it says of itself.
    pub manifest: Manifest,
    /// The members, as the manifest lists them.
    pub members: Vec<(Member, &'b [u8])>,
}

/// Reads the bytes of a bundle.
///
/// # Errors
///
/// Bytes that this program would not have written.
pub fn read(bytes: &[u8]) -> Result<Archive<'_>, Malformed> {
    let mut rest = bytes;
    let head = take(&mut rest, BLOCK).ok_or(Malformed::NoManifest)?;
    let manifest_bytes = length(head).ok_or(Malformed::NoManifest)?;
    if manifest_bytes > BUNDLE_MANIFEST_BYTES_MAX {
        return Err(Malformed::ManifestTooLong);
    }
    if head != header(MANIFEST, manifest_bytes) {
        return Err(Malformed::NoManifest);
    }
    let manifest = Manifest::read(contents(&mut rest, MANIFEST, manifest_bytes)?)?;
    let (found, expected) = (bytes.len() as u64, whole(manifest_bytes, &manifest.files));
    if found != expected {
        return Err(Malformed::Length { found, expected });
    }
    let mut members = Vec::with_capacity(manifest.files.len());
    for file in &manifest.files {
        let name = file.name.name();
        if take(&mut rest, BLOCK) != Some(&header(name, file.bytes)) {
            return Err(Malformed::Header(name));
        }
        let contents = contents(&mut rest, name, file.bytes)?;
        if Listed::of(file.name, contents) != *file {
            return Err(Malformed::Hash(file.name));
        }
        members.push((file.name, contents));
    }
    if rest == END { Ok(Archive { manifest, members }) } else { Err(Malformed::End) }
}

/// Writes a bundle. `open` gives the contents of a member, which must be as long as the manifest says.
///
/// # Errors
///
/// What could not be read or written; contents that are longer or shorter.
pub fn write<R: Read>(
    manifest: &Manifest,
    open: &mut dyn FnMut(Member) -> io::Result<R>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let bytes = manifest.to_bytes();
    put(MANIFEST, bytes.len() as u64, &mut bytes.as_slice(), out)?;
    for file in &manifest.files {
        put(file.name.name(), file.bytes, &mut open(file.name)?, out)?;
    }
    out.write_all(&END)
}

/// How long the bundle with this manifest is.
fn whole(manifest_bytes: u64, files: &[Listed]) -> u64 {
    let lengths = files.iter().map(|file| file.bytes).chain([manifest_bytes]);
    lengths.map(|bytes| (BLOCK as u64 + bytes) + padding(bytes) as u64).sum::<u64>() + END.len() as u64
}

fn put(name: &str, bytes: u64, contents: &mut dyn Read, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&header(name, bytes))?;
    // One more than there may be, so that longer contents are seen.
    let written = io::copy(&mut contents.take(bytes.saturating_add(1)), out)?;
    if written != bytes {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("{name} has not the {bytes} bytes that it had"),
        ));
    }
    out.write_all(END.get(..padding(bytes)).unwrap_or_default())
}

/// The one header for a name and a length.
fn header(name: &str, bytes: u64) -> [u8; BLOCK] {
    let mut header = Header::new_ustar();
    header.as_old_mut().name.iter_mut().zip(name.bytes()).for_each(|(place, byte)| *place = byte);
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(bytes);
    header.set_entry_type(EntryType::Regular);
    header.set_cksum();
    *header.as_bytes()
}

/// The length in a header; none where there are no octal digits.
fn length(header: &[u8]) -> Option<u64> {
    u64::from_str_radix(std::str::from_utf8(header.get(SIZE)?).ok()?, 8).ok()
}

/// The contents of a member, with the padding behind them looked at.
fn contents<'b>(rest: &mut &'b [u8], name: &'static str, bytes: u64) -> Result<&'b [u8], Malformed> {
    let contents = usize::try_from(bytes).ok().and_then(|bytes| take(rest, bytes));
    let behind = take(rest, padding(bytes));
    match (contents, behind) {
        (Some(contents), Some(behind)) if behind.iter().all(|&byte| byte == 0) => Ok(contents),
        _ => Err(Malformed::Padding(name)),
    }
}

const fn padding(bytes: u64) -> usize {
    (bytes.next_multiple_of(BLOCK as u64) - bytes) as usize
}

fn take<'b>(rest: &mut &'b [u8], bytes: usize) -> Option<&'b [u8]> {
    let (taken, behind) = rest.split_at_checked(bytes)?;
    *rest = behind;
    Some(taken)
}

const _: () = assert!(BUNDLE_BYTES_MAX < 1 << 33, "a length is eleven octal digits");
