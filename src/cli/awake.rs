//! Whether this program was awake all the while since some moment. In: signals, and the clocks. Out: yes or no.
//!
//! A yes counts only where the program was awake from the question to the run: one that was put to sleep behind a yes would begin the run
//! whenever it is woken up. Not everything that puts a program to sleep sends a signal (the freezer of a control group, a machine that
//! sleeps), so the clocks are looked at as well.

use std::time::Duration;

use super::{failure::Failure, signals};
use crate::{limits::SLEEP_LIMIT, run::Since};

/// A moment since which the program is to have been awake.
pub(super) struct Awake(Since);

impl Awake {
    pub(super) fn from_now() -> Self {
        signals::note_from_now();
        Self(Since::now())
    }

    /// From the start of the program on, which calls this before anything else: for a yes that is in the command itself.
    pub(super) fn from_the_start() -> Result<Self, Failure> {
        signals::note();
        let since = Since::now();
        match age() {
            Some(age) if age > SLEEP_LIMIT => Err(asleep()),
            _ => Ok(Self(since)),
        }
    }

    /// Whether the program was put to sleep since, or told to end.
    pub(super) fn has_slept(&self) -> bool {
        signals::has_come() || self.0.stood_still().is_some()
    }

    /// Fails where it was.
    pub(super) fn refuse_sleep(&self) -> Result<(), Failure> {
        if self.has_slept() { Err(asleep()) } else { Ok(()) }
    }
}

fn asleep() -> Failure {
    Failure::input("this program was put to sleep, or told to end, after it was started: the approval is not taken")
        .hint("look at the plan again, and run the command again")
}

/// How long ago this program was started; none where the system does not say so.
#[cfg(target_os = "linux")]
fn age() -> Option<Duration> {
    use std::{io::Read, path::Path};

    use rustix::{
        param::clock_ticks_per_second,
        time::{ClockId, clock_gettime},
    };

    use crate::files::open;

    /// Of /proc/self/stat, behind the program's name: its start, in ticks since the machine's.
    const START: usize = 19;
    let mut stat = String::new();
    open::regular(Path::new("/proc/self/stat")).ok()?.read_to_string(&mut stat).ok()?;
    let (_, behind_name) = stat.rsplit_once(')')?;
    let ticks: u64 = behind_name.split_whitespace().nth(START)?.parse().ok()?;
    let started = Duration::from_millis(ticks.checked_mul(1_000)?.checked_div(clock_ticks_per_second())?);
    let now = Duration::try_from(clock_gettime(ClockId::Boottime)).ok()?;
    now.checked_sub(started)
}

#[cfg(not(target_os = "linux"))]
fn age() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_knows_how_long_ago_it_was_started() {
        let (first, second) = (age().unwrap(), age().unwrap());
        assert!(first <= second && second < Duration::from_secs(24 * 3600), "{first:?} {second:?}");
    }
}
