//! Signed bundles: what an engineer gives to a cell's PC as one file, and who says so.
//!
//! In: the bytes of a bundle and of its signature, the keys that are trusted, what was installed before. Out: a
//! [`VerifiedBundle`] with its members, or the first reason why there is none. Nothing here reads a file or a clock, and no key
//! is made here: signatures are made on the engineer's desk, by `src/cli/bundle/create.rs`.
//!
//! 1. The signature is proved over the whole file before a byte of the file is interpreted.
//! 2. There is one file for one content, and one signature file for one signature: whatever differs from what the writer would
//!    write is refused, so no byte of either is without a meaning.
//! 3. Every bound is looked at before anything is read that it bounds.
//! 4. A refusal is the first of a fixed order ([`Refusal`]), and says what to do next.
//! 5. "Older" is older than the highest generation that was ever installed. No clock is believed.
//! 6. A key that was revoked is never trusted again, and no list revokes the key that signs it.

use serde::Serialize;

mod archive;
mod key;
mod keyring;
mod list;
mod manifest;
mod refusal;
mod signature;
mod verify;

pub use archive::{Archive, Malformed, read, write};
pub use key::{Fingerprint, Key, KeyError, KeyId};
pub use keyring::{KeyRing, NamedKey, RingError};
pub use list::{KeyList, ListRefusal};
pub use manifest::{Listed, Manifest, ManifestFault, Member, refuse_cell, refuse_line};
pub use refusal::Refusal;
pub use signature::{Signature, SignatureFault, UNTRUSTED_COMMENT};
pub use verify::{Installed, VerifiedBundle, verify};

/// The ending of a signature's file, behind the whole name of the file that it signs.
pub const SIGNATURE_ENDING: &str = ".minisig";

/// The one way in which a document of bundles is written: JSON with two blanks for each level, and a line feed at its end.
pub(crate) fn canonical(document: &impl Serialize) -> Vec<u8> {
    // Cannot fail: plain structs with text keys. Were it ever empty, it would be refused when it is read.
    let mut bytes = serde_json::to_vec_pretty(document).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
