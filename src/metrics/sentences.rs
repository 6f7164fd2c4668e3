//! The history as sentences: each with its looks, and what came of it.

use std::collections::HashSet;

use jiff::Timestamp;
use uuid::Uuid;

use crate::{
    checkpoint::{Checked, Verdict},
    limits::HISTORY_ROWS_MAX,
    store::{Fate, Reader, RunFilter, RunRow, RunStatus, StoreError},
};

/// What came of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// A run that was completed.
    Completed,
    /// A run that failed, and was completed by its correction: it was the robot that failed, and not the reading.
    Corrected,
    /// A run that ended otherwise.
    Failed,
    /// The operator said no.
    Rejected,
    /// The operator said something else.
    Revised,
    /// Nothing was proposed.
    GivenUp,
}

/// A sentence that was looked over.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    /// Its id.
    pub id: Uuid,
    /// When it ended, or its run began.
    pub at: Timestamp,
    /// What it was last read as.
    pub intent: Option<serde_json::Value>,
    /// The looks at its readings, in order; at least one.
    pub looks: Vec<Checked>,
    /// What came of it.
    pub came: Came,
    /// How long its run took, in microseconds; 0 without one.
    pub execution_us: u64,
}

impl Sentence {
    /// Whether its last look passed, and should not have.
    #[must_use]
    pub fn is_missed(&self) -> bool {
        let passed = self.looks.last().is_some_and(|look| look.verdict == Verdict::Pass);
        passed && matches!(self.came, Came::Failed | Came::Rejected | Came::Revised)
    }
}

/// What cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The history cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A row holds what no version wrote.
    #[error("what was found of sentence {id} cannot be read: {reason}; `cellgraph history check` says more")]
    Row {
        /// The sentence.
        id: Uuid,
        /// Why.
        reason: serde_json::Error,
    },
}

/// Every sentence that was looked over, the earliest first. A run that goes on is left out.
///
/// # Errors
///
/// [`Unreadable`].
pub fn sentences(history: &Reader) -> Result<Vec<Sentence>, Unreadable> {
    let (mut sentences, mut corrected) = (Vec::new(), HashSet::new());
    let mut filter = RunFilter { limit: Some(HISTORY_ROWS_MAX), ..RunFilter::default() };
    loop {
        let rows = history.runs(&filter)?;
        let Some(last) = rows.last() else { break };
        filter.before = Some(last.number);
        // The latest first: a correction comes before what it corrects.
        for row in &rows {
            sentences.extend(of_run(history, row, &mut corrected)?);
        }
    }
    for row in history.sentences(usize::MAX)? {
        let (id, ended) = (row.ended.correlation_id, row.ended);
        let came = match ended.fate {
            Fate::GivenUp => Came::GivenUp,
            Fate::Rejected => Came::Rejected,
            Fate::Revised => Came::Revised,
        };
        let looks = read(id, &ended.checkpoint_json)?;
        let intent = ended.intent_json.as_deref().map(|text| read(id, text)).transpose()?;
        sentences.push(Sentence { id, at: row.at, intent, looks, came, execution_us: 0 });
    }
    sentences.retain(|sentence| !sentence.looks.is_empty());
    sentences.sort_by_key(|sentence| sentence.at);
    Ok(sentences)
}

/// `corrected` is what was completed by a correction, as far as is known.
fn of_run(history: &Reader, row: &RunRow, corrected: &mut HashSet<String>) -> Result<Option<Sentence>, Unreadable> {
    let (id, Some(run)) = (row.run_id, history.run(row.run_id)?) else { return Ok(None) };
    let came = match row.status {
        RunStatus::Completed => Came::Completed,
        RunStatus::Failed if corrected.contains(&id.to_string()) => Came::Corrected,
        RunStatus::Failed => Came::Failed,
        RunStatus::Pending | RunStatus::Running => return Ok(None),
    };
    if came != Came::Failed {
        corrected.extend(run.record.corrects.clone());
    }
    let Some(looks) = run.record.checkpoint_json else { return Ok(None) };
    let took = row.finished_at.map_or(0, |end| end.duration_since(row.started_at).as_micros());
    Ok(Some(Sentence {
        id,
        at: row.started_at,
        intent: run.record.intent_json.as_deref().map(|text| read(id, text)).transpose()?,
        looks: read(id, &looks)?,
        came,
        execution_us: u64::try_from(took).unwrap_or(0),
    }))
}

fn read<T: serde::de::DeserializeOwned>(id: Uuid, text: &str) -> Result<T, Unreadable> {
    serde_json::from_str(text).map_err(|reason| Unreadable::Row { id, reason })
}
