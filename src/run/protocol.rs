//! Every decision about motion, as one pure state machine: no file, no clock, no thread.
//!
//! In: what the operator wishes, what the controller says, how each write ended, what time it is. Out: what is to be
//! written to the journal, which permit is to be published, when the robot is to be halted, what is to be told. Whoever
//! carries these (`carry.rs`, a driver, a display) decides nothing.
//!
//! 1. A `go` leaves only for the step after the last one that was seen done, once, after its row is in the journal, while
//!    neither a stop nor a pause is wished, and only when the robot was seen where the step begins after the last thing
//!    that could have moved it.
//! 2. The answer to a wish to stop now, to a failure and to a line that does not fit is [`Output::Halt`], in the same call,
//!    whatever is still being written. After a halt nothing is published for the run.
//! 3. The position is confirmed at the end only if the controller said it after the last `go` and the last pause, and said
//!    nothing that does not fit since. A run in which nothing was permitted and nothing was heard leaves the state as it was.
//! 4. A line is believed only if it answers the permit that stands, comes after the permit was written, has the right form, and comes once.
//!    Any other line halts the robot.
//! 5. Every run ends: each wait but one has a limit, after which the run goes on to its end. The exception is a journal
//!    that does not answer while the robot stands still and is permitted nothing: a stop ends that wait as well.
//! 6. The end that is told is the end that was sent to the journal, or one that says that the journal failed.
//! 7. After a pause the robot is asked anew where it is.
//! 8. Serial numbers of permits grow by one.
//! 9. A step counts as done when it was observed to be: what [`Judged`] says of the line decides, and not that the controller
//!    said "done". A step that was not seen done is looked at once more; one that nobody can be sure of waits for the
//!    operator's word, and then for a fresh report. Neither sends anything that moves.
//! 10. Where each step waits for a yes of its own, a `go` leaves only after a question for that step was told, the operator's
//!     yes named that question, no pause was wished since, and the robot was asked anew where it is.
//! 11. A step is looked at again a bounded number of times: once where it was not seen done, and as often as a report may be
//!     mended where its report does not suffice.
//!
//! `tests/protocol.rs` explores every interleaving of these inputs and holds each of the invariants.

use std::{sync::Arc, time::Duration};

use super::{Ended, Event};
use crate::{cell::shown, review::Place};

mod ending;
mod go;
mod heard;
mod held;
mod input;
mod judging;
mod output;

pub use input::{
    Facts, Finding, Input, Judged, Line, ModelSaid, Predicted, Progress, Reported, StepFacts, Stop, Unready, Wishes,
};
pub use output::{Entry, Grant, Output, Permit, Sighting};

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// The driver gets ready.
    Preparing { since: Duration },
    /// The controller is to say where the robot is.
    Asking { since: Duration, why: Why },
    /// The run's start is being journalled.
    Starting,
    /// Between two steps, until the wishes were looked at: what was said at the display's last word counts.
    Between,
    /// No step is permitted until the operator says so.
    Paused,
    /// A step's row is being journalled.
    Beginning,
    /// A step is permitted.
    Moving { since: Duration, has_started: bool },
    /// The controller said that the step was done, and it was not seen done: it is looked at once more, after a while.
    Looking { since: Duration },
    /// The step seems done, and nobody can be sure: the operator is asked, with this code.
    Doubting { code: u16 },
    /// A step's end is being journalled.
    Finishing,
    /// The run's end is being journalled, and the robot told.
    Ending,
    /// Over.
    Finished,
}

/// Why the controller is asked where the robot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Why {
    /// Before the first step.
    Start,
    /// After a pause.
    Resumed,
    /// A step was not seen done.
    Again,
    /// The operator says that a step was done.
    Confirmed,
}

impl Why {
    /// Whether a step that was sent is open.
    const fn is_of_step(self) -> bool {
        matches!(self, Self::Again | Self::Confirmed)
    }
}

/// What is known of where the robot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Evidence {
    /// As it was before the run: nothing could have moved it since, and the controller has said nothing.
    Before,
    /// The controller said so after the last thing that could have moved it.
    Seen,
    /// It may have moved since it was last seen.
    Doubt,
}

/// How far a halt is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Halt {
    NotWished,
    Since(Duration),
    Over,
}

/// One run. See the head of this file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Protocol {
    facts: Arc<Facts>,
    phase: Phase,
    wishes: Wishes,
    now: Duration,
    /// Of the last permit.
    serial: u32,
    /// Since when the last permit is being written.
    publishing: Option<Duration>,
    /// What is being journalled, and since when.
    writing: Option<(Entry, Duration)>,
    /// How many steps were seen done, with that in the journal.
    completed: u32,
    /// Where the robot was last seen and believed.
    place: Place,
    /// Where the controller said that it is, where that was not believed.
    said: Option<Place>,
    evidence: Evidence,
    /// The step whose row in the journal is open.
    row: Option<u32>,
    /// What was observed of that step, where it did not suffice.
    unsure: Option<Judged>,
    /// How often the step was looked at again.
    looks: u32,
    /// Names the question whether the next step may be sent, where it was asked.
    question: Option<u32>,
    halt: Halt,
    end: Option<Ended>,
    is_recorded: bool,
    is_closed: bool,
    /// Why what was recorded as confirmed is not, where that came too late for the record.
    distrust: Option<String>,
    is_unwritten: bool,
    notes: Vec<String>,
}

impl Protocol {
    /// A run that begins, and what is to be done first.
    #[must_use]
    pub fn new(facts: Arc<Facts>) -> (Self, Vec<Output>) {
        let protocol = Self {
            phase: Phase::Preparing { since: Duration::ZERO },
            wishes: Wishes::default(),
            now: Duration::ZERO,
            serial: 0,
            publishing: None,
            writing: None,
            completed: 0,
            place: facts.start.clone(),
            said: None,
            evidence: Evidence::Before,
            row: None,
            unsure: None,
            looks: 0,
            question: None,
            halt: Halt::NotWished,
            end: None,
            is_recorded: false,
            is_closed: false,
            distrust: None,
            is_unwritten: false,
            notes: Vec::new(),
            facts,
        };
        (protocol, vec![Output::Prepare])
    }

    /// Takes one input, and says what is to be done about it, in order.
    #[must_use]
    pub fn take(&mut self, input: Input) -> Vec<Output> {
        let mut out = Vec::new();
        if self.phase == Phase::Finished {
            return out;
        }
        match input {
            Input::Wishes(wishes) => self.wished(wishes, &mut out),
            Input::Prepared(result) => self.prepared(result, &mut out),
            Input::Journalled(result) => self.journalled(result, &mut out),
            Input::Published { serial, result } => self.published(serial, result, &mut out),
            Input::Halted(result) => self.halted(result, &mut out),
            Input::Line(line, judged) => self.heard(line, judged, &mut out),
            Input::Broken(reason) => self.stray(reason, &mut out),
            Input::Time(now) => self.time(now, &mut out),
        }
        out
    }

    /// Whether the run is over.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.phase == Phase::Finished
    }

    /// Whether the run waits for the robot, and for nothing that this machine is to do. A simulated robot's time counts then
    /// alone.
    #[must_use]
    pub const fn waits_for_robot(&self) -> bool {
        matches!(self.phase, Phase::Asking { .. } | Phase::Moving { .. }) && self.publishing.is_none()
    }

    /// How it ended; none while it goes on.
    #[must_use]
    pub const fn end(&self) -> Option<&Ended> {
        self.end.as_ref()
    }

    /// How many steps were seen done.
    #[must_use]
    pub const fn completed(&self) -> u32 {
        self.completed
    }

    /// What is known of where the robot is.
    #[must_use]
    pub fn sighting(&self) -> Sighting {
        match self.evidence {
            Evidence::Before => Sighting::AsBefore,
            Evidence::Seen if self.distrust.is_none() => Sighting::Confirmed(self.place.clone()),
            Evidence::Seen | Evidence::Doubt => Sighting::Unsure { last: self.place.clone(), said: self.said.clone() },
        }
    }

    /// Whether something could not be written to the journal.
    #[must_use]
    pub const fn is_unwritten(&self) -> bool {
        self.is_unwritten
    }

    /// What else went wrong and did not change the end.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Stopped between two steps, by whoever wished it.
    const fn stopped(&self, after: u32) -> Ended {
        match self.wishes.is_by_program {
            true => Ended::StoppedByProgram { after },
            false => Ended::StoppedByOperator { after },
        }
    }

    fn wished(&mut self, wishes: Wishes, out: &mut Vec<Output>) {
        let is_stepwise = self.wishes.is_stepwise || wishes.is_stepwise;
        // A pause counts also where it was lifted before this machine saw it.
        let ended_question = if self.wishes.pauses == wishes.pauses { None } else { self.question.take() };
        self.wishes = Wishes { stop: self.wishes.stop.max(wishes.stop), is_stepwise, ..wishes };
        match (self.wishes.stop, &self.phase) {
            (Stop::Now, Phase::Ending) => self.halt(out),
            (Stop::Now, Phase::Moving { .. }) => {
                let during = self.completed + 1;
                let end = match self.wishes.is_by_program {
                    true => Ended::StoppedNowByProgram { during },
                    false => Ended::StoppedNow { during },
                };
                self.finish(end, out);
            }
            (Stop::Now, Phase::Finishing) => {
                let after = self.completed + 1;
                self.finish(self.stopped(after), out);
            }
            (Stop::Now, Phase::Looking { .. } | Phase::Doubting { .. }) => self.stop_unconfirmed(out),
            (Stop::Now, Phase::Asking { why, .. }) if why.is_of_step() => self.stop_unconfirmed(out),
            (
                Stop::AfterStep,
                Phase::Moving { .. }
                | Phase::Looking { .. }
                | Phase::Doubting { .. }
                | Phase::Finishing
                | Phase::Ending,
            ) => self.heed_answer(out),
            (Stop::AfterStep, Phase::Asking { why, .. }) if why.is_of_step() => {}
            (Stop::Now | Stop::AfterStep, _) => {
                let after = self.completed;
                self.finish(self.stopped(after), out);
            }
            (Stop::No, Phase::Paused) if !self.is_held() => {
                out.push(Output::Tell(Event::Resumed));
                self.ask(Why::Resumed, out);
            }
            (Stop::No, Phase::Paused) if !self.wishes.is_paused && self.question.is_none() => self.pause(out),
            (Stop::No, Phase::Paused) if self.wishes.is_paused && ended_question.is_some() => {
                out.push(Output::Tell(Event::Paused { after: self.completed }));
            }
            (Stop::No, Phase::Doubting { .. }) => self.heed_answer(out),
            (Stop::No, Phase::Between) if self.is_held() => self.pause(out),
            (Stop::No, Phase::Between) => {
                self.phase = Phase::Beginning;
                self.write(Entry::BeginStep { number: self.completed + 1 }, out);
            }
            (Stop::No, _) => {}
        }
    }

    /// The operator's answer to the question that stands, if it is one.
    fn heed_answer(&mut self, out: &mut Vec<Output>) {
        if let Phase::Doubting { code } = self.phase
            && self.wishes.confirmed == Some(code)
        {
            out.push(Output::Tell(Event::Confirmed { number: self.completed + 1 }));
            self.ask(Why::Confirmed, out);
        }
    }

    /// A stop after a step was sent and said to be done, and before anybody could be sure of it.
    fn stop_unconfirmed(&mut self, out: &mut Vec<Output>) {
        let why = self.unsure.as_ref().map_or("", |judged| &judged.reason);
        let reason = format!("it was sent and said to be done, and stopped before that was seen or confirmed: {why}");
        self.finish(Ended::Failed { step: self.completed + 1, reason }, out);
    }

    fn prepared(&mut self, result: Result<(), Unready>, out: &mut Vec<Output>) {
        if !matches!(self.phase, Phase::Preparing { .. }) {
            return;
        }
        match result {
            Ok(()) => self.ask(Why::Start, out),
            Err(Unready { reason, may_have_moved, is_unwritten }) => {
                self.is_unwritten |= is_unwritten;
                if may_have_moved {
                    self.evidence = Evidence::Doubt;
                }
                self.finish(Ended::NotStarted { reason }, out);
            }
        }
    }

    /// Asks where the robot is.
    fn ask(&mut self, why: Why, out: &mut Vec<Output>) {
        self.phase = Phase::Asking { since: self.now, why };
        self.publish(Grant::Hold, self.completed, true, out);
    }

    /// The robot was seen where it must be.
    fn seen(&mut self, why: Why, judged: Judged, out: &mut Vec<Output>) {
        match (why, self.row) {
            (Why::Again, _) => return self.judge(judged, out),
            (Why::Confirmed, _) => return self.confirmed(out),
            (Why::Start | Why::Resumed, _) => self.evidence = Evidence::Seen,
        }
        match (why, self.row) {
            (Why::Start, _) => {
                self.phase = Phase::Starting;
                self.write(Entry::RunStarted, out);
            }
            // The pause was wished while the step's row was being written.
            (_, Some(number)) => self.go_or_pause(number, out),
            (_, None) => self.between(out),
        }
    }

    /// Between two steps.
    fn between(&mut self, out: &mut Vec<Output>) {
        let done = usize::try_from(self.completed).unwrap_or(usize::MAX);
        if done >= self.facts.steps.len() {
            self.finish(Ended::Completed, out);
        } else {
            self.phase = Phase::Between;
        }
    }

    /// How many steps there are.
    fn of(&self) -> u32 {
        u32::try_from(self.facts.steps.len()).unwrap_or(u32::MAX)
    }

    /// Where the robot must be, when it is asked for this reason.
    fn expected(&self, why: Why) -> Place {
        let step = self.step(self.completed + 1).filter(|_| why.is_of_step());
        step.map_or_else(|| self.place.clone(), |step| step.after.clone())
    }

    fn step(&self, number: u32) -> Option<&StepFacts> {
        self.facts.steps.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    fn publish(&mut self, grant: Grant, step: u32, report: bool, out: &mut Vec<Output>) {
        self.serial += 1;
        self.publishing = Some(self.now);
        out.push(Output::Publish(Permit { serial: self.serial, grant, step, report }));
    }

    fn published(&mut self, serial: u32, result: Result<(), String>, out: &mut Vec<Output>) {
        if serial == self.serial {
            self.publishing = None;
        }
        let now = self.now;
        match (result, &mut self.phase) {
            (Err(reason), Phase::Ending) => self.not_published(&reason, out),
            (Err(reason), _) => {
                let reason = format!("the permit could not be written: {reason}");
                self.fail(reason, out);
            }
            (Ok(()), Phase::Ending) => self.pump(out),
            (Ok(()), _) if serial != self.serial => {}
            (Ok(()), Phase::Moving { since, .. } | Phase::Asking { since, .. }) => *since = now,
            (Ok(()), _) => {}
        }
    }

    fn write(&mut self, entry: Entry, out: &mut Vec<Output>) {
        self.writing = Some((entry.clone(), self.now));
        out.push(Output::Journal(entry));
    }

    /// The run fails for something that is not the operator's wish. What it is called depends on how far the run is.
    fn fail(&mut self, reason: String, out: &mut Vec<Output>) {
        let step = self.completed + 1;
        let end = match self.phase {
            Phase::Preparing { .. } | Phase::Asking { why: Why::Start, .. } | Phase::Starting => {
                Ended::NotStarted { reason }
            }
            Phase::Moving { .. } | Phase::Looking { .. } | Phase::Doubting { .. } | Phase::Finishing => {
                Ended::Failed { step, reason }
            }
            Phase::Asking { why, .. } if why.is_of_step() => Ended::Failed { step, reason },
            Phase::Asking { .. } | Phase::Between | Phase::Paused | Phase::Beginning => {
                Ended::Failed { step, reason: format!("not sent: {reason}") }
            }
            Phase::Ending | Phase::Finished => return,
        };
        self.finish(end, out);
    }

    fn time(&mut self, now: Duration, out: &mut Vec<Output>) {
        self.now = self.now.max(now);
        let over = |since: Duration, limit: Duration| now.saturating_sub(since) > limit;
        let limit = self.facts.answer_limit;
        let seconds = |limit: Duration| format!("{:.0} s", limit.as_secs_f64());
        if self.publishing.is_some_and(|since| over(since, limit)) && self.phase != Phase::Ending {
            let reason = format!("the permit was not written within {}", seconds(limit));
            return self.fail(reason, out);
        }
        match self.phase {
            Phase::Preparing { since } if over(since, limit) => {
                self.fail(format!("the driver was not ready within {}", seconds(limit)), out);
            }
            Phase::Asking { since, .. } if over(since, limit) => {
                self.fail(format!("the controller did not say within {} where the robot is", seconds(limit)), out);
            }
            Phase::Moving { since, .. } => {
                let limit = self.step(self.completed + 1).map_or(limit, |step| step.deadline);
                if over(since, limit) {
                    self.fail(format!("no answer within {}", seconds(limit)), out);
                }
            }
            Phase::Looking { since } if over(since, self.facts.look_again) => self.ask(Why::Again, out),
            Phase::Ending => self.give_up(now, out),
            _ => {}
        }
    }
}

/// What is wrong with where the robot is said to be, if anything.
fn misplaced(expected: &Place, place: &Place) -> Option<String> {
    match (place.position == expected.position, place.tool == expected.tool) {
        (true, true) => None,
        (false, _) => {
            Some(format!("the robot is at '{}', not at '{}'", shown(&place.position), shown(&expected.position)))
        }
        (true, false) => Some(format!("the robot holds '{}', not '{}'", shown(&place.tool), shown(&expected.tool))),
    }
}
