//! How often a PIN may be tried. In: names, addresses, the time. Out: yes or no. A try counts as wrong until it has turned out right, so that
//! many at once are no way around it.
//!
//! 1. For one name from one address there are a few tries, and then one a minute: whoever guesses locks that address out, and not the
//!    operator at another one.
//! 2. For one name from all addresses together there are more, and then one every few seconds.
//! 3. Names and addresses share a fixed number of counters: what is counted is bounded, and says nothing about which names there are.

use std::{
    hash::{BuildHasher, RandomState},
    net::IpAddr,
    time::{Duration, Instant},
};

use super::operators::looks;
use crate::limits::{WEB_PIN_TRIES, WEB_PIN_TRIES_OF_ALL, WEB_PIN_WAIT, WEB_PIN_WAIT_OF_ALL};

/// Counters. Two names of one cell hardly ever share one.
const COUNTERS: usize = 4096;

/// See the head of this file.
pub(super) struct Tries {
    hasher: RandomState,
    from_one: Counters,
    from_all: Counters,
}

/// Wrong tries in a row, and when the last one was.
type Counter = (u32, Option<Instant>);

struct Counters {
    free: u32,
    wait: Duration,
    counters: Vec<Counter>,
}

impl Default for Tries {
    fn default() -> Self {
        Self {
            hasher: RandomState::new(),
            from_one: Counters::new(WEB_PIN_TRIES, WEB_PIN_WAIT),
            from_all: Counters::new(WEB_PIN_TRIES_OF_ALL, WEB_PIN_WAIT_OF_ALL),
        }
    }
}

impl Tries {
    /// Whether this name may be tried now from there, which counts as a wrong try.
    pub(super) fn begin(&mut self, name: &str, from: IpAddr, now: Instant) -> bool {
        let (one, all) = self.places(name, from);
        let may = self.from_one.may(one, now) && self.from_all.may(all, now);
        if may {
            self.from_one.count(one, now);
            self.from_all.count(all, now);
        }
        may
    }

    /// It was right.
    pub(super) fn right(&mut self, name: &str, from: IpAddr) {
        let (one, all) = self.places(name, from);
        self.from_one.counters[one] = (0, None);
        self.from_all.counters[all] = (0, None);
    }

    fn places(&self, name: &str, from: IpAddr) -> (usize, usize) {
        let name = looks(name);
        let place = |hash: u64| hash as usize % COUNTERS;
        (place(self.hasher.hash_one((&name, from))), place(self.hasher.hash_one(&name)))
    }
}

impl Counters {
    fn new(free: u32, wait: Duration) -> Self {
        Self { free, wait, counters: vec![(0, None); COUNTERS] }
    }

    fn may(&self, place: usize, now: Instant) -> bool {
        let (wrong, last) = self.counters[place];
        wrong < self.free || last.is_none_or(|last| now.saturating_duration_since(last) >= self.wait)
    }

    fn count(&mut self, place: usize, now: Instant) {
        let (wrong, last) = &mut self.counters[place];
        (*wrong, *last) = (wrong.saturating_add(1), Some(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn there(number: u8) -> IpAddr {
        IpAddr::from([192, 168, 10, number])
    }

    #[test]
    fn after_a_few_wrong_tries_one_has_to_wait() {
        let (mut tries, now) = (Tries::default(), Instant::now());
        for _ in 0..WEB_PIN_TRIES {
            assert!(tries.begin("Ada", HERE, now));
        }
        let soon = now + WEB_PIN_WAIT - Duration::from_millis(1);
        assert!(!tries.begin("ADA", HERE, now) && !tries.begin("ada", HERE, soon));
        assert!(tries.begin("Bob", HERE, now), "somebody else need not wait");
        let later = now + WEB_PIN_WAIT;
        assert!(tries.begin("Ada", HERE, later) && !tries.begin("Ada", HERE, later), "one try for each wait");
        tries.right("Ada", HERE);
        assert!(tries.begin("Ada", HERE, later));
    }

    #[test]
    fn whoever_guesses_locks_out_their_own_address() {
        let (mut tries, now) = (Tries::default(), Instant::now());
        while tries.begin("Ada", there(1), now) {}
        assert!(tries.begin("Ada", HERE, now));
    }

    #[test]
    fn many_addresses_are_no_way_around_it() {
        let (mut tries, now) = (Tries::default(), Instant::now());
        let begun = (0..=255).filter(|number| tries.begin("Ada", there(*number), now)).count();
        assert_eq!(begun, WEB_PIN_TRIES_OF_ALL as usize);
        let later = now + WEB_PIN_WAIT_OF_ALL;
        assert!(tries.begin("Ada", HERE, later) && !tries.begin("Ada", there(9), later));
    }
}
