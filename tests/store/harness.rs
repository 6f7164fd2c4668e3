//! A store in a folder of its own, with a clock that ticks a second at every write, and runs in few words.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use cellgraph::store::{
    Clock, EndedSentence, Fate, NewRun, Observed, Reader, RunEnd, RunFilter, RunRecord, StepAction, StepEnd, Store,
    StoreError,
};
use jiff::Timestamp;
use uuid::Uuid;

/// 2026-03-01T00:00:00Z.
pub(crate) const BEGINNING: i64 = 1_772_323_200;

pub(crate) struct Bench {
    folder: tempfile::TempDir,
    now: Arc<AtomicI64>,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), now: Arc::new(AtomicI64::new(BEGINNING)) }
    }

    /// With a store in which an operator has confirmed `Home` and an empty flange.
    pub(crate) fn confirmed() -> (Self, Store) {
        let bench = Self::new();
        let mut store = bench.open();
        store.ensure_robot("Home", "none").unwrap();
        store.correct_robot("Home", "none", "ann", "looked").unwrap();
        (bench, store)
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    pub(crate) fn clock(&self) -> Clock {
        let now = Arc::clone(&self.now);
        Box::new(move || Timestamp::from_second(now.fetch_add(1, Ordering::Relaxed)).unwrap())
    }

    /// Sets the clock: seconds after the beginning.
    pub(crate) fn set_clock(&self, seconds: i64) {
        self.now.store(BEGINNING + seconds, Ordering::Relaxed);
    }

    pub(crate) fn try_open(&self) -> Result<Store, StoreError> {
        Store::open_with_clock(&self.path(), self.clock())
    }

    pub(crate) fn open(&self) -> Store {
        self.try_open().unwrap()
    }

    pub(crate) fn reader(&self) -> Reader {
        Store::read_only(&self.path()).unwrap()
    }

    /// Changes a database behind the store's back.
    pub(crate) fn tamper(&self, file: &str, sql: &str) {
        let connection = rusqlite::Connection::open(self.path().join(file)).unwrap();
        connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;").unwrap();
        connection.execute_batch(sql).unwrap();
    }
}

pub(crate) fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

pub(crate) fn new_run(number: u128, start: (&str, &str)) -> NewRun {
    NewRun {
        run_id: id(number),
        operator_input: format!("weld at position {number}"),
        sequence_json: format!(r#"[{{"id":1,"action":"move","target":"Pos_{number}"}}]"#),
        record: RunRecord {
            snapshot_hash: "aa".into(),
            start_position: start.0.into(),
            start_tool: start.1.into(),
            operator: "ann".into(),
            approval_hash: "bb".into(),
            plan_hash: "cc".into(),
            reading_json: number.is_multiple_of(2).then(|| r#"{"by":"rules"}"#.to_owned()),
            driver: "simulator".into(),
            warnings: vec!["one-way move".into()],
            intent_json: number.is_multiple_of(3).then(|| r#"{"goal":"release_tool"}"#.to_owned()),
            robot_folder: number.is_multiple_of(5).then(|| "/srv/controller".to_owned()),
            checkpoint_json: number.is_multiple_of(2).then(|| "[]".to_owned()),
            corrects: number.is_multiple_of(7).then(|| id(number + 1).to_string()),
        },
    }
}

/// A sentence that came to nothing.
pub(crate) fn ended(number: u128, fate: Fate) -> EndedSentence {
    EndedSentence {
        correlation_id: id(number),
        operator_input: format!("weld at position {number}"),
        fate,
        intent_json: number.is_multiple_of(2).then(|| r#"{"goal":"release_tool"}"#.to_owned()),
        checkpoint_json: "[]".to_owned(),
    }
}

pub(crate) fn at(position: &str, tool: &str) -> StepEnd {
    let judged = Some(r#"{"finding":"seen","confidence":95,"reason":"the robot is there"}"#.to_owned());
    StepEnd::Completed { position: position.into(), tool: tool.into(), judged }
}

pub(crate) fn seen(position: &str, tool: &str) -> Observed {
    Observed::Seen { position: position.into(), tool: tool.into(), confirmed: true, reason: None }
}

/// Where it was last seen, and nobody can be sure that it still is there.
pub(crate) fn unsure(position: &str, tool: &str) -> Observed {
    Observed::Seen { position: position.into(), tool: tool.into(), confirmed: false, reason: None }
}

pub(crate) fn failed(reason: &str) -> RunEnd {
    RunEnd::Failed { reason: reason.into() }
}

/// A run of moves from where the robot is, completed.
pub(crate) fn whole_run(store: &mut Store, number: u128, places: &[&str]) {
    let robot = store.robot().unwrap();
    store.begin_run(&new_run(number, (&robot.position, &robot.tool))).unwrap();
    store.run_started(id(number)).unwrap();
    for (place, position) in places.iter().enumerate() {
        let step = store.begin_step(id(number), place as u32 + 1, position, StepAction::Move).unwrap();
        store.end_step(step, &at(position, &robot.tool)).unwrap();
    }
    store.end_run(id(number), &RunEnd::Completed, &seen(places[places.len() - 1], &robot.tool)).unwrap();
}

/// Everything that can be read, in one text; less what a check found.
pub(crate) fn dump(reader: &Reader) -> Result<String, StoreError> {
    let mut lines = Vec::new();
    let robot = match reader.robot() {
        Err(StoreError::NoRobotState) => "nobody has said".to_owned(),
        other => format!("{:?}", other?),
    };
    reader.export(&mut lines)?;
    let interrupted = reader.interrupted()?.map(|found| found.run.row.run_id);
    let last = reader.last_completed()?.map(|found| found.row.run_id);
    let listed: Vec<_> = reader.runs(&RunFilter::default())?.into_iter().map(|row| row.number).collect();
    let lines = String::from_utf8(lines).unwrap();
    Ok(format!("{robot}\n{interrupted:?} {last:?} {listed:?}\n{lines}"))
}

/// A check that must find nothing.
pub(crate) fn assert_sound(reader: &Reader) {
    let report = reader.check().unwrap();
    assert!(report.is_sound(), "{:#?}", report.problems);
}

pub(crate) fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}
