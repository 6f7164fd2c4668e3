//! A run's time.
//!
//! In: the robot's own time, where it keeps one, and that the wall's went on. Out: the time that limits are held against.
//! That of a simulated robot passes while the run waits for the robot; while it waits for this machine, for the journal say,
//! the wall's does, so that neither is held against the other. While a verdict is open, no time passes: the controller
//! answers for none of it.

use std::time::{Duration, Instant};

/// Whom the run waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaitsFor {
    /// The robot.
    Robot,
    /// Something that this machine is to do.
    Machine,
    /// Whoever judges a step beside the code.
    Judge,
}

/// See the head of this file.
pub(super) struct Clock {
    now: Duration,
    wall: Instant,
    /// The robot's own time, where there is one.
    robot: Option<Duration>,
}

impl Clock {
    pub(super) fn new(keeps_time: bool) -> Self {
        Self { now: Duration::ZERO, wall: Instant::now(), robot: keeps_time.then_some(Duration::ZERO) }
    }

    pub(super) fn robot_says(&mut self, at: Duration, waits_for: WaitsFor) -> Duration {
        let before = self.robot.unwrap_or(at);
        self.robot = Some(before.max(at));
        if waits_for == WaitsFor::Robot {
            self.now = self.now.saturating_add(at.saturating_sub(before));
        }
        self.now
    }

    pub(super) fn ticked(&mut self, waits_for: WaitsFor) -> Duration {
        let wall = Instant::now();
        let passed = wall.duration_since(std::mem::replace(&mut self.wall, wall));
        let counts = match waits_for {
            WaitsFor::Robot => self.robot.is_none(),
            WaitsFor::Machine => true,
            WaitsFor::Judge => false,
        };
        if counts {
            self.now = self.now.saturating_add(passed);
        }
        self.now
    }
}
