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
    awake::Awake,
    desk::DeskArgs,
    failure::{Failure, Verdict},
    input,
    printer::{Printer, talk},
    recover,
    signals::{self, Background},
    terminal::Questions,
};
use crate::{
    cell::{State, shown},
    checkpoint::synthesis::Line,
    language::model::Cancel,
    review::{
        ApprovedPlan,
        reply::{self, AtRest, Named},
    },
    run::{Control, Crew, Event, RunError, RunReport, is_stop},
    workflow::{self, Begun, Desk, Turn, Way, WorkflowError},
};

mod choose;
mod display;
mod hand;
mod hands;
mod keys;
mod review;
mod screen;
mod status;
mod told;

use display::Display;
use hands::{Hands, Hears};
use screen::Screen;
use status::Status;

/// A sentence, all the way; says whether the answer was yes.
pub(super) struct Session<'a> {
    desk: &'a mut Desk,
    args: &'a DeskArgs,
    printer: &'a mut Printer,
    /// Everything proposed is run without asking; for the simulator alone.
    pub(super) yes: bool,
    /// What a program approves, and nothing else. It counts where this program was awake from its start on.
    pub(super) approve: Option<(Named, Awake)>,
    pub(super) json: bool,
    /// Each step waits for a yes of its own.
    pub(super) step_by_step: bool,
    /// What the last answer stated, with its sources.
    pub(super) claims: Vec<Line>,
    /// Answers come from a terminal. One that is gone by the time of a run is none any more.
    is_at_terminal: bool,
    /// The terminal is gone, or the program was told to end: nobody is asked anything more.
    pub(super) is_cut_off: bool,
    /// What was said instead of one of the numbers that were asked for.
    pub(super) other_words: Option<String>,
    /// A line that was begun during the last run, and not ended.
    pub(super) begun: Option<String>,
}

/// What controls whatever comes of a sentence: from its first word on, while its plan is asked about, and its run. Whoever follows may say
/// stop all the while.
struct Held {
    control: Control,
    followed: Option<Begun>,
    /// Those before it. What was said to them counts.
    before: Vec<Control>,
}

impl Held {
    fn of(desk: &Desk) -> Self {
        let control = Control::new();
        let followed = desk.hold(&control);
        Self { control, followed, before: Vec::new() }
    }

    /// Before a question: where the program slept before it, a run may begin by the answer all the same.
    fn before_question(&mut self, desk: &Desk) {
        if self.control.stood_still().is_some() {
            let next = Self::of(desk);
            let before = std::mem::replace(self, next);
            self.before = before.before;
            self.before.push(before.control);
        }
    }

    /// Whether somebody has said stop or pause.
    fn is_held_back(&self) -> bool {
        self.before.iter().chain([&self.control]).any(Control::is_held_back)
    }
}

/// How a plan was approved.
#[derive(Clone, Copy)]
enum Approval {
    /// By an answer to the question.
    Answer,
    /// With the command itself.
    Command,
}

/// What a reviewer made of a proposal.
enum Reviewed {
    Approved(Box<ApprovedPlan>),
    Dropped,
    Revised(Turn),
}

impl<'a> Session<'a> {
    pub(super) fn new(desk: &'a mut Desk, args: &'a DeskArgs, printer: &'a mut Printer) -> Self {
        Self {
            desk,
            args,
            printer,
            yes: false,
            approve: None,
            json: false,
            step_by_step: false,
            claims: Vec::new(),
            is_at_terminal: io::stdin().is_terminal(),
            is_cut_off: false,
            other_words: None,
            begun: None,
        }
    }

    /// Takes one sentence from its words to its end.
    pub(super) fn take(&mut self, sentence: &str, questions: &mut Questions<'_>) -> Result<Verdict, Failure> {
        if reply::at_rest(sentence) == Some(AtRest::GoOn) {
            return self.carry_on(questions);
        }
        self.look_at(|desk| desk.hear(sentence, &Cancel::default()), questions)
    }

    /// From words to their end. Whoever follows may say stop all the while.
    fn look_at(
        &mut self,
        look: impl FnOnce(&mut Desk) -> Result<Turn, WorkflowError>,
        questions: &mut Questions<'_>,
    ) -> Result<Verdict, Failure> {
        self.note_from_now();
        let held = Held::of(self.desk);
        let turn = look(self.desk).map_err(failure)?;
        self.go_on(turn, held, questions)
    }

    /// A signal of the last run, or at the prompt, is over. Of `--approve` the start of the program counts.
    fn note_from_now(&self) {
        if self.approve.is_none() {
            signals::note_from_now();
        }
    }

    /// Takes what is left of the run that was stopped last from its proposal to its end.
    fn carry_on(&mut self, questions: &mut Questions<'_>) -> Result<Verdict, Failure> {
        self.refuse_doubtful()?;
        let robot = self.args.driver.robot();
        self.look_at(|desk| desk.carry_on(robot), questions)
    }

    /// Takes a correction of the latest run from what can be done to its end. Where no way is named, it is asked for one.
    pub(super) fn correct(&mut self, way: Option<Way>, questions: &mut Questions<'_>) -> Result<Verdict, Failure> {
        self.refuse_doubtful()?;
        self.note_from_now();
        let way = match way {
            Some(way) => way,
            None => match self.choose(questions)? {
                Some(way) => way,
                None => return Ok(Verdict::No),
            },
        };
        let robot = self.args.driver.robot();
        self.look_at(|desk| desk.correct(way, robot), questions)
    }

    /// From what came of a sentence to its end.
    fn go_on(&mut self, mut turn: Turn, mut held: Held, questions: &mut Questions<'_>) -> Result<Verdict, Failure> {
        let mut is_revised = false;
        loop {
            let proposed = match turn {
                Turn::Proposed(proposed) => proposed,
                ended => {
                    // Nobody knows what is already so while nobody knows where the robot is.
                    if matches!(ended, Turn::NothingToDo(_)) {
                        self.refuse_doubtful()?;
                    }
                    let verdict = self.tell(&ended)?;
                    if is_revised {
                        talk("What was proposed before is dropped: nothing was run.");
                    }
                    let Turn::Fallback(given_up) = ended else { return Ok(verdict) };
                    let Some(number) = self.choose_reading(&given_up, &|| held.is_held_back(), questions)? else {
                        return Ok(verdict);
                    };
                    let sentence = &given_up.offers[number - 1].sentence;
                    let heard = self.desk.hear_choice(&given_up.said, number, sentence, &Cancel::default());
                    turn = heard.map_err(failure)?;
                    is_revised = false;
                    continue;
                }
            };
            if held.is_held_back() {
                talk(workflow::HELD_BACK);
                return Ok(Verdict::No);
            }
            // What cannot be run is not shown as if it could.
            self.refuse_doubtful()?;
            let digest = self.show(&proposed)?;
            if self.yes {
                return self.run(proposed.proposal.approve_for_simulation(), held, Approval::Command);
            }
            if let Some((named, awake)) = self.approve.take() {
                return match self.named(*proposed, digest, &named)? {
                    Some(approved) => {
                        awake.refuse_sleep()?;
                        self.run(approved, held, Approval::Command)
                    }
                    None => Ok(Verdict::No),
                };
            }
            match self.review(*proposed, digest, &mut held, questions)? {
                Reviewed::Approved(approved) => return self.run(*approved, held, Approval::Answer),
                Reviewed::Dropped => return Ok(Verdict::No),
                Reviewed::Revised(next) => turn = next,
            }
            is_revised = true;
        }
    }

    /// Nobody is asked to approve what could not be run.
    fn refuse_doubtful(&self) -> Result<(), Failure> {
        recover::refuse_interrupted(self.desk)?;
        match self.desk.reason_not_to_run(self.args.driver.is_simulated()).map_err(super::desk::store)? {
            // The console says which of its own words does it.
            Some(reason) if self.desk.asks_by_number() => Err(Failure::input(RunError::Unconfirmed(reason))),
            Some(reason) => Err(not_run(RunError::Unconfirmed(reason))),
            None => Ok(()),
        }
    }

    /// Everything but a proposal is the end of a sentence.
    fn tell(&mut self, turn: &Turn) -> Result<Verdict, Failure> {
        let told = told::told(turn, self.desk);
        if self.json {
            self.printer.json(&told.document)?;
        } else {
            self.printer.text(told.text)?;
        }
        self.printer.finish()?;
        self.claims = told.claims;
        Ok(told.verdict)
    }

    /// Runs what was approved, showing what goes on and listening to the operator meanwhile.
    fn run(&mut self, approved: ApprovedPlan, held: Held, approval: Approval) -> Result<Verdict, Failure> {
        let Held { control, followed, .. } = held;
        let control = &control;
        let snapshot = Arc::clone(self.desk.snapshot());
        let robot = self.desk.store().robot().map_err(super::desk::store)?;
        let state = State::named(&snapshot, &robot.position, &robot.tool).map_err(Failure::input)?;
        let has_keys = io::stdin().is_terminal() && io::stderr().is_terminal() && !self.yes;
        let open = self.args.driver.to_be_confirmed(approved.plan(), &snapshot)?;
        if let Some((step, check)) = open.filter(|_| !has_keys) {
            return Err(Failure::input(format_args!(
                "step {step} would have to be confirmed at a terminal, for nothing is declared that answers '{}': nothing \
                 was sent",
                shown(&check)
            ))
            .hint("declare what answers it (--declared), or run it at a terminal"));
        }
        let screen = Screen::of_stderr(has_keys);
        if self.step_by_step && !screen.takes_keys() {
            return Err(no_steps());
        }
        let crew = Crew { driver: self.args.driver.driver(&snapshot, state)?, judge: self.args.judge.judge()? };
        let folder = self.args.data.folder();
        if self.step_by_step {
            control.step_by_step();
        }
        let (aside, takes_keys) = (self.desk.aside(), screen.takes_keys());
        let status = Status::new(&self.args.operator.name()?, approved.start());
        // Before any thread of the run is started, and until the last one is done.
        let _background = Background::leave_alone();
        let display = Display::start(control, screen, status);
        let hears = match approval {
            Approval::Answer if self.is_at_terminal => Hears::Keys { is_shown: takes_keys },
            Approval::Answer => Hears::Program,
            Approval::Command if self.is_at_terminal && !self.yes => Hears::Keys { is_shown: takes_keys },
            Approval::Command => Hears::Nothing,
        };
        if self.is_at_terminal && !io::stdin().is_terminal() {
            control.stop_now_because("the terminal is gone");
        }
        let hands = Hands::on(control, &display, hears, aside);
        let desk = &mut *self.desk;
        let mut watch = |event: Event| {
            hands.heed(&event, control);
            display.heed(&event);
        };
        // A fault of this program is not to end it without a word.
        let run = AssertUnwindSafe(|| desk.run(approved, crew, control, &mut watch, folder));
        let ran: thread::Result<Result<RunReport, RunError>> = catch_unwind(run);
        // Nothing is there to be stopped any more.
        drop(followed);
        let left = hands.off();
        self.is_cut_off |= left.is_cut_off;
        self.begun = left.begun;
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
        let told = self.desk.told_ended(report);
        if self.json {
            self.printer.json(&told::ended(report, &told)?)?;
        } else {
            self.printer.text(&told.text)?;
        }
        self.claims = told.claims;
        self.printer.finish()?;
        if report.confirmed && is_stop(&report.end.to_string()) && self.desk.asks_by_number() {
            talk("Type continue to be shown what is left of it.");
        }
        // The console asks for it by itself.
        if !report.confirmed && !report.unwritten && !self.desk.asks_by_number() {
            talk("`cellgraph recover` asks where it is.");
        }
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

/// Why a sentence could not be taken up.
fn failure(error: WorkflowError) -> Failure {
    match error {
        WorkflowError::Store(error) => super::desk::store(error),
        error @ WorkflowError::NotApproved(_) => Failure::input(error),
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

/// Step by step, where nobody could say yes to a step.
pub(super) fn no_steps() -> Failure {
    Failure::input("step by step needs a terminal at which each step is shown and answered")
        .hint("run it at a terminal, or without --step")
}
