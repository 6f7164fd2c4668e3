//! What stands around a protocol: a process that may die, a disk that may hang at every call, a controller that may lie,
//! a robot, and people.

use std::{sync::Arc, time::Duration};

use cellgraph::{
    review::Place,
    run::{
        Stop,
        protocol::{
            Entry, Facts, Finding, Grant, Input, Judged, Line, Output, Permit, Progress, Protocol, Sighting, StepFacts,
            Wishes,
        },
    },
};
use uuid::Uuid;

pub(super) const RUN: Uuid = Uuid::from_u128(7);
const LIMIT: Duration = Duration::from_secs(1);
/// One look at the clock is over every limit.
pub(super) const TICK: Duration = Duration::from_secs(2);

/// A fault of an earlier program, planted into what carries the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Flaw {
    None,
    /// Finding 3: a permit whose write hangs is published after the stop.
    GoAfterStop,
    /// Finding 4: wishes are looked at only when nothing is being written.
    DeafWhileWriting,
    /// Finding 5: a run that was not started is recorded as confirmed, whatever was heard.
    ConfirmedWhileItMoved,
    /// Finding 9: recovery stops nothing in the controller's folder, and confirms.
    RecoversElsewhere,
    /// Finding 13: a signal ends the program.
    DiesOfSignals,
    /// The controller's "done" counts, whatever was observed.
    BelievesDone,
    /// Finding 14: the report after a pause is the one that was heard before it.
    CachedReport,
}

/// A permit on its way to the folder: the steps of `handover/publisher.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// Its serial is taken and its name noted; the file does not exist yet.
    Announced,
    /// The file exists.
    Written,
    /// The latch was open.
    Passed,
    /// It was renamed; its caller does not know yet.
    Landed,
    /// It came too late.
    Revoked,
}

/// A stop on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Halting {
    No,
    /// Wished.
    Asked,
    /// The latch is closed.
    Latched,
    /// The name of what was underway is gone.
    Unlinked,
    /// The controller can read it.
    Seen,
    Answered,
}

/// What the controller can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Visible {
    Nothing,
    Permit(Permit),
    Stop,
}

/// The world of one run. Each field is a fact that no other field has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct World {
    pub(super) flaw: Flaw,
    pub(super) protocol: Protocol,
    pub(super) is_alive: bool,
    pub(super) wishes: Wishes,
    pub(super) is_preparing: bool,
    pub(super) journal: Option<Entry>,
    pub(super) permits: Vec<Permit>,
    pub(super) publishing: Option<(Permit, Stage)>,
    pub(super) halting: Halting,
    pub(super) visible: Visible,
    pub(super) now: Duration,
    /// Lines that were appended and not read yet.
    pub(super) lines: Vec<(Line, Judged)>,
    // The controller and its robot.
    pub(super) position: u8,
    pub(super) moving: Option<Permit>,
    /// The newest permit that the controller has dealt with.
    pub(super) obeyed: u32,
    pub(super) is_paused: bool,
    /// The code of the question that stands for the operator.
    pub(super) asked: Option<u16>,
    /// The question whether the next step may be sent, once it was asked.
    pub(super) asked_for: Option<u32>,
    /// What was made of the last line about a step.
    proof: Option<Finding>,
    /// What may still go wrong, and what may still be wished.
    pub(super) troubles: u8,
    pub(super) wishes_left: u8,
    // What is known of what happened, independent of the protocol.
    /// Where the controller said that the robot is, after the last `go` left and the last pause began.
    heard: Option<u8>,
    has_lied: bool,
    /// A line was heard that nobody asked for, or that is of another form.
    pub(super) odd: bool,
    rows: Vec<u32>,
    done: u32,
    gone: Vec<u32>,
    serial: u32,
    recorded: Option<Sighting>,
    has_recovered: bool,
    was_signalled: bool,
    /// Which invariant was broken.
    pub(super) broken: Option<&'static str>,
}

pub(super) fn place(position: u8) -> Place {
    Place { position: ["A", "B", "C"][usize::from(position)].to_owned(), tool: "none".to_owned() }
}

pub(super) fn judged(finding: Finding) -> Judged {
    Judged { finding, ..Judged::plain() }
}

/// A step's number; the runs here have two.
fn number(step: u32) -> u8 {
    u8::try_from(step).unwrap_or(u8::MAX)
}

impl World {
    pub(super) fn new(flaw: Flaw, troubles: u8, wishes_left: u8, is_stepwise: bool) -> Self {
        let step = |number: u8| StepFacts {
            name: String::new(),
            before: place(number - 1),
            after: place(number),
            expected: None,
            deadline: LIMIT,
        };
        let (start, steps) = (place(0), vec![step(1), step(2)]);
        let facts = Facts { run: RUN, start, steps, answer_limit: LIMIT, journal_limit: LIMIT, look_again: LIMIT };
        let (protocol, outputs) = Protocol::new(Arc::new(facts));
        let mut world = Self {
            flaw,
            protocol,
            is_alive: true,
            wishes: Wishes { is_stepwise, ..Wishes::default() },
            is_preparing: false,
            journal: None,
            permits: Vec::new(),
            publishing: None,
            halting: Halting::No,
            visible: Visible::Nothing,
            now: Duration::ZERO,
            lines: Vec::new(),
            position: 0,
            moving: None,
            obeyed: 0,
            is_paused: false,
            asked: None,
            asked_for: None,
            proof: None,
            troubles,
            wishes_left,
            heard: None,
            has_lied: false,
            odd: false,
            rows: Vec::new(),
            done: 0,
            gone: Vec::new(),
            serial: 0,
            recorded: None,
            has_recovered: false,
            was_signalled: false,
            broken: None,
        };
        world.carry_out(outputs);
        world.look();
        world
    }

    /// The run looks at the wishes, as it does before and after every input.
    pub(super) fn look(&mut self) {
        let is_writing = self.journal.is_some() || self.publishing.is_some() || !self.permits.is_empty();
        if !self.is_alive || (self.flaw == Flaw::DeafWhileWriting && is_writing) {
            return;
        }
        let outputs = self.protocol.take(Input::Wishes(self.wishes));
        self.carry_out(outputs);
    }

    pub(super) fn give(&mut self, input: Input) {
        self.look();
        let outputs = self.protocol.take(input);
        self.carry_out(outputs);
        self.look();
        self.check_end();
    }

    fn breaks(&mut self, invariant: &'static str) {
        self.broken.get_or_insert(invariant);
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Prepare => self.is_preparing = true,
                Output::Halt if self.halting != Halting::No => self.breaks("2: halted twice"),
                Output::Halt => self.halting = Halting::Asked,
                Output::Publish(permit) => self.published(permit),
                Output::Journal(_) if self.journal.is_some() => self.breaks("one entry is outstanding at a time"),
                Output::Journal(entry) => {
                    if matches!(entry, Entry::StepDone { .. }) && self.proof != Some(Finding::Seen) {
                        self.breaks("9: a step counts as done that was neither seen nor confirmed");
                    }
                    self.journal = Some(entry);
                }
                Output::Tell(event) => self.told(&event),
            }
        }
    }

    fn told(&mut self, event: &cellgraph::run::Event) {
        use cellgraph::run::Event;
        match event {
            Event::Paused { .. } => (self.is_paused, self.heard) = (true, None),
            Event::StepAsked { question, .. } => {
                (self.is_paused, self.heard, self.asked_for) = (true, None, Some(*question));
            }
            Event::Resumed => self.is_paused = false,
            Event::Unsure { code, .. } => (self.asked, self.heard) = (Some(*code), None),
            Event::Confirmed { .. } => {
                if self.asked.is_none() || self.wishes.confirmed != self.asked {
                    self.breaks("9: a step was confirmed by nobody");
                }
                (self.asked, self.proof) = (None, Some(Finding::Seen));
            }
            Event::Ended(end) if self.protocol.end() != Some(end) => self.breaks("6: another end was told"),
            _ => {}
        }
    }

    fn published(&mut self, permit: Permit) {
        self.serial += 1;
        if permit.serial != self.serial {
            self.breaks("8: serial numbers grow by one");
        }
        if self.halting != Halting::No {
            self.breaks("2: something was published after a halt");
        }
        if permit.grant == Grant::Go {
            self.check_go(permit.step);
        }
        self.permits.push(permit);
    }

    /// Invariant 1, from what the world knows by itself.
    fn check_go(&mut self, step: u32) {
        let before = number(step) - 1;
        if self.rows.last() != Some(&step) {
            self.breaks("1: a step was permitted that is not in the journal");
        }
        if self.gone.contains(&step) || self.gone.len() + 1 != step as usize {
            self.breaks("1: a step was permitted twice, or one was left out");
        }
        if self.wishes.stop != Stop::No || self.wishes.is_paused {
            self.breaks("1: a step was permitted against the operator's wish");
        }
        let has_yes = self.asked_for.is_some() && self.wishes.yes_to == self.asked_for;
        if self.wishes.is_stepwise && !has_yes {
            self.breaks("10: a step was permitted without a yes of its own");
        }
        if self.heard != Some(before) {
            self.breaks("1: a step was permitted, and the robot was not seen where it begins");
        }
        if !self.has_lied && (self.position != before || self.moving.is_some()) {
            self.breaks("7: a step was permitted, and the robot is not where it begins");
        }
        self.gone.push(step);
        (self.heard, self.proof, self.asked_for) = (None, None, None);
    }

    /// A permit is seen by the controller from now on.
    fn land(&mut self, permit: Permit) {
        if permit.grant == Grant::Go {
            if self.visible == Visible::Stop {
                self.breaks("2: a step was permitted after a stop");
            }
            if self.wishes.stop == Stop::Now && self.halting == Halting::No {
                self.breaks("2: a step was permitted after a wish to stop now that was not heard");
            }
            if self.has_recovered {
                self.breaks("2: a step was permitted after a recovery");
            }
        }
        if self.visible == Visible::Stop {
            self.breaks("2: a stop was taken away");
        }
        self.visible = Visible::Permit(permit);
    }

    /// The thread of the driver goes on by one call to the file system.
    pub(super) fn publish_on(&mut self) {
        let Some((permit, stage)) = self.publishing else {
            let permit = self.permits.remove(0);
            if !self.lines.is_empty() {
                // What was said before is heard first, and nothing is published over it.
                while !self.lines.is_empty() && !self.protocol.is_finished() {
                    self.odd |= !self.is_late_report(&self.lines[0].0);
                    self.hear();
                }
                return self.give(Input::Published { serial: permit.serial, result: Err(String::new()) });
            }
            let is_latched = self.halting >= Halting::Latched && self.flaw != Flaw::GoAfterStop;
            self.publishing = Some((permit, if is_latched { Stage::Revoked } else { Stage::Announced }));
            return;
        };
        let is_latched = self.halting >= Halting::Latched && self.flaw != Flaw::GoAfterStop;
        let is_unlinked = self.halting >= Halting::Unlinked && self.flaw != Flaw::GoAfterStop;
        let next = match stage {
            Stage::Announced => Stage::Written,
            Stage::Written if is_latched => Stage::Revoked,
            Stage::Written => Stage::Passed,
            Stage::Passed if is_unlinked || self.has_recovered => Stage::Revoked,
            Stage::Passed => {
                self.land(permit);
                Stage::Landed
            }
            Stage::Landed | Stage::Revoked => {
                self.publishing = None;
                let result = if stage == Stage::Landed { Ok(()) } else { Err(String::new()) };
                return self.give(Input::Published { serial: permit.serial, result });
            }
        };
        self.publishing = Some((permit, next));
    }

    /// The thread that halts goes on by one call.
    pub(super) fn halt_on(&mut self) {
        self.halting = match self.halting {
            Halting::No | Halting::Answered => return,
            Halting::Asked => Halting::Latched,
            Halting::Latched => Halting::Unlinked,
            Halting::Unlinked => {
                self.visible = Visible::Stop;
                Halting::Seen
            }
            Halting::Seen => Halting::Answered,
        };
        if self.halting == Halting::Answered {
            self.give(Input::Halted(Ok(())));
        }
    }

    /// The journal answers.
    pub(super) fn journal_on(&mut self, result: Result<(), String>) {
        let Some(entry) = self.journal.take() else { return };
        if result.is_ok() {
            match &entry {
                Entry::BeginStep { number } => self.rows.push(*number),
                Entry::StepDone { .. } => self.done += 1,
                Entry::EndRun { robot, .. } => self.record(robot.clone()),
                Entry::Distrust { .. } => {
                    self.recorded = Some(Sighting::Unsure { last: place(0), said: None });
                }
                _ => {}
            }
        }
        self.give(Input::Journalled(result));
    }

    fn record(&mut self, robot: Sighting) {
        let is_flawed = self.flaw == Flaw::ConfirmedWhileItMoved && robot != Sighting::AsBefore && self.gone.is_empty();
        let robot = if is_flawed { Sighting::Confirmed(place(0)) } else { robot };
        self.recorded = Some(robot);
    }

    /// Invariants 2 and 3, when the run is over.
    fn check_end(&mut self) {
        if !self.protocol.is_finished() || self.broken.is_some() {
            return;
        }
        let is_completed = self.protocol.end().is_some_and(cellgraph::run::Ended::is_completed);
        if !is_completed && self.halting == Halting::No {
            self.breaks("2: a run that was not completed ended without a halt");
        }
        if self.protocol.completed() != self.done && !self.protocol.is_unwritten() {
            self.breaks("6: another number of steps is told than was recorded");
        }
        if self.odd && !matches!(self.protocol.sighting(), Sighting::Unsure { .. }) {
            return self.breaks("3: told as confirmed, and something unfitting was heard");
        }
        // What could not be written to the journal was told instead: nothing more can be done about the record.
        let Some(recorded) = self.recorded.clone().filter(|_| !self.protocol.is_unwritten()) else { return };
        let confirmed = match &recorded {
            Sighting::Unsure { .. } => return,
            Sighting::AsBefore => place(0),
            Sighting::Confirmed(place) => place.clone(),
        };
        if self.odd {
            return self.breaks("3: confirmed, and something unfitting was heard");
        }
        if recorded == Sighting::AsBefore && !self.gone.is_empty() {
            return self.breaks("3: as before, and a step was permitted");
        }
        let heard = self.heard.map(place);
        if recorded != Sighting::AsBefore && heard.as_ref() != Some(&confirmed) {
            return self.breaks("3: confirmed, and not heard after the last thing that could have moved the robot");
        }
        let is_elsewhere = place(self.position) != confirmed || self.moving.is_some();
        if !self.has_lied && is_elsewhere {
            self.breaks("3: confirmed, and the robot is elsewhere");
        }
    }

    /// The next line is read.
    pub(super) fn hear(&mut self) {
        let (line, judged) = self.lines.remove(0);
        match &line.progress {
            _ if line.run != RUN || line.serial != self.serial => self.odd |= !self.is_late_report(&line),
            Progress::Done(said) | Progress::At(said) => {
                self.heard = (0..3).find(|&position| place(position) == *said);
                // A report is looked at again only where the step was not seen done, or poorly reported.
                let is_open = matches!(self.proof, None | Some(Finding::NotSeen | Finding::PoorReport));
                let is_open = is_open && !self.gone.is_empty();
                if matches!(line.progress, Progress::Done(_)) || is_open {
                    self.proof = Some(judged.finding);
                }
            }
            Progress::Failed(_) => self.odd = true,
            Progress::Started => {}
        }
        let judged = if self.flaw == Flaw::BelievesDone { Judged::plain() } else { judged };
        self.give(Input::Line(line, judged));
    }

    /// A true answer to a report that was asked for before the run was stopped.
    fn is_late_report(&self, line: &Line) -> bool {
        self.protocol.end().is_some() && matches!(line.progress, Progress::At(_)) && line.run == RUN
    }

    fn say(&mut self, permit: Permit, progress: Progress) {
        self.say_judged(permit, progress, Judged::plain());
    }

    fn say_judged(&mut self, permit: Permit, progress: Progress, judged: Judged) {
        self.lines.push((Line { run: RUN, serial: permit.serial, step: permit.step, progress }, judged));
    }

    /// An honest controller looks at the permit, and obeys.
    pub(super) fn obey(&mut self) {
        self.obey_judged(Finding::Seen);
    }

    /// Whether the controller is to report on a step that it said to be done.
    pub(super) fn is_asked_again(&self) -> bool {
        let is_new = matches!(self.visible, Visible::Permit(permit) if permit.report && permit.serial > self.obeyed);
        is_new && matches!(self.proof, Some(Finding::NotSeen | Finding::PoorReport))
    }

    /// The same, and this is made of its report.
    pub(super) fn obey_judged(&mut self, finding: Finding) {
        let Visible::Permit(permit) = self.visible else {
            // It halts, where it is.
            if let Some(permit) = self.moving.take() {
                self.say(permit, Progress::Failed(String::new()));
            }
            return;
        };
        if permit.serial <= self.obeyed {
            return;
        }
        self.obeyed = permit.serial;
        if permit.report {
            let cached = self.flaw == Flaw::CachedReport && permit.step > 0;
            let said = if cached { number(permit.step) } else { self.position };
            self.say_judged(permit, Progress::At(place(said)), judged(finding));
        }
        if permit.grant == Grant::Go {
            self.moving = Some(permit);
            self.say(permit, Progress::Started);
        }
    }

    /// A motion comes to its end, and this is seen of it.
    pub(super) fn arrive(&mut self, finding: Finding) {
        if let Some(permit) = self.moving.take() {
            self.position = number(permit.step);
            self.say_judged(permit, Progress::Done(place(self.position)), judged(finding));
        }
    }

    /// The controller says what is not so.
    pub(super) fn lie(&mut self, line: Line) {
        self.has_lied = true;
        self.lines.push((line, Judged::plain()));
    }

    /// "Done", and nothing was done: that is seen.
    pub(super) fn pretend(&mut self) {
        if let Some(permit) = self.moving.take() {
            self.say_judged(permit, Progress::Done(place(number(permit.step))), judged(Finding::NotSeen));
        }
    }

    pub(super) fn signal(&mut self) {
        if self.flaw == Flaw::DiesOfSignals {
            (self.is_alive, self.was_signalled) = (false, true);
            if matches!(self.visible, Visible::Permit(Permit { grant: Grant::Go, .. })) {
                self.breaks("a signal left a permitted step standing");
            }
        } else {
            self.wishes.stop = Stop::Now;
            self.look();
        }
    }

    /// The dead program's folder is recovered, and a person looks and says where the robot is.
    pub(super) fn recover(&mut self) {
        self.has_recovered = true;
        if self.flaw == Flaw::RecoversElsewhere {
            self.breaks_where_go_stands();
            return;
        }
        self.visible = Visible::Stop;
        self.obey();
        self.breaks_where_go_stands();
    }

    fn breaks_where_go_stands(&mut self) {
        if matches!(self.visible, Visible::Permit(Permit { grant: Grant::Go, .. })) || self.moving.is_some() {
            self.breaks("recovered, and the robot may still move");
        }
    }

    /// Invariant 5: with nothing but the clock, and a wish to stop where the journal hangs, the run comes to its end.
    pub(super) fn ends(&self) -> bool {
        if !self.is_alive {
            return true;
        }
        let mut protocol = self.protocol.clone();
        let mut now = self.now;
        let mut wishes = self.wishes;
        for round in 0..12 {
            now += TICK;
            // Whatever comes out is carried out by nobody: everything hangs.
            let _ = protocol.take(Input::Time(now));
            // A paused run waits for its operator, and a journal for its disk: both are stopped by a wish.
            if round == 4 {
                wishes.stop = Stop::Now;
            }
            let _ = protocol.take(Input::Wishes(wishes));
        }
        protocol.is_finished()
    }
}
