//! The ten queries by name, with the results that the contract gives them. By dense id they are methods of [`Snapshot`].
//!
//! A name that is not in the graph is an error, except for [`get_routine_by_name`].

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    cell::{NO_TOOL, PositionId, Role, RoutineId, ToolId, shown},
    snapshot::{MetadataRef, Snapshot, route::Scratch},
};

/// A query that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// No such position.
    #[error("there is no position '{0}' in the snapshot")]
    Position(String),
    /// No such routine.
    #[error("there is no routine '{0}' in the snapshot")]
    Routine(String),
    /// Least cost was asked for where a move has none.
    #[error("not every move of this cell has a cost: least cost cannot be asked for")]
    NoCosts,
}

/// A position, as `get_all_positions` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PositionRow<'s> {
    /// Its name.
    pub name: &'s str,
    /// What it is for.
    pub role: Role,
    /// For people.
    pub description: &'s str,
}

/// A tool, as `get_all_tools` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ToolRow<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its `type`.
    #[serde(rename = "type")]
    pub kind: &'s str,
    /// For people.
    pub description: &'s str,
}

/// A routine, as `get_all_routines` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoutineRow<'s> {
    /// Its name.
    pub name: &'s str,
    /// For people.
    pub description: &'s str,
    /// A tool's name, or `none`.
    pub required_tool: &'s str,
}

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
    let row = |id| PositionRow { name: s.position_name(id), role: s.role(id), description: s.position_description(id) };
    ids(s.position_count()).map(PositionId).map(row).collect()
}

/// All tools, by name.
#[must_use]
pub fn get_all_tools(s: &Snapshot) -> Vec<ToolRow<'_>> {
    let row = |id| ToolRow { name: s.tool_name(id), kind: s.tool_kind(id), description: s.tool_description(id) };
    ids(s.tool_count()).map(ToolId).map(row).collect()
}

/// All routines, by name.
#[must_use]
pub fn get_all_routines(s: &Snapshot) -> Vec<RoutineRow<'_>> {
    ids(s.routine_count()).map(|id| routine_row(s, RoutineId(id))).collect()
}

/// Where each tool's stand is.
#[must_use]
pub fn get_tool_locations(s: &Snapshot) -> ToolLocations<'_> {
    let location = |id| (s.tool_name(id), s.position_name(s.tool_position(id)));
    ToolLocations(ids(s.tool_count()).map(ToolId).map(location).collect())
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

fn ids(count: usize) -> std::ops::Range<u32> {
    0..count as u32
}

fn names<'s>(s: &'s Snapshot, positions: &[u32]) -> Vec<&'s str> {
    positions.iter().map(|&id| s.position_name(PositionId(id))).collect()
}

fn routine_row(s: &Snapshot, id: RoutineId) -> RoutineRow<'_> {
    let required_tool = s.required_tool(id).map_or(NO_TOOL, |tool| s.tool_name(tool));
    RoutineRow { name: s.routine_name(id), description: s.routine_description(id), required_tool }
}

fn position_id(s: &Snapshot, name: &str) -> Result<PositionId, QueryError> {
    s.position_id(name).ok_or_else(|| QueryError::Position(shown(name).into_owned()))
}

fn routine_id(s: &Snapshot, name: &str) -> Result<RoutineId, QueryError> {
    s.routine_id(name).ok_or_else(|| QueryError::Routine(shown(name).into_owned()))
}
