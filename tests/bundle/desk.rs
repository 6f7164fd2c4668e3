//! An engineer's desk: keys, a snapshot, bundles and signatures. What signs here is the crate `minisign`; what checks in the library is
//! `minisign-verify`, which shares no code with it.

use std::{fs, io::Cursor, sync::LazyLock};

use cellgraph::{
    bundle::{self, Key, KeyRing, Listed, Manifest, Member, NamedKey, UNTRUSTED_COMMENT},
    snapshot::{Provenance, build},
};
use minisign::{KeyPair, PublicKey, SecretKey};

pub(crate) const CELL: &str = "weld-3";

/// The demo cell's snapshot.
pub(crate) static SNAPSHOT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let export = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/graph-snapshots/demo-cell.apoc.jsonl")).unwrap();
    let draft = cellgraph::import::from_apoc(&export, &mut |_| {}).unwrap().draft;
    build(&draft, &Provenance { generation: 1, ..Provenance::default() }).bytes
});

/// The demo cell with another check after every weld for each generation.
pub(crate) fn demo(generation: u64) -> Vec<u8> {
    let export =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/graph-snapshots/demo-cell.apoc.jsonl")).unwrap();
    let export = export.replace("weld_quality_check", &format!("check_{generation}"));
    let draft = cellgraph::import::from_apoc(export.as_bytes(), &mut |_| {}).unwrap().draft;
    build(&draft, &Provenance { generation, ..Provenance::default() }).bytes
}

/// A person with a pair of keys.
pub(crate) struct Signer {
    pub(crate) owner: &'static str,
    public: PublicKey,
    secret: SecretKey,
}

impl Signer {
    pub(crate) fn new(owner: &'static str) -> Self {
        let KeyPair { pk: public, sk: secret } = KeyPair::generate_unencrypted_keypair().unwrap();
        Self { owner, public, secret }
    }

    /// Another pair, which gives itself the id of this one.
    pub(crate) fn double(&self, owner: &'static str) -> Self {
        let other = Self::new(owner);
        let with_id = |mut bytes: Vec<u8>, at: usize| {
            bytes[at..at + 8].copy_from_slice(self.public.keynum());
            bytes
        };
        // Behind the names of three algorithms, the salt and two limits.
        let secret = SecretKey::from_bytes(&with_id(other.secret.to_bytes(), 54)).unwrap();
        let public = PublicKey::from_bytes(&with_id(other.public.to_bytes(), 2)).unwrap();
        Self { owner, public, secret }
    }

    pub(crate) fn named(&self) -> NamedKey {
        NamedKey { owner: self.owner.to_owned(), key: Key::from_base64(&self.public.to_base64()).unwrap() }
    }

    pub(crate) fn public_text(&self) -> String {
        self.public.to_box().unwrap().into_string()
    }

    pub(crate) fn sign(&self, bytes: &[u8]) -> String {
        self.sign_with(bytes, UNTRUSTED_COMMENT, "cellgraph bundle")
    }

    pub(crate) fn sign_with(&self, bytes: &[u8], untrusted: &str, trusted: &str) -> String {
        let reader = Cursor::new(bytes);
        minisign::sign(Some(&self.public), &self.secret, reader, Some(trusted), Some(untrusted)).unwrap().into_string()
    }

    /// Whether the crate that signs takes a signature.
    pub(crate) fn takes(&self, bytes: &[u8], signature: &str) -> bool {
        let signature = minisign::SignatureBox::from_string(signature).unwrap();
        minisign::verify(&self.public, &signature, Cursor::new(bytes), true, false, false).is_ok()
    }
}

/// A ring of [`CELL`] that trusts these.
pub(crate) fn trusting(signers: &[&Signer]) -> KeyRing {
    let mut ring = KeyRing::new(CELL).unwrap();
    signers.iter().for_each(|signer| ring.enrol(signer.named()).unwrap());
    ring
}

/// A bundle of these members.
pub(crate) fn bundle_of(cell: &str, generation: u64, members: &[(Member, &[u8])]) -> Vec<u8> {
    let listed = members.iter().map(|(member, bytes)| Listed::of(*member, bytes)).collect();
    let manifest = Manifest::new(cell, generation, ("Eve", "new fixture at Pos_5"), listed).unwrap();
    write(&manifest, members)
}

pub(crate) fn write(manifest: &Manifest, members: &[(Member, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut open = |member: Member| Ok(members.iter().find(|(name, _)| *name == member).unwrap().1);
    bundle::write(manifest, &mut open, &mut bytes).unwrap();
    bytes
}

/// The bundle that most tests begin with: a snapshot, and what is declared.
pub(crate) fn good(generation: u64) -> Vec<u8> {
    bundle_of(CELL, generation, &[(Member::Snapshot, &SNAPSHOT), (Member::Declared, b"ticking: [values.clock]\n")])
}
