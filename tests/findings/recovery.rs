//! 9: what a dead program left, and in which folder.

use std::fs;

use rustix::process::Signal;

use super::{
    controller::{Controller, Event, Ways, document},
    support::{Cell, SENTENCE, approve, approved_run, console, driving},
    terminal::Terminal,
};

/// A run whose program was killed in the middle of its first step; its controller goes on.
fn killed_run(cell: &Cell) -> Controller {
    let controller = cell.controller(Ways { is_quick: false, ..Ways::default() });
    killed(controller, approved_run(cell))
}

/// The same by a controller that shows its panel.
fn killed_panel_run(cell: &Cell, ways: Ways) -> Controller {
    fs::write(cell.path("panel.yaml"), "panel: { position: { element: at }, tool: { element: hand } }\n").unwrap();
    let controller = cell.controller(Ways { is_quick: false, shows_panel: true, ..ways });
    let words = [&driving(&["do", SENTENCE])[..], &["--declared", "panel.yaml"]].concat();
    let terminal = Terminal::start(&cell.command(&words), None);
    approve(&terminal);
    killed(controller, terminal)
}

fn killed(controller: Controller, terminal: Terminal) -> Controller {
    controller.await_event(&Event::Began(1));
    terminal.signal(Signal::KILL);
    terminal.end();
    controller
}

/// Finding 9: `recover --robot WRONG` closed the run over an unrelated folder and confirmed the place, while the real `permit.json`
/// still said `go`; with the right folder the permit was removed, and not replaced by `stop`.
#[test]
fn a_run_is_recovered_in_its_own_folder_alone_and_stop_stays_there() {
    let cell = Cell::new();
    let controller = killed_run(&cell);
    assert_eq!(cell.permit()["permit"], "go", "nobody was left to say stop");
    let recover = |robot| {
        let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada", "--robot", robot];
        [&words[..], &["--position", "Home", "--tool", "none", "--reason", "looked"]].concat()
    };
    fs::create_dir(cell.path("wrong")).unwrap();
    let said = cell.refused(2, &recover("wrong"));
    assert!(said.contains("is not the folder that was shared with the controller of run"), "{said}");
    assert!(said.contains(&*cell.robot().canonicalize().unwrap().to_string_lossy()), "the right one is named: {said}");
    assert_eq!(fs::read_dir(cell.path("wrong")).unwrap().count(), 0, "nothing was written there");
    assert_eq!(cell.permit()["permit"], "go");
    cell.assert_unsure();
    // Without a folder no run is closed that a controller may still be at.
    let without: Vec<&str> = recover("wrong").into_iter().filter(|word| !["--robot", "wrong"].contains(word)).collect();
    assert!(cell.refused(2, &without).contains("may still go on with its step"));
    cell.done(&recover("robot"));
    controller.await_event(&Event::Halted(1));
    assert_eq!(cell.permit()["permit"], "stop");
    assert_eq!(controller.begun(), [1]);
    let state = cell.state();
    assert!(
        state.contains("at Home") && state.contains("said by Ada") && state.contains("That is confirmed"),
        "{state}"
    );
    let history = cell.done(&["history", "list", "--data", "data", "--json"]);
    assert!(history.contains(r#""status":"failed""#), "{history}");
}

/// "Home", "none" and "ok", typed while the program waited for a controller that said nothing, answered all three questions before
/// one of them stood on the screen, and the state was confirmed where the robot was not.
#[test]
fn what_was_typed_before_the_questions_confirms_nothing() {
    let cell = Cell::new();
    let controller = killed_run(&cell);
    // A controller that is gone: the program waits for its report.
    drop(controller);
    let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada", "--robot", "robot"];
    let terminal = Terminal::start(&cell.command(&words), None);
    terminal.type_in("Home\rnone\rok\r");
    terminal.see("What was typed before the question was asked is not taken as an answer.");
    terminal.see("At which position is it?");
    cell.assert_unsure();
    terminal.type_in("\u{4}");
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(2), "{said}");
    cell.assert_unsure();
}

/// A place that was given with the command was confirmed while the controller reported another one.
#[test]
fn a_place_that_the_controller_contradicts_is_not_confirmed() {
    let cell = Cell::new();
    let _controller = killed_run(&cell);
    let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada", "--robot", "robot"];
    let given = ["--position", "Pos_3", "--tool", "none", "--reason", "looked"];
    let said = cell.refused(2, &[&words[..], &given].concat());
    assert!(said.contains("the controller reports that the robot is at Home"), "{said}");
    assert!(said.contains("and not at 'Pos_3' with 'none': nothing is confirmed"), "{said}");
    assert_eq!(cell.permit()["permit"], "stop");
    cell.assert_unsure();
}

/// A controller that shows its panel and nothing else was not heard, for want of a declaration.
#[test]
fn a_panel_says_where_the_robot_is() {
    let cell = Cell::new();
    let controller = killed_panel_run(&cell, Ways::default());
    "Safe_Pos_2".clone_into(&mut controller.robot.lock());
    let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada", "--robot", "robot"];
    let declared = ["--declared", "panel.yaml"];
    let terminal = Terminal::start(&cell.command(&[&words[..], &declared].concat()), None);
    terminal.see("reports that the robot is at Safe_Pos_2");
    terminal.see("Is that so?");
    terminal.say("yes");
    let (status, said) = terminal.end();
    assert!(status.success(), "{said}");
    assert!(cell.state().contains("The robot is at Safe_Pos_2"), "{}", cell.state());
    // A place that is given with the command is held against the page, too.
    let given = ["--position", "Home", "--tool", "none", "--reason", "looked"];
    let said = cell.refused(2, &[&words[..], &declared, &given].concat());
    assert!(said.contains("the controller reports that the robot is at Safe_Pos_2"), "{said}");
    cell.assert_unsure();
    let said = cell.refused(2, &["recover", "--snapshot", "demo.cell", "--data", "data", "--declared", "panel.yaml"]);
    assert!(said.contains("--robot"), "{said}");
}

/// What a line said was offered, though the page in the same line showed another place.
#[test]
fn a_report_that_its_own_page_denies_is_none() {
    let cell = Cell::new();
    let _controller =
        killed_panel_run(&cell, Ways { stale: Some("Home"), says_beside: Some("Home"), ..Ways::default() });
    let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada", "--robot", "robot"];
    let given = ["--position", "Home", "--tool", "none", "--reason", "looked"];
    cell.done(&[&words[..], &["--declared", "panel.yaml"], &given].concat());
    let cell = Cell::new();
    let _controller =
        killed_panel_run(&cell, Ways { stale: Some("Home"), says_beside: Some("Pos_3"), ..Ways::default() });
    let terminal = Terminal::start(&cell.command(&[&words[..], &["--declared", "panel.yaml"]].concat()), None);
    terminal.see("the controller reports position 'Pos_3', and its panel shows 'Home'");
    terminal.see("At which position is it?");
    terminal.type_in("\u{4}");
    let (_, said) = terminal.end();
    assert!(!said.contains("Is that so?"), "{said}");
    cell.assert_unsure();
}

/// With one answer given and the others typed, nobody asked whether the controller was right, and its word was not looked at.
#[test]
fn one_answer_given_does_not_overrule_the_controller() {
    for given in [["--position", "Pos_3"], ["--tool", "Welder"], ["--reason", "looked"]] {
        let cell = Cell::new();
        let _controller = killed_run(&cell);
        let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada", "--robot", "robot"];
        let terminal = Terminal::start(&cell.command(&[&words[..], &given].concat()), None);
        for (option, question, answer) in
            [("--position", "At which position is it?", "Pos_3"), ("--tool", "What does it hold", "none")]
        {
            if given[0] != option {
                terminal.see(question);
                terminal.say(answer);
            }
        }
        let (status, said) = terminal.end();
        assert_eq!(status.code(), Some(2), "{said}");
        assert!(said.contains("the controller reports that the robot is at Home"), "{said}");
        cell.assert_unsure();
    }
}

/// A declared file that cannot be used kept the stop from being written.
#[test]
fn a_stop_waits_for_no_declared_file() {
    let cell = Cell::new();
    let _controller = killed_run(&cell);
    let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada", "--robot", "robot"];
    let given = ["--declared", "nowhere.yaml", "--position", "Home", "--tool", "none", "--reason", "looked"];
    cell.done(&[&words[..], &given].concat());
    assert_eq!(cell.permit()["permit"], "stop");
}

/// A copy of the folder has the permit of the same run: the copy was stopped, the run closed, and the real permit still said `go`.
#[test]
fn a_copy_of_the_folder_is_not_the_folder() {
    let cell = Cell::new();
    let _controller = killed_run(&cell);
    fs::create_dir(cell.path("copy")).unwrap();
    fs::copy(cell.robot().join("permit.json"), cell.path("copy/permit.json")).unwrap();
    let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada", "--robot", "copy"];
    let said = cell.refused(2, &words);
    assert!(said.contains("the run was handed over in another one"), "{said}");
    assert_eq!(cell.permit()["permit"], "go");
    cell.assert_unsure();
}

/// A share that is mounted elsewhere after a restart: the recorded path is an empty folder, and the permit stands in the other.
#[test]
fn a_folder_that_moved_is_stopped_where_it_is() {
    let cell = Cell::new();
    drop(killed_run(&cell));
    fs::rename(cell.robot(), cell.path("moved")).unwrap();
    fs::create_dir(cell.robot()).unwrap();
    let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada", "--robot", "moved"];
    let given = ["--position", "Home", "--tool", "none", "--reason", "looked"];
    cell.done(&[&words[..], &given].concat());
    assert_eq!(document(&cell.path("moved/permit.json")).unwrap()["permit"], "stop");
}

/// A FIFO in the place of the controller's file, or a folder in that of the lock, kept the stop from being written.
#[test]
fn a_stop_is_written_whatever_else_cannot_be_used() {
    let cell = Cell::new();
    let _controller = killed_run(&cell);
    for name in ["handover.lock", "progress.jsonl"] {
        fs::rename(cell.robot().join(name), cell.path(name)).unwrap();
        fs::create_dir(cell.robot().join(name)).unwrap();
    }
    let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada", "--robot", "robot"];
    let given = ["--position", "Home", "--tool", "none", "--reason", "looked"];
    cell.done(&[&words[..], &given].concat());
    assert_eq!(cell.permit()["permit"], "stop");
    for name in ["handover.lock", "progress.jsonl"] {
        fs::remove_dir(cell.robot().join(name)).unwrap();
        fs::rename(cell.path(name), cell.robot().join(name)).unwrap();
    }
}

/// A robot that was jogged stayed confirmed where it was on record, though its controller said at `recover` where it is.
#[test]
fn a_report_that_contradicts_the_record_takes_its_confirmation() {
    let cell = Cell::new();
    let controller = cell.controller(Ways::default());
    let (status, _) = approved_run(&cell).end();
    assert_eq!(status.code(), Some(0));
    assert!(cell.state().contains("That is confirmed"));
    *controller.robot.lock() = "Pos_3".to_owned();
    let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada", "--robot", "robot"];
    let said = cell.refused(2, &words);
    assert!(said.contains("reports that the robot is at Pos_3"), "{said}");
    cell.assert_unsure();
}

/// The controller reported the place on record, and a person named another: "nothing is confirmed" was said, the record stayed confirmed, and
/// the next run moved. So it stayed where the reason was refused, or the controller could not be asked.
#[test]
fn another_place_than_the_one_on_record_takes_its_confirmation_whatever_comes_after() {
    let cell = Cell::new();
    let _controller = cell.controller(Ways::default());
    let (status, _) = approved_run(&cell).end();
    assert_eq!(status.code(), Some(0));
    fs::write(cell.path("no-folder"), "").unwrap();
    let words = ["recover", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada"];
    let given = ["--position", "Pos_3", "--tool", "none", "--reason", "looked"];
    for (rest, told) in [
        ([&["--robot", "robot"][..], &given].concat(), "nothing is confirmed, neither this nor what is on record"),
        ([&["--robot", "robot"][..], &given[..4], &["--reason", "looked\nthere"]].concat(), "nothing is confirmed"),
        ([&given[..4], &["--reason", "looked\nthere"]].concat(), "the reason"),
        (vec!["--tool", "Welder", "--reason", "looked\nthere"], "the reason"),
        (["--position", "Pos_3", "--tool", "Wlder", "--reason", "looked"].to_vec(), "Wlder"),
    ] {
        cell.correct("Pos_1");
        assert!(cell.state().contains("That is confirmed"));
        let said = cell.refused(2, &[&words[..], &rest].concat());
        assert!(said.contains("From now on nothing is confirmed") && said.contains(told), "{rest:?}: {said}");
        cell.assert_unsure();
    }
    cell.correct("Pos_1");
    let output = cell.run(&[&words[..], &["--robot", "no-folder"], &given].concat());
    assert!(!output.status.success(), "it is no folder");
    cell.assert_unsure();
    // Whoever names the place on record says nothing against it.
    cell.correct("Pos_1");
    cell.refused(2, &[&words[..], &["--position", "Pos_1", "--tool", "none", "--reason", "looked\nthere"]].concat());
    assert!(cell.state().contains("That is confirmed"));
}

/// The console's `recover` left the confirmation standing, and so did both where a line and its own cell contradict each other.
#[test]
fn the_console_takes_a_contradicted_confirmation_back() {
    let cell = Cell::new();
    let controller = cell.controller(Ways::default());
    let (status, _) = approved_run(&cell).end();
    assert_eq!(status.code(), Some(0));
    assert!(cell.state().contains("That is confirmed"));
    let terminal = console(&cell);
    *controller.robot.lock() = "Pos_3".to_owned();
    terminal.say("recover");
    terminal.see("reports that the robot is at Pos_3");
    terminal.see("Is that so?");
    terminal.say("");
    terminal.see("Put off.");
    terminal.say("quit");
    terminal.end();
    cell.assert_unsure();
}

/// A person said that the robot is not where it is on record and where its controller reports it, and then put the questions off:
/// the record stayed confirmed, and the next plan began there.
#[test]
fn a_no_takes_the_confirmation_at_once() {
    let cell = Cell::new();
    let _controller = cell.controller(Ways::default());
    let (status, _) = approved_run(&cell).end();
    assert_eq!(status.code(), Some(0));
    // How somebody answers, and leaves.
    let ways: [(&str, &str); 10] = [
        ("no", "quit\r"),
        ("it is not", "\r"),
        ("no", "\u{4}"),
        ("wrong", "\u{3}"),
        ("not sure", ""),
        ("Pos_2", "\u{3}"),
        ("somewhere else", "quit\r"),
        // Words that name no place were only asked for anew.
        ("between Pos_1 and Pos_2", "\r"),
        ("it crashed into the fixture", "quit\r"),
        ("Pos_1?", "\u{4}"),
    ];
    for (answer, leave) in ways {
        cell.correct("Pos_1");
        assert!(cell.state().contains("That is confirmed"));
        let terminal = console(&cell);
        terminal.say("recover");
        terminal.see("Is that so?");
        terminal.say(answer);
        terminal.see("From now on nothing is confirmed");
        if !leave.is_empty() {
            terminal.see(match answer {
                "Pos_2" => "What does it hold",
                "no" | "it is not" | "wrong" | "somewhere else" => "At which position",
                _ => "Is that so?",
            });
        }
        terminal.type_in(leave);
        if !leave.ends_with('\u{3}') {
            terminal.see("Put off.");
        }
        // Ctrl-C and Ctrl-D end the console.
        if !leave.ends_with(['\u{3}', '\u{4}']) {
            terminal.see("> ");
            terminal.say("quit");
        }
        terminal.end();
        let state = cell.state();
        assert!(state.contains("NOT confirmed: Ada "), "{answer} {leave:?}: {state}");
    }
    // Whoever says nothing has said nothing against it.
    for leave in ["quit", "later", "", "not now"] {
        cell.correct("Pos_1");
        let terminal = console(&cell);
        terminal.say("recover");
        terminal.see("Is that so?");
        terminal.say(leave);
        terminal.see("Put off.");
        terminal.see("> ");
        terminal.say("quit");
        let (_, said) = terminal.end();
        assert!(cell.state().contains("That is confirmed"), "{leave}: {said}");
    }
}

/// On a data folder that took no writing, in another program's hands here, and with a snapshot that was gone, `recover` ended
/// before it had told the controller anything.
#[test]
fn a_stop_waits_for_no_record_and_no_snapshot() {
    let cell = Cell::new();
    let _controller = killed_run(&cell);
    let words = ["recover", "--data", "data", "--operator", "Ada", "--robot", "robot", "--snapshot"];
    let held = cellgraph::store::Store::open(&cell.path("data")).unwrap();
    let said = cell.refused(2, &[&words[..], &["demo.cell"]].concat());
    assert!(said.contains("It says stop now.") && said.contains("is in use by another cellgraph"), "{said}");
    assert_eq!(cell.permit()["permit"], "stop");
    let serial = cell.permit()["serial"].clone();
    drop(held);
    let said = cell.refused(2, &[&words[..], &["nowhere.cell"]].concat());
    assert!(said.contains("It says stop now.") && said.contains("nowhere.cell"), "{said}");
    assert!(cell.permit()["serial"].as_u64() > serial.as_u64());
    cell.assert_unsure();
}

/// A data folder that was put in the place of another one under a console: the run was recorded where nobody looks, and the state
/// that everybody sees stayed confirmed where the robot was not.
#[test]
fn a_data_folder_that_was_exchanged_is_not_written() {
    let cell = Cell::new();
    let controller = cell.controller(Ways::default());
    let terminal = console(&cell);
    fs::rename(cell.path("data"), cell.path("old")).unwrap();
    fs::create_dir(cell.path("data")).unwrap();
    for entry in fs::read_dir(cell.path("old")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, cell.path("data").join(path.file_name().unwrap())).unwrap();
        }
    }
    terminal.say(SENTENCE);
    approve(&terminal);
    terminal.see("is another file than when cellgraph started, or gone: nothing is written");
    terminal.type_in("\u{4}");
    terminal.end();
    assert_eq!(controller.begun(), [0; 0]);
}

/// `rm history.db-wal` under a console: the run was approved, moved and completed, and no word of it was on any disk.
#[test]
fn where_a_log_of_the_history_was_removed_nothing_is_sent() {
    for name in ["history.db-wal", "history.db-shm", "robot_state.db-wal", "robot_state.db-shm"] {
        let cell = Cell::new();
        let controller = cell.controller(Ways::default());
        let terminal = console(&cell);
        fs::remove_file(cell.path("data").join(name)).unwrap();
        terminal.say(SENTENCE);
        approve(&terminal);
        terminal.see(&format!("{name} is another file than when cellgraph started, or gone: nothing is written"));
        terminal.type_in("\u{4}");
        terminal.end();
        assert_eq!(controller.begun(), [0; 0], "{name}");
    }
}
