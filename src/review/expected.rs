//! How long a plan takes, as far as the cell says it. Steps of which the cell says nothing are counted, and their time is never guessed.

use serde::Serialize;

use crate::{
    cell::State,
    plan::{Action, Step},
    snapshot::Snapshot,
    verify::VerifiedPlan,
};

/// What is known of a plan's duration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Expected {
    /// Seconds of all moves that have a cost, and of all waits before routines.
    pub known_s: f64,
    /// Moves between two positions.
    pub moves: usize,
    /// Those of them that have no cost in the cell.
    pub moves_without_cost: usize,
    /// Routines; the cell does not say how long one takes once it has started.
    pub routines: usize,
}

impl Expected {
    pub(super) fn of(verified: &VerifiedPlan<'_>) -> Self {
        let mut expected = Self::default();
        let mut before = verified.start();
        for (step, after) in verified.plan().steps.iter().zip(verified.states()) {
            let known_s = expected_step_s(verified.snapshot(), before, after, step);
            match step.action {
                Action::Move if before.position == after.position => {}
                Action::Move => {
                    expected.moves += 1;
                    expected.moves_without_cost += usize::from(known_s.is_none());
                }
                _ => expected.routines += 1,
            }
            expected.known_s += known_s.unwrap_or_default();
            before = after;
        }
        expected
    }

    /// Whether there is a number of seconds to name.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        self.moves_without_cost == 0
    }
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { known_s, moves, moves_without_cost, routines } = *self;
        if !self.is_known() {
            return write!(f, "not known: {moves_without_cost} of {moves} moves have no cost in this cell");
        }
        write!(f, "{known_s:.1} s of moves and waiting times")?;
        match routines {
            0 => Ok(()),
            1 => f.write_str("; how long the routine itself takes is not known"),
            n => write!(f, "; how long the {n} routines themselves take is not known"),
        }
    }
}

/// Seconds that the cell gives for a step: a move's cost, a routine's wait before it starts. None: it gives none.
#[must_use]
pub fn expected_step_s(snapshot: &Snapshot, before: State, after: State, step: &Step<'_>) -> Option<f64> {
    match step.action {
        Action::Move if before.position == after.position => Some(0.0),
        Action::Move => snapshot.move_cost_s(before.position, after.position),
        _ => Some(step.stabilize_s.unwrap_or_default()),
    }
}
