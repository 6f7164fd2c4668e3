//! Arguments for what is measured: many of them, drawn from fixed seeds, so that no call can be foreseen by the machine.

use cellgraph::{
    cell::{PositionId, RoutineId},
    snapshot::Snapshot,
};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// How many arguments an operation is called with, one after the other.
pub const CALLS: usize = 1024;

/// A stream of draws.
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u8) -> Self {
        Self(ChaCha8Rng::from_seed([seed; 32]))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    pub fn position(&mut self, s: &Snapshot) -> PositionId {
        PositionId(self.below(s.position_count()) as u32)
    }

    pub fn routine(&mut self, s: &Snapshot) -> RoutineId {
        RoutineId(self.below(s.routine_count()) as u32)
    }
}

/// Positions, uniform.
pub fn positions(s: &Snapshot) -> Vec<PositionId> {
    let mut dice = Dice::new(1);
    (0..CALLS).map(|_| dice.position(s)).collect()
}

/// Routines, uniform.
pub fn routines(s: &Snapshot) -> Vec<RoutineId> {
    let mut dice = Dice::new(2);
    (0..CALLS).map(|_| dice.routine(s)).collect()
}

/// Pairs of positions, uniform.
pub fn pairs(s: &Snapshot) -> Vec<(PositionId, PositionId)> {
    let mut dice = Dice::new(3);
    (0..CALLS).map(|_| (dice.position(s), dice.position(s))).collect()
}

/// Pairs of which every other one is a move of the cell, the others being uniform.
pub fn moves(s: &Snapshot) -> Vec<(PositionId, PositionId)> {
    let mut dice = Dice::new(4);
    let mut pair = |is_move: bool| loop {
        let from = dice.position(s);
        let out = s.allowed_moves(from);
        if !is_move {
            return (from, dice.position(s));
        }
        if !out.is_empty() {
            return (from, out.get(dice.below(out.len())).unwrap());
        }
    };
    (0..CALLS).map(|call| pair(call % 2 == 0)).collect()
}

/// A routine and a position, which supports it in every other pair.
pub fn supports(s: &Snapshot) -> Vec<(RoutineId, PositionId)> {
    let mut dice = Dice::new(5);
    let mut pair = |is_supported: bool| loop {
        let routine = dice.routine(s);
        let supported = s.supported_positions(routine);
        if !is_supported {
            return (routine, dice.position(s));
        }
        if !supported.is_empty() {
            return (routine, supported.get(dice.below(supported.len())).unwrap());
        }
    };
    (0..CALLS).map(|call| pair(call % 2 == 0)).collect()
}

/// The names of positions, each in its own allocation, as they come from outside.
pub fn names(s: &Snapshot, positions: impl IntoIterator<Item = PositionId>) -> Vec<String> {
    positions.into_iter().map(|id| s.position_name(id).to_owned()).collect()
}
