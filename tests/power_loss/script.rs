//! The calls that are cut: a script on the store, run in a process of its own under strace.
//!
//! After each call the process writes a line, `mark 7 ok` or `mark 7 failed: …`, to its standard output; strace sees it in
//! its place among the writes to the files.

use std::{io::Write, path::Path, process::Output};

use cellgraph::store::{
    Clock, NewRun, Observed, Reader, RunEnd, RunRecord, StepAction, StepEnd, StepId, Store, StoreError,
};
use jiff::Timestamp;
use uuid::Uuid;

use crate::tracer::{MISSING, strace};

const FOLDER: &str = "CELLGRAPH_TEST_STORE";
pub(crate) const MARK: &str = "mark ";

/// One call. A reopening drops the store first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    Ensure,
    Correct,
    Begin(u128),
    Started(u128),
    BeginStep(u128, u32, &'static str),
    EndStep(&'static str),
    FailStep,
    Complete(u128, &'static str),
    Fail(u128, &'static str),
    Reopen,
}

/// A completed run, one that fails, a correction, an opening in between, and a run that is cut in its first step.
pub(crate) const SCRIPT: [Call; 23] = [
    Call::Ensure,
    Call::Correct,
    Call::Begin(1),
    Call::Started(1),
    Call::BeginStep(1, 1, "Pos_1"),
    Call::EndStep("Pos_1"),
    Call::BeginStep(1, 2, "Home"),
    Call::EndStep("Home"),
    Call::Complete(1, "Home"),
    Call::Begin(2),
    Call::Started(2),
    Call::BeginStep(2, 1, "Pos_2"),
    Call::FailStep,
    Call::Fail(2, "Pos_2"),
    Call::Reopen,
    Call::Correct,
    Call::Begin(3),
    Call::Started(3),
    Call::BeginStep(3, 1, "Pos_3"),
    Call::EndStep("Pos_3"),
    Call::Complete(3, "Pos_3"),
    Call::Begin(4),
    Call::Started(4),
];

fn clock() -> Clock {
    let mut second = 1_772_323_200;
    Box::new(move || {
        second += 1;
        Timestamp::from_second(second).unwrap()
    })
}

/// The store, and the step in hand. After a reopening the clock begins anew: times may repeat, and do.
pub(crate) struct Scripted {
    folder: std::path::PathBuf,
    store: Option<Store>,
    step: Option<StepId>,
}

impl Scripted {
    pub(crate) fn open(folder: &Path) -> Result<Self, StoreError> {
        let store = Some(Store::open_with_clock(folder, clock())?);
        Ok(Self { folder: folder.to_owned(), store, step: None })
    }

    pub(crate) fn reader(&self) -> &Reader {
        self.store.as_ref().unwrap()
    }

    pub(crate) fn make(&mut self, call: Call) -> Result<(), StoreError> {
        if call == Call::Reopen {
            self.store = None;
            self.store = Some(Store::open_with_clock(&self.folder, clock())?);
            return Ok(());
        }
        let refused = || StoreError::Refused { reason: "there is no store, or no step".into() };
        let store = self.store.as_mut().ok_or_else(refused)?;
        let seen = |position: &str| Observed::Seen {
            position: position.into(),
            tool: "none".into(),
            confirmed: true,
            reason: None,
        };
        match call {
            Call::Ensure => store.ensure_robot("Home", "none"),
            Call::Correct => store.correct_robot("Home", "none", "ann", "looked"),
            Call::Begin(run) => store.begin_run(&new_run(run, &store.robot()?.position)),
            Call::Started(run) => store.run_started(Uuid::from_u128(run)),
            Call::BeginStep(run, number, position) => {
                self.step = None;
                self.step = Some(store.begin_step(Uuid::from_u128(run), number, position, StepAction::Move)?);
                Ok(())
            }
            Call::EndStep(position) => {
                let end = StepEnd::Completed { position: position.into(), tool: "none".into(), judged: None };
                store.end_step(self.step.ok_or_else(refused)?, &end)
            }
            Call::FailStep => store
                .end_step(self.step.ok_or_else(refused)?, &StepEnd::Error { message: "no arc".into(), judged: None }),
            Call::Complete(run, position) => store.end_run(Uuid::from_u128(run), &RunEnd::Completed, &seen(position)),
            Call::Fail(run, position) => {
                store.end_run(Uuid::from_u128(run), &RunEnd::Failed { reason: "no arc".into() }, &seen(position))
            }
            Call::Reopen => Ok(()),
        }
    }
}

fn new_run(number: u128, position: &str) -> NewRun {
    NewRun {
        run_id: Uuid::from_u128(number),
        operator_input: format!("run {number}"),
        sequence_json: "[1, 2, 3]".repeat(200),
        record: RunRecord { start_position: position.into(), start_tool: "none".into(), ..RunRecord::default() },
    }
}

/// Everything that can be read, in one text.
pub(crate) fn dump(reader: &Reader) -> String {
    let mut lines = Vec::new();
    let robot = match reader.robot() {
        Err(StoreError::NoRobotState) => "nobody has said".to_owned(),
        other => format!("{:?}", other.unwrap()),
    };
    reader.export(&mut lines).unwrap();
    format!("{robot}\n{:?}\n{}", reader.interrupted().unwrap(), String::from_utf8(lines).unwrap())
}

/// What the store holds after opening, and after each call.
pub(crate) fn expected() -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut scripted = Scripted::open(&folder.path().join("store")).unwrap();
    let mut states = vec![dump(scripted.reader())];
    for call in SCRIPT {
        scripted.make(call).unwrap();
        states.push(dump(scripted.reader()));
    }
    states
}

/// Not a test: the process that the others start. Without a folder it has nothing to do.
#[test]
fn the_scripted_process() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let mark = |number: usize, outcome: Result<(), StoreError>| {
        let said = outcome.map_or_else(|error| format!("failed: {error}"), |()| "ok".to_owned());
        // One write, and none of libtest's.
        std::io::stdout().lock().write_all(format!("{MARK}{number} {said}\n").as_bytes()).unwrap();
    };
    match Scripted::open(Path::new(&folder)) {
        Err(error) => mark(0, Err(error)),
        Ok(mut scripted) => {
            mark(0, Ok(()));
            let mut has_failed = false;
            for (place, call) in SCRIPT.into_iter().enumerate() {
                // After a failure the further calls are made to see them refused; opening again would let them through.
                if has_failed && call == Call::Reopen {
                    break;
                }
                let outcome = scripted.make(call);
                has_failed |= outcome.is_err();
                mark(place + 1, outcome);
            }
        }
    }
    std::process::exit(0);
}

/// Runs the script in a folder under strace with these options.
pub(crate) fn traced(folder: &Path, options: &[&str]) -> Output {
    strace(options)
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "script::the_scripted_process", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .output()
        .expect(MISSING)
}
