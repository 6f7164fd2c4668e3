//! The bytes of a snapshot file. This file and its two children alone know offsets: [`Tables`] in, bytes out, and back, from a
//! source that is read once (`stream.rs`) or where the bytes lie (`cut.rs`).
//!
//! ```text
//! offset  bytes
//!      0      8  magic 89 43 45 4C 4C 47 0D 0A ("\x89CELLG\r\n": a text-mode copy damages it visibly)
//!      8      4  format version (1)
//!     12      4  header length (128)
//!     16      8  content length C
//!     24      8  provenance length P
//!     32     32  content hash: BLAKE3 of the C content bytes
//!     64     32  seal: BLAKE3 of bytes 0..64, bytes 96..128 and the P provenance bytes
//!     96     32  reserved, zero
//!    128      C  content
//!  128+C      P  provenance, one JSON object
//! ```
//!
//! Content is a table of sections, then the sections. All numbers are little-endian, every section starts at a
//! multiple of 64 from the start of the content, the bytes between are zero:
//!
//! ```text
//!      0      8  number of sections N
//!      8   16*N  for each: tag (u32), bytes of one element (u32), number of elements (u64)
//!    ...         the sections, in that order
//! ```
//!
//! 1. The same tables give the same content bytes, and with them the same content hash; provenance stands apart.
//! 2. Every bit of the file is covered: the content by its hash, everything else by the seal, the length by equality.
//! 3. Nothing is interpreted before both hashes are proved.
//! 4. Reading allocates no more than the source is long; where the bytes lie, it allocates nothing.

#[cfg(target_endian = "big")]
compile_error!("sections are read as they lie in the file, which is little-endian");

use core::fmt;

use super::storage::{Element, Storage};
use crate::limits::SNAPSHOT_BYTES_MAX;

mod cut;
#[cfg(feature = "std")]
mod stream;

pub(super) use cut::decode_in_place;
#[cfg(feature = "std")]
pub(super) use stream::decode;

/// The first eight bytes of every snapshot file.
pub const MAGIC: [u8; 8] = *b"\x89CELLG\r\n";
/// The version of the format that this program writes, and the newest that it reads. It grows when a file of the new version
/// cannot be read by older programs; older files stay readable.
pub const VERSION: u32 = 1;
/// Bytes before the content.
pub const HEADER_BYTES: usize = 128;
/// Where the header's reserved bytes begin. They go to its end, and are zero.
const RESERVED_AT: usize = 96;
const SECTION_ALIGN: usize = 64;
/// Where bytes that are read in place must lie in memory: at a multiple of this, as their widest elements ask for.
pub const ALIGN: usize = 8;

/// Why bytes are not a snapshot that this program can use.
#[derive(Debug)]
pub enum ReadError {
    /// The source could not be read.
    #[cfg(feature = "std")]
    Io(std::io::Error),
    /// The magic is another.
    Foreign,
    /// Made by a newer program.
    Newer {
        /// The version in the file.
        found: u32,
    },
    /// A version that never was.
    UnknownVersion {
        /// The version in the file.
        found: u32,
    },
    /// Shorter or longer than its header says.
    Length {
        /// What the header asks for.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// Too large to be one.
    TooLarge {
        /// What the header asks for.
        found: u64,
    },
    /// A hash does not match.
    Hash {
        /// `header and provenance` or `content`.
        what: &'static str,
    },
    /// The hashes match, the tables contradict each other: not written by this builder.
    Inconsistent(&'static str),
    /// Bytes that are to be read where they lie do not start at a multiple of [`ALIGN`].
    Misaligned,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "std")]
            Self::Io(error) => write!(f, "cannot be read: {error}"),
            Self::Foreign => f.write_str("is not a cellgraph snapshot (its first bytes are not the snapshot magic)"),
            Self::Newer { found } => write!(
                f,
                "has format version {found}; this program reads up to {VERSION}: update cellgraph, or rebuild the snapshot with this version"
            ),
            Self::UnknownVersion { found } => {
                write!(f, "has the unknown format version {found}: the file is damaged")
            }
            Self::Length { expected, found } => write!(
                f,
                "is {found} bytes long where its header says {expected}: it was cut, or something was appended; copy it again"
            ),
            Self::TooLarge { found } => {
                write!(f, "says that it is {found} bytes long; the limit is {SNAPSHOT_BYTES_MAX}")
            }
            Self::Hash { what } => {
                write!(f, "is damaged: the BLAKE3 hash of its {what} does not match; copy it again or rebuild it")
            }
            Self::Inconsistent(what) => {
                write!(f, "is not consistent ({what}): it was not written by a cellgraph builder; rebuild it")
            }
            Self::Misaligned => write!(f, "does not lie at a multiple of {ALIGN} bytes in memory: align it there"),
        }
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            #[cfg(feature = "std")]
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for ReadError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

macro_rules! tables {
    ($($(#[$doc:meta])* $tag:literal $field:ident: $type:ty,)*) => {
        /// Every section of a snapshot's content as a plain list. What each means is said here and nowhere else.
        ///
        /// Lists called `…_offsets` have one entry more than what they index, ascending: the part of entry `i` is
        /// `offsets[i]..offsets[i + 1]` of the list behind them.
        #[cfg_attr(not(feature = "std"), allow(dead_code, reason = "routes are looked up with std alone"))]
        pub(super) struct Tables<
            #[cfg(feature = "std")] S: Storage = super::Owned,
            #[cfg(not(feature = "std"))] S: Storage,
        > {
            $($(#[$doc])* pub(super) $field: S::List<$type>,)*
        }

        #[cfg(feature = "import")]
        impl Default for Tables {
            fn default() -> Self {
                Self { $($field: Vec::new(),)* }
            }
        }

        impl<S: Storage> Tables<S> {
            #[cfg(feature = "import")]
            fn sections(&self) -> Vec<(u32, u32, &[u8])> {
                vec![$(($tag, size_of::<$type>() as u32, bytemuck::cast_slice(&self.$field)),)*]
            }

            /// Every section from what gives the next one, which must have this tag.
            fn take_from<R: Sections<S>>(reader: &mut R) -> Result<Self, R::Fault> {
                Ok(Self { $($field: reader.section::<$type>($tag)?,)* })
            }
        }
    };
}

tables! {
    /// Numbers of positions, tools, stands, routines; then the ids of `tool_attach` and `tool_release`, or `NONE_ID`.
    1 counts: u32,
    /// All names and texts, UTF-8.
    2 text: u8,
    /// By position, into `text`; names in byte order.
    3 position_name_offsets: u32,
    /// By tool, into `text`.
    4 tool_name_offsets: u32,
    /// By stand, into `text`.
    5 stand_name_offsets: u32,
    /// By routine, into `text`.
    6 routine_name_offsets: u32,
    /// Open-addressing hash table of the positions' names: upper half of the hash, then id + 1; 0 is free.
    7 position_slots: u64,
    /// The same for tools.
    8 tool_slots: u64,
    /// The same for routines.
    9 routine_slots: u64,
    /// By position, into `text`.
    10 position_description_offsets: u32,
    /// By tool, into `text`.
    11 tool_kind_offsets: u32,
    /// By tool, into `text`.
    12 tool_description_offsets: u32,
    /// By stand, into `text`.
    13 stand_pose_offsets: u32,
    /// By routine, into `text`.
    14 routine_description_offsets: u32,
    /// By position: the role in the upper 2 bits, the id + 1 of the tool whose stand is here in the others.
    15 position_facts: u32,
    /// By stand, into `stand_positions`.
    16 stand_position_offsets: u32,
    /// Where stands are.
    17 stand_positions: u32,
    /// By tool: its stand.
    18 tool_stand: u32,
    /// By tool: the position of its stand.
    19 tool_position: u32,
    /// By routine: the tool that it requires, or `NONE_ID`.
    20 routine_tool: u32,
    /// By position, into `move_targets`.
    21 move_offsets: u32,
    /// Where one move leads, ascending for each start.
    22 move_targets: u32,
    /// Seconds by move, NaN where it has none; empty where no move has any.
    23 move_costs_s: f64,
    /// By position, into `in_sources`.
    24 in_offsets: u32,
    /// Where one move comes from, ascending for each end.
    25 in_sources: u32,
    /// By routine, into the three lists behind it.
    26 support_offsets: u32,
    /// Where the routine is supported, ascending for each routine.
    27 support_positions: u32,
    /// Seconds, NaN where absent.
    28 support_stabilize_s: f64,
    /// An entry of `metadata_offsets`, or `NONE_ID`.
    29 support_action_after: u32,
    /// An entry of `metadata_offsets`, or `NONE_ID`.
    30 support_verify: u32,
    /// Into `text`: the different texts of `action_after` and `verify`.
    31 metadata_offsets: u32,
    /// By position, into the two lists behind it.
    32 at_offsets: u32,
    /// Routines supported at the position, ascending.
    33 at_routines: u32,
    /// The entry of `support_positions` that says so.
    34 at_supports: u32,
    /// By position, into `work_tools`.
    35 work_tool_offsets: u32,
    /// Tools of which a routine is supported at the position, ascending.
    36 work_tools: u32,
    /// By position: the neighbour through which a pendant one hangs on the rest, `NONE_ID` in the core.
    40 pendant_parent: u32,
    /// By position: how many such links lead to the core; bit 31: the move to the parent exists, bit 30: the move from it.
    41 pendant_link: u32,
    /// By position: the number in the core of the core position at the end of those links.
    42 core_of: u32,
    /// By core number: the position; ascending.
    43 core_positions: u32,
    /// By core number, into `core_out`.
    44 core_out_offsets: u32,
    /// Core numbers one move away, ascending.
    45 core_out: u32,
    /// By core number, into `core_in`.
    46 core_in_offsets: u32,
    /// Core numbers from which one move leads here, ascending.
    47 core_in: u32,
    /// Encoding of the next-hop table for fewest moves: see `routes.rs`.
    50 hop_shape: u32,
    /// Next core number by (target, from).
    51 hop_direct: u16,
    /// Number of the neighbour by (target, from), 2 or 4 bits each.
    52 hop_packed: u8,
    /// Neighbours by (from, number), padded.
    53 hop_neighbours: u16,
    /// By core number: its column in `hop_wide`, `0xFFFF` where it has none.
    54 hop_wide_of: u16,
    /// Next core number by (target, column).
    55 hop_wide: u16,
    /// Encoding of the next-hop table for least cost.
    60 cost_shape: u32,
    /// As `hop_direct`.
    61 cost_direct: u16,
    /// As `hop_packed`.
    62 cost_packed: u8,
    /// As `hop_neighbours`.
    63 cost_neighbours: u16,
    /// As `hop_wide_of`.
    64 cost_wide_of: u16,
    /// As `hop_wide`.
    65 cost_wide: u16,
    /// By core number: its region; empty without regions.
    70 region_of: u16,
    /// By (region, core number): bit `j % 8` is set where a best route into that region takes neighbour `j`.
    71 region_masks: u8,
    /// By position: the home with the fewest moves with an empty hand, or `NONE_ID`.
    80 nearest_home: u32,
    /// By (tool, position): the next position towards the tool's stand while holding it, or `NONE_ID`.
    81 toward_stand_held: u32,
    /// The same with an empty hand.
    82 toward_stand_empty: u32,
    /// By (tool, position): the position before it on the route from the tool's stand while holding it, or `NONE_ID`.
    83 from_stand_held: u32,
    /// The same with an empty hand.
    84 from_stand_empty: u32,
    /// The report of `check`, JSON.
    90 findings: u8,
}

/// The parts of a header that a reader needs.
struct Header {
    content_bytes: u64,
    #[cfg(feature = "std")]
    provenance_bytes: u64,
    content_hash: [u8; 32],
    seal: [u8; 32],
    raw: [u8; HEADER_BYTES],
}

/// What a snapshot file holds, proved to be what was written.
pub(super) struct Contents<S: Storage> {
    /// Every section.
    pub(super) tables: Tables<S>,
    /// BLAKE3 of the content.
    pub(super) content_hash: [u8; 32],
    /// The provenance's JSON.
    pub(super) provenance: S::List<u8>,
}

/// Gives one section after the other.
trait Sections<S: Storage> {
    type Fault;

    /// The section with this tag, which must be the next one.
    fn section<T: Element>(&mut self, tag: u32) -> Result<S::List<T>, Self::Fault>;
}

/// One entry of the table of sections.
#[derive(Clone, Copy)]
struct Entry {
    tag: u32,
    element_bytes: u32,
    elements: u64,
}

impl Entry {
    const BYTES: usize = 16;

    /// Of 16 bytes.
    fn read(raw: &[u8]) -> Self {
        Self { tag: u32_at(raw, 0), element_bytes: u32_at(raw, 4), elements: u64_at(raw, 8) }
    }

    /// The bytes of the section, where it is the wanted one and fits what is left of the content.
    fn bytes<T: Element>(self, tag: u32, left: u64) -> Option<u64> {
        let bytes = self.elements.checked_mul(size_of::<T>() as u64)?;
        (self.tag == tag && self.element_bytes as usize == size_of::<T>() && bytes <= left).then_some(bytes)
    }
}

impl Header {
    /// Asked when both hashes are proved: a version that gives these bytes a meaning has another number.
    fn refuse_reserved(&self) -> Result<(), ReadError> {
        match self.raw[RESERVED_AT..].iter().all(|&byte| byte == 0) {
            true => Ok(()),
            false => Err(ReadError::Inconsistent(fault::RESERVED)),
        }
    }
}

/// More sections than any format has.
const SECTIONS_MAX: u64 = 4096;

/// What does not fit the table of sections.
mod fault {
    pub(super) const TOO_MANY: &str = "more sections than any format has";
    pub(super) const MISSING: &str = "a section is missing";
    pub(super) const OTHER: &str = "a section has another tag, element or length than its format";
    pub(super) const PAST_THE_END: &str = "a section reaches past the end";
    pub(super) const NOT_ZERO: &str = "bytes between sections are not zero";
    pub(super) const BEHIND: &str = "there is content behind the last section";
    pub(super) const RESERVED: &str = "reserved bytes of the header are not zero";
}

/// Bytes between a section of this length and the next one.
const fn padding(section_bytes: usize) -> usize {
    section_bytes.next_multiple_of(SECTION_ALIGN) - section_bytes
}

/// The file's bytes for these tables and this provenance.
#[cfg(feature = "import")]
pub(super) fn encode(tables: &Tables, provenance: &[u8]) -> Vec<u8> {
    let sections = tables.sections();
    let mut out = vec![0_u8; HEADER_BYTES];
    out.extend_from_slice(&(sections.len() as u64).to_le_bytes());
    for (tag, element_bytes, bytes) in &sections {
        out.extend_from_slice(&tag.to_le_bytes());
        out.extend_from_slice(&element_bytes.to_le_bytes());
        out.extend_from_slice(&((bytes.len() / *element_bytes as usize) as u64).to_le_bytes());
    }
    pad(&mut out);
    for (_, _, bytes) in &sections {
        out.extend_from_slice(bytes);
        pad(&mut out);
    }
    let content_hash = blake3::hash(out.get(HEADER_BYTES..).unwrap_or_default());
    let content_bytes = (out.len() - HEADER_BYTES) as u64;
    let mut header = [0_u8; HEADER_BYTES];
    header[..8].copy_from_slice(&MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12..16].copy_from_slice(&(HEADER_BYTES as u32).to_le_bytes());
    header[16..24].copy_from_slice(&content_bytes.to_le_bytes());
    header[24..32].copy_from_slice(&(provenance.len() as u64).to_le_bytes());
    header[32..64].copy_from_slice(content_hash.as_bytes());
    let seal = seal(&header, provenance);
    header[64..96].copy_from_slice(&seal);
    out[..HEADER_BYTES].copy_from_slice(&header);
    out.extend_from_slice(provenance);
    out
}

/// The header, from the first bytes of a snapshot of `source_bytes` bytes: as many of them as there are.
fn read_header(first: &[u8], source_bytes: u64) -> Result<Header, ReadError> {
    if !first.starts_with(&MAGIC) {
        return Err(ReadError::Foreign);
    }
    let Some(&raw) = first.first_chunk::<HEADER_BYTES>() else {
        return Err(ReadError::Length { expected: HEADER_BYTES as u64, found: source_bytes });
    };
    match u32_at(&raw, 8) {
        VERSION => {}
        0 => return Err(ReadError::UnknownVersion { found: 0 }),
        found => return Err(ReadError::Newer { found }),
    }
    let content_bytes = u64_at(&raw, 16);
    let provenance_bytes = u64_at(&raw, 24);
    let expected = content_bytes.saturating_add(provenance_bytes).saturating_add(HEADER_BYTES as u64);
    if expected != source_bytes {
        return Err(ReadError::Length { expected, found: source_bytes });
    }
    if expected > SNAPSHOT_BYTES_MAX {
        return Err(ReadError::TooLarge { found: expected });
    }
    let mut content_hash = [0; 32];
    content_hash.copy_from_slice(&raw[32..64]);
    let mut seal = [0; 32];
    seal.copy_from_slice(&raw[64..96]);
    Ok(Header {
        content_bytes,
        #[cfg(feature = "std")]
        provenance_bytes,
        content_hash,
        seal,
        raw,
    })
}

fn seal(header: &[u8; HEADER_BYTES], provenance: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&header[..64]).update(&header[96..]);
    hashed(&mut hasher, provenance)
}

/// So many bytes are hashed at once where they lie: BLAKE3 goes the deeper into the stack the more it is given.
const HASHED_AT_ONCE_BYTES: usize = 8 * 1024;

/// The hash with these bytes behind what was hashed already. However many they are, it takes the same stack.
fn hashed(hasher: &mut blake3::Hasher, bytes: &[u8]) -> [u8; 32] {
    for piece in bytes.chunks(HASHED_AT_ONCE_BYTES) {
        hasher.update(piece);
    }
    *hasher.finalize().as_bytes()
}

#[cfg(feature = "import")]
fn pad(out: &mut Vec<u8>) {
    // The header is a multiple of the alignment, so that aligning the file aligns the content.
    const { assert!(HEADER_BYTES.is_multiple_of(SECTION_ALIGN)) };
    out.resize(out.len().next_multiple_of(SECTION_ALIGN), 0);
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut raw = [0; 4];
    raw.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(raw)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut raw = [0; 8];
    raw.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(raw)
}
