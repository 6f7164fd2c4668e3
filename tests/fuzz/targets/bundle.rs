//! Any bytes as a bundle, and a bundle of any contents with a byte changed: what is read is what would be written, and nothing panics.
//! The same for signatures, keys, rings of keys and lists of them.
#![no_main]

use cellgraph::bundle::{self, Key, KeyList, KeyRing, Listed, Manifest, Member, Signature};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    is_refused_or_whole(data);
    if let Some(changed) = changed(data) {
        is_refused_or_whole(&changed);
    }
    if let Ok(text) = std::str::from_utf8(data) {
        let (_signature, _key) = (Signature::read(text), Key::read(text));
    }
    if let Ok(ring) = KeyRing::read(data) {
        assert_eq!(KeyRing::read(&ring.to_bytes()).as_ref(), Ok(&ring));
        let _unsigned = KeyList::apply(data, None, &ring);
    }
});

fn is_refused_or_whole(bytes: &[u8]) {
    match bundle::read(bytes) {
        Ok(read) => assert!(written(&read.manifest, &read.members) == bytes),
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}

fn written(manifest: &Manifest, members: &[(Member, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut open = |member: Member| Ok(members.iter().find(|(name, _)| *name == member).map_or(&[][..], |(_, bytes)| *bytes));
    bundle::write(manifest, &mut open, &mut bytes).expect("memory can be written");
    bytes
}

/// A bundle of the data, with hashes and headers that fit, and then with one byte that the data chooses.
fn changed(data: &[u8]) -> Option<Vec<u8>> {
    let (&[which, cut, low, high, byte], contents) = data.split_first_chunk::<5>()?;
    let (first, second) = contents.split_at(usize::from(cut).min(contents.len()));
    let other = Member::ALL[1 + usize::from(which) % (Member::ALL.len() - 1)];
    let members = [(Member::Snapshot, first), (other, second)];
    let listed = members.iter().map(|(member, bytes)| Listed::of(*member, bytes)).collect();
    let manifest = Manifest::new("cell", 1, ("engineer", "reason"), listed).ok()?;
    let mut bytes = written(&manifest, &members);
    let place = usize::from(u16::from_le_bytes([low, high])) % bytes.len();
    bytes[place] = byte;
    Some(bytes)
}
