//! Why a bundle or a list of keys is not taken, in the order in which the reasons are looked at: what stands first is said.

use super::{archive::Malformed, key::KeyId, signature::SignatureFault};
use crate::{cell::shown, limits::BUNDLE_BYTES_MAX};

/// Why it is refused.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// More bytes than are read.
    #[error("it is longer than {BUNDLE_BYTES_MAX} bytes")]
    TooLong,
    /// Nobody signed it.
    #[error("it is not signed: there is no signature file beside it")]
    Unsigned,
    /// What lies beside it is no signature.
    #[error("the file beside it is no signature: {0}")]
    NoSignature(SignatureFault),
    /// The key is not one that a person enrolled here.
    #[error("it is signed with the key {key}, which is not trusted here ({})", trusted(*.known))]
    ForeignKey {
        /// What the key calls itself.
        key: KeyId,
        /// How many keys are trusted.
        known: usize,
    },
    /// The key was trusted once.
    #[error("it is signed with the key {key} of {}, which was revoked", shown(.owner))]
    RevokedKey {
        /// What the key calls itself.
        key: KeyId,
        /// Whose it is.
        owner: String,
    },
    /// The signature is over the file itself, in the form that minisign gave up.
    #[error("its signature is of minisign's legacy form")]
    LegacySignature,
    /// Not the bytes that were signed, or not by that key.
    #[error("it is not what was signed with the key {key}: the file or its signature was altered")]
    Altered {
        /// What the key calls itself.
        key: KeyId,
    },
    /// Signed by a trusted key, and no bundle.
    #[error("it is signed, but {0}")]
    Malformed(Malformed),
    /// For another cell.
    #[error("it is for the cell '{bundle}', and this cell is '{cell}'")]
    OtherCell {
        /// The cell that it is for.
        bundle: String,
        /// This one.
        cell: String,
    },
    /// Older than what was installed once.
    #[error("its generation is {generation}, and generation {highest} was installed already")]
    OlderGeneration {
        /// Its own.
        generation: u64,
        /// The highest that was ever installed.
        highest: u64,
    },
    /// The generation was given to other contents.
    #[error("generation {generation} was installed already, with other contents")]
    SameGeneration {
        /// Its own.
        generation: u64,
    },
}

impl Refusal {
    /// The codes of all reasons, in the order in which they are looked at.
    pub const CODES: [&str; 11] = [
        "too-long",
        "unsigned",
        "no-signature",
        "foreign-key",
        "revoked-key",
        "legacy-signature",
        "altered",
        "malformed",
        "other-cell",
        "older-generation",
        "same-generation",
    ];

    /// The reason for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLong => "too-long",
            Self::Unsigned => "unsigned",
            Self::NoSignature(_) => "no-signature",
            Self::ForeignKey { .. } => "foreign-key",
            Self::RevokedKey { .. } => "revoked-key",
            Self::LegacySignature => "legacy-signature",
            Self::Altered { .. } => "altered",
            Self::Malformed(_) => "malformed",
            Self::OtherCell { .. } => "other-cell",
            Self::OlderGeneration { .. } => "older-generation",
            Self::SameGeneration { .. } => "same-generation",
        }
    }

    /// What to do about it.
    #[must_use]
    pub const fn next_step(&self) -> &'static str {
        match self {
            Self::TooLong => "leave the model out of the bundle, and copy the model to the cell's PC by itself",
            Self::Unsigned => {
                "copy the file that ends in .minisig from the engineer's desk too, and put it beside the bundle"
            }
            Self::NoSignature(_) => "copy both files from the engineer's desk again",
            Self::ForeignKey { .. } => {
                "ask who made it; if it is an engineer of this cell, a person compares the key's fingerprint and enrols the key"
            }
            Self::RevokedKey { .. } => {
                "ask for a bundle that is signed with a key in force; this key may be in wrong hands"
            }
            Self::LegacySignature => "sign it anew with `cellgraph bundle create`, or with minisign 0.10 or later",
            Self::Altered { .. } => {
                "copy both files from the engineer's desk again; where that fails again, ask the engineer"
            }
            Self::Malformed(_) => "make the bundle anew with `cellgraph bundle create` of this version",
            Self::OtherCell { .. } => "bring the bundle that was made for this cell",
            Self::OlderGeneration { .. } => {
                "bring the newest bundle; to go back to an earlier one that was installed here, a person rolls back"
            }
            Self::SameGeneration { .. } => "make the bundle anew with a higher --generation",
        }
    }
}

fn trusted(known: usize) -> String {
    match known {
        0 => "no key is".to_owned(),
        1 => "one key is".to_owned(),
        known => format!("{known} keys are"),
    }
}
