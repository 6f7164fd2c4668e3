//! An operator, a display and a pause: what ends a run, or holds it up, from this side of the driver.

use cellgraph::{
    cell::State,
    run::{Control, Ended, Event},
};

use super::support::{Bench, Booked, Moment, Tricky};

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
            seen.place.position = "Safe_Pos_4".to_owned();
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
