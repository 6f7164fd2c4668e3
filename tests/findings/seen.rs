//! 5, 14, 17: confirmed is what was seen, and nothing else.

use serde_json::json;

use super::{
    controller::{Event, Ways},
    support::{Cell, approved_run},
};

/// Finding 5: When the controller answered the first request for a report with `started 1`, with `done 1 at Pos_3`, with `failed`, or
/// with another run's line, the run ended, and `state show` said "at Home … That is confirmed."
#[test]
fn a_wrong_answer_to_the_first_report_leaves_nothing_confirmed() {
    let answers = [
        json!({ "state": "started", "step": 1 }),
        json!({ "state": "done", "step": 1, "position": "Pos_3", "tool": "none" }),
        json!({ "state": "failed", "error": "the drives are off" }),
        json!({ "state": "report", "run": "00000000-0000-4000-8000-000000000001", "position": "Home", "tool": "none" }),
    ];
    for answer in answers {
        let cell = Cell::new();
        let controller = cell.controller(Ways { first_answer: Some(vec![answer.clone()]), ..Ways::default() });
        let (status, said) = approved_run(&cell).end();
        assert_eq!(status.code(), Some(1), "{answer}: {said}");
        assert_eq!(controller.begun(), [0; 0], "{answer}");
        cell.assert_stopped();
    }
}

/// Finding 14: After a pause the last line was believed again, so that a robot that was jogged meanwhile went unseen.
#[test]
fn a_robot_that_was_jogged_in_a_pause_is_seen_at_the_resume() {
    let cell = Cell::new();
    let controller = cell.controller(Ways { is_quick: false, ..Ways::default() });
    let terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    terminal.say("pause");
    terminal.see("pausing after this step");
    controller.finish_all();
    terminal.see("paused after step 1");
    "Pos_3".clone_into(&mut controller.robot.lock());
    terminal.say("resume");
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("the robot is at 'Pos_3', not at 'Safe_Pos_1'"), "{said}");
    assert_eq!(controller.begun(), [1]);
    cell.assert_stopped();
    assert!(cell.state().contains("Pos_3"), "{}", cell.state());
}

/// Finding 14, further: a pause that ended in a stop was recorded as confirmed where the robot stood before the pause.
#[test]
fn a_robot_that_was_jogged_in_a_pause_is_not_confirmed_by_a_stop() {
    let cell = Cell::new();
    let controller = cell.controller(Ways { is_quick: false, ..Ways::default() });
    let terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    terminal.say("pause");
    terminal.see("pausing after this step");
    controller.finish_all();
    terminal.see("paused after step 1");
    "Pos_3".clone_into(&mut controller.robot.lock());
    terminal.say("stop");
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(1), "{said}");
    cell.assert_stopped();
}

/// Finding 17: The controller said Pos_3, and the record said "The robot is at Home … (observed in run …)".
#[test]
fn what_the_controller_says_is_what_is_shown() {
    let cell = Cell::new();
    let controller = cell.controller(Ways { misses_to: Some("Pos_3"), ..Ways::default() });
    let (status, said) = approved_run(&cell).end();
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("The controller says that the robot is at Pos_3"), "{said}");
    assert_eq!(controller.begun(), [1]);
    cell.assert_stopped();
    let state = cell.state();
    assert!(state.contains("The robot is at Pos_3"), "{state}");
}
