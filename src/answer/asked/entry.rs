//! An entry of a list of the cell in words. In: a [`Thing`]. Out: its words as they stand in a list, and its citations. Which
//! things a list has is no matter here.

use super::super::{
    inventory::routine_with_tool,
    sources,
    thing::{Thing, tool_of},
    words::{name, seconds},
};
use crate::{checkpoint::synthesis::Citation, snapshot::Snapshot};

impl Thing {
    /// `Pos_1`, `tack_weld (needs Welder)`, `Home to Pos_1 (2.5 s)`.
    pub(super) fn words(self, s: &Snapshot) -> String {
        match self {
            Self::Position(id) => name(s.position_name(id)).into_owned(),
            Self::Tool(id) => name(s.tool_name(id)).into_owned(),
            Self::Routine(id) => routine_with_tool(s, id),
            Self::Stand(id) => match tool_of(s, id) {
                Some(tool) => format!("{} ({})", name(s.stand_name(id)), name(s.tool_name(tool))),
                None => name(s.stand_name(id)).into_owned(),
            },
            Self::Move(from, to) => {
                let way = format!("{} to {}", name(s.position_name(from)), name(s.position_name(to)));
                s.move_cost_s(from, to).map_or_else(|| way.clone(), |cost_s| format!("{way} ({})", seconds(cost_s)))
            }
        }
    }

    /// Where that is known from.
    pub(super) fn sources(self, s: &Snapshot) -> Vec<Citation> {
        match self {
            Self::Position(id) => sources::position(s, id, &["/name"]),
            Self::Tool(id) => sources::tool(s, id, &["/name"]),
            Self::Routine(id) => {
                let needs = s.required_tool(id).map(|_| "/needs_tool");
                sources::routine(s, id, &["/name"].into_iter().chain(needs).collect::<Vec<_>>())
            }
            Self::Stand(id) => {
                let tool = tool_of(s, id).map(|tool| sources::tool(s, tool, &["/name", "/kept_on_stand"]));
                sources::stand(s, id, &["/name"]).into_iter().chain(tool.into_iter().flatten()).collect()
            }
            Self::Move(from, to) => sources::one_move(s, from, to),
        }
    }
}
