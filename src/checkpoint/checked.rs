//! One look of checkpoint 1 as the history keeps it: enough to say later whether the look was right.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{
    Verdict,
    decomposition::{Complexity, Report, Verification},
};

/// See the head of this file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checked {
    /// What followed.
    pub verdict: Verdict,
    /// The overall score in ten-thousandths; none where there was none.
    pub points: Option<u32>,
    /// How hard the sentence was.
    pub complexity: Complexity,
    /// Who looked it over.
    pub option: Option<Verification>,
    /// What was found, by its short names, each once.
    pub issues: Vec<String>,
    /// How long the look took, in microseconds.
    pub took_us: u64,
}

impl Checked {
    /// A report that took so long.
    #[must_use]
    pub fn of(report: &Report, took: Duration) -> Self {
        let outcome = &report.outcome;
        let mut issues: Vec<String> = outcome.issues.iter().map(|issue| issue.code.to_owned()).collect();
        issues.sort_unstable();
        issues.dedup();
        Self {
            verdict: outcome.verdict,
            points: outcome.overall_score.map(|points| points.ten_thousandths()),
            complexity: report.complexity,
            option: report.option,
            issues,
            took_us: u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        }
    }
}
