//! A driver on its own thread: the same runs, and an end where a call never returns.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use cellgraph::run::{
    Acknowledgement, Control, Driver, DriverError, Ended, Handover, Observation, Order, Simulator, Stopper, Watched,
};
use crossbeam_channel::{Receiver, Sender, bounded, never};

use super::support::{Bench, Moment, Tricky};

#[test]
fn a_watched_driver_does_the_same() {
    let mut bench = Bench::new();
    let mut driver = Watched::new(Box::new(bench.robot()));
    assert!(bench.run(&mut driver).unwrap().end.is_completed());
    assert_eq!(driver.name(), "simulator");
    assert!(driver.is_simulated());
}

#[test]
fn a_panic_on_the_other_thread_is_an_error_on_this_one() {
    let mut bench = Bench::new();
    let trick = |n: u32, moment: Moment<'_>| match moment {
        Moment::Before if n == 2 => std::panic::resume_unwind(Box::new("boom".to_owned())),
        _ => Ok(()),
    };
    let mut driver = Watched::new(Box::new(Tricky::new(bench.robot(), trick)));
    let end = bench.run(&mut driver).unwrap().end;
    assert_eq!(end.to_string(), "failed at step 2: the driver has a fault of its own: boom");
}

/// Never returns from step 3 while the test lives.
struct Stuck {
    robot: Simulator,
    is_stuck: Sender<std::time::Instant>,
    released: Receiver<()>,
    is_stopped: Option<Arc<AtomicBool>>,
}

impl Driver for Stuck {
    fn name(&self) -> &'static str {
        "stuck"
    }
    fn is_simulated(&self) -> bool {
        true
    }
    fn begin(&mut self, handover: &Handover, control: &Control) -> Result<(), DriverError> {
        self.robot.begin(handover, control)
    }
    fn step(&mut self, order: &Order, control: &Control) -> Result<Acknowledgement, DriverError> {
        if order.number == 3 {
            self.is_stuck.send(std::time::Instant::now()).unwrap();
            let _ = self.released.recv();
        }
        self.robot.step(order, control)
    }
    fn observe(&mut self) -> Result<Observation, DriverError> {
        self.robot.observe()
    }
    fn halt(&mut self) -> Result<(), DriverError> {
        self.robot.halt()
    }
    fn end(&mut self, ended: &Ended) -> Result<(), DriverError> {
        self.robot.end(ended)
    }
    fn stopper(&self) -> Option<Stopper> {
        let is_stopped = Arc::clone(self.is_stopped.as_ref()?);
        Some(Box::new(move || {
            is_stopped.store(true, Ordering::SeqCst);
            Ok(())
        }))
    }
}

/// A run by a driver that gets stuck; the alarm rings when it is.
fn stuck(stopper: Option<Arc<AtomicBool>>) -> (Ended, Vec<String>) {
    let mut bench = Bench::new();
    let (is_stuck, alarm) = bounded(1);
    let (_release, released) = bounded(0);
    let driver = Stuck { robot: bench.robot(), is_stuck, released, is_stopped: stopper };
    let mut driver = Watched::with_alarm(Box::new(driver), Box::new(move |_| alarm.clone()));
    let report = bench.run(&mut driver).unwrap();
    assert!(!bench.store.robot().unwrap().confirmed);
    (report.end, report.notes)
}

#[test]
fn a_call_that_never_returns_ends_with_its_deadline() {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let (end, notes) = stuck(Some(Arc::clone(&is_stopped)));
    assert_eq!(end.to_string(), "failed at step 3: no answer within 604 s");
    assert!(is_stopped.load(Ordering::SeqCst), "the second way to stop was taken");
    assert_eq!(notes, ["the driver could not be told that the run is over: the driver does not answer any more"]);
}

#[test]
fn where_there_is_no_second_way_to_stop_the_operator_is_told() {
    let (_, notes) = stuck(None);
    assert!(notes[0].contains("halt it at its own controls"), "{notes:?}");
}

#[test]
fn an_alarm_that_does_not_ring_changes_nothing() {
    let mut bench = Bench::new();
    let mut driver = Watched::with_alarm(Box::new(bench.robot()), Box::new(|_| never()));
    assert!(bench.run(&mut driver).unwrap().end.is_completed());
}
