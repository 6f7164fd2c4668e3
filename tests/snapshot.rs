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
