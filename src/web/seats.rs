//! The connections that are open, and which of them gives way to the next. In: connections, as they come and end, and whose they are.
//! Out: none; those that give way are closed.
//!
//! Connections of one session are one party, and so are all that have shown no session. Where there are as many connections as there
//! may be, the party with the most of them gives up its oldest. So whoever opens hundreds, with a session or without, closes
//! their own, and what another operator has just sent is read.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    sync::{Arc, OnceLock},
};

use parking_lot::Mutex;
use tokio::task::AbortHandle;

/// The session that a connection has shown first.
pub(super) type Party = Arc<OnceLock<u32>>;

/// See the head of this file.
#[derive(Default)]
pub(super) struct Seats(Mutex<Open>);

#[derive(Default)]
struct Open {
    taken: u64,
    /// By the order in which they came.
    connections: BTreeMap<u64, (AbortHandle, Party)>,
}

impl Seats {
    /// A seat for one connection.
    pub(super) fn take(self: &Arc<Self>) -> Seat {
        let mut open = self.0.lock();
        open.taken += 1;
        Seat { number: open.taken, seats: Arc::clone(self) }
    }

    /// Who sits there, and how they are told to go.
    pub(super) fn sit(&self, number: u64, task: AbortHandle, party: Party) {
        self.0.lock().connections.insert(number, (task, party));
    }

    /// Closes connections until no more than `left` are open.
    pub(super) fn make_room(&self, left: usize) {
        let mut open = self.0.lock();
        while open.connections.len() > left {
            open.close_one();
        }
    }

    /// Closes one connection, where any is open.
    pub(super) fn close_one(&self) {
        self.0.lock().close_one();
    }
}

impl Open {
    fn close_one(&mut self) {
        let party_of = |(&number, (_, party)): (&u64, &(AbortHandle, Party))| (number, party.get().copied());
        let gives_way = giving_way(self.connections.iter().map(party_of));
        if let Some((task, _)) = gives_way.and_then(|number| self.connections.remove(&number)) {
            task.abort();
        }
    }
}

/// The oldest connection of the party that has the most; of several such parties, of the one that came first.
fn giving_way(connections: impl Iterator<Item = (u64, Option<u32>)>) -> Option<u64> {
    let mut parties: HashMap<Option<u32>, (usize, u64)> = HashMap::new();
    for (number, party) in connections {
        let (count, oldest) = parties.entry(party).or_insert((0, number));
        *count += 1;
        *oldest = number.min(*oldest);
    }
    parties.into_values().max_by_key(|&(count, oldest)| (count, Reverse(oldest))).map(|(_, oldest)| oldest)
}

/// A connection's seat, given up when the connection ends.
pub(super) struct Seat {
    pub(super) number: u64,
    seats: Arc<Seats>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.0.lock().connections.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(parties: &[Option<u32>]) -> Option<u64> {
        giving_way((0..).zip(parties.iter().copied()))
    }

    #[test]
    fn the_largest_party_gives_up_its_oldest() {
        let (ada, bob) = (Some(1), Some(2));
        for (parties, number) in [
            (&[][..], None),
            (&[ada], Some(0)),
            // Of equals the one that came first.
            (&[ada, bob, None], Some(0)),
            (&[bob, ada, None, ada], Some(1)),
            // Whoever has just come and has said nothing yet stays.
            (&[bob, bob, bob, None], Some(0)),
            (&[ada, bob, bob, None], Some(1)),
            (&[ada, None, None, bob, None], Some(1)),
        ] {
            assert_eq!(of(parties), number, "{parties:?}");
        }
    }

    proptest::proptest! {
        /// However many somebody else has, with a session or without, a connection is read as long as fewer than that have come after it.
        #[test]
        fn a_flood_closes_its_own(
            others in proptest::collection::vec(proptest::option::of(0_u32..3), 0..20), many in 21_usize..60, flooding in proptest::option::of(7_u32..8),
        ) {
            let flood = std::iter::repeat_n(flooding, many);
            let parties: Vec<_> = others.iter().copied().filter(|party| *party != flooding).chain(flood).chain([Some(9)]).collect();
            let gone = of(&parties).unwrap();
            proptest::prop_assert_eq!(parties[usize::try_from(gone).unwrap()], flooding);
        }
    }
}
