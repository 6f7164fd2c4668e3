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
    (0..s.tool_count() as u32).map(ToolId).find(|&tool| s.tool_stand(tool) == stand)
}

/// The seconds of an allowed move, where the cell gives them.
pub(super) fn move_cost_s(s: &Snapshot, from: PositionId, to: PositionId) -> Option<f64> {
    let place = s.allowed_moves(from).iter().position(|&target| target == to.0)?;
    s.move_costs_s(from).get(place).copied().filter(|cost_s| !cost_s.is_nan())
}
