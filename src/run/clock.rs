//! The time that drivers live in: simulated, or the wall's.
//!
//! A simulated robot needs no time, and a test never waits; a console may want to watch one move as fast as it would, or
//! ten times as fast. Whoever waits for a real controller takes the wall's time. Nothing here knows the date.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use super::Control;

/// A time that passes.
pub trait Clock: fmt::Debug + Send + Sync {
    /// Since the clock was made.
    fn elapsed(&self) -> Duration;

    /// Lets `time` pass. Ends sooner where the robot is to be halted.
    fn pass(&self, time: Duration, control: &Control);
}

/// Passes when it is told to, and takes no time.
#[derive(Debug, Default)]
pub struct VirtualClock {
    nanoseconds: AtomicU64,
}

impl Clock for VirtualClock {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }

    fn pass(&self, time: Duration, _: &Control) {
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        // Never fails: the closure always gives a value.
        let _ =
            self.nanoseconds.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| Some(now.saturating_add(time)));
    }
}

/// The wall's time, as it is or faster.
#[derive(Debug)]
pub struct WallClock {
    start: Instant,
    speed: f64,
}

impl WallClock {
    /// As on the wall.
    #[must_use]
    pub fn new() -> Self {
        Self::scaled(1.0)
    }

    /// `speed` seconds for every second on the wall: 10 is ten times as fast. What is not a finite number > 0 counts as 1.
    #[must_use]
    pub fn scaled(speed: f64) -> Self {
        let speed = if speed.is_finite() && speed > 0.0 { speed } else { 1.0 };
        Self { start: Instant::now(), speed }
    }
}

impl Default for WallClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        scaled(self.start.elapsed(), self.speed)
    }

    fn pass(&self, time: Duration, control: &Control) {
        control.wait(scaled(time, 1.0 / self.speed));
    }
}

fn scaled(time: Duration, factor: f64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}
