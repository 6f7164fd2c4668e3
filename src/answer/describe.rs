//! What was understood, in words. In: [`Said`], as a reader gave it, and the snapshot whose ids it holds. Out: one phrase
//! that shows every quantifier, for the review, for the fallback and for `parse`. Nothing is spelled out here: "every work
//! position" stays that, so that the operator sees what the sentence was taken to say.

use super::{
    asked,
    words::{and, name},
};
use crate::{
    cell::{PositionId, RoutineId, ToolId},
    language::{Clause, Day, HistoryAsk, Lookup, Order, Outcome, Places, Replay, Said, Span, Subject},
    snapshot::Snapshot,
};

/// What was understood, as a phrase without a full stop: `do tack_weld at Pos_1 and Pos_2; then go to Home`.
#[must_use]
pub fn describe(said: &Said, snapshot: &Snapshot) -> String {
    match said {
        Said::Replay(Replay::Last) => "do the last completed run again".to_owned(),
        Said::Replay(Replay::Run(id)) => format!("do run {id} again"),
        Said::Replay(Replay::InRow(row)) => format!("do run {row} of the history again"),
        Said::Confirm => "go ahead with what was proposed".to_owned(),
        Said::Do(clauses) if clauses.is_empty() => "a command that names nothing to do".to_owned(),
        Said::Do(clauses) => {
            let clauses: Vec<String> = clauses.iter().map(|each| clause(each, snapshot)).collect();
            clauses.join("; then ")
        }
        Said::Unclear(_) => "a command, but not exactly what to do or where".to_owned(),
        Said::Ask(lookup) => format!("a question: {}", question(lookup, snapshot)),
        Said::Unknown => "nothing that is a command or a question about this cell".to_owned(),
    }
}

fn clause(clause: &Clause, s: &Snapshot) -> String {
    match clause {
        Clause::Go { places, times } => format!("go to {}{}", self::places(places, s, false), repeated(*times)),
        Clause::Work { routines, places, times, order } => work(routines, places, *times, *order, s),
        Clause::Take(tool) => format!("attach {}", tool_name(*tool, s)),
        Clause::Drop => "bring the held tool back".to_owned(),
        Clause::DropAndHome => "bring the held tool back and go home".to_owned(),
    }
}

fn work(routines: &[RoutineId], at: &Places, times: u16, order: Order, s: &Snapshot) -> String {
    let names: Vec<String> = routines.iter().map(|&id| routine_name(id, s)).collect();
    let several_places =
        at.spans.len() > 1 || at.spans.iter().any(|span| matches!(span, Span::All { .. } | Span::Range(..)));
    let places = places(at, s, true);
    let times = repeated(times);
    match order {
        _ if names.len() < 2 || !several_places => format!("do {} at {places}{times}", and(&names)),
        Order::RoutineByRoutine => format!("do {}, at {places}{times}", names.join(", after that ")),
        Order::PlaceByPlace => format!("position by position, at {places}: do {}{times}", and(&names)),
    }
}

fn repeated(times: u16) -> String {
    match times {
        0 | 1 => String::new(),
        2 => ", each step twice".to_owned(),
        n => format!(", each step {n} times"),
    }
}

fn places(places: &Places, s: &Snapshot, supporting: bool) -> String {
    let spans: Vec<String> = places.spans.iter().map(|each| span(each, s, supporting)).collect();
    let reversed = if places.reversed { ", last one first" } else { "" };
    match spans.is_empty() {
        true => "no position".to_owned(),
        false => format!("{}{reversed}", and(&spans)),
    }
}

fn span(span: &Span, s: &Snapshot, supporting: bool) -> String {
    let position = |id: PositionId| position_name(id, s);
    match span {
        Span::One(id) => position(*id),
        Span::Here => "the robot's position".to_owned(),
        Span::Back => "where the robot was before the last motion".to_owned(),
        Span::Range(from, to) => format!("each position from {} to {}", position(*from), position(*to)),
        Span::All { but } => {
            let every = if supporting { "every work position that supports it" } else { "every work position" };
            let but: Vec<String> = but.iter().map(|&id| position(id)).collect();
            if but.is_empty() { every.to_owned() } else { format!("{every} except {}", and(&but)) }
        }
    }
}

fn question(lookup: &Lookup, s: &Snapshot) -> String {
    let place =
        |id: &Option<PositionId>| id.map_or_else(|| "the robot's position".to_owned(), |id| position_name(id, s));
    match lookup {
        Lookup::Positions => "which positions there are".to_owned(),
        Lookup::Tools => "which tools there are".to_owned(),
        Lookup::Routines => "which routines there are".to_owned(),
        Lookup::WhereIsRobot => "where the robot is".to_owned(),
        Lookup::HeldTool => "which tool the robot holds".to_owned(),
        Lookup::ToolLocation(None) => "where the tools are kept".to_owned(),
        Lookup::ToolLocation(Some(id)) => format!("where {} is kept", tool_name(*id, s)),
        Lookup::AllowedMoves(from) => format!("where one move leads from {}", place(from)),
        Lookup::SupportedAt(id) => format!("where {} is supported", routine_name(*id, s)),
        Lookup::RoutinesAt(at) => format!("which routines are supported at {}", place(at)),
        Lookup::About(Subject::Position(id)) => format!("what {} is", position_name(*id, s)),
        Lookup::About(Subject::Tool(id)) => format!("what {} is", tool_name(*id, s)),
        Lookup::About(Subject::Routine(id)) => format!("what {} is", routine_name(*id, s)),
        Lookup::Path { from, to } => format!("the way from {} to {}", place(from), position_name(*to, s)),
        Lookup::History(ask) => format!("which {} there were{}", runs(ask), day(ask)),
        Lookup::LastRun => "what the last run was".to_owned(),
        Lookup::Capabilities => "what can be said here".to_owned(),
        Lookup::Status => "how things stand".to_owned(),
        Lookup::More(None) => "more of the last answer".to_owned(),
        Lookup::More(Some(n)) => format!("{n} more of the last answer"),
        Lookup::Rest => "the rest of the last answer".to_owned(),
        Lookup::Asked(query) => asked::describe(query, s),
    }
}

fn runs(ask: &HistoryAsk) -> String {
    let count = ask.count.map(|n| format!("last {n} ")).unwrap_or_default();
    let only = match ask.only {
        None => "",
        Some(Outcome::Completed) => "completed ",
        Some(Outcome::Failed) => "failed ",
    };
    format!("{count}{only}runs")
}

fn day(ask: &HistoryAsk) -> String {
    match ask.day {
        None => String::new(),
        Some(Day::Today) => " today".to_owned(),
        Some(Day::Yesterday) => " yesterday".to_owned(),
        Some(Day::Date(date)) => format!(" on {date}"),
    }
}

// Ids of another cell have no name here: they are said to be unknown, and nothing panics.

fn position_name(id: PositionId, s: &Snapshot) -> String {
    if id.index() < s.position_count() {
        name(s.position_name(id)).into_owned()
    } else {
        "an unknown position".to_owned()
    }
}

fn tool_name(id: ToolId, s: &Snapshot) -> String {
    if id.index() < s.tool_count() { name(s.tool_name(id)).into_owned() } else { "an unknown tool".to_owned() }
}

fn routine_name(id: RoutineId, s: &Snapshot) -> String {
    if id.index() < s.routine_count() { name(s.routine_name(id)).into_owned() } else { "an unknown routine".to_owned() }
}
