//! A cell, a store, an approved plan, and drivers that keep book: what every test of a run needs.

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
    sync::Arc,
};

use cellgraph::{
    cell::State,
    generate, import,
    observe::{Declared, RawState},
    plan::{
        Action, Goal, Intent, Plan, Step,
        build::{self, Builder},
    },
    review::{ApprovedPlan, Digest, NotProposed, Place, Proposal, Request, SecondOpinion, Start, propose},
    run::{
        Control, Driver, DriverError, Event, Handover, Heard, Message, RunError, RunReport, Simulator, Stopper,
        execute,
        protocol::{Grant, Permit},
    },
    snapshot::{self, Provenance, Snapshot},
    store::{Store, StoreError},
};
use crossbeam_channel::{Receiver, Sender, bounded};
use jiff::{Timestamp, ToSpan};
use parking_lot::{Mutex, MutexGuard};
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
        checkpoint: None,
        checked: Vec::new(),
        corrects: None,
        declared: None,
        judge: None,
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

/// Approved by somebody who was shown what the steps are judged by.
pub(crate) fn approved_with(
    declared: &Declared,
    snapshot: &Snapshot,
    state: State,
    plan: Plan<'static>,
    id: Uuid,
) -> ApprovedPlan {
    let request = Request { declared: declared.digest(), ..request(id) };
    let start = Start { state, unconfirmed: None, journal: String::new() };
    let proposal = propose(snapshot, &start, request, plan).unwrap();
    let seen = proposal.digest();
    proposal.approve("Ada", seen).unwrap()
}

/// Approved by somebody who was shown which model judges the steps.
pub(crate) fn approved_judged(judge: Option<Digest>, bench: &Bench, id: Uuid) -> ApprovedPlan {
    let (snapshot, state) = (&bench.snapshot, home(&bench.snapshot));
    let start = Start { state, unconfirmed: None, journal: String::new() };
    let proposal = propose(snapshot, &start, Request { judge, ..request(id) }, weld(snapshot)).unwrap();
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
pub(crate) struct Booked<D> {
    driver: Arc<Mutex<D>>,
    book: Arc<Mutex<Book>>,
    is_simulated: bool,
    may_keep_time: bool,
    /// Dropped with the driver, when its thread is over.
    _over: Sender<()>,
}

/// What a driver was asked for.
#[derive(Debug, Default)]
struct Book {
    permits: Vec<Permit>,
    halted: u32,
    released: u32,
}

/// What a test looks at when the run is over, and the driver's thread with it.
pub(crate) struct Record<D> {
    driver: Arc<Mutex<D>>,
    book: Arc<Mutex<Book>>,
    over: Receiver<()>,
}

impl<D> Booked<D> {
    pub(crate) fn new(driver: D) -> (Self, Record<D>) {
        let (driver, book, (_over, over)) = (Arc::new(Mutex::new(driver)), Arc::default(), bounded(0));
        let record = Record { driver: Arc::clone(&driver), book: Arc::clone(&book), over };
        (Self { driver, book, is_simulated: true, may_keep_time: true, _over }, record)
    }

    /// The same, as if a robot moved.
    pub(crate) fn real(self) -> Self {
        Self { is_simulated: false, ..self }
    }

    /// The same, in the time of the wall.
    pub(crate) fn on_the_wall(self) -> Self {
        Self { may_keep_time: false, ..self }
    }
}

impl<D> Record<D> {
    fn book(&self) -> MutexGuard<'_, Book> {
        // Nobody sends: it ends with the driver.
        let _ = self.over.recv();
        self.book.lock()
    }

    /// The permits that were to be published.
    pub(crate) fn permits(&self) -> Vec<Permit> {
        self.book().permits.clone()
    }

    /// The steps that were permitted.
    pub(crate) fn sent(&self) -> Vec<u32> {
        self.permits().iter().filter(|permit| permit.grant == Grant::Go).map(|permit| permit.step).collect()
    }

    /// How often the robot was to be halted.
    pub(crate) fn halted(&self) -> u32 {
        self.book().halted
    }

    /// How often what was held for the run was given up.
    pub(crate) fn released(&self) -> u32 {
        self.book().released
    }

    /// The driver as it was left.
    pub(crate) fn driver(&self) -> MutexGuard<'_, D> {
        drop(self.book());
        self.driver.lock()
    }
}

impl<D: Driver> Driver for Booked<D> {
    fn name(&self) -> &'static str {
        self.driver.lock().name()
    }
    fn is_simulated(&self) -> bool {
        self.is_simulated
    }
    fn keeps_time(&self) -> bool {
        self.may_keep_time && self.driver.lock().keeps_time()
    }
    fn folder(&self) -> Option<PathBuf> {
        self.driver.lock().folder()
    }
    fn declared(&self, handover: &Handover) -> Declared {
        self.driver.lock().declared(handover)
    }
    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        assert_eq!(blake3::hash(&std::fs::read(&handover.actions).unwrap()), handover.yaml.hash);
        self.driver.lock().prepare(handover)
    }
    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        self.book.lock().permits.push(*permit);
        self.driver.lock().publish(permit)
    }
    fn listen(&mut self) -> Result<Heard, DriverError> {
        self.driver.lock().listen()
    }
    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::new(BookedStopper { stopper: self.driver.lock().stopper(), book: Arc::clone(&self.book) })
    }
}

struct BookedStopper {
    stopper: Arc<dyn Stopper>,
    book: Arc<Mutex<Book>>,
}

impl Stopper for BookedStopper {
    fn stop(&self) -> Result<(), DriverError> {
        self.book.lock().halted += 1;
        self.stopper.stop()
    }
    fn beat(&self) -> Result<(), DriverError> {
        self.stopper.beat()
    }
    fn release(&self) {
        self.book.lock().released += 1;
        self.stopper.release();
    }
}

/// A simulator with a hook at each of its calls.
pub(crate) struct Tricky<F> {
    pub(crate) robot: Simulator,
    trick: Arc<Mutex<F>>,
    number: u32,
}

/// Where a trick may be played.
pub(crate) enum Moment<'m> {
    Prepare,
    /// Before the permit takes effect.
    Publish(&'m Permit),
    /// This is about to be heard.
    Heard(&'m mut Heard),
    Stop,
}

/// The trick gets the number of the last step that was permitted, 0 before the first.
pub(crate) trait Trick: FnMut(u32, Moment<'_>) -> Result<(), DriverError> + Send + 'static {}

impl<F: FnMut(u32, Moment<'_>) -> Result<(), DriverError> + Send + 'static> Trick for F {}

impl<F: Trick> Tricky<F> {
    pub(crate) fn new(robot: Simulator, trick: F) -> Self {
        Self { robot, trick: Arc::new(Mutex::new(trick)), number: 0 }
    }
}

impl<F: Trick> Driver for Tricky<F> {
    fn name(&self) -> &'static str {
        "tricky"
    }
    fn is_simulated(&self) -> bool {
        true
    }
    fn keeps_time(&self) -> bool {
        true
    }
    fn declared(&self, handover: &Handover) -> Declared {
        self.robot.declared(handover)
    }
    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        (self.trick.lock())(0, Moment::Prepare)?;
        self.robot.prepare(handover)
    }
    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        if permit.grant == Grant::Go {
            self.number = permit.step;
        }
        (self.trick.lock())(self.number, Moment::Publish(permit))?;
        self.robot.publish(permit)
    }
    fn listen(&mut self) -> Result<Heard, DriverError> {
        let mut heard = self.robot.listen()?;
        (self.trick.lock())(self.number, Moment::Heard(&mut heard))?;
        Ok(heard)
    }
    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::new(TrickyStopper { stopper: self.robot.stopper(), trick: Arc::clone(&self.trick) })
    }
}

struct TrickyStopper<F> {
    stopper: Arc<dyn Stopper>,
    trick: Arc<Mutex<F>>,
}

impl<F: Trick> Stopper for TrickyStopper<F> {
    fn stop(&self) -> Result<(), DriverError> {
        (self.trick.lock())(0, Moment::Stop)?;
        self.stopper.stop()
    }
}

/// Lets a line show another value of its cell than the simulator does.
pub(crate) fn shows(told: &mut Message, field: &str, value: serde_json::Value) {
    let Some(RawState::State(raw)) = &told.shown else { panic!("no state is shown: {told:?}") };
    let mut state: serde_json::Value = serde_json::from_slice(raw).unwrap();
    state[field] = value;
    told.shown = Some(RawState::State(state.to_string().into_bytes()));
}

/// A driver whose calls return when the test says so, which may be never.
pub(crate) struct Stuck<D> {
    driver: D,
    at: Option<Call>,
    /// The last step that was permitted.
    number: u32,
    /// Gets word when the call is stuck.
    reached: Box<dyn FnMut() + Send>,
    /// Lets the call go on.
    released: Receiver<()>,
    /// Gets what the call then came to, if it was a permit; ends with the driver.
    came_to: Sender<Result<(), String>>,
}

/// A call of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    Prepare,
    /// Of the publishing of this step's permit.
    Go(u32),
    /// Of the first look after this step was permitted; 0: before the first.
    Listen(u32),
}

/// What a test holds of a driver that gets stuck.
pub(crate) struct Hold {
    /// Dropped, the call goes on.
    pub(crate) release: Sender<()>,
    /// What the call came to; ends with the driver.
    pub(crate) came_to: Receiver<Result<(), String>>,
}

impl<D: Driver> Stuck<D> {
    pub(crate) fn new(driver: D, at: Call, reached: impl FnMut() + Send + 'static) -> (Self, Hold) {
        let ((release, released), (say, came_to)) = (bounded(0), bounded(1));
        let reached = Box::new(reached);
        let hold = Hold { release, came_to };
        (Self { driver, at: Some(at), number: 0, reached, released, came_to: say }, hold)
    }

    /// Whether it got stuck here, and goes on.
    fn stick(&mut self, call: Call) -> bool {
        let is_here = self.at == Some(call);
        if is_here {
            self.at = None;
            (self.reached)();
            // Nobody sends: it ends with the test's hold.
            let _ = self.released.recv();
        }
        is_here
    }
}

impl<D: Driver> Driver for Stuck<D> {
    fn name(&self) -> &'static str {
        self.driver.name()
    }
    fn is_simulated(&self) -> bool {
        true
    }
    fn keeps_time(&self) -> bool {
        self.driver.keeps_time()
    }
    fn folder(&self) -> Option<PathBuf> {
        self.driver.folder()
    }
    fn declared(&self, handover: &Handover) -> Declared {
        self.driver.declared(handover)
    }
    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        self.stick(Call::Prepare);
        self.driver.prepare(handover)
    }
    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        if permit.grant == Grant::Go {
            self.number = permit.step;
            if self.stick(Call::Go(permit.step)) {
                let result = self.driver.publish(permit);
                // The test may have looked at enough.
                let _ = self.came_to.send(result.as_ref().map(|&()| ()).map_err(ToString::to_string));
                return result;
            }
        }
        self.driver.publish(permit)
    }
    fn listen(&mut self) -> Result<Heard, DriverError> {
        self.stick(Call::Listen(self.number));
        self.driver.listen()
    }
    fn stopper(&self) -> Arc<dyn Stopper> {
        self.driver.stopper()
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
    pub(crate) fn run(&mut self, driver: impl Driver + 'static) -> Result<RunReport, RunError> {
        self.run_watched(driver, &Control::new(), &mut |_| {})
    }

    pub(crate) fn run_watched(
        &mut self,
        driver: impl Driver + 'static,
        control: &Control,
        watch: &mut dyn FnMut(Event),
    ) -> Result<RunReport, RunError> {
        let approved = self.weld();
        execute(approved, &self.snapshot, &mut self.store, Box::new(driver), control, watch, self.folder.path())
    }
}
