//! The run's part of the store: each entry that the protocol wants, as rows.

use uuid::Uuid;

use super::{
    control::Control,
    driver::Order,
    ended::is_stop,
    protocol::{Entry, Judged, Sighting},
    short::short,
};
use crate::{
    cell::{State, shown},
    plan::Action,
    review::Place,
    snapshot::Snapshot,
    store::{Observed, RobotState, RunEnd, StepAction, StepEnd, StepId, Store, StoreError},
};

/// Writes one run's entries.
pub(super) struct Journal<'s> {
    pub(super) store: &'s mut Store,
    pub(super) snapshot: &'s Snapshot,
    pub(super) run: Uuid,
    pub(super) orders: &'s [Order],
    /// It knows why the program stopped the run, where it did.
    pub(super) control: &'s Control,
    /// What was known of the robot before the run.
    pub(super) before: RobotState,
    /// The step's row that is open.
    pub(super) row: Option<StepId>,
}

impl Journal<'_> {
    /// Returns when the entry is on the disk.
    pub(super) fn write(&mut self, entry: &Entry) -> Result<(), String> {
        let words = |error: StoreError| error.to_string();
        match entry {
            Entry::RunStarted => self.store.run_started(self.run).map_err(words),
            Entry::BeginStep { number } => {
                let order = self.order(*number)?;
                let action = if order.step.action == Action::Move { StepAction::Move } else { StepAction::Routine };
                let position = order.after.position.clone();
                let row = self.store.begin_step(self.run, *number, &position, action);
                self.row = Some(row.map_err(words)?);
                Ok(())
            }
            Entry::StepDone { number, judged } => {
                let Place { position, tool } = self.order(*number)?.after.clone();
                self.end_step(&StepEnd::Completed { position, tool, judged: Some(json(judged)?) })
            }
            Entry::StepFailed { message, judged, .. } => {
                let judged = judged.as_ref().map(json).transpose()?;
                self.end_step(&StepEnd::Error { message: message.clone(), judged })
            }
            Entry::EndRun { end, robot } => {
                let why = self.control.reason().filter(|_| is_stop(&end.to_string()));
                let text = why.map_or_else(|| end.to_string(), |why| format!("{end}: {why}"));
                let robot = self.observed(robot, &text);
                let row = if end.is_completed() { RunEnd::Completed } else { RunEnd::Failed { reason: text } };
                self.store.end_run(self.run, &row, &robot).map_err(words)
            }
            Entry::Distrust { reason } => {
                let reason = format!("run {}: {}", self.run.hyphenated(), short(reason));
                self.store.distrust_robot(&reason).map_err(words)
            }
        }
    }

    fn order(&self, number: u32) -> Result<&Order, String> {
        let order = self.orders.iter().find(|order| order.number == number);
        order.ok_or_else(|| format!("the plan has no step {number}"))
    }

    fn end_step(&mut self, end: &StepEnd) -> Result<(), String> {
        let row = self.row.take().ok_or("no step's row is open")?;
        self.store.end_step(row, end).map_err(|error| error.to_string())
    }

    fn observed(&self, robot: &Sighting, end: &str) -> Observed {
        let (last, said) = match robot {
            Sighting::AsBefore => return Observed::AsBefore(self.before.clone()),
            Sighting::Confirmed(place) => return seen(place, None),
            Sighting::Unsure { last, said } => (last, said.as_ref()),
        };
        let mut reason = format!("run {} ended so: {}", self.run.hyphenated(), short(end));
        // A place that the controller names is recorded if the cell has it: what was said last is nearest to the truth.
        let known = said.filter(|place| State::named(self.snapshot, &place.position, &place.tool).is_ok());
        if let Some(place) = said {
            let (position, tool) = (shown(&place.position), shown(&place.tool));
            reason.push_str(&format!("; the controller last said '{}' with '{}'", short(&position), short(&tool)));
        }
        seen(known.unwrap_or(last), Some(reason))
    }
}

fn json(judged: &Judged) -> Result<String, String> {
    serde_json::to_string(judged).map_err(|error| error.to_string())
}

fn seen(place: &Place, reason: Option<String>) -> Observed {
    Observed::Seen { position: place.position.clone(), tool: place.tool.clone(), confirmed: reason.is_none(), reason }
}
