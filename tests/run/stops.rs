//! An operator, a display and a pause: what ends a run, or holds it up, from this side of the driver.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use cellgraph::{
    cell::State,
    run::{
        Control, Ended, Event, Message, Stop, is_stop,
        protocol::{Grant, Progress},
    },
};
use serde_json::{Value, json};

use super::support::{Bench, Booked, Moment, Tricky, shows};

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
            Event::StepStarted { number: 3, .. } => {
                c.pause();
            }
            Event::Paused { after: 3 } => c.finish_step_and_stop(),
            _ => {}
        },
        Ended::StoppedByOperator { after: 3 },
        3,
    ),
    (
        "paused and resumed",
        |e, c| match e {
            Event::StepStarted { number: 3, .. } => {
                c.pause();
            }
            Event::Paused { after: 3 } => {
                c.resume(c.last_pause());
            }
            _ => {}
        },
        Ended::Completed,
        8,
    ),
    (
        "now, during a pause",
        |e, c| match e {
            Event::StepCompleted { number: 3, .. } => {
                c.pause();
            }
            Event::Paused { after: 3 } => c.stop_now(),
            _ => {}
        },
        Ended::StoppedByOperator { after: 3 },
        3,
    ),
    (
        "now, when everything is done",
        |e, c| {
            if let Event::StepCompleted { number: 8, .. } = e {
                c.stop_now()
            }
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
        let (driver, record) = Booked::new(bench.robot());
        let control = Control::new();
        let report = bench.run_watched(driver, &control.clone(), &mut |event| act(&event, &control)).unwrap();
        assert_eq!((&report.end, report.completed), (end, *completed), "{case}");
        let robot = bench.store.robot().unwrap();
        // A pause is when people walk up to a robot.
        let is_sure = !matches!(end, Ended::StoppedNow { .. }) && !case.contains("during a pause");
        assert_eq!(robot.confirmed, is_sure, "{case}");
        // A stop that comes when everything is done halts the robot all the same, and is the last that it hears.
        let is_halted = control.stop() == Stop::Now || !end.is_completed();
        assert_eq!(record.halted(), u32::from(is_halted), "{case}");
        let last = record.permits().last().map(|permit| permit.grant);
        assert_eq!(last == Some(Grant::End), !is_halted, "{case}: {last:?}");
        if robot.confirmed {
            let truth = State::named(&bench.snapshot, &robot.position, &robot.tool).unwrap();
            assert_eq!(record.driver().state(), truth, "{case}");
        }
    }
}

#[test]
fn a_robot_that_was_moved_during_a_pause_is_sent_nowhere() {
    let mut bench = Bench::new();
    let is_moved = Arc::new(AtomicBool::new(false));
    let jogged = Arc::clone(&is_moved);
    let trick = move |_: u32, moment: Moment<'_>| {
        if let Moment::Heard(heard) = moment {
            for told in &mut heard.lines {
                if let (Progress::At(place), true) = (&mut told.line.progress, jogged.load(Ordering::SeqCst)) {
                    place.position = "Safe_Pos_4".to_owned();
                }
            }
        }
        Ok(())
    };
    let (driver, record) = Booked::new(Tricky::new(bench.robot(), trick));
    let control = Control::new();
    let report = bench
        .run_watched(driver, &control.clone(), &mut |event| match event {
            Event::StepCompleted { number: 1, .. } => {
                control.pause();
            }
            Event::Paused { .. } => {
                is_moved.store(true, Ordering::SeqCst);
                control.resume(control.last_pause());
            }
            _ => {}
        })
        .unwrap();
    let reason = "not sent: the robot is at 'Safe_Pos_4', not at 'Tool_Weld_Safe_Position'";
    assert_eq!(report.end, Ended::Failed { step: 2, reason: reason.to_owned() });
    assert_eq!(report.said.unwrap().position, "Safe_Pos_4");
    assert_eq!(record.sent(), [1]);
    let robot = bench.store.robot().unwrap();
    assert_eq!((robot.position.as_str(), robot.confirmed), ("Safe_Pos_4", false));
}

/// What is changed of a message.
type Change = fn(&mut Message);

/// What a robot that stands shows of its cell, and why it is sent nowhere then; and whether that is so before the first step as
/// well, when nothing is known yet of the mode before, and of whether a cell is shown.
const STANDS: &[(Change, &str, bool)] = &[
    (|told| shows(told, "alarms", json!(["Fire"])), "an alarm stands: 'Fire'", true),
    (
        |told| shows(told, "alarms", json!("Fire")),
        "what the controller shows of its cell cannot be used: `alarms` must be a list",
        true,
    ),
    (|told| shows(told, "position", json!("Pos_5")), "the controller reports position '", true),
    (
        |told| shows(told, "tool", json!("Camera")),
        "the controller reports tool 'none', and its state says 'Camera'",
        true,
    ),
    (|told| shows(told, "mode", json!("manual")), "the controller's mode was 'simulated', and is 'manual'", false),
    (|told| shows(told, "mode", Value::Null), "the controller's mode was 'simulated', and is 'nothing'", false),
    (|told| told.shown = None, "the controller does not show its cell any more", false),
];

#[test]
fn a_robot_that_stands_with_an_alarm_or_in_another_mode_is_sent_nowhere() {
    for &(shown, words, at_start) in STANDS {
        for at in [0, 1].into_iter().filter(|&at| at == 1 || at_start) {
            let mut bench = Bench::new();
            let trick = move |number: u32, moment: Moment<'_>| {
                if let Moment::Heard(heard) = moment
                    && number == at
                {
                    let standing = heard.lines.iter_mut().filter(|told| matches!(told.line.progress, Progress::At(_)));
                    standing.for_each(shown);
                }
                Ok(())
            };
            let (driver, record) = Booked::new(Tricky::new(bench.robot(), trick));
            let control = Control::new();
            let report = bench
                .run_watched(driver, &control.clone(), &mut |event| match event {
                    Event::StepCompleted { number: 1, .. } => {
                        control.pause();
                    }
                    Event::Paused { .. } => {
                        control.resume(control.last_pause());
                    }
                    _ => {}
                })
                .unwrap();
            let (reason, begins) = match &report.end {
                Ended::NotStarted { reason } if at == 0 => (reason, words.to_owned()),
                Ended::Failed { step: 2, reason } if at == 1 => (reason, format!("not sent: {words}")),
                end => panic!("{words}, after step {at}: {end}"),
            };
            assert!(reason.starts_with(&begins), "{reason}");
            assert_eq!((record.sent(), record.halted()), ((1..=at).collect(), 1), "{words}, after step {at}");
            assert!(!report.confirmed && !bench.store.robot().unwrap().confirmed, "{words}, after step {at}");
        }
    }
}

#[test]
fn a_robot_that_says_nothing_after_a_pause_is_sent_nowhere() {
    let mut bench = Bench::new();
    let trick = |number: u32, moment: Moment<'_>| {
        if let (1, Moment::Heard(heard)) = (number, moment)
            && heard.lines.iter().any(|told| matches!(told.line.progress, Progress::At(_)))
        {
            heard.lines.clear();
            heard.at += Duration::from_secs(1_000_000);
        }
        Ok(())
    };
    let (driver, record) = Booked::new(Tricky::new(bench.robot(), trick));
    let control = Control::new();
    let report = bench
        .run_watched(driver, &control.clone(), &mut |event| match event {
            Event::StepCompleted { number: 1, .. } => {
                control.pause();
            }
            Event::Paused { .. } => {
                control.resume(control.last_pause());
            }
            _ => {}
        })
        .unwrap();
    let reason = "not sent: the controller did not say within 30 s where the robot is";
    assert_eq!(report.end, Ended::Failed { step: 2, reason: reason.to_owned() });
    assert!(!report.confirmed, "a pause is when people walk up to a robot");
    assert_eq!(record.sent(), [1]);
}

#[test]
fn a_stop_before_the_run_keeps_everything_still() {
    let mut bench = Bench::new();
    let (driver, record) = Booked::new(bench.robot());
    let control = Control::new();
    control.stop_now();
    let report = bench.run_watched(driver, &control, &mut |_| {}).unwrap();
    assert_eq!(report.end, Ended::StoppedByOperator { after: 0 });
    assert!(record.sent().is_empty());
    assert!(bench.store.robot().unwrap().confirmed);
}

#[test]
fn a_watcher_hears_of_everything_in_order() {
    let mut bench = Bench::new();
    let driver = bench.robot();
    let mut heard = Vec::new();
    bench
        .run_watched(driver, &Control::new(), &mut |event| {
            // What was observed is for the log.
            if matches!(event, Event::Observed { .. }) {
                return;
            }
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

/// Nobody would see what the robot does.
#[test]
fn a_display_that_fails_stops_the_robot_now() {
    let mut bench = Bench::new();
    let (driver, record) = Booked::new(bench.robot());
    let control = Control::new();
    let mut told = 0;
    let report = bench
        .run_watched(driver, &control, &mut |event| {
            told += u32::from(!matches!(event, Event::Observed { .. }));
            assert!(!matches!(event, Event::StepStarted { number: 4, .. }), "broken pipe");
        })
        .unwrap();
    assert_eq!(report.end, Ended::StoppedNowByProgram { during: 4 });
    assert_eq!(report.notes, ["stopped because the display failed: broken pipe"]);
    assert_eq!((record.halted(), told), (1, 8), "it is not told anything more");
    assert!(!bench.store.robot().unwrap().confirmed);
}

#[test]
fn the_reason_of_a_stop_that_nobody_said_is_kept() {
    let mut bench = Bench::new();
    let control = Control::new();
    let report = bench
        .run_watched(bench.robot(), &control.clone(), &mut |event| {
            if let Event::StepStarted { number: 2, .. } = event {
                control.stop_now_because("the terminal is gone");
                control.stop_now_because("of a signal");
            }
        })
        .unwrap();
    assert_eq!(report.end, Ended::StoppedNowByProgram { during: 2 });
    assert_eq!(report.notes, ["stopped because the terminal is gone"]);
    let failure = bench.store.run(report.run_id).unwrap().unwrap().row.failure;
    assert_eq!(failure.as_deref(), Some("stopped by the program in the middle of step 2: the terminal is gone"));
}

/// A signal, a terminal that closed and a sleep were on record as the operator's stop; so is a stop that somebody says, with its reason.
#[test]
fn whoever_stops_first_is_on_record() {
    type Stops = fn(&Control);
    let cases: [(Stops, &str); 4] = [
        (
            |control| {
                control.stop_now();
                control.stop_now_because("the terminal is gone");
            },
            "stopped by the operator in the middle of step 2",
        ),
        (
            |control| {
                control.finish_step_and_stop();
                control.stop_now_because("the terminal is gone");
            },
            "stopped by the program in the middle of step 2: the terminal is gone",
        ),
        (
            |control| {
                control.stop_now_by_word("Fred said so at a console beside");
                control.stop_now_because("the terminal is gone");
            },
            "stopped by the operator in the middle of step 2: Fred said so at a console beside",
        ),
        (
            |control| {
                control.stop_now_because("the terminal is gone");
                control.stop_now();
            },
            "stopped by the program in the middle of step 2: the terminal is gone",
        ),
    ];
    for (stop, recorded) in cases {
        let mut bench = Bench::new();
        let control = Control::new();
        let report = bench
            .run_watched(bench.robot(), &control.clone(), &mut |event| {
                if let Event::StepStarted { number: 2, .. } = event {
                    stop(&control);
                }
            })
            .unwrap();
        let failure = bench.store.run(report.run_id).unwrap().unwrap().row.failure;
        assert_eq!(failure.as_deref(), Some(recorded));
        assert!(is_stop(recorded));
    }
}
