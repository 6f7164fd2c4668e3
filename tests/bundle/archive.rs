//! The tar: a round trip, another reader's view of it, and that nothing else is read.

use std::io::Read;

use cellgraph::{
    bundle::{self, Listed, Manifest, Member},
    limits::BUNDLE_GENERATION_MAX,
};
use proptest::prelude::*;

use crate::desk::{CELL, good, write};

/// A manifest with its members, of any lengths.
fn contents() -> impl Strategy<Value = (Manifest, Vec<(Member, Vec<u8>)>)> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..1600);
    let others = prop::collection::vec(prop::option::of(bytes()), Member::ALL.len() - 1);
    let line = "[^\\p{C}\\p{Z}]([^\\p{C}\\p{Zl}\\p{Zp}]{0,40}[^\\p{C}\\p{Z}])?";
    (bytes(), others, 1..=BUNDLE_GENERATION_MAX, line, line).prop_map(
        |(snapshot, others, generation, engineer, reason)| {
            let others = Member::ALL[1..].iter().zip(others).filter_map(|(member, bytes)| Some((*member, bytes?)));
            let members: Vec<(Member, Vec<u8>)> = std::iter::once((Member::Snapshot, snapshot)).chain(others).collect();
            let listed = members.iter().map(|(member, bytes)| Listed::of(*member, bytes)).collect();
            (Manifest::new(CELL, generation, (&engineer, &reason), listed).unwrap(), members)
        },
    )
}

fn borrowed(members: &[(Member, Vec<u8>)]) -> Vec<(Member, &[u8])> {
    members.iter().map(|(member, bytes)| (*member, bytes.as_slice())).collect()
}

proptest! {
    #[test]
    fn what_was_written_is_read_back((manifest, members) in contents()) {
        let members = borrowed(&members);
        let bytes = write(&manifest, &members);
        let read = bundle::read(&bytes).unwrap();
        prop_assert_eq!(&read.manifest, &manifest);
        prop_assert_eq!(&read.members, &members);
    }

    /// Whatever is read, with however many bytes changed, has no other form.
    #[test]
    fn what_is_read_is_what_would_be_written(
        (manifest, members) in contents(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let written = write(&manifest, &borrowed(&members));
        let mut bytes = written.clone();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        match bundle::read(&bytes) {
            Ok(read) => prop_assert!(write(&read.manifest, &read.members) == bytes),
            Err(fault) => prop_assert!(bytes != written, "{}", fault),
        }
    }
}

/// What this program writes is a tar for others too.
#[test]
fn another_reader_finds_the_same_files() {
    let bytes = good(7);
    let ours = bundle::read(&bytes).unwrap();
    let mut theirs = tar::Archive::new(bytes.as_slice());
    let mut found = Vec::new();
    for entry in theirs.entries().unwrap() {
        let mut entry = entry.unwrap();
        let (mut contents, name) = (Vec::new(), entry.path().unwrap().display().to_string());
        entry.read_to_end(&mut contents).unwrap();
        assert!(entry.header().entry_type().is_file(), "{name}");
        found.push((name, contents));
    }
    let mut expected = vec![("manifest.json".to_owned(), ours.manifest.to_bytes())];
    expected.extend(ours.members.iter().map(|(member, bytes)| (member.name().to_owned(), bytes.to_vec())));
    assert_eq!(found, expected);
    let manifest: serde_json::Value = serde_json::from_slice(&found[0].1).unwrap();
    assert_eq!((&manifest["cell"], &manifest["generation"]), (&CELL.into(), &7.into()));
}
