//! A controller in a folder of its own, and the hands of a person, in turned time.

use std::{fs, path::PathBuf, time::Duration};

use cellgraph::{
    import,
    observe::Declared,
    review::Place,
    run::{
        Control, DriverError,
        trial::{self, Beside, Case, Finding, Request, Trial, TrialError, Way},
    },
    snapshot::{self, Provenance, Snapshot},
};
use serde_json::{Value, json};

use crate::script::Script;

const DEMO: &str = include_str!("../../graph-snapshots/demo-cell.apoc.jsonl");
/// Longer than a permit holds without a heartbeat.
const STEP_S: f64 = 8.0;

/// What a person at the robot does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hands {
    /// Whatever is asked.
    There,
    /// All but bringing the robot back.
    DoNotBringBack,
    Nobody,
}

pub(crate) fn place(position: &str) -> Place {
    Place { position: position.to_owned(), tool: "none".to_owned() }
}

pub(crate) struct Bench {
    folder: tempfile::TempDir,
    snapshot: Snapshot,
    python: Script,
    control: Control,
    stop_at: Option<Case>,
    block_at: Option<Case>,
    told: Vec<String>,
    change: Value,
}

impl Bench {
    pub(crate) fn new(change: Option<(&str, &str)>) -> Self {
        let draft = import::from_apoc(DEMO.as_bytes(), &mut |_| {}).unwrap().draft;
        let snapshot = Snapshot::from_bytes(&snapshot::build(&draft, &Provenance::default()).bytes).unwrap();
        let bench = Self {
            folder: tempfile::tempdir().unwrap(),
            snapshot,
            python: Script::start("python3", "tests/trial/trial.py"),
            control: Control::new(),
            stop_at: None,
            block_at: None,
            told: Vec::new(),
            change: json!(change.map(|(old, new)| [old, new])),
        };
        bench.with_steps_of(STEP_S)
    }

    /// With another robot, whose steps take so many seconds.
    pub(crate) fn with_steps_of(mut self, step_s: f64) -> Self {
        let folder = self.folder.path().to_str().unwrap();
        let new = json!({ "folder": folder, "step_s": step_s, "change": self.change });
        assert_eq!(self.python.ask(&format!("new {new}")), "ok");
        self
    }

    pub(crate) fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Somebody wishes to stop when this case has moved the robot.
    pub(crate) fn stop_at(&mut self, case: Case) {
        self.stop_at = Some(case);
    }

    /// The permit cannot be replaced any more when this case has moved the robot.
    pub(crate) fn block_permits_at(&mut self, case: Case) {
        self.block_at = Some(case);
    }

    pub(crate) fn was_told_that_no_stop_stands(&self) -> bool {
        !self.told.is_empty()
    }

    pub(crate) fn python(&mut self, command: &str) -> String {
        self.python.ask(command)
    }

    pub(crate) fn permit(&self) -> Value {
        serde_json::from_slice(&fs::read(self.path("permit.json")).unwrap()).unwrap()
    }

    pub(crate) fn progress(&self) -> String {
        fs::read_to_string(self.path("progress.jsonl")).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The whole trial, with a yes to the way.
    pub(crate) fn try_it(&mut self, hands: Hands) -> Result<Vec<Finding>, TrialError> {
        let declared = Declared::default();
        let control = self.control.clone();
        let trial =
            Trial { folder: self.folder.path(), declared: &declared, wait: Duration::from_secs(2), control: &control };
        let stop = self.stop_at.map(|case| (case, Disturbance::Stop(control.clone())));
        let block = self.block_at.map(|case| (case, Disturbance::Block(self.folder.path().join("permit.json"))));
        let disturbance = stop.or(block);
        let (python, told) = (&mut self.python, &mut self.told);
        let mut beside = Turned { python, told, now: Duration::ZERO, hands, disturbance, is_near: false };
        let (mut findings, place) = trial::ask(&trial, &mut beside)?;
        let Some(place) = place else { return Ok(findings) };
        let way = Way::from(&self.snapshot, &place, None).unwrap().agreed();
        findings.extend(trial::play(&trial, &mut beside, &way, hands != Hands::Nobody)?);
        Ok(findings)
    }
}

/// Time by turns of the controller.
struct Turned<'b> {
    python: &'b mut Script,
    now: Duration,
    hands: Hands,
    told: &'b mut Vec<String>,
    disturbance: Option<(Case, Disturbance)>,
    /// The case has begun in which it happens.
    is_near: bool,
}

/// What happens when the robot moves.
enum Disturbance {
    /// Somebody wishes to stop.
    Stop(Control),
    /// A folder takes the permit's name.
    Block(PathBuf),
}

impl Beside for Turned<'_> {
    fn now(&self) -> Duration {
        self.now
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.python.ask(&format!("t 1 {}", time.as_millis()));
        if !self.is_near || !self.python.ask("moved").ends_with("moving") {
            return;
        }
        match &self.disturbance {
            Some((_, Disturbance::Stop(control))) => control.stop_now(),
            Some((_, Disturbance::Block(permit))) if permit.is_file() => {
                fs::remove_file(permit).unwrap();
                fs::create_dir(permit).unwrap();
            }
            Some((_, Disturbance::Block(_))) | None => {}
        }
    }

    fn begin(&mut self, case: Case) {
        self.is_near = self.disturbance.as_ref().is_some_and(|&(at, _)| at == case);
    }

    fn not_stopped(&mut self, why: &DriverError) {
        self.told.push(why.to_string());
    }

    fn please(&mut self, request: &Request) -> bool {
        let command = match (request, self.hands) {
            (_, Hands::Nobody) | (Request::BringBack(_), Hands::DoNotBringBack) => return false,
            (Request::BringBack(place), _) => format!("jog {}", place.position),
            (Request::GetReadyToRestart, _) => "restart".to_owned(),
            (Request::WasItRestarted, _) => return true,
        };
        self.python.ask(&command) == "ok"
    }
}
