//! What came of a step: two flags, a confidence, and words that nobody decides by.
//!
//! 1. The fields are private: whoever judged made them, and a model, an operator's confirmation and nobody else changes
//!    them, each in one direction.
//! 2. [`route`] takes the flags and the confidence. It does not get the words.
//! 3. A request is completed only by its last step, and only once: [`Completion`].

use serde::{Serialize, Serializer};
use uuid::Uuid;

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
    is_confirmed: bool,
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
            is_confirmed: false,
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

    /// Whether an operator confirmed it.
    #[must_use]
    pub const fn is_confirmed(&self) -> bool {
        self.is_confirmed
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

    /// Whether an operator is to be asked before anything else moves.
    #[must_use]
    pub fn needs_confirmation(&self) -> bool {
        self.route() == Route::AskOperator
    }

    /// The same after an operator looked, and said that the step was done. A step that failed stays failed.
    #[must_use]
    pub fn confirmed(self) -> Self {
        match self.needs_confirmation() {
            true => {
                let reason = format!("an operator confirmed the step; {}", self.reason);
                Self { confidence: SUCCESS, is_confirmed: true, reason, ..self }
            }
            false => self,
        }
    }

    /// The beginning of the reason, for display.
    #[must_use]
    pub fn semantic_summary(&self) -> &str {
        let end = self.reason.char_indices().nth(VERDICT_SUMMARY_CHARS).map_or(self.reason.len(), |(end, _)| end);
        self.reason.get(..end).unwrap_or("")
    }

    /// What goes to the log, each line with its session, run and step.
    #[must_use]
    pub fn log<'c>(&self, about: &About<'c>) -> Vec<LogLine<'c>> {
        let line = |text: String| LogLine { process: "Verification", about: *about, text };
        self.words().into_iter().map(line).collect()
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

/// Whose step a log line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct About<'c> {
    /// The operator's session.
    pub session: &'c str,
    /// The run.
    #[serde(serialize_with = "hyphenated")]
    pub run: Uuid,
    /// The step, counted from 1.
    pub step: u32,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogLine<'c> {
    /// Always `Verification`.
    pub process: &'static str,
    /// Whose step it is about.
    #[serde(flatten)]
    pub about: About<'c>,
    /// What it says.
    pub text: String,
}

impl std::fmt::Display for LogLine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let About { session, run, step } = &self.about;
        write!(f, "{} session {} run {} step {step}: {}", self.process, shown(session), run.hyphenated(), self.text)
    }
}

fn hyphenated<S: Serializer>(run: &Uuid, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&run.hyphenated())
}

fn with_lines(reason: &str, lines: &[String]) -> String {
    if lines.is_empty() { reason.to_owned() } else { format!("{reason}; observed: {}", lines.join("; ")) }
}

/// The steps of one request, so that it is completed once and by its last step alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    steps: u32,
    done: u32,
    is_over: bool,
}

/// Why a verdict does not fit the steps of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Misplaced {
    #[error("the run is over")]
    Over,
    #[error("step {step} was judged, and {next} is the next one")]
    Order { step: u32, next: u32 },
    #[error("step {step} of {steps} claims to complete the request")]
    Early { step: u32, steps: u32 },
    #[error("step {step} is the last one, and does not complete the request")]
    Late { step: u32 },
}

impl Completion {
    /// A request of so many steps.
    #[must_use]
    pub const fn of(steps: u32) -> Self {
        Self { steps, done: 0, is_over: false }
    }

    /// Takes the verdict on a step, and says where the run goes. An answer to ask the operator leaves the step open: it is
    /// taken again when the operator has confirmed it.
    ///
    /// # Errors
    ///
    /// A verdict that does not fit: the run is then over.
    pub fn take(&mut self, step: u32, verdict: &Verdict) -> Result<Route, Misplaced> {
        let fits = self.check(step, verdict);
        if fits.is_err() {
            self.is_over = true;
        }
        fits?;
        let route = verdict.route();
        match route {
            Route::NextStep => self.done = step,
            Route::GoalAchieved => (self.done, self.is_over) = (step, true),
            Route::Correction => self.is_over = true,
            Route::AskOperator => {}
        }
        Ok(route)
    }

    /// Whether nothing comes any more.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    fn check(&self, step: u32, verdict: &Verdict) -> Result<(), Misplaced> {
        let next = self.done.saturating_add(1);
        match (self.is_over, step == next, verdict.task_completed, step == self.steps) {
            (true, ..) => Err(Misplaced::Over),
            (false, false, ..) => Err(Misplaced::Order { step, next }),
            (false, true, true, false) => Err(Misplaced::Early { step, steps: self.steps }),
            (false, true, false, true) if verdict.is_success() => Err(Misplaced::Late { step }),
            (false, true, ..) => Ok(()),
        }
    }
}
