//! A key or a word that is meant for the run that goes on → a wish, set at once and past the desk's thread. In: a form of a page. Out: what
//! was done, shown in the run's lines; or why nothing was.
//!
//! 1. Whatever leads to less motion (pause, step by step, a stop) is taken from every session, whatever its role, and for
//!    whichever run goes on.
//! 2. What lets a robot go on is taken from the session that approved the run, and names that run; a yes to a step names the question
//!    that was shown, a confirmation its code.
//! 3. A typed line is read as at the console: a question is answered beside the run, what is not understood pauses, and what may ask
//!    for a stop halts.

use uuid::Uuid;

use super::{
    beside,
    elsewhere::Elsewhere,
    fault::Fault,
    floor::Refused,
    form::Form,
    hub::{Floor, Hub},
    operators::Role,
    sessions::Visitor,
    wished::{
        A_QUESTION, DONE, GOING_ON, NOT_UNDERSTOOD, PAUSING, STEP_BY_STEP, STOPPING, STOPPING_ALL_THE_SAME,
        STOPPING_NOW, YES_TO_STEP,
    },
    words::Words,
};
use crate::{
    cell::shown,
    limits::WEB_ACTS_WAITING_MAX,
    review::reply::{self, Reply, ReviewWord, RunWord},
    run::{Control, Stop},
    store::PageActKind,
    workflow::Wish as Less,
};

/// What is wished.
enum Wish {
    Pause,
    Resume,
    Finish,
    Halt,
    StepByStep,
    /// A yes to the step that this question was about.
    Yes(u32),
    /// The step that this code was about was done.
    Confirm(u16),
    /// A line that may be a question.
    Asked(String),
    /// A line that is nothing else.
    Unknown,
}

impl Wish {
    /// Whether a robot moves by it that would stand still without it.
    const fn leads_to_motion(&self) -> bool {
        match self {
            Self::Resume | Self::Yes(_) | Self::Confirm(_) => true,
            Self::Pause | Self::Finish | Self::Halt | Self::StepByStep | Self::Asked(_) | Self::Unknown => false,
        }
    }
}

pub(super) fn wish(hub: &Hub, visitor: &Visitor, form: &Form) -> Result<(), Fault> {
    if let Some(elsewhere) = hub.elsewhere() {
        return match form.text("wish")? {
            "line" => line_to_elsewhere(form.text("line")?, &elsewhere, hub, visitor),
            _ => to_elsewhere(&read(form)?, &elsewhere, hub, visitor),
        };
    }
    let wish = read(form)?;
    let floor = hub.floor.lock();
    let Floor::Run { run, session, control, asides } = &*floor else { return Err(Refused::NothingRuns.into()) };
    if wish.leads_to_motion() {
        if visitor.role < Role::Operate {
            return Err(Fault::MayNot(visitor.role));
        }
        if form.parsed::<Uuid>("run")? != *run {
            return Err(Refused::Stale.into());
        }
        if *session != visitor.session {
            return Err(Refused::NotYours.into());
        }
    }
    let has_room = hub.has_room_for_notes(WEB_ACTS_WAITING_MAX);
    if !has_room && wish.leads_to_motion() {
        return Err(Refused::Busy.into());
    }
    let wish = match wish {
        // A second question meanwhile is not taken.
        Wish::Asked(line) if !reply::is_about_the_run(&line) && !asides.take(&line) => Wish::Unknown,
        wish => wish,
    };
    let said = set(&wish, control);
    drop(floor);
    if has_room {
        let asked = if let Wish::Asked(line) = &wish { line } else { said.english() };
        hub.note(PageActKind::Wished, Some(visitor), &visitor.operator, asked);
    }
    hub.run(|run| {
        match &wish {
            Wish::Asked(line) => {
                run.say(Words::of_desk(format!("{}: {}", visitor.operator, shown(line))));
                if reply::is_about_the_run(line) {
                    run.say_how_it_stands();
                }
            }
            _ => run.say(said.by(&visitor.operator)),
        }
        false
    });
    Ok(())
}

/// A line that is typed beside the desk that drives.
fn line_to_elsewhere(line: &str, elsewhere: &Elsewhere, hub: &Hub, visitor: &Visitor) -> Result<(), Fault> {
    let wish = match read_line(line)? {
        // It may be a question that does not look like one.
        Wish::Unknown => Wish::Asked(line.trim().to_owned()),
        wish => wish,
    };
    if hub.has_room_for_notes(WEB_ACTS_WAITING_MAX) {
        hub.note(PageActKind::Said, Some(visitor), &visitor.operator, line.trim());
    }
    to_elsewhere(&wish, elsewhere, hub, visitor)
}

/// To a run of another desk.
fn to_elsewhere(wish: &Wish, elsewhere: &Elsewhere, hub: &Hub, visitor: &Visitor) -> Result<(), Fault> {
    let less = match wish {
        Wish::Asked(line) => return beside::ask(hub, elsewhere, line, visitor),
        Wish::Resume | Wish::Yes(_) | Wish::Confirm(_) | Wish::StepByStep => return Err(Refused::Elsewhere.into()),
        Wish::Pause => Less::Pause,
        Wish::Unknown => Less::NotUnderstood,
        Wish::Finish => Less::Stop,
        Wish::Halt => Less::StopNow,
    };
    beside::wish(hub, elsewhere, less, visitor)
}

fn set(wish: &Wish, control: &Control) -> Words {
    match wish {
        Wish::Pause => {
            control.pause();
            PAUSING
        }
        Wish::Unknown => {
            control.pause();
            NOT_UNDERSTOOD
        }
        Wish::Asked(_) => A_QUESTION,
        Wish::Resume => {
            control.resume();
            if control.stop() == Stop::No { GOING_ON } else { STOPPING_ALL_THE_SAME }
        }
        Wish::Finish => {
            control.finish_step_and_stop();
            STOPPING
        }
        Wish::Halt => {
            control.stop_now();
            STOPPING_NOW
        }
        Wish::StepByStep => {
            control.step_by_step();
            STEP_BY_STEP
        }
        Wish::Yes(question) => {
            control.yes_to(*question);
            YES_TO_STEP
        }
        Wish::Confirm(code) => {
            control.confirm(*code);
            DONE
        }
    }
}

/// A key, by its word; or a typed line, by the one reader of replies.
fn read(form: &Form) -> Result<Wish, Fault> {
    Ok(match form.text("wish")? {
        "pause" => Wish::Pause,
        "resume" => Wish::Resume,
        "finish" => Wish::Finish,
        "halt" => Wish::Halt,
        "step" => Wish::StepByStep,
        "yes" => Wish::Yes(form.parsed("question")?),
        "confirm" => match reply::during_run(&format!("confirm {}", form.text("code")?.trim())) {
            RunWord::Confirm(code) => Wish::Confirm(code),
            _ => Wish::Unknown,
        },
        "line" => read_line(form.text("line")?)?,
        // A form that is none of ours.
        _ => return Err(super::form::NoForm::Field("wish").into()),
    })
}

fn read_line(line: &str) -> Result<Wish, Fault> {
    Ok(match reply::during_run(line) {
        RunWord::Empty => return Err(Fault::NoSentence),
        RunWord::Pause => Wish::Pause,
        RunWord::Resume => Wish::Resume,
        RunWord::Stop => Wish::Finish,
        RunWord::StopNow | RunWord::No => Wish::Halt,
        RunWord::Confirm(code) => Wish::Confirm(code),
        RunWord::Unknown if reply::at_review(line) == Reply::Word(ReviewWord::StepByStep) => Wish::StepByStep,
        RunWord::Unknown if reply::is_about_the_run(line) || reply::may_be_a_question(line) => {
            Wish::Asked(line.trim().to_owned())
        }
        RunWord::Help | RunWord::Unknown => Wish::Unknown,
    })
}
