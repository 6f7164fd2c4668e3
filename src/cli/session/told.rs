//! What an operator is told: turns, progress and ends, as text without colour and as documents.

use serde_json::{Value, json};

use crate::{
    answer::{Fact, describe},
    cli::failure::Verdict,
    language::{By, Reading},
    run::{Event, RunReport},
    snapshot::Snapshot,
    workflow::{GivenUp, Turn},
};

/// The end of a sentence that came to no run.
pub(super) struct Told {
    pub(super) text: String,
    pub(super) document: Value,
    pub(super) facts: Vec<Fact>,
    pub(super) verdict: Verdict,
}

/// Words and document for everything but a proposal.
pub(super) fn told(turn: &Turn, snapshot: &Snapshot) -> Told {
    match turn {
        Turn::Answered(told) => {
            let (reading, answer) = &**told;
            let text = with_opinion(&answer.text, reading, snapshot);
            let document = json!({ "answer": answer.text, "facts": answer.facts, "reading": facts(reading, snapshot) });
            Told { text, document, facts: answer.facts.clone(), verdict: Verdict::Yes }
        }
        Turn::NothingToDo(reading) => {
            let text = with_opinion("Nothing to do: everything asked for is already so.", reading, snapshot);
            let document = json!({ "nothing_to_do": true, "reading": facts(reading, snapshot) });
            Told { text, document, facts: Vec::new(), verdict: Verdict::Yes }
        }
        Turn::Fallback(told) => {
            let GivenUp { reading, fallback, checkpoint } = &**told;
            let text = with_opinion(&fallback.text, reading, snapshot);
            let sentences: Vec<&str> = fallback.suggestions.iter().map(|each| each.sentence.as_str()).collect();
            let document = json!({
                "fallback": fallback.text, "suggestions": sentences, "facts": fallback.facts,
                "reading": facts(reading, snapshot), "checkpoint": checkpoint,
            });
            Told { text, document, facts: fallback.facts.clone(), verdict: Verdict::No }
        }
        Turn::NothingWaits => no("Nothing waits for a yes."),
        Turn::NoReplay(text) | Turn::NothingToCorrect(text) => no(text),
        // It has a review of its own.
        Turn::Proposed(_) => no("A plan waits for a yes."),
    }
}

fn no(text: &str) -> Told {
    let document = json!({ "fallback": text, "suggestions": [] });
    Told { text: text.to_owned(), document, facts: Vec::new(), verdict: Verdict::No }
}

/// Who read it, and whether the two agree.
fn facts(reading: &Reading, snapshot: &Snapshot) -> Value {
    json!({
        "route": reading.said.route(),
        "understood": describe(&reading.said, snapshot),
        "by": reading.by,
        "agree": reading.agree,
    })
}

/// A text, with what the other reader made of the sentence where there are two.
fn with_opinion(text: &str, reading: &Reading, snapshot: &Snapshot) -> String {
    let other = match (&reading.model, reading.agree, reading.second()) {
        (None, ..) => return text.to_owned(),
        (Some(Err(error)), ..) => format!("the model did not answer: {error}"),
        (_, Some(true), _) => "model and rules understood the same".to_owned(),
        (_, _, Some((by, said))) => {
            let other = if by == By::Model { "the model" } else { "the rules" };
            format!("{other} understood: {}", describe(said, snapshot))
        }
        (_, _, None) => return text.to_owned(),
    };
    format!("{text}\n(Read by the {}; {other}.)", reading.by.word())
}

/// How a run ended.
pub(super) fn ended(report: &RunReport) -> String {
    let mut lines = vec![format!("{}: {} of {} steps", report.end, report.completed, report.steps)];
    lines.push(match (report.confirmed, &report.said) {
        (true, _) => format!("The robot is at {}.", report.place),
        (false, Some(said)) => {
            format!("The controller says that the robot is at {said}. It was last seen at {}.", report.place)
        }
        (false, None) => format!("Nobody knows where the robot is now. It was last seen at {}.", report.place),
    });
    lines.push(format!("Run {}", report.run_id));
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    if !report.confirmed {
        lines.push(
            "Look at the robot, then say where it is (`cellgraph recover`). Nothing runs before that.".to_owned(),
        );
    }
    lines.join("\n")
}

/// One event, in a line; none where the report says it.
pub(super) fn progress(event: &Event) -> Option<String> {
    Some(match event {
        Event::Started { run, steps: 1 } => format!("run {run}: 1 step"),
        Event::Started { run, steps } => format!("run {run}: {steps} steps"),
        Event::StepStarted { number, of, name, expected_s, .. } => {
            let expected = expected_s.map(|seconds| format!(" (about {seconds:.1} s)")).unwrap_or_default();
            format!("  step {number} of {of}: {name}{expected}")
        }
        Event::StepCompleted { number, place } => format!("  step {number} done: the robot is at {place}"),
        Event::LookingAgain { number, reason } => {
            format!("  step {number} is said to be done, and that is not certain ({reason}); looking once more")
        }
        Event::Unsure { number, reason, code } => format!(
            "  step {number} seems done, and nobody can be sure: {reason}\n  Look at it. If it was done, type: confirm \
             {code:04x}. If it was not: stop now"
        ),
        Event::Confirmed { number } => {
            format!("  step {number} was confirmed: the robot is asked where it is")
        }
        Event::PartialSuccess { number, warning } => format!("  step {number} is a partial success: {warning}"),
        Event::Observed { .. } => return None,
        Event::Paused { after } => format!("paused after step {after}: type resume, or stop"),
        Event::Resumed => "resumed: the robot is asked where it is".to_owned(),
        Event::Ended(_) => return None,
    })
}
