//! What is kept of a reading and of a run's events: for the run's record, and as structured log lines that carry the
//! sentence's correlation id.

use serde_json::{Value, json};
use tracing::{info, warn};
use uuid::Uuid;

use super::Desk;
use crate::{
    checkpoint::Checked,
    language::{Reading, terse},
    limits::SENTENCE_BYTES_MAX,
    plan::Intent,
    run::{Event, OthersWish},
    snapshot::Snapshot,
    store::{EndedSentence, Fate},
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
        "phrase": reading.phrase.as_ref().map(ToString::to_string),
        "agree": reading.agree,
        "rules": { "said": terse::write(&reading.rules.said, snapshot), "complete": reading.rules.complete },
        "model": model,
        "provenance": reading.provenance,
        "snapshot": snapshot.content_hash_hex(),
    })
}

impl Desk {
    /// Records a sentence that came to no run, where its readings were looked over. What cannot be recorded stops nothing
    /// here; a store that takes nothing any more takes no run either.
    pub(super) fn record_end(
        &mut self,
        id: Uuid,
        sentence: &str,
        fate: Fate,
        intent: Option<&Intent>,
        checked: &[Checked],
    ) {
        if checked.is_empty() {
            return;
        }
        let ended = || -> Result<EndedSentence, serde_json::Error> {
            Ok(EndedSentence {
                correlation_id: id,
                operator_input: cut(sentence).to_owned(),
                fate,
                intent_json: intent.map(serde_json::to_string).transpose()?,
                checkpoint_json: serde_json::to_string(checked)?,
            })
        };
        let recorded = ended().map_err(|error| error.to_string());
        let recorded = recorded.and_then(|ended| self.store.end_sentence(&ended).map_err(|error| error.to_string()));
        match recorded {
            Ok(()) => info!(correlation_id = %id, stage = "ended", fate = fate.word()),
            Err(error) => warn!(correlation_id = %id, %error, "the end of the sentence cannot be recorded"),
        }
    }
}

/// The log line of a reading.
pub(super) fn read(id: Uuid, reading: &Reading, snapshot: &Snapshot) {
    let (route, record) = (reading.said.route().word(), self::reading(reading, snapshot));
    info!(correlation_id = %id, stage = "read", route, took_us = reading.took.as_micros() as u64, reading = %record);
}

/// The log line of an event of a run, and the operator's session that it is of.
pub(super) fn event(session: Uuid, id: Uuid, event: &Event) {
    match event {
        Event::Started { steps, .. } => info!(%session, correlation_id = %id, stage = "started", steps),
        Event::StepStarted { number, name, .. } => {
            info!(%session, correlation_id = %id, stage = "step started", step = number, name);
        }
        Event::StepCompleted { number, place } => {
            info!(%session, correlation_id = %id, stage = "step completed", step = number, %place);
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
        Event::PartialSuccess { number, warning } => {
            info!(%session, correlation_id = %id, stage = "partial success", step = number, warning);
        }
        Event::Beside(OthersWish { by, words, .. }) => {
            info!(%session, correlation_id = %id, stage = "beside", by, words);
        }
        Event::Confirmed { number } => info!(%session, correlation_id = %id, stage = "confirmed", step = number),
        Event::Paused { after } => info!(%session, correlation_id = %id, stage = "paused", after),
        Event::StepAsked { number, .. } => info!(%session, correlation_id = %id, stage = "step asked", number),
        Event::Resumed => info!(%session, correlation_id = %id, stage = "resumed"),
        Event::PauseLifted { pause } => info!(%session, correlation_id = %id, stage = "pause lifted", pause),
        Event::Ended(ended) => info!(%session, correlation_id = %id, stage = "ended", %ended),
    }
}
