//! Any driver, made unreliable: it loses, delays, falsifies and reorders what the driver says, by a seed.
//!
//! The same seed, driver and plan give the same faults, on every machine: the numbers are ChaCha8's own output. Orders
//! are passed on whole or not at all, never changed: what is tried here is whether lies about motion are believed.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::Serialize;
use uuid::Uuid;

use super::{
    Control, Ended,
    driver::{Acknowledgement, Driver, DriverError, Handover, Observation, Order, Stopper},
};
use crate::cell::NO_TOOL;

/// The name in the record of a simulator with faults.
pub(super) const SIMULATED: &str = "simulator with faults";

/// How often each fault happens, in a thousand steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultRates {
    /// The step is not passed on, and fails.
    pub refuse: u32,
    /// The step is done, and nobody says so.
    pub lose_acknowledgement: u32,
    /// The step is done, and said so far too late.
    pub delay_acknowledgement: u32,
    /// The acknowledgement names another step or another run.
    pub falsify_acknowledgement: u32,
    /// The acknowledgement comes after the next one.
    pub reorder_acknowledgement: u32,
    /// Where the robot is cannot be seen.
    pub lose_observation: u32,
    /// What was seen last time is seen again.
    pub delay_observation: u32,
    /// Another position, another tool, another step or another run is seen.
    pub falsify_observation: u32,
    /// The driver panics.
    pub panic: u32,
}

impl FaultRates {
    /// Every fault `rate` times in a thousand.
    #[must_use]
    pub const fn all(rate: u32) -> Self {
        Self {
            refuse: rate,
            lose_acknowledgement: rate,
            delay_acknowledgement: rate,
            falsify_acknowledgement: rate,
            reorder_acknowledgement: rate,
            lose_observation: rate,
            delay_observation: rate,
            falsify_observation: rate,
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

/// A driver with faults.
#[derive(Debug)]
pub struct FaultInjector<D> {
    driver: D,
    rates: FaultRates,
    draw: ChaCha8Rng,
    step: u32,
    /// An acknowledgement that was held back.
    held: Option<Acknowledgement>,
    last_seen: Option<Observation>,
    injected: Vec<Injected>,
}

impl<D: Driver> FaultInjector<D> {
    /// The faults of a seed over a driver.
    #[must_use]
    pub fn new(driver: D, rates: FaultRates, seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let draw = ChaCha8Rng::from_seed(key);
        Self { driver, rates, draw, step: 0, held: None, last_seen: None, injected: Vec::new() }
    }

    /// The faults that happened so far, in order.
    #[must_use]
    pub fn injected(&self) -> &[Injected] {
        &self.injected
    }

    /// The driver without its faults.
    #[must_use]
    pub const fn driver(&self) -> &D {
        &self.driver
    }

    fn happens(&mut self, rate: u32, fault: &'static str) -> bool {
        let happens = self.draw.next_u64() % 1000 < u64::from(rate);
        if happens {
            self.injected.push(Injected { step: self.step, fault });
        }
        happens
    }

    fn acknowledged(&mut self, mut said: Acknowledgement, order: &Order) -> Result<Acknowledgement, DriverError> {
        let rates = self.rates;
        if self.happens(rates.lose_acknowledgement, "acknowledgement lost") {
            return Err(DriverError::Late { limit: order.deadline });
        }
        if self.happens(rates.delay_acknowledgement, "acknowledgement delayed") {
            said.took = said.took.saturating_add(order.deadline).saturating_add(order.deadline);
        }
        if self.happens(rates.falsify_acknowledgement, "acknowledgement falsified") {
            match self.draw.next_u64() % 3 {
                0 => said.number = said.number.wrapping_sub(1),
                1 => said.number = said.number.wrapping_add(1),
                _ => said.run = Uuid::from_u128(said.run.as_u128() ^ 1),
            }
        }
        if self.happens(rates.reorder_acknowledgement, "acknowledgement held back") {
            return self.held.replace(said).ok_or(DriverError::Late { limit: order.deadline });
        }
        Ok(said)
    }

    fn seen(&mut self, seen: Observation) -> Result<Observation, DriverError> {
        let rates = self.rates;
        if self.happens(rates.lose_observation, "observation lost") {
            return Err(DriverError::Failed("nothing was observed".to_owned()));
        }
        let mut said = seen.clone();
        if self.happens(rates.delay_observation, "observation delayed")
            && let Some(earlier) = &self.last_seen
        {
            said = earlier.clone();
        }
        if self.happens(rates.falsify_observation, "observation falsified") {
            match self.draw.next_u64() % 4 {
                0 => said.place.position.push('_'),
                1 if said.place.tool == NO_TOOL => said.place.tool = "Gripper of another cell".to_owned(),
                1 => said.place.tool = NO_TOOL.to_owned(),
                2 => said.after_step = said.after_step.wrapping_add(1),
                _ => said.run = Uuid::from_u128(said.run.as_u128() ^ 1),
            }
        }
        self.last_seen = Some(seen);
        Ok(said)
    }
}

impl<D: Driver> Driver for FaultInjector<D> {
    fn name(&self) -> &'static str {
        if self.driver.is_simulated() { SIMULATED } else { "driver with faults" }
    }

    fn is_simulated(&self) -> bool {
        self.driver.is_simulated()
    }

    fn withdraw(&mut self) -> Result<(), DriverError> {
        self.driver.withdraw()
    }

    fn begin(&mut self, handover: &Handover, control: &Control) -> Result<(), DriverError> {
        (self.step, self.held, self.last_seen) = (0, None, None);
        if self.happens(self.rates.refuse, "begin refused") {
            return Err(DriverError::Failed("the controller refused the run".to_owned()));
        }
        self.driver.begin(handover, control)
    }

    fn step(&mut self, order: &Order, control: &Control) -> Result<Acknowledgement, DriverError> {
        self.step = order.number;
        if self.happens(self.rates.refuse, "step refused") {
            return Err(DriverError::Failed("the controller refused the step".to_owned()));
        }
        let said = self.driver.step(order, control)?;
        if self.happens(self.rates.panic, "panic") {
            // A panic like any other, but for the hook that would write it to the operator's screen.
            std::panic::resume_unwind(Box::new("injected"));
        }
        self.acknowledged(said, order)
    }

    fn observe(&mut self) -> Result<Observation, DriverError> {
        let seen = self.driver.observe()?;
        self.seen(seen)
    }

    fn halt(&mut self) -> Result<(), DriverError> {
        self.driver.halt()
    }

    fn end(&mut self, ended: &Ended) -> Result<(), DriverError> {
        self.driver.end(ended)
    }

    fn stopper(&self) -> Option<Stopper> {
        self.driver.stopper()
    }
}
