//! Whether something can be done, and why not. In: a deed. Out: yes or no: by the cell alone, where it allows the deed nowhere;
//! else by a plan from the state in force that was built, verified and thrown away; with the reasons in the cell's words.

use super::{
    super::{
        Found, Grounds,
        draft::{Line, Piece, Statement, gap},
        inventory, moves, robot, sources,
        words::{count, name},
    },
    here::Here,
    trial::Trial,
};
use crate::{
    cell::{PositionId, RoutineId, ToolId},
    checkpoint::synthesis::Citation,
    language::query::{Deed, Place, Way},
    snapshot::route::Scratch,
};

/// What a yes or a no from where the robot is stands for.
const PLANNED: &str = "Planned and verified";

/// How it is said that something can be done, and that it cannot: as yes or no, or in full where why not was asked.
type YesNo = [&'static str; 2];
const SHORT: YesNo = ["Yes:", "No:"];
const FULL: YesNo = ["It can be done:", "It cannot be done:"];

/// Whether a deed can be done.
pub(super) fn can<'g>(deed: Deed, grounds: &Grounds<'g>) -> Found<'g> {
    told(deed, SHORT, grounds)
}

fn told<'g>(deed: Deed, words: YesNo, grounds: &Grounds<'g>) -> Found<'g> {
    match deed {
        Deed::Work(routine, None) => anywhere(routine, words, grounds),
        Deed::Work(routine, Some(at)) => work(routine, at, words, grounds),
        Deed::Take(tool) => take(tool, words, grounds),
        Deed::Go(way) => go(way, words, grounds),
    }
}

/// Why a deed cannot be done; that it can, where it can.
pub(super) fn why_not<'g>(deed: Deed, grounds: &Grounds<'g>) -> Found<'g> {
    match Trial::of(deed, grounds) {
        None => told(deed, FULL, grounds),
        Some(trial) if !trial.why_not.is_empty() => cannot(&trial, Vec::new(), grounds),
        Some(trial) => {
            let done = Statement::within("Planned and verified: ", "It can be done:")
                .on(sources::trial(&["/planned_and_verified"]))
                .piece();
            let lines = vec![Line::of(vec![done, steps(&trial, grounds)]), Line::of(notes(grounds))];
            Found::lines(lines).with(vec![trial.read()])
        }
    }
}

/// `Yes:` or `No:`, held by a field that is true or false; `asked` says what of.
fn yes_no(is_so: bool, [yes, no]: YesNo, asked: &str, sources: Vec<Citation>) -> Piece {
    Statement::within(format!("{asked}: "), if is_so { yes } else { no }).on(sources).piece()
}

/// The reasons why a deed cannot be done from where the robot is, after a first line.
pub(super) fn cannot<'g>(trial: &Trial, first: Vec<Piece>, grounds: &Grounds<'g>) -> Found<'g> {
    let heading = Statement::within("Planned and verified: ", "It cannot be done:");
    let heading = heading.on(sources::trial(&["/planned_and_verified"])).piece();
    let mut lines = vec![Line::of(first.into_iter().chain([heading]).collect())];
    lines.extend(trial.why_not.iter().enumerate().map(|(number, why)| {
        let place = format!("/why_not/{number}");
        Line::hanging(vec![Statement::new(format!("  {why}")).on(sources::trial(&[&place])).piece()])
    }));
    lines.push(Line::of(notes(grounds)));
    Found::lines(lines).with(vec![trial.read()])
}

/// What is to be known with everything that is said from where the robot is.
pub(super) fn notes(grounds: &Grounds<'_>) -> Vec<Piece> {
    grounds.robot.map(|robot| robot::notes(robot, grounds)).unwrap_or_default()
}

fn anywhere<'g>(routine: RoutineId, words: YesNo, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let is_so = !s.supported_positions(routine).is_empty();
    let sources = sources::routine(s, routine, &["/positions_supported"]);
    let asked = format!("{}, positions supported", name(s.routine_name(routine)));
    inventory::supported_at(routine, grounds).headed(vec![yes_no(is_so, words, &asked, sources)])
}

fn work<'g>(routine: RoutineId, at: Place, words: YesNo, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let here = match Here::of([Some(at)].into_iter(), grounds) {
        Ok(here) => here,
        Err(told) => return told,
    };
    let Place::At(position) = here.place(at) else { return Found::sentence(notes(grounds)) };
    let (is_so, claim) = supported(routine, position, grounds);
    let asked = format!("{} supported at {}", name(s.routine_name(routine)), name(s.position_name(position)));
    let by_the_cell = || yes_no(is_so, words, &asked, sources::support(s, routine, position, &[]));
    if !is_so {
        let first = [by_the_cell(), claim].into_iter().chain(here.notes).collect();
        return inventory::supported_at(routine, grounds).headed(first);
    }
    match Trial::of(Deed::Work(routine, Some(Place::At(position))), grounds) {
        None => {
            let why = "the robot's state is not known in this cell";
            let gap = gap("whether it can be done from where the robot is", why);
            Found::lines(vec![Line::of(vec![by_the_cell(), claim]), Line::of(vec![gap]), Line::of(notes(grounds))])
        }
        Some(trial) => from_here(&trial, vec![claim, needs(routine, grounds)], grounds),
    }
}

fn supported(routine: RoutineId, at: PositionId, grounds: &Grounds<'_>) -> (bool, Piece) {
    let s = grounds.snapshot;
    let is_so = s.is_supported(routine, at);
    let not = if is_so { "" } else { "not " };
    let text = format!("{} is {not}supported at {}.", name(s.routine_name(routine)), name(s.position_name(at)));
    (is_so, Statement::new(text).on(sources::support(s, routine, at, &[])).piece())
}

fn needs(routine: RoutineId, grounds: &Grounds<'_>) -> Piece {
    let s = grounds.snapshot;
    let before = format!("{}: ", name(s.routine_name(routine)));
    let text = format!("{}.", inventory::needs(s, routine).replacen("Needs", "It needs", 1));
    Statement::within(before, text).on(sources::routine(s, routine, &["/name", "/needs_tool"])).piece()
}

fn take<'g>(tool: ToolId, words: YesNo, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let at = s.tool_position(tool);
    let is_so = s.attach_routine().is_some_and(|attach| s.is_supported(attach, at));
    let taking = || sources::taking(s, tool, &["/tool", "/kept_at", "/is_taken_there"]);
    let asked = format!("Taking {} at {}", name(s.tool_name(tool)), name(s.position_name(at)));
    let kept = || {
        let text = format!("{} is kept at {}.", name(s.tool_name(tool)), name(s.position_name(at)));
        Statement::new(text).on(sources::tool(s, tool, &["/name", "/kept_at"])).piece()
    };
    match Trial::of(Deed::Take(tool), grounds) {
        Some(trial) => from_here(&trial, vec![kept()], grounds),
        None => {
            let mut lines = vec![Line::of(vec![yes_no(is_so, words, &asked, taking()), kept()])];
            if is_so {
                let why = "the robot's state is not known in this cell";
                lines.push(Line::of(vec![gap("whether it can be taken from where the robot is", why)]));
            }
            lines.push(Line::of(notes(grounds)));
            Found::lines(lines)
        }
    }
}

fn go<'g>(way: Way, words: YesNo, grounds: &Grounds<'g>) -> Found<'g> {
    match Trial::of(Deed::Go(way), grounds) {
        Some(trial) if !trial.why_not.is_empty() => from_here(&trial, Vec::new(), grounds),
        Some(trial) => {
            let yes = yes_no(true, words, PLANNED, sources::trial(&["/planned_and_verified"]));
            way_to(Way { from: None, to: way.to }, grounds).headed(vec![yes]).with(vec![trial.read()])
        }
        None => {
            let Way { from: Some(Place::At(from)), to: Place::At(to) } = way else { return way_to(way, grounds) };
            let s = grounds.snapshot;
            let is_there = from == to || s.shortest_path(from, to, &mut Scratch::default(), &mut Vec::new());
            let asked = format!("There is a way from {} to {}", name(s.position_name(from)), name(s.position_name(to)));
            let sources = sources::way(&["/is_there", "/way_begins_at", "/way_ends_at"]);
            way_to(way, grounds).headed(vec![yes_no(is_there, words, &asked, sources)])
        }
    }
}

/// The way, with the robot's place where that is one of its ends.
pub(super) fn way_to<'g>(Way { from, to }: Way, grounds: &Grounds<'g>) -> Found<'g> {
    let to = match Here::of([Some(to)].into_iter(), grounds) {
        Ok(here) => here.place(to),
        Err(told) => return told,
    };
    let Place::At(to) = to else { return Found::sentence(notes(grounds)) };
    let from = from.and_then(|from| if let Place::At(id) = from { Some(id) } else { None });
    moves::path(from, to, grounds)
}

/// What came of it from where the robot is, and what is known of it by the cell alone.
fn from_here<'g>(trial: &Trial, known: Vec<Piece>, grounds: &Grounds<'g>) -> Found<'g> {
    let is_so = trial.why_not.is_empty();
    let first = yes_no(is_so, SHORT, PLANNED, sources::trial(&["/planned_and_verified"]));
    if !is_so {
        return cannot(trial, vec![first], grounds).closed(known);
    }
    let lines = vec![Line::of(vec![first, steps(trial, grounds)]), Line::of(known), Line::of(notes(grounds))];
    Found::lines(lines).with(vec![trial.read()])
}

/// How many steps it takes; that nothing is to be done where that is so.
pub(super) fn steps(trial: &Trial, grounds: &Grounds<'_>) -> Piece {
    let from = grounds.here().map(|(state, _)| name(grounds.snapshot.position_name(state.position)));
    let text = match trial.steps.len() {
        0 => "nothing is left to do: 0 steps.".to_owned(),
        n => format!("from {} it takes {}.", from.unwrap_or_default(), count(n, "step")),
    };
    Statement::new(text).on(sources::trial(&["/from", "/steps"])).on(robot::here_source(None)).piece()
}
