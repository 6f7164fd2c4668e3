//! Seeded chance: ChaCha8 from a seed, and the few draws that the generator makes of it. Nothing else is random here.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};

/// A stream of chance.
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Stream `stream` of `seed`: every cell has its own, so that cells can be made in any order.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// A number below `count`; 0 where that is 0.
    pub fn below(&mut self, count: usize) -> usize {
        // The bias for tables of some hundred entries is beyond anything that training could see.
        (self.0.next_u64() >> 33) as usize % count.max(1)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True so many times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of a list. The list must not be empty.
    pub fn pick<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }

    /// One of a list by weight. The list must not be empty.
    pub fn weighted<'l, T>(&mut self, list: &'l [(usize, T)]) -> &'l T {
        let mut at = self.below(list.iter().map(|(weight, _)| weight).sum());
        for (weight, item) in list {
            if at < *weight {
                return item;
            }
            at -= weight;
        }
        &list[0].1
    }

    /// Shuffles a list in place.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }

    /// `count` different entries of a list, in the order of chance.
    pub fn some<T: Clone>(&mut self, list: &[T], count: usize) -> Vec<T> {
        let mut all = list.to_vec();
        self.shuffle(&mut all);
        all.truncate(count);
        all
    }
}
