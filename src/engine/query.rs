//! The ten queries by name, with the results that the contract gives them. By dense id they are methods of [`Snapshot`].
//!
//! A name that is not in the graph is an error, except for [`get_routine_by_name`].

use std::fmt;

use serde_core::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    cell::{Ids, NO_TOOL, PositionId, Role, RoutineId, ToolId, shown},
    document::to_object,
    snapshot::{MetadataRef, Snapshot, route::Scratch},
};

/// A query that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryError {
    /// No such position.
    Position(String),
    /// No such routine.
    Routine(String),
    /// Least cost was asked for where a move has none.
    NoCosts,
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(name) => write!(f, "there is no position '{name}' in the snapshot"),
            Self::Routine(name) => write!(f, "there is no routine '{name}' in the snapshot"),
            Self::NoCosts => f.write_str("not every move of this cell has a cost: least cost cannot be asked for"),
        }
    }
}

impl std::error::Error for QueryError {}

/// A position, as `get_all_positions` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionRow<'s> {
    /// Its name.
    pub name: &'s str,
    /// What it is for.
    pub role: Role,
    /// For people.
    pub description: &'s str,
}

to_object!(PositionRow<'s> { "name": name, "role": role, "description": description, });

/// A tool, as `get_all_tools` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolRow<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its `type`.
    pub kind: &'s str,
    /// For people.
    pub description: &'s str,
}

to_object!(ToolRow<'s> { "name": name, "type": kind, "description": description, });

/// A routine, as `get_all_routines` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoutineRow<'s> {
    /// Its name.
    pub name: &'s str,
    /// For people.
    pub description: &'s str,
    /// A tool's name, or `none`.
    pub required_tool: &'s str,
}

to_object!(RoutineRow<'s> { "name": name, "description": description, "required_tool": required_tool, });

/// Tools and where their stands are, as one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolLocations<'s>(pub Vec<(&'s str, &'s str)>);

impl Serialize for ToolLocations<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (tool, position) in &self.0 {
            map.serialize_entry(tool, position)?;
        }
        map.end()
    }
}

/// A tool and its stand, as [`get_tool_stands`] gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolStandRow<'s> {
    /// The tool's name.
    pub tool: &'s str,
    /// The stand's name.
    pub stand: &'s str,
    /// The stand's pose; empty where there is none.
    pub pose: &'s str,
    /// The position that the stand is at.
    pub position: &'s str,
}

to_object!(ToolStandRow<'s> { "tool": tool, "stand": stand, "pose": pose, "position": position, });

/// How a shortest path is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// Fewest moves.
    #[default]
    Moves,
    /// Least cost, where every move has one.
    Cost,
}

/// All positions, by name.
#[must_use]
pub fn get_all_positions(s: &Snapshot) -> Vec<PositionRow<'_>> {
    let columns = s.position_names().zip(s.roles()).zip(s.position_descriptions());
    columns.map(|((name, role), description)| PositionRow { name, role, description }).collect()
}

/// All tools, by name.
#[must_use]
pub fn get_all_tools(s: &Snapshot) -> Vec<ToolRow<'_>> {
    let columns = s.tool_names().zip(s.tool_kinds()).zip(s.tool_descriptions());
    columns.map(|((name, kind), description)| ToolRow { name, kind, description }).collect()
}

/// All routines, by name.
#[must_use]
pub fn get_all_routines(s: &Snapshot) -> Vec<RoutineRow<'_>> {
    let columns = s.routine_names().zip(s.routine_descriptions()).zip(s.required_tools());
    let row = |((name, description), tool)| RoutineRow { name, description, required_tool: required(s, tool) };
    columns.map(row).collect()
}

/// Where each tool's stand is.
#[must_use]
pub fn get_tool_locations(s: &Snapshot) -> ToolLocations<'_> {
    let positions = s.tool_positions().map(|position| s.position_name(position));
    ToolLocations(s.tool_names().zip(positions).collect())
}

/// Where each tool's stand is, as [`get_tool_locations`], with the stand itself.
#[must_use]
pub fn get_tool_stands(s: &Snapshot) -> Vec<ToolStandRow<'_>> {
    let row = |id: ToolId| {
        let stand = s.tool_stand(id);
        let position = s.position_name(s.tool_position(id));
        ToolStandRow { tool: s.tool_name(id), stand: s.stand_name(stand), pose: s.stand_pose(stand), position }
    };
    s.tool_ids().map(row).collect()
}

/// Where one move leads from a position, by name.
///
/// # Errors
///
/// An unknown position.
pub fn get_allowed_moves<'s>(s: &'s Snapshot, position: &str) -> Result<Vec<&'s str>, QueryError> {
    Ok(names(s, s.allowed_moves(position_id(s, position)?)))
}

/// Where a routine is supported, by name.
///
/// # Errors
///
/// An unknown routine.
pub fn get_supported_positions<'s>(s: &'s Snapshot, routine: &str) -> Result<Vec<&'s str>, QueryError> {
    Ok(names(s, s.supported_positions(routine_id(s, routine)?)))
}

/// A routine, if there is one with this name.
#[must_use]
pub fn get_routine_by_name<'s>(s: &'s Snapshot, routine: &str) -> Option<RoutineRow<'s>> {
    s.routine_id(routine).map(|id| routine_row(s, id))
}

/// How a routine is done at a position; none where it is not supported there.
///
/// # Errors
///
/// An unknown routine or position.
pub fn get_routine_metadata<'s>(
    s: &'s Snapshot,
    routine: &str,
    position: &str,
) -> Result<Option<MetadataRef<'s>>, QueryError> {
    Ok(s.metadata(routine_id(s, routine)?, position_id(s, position)?))
}

/// The shortest path, both ends included; none where there is no path.
///
/// # Errors
///
/// An unknown position, or least cost where a move has none.
pub fn get_shortest_path<'s>(
    s: &'s Snapshot,
    from: &str,
    to: &str,
    by: By,
    scratch: &mut Scratch,
) -> Result<Option<Vec<&'s str>>, QueryError> {
    let (from, to) = (position_id(s, from)?, position_id(s, to)?);
    let mut route = Vec::new();
    let found = match by {
        By::Moves => s.shortest_path(from, to, scratch, &mut route),
        By::Cost if !s.every_move_has_cost() => return Err(QueryError::NoCosts),
        By::Cost => s.cheapest_path(from, to, scratch, &mut route),
    };
    Ok(found.then(|| route.iter().map(|&id| s.position_name(id)).collect()))
}

/// Whether the whitelist has a move.
///
/// # Errors
///
/// An unknown position.
pub fn is_move_allowed(s: &Snapshot, from: &str, to: &str) -> Result<bool, QueryError> {
    Ok(s.is_move_allowed(position_id(s, from)?, position_id(s, to)?))
}

/// Whether there is a position with this name.
#[must_use]
pub fn position_exists(s: &Snapshot, position: &str) -> bool {
    s.position_id(position).is_some()
}

/// The tool whose stand is at a position; none where there is no tool's stand.
///
/// # Errors
///
/// An unknown position.
pub fn tool_at<'s>(s: &'s Snapshot, position: &str) -> Result<Option<&'s str>, QueryError> {
    Ok(s.tool_at(position_id(s, position)?).map(|tool| s.tool_name(tool)))
}

fn names<'s>(s: &'s Snapshot, positions: Ids<'_, PositionId>) -> Vec<&'s str> {
    positions.iter().map(|id| s.position_name(id)).collect()
}

fn routine_row(s: &Snapshot, id: RoutineId) -> RoutineRow<'_> {
    let required_tool = required(s, s.required_tool(id));
    RoutineRow { name: s.routine_name(id), description: s.routine_description(id), required_tool }
}

fn required(s: &Snapshot, tool: Option<ToolId>) -> &str {
    tool.map_or(NO_TOOL, |tool| s.tool_name(tool))
}

fn position_id(s: &Snapshot, name: &str) -> Result<PositionId, QueryError> {
    s.position_id(name).ok_or_else(|| QueryError::Position(shown(name).into_owned()))
}

fn routine_id(s: &Snapshot, name: &str) -> Result<RoutineId, QueryError> {
    s.routine_id(name).ok_or_else(|| QueryError::Routine(shown(name).into_owned()))
}
