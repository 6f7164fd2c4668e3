//! Random numbers that stay what they are: ChaCha8's stream, and every use of it spelt out.
//!
//! Only the raw 64-bit output of the generator is taken from the library, which promises to keep it; ranges, chances and
//! shuffles are made of it here, so that no later version of a library can change a generated cell.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A stream of draws.
pub(super) struct Draw(ChaCha8Rng);

impl Draw {
    /// The stream of a seed.
    pub(super) fn of(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A number below `bound`, which is not 0. Favours some by less than one in 2^32.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// True this often in a hundred.
    pub(super) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// One of these.
    pub(super) fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Any order of these, each as likely as the others (Fisher and Yates).
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Draw;

    /// A change here changes every generated cell, and with them all measured figures.
    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut draw = Draw::of(1);
        let drawn: Vec<usize> = (0..6).map(|_| draw.below(1000)).collect();
        assert_eq!(drawn, [381, 294, 798, 916, 855, 139]);
    }
}
