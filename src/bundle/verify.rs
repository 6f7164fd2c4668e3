//! Bytes and a signature → a [`VerifiedBundle`], or the first reason why not.

use super::{
    archive::{self, Malformed},
    keyring::{KeyRing, NamedKey},
    manifest::{Manifest, Member},
    refusal::Refusal,
};
use crate::{limits::BUNDLE_BYTES_MAX, snapshot::Snapshot};

/// What was installed before, as far as it matters to what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Installed {
    /// The highest generation that was ever installed, also where it was rolled back since.
    pub highest: u64,
    /// BLAKE3 of that bundle's file.
    pub hash: blake3::Hash,
}

/// A bundle that a trusted person signed, that is whole, and that this cell may install.
#[derive(Debug)]
pub struct VerifiedBundle<'b> {
    manifest: Manifest,
    members: Vec<(Member, &'b [u8])>,
    snapshot: Snapshot,
    hash: blake3::Hash,
    signer: NamedKey,
    signature: String,
}

/// Proves a bundle. `installed` is none where nothing was installed yet.
///
/// # Errors
///
/// The first reason, in the order of [`Refusal`].
pub fn verify<'b>(
    bytes: &'b [u8],
    signature: Option<&str>,
    ring: &KeyRing,
    installed: Option<Installed>,
) -> Result<VerifiedBundle<'b>, Refusal> {
    if bytes.len() as u64 > BUNDLE_BYTES_MAX {
        return Err(Refusal::TooLong);
    }
    let signer = ring.signer(bytes, signature)?.clone();
    let signature = signature.ok_or(Refusal::Unsigned)?.to_owned();
    // Not a byte is interpreted before this line.
    let archive::Archive { manifest, members } = archive::read(bytes).map_err(Refusal::Malformed)?;
    let snapshot = members.iter().find(|(member, _)| *member == Member::Snapshot).map_or(&[][..], |(_, bytes)| bytes);
    let snapshot = Snapshot::from_bytes(snapshot).map_err(|fault| Refusal::Malformed(Malformed::Snapshot { fault }))?;
    if manifest.cell != ring.cell() {
        return Err(Refusal::OtherCell { bundle: manifest.cell, cell: ring.cell().to_owned() });
    }
    let hash = blake3::hash(bytes);
    let generation = manifest.generation;
    match installed {
        Some(before) if generation < before.highest => {
            Err(Refusal::OlderGeneration { generation, highest: before.highest })
        }
        Some(before) if generation == before.highest && hash != before.hash => {
            Err(Refusal::SameGeneration { generation })
        }
        _ => Ok(VerifiedBundle { manifest, members, snapshot, hash, signer, signature }),
    }
}

impl<'b> VerifiedBundle<'b> {
    /// What it says of itself.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The contents of its members, in their order.
    #[must_use]
    pub fn members(&self) -> &[(Member, &'b [u8])] {
        &self.members
    }

    /// The cell, proved by its own hashes.
    #[must_use]
    pub const fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// BLAKE3 of the whole file: which bundle it is.
    #[must_use]
    pub const fn hash(&self) -> blake3::Hash {
        self.hash
    }

    /// The text of its signature.
    #[must_use]
    pub fn signature(&self) -> &str {
        &self.signature
    }

    /// Who signed it.
    #[must_use]
    pub const fn signer(&self) -> &NamedKey {
        &self.signer
    }
}
