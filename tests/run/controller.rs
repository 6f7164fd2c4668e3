//! A controller that does what the permit says, and at any step what a test wants instead, behind the hand-over by files.
//!
//! Nobody waits: each look of the driver is first the controller's turn, and takes 20 ms of a time of its own. Where a
//! controller that was asked has nothing to say any more, the deadlines pass at once.

use std::{
    collections::{BTreeMap, VecDeque},
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use cellgraph::{
    observe::Declared,
    plan::{Action, Plan},
    run::{
        Again, Driver, DriverError, Ended, FileHandover, Handover, Heard, Stopper,
        protocol::{Grant, Permit, Progress},
    },
    yaml,
};
use parking_lot::Mutex;
use serde_json::{Value, json};

use super::support::{Bench, Booked, RUN};

const TURN: Duration = Duration::from_millis(20);
/// Longer than anybody is waited for.
const DEADLINE: Duration = Duration::from_secs(1_000_000);

/// The hand-over by files, with a controller whose turn it is at every look.
pub(crate) struct Turns {
    handover: FileHandover,
    controller: Arc<Mutex<Controller>>,
    now: Duration,
    /// What the controller was asked for, and has not answered.
    owed: Owed,
    /// Before its first permit a run is no business of the controller's.
    has_published: bool,
    /// What is declared about it; none: a counter for each check.
    declared: Option<Declared>,
}

#[derive(PartialEq)]
enum Owed {
    Nothing,
    Report,
    Start,
    End,
}

impl Turns {
    pub(crate) fn new(controller: Controller) -> (Self, Arc<Mutex<Controller>>) {
        let handover = FileHandover::new(&controller.folder);
        let controller = Arc::new(Mutex::new(controller));
        let shared = Arc::clone(&controller);
        (
            Self {
                handover,
                controller,
                now: Duration::ZERO,
                owed: Owed::Nothing,
                has_published: false,
                declared: None,
            },
            shared,
        )
    }

    pub(crate) fn declaring(controller: Controller, declared: Declared) -> (Self, Arc<Mutex<Controller>>) {
        let handover = FileHandover::new(&controller.folder).with_declared(declared.clone());
        let (turns, shared) = Self::new(controller);
        (Self { handover, declared: Some(declared), ..turns }, shared)
    }
}

impl Driver for Turns {
    fn name(&self) -> &'static str {
        self.handover.name()
    }
    fn keeps_time(&self) -> bool {
        true
    }
    fn folder(&self) -> Option<PathBuf> {
        self.handover.folder()
    }
    fn declared(&self, handover: &Handover) -> Declared {
        let counted = || Declared::counted(handover.orders.iter().filter_map(|order| order.step.verify.as_deref()));
        self.declared.clone().unwrap_or_else(counted)
    }
    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        self.handover.prepare(handover)
    }
    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        self.owed = match permit.grant {
            Grant::Go => Owed::Start,
            _ if permit.report => Owed::Report,
            _ => Owed::Nothing,
        };
        self.has_published = true;
        self.handover.publish(permit)
    }
    fn listen(&mut self) -> Result<Heard, DriverError> {
        let has_more = self.has_published && self.controller.lock().act();
        let lines = self.handover.listen()?.lines;
        let is_silent = lines.is_empty() && !has_more && self.owed != Owed::Nothing;
        for line in &lines {
            // What comes instead of what was asked for is the last word as well: the run ends with it.
            let is_start = line.line.progress == Progress::Started && self.owed == Owed::Start;
            self.owed = if is_start { Owed::End } else { Owed::Nothing };
        }
        if is_silent {
            self.owed = Owed::Nothing;
        }
        self.now += if is_silent { DEADLINE } else { TURN };
        let is_last = !has_more && self.owed == Owed::Nothing;
        let again = if is_last { Again::AfterPermit } else { Again::After(Duration::ZERO) };
        Ok(Heard { lines, at: self.now, again })
    }
    fn stopper(&self) -> Arc<dyn Stopper> {
        self.handover.stopper()
    }
}

/// What a controller was asked for.
pub(crate) struct Asked {
    pub(crate) serial: u64,
    pub(crate) step: u32,
    /// For a report, and not for a step.
    pub(crate) is_report: bool,
}

/// What a controller does instead of what it should: its lines, to be changed, and its folder.
pub(crate) type Change = fn(&Asked, &mut Vec<Vec<u8>>, &Path);

pub(crate) struct Controller {
    folder: PathBuf,
    change: Change,
    /// What is still to be appended, one piece a turn.
    pieces: VecDeque<Vec<u8>>,
    permit: Value,
    position: String,
    tool: String,
    /// How often each check held.
    checks: BTreeMap<String, u64>,
    /// Every permit that it saw.
    pub(crate) permits: Vec<(String, u64)>,
    /// Their serial numbers.
    pub(crate) serials: Vec<u64>,
}

impl Controller {
    pub(crate) fn new(folder: &Path, change: Change) -> Self {
        let (position, tool) = ("Home".to_owned(), "none".to_owned());
        Self {
            folder: folder.to_owned(),
            change,
            pieces: VecDeque::new(),
            permit: Value::Null,
            position,
            tool,
            checks: BTreeMap::new(),
            permits: Vec::new(),
            serials: Vec::new(),
        }
    }

    /// Obeys the permit, and says one thing; whether there is more to be said.
    pub(crate) fn act(&mut self) -> bool {
        let Ok(bytes) = fs::read(self.folder.join("permit.json")) else { return false };
        let permit: Value = serde_json::from_slice(&bytes).unwrap();
        if permit != self.permit {
            self.permit = permit;
            self.obey();
        }
        if let Some(piece) = self.pieces.pop_front() {
            append(&self.folder, &piece);
        }
        !self.pieces.is_empty()
    }

    fn obey(&mut self) {
        let permit = &self.permit;
        let word = permit["permit"].as_str().unwrap().to_owned();
        let (serial, step) = (permit["serial"].as_u64().unwrap(), permit["step"].as_u64().unwrap());
        assert!(self.serials.last().is_none_or(|last| *last < serial), "serial numbers grow");
        self.serials.push(serial);
        assert_eq!(permit["form"], 2);
        assert!(permit["valid_s"].as_u64().unwrap() > 0);
        let is_asked = permit["report"] == permit["serial"];
        let said = if word == "hold" && is_asked { "report".to_owned() } else { word };
        if !["report", "go"].contains(&said.as_str()) {
            return;
        }
        let actions = fs::read(self.folder.join("actions.yaml")).unwrap();
        assert_eq!(permit["actions"], blake3::hash(&actions).to_hex().as_str(), "the file is the permitted one");
        let json = fs::read(self.folder.join("actions.json")).unwrap();
        assert_eq!(permit["actions_json"], blake3::hash(&json).to_hex().as_str(), "and so is the other");
        self.permits.push((said.clone(), step));
        let step = step as u32;
        let text = String::from_utf8(actions).unwrap();
        let (sequence, json) = (yaml::read(&text).unwrap(), String::from_utf8(json).unwrap());
        assert_eq!(yaml::read_json(&json).unwrap(), sequence, "both hold the same steps");
        for check in sequence.steps.iter().filter_map(|step| step.verify.as_deref()) {
            self.checks.entry(check.to_owned()).or_default();
        }
        let mut lines = if said == "go" {
            self.do_step(&yaml::read(&text).unwrap(), step);
            vec![line(&run_text(), serial, step, r#""state":"started""#), self.at("done", serial, step)]
        } else {
            vec![self.at("report", serial, step)]
        };
        (self.change)(&Asked { serial, step, is_report: said == "report" }, &mut lines, &self.folder);
        self.pieces.extend(lines);
    }

    fn do_step(&mut self, plan: &Plan<'_>, step: u32) {
        let step = &plan.steps[step as usize - 1];
        if let Some(check) = &step.verify {
            *self.checks.entry(check.clone().into_owned()).or_default() += 1;
        }
        match (&step.action, &*step.target) {
            (Action::Move, target) => target.clone_into(&mut self.position),
            (_, "tool_attach") => self.tool = step.tool.as_deref().unwrap().to_owned(),
            (_, "tool_release") => self.tool = "none".to_owned(),
            _ => {}
        }
    }

    fn at(&self, state: &str, serial: u64, step: u32) -> Vec<u8> {
        let (position, tool) = (&self.position, &self.tool);
        let cell = json!({ "position": position, "tool": tool, "values": { "checks": self.checks } });
        let rest = format!(r#""state":"{state}","position":"{position}","tool":"{tool}","cell":{cell}"#);
        line(&run_text(), serial, step, &rest)
    }
}

pub(crate) fn run_text() -> String {
    RUN.hyphenated().to_string()
}

pub(crate) fn line(run: &str, serial: u64, step: u32, rest: &str) -> Vec<u8> {
    let line = format!("{{\"run\":\"{run}\",\"serial\":{serial},\"step\":{step},{rest},");
    format!("{line}\"at\":\"2026-07-28T09:00:00Z\"}}\n").into_bytes()
}

fn append(folder: &Path, bytes: &[u8]) {
    let mut file = OpenOptions::new().append(true).create(true).open(folder.join("progress.jsonl")).unwrap();
    file.write_all(bytes).unwrap();
}

/// What a run by a controller came to.
pub(crate) struct Came {
    pub(crate) end: Ended,
    /// The permit that is left.
    pub(crate) left: Value,
    /// The permits that the controller saw.
    pub(crate) permits: Vec<(String, u64)>,
    /// Where the controller said that the robot is, where that was not believed.
    pub(crate) said: Option<String>,
    /// Whether the robot's position is sure.
    pub(crate) confirmed: bool,
    /// What else went wrong.
    pub(crate) notes: Vec<String>,
}

/// "Weld at position 1" by a controller; `before` stands in its file before the run.
pub(crate) fn run(change: Change, before: &[u8]) -> Came {
    let mut bench = Bench::new();
    let folder = bench.folder.path().to_owned();
    if !before.is_empty() {
        append(&folder, before);
    }
    let (driver, controller) = Turns::new(Controller::new(&folder, change));
    let (driver, record) = Booked::new(driver);
    let report = bench.run(driver.real()).unwrap();
    assert_eq!(record.halted(), u32::from(!report.end.is_completed()));
    let permits = controller.lock().permits.clone();
    let left = serde_json::from_slice(&fs::read(folder.join("permit.json")).unwrap()).unwrap();
    let robot = bench.store.robot().unwrap();
    assert_eq!(robot.confirmed, report.confirmed, "{}", report.end);
    let said = report.said.map(|place| place.position);
    Came { end: report.end, left, permits, said, confirmed: report.confirmed, notes: report.notes }
}
