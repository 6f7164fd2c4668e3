//! `--timings`: what took how long, on stderr.

use std::time::{Duration, Instant};

use super::printer::talk;

/// A stopwatch that may be off.
pub(super) struct Timings {
    shown: bool,
    started: Instant,
    laps: Vec<(&'static str, Duration)>,
}

impl Timings {
    pub(super) fn start(shown: bool) -> Self {
        Self { shown, started: Instant::now(), laps: Vec::new() }
    }

    /// Ends the lap with this name, and starts the next.
    pub(super) fn lap(&mut self, name: &'static str) {
        let now = Instant::now();
        self.laps.push((name, now - self.started));
        self.started = now;
    }

    /// Names a part of the lap before, and takes it out of that.
    pub(super) fn part(&mut self, name: &'static str, time: Duration) {
        if let Some((_, lap)) = self.laps.last_mut() {
            *lap = lap.saturating_sub(time);
        }
        let whole = self.laps.len().saturating_sub(1);
        self.laps.insert(whole, (name, time));
    }

    pub(super) fn show(&self) {
        if self.shown {
            let laps: Vec<String> = self.laps.iter().map(|(name, time)| format!("{name} {}", words(*time))).collect();
            talk(format_args!("timings: {}", laps.join(", ")));
        }
    }
}

fn words(time: Duration) -> String {
    let us = time.as_secs_f64() * 1e6;
    if us < 1e3 {
        format!("{us:.1} µs")
    } else if us < 1e6 {
        format!("{:.2} ms", us / 1e3)
    } else {
        format!("{:.2} s", us / 1e6)
    }
}
