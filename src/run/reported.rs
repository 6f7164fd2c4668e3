//! Checkpoint 2 in a run: judges the form and the words of the report on a step, beside what was observed of the step.
//!
//! In: the step's order, its line with the report, the number of further looks, and what was observed. Out:
//! [`Judged`] for the protocol. Nothing is sent here, and nothing is observed.
//!
//! 1. A report lowers what was observed, and never raises it.
//! 2. A retry is one more look, with a fresh report: the step is not sent again, and there is no other way to do it.
//! 3. A step that moved the robot, or that a tool was held in, ends the run where its report fails. For any other the operator
//!    is asked; a yes makes it a partial success, with a warning. A report that says that the step failed, or that cannot be read,
//!    ends the run for each step.
//! 4. Where a driver gives no report, the line makes one. What was reported once is not mended by silence.
//! 5. A report that names another place than its line is not to be relied on; nor is one whose data has a field that may be meant
//!    for one of these names.

use serde_json::{Map, json};

use super::{
    driver::{Message, Order},
    protocol::{Finding, Judged, Progress, Reported},
    short::short,
};
use crate::{
    cell::{NO_TOOL, TOOL_ATTACH, TOOL_RELEASE, shown},
    checkpoint::{
        Criterion, Issue, Score,
        report::{Case, Next, Output, Report, Step, StepReport, check},
    },
    fields::near,
    plan::Action,
    review::Place,
};

/// What was reported of the step that is open, and how often it was looked at again.
#[derive(Debug, Default)]
pub(super) struct Reports {
    looks: u32,
    last: Option<Output>,
}

impl Reports {
    /// Another step was said to be done.
    pub(super) fn begin(&mut self) {
        *self = Self::default();
    }

    /// The step is looked at again.
    pub(super) fn look_again(&mut self) {
        self.looks += 1;
    }

    /// What is made of a step's report.
    pub(super) fn check(&mut self, order: &Order, told: &Message) -> Checked {
        if told.report.is_some() {
            self.last.clone_from(&told.report);
        }
        let mut output = self.last.clone().unwrap_or_else(|| Output::from(&of_line(order, &told.line.progress)));
        if let Progress::Done(place) | Progress::At(place) = &told.line.progress {
            output.form.extend(contradiction(&output, place));
        }
        let is_given = self.last.is_some();
        let report = check(&Case {
            step: step(order),
            agent: None,
            others: Vec::new(),
            output: Some(output),
            retry_count: self.looks,
        });
        Checked { report, is_given }
    }
}

/// What was made of a step's report.
#[derive(Debug)]
pub(super) struct Checked {
    report: Report,
    /// The driver gave it; otherwise its line made it.
    is_given: bool,
}

impl Checked {
    /// What was observed of the step, lowered by it.
    pub(super) fn lower(&self, observed: Judged) -> Judged {
        lowered(observed, &self.report, self.is_given)
    }

    /// A line for the log, where there is something to say.
    pub(super) fn words(&self) -> Option<String> {
        (self.report.next != Next::Use).then(|| words(&self.report))
    }
}

/// What is reported of a step that failed, for the record; nothing where the driver gave no report.
pub(super) fn of_failure(order: &Order, told: &Message) -> Judged {
    let Some(output) = told.report.clone() else { return Judged::plain() };
    let reason = short(&output.summary);
    let failed = Judged { finding: Finding::Refuted, confidence: 0, reason, ..Judged::plain() };
    let case = Case { step: step(order), agent: None, others: Vec::new(), output: Some(output), retry_count: 0 };
    lowered(failed, &check(&case), true)
}

/// The report that a line makes by itself: what the step was, and where the robot is said to be.
pub(super) fn of_line(order: &Order, progress: &Progress) -> StepReport {
    let step = order.step.words();
    let (summary, data, confidence) = match progress {
        Progress::Done(place) | Progress::At(place) => {
            let data = json!({ "position": place.position, "tool": place.tool });
            (format!("{step}: completed."), data, Score::FULL)
        }
        Progress::Started => (format!("{step}: begun."), json!({}), Score::NOTHING),
        Progress::Failed(error) => (format!("{step}: failed."), json!({ "error": error }), Score::NOTHING),
    };
    let held = [&order.before.tool, &order.after.tool].into_iter().filter(|tool| *tool != NO_TOOL);
    let mut tools_used: Vec<String> = held.cloned().collect();
    tools_used.dedup();
    StepReport { summary, data, confidence, tools_used, metadata: Map::new() }
}

fn step(order: &Order) -> Step {
    let changes_tool = [TOOL_ATTACH, TOOL_RELEASE].contains(&&*order.step.target);
    // What a controller does after a routine may move the robot.
    let moved = order.step.action == Action::Move || changes_tool || order.step.action_after.is_some();
    let holds_tool = [&order.before.tool, &order.after.tool].into_iter().any(|tool| tool != NO_TOOL);
    // What is tried again here is the look, and never the step.
    Step { repeatable: true, ..Step::of_cell(order.number.to_string(), order.step.words(), moved, holds_tool) }
}

/// Another place in the report's data than in its line.
fn contradiction(output: &Output, place: &Place) -> Option<Issue> {
    let data = output.data.as_ref()?.as_object()?;
    let differs = |name: &str, said: &str| data.get(name).is_some_and(|reported| reported.as_str() != Some(said));
    let name =
        [("position", &place.position), ("tool", &place.tool)].into_iter().find(|(name, said)| differs(name, said));
    let text = match name {
        Some((name, said)) => format!("The report's `{name}` is not '{}', as its line says", shown(said)),
        None => {
            let meant =
                |name: &String| Some((name.clone(), near(name, &["position", "tool"], |n| data.contains_key(n))?));
            let (name, known) = data.keys().find_map(meant)?;
            format!("The report's data has a field `{}`: is `{known}` meant?", shown(&name))
        }
    };
    Some(Issue::new("contradiction", Criterion::Confidence, Issue::MAJOR, text).blocking())
}

fn lowered(observed: Judged, report: &Report, is_given: bool) -> Judged {
    let score = report.outcome.overall_score.map_or(0, |points| points.cut().hundredths());
    let confidence = observed.confidence.min(score);
    let reported =
        |warning: Option<String>| Some(Reported { verdict: report.outcome.verdict, confidence: score, warning });
    match &report.next {
        Next::Use if !is_given => Judged { confidence, ..observed },
        Next::Use => Judged { confidence, reported: reported(None), ..observed },
        Next::RetryWith { .. } | Next::RetryWithFeedback => {
            worse(Judged { confidence, reported: reported(None), ..observed }, Finding::PoorReport, report)
        }
        Next::PartialSuccess { warning } if !report.outcome.issues.iter().any(|issue| issue.blocking) => {
            worse(Judged { confidence, reported: reported(Some(short(warning))), ..observed }, Finding::Unsure, report)
        }
        Next::PartialSuccess { .. } | Next::EndRun { .. } => {
            worse(Judged { confidence, reported: reported(None), ..observed }, Finding::Refuted, report)
        }
    }
}

/// With the worse of two findings, and its reason.
fn worse(observed: Judged, finding: Finding, report: &Report) -> Judged {
    if observed.finding >= finding {
        return observed;
    }
    Judged { finding, reason: words(report), ..observed }
}

fn words(report: &Report) -> String {
    short(&format!("checkpoint 2, {}: {}", report.outcome.verdict.word(), report.outcome.complaints().join("; ")))
}
