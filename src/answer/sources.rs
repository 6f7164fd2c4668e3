//! The names of sources: how a claim says where it is known from. In: ids of the cell, rows, places in them. Out:
//! [`Citation`]s, and the same in plain words. What a source says is no matter here: see `evidence`.

use uuid::Uuid;

use crate::{
    cell::{PositionId, RoutineId, StandId, ToolId, shown},
    checkpoint::synthesis::{Citation, Kind, Line},
    snapshot::Snapshot,
};

/// A citation for each place; of the whole source for none.
pub(super) fn cite(kind: Kind, id: impl Into<String>, at: &[&str]) -> Vec<Citation> {
    let id = id.into();
    if at.is_empty() {
        return vec![Citation { kind, id, at: None, quote: None }];
    }
    at.iter().map(|at| Citation { kind, id: id.clone(), at: Some((*at).to_owned()), quote: None }).collect()
}

/// The cell's counts, and which snapshot it is.
pub(super) fn cell(at: &[&str]) -> Vec<Citation> {
    cite(Kind::Graph, "cell", at)
}

pub(super) fn position(s: &Snapshot, id: PositionId, at: &[&str]) -> Vec<Citation> {
    position_named(s.position_name(id), at)
}

/// A position by its name, whether the cell has it or not.
pub(super) fn position_named(name: &str, at: &[&str]) -> Vec<Citation> {
    cite(Kind::Graph, format!("position {name}"), at)
}

pub(super) fn tool(s: &Snapshot, id: ToolId, at: &[&str]) -> Vec<Citation> {
    tool_named(s.tool_name(id), at)
}

/// A tool by its name, whether the cell has it or not.
pub(super) fn tool_named(name: &str, at: &[&str]) -> Vec<Citation> {
    cite(Kind::Graph, format!("tool {name}"), at)
}

pub(super) fn stand(s: &Snapshot, id: StandId, at: &[&str]) -> Vec<Citation> {
    cite(Kind::Graph, format!("stand {}", s.stand_name(id)), at)
}

pub(super) fn routine(s: &Snapshot, id: RoutineId, at: &[&str]) -> Vec<Citation> {
    cite(Kind::Graph, format!("routine {}", s.routine_name(id)), at)
}

/// An allowed move.
pub(super) fn one_move(s: &Snapshot, from: PositionId, to: PositionId) -> Vec<Citation> {
    cite(Kind::Graph, format!("move {} -> {}", s.position_name(from), s.position_name(to)), &[])
}

/// A routine's support at a position.
pub(super) fn support(s: &Snapshot, routine: RoutineId, at: PositionId, places: &[&str]) -> Vec<Citation> {
    cite(Kind::Graph, format!("support {} at {}", s.routine_name(routine), s.position_name(at)), places)
}

/// How a routine is done, where that is the same everywhere.
pub(super) fn everywhere(s: &Snapshot, routine: RoutineId) -> Vec<Citation> {
    cite(Kind::Graph, format!("everywhere {}", s.routine_name(routine)), &[])
}

/// What holding a tool means at a position.
pub(super) fn holding(s: &Snapshot, held: ToolId, at: PositionId, places: &[&str]) -> Vec<Citation> {
    cite(Kind::Graph, format!("holding {} at {}", s.tool_name(held), s.position_name(at)), places)
}

/// A name of any kind, whether the cell has it or not.
pub(super) fn name(name: &str) -> Vec<Citation> {
    cite(Kind::Graph, format!("name {name}"), &["/cell_has"])
}

/// The way that was looked for.
pub(super) fn way(at: &[&str]) -> Vec<Citation> {
    cite(Kind::Graph, "way", at)
}

/// Whether a tool can be taken where it is kept.
pub(super) fn taking(s: &Snapshot, tool: ToolId, at: &[&str]) -> Vec<Citation> {
    cite(Kind::Graph, format!("taking {}", s.tool_name(tool)), at)
}

/// The list of the cell that was asked for.
pub(super) fn listed(at: &[&str]) -> Vec<Citation> {
    cite(Kind::Graph, "list", at)
}

/// The list of runs or steps that was asked for.
pub(super) fn picked(at: &[&str]) -> Vec<Citation> {
    cite(Kind::History, "picked", at)
}

/// Whether something can be done from the state in force.
pub(super) fn trial(at: &[&str]) -> Vec<Citation> {
    cite(Kind::Step, "trial", at)
}

/// Whether the robot holds this.
pub(super) fn in_hand(tool: &str) -> Vec<Citation> {
    cite(Kind::State, format!("in hand {tool}"), &["/is_in_hand"])
}

/// Whether the robot is there.
pub(super) fn robot_at(position: &str) -> Vec<Citation> {
    cite(Kind::State, format!("at {position}"), &["/is_robot_there"])
}

/// The row of the state.
pub(super) fn robot(at: &[&str]) -> Vec<Citation> {
    cite(Kind::State, "robot", at)
}

/// How far the row of the state may be relied on.
pub(super) fn reliance(at: &[&str]) -> Vec<Citation> {
    cite(Kind::State, "reliance", at)
}

/// The runs that were looked for in the history, as a whole.
pub(super) fn runs(at: &[&str]) -> Vec<Citation> {
    cite(Kind::History, "runs", at)
}

/// The row of one run.
pub(super) fn run(id: Uuid, at: &[&str]) -> Vec<Citation> {
    cite(Kind::History, format!("run {id}"), at)
}

/// A step of a run.
pub(super) fn step(run: Uuid, number: u32) -> Vec<Citation> {
    cite(Kind::Step, format!("{number} of run {run}"), &[])
}

/// The plan of a suggestion, by its place among them.
pub(super) fn plan(number: usize) -> Vec<Citation> {
    cite(Kind::Step, format!("plan {number}"), &[])
}

/// What a reader made of the sentence.
pub(super) fn reader(at: &[&str]) -> Vec<Citation> {
    cite(Kind::Output, "reader", at)
}

/// What planner and verifier said.
pub(super) fn planner(number: usize) -> Vec<Citation> {
    cite(Kind::Output, "planner", &[&format!("/errors/{number}")])
}

/// What a run itself reported at its end.
pub(super) fn report(at: &[&str]) -> Vec<Citation> {
    cite(Kind::Output, "report", at)
}

/// A claim with its sources in plain words: `The robot is at Home. [state: robot (position)]`.
#[must_use]
pub fn why(line: &Line) -> String {
    let mut named: Vec<(String, Vec<String>)> = Vec::new();
    for source in &line.sources {
        let id = format!("{}: {}", kind(source.kind), shown(&source.id));
        let place = source.at.as_deref().map(|at| at.trim_start_matches('/').replace(['/', '_'], " "));
        match named.iter_mut().find(|(known, _)| *known == id) {
            Some((_, places)) => places.extend(place),
            None => named.push((id, place.into_iter().collect())),
        }
    }
    let sources: Vec<String> = named
        .into_iter()
        .map(|(id, places)| if places.is_empty() { id } else { format!("{id} ({})", places.join(", ")) })
        .collect();
    format!("{}\n  from {}", line.text, sources.join("; "))
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Graph => "the cell",
        Kind::State => "the state",
        Kind::History => "the history",
        Kind::Step => "the steps",
        Kind::Output => "what was said by",
    }
}
