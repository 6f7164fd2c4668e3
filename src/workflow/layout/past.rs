//! The plans of the past against a layout: which of them it would refuse, and why.

use serde::Serialize;
use uuid::Uuid;

use crate::{
    cell::State,
    plan::Plan,
    snapshot::Snapshot,
    store::{Reader, RunFilter, StoreError},
    verify::verify,
};

/// A plan of the past that a cell refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedPlan {
    /// The run.
    #[serde(serialize_with = "as_text")]
    pub run_id: Uuid,
    /// What was said.
    pub operator_input: String,
    /// Why it would be refused, a line for each fault.
    pub reasons: Vec<String>,
}

/// How a cell stands to what was run so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// How many runs there are.
    pub runs: usize,
    /// Those whose plan the cell refuses, from where it started then; the latest first.
    pub refused: Vec<RefusedPlan>,
}

/// Verifies every plan of the history against a cell.
///
/// # Errors
///
/// A history that cannot be read.
pub fn refused_plans(snapshot: &Snapshot, history: &Reader) -> Result<Past, StoreError> {
    let mut past = Past::default();
    let mut before = None;
    loop {
        let page = history.runs(&RunFilter { before, ..RunFilter::default() })?;
        let Some(last) = page.last() else { return Ok(past) };
        before = Some(last.number);
        past.runs += page.len();
        for row in page {
            let Some(detail) = history.run(row.run_id)? else { continue };
            let record = &detail.record;
            let reasons = reasons(snapshot, &row.sequence_json, &record.start_position, &record.start_tool);
            if !reasons.is_empty() {
                past.refused.push(RefusedPlan { run_id: row.run_id, operator_input: row.operator_input, reasons });
            }
        }
    }
}

fn reasons(snapshot: &Snapshot, sequence: &str, position: &str, tool: &str) -> Vec<String> {
    let plan: Plan<'_> = match serde_json::from_str(sequence) {
        Ok(plan) => plan,
        Err(error) => return vec![format!("the stored plan cannot be read: {error}")],
    };
    let start = match State::named(snapshot, position, tool) {
        Ok(start) => start,
        Err(error) => return vec![format!("where it started is gone: {error}")],
    };
    match verify(snapshot, start, &plan) {
        Ok(_) => Vec::new(),
        Err(rejection) => rejection.report().feedback.lines().map(str::to_owned).collect(),
    }
}

fn as_text<S: serde::Serializer>(id: &Uuid, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&id.hyphenated())
}
