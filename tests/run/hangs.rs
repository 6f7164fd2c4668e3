//! Calls that never return: nothing of a driver that hangs holds up the operator's stop or the run's end, and nothing that
//! it does later reaches the robot.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use cellgraph::{
    limits::SLEEP_LIMIT,
    review::Place,
    run::{
        Again, Control, Ended, Event, Stop,
        protocol::{Facts, Input, Output, Protocol, StepFacts, Wishes},
    },
    store::RunStatus,
};
use crossbeam_channel::bounded;

use super::support::{Bench, Booked, Call, Moment, RUN, Stuck, Tricky};

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

/// A program that was put to sleep between two steps sent the next ones when it woke up: nobody could have stopped them. Here
/// the display keeps the run itself from going on.
#[test]
fn a_run_that_stood_still_ends() {
    let mut bench = Bench::new();
    let (robot, record) = Booked::new(bench.robot());
    let mut stands_still = |event: Event| {
        if matches!(event, Event::StepCompleted { number: 1, .. }) {
            let begun = Instant::now();
            while begun.elapsed() <= SLEEP_LIMIT {
                std::thread::yield_now();
            }
        }
    };
    let report = bench.run_watched(robot.on_the_wall(), &Control::new(), &mut stands_still).unwrap();
    let Ended::Failed { step: 2, reason } = &report.end else { panic!("{:?}", report.end) };
    assert!(reason.contains("this program stood still for") && reason.contains("nobody watched"), "{reason}");
    assert_eq!((report.completed, record.halted()), (1, 1));
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

/// A run of one step, as the protocol knows it.
fn one_step() -> Facts {
    let at = |position: &str| Place { position: position.to_owned(), tool: "none".to_owned() };
    let step = StepFacts {
        name: "Move to Pos_1".to_owned(),
        before: at("Home"),
        after: at("Pos_1"),
        expected: None,
        deadline: Duration::from_secs(60),
    };
    let limit = Duration::from_secs(30);
    Facts { run: RUN, start: at("Home"), steps: vec![step], answer_limit: limit, journal_limit: limit * 2 }
}

/// By the protocol alone: on a clock that would have to be waited for.
#[test]
fn a_halt_that_is_never_answered_ends_the_run_all_the_same() {
    let (mut protocol, _) = Protocol::new(Arc::new(one_step()));
    let mut take = |input| protocol.take(input);
    let stop = Input::Wishes(Wishes { stop: Stop::Now, is_paused: false });
    let out = take(stop);
    assert!(matches!(out[..], [Output::Halt, Output::Journal(_)]), "{out:?}");
    assert_eq!(take(Input::Journalled(Ok(()))), [], "it waits for the halt");
    assert_eq!(take(Input::Time(Duration::from_secs(30))), []);
    let end = Ended::StoppedByOperator { after: 0 };
    assert_eq!(take(Input::Time(Duration::from_secs(31))), [Output::Tell(Event::Ended(end))]);
    let words = "the robot could not be told to halt: no answer within 30 s: halt it at its own controls";
    assert_eq!((protocol.is_finished(), protocol.notes()), (true, &[words.to_owned()][..]));
}

/// "No answer within 60 s" from a journal that had been asked a moment before: the simulated robot was late by days.
#[test]
fn a_robot_that_is_late_makes_nothing_of_this_machine_late() {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
    let (mut bench, mut looks) = (Bench::new(), 0);
    let trick = move |_: u32, moment: Moment<'_>| {
        if let Moment::Heard(heard) = moment {
            // Asked again at once, it has nothing to say, and a year has passed.
            heard.again = Again::After(Duration::ZERO);
            looks += u32::from(heard.lines.is_empty());
            heard.at += YEAR * looks;
        }
        Ok(())
    };
    let control = Control::new();
    let report = bench
        .run_watched(Tricky::new(bench.robot(), trick), &control.clone(), &mut |event| {
            if let Event::StepCompleted { number: 2, .. } = event {
                control.stop_now();
            }
        })
        .unwrap();
    assert!(report.notes.is_empty() && !report.unwritten, "{}: {:?}", report.end, report.notes);
}
