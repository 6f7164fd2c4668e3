//! Carries a run: does what the protocol wants, and tells the protocol what came of it. Nothing here decides.
//!
//! Five kinds of work may hang, and each has a thread of its own: the driver, the way to halt the robot, the heartbeat,
//! the journal, and a judge beside the code, where there is one. The calling thread waits for none of these while the run goes on. It
//! looks at the operator's wishes before everything else. `watch` is called on the calling thread, and must return at once. A driver's
//! thread that hangs is left behind: the latch is closed, so that nothing that the thread does later reaches the controller.
//!
//! While a judge is asked about a step, the controller's `done` line for that step waits, and the protocol permits nothing. Wishes, heartbeats
//! and faults are looked at as always. The wait ends when the run ends, or when the controller says something meanwhile.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, select, tick, unbounded};
use parking_lot::Mutex;

use super::{
    Event,
    clock::{Clock, WaitsFor},
    control::Control,
    driver::{Again, Driver, DriverError, Handover, Message, Stopper},
    guard::guarded,
    journal::Journal,
    judge::{self, Answered, Asking, Crew, Reply},
    observer::{Looked, Observer},
    protocol::{Entry, Facts, Input, Judged, Line, Output, Permit, Protocol, Stop, Unready},
    record,
    short::short,
};
use crate::{
    limits::{HEARTBEAT_EVERY, RUN_TICK, SLEEP_LIMIT},
    observe::Declared,
};

/// What comes from the threads: what comes at once is taken at once, and nothing else in between.
type Batch = Vec<Came>;

/// A part of it.
enum Came {
    /// For the protocol as it is.
    Input(Input),
    /// To be judged first.
    Message(Box<Message>),
    /// From the judge.
    Replied(Reply),
    /// Time passed on this machine's clock.
    Tick,
}

impl From<Input> for Came {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

/// What the driver's thread is asked for.
enum Call {
    Prepare(Box<Handover>),
    Publish(Permit),
}

/// A run that is over, and what the driver wants known about it.
pub(super) struct Carried {
    pub(super) protocol: Protocol,
    pub(super) remarks: Vec<String>,
}

/// Who takes part in a run.
pub(super) struct Party<'p> {
    pub(super) handover: &'p Handover,
    /// The operator's words.
    pub(super) request: &'p str,
    /// What the steps are judged by.
    pub(super) declared: Declared,
    pub(super) control: &'p Control,
    pub(super) watch: &'p mut dyn FnMut(Event),
    /// Whether what was approved is still what is so; asked when the driver is ready.
    pub(super) still_binds: &'p dyn Fn() -> bool,
}

/// Runs it to its end. The call returns when the journal has answered, too.
pub(super) fn carry(crew: Crew, facts: Arc<Facts>, party: Party<'_>, journal: Journal<'_>) -> Carried {
    let Crew { driver, judge } = crew;
    let (inputs, inbox) = unbounded();
    let (remark, remarks) = unbounded();
    let keeps_time = driver.keeps_time();
    let observer = Observer::new(party.handover, party.declared.clone(), party.request);
    let last_word = LastWord(driver.stopper());
    let stopper = &last_word.0;
    let calls = spawn("driver", &inputs, {
        let inputs = inputs.clone();
        move |calls| drive(driver, &calls, &inputs, &remark)
    });
    let halts = spawn("halt", &inputs, {
        let (inputs, stopper) = (inputs.clone(), Arc::clone(stopper));
        move |halts| halts.into_iter().for_each(|()| halt(&*stopper, &inputs))
    });
    let pulse = Arc::new(Mutex::new(Pulse { beaten: Instant::now(), why_not: None, by: stopper.beats_by() }));
    let beats = spawn("heartbeat", &inputs, {
        let (stopper, pulse) = (Arc::clone(stopper), Arc::clone(&pulse));
        move |beats| beats.into_iter().for_each(|()| beat(&*stopper, &pulse))
    });
    let asking = judge.map_or_else(Asking::nobody, |judge| {
        let (limit, replies) = (judge.limit(), inputs.clone());
        let reply = move |reply| replies.send(vec![Came::Replied(reply)]).is_ok();
        Asking::by(spawn("judge", &inputs, move |questions| judge::serve(judge, &questions, reply)), limit)
    });
    let protocol = thread::scope(|scope| {
        let (entries, to_write) = unbounded();
        scope.spawn(move || write_all(journal, &to_write, &inputs));
        let mut run = Run { party, calls, halts, beats, pulse, entries, observer, asking, is_unwatched: false };
        run.go_on(facts, &inbox, keeps_time)
    });
    Carried { protocol, remarks: remarks.try_iter().collect() }
}

/// On every way out of a run: where the run itself broke off, the robot is halted; then what was held for it is given up.
struct LastWord(Arc<dyn Stopper>);

impl Drop for LastWord {
    fn drop(&mut self) {
        if thread::panicking() {
            // There is nobody left to be told whether it could be halted.
            let _ = guarded(|| self.0.stop());
        }
        let _ = guarded(|| self.0.release());
    }
}

/// A thread that ends when nobody can send to it any more. The run is told where it cannot be had.
fn spawn<T: Send + 'static>(
    name: &str,
    inputs: &Sender<Batch>,
    work: impl FnOnce(Receiver<T>) + Send + 'static,
) -> Sender<T> {
    let (sender, receiver) = unbounded();
    let spawned = thread::Builder::new().name(name.to_owned()).spawn(move || work(receiver));
    if let Err(error) = spawned {
        // The run holds the receiver's end.
        let _ = inputs.send(vec![Input::Broken(format!("no thread for the {name}: {error}")).into()]);
    }
    sender
}

struct Run<'p> {
    party: Party<'p>,
    calls: Sender<Call>,
    halts: Sender<()>,
    beats: Sender<()>,
    pulse: Arc<Mutex<Pulse>>,
    entries: Sender<Entry>,
    observer: Observer,
    asking: Asking,
    /// The display failed, and is not asked again.
    is_unwatched: bool,
}

impl Run<'_> {
    fn go_on(&mut self, facts: Arc<Facts>, inbox: &Receiver<Batch>, keeps_time: bool) -> Protocol {
        let mut clock = Clock::new(keeps_time);
        let (mut protocol, first) = Protocol::new(facts);
        self.carry_out(first);
        self.look(&mut protocol);
        if let Some(slept) = self.party.control.stood_still().filter(|_| !keeps_time && protocol.end().is_none()) {
            self.put(Input::Broken(unwatched(slept)), &mut protocol);
        }
        let ticks = tick(RUN_TICK);
        let mut beaten: Option<Instant> = None;
        let mut awake = Instant::now();
        while !protocol.is_finished() {
            let batch = select! {
                recv(self.party.control.woken()) -> _ => Batch::new(),
                recv(inbox) -> batch => batch.unwrap_or_default(),
                recv(ticks) -> _ => vec![Came::Tick],
            };
            let slept = std::mem::replace(&mut awake, Instant::now()).elapsed();
            let lapsed = self.lapsed(slept).filter(|_| !keeps_time && protocol.end().is_none());
            // A wish overtakes whatever else has come, and so does it that nobody could have wished anything. After that a stop alone is
            // heard: a yes, or a word that the step was done, was said before.
            if lapsed.is_none() || self.party.control.stop() != Stop::No {
                self.look(&mut protocol);
            }
            for event in self.party.control.take_untold() {
                self.tell(event);
            }
            if let Some(reason) = lapsed.filter(|_| protocol.end().is_none()) {
                self.put(Input::Broken(reason), &mut protocol);
            }
            for came in batch {
                self.take(came, &mut protocol, &mut clock);
            }
            if let Some((line, answered)) = self.asking.late() {
                self.settle(line, answered, &mut protocol);
            }
            if beaten.is_none_or(|beaten| beaten.elapsed() >= HEARTBEAT_EVERY) && self.beats.is_empty() {
                beaten = Some(Instant::now());
                // Its thread ends with this run.
                let _ = self.beats.send(());
            }
        }
        protocol
    }

    fn take(&mut self, came: Came, protocol: &mut Protocol, clock: &mut Clock) {
        match came {
            Came::Tick => self.put(Input::Time(clock.ticked(self.waits_for(protocol))), protocol),
            Came::Input(Input::Time(at)) => {
                self.put(Input::Time(clock.robot_says(at, self.waits_for(protocol))), protocol);
            }
            Came::Input(input) => self.put(input, protocol),
            Came::Message(told) => self.hear(*told, protocol),
            Came::Replied(reply) => {
                if let Some((line, answered)) = self.asking.hear(reply) {
                    self.settle(line, answered, protocol);
                }
            }
        }
    }

    fn waits_for(&self, protocol: &Protocol) -> WaitsFor {
        match (self.asking.is_open(), protocol.waits_for_robot()) {
            (true, _) => WaitsFor::Judge,
            (false, true) => WaitsFor::Robot,
            (false, false) => WaitsFor::Machine,
        }
    }

    /// Gives the protocol an input, and does what comes of it.
    fn put(&mut self, input: Input, protocol: &mut Protocol) {
        let outputs = protocol.take(self.checked(input));
        self.carry_out(outputs);
        self.look(protocol);
    }

    /// Why nobody watched the robot for longer than a permit holds, if that is so.
    fn lapsed(&self, slept: Duration) -> Option<String> {
        if slept > SLEEP_LIMIT {
            return Some(unwatched(slept));
        }
        let pulse = self.pulse.lock();
        let lapsed = pulse.beaten.elapsed();
        (lapsed > SLEEP_LIMIT).then(|| pulse.lapsed_for(lapsed))
    }

    /// Looks at the operator's wishes until they bring nothing new: what the display is told may bring another. Nobody waits
    /// for a judge in a run that has ended.
    fn look(&mut self, protocol: &mut Protocol) {
        loop {
            let wishes = self.party.control.wishes();
            let outputs = protocol.take(Input::Wishes(wishes));
            self.carry_out(outputs);
            if self.party.control.wishes() == wishes {
                break;
            }
        }
        if protocol.end().is_some()
            && let Some((line, answered)) = self.asking.give_up("the run ended first")
        {
            self.settle(line, answered, protocol);
        }
    }

    /// A line, with what is observed then. One that does not fit the run shows nothing of its steps.
    fn hear(&mut self, told: Message, protocol: &mut Protocol) {
        // Nobody asked the controller for anything since: whatever it says now halts the robot, and that waits for nobody.
        if let Some((line, answered)) = self.asking.give_up("the controller said more meanwhile") {
            self.settle(line, answered, protocol);
        }
        if !protocol.fits(&told.line) {
            return self.put(Input::Line(told.line, Judged::plain()), protocol);
        }
        match self.observer.look(&told) {
            Looked::Settled(judged, lines) => self.judged(told.line, judged, lines, protocol),
            Looked::Open => {
                if let Some((line, answered)) = self.asking.ask(told.line, || self.observer.question()) {
                    self.settle(line, answered, protocol);
                }
            }
        }
    }

    /// The open verdict on a step, with what came of asking a judge.
    fn settle(&mut self, line: Line, answered: Answered, protocol: &mut Protocol) {
        let (judged, lines) = self.observer.settle(answered);
        self.judged(line, judged, lines, protocol);
    }

    fn judged(&mut self, line: Line, judged: Judged, lines: Vec<String>, protocol: &mut Protocol) {
        if !lines.is_empty() {
            // A second look answers a permit of the step before.
            self.tell(Event::Observed { number: protocol.completed() + 1, lines });
        }
        self.put(Input::Line(line, judged), protocol);
    }

    /// The other half of the pair: this was so when the operator said yes, and again at the gate.
    fn checked(&self, input: Input) -> Input {
        match input {
            Input::Prepared(Ok(())) if !(self.party.still_binds)() => Input::Prepared(Err(Unready {
                reason: "this is not what was approved any more".to_owned(),
                may_have_moved: false,
                is_unwritten: false,
            })),
            input => input,
        }
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            // A thread that is gone has said so.
            match output {
                Output::Prepare => drop(self.calls.send(Call::Prepare(Box::new(self.party.handover.clone())))),
                Output::Publish(permit) => drop(self.calls.send(Call::Publish(permit))),
                Output::Halt => drop(self.halts.send(())),
                Output::Journal(entry) => drop(self.entries.send(entry)),
                Output::Tell(event) => self.tell(event),
            }
        }
    }

    /// A display that fails is not asked again, and the robot is halted: nobody would see what it does.
    fn tell(&mut self, event: Event) {
        match &event {
            Event::StepAsked { question, .. } => self.party.control.asks(*question),
            Event::Unsure { .. } => self.party.control.asks_whether_done(),
            _ => {}
        }
        if self.is_unwatched {
            return;
        }
        if let Err(words) = guarded(|| (self.party.watch)(event)) {
            self.is_unwatched = true;
            self.party.control.stop_now_because(&format!("the display failed: {}", short(&words)));
        }
    }
}

fn unwatched(slept: Duration) -> String {
    format!("this program stood still for {:.0} s, and nobody watched", slept.as_secs_f64())
}

/// The driver's thread.
fn drive(mut driver: Box<dyn Driver>, calls: &Receiver<Call>, inputs: &Sender<Batch>, remarks: &Sender<String>) {
    let mut again = Again::AfterPermit;
    loop {
        let call = match again {
            Again::AfterPermit => match calls.recv() {
                Ok(call) => Some(call),
                Err(_) => return,
            },
            Again::After(time) => match calls.recv_timeout(time) {
                Ok(call) => Some(call),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            },
        };
        let answered = guarded(|| answer(&mut *driver, call, remarks, &mut again));
        let (answers, is_broken) = match answered {
            Ok(answers) => answers,
            Err(words) => (vec![Input::Broken(DriverError::Panicked(words).to_string()).into()], true),
        };
        // Where nobody listens any more, the run is over.
        if inputs.send(answers).is_err() || is_broken {
            return;
        }
    }
}

/// One call to the driver: what the run is told, and whether the driver can be asked nothing more.
fn answer(
    driver: &mut dyn Driver,
    call: Option<Call>,
    remarks: &Sender<String>,
    again: &mut Again,
) -> (Vec<Came>, bool) {
    match call {
        Some(Call::Prepare(handover)) => {
            let ready = prepare(driver, &handover).map(|said| {
                said.into_iter().for_each(|remark| drop(remarks.send(remark)));
            });
            (vec![Input::Prepared(ready).into()], false)
        }
        Some(Call::Publish(permit)) => {
            // What was said before a permit answers none: it is heard first, and nothing is published over it.
            let (mut inputs, is_broken) = listen(driver, again);
            let is_silent = inputs.iter().all(|came| matches!(came, Came::Input(Input::Time(_))));
            let result = match is_silent {
                true => driver.publish(&permit).map_err(|error| error.to_string()),
                false => Err("the controller has said what nobody asked for".to_owned()),
            };
            *again = Again::After(Duration::ZERO);
            inputs.push(Input::Published { serial: permit.serial, result }.into());
            (inputs, is_broken)
        }
        None => listen(driver, again),
    }
}

/// What the controller has said; whether it can be heard no more.
fn listen(driver: &mut dyn Driver, again: &mut Again) -> (Vec<Came>, bool) {
    match driver.listen() {
        Err(error) => (vec![Input::Broken(error.to_string()).into()], true),
        Ok(heard) => {
            *again = heard.again;
            let time = driver.keeps_time().then_some(Came::Input(Input::Time(heard.at)));
            let told = heard.lines.into_iter().map(|told| Came::Message(Box::new(told)));
            (time.into_iter().chain(told).collect(), false)
        }
    }
}

fn prepare(driver: &mut dyn Driver, handover: &Handover) -> Result<Vec<String>, Unready> {
    record::write_actions(handover).map_err(|reason| Unready { reason, may_have_moved: false, is_unwritten: true })?;
    driver.prepare(handover).map_err(|error| Unready {
        may_have_moved: matches!(error, DriverError::Unsafe(_)),
        reason: error.to_string(),
        is_unwritten: false,
    })
}

fn halt(stopper: &dyn Stopper, inputs: &Sender<Batch>) {
    let result = guarded(|| stopper.stop()).unwrap_or_else(|words| Err(DriverError::Panicked(words)));
    // Nobody waits any more.
    let _ = inputs.send(vec![Input::Halted(result.map_err(|error| error.to_string())).into()]);
}

/// When the controller was last shown that this program is alive.
struct Pulse {
    beaten: Instant,
    /// Why the last try failed.
    why_not: Option<String>,
    /// What shows it.
    by: &'static str,
}

impl Pulse {
    /// What is said where that is too long.
    fn lapsed_for(&self, lapsed: Duration) -> String {
        let seconds = lapsed.as_secs_f64();
        match &self.why_not {
            Some(why_not) => format!("there was no heartbeat for {seconds:.0} s: {why_not}"),
            None => format!("there was no heartbeat for {seconds:.0} s: {} takes too long", self.by),
        }
    }
}

fn beat(stopper: &dyn Stopper, pulse: &Mutex<Pulse>) {
    let beaten = guarded(|| stopper.beat()).unwrap_or_else(|words| Err(DriverError::Panicked(words)));
    let mut pulse = pulse.lock();
    match beaten {
        Ok(()) => (pulse.beaten, pulse.why_not) = (Instant::now(), None),
        Err(error) => pulse.why_not = Some(error.to_string()),
    }
}

/// The journal's thread.
fn write_all(mut journal: Journal<'_>, entries: &Receiver<Entry>, inputs: &Sender<Batch>) {
    for entry in entries {
        let written = guarded(|| journal.write(&entry)).unwrap_or_else(Err);
        // Nobody waits any more.
        let _ = inputs.send(vec![Input::Journalled(written).into()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A call of OPC UA that hung was told as a write that took too long.
    #[test]
    fn a_heartbeat_that_takes_too_long_is_told_by_its_name() {
        let pulse =
            |why_not: Option<&str>, by| Pulse { beaten: Instant::now(), why_not: why_not.map(str::to_owned), by };
        for (why_not, by, told) in [
            (None, "writing heartbeat.json", "writing heartbeat.json takes too long"),
            (None, "the call of Beat at the controller", "the call of Beat at the controller takes too long"),
            (Some("no space is left"), "writing heartbeat.json", "no space is left"),
        ] {
            let said = pulse(why_not, by).lapsed_for(Duration::from_secs(6));
            assert_eq!(said, format!("there was no heartbeat for 6 s: {told}"));
        }
    }
}
