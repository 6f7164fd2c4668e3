//! Snapshot files: every damage is refused with its reason, the same graph gives the same bytes, and what is loaded is
//! what was built.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use cellgraph::{
    import,
    snapshot::{self, HEADER_BYTES, Provenance, ReadError, Snapshot},
};

const DEMO: &[u8] = include_bytes!("../graph-snapshots/demo-cell.apoc.jsonl");

fn demo(provenance: &Provenance) -> Vec<u8> {
    let import = import::from_apoc(DEMO, &mut |_| ()).unwrap();
    snapshot::build(&import.draft, provenance).bytes
}

fn refusal(bytes: &[u8]) -> ReadError {
    Snapshot::from_bytes(bytes).map(|_| ()).expect_err("a damaged snapshot was loaded")
}

#[test]
fn the_draft_comes_back() {
    let import = import::from_apoc(DEMO, &mut |_| ()).unwrap();
    assert_eq!(Snapshot::from_bytes(&demo(&Provenance::default())).unwrap().draft(), import.draft);
}

#[test]
fn every_flipped_bit_is_refused() {
    let whole = demo(&Provenance { source: "demo".into(), generation: 3, ..Provenance::default() });
    let mut bytes = whole.clone();
    for bit in 0..bytes.len() * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = refusal(&bytes);
        match bit / 8 {
            0..8 => assert!(matches!(error, ReadError::Foreign), "bit {bit}: {error}"),
            8..12 => {
                assert!(
                    matches!(error, ReadError::Newer { .. } | ReadError::UnknownVersion { .. }),
                    "bit {bit}: {error}"
                );
            }
            16..32 => assert!(matches!(error, ReadError::Length { .. }), "bit {bit}: {error}"),
            _ => assert!(matches!(error, ReadError::Hash { .. }), "bit {bit}: {error}"),
        }
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    assert_eq!(bytes, whole);
}

#[test]
fn every_truncation_and_every_extension_is_refused() {
    let mut whole = demo(&Provenance::default());
    for length in 0..whole.len() {
        let error = refusal(&whole[..length]);
        let expected =
            if length < 8 { matches!(error, ReadError::Foreign) } else { matches!(error, ReadError::Length { .. }) };
        assert!(expected, "{length} bytes: {error}");
    }
    whole.push(0);
    assert!(matches!(refusal(&whole), ReadError::Length { .. }));
}

#[test]
fn only_the_provenance_differs_between_two_builds_of_one_graph() {
    let first = demo(&Provenance { source: "a".into(), generation: 1, ..Provenance::default() });
    let second = demo(&Provenance { source: "somewhere else".into(), generation: 2, ..Provenance::default() });
    let content = |bytes: &[u8]| {
        let mut length = [0; 8];
        length.copy_from_slice(&bytes[16..24]);
        bytes[HEADER_BYTES..HEADER_BYTES + u64::from_le_bytes(length) as usize].to_vec()
    };
    assert_ne!(first, second);
    assert_eq!(content(&first), content(&second));
    assert_eq!(first[..24], second[..24]);
    assert_eq!(first[32..64], second[32..64], "the content hash");
}

#[test]
fn what_is_not_a_snapshot_is_told_from_what_is_damaged() {
    assert!(matches!(refusal(b""), ReadError::Foreign));
    assert!(matches!(refusal(b"{\"type\":\"node\"}"), ReadError::Foreign));
    assert!(matches!(refusal(DEMO), ReadError::Foreign));
    let mut newer = demo(&Provenance::default());
    newer[8] = 2;
    let message = refusal(&newer).to_string();
    assert!(message.contains("format version 2") && message.contains("reads up to 1"), "{message}");
}

/// The place of a section's elements in the file, by its tag, and the bytes of one.
fn section(bytes: &[u8], tag: u32) -> (std::ops::Range<usize>, usize) {
    let number = |at: usize, length: usize| {
        bytes[at..at + length].iter().rev().fold(0_usize, |sum, &byte| sum << 8 | usize::from(byte))
    };
    let sections = number(HEADER_BYTES, 8);
    let mut start = (HEADER_BYTES + 8 + 16 * sections).next_multiple_of(64);
    for entry in (0..sections).map(|at| HEADER_BYTES + 8 + 16 * at) {
        let (element, length) = (number(entry + 4, 4), number(entry + 4, 4) * number(entry + 8, 8));
        if number(entry, 4) == tag as usize {
            return (start..start + length, element);
        }
        start = (start + length).next_multiple_of(64);
    }
    panic!("no section {tag}");
}

/// Makes both hashes fit again: what a builder with a fault, or somebody with bad intent, would have written.
fn seal(bytes: &mut [u8]) {
    let (mut length, mut hash) = ([0; 8], blake3::Hasher::new());
    length.copy_from_slice(&bytes[16..24]);
    let provenance = HEADER_BYTES + u64::from_le_bytes(length) as usize;
    let content = *blake3::hash(&bytes[HEADER_BYTES..provenance]).as_bytes();
    bytes[32..64].copy_from_slice(&content);
    hash.update(&bytes[..64]).update(&bytes[96..HEADER_BYTES]).update(&bytes[provenance..]);
    bytes[64..96].copy_from_slice(hash.finalize().as_bytes());
}

/// Bytes that this format keeps for later, in a file whose hashes fit. The reader in place says the same: `tests/freestanding.rs`.
#[test]
fn reserved_bytes_that_are_not_zero_are_refused() {
    let whole = demo(&Provenance::default());
    for at in 96..HEADER_BYTES {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[at] = 1 << bit;
            seal(&mut bytes);
            let words = refusal(&bytes).to_string();
            let wanted = "is not consistent (reserved bytes of the header are not zero): it was not written by a cellgraph builder";
            assert!(words.starts_with(wanted), "{at}: {words}");
        }
    }
}

/// A position that hangs on the rest by one neighbour says through which, and how far the core is. Links that lead in a
/// circle, or out of their tree, would have a route climb without end; the hashes cannot show that they are right.
#[test]
fn links_that_lead_in_a_circle_are_refused() {
    let whole = demo(&Provenance::default());
    let (parents, 4) = section(&whole, 40) else { panic!("a parent is 4 bytes") };
    let (links, 4) = section(&whole, 41) else { panic!("a link is 4 bytes") };
    let positions = parents.len() / 4;
    let pendants: Vec<usize> =
        (0..positions).filter(|at| whole[parents.start + 4 * at..][..4] != [255, 255, 255, 255]).collect();
    assert!(pendants.len() > 2, "the demo cell has positions that hang on one neighbour");
    for at in pendants {
        for parent in 0..positions as u32 {
            let mut bytes = whole.clone();
            let place = parents.start + 4 * at..parents.start + 4 * at + 4;
            let before: [u8; 4] = bytes[place.clone()].try_into().unwrap();
            // A parent as near to the core and in the same tree could be the true one, for all that the links say.
            let fact = |tag: u32, id: u32| {
                let at = section(&whole, tag).0.start + 4 * id as usize;
                u32::from_le_bytes(whole[at..at + 4].try_into().unwrap())
            };
            let same = |tag: u32| fact(tag, parent) << 2 == fact(tag, u32::from_le_bytes(before)) << 2;
            if same(41) && same(42) {
                continue;
            }
            bytes[place].copy_from_slice(&parent.to_le_bytes());
            seal(&mut bytes);
            let error = refusal(&bytes);
            assert!(matches!(error, ReadError::Inconsistent("core of the move graph")), "{at} on {parent}: {error}");
        }
        // A depth that is one too great, one too small, and none.
        let place = links.start + 4 * at;
        let link = u32::from_le_bytes(whole[place..place + 4].try_into().unwrap());
        for wrong in [link + 1, link - 1, link >> 30 << 30] {
            let mut bytes = whole.clone();
            bytes[place..place + 4].copy_from_slice(&wrong.to_le_bytes());
            seal(&mut bytes);
            let error = refusal(&bytes);
            assert!(matches!(error, ReadError::Inconsistent("core of the move graph")), "{at}: {error}");
        }
    }
}
