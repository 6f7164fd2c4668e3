//! Runs by seed with a controller that lies in what it says and in what its witness saw, but not in what it shows of the
//! cell. No run may be completed whose steps were not all done; an honest controller must not be doubted.
//!
//! `CELLGRAPH_LIES=10000 cargo test --release --test run lies -- --nocapture` runs that many, and prints the table of
//! docs/src/performance/runs.md.

use std::{
    collections::{BTreeMap, VecDeque},
    path::Path,
    sync::Arc,
    time::Duration,
};

use cellgraph::{
    cell::RoutineId,
    observe::{Declared, RawState, Witness},
    plan::{Action, Plan},
    review::Place,
    run::{
        Again, Control, Driver, DriverError, Ended, Event, Handover, Heard, Message, Order, Stopper, execute,
        protocol::{Grant, Line, Permit, Progress},
    },
    snapshot::Snapshot,
    store::Store,
    verify::verify,
};
use parking_lot::Mutex;
use serde_json::json;
use uuid::Uuid;

use super::{
    soak::{Dice, any_plan},
    support::{approved_with, confirm, demo, folder, generated, home, store},
};

/// What a controller does at one step of its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lie {
    /// It does the step.
    None,
    /// Nothing is done.
    NotDone,
    /// Nothing is done, and the witness saw motion, traffic and a change of program.
    WitnessLies,
    /// Something else changes: another place, or a lamp.
    SomethingElse,
    /// It is done, and the cell shows it at the second look.
    Late,
    /// It is done, and the cell is shown as it was before for ever.
    Frozen,
}

const LIES: [Lie; 6] = [Lie::None, Lie::NotDone, Lie::WitnessLies, Lie::SomethingElse, Lie::Late, Lie::Frozen];

/// What is true.
#[derive(Clone, Debug, PartialEq)]
struct Cell {
    place: Place,
    /// How often each check held.
    checks: BTreeMap<String, u64>,
    routines: u64,
    lamp: bool,
}

impl Cell {
    fn after(&self, order: &Order) -> Self {
        let mut cell = Self { place: order.after.clone(), ..self.clone() };
        if order.step.action == Action::Routine {
            cell.routines += 1;
            order.step.verify.iter().for_each(|check| *cell.checks.entry(check.clone().into_owned()).or_default() += 1);
        }
        cell
    }
}

/// What the test knows of a run, and the protocol does not.
#[derive(Debug)]
struct Known {
    truth: Cell,
    /// How many steps were done.
    done: u32,
    /// The lie that was told.
    told: Lie,
}

struct Liar {
    known: Arc<Mutex<Known>>,
    at: u32,
    lie: Lie,
    orders: Vec<Order>,
    run: Uuid,
    /// Where it says that the robot is.
    claimed: Place,
    /// What it shows, where that is not the truth.
    shown: Option<Cell>,
    clock: u64,
    lines: VecDeque<Message>,
}

impl Liar {
    fn say(&mut self, permit: &Permit, progress: Progress) {
        self.clock += 1;
        let known = self.known.lock();
        let cell = self.shown.as_ref().unwrap_or(&known.truth);
        let state = json!({
            "position": cell.place.position, "tool": cell.place.tool, "outputs": { "lamp": cell.lamp },
            "values": { "clock": self.clock, "routines": cell.routines, "checks": cell.checks },
        });
        let saw = (self.lie == Lie::WitnessLies).then_some(true);
        let line = Line { run: self.run, serial: permit.serial, step: permit.step, progress };
        let witness = Witness { network: saw, motion: saw, program: saw };
        let shown = Some(RawState::State(state.to_string().into_bytes()));
        self.lines.push_back(Message { line, shown, witness, report: None });
    }

    fn go(&mut self, permit: &Permit) {
        self.say(permit, Progress::Started);
        let order = self.orders[permit.step as usize - 1].clone();
        let before = self.known.lock().truth.clone();
        let after = before.after(&order);
        // A step that changes nothing cannot be lied about.
        let lie = if permit.step == self.at && after != before { self.lie } else { Lie::None };
        let mut known = self.known.lock();
        match lie {
            Lie::NotDone | Lie::WitnessLies => {}
            Lie::SomethingElse if order.step.action == Action::Move => {
                "Nowhere".clone_into(&mut known.truth.place.position)
            }
            Lie::SomethingElse => known.truth.lamp = !known.truth.lamp,
            Lie::None | Lie::Late | Lie::Frozen => {
                known.truth = after;
                known.done += 1;
            }
        }
        if matches!(lie, Lie::Late | Lie::Frozen) {
            self.shown = Some(before);
        }
        if lie != Lie::None {
            known.told = lie;
        }
        drop(known);
        self.claimed = order.after;
        self.say(permit, Progress::Done(self.claimed.clone()));
    }
}

impl Driver for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }
    fn is_simulated(&self) -> bool {
        true
    }
    fn keeps_time(&self) -> bool {
        true
    }
    fn declared(&self, _: &Handover) -> Declared {
        declared(&self.known.lock().truth)
    }
    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        (self.run, self.orders) = (handover.run, handover.orders.clone());
        Ok(Vec::new())
    }
    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        match permit.grant {
            Grant::Go => self.go(permit),
            _ if permit.report => {
                if self.lie == Lie::Late {
                    self.shown = None;
                }
                self.say(permit, Progress::At(self.claimed.clone()));
            }
            _ => {}
        }
        Ok(())
    }
    fn listen(&mut self) -> Result<Heard, DriverError> {
        let again = if self.lines.len() > 1 { Again::After(Duration::ZERO) } else { Again::AfterPermit };
        Ok(Heard { lines: self.lines.pop_front().into_iter().collect(), at: Duration::ZERO, again })
    }
    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::new(Still)
    }
}

struct Still;

impl Stopper for Still {
    fn stop(&self) -> Result<(), DriverError> {
        Ok(())
    }
}

/// The plan with the checks that the cell names, as a builder makes it.
fn with_checks(snapshot: &Snapshot, mut plan: Plan<'static>) -> Plan<'static> {
    let verified = verify(snapshot, home(snapshot), &plan).unwrap();
    let checks: Vec<Option<String>> = verified
        .plan()
        .steps
        .iter()
        .zip(verified.states())
        .map(|(step, after)| {
            let routine: RoutineId = snapshot.routine_id(&step.target).filter(|_| step.action == Action::Routine)?;
            Some(snapshot.metadata(routine, after.position)?.verify?.to_owned())
        })
        .collect();
    for (step, check) in plan.steps.iter_mut().zip(checks) {
        step.verify = check.map(Into::into);
    }
    plan
}

/// What came of the runs with one lie.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    runs: u32,
    completed: u32,
    asked: u32,
}

/// A counter for each check, and a clock.
fn declared(cell: &Cell) -> Declared {
    let counter = |name: &String| (name.clone(), json!({ "counter": format!("checks.{name}") }));
    let checks: BTreeMap<_, _> = cell.checks.keys().map(counter).collect();
    Declared::read(&json!({ "ticking": ["values.clock"], "checks": checks }).to_string()).unwrap()
}

fn run(seed: u64, snapshot: &Arc<Snapshot>, store: &mut Store, folder: &Path, table: &mut BTreeMap<Lie, Row>) {
    let (mut dice, start) = (Dice::of(seed), home(snapshot));
    let plan = with_checks(snapshot, any_plan(snapshot, start, &mut dice));
    let steps = plan.steps.len();
    let place = Place::of(snapshot, start);
    let checks =
        plan.steps.iter().filter_map(|step| step.verify.as_deref()).map(|check| (check.to_owned(), 0)).collect();
    let truth = Cell { place: place.clone(), checks, routines: 0, lamp: false };
    let known = Arc::new(Mutex::new(Known { truth, done: 0, told: Lie::None }));
    let (lie, at) = (LIES[dice.below(LIES.len())], 1 + dice.below(steps) as u32);
    let has_check = plan.steps[at as usize - 1].verify.is_some() || plan.steps[at as usize - 1].action == Action::Move;
    // Of a routine without a check, any change is all that can be seen: something else is not caught there
    // (docs/src/performance/runs.md says so).
    let lie = if lie == Lie::SomethingElse && !has_check { Lie::NotDone } else { lie };
    let liar = Liar {
        known: Arc::clone(&known),
        at,
        lie,
        orders: Vec::new(),
        run: Uuid::nil(),
        claimed: place,
        shown: None,
        clock: 0,
        lines: VecDeque::new(),
    };
    let (control, mut asked) = (Control::new(), false);
    let mut watch = |event: Event| {
        if let Event::Unsure { number, code, .. } = event {
            asked = true;
            // The operator looks.
            if known.lock().done >= number { control.confirm(code) } else { control.stop_now() }
        }
    };
    let declared = declared(&known.lock().truth);
    let approved = approved_with(&declared, snapshot, start, plan, Uuid::from_u128(u128::from(seed) + 1));
    let report = execute(approved, snapshot, store, Box::new(liar), &control, &mut watch, folder).unwrap();
    let known = known.lock();
    let row = table.entry(known.told).or_default();
    row.runs += 1;
    row.asked += u32::from(asked);
    row.completed += u32::from(report.end.is_completed());
    let all = known.done as usize == steps;
    assert!(all || !report.end.is_completed(), "seed {seed}: completed, and it was not: {known:?}");
    assert!(known.done >= report.completed, "seed {seed}: more steps were recorded than done: {known:?}");
    match known.told {
        // An operator who is asked about an honest controller was asked for nothing: each step here has its evidence.
        Lie::None | Lie::Late => assert_eq!((&report.end, asked), (&Ended::Completed, false), "seed {seed}: {known:?}"),
        _ => assert!(!report.end.is_completed(), "seed {seed}: {known:?}"),
    }
    let stored = store.robot().unwrap();
    if stored.confirmed {
        let stored = Place { position: stored.position, tool: stored.tool };
        assert_eq!(stored, known.truth.place, "seed {seed}: what counts as confirmed is so ({})", report.end);
    }
    confirm(store, &Place::of(snapshot, start));
}

#[test]
fn every_lie_is_caught_and_no_honest_controller_is_doubted() {
    let runs: u64 = std::env::var("CELLGRAPH_LIES").map_or(400, |text| text.parse().unwrap());
    let mut table = BTreeMap::new();
    for (cell, snapshot) in [demo(), generated()].into_iter().enumerate() {
        let folder = folder();
        let mut store = store(folder.path(), &snapshot, home(&snapshot));
        for seed in 0..runs / 2 {
            run(seed + 1_000_000 * cell as u64, &snapshot, &mut store, folder.path(), &mut table);
        }
    }
    for (lie, Row { runs, completed, asked }) in &table {
        println!("{lie:?}: {runs} runs, {completed} completed, the operator asked in {asked}");
        assert!(*runs > 10, "{lie:?} was hardly tried");
    }
    assert_eq!(table.len(), LIES.len());
}
