//! Crashes: whatever moment a run is cut off at, the disk knows every step that was sent, and none is sent again.
//!
//! First at every moment of a run, by opening a copy of the store's files as they then are; then for real, with a process
//! that is killed and has no say in when.

use std::{
    env, fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};

use cellgraph::{
    plan::{Action, Plan},
    review::Place,
    run::{Control, DriverError, Event, RunError, execute},
    store::{RunStatus, StepState, Store},
};
use tempfile::TempDir;
use uuid::Uuid;

use super::support::{Bench, Booked, Moment, RUN, Tricky, approved, confirm, demo, folder, home, step, store};

/// The files as a crash would leave them now.
fn copy(store: &Path) -> TempDir {
    let copy = folder();
    for file in ["robot_state.db", "robot_state.db-wal", "history.db", "history.db-wal"] {
        let from = store.join(file);
        if from.exists() {
            fs::copy(from, copy.path().join(file)).unwrap();
        }
    }
    copy
}

/// What must be so after a crash when these steps had been sent and seen to be done.
fn check(folder: &Path, run: Uuid, sent: u32, done: u32) {
    let mut store = Store::open(folder).unwrap();
    assert!(store.check().unwrap().is_sound());
    let Some(recorded) = store.run(run).unwrap() else {
        assert_eq!((sent, done), (0, 0), "what was sent is on record");
        return;
    };
    let states: Vec<StepState> = recorded.steps.iter().map(|step| step.state).collect();
    assert!(states.len() as u32 >= sent, "what was sent is on record");
    let completed = states.iter().take_while(|state| **state == StepState::Completed).count() as u32;
    assert!(completed >= done, "what was seen to be done is on record as done");
    assert!(states.len() as u32 <= completed + 1, "at most one step is open");
    if matches!(recorded.row.status, RunStatus::Pending | RunStatus::Running) {
        assert_eq!(store.interrupted().unwrap().unwrap().run.row.run_id, run);
        assert!(!store.robot().unwrap().confirmed);
        store.recover(run, "a crash").unwrap();
        assert!(!store.robot().unwrap().confirmed, "an operator has to look");
        let recovered = store.run(run).unwrap().unwrap();
        assert_eq!(recovered.row.status, RunStatus::Failed);
        assert!(recovered.steps.iter().all(|step| matches!(step.state, StepState::Completed | StepState::Error)));
    }
    assert!(store.interrupted().unwrap().is_none());
}

#[test]
fn at_every_moment_of_a_run_the_disk_knows_what_was_sent() {
    let mut bench = Bench::new();
    let from = bench.folder.path().to_owned();
    let looks = std::cell::Cell::new(0);
    let look = |sent: u32, done: u32| {
        looks.set(looks.get() + 1);
        check(copy(&from).path(), RUN, sent, done);
    };
    let trick = |number: u32, moment: Moment<'_>| -> Result<(), DriverError> {
        match moment {
            Moment::Begin => look(0, 0),
            Moment::Before | Moment::Said(_) => look(number, number - 1),
            Moment::Seen(_) => look(number, number.saturating_sub(1)),
            Moment::Halt | Moment::End => look(number, number),
        }
        Ok(())
    };
    let mut driver = Tricky::new(bench.robot(), trick);
    let mut watch = |event| match event {
        Event::StepStarted { number, .. } => look(number - 1, number - 1),
        Event::StepCompleted { number, .. } => look(number, number),
        _ => {}
    };
    let report = bench.run_watched(&mut driver, &Control::new(), &mut watch).unwrap();
    assert!(report.end.is_completed(), "{}", report.end);
    assert!(looks.get() > 40);
}

/// The folder of a child that is to be killed.
const CHILD: &str = "CELLGRAPH_TEST_CRASH_FOLDER";
const STEPS: u32 = 20;

fn twenty_steps() -> Plan<'static> {
    let ways = ["Safe_Pos_1", "Home", "Safe_Pos_2", "Home"];
    Plan { steps: ways.iter().cycle().take(STEPS as usize).map(|way| step(Action::Move, way)).collect() }
}

/// Not a test of its own: the process that is killed by the test below. It says what it sends and what it has seen.
#[test]
fn child() {
    let Some(folder) = env::var_os(CHILD) else { return };
    let snapshot = demo();
    let mut store = Store::open(Path::new(&folder)).unwrap();
    let approved = approved(&snapshot, home(&snapshot), twenty_steps(), RUN);
    let robot = cellgraph::run::Simulator::new(Arc::clone(&snapshot), home(&snapshot));
    let say = |words: String| writeln!(std::io::stderr(), "{words}").unwrap();
    let trick = |number: u32, moment: Moment<'_>| {
        match moment {
            Moment::Before => say(format!("sent {number}")),
            Moment::Said(_) => say(format!("said {number}")),
            _ => {}
        }
        Ok(())
    };
    let mut watch = |event| {
        if let Event::StepCompleted { number, .. } = event {
            say(format!("done {number}"));
        }
    };
    let mut driver = Tricky::new(robot, trick);
    execute(approved, &snapshot, &mut store, &mut driver, &Control::new(), &mut watch, Path::new(&folder)).unwrap();
    say("over".to_owned());
}

/// Kills a child after this many of its lines and some of its next instructions: what it had sent, said and done.
fn kill(folder: &Path, lines: usize, spins: u32) -> (u32, u32, u32) {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "crash::child", "--nocapture"])
        .env(CHILD, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut heard = BufReader::new(child.stderr.take().unwrap()).lines();
    let (mut sent, mut said, mut done) = (0, 0, 0);
    let mut hear = |line: &str| match line.split_once(' ') {
        Some(("sent", number)) => sent = number.parse().unwrap(),
        Some(("said", number)) => said = number.parse().unwrap(),
        Some(("done", number)) => done = number.parse().unwrap(),
        _ => {}
    };
    heard.by_ref().take(lines).for_each(|line| hear(&line.unwrap()));
    (0..spins).for_each(|_| std::hint::spin_loop());
    child.kill().unwrap();
    child.wait().unwrap();
    // What it had written before it was killed counts too.
    heard.for_each(|line| hear(&line.unwrap()));
    (sent, said, done)
}

#[test]
fn a_process_that_is_killed_at_any_time_loses_nothing_and_repeats_nothing() {
    let snapshot = demo();
    let mut acknowledged = 0;
    let mut unfinished = 0;
    for number in 0..500_u32 {
        let folder = folder();
        drop(store(folder.path(), &snapshot, home(&snapshot)));
        let lines = number as usize * 61 / 500;
        let (sent, said, done) = kill(folder.path(), lines, (number * 7_919) % 40_000);
        acknowledged += u32::from(said > 0);
        unfinished += u32::from(done < STEPS);
        check(folder.path(), RUN, sent, done);
        // The same approval is worth nothing any more.
        let mut store = Store::open(folder.path()).unwrap();
        confirm(&mut store, &Place::of(&snapshot, home(&snapshot)));
        if store.run(RUN).unwrap().is_some() {
            let again = approved(&snapshot, home(&snapshot), twenty_steps(), RUN);
            let mut driver = Booked::new(cellgraph::run::Simulator::new(Arc::clone(&snapshot), home(&snapshot)));
            let refused =
                execute(again, &snapshot, &mut store, &mut driver, &Control::new(), &mut |_| {}, folder.path());
            assert!(matches!(refused, Err(RunError::Store(_))));
            assert!(driver.sent.is_empty());
        }
    }
    assert!(acknowledged > 400, "acknowledgements had been seen in most of them: {acknowledged}");
    assert!(unfinished > 400, "most were killed before the end: {unfinished}");
}
