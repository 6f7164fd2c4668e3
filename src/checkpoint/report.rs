//! Checkpoint 2: is a step's report whole, about its step, and as sure as it may be, before anything is built on it?
//!
//! In: a [`Case`]: the step, its report ([`StepReport`] is what drivers return), and who else could do it. Out: a [`Report`]
//! with the verdict and what follows ([`Next`]). Nothing is done again here.
//!
//! 1. PASS takes a confidence of 0.70 and a report whose form is valid.
//! 2. What the words belie (another subject, a cut text, a part told as the whole) caps the confidence.
//! 3. A retry takes another way where there is one. A step that may not be done again has none but that.
//! 4. A step that failed leaves a partial success with a warning; one that is critical ends the run.
//! 5. A report without a usable confidence has no score: it fails, and is not completed.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    feedback::{self, Attempt},
    issue::{Issue, held, names},
    outcome::{Outcome, Scored, Scores, suggestions},
    rubric::Criterion,
    score::Score,
    verdict::{Thresholds, Verdict, decide},
};

mod content;
mod read;

pub use read::read;

/// What is reported of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepReport {
    /// What happened, in a sentence or a few.
    pub summary: String,
    /// What came of it.
    pub data: Value,
    /// How sure of it the reporter is.
    pub confidence: Score,
    /// What was used.
    pub tools_used: Vec<String>,
    /// Whatever else is known: times, versions, `"partial": true`.
    pub metadata: Map<String, Value>,
}

/// What was to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its id.
    pub id: String,
    /// In words.
    pub description: String,
    /// Whether its failure ends everything.
    pub critical: bool,
    /// Whether it yields words alone: its data may be empty.
    pub informational: bool,
    /// Whether the same way may be tried again.
    pub repeatable: bool,
}

impl Step {
    /// A step of the cell. What moved, or holds a tool, is critical, and nothing that moved is sent again by itself.
    #[must_use]
    pub fn of_cell(id: impl Into<String>, description: impl Into<String>, moved: bool, holds_tool: bool) -> Self {
        Self {
            id: id.into(),
            description: description.into(),
            critical: moved || holds_tool,
            informational: false,
            repeatable: !moved,
        }
    }
}

/// A step, what was reported of it, and who else could do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What was to be done.
    pub step: Step,
    /// Who did it.
    pub agent: Option<String>,
    /// Other ways, not tried yet.
    pub others: Vec<String>,
    /// What was reported, as far as it has its form; none where there is no report.
    pub output: Option<Output>,
    /// How often it was tried again before this.
    pub retry_count: u32,
}

/// A report as far as it has its form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// Empty where there is none.
    pub summary: String,
    /// None where it is missing.
    pub data: Option<Value>,
    /// None where it is missing, or is no score.
    pub confidence: Option<Score>,
    /// Whether the reporter says that it is a part.
    pub partial: bool,
    /// What is wrong with its form.
    pub form: Vec<Issue>,
}

impl Output {
    /// Reads a report in JSON. What has not its form is a report with that fault: there is always one.
    #[must_use]
    pub fn read(text: &str) -> Self {
        read::output(text)
    }
}

impl From<&StepReport> for Output {
    fn from(report: &StepReport) -> Self {
        Self {
            summary: report.summary.clone(),
            data: Some(report.data.clone()),
            confidence: Some(report.confidence),
            partial: report.metadata.get("partial") == Some(&Value::Bool(true)),
            form: Vec::new(),
        }
    }
}

/// What follows from the verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum Next {
    /// Build on it.
    Use,
    /// Do it again by another way.
    RetryWith {
        /// Which.
        agent: String,
    },
    /// Do it again by the same way, with the feedback.
    RetryWithFeedback,
    /// Go on without it, and say so.
    PartialSuccess {
        /// What to say wherever it is missed.
        warning: String,
    },
    /// Nothing goes on.
    EndRun {
        /// Why.
        reason: String,
    },
}

/// The verdict on a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Scores, issues and verdict.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The step.
    pub step: String,
    /// What follows.
    pub next: Next,
}

/// Judges a step's report.
#[must_use]
pub fn check(case: &Case) -> Report {
    let none = Output::default();
    let output = case.output.as_ref().unwrap_or(&none);
    let issues = match &case.output {
        Some(output) => output.form.iter().cloned().chain(content::issues(&case.step, output)).collect(),
        None => Vec::new(),
    };
    let mut missing = Vec::new();
    match &case.output {
        None => missing.push("no report: the step said nothing".to_owned()),
        Some(output) if output.confidence.is_none() => missing.push("no confidence that is a score".to_owned()),
        Some(_) => {}
    }
    let criterion = Scored::settled(Criterion::Confidence, Some(Score::FULL), output.confidence, None, &issues);
    let points = criterion.score.map(Into::into);
    let verdict = match points {
        None => Verdict::Fail,
        Some(points) => match decide(points, held(&issues), Thresholds::USUAL, case.retry_count) {
            Verdict::Retry if case.others.is_empty() && !case.step.repeatable => Verdict::Fail,
            verdict => verdict,
        },
    };
    let criteria = vec![criterion];
    let mut outcome = Outcome {
        checkpoint: "report",
        verdict,
        completed: missing.is_empty(),
        missing,
        overall_score: points,
        scores: Scores::of(&criteria),
        criteria,
        suggestions: suggestions(&issues, &[]),
        issues,
        remarks: Vec::new(),
        retry_count: case.retry_count,
        feedback: None,
        error: None,
    };
    let next = follow(case, output, &mut outcome);
    Report { outcome, step: case.step.id.clone(), next }
}

fn follow(case: &Case, output: &Output, outcome: &mut Outcome) -> Next {
    let id = names([&*case.step.id]);
    match outcome.verdict {
        Verdict::Pass => Next::Use,
        Verdict::Retry => {
            let attempt = Attempt { query: &case.step.description, what: "report", previous: &output.summary };
            outcome.feedback = Some(feedback::write(&attempt, outcome));
            match case.others.first() {
                Some(agent) => Next::RetryWith { agent: agent.clone() },
                None => Next::RetryWithFeedback,
            }
        }
        Verdict::Fail => {
            outcome
                .fail(format!("The report of step {id} cannot be relied on"), &["Look at the step's result yourself"]);
            let why = outcome.complaints().join("; ");
            if case.step.critical {
                Next::EndRun { reason: format!("Step {id} is critical, and its report cannot be relied on: {why}") }
            } else {
                Next::PartialSuccess { warning: format!("Step {id} has no reliable result: {why}") }
            }
        }
    }
}
