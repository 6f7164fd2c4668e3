//! One line of a timeline: when, what, and of which run.

use jiff::Timestamp;
use serde::Serialize;
use uuid::Uuid;

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    RunBegun,
    Step,
    Controller,
    RunEnded,
    Correction,
    Layout,
    Bundle,
    Page,
    Sentence,
}

/// One line of it.
#[derive(Debug, Serialize)]
pub(super) struct Event {
    /// Where it stands among the others.
    #[serde(skip)]
    pub(super) order: Timestamp,
    /// When it happened; none where nobody wrote that down.
    pub(super) at: Option<String>,
    #[serde(skip)]
    pub(super) time: Option<Timestamp>,
    pub(super) kind: Kind,
    /// The run's number.
    pub(super) run: Option<i64>,
    pub(super) run_id: Option<String>,
    pub(super) what: String,
}

impl Event {
    pub(super) fn new(at: Timestamp, kind: Kind, of: Option<(i64, Uuid)>, what: String) -> Self {
        let (run, run_id) = of.map(|(number, id)| (number, id.to_string())).unzip();
        Self { order: at, at: Some(at.to_string()), time: Some(at), kind, run, run_id, what }
    }
}
