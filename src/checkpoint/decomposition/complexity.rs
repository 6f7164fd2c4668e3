//! How hard a query is, and which verification that takes. A stronger verification than needed is always good enough.

use serde::{Deserialize, Serialize};

/// How hard a query is, and how much hangs on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Complexity {
    /// Nothing to take apart.
    Simple,
    /// Routine.
    Medium,
    /// Several parts that bear on each other.
    Complex,
    /// Much hangs on it.
    Critical,
}

impl Complexity {
    /// The word of the documents.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Simple => "SIMPLE",
            Self::Medium => "MEDIUM",
            Self::Complex => "COMPLEX",
            Self::Critical => "CRITICAL",
        }
    }

    /// The verification that it takes; SIMPLE takes none.
    #[must_use]
    pub const fn option(self) -> Option<Verification> {
        match self {
            Self::Simple => None,
            Self::Medium => Some(Verification::SelfVerification),
            Self::Complex | Self::Critical => Some(Verification::Adversarial),
        }
    }
}

/// Who looks a decomposition over, the weaker first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verification {
    /// Option A: the one who made it.
    #[serde(rename = "self")]
    SelfVerification,
    /// Option B: an independent critic.
    #[serde(rename = "adversarial")]
    Adversarial,
}

impl Verification {
    /// What it is called.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::SelfVerification => "self-verification",
            Self::Adversarial => "adversarial verification",
        }
    }
}
