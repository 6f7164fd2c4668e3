//! Whole columns of a snapshot, in the order of the ids: for lists, where one look-up after the other would take twice the time.

use super::{Snapshot, at::texts, role_of, some_id, storage::Storage};
use crate::cell::{PositionId, Role, RoutineId, StandId, ToolId};

impl<S: Storage> Snapshot<S> {
    /// The ids of all positions.
    pub fn position_ids(&self) -> impl ExactSizeIterator<Item = PositionId> + DoubleEndedIterator + Clone + use<S> {
        ids(self.position_count()).map(PositionId)
    }

    /// The ids of all tools.
    pub fn tool_ids(&self) -> impl ExactSizeIterator<Item = ToolId> + DoubleEndedIterator + Clone + use<S> {
        ids(self.tool_count()).map(ToolId)
    }

    /// The ids of all stands, spare ones included.
    pub fn stand_ids(&self) -> impl ExactSizeIterator<Item = StandId> + DoubleEndedIterator + Clone + use<S> {
        ids(self.stand_count()).map(StandId)
    }

    /// The ids of all routines.
    pub fn routine_ids(&self) -> impl ExactSizeIterator<Item = RoutineId> + DoubleEndedIterator + Clone + use<S> {
        ids(self.routine_count()).map(RoutineId)
    }

    /// The names of all positions.
    pub fn position_names(&self) -> impl ExactSizeIterator<Item = &str> {
        texts(&self.text, &self.tables.position_name_offsets)
    }

    /// The descriptions of all positions.
    pub fn position_descriptions(&self) -> impl ExactSizeIterator<Item = &str> {
        texts(&self.text, &self.tables.position_description_offsets)
    }

    /// What all positions are for.
    pub fn roles(&self) -> impl ExactSizeIterator<Item = Role> {
        self.tables.position_facts.iter().map(|&facts| role_of(facts))
    }

    /// The names of all tools.
    pub fn tool_names(&self) -> impl ExactSizeIterator<Item = &str> {
        texts(&self.text, &self.tables.tool_name_offsets)
    }

    /// The `type` of all tools.
    pub fn tool_kinds(&self) -> impl ExactSizeIterator<Item = &str> {
        texts(&self.text, &self.tables.tool_kind_offsets)
    }

    /// The descriptions of all tools.
    pub fn tool_descriptions(&self) -> impl ExactSizeIterator<Item = &str> {
        texts(&self.text, &self.tables.tool_description_offsets)
    }

    /// Where the stands of all tools are.
    pub fn tool_positions(&self) -> impl ExactSizeIterator<Item = PositionId> {
        self.tables.tool_position.iter().map(|&position| PositionId(position))
    }

    /// The names of all routines.
    pub fn routine_names(&self) -> impl ExactSizeIterator<Item = &str> {
        texts(&self.text, &self.tables.routine_name_offsets)
    }

    /// The descriptions of all routines.
    pub fn routine_descriptions(&self) -> impl ExactSizeIterator<Item = &str> {
        texts(&self.text, &self.tables.routine_description_offsets)
    }

    /// The tools that all routines require.
    pub fn required_tools(&self) -> impl ExactSizeIterator<Item = Option<ToolId>> {
        self.tables.routine_tool.iter().map(|&tool| some_id(tool).map(ToolId))
    }
}

/// The numbers of so many ids.
const fn ids(count: usize) -> core::ops::Range<u32> {
    0..count as u32
}
