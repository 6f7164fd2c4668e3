//! `state` and `recover`: who says where the robot is.

use crate::{
    harness::{Folder, Transcript, check},
    recovery::RUN,
};

const CORRECT: &str = "state correct --snapshot demo.cell --operator Ada --reason looked";
const RECOVER: &str = "recover --snapshot demo.cell --operator Ada";

/// Whose place it is hangs on the record of the run that left it.
#[test]
fn a_changed_record_confirms_nothing() {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("go to position 4").status, 0);
    let history = rusqlite::Connection::open(folder.path("cellgraph-data/history.db")).unwrap();
    history.execute_batch("UPDATE run_records SET driver = 'files'").unwrap();
    drop(history);
    let run = folder.run("state show");
    assert!(run.out.contains("NOT confirmed: the history was changed: run_records: run_number 1"), "{run}");
}

/// A simulated run that failed says no more about the robot than one that was completed.
#[test]
fn a_failed_simulation_leaves_a_simulated_place() {
    let mut failed = 0;
    for seed in 1..=6 {
        let folder = Folder::at_home();
        folder.ask("weld at position 1", &["--yes", "--faults", &format!("{seed}:300")], "");
        let run = folder.run("state show");
        let is_as_said = run.out.contains("said by Ada");
        assert_eq!(run.out.starts_with("The simulated robot is at"), !is_as_said, "{run}");
        failed += usize::from(!is_as_said && run.out.contains("NOT confirmed"));
    }
    assert!(failed > 0);
}

#[test]
fn shown_and_corrected() {
    let folder = Folder::with_snapshot();
    let mut transcript = Transcript::default();
    for (line, status) in [
        ("state show", 2),
        (&*format!("{CORRECT} --position Home --tool none"), 0),
        ("state show", 0),
        (&*format!("{CORRECT} --position Pos_1 --tool Welder"), 0),
        ("state show --json", 0),
    ] {
        let run = folder.run(line);
        assert_eq!(run.status, status, "{line}: {run}");
        transcript.add(line, &run);
    }
    check!("state", transcript);
}

#[test]
fn corrections_that_are_none() {
    let folder = Folder::at_home();
    let before = folder.run("state show").out;
    let mut transcript = Transcript::default();
    for arguments in [
        vec!["--position", "Hoem", "--tool", "none", "--reason", "looked", "--operator", "Ada"],
        vec!["--position", "Home", "--tool", "Wedler", "--reason", "looked", "--operator", "Ada"],
        vec!["--position", "Home", "--tool", "none", "--reason", "  ", "--operator", "Ada"],
        vec!["--position", "Home", "--tool", "none", "--reason", "looked", "--operator", " "],
        vec!["--position", "Home", "--tool", "none", "--reason", "looked", "--operator", "A\u{7}"],
        vec!["--position", "Home", "--tool", "none", "--reason", "looked"],
    ] {
        let run = folder.run_with(&[&["state", "correct", "--snapshot", "demo.cell"], &arguments[..]].concat(), "");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}: {run}");
        transcript.add(&format!("state correct {}", arguments.join(" ").escape_debug()), &run);
    }
    check!("state_correct_unusable", transcript);
    assert_eq!(folder.run("state show").out, before);
}

#[test]
fn an_interrupted_run_is_closed_by_a_person() {
    let folder = Folder::at_home();
    folder.interrupt("go to position 1");
    let mut transcript = Transcript::default();
    let mut add = |what: &str, run: crate::harness::Run, status: i32| {
        assert_eq!(run.status, status, "{what}: {run}");
        transcript.add(what, &run);
    };
    add("state show", folder.run("state show"), 1);
    add("state correct", folder.run(&format!("{CORRECT} --position Home --tool none")), 2);
    add("recover, with a name that is none", folder.run(&format!("{RECOVER} --position Mars --tool none")), 2);
    assert_eq!(folder.run("history list --status running").status, 0, "it is not closed yet");
    add("recover, and nobody answers", folder.run(RECOVER), 2);
    add("recover", folder.pipe(RECOVER, "Safe_Pos_1\nnone\nI looked\nyes\n"), 0);
    add("recover again", folder.pipe(RECOVER, ""), 0);
    add("history", folder.run(&format!("history show {}", folder.run_ids()[0])), 0);
    check!("recover", transcript);
    assert_eq!(folder.run("history check").status, 0);
    let run = folder.simulate("go to position 1");
    assert!(run.status == 0 && run.out.contains("completed: 1 of 1 steps"), "from where it was said to be: {run}");
}

/// "quit", "I did not look" and "let it go" confirmed the position.
#[test]
fn what_says_nothing_of_the_robot_confirms_nothing() {
    for answers in [
        "quit",
        "no",
        "help",
        "where?",
        "Home\ncancel",
        "Home\nnone\nno",
        "Home\nnone\nquit",
        "Home\nnone\n?",
        "Home\nnone\nI don't know",
        "Home\nnone\nI did not look",
        "Home\nnone\nthe others said so",
        "Home\nnone\nI looked\nno",
        "Home\nnone\nI looked\nrun it",
        "Home\nnone\nI looked\nlet it go",
        "Home\nnone\nI looked\nright, carry on",
    ] {
        let folder = Folder::at_home();
        folder.interrupt("go to position 1");
        let run = folder.pipe(RECOVER, format!("{answers}\n"));
        assert_eq!(run.status, 2, "{answers}: {run}");
        assert_eq!(folder.run("state show").status, 1, "{answers}: nothing is confirmed");
    }
}

/// A place of another cell was confirmed in this cell's data folder.
#[test]
fn a_place_of_another_cell_is_none_of_this_one() {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("go to safe position 1").status, 0);
    let other = String::from_utf8(folder.read("demo.jsonl")).unwrap().replace("Safe_Pos_4", "Elsewhere");
    folder.write("other.jsonl", other);
    assert_eq!(folder.run("snapshot build --from other.jsonl -o other.cell").status, 0);
    let given = "--snapshot other.cell --operator Ada --reason looked --position Elsewhere --tool none";
    for command in ["state correct", "recover"] {
        let run = folder.run(&format!("{command} {given}"));
        assert_eq!(run.status, 2, "{command}: {run}");
        assert!(run.err.contains("'Elsewhere' is not in the snapshot"), "{command}: {run}");
        assert!(!folder.run("state show").out.contains("Elsewhere"));
    }
}

#[test]
fn answers_may_be_given_as_options() {
    let folder = Folder::at_home();
    folder.interrupt("go to position 1");
    let words: Vec<&str> = RECOVER.split(' ').collect();
    let given = ["--position", "Home", "--tool", "none", "--reason", "it never left"];
    let run = folder.run_with(&[&words[..], &given].concat(), "");
    assert_eq!(run.status, 0, "{run}");
    assert!(run.out.contains("The robot is at Home and holds nothing (said by Ada"), "{run}");
}

#[test]
fn there_must_be_something_to_recover() {
    let folder = Folder::with_snapshot();
    check!("recover_nothing", folder.run(RECOVER));
    assert!(!folder.path("cellgraph-data").exists(), "a mistyped folder is not made into a new cell");
}

#[test]
fn what_a_controller_was_permitted_is_stopped() {
    let folder = Folder::at_home();
    folder.leave_a_run();
    let go = |run: &str| format!(r#"{{"run":"{run}","serial":41,"permit":"go","step":1}}"#);
    std::fs::create_dir(folder.path("robot")).unwrap();
    std::fs::create_dir(folder.path("other")).unwrap();
    folder.write("robot/permit.json", go(RUN));
    folder.write("other/permit.json", go("11111111-5f0a-4d7e-9b1c-2a3d4e5f6071"));
    let permit = |of: &str| std::fs::read_to_string(folder.path(of).join("permit.json")).unwrap();
    let answers = "Home\nnone\nI looked\nyes\n";
    let refused = folder.pipe(RECOVER, answers);
    assert_eq!(refused.status, 2, "{refused}");
    check!("recover_controller", refused);
    let console = folder.console(&["Home", "none", "I looked", "yes"]);
    assert_eq!(console.status, 2, "the simulator's console neither: {console}");
    // It closed the run over an unrelated folder, while the real permit still said `go`.
    let refused = folder.pipe(&format!("{RECOVER} --robot other"), answers);
    assert_eq!(refused.status, 2, "{refused}");
    assert!(refused.err.contains("is not the folder that was shared with the controller of run"), "{refused}");
    assert_eq!((permit("other"), permit("robot")), (go("11111111-5f0a-4d7e-9b1c-2a3d4e5f6071"), go(RUN)));
    // The permit was taken away, so that a controller that had begun the step never saw a stop.
    let controller = folder.answer_the_stop(&[("report", 0, "Safe_Pos_1")]);
    let run = folder.pipe(&format!("{RECOVER} --robot robot"), "no\nHome\nnone\nI looked\nyes\n");
    controller.join().unwrap();
    assert_eq!(run.status, 0, "{run}");
    assert!(run.err.contains("reports that the robot is at Safe_Pos_1 with an empty hand"), "{run}");
    assert!(run.out.contains("The robot is at Home and holds nothing (said by Ada"), "a person's word counts: {run}");
    let stop: serde_json::Value = serde_json::from_str(&permit("robot")).unwrap();
    assert_eq!((&stop["permit"], &stop["run"], &stop["serial"]), (&"stop".into(), &RUN.into(), &42.into()));
}
