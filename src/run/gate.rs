//! The last gate before anything is written or sent: does everything that was approved still hold?
//!
//! In: an approved plan, the snapshot in force, the stored state, the driver. Out: the plan, verified once more, with an
//! order for every step; or why not. Nothing here writes or sends.

use std::time::Duration;

use super::{RunError, driver::Order};
use crate::{
    cell::{State, shown},
    limits::{MOVE_DEADLINE_FLOOR, ROUTINE_DEADLINE_FLOOR, STEP_DEADLINE_FACTOR, STEP_DEADLINE_MAX},
    plan::{Action, Step},
    review::{ApprovedPlan, Approver, Place, expected_step_s},
    snapshot::Snapshot,
    store::RobotState,
    verify::{VerifiedPlan, verify},
};

/// Verifies an approved plan against the snapshot and the state in force.
pub(super) fn admit<'a>(
    approved: &'a ApprovedPlan,
    snapshot: &'a Snapshot,
    robot: &RobotState,
    is_simulated: bool,
) -> Result<VerifiedPlan<'a>, RunError> {
    if !approved.still_binds() {
        return Err(RunError::NotWhatWasApproved);
    }
    if *approved.approver() == Approver::Simulation && !is_simulated {
        return Err(RunError::SimulationOnly);
    }
    if approved.snapshot_hash() != snapshot.content_hash() {
        return Err(RunError::OtherSnapshot);
    }
    if !robot.confirmed {
        let reason = robot.unconfirmed_reason.as_deref().unwrap_or("no reason is recorded");
        return Err(RunError::Unconfirmed(shown(reason).into_owned()));
    }
    let place = Place { position: robot.position.clone(), tool: robot.tool.clone() };
    if place != *approved.start() {
        return Err(RunError::Elsewhere { robot: place, approved: approved.start().clone() });
    }
    let start = State::named(snapshot, &place.position, &place.tool)?;
    let verified = verify(snapshot, start, approved.plan())
        .map_err(|rejection| RunError::Refused(Box::new(rejection.report())))?;
    match Place::of(snapshot, verified.end()) == *approved.end() {
        true => Ok(verified),
        false => Err(RunError::NotWhatWasApproved),
    }
}

/// What the driver gets for each step, and what it is held against.
pub(super) fn orders(verified: &VerifiedPlan<'_>) -> Vec<Order> {
    let snapshot = verified.snapshot();
    let mut before = verified.start();
    (1..)
        .zip(verified.plan().steps.iter().zip(verified.states()))
        .map(|(number, (step, after))| {
            let expected = expected_step_s(snapshot, before, after, step)
                .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            let order = Order {
                number,
                step: step.clone().into_owned(),
                before: Place::of(snapshot, before),
                after: Place::of(snapshot, after),
                expected,
                deadline: deadline(step, expected),
            };
            before = after;
            order
        })
        .collect()
}

/// How long a step may take: its floor, and a multiple of what the cell gives for it.
fn deadline(step: &Step<'_>, expected: Option<Duration>) -> Duration {
    let floor = if step.action == Action::Move { MOVE_DEADLINE_FLOOR } else { ROUTINE_DEADLINE_FLOOR };
    let stretched = expected.unwrap_or_default().as_secs_f64() * STEP_DEADLINE_FACTOR;
    let stretched = Duration::try_from_secs_f64(stretched).unwrap_or(STEP_DEADLINE_MAX);
    floor.saturating_add(stretched).min(STEP_DEADLINE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_has_its_floor_and_three_times_what_the_cell_gives_for_it() {
        let seconds = |action, expected: Option<u64>| {
            let step = Step::new(action, "Pos_1".into());
            deadline(&step, expected.map(Duration::from_secs)).as_secs()
        };
        let (a_move, a_routine) = (Action::Move, Action::Routine);
        for (expected, more) in [(None, 0), (Some(0), 0), (Some(1), 3), (Some(10), 30), (Some(1_000), 3_000)] {
            assert_eq!(seconds(a_move.clone(), expected), 30 + more, "{expected:?}");
            assert_eq!(seconds(a_routine.clone(), expected), 600 + more, "{expected:?}");
        }
        for expected in [24 * 1_200, 24 * 3_600, u64::MAX] {
            assert_eq!(seconds(a_routine.clone(), Some(expected)), 24 * 3_600, "{expected}");
        }
    }
}
