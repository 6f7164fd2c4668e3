//! One entry of a list of the cell, by its ids: [`Thing`]. In: ids. Out: what they belong to. Neither words nor sources are made
//! here: the evidence uses this file, too.

use crate::{
    cell::{PositionId, RoutineId, StandId, ToolId},
    snapshot::Snapshot,
};

/// One thing of the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    Position(PositionId),
    Tool(ToolId),
    Routine(RoutineId),
    Stand(StandId),
    Move(PositionId, PositionId),
}

/// The tool that a stand is for; none for a spare one.
pub(super) fn tool_of(s: &Snapshot, stand: StandId) -> Option<ToolId> {
    s.tool_ids().find(|&tool| s.tool_stand(tool) == stand)
}
