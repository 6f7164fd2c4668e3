//! What a run's end tells the operator. In: the run's report, and state and history as they then are. Out: claims. What the
//! history and the state say stands on them; what they do not have stands on the report, and is the run's own word.

use std::rc::Rc;

use super::{
    Grounds,
    draft::{Line, Piece, Statement, gap, words},
    evidence::Read,
    history::Past,
    judged::{Draft, Traced},
    robot, sources,
};
use crate::{
    cell::shown,
    run::{Reliance, RunReport},
    store::{RunFilter, RunRow, RunStatus},
};

/// What a run came to, as far as it may be said.
#[must_use]
pub fn ended(report: &RunReport, grounds: &Grounds<'_>) -> Traced {
    draft_ended(report, grounds).judged()
}

/// The same, before anybody has looked whether it may be said.
#[must_use]
pub fn draft_ended<'g>(report: &'g RunReport, grounds: &Grounds<'g>) -> Draft<'g> {
    let recorded = recorded(report, grounds);
    let (record, unread) = match &recorded {
        Ok(record) => (record.as_ref(), None),
        Err(why) => (None, Some(gap("what the history says of this run", &**why))),
    };
    let mut lines = vec![
        Line::unbroken(vec![outcome(report, record)]),
        Line::unbroken(place(report, grounds)),
        Line::unbroken(vec![run(report, record)]),
    ];
    lines.extend(unread.map(|gap| Line::unbroken(vec![gap])));
    lines.extend((0..report.notes.len()).map(|number| Line::unbroken(vec![note(report, number)])));
    if !report.confirmed {
        lines.push(Line::unbroken(vec![words("Look at the robot, then say where it is. Nothing runs before that.")]));
    }
    let past = recorded.ok().flatten().map(|(row, past)| Read::Past(past, row));
    Draft::of(
        "how did the run end, and who knows where the robot is?".to_owned(),
        lines,
        past.into_iter().chain([Read::Report(report)]).collect(),
        *grounds,
    )
}

/// The run as the history has it; none where it does not.
fn recorded(report: &RunReport, grounds: &Grounds<'_>) -> Result<Option<(RunRow, Rc<Past>)>, String> {
    let Some(history) = grounds.history else { return Err("there is no history here".to_owned()) };
    let read = || {
        let latest = history.runs(&RunFilter { limit: Some(1), ..RunFilter::default() })?;
        let row = latest.into_iter().find(|row| row.run_id == report.run_id);
        let past = history.past(report.run_id)?.unwrap_or_default();
        Ok(row.map(|row| (row, Rc::new(past))))
    };
    read().map_err(|error: crate::store::StoreError| format!("the history cannot be read: {error}"))
}

/// `completed: 3 of 3 steps`. The history is asked for it, unless it was not told.
fn outcome(report: &RunReport, record: Option<&(RunRow, Rc<Past>)>) -> Piece {
    let text = format!("{}: {} of {} steps", shown(&report.end.to_string()), report.completed, report.steps);
    // Beside a stop that has a reason, the history has that, too, and this is the run's own word: the reason is a note.
    let is_recorded_so = record.is_some_and(|(_, past)| past.failure.as_deref() == Some(&*report.end.to_string()));
    let sources = match record.map(|(row, _)| row.status) {
        Some(RunStatus::Completed) if report.end.is_completed() => sources::run(report.run_id, &["/status", "/steps"]),
        Some(RunStatus::Failed) if !report.unwritten && is_recorded_so => {
            sources::run(report.run_id, &["/failed", "/steps"])
        }
        _ => sources::report(&["/ended", "/steps"]),
    };
    Statement::new(text).on(sources).piece()
}

fn place(report: &RunReport, grounds: &Grounds<'_>) -> Vec<Piece> {
    let last = || {
        let text = format!("It was last seen at {}.", report.place);
        let before = format!("{}: ", robot::who(grounds.robot));
        let whose = robot::whose(grounds.robot);
        Statement::within(before, text).on(sources::report(&["/robot_last_seen"])).on(whose).piece()
    };
    match (report.confirmed, &report.said) {
        (true, _) => {
            let text = format!("{} is at {}.", robot::who(grounds.robot), report.place);
            // What could not be written, or cannot be read, is the run's own word.
            let place = match grounds.robot {
                Some(_) if !report.unwritten => sources::robot(&["/position", "/in_hand"]),
                _ => sources::report(&["/robot_last_seen"]),
            };
            let whose = robot::whose(grounds.robot);
            vec![Statement::new(text).on(place).on(whose).about("robot.position", &report.place.position).piece()]
        }
        (false, Some(said)) => {
            let text = format!("The controller says that the robot is at {said}.");
            vec![Statement::new(text).on(sources::report(&["/controller_says"])).piece(), last()]
        }
        (false, None) => vec![nobody_knows(grounds), last()],
    }
}

fn nobody_knows(grounds: &Grounds<'_>) -> Piece {
    let doubted = grounds.robot.is_some_and(|robot| matches!(Reliance::of(robot), Reliance::Unconfirmed { .. }));
    let text = "Nobody knows where the robot is now.";
    match doubted {
        true => Statement::new(text).on(sources::reliance(&["/state_confirmed"])).piece(),
        // The run is not sure, and that could not be written: nothing that is stored says so.
        false => words(text),
    }
}

fn run(report: &RunReport, record: Option<&(RunRow, Rc<Past>)>) -> Piece {
    let sources = match record {
        Some(_) => sources::run(report.run_id, &["/run"]),
        None => sources::report(&["/run"]),
    };
    Statement::new(format!("Run {}", report.run_id)).on(sources).piece()
}

fn note(report: &RunReport, number: usize) -> Piece {
    let place = format!("/notes/{number}");
    let text = report.notes.get(number).map(|note| shown(note)).unwrap_or_default();
    Statement::new(format!("note: {text}")).on(sources::report(&[&place])).piece()
}
