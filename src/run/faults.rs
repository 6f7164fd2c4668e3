//! Any driver, made unreliable: it loses, delays, falsifies, doubles and reorders what the driver says, by a seed.
//!
//! The same seed, driver and plan give the same faults on every machine, for the numbers are ChaCha8's own output. A permit is
//! passed on unchanged or not at all: this injector tries whether lies about motion are believed.

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::Serialize;
use uuid::Uuid;

use super::{
    driver::{Again, Driver, DriverError, Handover, Heard, Message, Stopper},
    protocol::{Grant, Permit, Progress},
};
use crate::{cell::NO_TOOL, limits::STEP_DEADLINE_MAX, observe::Declared};

/// The name in the record of a simulator with faults.
pub(super) const SIMULATED: &str = "simulator with faults";

/// How often each fault happens, in a thousand lines or permits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultRates {
    /// The permit is not passed on, and that is said.
    pub refuse: u32,
    /// The line is not heard, and nothing after it.
    pub lose_line: u32,
    /// The line is heard far too late.
    pub delay_line: u32,
    /// The line names another step, another permit or another run.
    pub falsify_line: u32,
    /// The line is heard twice.
    pub double_line: u32,
    /// The line is heard after the next one.
    pub reorder_line: u32,
    /// The line says that the step failed.
    pub fail_step: u32,
    /// Another position or another tool is said.
    pub falsify_place: u32,
    /// The controller cannot be heard any more.
    pub break_off: u32,
    /// The driver panics.
    pub panic: u32,
}

impl FaultRates {
    /// Every fault `rate` times in a thousand.
    #[must_use]
    pub const fn all(rate: u32) -> Self {
        Self {
            refuse: rate,
            lose_line: rate,
            delay_line: rate,
            falsify_line: rate,
            double_line: rate,
            reorder_line: rate,
            fail_step: rate,
            falsify_place: rate,
            break_off: rate,
            panic: rate,
        }
    }
}

/// A fault that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Injected {
    /// At which step; 0 before the first.
    pub step: u32,
    /// Which fault.
    pub fault: &'static str,
}

/// The faults that happened so far, in order.
pub type InjectedFaults = Arc<Mutex<Vec<Injected>>>;

/// A driver with faults.
#[derive(Debug)]
pub struct FaultInjector<D> {
    driver: D,
    rates: FaultRates,
    draw: ChaCha8Rng,
    step: u32,
    /// A line that was held back.
    held: Option<Message>,
    /// What delays have added to the driver's time.
    late: Duration,
    injected: InjectedFaults,
}

impl<D: Driver> FaultInjector<D> {
    /// The faults of a seed over a driver.
    #[must_use]
    pub fn new(driver: D, rates: FaultRates, seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let draw = ChaCha8Rng::from_seed(key);
        Self { driver, rates, draw, step: 0, held: None, late: Duration::ZERO, injected: Arc::default() }
    }

    /// Where the faults that happen are noted.
    #[must_use]
    pub fn injected(&self) -> InjectedFaults {
        Arc::clone(&self.injected)
    }

    fn happens(&mut self, rate: u32, fault: &'static str) -> bool {
        let happens = self.draw.next_u64() % 1000 < u64::from(rate);
        if happens {
            self.injected.lock().push(Injected { step: self.step, fault });
        }
        happens
    }

    /// What is heard instead of a line.
    fn heard(&mut self, mut told: Message, lines: &mut Vec<Message>) {
        let rates = self.rates;
        if self.happens(rates.lose_line, "line lost") {
            self.late += TOO_LATE;
            return;
        }
        if self.happens(rates.delay_line, "line delayed") {
            self.late += TOO_LATE;
        }
        let line = &mut told.line;
        if self.happens(rates.falsify_line, "line falsified") {
            match self.draw.next_u64() % 4 {
                0 => line.step = line.step.wrapping_sub(1),
                1 => line.step = line.step.wrapping_add(1),
                2 => line.serial = line.serial.wrapping_sub(1),
                _ => line.run = Uuid::from_u128(line.run.as_u128() ^ 1),
            }
        }
        if self.happens(rates.fail_step, "step said to have failed") {
            line.progress = Progress::Failed("injected".to_owned());
        }
        if let Progress::Done(place) | Progress::At(place) = &mut line.progress
            && self.happens(rates.falsify_place, "place falsified")
        {
            match self.draw.next_u64() % 2 {
                0 => place.position.push('_'),
                _ if place.tool == NO_TOOL => place.tool = "Gripper of another cell".to_owned(),
                _ => place.tool = NO_TOOL.to_owned(),
            }
        }
        if self.happens(rates.double_line, "line doubled") {
            lines.push(told.clone());
        }
        if self.happens(rates.reorder_line, "line held back") {
            lines.extend(self.held.replace(told));
        } else {
            lines.push(told);
            lines.extend(self.held.take());
        }
    }
}

/// Longer than any step may take.
const TOO_LATE: Duration = STEP_DEADLINE_MAX.saturating_mul(2);

impl<D: Driver> Driver for FaultInjector<D> {
    fn name(&self) -> &'static str {
        if self.driver.is_simulated() { SIMULATED } else { "driver with faults" }
    }

    fn is_simulated(&self) -> bool {
        self.driver.is_simulated()
    }

    fn keeps_time(&self) -> bool {
        self.driver.keeps_time()
    }

    fn folder(&self) -> Option<std::path::PathBuf> {
        self.driver.folder()
    }

    fn declared(&self, handover: &Handover) -> Declared {
        self.driver.declared(handover)
    }

    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        (self.step, self.held) = (0, None);
        if self.happens(self.rates.refuse, "run refused") {
            return Err(DriverError::Failed("the controller refused the run".to_owned()));
        }
        self.driver.prepare(handover)
    }

    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        self.step = permit.step;
        if permit.grant == Grant::Go && self.happens(self.rates.refuse, "permit refused") {
            return Err(DriverError::Failed("the controller refused the step".to_owned()));
        }
        self.driver.publish(permit)
    }

    fn listen(&mut self) -> Result<Heard, DriverError> {
        let heard = self.driver.listen()?;
        if self.happens(self.rates.panic, "panic") {
            // A panic like any other, but for the hook that would write it to the operator's screen.
            std::panic::resume_unwind(Box::new("injected"));
        }
        if self.happens(self.rates.break_off, "broken off") {
            return Err(DriverError::Protocol("the controller cannot be heard any more".to_owned()));
        }
        let mut lines = Vec::new();
        heard.lines.into_iter().for_each(|told| self.heard(told, &mut lines));
        // Whoever waits for a line that was held back or lost gets nothing before the limit.
        if heard.again == Again::AfterPermit && self.held.is_some() {
            self.late += TOO_LATE;
        }
        Ok(Heard { lines, at: heard.at.saturating_add(self.late), again: heard.again })
    }

    fn stopper(&self) -> Arc<dyn Stopper> {
        self.driver.stopper()
    }
}
