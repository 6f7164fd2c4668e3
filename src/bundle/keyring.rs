//! The keys that a cell's PC trusts, and those that it does not trust any more. In: keys that a person compared, and signed lists.
//! Out: who signed something, or why nobody did who counts.

use serde::{Deserialize, Serialize};

use super::{
    canonical,
    key::{Key, KeyId},
    manifest::{refuse_cell, refuse_line},
    refusal::Refusal,
    signature::Signature,
};
use crate::{
    cell::shown,
    limits::{BUNDLE_KEYS_MAX, OPERATOR_BYTES_MAX},
};

/// The format of the file that this program writes, and the only one that it reads.
const FORMAT: u32 = 1;

/// A key, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedKey {
    /// Whose it is, for people.
    pub owner: String,
    /// The key.
    pub key: Key,
}

/// Whom a cell trusts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyRing {
    format: u32,
    cell: String,
    /// The generation of the last signed list; 0 before the first.
    list_generation: u64,
    trusted: Vec<NamedKey>,
    revoked: Vec<NamedKey>,
}

/// Why a file of keys cannot be used, or a key cannot be enrolled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum RingError {
    #[error("it is not the JSON of trusted keys: {0}")]
    Json(String),
    #[error("its format is {0}, and this program reads format {FORMAT}")]
    Format(u32),
    #[error("the cell's id {0}")]
    Cell(&'static str),
    #[error("the name of a key's owner {0}")]
    Owner(&'static str),
    #[error("a key is in it twice")]
    Twice,
    #[error("there are {BUNDLE_KEYS_MAX} keys, and no more are kept")]
    Full,
    #[error("the key {key} of {} is trusted already", shown(.owner))]
    Known { key: KeyId, owner: String },
    #[error("the key {key} of {} was revoked: it is never trusted again", shown(.owner))]
    Revoked { key: KeyId, owner: String },
}

impl KeyRing {
    /// A cell that trusts nobody yet.
    ///
    /// # Errors
    ///
    /// An id that is none.
    pub fn new(cell: &str) -> Result<Self, RingError> {
        refuse_cell(cell).map_err(RingError::Cell)?;
        let (cell, trusted, revoked) = (cell.to_owned(), Vec::new(), Vec::new());
        Ok(Self { format: FORMAT, cell, list_generation: 0, trusted, revoked })
    }

    /// Reads the bytes of its file.
    ///
    /// # Errors
    ///
    /// Bytes that this program did not write.
    pub fn read(bytes: &[u8]) -> Result<Self, RingError> {
        let ring: Self = serde_json::from_slice(bytes).map_err(|error| RingError::Json(error.to_string()))?;
        if ring.format != FORMAT {
            return Err(RingError::Format(ring.format));
        }
        refuse_cell(&ring.cell).map_err(RingError::Cell)?;
        let mut seen = Self::new(&ring.cell)?;
        for key in &ring.revoked {
            seen.refuse_unfit(key)?;
            seen.revoked.push(key.clone());
        }
        ring.trusted.iter().try_for_each(|key| seen.enrol(key.clone()))?;
        Ok(ring)
    }

    /// The bytes of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        canonical(self)
    }

    /// The id of the cell.
    #[must_use]
    pub fn cell(&self) -> &str {
        &self.cell
    }

    /// The keys that are trusted, in the order in which they came.
    #[must_use]
    pub fn trusted(&self) -> &[NamedKey] {
        &self.trusted
    }

    /// The keys that were revoked.
    #[must_use]
    pub fn revoked(&self) -> &[NamedKey] {
        &self.revoked
    }

    /// The generation of the last list that was taken; 0 where there was none.
    #[must_use]
    pub const fn list_generation(&self) -> u64 {
        self.list_generation
    }

    /// Trusts a key, whose fingerprint a person has compared.
    ///
    /// # Errors
    ///
    /// A key that is there already, that was revoked, or for which there is no room.
    pub fn enrol(&mut self, key: NamedKey) -> Result<(), RingError> {
        self.refuse_unfit(&key)?;
        self.trusted.push(key);
        Ok(())
    }

    /// Who signed these bytes.
    ///
    /// # Errors
    ///
    /// The first reason why nobody did whom the cell trusts.
    pub fn signer(&self, bytes: &[u8], signature: Option<&str>) -> Result<&NamedKey, Refusal> {
        let text = signature.ok_or(Refusal::Unsigned)?;
        let signature = Signature::read(text).map_err(Refusal::NoSignature)?;
        let key = signature.key();
        // Several keys may have one id.
        let mut trusted = self.trusted.iter().filter(|named| named.key.id() == key).peekable();
        let mut revoked = self.revoked.iter().filter(|named| named.key.id() == key).peekable();
        let revoked_key = |named: &NamedKey| Refusal::RevokedKey { key, owner: named.owner.clone() };
        match (trusted.peek(), revoked.peek()) {
            (None, None) => return Err(Refusal::ForeignKey { key, known: self.trusted.len() }),
            (None, Some(named)) => return Err(revoked_key(named)),
            (Some(_), _) => {}
        }
        if signature.is_legacy() {
            return Err(Refusal::LegacySignature);
        }
        let has_signed = |named: &&NamedKey| signature.is_of(&named.key, bytes);
        match (trusted.find(has_signed), revoked.find(has_signed)) {
            (Some(named), _) => Ok(named),
            (None, Some(named)) => Err(revoked_key(named)),
            (None, None) => Err(Refusal::Altered { key }),
        }
    }

    /// The ring after a list: what it names is trusted, and what it revokes is not.
    pub(super) fn after(&self, generation: u64, new: &[NamedKey], revoked: &[NamedKey]) -> Result<Self, RingError> {
        let mut ring = self.clone();
        ring.list_generation = generation;
        for named in revoked {
            ring.trusted.retain(|known| known.key != named.key);
            if !ring.revoked.iter().any(|known| known.key == named.key) {
                ring.refuse_unfit(named)?;
                ring.revoked.push(named.clone());
            }
        }
        for named in new.iter().filter(|named| !self.trusted.contains(named)) {
            ring.enrol(named.clone())?;
        }
        Ok(ring)
    }

    fn refuse_unfit(&self, named: &NamedKey) -> Result<(), RingError> {
        refuse_line(&named.owner, OPERATOR_BYTES_MAX, usize::MAX).map_err(RingError::Owner)?;
        let same = |known: &&NamedKey| known.key == named.key;
        let (key, owner) = (named.key.id(), |known: &NamedKey| known.owner.clone());
        match (self.revoked.iter().find(same), self.trusted.iter().find(same)) {
            (Some(known), _) => Err(RingError::Revoked { key, owner: owner(known) }),
            (None, Some(known)) => Err(RingError::Known { key, owner: owner(known) }),
            (None, None) if self.trusted.len() + self.revoked.len() >= BUNDLE_KEYS_MAX => Err(RingError::Full),
            (None, None) => Ok(()),
        }
    }
}
