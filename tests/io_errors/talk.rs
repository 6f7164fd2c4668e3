//! What is only talk, the log: it may fail, and the run goes on. A display that nobody can see halts the robot.

use std::fs;

use cellgraph::store::{RunFilter, RunStatus, Store};

use crate::{
    FULL, LOG,
    bench::{Bench, Case, SENTENCE, STEPS, for_every},
};

/// Whether the run of the sentence is in the history as completed.
fn is_completed(case: &Case) -> bool {
    let store = Store::open(&case.data()).unwrap();
    assert!(store.check().unwrap().is_sound());
    assert!(store.robot().unwrap().confirmed);
    store.last_completed().unwrap().is_some_and(|run| run.steps.len() == STEPS as usize)
}

#[test]
fn what_is_only_talk_may_fail_and_stops_nothing() {
    let bench = Bench::new();
    let day = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
    let verified = format!("logs/verification/verify_{day}.jsonl");
    let mut counts = Vec::new();
    for (call, file) in [
        ("write", LOG),
        ("openat", LOG),
        ("write", &verified),
        ("openat", &verified),
        ("write", "store.lock"),
        ("ftruncate", "store.lock"),
    ] {
        let calls = for_every(|nth| {
            let case = bench.case();
            let (status, said) = case.failing(call, FULL, &nth.to_string(), Some(file));
            let what = format!("{call} {nth}, {file}: {said}");
            assert_eq!((status, is_completed(&case)), (0, true), "{what}");
            assert!(!said.contains("panicked"), "{what}");
            fs::read_to_string(case.trace()).unwrap().contains("(INJECTED)")
        });
        counts.push(format!("{call} {file} {calls}"));
    }
    println!("talk: {}", counts.join(", "));
}

/// How a run ended whose display failed: the robot is halted where that is noticed before the end.
fn shown_to_nobody(case: &Case, status: i32, what: &str) {
    let store = Store::open(&case.data()).unwrap();
    assert!(store.check().unwrap().is_sound(), "{what}");
    let run = store.runs(&RunFilter::default()).unwrap().remove(0);
    let is_completed = run.status == RunStatus::Completed;
    assert_eq!(status, i32::from(!is_completed), "{what}");
    if !is_completed {
        let failure = store.run(run.run_id).unwrap().unwrap().row.failure.unwrap();
        assert!(failure.contains("stopped by the program"), "{what}: {failure}");
        let printed = fs::read_to_string(case.printed()).unwrap();
        assert!(printed.contains("stopped because nobody can see the display any more"), "{what}: {printed}");
    }
    assert!(store.interrupted().unwrap().is_none(), "{what}");
}

#[test]
fn a_display_that_fails_ends_the_run_and_nothing_else() {
    let bench = Bench::new();
    let calls = for_every(|nth| {
        let case = bench.case();
        let (status, said) = case.failing("write", FULL, &nth.to_string(), Some("said"));
        let what = format!("write {nth}: {said}");
        assert!(!said.contains("panicked"), "{what}");
        shown_to_nobody(&case, status, &what);
        fs::read_to_string(case.trace()).unwrap().contains("(INJECTED)")
    });
    println!("display: {calls}");
    assert!(calls > 2, "{calls}");
}

/// A full disk took the log and the standard error that was kept beside it: the line that was to say so could not be
/// written either, which ended the program.
#[test]
fn a_log_and_a_standard_error_that_fail_together_break_nothing() {
    let bench = Bench::new();
    let case = bench.case();
    let mut options: Vec<String> =
        ["-e", "trace=write", "-e", "inject=write:error=ENOSPC:when=1+"].map(str::to_owned).into();
    options.extend(
        [case.said(), case.data().join(LOG)].into_iter().flat_map(|file| ["-P".to_owned(), file.display().to_string()]),
    );
    let ended = case.traced(&options, &["do", SENTENCE]);
    assert_eq!(ended.said, "");
    shown_to_nobody(&case, ended.status.code().unwrap(), "both");
}

#[test]
fn a_standard_output_that_fails_is_a_failed_write() {
    let bench = Bench::new();
    // What is proposed cannot be shown: nothing is run. How it ended cannot be shown: it is recorded all the same.
    for (nth, completed) in [("1", false), ("2", true), ("1+", false)] {
        let case = bench.case();
        let (status, said) = case.failing("write", FULL, nth, Some("printed"));
        assert_eq!((status, is_completed(&case)), (3, completed), "{nth}: {said}");
        assert!(said.contains("error: cannot write to standard output: the disk is full"), "{nth}: {said}");
    }
}

/// A log on a share that hung: the run went on, and the program never ended. Here each write takes longer than a program waits for
/// its log at its end, and all of them would take minutes.
#[test]
fn a_log_whose_disk_stalls_holds_up_nothing() {
    let bench = Bench::new();
    let day = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
    for file in [LOG.to_owned(), format!("logs/verification/verify_{day}.jsonl")] {
        let case = bench.case();
        let options = ["-e", "trace=write", "-e", "inject=write:delay_enter=5000000", "-P"].map(str::to_owned);
        let path = case.data().join(&file).display().to_string();
        let ended = case.traced(&[&options[..], &[path]].concat(), &["do", SENTENCE]);
        assert_eq!((ended.status.code(), is_completed(&case)), (Some(0), true), "{file}: {}", ended.said);
        // What the program did not wait for is not in its log, and it says so.
        assert_eq!(file == LOG, ended.said.contains("the log has lost "), "{file}: {}", ended.said);
    }
}
