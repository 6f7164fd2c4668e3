//! A robot that is not there. It moves by the snapshot's look-ups alone, and crashes where a real one would.
//!
//! What it is told to end in it does not look at: it does the step from where it is, and says where that led. Time is a
//! [`Clock`]'s: virtual by default, so that a run takes none.

use std::{sync::Arc, time::Duration};

use uuid::Uuid;

use super::{
    Control, Ended,
    clock::{Clock, VirtualClock},
    control::Stop,
    driver::{Acknowledgement, Driver, DriverError, Handover, Observation, Order},
};
use crate::{
    cell::State,
    plan::{Action, Step},
    review::Place,
    snapshot::Snapshot,
};

/// How long a move takes for which the cell gives no cost.
const MOVE: Duration = Duration::from_secs(2);
/// How long a routine takes after its wait; the cell never says it.
const ROUTINE: Duration = Duration::from_secs(3);

/// A simulated robot in the cell of a snapshot.
#[derive(Debug)]
pub struct Simulator {
    snapshot: Arc<Snapshot>,
    clock: Arc<dyn Clock>,
    state: State,
    run: Uuid,
    after_step: u32,
    is_halted: bool,
}

impl Simulator {
    /// A robot that stands at `state`, in virtual time.
    #[must_use]
    pub fn new(snapshot: Arc<Snapshot>, state: State) -> Self {
        Self::with_clock(snapshot, state, Arc::new(VirtualClock::default()))
    }

    /// The same in another time.
    #[must_use]
    pub fn with_clock(snapshot: Arc<Snapshot>, state: State, clock: Arc<dyn Clock>) -> Self {
        Self { snapshot, clock, state, run: Uuid::nil(), after_step: 0, is_halted: false }
    }

    /// Where it stands.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
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
        "simulator"
    }

    fn is_simulated(&self) -> bool {
        true
    }

    fn begin(&mut self, handover: &Handover, _: &Control) -> Result<(), DriverError> {
        (self.run, self.after_step, self.is_halted) = (handover.run, 0, false);
        Ok(())
    }

    fn step(&mut self, order: &Order, control: &Control) -> Result<Acknowledgement, DriverError> {
        if self.is_halted {
            return Err(DriverError::Failed("the robot is halted".to_owned()));
        }
        let time = match order.step.action {
            Action::Move => order.expected.unwrap_or(MOVE),
            _ => order.expected.unwrap_or_default().saturating_add(ROUTINE),
        };
        let start = self.clock.elapsed();
        self.clock.pass(time, control);
        if control.stop() == Stop::Now {
            return Err(DriverError::Stopped);
        }
        self.state = self.led_to(&order.step).map_err(DriverError::Failed)?;
        self.after_step = order.number;
        let took = self.clock.elapsed().saturating_sub(start);
        Ok(Acknowledgement { run: order.run, number: order.number, took })
    }

    fn observe(&mut self) -> Result<Observation, DriverError> {
        let place = Place::of(&self.snapshot, self.state);
        Ok(Observation { run: self.run, after_step: self.after_step, place })
    }

    fn halt(&mut self) -> Result<(), DriverError> {
        self.is_halted = true;
        Ok(())
    }

    fn end(&mut self, _: &Ended) -> Result<(), DriverError> {
        Ok(())
    }
}
