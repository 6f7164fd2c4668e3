//! What a reading does, step by step: the goals that it spells out to, by id.

use crate::{
    cell::{PositionId, RoutineId, State, ToolId},
    language::Said,
    plan::{Goal, Intent},
    snapshot::Snapshot,
};

/// What is done in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Go,
    Work(RoutineId),
    Take(ToolId),
    Drop,
    DropAndHome,
}

/// One goal of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) deed: Deed,
    pub(super) place: Option<PositionId>,
}

/// The steps of a reading that moves something; `None` where there are none to judge.
pub(super) fn steps(said: &Said, snapshot: &Snapshot, state: State) -> Option<Vec<Step>> {
    let Said::Do(_) = said else { return None };
    let Ok(Some(Intent::Goals(goals))) = said.intent(snapshot, state) else { return None };
    goals.iter().map(|goal| step(goal, snapshot)).collect()
}

fn step(goal: &Goal, snapshot: &Snapshot) -> Option<Step> {
    Some(match goal {
        Goal::Move { position } => Step { deed: Deed::Go, place: Some(snapshot.position_id(position)?) },
        Goal::Routine { routine, position } => {
            Step { deed: Deed::Work(snapshot.routine_id(routine)?), place: Some(snapshot.position_id(position)?) }
        }
        Goal::AttachTool { tool } => Step { deed: Deed::Take(snapshot.tool_id(tool)?), place: None },
        Goal::ReleaseTool => Step { deed: Deed::Drop, place: None },
        Goal::ReleaseToolAndHome => Step { deed: Deed::DropAndHome, place: None },
    })
}
