//! What happens between an operator and one sentence: the review in place, and the run.
//!
//! Shared by `do` and `run`. What is allowed is not decided here: [`crate::workflow`] and [`crate::review`] do.

use std::{
    io::{self, IsTerminal},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
};

use super::{
    desk::DeskArgs,
    failure::{Failure, Verdict},
    input,
    printer::{Printer, talk},
    recover,
};
use crate::{
    answer::Fact,
    cell::State,
    language::{Said, model::Cancel},
    review::ApprovedPlan,
    run::{Control, Event, RunError, RunReport},
    workflow::{Desk, Proposed, Turn, WorkflowError},
};

mod display;
mod hands;
mod told;

use display::Display;
use hands::Hands;

/// Asks the operator for a line; `None` when there is nobody to answer.
pub(super) type Ask<'a> = dyn FnMut(&str) -> Result<Option<String>, Failure> + 'a;

/// A sentence, all the way; says whether the answer was yes.
pub(super) struct Session<'a> {
    desk: &'a mut Desk,
    args: &'a DeskArgs,
    printer: &'a mut Printer,
    /// Everything proposed is run without asking; for the simulator alone.
    pub(super) yes: bool,
    pub(super) json: bool,
    /// What the last answer stood on.
    pub(super) facts: Vec<Fact>,
    /// The terminal is gone, or the program was told to end: nobody is asked anything more.
    pub(super) is_cut_off: bool,
}

/// What a reviewer made of a proposal.
enum Reviewed {
    Approved(Box<ApprovedPlan>),
    Dropped,
    Revised(Turn),
}

impl<'a> Session<'a> {
    pub(super) fn new(desk: &'a mut Desk, args: &'a DeskArgs, printer: &'a mut Printer) -> Self {
        Self { desk, args, printer, yes: false, json: false, facts: Vec::new(), is_cut_off: false }
    }

    /// Takes one sentence from its words to its end.
    pub(super) fn take(&mut self, sentence: &str, ask: &mut Ask<'_>) -> Result<Verdict, Failure> {
        let mut turn = self.desk.hear(sentence, &Cancel::default()).map_err(failure)?;
        let mut is_revised = false;
        loop {
            let proposed = match turn {
                Turn::Proposed(proposed) => proposed,
                turn => {
                    // Nobody knows what is already so while nobody knows where the robot is.
                    if matches!(turn, Turn::NothingToDo(_)) {
                        self.refuse_doubtful()?;
                    }
                    let verdict = self.tell(&turn)?;
                    if is_revised {
                        talk("What was proposed before is dropped: nothing was run.");
                    }
                    return Ok(verdict);
                }
            };
            self.show(&proposed)?;
            self.refuse_doubtful()?;
            if self.yes {
                return self.run(proposed.proposal.approve_for_simulation());
            }
            match self.review(*proposed, ask)? {
                Reviewed::Approved(approved) => return self.run(*approved),
                Reviewed::Dropped => return Ok(Verdict::No),
                Reviewed::Revised(next) => turn = next,
            }
            is_revised = true;
        }
    }

    /// Nobody is asked to approve what could not be run.
    fn refuse_doubtful(&self) -> Result<(), Failure> {
        recover::refuse_interrupted(self.desk)?;
        match self.desk.doubt(self.args.driver.is_simulated()).map_err(super::desk::store)? {
            Some(reason) => Err(not_run(RunError::Unconfirmed(reason))),
            None => Ok(()),
        }
    }

    /// Asks until the answer is a yes, a no or other words for what to do.
    fn review(&mut self, proposed: Proposed, ask: &mut Ask<'_>) -> Result<Reviewed, Failure> {
        let operator = self.args.operator.name()?;
        loop {
            let Some(answer) = ask("approve? [yes / no / say what to change] ")? else {
                talk("Nobody approved it: nothing was run.");
                return Ok(Reviewed::Dropped);
            };
            match Decision::of(&answer, self.desk) {
                Decision::Unclear => {}
                Decision::Reject => {
                    talk("Rejected: nothing was run.");
                    return Ok(Reviewed::Dropped);
                }
                Decision::Approve => {
                    let digest = proposed.proposal.digest();
                    let approved = proposed.proposal.approve(&operator, digest).map_err(Failure::input)?;
                    return Ok(Reviewed::Approved(Box::new(approved)));
                }
                Decision::Ask(question) => {
                    // An answer changes nothing about what waits.
                    match self.desk.hear(&question, &Cancel::default()).map_err(failure)? {
                        answered @ Turn::Answered(_) => drop(self.tell(&answered)?),
                        _ => return self.revise(proposed, &question),
                    }
                }
                Decision::Revise(comment) => return self.revise(proposed, &comment),
            }
        }
    }

    fn revise(&mut self, proposed: Proposed, comment: &str) -> Result<Reviewed, Failure> {
        self.desk.revise(proposed, comment, &Cancel::default()).map(Reviewed::Revised).map_err(failure)
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
    fn tell(&mut self, turn: &Turn) -> Result<Verdict, Failure> {
        let told = told::told(turn, self.desk.snapshot());
        if self.json {
            self.printer.json(&told.document)?;
        } else {
            self.printer.text(told.text)?;
        }
        self.printer.finish()?;
        self.facts = told.facts;
        Ok(told.verdict)
    }

    /// Runs what was approved, showing what goes on and listening to the operator meanwhile.
    fn run(&mut self, approved: ApprovedPlan) -> Result<Verdict, Failure> {
        let snapshot = Arc::clone(self.desk.snapshot());
        let robot = self.desk.store().robot().map_err(super::desk::store)?;
        let state = State::named(&snapshot, &robot.position, &robot.tool).map_err(Failure::input)?;
        let driver = self.args.driver.driver(&snapshot, state)?;
        let folder = self.args.data.folder();
        let control = Control::new();
        let display = Display::start(&control);
        let hands = Hands::on(&control, &display, io::stdin().is_terminal() && !self.yes);
        let desk = &mut *self.desk;
        let mut watch = |event: Event| {
            if let Some(line) = told::progress(&event) {
                display.show(line);
            }
        };
        // A fault of this program is not to end it without a word.
        let run = AssertUnwindSafe(|| desk.run(approved, driver, &control, &mut watch, folder));
        let ran: thread::Result<Result<RunReport, RunError>> = catch_unwind(run);
        self.is_cut_off |= hands.off();
        display.finish();
        match ran {
            Ok(report) => self.ended(&report.map_err(not_run)?),
            Err(_) => {
                Err(Failure::internal("the run broke off by a fault of this program: where the robot is, nobody knows")
                    .hint("look at the robot, then run `cellgraph recover`"))
            }
        }
    }

    fn ended(&mut self, report: &RunReport) -> Result<Verdict, Failure> {
        if self.json {
            self.printer.json(report)?;
        } else {
            self.printer.text(told::ended(report))?;
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
    /// An empty line: asked again.
    Unclear,
    /// A question, which is answered, and the proposal still waits.
    Ask(String),
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
                let reading = desk.readers().recogniser().read(answer, desk.snapshot(), anywhere);
                match reading.said {
                    Said::Confirm if reading.complete => Self::Approve,
                    Said::Ask(_) => Self::Ask(answer.to_owned()),
                    _ => Self::Revise(answer.to_owned()),
                }
            }
        }
    }
}

/// Why a sentence could not be taken up.
fn failure(error: WorkflowError) -> Failure {
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
