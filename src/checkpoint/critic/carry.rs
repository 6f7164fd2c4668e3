//! Carrying: a part is picked up at one place and put down at another. "B to the rack" says both, and names neither.
//!
//! In: the lexicon, the steps of a reading. Out: which of the steps carry something.

use super::steps::{Deed, Step};
use crate::{
    cell::{PositionId, RoutineId},
    language::lexicon::Lexicon,
};

/// The routines of a cell that pick up and put down, by the words that shops use for that.
#[derive(Debug, Default)]
pub(super) struct Carries {
    picks: Vec<RoutineId>,
    puts: Vec<RoutineId>,
}

impl Carries {
    pub(super) fn of(lexicon: &Lexicon) -> Self {
        let all = |words: &[&str]| words.iter().flat_map(|word| lexicon.routines(word).0).map(RoutineId).collect();
        Self { picks: all(&["nab", "grasp", "pick"]), puts: all(&["plonk", "platzieren", "put"]) }
    }

    /// Whether a step picks up what the next puts down, or puts down what the one before picked up.
    pub(super) fn carries(&self, steps: &[Step], at: usize) -> bool {
        let moves = |from: usize, to: usize| {
            let ends = where_done(steps.get(from), &self.picks).zip(where_done(steps.get(to), &self.puts));
            ends.is_some_and(|(from, to)| from != to)
        };
        moves(at, at + 1) || at > 0 && moves(at - 1, at)
    }
}

/// Where a step does one of these routines, if it does.
fn where_done(step: Option<&Step>, routines: &[RoutineId]) -> Option<PositionId> {
    let step = step?;
    let is_it = matches!(step.deed, Deed::Work(routine) if routines.contains(&routine));
    step.place.filter(|_| is_it)
}
