//! A run's time.
//!
//! In: the robot's own time, where the driver keeps one, and this machine's time. Out: the time that limits are compared with.
//!
//! | the run waits for | what passes |
//! |---|---|
//! | a simulated robot | the robot's own time |
//! | this machine, for example the journal | this machine's time |
//! | a judge, while a verdict is open | no time: the controller is not to blame for the wait |

use std::time::{Duration, Instant};

/// What the run waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaitsFor {
    /// The robot.
    Robot,
    /// This machine.
    Machine,
    /// A judge beside the code.
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
