//! A robot that is not there. It moves by the snapshot's look-ups alone, and crashes where a real one would.
//!
//! What it is told to end in it does not look at: it does the step from where it is, and says where that led. Its time is
//! its own and simulated: a step takes what the cell gives for it, however long this machine takes. A pace lets people
//! watch; it changes nothing about what happens when.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::{Condvar, Mutex};
use uuid::Uuid;

use super::{
    driver::{Again, Driver, DriverError, Handover, Heard, Message, Order, Stopper},
    protocol::{Grant, Line, Permit, Progress},
    reported,
};
use crate::{
    cell::State,
    checkpoint::report::{Output, StepReport},
    observe::{Declared, RawState, Witness, declared::CHECKS},
    plan::{Action, Step},
    review::Place,
    snapshot::Snapshot,
};

/// How long a move takes for which the cell gives no cost.
const MOVE: Duration = Duration::from_secs(2);
/// How long a routine takes after its wait; the cell never says it.
const ROUTINE: Duration = Duration::from_secs(3);

/// Its name in the record.
pub(super) const NAME: &str = "simulator";

/// A simulated robot in the cell of a snapshot.
#[derive(Debug)]
pub struct Simulator {
    snapshot: Arc<Snapshot>,
    /// Simulated seconds for a second of the wall; none: as fast as it goes.
    speed: Option<f64>,
    now: Duration,
    state: State,
    run: Uuid,
    orders: Vec<Order>,
    /// What is permitted and not yet done.
    going: Option<Going>,
    /// What is to be said next.
    said: Vec<Message>,
    /// How often each check held.
    checks: BTreeMap<String, u64>,
    /// How many routines were done.
    routines: u64,
    brake: Arc<Brake>,
}

/// A step that is being done.
#[derive(Debug)]
struct Going {
    permit: Permit,
    has_started: bool,
}

/// Halts a simulated robot, at any moment of its pace.
#[derive(Debug, Default)]
struct Brake {
    is_on: Mutex<bool>,
    changed: Condvar,
}

impl Brake {
    /// Waits for `time` on the wall, or until somebody brakes; whether somebody did.
    fn wait(&self, time: Duration) -> bool {
        let mut is_on = self.is_on.lock();
        if let Some(end) = Instant::now().checked_add(time) {
            while !*is_on && !self.changed.wait_until(&mut is_on, end).timed_out() {}
        }
        *is_on
    }
}

impl Stopper for Brake {
    fn stop(&self) -> Result<(), DriverError> {
        *self.is_on.lock() = true;
        self.changed.notify_all();
        Ok(())
    }
}

impl Simulator {
    /// A robot that stands at `state` and is as fast as this machine.
    #[must_use]
    pub fn new(snapshot: Arc<Snapshot>, state: State) -> Self {
        Self {
            snapshot,
            speed: None,
            now: Duration::ZERO,
            state,
            run: Uuid::nil(),
            orders: Vec::new(),
            going: None,
            said: Vec::new(),
            checks: BTreeMap::new(),
            routines: 0,
            brake: Arc::default(),
        }
    }

    /// The same, to be watched: `speed` simulated seconds for every second on the wall. What is not a finite number > 0
    /// counts as 1.
    #[must_use]
    pub fn paced(self, speed: f64) -> Self {
        let speed = if speed.is_finite() && speed > 0.0 { speed } else { 1.0 };
        Self { speed: Some(speed), ..self }
    }

    /// Where it stands.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }

    /// Does what is left of the step that is permitted; what it says about it.
    fn finish(&mut self, permit: Permit) -> Option<Progress> {
        let number = usize::try_from(permit.step).ok()?.checked_sub(1)?;
        let order = self.orders.get(number)?.clone();
        let time = match order.step.action {
            Action::Move => order.expected.unwrap_or(MOVE),
            _ => order.expected.unwrap_or_default().saturating_add(ROUTINE),
        };
        if let Some(speed) = self.speed {
            self.brake.wait(Duration::try_from_secs_f64(time.as_secs_f64() / speed).unwrap_or(Duration::MAX));
        }
        // Between the brake and the motion there is nothing: the lock is held.
        let is_on = self.brake.is_on.lock();
        if *is_on {
            return None;
        }
        self.now = self.now.saturating_add(time);
        Some(match self.led_to(&order.step) {
            Ok(state) => {
                self.state = state;
                if order.step.action != Action::Move {
                    self.routines += 1;
                    if let Some(check) = &order.step.verify {
                        *self.checks.entry(check.clone().into_owned()).or_default() += 1;
                    }
                }
                Progress::Done(Place::of(&self.snapshot, state))
            }
            Err(why) => Progress::Failed(why),
        })
    }

    /// A line, with the state of the simulated cell.
    fn told(&self, permit: Permit, progress: Progress) -> Message {
        let place = Place::of(&self.snapshot, self.state);
        let state = serde_json::json!({
            "mode": "simulated", "position": place.position, "tool": place.tool,
            "values": { "routines": self.routines, CHECKS: self.checks },
        });
        let order = usize::try_from(permit.step).ok().and_then(|step| self.orders.get(step.checked_sub(1)?));
        let report = order.filter(|_| matches!(progress, Progress::Done(_) | Progress::Failed(_))).map(|order| {
            let report = reported::of_line(order, &progress);
            let metadata = serde_json::json!({ "simulated": true, "at_s": self.now.as_secs_f64() });
            let metadata = metadata.as_object().cloned().unwrap_or_default();
            Output::from(&StepReport { metadata, ..report })
        });
        let line = Line { run: self.run, serial: permit.serial, step: permit.step, progress };
        let shown = Some(RawState::State(state.to_string().into_bytes()));
        Message { line, shown, witness: Witness::default(), report }
    }

    /// Where a step leads from here, or how it ends in splinters.
    fn led_to(&self, step: &Step<'_>) -> Result<State, String> {
        let snapshot = &*self.snapshot;
        let State { position, tool } = self.state;
        let known = |name: &str| snapshot.position_id(name).ok_or_else(|| format!("no such position: {name}"));
        if step.action == Action::Move {
            let target = known(&step.target)?;
            if target != position && !snapshot.is_move_allowed(position, target) {
                return Err(format!("simulated crash on the way to {}", step.target));
            }
            if snapshot.forbids(tool, target) {
                return Err(format!("simulated collision of the held tool at {}", step.target));
            }
            return Ok(State { position: target, tool });
        }
        let place = step.position.as_deref().map_or(Ok(position), known)?;
        let routine = snapshot.routine_id(&step.target).ok_or_else(|| format!("no such routine: {}", step.target))?;
        if place != position || !snapshot.is_supported(routine, place) {
            return Err(format!("'{}' cannot be done where the robot is", step.target));
        }
        if Some(routine) == snapshot.attach_routine() {
            let taken =
                snapshot.tool_at(position).filter(|_| tool.is_none()).ok_or("nothing to take, or no free hand")?;
            return Ok(State { position, tool: Some(taken) });
        }
        if Some(routine) == snapshot.release_routine() {
            let is_its_stand = tool.is_some() && snapshot.tool_at(position) == tool;
            return if is_its_stand {
                Ok(State { position, tool: None })
            } else {
                Err("the tool was dropped".to_owned())
            };
        }
        match snapshot.required_tool(routine) {
            Some(required) if tool != Some(required) => Err(format!("'{}' without its tool", step.target)),
            _ => Ok(self.state),
        }
    }
}

impl Driver for Simulator {
    fn name(&self) -> &'static str {
        NAME
    }

    fn is_simulated(&self) -> bool {
        true
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn declared(&self, handover: &Handover) -> Declared {
        Declared::counted(handover.orders.iter().filter_map(|order| order.step.verify.as_deref()))
    }

    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        (self.run, self.going) = (handover.run, None);
        self.orders.clone_from(&handover.orders);
        for check in handover.orders.iter().filter_map(|order| order.step.verify.as_deref()) {
            self.checks.entry(check.to_owned()).or_default();
        }
        self.said.clear();
        Ok(Vec::new())
    }

    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        if *self.brake.is_on.lock() {
            return Err(DriverError::Revoked);
        }
        self.going = (permit.grant == Grant::Go).then_some(Going { permit: *permit, has_started: false });
        if permit.report {
            let progress = Progress::At(Place::of(&self.snapshot, self.state));
            self.said.push(self.told(*permit, progress));
        }
        Ok(())
    }

    fn listen(&mut self) -> Result<Heard, DriverError> {
        let mut lines = std::mem::take(&mut self.said);
        if let Some(Going { permit, has_started }) = self.going.take() {
            let progress = if has_started {
                self.finish(permit)
            } else {
                self.going = Some(Going { permit, has_started: true });
                Some(Progress::Started)
            };
            lines.extend(progress.map(|progress| self.told(permit, progress)));
        }
        let again = if self.going.is_some() { Again::After(Duration::ZERO) } else { Again::AfterPermit };
        Ok(Heard { lines, at: self.now, again })
    }

    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::clone(&self.brake) as Arc<dyn Stopper>
    }
}
