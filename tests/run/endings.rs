//! Every way in which a run can end, as a table: what the driver does, what the run is called then, what is on record.

use cellgraph::{
    review::Place,
    run::{
        DriverError, Ended, Heard,
        protocol::{Grant, Line, Progress},
    },
    store::{RunStatus, StepState, Store},
};
use rusqlite::Connection;
use uuid::Uuid;

use super::support::{Bench, Booked, Moment, RUN, Tricky};

const STEPS: u32 = 8;

type Trick = fn(u32, Moment<'_>) -> Result<(), DriverError>;

fn broken() -> DriverError {
    DriverError::Failed("it broke".to_owned())
}

/// Changes the answer to the first request for a report (0), or the line that says that a step is done.
fn at(number: u32, now: u32, moment: Moment<'_>, change: fn(&mut Line)) {
    if let (Moment::Heard(heard), true) = (moment, number == now) {
        let lines = heard.lines.iter_mut().map(|told| &mut told.line);
        lines.filter(|line| line.progress != Progress::Started).for_each(change);
    }
}

fn place(line: &mut Line, change: fn(&mut Place)) {
    if let Progress::At(place) | Progress::Done(place) = &mut line.progress {
        change(place);
    }
}

/// Everything that the driver says about a step, or before the first.
fn heard(number: u32, now: u32, moment: Moment<'_>, change: fn(&mut Heard)) {
    // Before a permit nothing is heard, and nothing is changed.
    if let (Moment::Heard(heard), true) = (moment, number == now)
        && !heard.lines.is_empty()
    {
        change(heard);
    }
}

fn too_late(heard: &mut Heard) {
    heard.at += std::time::Duration::from_secs(1_000_000);
}

/// What happens at step 3 (of 8, the taking of the welder) or before the first, what comes of it, and whether the robot is
/// known to be where it was or is to be.
const CASES: &[(&str, Trick, &str, bool)] = &[
    ("nothing", |_, _| Ok(()), "completed", true),
    (
        "it does not get ready",
        |_, m| if let Moment::Prepare = m { Err(broken()) } else { Ok(()) },
        "not started: it broke",
        true,
    ),
    (
        "something else may have moved the robot",
        |_, m| if let Moment::Prepare = m { Err(DriverError::Unsafe("an old go".to_owned())) } else { Ok(()) },
        "not started: an old go",
        false,
    ),
    (
        "it panics before it is ready",
        |_, m| if let Moment::Prepare = m { panic!("no cable") } else { Ok(()) },
        "not started: the driver has a fault of its own: no cable",
        false,
    ),
    (
        "the first permit cannot be written",
        |n, m| if let (0, Moment::Publish(_)) = (n, m) { Err(broken()) } else { Ok(()) },
        "not started: the permit could not be written: it broke",
        true,
    ),
    (
        "nothing can be heard at first",
        |n, m| if let (0, Moment::Heard(_)) = (n, m) { Err(broken()) } else { Ok(()) },
        "not started: it broke",
        false,
    ),
    (
        "no report",
        |n, m| {
            heard(0, n, m, |heard| {
                heard.lines.clear();
                too_late(heard);
            });
            Ok(())
        },
        "not started: the controller did not say within 30 s where the robot is",
        true,
    ),
    (
        "the robot is elsewhere at first",
        |n, m| {
            at(0, n, m, |line| place(line, |place| place.position = "Pos_5".to_owned()));
            Ok(())
        },
        "not started: the robot is at 'Pos_5', not at 'Home'",
        false,
    ),
    (
        "a report of another run",
        |n, m| {
            at(0, n, m, |line| line.run = Uuid::nil());
            Ok(())
        },
        "not started: what the controller says does not fit the run: a line of another run, \
         00000000-0000-0000-0000-000000000000",
        false,
    ),
    (
        "two reports",
        |n, m| {
            heard(0, n, m, |heard| heard.lines.extend(heard.lines.clone()));
            Ok(())
        },
        "not started: what the controller says does not fit the run: a line that nobody asked for",
        false,
    ),
    (
        "a permit cannot be written",
        |n, m| if let (3, Moment::Publish(_)) = (n, m) { Err(broken()) } else { Ok(()) },
        "failed at step 3: the permit could not be written: it broke",
        false,
    ),
    (
        "the publishing panics",
        |n, m| if let (3, Moment::Publish(_)) = (n, m) { panic!("boom") } else { Ok(()) },
        "failed at step 3: the driver has a fault of its own: boom",
        false,
    ),
    (
        "the driver says that it was stopped, and nobody stopped it",
        |n, m| if let (3, Moment::Publish(_)) = (n, m) { Err(DriverError::Revoked) } else { Ok(()) },
        "failed at step 3: the permit could not be written: stopped before it took effect",
        false,
    ),
    (
        "the step fails",
        |n, m| {
            at(3, n, m, |line| line.progress = Progress::Failed("no \u{1b}[2J air".to_owned()));
            Ok(())
        },
        "failed at step 3: the controller says: 'no \\u001b[2J air'",
        false,
    ),
    (
        "no answer",
        |n, m| {
            heard(3, n, m, |heard| {
                heard.lines.clear();
                too_late(heard);
            });
            Ok(())
        },
        "failed at step 3: no answer within 604 s",
        false,
    ),
    (
        "a late answer",
        |n, m| {
            heard(3, n, m, too_late);
            Ok(())
        },
        "failed at step 3: no answer within 604 s",
        false,
    ),
    (
        "the answer of another step",
        |n, m| {
            at(3, n, m, |line| line.step = 2);
            Ok(())
        },
        "failed at step 3: what the controller says does not fit the run: a line of step 2, which is over",
        false,
    ),
    (
        "the answer of a step to come",
        |n, m| {
            at(3, n, m, |line| line.step = 4);
            Ok(())
        },
        "failed at step 3: what the controller says does not fit the run: a line of step 4, which was not permitted",
        false,
    ),
    (
        "the answer to another permit",
        |n, m| {
            at(3, n, m, |line| line.serial -= 1);
            Ok(())
        },
        "failed at step 3: what the controller says does not fit the run: a line that does not answer the permit that \
         stands (step 3)",
        false,
    ),
    (
        "the answer of another run",
        |n, m| {
            at(3, n, m, |line| line.run = Uuid::nil());
            Ok(())
        },
        "failed at step 3: what the controller says does not fit the run: a line of another run, \
         00000000-0000-0000-0000-000000000000",
        false,
    ),
    (
        "nothing can be heard",
        |n, m| if let (3, Moment::Heard(_)) = (n, m) { Err(broken()) } else { Ok(()) },
        "failed at step 3: it broke",
        false,
    ),
    (
        "a panic at the hearing",
        |n, m| if let (3, Moment::Heard(_)) = (n, m) { panic!("deaf") } else { Ok(()) },
        "failed at step 3: the driver has a fault of its own: deaf",
        false,
    ),
    (
        "another position",
        |n, m| {
            at(3, n, m, |line| place(line, |place| place.position = "Tool_\u{1b}[2J".to_owned()));
            Ok(())
        },
        "failed at step 3: the robot is at 'Tool_\\u001b[2J', not at 'Tool_Weld_Position'",
        false,
    ),
    (
        "the tool is not in the hand",
        |n, m| {
            at(3, n, m, |line| place(line, |place| place.tool = "none".to_owned()));
            Ok(())
        },
        "failed at step 3: the robot holds 'none', not 'Welder'",
        false,
    ),
    (
        "a report that nobody asked for",
        |n, m| {
            at(3, n, m, |line| {
                if let Progress::Done(place) = line.progress.clone() {
                    line.progress = Progress::At(place);
                }
            });
            Ok(())
        },
        "failed at step 3: what the controller says does not fit the run: a report that nobody asked for",
        false,
    ),
];

#[test]
fn every_ending_has_a_name_and_a_record() {
    for &(case, trick, words, is_sure) in CASES {
        let mut bench = Bench::new();
        let (driver, record) = Booked::new(Tricky::new(bench.robot(), trick));
        let report = bench.run(driver).unwrap();
        assert_eq!(report.end.to_string(), words, "{case}");
        let is_completed = report.end.is_completed();
        let (sent, completed) = match report.end {
            Ended::Completed => (STEPS, STEPS),
            Ended::Failed { step, .. } => (step, step - 1),
            _ => (0, 0),
        };
        assert_eq!(record.sent(), (1..=sent).collect::<Vec<_>>(), "{case}");
        assert_eq!(report.completed, completed, "{case}");
        assert_eq!((record.halted(), record.released()), (u32::from(!is_completed), 1), "{case}");
        let last = record.permits().last().map(|permit| permit.grant);
        assert_eq!(last == Some(Grant::End), is_completed, "{case}: {last:?}");

        let recorded = bench.store.run(RUN).unwrap().unwrap();
        let status = if is_completed { RunStatus::Completed } else { RunStatus::Failed };
        assert_eq!(recorded.row.status, status, "{case}");
        assert_eq!(recorded.row.failure.unwrap_or("completed".to_owned()), words, "{case}");
        let states: Vec<StepState> = recorded.steps.iter().map(|step| step.state).collect();
        let mut expected = vec![StepState::Completed; completed as usize];
        expected.resize(sent as usize, StepState::Error);
        assert_eq!(states, expected, "{case}");

        let robot = bench.store.robot().unwrap();
        assert_eq!((robot.confirmed, report.confirmed), (is_sure, is_sure), "{case}");
        assert!(bench.store.check().unwrap().is_sound(), "{case}");
        if is_sure {
            let truth = Place::of(&bench.snapshot, record.driver().robot.state());
            assert_eq!((robot.position, robot.tool), (truth.position, truth.tool), "{case}");
        }
    }
}

#[test]
fn a_halt_that_fails_is_noted_and_changes_nothing() {
    let mut bench = Bench::new();
    let trick: Trick = |n, m| match m {
        Moment::Publish(_) if n == 2 => Err(broken()),
        Moment::Stop => Err(DriverError::Failed("no line".to_owned())),
        _ => Ok(()),
    };
    let report = bench.run(Tricky::new(bench.robot(), trick)).unwrap();
    let reason = "the permit could not be written: it broke".to_owned();
    assert_eq!(report.end, Ended::Failed { step: 2, reason });
    assert_eq!(report.notes, ["the robot could not be told to halt: no line: halt it at its own controls"]);
}

#[test]
fn a_panic_at_the_halt_is_noted_and_changes_nothing() {
    let mut bench = Bench::new();
    let trick: Trick = |n, m| match m {
        Moment::Publish(_) if n == 2 => Err(broken()),
        Moment::Stop => panic!("no brake"),
        _ => Ok(()),
    };
    let report = bench.run(Tricky::new(bench.robot(), trick)).unwrap();
    assert!(matches!(report.end, Ended::Failed { step: 2, .. }), "{}", report.end);
    assert!(report.notes[0].contains("no brake: halt it at its own controls"), "{:?}", report.notes);
}

#[test]
fn an_end_that_cannot_be_told_is_noted_and_changes_nothing() {
    let mut bench = Bench::new();
    let trick: Trick = |_, m| match m {
        Moment::Publish(permit) if permit.grant == Grant::End => Err(broken()),
        _ => Ok(()),
    };
    let report = bench.run(Tricky::new(bench.robot(), trick)).unwrap();
    assert_eq!((report.end, report.confirmed), (Ended::Completed, true));
    assert_eq!(report.notes, ["the controller could not be told that the run is over: it broke"]);
}

#[test]
fn a_report_is_one_flat_document() {
    let mut bench = Bench::new();
    let trick: Trick = |n, m| {
        at(3, n, m, |line| place(line, |place| place.position = "Pos_5".to_owned()));
        Ok(())
    };
    let report = bench.run(Tricky::new(bench.robot(), trick)).unwrap();
    let mut document = serde_json::to_value(&report).unwrap();
    document["actions"] = "…".into();
    let expected = serde_json::json!({
        "run_id": RUN.hyphenated().to_string(),
        "ended": "failed",
        "step": 3,
        "reason": "the robot is at 'Pos_5', not at 'Tool_Weld_Position'",
        "steps": 8,
        "completed": 2,
        "place": {"position": "Tool_Weld_Position", "tool": "none"},
        "said": {"position": "Pos_5", "tool": "Welder"},
        "confirmed": false,
        "unwritten": false,
        "actions": "…",
        "notes": [],
    });
    assert_eq!(document, expected);
}

/// Somebody else holds the journal's file, from before the failure to the halt: were the halt to wait for the journal, the
/// journal would fail.
#[test]
fn a_robot_that_went_wrong_is_halted_before_the_disk_has_its_say() {
    let mut bench = Bench::new();
    let path = bench.folder.path().to_owned();
    let history = Store::read_only(&path).unwrap();
    let other = parking_lot::Mutex::new(None);
    let (say, states) = crossbeam_channel::unbounded();
    let trick = move |n: u32, m: Moment<'_>| match m {
        Moment::Publish(_) if n == 2 => {
            let held = Connection::open(path.join("history.db")).unwrap();
            held.execute_batch("BEGIN IMMEDIATE").unwrap();
            *other.lock() = Some(held);
            Err(broken())
        }
        Moment::Stop => {
            let steps = history.run(RUN).unwrap().unwrap().steps;
            steps.iter().for_each(|step| say.send(step.state).unwrap());
            drop(other.lock().take());
            Ok(())
        }
        _ => Ok(()),
    };
    let report = bench.run(Tricky::new(bench.robot(), trick)).unwrap();
    assert!(matches!(report.end, Ended::Failed { step: 2, .. }) && !report.unwritten, "{}", report.end);
    let states: Vec<StepState> = states.try_iter().collect();
    assert_eq!(states, [StepState::Completed, StepState::Running]);
}
