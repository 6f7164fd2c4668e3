//! Waiting for a thread that writes: for as long as it needs, but not for a write that hangs.
//!
//! A clock alone cannot tell the two apart: on a busy machine a thread may get no processor for seconds, and nothing hangs. So
//! the waiting is cut into looks, and it is given up only where one and the same write is under way at so many looks in a row.
//! Whoever waits must be given the processor for each of them, and so is the thread that writes.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// Looks that must find the same write before it counts as one that hangs.
const LOOKS: u32 = 20;

/// Counts the writes of one thread: odd while one is under way.
#[derive(Clone, Debug, Default)]
pub struct Writes(Arc<AtomicU64>);

impl Writes {
    /// Does a write, and lets it be seen meanwhile.
    pub fn during<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.fetch_add(1, Ordering::SeqCst);
        let written = write();
        self.0.fetch_add(1, Ordering::SeqCst);
        written
    }

    /// Tries again and again, until there is something; none where one write hangs for all of `patience`. A try waits no longer
    /// than it is told. With no patience at all there is one try.
    pub fn patiently<T>(&self, patience: Duration, mut attempt: impl FnMut(Duration) -> Option<T>) -> Option<T> {
        if patience.is_zero() {
            return attempt(patience);
        }
        let (mut seen, mut same) = (self.0.load(Ordering::SeqCst), 0);
        while same < LOOKS {
            if let Some(found) = attempt(patience / LOOKS) {
                return Some(found);
            }
            let now = self.0.load(Ordering::SeqCst);
            let hangs = now == seen && now % 2 == 1;
            same = if hangs { same + 1 } else { 0 };
            seen = now;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(2);

    /// A display that got no processor for two seconds was taken for one that stalls, and a run's lines were lost.
    #[test]
    fn a_thread_that_gets_no_processor_is_waited_for() {
        let mut tries = 0;
        let found = Writes::default().patiently(PATIENCE, |wait| {
            assert_eq!(wait, PATIENCE / LOOKS);
            tries += 1;
            (tries == 100 * LOOKS).then_some(tries)
        });
        assert_eq!(found, Some(100 * LOOKS));
    }

    #[test]
    fn a_write_that_hangs_is_given_up() {
        let (writes, mut tries) = (Writes::default(), 0);
        let given_up = writes.during(|| {
            writes.patiently(PATIENCE, |_| -> Option<()> {
                tries += 1;
                None
            })
        });
        assert_eq!((given_up, tries), (None, LOOKS));
    }

    #[test]
    fn writes_that_go_on_are_waited_for() {
        let (writes, mut tries) = (Writes::default(), 0);
        let found = writes.during(|| {
            writes.patiently(PATIENCE, |_| {
                tries += 1;
                // The one ends and the next begins, just before it would be given up.
                if tries % LOOKS == 0 {
                    writes.0.fetch_add(2, Ordering::SeqCst);
                }
                (tries == 10 * LOOKS).then_some(tries)
            })
        });
        assert_eq!(found, Some(10 * LOOKS));
    }

    #[test]
    fn without_patience_there_is_one_try() {
        let (writes, mut tries) = (Writes::default(), 0);
        let found = writes.patiently(Duration::ZERO, |_| -> Option<()> {
            tries += 1;
            None
        });
        assert_eq!((found, tries), (None, 1));
    }
}
