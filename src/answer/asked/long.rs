//! How long something takes, and what is waited, done after and checked where it is done. In: a deed. Out: seconds by the costs of
//! the moves and the waits before routines, where the layout has them all; else that it does not say. How long a routine itself
//! takes, no layout says.

use super::{
    super::{
        Found, Grounds, about,
        draft::{Line, Piece, Statement, gap},
        inventory, moves, robot, sources,
        words::{and, count, name, seconds},
    },
    can::{cannot, notes, way_to},
    here::Here,
    trial::Trial,
};
use crate::{
    cell::{PositionId, RoutineId},
    language::query::{Deed, Place, Way},
    snapshot::{Snapshot, route::Scratch},
};

/// How long a deed takes.
pub(super) fn long<'g>(deed: Deed, grounds: &Grounds<'g>) -> Found<'g> {
    match (deed, Trial::of(deed, grounds)) {
        (_, Some(trial)) if !trial.why_not.is_empty() => cannot(&trial, Vec::new(), grounds),
        (_, Some(trial)) => planned(&trial, grounds),
        (Deed::Go(way @ Way { from: Some(Place::At(from)), to: Place::At(to) }), None) => {
            way_to(way, grounds).headed(along(from, to, grounds.snapshot).into_iter().collect())
        }
        (Deed::Go(way), None) => way_to(way, grounds),
        (Deed::Work(_, None), None) => dwell(deed, grounds).headed(vec![itself(deed, grounds.snapshot)]),
        (_, None) => {
            let why = "the robot's state is not known in this cell";
            let gap = gap("how long the way from where the robot is takes", why);
            let closing = [gap, itself(deed, grounds.snapshot)].into_iter().chain(notes(grounds)).collect();
            dwell(deed, grounds).closed(closing)
        }
    }
}

/// What is waited before a deed, done after it, and checked.
pub(super) fn dwell<'g>(deed: Deed, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let limit = |text: &str| Found::sentence(vec![Piece::Limit(text.to_owned())]);
    let (routine, at) = match deed {
        Deed::Go(_) => return limit("A move has no dwell: it does not say that anything is waited, done or checked."),
        Deed::Take(tool) => match s.attach_routine() {
            Some(attach) => (attach, Some(Place::At(s.tool_position(tool)))),
            None => return limit("It does not say: this cell has no routine that takes a tool."),
        },
        Deed::Work(routine, at) => (routine, at),
    };
    let Some(at) = at else { return everywhere(routine, grounds) };
    let here = match Here::of([Some(at)].into_iter(), grounds) {
        Ok(here) => here,
        Err(told) => return told,
    };
    let Place::At(position) = here.place(at) else { return Found::sentence(notes(grounds)) };
    if !s.is_supported(routine, position) {
        let text =
            format!("{} is not supported at {}.", name(s.routine_name(routine)), name(s.position_name(position)));
        let not = Statement::new(text).on(sources::support(s, routine, position, &[])).piece();
        return inventory::supported_at(routine, grounds).headed(vec![not]);
    }
    let how = about::how_at(s, routine, position, "");
    Found::lines(vec![Line::hanging(vec![how]), Line::of(here.notes)])
}

fn everywhere<'g>(routine: RoutineId, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let positions: Vec<PositionId> = s.supported_positions(routine).iter().collect();
    let lines = about::metadata(s, routine, &positions);
    if lines.is_empty() {
        let text = format!("It does not say: nothing is said about how {} is done.", name(s.routine_name(routine)));
        return Found::sentence(vec![Piece::Limit(text)]);
    }
    Found::lines(lines.into_iter().map(|piece| Line::hanging(vec![piece])).collect())
}

/// The seconds of a plan from where the robot is.
fn planned<'g>(trial: &Trial, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let (moves, waits_s) = (trial.moves(), trial.waits_s(s));
    let waits = format!("{} of waits before routines", seconds(waits_s));
    let moving = |moves_s: f64| format!("{} for {}", seconds(moves_s), count(moves, "move"));
    let (text, places) = match trial.moves_s(s) {
        _ if trial.steps.is_empty() => ("0 s: 0 steps are left to do.".to_owned(), vec!["/takes", "/steps"]),
        Some(moves_s) if waits_s > 0.0 && moves > 0 => (
            format!("{}: {} and {waits}.", seconds(moves_s + waits_s), moving(moves_s)),
            vec!["/takes", "/moves_take", "/moves", "/waits"],
        ),
        Some(_) if waits_s > 0.0 => (format!("{waits}."), vec!["/waits"]),
        Some(moves_s) => (format!("{}.", moving(moves_s)), vec!["/moves_take", "/moves"]),
        None => {
            let none = format!("It does not say: the layout has no times for some of the {}.", count(moves, "move"));
            let waits = Statement::new(format!("There are {waits}.")).on(sources::trial(&["/waits"])).piece();
            let first = [Piece::Limit(none)].into_iter().chain((waits_s > 0.0).then_some(waits));
            return Found::lines(vec![Line::of(first.collect()), Line::of(notes(grounds))]).with(vec![trial.read()]);
        }
    };
    let from = grounds.here().map(|(state, _)| name(s.position_name(state.position))).unwrap_or_default();
    let begins = Statement::new(format!("That is from {from}.")).on(sources::trial(&["/from"]));
    let first =
        vec![Statement::new(text).on(sources::trial(&places)).piece(), begins.on(robot::here_source(None)).piece()];
    let mut lines = vec![Line::of(first)];
    let routines: Vec<_> = trial.routines().into_iter().map(|id| name(s.routine_name(id))).collect();
    if !routines.is_empty() {
        let take = if routines.len() == 1 { "takes" } else { "take" };
        let text = format!("The layout does not say how long {} {take}.", and(&routines));
        lines.push(Line::of(vec![Piece::Limit(text)]));
    }
    lines.push(Line::of(notes(grounds)));
    Found::lines(lines).with(vec![trial.read()])
}

/// The seconds of the way between two positions, or that the layout has none; nothing where there is no way.
fn along(from: PositionId, to: PositionId, s: &Snapshot) -> Option<Piece> {
    let mut route = Vec::new();
    if from == to || !s.shortest_path(from, to, &mut Scratch::default(), &mut route) {
        return None;
    }
    let (a, b) = (name(s.position_name(from)), name(s.position_name(to)));
    Some(match moves::duration_s(s, &route) {
        Some(way_s) => Statement::within(format!("From {a} to {b}, the way takes "), format!("{}.", seconds(way_s)))
            .on(sources::way(&["/takes", "/way_begins_at", "/way_ends_at"]))
            .piece(),
        None => Piece::Limit(format!("It does not say: the layout has no times for the way from {a} to {b}.")),
    })
}

/// That nothing says how long the work itself takes.
fn itself(deed: Deed, s: &Snapshot) -> Piece {
    let what = match deed {
        Deed::Work(routine, _) => name(s.routine_name(routine)),
        Deed::Take(tool) => format!("taking {}", name(s.tool_name(tool))).into(),
        Deed::Go(_) => "the way".into(),
    };
    Piece::Limit(format!("It does not say: the layout has no time for {what} itself."))
}
