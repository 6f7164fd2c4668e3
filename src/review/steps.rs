//! The steps as an operator reads them: numbered, tool changes marked, and the whole way in one line of words.

use serde::Serialize;

use super::{Place, expected_step_s};
use crate::{
    cell::{State, shown},
    plan::Action,
    snapshot::Snapshot,
    verify::VerifiedPlan,
};

/// What a step does to the hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolChange {
    /// The tool is taken.
    Take(String),
    /// The tool is put back.
    Leave(String),
}

/// A step, and what it leads to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownStep {
    /// Counted from 1.
    pub number: usize,
    /// As in `actions.yaml`.
    pub name: String,
    /// `move` or `routine`.
    pub action: String,
    /// The position or the routine.
    pub target: String,
    /// Where the robot is after it, and what it holds.
    pub after: Place,
    /// Whether the hand changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_change: Option<ToolChange>,
    /// Seconds that the cell gives for it: a move's cost, a routine's wait before it starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_s: Option<f64>,
}

impl std::fmt::Display for ShownStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:>3}. {}", self.number, shown(&self.name))?;
        match &self.tool_change {
            Some(ToolChange::Take(tool)) => write!(f, "   [tool change: takes {}]", shown(tool)),
            Some(ToolChange::Leave(tool)) => write!(f, "   [tool change: leaves {}]", shown(tool)),
            None => Ok(()),
        }
    }
}

pub(super) fn steps(verified: &VerifiedPlan<'_>) -> Vec<ShownStep> {
    let snapshot = verified.snapshot();
    let mut before = verified.start();
    let mut steps = Vec::with_capacity(verified.plan().steps.len());
    for (step, after) in verified.plan().steps.iter().zip(verified.states()) {
        steps.push(ShownStep {
            number: steps.len() + 1,
            name: step.shown_name().into_owned(),
            action: step.action.word().to_owned(),
            target: step.target.clone().into_owned(),
            after: Place::of(snapshot, after),
            tool_change: tool_change(snapshot, before, after),
            expected_s: expected_step_s(snapshot, before, after, step),
        });
        before = after;
    }
    steps
}

fn tool_change(snapshot: &Snapshot, before: State, after: State) -> Option<ToolChange> {
    match (before.tool, after.tool) {
        (None, Some(tool)) => Some(ToolChange::Take(snapshot.tool_name(tool).to_owned())),
        (Some(tool), None) => Some(ToolChange::Leave(snapshot.tool_name(tool).to_owned())),
        _ => None,
    }
}

/// The way in words: `Home → Safe_Pos_1 → Pos_1 (tack_weld) → …`.
pub(super) fn route(verified: &VerifiedPlan<'_>, steps: &[ShownStep]) -> String {
    let mut words = shown(verified.snapshot().position_name(verified.start().position)).into_owned();
    let mut before = words.clone();
    for (step, line) in verified.plan().steps.iter().zip(steps) {
        let position = shown(&line.after.position).into_owned();
        match &line.tool_change {
            Some(ToolChange::Take(tool)) => words.push_str(&format!(" (takes {})", shown(tool))),
            Some(ToolChange::Leave(tool)) => words.push_str(&format!(" (leaves {})", shown(tool))),
            None if step.action == Action::Move && position == before => {}
            None if step.action == Action::Move => words.push_str(&format!(" → {position}")),
            None => words.push_str(&format!(" ({})", shown(&line.target))),
        }
        before = position;
    }
    words
}
