//! A driver on a thread of its own, so that a call that never returns ends with its deadline.
//!
//! In: any driver that may be sent to a thread. Out: the same driver, with answers in time or none. A driver that did not
//! answer is asked nothing more: its thread is left behind, and only its [`Stopper`] is used to halt the robot.

use std::{thread, time::Instant};

use crossbeam_channel::{Receiver, Sender, bounded, select};

use super::{
    Control, Ended,
    driver::{Acknowledgement, Driver, DriverError, Handover, Observation, Order, Stopper},
    guard::guarded,
};
use crate::limits::DRIVER_ANSWER_LIMIT;

/// Gives a message when its time is over.
type Alarm = Box<dyn Fn(std::time::Duration) -> Receiver<Instant> + Send>;

type Call = Box<dyn FnOnce(&mut dyn Driver) + Send>;

/// A driver that is watched. See the head of this file.
pub struct Watched {
    name: &'static str,
    is_simulated: bool,
    calls: Option<Sender<Call>>,
    stopper: Option<Stopper>,
    alarm: Alarm,
}

impl std::fmt::Debug for Watched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watched")
            .field("name", &self.name)
            .field("answers", &self.calls.is_some())
            .finish_non_exhaustive()
    }
}

impl Watched {
    /// Puts a driver on a thread of its own.
    #[must_use]
    pub fn new(driver: Box<dyn Driver + Send>) -> Self {
        Self::with_alarm(driver, Box::new(crossbeam_channel::after))
    }

    /// The same with another alarm, for tests that do not wait.
    #[must_use]
    pub fn with_alarm(mut driver: Box<dyn Driver + Send>, alarm: Alarm) -> Self {
        let (name, is_simulated) = (driver.name(), driver.is_simulated());
        let (calls, inbox) = bounded::<Call>(1);
        let work = move || inbox.into_iter().for_each(|call| call(&mut *driver));
        let is_there = thread::Builder::new().name(name.to_owned()).spawn(work).is_ok();
        Self { name, is_simulated, calls: is_there.then_some(calls), stopper: None, alarm }
    }

    fn call<T: Send + 'static>(
        &mut self,
        limit: std::time::Duration,
        call: impl FnOnce(&mut dyn Driver) -> Result<T, DriverError> + Send + 'static,
    ) -> Result<T, DriverError> {
        let (answer, answered) = bounded(1);
        let call: Call = Box::new(move |driver| {
            let result = guarded(|| call(driver)).unwrap_or_else(|words| Err(DriverError::Panicked(words)));
            // Nobody waits any more: the deadline was over.
            let _ = answer.send((result, driver.stopper()));
        });
        let calls = self.calls.as_ref().ok_or(DriverError::Lost)?;
        calls.send(call).map_err(|_| DriverError::Lost)?;
        let alarm = (self.alarm)(limit);
        let in_time = select! {
            recv(answered) -> answer => answer.map_err(|_| DriverError::Lost),
            recv(alarm) -> _ => answered.try_recv().map_err(|_| DriverError::Late { limit }),
        };
        match in_time {
            Ok((result, stopper)) => {
                self.stopper = stopper;
                result
            }
            Err(error) => {
                self.calls = None;
                Err(error)
            }
        }
    }
}

impl Driver for Watched {
    fn name(&self) -> &'static str {
        self.name
    }

    fn is_simulated(&self) -> bool {
        self.is_simulated
    }

    fn withdraw(&mut self) -> Result<(), DriverError> {
        self.call(DRIVER_ANSWER_LIMIT, |driver| driver.withdraw())
    }

    fn begin(&mut self, handover: &Handover, control: &Control) -> Result<(), DriverError> {
        let (handover, control) = (handover.clone(), control.clone());
        self.call(handover.deadline, move |driver| driver.begin(&handover, &control))
    }

    fn step(&mut self, order: &Order, control: &Control) -> Result<Acknowledgement, DriverError> {
        let (order, control) = (order.clone(), control.clone());
        self.call(order.deadline, move |driver| driver.step(&order, &control))
    }

    fn observe(&mut self) -> Result<Observation, DriverError> {
        self.call(DRIVER_ANSWER_LIMIT, |driver| driver.observe())
    }

    fn halt(&mut self) -> Result<(), DriverError> {
        if self.calls.is_some() {
            return self.call(DRIVER_ANSWER_LIMIT, |driver| driver.halt());
        }
        self.stopper.as_ref().map_or(Err(DriverError::Lost), |stop| stop())
    }

    fn end(&mut self, ended: &Ended) -> Result<(), DriverError> {
        let ended = ended.clone();
        self.call(DRIVER_ANSWER_LIMIT, move |driver| driver.end(&ended))
    }
}
