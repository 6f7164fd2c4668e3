//! Do the words of a report bear its confidence out: is it about its step, is it whole, is a part told as a part? In: the step
//! and the report. Out: issues that cap the confidence.

use serde_json::Value;

use super::{Output, Step};
use crate::{
    cell::shown,
    checkpoint::{
        issue::{Issue, names},
        rubric::Criterion::Confidence,
        words::{self, Bag},
    },
    limits::{CHECKPOINT_PASS, SUMMARY_CHARS_MAX},
};

pub(super) fn issues(step: &Step, output: &Output) -> Vec<Issue> {
    let checks = [
        no_data(step, output),
        elsewhere(step, output),
        cut(step, output),
        too_long(output),
        part_as_whole(step, output),
        failure_as_done(step, output),
    ];
    checks.into_iter().flatten().collect()
}

/// Data may be empty where words were asked for.
fn no_data(step: &Step, output: &Output) -> Option<Issue> {
    let is_empty = match output.data.as_ref()? {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    };
    let text = format!("The report of step {} has no data", names([&*step.id]));
    (is_empty && !step.informational).then(|| {
        Issue::new("no_data", Confidence, Issue::SIGNIFICANT, text).suggest("Report what came of the step as data")
    })
}

fn elsewhere(step: &Step, output: &Output) -> Option<Issue> {
    if output.summary.trim().is_empty() {
        return None;
    }
    let subject = words::content(&step.description);
    let summary = Bag::of([&*output.summary]);
    // A step that names something is reported by that name: "welded Pos_2" is no report of Pos_1.
    let names_met = subject.iter().filter(|word| words::is_name(word)).all(|word| summary.has(word));
    let met = names_met && (subject.is_empty() || subject.iter().any(|word| summary.has(word)));
    let text = format!("The summary is not about step {}: {}", names([&*step.id]), names([&*step.description]));
    (!met).then(|| {
        Issue::new("other_subject", Confidence, Issue::SIGNIFICANT, text)
            .suggest(format!("Report on step {} by its names", names([&*step.id])))
    })
}

/// A text that stops before its end. A bracket that the step's own words leave open is none.
fn cut(step: &Step, output: &Output) -> Option<Issue> {
    let text = output.summary.trim_end();
    let tail = text.ends_with(['…', ',', ';', ':', '-', '–', '(', '[', '{', '/', '&']) || text.ends_with("...");
    let open = |opening: char, closing: char| {
        let left = |text: &str| text.matches(opening).count().saturating_sub(text.matches(closing).count());
        left(text) > left(&step.description)
    };
    let is_cut = tail || open('(', ')') || open('[', ']') || open('{', '}') || words::hangs(text);
    is_cut.then(|| {
        Issue::new("truncated", Confidence, Issue::SIGNIFICANT, "The summary stops before its end")
            .suggest("Report in whole sentences, and shorter")
    })
}

fn too_long(output: &Output) -> Option<Issue> {
    let text = format!("The summary is longer than {SUMMARY_CHARS_MAX} characters");
    (output.summary.chars().count() > SUMMARY_CHARS_MAX)
        .then(|| Issue::new("too_long", Confidence, Issue::MINOR, text).suggest("Move the details into `data`"))
}

/// Data that says that the step failed belies a high confidence, whatever the summary says.
fn failure_as_done(step: &Step, output: &Output) -> Option<Issue> {
    if step.informational || output.confidence?.hundredths() < CHECKPOINT_PASS {
        return None;
    }
    let path = failed_at("data", &["data"], output.data.as_ref()?)?;
    let text = format!("The confidence is that of a step that was done, but `{}` says that it failed", shown(&path));
    Some(
        Issue::new("reported_failure", Confidence, Issue::MAJOR, text)
            .blocking()
            .suggest("Report a failure as one, with the confidence of one"),
    )
}

/// Where data says that something failed, at any depth. `names` are the value's own and that of an error that it is a part of.
fn failed_at(path: &str, names: &[&str], value: &Value) -> Option<String> {
    let is_failed = |value: &str| names.iter().any(|name| words::is_failure(name, value)).then(|| path.to_owned());
    let error = names.iter().copied().find(|name| words::is_failure(name, "anything"));
    match value {
        Value::Object(fields) => fields.iter().find_map(|(name, value)| {
            let names: Vec<&str> = std::iter::once(name.as_str()).chain(error).collect();
            failed_at(&format!("{path}.{name}"), &names, value)
        }),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(place, item)| failed_at(&format!("{path}[{place}]"), names, item))
        }
        Value::Null => None,
        Value::String(text) => is_failed(text),
        Value::Bool(_) | Value::Number(_) => is_failed(&value.to_string()),
    }
}

/// Low confidence is for parts, and parts are for low confidence.
fn part_as_whole(step: &Step, output: &Output) -> Option<Issue> {
    // Who is to list what failed reports no failure by the word.
    let word = words::partial(&output.summary).filter(|_| words::partial(&step.description).is_none());
    let why = match word {
        Some(word) => format!("the summary says '{word}'"),
        None if output.partial => "`metadata` says partial".to_owned(),
        None => return None,
    };
    (output.confidence?.hundredths() >= CHECKPOINT_PASS).then(|| {
        let text = format!("The confidence is that of a whole result, but {why}");
        Issue::new("overconfident", Confidence, Issue::SIGNIFICANT, text)
            .suggest("Finish the step, or report a part with the confidence of a part")
    })
}
