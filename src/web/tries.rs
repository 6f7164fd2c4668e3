//! How often a PIN may be tried. In: names, the time. Out: yes or no. A try counts as wrong until it has turned out right, so that many
//! at once are no way around it.
//!
//! Names share a fixed number of counters: what is counted is bounded, and says nothing about which names there are.

use std::{
    hash::{BuildHasher, RandomState},
    time::Instant,
};

use crate::limits::{WEB_PIN_TRIES, WEB_PIN_WAIT};

/// Counters. Two names of one cell hardly ever share one.
const COUNTERS: usize = 4096;

/// See the head of this file.
pub(super) struct Tries {
    hasher: RandomState,
    counters: Vec<(u32, Option<Instant>)>,
}

impl Default for Tries {
    fn default() -> Self {
        Self { hasher: RandomState::new(), counters: vec![(0, None); COUNTERS] }
    }
}

impl Tries {
    /// Whether this name may be tried now, which counts as a wrong try.
    pub(super) fn begin(&mut self, name: &str, now: Instant) -> bool {
        let (wrong, last) = self.counter(name);
        let has_waited = last.is_none_or(|last| now.saturating_duration_since(last) >= WEB_PIN_WAIT);
        if *wrong >= WEB_PIN_TRIES && !has_waited {
            return false;
        }
        *wrong = wrong.saturating_add(1);
        *last = Some(now);
        true
    }

    /// It was right.
    pub(super) fn right(&mut self, name: &str) {
        *self.counter(name) = (0, None);
    }

    fn counter(&mut self, name: &str) -> &mut (u32, Option<Instant>) {
        let place = self.hasher.hash_one(name.to_lowercase()) as usize % COUNTERS;
        &mut self.counters[place]
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn after_a_few_wrong_tries_one_has_to_wait() {
        let (mut tries, now) = (Tries::default(), Instant::now());
        for _ in 0..WEB_PIN_TRIES {
            assert!(tries.begin("Ada", now));
        }
        let soon = now + WEB_PIN_WAIT - Duration::from_millis(1);
        assert!(!tries.begin("ADA", now) && !tries.begin("ada", soon));
        assert!(tries.begin("Bob", now), "somebody else need not wait");
        let later = now + WEB_PIN_WAIT;
        assert!(tries.begin("Ada", later) && !tries.begin("Ada", later), "one try for each wait");
        tries.right("Ada");
        assert!(tries.begin("Ada", later));
    }
}
