//! A new layout: whether the snapshot's file has changed, what changed in it in words, whether it may be taken up, and
//! which plans of the past it would refuse.
//!
//! Nothing here takes anything up: that is between runs, on the operator's word, and [`super::Desk::take_up`].

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use serde::Serialize;
use uuid::Uuid;

use crate::{
    cell::State,
    files,
    plan::Plan,
    snapshot::{Snapshot, diff},
    store::{Reader, RunFilter, StoreError},
    verify::verify,
};

/// Watches the file of the snapshot in force.
#[derive(Debug)]
pub struct NewLayout {
    path: PathBuf,
    seen: Option<(SystemTime, u64)>,
}

/// What the file holds now.
#[derive(Debug)]
pub enum LayoutNews {
    /// What it held before.
    Same,
    /// Something that cannot be used, in words; the snapshot in force stays.
    Unusable(String),
    /// Another cell.
    Changed {
        /// It, proved by its hash.
        snapshot: Arc<Snapshot>,
        /// What is different, in words.
        changes: Vec<String>,
    },
}

impl NewLayout {
    /// Watches a file from now on.
    #[must_use]
    pub fn watch(path: &Path) -> Self {
        Self { path: path.to_owned(), seen: stamp(path) }
    }

    /// Has the next look tell what the file holds, whether it was told before or not.
    pub fn forget(&mut self) {
        self.seen = None;
    }

    /// Looks at the file. A change is told once.
    pub fn look(&mut self, in_force: &Snapshot) -> LayoutNews {
        let now = stamp(&self.path);
        if now == self.seen {
            return LayoutNews::Same;
        }
        self.seen = now;
        match files::read_snapshot(&self.path) {
            Err(error) => LayoutNews::Unusable(error.to_string()),
            Ok(new) if new.content_hash() == in_force.content_hash() => LayoutNews::Same,
            Ok(new) if new.provenance().generation <= in_force.provenance().generation => {
                LayoutNews::Unusable(format!(
                    "its generation is {}, and the one in force is {}: an older layout is not taken up",
                    new.provenance().generation,
                    in_force.provenance().generation
                ))
            }
            Ok(new) => {
                let changes = diff::diff(&in_force.draft(), &new.draft()).iter().map(ToString::to_string).collect();
                LayoutNews::Changed { snapshot: Arc::new(new), changes }
            }
        }
    }
}

fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let facts = fs::metadata(path).ok()?;
    Some((facts.modified().ok()?, facts.len()))
}

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
