//! What came of a step: two flags, a confidence, and words that nobody decides by.
//!
//! 1. The fields are private: whoever judged made them, and a model alone changes them, in one direction: down.
//! 2. [`route`] takes the flags and the confidence. It does not get the words.
//! 3. A request is completed only by its last step. That a run ends once, and that an operator may confirm a step, is for
//!    [`crate::run::protocol`].

use serde::Serialize;

use super::{changes::Changes, confidence::Confidence};
use crate::{
    cell::shown,
    limits::{CONFIDENCE_PLAIN, CONFIDENCE_SUCCESS, VERDICT_SUMMARY_CHARS},
};

/// From this confidence on a step counts as done, and a request as completed.
pub const SUCCESS: Confidence = Confidence::hundredths(CONFIDENCE_SUCCESS);
/// Below this confidence a completion is noted as one of low confidence.
pub const PLAIN: Confidence = Confidence::hundredths(CONFIDENCE_PLAIN);

/// Where a run goes after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Route {
    /// The whole request is done: the run finishes.
    GoalAchieved,
    /// The step is done: the next one.
    NextStep,
    /// The step seems done, and nobody can be sure: an operator is asked before anything else moves.
    AskOperator,
    /// The step failed.
    Correction,
}

/// Where a run goes after a step with these flags and this confidence.
#[must_use]
pub fn route(action_succeeded: bool, task_completed: bool, confidence: Confidence) -> Route {
    match (action_succeeded, task_completed, confidence >= SUCCESS) {
        (true, true, true) => Route::GoalAchieved,
        (true, false, true) => Route::NextStep,
        (true, _, false) => Route::AskOperator,
        (false, ..) => Route::Correction,
    }
}

/// See the head of this file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    action_succeeded: bool,
    task_completed: bool,
    confidence: Confidence,
    reason: String,
    lines: Vec<String>,
    is_meaningful: bool,
    is_witness_override: bool,
    is_refuted: bool,
}

impl Verdict {
    /// A step that failed; nothing is completed by it.
    pub(super) fn failed(confidence: Confidence, reason: &str, changes: Changes) -> Self {
        Self {
            action_succeeded: false,
            task_completed: false,
            confidence,
            reason: with_lines(reason, &changes.lines),
            is_meaningful: changes.is_meaningful,
            lines: changes.lines,
            is_witness_override: false,
            is_refuted: false,
        }
    }

    /// A step that succeeded; the last one completes the request.
    pub(super) fn succeeded(confidence: Confidence, is_last: bool, reason: &str, changes: Changes) -> Self {
        Self { action_succeeded: true, task_completed: is_last, ..Self::failed(confidence, reason, changes) }
    }

    pub(super) fn with_refutation(self, is_refuted: bool) -> Self {
        Self { is_refuted, ..self }
    }

    pub(super) fn with_override(self, is_witness_override: bool) -> Self {
        Self { is_witness_override, ..self }
    }

    /// Lowers it to what a model says. What the model says better than this verdict changes nothing.
    pub(super) fn lowered(
        self,
        action_succeeded: bool,
        task_completed: bool,
        confidence: Confidence,
        why: &str,
    ) -> Self {
        let lowered = Self {
            action_succeeded: self.action_succeeded && action_succeeded,
            task_completed: self.task_completed && task_completed && action_succeeded,
            confidence: self.confidence.min(confidence),
            ..self.clone()
        };
        match lowered == self {
            true => self,
            false => Self { reason: format!("{why}; {}", self.reason), ..lowered },
        }
    }

    /// Whether the step was done.
    #[must_use]
    pub const fn action_succeeded(&self) -> bool {
        self.action_succeeded
    }

    /// Whether the whole request was done with it.
    #[must_use]
    pub const fn task_completed(&self) -> bool {
        self.task_completed
    }

    /// How sure that is.
    #[must_use]
    pub const fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// Why, for logs and people.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// What was observed.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Whether what was observed means something.
    #[must_use]
    pub const fn is_meaningful(&self) -> bool {
        self.is_meaningful
    }

    /// Whether only the witness saw anything happen.
    #[must_use]
    pub const fn is_witness_override(&self) -> bool {
        self.is_witness_override
    }

    /// Whether what was observed contradicts the step, so that no second look makes it good.
    #[must_use]
    pub const fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Where the run goes.
    #[must_use]
    pub fn route(&self) -> Route {
        route(self.action_succeeded, self.task_completed, self.confidence)
    }

    /// Whether the step counts as done.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.action_succeeded && self.confidence >= SUCCESS
    }

    /// Whether the request counts as completed.
    #[must_use]
    pub fn is_goal_achieved(&self) -> bool {
        self.route() == Route::GoalAchieved
    }

    /// Whether the request counts as completed with low confidence. It is completed all the same.
    #[must_use]
    pub fn is_low_confidence_completion(&self) -> bool {
        self.is_goal_achieved() && self.confidence < PLAIN
    }

    /// The beginning of the reason, for display.
    #[must_use]
    pub fn semantic_summary(&self) -> &str {
        let end = self.reason.char_indices().nth(VERDICT_SUMMARY_CHARS).map_or(self.reason.len(), |(end, _)| end);
        self.reason.get(..end).unwrap_or("")
    }

    /// What was observed and what follows from it, a line each.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut texts = self.lines.clone();
        if self.is_witness_override {
            texts.push("Witness override: the controller reported a change where none was seen".to_owned());
        }
        texts.push(format!(
            "Verdict: action_succeeded {}, task_completed {}, confidence {}: {}",
            self.action_succeeded, self.task_completed, self.confidence, self.reason
        ));
        if self.is_low_confidence_completion() {
            texts.push(format!("Low confidence completion: {}", self.confidence));
        }
        texts.iter().map(|text| shown(text).into_owned()).collect()
    }
}

fn with_lines(reason: &str, lines: &[String]) -> String {
    if lines.is_empty() { reason.to_owned() } else { format!("{reason}; observed: {}", lines.join("; ")) }
}
