//! What changed between two observations: for people, for programs, and asked wrongly.

use crate::harness::{Folder, Transcript, check};

const DECLARED: &str = include_str!("../../examples/observe/demo-cell.yaml");

const BEFORE: &str = r#"{"mode":"auto","program":{"name":"tack_weld","line":4,"running":true},"position":"Pos_1","tool":"Welder",
"gripper":"closed","inputs":{"part":true},"outputs":{"weld_ok":false},"alarms":[],"messages":["Welding"],"active":"start",
"values":{"clock":1201,"temperature_1":61.5}}"#;

const AFTER: &str = r#"{"mode":"auto","program":{"name":"tack_weld","line":19,"running":false},"position":"Pos_1","tool":"Welder",
"gripper":"closed","inputs":{"part":true},"outputs":{"weld_ok":true},"alarms":["Wire feed low"],"messages":["Seam done"],
"active":"reset","values":{"clock":1217,"temperature_1":73},"shift":2}"#;

const PAGE: &str = "<!doctype html><title>Panel</title><p>12:00:01</p><nav><a href=/jobs>Jobs</a></nav>
<button id=start>Start</button><input name=speed value=50><div role=alert></div></html>";

const LATER_PAGE: &str = "<!doctype html><title>Panel</title><p>12:00:17</p><nav><a href=/jobs>Jobs</a></nav>
<button id=start disabled>Running \u{1b}[31m</button><input name=speed value=50><div role=alert>Job 7 started</div></html>";

fn robot(at: &str) -> String {
    format!("<!doctype html><html><b id=at>{at}</b><b id=hand>none</b><button id=start>Start</button></html>")
}

fn folder() -> Folder {
    let folder = Folder::new();
    for (name, text) in [
        ("before.json", BEFORE),
        ("after.json", AFTER),
        ("ticked.json", &BEFORE.replace("1201", "1202").replace("61.5", "61.6")),
        ("before.html", PAGE),
        ("after.html", LATER_PAGE),
        ("ticked.html", &PAGE.replace("12:00:01", "12:00:02")),
        ("declared.yaml", DECLARED),
        ("panel.yaml", "panel: { position: { element: at }, tool: { element: hand } }"),
        ("home.html", &robot("Home")),
        ("pos.html", &robot("Pos_1")),
        ("broken.json", r#"{"mode":"auto","mode":"hand"}"#),
        ("dead.yaml", "ticking: [values.clock, values.clock]"),
    ] {
        folder.write(name, text);
    }
    folder
}

#[test]
fn what_changed_for_people_and_for_programs() {
    let folder = folder();
    let (mut people, mut programs) = (Transcript::default(), Transcript::default());
    for (files, status) in [
        ("before.json after.json", 1),
        ("before.json after.json --declared declared.yaml", 1),
        ("after.json before.json --declared declared.yaml", 1),
        ("before.json before.json", 0),
        ("before.json ticked.json", 1),
        ("before.json ticked.json --declared declared.yaml", 0),
        ("before.html after.html", 1),
        ("before.html ticked.html", 0),
        ("home.html pos.html", 0),
        ("home.html pos.html --declared panel.yaml", 1),
    ] {
        let line = format!("observe diff {files}");
        let run = folder.run(&line);
        assert_eq!((run.status, run.err.as_str()), (status, ""), "{line}");
        people.add(&line, &run);
        let line = format!("{line} --json");
        let run = folder.run(&line);
        let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((run.status, document["meaningful"].as_bool()), (status, Some(status == 1)), "{line}");
        programs.add(&line, &run);
    }
    check!("observe_diff", people);
    check!("observe_diff_json", programs);
}

#[test]
fn standard_input_is_one_of_the_files() {
    let folder = folder();
    let run = folder.pipe("observe diff before.json -", AFTER);
    assert_eq!(run.out, folder.run("observe diff before.json after.json").out);
    let run = folder.pipe("observe diff - after.html", PAGE);
    assert_eq!(run.out, folder.run("observe diff before.html after.html").out);
}

#[test]
fn asked_wrongly() {
    let folder = folder();
    // Whose writer never comes.
    let pipe = folder.path("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR, 0).unwrap();
    let mut transcript = Transcript::default();
    for files in [
        "before.json",
        "before.json nowhere.json",
        "before.json after.html",
        "before.json broken.json",
        "before.json declared.yaml",
        "before.json after.json --declared dead.yaml",
        "before.html after.html --declared panel.yaml",
        "before.json after.json --declared before.html",
        "before.json after.json --declared pipe",
        "- -",
    ] {
        let line = format!("observe diff {files}");
        let run = folder.run(&line);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{line}");
        transcript.add(&line, &run);
    }
    check!("observe_diff_unusable", transcript);
}
