//! The run itself: begin, step by step, end. The only file that sends a step.
//!
//! Read [`Sequence::step`] first: the order of its lines is the safety of the cell.

use super::{
    Ended, Event, RunReport,
    control::{Control, Stop},
    driver::{Driver, DriverError, Handover, Order, short},
    guard::{Guarded, guarded},
    judge, record,
};
use crate::{
    plan::Action,
    review::{ApprovedPlan, Place},
    store::{Observed, RunEnd, StepAction, StepEnd, Store, StoreError},
};

/// A run in progress.
pub(super) struct Sequence<'r> {
    store: &'r mut Store,
    driver: Guarded<'r>,
    control: &'r Control,
    watch: Option<&'r mut dyn FnMut(Event)>,
    orders: &'r [Order],
    handover: &'r Handover,
    /// Where the robot was last seen.
    place: Place,
    /// How many steps were seen to be done.
    completed: u32,
    /// Whether the robot is certainly still where it was last seen.
    is_sure: bool,
    /// Whether the driver was told to halt.
    is_halted: bool,
    /// Whether the journal or the sequence's file could not be written.
    is_unwritten: bool,
    notes: Vec<String>,
}

impl<'r> Sequence<'r> {
    pub(super) fn new(
        store: &'r mut Store,
        driver: &'r mut dyn Driver,
        control: &'r Control,
        watch: &'r mut dyn FnMut(Event),
        orders: &'r [Order],
        handover: &'r Handover,
    ) -> Self {
        let place = handover.start.clone();
        let (driver, watch, notes) = (Guarded(driver), Some(watch), Vec::new());
        Self {
            store,
            driver,
            control,
            watch,
            orders,
            handover,
            place,
            completed: 0,
            is_sure: true,
            is_halted: false,
            is_unwritten: false,
            notes,
        }
    }

    /// From the entry in the history, which is there already, to its end.
    pub(super) fn run(mut self, approved: &ApprovedPlan) -> RunReport {
        let end = match self.begin(approved) {
            Ok(()) => self.steps(),
            Err(end) => end,
        };
        let end = self.end(end);
        RunReport {
            run_id: self.handover.run,
            steps: self.handover.steps,
            completed: self.completed,
            place: self.place,
            confirmed: self.is_sure,
            unwritten: self.is_unwritten || matches!(end, Ended::JournalFailed { .. }),
            end,
            actions: self.handover.actions.clone(),
            notes: self.notes,
        }
    }

    /// Everything up to the first step. Nothing moves.
    fn begin(&mut self, approved: &ApprovedPlan) -> Result<(), Ended> {
        let not_started = |reason: String| Ended::NotStarted { reason };
        self.driver.withdraw().map_err(|error| not_started(error.to_string()))?;
        if let Err(reason) = record::write_actions(self.handover) {
            self.is_unwritten = true;
            return Err(not_started(reason));
        }
        if self.control.stop() != Stop::No {
            return Err(Ended::StoppedByOperator { after: 0 });
        }
        match self.driver.begin(self.handover, self.control) {
            Ok(()) => {}
            Err(DriverError::Stopped) if self.control.stop() != Stop::No => {
                return Err(Ended::StoppedByOperator { after: 0 });
            }
            Err(error) => return Err(not_started(error.to_string())),
        }
        let seen = self.driver.observe().map_err(|error| not_started(error.to_string()))?;
        if let Err(reason) = judge::observation(self.handover.run, 0, &self.place, &seen) {
            self.is_sure = false;
            return Err(not_started(reason));
        }
        self.store.run_started(self.handover.run).map_err(|error| journal_failed(0, false, &error))?;
        // The other half of the pair: this was so when the operator said yes, and again at the gate.
        if !approved.still_binds() {
            return Err(not_started("this is not what was approved any more".to_owned()));
        }
        self.tell(Event::Started { run: self.handover.run, steps: self.handover.steps });
        Ok(())
    }

    fn steps(&mut self) -> Ended {
        for order in self.orders {
            if let Err(end) = self.pause().and_then(|()| self.stop()).and_then(|()| self.step(order)) {
                return end;
            }
        }
        Ended::Completed
    }

    /// One step: journal, then motion, then observation, then journal.
    fn step(&mut self, order: &Order) -> Result<(), Ended> {
        let number = order.number;
        // An invariant, not a case: were it ever broken, the robot stands still instead of somebody finding out.
        if number != self.completed + 1 || order.before != self.place || order.run != self.handover.run {
            return Err(Ended::Failed {
                step: number,
                reason: "the steps are out of order; this one was not sent".into(),
            });
        }
        let action = if order.step.action == Action::Move { StepAction::Move } else { StepAction::Routine };
        let row = self
            .store
            .begin_step(order.run, number, &order.after.position, action)
            .map_err(|error| journal_failed(number, false, &error))?;
        self.tell(started(order));
        self.is_sure = false;
        if let Err(end) = self.send(order) {
            // Before the disk gets its say: a robot that went wrong does not wait for it.
            self.halt();
            let message = end.to_string();
            if let Err(error) = self.store.end_step(row, &StepEnd::Error { message }) {
                self.is_unwritten = true;
                self.notes.push(format!("that step {number} failed could not be recorded: {error}"));
            }
            return Err(end);
        }
        self.place = order.after.clone();
        let (position, tool) = (self.place.position.clone(), self.place.tool.clone());
        self.store
            .end_step(row, &StepEnd::Completed { position, tool })
            .map_err(|error| journal_failed(number, true, &error))?;
        self.is_sure = true;
        self.completed = number;
        self.tell(Event::StepCompleted { number, place: self.place.clone() });
        Ok(())
    }

    /// Sends the step and sees it done.
    fn send(&mut self, order: &Order) -> Result<(), Ended> {
        let step = order.number;
        let failed = |reason: String| Ended::Failed { step, reason };
        let acknowledged = match self.driver.step(order, self.control) {
            Ok(acknowledged) => acknowledged,
            Err(DriverError::Stopped) if self.control.stop() == Stop::Now => {
                return Err(Ended::StoppedNow { during: step });
            }
            Err(error) => return Err(failed(error.to_string())),
        };
        judge::acknowledgement(order, &acknowledged).map_err(failed)?;
        let seen =
            self.driver.observe().map_err(|error| failed(format!("nobody can see where the robot is: {error}")))?;
        judge::observation(order.run, step, &order.after, &seen).map_err(failed)
    }

    /// Waits while the operator wants it, and looks again then: a pause is when people walk up to a robot.
    fn pause(&mut self) -> Result<(), Ended> {
        if !self.control.is_paused() {
            return Ok(());
        }
        self.tell(Event::Paused { after: self.completed });
        self.control.wait_while_paused();
        self.tell(Event::Resumed);
        let seen = self.driver.observe().map_err(|error| error.to_string());
        let seen = seen.and_then(|seen| judge::observation(self.handover.run, self.completed, &self.place, &seen));
        seen.map_err(|reason| {
            self.is_sure = false;
            Ended::Failed { step: self.completed + 1, reason: format!("not sent, for after the pause {reason}") }
        })
    }

    fn stop(&self) -> Result<(), Ended> {
        match self.control.stop() {
            Stop::No => Ok(()),
            _ => Err(Ended::StoppedByOperator { after: self.completed }),
        }
    }

    /// Halts the robot if anything went wrong, and puts the end on record. Only a record that fails changes the end.
    fn end(&mut self, end: Ended) -> Ended {
        if !end.is_completed() {
            self.halt();
        }
        let end = match self.record(&end) {
            Ok(()) => end,
            Err(error) if end.is_completed() => {
                self.is_sure = false;
                self.halt();
                journal_failed(self.completed, true, &error)
            }
            Err(error) => {
                self.is_sure = false;
                self.is_unwritten = true;
                self.notes.push(format!("how the run ended could not be recorded: {error}"));
                end
            }
        };
        if let Err(error) = self.driver.end(&end) {
            self.notes.push(format!("the driver could not be told that the run is over: {error}"));
        }
        self.tell(Event::Ended(end.clone()));
        end
    }

    /// Halts the robot, once.
    fn halt(&mut self) {
        if std::mem::replace(&mut self.is_halted, true) {
            return;
        }
        if let Err(error) = self.driver.halt() {
            self.notes.push(format!("the robot could not be told to halt: {error}: halt it at its own controls"));
        }
    }

    fn record(&mut self, end: &Ended) -> Result<(), StoreError> {
        let text = end.to_string();
        let robot = Observed::Seen {
            position: self.place.position.clone(),
            tool: self.place.tool.clone(),
            confirmed: self.is_sure,
            reason: (!self.is_sure)
                .then(|| format!("run {} ended so: {}", self.handover.run.hyphenated(), short(&text))),
        };
        let row = if end.is_completed() { RunEnd::Completed } else { RunEnd::Failed { reason: text } };
        self.store.end_run(self.handover.run, &row, &robot)
    }

    /// A display that fails is not asked again, and the run stops: nobody would see what it does.
    fn tell(&mut self, event: Event) {
        let Some(watch) = self.watch.take() else { return };
        match guarded(|| watch(event)) {
            Ok(()) => self.watch = Some(watch),
            Err(words) => {
                self.notes.push(format!("the display failed, so the run was stopped: {}", short(&words)));
                self.control.finish_step_and_stop();
            }
        }
    }
}

fn journal_failed(step: u32, sent: bool, error: &StoreError) -> Ended {
    Ended::JournalFailed { step, sent, reason: error.to_string() }
}

fn started(order: &Order) -> Event {
    Event::StepStarted {
        number: order.number,
        of: order.of,
        name: order.step.shown_name().into_owned(),
        after: order.after.clone(),
        expected_s: order.expected.map(|time| time.as_secs_f64()),
    }
}
