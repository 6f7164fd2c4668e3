//! Every way in which a run can end, as a table: what the driver does, what the run is called then, what is on record.

use cellgraph::{
    review::Place,
    run::{DriverError, Ended},
    store::{RunStatus, StepState, Store},
};
use uuid::Uuid;

use super::support::{Bench, Booked, Moment, RUN, Tricky};

const STEPS: u32 = 8;

type Trick = fn(u32, Moment<'_>) -> Result<(), DriverError>;

fn broken() -> DriverError {
    DriverError::Failed("it broke".to_owned())
}

fn lie(place: &mut Place, position: &str) {
    place.position = position.to_owned();
}

/// What happens at step 3 (of 8, the taking of the welder) or before the first, and what comes of it.
const CASES: &[(&str, Trick, &str)] = &[
    ("nothing", |_, _| Ok(()), "completed"),
    ("begin fails", |_, m| if let Moment::Begin = m { Err(broken()) } else { Ok(()) }, "not started: it broke"),
    (
        "begin panics",
        |_, m| if let Moment::Begin = m { panic!("no cable") } else { Ok(()) },
        "not started: the driver has a fault of its own: no cable",
    ),
    (
        "nothing to be seen at first",
        |n, m| if let (0, Moment::Seen(_)) = (n, m) { Err(broken()) } else { Ok(()) },
        "not started: it broke",
    ),
    (
        "the robot is elsewhere at first",
        |n, m| {
            if let (0, Moment::Seen(seen)) = (n, m) {
                lie(&mut seen.place, "Pos_5");
            }
            Ok(())
        },
        "not started: the robot is at 'Pos_5', not at 'Home'",
    ),
    (
        "a step fails",
        |n, m| if let (3, Moment::Before) = (n, m) { Err(broken()) } else { Ok(()) },
        "failed at step 3: it broke",
    ),
    (
        "a step panics",
        |n, m| if let (3, Moment::Before) = (n, m) { panic!("boom") } else { Ok(()) },
        "failed at step 3: the driver has a fault of its own: boom",
    ),
    (
        "no acknowledgement",
        |n, m| if let (3, Moment::Said(_)) = (n, m) { Err(DriverError::Lost) } else { Ok(()) },
        "failed at step 3: the driver does not answer any more",
    ),
    (
        "a late acknowledgement",
        |n, m| {
            if let (3, Moment::Said(said)) = (n, m) {
                said.took *= 10_000;
            }
            Ok(())
        },
        "failed at step 3: acknowledged after 45000.0 s; the limit is 604.5 s",
    ),
    (
        "the acknowledgement of another step",
        |n, m| {
            if let (3, Moment::Said(said)) = (n, m) {
                said.number = 2;
            }
            Ok(())
        },
        "failed at step 3: the driver acknowledged step 2 instead",
    ),
    (
        "the acknowledgement of another run",
        |n, m| {
            if let (3, Moment::Said(said)) = (n, m) {
                said.run = Uuid::nil();
            }
            Ok(())
        },
        "failed at step 3: the driver acknowledged a step of another run, 00000000-0000-0000-0000-000000000000",
    ),
    (
        "the driver says that it was stopped, and nobody stopped it",
        |n, m| if let (3, Moment::Before) = (n, m) { Err(DriverError::Stopped) } else { Ok(()) },
        "failed at step 3: stopped by the operator",
    ),
    (
        "nothing to be seen",
        |n, m| if let (3, Moment::Seen(_)) = (n, m) { Err(broken()) } else { Ok(()) },
        "failed at step 3: nobody can see where the robot is: it broke",
    ),
    (
        "a panic at the sight",
        |n, m| if let (3, Moment::Seen(_)) = (n, m) { panic!("blind") } else { Ok(()) },
        "failed at step 3: nobody can see where the robot is: the driver has a fault of its own: blind",
    ),
    (
        "another position",
        |n, m| {
            if let (3, Moment::Seen(seen)) = (n, m) {
                lie(&mut seen.place, "Tool_\u{1b}[2J");
            }
            Ok(())
        },
        "failed at step 3: the robot is at 'Tool_\\u001b[2J', not at 'Tool_Weld_Position'",
    ),
    (
        "the acknowledged tool is not in the hand",
        |n, m| {
            if let (3, Moment::Seen(seen)) = (n, m) {
                seen.place.tool = "none".to_owned();
            }
            Ok(())
        },
        "failed at step 3: the robot holds 'none', not 'Welder'",
    ),
    (
        "an earlier sight",
        |n, m| {
            if let (3, Moment::Seen(seen)) = (n, m) {
                seen.after_step = 2;
            }
            Ok(())
        },
        "failed at step 3: what was observed is not of this moment: it was seen after step 2, not after step 3",
    ),
    (
        "the sight of another run",
        |n, m| {
            if let (3, Moment::Seen(seen)) = (n, m) {
                seen.run = Uuid::nil();
            }
            Ok(())
        },
        "failed at step 3: what was observed belongs to another run, 00000000-0000-0000-0000-000000000000",
    ),
];

#[test]
fn every_ending_has_a_name_and_a_record() {
    for &(case, trick, words) in CASES {
        let mut bench = Bench::new();
        let mut driver = Booked::new(Tricky::new(bench.robot(), trick));
        let report = bench.run(&mut driver).unwrap();
        assert_eq!(report.end.to_string(), words, "{case}");
        let is_completed = report.end.is_completed();
        let (sent, completed) = match report.end {
            Ended::Completed => (STEPS, STEPS),
            Ended::Failed { step, .. } => (step, step - 1),
            _ => (0, 0),
        };
        assert_eq!(driver.sent, (1..=sent).collect::<Vec<_>>(), "{case}");
        assert_eq!(report.completed, completed, "{case}");
        assert_eq!(driver.halted, u32::from(!is_completed), "{case}");
        assert_eq!(driver.ended, std::slice::from_ref(&report.end), "{case}");

        let recorded = bench.store.run(RUN).unwrap().unwrap();
        let status = if is_completed { RunStatus::Completed } else { RunStatus::Failed };
        assert_eq!(recorded.row.status, status, "{case}");
        assert_eq!(recorded.failure.unwrap_or("completed".to_owned()), words, "{case}");
        let states: Vec<StepState> = recorded.steps.iter().map(|step| step.state).collect();
        let mut expected = vec![StepState::Completed; completed as usize];
        expected.resize(sent as usize, StepState::Error);
        assert_eq!(states, expected, "{case}");

        let robot = bench.store.robot().unwrap();
        // Sure: it ended well, or nothing was sent and nothing contradicted what was known.
        let is_sure = is_completed || (sent == 0 && !words.contains("Pos_5"));
        assert_eq!((robot.confirmed, report.confirmed), (is_sure, is_sure), "{case}");
        assert!(bench.store.check().unwrap().is_sound(), "{case}");
        if is_sure {
            let truth = Place::of(&bench.snapshot, driver.driver.robot.state());
            assert_eq!((robot.position, robot.tool), (truth.position, truth.tool), "{case}");
        }
    }
}

#[test]
fn what_fails_after_the_end_is_noted_and_changes_nothing() {
    let mut bench = Bench::new();
    let trick: Trick = |n, m| match m {
        Moment::Before if n == 2 => Err(broken()),
        Moment::Halt | Moment::End => Err(DriverError::Lost),
        _ => Ok(()),
    };
    let mut driver = Booked::new(Tricky::new(bench.robot(), trick));
    let report = bench.run(&mut driver).unwrap();
    assert_eq!(report.end, Ended::Failed { step: 2, reason: "it broke".to_owned() });
    assert_eq!(report.notes.len(), 2, "{:?}", report.notes);
    assert!(report.notes[0].contains("halt it at its own controls"), "{:?}", report.notes);
}

#[test]
fn a_report_is_one_flat_document() {
    let mut bench = Bench::new();
    let trick: Trick = |n, m| if let (3, Moment::Before) = (n, m) { Err(broken()) } else { Ok(()) };
    let report = bench.run(&mut Tricky::new(bench.robot(), trick)).unwrap();
    let mut document = serde_json::to_value(&report).unwrap();
    document["actions"] = "…".into();
    let expected = serde_json::json!({
        "run_id": RUN.hyphenated().to_string(),
        "ended": "failed",
        "step": 3,
        "reason": "it broke",
        "steps": 8,
        "completed": 2,
        "place": {"position": "Tool_Weld_Position", "tool": "none"},
        "confirmed": false,
        "unwritten": false,
        "actions": "…",
        "notes": [],
    });
    assert_eq!(document, expected);
}

#[test]
fn a_robot_that_went_wrong_is_halted_before_the_disk_has_its_say() {
    let mut bench = Bench::new();
    let history = Store::read_only(bench.folder.path()).unwrap();
    let states = std::cell::RefCell::new(Vec::new());
    let trick = |n: u32, m: Moment<'_>| match m {
        Moment::Before if n == 2 => Err(broken()),
        Moment::Halt => {
            let steps = history.run(RUN).unwrap().unwrap().steps;
            states.borrow_mut().extend(steps.iter().map(|step| step.state));
            Ok(())
        }
        _ => Ok(()),
    };
    bench.run(&mut Tricky::new(bench.robot(), trick)).unwrap();
    assert_eq!(*states.borrow(), [StepState::Completed, StepState::Running]);
}
