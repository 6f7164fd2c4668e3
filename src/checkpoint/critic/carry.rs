//! Carrying: a part is picked up at one place and put down at another. "B to the rack" says both, and names neither.
//!
//! In: the lexicon, a reading. Out: which of its steps carry something.

use super::{steps::Deed, view::View};
use crate::{cell::RoutineId, language::lexicon::Lexicon};

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
}

impl View<'_> {
    /// Whether a step picks up what the next puts down, or puts down what the one before picked up.
    pub(super) fn is_carry(&self, at: usize) -> bool {
        let does = |at: usize, routines: &[RoutineId]| {
            let step = self.steps.get(at)?;
            let is_it = matches!(step.deed, Deed::Work(routine) if routines.contains(&routine));
            step.place.filter(|_| is_it)
        };
        let moves = |from: usize, to: usize| {
            let ends = does(from, &self.carries.picks).zip(does(to, &self.carries.puts));
            ends.is_some_and(|(from, to)| from != to)
        };
        moves(at, at + 1) || at > 0 && moves(at - 1, at)
    }

    /// Whether all that a routine does in the reading is to carry something.
    pub(super) fn only_carries(&self, routine: RoutineId) -> bool {
        let mut at = (0..self.steps.len()).filter(|&at| self.steps[at].deed == Deed::Work(routine));
        at.all(|at| self.is_carry(at))
    }
}
