//! Whether this program stood still: put to sleep, without a processor, or on a machine that was asleep.
//!
//! In: the clocks, which a thread of its own looks at again and again from the first look on. Out: whether a look came later than
//! [`SLEEP_LIMIT`] after the one before. What the program itself waits for, such as a disk or a model, delays no look: an approval does not
//! grow old while its run is honestly made ready, and does while nobody could have heard a stop.
//!
//! Two clocks are looked at. The one that is never set does not count while the machine sleeps; the machine's date does.

use std::{
    sync::{Once, OnceLock},
    thread,
    time::{Duration, Instant, SystemTime},
};

use parking_lot::Mutex;

use crate::limits::{AWAKE_LOOK_EVERY, SLEEP_LIMIT};

/// How often the program had stood still at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Since(u64);

impl Since {
    pub(crate) fn now() -> Self {
        static THREAD: Once = Once::new();
        THREAD.call_once(|| {
            let work = || loop {
                thread::sleep(AWAKE_LOOK_EVERY);
                looks().lock().look(Clocks::now());
            };
            // Without the thread nobody looks between the approval and the run. A wait of more than the limit is then taken for a sleep, and
            // the run does not begin: that is safe, so the failure is not told.
            let _ = thread::Builder::new().name("awake".to_owned()).spawn(work);
        });
        let mut looks = looks().lock();
        looks.look(Clocks::now());
        Self(looks.times)
    }

    /// Names it, for a form that is shown now.
    #[cfg(feature = "web")]
    pub(crate) const fn number(self) -> u64 {
        self.0
    }

    /// What a form names that was shown then.
    #[cfg(feature = "web")]
    pub(crate) const fn named(number: u64) -> Self {
        Self(number)
    }

    /// For how long the program stood still since then, if it did.
    pub(crate) fn stood_still(self) -> Option<Duration> {
        let mut looks = looks().lock();
        looks.look(Clocks::now());
        looks.since(self)
    }
}

fn looks() -> &'static Mutex<Looks> {
    static LOOKS: OnceLock<Mutex<Looks>> = OnceLock::new();
    LOOKS.get_or_init(|| Mutex::new(Looks::from(Clocks::now())))
}

#[derive(Clone, Copy, Debug)]
struct Clocks {
    steady: Instant,
    date: SystemTime,
}

impl Clocks {
    fn now() -> Self {
        Self { steady: Instant::now(), date: SystemTime::now() }
    }

    /// What passed since `before`. A date that was set back counts for nothing.
    fn after(self, before: Self) -> Duration {
        let steady = self.steady.saturating_duration_since(before.steady);
        steady.max(self.date.duration_since(before.date).unwrap_or_default())
    }
}

#[derive(Debug)]
struct Looks {
    last: Clocks,
    times: u64,
    /// For how long, the last time.
    slept: Duration,
}

impl Looks {
    const fn from(now: Clocks) -> Self {
        Self { last: now, times: 0, slept: Duration::ZERO }
    }

    fn look(&mut self, now: Clocks) {
        let slept = now.after(std::mem::replace(&mut self.last, now));
        if slept > SLEEP_LIMIT {
            self.times += 1;
            self.slept = slept;
        }
    }

    fn since(&self, since: Since) -> Option<Duration> {
        (self.times > since.0).then_some(self.slept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that was put to sleep behind the yes began the run when it was woken up.
    #[test]
    fn a_gap_between_two_looks_is_kept_for_whoever_asks_later() {
        let begun = Clocks::now();
        let at = |steady_ms, date_ms| Clocks {
            steady: begun.steady + Duration::from_millis(steady_ms),
            date: begun.date + Duration::from_millis(date_ms),
        };
        let limit = u64::try_from(SLEEP_LIMIT.as_millis()).unwrap();
        let mut looks = Looks::from(begun);
        let approved = Since(looks.times);
        // An honest wait of any length: looks come all the while.
        for look in 1..100 {
            looks.look(at(look * limit, look * limit));
            assert_eq!(looks.since(approved), None);
        }
        looks.look(at(101 * limit, 101 * limit));
        assert_eq!(looks.since(approved), Some(2 * SLEEP_LIMIT));
        let later = Since(looks.times);
        #[cfg(feature = "web")]
        assert_eq!(looks.since(Since::named(approved.number())), looks.since(approved));
        looks.look(at(101 * limit + 1, 101 * limit + 1));
        assert_eq!((looks.since(approved), looks.since(later)), (Some(2 * SLEEP_LIMIT), None));
        // The machine slept; then its date was set back.
        looks.look(at(101 * limit + 2, 200 * limit));
        assert!(looks.since(later).is_some());
        let later = Since(looks.times);
        looks.look(at(101 * limit + 3, 0));
        assert_eq!(looks.since(later), None);
    }
}
