//! `recover` while the controller goes on talking: what is confirmed is what it says last, or nothing.

use std::{fs::OpenOptions, io::Write, thread::JoinHandle};

use cellgraph::store::{NewRun, RunRecord, StepAction, Store};
use serde_json::{Value, json};

use crate::{harness::Folder, terminal::Terminal};

/// A run that a program left open.
pub(crate) const RUN: &str = "3f2b8c1e-5f0a-4d7e-9b1c-2a3d4e5f6071";
const RECOVER: [&str; 7] = ["recover", "--snapshot", "demo.cell", "--operator", "Ada", "--robot", "robot"];
const MEANWHILE: &str = "the controller has said more meanwhile";

/// A line of a controller: its word, how far its serial number is beyond the stop's, and the place in it.
type Line = (&'static str, i64, &'static str);

impl Folder {
    /// A run by files that was broken off in its first step.
    pub(crate) fn leave_a_run(&self) {
        let mut store = Store::open(&self.path("cellgraph-data")).unwrap();
        let run_id = RUN.parse().unwrap();
        let record = RunRecord {
            start_position: "Home".to_owned(),
            start_tool: "none".to_owned(),
            operator: "Ada".to_owned(),
            driver: "file hand-over".to_owned(),
            ..RunRecord::default()
        };
        let operator_input = "go to safe position 1".to_owned();
        let sequence_json = r#"[{"action":"move","target":"Safe_Pos_1"}]"#.to_owned();
        store.begin_run(&NewRun { run_id, operator_input, sequence_json, record }).unwrap();
        store.run_started(run_id).unwrap();
        store.begin_step(run_id, 1, "Safe_Pos_1", StepAction::Move).unwrap();
    }

    /// The same, with the folder that its `go` stands in.
    fn leave_a_run_by_files(&self) {
        self.leave_a_run();
        std::fs::create_dir(self.path("robot")).unwrap();
        self.write("robot/permit.json", format!(r#"{{"run":"{RUN}","serial":41,"permit":"go","step":1}}"#));
    }

    /// A controller that waits for the stop, and answers it with these lines in one write.
    pub(crate) fn answer_the_stop(&self, lines: &'static [Line]) -> JoinHandle<()> {
        let folder = self.path("robot");
        std::thread::spawn(move || {
            loop {
                let permit: Value =
                    serde_json::from_slice(&std::fs::read(folder.join("permit.json")).unwrap()).unwrap();
                if permit["permit"] == "stop" {
                    assert_eq!(permit["report"], permit["serial"], "it asks where the robot is");
                    let lines: String = lines.iter().map(|line| text(&permit, line)).collect();
                    return std::fs::write(folder.join("progress.jsonl"), lines).unwrap();
                }
                std::thread::yield_now();
            }
        })
    }

    /// What the controller says now.
    fn say(&self, line: Line) {
        let permit: Value = serde_json::from_slice(&self.read("robot/permit.json")).unwrap();
        let mut file = OpenOptions::new().append(true).open(self.path("robot/progress.jsonl")).unwrap();
        file.write_all(text(&permit, &line).as_bytes()).unwrap();
    }

    fn serial(&self) -> u64 {
        let permit: Value = serde_json::from_slice(&self.read("robot/permit.json")).unwrap();
        permit["serial"].as_u64().unwrap()
    }

    fn is_confirmed(&self) -> bool {
        self.run("state show").status == 0
    }
}

fn text(permit: &Value, &(word, beyond, place): &Line) -> String {
    let serial = permit["serial"].as_i64().unwrap() + beyond;
    let mut line = json!({ "run": permit["run"], "serial": serial, "step": permit["step"], "state": word });
    if word == "report" || word == "done" {
        line["position"] = place.into();
        line["tool"] = "none".into();
    }
    format!("{line}\n")
}

/// The first report was believed, and what stood behind it in the same write was not read: it began a step, failed, or was elsewhere.
#[test]
fn a_report_that_something_follows_is_none() {
    let cases: [&'static [Line]; 8] = [
        &[("report", 0, "Safe_Pos_1"), ("started", 1, "")],
        &[("report", 0, "Safe_Pos_1"), ("started", 0, "")],
        &[("report", 0, "Safe_Pos_1"), ("report", 0, "Home")],
        &[("report", 0, "Safe_Pos_1"), ("failed", 0, "")],
        &[("report", 0, "Safe_Pos_1"), ("done", -1, "Home")],
        &[("started", 0, ""), ("report", 0, "Safe_Pos_1")],
        &[("failed", 0, ""), ("report", 0, "Safe_Pos_1")],
        &[("report", 1, "Safe_Pos_1")],
    ];
    for lines in cases {
        let folder = Folder::at_home();
        folder.leave_a_run_by_files();
        let controller = folder.answer_the_stop(lines);
        let run = folder.run_with(&RECOVER, "yes\n");
        controller.join().unwrap();
        assert!(!run.err.contains("reports that the robot"), "{lines:?}: {run}");
        assert!(run.err.contains("the controller does not say where the robot is: it "), "{lines:?}: {run}");
        assert_eq!((run.status, folder.is_confirmed()), (2, false), "{lines:?}: {run}");
    }
    // What it says of the step that was broken off comes before its report, and the same report may come twice.
    let fine: [&'static [Line]; 2] = [
        &[("failed", -1, ""), ("report", 0, "Safe_Pos_1")],
        &[("report", 0, "Safe_Pos_1"), ("report", 0, "Safe_Pos_1")],
    ];
    for lines in fine {
        let folder = Folder::at_home();
        folder.leave_a_run_by_files();
        let controller = folder.answer_the_stop(lines);
        let run = folder.run_with(&RECOVER, "yes\n");
        controller.join().unwrap();
        assert_eq!((run.status, folder.is_confirmed()), (0, true), "{lines:?}: {run}");
    }
}

/// The robot stands between two positions: it is jogged to one of them, and the controller asked once more.
#[test]
fn a_robot_between_two_positions_is_jogged_and_asked_again() {
    for (line, is_believed) in
        [(("report", 0, "Safe_Pos_1"), true), (("report", 0, "unknown"), false), (("started", 0, ""), false)]
    {
        let folder = Folder::at_home();
        folder.leave_a_run_by_files();
        let controller = folder.answer_the_stop(&[("report", 0, "unknown")]);
        let mut terminal = Terminal::open();
        terminal.start(&folder.command(&RECOVER), None);
        terminal.sees("The robot may stand between Home and Safe_Pos_1.");
        terminal.sees("jog it slowly to Safe_Pos_1 or back to Home.");
        terminal.sees("Then type: again.");
        terminal.sees("At which position is it?");
        controller.join().unwrap();
        let first = folder.serial();
        terminal.types("again\n");
        while folder.serial() == first {
            std::thread::yield_now();
        }
        let permit: Value = serde_json::from_slice(&folder.read("robot/permit.json")).unwrap();
        assert_eq!((&permit["permit"], &permit["report"]), (&json!("stop"), &permit["serial"]), "{permit}");
        folder.say(line);
        if is_believed {
            terminal.sees("The controller was asked, and reports that the robot is at Safe_Pos_1 with an empty hand.");
            terminal.sees("Is that so?");
            terminal.types("yes\n");
        } else {
            terminal.sees("At which position is it?");
            terminal.types("quit\n");
        }
        let status = terminal.ends();
        assert_eq!((status, folder.is_confirmed()), (Some(if is_believed { 0 } else { 2 }), is_believed), "{line:?}");
    }
}

/// Nobody listens, and nothing moved: there is nothing to jog and nobody to ask.
#[test]
fn where_no_controller_listens_nobody_is_asked_again() {
    let folder = Folder::at_home();
    Store::open(&folder.path("cellgraph-data")).unwrap().distrust_robot("somebody pushed it").unwrap();
    let run = folder.run_with(&RECOVER[..5], "again\nHome\nnone\nI looked\nyes\n");
    assert!(run.err.contains("There is no controller that could be asked. Say where the robot is."), "{run}");
    assert!(!run.err.contains("jog"), "{run}");
    assert_eq!((run.status, folder.is_confirmed()), (0, true), "{run}");
}

/// While the question stood, nobody listened: the robot began to move, and a yes confirmed where it had been.
#[test]
fn what_the_controller_says_before_the_answer_voids_it() {
    for (line, is_void) in [
        (("started", 1, ""), true),
        (("failed", -1, ""), true),
        (("report", 0, "Home"), true),
        (("report", 0, "Safe_Pos_1"), false),
    ] {
        let folder = Folder::at_home();
        folder.leave_a_run_by_files();
        let controller = folder.answer_the_stop(&[("report", 0, "Safe_Pos_1")]);
        let mut terminal = Terminal::open();
        terminal.start(&folder.command(&RECOVER), None);
        terminal.sees("Is that so?");
        controller.join().unwrap();
        folder.say(line);
        terminal.types("yes\n");
        let status = terminal.ends();
        assert_eq!(terminal.seen.contains(MEANWHILE), is_void, "{line:?}: {}", terminal.seen);
        assert_eq!((status, folder.is_confirmed()), (Some(if is_void { 2 } else { 0 }), !is_void), "{line:?}");
    }
}

/// A person's own word is as old as a report is. The same report again is no news.
#[test]
fn a_persons_word_is_void_where_the_robot_moved_meanwhile() {
    for (line, is_void) in
        [(("started", 1, ""), true), (("report", 0, "Pos_2"), true), (("report", 0, "Safe_Pos_1"), false)]
    {
        let folder = Folder::at_home();
        folder.leave_a_run_by_files();
        let controller = folder.answer_the_stop(&[("report", 0, "Safe_Pos_1")]);
        let mut terminal = Terminal::open();
        terminal.start(&folder.command(&RECOVER), None);
        terminal.sees("Is that so?");
        controller.join().unwrap();
        for (answer, question) in [
            ("it is not", "At which position"),
            ("Home", "What does it hold"),
            ("none", "How do you know"),
            ("I looked", "Is that so?"),
        ] {
            terminal.types(format!("{answer}\n"));
            terminal.sees(question);
        }
        folder.say(line);
        terminal.types("yes\n");
        let status = terminal.ends();
        assert_eq!(terminal.seen.contains(MEANWHILE), is_void, "{line:?}: {}", terminal.seen);
        assert_eq!((status, folder.is_confirmed()), (Some(if is_void { 2 } else { 0 }), !is_void), "{line:?}");
    }
}

/// "nothing", "None" and "no tool" were refused as tools that the cell does not have, or put the questions off.
#[test]
fn a_hand_is_empty_in_plain_words() {
    for words in ["none", "None", "nothing", "Nothing.", "no tool", "it holds nothing", "an empty hand"] {
        let folder = Folder::at_home();
        folder.interrupt("go to position 1");
        let run = folder.run_with(&RECOVER[..5], format!("Home\n{words}\nI looked\nyes\n"));
        assert_eq!((run.status, folder.is_confirmed()), (0, true), "{words}: {run}");
        assert!(run.out.contains("is at Home and holds nothing"), "{words}: {run}");
    }
}

/// "quit" at the question for the place was a place that the cell does not have, for ever, and nothing said how to come back.
#[test]
fn a_question_that_is_put_off_says_how_to_come_back() {
    for word in ["quit", "help", "no", ""] {
        let folder = Folder::at_home();
        folder.interrupt("go to position 1");
        let run = folder.run_with(&RECOVER[..5], format!("{word}\n"));
        assert_eq!(run.status, 2, "{word}: {run}");
        assert!(run.err.contains("run `cellgraph recover` again when somebody has looked"), "{word}: {run}");
        let console = folder.console(&[word, "quit"]);
        assert!(console.err.contains("type recover when somebody has looked"), "{word}: {console}");
    }
}

/// "quit" and "help" were a no to the first question, a place's name as well; a wrong tool threw away the place that was given before it;
/// and whatever was typed at the question for the place was "the start position".
#[test]
fn every_question_reads_its_answers_alike() {
    // The questions one after the other, with an answer that leads to each.
    let first = [
        ("Is that so?", "no"),
        ("At which position", "Home"),
        ("What does it hold", "none"),
        ("How do you know", "I looked"),
    ];
    let questions: Vec<&str> =
        first.iter().map(|(question, _)| *question).chain(["and you have looked. Is that so?"]).collect();
    for (at, question) in questions.iter().enumerate() {
        for (word, then) in [
            ("quit", None),
            ("not now", None),
            ("help", Some("Look at the robot, and say what you see")),
            ("what?", Some("say what you see")),
        ] {
            let folder = Folder::at_home();
            folder.leave_a_run_by_files();
            let controller = folder.answer_the_stop(&[("report", 0, "Safe_Pos_1")]);
            let mut terminal = Terminal::open();
            terminal.start(&folder.command(&RECOVER), None);
            for (question, answer) in &first[..at] {
                terminal.sees(question);
                terminal.types(format!("{answer}\n"));
            }
            terminal.sees(question);
            controller.join().unwrap();
            terminal.types(format!("{word}\n"));
            if let Some(then) = then {
                terminal.sees(then);
                terminal.sees(question);
                terminal.types("quit\n");
            }
            assert_eq!(
                (terminal.ends(), folder.is_confirmed()),
                (Some(2), false),
                "{question} {word}: {}",
                terminal.seen
            );
        }
    }
}

#[test]
fn an_answer_that_is_no_name_is_asked_for_again() {
    let folder = Folder::at_home();
    folder.interrupt("go to position 1");
    let answers = "go back\nPos_1\nScrewdriver\nnone\nyes\nI looked\nhm\nyes\n";
    let run = folder.run_with(&RECOVER[..5], answers);
    assert_eq!((run.status, folder.is_confirmed()), (0, true), "{run}");
    assert!(run.out.contains("is at Pos_1 and holds nothing"), "{run}");
    for words in [
        "This cell has no position 'go back'. Its positions: Home, ",
        "This cell has no tool 'Screwdriver'. Its tools: ",
        "Say in a few words how you know.",
        "That is neither yes nor no.",
    ] {
        assert!(run.err.contains(words), "{words}: {run}");
    }
    // The place's name instead of a yes or a no is the place.
    let folder = Folder::at_home();
    folder.leave_a_run_by_files();
    let controller = folder.answer_the_stop(&[("report", 0, "Safe_Pos_1")]);
    let run = folder.run_with(&RECOVER, "let me see\nPos_2\nnone\nI looked\nyes\n");
    controller.join().unwrap();
    assert_eq!(run.status, 0, "{run}");
    assert!(run.out.contains("is at Pos_2 and holds nothing"), "{run}");
}

/// A reason of 90,000 bytes, or with a line feed and escapes, went into the history.
#[test]
fn a_reason_is_one_line_of_a_person() {
    let folder = Folder::at_home();
    let before = folder.run("state show").out;
    let (long, longest) = ("x".repeat(1_001), "ü".repeat(1_000));
    for (reason, words) in [
        (&*long, "the reason has 1001 characters; at most 1000 are kept"),
        ("a\nb", "the reason has control characters"),
        ("a\u{1b}[31m", "the reason has control characters"),
    ] {
        let given = [
            "--snapshot",
            "demo.cell",
            "--operator",
            "Ada",
            "--position",
            "Home",
            "--tool",
            "none",
            "--reason",
            reason,
        ];
        for command in [&["state", "correct"][..], &["recover"]] {
            let run = folder.run_with(&[command, &given[..]].concat(), "");
            assert_eq!(run.status, 2, "{command:?} {reason:?}: {run}");
            assert!(run.err.contains(words) && run.err.contains("hint: say in one line how you know"), "{run}");
        }
    }
    assert_eq!(folder.run("state show").out, before);
    let given =
        ["--snapshot", "demo.cell", "--operator", "Ada", "--position", "Home", "--tool", "none", "--reason", &longest];
    assert_eq!(folder.run_with(&[&["state", "correct"][..], &given].concat(), "").status, 0);
}
