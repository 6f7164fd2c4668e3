//! `do`: one sentence, the whole way.

use crate::{
    desk::SIMULATOR,
    harness::{Folder, Run, Transcript, check},
};

#[test]
fn a_command_is_shown_run_and_recorded() {
    let folder = Folder::at_home();
    let run = folder.simulate("weld at position 1 and 2");
    assert_eq!(run.status, 0, "{run}");
    check!("do_weld", run);
    assert_eq!(folder.run_ids().len(), 1);
    assert!(folder.path("cellgraph-data/actions.yaml").exists());
    let run = folder.simulate("what did you do?");
    assert!(run.status == 0 && run.out.contains("weld at position 1 and 2"), "{run}");
    let run = folder.simulate("weld at position 2");
    assert!(run.status == 0 && run.out.contains("completed: 1 of 1 steps"), "{run}");
}

#[test]
fn with_json_every_line_is_a_document() {
    let folder = Folder::at_home();
    let documents = |run: &Run| -> Vec<serde_json::Value> {
        run.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
    };
    let run = folder.ask("weld at position 1", &["--yes", "--json"], "");
    let found = documents(&run);
    assert_eq!((run.status, found.len()), (0, 2), "{run}");
    assert_eq!(found[0]["proposed"]["correlation_id"], found[1]["run_id"]);
    assert_eq!((&found[1]["ended"], &found[1]["completed"]), (&"completed".into(), &8.into()));
    // The whole report of checkpoint 1, of what was proposed and of what was not.
    let checkpoint = &found[0]["proposed"]["checkpoint"];
    assert_eq!(
        (&checkpoint["verdict"], &checkpoint["complexity"]),
        (&"PASS".into(), &"CRITICAL".into()),
        "{checkpoint}"
    );
    assert_eq!(
        (&checkpoint["option"], checkpoint["criteria"].as_array().map(Vec::len)),
        (&"adversarial".into(), Some(4))
    );
    for part in ["completed", "missing", "overall_score", "scores", "issues", "remarks", "suggestions", "retry_count"] {
        assert!(!checkpoint[part].is_null(), "{part}: {checkpoint}");
    }
    let objected = documents(&folder.ask("weld at position 4", &["--json"], ""));
    let checkpoint = &objected[0]["reading"]["checkpoint"];
    assert_eq!(
        (&checkpoint["verdict"], &checkpoint["issues"][0]["code"]),
        (&"RETRY".into(), &"missing_capability".into())
    );
    let answered = documents(&folder.ask("where is the robot?", &["--json"], ""));
    assert_eq!((answered.len(), &answered[0]["reading"]["by"]), (1, &"rules".into()));
    assert!(answered[0]["answer"].as_str().unwrap().contains("Pos_1"), "{answered:?}");
    assert!(!answered[0]["claims"].as_array().unwrap().is_empty(), "and what the answer stands on");
    let run = folder.ask("weld at position 9", &["--json"], "");
    let refused = documents(&run);
    assert_eq!((run.status, refused.len()), (1, 1), "{run}");
    assert_eq!(refused[0]["suggestions"].as_array().map(Vec::len), Some(3));
    let run = folder.ask("go home", &["--json"], "what tools are there?\nno\n");
    assert_eq!((run.status, documents(&run).len()), (1, 2), "a proposal and an answer: {run}");
    let nothing = documents(&folder.ask("go to position 1", &["--json", "--yes"], ""));
    assert_eq!(nothing[0]["nothing_to_do"], true);
    assert!(documents(&folder.ask("yes", &["--json"], ""))[0]["fallback"].is_string());
}

/// What was observed is in the log, line by line, and each line names the session, the run and the step that it is of.
#[test]
fn each_log_line_of_a_run_names_session_run_and_step() {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("weld at position 1").status, 0);
    let run = folder.run_ids().remove(0);
    let log = String::from_utf8(folder.read("cellgraph-data/logs/cellgraph.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of_steps = ["step started", "observed", "step completed"];
    let fields = lines.iter().map(|line| &line["fields"]);
    let of_run: Vec<_> = fields.filter(|fields| of_steps.iter().any(|stage| fields["stage"] == *stage)).collect();
    let session = of_run[0]["session"].as_str().unwrap();
    assert!(uuid::Uuid::try_parse(session).is_ok() && session != run, "{session}");
    for fields in &of_run {
        assert_eq!(
            (&fields["session"], &fields["correlation_id"]),
            (&session.into(), &run.as_str().into()),
            "{fields}"
        );
        assert!((1..=8).contains(&fields["step"].as_u64().unwrap()), "{fields}");
    }
    for step in 1..=8 {
        let observed = of_run.iter().filter(|fields| fields["stage"] == "observed" && fields["step"] == step);
        let verdicts =
            observed.filter(|fields| fields["line"].as_str().unwrap().starts_with("Verdict: action_succeeded true"));
        assert_eq!(verdicts.count(), 1, "step {step}: each step is judged");
    }
}

#[test]
fn timings_name_the_parts() {
    let run = Folder::at_home().ask("weld at position 1", &["--yes", "--timings"], "");
    let line = run.err.lines().last().unwrap_or_default();
    for part in ["timings: start ", ", read ", ", plan and verify ", ", journal and state ", ", everything else "] {
        assert!(line.contains(part), "{part}: {run}");
    }
}

#[test]
fn the_review_by_words() {
    let folder = Folder::at_home();
    let mut transcript = Transcript::default();
    for (answers, status) in [
        ("yes\n", 0),
        ("no\n", 1),
        ("", 1),
        ("\n\nno\n", 1),
        ("where is the robot?\nyes\n", 0),
        ("go to safe position 2 instead\nyes, go ahead\n", 0),
        ("weld at position 4 instead\nyes\n", 1),
        ("do not do that\nyes\n", 1),
        ("yes, later\nok everyone out\nyes?\n", 1),
        ("go to position 77\nno\n", 1),
    ] {
        folder.correct("Home", "none");
        let run = folder.ask("go to safe position 1", &[], answers);
        assert_eq!(run.status, status, "{answers:?}: {run}");
        transcript.add(&format!("do 'go to safe position 1' < {answers:?}"), &run);
    }
    check!("do_review", transcript);
    assert_eq!(folder.run_ids().len(), 3, "the three that were approved");
}

/// The digest of what a command proposes, as a program learns it: nobody answers, and nothing is run.
fn digest(folder: &Folder, arguments: &[&str]) -> String {
    let run = folder.run_with(&[arguments, &["--json"]].concat(), "");
    assert_eq!(run.status, 1, "{run}");
    let document: serde_json::Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    document["proposed"]["digest"].as_str().unwrap().to_owned()
}

#[test]
fn a_program_names_what_it_approves() {
    let folder = Folder::at_home();
    let command = [&["do", "go to safe position 1"], &SIMULATOR[..]].concat();
    let approve = |named: &str| folder.run_with(&[&command[..], &["--approve", named]].concat(), "");
    let seen = digest(&folder, &command);
    assert_eq!(digest(&folder, &command), seen, "the same sentence over the same history");
    let mut transcript = Transcript::default();
    let mut add = |what: &str, run: Run, status: i32| {
        assert_eq!(run.status, status, "{what}: {run}");
        transcript.add(what, &run);
    };
    add("do --approve, 15 digits", approve(&seen[..15]), 2);
    add("do --approve, no digits", approve("yes"), 2);
    add("do --approve, another digest", approve("0123456789abcdef"), 1);
    assert_eq!(folder.run_ids().len(), 0);
    add("do --approve, 16 digits", approve(&seen[..16]), 0);
    folder.correct("Home", "none");
    add("do --approve, of the time before", approve(&seen), 1);
    let run = folder.run_with(&[&command[..], &["--approve", &seen, "--yes"]].concat(), "");
    add("do --approve --yes", run, 2);
    check!("do_approve", transcript);
    assert_eq!(folder.run_ids().len(), 1);
    let run = folder.ask("where is the robot?", &["--approve", &seen], "");
    assert_eq!((run.status, folder.run_ids().len()), (0, 1), "an answer needs no approval: {run}");
}

/// A "yes" in a pipe moved a real robot, whoever had put it there, and before anybody could see the plan.
#[test]
fn a_yes_in_a_pipe_moves_no_robot() {
    let folder = Folder::beside_a_robot();
    let robot =
        ["--snapshot", "demo.cell", "--model", "none", "--operator", "Ada", "--driver", "files", "--robot", "r"];
    let mut transcript = Transcript::default();
    for input in ["yes\n", "yes\nyes\napprove 0123456789abcdef\napprove 0123456789\nno\n"] {
        for command in [&["do", "go to safe position 1"][..], &["run"]] {
            let typed = if command.len() == 1 { format!("go to safe position 1\n{input}") } else { input.to_owned() };
            let run = folder.run_with(&[command, &robot[..]].concat(), &typed);
            assert_eq!(run.status, if command.len() == 1 { 0 } else { 1 }, "{run}");
            transcript.add(&format!("{} --driver files < {typed:?}", command.join(" ")), &run);
        }
    }
    let run = folder
        .run_with(&[&["do", "go to safe position 1"], &robot[..], &["--approve", "0123456789abcdef"]].concat(), "");
    assert_eq!(run.status, 1, "{run}");
    check!("do_piped_yes", transcript);
    assert!(folder.has_told_nothing() && folder.run_ids().is_empty());
}

/// From a pipe a program may answer with the digest that it was shown.
#[test]
fn a_digest_moves_a_robot() {
    let robot =
        ["--snapshot", "demo.cell", "--model", "none", "--operator", "Ada", "--driver", "files", "--robot", "r"];
    let command = [&["do", "go to safe position 1"], &robot[..]].concat();
    for by_option in [true, false] {
        let folder = Folder::beside_a_robot();
        let seen = digest(&folder, &command);
        let option = ["--approve", &seen[..16]];
        let (option, input) =
            if by_option { (&option[..], String::new()) } else { (&[][..], format!("approve {seen}\n")) };
        let run = folder.run_with(&[&command[..], option].concat(), &input);
        // It was begun; there is no controller here.
        assert!(run.status != 0 && run.out.contains("not started: "), "{run}");
        assert_eq!(folder.run_ids().len(), 1);
    }
}

#[test]
fn a_sentence_from_standard_input_cannot_be_approved_from_there() {
    let folder = Folder::at_home();
    let run = folder.ask("-", &[], "go to safe position 1\nyes\n");
    assert_eq!((run.status, folder.run_ids().len()), (1, 0), "{run}");
    assert_eq!(folder.ask("-", &["--yes"], "go to safe position 1\n").status, 0);
    let run = folder.ask("-", &["--yes"], b"go \xff home");
    assert_eq!(run.status, 2, "{run}");
}

#[test]
fn what_comes_to_nothing_says_what_would_work() {
    let folder = Folder::at_home();
    let mut transcript = Transcript::default();
    for sentence in ["", "   ", "sing a song", "weld at position 9", "weld at position 4", "yes", "do that again"] {
        let run = folder.simulate(sentence);
        assert_eq!(run.status, 1, "{sentence}: {run}");
        transcript.add(&format!("do '{sentence}'"), &run);
    }
    check!("do_nothing_came_of_it", transcript);
    assert_eq!(folder.run_ids().len(), 0);
}

#[test]
fn a_sentence_of_a_megabyte_and_one_of_control_characters() {
    let folder = Folder::at_home();
    let run = folder.ask("-", &["--yes"], "weld at position 1 and ".repeat(50_000));
    assert_eq!(run.status, 1, "{run}");
    assert!(run.out.len() < 2_000 && run.out.contains("1150000 bytes"), "{run}");
    let log = folder.read("cellgraph-data/logs/cellgraph.jsonl");
    assert!(log.len() < 20_000, "a log is not filled by one sentence: {} bytes", log.len());
    let mut transcript = Transcript::default();
    for sentence in ["weld at \u{1b}[2J position 1", "go\u{7}home", "go home\nweld at position 1", "\u{202e}emoh og"] {
        let run = folder.ask(sentence, &[], "no\n");
        assert!(!run.out.chars().any(|c| c.is_control() && c != '\n'), "{run}");
        assert!(!run.err.chars().any(|c| c.is_control() && c != '\n'), "{run}");
        assert!(!run.out.contains('\u{202e}'), "{run}");
        transcript.add(&format!("do {sentence:?}"), &run);
    }
    check!("do_control_characters", transcript);
}

/// The plan was shown and approved, and only then was it said that there is no such folder.
#[test]
fn a_robot_s_folder_that_is_missing_is_noticed_before_anybody_approves() {
    let folder = Folder::at_home();
    folder.write("file", "");
    let mut transcript = Transcript::default();
    for (command, robot) in [("do", "gone"), ("run", "gone"), ("do", "file")] {
        let sentence: &[&str] = if command == "do" { &["go to position 4"] } else { &[] };
        let robot = ["--snapshot", "demo.cell", "--model", "none", "--driver", "files", "--robot", robot];
        let run = folder.run_with(&[&[command], sentence, &robot, &["--operator", "Ada"]].concat(), "yes\n");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{run}");
        transcript.add(&format!("{command} … --robot {}", robot[7]), &run);
    }
    check!("do_no_robot_folder", transcript);
}

#[test]
fn options_that_do_not_fit() {
    let folder = Folder::at_home();
    std::fs::create_dir(folder.path("robot")).unwrap();
    let mut transcript = Transcript::default();
    for options in [
        "--driver files --robot robot --yes",
        "--driver files",
        "--driver files --robot robot --speed 1",
        "--driver files --robot robot --faults 1:5",
        "--driver simulator --robot robot",
        "--driver simulator --speed 0",
        "--driver simulator --speed nan",
        "--driver simulator --speed inf",
        "--driver simulator --faults 7",
        "--driver simulator --faults 1:1001",
        "--driver simulator --faults x:y",
        "--driver hope",
        "--driver simulator --operator \u{1b}[2J",
    ] {
        let words: Vec<&str> = options.split(' ').collect();
        let arguments = [&["do", "go to safe position 1", "--snapshot", "demo.cell", "--model", "none"], &words[..]];
        let mut run = folder.run_with(&arguments.concat(), "yes\n");
        assert_eq!(run.status, 2, "{options}: {run}");
        // A build with OPC UA has one more.
        run.err = run.err.replace("simulator, files, opcua]", "simulator, files]");
        transcript.add(&format!("do 'go to safe position 1' {}", options.escape_debug()), &run);
    }
    check!("do_options", transcript);
    assert_eq!(folder.run_ids().len(), 0);
    assert_eq!(std::fs::read_dir(folder.path("robot")).unwrap().count(), 0);
}

#[test]
fn the_environment_says_how_many_attempts() {
    let folder = Folder::at_home();
    for (attempts, status) in [("1", 0), ("7", 0), ("0", 2), ("many", 2), ("-1", 2)] {
        let mut command = folder.command(&[&["do", "where is the robot?"], &SIMULATOR[..]].concat());
        let output = command.env("MAX_PLAN_ATTEMPTS", attempts).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{attempts}: {output:?}");
    }
}

#[test]
fn nobody_is_named() {
    let folder = Folder::at_home();
    let nameless = ["--snapshot", "demo.cell", "--model", "none", "--driver", "simulator"];
    let run = folder.run_with(&[&["do", "go to safe position 1"], &nameless[..]].concat(), "yes\n");
    assert_eq!((run.status, folder.run_ids().len()), (2, 0));
    check!("do_nobody", run);
    let run = folder.run_with(&[&["do", "where is the robot?"], &nameless[..]].concat(), "");
    assert_eq!(run.status, 0, "a question needs no name: {run}");
    assert_eq!(folder.run_with(&[&["run"], &nameless[..]].concat(), "").status, 2);
}

#[test]
fn from_where_nobody_knows_nothing_is_run() {
    let folder = Folder::with_snapshot();
    let mut transcript = Transcript::default();
    let mut add = |what: &str, run: Run, status: i32| {
        assert_eq!(run.status, status, "{what}: {run}");
        transcript.add(what, &run);
    };
    add("do, before anybody has said where it is", folder.simulate("go to safe position 1"), 2);
    add("ask, before that", folder.simulate("where is the robot?"), 0);
    folder.correct("Home", "none");
    let run = folder.ask("go to safe position 1", &["--yes", "--faults", "1:1000"], "");
    assert_eq!(run.status, 1, "{run}");
    folder.correct("Home", "none");
    folder.interrupt("go to safe position 1");
    add("do, after a run was interrupted", folder.simulate("go to safe position 2"), 2);
    add("ask, after that", folder.simulate("what tools are there?"), 0);
    let recovered = folder.run("recover --snapshot demo.cell --operator Ada");
    assert_eq!(recovered.status, 2, "nobody has answered: {recovered}");
    add("do, after the run was closed", folder.simulate("go to safe position 2"), 2);
    check!("do_unconfirmed", transcript);
    assert_eq!(folder.run("history check").status, 0);
}

#[test]
fn a_state_of_another_cell() {
    let folder = Folder::with_snapshot();
    folder.correct("Pos_5", "none");
    let export = String::from_utf8(folder.read("demo.jsonl")).unwrap().replace("Pos_5", "Bench_low");
    folder.write("other.jsonl", export);
    assert_eq!(folder.run("snapshot build --from other.jsonl -o demo.cell").status, 0);
    let run = folder.simulate("go home");
    assert_eq!(run.status, 2);
    check!("do_elsewhere", run);
    assert_eq!(folder.simulate("what tools are there?").status, 0);
}

#[test]
fn a_simulation_s_state_moves_no_robot() {
    let folder = Folder::beside_a_robot();
    assert_eq!(folder.simulate("go to safe position 1").status, 0);
    let files =
        ["--snapshot", "demo.cell", "--model", "none", "--operator", "Ada", "--driver", "files", "--robot", "r"];
    let run = folder.run_with(&[&["do", "go home"], &files[..]].concat(), "yes\n");
    assert_eq!(run.status, 2, "{run}");
    check!("do_simulated_state", run);
    assert!(folder.has_told_nothing());
}

#[test]
fn a_data_folder_that_cannot_be_used() {
    let folder = Folder::at_home();
    std::fs::create_dir_all(folder.path("foreign")).unwrap();
    let foreign = rusqlite::Connection::open(folder.path("foreign/history.db")).unwrap();
    foreign.execute_batch("CREATE TABLE letters (body TEXT)").unwrap();
    std::fs::create_dir_all(folder.path("damaged")).unwrap();
    folder.write("damaged/history.db", "Dear Sir or Madam");
    folder.write("file", "");
    assert_eq!(
        folder
            .run("state correct --data newer --snapshot demo.cell --position Home --tool none --operator A --reason b")
            .status,
        0
    );
    let newer = rusqlite::Connection::open(folder.path("newer/robot_state.db")).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    drop((foreign, newer));
    let locked = cellgraph::store::Store::open(&folder.path("cellgraph-data")).unwrap();
    let mut transcript = Transcript::default();
    for data in ["foreign", "damaged", "newer", "file", "cellgraph-data"] {
        let run = folder.ask("go to safe position 1", &["--data", data, "--yes"], "");
        assert!(run.status == 2 || run.status == 3, "{data}: {run}");
        transcript.add(&format!("do --data {data} (exit {})", run.status), &run);
    }
    check!("do_data", transcript);
    drop(locked);
    assert_eq!(folder.simulate("go to safe position 1").status, 0);
}
