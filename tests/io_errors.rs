//! A disk that is full or broken, at every write and every sync of `cellgraph do`: after a journal write that failed
//! nothing moves, a message says what it was and what to do, the exit status is that of a failed write, and the data can
//! be used as soon as the disk can. What is only talk, the log and the standard streams, may fail and stops nothing.
//!
//! strace makes the Nth call of a kind fail, for N = 1, 2, … until there is no such call, and writes down which it was. The
//! words about a run are written by threads of their own, so that where they stand among the writes says nothing: what was
//! sent in all is held against the step at which the run says that it ended, and that against the rows of the history. A
//! run that had gone on after a failed write would have sent more than it has rows for, or lack a row in between.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a test")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use cellgraph::store::{RunFilter, RunStatus, StepState, Store};

#[path = "sentence/bench.rs"]
mod bench;
#[path = "sentence/heard.rs"]
mod heard;
#[path = "io_errors/talk.rs"]
mod talk;
#[path = "support/tracer.rs"]
mod tracer;

use bench::{Bench, Case, SENTENCE, STEPS, for_every};
use heard::Heard;

/// What a disk says that is full, or broken.
const FULL: &str = "ENOSPC";
const BROKEN: &str = "EIO";

/// Failures of one kind.
#[derive(Clone, Copy)]
struct Kind<'k> {
    call: &'k str,
    error: &'k str,
    /// On this file of the data alone.
    file: Option<&'k str>,
    /// And every later one too.
    lasts: bool,
}

/// How many failed, and what came of it.
#[derive(Debug, Default)]
struct Tally {
    /// Exit with 3.
    stopped: AtomicUsize,
    /// Some of those with a step under way or done.
    on_the_way: AtomicUsize,
    /// The run was completed, with 0.
    unharmed: AtomicUsize,
}

impl Kind<'_> {
    /// Does one; false where there is no such call.
    fn done(&self, bench: &Bench, nth: usize, tally: &Tally) -> bool {
        let case = bench.case();
        let Self { call, error, file, lasts } = self;
        let what = format!("{error} at {call} {nth}{}, {file:?}", if *lasts { "+" } else { "" });
        let (status, said) = case.failing(call, error, &format!("{nth}{}", if *lasts { "+" } else { "" }), *file);
        let trace = fs::read_to_string(case.trace()).unwrap();
        if !trace.contains("(INJECTED)") {
            assert_eq!((status, Heard::of(&said).acknowledged()), (0, STEPS), "{what}: nothing failed: {said}");
            return false;
        }
        let heard = Heard::of(&said);
        let counted = match status {
            0 => {
                // SQLite made it good, or it concerned nothing that must last.
                assert_eq!(heard.acknowledged(), STEPS, "{what}: {said}");
                &tally.unharmed
            }
            3 => {
                assert_eq!(heard.sent, sent(&said), "{what}: nothing moves after a failed write: {said}");
                told(&said, error, &what);
                if heard.sent > 0 {
                    tally.on_the_way.fetch_add(1, Relaxed);
                }
                &tally.stopped
            }
            // A page that cannot be read is damage, SQLite says; whoever moved it may have it back.
            2 if *call == "pread64" => {
                assert_eq!(heard.sent, sent(&said), "{what}: nothing moves after a failed read: {said}");
                assert!(said.contains("is damaged") && said.contains("hint: "), "{what}: {said}");
                &tally.stopped
            }
            _ => panic!("{what}: exit status {status}: {said}"),
        };
        counted.fetch_add(1, Relaxed);
        usable(bench, &case, &heard, &what);
        true
    }

    /// Does the 1st, the 2nd, …; or each of some.
    fn every(self, bench: &Bench, tally: &Tally) -> usize {
        for_every(|nth| self.done(bench, nth, tally))
    }
}

impl Case {
    /// Runs the sentence with such calls failing: its exit status, and what it said.
    fn failing(&self, call: &str, error: &str, when: &str, file: Option<&str>) -> (i32, String) {
        let mut options: Vec<String> = [
            "-y",
            "-s",
            "300",
            "-e",
            &format!("trace=write,{call}"),
            "-e",
            &format!("inject={call}:error={error}:when={when}"),
        ]
        .map(str::to_owned)
        .into();
        let files = file.map(|file| self.file(file)).into_iter();
        options.extend(files.flat_map(|file| ["-P".to_owned(), file.display().to_string()]));
        let ended = self.traced(&options, &["do", SENTENCE]);
        (ended.status.code().unwrap_or_else(|| panic!("{call} {when}: {:?}", ended.status)), ended.said)
    }

    fn file(&self, name: &str) -> PathBuf {
        match name {
            "said" => self.said(),
            "printed" => self.printed(),
            _ => self.data().join(name),
        }
    }
}

const LOG: &str = "logs/cellgraph.jsonl";

/// How many steps had been sent when the write failed, by the program's own word about the end.
fn sent(said: &str) -> u32 {
    let number = |after: &str| {
        let (_, rest) = said.split_once(after)?;
        rest.split_once(':')?.0.parse::<u32>().ok()
    };
    let before = number("error: stopped before step ").map(|step| step - 1);
    before.or(number("error: stopped after step ")).unwrap_or(0)
}

/// The message names what failed and says what to do.
fn told(said: &str, error: &str, what: &str) {
    let lines: Vec<&str> = said.lines().collect();
    let complaint = lines.iter().find_map(|line| line.strip_prefix("error: ")).unwrap_or_default();
    assert!(complaint.contains("cannot ") || complaint.contains("could not "), "{what}: what failed: {said}");
    let system = if error == FULL { "No space left on device" } else { "Input/output error" };
    // SQLite takes a page that cannot be read for damage.
    let causes = ["the disk is full", "disk I/O error", "SQLite's code", "is damaged", system];
    assert!(causes.iter().any(|cause| complaint.contains(cause)), "{what}: why it failed: {said}");
    let hint = lines.iter().find_map(|line| line.strip_prefix("hint: ")).unwrap_or_default();
    assert!(hint.contains("disk"), "{what}: what to do: {said}");
}

/// The disk is well again: everything that was acknowledged is there, nothing is taken for sure that is not, and after the
/// recovery another sentence is run.
fn usable(bench: &Bench, case: &Case, heard: &Heard, what: &str) {
    let mut store = Store::open(&case.data()).unwrap_or_else(|error| panic!("{what}: {error}"));
    let report = store.check().unwrap();
    assert!(report.is_sound(), "{what}: {:?}", report.problems);
    let runs = store.runs(&RunFilter::default()).unwrap();
    assert_eq!(
        (runs.len() as u32).max(heard.sent.min(1)),
        runs.len() as u32,
        "{what}: what was sent is in the history"
    );
    let Some(row) = runs.first() else { return };
    let run = store.run(row.run_id).unwrap().unwrap();
    let completed = run.steps.iter().take_while(|step| step.state == StepState::Completed).count();
    assert!(completed >= heard.done.len(), "{what}: what was acknowledged is completed");
    assert!(run.steps.len() as u32 >= heard.sent && run.steps.len() <= completed + 1, "{what}: sent {}", heard.sent);
    for (step, (position, tool)) in run.steps[..completed].iter().zip(&bench.places) {
        let seen = (step.observed_position.as_ref(), step.observed_tool.as_ref());
        assert_eq!(seen, (Some(position), Some(tool)), "{what}: step {}", step.number);
    }
    let is_open = matches!(row.status, RunStatus::Pending | RunStatus::Running);
    assert_eq!(store.interrupted().unwrap().is_some(), is_open, "{what}");
    if is_open {
        assert!(!store.robot().unwrap().confirmed, "{what}: {:?}", store.robot());
        store.recover(row.run_id, "the disk failed").unwrap();
        assert!(!store.robot().unwrap().confirmed, "{what}: {:?}", store.robot());
        store.correct_robot("Home", "none", "t", "looked").unwrap();
    }
    drop(store);
    case.succeeds(&["do", "go to position 2"]);
}

/// Does each kind to its end.
fn all(bench: &Bench, kinds: &[(&str, &str, Option<&str>)]) -> Tally {
    let tally = Tally::default();
    let mut counts = Vec::new();
    for &(call, error, file) in kinds {
        let kind = Kind { call, error, file, lasts: false };
        counts.push(format!("{error} {call} {} {}", file.unwrap_or_default(), kind.every(bench, &tally)));
    }
    println!("{}: {tally:?}", counts.join(", "));
    tally
}

#[test]
fn where_any_write_fails_nothing_moves_any_more_and_it_is_said() {
    let calls = ["pwrite64", "ftruncate", "?rename", "?renameat", "renameat2", "?mkdir", "mkdirat", "fallocate"];
    let kinds = [FULL, BROKEN].into_iter().flat_map(|error| calls.map(|call| (call, error, None)));
    let tally = all(&Bench::new(), &kinds.collect::<Vec<_>>());
    assert!(tally.stopped.load(Relaxed) > 600 && tally.on_the_way.load(Relaxed) > 500, "{tally:?}");
}

#[test]
fn where_any_sync_fails_nothing_moves_any_more_and_it_is_said() {
    let kinds = [("fsync", BROKEN, None), ("fsync", FULL, None), ("fdatasync", BROKEN, None)];
    let tally = all(&Bench::new(), &kinds);
    assert!(tally.stopped.load(Relaxed) > 90 && tally.on_the_way.load(Relaxed) > 75, "{tally:?}");
}

/// File by file, where two threads make the same call, and where a file is opened.
#[test]
fn where_a_file_fails_nothing_moves_any_more_and_it_is_said() {
    let files = [
        "history.db",
        "history.db-wal",
        "history.db-shm",
        "robot_state.db",
        "robot_state.db-wal",
        "robot_state.db-shm",
    ];
    let mut kinds = vec![("openat", BROKEN, Some("store.lock")), ("openat", FULL, Some("store.lock"))];
    for file in files {
        kinds.extend([FULL, BROKEN].map(|error| ("openat", error, Some(file))));
        kinds.extend(["fsync", "ftruncate", "pread64"].map(|call| (call, BROKEN, Some(file))));
        if !file.ends_with("-wal") {
            kinds.push(("pwrite64", BROKEN, Some(file)));
        }
    }
    let bench = Bench::new();
    all(&bench, &kinds);
    // The writes of the two logs of SQLite that come before those of the other files have been counted.
    let tally = Tally::default();
    for file in ["history.db-wal", "robot_state.db-wal"] {
        for error in [FULL, BROKEN] {
            (1..=20).for_each(|nth| {
                assert!(Kind { call: "pwrite64", error, file: Some(file), lasts: false }.done(&bench, nth, &tally))
            });
        }
    }
    assert_eq!(tally.stopped.load(Relaxed), 80, "{tally:?}");
}

#[test]
fn on_a_disk_that_stays_full_or_broken_nothing_moves_any_more_and_it_is_said() {
    let (bench, tally) = (Bench::new(), Tally::default());
    for (call, step) in [("pwrite64", 19), ("fsync", 5)] {
        for nth in (1..).step_by(step) {
            let hit =
                [FULL, BROKEN].map(|error| Kind { call, error, file: None, lasts: true }.done(&bench, nth, &tally));
            if hit == [false; 2] {
                break;
            }
        }
    }
    println!("to the end: {tally:?}");
    assert!(tally.stopped.load(Relaxed) > 50 && tally.on_the_way.load(Relaxed) > 40, "{tally:?}");
}

/// The copy of the layout in force.
fn in_force(data: &Path) -> PathBuf {
    let files = fs::read_dir(data).unwrap().map(|entry| entry.unwrap().path());
    let is_it = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("in-force-");
    let found: Vec<PathBuf> = files.filter(is_it).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

#[test]
fn where_the_sequence_cannot_be_written_nothing_moves() {
    let bench = Bench::new();
    // A first run also writes the copy of the layout in force, by a file of such a name. Which of the two writes comes first hangs on how
    // many calls a thread makes before it, and so on the machine's load. Where the copy is there, it is not written again.
    let first = bench.case();
    first.succeeds(&["do", "go to position 2"]);
    let kept = in_force(&first.data());
    for error in [FULL, BROKEN] {
        // Its name is made up anew each time, so the call is searched for.
        let has_met = (1..20).any(|nth| {
            let case = bench.case();
            fs::copy(&kept, case.data().join(kept.file_name().unwrap())).unwrap();
            let (status, said) = case.failing("write", error, &nth.to_string(), None);
            let trace = fs::read_to_string(case.trace()).unwrap();
            let is_it = trace.lines().any(|line| line.contains(".cellgraph-") && line.contains("(INJECTED)"));
            if is_it {
                assert_eq!(status, 3, "{said}");
                assert!(
                    said.contains("error: not started: cannot write") && said.contains("hint: see to the disk"),
                    "{said}"
                );
                assert_eq!(Heard::of(&said).sent, 0, "{said}");
                usable(&bench, &case, &Heard::default(), "the sequence");
            }
            is_it
        });
        assert!(has_met, "{error}: the sequence is written");
    }
}
