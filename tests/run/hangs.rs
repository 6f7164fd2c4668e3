//! Calls that never return: nothing of a driver that hangs holds up the operator's stop or the run's end, and nothing that
//! it does later reaches the robot.

use std::sync::Arc;

use cellgraph::{
    run::{Again, Control, Driver, DriverError, Ended, Event, Handover, Heard, Simulator, Stopper, protocol::Permit},
    store::{RunStatus, Store},
};
use crossbeam_channel::{Receiver, bounded};

use super::support::{Bench, Booked, Call, RUN, Stuck};

/// Where a driver gets stuck while an operator says "stop now", and what the run is called then.
const STUCK: &[(Call, Ended, bool)] = &[
    (Call::Prepare, Ended::StoppedByOperator { after: 0 }, true),
    (Call::Listen(0), Ended::StoppedByOperator { after: 0 }, true),
    (Call::Go(1), Ended::StoppedNow { during: 1 }, false),
    (Call::Listen(1), Ended::StoppedNow { during: 1 }, false),
    (Call::Go(3), Ended::StoppedNow { during: 3 }, false),
    (Call::Listen(3), Ended::StoppedNow { during: 3 }, false),
    (Call::Go(8), Ended::StoppedNow { during: 8 }, false),
];

/// A driver's call that hung held "stop now" back until the step's deadline, ten minutes for a routine.
#[test]
fn a_call_that_never_returns_holds_no_stop_up() {
    for (call, end, is_sure) in STUCK {
        let mut bench = Bench::new();
        let control = Control::new();
        let stop = control.clone();
        let (robot, record) = Booked::new(bench.robot());
        let (driver, hold) = Stuck::new(robot, *call, move || stop.stop_now());
        let report = bench.run_watched(driver, &control, &mut |_| {}).unwrap();
        assert_eq!((&report.end, report.confirmed), (end, *is_sure), "{call:?}");
        assert!(report.notes.is_empty(), "{call:?}: {:?}", report.notes);
        let run = bench.store.run(RUN).unwrap().unwrap();
        assert_eq!(
            (run.row.status, run.steps.len()),
            (RunStatus::Failed, report.completed as usize + usize::from(!is_sure))
        );
        assert_eq!(bench.store.robot().unwrap().confirmed, *is_sure, "{call:?}");
        // All that was while it hung. Now it goes on, and the robot stays where it was.
        drop(hold.release);
        let came_to = hold.came_to.recv();
        assert!(!matches!(came_to, Ok(Ok(()))), "{call:?}: the robot got the permit");
        assert_eq!((record.halted(), record.released()), (1, 1), "{call:?}");
        let done = bench.snapshot.position_name(record.driver().state().position).to_owned();
        assert_eq!(done, report.place.position, "{call:?}: nothing moves after a stop");
    }
}

#[test]
fn a_call_that_returns_late_loses_nothing() {
    for call in [Call::Prepare, Call::Listen(0), Call::Go(3), Call::Listen(3)] {
        let mut bench = Bench::new();
        let (reached, at) = bounded(1);
        let (driver, hold) = Stuck::new(bench.robot(), call, move || reached.send(()).unwrap());
        let release = hold.release;
        let friend = std::thread::spawn(move || {
            at.recv().unwrap();
            drop(release);
        });
        let report = bench.run(driver).unwrap();
        friend.join().unwrap();
        assert_eq!(report.end, Ended::Completed, "{call:?}");
    }
}

/// Halts nothing, and never says so. Its time passes once the run's end is on the disk.
struct Deaf {
    robot: Simulator,
    history: cellgraph::store::Reader,
    never: Receiver<()>,
}

impl Driver for Deaf {
    fn name(&self) -> &'static str {
        "deaf"
    }
    fn is_simulated(&self) -> bool {
        true
    }
    fn keeps_time(&self) -> bool {
        true
    }
    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        self.robot.prepare(handover)
    }
    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        self.robot.publish(permit)
    }
    fn listen(&mut self) -> Result<Heard, DriverError> {
        let is_over = self.history.run(RUN).unwrap().unwrap().row.status == RunStatus::Failed;
        let heard = self.robot.listen()?;
        let late = if is_over { std::time::Duration::from_secs(31) } else { std::time::Duration::ZERO };
        Ok(Heard { at: heard.at + late, again: Again::After(std::time::Duration::ZERO), ..heard })
    }
    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::new(DeafStopper(self.never.clone()))
    }
}

struct DeafStopper(Receiver<()>);

impl Stopper for DeafStopper {
    fn stop(&self) -> Result<(), DriverError> {
        let _ = self.0.recv();
        Ok(())
    }
}

#[test]
fn a_halt_that_is_never_answered_ends_the_run_all_the_same() {
    let mut bench = Bench::new();
    let (_held, never) = bounded(0);
    let history = Store::read_only(bench.folder.path()).unwrap();
    let driver = Deaf { robot: bench.robot(), history, never };
    let control = Control::new();
    let report = bench
        .run_watched(driver, &control.clone(), &mut |event| {
            if let Event::StepStarted { number: 2, .. } = event {
                control.stop_now();
            }
        })
        .unwrap();
    assert_eq!(report.end, Ended::StoppedNow { during: 2 });
    let words = "the robot could not be told to halt: no answer within 30 s: halt it at its own controls";
    assert_eq!(report.notes, [words]);
    assert!(!report.confirmed);
}
