//! Signed lists of keys: how a cell comes to trust a new key, and stops to trust an old one, without a fingerprint typed at each PC.
//! In: a list's bytes and its signature, and the keys that are trusted. Out: the keys that would be trusted after it.

use serde::{Deserialize, Serialize};

use super::{
    canonical,
    keyring::{KeyRing, NamedKey, RingError},
    manifest::{refuse_cell, refuse_line},
    refusal::Refusal,
};
use crate::limits::{BUNDLE_GENERATION_MAX, BUNDLE_LIST_BYTES_MAX, OPERATOR_BYTES_MAX, REASON_CHARS_MAX};

/// The format of lists that this program writes, and the only one that it reads.
const FORMAT: u32 = 1;

/// A list of keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyList {
    format: u32,
    /// The id of the cell that it is for.
    pub cell: String,
    /// Grows with each list of the cell; 1 for the first, [`BUNDLE_GENERATION_MAX`] at most. Bundles have generations of their own.
    pub list_generation: u64,
    /// Who made it.
    pub engineer: String,
    /// Why, in one line.
    pub reason: String,
    /// Keys that are trusted from now on.
    pub trusted: Vec<NamedKey>,
    /// Keys that are never trusted again.
    pub revoked: Vec<NamedKey>,
}

/// Why a list is not taken.
#[derive(Debug, thiserror::Error)]
pub enum ListRefusal {
    /// Nobody signed it who counts, or the bytes are not those that were signed.
    #[error(transparent)]
    Signature(#[from] Refusal),
    /// More bytes than are read.
    #[error("it is longer than {BUNDLE_LIST_BYTES_MAX} bytes")]
    TooLong,
    /// Signed, and no list.
    #[error("it is signed, but it is not a list of keys: {0}")]
    Malformed(String),
    /// For another cell.
    #[error("it is for the cell '{list}', and this cell is '{cell}'")]
    OtherCell {
        /// The cell that it is for.
        list: String,
        /// This one.
        cell: String,
    },
    /// Not newer than the last one.
    #[error("its generation is {generation}, and a list of generation {last} was taken already")]
    Older {
        /// Its own.
        generation: u64,
        /// That of the last list.
        last: u64,
    },
    /// It revokes the key that it is signed with, so that nothing shows that another key is at hand.
    #[error("it revokes the key that it is signed with")]
    RevokesItsSigner,
    /// The keys do not fit together.
    #[error(transparent)]
    Keys(#[from] RingError),
}

impl ListRefusal {
    /// What to do about it.
    #[must_use]
    pub const fn next_step(&self) -> &'static str {
        match self {
            Self::Signature(refusal) => refusal.next_step(),
            Self::TooLong | Self::Malformed(_) => "make the list anew with `cellgraph bundle keys` of this version",
            Self::OtherCell { .. } => "bring the list that was made for this cell",
            Self::Older { .. } => "bring the newest list; a new one needs a higher --generation",
            Self::RevokesItsSigner => "sign the list with a key that stays trusted",
            Self::Keys(_) => "make the list anew without that key",
        }
    }
}

impl KeyList {
    /// A list of the format that this program writes.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words.
    pub fn new(
        cell: &str,
        list_generation: u64,
        (engineer, reason): (&str, &str),
        trusted: Vec<NamedKey>,
        revoked: Vec<NamedKey>,
    ) -> Result<Self, String> {
        let (cell, engineer, reason) = (cell.to_owned(), engineer.to_owned(), reason.to_owned());
        let list = Self { format: FORMAT, cell, list_generation, engineer, reason, trusted, revoked };
        list.check().map(|()| list)
    }

    /// The bytes of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        canonical(self)
    }

    /// The keys that a cell would trust after this list, with the list itself.
    ///
    /// # Errors
    ///
    /// [`ListRefusal`].
    pub fn apply(bytes: &[u8], signature: Option<&str>, ring: &KeyRing) -> Result<(Self, KeyRing), ListRefusal> {
        if bytes.len() as u64 > BUNDLE_LIST_BYTES_MAX {
            return Err(ListRefusal::TooLong);
        }
        let signer = ring.signer(bytes, signature)?;
        let list = Self::read(bytes).map_err(ListRefusal::Malformed)?;
        if list.cell != ring.cell() {
            return Err(ListRefusal::OtherCell { list: list.cell, cell: ring.cell().to_owned() });
        }
        if list.list_generation <= ring.list_generation() {
            let (generation, last) = (list.list_generation, ring.list_generation());
            return Err(ListRefusal::Older { generation, last });
        }
        if list.revoked.iter().any(|named| named.key == signer.key) {
            return Err(ListRefusal::RevokesItsSigner);
        }
        let after = ring.after(list.list_generation, &list.trusted, &list.revoked)?;
        Ok((list, after))
    }

    fn read(bytes: &[u8]) -> Result<Self, String> {
        let list: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        list.check()?;
        if list.to_bytes() == bytes { Ok(list) } else { Err("it is not written as this program writes it".to_owned()) }
    }

    fn check(&self) -> Result<(), String> {
        if self.format != FORMAT {
            return Err(format!("its format is {}, and this program reads format {FORMAT}", self.format));
        }
        let said = |what: &'static str| move |fault: &'static str| format!("{what} {fault}");
        refuse_cell(&self.cell).map_err(said("the cell's id"))?;
        if self.list_generation == 0 {
            return Err("the generation is 0: the first is 1".to_owned());
        }
        if self.list_generation > BUNDLE_GENERATION_MAX {
            return Err(format!("the generation is higher than {BUNDLE_GENERATION_MAX}, the highest that there is"));
        }
        refuse_line(&self.engineer, OPERATOR_BYTES_MAX, usize::MAX).map_err(said("the engineer's name"))?;
        refuse_line(&self.reason, usize::MAX, REASON_CHARS_MAX).map_err(said("the reason"))?;
        let all = || self.trusted.iter().chain(&self.revoked);
        if all().next().is_none() {
            return Err("it names no key".to_owned());
        }
        let is_twice = |named: &NamedKey| all().filter(|other| other.key == named.key).count() > 1;
        if all().any(is_twice) { Err("a key is in it twice".to_owned()) } else { Ok(()) }
    }
}
