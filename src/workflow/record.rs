//! What is kept of a reading and of a run's events: for the run's record, and as structured log lines that carry the
//! sentence's correlation id.

use serde_json::{Value, json};
use tracing::info;
use uuid::Uuid;

use crate::{
    language::{Reading, terse},
    limits::SENTENCE_BYTES_MAX,
    run::Event,
    snapshot::Snapshot,
};

/// As much of a sentence as is ever read: a log is not filled by one line.
pub(super) fn cut(sentence: &str) -> &str {
    let mut end = sentence.len().min(SENTENCE_BYTES_MAX);
    while !sentence.is_char_boundary(end) {
        end -= 1;
    }
    &sentence[..end]
}

/// A reading for the record: who said what, and everything that the model's answer depends on.
pub(super) fn reading(reading: &Reading, snapshot: &Snapshot) -> Value {
    let model = reading.model.as_ref().map(|answer| match answer {
        Ok(answer) => json!({
            "line": answer.line,
            "route_probabilities": answer.route_probabilities,
            "confidence": answer.confidence,
            "sampled": answer.sampled,
            "forced": answer.forced,
        }),
        Err(error) => json!({ "error": error.to_string() }),
    });
    json!({
        "said": terse::write(&reading.said, snapshot),
        "by": reading.by,
        "agree": reading.agree,
        "rules": { "said": terse::write(&reading.rules.said, snapshot), "complete": reading.rules.complete },
        "model": model,
        "provenance": reading.provenance,
        "snapshot": snapshot.content_hash_hex(),
    })
}

/// The log line of a reading.
pub(super) fn read(id: Uuid, reading: &Reading, snapshot: &Snapshot) {
    let (route, record) = (reading.said.route().word(), self::reading(reading, snapshot));
    info!(correlation_id = %id, stage = "read", route, took_us = reading.took.as_micros() as u64, reading = %record);
}

/// The log line of an event of a run, and the operator's session that it is of.
pub(super) fn event(session: Uuid, id: Uuid, event: &Event) {
    match event {
        Event::Started { steps, .. } => info!(correlation_id = %id, stage = "started", steps),
        Event::StepStarted { number, name, .. } => {
            info!(correlation_id = %id, stage = "step started", step = number, name);
        }
        Event::StepCompleted { number, place } => {
            info!(correlation_id = %id, stage = "step completed", step = number, %place);
        }
        Event::Observed { number, lines } => {
            for line in lines {
                info!(%session, correlation_id = %id, stage = "observed", step = number, line);
            }
        }
        Event::LookingAgain { number, reason } => {
            info!(%session, correlation_id = %id, stage = "looking again", step = number, reason);
        }
        Event::Unsure { number, reason, .. } => {
            info!(%session, correlation_id = %id, stage = "unsure", step = number, reason);
        }
        Event::Confirmed { number } => info!(%session, correlation_id = %id, stage = "confirmed", step = number),
        Event::Paused { after } => info!(correlation_id = %id, stage = "paused", after),
        Event::Resumed => info!(correlation_id = %id, stage = "resumed"),
        Event::Ended(ended) => info!(correlation_id = %id, stage = "ended", %ended),
    }
}
