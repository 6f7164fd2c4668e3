//! [`Snapshot`] → [`Draft`]: the plain lists back, for the check and for what changed between two snapshots.

use super::Snapshot;
use crate::cell::{
    Draft, Metadata, Move, Position, PositionId, Routine, RoutineId, StandId, Support, Tool, ToolId, ToolStand,
};

impl Snapshot {
    /// The draft that this snapshot was built from.
    #[must_use]
    pub fn draft(&self) -> Draft {
        Draft {
            positions: self.position_ids().map(|id| self.draft_position(id)).collect(),
            tools: self.tool_ids().map(|id| self.draft_tool(id)).collect(),
            stands: self.stand_ids().map(|id| self.draft_stand(id)).collect(),
            routines: self.routine_ids().map(|id| self.draft_routine(id)).collect(),
            moves: self.position_ids().flat_map(|from| self.draft_moves(from)).collect(),
            supports: self.routine_ids().flat_map(|routine| self.draft_supports(routine)).collect(),
        }
    }

    fn draft_position(&self, id: PositionId) -> Position {
        Position {
            name: self.position_name(id).to_owned(),
            role: self.role(id),
            description: self.position_description(id).to_owned(),
        }
    }

    fn draft_tool(&self, id: ToolId) -> Tool {
        Tool {
            name: self.tool_name(id).to_owned(),
            kind: self.tool_kind(id).to_owned(),
            description: self.tool_description(id).to_owned(),
            stand: self.tool_stand(id),
        }
    }

    fn draft_stand(&self, id: StandId) -> ToolStand {
        ToolStand {
            name: self.stand_name(id).to_owned(),
            pose: self.stand_pose(id).to_owned(),
            positions: self.stand_positions(id).iter().collect(),
        }
    }

    fn draft_routine(&self, id: RoutineId) -> Routine {
        Routine {
            name: self.routine_name(id).to_owned(),
            description: self.routine_description(id).to_owned(),
            required_tool: self.required_tool(id),
        }
    }

    fn draft_moves(&self, from: PositionId) -> impl Iterator<Item = Move> {
        let targets = self.allowed_moves(from).iter().zip(self.move_costs_s(from));
        targets.map(move |(to, &cost_s)| Move { from, to, cost_s: (!cost_s.is_nan()).then_some(cost_s) })
    }

    fn draft_supports(&self, routine: RoutineId) -> impl Iterator<Item = Support> {
        self.supported_positions(routine).iter().map(move |position| {
            let metadata = self.metadata(routine, position).unwrap_or_default();
            let metadata = Metadata {
                stabilize_s: metadata.stabilize_s,
                action_after: metadata.action_after.map(str::to_owned),
                verify: metadata.verify.map(str::to_owned),
            };
            Support { routine, position, metadata }
        })
    }
}
