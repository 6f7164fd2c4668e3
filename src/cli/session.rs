//! What happens between an operator and one sentence: the review in place, the run with its progress, stop and pause.
//!
//! Shared by `do` and `run`. What is allowed is not decided here: [`crate::workflow`] and [`crate::review`] do.

use std::{
    io::{self, BufRead, IsTerminal},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crossbeam_channel::{RecvTimeoutError, Sender, unbounded};
use signal_hook::{consts::SIGINT, iterator::Signals};

use super::{
    desk::DeskArgs,
    failure::{Failure, Verdict},
    input,
    printer::{Printer, talk},
};
use crate::{
    cell::State,
    language::{Said, model::Cancel},
    review::ApprovedPlan,
    run::{Control, Event, RunError, RunReport},
    workflow::{Desk, Proposed, Turn, WorkflowError},
};

/// Asks the operator for a line; `None` when there is nobody to answer.
pub(super) type Ask<'a> = dyn FnMut(&str) -> Result<Option<String>, Failure> + 'a;

/// How often the operator's keys are looked at while a run goes on.
const LOOK: Duration = Duration::from_millis(50);

/// A sentence, all the way; says whether the answer was yes.
pub(super) struct Session<'a> {
    pub(super) desk: &'a mut Desk,
    pub(super) args: &'a DeskArgs,
    /// Everything proposed is run without asking; for the simulator alone.
    pub(super) yes: bool,
    pub(super) json: bool,
    pub(super) printer: &'a mut Printer,
}

impl Session<'_> {
    /// Takes one sentence from its words to its end.
    pub(super) fn take(&mut self, sentence: &str, ask: &mut Ask<'_>) -> Result<Verdict, Failure> {
        let mut turn = self.desk.hear(sentence, &Cancel::default()).map_err(failure)?;
        loop {
            let proposed = match turn {
                Turn::Proposed(proposed) => proposed,
                turn => {
                    if matches!(turn, Turn::NothingToDo(_)) {
                        self.refuse_doubtful()?;
                    }
                    return self.told(&turn);
                }
            };
            self.show(&proposed)?;
            if self.yes {
                return self.run(proposed.proposal.approve_for_simulation());
            }
            let prompt = "approve? [yes / no / say what to change] ";
            match ask(prompt)?.map(|answer| Decision::of(&answer, self.desk)) {
                None => {
                    talk("nobody is there to approve: nothing was run");
                    return Ok(Verdict::No);
                }
                Some(Decision::Reject) => {
                    talk("rejected: nothing was run");
                    return Ok(Verdict::No);
                }
                Some(Decision::Approve) => {
                    let (operator, digest) = (self.args.operator.name()?, proposed.proposal.digest());
                    let approved = proposed.proposal.approve(&operator, digest).map_err(Failure::input)?;
                    return self.run(approved);
                }
                Some(Decision::Unclear) => turn = Turn::Proposed(proposed),
                Some(Decision::Revise(comment)) => {
                    turn = self.desk.revise(*proposed, &comment, &Cancel::default()).map_err(failure)?;
                }
            }
        }
    }

    /// Nobody knows what is already so while nobody knows where the robot is.
    fn refuse_doubtful(&self) -> Result<(), Failure> {
        let robot = self.desk.store().robot().map_err(super::desk::store)?;
        match robot.confirmed {
            true => Ok(()),
            false => Err(not_run(RunError::Unconfirmed(robot.unconfirmed_reason.unwrap_or_default()))),
        }
    }

    fn show(&mut self, proposed: &Proposed) -> Result<(), Failure> {
        if self.json {
            self.printer.json(&serde_json::json!({ "proposed": proposed.proposal.shown() }))?;
        } else {
            self.printer.text(proposed.proposal.shown())?;
        }
        self.printer.finish()
    }

    /// Everything but a proposal is the end of a sentence.
    fn told(&mut self, turn: &Turn) -> Result<Verdict, Failure> {
        let (text, document, verdict) = match turn {
            Turn::Answered(told) => {
                let facts = serde_json::json!({ "answer": told.1.text, "facts": told.1.facts });
                (told.1.text.clone(), facts, Verdict::Yes)
            }
            Turn::NothingToDo(_) => {
                let text = "Nothing to do: everything asked for is already so.".to_owned();
                (text, serde_json::json!({ "nothing_to_do": true }), Verdict::Yes)
            }
            Turn::Fallback(told) => {
                let sentences: Vec<&str> = told.1.suggestions.iter().map(|each| each.sentence.as_str()).collect();
                let document = serde_json::json!({ "fallback": told.1.text, "suggestions": sentences });
                (told.1.text.clone(), document, Verdict::No)
            }
            Turn::NothingWaits => {
                let text = "Nothing waits for a yes.".to_owned();
                (text.clone(), serde_json::json!({ "fallback": text }), Verdict::No)
            }
            Turn::NoReplay(text) => (text.clone(), serde_json::json!({ "fallback": text }), Verdict::No),
            Turn::Proposed(_) => return Ok(Verdict::No),
        };
        if self.json {
            self.printer.json(&document)?
        } else {
            self.printer.text(text)?
        }
        Ok(verdict)
    }

    /// Runs what was approved, showing what goes on and listening to the operator meanwhile.
    fn run(&mut self, approved: ApprovedPlan) -> Result<Verdict, Failure> {
        let snapshot = Arc::clone(self.desk.snapshot());
        let robot = self.desk.store().robot().map_err(super::desk::store)?;
        let state = State::named(&snapshot, &robot.position, &robot.tool).map_err(Failure::input)?;
        let mut driver = self.args.driver.driver(&snapshot, state)?;
        let folder = self.args.data.folder().to_owned();
        let control = Control::new();
        let desk = &mut *self.desk;
        let (events, news) = unbounded();
        let report: thread::Result<Result<RunReport, RunError>> = thread::scope(|scope| {
            let interrupts = Interrupts::catch(&control);
            let runner = scope.spawn({
                let control = control.clone();
                move || {
                    let tell = |event: Event, to: &Sender<Event>| drop(to.send(event));
                    desk.run(approved, &mut *driver, &control, &mut |event| tell(event, &events), &folder)
                }
            });
            let keys = io::stdin().is_terminal() && !self.yes;
            loop {
                match news.recv_timeout(LOOK) {
                    Ok(event) => progress(&event),
                    Err(RecvTimeoutError::Timeout) => {
                        if keys {
                            listen(&control);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            drop(interrupts);
            runner.join()
        });
        match report {
            Ok(report) => self.ended(&report.map_err(not_run)?),
            Err(_) => {
                Err(Failure::internal("the run broke off by a fault of this program: where the robot is, nobody knows")
                    .hint("look at the robot, then run `cellgraph recover`"))
            }
        }
    }

    fn ended(&mut self, report: &RunReport) -> Result<Verdict, Failure> {
        if self.json {
            self.printer.json(&report)?;
        } else {
            let sure = if report.confirmed { "" } else { " (unconfirmed: say where it is with `cellgraph recover`)" };
            self.printer.text(format_args!("{}: {} of {} steps", report.end, report.completed, report.steps))?;
            self.printer.text(format_args!("The robot is at {}{sure}.", report.place))?;
            self.printer.text(format_args!("Run {}", report.run_id))?;
            for note in &report.notes {
                self.printer.text(format_args!("note: {note}"))?;
            }
        }
        self.printer.finish()?;
        if report.unwritten {
            let hint = match report.confirmed {
                true => "see to the disk, then say it again",
                false => {
                    "see to the disk, look at the robot, then run `cellgraph recover`: nothing is sent again by itself"
                }
            };
            return Err(Failure::internal(&report.end).hint(hint));
        }
        Ok(Verdict::of(report.end.is_completed()))
    }
}

/// What a reviewer's words mean.
enum Decision {
    Approve,
    Reject,
    /// An empty line, or a yes that is not one: asked again.
    Unclear,
    Revise(String),
}

impl Decision {
    fn of(answer: &str, desk: &Desk) -> Self {
        let answer = answer.trim();
        match answer.to_lowercase().as_str() {
            "" => Self::Unclear,
            "y" | "yes" | "a" | "approve" | "approved" => Self::Approve,
            "n" | "no" | "r" | "reject" | "rejected" | "cancel" | "stop" | "abort" | "quit" => Self::Reject,
            _ => {
                let anywhere = State { position: crate::cell::PositionId(0), tool: None };
                let said = desk.readers().recogniser().read(answer, desk.snapshot(), anywhere).said;
                if said == Said::Confirm { Self::Approve } else { Self::Revise(answer.to_owned()) }
            }
        }
    }
}

/// One event, in a line.
fn progress(event: &Event) {
    match event {
        Event::Started { run, steps } => talk(format_args!("run {run}: {steps} steps")),
        Event::StepStarted { number, of, name, expected_s, .. } => {
            let expected = expected_s.map(|seconds| format!(" (about {seconds:.1} s)")).unwrap_or_default();
            talk(format_args!("  {number}/{of}  {name}{expected}"));
        }
        Event::StepCompleted { number, place } => talk(format_args!("  {number}  done: the robot is at {place}")),
        Event::Paused { after } => talk(format_args!("paused after step {after}: type resume, or stop")),
        Event::Resumed => talk("resumed"),
        // The report says it.
        Event::Ended(_) => {}
    }
}

/// Catches Ctrl-C while a run goes on: once, the step is finished; twice, the robot is halted.
struct Interrupts {
    handle: Option<signal_hook::iterator::Handle>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Interrupts {
    fn catch(control: &Control) -> Self {
        let Ok(mut signals) = Signals::new([SIGINT]) else {
            talk("Ctrl-C cannot be caught: it ends the program, and the run counts as interrupted");
            return Self { handle: None, thread: None };
        };
        let handle = signals.handle();
        let control = control.clone();
        let was_asked = AtomicBool::new(false);
        let thread = thread::spawn(move || {
            for _ in signals.forever() {
                if was_asked.swap(true, Ordering::Relaxed) {
                    talk("stopping now");
                    control.stop_now();
                } else {
                    talk("stopping after this step; Ctrl-C again to stop now");
                    control.finish_step_and_stop();
                }
            }
        });
        Self { handle: Some(handle), thread: Some(thread) }
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.take() {
            handle.close();
        }
        if let Some(thread) = self.thread.take() {
            // It prints and sets flags; there is nothing of it to be lost.
            let _ended = thread.join();
        }
    }
}

/// A word typed while a run goes on.
fn listen(control: &Control) {
    if !is_line_waiting() {
        return;
    }
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line).is_err() {
        return;
    }
    match line.trim().to_lowercase().as_str() {
        "" => {}
        "p" | "pause" | "wait" => control.pause(),
        "r" | "resume" | "continue" | "go on" => control.resume(),
        "s" | "stop" | "cancel" => control.finish_step_and_stop(),
        "stop now" | "halt" | "now" | "!" => control.stop_now(),
        // When two readings are possible, the robot does not move.
        _ => {
            control.pause();
            talk("not understood: paused. Say resume, stop (after this step) or stop now");
        }
    }
}

fn is_line_waiting() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut wanted = [PollFd::new(&stdin, PollFlags::IN)];
    poll(&mut wanted, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
}

/// Why a sentence could not be taken up.
pub(super) fn failure(error: WorkflowError) -> Failure {
    match error {
        WorkflowError::Store(error) => super::desk::store(error),
        error @ WorkflowError::Elsewhere(_) => {
            Failure::input(error).hint("say where the robot is in this cell with `cellgraph state correct`")
        }
    }
}

fn not_run(error: RunError) -> Failure {
    let hint = error.hint().map(str::to_owned);
    match error {
        RunError::Store(error) if !error.is_input() => {
            input::with_hint(Failure::internal(RunError::Store(error)), hint)
        }
        error => input::with_hint(Failure::input(error), hint),
    }
}
