//! Feedback: what the next attempt is told. In: an outcome whose verdict is RETRY, the query, the attempt. Out: a text, and
//! [`inject`] puts it under a prompt. The first retry gets the scores, the issues and the suggestions; the second gets
//! examples of enough and not enough as well.

use super::{
    outcome::{Outcome, Scored},
    rubric::{Band, Criterion},
};
use crate::limits::{CHECKPOINT_PASS, FEEDBACK_ISSUES_MAX};

/// What a feedback is about.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// What was asked.
    pub query: &'a str,
    /// What kind of thing was attempted: "decomposition".
    pub what: &'a str,
    /// The attempt itself, as a text.
    pub previous: &'a str,
}

/// The text for the next attempt.
#[must_use]
pub fn write(attempt: &Attempt<'_>, outcome: &Outcome) -> String {
    let what = attempt.what;
    let mut lines = vec![opening(what, outcome), format!("Query: {}", attempt.query)];
    if !attempt.previous.is_empty() {
        lines.push(format!("Previous {what}: {}", attempt.previous));
    }
    lines.push(format!("Scores: {}", scores(&outcome.criteria)));
    list(&mut lines, "Issues", &outcome.complaints());
    list(&mut lines, "Suggestions", &outcome.suggestions);
    if outcome.retry_count > 0 {
        list(&mut lines, "Examples", &examples(&outcome.criteria));
    }
    lines.join("\n")
}

/// A prompt with the feedback on the attempt before under it.
#[must_use]
pub fn inject(prompt: &str, feedback: &str) -> String {
    format!("{prompt}\n\nPREVIOUS ATTEMPT FEEDBACK:\n{feedback}\n\nMend every issue above in the next attempt.")
}

fn opening(what: &str, outcome: &Outcome) -> String {
    let scored = outcome.overall_score.map_or_else(|| "without a score".to_owned(), |points| format!("with {points}"));
    let pass = crate::checkpoint::Score::fixed(CHECKPOINT_PASS);
    let blocking = outcome.issues.iter().filter(|issue| issue.blocking).count();
    let held = match blocking {
        0 => String::new(),
        1 => ", and 1 issue keeps it from being carried out".to_owned(),
        n => format!(", and {n} issues keep it from being carried out"),
    };
    format!("The {what} did not pass: it ended {scored}, {pass} is needed{held}.")
}

fn scores(criteria: &[Scored]) -> String {
    let one = |each: &Scored| match each.score {
        Some(score) => format!("{} {score}", each.criterion.word()),
        None => format!("{} unknown", each.criterion.word()),
    };
    criteria.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn list(lines: &mut Vec<String>, title: &str, texts: &[String]) {
    if texts.is_empty() {
        return;
    }
    lines.push(format!("{title}:"));
    lines.extend(texts.iter().take(FEEDBACK_ISSUES_MAX).map(|text| format!("- {text}")));
    if let Some(left) = texts.len().checked_sub(FEEDBACK_ISSUES_MAX).filter(|&left| left > 0) {
        lines.push(format!("- and {left} more"));
    }
}

/// An example for every criterion that is too low; for the lowest where none is.
fn examples(criteria: &[Scored]) -> Vec<String> {
    let low: Vec<&Scored> =
        criteria.iter().filter(|each| matches!(each.band, Some(Band::Significant | Band::Major))).collect();
    let lowest = criteria.iter().filter(|each| each.score.is_some()).min_by_key(|each| each.score);
    let chosen = if low.is_empty() { lowest.into_iter().collect() } else { low };
    chosen.iter().map(|each| example(each.criterion)).collect()
}

fn example(criterion: Criterion) -> String {
    let (not_enough, enough) = match criterion {
        Criterion::Completeness => (
            "'add an export button' as the one subgoal of \"export the report as PDF and mail it\"",
            "'write the PDF', 'mail the PDF', 'test both with an empty report'",
        ),
        Criterion::Consistency => (
            "'keep the readings in a table' beside 'keep no readings', or two steps in parallel of which one needs the other's result",
            "'keep the readings in a table', then 'show the table's last reading'",
        ),
        Criterion::Groundedness => (
            "'extend scheduler.py' where the context has no such file",
            "'extend queue.py, which has the retry loop', and queue.py is in the context",
        ),
        Criterion::Routability => (
            "a deployment for an agent that can only read, or for one that is not in the registry",
            "the deployment for an agent whose capabilities have `deploy` and which may act in this environment",
        ),
        Criterion::Confidence => (
            "'done.' with 0.95 after half of the work",
            "'12 of 20 files were converted; the others are locked' with 0.55",
        ),
        Criterion::Traceability => (
            "'the pump is safe' with no source, or with a source that is about the valve",
            "'the pump ran for 41 minutes', from the report `pump`, field `/data/minutes`",
        ),
        Criterion::Coherence => (
            "'the door is open' and, two lines on, 'the door is closed'",
            "'the door was open at 9:00 and is closed now', each half with its own source",
        ),
    };
    format!("{}: not enough is {not_enough}; enough is {enough}", criterion.word())
}
