//! `kill -9` at every system call that `snapshot build` writes with, over an existing file: the old file or the new one
//! is there, whole, and the next build goes through.
//!
//! strace kills the program on entering the Nth call of a kind, for N = 1, 2, … until a build comes through unharmed, and
//! so for each kind of call.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a test")]

#[path = "support/calls.rs"]
mod calls;
#[path = "support/tracer.rs"]
mod tracer;

use std::{
    fs,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use calls::WRITING;
use cellgraph::snapshot::{Provenance, Snapshot};
use tracer::{MISSING, strace};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/graph-snapshots/demo-cell.apoc.jsonl");
const SIGKILL: i32 = 9;
/// Far more than a build makes of any call.
const CALLS_MAX: usize = 1000;

fn build(folder: &Path, from: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cellgraph"));
    command.args(["snapshot", "build", "--from", from, "-o", "cell.cellgraph"]).current_dir(folder);
    command
}

/// The same under strace, which kills it on entering the `nth` such call.
fn build_killed(folder: &Path, from: &str, call: &str, nth: usize) -> Output {
    let build = build(folder, from);
    let (trace, kill) = (format!("trace={call}"), format!("inject={call}:signal=SIGKILL:when={nth}"));
    strace(&["-o", "/dev/null", "-e", &trace, "-e", &kill])
        .arg(build.get_program())
        .args(build.get_args())
        .current_dir(folder)
        .output()
        .expect(MISSING)
}

struct Bench {
    folder: tempfile::TempDir,
    old: Vec<u8>,
    /// A cell with another check after every weld.
    changed: PathBuf,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let changed = folder.path().join("changed.jsonl");
        let export = fs::read_to_string(DEMO).unwrap();
        fs::write(&changed, export.replace("weld_quality_check", "seam_check")).unwrap();
        assert!(build(folder.path(), DEMO).output().unwrap().status.success());
        let old = fs::read(folder.path().join("cell.cellgraph")).unwrap();
        Self { folder, old, changed }
    }

    fn target(&self) -> PathBuf {
        self.folder.path().join("cell.cellgraph")
    }

    /// Puts the old file back; leftovers stay.
    fn reset(&self) {
        fs::write(self.target(), &self.old).unwrap();
    }

    /// The file is one of the two snapshots, to the last byte. True for the new one.
    fn is_new(&self, what: &str) -> bool {
        let bytes = fs::read(self.target()).unwrap_or_else(|error| panic!("{what}: the file is gone: {error}"));
        let snapshot = Snapshot::from_bytes(&bytes).unwrap_or_else(|error| panic!("{what}: the file {error}"));
        if bytes == self.old {
            return false;
        }
        // Only the time of the build differs from what it would be otherwise.
        let draft = cellgraph::import::from_apoc(&fs::read(&self.changed).unwrap(), &mut |_| {}).unwrap().draft;
        let expected = Provenance { generation: 2, source: "changed.jsonl".into(), ..snapshot.provenance().clone() };
        let built = cellgraph::snapshot::build(&draft, &expected);
        assert!(bytes == built.bytes, "{what}: neither the old file nor the new one");
        true
    }

    /// How many temporary files lie about.
    fn leftovers(&self) -> usize {
        let names = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        names.filter(|path| path.extension().is_some_and(|ending| ending == "tmp")).count()
    }
}

#[test]
fn a_kill_at_any_write_leaves_the_old_file_or_the_new_one() {
    let bench = Bench::new();
    let (mut old, mut new, mut left_behind) = (Vec::new(), Vec::new(), 0);
    for call in WRITING {
        for nth in 1.. {
            assert!(nth < CALLS_MAX, "the build never comes through");
            bench.reset();
            let output = build_killed(bench.folder.path(), "changed.jsonl", call, nth);
            let what = format!("{call} {nth}");
            if output.status.code() == Some(0) {
                assert!(bench.is_new(&what), "a build that nobody killed replaces the file");
                break;
            }
            // strace ends as its child did.
            assert_eq!(output.status.signal(), Some(SIGKILL), "{what}: {}", String::from_utf8_lossy(&output.stderr));
            left_behind = left_behind.max(bench.leftovers());
            if bench.is_new(&what) {
                new.push(what.clone())
            } else {
                old.push(what.clone())
            }
            // What was left behind is in nobody's way.
            bench.reset();
            let next = build(bench.folder.path(), "changed.jsonl").output().unwrap();
            assert!(next.status.success(), "{what}, the next build: {}", String::from_utf8_lossy(&next.stderr));
            assert!(bench.is_new(&format!("{what}, then built")));
        }
    }
    println!("{} kills left the old file, {} the new one; up to {left_behind} temporary files", old.len(), new.len());
    println!("old: {}\nnew: {}", old.join(", "), new.join(", "));
    // The kills fell on every step of the replacement: the bytes, their sync, the rename; then the folder's sync, the report.
    let hit = |list: &[String], call: &str| list.iter().any(|what| what.starts_with(call));
    for call in ["openat ", "write 1", "fsync 1", "close "] {
        assert!(hit(&old, call), "no kill at {call} before the rename");
    }
    assert!(["?rename ", "?renameat ", "renameat2 "].iter().any(|call| hit(&old, call)), "no kill at the rename");
    for call in ["fsync 2", "write 2", "close "] {
        assert!(hit(&new, call), "no kill at {call} after the rename");
    }
    assert!(left_behind > 0, "no kill fell between the first byte and the rename");
}

/// A killed `operator add` left a file with the PINs' hashes beside `operators.json`, and nobody took it away.
#[cfg(feature = "web")]
#[test]
fn what_a_killed_operator_add_left_behind_is_gone_after_the_next_one() {
    let bench = tempfile::tempdir().unwrap();
    fs::write(bench.path().join("pin"), "482913\n").unwrap();
    let data = bench.path().join("data");
    let add = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cellgraph"));
        command.args(["operator", "add", name, "--role", "look", "--pin-file", "pin", "--operator", "Eve"]);
        command.args(["--data", "data"]).current_dir(bench.path());
        command
    };
    let left_behind = || {
        let names = fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with(".cellgraph-") && name.ends_with(".tmp")).collect::<Vec<_>>()
    };
    assert!(add("First").output().unwrap().status.success());
    // Of a program that writes something else: it may be at it now.
    let other = ".cellgraph-abc123.tmp";
    fs::write(data.join(other), "of another write").unwrap();
    let (mut count, mut most) = (0, 0);
    for call in ["?rename", "?renameat", "?renameat2"] {
        for nth in 1..CALLS_MAX {
            count += 1;
            let killed = add(&format!("Killed{count}"));
            let (trace, kill) = (format!("trace={call}"), format!("inject={call}:signal=SIGKILL:when={nth}"));
            let output = strace(&["-o", "/dev/null", "-e", &trace, "-e", &kill])
                .arg(killed.get_program())
                .args(killed.get_args())
                .current_dir(bench.path())
                .output()
                .expect(MISSING);
            if output.status.code() == Some(0) {
                break;
            }
            assert_eq!(output.status.signal(), Some(SIGKILL), "{}", String::from_utf8_lossy(&output.stderr));
            most = most.max(left_behind().len());
            let next = add(&format!("Next{count}")).output().unwrap();
            assert!(next.status.success(), "{}", String::from_utf8_lossy(&next.stderr));
            assert_eq!(left_behind(), [other], "{call} {nth}");
        }
    }
    assert!(most > 1, "no kill fell before the rename");
}
