//! The questions of a recovery: where the robot is, what it holds, how somebody knows.
//!
//! In: what the record and the controller say, answers that were given already, and a person. Out: a confirmed position, or why
//! there is none. A no, a call for help or nothing at all in answer to any question confirms nothing. What the controller says
//! while a person answers is heard before anything is confirmed.

use crate::{
    cell::{NO_TOOL, State},
    cli::{
        desk::store,
        failure::Failure,
        input::{self, StateArgs},
        printer::talk,
        state::words,
        terminal::Questions,
    },
    review::{Place, reply},
    run::Recovered,
    snapshot::Snapshot,
    store::Store,
};

use super::{is_in_order, story};

/// What came of the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Led {
    /// A person has said where the robot is.
    Said,
    /// Nobody has; nothing was confirmed.
    PutOff,
    /// The controller said something else meanwhile; nothing was confirmed.
    Overtaken,
}

/// Says what is known, closes an interrupted run, and takes the operator's word. `answers` are those given already:
/// position, tool, reason. Whoever is asked all three is asked for a yes to the whole at the end. `found` is what the controller
/// said, and hears it on.
pub(in crate::cli) fn lead(
    open: &mut Store,
    snapshot: &Snapshot,
    operator: &str,
    answers: [Option<&str>; 3],
    found: Option<&mut Recovered>,
    questions: &mut Questions<'_>,
) -> Result<Led, Failure> {
    let reported = found.as_ref().and_then(|found| found.reported.clone());
    if let [Some(position), Some(tool), _] = answers {
        StateArgs::of(position, tool).state(snapshot)?;
    }
    if let ([Some(position), Some(tool), _], Some(place)) = (answers, &reported) {
        contradicted(place, position, tool)?;
    }
    if let Some(reason) = answers[2] {
        input::refuse_reason(reason)?;
    }
    if let Some(interrupted) = open.interrupted().map_err(store)? {
        talk(story(&interrupted));
        open.recover(interrupted.run.row.run_id, "the program ended in the middle of the run").map_err(store)?;
        talk("The run is closed as failed. No step is sent again.");
    }
    match open.robot() {
        Ok(robot) => talk(words(&robot)),
        Err(_) => talk("Nobody has said yet where the robot is."),
    }
    if let Some(place) = &reported {
        match agree(place, snapshot, answers, questions)? {
            Agreed::Yes => {
                let reason = "the controller reports it, and the operator has looked and agrees";
                return confirm(open, place, operator, reason, found);
            }
            Agreed::PutOff => return Ok(Led::PutOff),
            Agreed::No | Agreed::NotAsked => {}
        }
    }
    let mut answer = |given: Option<&str>, question: &str| match given {
        Some(given) => Ok(Some(given.to_owned())),
        None => said(questions, question),
    };
    let Some(position) = answer(answers[0], "Look at the robot. At which position is it? (nothing: put it off) ")?
    else {
        return Ok(Led::PutOff);
    };
    StateArgs::of(&position, NO_TOOL).state(snapshot)?;
    let Some(tool) = answer(answers[1], "What does it hold (none for nothing)? ")? else { return Ok(Led::PutOff) };
    let tool = match State::named(snapshot, &position, &tool) {
        Err(_) if reply::holds_nothing(&tool) => NO_TOOL.to_owned(),
        _ => tool,
    };
    StateArgs::of(&position, &tool).state(snapshot)?;
    // Where nobody was asked whether the controller is right, nobody has said that it is wrong.
    if let Some(place) = reported.filter(|_| answers != [None; 3]) {
        contradicted(&place, &position, &tool)?;
    }
    let Some(reason) = answer(answers[2], "How do you know? ")? else { return Ok(Led::PutOff) };
    input::refuse_reason(&reason)?;
    let place = Place { position, tool };
    if answers[2].is_none() {
        let whole = format!("The robot is at {place}, and you have looked. Is that so? [yes / no] ");
        match said(questions, &whole)? {
            Some(line) if reply::agrees(&line) => {}
            _ => return Ok(Led::PutOff),
        }
    }
    confirm(open, &place, operator, &reason, found)
}

/// Records where the robot is, unless the controller has said something else since it was asked.
fn confirm(
    open: &mut Store,
    place: &Place,
    operator: &str,
    reason: &str,
    found: Option<&mut Recovered>,
) -> Result<Led, Failure> {
    if let Some(why) = found.and_then(|found| found.against(place)) {
        let why = format!("the controller has said more meanwhile: {why}");
        talk(format_args!("{why}. Nothing is confirmed."));
        if is_in_order(open)? {
            open.distrust_robot(&why).map_err(store)?;
        }
        return Ok(Led::Overtaken);
    }
    open.ensure_robot(&place.position, &place.tool).map_err(store)?;
    open.correct_robot(&place.position, &place.tool, operator, reason).map_err(store)?;
    Ok(Led::Said)
}

/// An answer that says something: none for nothing, a no, or a call for help.
fn said(questions: &mut Questions<'_>, question: &str) -> Result<Option<String>, Failure> {
    let line = questions.ask(question, "the question was asked")?.map(|line| line.trim().to_owned());
    Ok(line.filter(|line| !line.is_empty() && !reply::puts_off(line)))
}

/// What an operator says to the controller's report.
enum Agreed {
    Yes,
    No,
    NotAsked,
    PutOff,
}

/// Shows what the controller reports, and asks whether it is so, where the answers were not given.
fn agree(
    place: &Place,
    snapshot: &Snapshot,
    answers: [Option<&str>; 3],
    questions: &mut Questions<'_>,
) -> Result<Agreed, Failure> {
    if State::named(snapshot, &place.position, &place.tool).is_err() {
        talk(format_args!("The controller reports {place}, which is no place and tool of this cell."));
        return Ok(Agreed::NotAsked);
    }
    talk(format_args!("The controller reports now that the robot is at {place}."));
    if answers != [None; 3] {
        return Ok(Agreed::NotAsked);
    }
    let answer = questions.ask("Look at the robot. Is that so? [yes / no] ", "the question was asked")?;
    Ok(match answer.as_deref().map(str::trim) {
        None | Some("") => Agreed::PutOff,
        Some(line) if reply::agrees(line) => Agreed::Yes,
        // The other questions follow; a no to them puts it off.
        Some(_) => Agreed::No,
    })
}

/// A place that is given is the one that the controller reports.
fn contradicted(place: &Place, position: &str, tool: &str) -> Result<(), Failure> {
    if (place.position.as_str(), place.tool.as_str()) == (position, tool) {
        return Ok(());
    }
    let what = "the controller reports now that the robot is";
    Err(Failure::input(format_args!("{what} at {place}, and not at '{position}' with '{tool}': nothing is confirmed"))
        .hint("look at the robot; where the controller is wrong, leave --robot out or say it with `cellgraph state correct`"))
}
