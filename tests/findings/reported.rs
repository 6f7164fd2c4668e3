//! A controller that is not sure of what it did, and says so in its reports.

use std::{collections::VecDeque, process::ExitStatus};

use serde_json::json;

use super::{
    controller::{Controller, Event, Ways},
    support::{Cell, SENTENCE, approve, approved_run, driving},
    terminal::Terminal,
};

/// A run at a terminal by a controller that reports so; which steps were begun, and what was said.
fn run(sentence: &str, reports: &[f64]) -> (Cell, Vec<u64>, ExitStatus, String) {
    let (cell, controller, terminal) = approved(sentence, reports);
    let (status, said) = terminal.end();
    let begun = controller.begun();
    drop(controller);
    (cell, begun, status, said)
}

fn approved(sentence: &str, reports: &[f64]) -> (Cell, Controller, Terminal) {
    let cell = Cell::new();
    let declared = "panel: { position: { element: at }, tool: { element: hand } }
routines: { position_check: { changes_nothing: true } }\n";
    std::fs::write(cell.path("declared.yaml"), declared).unwrap();
    let ways = Ways { shows_panel: true, reports: reports.iter().copied().collect(), ..Ways::default() };
    let controller = cell.controller(ways);
    let words = [&driving(&["do", sentence])[..], &["--declared", "declared.yaml"]].concat();
    let terminal = Terminal::start(&cell.command(&words), None);
    approve(&terminal);
    (cell, controller, terminal)
}

#[test]
fn a_poor_report_is_asked_for_again_and_no_motion_is_sent_for_it() {
    let (cell, begun, status, said) = run(SENTENCE, &[0.69, 0.5, 0.7]);
    assert!(status.success() && said.contains("completed: 2 of 2 steps"), "{said}");
    assert_eq!(said.matches("that is not certain (checkpoint 2, RETRY: confidence 0.").count(), 2, "{said}");
    assert_eq!(begun, [1, 2], "each step once");
    assert!(cell.state().contains("That is confirmed"));
}

#[test]
fn a_motion_that_is_never_reported_well_ends_the_run() {
    for (reports, looks) in [(&[0.69; 3][..], 2), (&[0.49][..], 0)] {
        let (cell, begun, status, said) = run(SENTENCE, reports);
        assert!(!status.success() && said.contains("that cannot be relied on: checkpoint 2, FAIL"), "{said}");
        assert_eq!(said.matches("looking once more").count(), looks, "{said}");
        assert_eq!(begun, [1]);
        cell.assert_stopped();
    }
}

/// A report with the answer to a look that is at no step was taken and forgotten, whatever it said.
#[test]
fn a_report_that_nobody_asked_for_ends_the_run() {
    let report = json!({ "summary": "Move to Safe_Pos_1 went well.", "data": { "took_s": 2 }, "confidence": 0.3,
        "tools_used": [], "metadata": {} });
    let first = json!({ "state": "report", "position": "Home", "tool": "none", "report": report });
    let cell = Cell::new();
    let controller = cell.controller(Ways { first_answer: Some(vec![first]), ..Ways::default() });
    let (status, said) = approved_run(&cell).end();
    assert!(!status.success() && said.contains("gives a report of a step, and none was asked for"), "{said}");
    assert_eq!(controller.begun(), [0; 0]);
    cell.assert_stopped();

    // The end of the first step is reported, and then again after a pause.
    let cell = Cell::new();
    let ways = Ways { is_quick: false, reports: VecDeque::from([0.9, 0.9]), ..Ways::default() };
    let controller = cell.controller(ways);
    let terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    terminal.say("pause");
    terminal.see("pausing after this step");
    controller.finish_all();
    terminal.see("paused after step 1");
    terminal.say("resume");
    let (status, said) = terminal.end();
    assert!(!status.success() && said.contains("gives a report of a step, and none was asked for"), "{said}");
    assert_eq!(controller.begun(), [1]);
    cell.assert_stopped();
}

/// Nothing moved, and nothing was held: a person says whether the run goes on without a result, and it is said wherever the run
/// is shown.
#[test]
fn a_check_without_a_tool_is_a_partial_success_where_a_person_says_so() {
    let (cell, controller, terminal) = approved("position check at home", &[0.4]);
    let question = terminal.see_line("type: confirm ");
    let (_, rest) = question.split_once("type: confirm ").unwrap();
    terminal.say(&format!("confirm {}", &rest[..4]));
    let (status, said) = terminal.end();
    assert!(status.success() && controller.begun() == [1], "{said}");
    let warning = "Step '1' has no reliable result: confidence 0.40: not to be relied on";
    assert!(said.contains(&format!("step 1 is a partial success: {warning}")), "{said}");
    let listed = cell.done(&["history", "list", "--data", "data", "--json"]);
    let (_, id) = listed.split_once(r#""run_id":""#).unwrap();
    let shown = cell.done(&["history", "show", "--data", "data", &id[..36]]);
    let partial = shown.lines().find_map(|line| line.trim_start().strip_prefix("partial:"));
    assert!(partial.is_some_and(|line| line.trim_start().starts_with(&format!("step 1: {warning}"))), "{shown}");
}

/// A report of 0.00 completed the run.
#[test]
fn a_run_is_not_completed_by_a_report_that_nobody_can_rely_on() {
    for confidence in [0.0, 0.49] {
        let (cell, controller, terminal) = approved("position check at home", &[confidence]);
        terminal.see_line("type: confirm ");
        terminal.say("stop now");
        let (status, said) = terminal.end();
        assert!(!status.success() && !said.contains("completed: 1 of 1"), "{said}");
        assert_eq!(controller.begun(), [1]);
        cell.assert_stopped();
    }
}
