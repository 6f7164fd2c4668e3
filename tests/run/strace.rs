//! A run of twenty steps, killed at every system call that writes, and with every write and sync failing in turn.
//!
//! strace does it to a process of its own, for the 1st, the 2nd, … such call until a run comes through unharmed. The
//! process says on stderr what it sends, so the test knows what had been acknowledged. strace counts the calls of each
//! thread by itself: the journal's thread makes most of them, and its first few, as many as the thread makes that opens the
//! store and records the run, are out of reach here. `crash.rs` kills at any time.

use std::{
    env, fs,
    os::unix::process::ExitStatusExt,
    path::Path,
    process::Output,
    sync::atomic::{AtomicU32, AtomicUsize, Ordering},
    thread,
};

use tempfile::TempDir;

use super::{
    crash::{BY_FILES, CHILD, Heard, STEPS, check},
    support::{RUN, demo, folder, home, open, store},
};
use crate::tracer::{MISSING, strace};

const SIGKILL: i32 = 9;
/// Far more than a run makes of any call.
const CALLS_MAX: usize = 5_000;

/// Every call that changes a file, its name or its folder, or makes them last. strace passes over those with a `?` where
/// a kernel does not have them.
const WRITING: [&str; 14] = [
    "write",
    "pwrite64",
    "writev",
    "pwritev",
    "fallocate",
    "ftruncate",
    "fsync",
    "fdatasync",
    "msync",
    "?rename",
    "?renameat",
    "renameat2",
    "?unlink",
    "unlinkat",
];

/// What a disk says that is full or broken.
const BROKEN: [(&str, &str); 6] = [
    ("write", "ENOSPC"),
    ("pwrite64", "ENOSPC"),
    ("pwrite64", "EIO"),
    ("fsync", "EIO"),
    ("fdatasync", "EIO"),
    ("ftruncate", "EIO"),
];

/// A run waits for the disk in half of its time.
const WORKERS: usize = 2;

/// Does this with each, a few at a time.
fn with_each<T: Sync>(all: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(one);
                }
            });
        }
    });
}

/// A store that is ready for a run, to be copied.
struct Ready(TempDir);

impl Ready {
    fn new() -> Self {
        let (folder, snapshot) = (folder(), demo());
        drop(store(folder.path(), &snapshot, home(&snapshot)));
        Self(folder)
    }

    fn copy(&self) -> TempDir {
        let copy = folder();
        for entry in fs::read_dir(self.0.path()).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
        }
        copy
    }
}

fn traced(folder: &Path, call: &str, inject: &str) -> Output {
    strace(&["-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &format!("inject={call}:{inject}")])
        .arg(env::current_exe().unwrap())
        .args(["--exact", "crash::child", "--nocapture"])
        .env(CHILD, folder)
        .output()
        .expect(MISSING)
}

fn heard(output: &Output) -> Heard {
    let mut heard = Heard::default();
    String::from_utf8_lossy(&output.stderr).lines().for_each(|line| heard.hear(line));
    heard
}

#[test]
fn a_kill_at_any_write_loses_no_step_and_repeats_none() {
    let ready = Ready::new();
    let (kills, acknowledged) = (AtomicU32::new(0), AtomicU32::new(0));
    with_each(&WRITING, |call| {
        for nth in 1.. {
            assert!(nth < CALLS_MAX, "the run never comes through");
            let folder = ready.copy();
            let output = traced(folder.path(), call, &format!("signal=SIGKILL:when={nth}"));
            let heard = heard(&output);
            if output.status.success() {
                assert_eq!(heard.done, STEPS, "{call} {nth}: nobody killed it");
                break;
            }
            assert_eq!(
                output.status.signal(),
                Some(SIGKILL),
                "{call} {nth}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            check(folder.path(), RUN, heard.sent, heard.done);
            kills.fetch_add(1, Ordering::Relaxed);
            acknowledged.fetch_add(u32::from(heard.said > 0), Ordering::Relaxed);
        }
    });
    let (kills, acknowledged) = (kills.into_inner(), acknowledged.into_inner());
    assert!(kills > 300, "{kills} kills: a run writes more than that");
    assert!(acknowledged * 2 > kills, "acknowledgements had been seen: {acknowledged} of {kills}");
}

/// Checks what is so when the `nth` such call, or it and every later one, failed. False where there is no such call.
fn failed(ready: &Ready, (call, error): (&str, &str), when: &str) -> (Heard, bool) {
    let case = format!("{error} at {call} {when}");
    let folder = ready.copy();
    let output = traced(folder.path(), call, &format!("error={error}:when={when}"));
    let heard = heard(&output);
    // The disk is well again; where the store had failed, it says what was sent before.
    check(folder.path(), RUN, heard.sent, heard.done);
    let store = open(folder.path());
    let rows = store.run(RUN).unwrap().map_or(0, |run| run.steps.len() as u32);
    assert!(heard.sent <= rows, "{case}: what moved is on record");
    let is_completed = heard.end.as_deref() == Some("completed");
    match &heard.end {
        // The write that failed may have been that of a line which says so.
        Some(words) if is_completed => assert!(heard.done == STEPS || call == "write", "{case}: {words}"),
        Some(words) => {
            let is_told = ["journal", "nothing was sent", "not started"].iter().any(|what| words.contains(what));
            assert!(is_told, "{case}: the message says what it was: {words}");
        }
        // It was the line about the end that could not be written.
        None if call == "write" && heard.done == STEPS => {}
        // The store could not even be opened.
        None => assert_eq!(heard.sent, 0, "{case}: {}", String::from_utf8_lossy(&output.stderr)),
    }
    (heard, is_completed)
}

#[test]
fn where_any_write_or_sync_fails_nothing_moves_any_more() {
    let ready = Ready::new();
    with_each(&BROKEN, |&broken| {
        let (mut stopped, mut unharmed) = (0, 0);
        // A failure that SQLite makes good itself is none; several in a row mean that there are no more such calls.
        for nth in 1.. {
            assert!(nth < CALLS_MAX, "the run never comes through");
            let (_, is_completed) = failed(&ready, broken, &nth.to_string());
            (stopped, unharmed) = if is_completed { (stopped, unharmed + 1) } else { (stopped + 1, 0) };
            if unharmed > 25 {
                break;
            }
        }
        assert!(stopped > 10 || matches!(broken.0, "write" | "fdatasync" | "ftruncate"), "{broken:?}: {stopped}");
    });
}

#[test]
fn on_a_disk_that_stays_full_nothing_moves_any_more() {
    let ready = Ready::new();
    let mut stopped = 0;
    for nth in (1..).step_by(23) {
        let (heard, is_completed) = failed(&ready, ("pwrite64", "ENOSPC"), &format!("{nth}+"));
        assert!(heard.sent <= heard.done + 1, "{nth}");
        if is_completed {
            break;
        }
        stopped += 1;
    }
    assert!(stopped > 15, "{stopped}: a run writes more than that");
}

/// How often a whole run waits for the disk.
fn syncs(by_files: bool) -> usize {
    let folder = Ready::new().copy();
    let log = folder.path().join("trace");
    let calls = "trace=fsync,fdatasync,sync_file_range,msync,syncfs";
    let mut command = strace(&["-e", calls, "-e", "signal=none", "-o"]);
    command.arg(&log).arg(env::current_exe().unwrap()).args(["--exact", "crash::child", "--nocapture"]);
    command.env(CHILD, folder.path());
    if by_files {
        command.env(BY_FILES, "");
    }
    let output = command.output().unwrap();
    assert_eq!(heard(&output).end.as_deref(), Some("completed"), "{}", String::from_utf8_lossy(&output.stderr));
    let trace = fs::read_to_string(log).unwrap();
    trace.lines().filter(|line| !line.contains("resumed>")).count()
}

#[test]
fn a_permit_costs_two_syncs_and_a_step_in_the_journal_three() {
    let (simulated, by_files) = (syncs(false), syncs(true));
    // What comes once: the run begun, started and ended, its entry's checkpoints, and the sequence's file.
    let once = simulated - 3 * STEPS as usize;
    assert!(once < 20, "{simulated} syncs");
    // The two files of the sequence in the controller's folder, and the stop that is ready: four and one. Permits: a report, steps,
    // the end.
    assert_eq!(by_files - simulated, 4 + 1 + 2 * (STEPS as usize + 2));
}
