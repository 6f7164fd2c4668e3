//! One seed: a plan, a run, what comes after it, and what must be so then.

use std::{
    borrow::Cow,
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use cellgraph::{
    cell::State,
    import,
    observe::Declared,
    plan::{Action, Plan, Step},
    review::{ApprovedPlan, Place, Request, SecondOpinion, Start, propose},
    run::{Control, Driver, Ended, FileHandover, Recovered, RecoveryError, RunReport, execute, recover},
    snapshot::{self, Provenance, Snapshot},
    store::{RunStatus, Store},
};
use parking_lot::Mutex;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use super::{
    driver::{Notes, Script, Shared, Trouble, Turned, Wish},
    python::{Python, Verdict},
};

const DEMO: &str = include_str!("../../graph-snapshots/demo-cell.apoc.jsonl");
/// How long a recovery waits for the controller, which gets its turns meanwhile.
const PATIENCE: Duration = Duration::from_secs(30);
/// Where the plans lead, from home.
const WAYS: [&[&str]; 4] = [
    &["Safe_Pos_1", "Pos_1"],
    &["Safe_Pos_1", "Pos_1", "Safe_Pos_1"],
    &["Safe_Pos_2", "Safe_Pos_3", "Pos_3", "Safe_Pos_3"],
    &["Safe_Pos_1", "Safe_Pos_2", "Home"],
];

/// How both sides reach each other in a life, and what goes wrong on the way that this needs hands for.
#[derive(Clone)]
pub(crate) enum Side {
    /// By files in this folder.
    Files(PathBuf),
    /// Over a server.
    #[cfg(feature = "opcua")]
    #[allow(dead_code, reason = "of tests/opcua.rs alone")]
    Server(cellgraph::run::opcua::Endpoint),
}

impl Side {
    pub(crate) const fn is_folder(&self) -> bool {
        matches!(self, Self::Files(_))
    }

    pub(crate) fn driver(&self) -> Box<dyn Driver> {
        match self {
            Self::Files(folder) => Box::new(FileHandover::new(folder)),
            #[cfg(feature = "opcua")]
            Self::Server(endpoint) => Box::new(cellgraph::run::opcua::OpcUaHandover::new(endpoint.clone())),
        }
    }

    /// Something stands in the way of the next permit; what that is called.
    pub(crate) fn block(&self, python: &mut Python) -> &'static str {
        match self {
            Self::Files(folder) => {
                let name = format!(".permit-{}.tmp", python.permit()["serial"].as_u64().unwrap() + 1);
                fs::create_dir(folder.join(name)).unwrap();
                "blocked go"
            }
            #[cfg(feature = "opcua")]
            Self::Server(_) => {
                python.ask("close");
                "session lost before go"
            }
        }
    }

    /// Somebody changes the sequence that was handed over.
    #[cfg_attr(not(feature = "opcua"), allow(unused_variables, reason = "files are changed without being asked for"))]
    pub(crate) fn alter(&self, python: &mut Python) {
        match self {
            Self::Files(folder) => {
                let path = folder.join("actions.yaml");
                let text = fs::read_to_string(&path).unwrap().replace("Safe_Pos_1", "Safe_Pos_2");
                fs::write(path, text + "# altered\n").unwrap();
            }
            #[cfg(feature = "opcua")]
            Self::Server(_) => drop(python.ask("alter")),
        }
    }

    /// The PC with this data dies. What was left is in `to` from now on, and nothing of this program reaches the controller any more.
    pub(crate) fn crash(&self, data: &Path, to: &Path, python: &mut Python) {
        copy_files(data, to);
        match self {
            Self::Files(folder) => {
                copy_files(folder, &to.join("robot"));
                python.ask(&format!("folder {}", to.join("robot").display()));
            }
            #[cfg(feature = "opcua")]
            Self::Server(_) => drop(python.ask("ghost")),
        }
    }

    /// Somebody recovers what was left there.
    fn recover(&self, crashed: &Path, id: Uuid, patience: Duration) -> Result<Recovered, RecoveryError> {
        match self {
            Self::Files(_) => {
                let folder = crashed.join("robot");
                recover(&folder, Some(id), Some(&folder), &Declared::default(), patience)
            }
            #[cfg(feature = "opcua")]
            Self::Server(endpoint) => {
                let recorded = Some(endpoint.url());
                cellgraph::run::opcua::recover(endpoint, Some(id), recorded, &Declared::default(), patience)
            }
        }
    }
}

/// What all lives begin with.
pub(crate) struct Bench {
    snapshot: Arc<Snapshot>,
    /// A store in which the robot is confirmed at home.
    ready: TempDir,
}

/// What became of a seed.
#[derive(Debug)]
#[allow(dead_code, reason = "shown where it fails")]
pub(crate) struct Life {
    pub(crate) end: &'static str,
    pub(crate) faults: Vec<&'static str>,
    pub(crate) verdict: Verdict,
    found: Vec<String>,
    script: Script,
    report: RunReport,
}

impl Life {
    pub(crate) fn violations(&self) -> Vec<&String> {
        self.verdict.violations.iter().chain(&self.found).collect()
    }
}

fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

/// Copies the regular files of a folder, but not its locks and what SQLite makes anew.
pub(crate) fn copy_files(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_file() && !name.ends_with("-shm") && !name.contains("lock") {
            fs::copy(entry.path(), to.join(name)).unwrap();
        }
    }
}

impl Bench {
    pub(crate) fn new() -> Self {
        let draft = import::from_apoc(DEMO.as_bytes(), &mut |_| {}).unwrap().draft;
        let bytes = snapshot::build(&draft, &Provenance::default()).bytes;
        let (snapshot, ready) = (Arc::new(Snapshot::from_bytes(&bytes).unwrap()), folder());
        let mut store = Store::open(ready.path()).unwrap();
        store.ensure_robot("Home", "none").unwrap();
        store.correct_robot("Home", "none", "Ada", "looked").unwrap();
        drop(store);
        Self { snapshot, ready }
    }

    fn approved(&self, way: &[&str], id: Uuid) -> ApprovedPlan {
        let step = |place: &&str| Step::new(Action::Move, Cow::Owned((*place).to_owned()));
        let plan = Plan { steps: way.iter().map(step).collect() };
        let request = Request {
            correlation_id: id,
            sentence: "go there".to_owned(),
            understood: "moves".to_owned(),
            reader: "rules".to_owned(),
            second_opinion: SecondOpinion::NotAsked,
            left_aside: Vec::new(),
            goals: None,
            reading: Value::Null,
            differences: Vec::new(),
            checkpoint: None,
            checked: Vec::new(),
            corrects: None,
            declared: None,
            judge: None,
            warnings: Vec::new(),
        };
        let state = State::named(&self.snapshot, "Home", "none").unwrap();
        let proposal =
            propose(&self.snapshot, &Start { state, unconfirmed: None, journal: String::new() }, request, plan)
                .unwrap();
        let digest = proposal.digest();
        proposal.approve("Ada", digest).unwrap()
    }
}

struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0.next_u32() % bound
    }

    fn between(&mut self, from: u32, to: u32) -> u32 {
        from + self.below(to - from + 1)
    }

    fn script(&mut self, steps: u32, step_turns: u32, crashed: PathBuf) -> Script {
        let turns = 5 + steps * (step_turns + 4);
        let mut wishes = Vec::new();
        let mut at = self.below(turns);
        for _ in 0..[0, 0, 1, 1, 2][self.below(5) as usize] {
            wishes.push((at, Wish::Pause));
            at += self.between(1, 30);
            wishes.push((at, Wish::Resume));
            at += self.below(turns);
        }
        match self.below(6) {
            0 => wishes.push((self.below(turns + at), Wish::StopAfterStep)),
            1 => wishes.push((self.below(turns + at), Wish::StopNow)),
            _ => {}
        }
        wishes.sort_by_key(|(at, _)| *at);
        let step = self.between(1, steps);
        let trouble = match self.below(20) {
            0 | 1 => Trouble::HangingGo(step),
            2 | 3 => Trouble::RacingGo(step, self.below(3_000)),
            4 => Trouble::BlockedGo(step),
            5 => Trouble::AlteredBefore(step),
            6 | 7 => Trouble::Suspended(self.below(turns), self.between(200, 500)),
            8 => Trouble::Crash(self.below(turns), crashed),
            _ => Trouble::Nothing,
        };
        Script { wishes, trouble }
    }
}

/// Lives through a seed, over this endpoint or by files. The other side's process is given back.
pub(crate) fn live(bench: &Bench, seed: u64, mut python: Python, server: Option<&Side>) -> (Life, Python) {
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
    let place = folder();
    let data = place.path().join("data");
    let (robot, crashed) = (data.join("robot"), place.path().join("crashed"));
    copy_files(bench.ready.path(), &data);
    fs::create_dir(&robot).unwrap();
    let way = WAYS[dice.below(4) as usize];
    let step_turns = [2, 10, 10, 30, 100, 350][dice.below(6) as usize];
    let steps = u32::try_from(way.len()).unwrap();
    let script = dice.script(steps, step_turns, crashed.clone());
    let step_s = f64::from(step_turns) / 50.0;
    python.ask(&format!("new {}", json!({ "seed": seed, "folder": robot, "step_s": step_s })));
    let shared = Arc::new(Shared {
        python: Mutex::new(python),
        is_over: AtomicBool::new(false),
        notes: Mutex::new(Notes::default()),
    });
    let control = Control::new();
    let side = server.cloned().unwrap_or_else(|| Side::Files(robot.clone()));
    let driver = Turned::new(&side, &data, Arc::clone(&shared), control.clone(), script.clone());
    let id = Uuid::from_u128(0x4000_8000_0000_0000_0000 | u128::from(seed));
    let mut store = Store::open(&data).unwrap();
    let approved = bench.approved(way, id);
    let report =
        execute(approved, &bench.snapshot, &mut store, Box::new(driver), &control, &mut |_| {}, &data).unwrap();
    shared.is_over.store(true, Ordering::SeqCst);
    let mut notes = std::mem::take(&mut *shared.notes.lock());
    let is_stopped = notes.is_stopped;
    let mut check = |is_so: bool, what: &str| {
        if !is_so {
            notes.violations.push(what.to_owned());
        }
    };
    let stored = store.robot().unwrap();
    check(stored.confirmed == report.confirmed, "the record and the report differ");
    let stored = Place { position: stored.position, tool: stored.tool };
    check(stored == report.place || report.said.as_ref() == Some(&stored), "the record names a place of its own");
    check(store.interrupted().unwrap().is_none(), "the run was left open");
    // What was said after the last step may still have halted a run that was completed.
    let word = if is_stopped { "stop" } else { "end" };
    let left = if side.is_folder() {
        permit(&robot)
    } else {
        serde_json::from_str(&shared.python.lock().ask("ghost_permit")).unwrap()
    };
    check(left["permit"] == word && left["run"] == id.hyphenated().to_string(), "the permit that is left");
    check(is_stopped || report.end.is_completed(), "an end without a stop");
    drop(store);
    let mut confirmed = report.confirmed.then(|| report.place.clone());
    if notes.has_crashed {
        confirmed = None;
        recovered(&shared, &side, &crashed, id, &mut dice, &mut notes.violations);
    }
    let mut python = shared.python.lock();
    // Longer than any permit holds.
    python.turns(3, 20, "-w");
    python.turns(32, 200, "-w");
    let record = json!({
        "confirmed": confirmed.is_some(),
        "position": confirmed.as_ref().map(|place| &place.position),
        "tool": confirmed.as_ref().map(|place| &place.tool),
    });
    let left = python.permit();
    let verdict = python.end(&record);
    drop(python);
    let word = if notes.has_crashed { "stop" } else { word };
    if left["permit"] != word {
        notes.violations.push(format!("`{word}` did not stay"));
    }
    let is_undisturbed = script.trouble == Trouble::Nothing && verdict.faults.is_empty();
    if is_undisturbed && control.stop() == cellgraph::run::Stop::No && !report.end.is_completed() {
        notes.violations.push("a run without any fault was not completed".to_owned());
    }
    let life = Life {
        end: end(&report.end, notes.has_crashed),
        faults: notes.faults,
        verdict,
        found: notes.violations,
        script,
        report,
    };
    // The driver's thread may still be about to notice that nobody listens.
    let mut shared = shared;
    let shared = loop {
        match Arc::try_unwrap(shared) {
            Ok(shared) => break shared,
            Err(again) => {
                shared = again;
                thread::yield_now();
            }
        }
    };
    (life, shared.python.into_inner())
}

/// The program died, and somebody recovers what it left. Its folders were copied when it died, and the copies are the folders
/// from then on.
fn recovered(shared: &Shared, side: &Side, crashed: &Path, id: Uuid, dice: &mut Dice, violations: &mut Vec<String>) {
    if !side.is_folder() {
        shared.python.lock().ask("alive");
    }
    shared.python.lock().turns(dice.below(400), 20, "-");
    let is_over = AtomicBool::new(false);
    let found = thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::SeqCst) {
                shared.python.lock().turns(1, 20, "-");
            }
        });
        let lost = || shared.python.lock().ask("lost");
        let mut tries = 1;
        let found = loop {
            let before = lost();
            let found = side.recover(crashed, id, patience(shared));
            // Whoever is told that the session was lost types it again.
            if found.is_ok() || lost() == before {
                break found;
            }
            // A controller that loses one session after the other would be recovered by nobody: it stands still at last.
            tries += 1;
            is_over.store(tries > 4, Ordering::SeqCst);
        };
        is_over.store(true, Ordering::SeqCst);
        found
    });
    match found {
        Err(error) => violations.push(format!("not recovered: {error}")),
        Ok(found) if !found.is_stopped => violations.push("recovered, and not stopped".to_owned()),
        Ok(_) => {}
    }
    let mut store = Store::open(crashed).unwrap();
    // The program died when the run's end was on the disk already: there is nothing to be recovered from.
    let status = store.run(id).unwrap().map(|run| run.row.status);
    if matches!(status, Some(RunStatus::Completed | RunStatus::Failed)) {
        return;
    }
    let is_open = store.interrupted().unwrap().is_some_and(|found| found.run.row.run_id == id);
    if !is_open || store.robot().unwrap().confirmed {
        violations.push("the run that was broken off is not open, or its place is confirmed".to_owned());
    }
    store.recover(id, "the program ended in the middle of the run").unwrap();
    if store.robot().unwrap().confirmed || store.interrupted().unwrap().is_some() {
        violations.push("a recovery confirmed the place, or left the run open".to_owned());
    }
}

/// A controller that answers is waited for; one that has a fault may never answer.
fn patience(shared: &Shared) -> Duration {
    let has_faults = shared.python.lock().ask("faults") == "yes";
    if has_faults { Duration::from_millis(50) } else { PATIENCE }
}

fn permit(folder: &Path) -> Value {
    fs::read(folder.join("permit.json")).map_or(Value::Null, |bytes| serde_json::from_slice(&bytes).unwrap())
}

fn end(end: &Ended, has_crashed: bool) -> &'static str {
    match end {
        _ if has_crashed => "crashed and recovered",
        Ended::Completed => "completed",
        Ended::Failed { .. } => "failed",
        Ended::StoppedByOperator { .. } | Ended::StoppedByProgram { .. } => "stopped between steps",
        Ended::StoppedNow { .. } | Ended::StoppedNowByProgram { .. } => "stopped in a step",
        Ended::NotStarted { .. } => "not started",
        Ended::JournalFailed { .. } => "journal failed",
    }
}
