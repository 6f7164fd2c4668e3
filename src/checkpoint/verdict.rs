//! What follows from a score: [`Verdict`], from the score, what holds it back, and how often it was tried. Every input has one.
//!
//! 1. PASS is looked at before the retry count: what is good enough passes at any attempt.
//! 2. What cannot be carried out does not pass, however high its score is.
//! 3. After two retries only PASS and FAIL are left.
//! 4. A higher score never has a worse verdict.

use serde::{Deserialize, Serialize};

use super::score::{Points, Score};
use crate::limits::{CHECKPOINT_PASS, CHECKPOINT_RETRIES_MAX, CHECKPOINT_RETRY};

/// The three verdicts, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// Tell the user what is wrong; nothing is carried out.
    Fail,
    /// Do it again, with what was wrong.
    Retry,
    /// Go on.
    Pass,
}

impl Verdict {
    /// The word of the reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fail => "FAIL",
            Self::Retry => "RETRY",
            Self::Pass => "PASS",
        }
    }
}

/// From which score on a checkpoint passes, and from which on a retry is worth its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    pass: Score,
    retry: Score,
}

impl Thresholds {
    /// 0.70 and 0.50: of a decomposition, and of a report.
    pub const USUAL: Self = Self { pass: Score::fixed(CHECKPOINT_PASS), retry: Score::fixed(CHECKPOINT_RETRY) };
    /// 0.70, and a retry from any score: of a synthesis.
    pub const SYNTHESIS: Self = Self { retry: Score::NOTHING, ..Self::USUAL };
}

/// The verdict on a score. `held` says that something cannot be carried out as it is.
#[must_use]
pub fn decide(points: Points, held: bool, thresholds: Thresholds, retry_count: u32) -> Verdict {
    if points >= thresholds.pass.into() && !held {
        Verdict::Pass
    } else if retry_count < CHECKPOINT_RETRIES_MAX && points >= thresholds.retry.into() {
        Verdict::Retry
    } else {
        Verdict::Fail
    }
}
