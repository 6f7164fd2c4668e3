//! What is scored, and what a score means: [`Criterion`] and [`Band`], with the words of the rubric.
//!
//! The bands of the reference document meet at 0.7; here each threshold belongs to the better band, as it does in a verdict.
//! Its lists leave 0.91 to 0.99 out; here they are the better part of minor gaps.

use serde::Serialize;

use super::score::Score;
use crate::limits::{CHECKPOINT_PASS, CHECKPOINT_RETRY};

/// Something that is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// Is all of it there?
    Completeness,
    /// Does it fit together?
    Consistency,
    /// Does it stand on what is known to exist?
    Groundedness,
    /// Is there somebody who can do each part?
    Routability,
    /// How sure is the one who reports?
    Confidence,
    /// Does every claim have a source that carries it?
    Traceability,
    /// Does it answer the question, without contradicting itself?
    Coherence,
}

impl Criterion {
    /// The word of the documents.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Completeness => "completeness",
            Self::Consistency => "consistency",
            Self::Groundedness => "groundedness",
            Self::Routability => "routability",
            Self::Confidence => "confidence",
            Self::Traceability => "traceability",
            Self::Coherence => "coherence",
        }
    }

    /// What a score in this band says about it.
    #[must_use]
    pub const fn means(self, band: Band) -> &'static str {
        use Band::{Full, Major, Minor, Significant};
        match (self, band) {
            (Self::Completeness, Full) => "nothing is missing",
            (Self::Completeness, Minor) => "most of it is there, the gaps are minor",
            (Self::Completeness, Significant) => "key parts are missing",
            (Self::Completeness, Major) => "most of it is missing",
            (Self::Consistency, Full) => "nothing conflicts",
            (Self::Consistency, Minor) => "minor inconsistencies, easily put right",
            (Self::Consistency, Significant) => "contradictions that must be reconciled",
            (Self::Consistency, Major) => "conflicts that let nothing go on",
            (Self::Groundedness, Full) => "all of it stands on the context",
            (Self::Groundedness, Minor) => "most of it stands on the context, some is assumed",
            (Self::Groundedness, Significant) => "much is assumed that the context does not have",
            (Self::Groundedness, Major) => "the context is ignored",
            (Self::Routability, Full) => "every agent is there and able",
            (Self::Routability, Minor) => "most agents are there, and the others have fallbacks",
            (Self::Routability, Significant) => "some agents are missing",
            (Self::Routability, Major) => "most agents are missing",
            (Self::Confidence, Full) => "certain",
            (Self::Confidence, Minor) => "sure enough to be used",
            (Self::Confidence, Significant) => "doubtful",
            (Self::Confidence, Major) => "not to be relied on",
            (Self::Traceability, Full) => "every claim has its source",
            (Self::Traceability, Minor) => "most claims have a source",
            (Self::Traceability, Significant) => "many claims have no source",
            (Self::Traceability, Major) => "most claims have no source",
            (Self::Coherence, Full) => "it answers the question and agrees with itself",
            (Self::Coherence, Minor) => "minor breaks",
            (Self::Coherence, Significant) => "it hardly answers the question",
            (Self::Coherence, Major) => "it contradicts itself",
        }
    }
}

/// A range of scores that mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Below 0.50.
    Major,
    /// 0.50 to 0.69.
    Significant,
    /// 0.70 to 0.99.
    Minor,
    /// 1.00.
    Full,
}

impl Band {
    /// The band that a score is in.
    #[must_use]
    pub const fn of(score: Score) -> Self {
        const RETRY_TO: u8 = CHECKPOINT_PASS - 1;
        match score.hundredths() {
            100.. => Self::Full,
            CHECKPOINT_PASS.. => Self::Minor,
            CHECKPOINT_RETRY..=RETRY_TO => Self::Significant,
            _ => Self::Major,
        }
    }
}
