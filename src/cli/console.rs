//! `run`: the operator's console. A line is a sentence, or one of a few words about the console itself.
//!
//! At the start and between two sentences, never during a run: a snapshot file that holds another layout than the one in
//! force is noticed, said in words, and taken up on the operator's word. While nobody knows where the robot is, questions are answered and nothing is run.

use std::sync::Arc;

use super::{
    desk::{DeskArgs, layout, store},
    failure::{Failure, Outcome, Verdict},
    printer::{Printer, complain, talk},
    recover::{self, Led},
    session::Session,
    terminal::Questions,
};
use crate::{
    answer::why,
    cell::State,
    checkpoint::synthesis::Line,
    observe::Declared,
    review::reply::{self, AtRest, Reply, ReviewWord},
    snapshot::Snapshot,
    store::{Reader, Store, StoreError},
    workflow::{Desk, Following, LayoutAtStart, LayoutFile, LayoutNews, NewLayout, layout_name, refused_plans},
};

mod ahead;
mod any_line;
mod below;
mod follow;
mod lines;
mod unedited;

use lines::Lines;

const EXAMPLES: &str = "\
Examples:
  cellgraph run --snapshot cell.cellgraph --driver simulator --speed 1
  cellgraph run --snapshot cell.cellgraph --driver files --robot /srv/controller

Type a command or a question. While a plan runs: pause, resume, step, stop, stop now; stop finishes the step, and \
Ctrl-C stops now. continue plans what is left of a run that was stopped. help, state, why, correct, layout, recover and quit are words of the console; everything else is a sentence. \
Ctrl-D ends it. While another console or the page drives the same data, this one follows: it shows what goes on there, answers, and takes \
pause, stop and stop now.";

const HELP: &str = "\
Say what to do (weld at position 1 and 2), ask (where is the robot?), or repeat (do that again).
A plan is shown first: answer yes, no, or say what to change. steps shows every step of it, step asks before each.
While it runs: pause, resume, stop (after the step), stop now; Ctrl-C is stop now. A question is answered.
Words of the console:
  continue what is left of a run that was stopped, to be reviewed
  state    where the robot is, as far as anybody knows
  why      what the last answer stands on
  correct  what can be done about the latest run, if it failed
  layout   look for a new snapshot, and offer it again
  recover  say where the robot is, having looked
  quit     end the console, as Ctrl-D does";

/// To a stop where nothing runs.
const NOT_RUNNING: &str = "Nothing is running. This is no emergency stop: press the button.";

const HELP_AT_LAYOUT: &str = "\
yes takes the new layout up: from then on every plan is made and verified with it. no declines it, and the layout in force stays.
Anything else leaves it undecided: type layout to be asked again.";

/// Refused plans that are shown with a new layout; `snapshot diff --history` lists them all.
const REFUSED_SHOWN: usize = 5;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    desk: DeskArgs,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let operator = args.desk.operator.name()?;
    let mut lines = Lines::new(args.desk.data.folder())?;
    if let Some(following) = Following::of(args.desk.data.folder()) {
        return follow::follow(&args.desk, &operator, following, lines);
    }
    let desk =
        args.desk.open(&mut |started, store| settle(started, store, &mut lines, &operator))?.asking_by_number(true);
    let desk = args.desk.followed(desk);
    lines.know(desk.completions());
    let mut console = Console { args, desk, lines, claims: Vec::new(), is_put_off: false, other_words: None };
    console.greet()?;
    console.ready()?;
    while let Some(line) = console.next()? {
        let goes_on = console.heed(line.trim(), printer)?;
        printer.finish()?;
        if !goes_on {
            break;
        }
        console.ready()?;
    }
    console.desk.record_acts_beside();
    Ok(Verdict::Yes)
}

struct Console<'a> {
    args: &'a Args,
    desk: Desk,
    lines: Lines,
    /// What the last answer stated, with its sources.
    claims: Vec<Line>,
    /// The operator was asked where the robot is, and has not answered yet.
    is_put_off: bool,
    /// What was said instead of one of the numbers that were asked for: the next line.
    other_words: Option<String>,
}

impl Console<'_> {
    fn greet(&self) -> Result<(), Failure> {
        let snapshot = self.desk.snapshot();
        talk(format_args!(
            "cellgraph {}: {} positions, {} tools, {} routines",
            env!("CARGO_PKG_VERSION"),
            snapshot.position_count(),
            snapshot.tool_count(),
            snapshot.routine_count(),
        ));
        if self.unready()?.is_none() {
            talk(super::state::words(&self.desk.store().robot().map_err(store)?));
        }
        talk("Say what to do, ask, or type help.");
        Ok(())
    }

    /// The next line: what was said instead of a number, else what is typed now.
    fn next(&mut self) -> Result<Option<String>, Failure> {
        match self.other_words.take() {
            Some(line) => Ok(Some(line)),
            None => self.lines.line("> "),
        }
    }

    /// One line; whether the console goes on after it.
    fn heed(&mut self, line: &str, printer: &mut Printer) -> Result<bool, Failure> {
        let word = line.to_lowercase();
        let news = self.look_for_layout(word == "layout")?;
        if !word.is_empty() && (reply::CONSOLE_WORDS.contains(&&*word) || reply::at_rest(line).is_some()) {
            self.desk.forget_unheard();
        }
        match word.as_str() {
            "" => {}
            "layout" if news => {}
            "layout" => talk("The snapshot's file holds the layout that is in force."),
            "quit" | "exit" | "bye" => return Ok(false),
            "help" | "?" => talk(HELP),
            "state" => match self.desk.store().robot() {
                Ok(robot) => printer.text(super::state::words(&robot))?,
                Err(error) => complain(&store(error)),
            },
            "why" | "why?" => self.why(printer)?,
            "recover" => self.lead()?,
            _ => match reply::at_rest(line) {
                Some(AtRest::Stop) => talk(NOT_RUNNING),
                Some(AtRest::Nothing) => talk("Nothing is running, and nothing waits for an answer."),
                Some(AtRest::Correct) => {
                    self.session(printer, |session, questions| session.correct(None, questions))?
                }
                Some(AtRest::GoOn) | None => {
                    self.session(printer, |session, questions| session.take(line, questions))?
                }
            },
        }
        Ok(true)
    }

    /// One sentence, or one correction. What goes wrong with it is said, and the console goes on, but for a disk that takes no
    /// more.
    fn session(
        &mut self,
        printer: &mut Printer,
        take: impl FnOnce(&mut Session<'_>, &mut Questions<'_>) -> Result<Verdict, Failure>,
    ) -> Result<(), Failure> {
        let lines = &mut self.lines;
        let mut session = Session::new(&mut self.desk, &self.args.desk, printer);
        match take(&mut session, &mut lines.questions()) {
            Err(failure @ Failure::Input { .. }) => {
                complain(&failure);
                if self.is_put_off {
                    talk("Here: type recover when somebody has looked at the robot.");
                }
            }
            taken => drop(taken?),
        }
        self.claims = session.claims;
        self.other_words = session.other_words;
        lines.ended |= session.is_cut_off;
        lines.begun = session.begun;
        Ok(())
    }

    fn why(&self, printer: &mut Printer) -> Result<(), Failure> {
        if self.claims.is_empty() {
            talk("There is no answer yet that stands on anything.");
        }
        self.claims.iter().try_for_each(|claim| printer.text(why(claim)))
    }

    /// Asks where the robot is while nobody knows, once; the answer may be put off.
    fn ready(&mut self) -> Result<(), Failure> {
        while let Some(why) = self.unready()? {
            if self.is_put_off || self.lines.ended {
                return Ok(());
            }
            talk(why);
            talk("Nothing is run before somebody has looked at the robot and said where it is.");
            self.lead()?;
        }
        self.is_put_off = false;
        Ok(())
    }

    /// Why nothing could be run now, if that is so.
    fn unready(&self) -> Result<Option<String>, Failure> {
        let stored = self.desk.store();
        if stored.interrupted().map_err(store)?.is_some() {
            return Ok(Some("A run was interrupted.".to_owned()));
        }
        let robot = match stored.robot() {
            Err(StoreError::NoRobotState) => return Ok(Some("This is the first start with this data.".to_owned())),
            robot => robot.map_err(store)?,
        };
        if let Err(error) = State::named(self.desk.snapshot(), &robot.position, &robot.tool) {
            return Ok(Some(format!("{error}: it was stored for another layout.")));
        }
        let reason = self.desk.reason_not_to_run(self.args.desk.driver.is_simulated()).map_err(store)?;
        let unsure = "Nobody knows for sure where the robot is";
        Ok(reason.map(|reason| if robot.confirmed { format!("{unsure}: {reason}.") } else { format!("{unsure}.") }))
    }

    /// Leads back to work; no answer at all puts it off.
    fn lead(&mut self) -> Result<(), Failure> {
        let operator = self.args.desk.operator.name()?;
        let snapshot = Arc::clone(self.desk.snapshot());
        let driver = &self.args.desk.driver;
        // The stop waits for no file that cannot be used.
        let declared = driver.declared(&snapshot).unwrap_or_else(|failure| {
            complain(&failure);
            Declared::default()
        });
        let robot = driver.controller()?;
        let mut found = recover::stop_controller(self.desk.store_mut(), robot.as_ref(), &declared)?;
        let mut questions = self.lines.questions();
        let open = self.desk.store_mut();
        match recover::lead(open, &snapshot, &operator, [None; 3], found.as_mut(), &mut questions) {
            Ok(Led::Said) => {
                talk(super::state::words(&self.desk.store().robot().map_err(store)?));
                return Ok(());
            }
            Ok(Led::Overtaken) => talk("Type recover when the robot stands still, and somebody has looked."),
            Ok(Led::PutOff) => {
                talk("Put off. Questions are answered meanwhile; type recover when somebody has looked.");
            }
            Err(failure @ Failure::Input { .. }) => {
                complain(&failure);
                talk("Type recover when somebody has looked.");
            }
            Err(failure) => return Err(failure),
        }
        self.is_put_off = true;
        Ok(())
    }

    /// Looks at the snapshot's file; whether there was anything to say about it. What was declined is offered again on
    /// demand alone.
    fn look_for_layout(&mut self, is_wanted: bool) -> Result<bool, Failure> {
        let new = match self.desk.look_at_layout(is_wanted).map_err(store)? {
            LayoutNews::Same => return Ok(false),
            LayoutNews::Unusable(reason) => {
                talk(format_args!(
                    "The snapshot's file has changed, and cannot be used: {reason}. The layout in force stays."
                ));
                return Ok(true);
            }
            LayoutNews::Declined(new, _) if !is_wanted => {
                let name = layout_name(&new.snapshot);
                talk(format_args!(
                    "The snapshot's file holds a layout that was declined: {name}. Type layout to take it up."
                ));
                return Ok(true);
            }
            LayoutNews::New(new) | LayoutNews::Declined(new, _) => new,
        };
        let operator = self.args.desk.operator.name()?;
        match offer(&new, self.desk.store(), &mut self.lines)? {
            Choice::None => talk("The layout in force stays. Type layout to be asked again."),
            Choice::Decline => {
                self.desk.decline_layout(&new, &operator).map_err(store)?;
                talk("The layout in force stays. Type layout to be asked again.");
            }
            Choice::TakeUp => match self.args.desk.readers_for(&self.desk, &new.snapshot) {
                Err(failure) => {
                    complain(&failure);
                    talk("The layout in force stays.");
                }
                Ok(readers) => {
                    self.desk.take_up_layout(&new, readers, &operator).map_err(layout)?;
                    self.lines.know(self.desk.completions());
                    talk("The new layout is in force.");
                }
            },
        }
        Ok(true)
    }
}

/// What an operator makes of a new layout.
enum Choice {
    TakeUp,
    Decline,
    /// Nobody has answered.
    None,
}

/// The layout that the console starts with: a new one is offered first.
fn settle(
    mut started: LayoutAtStart,
    open: &mut Store,
    lines: &mut Lines,
    operator: &str,
) -> Result<(LayoutFile, Arc<Snapshot>), Failure> {
    let settled = match std::mem::replace(&mut started.news, LayoutNews::Same) {
        LayoutNews::New(new) => match offer(&new, open, lines)? {
            Choice::TakeUp => started.take_up(&new, open, operator),
            Choice::Decline => started.decline(&new, open, operator),
            Choice::None => started.leave(),
        },
        LayoutNews::Declined(new, _) if started.in_force.is_none() => match offer(&new, open, lines)? {
            Choice::TakeUp => started.take_up(&new, open, operator),
            Choice::Decline | Choice::None => started.leave(),
        },
        LayoutNews::Same | LayoutNews::Unusable(_) | LayoutNews::Declined(..) => started.leave(),
    };
    settled.map_err(layout)
}

/// Says what is different in a new layout and which plans of the past it refuses, and asks whether to take it up.
fn offer(new: &NewLayout, history: &Reader, lines: &mut Lines) -> Result<Choice, Failure> {
    let past = refused_plans(&new.snapshot, history).map_err(store)?;
    talk(format_args!("There is a new layout, generation {}:", new.snapshot.provenance().generation));
    new.changes.iter().for_each(|change| talk(format_args!("  {change}")));
    if !past.refused.is_empty() {
        talk(format_args!("It would refuse {} of the {} plans in the history:", past.refused.len(), past.runs));
        for plan in past.refused.iter().take(REFUSED_SHOWN) {
            talk(format_args!("  '{}': {}", plan.operator_input, plan.reasons.join("; ")));
        }
    }
    loop {
        let answer = lines.questions().ask("take it up? [yes / no] ", "the layout was shown")?.unwrap_or_default();
        return Ok(match reply::at_review(&answer) {
            _ if reply::takes_up(&answer) => Choice::TakeUp,
            Reply::No => Choice::Decline,
            Reply::Word(ReviewWord::Help) => {
                talk(HELP_AT_LAYOUT);
                continue;
            }
            _ => Choice::None,
        });
    }
}
