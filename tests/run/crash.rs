//! Crashes: whatever moment a run is cut off at, the disk knows every step that was sent, and none is sent again.
//!
//! First at every moment of a run, by opening a copy of the store's files as they then are; then for real, with a process
//! that is killed and has no say in when.

use std::{
    env, fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    sync::{
        Arc, Barrier,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use cellgraph::{
    plan::{Action, Plan},
    review::Place,
    run::{
        Control, Driver, DriverError, Event, RunError, execute,
        protocol::{Grant, Progress},
    },
    store::{RunStatus, StepState},
};
use tempfile::TempDir;
use uuid::Uuid;

use super::controller::{Controller, Turns};
use super::support::{Bench, Booked, Moment, RUN, Tricky, approved, confirm, demo, folder, home, open, step, store};

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
pub(crate) fn check(folder: &Path, run: Uuid, sent: u32, done: u32) {
    let mut store = open(folder);
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
    let looks = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&looks);
    let look = move |sent: u32, done: u32| {
        counted.fetch_add(1, Ordering::SeqCst);
        check(copy(&from).path(), RUN, sent, done);
    };
    // At none of these moments anything is being journalled: a step's permit waits for its row, and the row's end for the
    // answer.
    let of_driver = look.clone();
    let trick = move |number: u32, moment: Moment<'_>| -> Result<(), DriverError> {
        match moment {
            Moment::Prepare => of_driver(0, 0),
            Moment::Publish(permit) if permit.grant == Grant::Go => of_driver(number, number - 1),
            Moment::Publish(_) => of_driver(number, number),
            Moment::Heard(_) => of_driver(number, number.saturating_sub(1)),
            Moment::Stop => panic!("nobody stops it"),
        }
        Ok(())
    };
    let mut watch = |event| match event {
        Event::StepStarted { number, .. } => look(number, number - 1),
        Event::StepCompleted { number, .. } => look(number, number),
        Event::Ended(_) => look(8, 8),
        _ => {}
    };
    let driver = Tricky::new(bench.robot(), trick);
    let report = bench.run_watched(driver, &Control::new(), &mut watch).unwrap();
    assert!(report.end.is_completed(), "{}", report.end);
    let looks = looks.load(Ordering::SeqCst);
    // Ready, ten permits and a look before each, a report and two lines for each step, what was told; and perhaps a look
    // after the last permit.
    assert!([55, 56].contains(&looks), "{looks}");
}

/// The folder of a child that is to be killed.
pub(crate) const CHILD: &str = "CELLGRAPH_TEST_CRASH_FOLDER";
/// After how many lines, and how many instructions more, the child is killed.
const KILL: &str = "CELLGRAPH_TEST_CRASH_WHEN";
/// Whether the child's robot is behind the hand-over by files.
pub(crate) const BY_FILES: &str = "CELLGRAPH_TEST_CRASH_BY_FILES";
pub(crate) const STEPS: u32 = 20;

fn twenty_steps() -> Plan<'static> {
    let ways = ["Safe_Pos_1", "Home", "Safe_Pos_2", "Home"];
    Plan { steps: ways.iter().cycle().take(STEPS as usize).map(|way| step(Action::Move, way)).collect() }
}

/// Not a test of its own: the process that is killed by the test below. It says what it sends and what it has seen.
#[test]
fn child() {
    let Some(folder) = env::var_os(CHILD) else { return };
    let snapshot = demo();
    let mut store = open(Path::new(&folder));
    let approved = approved(&snapshot, home(&snapshot), twenty_steps(), RUN);
    let robot = cellgraph::run::Simulator::new(Arc::clone(&snapshot), home(&snapshot));
    let killer = Arc::new(Killer::from_environment());
    let say = move |words: String| {
        // Not with a panic where it cannot: a disk that is full may be the one that stderr goes to.
        drop(std::io::stderr().write_all(format!("{words}\n").as_bytes()));
        killer.line();
    };
    let of_driver = say.clone();
    let trick = move |number: u32, moment: Moment<'_>| {
        match moment {
            Moment::Publish(permit) if permit.grant == Grant::Go => of_driver(format!("sent {number}")),
            Moment::Heard(heard) if heard.lines.iter().any(|line| matches!(line.line.progress, Progress::Done(_))) => {
                of_driver(format!("said {number}"));
            }
            _ => {}
        }
        Ok(())
    };
    let mut watch = |event| {
        if let Event::StepCompleted { number, .. } = event {
            say(format!("done {number}"));
        }
    };
    let by_files = || Turns::new(Controller::new(Path::new(&folder), |_, _, _| {})).0;
    let driver: Box<dyn Driver> =
        if env::var_os(BY_FILES).is_some() { Box::new(by_files()) } else { Box::new(Tricky::new(robot, trick)) };
    match execute(approved, &snapshot, &mut store, driver, &Control::new(), &mut watch, Path::new(&folder)) {
        Ok(report) => say(format!("end {}", report.end)),
        Err(error) => say(format!("refused {error}")),
    }
}

/// What a child said before it was no more.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) sent: u32,
    pub(crate) said: u32,
    pub(crate) done: u32,
    pub(crate) end: Option<String>,
}

impl Heard {
    pub(crate) fn hear(&mut self, line: &str) {
        let number = |words: &str| words.parse().unwrap();
        match line.split_once(' ') {
            Some(("sent", words)) => {
                assert!(self.end.is_none(), "nothing is sent after the end");
                self.sent = number(words);
            }
            Some(("said", words)) => self.said = number(words),
            Some(("done", words)) => self.done = number(words),
            Some(("end" | "refused", words)) => self.end = Some(words.to_owned()),
            _ => {}
        }
    }
}

/// A thread of the child that kills it, some instructions after it said so many lines.
struct Killer {
    lines: AtomicU64,
    after: u64,
    /// The thread lets go of this when it is awake.
    wake: Option<Arc<Barrier>>,
}

impl Killer {
    fn from_environment() -> Self {
        let when = env::var(KILL).unwrap_or_default();
        let Some((after, spins)) = when.split_once(' ') else {
            return Self { lines: AtomicU64::new(0), after: 0, wake: None };
        };
        let (after, spins): (u64, u64) = (after.parse().unwrap(), spins.parse().unwrap());
        let wake = Arc::new(Barrier::new(2));
        let woken = Arc::clone(&wake);
        thread::spawn(move || {
            woken.wait();
            (0..spins).for_each(|_| std::hint::spin_loop());
            signal_hook::low_level::raise(signal_hook::consts::SIGKILL).unwrap();
        });
        let killer = Self { lines: AtomicU64::new(0), after, wake: Some(wake) };
        killer.line();
        killer
    }

    fn line(&self) {
        if let Some(wake) = &self.wake
            && self.lines.fetch_add(1, Ordering::SeqCst) == self.after
        {
            wake.wait();
        }
    }
}

/// A child that is killed after this many of its lines and some instructions.
fn kill(folder: &Path, lines: u32, spins: u32) -> Heard {
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "crash::child", "--nocapture"])
        .env(CHILD, folder)
        .env(KILL, format!("{lines} {spins}"))
        .stdout(Stdio::null())
        .output()
        .unwrap();
    let mut heard = Heard::default();
    String::from_utf8_lossy(&output.stderr).lines().for_each(|line| heard.hear(line));
    heard
}

#[test]
fn a_process_that_is_killed_at_any_time_loses_nothing_and_repeats_nothing() {
    let snapshot = demo();
    let mut acknowledged = 0;
    let mut unfinished = 0;
    for number in 0..500_u32 {
        let folder = folder();
        drop(store(folder.path(), &snapshot, home(&snapshot)));
        let lines = number * 61 / 500;
        let Heard { sent, said, done, .. } = kill(folder.path(), lines, (number * 7_919) % 40_000);
        acknowledged += u32::from(said > 0);
        unfinished += u32::from(done < STEPS);
        check(folder.path(), RUN, sent, done);
        // The same approval is worth nothing any more.
        let mut store = open(folder.path());
        confirm(&mut store, &Place::of(&snapshot, home(&snapshot)));
        if store.run(RUN).unwrap().is_some() {
            let again = approved(&snapshot, home(&snapshot), twenty_steps(), RUN);
            let (driver, record) = Booked::new(cellgraph::run::Simulator::new(Arc::clone(&snapshot), home(&snapshot)));
            let driver = Box::new(driver);
            let refused = execute(again, &snapshot, &mut store, driver, &Control::new(), &mut |_| {}, folder.path());
            assert!(matches!(refused, Err(RunError::Store(_))));
            assert!(record.permits().is_empty());
        }
    }
    assert!(acknowledged > 400, "acknowledgements had been seen in most of them: {acknowledged}");
    assert!(unfinished > 100, "most were killed before the end: {unfinished}");
}
