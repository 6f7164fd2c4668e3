//! "Back": where the robot stood before its last completed motion.
//!
//! In: the state in force, and the run that it comes from. Out: the place; none where nothing on record says it: after a
//! person's word about where the robot is, in another layout, or where that run moved nothing. Moves one after the other are one
//! motion: what it only passed is no place where it stood. Nor is a tool's place, where it stood to change the tool: whoever
//! says "back" may mean where it was before that.

use super::Desk;
use crate::{
    cell::{PositionId, Role},
    language::{Clause, Said, Span},
    store::{RobotState, RunDetail, StepAction, StepState, StoreError},
};

/// What is told where no place is on record.
const NOT_ON_RECORD: &str =
    "where the robot stood before its last motion is not on record: name the position that is meant";

impl Desk {
    /// What was said, with the place that "back" means where the sentence itself does not tell it; in words why nobody knows
    /// that place.
    pub(super) fn placed(&self, said: &Said, robot: &RobotState) -> Result<Said, Vec<String>> {
        if !begins_with_back(said) {
            return Ok(said.clone());
        }
        match self.stood_before(robot) {
            Ok(Some(place)) => Ok(said.back_to(place)),
            Ok(None) => Err(vec![NOT_ON_RECORD.to_owned()]),
            Err(error) => Err(vec![error.to_string()]),
        }
    }

    fn stood_before(&self, robot: &RobotState) -> Result<Option<PositionId>, StoreError> {
        let Some(run) = robot.run_id else { return Ok(None) };
        let detail = self.store.run(run)?;
        let place = detail.as_ref().and_then(|detail| before_last_motion(detail, &robot.position));
        let place = place.and_then(|name| self.snapshot().position_id(name));
        Ok(place.filter(|&place| self.snapshot().role(place) != Role::ToolMount))
    }
}

/// Whether "back" stands in what is done first: later on, the sentence itself says where the robot was.
fn begins_with_back(said: &Said) -> bool {
    let Said::Do(clauses) = said else { return false };
    matches!(
        clauses.first(),
        Some(Clause::Go { places, .. } | Clause::Work { places, .. }) if places.spans.contains(&Span::Back)
    )
}

fn before_last_motion<'d>(detail: &'d RunDetail, now: &str) -> Option<&'d str> {
    let is_done = |at: usize| detail.steps.get(at).is_some_and(|step| step.state == StepState::Completed);
    let is_move = |at: usize| detail.steps[at].action == StepAction::Move;
    let done = (0..detail.steps.len()).take_while(|&at| is_done(at)).count();
    let last = (0..done).rev().find(|&at| is_move(at))?;
    let first = (0..=last).rev().take_while(|&at| is_move(at)).last()?;
    let before = match first.checked_sub(1) {
        Some(before) => &detail.steps[before].position,
        None => &detail.record.start_position,
    };
    // The robot is where that motion ended, and it was one.
    (detail.steps[last].position == now && before != now).then_some(before)
}
