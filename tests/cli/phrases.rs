//! `phrases`: what a cell learnt of its people, at the command line and at a terminal.

use crate::{
    desk::SIMULATOR,
    harness::{Folder, Transcript, check},
    terminal::Terminal,
};

const UNSURE: &str = "weld position 1 lickety split";

/// Two sentences are learnt: one chosen by a digit, one said in other words.
fn taught() -> Folder {
    let folder = Folder::at_home();
    let run = folder.console(&[
        UNSURE,
        "1",
        "yes",
        "grab the old lady for me",
        "put the welder back",
        "yes",
        "lick position 2 slowly",
        "go home",
        "yes",
        "grab the old lady for me",
        "attach the welder",
        "yes",
    ]);
    assert_eq!(run.status, 0, "{run}");
    folder
}

#[test]
fn phrases_are_listed_accepted_and_dropped() {
    let folder = taught();
    let mut all = Transcript::default();
    let mut add = |words: &[&str]| {
        let run = folder.run_with(&[&["phrases"], words].concat(), "");
        all.add(&format!("cellgraph phrases {}", words.join(" ")), &run);
    };
    let by = ["--operator", "Eve"];
    add(&["list"]);
    add(&[&["accept", "1"][..], &by].concat());
    add(&[&["accept", "1"][..], &by].concat());
    add(&[&["accept", "3"][..], &by].concat());
    add(&[&["accept", "4", "--as", "the old lady=Welder"][..], &by].concat());
    add(&["list", "--json"]);
    add(&["export"]);
    add(&[&["drop", "2"][..], &by].concat());
    add(&[&["drop", "2"][..], &by].concat());
    add(&["list"]);
    add(&["list", "--all"]);
    check!("phrases", all);
    assert_eq!(folder.run("history check").status, 0);
    let export = folder.run("history export").out;
    assert_eq!(export.matches("\"type\":\"phrase\"").count(), 4, "{export}");
}

#[test]
fn bad_input_is_told_whole() {
    let folder = Folder::at_home();
    let mut all = Transcript::default();
    let lines = ["list", "accept 1 --operator Eve"];
    lines
        .iter()
        .for_each(|line| all.add(&format!("cellgraph phrases {line}"), &folder.run(&format!("phrases {line}"))));
    assert_eq!(folder.simulate("go to safe position 1").status, 0);
    for line in [
        "list",
        "accept",
        "accept x",
        "accept 0",
        "accept 7 --operator Eve",
        "accept 7",
        "accept 7 --as Welder --operator Eve",
        "accept 7 --as =Welder --operator Eve",
        "accept 7 --as a=b=c --operator Eve",
        "drop -1",
        "drop 7 --operator Eve",
        "list --data nowhere",
        "export",
    ] {
        all.add(&format!("cellgraph phrases {line}"), &folder.run(&format!("phrases {line}")));
    }
    check!("phrases_bad_input", all);
}

/// A phrase was accepted that the templates of the console understand already, for the command did not know them.
#[test]
fn a_phrase_is_held_against_the_templates_that_the_reader_has() {
    let folder = taught();
    let more = "intents:\n  Lady:\n    data:\n      - sentences: [grab the old lady for me]\n        means: attach the camera\n";
    folder.write("more.yaml", more);
    let accept = |more: &str| folder.run(&format!("phrases accept 2 --operator Eve{more}"));
    let run = accept(" --templates more.yaml");
    assert_eq!(run.status, 2, "{run}");
    assert!(run.err.contains("its words say something else"), "{run}");
    assert_eq!(accept(" --templates gone.yaml").status, 2);
    assert_eq!(accept("").status, 0);
}

/// Another cell, which has learnt nothing, is handed what this one has.
#[test]
fn what_was_accepted_is_handed_to_another_cell() {
    let (folder, other) = (taught(), Folder::at_home());
    for line in ["accept 1 --operator Eve", "accept 4 --as lady=Welder --operator Eve"] {
        assert_eq!(folder.run(&format!("phrases {line}")).status, 0, "{line}");
    }
    let export = folder.run("phrases export");
    assert_eq!((export.status, export.err.as_str()), (0, ""), "{export}");
    other.write("phrases.json", &export.out);
    let refused = other.simulate(UNSURE);
    assert_ne!(refused.status, 0, "{refused}");
    let words = [&["do", UNSURE, "--yes", "--phrases", "phrases.json"], &SIMULATOR[..]].concat();
    let run = other.run_with(&words, "");
    assert!(run.status == 0 && run.out.contains("of the list of phrases"), "{run}");
    other.write("phrases.json", export.out.replace("Pos_1", "Pos_9"));
    let run = other.run_with(&words, "");
    assert!(run.status != 0 && run.err.contains("of the list does not fit this layout"), "{run}");
    other.write("phrases.json", "[]");
    let run = other.run_with(&words, "");
    assert!(run.status == 2 && run.err.contains("phrases.json: it is no list of phrases"), "{run}");
}

/// The whole way at a terminal: asked back, a digit, a yes; accepted by an engineer; said again the next day.
#[test]
fn a_phrase_is_learnt_accepted_and_used_the_next_day() {
    let folder = Folder::at_home();
    let day = |script: &[(&str, &str)]| {
        let mut terminal = Terminal::open();
        terminal.start(&folder.command(&[&["run"], &SIMULATOR[..]].concat()), None);
        for (words, keys) in script {
            terminal.sees(words);
            terminal.types(keys);
        }
        assert_eq!(terminal.ends(), Some(0), "{}", terminal.seen);
    };
    day(&[
        ("> ", "weld position 1 lickety split\r"),
        ("which?", "1\r"),
        ("approve?", "yes\r"),
        ("completed: 8 of 8", "quit\r"),
    ]);
    let run = folder.run("phrases accept 1 --operator Eve");
    assert_eq!(run.status, 0, "{run}");
    day(&[
        ("> ", "put the welder back and go home\r"),
        ("approve?", "yes\r"),
        ("completed: ", "Weld position 1, lickety split\r"),
        ("(by the phrase \"weld position 1 lickety split\" that was accepted on ", ""),
        ("by Eve)", ""),
        ("approve?", "yes\r"),
        ("completed: 8 of 8", "quit\r"),
    ]);
}
