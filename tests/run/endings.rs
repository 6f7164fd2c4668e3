//! Every way in which a run can end, as a table: what the driver does, what the run is called then, what is on record.

use cellgraph::{
    cell::State,
    review::Place,
    run::{Control, DriverError, Ended, Event},
    store::{RunStatus, StepState},
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

/// What a watcher does when it is told something.
type Act = fn(&Event, &Control);

const STOPS: &[(&str, Act, Ended, u32)] = &[
    (
        "before the first step",
        |e, c| {
            if let Event::Started { .. } = e {
                c.finish_step_and_stop()
            }
        },
        Ended::StoppedByOperator { after: 0 },
        0,
    ),
    (
        "after a step",
        |e, c| {
            if let Event::StepStarted { number: 3, .. } = e {
                c.finish_step_and_stop()
            }
        },
        Ended::StoppedByOperator { after: 3 },
        3,
    ),
    (
        "now, in the middle of a step",
        |e, c| {
            if let Event::StepStarted { number: 3, .. } = e {
                c.stop_now()
            }
        },
        Ended::StoppedNow { during: 3 },
        2,
    ),
    (
        "now, between two steps",
        |e, c| {
            if let Event::StepCompleted { number: 3, .. } = e {
                c.stop_now()
            }
        },
        Ended::StoppedByOperator { after: 3 },
        3,
    ),
    (
        "after a step, then now",
        |e, c| {
            if let Event::StepStarted { number: 3, .. } = e {
                c.finish_step_and_stop();
                c.stop_now();
                c.finish_step_and_stop();
            }
        },
        Ended::StoppedNow { during: 3 },
        2,
    ),
    (
        "during a pause",
        |e, c| match e {
            Event::StepStarted { number: 3, .. } => c.pause(),
            Event::Paused { after: 3 } => c.finish_step_and_stop(),
            _ => {}
        },
        Ended::StoppedByOperator { after: 3 },
        3,
    ),
    (
        "paused and resumed",
        |e, c| match e {
            Event::StepStarted { number: 3, .. } => c.pause(),
            Event::Paused { after: 3 } => c.resume(),
            _ => {}
        },
        Ended::Completed,
        8,
    ),
    (
        "after the last step was sent",
        |e, c| {
            if let Event::StepStarted { number: 8, .. } = e {
                c.finish_step_and_stop()
            }
        },
        Ended::Completed,
        8,
    ),
];

#[test]
fn an_operator_stops_a_run_at_any_time() {
    for (case, act, end, completed) in STOPS {
        let mut bench = Bench::new();
        let mut driver = Booked::new(bench.robot());
        let control = Control::new();
        let report = bench.run_watched(&mut driver, &control.clone(), &mut |event| act(&event, &control)).unwrap();
        assert_eq!((&report.end, report.completed), (end, *completed), "{case}");
        let robot = bench.store.robot().unwrap();
        assert_eq!(robot.confirmed, !matches!(end, Ended::StoppedNow { .. }), "{case}");
        assert_eq!(driver.halted, u32::from(!end.is_completed()), "{case}");
        if robot.confirmed {
            let truth = State::named(&bench.snapshot, &robot.position, &robot.tool).unwrap();
            assert_eq!(driver.driver.state(), truth, "{case}");
        }
    }
}

#[test]
fn a_robot_that_was_moved_during_a_pause_is_sent_nowhere() {
    let mut bench = Bench::new();
    let is_moved = std::cell::Cell::new(false);
    let trick = |_: u32, moment: Moment<'_>| {
        if let (Moment::Seen(seen), true) = (moment, is_moved.get()) {
            lie(&mut seen.place, "Safe_Pos_4");
        }
        Ok(())
    };
    let mut driver = Booked::new(Tricky::new(bench.robot(), trick));
    let control = Control::new();
    let report = bench
        .run_watched(&mut driver, &control.clone(), &mut |event| match event {
            Event::StepCompleted { number: 1, .. } => control.pause(),
            Event::Paused { .. } => {
                is_moved.set(true);
                control.resume();
            }
            _ => {}
        })
        .unwrap();
    let reason = "not sent, for after the pause the robot is at 'Safe_Pos_4', not at 'Tool_Weld_Safe_Position'";
    assert_eq!(report.end, Ended::Failed { step: 2, reason: reason.to_owned() });
    assert_eq!(driver.sent, [1]);
    assert!(!bench.store.robot().unwrap().confirmed);
}

#[test]
fn a_stop_before_the_run_keeps_everything_still() {
    let mut bench = Bench::new();
    let mut driver = Booked::new(bench.robot());
    let control = Control::new();
    control.stop_now();
    let report = bench.run_watched(&mut driver, &control, &mut |_| {}).unwrap();
    assert_eq!(report.end, Ended::StoppedByOperator { after: 0 });
    assert!(driver.sent.is_empty());
    assert!(bench.store.robot().unwrap().confirmed);
}

#[test]
fn a_watcher_hears_of_everything_in_order() {
    let mut bench = Bench::new();
    let mut driver = bench.robot();
    let mut heard = Vec::new();
    bench
        .run_watched(&mut driver, &Control::new(), &mut |event| {
            heard.push(match event {
                Event::Started { steps, .. } => format!("started {steps}"),
                Event::StepStarted { number, of, name, .. } => format!("{number}/{of} {name}"),
                Event::StepCompleted { number, place } => format!("{number} at {place}"),
                Event::Ended(end) => end.to_string(),
                other => format!("{other:?}"),
            });
        })
        .unwrap();
    assert_eq!(heard.len(), 18);
    assert_eq!(
        heard[..3],
        ["started 8", "1/8 Move to Tool_Weld_Safe_Position", "1 at Tool_Weld_Safe_Position with an empty hand"]
    );
    assert_eq!(heard[15..], ["8/8 Tack Weld at Pos_1", "8 at Pos_1 with Welder", "completed"]);
}

#[test]
fn a_display_that_fails_stops_the_run_after_the_step() {
    let mut bench = Bench::new();
    let mut driver = Booked::new(bench.robot());
    let control = Control::new();
    let report = bench
        .run_watched(&mut driver, &control, &mut |event| {
            assert!(!matches!(event, Event::StepStarted { number: 4, .. }), "broken pipe");
        })
        .unwrap();
    assert_eq!(report.end, Ended::StoppedByOperator { after: 4 });
    assert!(report.notes[0].contains("broken pipe"), "{:?}", report.notes);
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
        "actions": "…",
        "notes": [],
    });
    assert_eq!(document, expected);
}
