//! A model's judgement of a step, in addition to the one made by code: what it is asked, what it may answer, and what its
//! answer does.
//!
//! In: the request, the step and the lines of what was observed; then the model's answer. Out: a prompt; then a verdict that
//! is the one made by code or a lower one. The model gets neither a page nor a state. No answer, or one that cannot be read, is
//! an error inside the check: the step failed.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{confidence::Confidence, verdict::Verdict};
use crate::{
    cell::shown,
    limits::{CONFIDENCE_SUCCESS, VERDICT_ANSWER_BYTES_MAX},
};

/// The environment's variable that names the model.
pub const VERIFICATION_MODEL: &str = "VERIFICATION_MODEL";

/// What the flags mean: part of every prompt.
pub const CONTRACT: &str = "\
Answer with JSON alone: {\"action_succeeded\":true|false,\"task_completed\":true|false,\"confidence\":0.00-1.00,\
\"reason\":\"brief explanation\"}.
The system uses action_succeeded and task_completed, and never the words of reason.
action_succeeded is true when this step did what it was to do, and false when nothing useful happened.
task_completed is true ONLY when the entire request is done. For a request of several steps it is false until the final \
step is done.
No changes: both are false. Content updated, and more steps needed: action_succeeded is true, task_completed is false.
Be decisive: high confidence where the observations clearly support success or failure.";

/// An example of the difference between a step and the request: part of every prompt.
pub const EXAMPLE: &str = "\
Example: the request is \"weld at position 1\". Step 2 of 5, the robot holds the welder: action_succeeded true, \
task_completed false. Step 3 of 5, a move, and the robot stands where it stood: action_succeeded false, task_completed \
false. Step 5 of 5, the seam is checked: action_succeeded true, task_completed true.";

/// The grammar of an answer, in llguidance's Lark: the contract, and its older form with `match`.
pub const GRAMMAR: &str = r#"start: "{" verdict ",\"confidence\":" CONFIDENCE ",\"reason\":" REASON "}"
verdict: "\"action_succeeded\":" flag ",\"task_completed\":" flag | "\"match\":" flag
flag: "true" | "false"
CONFIDENCE: /0\.[0-9][0-9]|1\.00/
REASON: /"[^"\\\x00-\x1f\x7f]{0,300}"/
"#;

/// What every prompt begins with.
#[must_use]
pub fn preamble() -> String {
    format!("{CONTRACT}\n{EXAMPLE}\n")
}

/// What follows in the prompt for a step. Texts from outside stand in it as JSON, so that none of them ends its own line.
#[must_use]
pub fn question(request: &str, step: &str, number: u32, steps: u32, lines: &[String]) -> String {
    let json = |text: &str| serde_json::Value::from(text).to_string();
    let lines: Vec<String> = lines.iter().map(|line| format!("- {}", json(line))).collect();
    let (request, step) = (json(request), json(step));
    format!("Request: {request}\nStep {number} of {steps}: {step}\nObservations:\n{}\n", lines.join("\n"))
}

/// The whole prompt for a step.
#[must_use]
pub fn prompt(request: &str, step: &str, number: u32, steps: u32, lines: &[String]) -> String {
    preamble() + &question(request, step, number, steps, lines)
}

/// What a model says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether the step did what it was to do.
    pub action_succeeded: bool,
    /// Whether the entire request is done.
    pub task_completed: bool,
    /// How sure it is.
    pub confidence: Confidence,
    /// For people.
    pub reason: String,
}

/// Why an answer is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum JudgementError {
    #[error("the answer is longer than {VERDICT_ANSWER_BYTES_MAX} bytes")]
    TooLong,
    #[error("the answer is not the JSON of a verdict: {0}")]
    Form(String),
    #[error("the answer has neither `match` nor both `action_succeeded` and `task_completed`, or has all of them")]
    Flags,
    #[error("`confidence` is no plain decimal from 0 to 1")]
    Confidence,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'d> {
    #[serde(default)]
    action_succeeded: Option<bool>,
    #[serde(default)]
    task_completed: Option<bool>,
    #[serde(default, rename = "match")]
    is_match: Option<bool>,
    #[serde(borrow)]
    confidence: &'d RawValue,
    reason: String,
}

impl Judgement {
    /// Reads an answer. The older form says by `match` that the whole request was achieved, and by the confidence that the
    /// step was done.
    ///
    /// # Errors
    ///
    /// Anything but one JSON object of either form.
    pub fn read(answer: &str) -> Result<Self, JudgementError> {
        if answer.len() > VERDICT_ANSWER_BYTES_MAX {
            return Err(JudgementError::TooLong);
        }
        let document: Document<'_> =
            serde_json::from_str(answer).map_err(|error| JudgementError::Form(error.to_string()))?;
        let confidence = Confidence::read(document.confidence.get()).ok_or(JudgementError::Confidence)?;
        let (action_succeeded, task_completed) =
            match (document.action_succeeded, document.task_completed, document.is_match) {
                (Some(action), Some(task), None) => (action, task),
                (None, None, Some(is_match)) => (confidence >= Confidence::hundredths(CONFIDENCE_SUCCESS), is_match),
                _ => return Err(JudgementError::Flags),
            };
        Ok(Self { action_succeeded, task_completed, confidence, reason: document.reason })
    }
}

impl Verdict {
    /// Whether a model may be asked: where the step failed already, it could change nothing.
    #[must_use]
    pub const fn may_ask_model(&self) -> bool {
        self.action_succeeded()
    }

    /// The verdict with what a model says: the same, or lower.
    #[must_use]
    pub fn with_model(self, model: &Judgement) -> Self {
        let why = format!("the model says: {}", shown(&model.reason));
        self.lowered(model.action_succeeded, model.task_completed, model.confidence, &why)
    }

    /// The verdict where a model was asked and gave no answer: nothing counts as done.
    #[must_use]
    pub fn without_answer(self, why: &str) -> Self {
        self.lowered(false, false, Confidence::ZERO, &format!("the model gave no answer: {}", shown(why)))
    }
}
