//! A driver behind glass: whatever it does, the run goes on to an end of its own.
//!
//! A panic becomes an error, an answer after the deadline too. A call that never returns cannot be helped from within the
//! thread that made it: that is what [`super::Watched`] is for.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use super::{
    Control, Ended,
    driver::{Acknowledgement, Driver, DriverError, Handover, Observation, Order},
};
use crate::limits::DRIVER_ANSWER_LIMIT;

pub(super) struct Guarded<'d>(pub(super) &'d mut dyn Driver);

impl Guarded<'_> {
    pub(super) fn withdraw(&mut self) -> Result<(), DriverError> {
        self.call(DRIVER_ANSWER_LIMIT, |driver| driver.withdraw())
    }

    pub(super) fn begin(&mut self, handover: &Handover, control: &Control) -> Result<(), DriverError> {
        self.call(handover.deadline, |driver| driver.begin(handover, control))
    }

    pub(super) fn step(&mut self, order: &Order, control: &Control) -> Result<Acknowledgement, DriverError> {
        self.call(order.deadline, |driver| driver.step(order, control))
    }

    pub(super) fn observe(&mut self) -> Result<Observation, DriverError> {
        self.call(DRIVER_ANSWER_LIMIT, |driver| driver.observe())
    }

    pub(super) fn halt(&mut self) -> Result<(), DriverError> {
        self.call(DRIVER_ANSWER_LIMIT, |driver| driver.halt())
    }

    pub(super) fn end(&mut self, ended: &Ended) -> Result<(), DriverError> {
        self.call(DRIVER_ANSWER_LIMIT, |driver| driver.end(ended))
    }

    fn call<T>(
        &mut self,
        limit: Duration,
        call: impl FnOnce(&mut dyn Driver) -> Result<T, DriverError>,
    ) -> Result<T, DriverError> {
        let start = Instant::now();
        let answer = guarded(|| call(&mut *self.0)).unwrap_or_else(|words| Err(DriverError::Panicked(words)));
        match answer {
            Ok(_) if start.elapsed() > limit => Err(DriverError::Late { limit }),
            answer => answer,
        }
    }
}

/// What a function gives, or the words of its panic. What it worked on may be half done: it is to be asked for no more
/// than to stop.
pub(super) fn guarded<T>(function: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(function)).map_err(|panic| words(&*panic))
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it gave no reason").to_owned()
}
