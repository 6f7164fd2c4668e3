//! The bench: a cell, a folder of data that is ready for a run, and the program itself, alone or under strace.
//!
//! In: what to run. Out: how it ended, what was heard of it, and the folder as it was left. The folders are in memory where
//! the machine has `/dev/shm`: what a disk keeps is not looked at here, and its waiting times would be most of the test.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Output, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use cellgraph::store::{Reader, Store};
use tempfile::TempDir;

use crate::tracer::{MISSING, strace};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/graph-snapshots/demo-cell.apoc.jsonl");
/// Takes the welder, welds, puts it back. Each of its writes is harmed in a run of its own, so that twice as many steps take four times as long.
pub(crate) const SENTENCE: &str = "weld at position 1 then drop the tool and go home";
pub(crate) const STEPS: u32 = 15;
/// Far more than the program makes of any call.
const CALLS_MAX: usize = 5_000;
const WORKERS: usize = 2;

/// A cell, data in which an operator has just said where the robot is, and what a whole run of the sentence leads to.
pub(crate) struct Bench {
    folder: TempDir,
    /// Position and tool after each step.
    pub(crate) places: Vec<(String, String)>,
}

/// A copy of the data, to be harmed.
pub(crate) struct Case {
    folder: TempDir,
    snapshot: PathBuf,
}

/// How a command ended.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) said: String,
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cellgraph"));
    command.stdin(Stdio::null()).env_remove("RUST_LOG").env_remove("MAX_PLAN_ATTEMPTS");
    command
}

impl Bench {
    pub(crate) fn new() -> Self {
        let folder = folder();
        let snapshot = folder.path().join("cell.cellgraph");
        let built = program().args(["snapshot", "build", "--from", DEMO, "-o"]).arg(&snapshot).output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let mut bench = Self { folder, places: Vec::new() };
        let case = Case { folder: self::folder(), snapshot };
        let said = ["--position", "Home", "--tool", "none", "--operator", "t", "--reason", "looked"];
        case.succeeds(&[&["state", "correct"], &said[..]].concat());
        copy(&case.data(), &bench.folder.path().join("data"));
        case.succeeds(&["do", SENTENCE]);
        let run = case.read().last_completed().unwrap().expect("the sentence is run");
        let seen = |step: &cellgraph::store::StepRow| {
            (step.observed_position.clone().unwrap(), step.observed_tool.clone().unwrap())
        };
        bench.places = run.steps.iter().map(seen).collect();
        assert_eq!(bench.places.len(), STEPS as usize);
        bench
    }

    pub(crate) fn case(&self) -> Case {
        self.with(&self.folder.path().join("data"))
    }

    /// A copy of data as a case left them.
    #[allow(dead_code, reason = "for tests that harm what follows a run")]
    pub(crate) fn like(&self, case: &Case) -> Case {
        self.with(&case.data())
    }

    fn with(&self, data: &Path) -> Case {
        let case = Case { folder: folder(), snapshot: self.folder.path().join("cell.cellgraph") };
        copy(data, &case.data());
        case
    }
}

impl Case {
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The file that standard error goes to under strace: a file can be told apart from others by its path.
    pub(crate) fn said(&self) -> PathBuf {
        self.folder.path().join("said")
    }

    /// The file that standard output goes to under strace.
    pub(crate) fn printed(&self) -> PathBuf {
        self.folder.path().join("printed")
    }

    /// What strace writes.
    pub(crate) fn trace(&self) -> PathBuf {
        self.folder.path().join("trace")
    }

    /// The program with a subcommand, on this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program();
        command.args(arguments).arg("--data").arg(self.data());
        if ["do", "recover"].contains(&arguments[0]) || arguments.contains(&"correct") {
            command.arg("--snapshot").arg(&self.snapshot);
        }
        if arguments[0] == "do" {
            command.args(["--driver", "simulator", "--yes", "--model", "none", "--operator", "t"]);
        }
        command
    }

    /// Runs a subcommand: its exit status, and all that it said.
    pub(crate) fn run(&self, arguments: &[&str]) -> (i32, String) {
        let Output { status, stdout, stderr } = self.command(arguments).output().unwrap();
        let text = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        (status.code().unwrap(), text)
    }

    pub(crate) fn succeeds(&self, arguments: &[&str]) -> String {
        let (status, text) = self.run(arguments);
        assert_eq!(status, 0, "{arguments:?}: {text}");
        text
    }

    /// Runs a subcommand under strace with these options.
    pub(crate) fn traced(&self, options: &[String], arguments: &[&str]) -> Ended {
        let command = self.command(arguments);
        let status = strace(options)
            .arg("-o")
            .arg(self.trace())
            .arg(command.get_program())
            .args(command.get_args())
            .env_remove("RUST_LOG")
            .env_remove("MAX_PLAN_ATTEMPTS")
            .stdin(Stdio::null())
            .stdout(File::create(self.printed()).unwrap())
            .stderr(File::create(self.said()).unwrap())
            .status()
            .expect(MISSING);
        Ended { status, said: fs::read_to_string(self.said()).unwrap() }
    }

    /// What the folder holds, for whoever only reads.
    pub(crate) fn read(&self) -> Reader {
        Store::read_only(&self.data()).unwrap()
    }
}

/// Copies the files of a folder that has no folders in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// Does the 1st, the 2nd, … case until there is no such case any more, which `each` says with `false`. How many there were.
pub(crate) fn for_every(each: impl Fn(usize) -> bool + Sync) -> usize {
    let (next, end) = (AtomicUsize::new(1), AtomicUsize::new(CALLS_MAX));
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let nth = next.fetch_add(1, Ordering::Relaxed);
                    if nth >= end.load(Ordering::Relaxed) {
                        break;
                    }
                    if !each(nth) {
                        end.fetch_min(nth, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let end = end.into_inner();
    assert!(end < CALLS_MAX, "the program never comes through");
    end - 1
}
