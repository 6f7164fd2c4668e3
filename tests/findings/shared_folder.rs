//! 12, 18: what else may stand in the shared folder, and who else may write there.

use std::{
    fs,
    io::{BufRead, BufReader},
    os::unix::fs::symlink,
    process::{Command, Stdio},
};

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::{
    controller::{Event, Ways, document},
    support::{Cell, approved_run, sized},
};

/// Finding 12: Links in the shared folder were followed: `actions.yaml` that led to another file overwrote that file, and a `go`
/// behind a linked permit survived the recovery.
#[test]
fn a_link_in_the_shared_folder_is_refused_and_its_end_untouched() {
    for name in ["actions.yaml", "actions.json", "permit.json", "progress.jsonl", "heartbeat.json", "handover.lock"] {
        let cell = Cell::new();
        let victim = cell.path("victim");
        fs::write(&victim, "untouched\n").unwrap();
        symlink(&victim, cell.robot().join(name)).unwrap();
        let (status, said) = approved_run(&cell).end();
        assert_eq!(status.code(), Some(1), "{name}: {said}");
        assert!(said.contains("it is a symbolic link, and none is followed here"), "{name}: {said}");
        assert_eq!(fs::read_to_string(&victim).unwrap(), "untouched\n", "{name}");
        assert!(cell.permit().is_null(), "{name}: nothing was permitted");
    }
}

/// Finding 18: `actions.yaml` in the robot's folder was not read again before a `go`.
#[test]
fn a_sequence_that_is_replaced_in_mid_run_is_not_begun() {
    let cell = Cell::new();
    let controller = cell.controller(Ways { is_quick: false, ..Ways::default() });
    let terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    let path = cell.robot().join("actions.yaml");
    // The second step leads elsewhere; the first is as the controller has read it.
    let text = fs::read_to_string(&path).unwrap();
    let replaced = text.replace("\"Pos_1\"", "\"Pos_3\"").replace(": Pos_1", ": Pos_3");
    assert_ne!(replaced, text);
    fs::write(&path, replaced).unwrap();
    controller.finish_all();
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("was changed"), "{said}");
    assert_eq!(controller.begun(), [1]);
    cell.assert_stopped();
}

/// Finding 18: `verify --yaml` could replace the sequence while a run went on in that folder.
#[test]
fn verify_writes_no_sequence_where_a_run_goes_on() {
    let cell = Cell::new();
    let controller = cell.controller(Ways { is_quick: false, ..Ways::default() });
    let terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    fs::write(cell.path("plan.json"), r#"[{"action":"move","target":"Safe_Pos_2"}]"#).unwrap();
    let words = ["verify", "plan.json", "--snapshot", "demo.cell", "--position", "Home", "--tool", "none"];
    let path = cell.robot().join("actions.yaml");
    let before = fs::read(&path).unwrap();
    let said = cell.refused(2, &[&words[..], &["--yaml", "robot/actions.yaml"]].concat());
    assert!(said.contains("a run goes on in this folder"), "{said}");
    assert_eq!(fs::read(&path).unwrap(), before);
    controller.finish_all();
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(0), "{said}");
    // What the run was given is as good as any plan.
    cell.done(&[&["verify", "robot/actions.json"], &words[2..]].concat());
    cell.done(&[&words[..], &["--yaml", "robot/actions.yaml"]].concat());
}

/// Finding 18: `snapshot build --from` read without a bound, until the memory was full.
#[test]
fn an_export_without_an_end_is_refused() {
    let cell = Cell::new();
    sized(&cell.path("huge.jsonl"), 1 << 40);
    for from in ["/dev/zero", "huge.jsonl"] {
        let said = cell.refused(2, &["snapshot", "build", "--from", from, "-o", "other.cell"]);
        assert!(said.contains("no export of a cell is that long"), "{said}");
        assert!(!cell.path("other.cell").exists());
    }
}

/// Finding 18: Two programs that permit steps in one folder permit each other's: the second one is refused, and says why.
/// A folder that was put in the place of the shared one in mid-run (a share mounted anew, a copy played back) got no stop: it went
/// into the old one, and the program said "stopped".
#[test]
fn a_folder_that_was_exchanged_is_told_to_stop_and_named() {
    let cell = Cell::new();
    let controller = cell.controller(Ways { is_quick: false, ..Ways::default() });
    let terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    fs::create_dir(cell.path("other")).unwrap();
    // The heartbeat comes in its own time: it may not be there yet.
    for name in ["permit.json", "progress.jsonl", "actions.yaml", "actions.json"] {
        fs::copy(cell.robot().join(name), cell.path("other").join(name)).unwrap();
    }
    // In one step: the controller is never without a folder.
    let (here, there) = (cell.robot(), cell.path("other"));
    renameat_with(CWD, &here, CWD, &there, RenameFlags::EXCHANGE).unwrap();
    controller.await_event(&Event::Halted(1));
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("is another folder than when the run began"), "{said}");
    assert!(said.contains("could not be told to halt"), "{said}");
    for folder in [here, there] {
        assert_eq!(document(&folder.join("permit.json")).unwrap()["permit"], "stop", "{}", folder.display());
    }
    assert_eq!(controller.begun(), [1]);
    cell.assert_unsure();
}

/// A heartbeat that could not be written was never mentioned: further steps were permitted, and an obedient controller's halt looked
/// like ten minutes of silence.
#[test]
fn a_heartbeat_that_cannot_be_written_ends_the_run() {
    let cell = Cell::new();
    let controller = cell.controller(Ways { is_quick: false, ..Ways::default() });
    let terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    let heartbeat = cell.robot().join("heartbeat.json");
    // The program may be replacing it.
    while !heartbeat.is_dir() {
        let _ = fs::remove_file(&heartbeat);
        let _ = fs::create_dir(&heartbeat);
    }
    controller.await_event(&Event::Halted(1));
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("there was no heartbeat for") && said.contains("heartbeat.json"), "{said}");
    assert_eq!(controller.begun(), [1]);
    cell.assert_stopped();
}

#[test]
fn a_folder_that_another_process_has_locked_is_not_driven() {
    let cell = Cell::new();
    let controller = cell.controller(Ways::default());
    let lock = cell.robot().join("handover.lock");
    let mut other = Command::new("flock");
    other.arg(&lock).args(["sh", "-c", "echo held; cat"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut other = other.spawn().expect("flock, of util-linux");
    let mut held = String::new();
    BufReader::new(other.stdout.take().unwrap()).read_line(&mut held).unwrap();
    let (status, said) = approved_run(&cell).end();
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("another cellgraph drives the controller of this folder"), "{said}");
    assert!(cell.permit().is_null());
    drop(other.stdin.take());
    other.wait().unwrap();
    let (status, said) = approved_run(&cell).end();
    assert_eq!(status.code(), Some(0), "{said}");
    assert_eq!(controller.begun(), [1, 2]);
}

/// What the controller said is no part of the history: it is shown as far as its file is there, and where it is not, that is said.
#[test]
fn a_timeline_shows_what_the_controller_said_or_says_that_it_cannot() {
    let cell = Cell::new();
    let controller = cell.controller(Ways::default());
    let (status, said) = approved_run(&cell).end();
    assert!(status.success(), "{said}");
    drop(controller);
    let asked = ["history", "timeline", "last", "--data", "data"];
    let told = cell.run(&asked);
    let shown = String::from_utf8(told.stdout).unwrap();
    assert!(shown.contains("the controller said of step 1: started") && shown.contains("step 2: done at"), "{shown}");
    assert!(told.stderr.is_empty(), "{}", String::from_utf8_lossy(&told.stderr));
    fs::remove_file(cell.robot().join("progress.jsonl")).unwrap();
    let told = cell.run(&asked);
    let (shown, said) = (String::from_utf8(told.stdout).unwrap(), String::from_utf8(told.stderr).unwrap());
    assert!(told.status.success() && shown.contains("step 2: ") && !shown.contains("the controller said"), "{shown}");
    assert!(
        said.contains("what the controller said is not shown of run 1: ") && said.contains("progress.jsonl"),
        "{said}"
    );
}
