//! `kill -9` at every system call that `snapshot build` writes with, over an existing file: the old file or the new one
//! is there, whole, and the next build goes through.
//!
//! strace kills the program on entering the Nth of these calls, for N = 1, 2, … until a build comes through unharmed.

#![cfg(target_os = "linux")]

use std::{
    fs,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use cellgraph::snapshot::{Provenance, Snapshot};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/graph-snapshots/demo-cell.apoc.jsonl");
const SIGKILL: i32 = 9;
/// Far more than a build makes of any of these calls.
const CALLS_MAX: usize = 1000;

/// Every way to change a file, its name or its folder, or to make them last. Those that a kernel does not have on this
/// architecture are marked with `?`: strace then passes over them.
const WRITING: &str = "?open,openat,?openat2,?creat,write,pwrite64,writev,pwritev,?pwritev2,sendfile,copy_file_range,\
                       ftruncate,truncate,fallocate,fsync,fdatasync,sync_file_range,?rename,renameat,renameat2,?link,\
                       linkat,?symlink,symlinkat,?unlink,unlinkat,?chmod,fchmod,fchmodat,?mkdir,mkdirat,close";

fn build(folder: &Path, from: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cellgraph"));
    command.args(["snapshot", "build", "--from", from, "-o", "cell.cellgraph"]).current_dir(folder);
    command
}

/// The same under strace, which kills it on entering the `nth` of `calls`.
fn build_killed(folder: &Path, from: &str, calls: &str, nth: usize) -> Output {
    let build = build(folder, from);
    Command::new("strace")
        .args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={calls}")])
        .args(["-e", &format!("inject={calls}:signal=SIGKILL:when={nth}")])
        .arg(build.get_program())
        .args(build.get_args())
        .current_dir(folder)
        .output()
        .expect("this test needs strace: `make test` installs it, or apt-get install strace")
}

struct Bench {
    folder: tempfile::TempDir,
    old: Vec<u8>,
    /// A cell with one move less.
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

    /// Puts everything back, leftovers excepted.
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

    fn leftovers(&self) -> Vec<PathBuf> {
        let names = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        names.filter(|path| path.extension().is_some_and(|ending| ending == "tmp")).collect()
    }
}

#[test]
fn a_kill_at_any_write_leaves_the_old_file_or_the_new_one() {
    let bench = Bench::new();
    let (mut killed, mut left_old, mut left_new, mut left_behind) = (0, 0, 0, 0);
    for nth in 1.. {
        assert!(nth < CALLS_MAX, "the build never comes through");
        bench.reset();
        let output = build_killed(bench.folder.path(), "changed.jsonl", WRITING, nth);
        let what = format!("killed at call {nth}");
        if output.status.code() == Some(0) {
            assert!(bench.is_new("not killed"), "an unharmed build replaces the file");
            break;
        }
        // strace ends as its child did.
        assert_eq!(output.status.signal(), Some(SIGKILL), "{what}: {}", String::from_utf8_lossy(&output.stderr));
        killed += 1;
        if bench.is_new(&what) {
            left_new += 1;
        } else {
            left_old += 1;
        }
        left_behind = left_behind.max(bench.leftovers().len());
        // What was left behind is in nobody's way.
        bench.reset();
        let next = build(bench.folder.path(), "changed.jsonl").output().unwrap();
        assert!(next.status.success(), "{what}, the next build: {}", String::from_utf8_lossy(&next.stderr));
        assert!(bench.is_new(&format!("{what}, then built")));
    }
    println!("{killed} kills: {left_old} left the old file, {left_new} the new one; {left_behind} temporary files");
    // Before the rename and after it, or the kills have missed what they were to hit.
    assert!(left_old > 10 && left_new > 2, "{left_old} old, {left_new} new");
    assert!(left_behind > 0, "no kill fell between the first byte and the rename");
}

#[test]
fn every_step_of_the_replacement_was_hit() {
    let bench = Bench::new();
    for (call, leaves_new) in [("fsync", false), ("?rename,renameat,renameat2", false)] {
        bench.reset();
        let output = build_killed(bench.folder.path(), "changed.jsonl", call, 1);
        assert_eq!(output.status.signal(), Some(SIGKILL), "{call} is not called");
        assert_eq!(bench.is_new(call), leaves_new, "{call}");
    }
    // The second fsync is the folder's, after the rename.
    bench.reset();
    let output = build_killed(bench.folder.path(), "changed.jsonl", "fsync", 2);
    assert_eq!(output.status.signal(), Some(SIGKILL), "the folder is not synced");
    assert!(bench.is_new("fsync of the folder"));
}
