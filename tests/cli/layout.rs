//! Layouts through the program: what was declined stays declined and visible, what is new is said, and what changes between
//! the review and the yes is noticed.

use std::{
    io::{BufRead, BufReader, Write},
    process::Stdio,
};

use crate::{
    desk::SIMULATOR,
    harness::{Folder, Transcript, check},
};

impl Folder {
    /// Builds the snapshot anew, with something in the export replaced.
    pub(crate) fn rebuild(&self, from: &str, to: &str) {
        let export = String::from_utf8(self.read("demo.jsonl")).unwrap();
        assert!(export.contains(from), "{from}");
        self.write("new.jsonl", export.replace(from, to));
        let run = self.run("snapshot build --from new.jsonl -o demo.cell");
        assert_eq!(run.status, 0, "{run}");
    }

    fn layout_decisions(&self) -> Vec<String> {
        let exported = self.run("history export").out;
        let lines = exported.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        lines
            .filter(|line| line["type"] == "layout")
            .map(|line| line["decision"].as_str().unwrap().to_owned())
            .collect()
    }
}

/// On main the console went over the removed move without a word, and after a restart the declined layout was in force
/// without a word.
#[test]
fn what_was_declined_stays_declined_until_it_is_taken_up() {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("go to position 4").status, 0);
    folder.correct("Home", "none");
    folder.rebuild("Safe_Pos_4", "Clear_of_the_bench");
    let mut transcript = Transcript::default();
    let mut add = |what: &str, run| transcript.add(what, &run);
    add("run: declined at the start", folder.console(&["no", "go to position 4", "no"]));
    assert_eq!(folder.layout_decisions(), ["in_force", "declined"]);
    add("do", folder.ask("go to position 4", &[], "no\n"));
    add("run: again", folder.console(&["where is the robot?"]));
    add("run: taken up", folder.console(&["layout", "yes", "go to Clear_of_the_bench", "yes"]));
    add("do", folder.ask("go home", &[], "no\n"));
    check!("layout_declined", transcript);
    assert_eq!(folder.layout_decisions(), ["in_force", "declined", "in_force"]);
    assert_eq!(folder.run("history check").status, 0);
}

#[test]
fn what_is_merely_new_is_taken_up_by_do_and_said_once() {
    let folder = Folder::at_home();
    assert_eq!(folder.ask("where is the robot?", &[], "").status, 0);
    folder.rebuild("Safe_Pos_4", "Clear_of_the_bench");
    let mut transcript = Transcript::default();
    for _ in 0..2 {
        transcript.add("do", &folder.ask("go to position 4", &[], "no\n"));
    }
    check!("layout_new", transcript);
    assert_eq!(folder.layout_decisions(), ["in_force", "in_force"]);
}

#[test]
fn where_nobody_answers_the_layout_in_force_stays() {
    let folder = Folder::at_home();
    assert_eq!(folder.ask("where is the robot?", &[], "").status, 0);
    folder.rebuild("Safe_Pos_4", "Clear_of_the_bench");
    let run = folder.console(&["", "go to position 4", "yes"]);
    assert!(run.out.contains("Move to Safe_Pos_4") && run.out.contains("nobody has decided about it"), "{run}");
    assert_eq!(folder.layout_decisions(), ["in_force"]);
    assert!(folder.console(&[]).err.contains("There is a new layout, generation 2:"), "and it is offered again");
}

#[test]
fn an_older_file_is_not_taken_up() {
    let folder = Folder::at_home();
    let first = folder.read("demo.cell");
    folder.rebuild("Safe_Pos_4", "Clear_of_the_bench");
    assert_eq!(folder.ask("where is the robot?", &[], "").status, 0);
    folder.write("demo.cell", first);
    let run = folder.ask("go to position 4", &[], "no\n");
    assert!(run.out.contains("Move to Clear_of_the_bench"), "{run}");
    assert!(run.out.contains("an older layout is not taken up"), "{run}");
    assert!(run.err.contains("layout in force: generation 2 ("), "{run}");
}

/// On main the plan ran over a move that the new layout does not have.
#[test]
fn a_snapshot_that_is_replaced_between_the_review_and_the_yes_refuses_the_run() {
    let folder = Folder::at_home();
    let mut child = folder
        .command(&[&["do", "go to position 4"], &SIMULATOR[..]].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap().starts_with("Proposal:")), "nothing was proposed");
    folder.rebuild("Safe_Pos_4", "Clear_of_the_bench");
    child.stdin.take().unwrap().write_all(b"yes\n").unwrap();
    let ended = child.wait_with_output().unwrap();
    let err = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2), "{err}");
    assert!(err.contains("the layout's file is not what it was when this was proposed, so nothing was sent"), "{err}");
    assert!(err.contains("demo.cell was changed") && err.contains("hint: say it again"), "{err}");
    assert_eq!(folder.run_ids(), [""; 0]);
    let run = folder.simulate("go to position 4");
    assert!(run.status == 0 && run.out.contains("Move to Clear_of_the_bench"), "{run}");
}
