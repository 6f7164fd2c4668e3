//! A key or a word that is meant for the run that goes on → a wish, set at once and past the desk's thread. In: a form of a page. Out: what
//! was done, shown in the run's lines; or why nothing was.
//!
//! 1. Whatever leads to less motion (pause, step by step, a stop) is taken from every session, whatever its role, and for
//!    whichever run goes on.
//! 2. What lets a robot go on is taken from the session that approved the run, and names that run and what was shown: a yes to a step its
//!    question, a confirmation its code, a resume its pause. Where something else stands by now, it is refused, and nothing is recorded as done.
//! 3. A typed line is read as at the console: a question is answered beside the run, what is not understood pauses a run that
//!    moves, and what may ask for a stop halts.
//! 4. From the approval on there is a run to stop; before it a stop or a pause drops the plan that waits, or that may come of what is looked
//!    at, whoever waits for it.
//! 5. A word for less motion counts in whichever box it is typed, and whatever else was wrong with the form.

use uuid::Uuid;

use super::{
    beside,
    board::{Doing, Stands},
    elsewhere::Elsewhere,
    fault::Fault,
    floor::Refused,
    form::Form,
    hub::{Floor, Hub},
    operators::Role,
    sessions::Visitor,
    wished::{
        A_QUESTION, DONE, GOING_ON, HELP, NOT_PAUSED, NOT_UNDERSTOOD, NOT_UNDERSTOOD_AT_LAST,
        NOT_UNDERSTOOD_AT_QUESTION, NOT_UNDERSTOOD_AT_STEP, NOTHING_TO_PAUSE, PAUSING, PAUSING_AFTER_THE_QUESTION,
        STANDS_ALREADY, STEP_BY_STEP, STOPPING, STOPPING_ALL_THE_SAME, STOPPING_NOW, YES_TO_STEP,
    },
    words::Words,
};
use crate::{
    cell::shown,
    limits::{WEB_ACTS_OF_OTHERS_WAITING_MAX, WEB_ACTS_WAITING_MAX, WEB_LINES_MAX, WEB_STOPS_WAITING_MAX},
    review::reply::{self, Reply, ReviewWord, RunWord},
    run::{Control, GoneOn, Stop},
    store::PageActKind,
    workflow::Wish as Less,
};

/// The boxes that a person types into.
const TYPED: [&str; 5] = ["say", "words", "line", "code", "reason"];

/// What is wished.
enum Wish {
    Pause,
    /// The pause with this number is over.
    Resume(u32),
    Finish,
    Halt,
    StepByStep,
    /// A yes to the step that this question was about.
    Yes(u32),
    /// The step that this code was about was done.
    Confirm(u16),
    /// A line that may be a question.
    Asked(String),
    /// Which words are there?
    Help,
    /// A line that is nothing else.
    Unknown,
}

impl Wish {
    /// Whether a robot moves by it that would stand still without it.
    const fn leads_to_motion(&self) -> bool {
        match self {
            Self::Resume(_) | Self::Yes(_) | Self::Confirm(_) => true,
            Self::Pause
            | Self::Finish
            | Self::Halt
            | Self::StepByStep
            | Self::Asked(_)
            | Self::Help
            | Self::Unknown => false,
        }
    }

    /// Whether somebody has said in so many words that the robot is to move less.
    const fn is_stop(&self) -> bool {
        matches!(self, Self::Pause | Self::Finish | Self::Halt)
    }
}

/// Whether a form asks for what lets a robot go on.
pub(super) fn lets_move(form: &Form) -> bool {
    read(form).is_ok_and(|wish| wish.leads_to_motion())
}

pub(super) fn wish(hub: &Hub, visitor: &Visitor, form: &Form) -> Result<(), Fault> {
    if let Some(elsewhere) = hub.elsewhere() {
        return match form.text("wish")? {
            "line" => line_to_elsewhere(form.text("line")?, &elsewhere, hub, visitor),
            _ => to_elsewhere(&read(form)?, &elsewhere, hub, visitor),
        };
    }
    let wish = read(form)?;
    let named = if wish.leads_to_motion() { Some(form.parsed::<Uuid>("run")?) } else { None };
    obey(hub, visitor, wish, named)
}

/// What was typed into a form that was refused. A word for less motion is a wish to the run that goes on or begins, in whichever box it
/// stands and whatever the form was for; a no is one as well. Otherwise it stays refused.
pub(super) fn instead(hub: &Hub, visitor: &Visitor, form: &Form, fault: Fault) -> Result<(), Fault> {
    let lines = TYPED.iter().filter_map(|box_| form.text(box_).ok()).flat_map(|typed| typed.split(['\n', '\r']));
    let less = lines.filter_map(|line| match reply::during_run(line) {
        RunWord::StopNow | RunWord::No => Some((2, Wish::Halt)),
        RunWord::Stop => Some((1, Wish::Finish)),
        RunWord::Pause => Some((0, Wish::Pause)),
        _ => None,
    });
    let Some((_, wish)) = less.max_by_key(|(strength, _)| *strength) else { return Err(fault) };
    let obeyed = match hub.elsewhere() {
        Some(elsewhere) => to_elsewhere(&wish, &elsewhere, hub, visitor),
        None => obey(hub, visitor, wish, None),
    };
    match obeyed {
        // Nothing is there to be stopped.
        Err(Fault::Refused(Refused::NothingRuns)) => Err(fault),
        obeyed => obeyed,
    }
}

/// Does it to the run that goes on, or that begins. `named` is the run that the page showed.
fn obey(hub: &Hub, visitor: &Visitor, wish: Wish, named: Option<Uuid>) -> Result<(), Fault> {
    let floor = hub.floor.lock();
    let (run, session, control, asides) = match &*floor {
        Floor::Run { run, session, control, asides } => (*run, *session, control, asides),
        // Held until it is shown: the run takes over what was said so far.
        Floor::Begins { control, .. } => return to_one_that_begins(hub, visitor, &wish, control),
        // Nothing of it is approved, so that there are no single steps yet.
        Floor::Busy { control: Some(control), .. } | Floor::Review { control, .. }
            if !matches!(wish, Wish::StepByStep) =>
        {
            return to_one_that_begins(hub, visitor, &wish, control);
        }
        _ => return Err(Refused::NothingRuns.into()),
    };
    if wish.leads_to_motion() {
        if visitor.role < Role::Operate {
            return Err(Fault::MayNot(visitor.role));
        }
        if named != Some(run) {
            return Err(Refused::Stale.into());
        }
        if session != visitor.session {
            return Err(Refused::NotYourRun.into());
        }
    }
    let has_room = has_room(hub, visitor, &wish, session == visitor.session);
    if !has_room && wish.leads_to_motion() {
        return Err(Refused::TooMuchUnrecorded.into());
    }
    let stands = stands(hub);
    let wish = match wish {
        // A second question meanwhile is not taken.
        Wish::Asked(line) if !reply::is_about_the_run(&line) && !asides.take(&line) => Wish::Unknown,
        wish => wish,
    };
    // A key that is pressed twice has said it once.
    match &wish {
        Wish::Yes(question) if control.has_yes(*question) && !control.is_paused() => return Ok(()),
        Wish::StepByStep if control.is_stepwise() => return Ok(()),
        Wish::Confirm(code) if control.has_confirmed(*code) => {
            // Another question may have the same code.
            control.confirm(*code);
            return Ok(());
        }
        _ => {}
    }
    let (said, pause) = set(&wish, control, stands).inspect_err(|refused| {
        if *refused == Refused::PausedSince {
            // The page that is shown next names it.
            let last = control.last_pause();
            hub.run(|run| {
                run.paused(last);
                true
            });
        }
    })?;
    drop(floor);
    if has_room {
        let asked = if let Wish::Asked(line) = &wish { line } else { said.english() };
        hub.note(PageActKind::Wished, Some(visitor), &visitor.operator, asked);
    }
    hub.run(|run| {
        let before = run.is_paused;
        match &wish {
            Wish::Asked(line) => {
                run.say(Words::of_desk(format!("{}: {}", visitor.operator, shown(line))));
                if reply::is_about_the_run(line) {
                    run.say_how_it_stands();
                }
            }
            _ => run.say(said.by(&visitor.operator)),
        }
        if let Some(pause) = pause {
            run.paused(pause);
        }
        if let Wish::Resume(lifted) = &wish {
            run.lifted(*lifted);
        }
        pause.is_some() || before != run.is_paused
    });
    Ok(())
}

/// Whether what somebody wishes can be recorded: a stop as well where much was said before it.
fn has_room(hub: &Hub, visitor: &Visitor, wish: &Wish, drives: bool) -> bool {
    let most = if drives { WEB_ACTS_WAITING_MAX } else { WEB_ACTS_OF_OTHERS_WAITING_MAX };
    let more = if wish.is_stop() { WEB_STOPS_WAITING_MAX } else { 0 };
    hub.has_room_for_note(Some(visitor.session), most + more)
}

/// What leads to less motion counts for a run that is approved and has not begun, and for what is still looked at.
fn to_one_that_begins(hub: &Hub, visitor: &Visitor, wish: &Wish, control: &Control) -> Result<(), Fault> {
    match wish {
        Wish::Resume(_) | Wish::Yes(_) | Wish::Confirm(_) => return Err(Refused::Stale.into()),
        Wish::Asked(_) | Wish::Help => return Err(Refused::Busy.into()),
        Wish::Pause | Wish::Finish | Wish::Halt | Wish::StepByStep | Wish::Unknown => {}
    }
    let (said, _) = set(wish, control, Stood::default())?;
    if has_room(hub, visitor, wish, false) {
        hub.note(PageActKind::Wished, Some(visitor), &visitor.operator, said.english());
    }
    hub.show(|view| {
        if let Doing::Begins(lines) = &mut view.doing
            && lines.len() < WEB_LINES_MAX
        {
            lines.push(said.by(&visitor.operator));
        }
        true
    });
    Ok(())
}

/// What was taken for a question, and is none.
pub(super) fn not_understood(hub: &Hub, control: &Control) {
    // It is refused nowhere.
    let Ok((said, pause)) = set(&Wish::Unknown, control, stands(hub)) else { return };
    hub.run(|run| {
        run.say(said);
        pause.map(|pause| run.paused(pause)).is_some()
    });
}

/// How the run stands, as the page shows it.
#[derive(Clone, Copy, Default)]
struct Stood {
    stands: Option<Stands>,
    is_in_last_step: bool,
}

fn stands(hub: &Hub) -> Stood {
    match &hub.view().doing {
        Doing::Run(run) => Stood { stands: Some(run.stands), is_in_last_step: run.is_in_last_step() },
        _ => Stood::default(),
    }
}

/// A line that is typed beside the desk that drives.
fn line_to_elsewhere(line: &str, elsewhere: &Elsewhere, hub: &Hub, visitor: &Visitor) -> Result<(), Fault> {
    let wish = match read_line(line)? {
        // It may be a question that does not look like one.
        Wish::Unknown => Wish::Asked(line.trim().to_owned()),
        wish => wish,
    };
    if has_room(hub, visitor, &wish, false) {
        hub.note(PageActKind::Said, Some(visitor), &visitor.operator, line.trim());
    }
    to_elsewhere(&wish, elsewhere, hub, visitor)
}

/// To a run of another desk.
fn to_elsewhere(wish: &Wish, elsewhere: &Elsewhere, hub: &Hub, visitor: &Visitor) -> Result<(), Fault> {
    let less = match wish {
        Wish::Asked(line) => return beside::ask(hub, elsewhere, line, visitor),
        Wish::Help | Wish::Resume(_) | Wish::Yes(_) | Wish::Confirm(_) | Wish::StepByStep => {
            return Err(Refused::Elsewhere.into());
        }
        Wish::Pause => Less::Pause,
        Wish::Unknown => Less::NotUnderstood,
        Wish::Finish => Less::Stop,
        Wish::Halt => Less::StopNow,
    };
    beside::wish(hub, elsewhere, less, visitor)
}

/// Sets a wish: what is said of it, and the pause that it is. What answers another question than the one that stands is refused.
fn set(wish: &Wish, control: &Control, stood: Stood) -> Result<(Words, Option<u32>), Refused> {
    let says = |words| Ok((words, None));
    match wish {
        Wish::Pause => {
            let words = match stood.stands {
                Some(Stands::Paused | Stands::Asked(_)) => STANDS_ALREADY,
                Some(Stands::Unsure(_)) => PAUSING_AFTER_THE_QUESTION,
                _ if stood.is_in_last_step => NOTHING_TO_PAUSE,
                _ => PAUSING,
            };
            Ok((words, Some(control.pause())))
        }
        // The step waits for its key, and nothing moves before that.
        Wish::Unknown if matches!(stood.stands, Some(Stands::Asked(_))) => says(NOT_UNDERSTOOD_AT_STEP),
        Wish::Unknown => {
            let words = match stood.stands {
                Some(Stands::Unsure(_)) => NOT_UNDERSTOOD_AT_QUESTION,
                _ if stood.is_in_last_step => NOT_UNDERSTOOD_AT_LAST,
                _ => NOT_UNDERSTOOD,
            };
            Ok((words, Some(control.pause())))
        }
        Wish::Asked(_) => says(A_QUESTION),
        Wish::Help => says(HELP),
        Wish::Resume(pause) => match control.resume(*pause) {
            GoneOn::PausedSince(_) => Err(Refused::PausedSince),
            _ if control.stop() != Stop::No => says(STOPPING_ALL_THE_SAME),
            GoneOn::Lifted => says(GOING_ON),
            GoneOn::NotPaused => says(NOT_PAUSED),
        },
        Wish::Finish => {
            control.finish_step_and_stop();
            says(STOPPING)
        }
        Wish::Halt => {
            control.stop_now();
            says(STOPPING_NOW)
        }
        Wish::StepByStep => {
            control.step_by_step();
            says(STEP_BY_STEP)
        }
        Wish::Yes(question) if control.yes_to(*question) => says(YES_TO_STEP),
        Wish::Yes(_) => Err(Refused::Stale),
        Wish::Confirm(code) => match stood.stands {
            Some(Stands::Unsure(asked)) if asked == *code => {
                control.confirm(*code);
                says(DONE)
            }
            Some(Stands::Unsure(_)) => Err(Refused::OtherCode),
            _ => Err(Refused::Stale),
        },
    }
}

/// A key, by its word; or a typed line, by the one reader of replies.
fn read(form: &Form) -> Result<Wish, Fault> {
    Ok(match form.text("wish")? {
        "pause" => Wish::Pause,
        "resume" => Wish::Resume(pause(form)),
        "finish" => Wish::Finish,
        "halt" => Wish::Halt,
        "step" => Wish::StepByStep,
        "yes" => Wish::Yes(form.parsed("question")?),
        "confirm" => match reply::during_run(&format!("confirm {}", form.text("code")?.trim())) {
            RunWord::Confirm(code) => Wish::Confirm(code),
            _ => return Err(Refused::OtherCode.into()),
        },
        "line" => match read_line(form.text("line")?)? {
            Wish::Resume(_) => Wish::Resume(pause(form)),
            wish => wish,
        },
        // A form that is none of ours.
        _ => return Err(super::form::NoForm::Field("wish").into()),
    })
}

/// The pause that the page showed. A form without one lifts none.
fn pause(form: &Form) -> u32 {
    form.parsed("pause").unwrap_or(0)
}

fn read_line(line: &str) -> Result<Wish, Fault> {
    Ok(match reply::during_run(line) {
        RunWord::Empty => return Err(Fault::NoSentence),
        RunWord::Pause => Wish::Pause,
        // Which pause is lifted, the form says.
        RunWord::Resume => Wish::Resume(0),
        RunWord::Stop => Wish::Finish,
        RunWord::StopNow | RunWord::No => Wish::Halt,
        RunWord::Confirm(code) => Wish::Confirm(code),
        RunWord::Unknown if reply::at_review(line) == Reply::Word(ReviewWord::StepByStep) => Wish::StepByStep,
        RunWord::Unknown if reply::is_about_the_run(line) || reply::may_be_a_question(line) => {
            Wish::Asked(line.trim().to_owned())
        }
        RunWord::Help => Wish::Help,
        RunWord::Unknown => Wish::Unknown,
    })
}
