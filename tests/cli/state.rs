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

/// A reason without quotes: the command could not be read, and the next run began where the robot was not.
#[test]
fn a_correction_that_cannot_be_read_takes_the_confirmation_back() {
    for begun in ["state correct --position Pos_1 --tool none", "recover --position Pos_1 --tool none"] {
        for (rest, is_taken_back) in [
            ("--reason I looked", true),
            ("--resaon looked", true),
            ("--reason looked --reason again", true),
            ("--reason", true),
            ("--help", false),
        ] {
            let folder = Folder::at_home();
            let run = folder.run(&format!("{begun} {rest}"));
            assert_eq!(run.err.contains("From now on nothing is confirmed"), is_taken_back, "{begun} {rest}: {run}");
            assert_eq!(run.status, if is_taken_back { 2 } else { 0 });
            assert_eq!(folder.run("state show").status, i32::from(is_taken_back), "{begun} {rest}");
        }
    }
    let folder = Folder::at_home();
    std::fs::rename(folder.path("cellgraph-data"), folder.path("d")).unwrap();
    for command in [
        "recover --data d --position Pos_1 --postion",
        "recover --data=d --position Pos_1 --postion",
        "--data d recover --position Pos_1",
        "state --data d correct --position Pos_1",
        "state correct --dat d --position Pos_1",
        "recover --data x --data d",
        "state corect --Data d --position Pos_1",
        "State correct -data d --position Pos_1",
        "recovr \u{2014}data d --position Pos_1",
        "correct --dtaa=d --position Pos_1",
        "state show --data d --position Pos_1",
    ] {
        assert_eq!(folder.run("state show --data d").status, 0);
        assert_eq!(folder.run(command).status, 2);
        assert_eq!(folder.run("state show --data d").status, 1, "{command}");
        let correct = format!("{CORRECT} --position Home --tool none --data d");
        assert_eq!(folder.run(&correct).status, 0);
    }
    for says_nothing in ["state shwo --data d", "plan intent.json --position Pos_1 --tool none --snapsot x --data d"] {
        assert_eq!(folder.run(says_nothing).status, 2, "{says_nothing}");
        assert_eq!(folder.run("state show --data d").status, 0, "{says_nothing}");
    }
    let run = folder.run("state correct --data x --position Pos_1 --resaon looked --json");
    assert!(run.err.starts_with("No data folder was found by that command"), "{run}");
    let last: serde_json::Value = serde_json::from_str(run.err.lines().last().unwrap()).unwrap();
    assert!(last["error"].is_string(), "{run}");
    assert!(!folder.path("cellgraph-data").exists());
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
    let mut transcript = Transcript::default();
    for arguments in [
        vec!["--position", "Hoem", "--tool", "none", "--reason", "looked", "--operator", "Ada"],
        vec!["--position", "Home", "--tool", "Wedler", "--reason", "looked", "--operator", "Ada"],
        vec!["--position", "Home", "--tool", "none", "--reason", "  ", "--operator", "Ada"],
        vec!["--position", "Home", "--tool", "none", "--reason", "looked", "--operator", " "],
        vec!["--position", "Home", "--tool", "none", "--reason", "looked", "--operator", "A\u{7}"],
        vec!["--position", "Home", "--tool", "none", "--reason", "looked"],
        vec!["--position", "Home", "--tool", "none", "--operator", "Ada"],
    ] {
        folder.correct("Home", "none");
        let run = folder.run_with(&[&["state", "correct", "--snapshot", "demo.cell"], &arguments[..]].concat(), "");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}: {run}");
        transcript.add(&format!("state correct {}", arguments.join(" ").escape_debug()), &run);
        let is_as_on_record = arguments[1] == "Home" && arguments[3] == "none";
        assert_eq!(folder.run("state show").status, if is_as_on_record { 0 } else { 1 }, "{arguments:?}");
    }
    check!("state_correct_unusable", transcript);
}

/// `state correct` and `recover` with another place or tool than on record: they were refused for the name's spelling, the reason or the
/// operator, the record stayed confirmed, and the next run moved from there.
#[test]
fn what_is_said_against_the_record_counts_before_anything_is_refused() {
    let folder = Folder::at_home();
    folder.write("damaged.cell", "no cell");
    let (long, given) = ("x".repeat(2_000), ["--snapshot", "demo.cell", "--operator", "Ada", "--reason", " "]);
    let mut cases: Vec<Vec<&str>> = Vec::new();
    for (position, tool) in [
        ("Pos_1", "none"),
        ("pos_1", "none"),
        ("home", "none"),
        ("Hoem", "none"),
        ("", "none"),
        (&*long, "none"),
        ("Pos_1\n", "none"),
        ("Home", "Welder"),
        ("Home", "Wledre"),
        ("Home", "none?"),
        ("Pos_1", "Wledre"),
    ] {
        cases.push([&given[..], &["--position", position, "--tool", tool]].concat());
    }
    let other = ["--position", "Pos_1", "--tool", "none"];
    for (snapshot, operator, reason) in [
        ("demo.cell", "Ada", ""),
        ("demo.cell", "Ada", "a\nb"),
        ("demo.cell", "Ada", &*long),
        ("demo.cell", "", "looked"),
        ("demo.cell", "A\u{7}", "looked"),
        ("demo.cell", &*long, "looked"),
        ("none.cell", "Ada", "looked"),
        ("damaged.cell", "", ""),
    ] {
        let with = ["--snapshot", snapshot, "--operator", operator, "--reason", reason];
        cases.push([&with[..], &other].concat());
    }
    cases.push([&given[..4], &other].concat());
    cases.push([&given[..], &other[..2]].concat());
    cases.push([&given[..], &["--tool", "Welder"]].concat());
    for command in [&["state", "correct"][..], &["recover"]] {
        for case in &cases {
            folder.correct("Home", "none");
            let run = folder.run_with(&[command, case].concat(), "");
            assert_eq!(run.status, 2, "{command:?} {case:?}: {run}");
            assert!(run.err.contains("From now on nothing is confirmed"), "{command:?} {case:?}: {run}");
            let state = folder.run("state show");
            assert!(state.status == 1 && state.out.len() < 1_000, "{command:?} {case:?}: {state}");
        }
        // What is wrong with a word that says the same as the record unsays nothing.
        folder.correct("Home", "none");
        for case in [["--reason", " ", "--operator", "Ada"], ["--reason", "looked", "--operator", ""]] {
            let same = ["--snapshot", "none.cell", "--position", "Home", "--tool", "none"];
            let run = folder.run_with(&[command, &same, &case].concat(), "");
            assert_eq!((run.status, folder.run("state show").status), (2, 0), "{command:?} {case:?}: {run}");
        }
    }
    folder.correct("Home", "none");
    let run = folder.run_with(&[&["recover", "--declared", "declared.yaml"], &given[..], &other].concat(), "");
    assert_eq!((run.status, folder.run("state show").status), (2, 1), "{run}");
}

/// "Not at home", "it crashed", "between Pos_1 and Pos_2" were only asked for anew at the questions of a recovery: whoever left then left the
/// record confirmed.
#[test]
fn words_that_do_not_say_what_is_on_record_take_its_confirmation() {
    let folder = Folder::at_home();
    let led = |answers: &[&str]| {
        folder.correct("Home", "none");
        let run = folder.console(&[&["recover"], answers, &["", "quit"]].concat());
        (folder.run("state show").status, run)
    };
    for (before, words) in [
        (
            &[][..],
            &[
                "not at home",
                "it crashed into the fixture",
                "on the table beside Pos_1",
                "between Pos_1 and Pos_2",
                "Pos",
                "Pos_1",
                "pos_2",
                "Safe_Pos_99",
                "Home, I think",
                "Home?",
                "what?",
                "...",
                "again",
                "I moved it",
                "not sure",
                "no",
            ][..],
        ),
        (&["Home"], &["a hammer", "Welder", "wel", "the welder?", "not sure", "no", "jogged"]),
        (&["Home", "none"], &["it is at Pos_2 now", "nobody looked", "how?", "no"]),
        (&["Home", "none", "I looked"], &["at Pos_2", "Pos_2?", "no"]),
    ] {
        for word in words {
            let (status, run) = led(&[before, &[word]].concat());
            assert!(status == 1 && run.err.contains("From now on nothing is confirmed"), "{before:?} {word}: {run}");
        }
    }
    // Whoever leaves, or calls for help, has said nothing against it; nor has who says what is on record.
    for answers in [
        &["quit"][..],
        &["help"],
        &["Home"],
        &["home", "quit"],
        &["Home", "help"],
        &["Home", "nothing"],
        &["Home", "none", "quit"],
        &["Home", "none", "I looked", "yes"],
    ] {
        let (status, run) = led(answers);
        assert_eq!(status, 0, "{answers:?}: {run}");
    }
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
        assert!(!folder.run("state show").out.contains("The robot is at Elsewhere"));
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
