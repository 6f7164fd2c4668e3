//! A controller on a thread of its own: it does what the permit says, and at any step what a test wants instead.
//!
//! Nobody waits: the driver's time passes when it has nothing to do, and then it is the controller's turn.

use std::{
    collections::VecDeque,
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use cellgraph::{
    plan::{Action, Plan},
    run::{Clock, Control, Ended, FileHandover},
    yaml,
};
use crossbeam_channel::{Receiver, Sender, bounded};
use serde_json::Value;

use super::support::{Bench, Booked, RUN};

/// Time that passes by giving the controller its turn.
#[derive(Debug)]
pub(crate) struct Turns {
    nanoseconds: AtomicU64,
    turn: Sender<()>,
    over: Receiver<()>,
}

impl Clock for Turns {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::SeqCst))
    }

    fn pass(&self, time: Duration, _: &Control) {
        self.nanoseconds.fetch_add(time.as_nanos() as u64, Ordering::SeqCst);
        self.turn.send(()).unwrap();
        self.over.recv().unwrap();
    }
}

/// What a controller does instead of what it should, at a step: its lines, to be changed, and its folder.
pub(crate) type Change = fn(u32, &mut Vec<Vec<u8>>, &Path);

pub(crate) struct Controller {
    folder: PathBuf,
    change: Change,
    /// What is still to be appended, one piece a turn.
    pieces: VecDeque<Vec<u8>>,
    permit: Value,
    position: String,
    tool: String,
    /// Every permit that it saw.
    pub(crate) permits: Vec<(String, u64)>,
}

impl Controller {
    pub(crate) fn new(folder: &Path, change: Change) -> Self {
        let (position, tool) = ("Home".to_owned(), "none".to_owned());
        let (pieces, permits) = (VecDeque::new(), Vec::new());
        Self { folder: folder.to_owned(), change, pieces, permit: Value::Null, position, tool, permits }
    }

    pub(crate) fn act(&mut self) {
        let permit: Value = match fs::read(self.folder.join("permit.json")) {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap(),
            Err(_) => return,
        };
        if permit != self.permit {
            self.permit = permit;
            self.obey();
        }
        if let Some(piece) = self.pieces.pop_front() {
            append(&self.folder, &piece);
        }
    }

    fn obey(&mut self) {
        let word = self.permit["permit"].as_str().unwrap().to_owned();
        let step = self.permit["step"].as_u64().unwrap();
        self.permits.push((word.clone(), step));
        let actions = fs::read(self.folder.join("actions.yaml")).unwrap();
        assert_eq!(self.permit["actions"], blake3::hash(&actions).to_hex().as_str(), "the file is the permitted one");
        let step = step as u32;
        let mut lines = match word.as_str() {
            "report" => vec![self.done(0)],
            "go" => {
                let started = self.line(step, r#""state":"started""#);
                let text = String::from_utf8(actions).unwrap();
                self.do_step(&yaml::read(&text).unwrap(), step);
                vec![started, self.done(step)]
            }
            _ => return,
        };
        (self.change)(step, &mut lines, &self.folder);
        self.pieces.extend(lines);
    }

    fn do_step(&mut self, plan: &Plan<'_>, step: u32) {
        let step = &plan.steps[step as usize - 1];
        match (&step.action, &*step.target) {
            (Action::Move, target) => target.clone_into(&mut self.position),
            (_, "tool_attach") => self.tool = step.tool.as_deref().unwrap().to_owned(),
            (_, "tool_release") => self.tool = "none".to_owned(),
            _ => {}
        }
    }

    fn done(&self, step: u32) -> Vec<u8> {
        let (position, tool) = (&self.position, &self.tool);
        self.line(step, &format!(r#""state":"done","position":"{position}","tool":"{tool}""#))
    }

    fn line(&self, step: u32, rest: &str) -> Vec<u8> {
        line(&RUN.hyphenated().to_string(), step, rest)
    }
}

pub(crate) fn line(run: &str, step: u32, rest: &str) -> Vec<u8> {
    format!("{{\"run\":\"{run}\",\"step\":{step},{rest},\"at\":\"2026-07-28T09:00:00Z\"}}\n").into_bytes()
}

fn append(folder: &Path, bytes: &[u8]) {
    let mut file = OpenOptions::new().append(true).create(true).open(folder.join("progress.jsonl")).unwrap();
    file.write_all(bytes).unwrap();
}

pub(crate) fn spawn(mut controller: Controller) -> (Arc<Turns>, JoinHandle<Controller>) {
    let (turn, turns) = bounded(0);
    let (done, over) = bounded(0);
    let work = move || {
        for () in turns {
            controller.act();
            done.send(()).unwrap();
        }
        controller
    };
    (Arc::new(Turns { nanoseconds: AtomicU64::new(0), turn, over }), thread::spawn(work))
}

/// "Weld at position 1" by a controller: how it ended, the permit that is left, the permits that it saw.
pub(crate) fn run(change: Change, before: &[u8]) -> (Ended, Value, Vec<(String, u64)>) {
    let mut bench = Bench::new();
    let folder = bench.folder.path().to_owned();
    if !before.is_empty() {
        append(&folder, before);
    }
    let (clock, controller) = spawn(Controller::new(&folder, change));
    let mut driver = Booked::new(FileHandover::with_clock(&folder, clock));
    driver.is_simulated = false;
    let report = bench.run(&mut driver).unwrap();
    assert!(report.notes.is_empty(), "{:?}", report.notes);
    drop(driver);
    let permits = controller.join().unwrap().permits;
    let left = serde_json::from_slice(&fs::read(folder.join("permit.json")).unwrap()).unwrap();
    let robot = bench.store.robot().unwrap();
    let is_sure = match &report.end {
        Ended::Completed => true,
        Ended::NotStarted { reason } => !reason.contains("the robot"),
        _ => false,
    };
    assert_eq!(robot.confirmed, is_sure, "{}", report.end);
    (report.end, left, permits)
}
