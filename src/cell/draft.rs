//! The whole cell as plain lists: what an import makes, and what a snapshot is built from.

use super::{PositionId, Role, RoutineId, StandId, ToolId};
use crate::document::to_object;

/// A place that the robot can stand at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Unique among positions.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// For people; empty where the export has none.
    pub description: String,
}

/// Something that the flange can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Unique among tools, never `none` in any case.
    pub name: String,
    /// The export's `type`, for people.
    pub kind: String,
    /// For people.
    pub description: String,
    /// The one stand that it is kept on.
    pub stand: StandId,
}

/// A holder for a tool. One that no tool names is a spare: no rule looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolStand {
    /// Unique among stands.
    pub name: String,
    /// For people.
    pub pose: String,
    /// Where it is, ascending: exactly one `tool_mount` position where a tool is kept on it, any number for a spare.
    pub positions: Vec<PositionId>,
}

/// Something that the robot can do at a position that supports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Routine {
    /// Unique among routines.
    pub name: String,
    /// For people.
    pub description: String,
    /// The tool that must be held, or none.
    pub required_tool: Option<ToolId>,
}

/// An allowed move, one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// Where it starts.
    pub from: PositionId,
    /// Where it ends; never where it starts.
    pub to: PositionId,
    /// Seconds, finite and > 0, where the export has it.
    pub cost_s: Option<f64>,
}

/// How a routine is done at one position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// Seconds to wait before it starts, finite and ≥ 0.
    pub stabilize_s: Option<f64>,
    /// What the controller does after it.
    pub action_after: Option<String>,
    /// What is checked after it.
    pub verify: Option<String>,
}

to_object!(Metadata {
    "stabilize": stabilize_s unless Option::is_none,
    "action_after": action_after unless Option::is_none,
    "verify": verify unless Option::is_none,
});

/// A routine is supported at a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Support {
    /// What may be done.
    pub routine: RoutineId,
    /// Where.
    pub position: PositionId,
    /// How.
    pub metadata: Metadata,
}

/// A whole cell as plain lists, in canonical form.
///
/// 1. `positions`, `tools`, `stands` and `routines` are in byte order of their names, each name once; ids index them.
/// 2. `moves` are in the order of (from, to), `supports` of (routine, position), each pair once, no move to itself.
/// 3. What the contract refuses is not in it: every tool has its own stand on its own `tool_mount` position.
///
/// The same graph gives the same draft, whatever the order and the ids of the export.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// By name.
    pub positions: Vec<Position>,
    /// By name.
    pub tools: Vec<Tool>,
    /// By name.
    pub stands: Vec<ToolStand>,
    /// By name.
    pub routines: Vec<Routine>,
    /// By (from, to).
    pub moves: Vec<Move>,
    /// By (routine, position).
    pub supports: Vec<Support>,
}

impl Draft {
    /// The first id that is of nothing this draft has, in words. None in what an import makes; whoever makes a draft by hand can name a
    /// position that is not there.
    #[must_use]
    pub fn foreign_id(&self) -> Option<String> {
        let Self { positions, tools, stands, routines, moves, supports } = self;
        let of_tools = tools.iter().map(|tool| ("a tool's stand", tool.stand.0, stands.len()));
        let of_stands = stands.iter().flat_map(|stand| &stand.positions);
        let of_stands = of_stands.map(|at| ("a stand's position", at.0, positions.len()));
        let of_routines = routines.iter().filter_map(|routine| routine.required_tool);
        let of_routines = of_routines.map(|tool| ("a routine's tool", tool.0, tools.len()));
        let of_moves = moves.iter().flat_map(|m| [("a move's beginning", m.from), ("a move's end", m.to)]);
        let of_moves = of_moves.map(|(what, id)| (what, id.0, positions.len()));
        let of_supports = supports.iter().flat_map(|support| {
            let routine = ("a support's routine", support.routine.0, routines.len());
            [routine, ("a support's position", support.position.0, positions.len())]
        });
        let mut all = of_tools.chain(of_stands).chain(of_routines).chain(of_moves).chain(of_supports);
        let (what, id, count) = all.find(|&(_, id, count)| id as usize >= count)?;
        Some(format!("{what} is number {id}, and there are {count}, counted from 0"))
    }
}
