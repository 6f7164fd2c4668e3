//! What a run did, step by step, as far as the history has it. In: a run's row and how it went. Out: its steps with their names,
//! and which filters they fit. A step counts as done where it was observed to be.

use super::super::evidence::Ran;
use crate::{
    language::query::{Ended, Key, Place},
    plan::{Action, Plan},
    run::is_stop,
    snapshot::Snapshot,
    store::{RunStatus, StepState},
};

/// One step of a run: what the plan says of it, and whether it was done.
pub(super) struct Done {
    pub(super) number: u32,
    routine: Option<String>,
    position: Option<String>,
    tool: Option<String>,
    pub(super) is_done: bool,
}

/// The steps of a run's plan.
pub(super) fn steps(ran: &Ran) -> Vec<Done> {
    let plan: Plan<'_> = serde_json::from_str(&ran.row.sequence_json).unwrap_or_default();
    let is_done = |number: u32| {
        let of = |past: &super::super::Past| {
            past.steps.iter().any(|step| step.number == number && step.state == StepState::Completed)
        };
        ran.row.status == RunStatus::Completed || ran.past.as_deref().is_some_and(of)
    };
    let step = |(place, step): (usize, &crate::plan::Step<'_>)| {
        let number = place as u32 + 1;
        let is_routine = step.action == Action::Routine;
        let position = if is_routine { step.position.as_ref() } else { Some(&step.target) };
        Done {
            number,
            routine: is_routine.then(|| step.target.to_string()),
            position: position.map(ToString::to_string),
            tool: step.tool.as_ref().map(ToString::to_string),
            is_done: is_done(number),
        }
    };
    plan.steps.iter().enumerate().map(step).collect()
}

impl Done {
    /// Whether a step is one of those that a filter means.
    pub(super) fn fits(&self, key: Key, s: &Snapshot) -> bool {
        match key {
            Key::Routine(id) => self.routine.as_deref() == Some(s.routine_name(id)),
            Key::At(Place::At(id)) => self.position.as_deref() == Some(s.position_name(id)),
            Key::Tool(Some(id)) => {
                let routine = self.routine.as_deref().and_then(|name| s.routine_id(name));
                let is_needed = routine.is_some_and(|routine| s.required_tool(routine) == Some(id));
                is_needed || self.tool.as_deref() == Some(s.tool_name(id))
            }
            _ => true,
        }
    }
}

/// How a run ended; none where it has not, or is not known to have.
pub(super) fn ended(ran: &Ran) -> Option<Ended> {
    let failure = ran.past.as_deref().and_then(|past| past.failure.as_deref());
    match ran.row.status {
        RunStatus::Completed => Some(Ended::Completed),
        RunStatus::Failed if failure.is_some_and(is_stop) => Some(Ended::Stopped),
        RunStatus::Failed => Some(Ended::Failed),
        RunStatus::Pending | RunStatus::Running => None,
    }
}
