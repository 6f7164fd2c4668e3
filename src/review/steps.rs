//! The steps as an operator reads them: numbered, tool changes marked, and the whole way in one line of words.

use serde::Serialize;

use super::{Place, expected_step_s};
use crate::{
    cell::{State, TOOL_ATTACH, TOOL_RELEASE, shown},
    plan::{Action, Goal, Intent, Plan, Step, step_name},
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
    /// What it does, in words: made of action, target, position and tool.
    pub name: String,
    /// `move` or `routine`.
    pub action: String,
    /// The position or the routine.
    pub target: String,
    /// The tool that the controller is told of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Seconds that the controller waits before the routine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stabilize: Option<f64>,
    /// What the controller does after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action_after: Option<String>,
    /// What the controller checks after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verify: Option<String>,
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
            Some(ToolChange::Take(tool)) => write!(f, "   [tool change: takes {}]", shown(tool))?,
            Some(ToolChange::Leave(tool)) => write!(f, "   [tool change: leaves {}]", shown(tool))?,
            None => {}
        }
        let given = self.given();
        if given.is_empty() { Ok(()) } else { write!(f, "\n     {}", given.join(", ")) }
    }
}

impl ShownStep {
    /// What the controller is told beyond the step's words.
    #[must_use]
    pub fn given(&self) -> Vec<String> {
        let text = |key: &str, value: &Option<String>| value.as_ref().map(|value| format!("{key} '{}'", shown(value)));
        // A tool change names its tool.
        let tool = self.tool.clone().filter(|_| self.tool_change.is_none());
        let stabilize = self.stabilize.map(|seconds| format!("dwell {seconds} s"));
        let after = text("action after", &self.action_after);
        [stabilize, text("tool", &tool), after, text("verify", &self.verify)].into_iter().flatten().collect()
    }
}

/// Names every step by what it does. A name in a stored or given plan may say anything.
pub(super) fn rename(plan: &mut Plan<'_>) {
    for step in &mut plan.steps {
        step.name = Some(step_name(&step.action, &step.target, step.position.as_deref(), step.tool.as_deref()).into());
    }
}

/// A step's words. A routine without a position runs where the robot is.
fn name(step: &Step<'_>, here: &str) -> String {
    let position = step.position.as_deref().unwrap_or(here);
    step_name(&step.action, &step.target, Some(position), step.tool.as_deref())
}

pub(super) fn steps(verified: &VerifiedPlan<'_>) -> Vec<ShownStep> {
    let snapshot = verified.snapshot();
    let mut before = verified.start();
    let mut steps = Vec::with_capacity(verified.plan().steps.len());
    for (step, after) in verified.plan().steps.iter().zip(verified.states()) {
        steps.push(ShownStep {
            number: steps.len() + 1,
            name: name(step, snapshot.position_name(after.position)),
            action: step.action.word().to_owned(),
            target: step.target.clone().into_owned(),
            tool: step.tool.as_deref().map(str::to_owned),
            stabilize: step.stabilize_s,
            action_after: step.action_after.as_deref().map(str::to_owned),
            verify: step.verify.as_deref().map(str::to_owned),
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

/// Work in the plan that no goal names, counted: of two welds where one was asked for, the second. The routine, the place,
/// the step.
pub(super) fn beyond(intent: &Intent, steps: &[ShownStep]) -> Option<(String, String, usize)> {
    let mut open: Vec<(&str, &str)> = match intent {
        Intent::Unknown => Vec::new(),
        Intent::Goals(goals) => goals.iter().filter_map(work).collect(),
    };
    let is_beyond = |step: &&ShownStep| {
        let done = (step.target.as_str(), step.after.position.as_str());
        match open.iter().position(|&asked| asked == done) {
            Some(place) => {
                open.swap_remove(place);
                false
            }
            None => true,
        }
    };
    let step = steps.iter().filter(|step| is_work(step)).find(is_beyond)?;
    Some((step.target.clone(), step.after.position.clone(), step.number))
}

fn work(goal: &Goal) -> Option<(&str, &str)> {
    match goal {
        Goal::Routine { routine, position } => Some((routine, position)),
        _ => None,
    }
}

fn is_work(step: &ShownStep) -> bool {
    step.action == Action::Routine.word() && step.target != TOOL_ATTACH && step.target != TOOL_RELEASE
}
