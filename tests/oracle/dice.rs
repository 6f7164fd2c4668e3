//! Numbers that look random and are not: a seed goes in, the same numbers come out on every machine.
//!
//! The strategies draw one number and take all choices from it, the exports are shuffled by it, the enumeration fills in
//! with it what its cells do not differ in. What is never done here: anything that depends on the time or the machine.

/// A small generator of numbers (splitmix64); from seed 0 [`Dice::rolls`] always says no.
pub struct Dice {
    seed: u64,
    state: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self { seed, state: seed }
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    /// Yes, once in `sides`.
    pub fn rolls(&mut self, sides: u64) -> bool {
        self.below(sides) == 0 && self.seed != 0
    }
}
