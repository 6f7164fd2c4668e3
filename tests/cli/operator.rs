//! `operator …`: who may enter the page.

use std::{fs, os::unix::fs::PermissionsExt};

use crate::harness::{Folder, Transcript, check};

#[test]
fn operators_come_change_and_go() {
    let folder = Folder::with_snapshot();
    folder.write("pin", "482913\n");
    folder.write("weak", "123456\n");
    folder.write("empty", "\n");
    let mut transcript = Transcript::default();
    let mut run = |line: &str| {
        let run = folder.run(line);
        transcript.add(line, &run);
        run.status
    };
    assert_eq!(run("operator list"), 1);
    for (line, status) in [
        ("operator add Ada --role engineer --pin-file pin --operator Eve", 0),
        ("operator add Bob --role operate --pin-file pin --operator Eve", 0),
        ("operator add bob --role look --pin-file pin --operator Eve", 2),
        ("operator add Carol --role look --pin-file weak --operator Eve", 2),
        ("operator add Carol --role look --pin-file empty --operator Eve", 2),
        ("operator add Carol --role look --operator Eve", 2),
        ("operator add Carol --role boss --pin-file pin --operator Eve", 2),
        ("operator role Bob look --operator Eve", 0),
        ("operator pin Bob --pin-file pin --operator Eve", 0),
        ("operator pin Zoe --pin-file pin --operator Eve", 2),
        ("operator list", 0),
        ("operator list --json", 0),
        ("operator remove Ada --operator Eve", 0),
        ("operator remove Ada --operator Eve", 2),
        ("history timeline", 0),
        ("history check", 0),
    ] {
        assert_eq!(run(line), status, "{line}");
    }
    let file = folder.path("cellgraph-data/operators.json");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!String::from_utf8(fs::read(&file).unwrap()).unwrap().contains("482913"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(run("operator list"), 2);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    folder.write("cellgraph-data/operators.json", "{}");
    assert_eq!(run("operator list"), 2);
    check!("operator", transcript);
}

/// `--operator` took names that `operator add` refuses: a second Ada, with a letter in her name that nobody sees.
#[test]
fn one_check_of_names_holds_for_every_door() {
    let folder = Folder::with_snapshot();
    folder.write("pin", "482913\n");
    let taken = |name: &str| {
        let words = ["state", "correct", "--snapshot", "demo.cell", "--position", "Home", "--tool", "none"];
        let said = folder.run_with(&[&words[..], &["--reason", "looked", "--operator", name]].concat(), "");
        let added = ["operator", "add", name, "--role", "look", "--pin-file", "pin", "--operator", "Eve"];
        let added = folder.run_with(&added, "");
        assert_eq!(said.status, added.status, "{name:?}: {said}{added}");
        said.status == 0
    };
    for letter in [
        '\u{3164}', '\u{115f}', '\u{34f}', '\u{fe0f}', '\u{17b4}', '\u{2800}', '\u{e000}', '\u{378}', '\u{200b}',
        '\u{ad}',
    ] {
        for name in [letter.to_string(), format!("A{letter}da"), format!("Ada{letter}")] {
            assert!(!taken(&name), "{name:?}");
        }
    }
    for name in ["Ada", "Zoë", "김민수", "O'Neil (B)"] {
        assert!(taken(name), "{name:?}");
    }
}
