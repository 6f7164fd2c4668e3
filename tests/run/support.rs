//! A cell, a store, an approved plan, and drivers that keep book: what every test of a run needs.

use std::{borrow::Cow, path::Path, sync::Arc};

use cellgraph::{
    cell::State,
    generate, import,
    plan::{
        Action, Goal, Intent, Plan, Step,
        build::{self, Builder},
    },
    review::{ApprovedPlan, NotProposed, Place, Proposal, Request, SecondOpinion, Start, propose},
    run::{
        Acknowledgement, Control, Driver, DriverError, Ended, Event, Handover, Observation, Order, RunError, RunReport,
        Simulator, execute,
    },
    snapshot::{self, Provenance, Snapshot},
    store::{Store, StoreError},
};
use jiff::{Timestamp, ToSpan};
use tempfile::TempDir;
use uuid::Uuid;

const DEMO: &str = include_str!("../../graph-snapshots/demo-cell.apoc.jsonl");

pub(crate) const RUN: Uuid = Uuid::from_u128(0x0123_4567_89ab_4def_8123_4567_89ab_cdef);

/// A cell from an export.
pub(crate) fn cell(export: &[u8]) -> Arc<Snapshot> {
    let draft = import::from_apoc(export, &mut |_| {}).unwrap().draft;
    Arc::new(Snapshot::from_bytes(&snapshot::build(&draft, &Provenance::default()).bytes).unwrap())
}

pub(crate) fn demo() -> Arc<Snapshot> {
    cell(DEMO.as_bytes())
}

/// The demo cell with one move fewer.
pub(crate) fn demo_changed() -> Arc<Snapshot> {
    let lines: Vec<&str> = DEMO.lines().collect();
    let last_move = lines.iter().rposition(|line| line.contains("ONLY_ALLOWED_MOVE_TO")).unwrap();
    let kept: Vec<&str> = lines.iter().enumerate().filter(|&(at, _)| at != last_move).map(|(_, line)| *line).collect();
    cell(kept.join("\n").as_bytes())
}

pub(crate) fn generated() -> Arc<Snapshot> {
    let mut export = Vec::new();
    let options = generate::Options { positions: 120, tools: 3, seed: 7, costs: true };
    generate::apoc(&options, &mut export).unwrap();
    cell(&export)
}

/// A folder in memory where the machine has such: what is tried here is the order of writes, not the disk.
pub(crate) fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

/// Opens a store that this process had open before. A process that another test starts holds the lock too, from its fork
/// to its exec.
pub(crate) fn open(folder: &Path) -> Store {
    for _ in 0..1_000_000 {
        match Store::open(folder) {
            Err(StoreError::Locked { .. }) => std::thread::yield_now(),
            opened => return opened.unwrap(),
        }
    }
    panic!("{} stays locked", folder.display());
}

/// A store whose clock ticks once for every look at it, so that the same run gives the same record.
pub(crate) fn store(folder: &Path, snapshot: &Snapshot, start: State) -> Store {
    let mut now: Timestamp = "2026-07-28T09:00:00Z".parse().unwrap();
    let tick = move || {
        now = now.checked_add(1.second()).unwrap();
        now
    };
    let mut store = Store::open_with_clock(folder, Box::new(tick)).unwrap();
    let place = Place::of(snapshot, start);
    store.ensure_robot(&place.position, &place.tool).unwrap();
    confirm(&mut store, &place);
    store
}

pub(crate) fn confirm(store: &mut Store, place: &Place) {
    store.correct_robot(&place.position, &place.tool, "Ada", "looked").unwrap();
}

pub(crate) fn home(snapshot: &Snapshot) -> State {
    State::named(snapshot, "Home", "none").unwrap()
}

pub(crate) fn request(id: Uuid) -> Request {
    Request {
        correlation_id: id,
        sentence: "weld at position 1".to_owned(),
        understood: "tack_weld at Pos_1".to_owned(),
        reader: "rules".to_owned(),
        second_opinion: SecondOpinion::NotAsked,
        left_aside: Vec::new(),
        goals: None,
        differences: Vec::new(),
        warnings: Vec::new(),
        reading: serde_json::json!({"reader": "rules"}),
    }
}

pub(crate) fn proposal(
    snapshot: &Snapshot,
    state: State,
    plan: Plan<'static>,
    id: Uuid,
) -> Result<Proposal, NotProposed> {
    propose(snapshot, &Start { state, unconfirmed: None, journal: String::new() }, request(id), plan)
}

pub(crate) fn approved(snapshot: &Snapshot, state: State, plan: Plan<'static>, id: Uuid) -> ApprovedPlan {
    let proposal = proposal(snapshot, state, plan, id).unwrap();
    let seen = proposal.digest();
    proposal.approve("Ada", seen).unwrap()
}

/// The eight steps of "weld at position 1" from home.
pub(crate) fn weld(snapshot: &Snapshot) -> Plan<'static> {
    let goal = Goal::Routine { routine: "tack_weld".to_owned(), position: "Pos_1".to_owned() };
    let mut steps = Vec::new();
    Builder::default().build(snapshot, home(snapshot), &Intent::Goals(vec![goal]), &mut steps).unwrap();
    build::plan(snapshot, &steps).into_owned()
}

pub(crate) fn step(action: Action<'static>, target: &str) -> Step<'static> {
    Step::new(action, Cow::Owned(target.to_owned()))
}

/// Passes on what it gets, and keeps book of it.
#[derive(Debug)]
pub(crate) struct Booked<D> {
    pub(crate) driver: D,
    pub(crate) sent: Vec<u32>,
    pub(crate) halted: u32,
    pub(crate) ended: Vec<Ended>,
    pub(crate) is_simulated: bool,
}

impl<D> Booked<D> {
    pub(crate) fn new(driver: D) -> Self {
        Self { driver, sent: Vec::new(), halted: 0, ended: Vec::new(), is_simulated: true }
    }
}

impl<D: Driver> Driver for Booked<D> {
    fn name(&self) -> &'static str {
        self.driver.name()
    }
    fn is_simulated(&self) -> bool {
        self.is_simulated
    }
    fn withdraw(&mut self) -> Result<(), DriverError> {
        self.driver.withdraw()
    }
    fn begin(&mut self, handover: &Handover, control: &Control) -> Result<(), DriverError> {
        assert_eq!(blake3::hash(&std::fs::read(&handover.actions).unwrap()), handover.actions_hash);
        self.driver.begin(handover, control)
    }
    fn step(&mut self, order: &Order, control: &Control) -> Result<Acknowledgement, DriverError> {
        self.sent.push(order.number);
        self.driver.step(order, control)
    }
    fn observe(&mut self) -> Result<Observation, DriverError> {
        self.driver.observe()
    }
    fn halt(&mut self) -> Result<(), DriverError> {
        self.halted += 1;
        self.driver.halt()
    }
    fn end(&mut self, ended: &Ended) -> Result<(), DriverError> {
        self.ended.push(ended.clone());
        self.driver.end(ended)
    }
}

/// A simulator with a hook before each of its answers.
pub(crate) struct Tricky<F> {
    pub(crate) robot: Simulator,
    pub(crate) trick: F,
    number: u32,
    run: Uuid,
}

/// Where a trick may be played.
pub(crate) enum Moment<'m> {
    Begin,
    /// Before the step is done.
    Before,
    /// The step was done, and this is about to be said.
    Said(&'m mut Acknowledgement),
    Seen(&'m mut Observation),
    Halt,
    End,
}

impl<F: FnMut(u32, Moment<'_>) -> Result<(), DriverError>> Tricky<F> {
    pub(crate) fn new(robot: Simulator, trick: F) -> Self {
        Self { robot, trick, number: 0, run: Uuid::nil() }
    }
}

impl<F: FnMut(u32, Moment<'_>) -> Result<(), DriverError>> Driver for Tricky<F> {
    fn name(&self) -> &'static str {
        "tricky"
    }
    fn is_simulated(&self) -> bool {
        true
    }
    fn begin(&mut self, handover: &Handover, control: &Control) -> Result<(), DriverError> {
        (self.number, self.run) = (0, handover.run);
        (self.trick)(0, Moment::Begin)?;
        self.robot.begin(handover, control)
    }
    fn step(&mut self, order: &Order, control: &Control) -> Result<Acknowledgement, DriverError> {
        self.number = order.number;
        (self.trick)(self.number, Moment::Before)?;
        let mut said = self.robot.step(order, control)?;
        (self.trick)(self.number, Moment::Said(&mut said))?;
        Ok(said)
    }
    fn observe(&mut self) -> Result<Observation, DriverError> {
        let mut seen = self.robot.observe()?;
        (self.trick)(self.number, Moment::Seen(&mut seen))?;
        Ok(seen)
    }
    fn halt(&mut self) -> Result<(), DriverError> {
        (self.trick)(self.number, Moment::Halt)?;
        self.robot.halt()
    }
    fn end(&mut self, ended: &Ended) -> Result<(), DriverError> {
        (self.trick)(self.number, Moment::End)?;
        self.robot.end(ended)
    }
}

/// A cell with a store, and a robot at home.
pub(crate) struct Bench {
    pub(crate) folder: TempDir,
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) store: Store,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let (folder, snapshot) = (folder(), demo());
        let store = store(folder.path(), &snapshot, home(&snapshot));
        Self { folder, snapshot, store }
    }

    pub(crate) fn robot(&self) -> Simulator {
        Simulator::new(Arc::clone(&self.snapshot), home(&self.snapshot))
    }

    pub(crate) fn weld(&self) -> ApprovedPlan {
        approved(&self.snapshot, home(&self.snapshot), weld(&self.snapshot), RUN)
    }

    /// "Weld at position 1" by this driver.
    pub(crate) fn run(&mut self, driver: &mut dyn Driver) -> Result<RunReport, RunError> {
        self.run_watched(driver, &Control::new(), &mut |_| {})
    }

    pub(crate) fn run_watched(
        &mut self,
        driver: &mut dyn Driver,
        control: &Control,
        watch: &mut dyn FnMut(Event),
    ) -> Result<RunReport, RunError> {
        let approved = self.weld();
        execute(approved, &self.snapshot, &mut self.store, driver, control, watch, self.folder.path())
    }
}
