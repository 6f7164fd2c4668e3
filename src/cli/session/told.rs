//! What an operator is told: turns, progress and ends, as text without colour and as documents.

use serde_json::{Value, json};

use crate::{
    answer::{self, Suggestion, describe},
    cell::shown,
    checkpoint::synthesis::Line,
    cli::failure::{Failure, Verdict},
    language::{By, Reading},
    run::{Event, OthersWish, RunReport},
    snapshot::Snapshot,
    workflow::{Desk, GivenUp, Turn},
};

/// The end of a sentence that came to no run.
pub(super) struct SentenceEnd {
    pub(super) text: String,
    pub(super) document: Value,
    pub(super) claims: Vec<Line>,
    pub(super) verdict: Verdict,
}

/// Words and document for everything but a proposal.
pub(super) fn told(turn: &Turn, desk: &Desk) -> SentenceEnd {
    let snapshot = desk.snapshot();
    match turn {
        Turn::Answered(told) => {
            let (reading, answer) = &**told;
            let text = with_opinion(&answer.text, reading, snapshot);
            let document = json!({
                "answer": answer.text, "claims": answer.claims, "checkpoint": answer.checkpoint,
                "reading": facts(reading, snapshot),
            });
            SentenceEnd { text, document, claims: answer.claims.clone(), verdict: Verdict::Yes }
        }
        Turn::NothingToDo(about) => {
            let (reading, understood) = &**about;
            let told = desk.told_limit("Nothing to do: everything asked for is already so.");
            let mut text = with_opinion(&told.text, reading, snapshot);
            let mut document = json!({
                "nothing_to_do": true, "checkpoint": told.checkpoint, "reading": facts(reading, snapshot),
            });
            if let Some(understood) = understood {
                text = format!("{text}\nUnderstood: {}", shown(understood));
                document["understood"] = json!(understood);
            }
            SentenceEnd { text, document, claims: told.claims, verdict: Verdict::Yes }
        }
        Turn::Fallback(told) => {
            let GivenUp { reading, fallback, offers, checkpoint, .. } = &**told;
            let text = with_opinion(&fallback.text, reading, snapshot);
            let said =
                |found: &[Suggestion]| -> Vec<String> { found.iter().map(|each| each.sentence.clone()).collect() };
            let mut reading = facts(reading, snapshot);
            reading["checkpoint"] = json!(checkpoint);
            let document = json!({
                "fallback": fallback.text, "offers": said(offers), "suggestions": said(&fallback.suggestions),
                "claims": fallback.claims,
                "checkpoint": fallback.checkpoint, "reading": reading,
            });
            SentenceEnd { text, document, claims: fallback.claims.clone(), verdict: Verdict::No }
        }
        Turn::NothingWaits => no("There is nothing to approve.", desk),
        Turn::NoReplay(text) | Turn::NothingToCorrect(text) => no(text, desk),
        // It has a review of its own.
        Turn::Proposed(_) => no("A plan waits for a yes.", desk),
    }
}

fn no(text: &str, desk: &Desk) -> SentenceEnd {
    let told = desk.told_limit(text);
    let document = json!({ "fallback": told.text, "suggestions": [], "checkpoint": told.checkpoint });
    SentenceEnd { text: told.text, document, claims: told.claims, verdict: Verdict::No }
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

/// A run's report for programs, with what it states and how that was judged.
pub(super) fn ended(report: &RunReport, told: &answer::Traced) -> Result<Value, Failure> {
    let mut document = serde_json::to_value(report).map_err(Failure::internal)?;
    document["summary"] = json!(told.text);
    document["claims"] = json!(told.claims);
    document["checkpoint"] = json!(told.checkpoint);
    Ok(document)
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
        Event::Unsure { number, name, reason, code } => format!(
            "  step {number} ({name}) seems done, and nobody can be sure: {reason}\n  Look at it. If step {number} was \
             done, type: confirm {code:04}. If it was not: stop now"
        ),
        Event::Confirmed { number } => {
            format!("  step {number} was confirmed: the robot is asked where it is")
        }
        Event::PartialSuccess { number, warning } => format!("  step {number} is a partial success: {warning}"),
        Event::Beside(OthersWish { by, words, .. }) => format!("  {by}: {words}"),
        // Whoever lifted a pause is told so where they said it.
        Event::Observed { .. } | Event::PauseLifted { .. } => return None,
        Event::Paused { after } => format!("paused after step {after}: type resume, or stop"),
        Event::StepAsked { number, of, name, .. } => {
            format!("  step {number} of {of} is next: {name}\n  Type yes to send it; stop ends the run")
        }
        Event::Resumed => "resumed: the robot is asked where it is".to_owned(),
        Event::Ended(_) => return None,
    })
}
