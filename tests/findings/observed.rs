//! A controller that can only say where its robot is: after a weld the operator is asked, and nothing but the code of that very
//! question is a yes.

use serde_json::json;

use super::{
    controller::{Event, Shows, Ways},
    support::{Cell, SENTENCE, approve, driving},
    terminal::Terminal,
};

const WELD: &str = "weld at position 1";

fn asked(cell: &Cell) -> (Terminal, String) {
    let terminal = Terminal::start(&cell.command(&driving(&["do", WELD])), None);
    approve(&terminal);
    // Typed ahead: nobody has asked anything yet.
    terminal.say("confirm 0000");
    let question = terminal.see_line("type: confirm ");
    let (_, rest) = question.split_once("type: confirm ").unwrap();
    (terminal, rest[..4].to_owned())
}

#[test]
fn a_weld_that_nobody_can_be_sure_of_waits_for_the_operator() {
    let cell = Cell::new();
    let controller = cell.controller(Ways::default());
    let (terminal, code) = asked(&cell);
    controller.await_event(&Event::Done(8));
    terminal.say("confirm");
    terminal.see("not understood");
    terminal.say(&format!("confirm {}", if code == "0000" { "0001" } else { "0000" }));
    terminal.say("resume");
    terminal.see("The question stands");
    terminal.say(&format!("confirm {code}"));
    let (status, said) = terminal.end();
    assert!(status.success(), "{said}");
    assert!(said.contains("step 8 was confirmed") && said.contains("completed: 8 of 8 steps"), "{said}");
    assert!(cell.state().contains("That is confirmed"), "{}", cell.state());
    let history = cell.done(&["history", "list", "--data", "data", "--json"]);
    assert!(history.contains(r#""status":"completed""#), "{history}");
}

/// "going on" was said, and nothing went on; "stopping after this step", and the run waited on. The code had letters that are taken
/// for digits.
#[test]
fn what_is_said_at_the_question_is_so() {
    let cell = Cell::new();
    let _controller = cell.controller(Ways::default());
    let (terminal, code) = asked(&cell);
    assert!(code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
    for (word, words) in [
        ("resume", "nothing goes on before the question is answered. The question stands"),
        ("pause", "it stands already, and pauses when the question is answered. The question stands"),
        ("hm", "not understood. The question stands"),
        ("stop", "it ends when the question is answered: no further step is sent. The question stands"),
        ("resume", "it stops all the same. The question stands"),
    ] {
        terminal.say(word);
        terminal.see(words);
    }
    terminal.say(&format!("confirm {code}"));
    let (_, said) = terminal.end();
    assert!(said.contains("step 8 was confirmed"), "{said}");
}

#[test]
fn a_weld_that_the_operator_denies_ends_the_run() {
    for word in ["stop now", "no", "no way", "halt!"] {
        let cell = Cell::new();
        let _controller = cell.controller(Ways::default());
        let (terminal, _) = asked(&cell);
        terminal.say(word);
        let (status, said) = terminal.end();
        assert!(!status.success(), "{word}: {said}");
        cell.assert_stopped();
    }
}

/// A program cannot look at a seam: without a terminal nothing is sent that would have to be confirmed.
#[test]
fn without_a_terminal_nothing_is_sent_that_has_to_be_confirmed() {
    let cell = Cell::new();
    let controller = cell.controller(Ways::default());
    let shown = cell.run(&driving(&["do", WELD, "--json"]));
    let text = String::from_utf8(shown.stdout).unwrap();
    let document: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let digest = document["proposed"]["digest"].as_str().unwrap();
    let said = cell.refused(2, &driving(&["do", WELD, "--approve", digest]));
    assert!(said.contains("step 8 would have to be confirmed at a terminal"), "{said}");
    assert!(said.contains("'weld_quality_check': nothing was sent"), "{said}");
    assert_eq!((controller.begun(), cell.permit()), (vec![], serde_json::Value::Null));
}

/// What the steps are judged by was shown with the plan: a yes to the one is no yes to the other.
#[test]
fn a_yes_does_not_hold_for_other_evidence() {
    let cell = Cell::new();
    let controller = cell.controller(Ways::default());
    std::fs::write(cell.path("strict.yaml"), "checks: { weld_quality_check: { output: weld_ok } }\n").unwrap();
    std::fs::write(cell.path("lax.yaml"), "checks: { weld_quality_check: { output: lamp, may_stay: true } }\n")
        .unwrap();
    let judged_by = |file, words: &[&'static str]| [&driving(&["do", WELD]), words, &["--declared", file]].concat();
    let shown = String::from_utf8(cell.run(&judged_by("strict.yaml", &["--json"])).stdout).unwrap();
    let document: serde_json::Value = serde_json::from_str(shown.lines().next().unwrap()).unwrap();
    let proposed = &document["proposed"];
    let hash = blake3::hash(&std::fs::read(cell.path("strict.yaml")).unwrap());
    assert_eq!(proposed["declared"].as_str().unwrap(), hash.to_hex().as_str());
    let digest = proposed["digest"].as_str().unwrap().to_owned();
    for other in [judged_by("lax.yaml", &[]), driving(&["do", WELD])] {
        let said = cell.refused(1, &[&*other, &["--approve", &digest]].concat());
        assert!(said.contains("is proposed now: nothing was run"), "{said}");
    }
    assert_eq!((controller.begun(), cell.permit()), (vec![], serde_json::Value::Null));
}

/// What one robot began is not gone on with by another.
#[test]
fn a_run_is_corrected_by_its_own_robot() {
    let cell = Cell::new();
    // A controller that cannot be heard: the run is recorded, and nothing was sent.
    std::fs::create_dir_all(cell.robot().join("progress.jsonl")).unwrap();
    std::fs::create_dir_all(cell.path("other")).unwrap();
    let shown = String::from_utf8(cell.run(&driving(&["do", "go to position 4", "--json"])).stdout).unwrap();
    let document: serde_json::Value = serde_json::from_str(shown.lines().next().unwrap()).unwrap();
    let digest = document["proposed"]["digest"].as_str().unwrap();
    cell.refused(1, &driving(&["do", "go to position 4", "--approve", digest]));
    cell.correct("Home");
    let rest = ["correct", "rest", "--json"];
    let own = String::from_utf8(cell.run(&driving(&rest)).stdout).unwrap();
    assert!(own.contains(r#""corrects":{"run":""#), "{own}");
    let mut other = driving(&rest);
    *other.last_mut().unwrap() = "other";
    let refused = cell.run(&other);
    let said = String::from_utf8(refused.stdout).unwrap();
    assert_eq!((refused.status.code(), said.contains("another robot's, by its folder")), (Some(1), true), "{said}");
    assert_eq!(cell.path("other").read_dir().unwrap().count(), 0);
}

const PANEL: &str = "panel: { position: { element: at }, tool: { element: hand } }\n";

fn by_panel(ways: Ways) -> (Cell, (std::process::ExitStatus, String)) {
    let cell = Cell::new();
    std::fs::write(cell.path("panel.yaml"), PANEL).unwrap();
    let _controller = cell.controller(Ways { shows_panel: true, ..ways });
    let words = [&driving(&["do", SENTENCE])[..], &["--declared", "panel.yaml"]].concat();
    let terminal = Terminal::start(&cell.command(&words), None);
    approve(&terminal);
    let ended = terminal.end();
    (cell, ended)
}

/// The controller's gateway only fetches a page: what its elements mean is declared here.
#[test]
fn a_panel_alone_confirms_where_the_robot_is() {
    let (cell, (status, said)) = by_panel(Ways::default());
    assert!(status.success() && said.contains("completed: 2 of 2 steps"), "{said}");
    assert!(cell.state().contains("Pos_1") && cell.state().contains("That is confirmed"), "{}", cell.state());
}

/// The gateway serves the page from its memory.
#[test]
fn a_page_of_another_moment_confirms_nothing() {
    let (cell, (status, said)) = by_panel(Ways { stale: Some("Home"), ..Ways::default() });
    assert!(!status.success() && said.contains("the robot is at 'Home', not at 'Safe_Pos_1'"), "{said}");
    cell.assert_stopped();
}

/// Without a declaration a page says nothing about the place.
#[test]
fn a_panel_that_nobody_declared_starts_nothing() {
    let cell = Cell::new();
    let controller = cell.controller(Ways { shows_panel: true, ..Ways::default() });
    let terminal = Terminal::start(&cell.command(&driving(&["do", SENTENCE])), None);
    approve(&terminal);
    let (status, said) = terminal.end();
    assert!(!status.success() && said.contains("nobody declared which element of the panel shows them"), "{said}");
    assert_eq!(controller.begun(), Vec::<u64>::new());
}

fn by_cell(sentence: &str, checks: &str, cell: Shows) -> (Vec<u64>, String) {
    let place = Cell::new();
    std::fs::write(place.path("checks.yaml"), checks).unwrap();
    let controller = place.controller(Ways { cell: Some(cell), ..Ways::default() });
    let words = [&driving(&["do", sentence])[..], &["--declared", "checks.yaml"]].concat();
    let terminal = Terminal::start(&place.command(&words), None);
    approve(&terminal);
    let (status, said) = terminal.end();
    assert!(!status.success(), "{said}");
    place.assert_stopped();
    (controller.begun(), said)
}

fn has_welded(finished: Option<&str>) -> bool {
    finished.is_some_and(|step| step.starts_with("Tack Weld"))
}

/// The output was shown for the first time when the weld was said to be done, and counted as its answer.
#[test]
fn a_signal_that_nobody_showed_before_answers_no_check() {
    let (_, said) = by_cell(WELD, "checks: { weld_quality_check: { output: weld_ok } }\n", |at, tool, finished| {
        let mut cell = json!({ "position": at, "tool": tool, "mode": "auto" });
        if has_welded(finished) {
            cell["outputs"] = json!({ "weld_ok": true });
        }
        cell
    });
    assert!(said.contains("cannot be evaluated: nobody said what 'outputs.weld_ok' was before the step"), "{said}");
}

/// The same message stood there before, under the id of an earlier time.
#[test]
fn a_standing_message_under_another_id_answers_no_check() {
    let checks = "checks: { weld_quality_check: { message: Weld OK } }\n";
    let (_, said) = by_cell(WELD, checks, |at, tool, finished| {
        let id = if has_welded(finished) { "12:00:02" } else { "12:00:01" };
        json!({ "position": at, "tool": tool, "mode": "auto", "outputs": { "arc": has_welded(finished) },
            "messages": [{ "id": id, "text": "Weld OK" }] })
    });
    assert!(said.contains("the message 'Weld OK' did not appear"), "{said}");
}

/// The emergency stop was an input like any other, and the next motion was sent.
#[test]
fn an_emergency_stop_among_the_inputs_sends_no_next_motion() {
    let cell = Cell::new();
    let shows: Shows = |at, tool, finished| json!({ "position": at, "tool": tool, "mode": "auto", "inputs": { "e_stop": finished.is_some() } });
    let controller = cell.controller(Ways { cell: Some(shows), ..Ways::default() });
    let terminal = Terminal::start(&cell.command(&driving(&["do", SENTENCE])), None);
    approve(&terminal);
    let question = terminal.see_line("type: confirm ");
    terminal.say("stop now");
    let (status, said) = terminal.end();
    assert!(!status.success() && said.contains("'inputs.e_stop' says that something failed"), "{question}: {said}");
    assert_eq!(controller.begun(), [1]);
}

/// The cell stood still, and the line alone said that the robot had moved.
#[test]
fn a_cell_that_stands_still_is_no_motion() {
    let (begun, said) = by_cell(SENTENCE, "{}\n", |_, _, _| json!({ "mode": "auto", "values": { "axis": 0 } }));
    assert!(said.contains("nothing changed"), "{said}");
    assert_eq!(begun, [1]);
}
