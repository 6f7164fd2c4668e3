//! `doctor`: what is said of a PC, and what is to be mended.
//!
//! Sizes and times are this machine's: they are left out, with the verdicts that hang on them.

use std::{fs, os::unix::fs::PermissionsExt};

use crate::harness::{Folder, Run, Transcript, check};

const DOCTOR: &str = "doctor --model none --snapshot demo.cell";

/// The parts whose figures are this machine's.
const MEASURED: [&str; 6] = ["memory", "clock", "data room", "data sync", "robot room", "robot sync"];

/// The findings but for the measured ones: part and verdict.
fn verdicts(run: &Run) -> Vec<(String, String)> {
    let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let word = |finding: &serde_json::Value, key: &str| finding[key].as_str().unwrap().to_owned();
    let findings = document["findings"].as_array().unwrap().iter();
    let all: Vec<_> = findings.map(|finding| (word(finding, "part"), word(finding, "verdict"))).collect();
    assert_eq!(document["fit"], all.iter().all(|(_, verdict)| verdict != "mend"), "{run}");
    assert_eq!(run.status == 0, document["fit"] == true, "{run}");
    all.into_iter().filter(|(part, _)| !MEASURED.contains(&part.as_str())).collect()
}

/// The lines of a part of what is printed for people.
fn part(run: &Run, part: &str) -> String {
    let mut is_in = false;
    let lines = run.out.lines().filter(|line| {
        if !line.starts_with(' ') {
            is_in = line.get(6..20).is_some_and(|name| name.trim() == part);
        }
        is_in
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The verdict of one part.
fn verdict_of(run: &Run, part: &str) -> String {
    verdicts(run).into_iter().find(|(name, _)| name == part).unwrap_or_else(|| panic!("no {part}: {run}")).1
}

#[test]
fn a_new_pc_has_nothing_to_be_mended() {
    let folder = Folder::with_snapshot();
    let run = folder.run(&format!("{DOCTOR} --json"));
    let parts: Vec<String> = verdicts(&run).into_iter().map(|(part, _)| part).collect();
    assert_eq!(parts, ["processor", "data folder", "bundle", "snapshot", "history", "model"], "{run}");
    assert_eq!(run.status, 0, "{run}");
    assert!(!folder.path("cellgraph-data").exists(), "the doctor makes no folder");
}

#[test]
fn what_the_doctor_finds_is_said_with_what_to_do() {
    let folder = Folder::at_home();
    fs::create_dir(folder.path("robot")).unwrap();
    let mut transcript = Transcript::default();
    let line = format!("{DOCTOR} --robot robot");
    let said = |run: &Run, parts: &[&str]| parts.iter().map(|name| part(run, name)).collect::<Vec<_>>().join("\n");
    let mut note = |what: &str, run: Run, parts: &[&str]| {
        let out = said(&run, parts);
        transcript.add(what, &Run { out, ..run });
    };
    note(
        &line,
        folder.run(&line),
        &[
            "data folder",
            "data locks",
            "robot folder",
            "robot locks",
            "bundle",
            "snapshot",
            "history",
            "layout",
            "robot",
            "model",
        ],
    );

    fs::set_permissions(folder.path("robot"), PermissionsExt::from_mode(0o777)).unwrap();
    fs::set_permissions(folder.path("cellgraph-data"), PermissionsExt::from_mode(0o777)).unwrap();
    note("everybody may write", folder.run(&line), &["data folder", "robot folder"]);

    folder.interrupt("go to position 1");
    note("a run was interrupted", folder.run(&line), &["robot"]);

    let line = "doctor --model none --snapshot nowhere.cell --data demo.cell --robot nowhere";
    note(line, folder.run(line), &["data folder", "robot folder", "bundle", "snapshot", "history"]);
    check!("doctor", transcript);
}

#[test]
fn where_a_key_is_enrolled_the_doctor_looks_at_the_bundle_in_force() {
    let folder = Folder::with_keys();
    assert_eq!(folder.bundle("1.bundle", "--generation 1").status, 0);
    assert_eq!(folder.enrol("eve", "--cell weld-3").status, 0);
    let mut transcript = Transcript::default();
    let mut note = |what: &str, line: &str, verdict: &str| {
        let run = folder.run(&format!("doctor --model none {line}"));
        let out = [part(&run, "bundle"), part(&run, "snapshot"), part(&run, "layout")].join("\n");
        assert!(part(&run, "bundle").starts_with(verdict), "{what}: {run}");
        transcript.add(what, &Run { out, ..run });
    };
    note("a key, and no bundle", "", "mend");
    assert_eq!(folder.install("1.bundle").status, 0);
    note("a bundle", "", "ok");
    note("a bundle, and a snapshot that nobody signed", "--snapshot demo.cell", "mend");
    folder.write("cellgraph-data/bundles/generations/1/cell.cellgraph", "other bytes");
    note("a bundle that was changed", "", "mend");
    check!("doctor_bundle", transcript);
}

#[test]
fn a_history_that_was_changed_is_to_be_mended() {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("go to position 4").status, 0);
    assert_eq!(verdict_of(&folder.run(&format!("{DOCTOR} --json")), "history"), "ok");
    let history = rusqlite::Connection::open(folder.path("cellgraph-data/history.db")).unwrap();
    history.execute_batch("UPDATE run_records SET driver = 'files'").unwrap();
    drop(history);
    assert_eq!(verdict_of(&folder.run(&format!("{DOCTOR} --json")), "history"), "mend");
}

/// Whatever it finds, the folders are as they were, but for what SQLite keeps beside a database that is read.
#[test]
fn the_doctor_changes_nothing() {
    let folder = Folder::at_home();
    fs::create_dir(folder.path("robot")).unwrap();
    let files = || {
        let paths = ["robot", "cellgraph-data"].map(|name| fs::read_dir(folder.path(name)).unwrap());
        let paths = paths.into_iter().flatten().map(|entry| entry.unwrap().path());
        let kept =
            paths.filter(|path| !path.to_string_lossy().ends_with("-shm") && !path.to_string_lossy().ends_with("-wal"));
        let mut files: Vec<_> = kept.map(|path| (blake3::hash(&fs::read(&path).unwrap()), path)).collect();
        files.sort_by(|a, b| a.1.cmp(&b.1));
        files
    };
    let before = files();
    let run = folder.run(&format!("{DOCTOR} --robot robot"));
    assert!(part(&run, "robot locks").contains("a second program is kept out"), "{run}");
    assert_eq!(files(), before);
}
