//! The end of a run: the robot halted unless every step was done, the journal told, then the driver, then the display.

use std::time::Duration;

use super::{Ended, Entry, Event, Evidence, Grant, Halt, Output, Phase, Protocol};

impl Protocol {
    /// The run is over; what is left is to halt and to record it. Only the first end counts.
    pub(super) fn finish(&mut self, end: Ended, out: &mut Vec<Output>) {
        if self.end.is_some() {
            return;
        }
        if !end.is_completed() {
            self.halt(out);
        }
        (self.end, self.phase) = (Some(end), Phase::Ending);
        self.pump(out);
    }

    /// Halts the robot, once.
    pub(super) fn halt(&mut self, out: &mut Vec<Output>) {
        if self.halt == Halt::NotWished {
            self.halt = Halt::Since(self.now);
            out.push(Output::Halt);
        }
    }

    pub(super) fn halted(&mut self, result: Result<(), String>, out: &mut Vec<Output>) {
        if let Halt::Since(_) = self.halt {
            self.halt = Halt::Over;
            if let Err(error) = result {
                self.not_halted(&error);
            }
            self.pump(out);
        }
    }

    fn not_halted(&mut self, why: &str) {
        self.notes.push(format!("the robot could not be told to halt: {why}: halt it at its own controls"));
    }

    /// What comes next on the way to the end, as soon as nothing is being written.
    pub(super) fn pump(&mut self, out: &mut Vec<Output>) {
        let Some(end) = self.end.clone().filter(|_| self.phase == Phase::Ending && self.writing.is_none()) else {
            return;
        };
        if let Some(number) = self.row.take() {
            let message = match &end {
                Ended::StoppedByOperator { .. } | Ended::StoppedByProgram { .. } => format!("not sent: {end}"),
                _ => end.to_string(),
            };
            let judged = self.unsure.take();
            return self.write(Entry::StepFailed { number, message, judged }, out);
        }
        if !std::mem::replace(&mut self.is_recorded, true) {
            let robot = self.sighting();
            return self.write(Entry::EndRun { end, robot }, out);
        }
        if let Some(reason) = self.distrust.clone().filter(|_| self.evidence != Evidence::Doubt) {
            self.evidence = Evidence::Doubt;
            return self.write(Entry::Distrust { reason }, out);
        }
        if matches!(self.halt, Halt::Since(_)) {
            return;
        }
        let is_to_be_closed = end.is_completed() && self.halt == Halt::NotWished;
        if is_to_be_closed && !std::mem::replace(&mut self.is_closed, true) {
            return self.publish(Grant::End, self.completed, false, out);
        }
        if is_to_be_closed && self.publishing.is_some() {
            return;
        }
        self.phase = Phase::Finished;
        out.push(Output::Tell(Event::Ended(end)));
    }

    pub(super) fn journalled(&mut self, result: Result<(), String>, out: &mut Vec<Output>) {
        let Some((entry, _)) = self.writing.take() else { return };
        let is_over = self.end.is_some();
        match (entry, result) {
            (Entry::RunStarted, Ok(())) if !is_over => {
                out.push(Output::Tell(Event::Started { run: self.facts.run, steps: self.of() }));
                self.between(out);
            }
            (Entry::BeginStep { number }, Ok(())) => {
                self.row = Some(number);
                if !is_over {
                    self.go_or_pause(number, out);
                }
            }
            (Entry::StepDone { number, .. }, Ok(())) => {
                (self.row, self.completed) = (None, number);
                out.push(Output::Tell(Event::StepCompleted { number, place: self.place.clone() }));
                if !is_over {
                    self.between(out);
                }
            }
            (_, Ok(())) => {}
            (Entry::RunStarted, Err(reason)) => self.journal_failed(0, false, reason, out),
            (Entry::BeginStep { number }, Err(reason)) => self.journal_failed(number, false, reason, out),
            (Entry::StepDone { number, .. }, Err(reason)) => {
                (self.row, self.evidence) = (None, Evidence::Doubt);
                self.journal_failed(number, true, reason, out);
            }
            (Entry::StepFailed { number, .. }, Err(reason)) => {
                self.unwritten(format!("that step {number} failed could not be recorded: {reason}"));
            }
            (Entry::EndRun { end, .. }, Err(reason)) if end.is_completed() => {
                self.evidence = Evidence::Doubt;
                self.is_unwritten = true;
                self.halt(out);
                self.end = Some(Ended::JournalFailed { step: self.completed, sent: true, reason });
            }
            (Entry::EndRun { .. }, Err(reason)) => {
                self.evidence = Evidence::Doubt;
                self.unwritten(format!("how the run ended could not be recorded: {reason}"));
            }
            (Entry::Distrust { .. }, Err(reason)) => {
                self.unwritten(format!("that the position is not confirmed could not be recorded: {reason}"));
            }
        }
        self.pump(out);
    }

    fn journal_failed(&mut self, step: u32, sent: bool, reason: String, out: &mut Vec<Output>) {
        self.is_unwritten = true;
        match self.end {
            None => self.finish(Ended::JournalFailed { step, sent, reason }, out),
            Some(_) => self.notes.push(format!("the journal could not be written: {reason}")),
        }
    }

    fn unwritten(&mut self, note: String) {
        self.is_unwritten = true;
        self.notes.push(note);
    }

    /// A permit of the end could not be published. The run's end stays what it was.
    pub(super) fn not_published(&mut self, reason: &str, out: &mut Vec<Output>) {
        if self.is_closed && self.halt == Halt::NotWished {
            self.notes.push(format!("the controller could not be told that the run is over: {reason}"));
        }
        self.pump(out);
    }

    /// What does not answer at the end is waited for no longer than its limit.
    pub(super) fn give_up(&mut self, now: Duration, out: &mut Vec<Output>) {
        let limit = self.facts.answer_limit;
        let over = |since: Duration, limit: Duration| now.saturating_sub(since) > limit;
        if let Halt::Since(since) = self.halt
            && over(since, limit)
        {
            self.halt = Halt::Over;
            self.not_halted(&format!("no answer within {:.0} s", limit.as_secs_f64()));
        }
        if self.publishing.is_some_and(|since| over(since, limit)) {
            self.publishing = None;
            self.not_published(&format!("no answer within {:.0} s", limit.as_secs_f64()), out);
        }
        if let Some((_, since)) = &self.writing
            && over(*since, self.facts.journal_limit)
        {
            let reason = format!("no answer within {:.0} s", self.facts.journal_limit.as_secs_f64());
            (self.writing, self.row, self.evidence) = (None, None, Evidence::Doubt);
            (self.is_recorded, self.distrust) = (true, None);
            self.unwritten(format!("how the run ended could not be recorded: {reason}"));
            if self.end.as_ref().is_some_and(Ended::is_completed) {
                self.halt(out);
                self.end = Some(Ended::JournalFailed { step: self.completed, sent: true, reason });
            }
        }
        self.pump(out);
    }
}
