//! A position and a tool by name: what people, files and drivers speak of.

use serde::Serialize;

use crate::{
    cell::{NO_TOOL, State, shown},
    snapshot::Snapshot,
};

/// Where the robot is and what it holds, by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Place {
    /// The position's name.
    pub position: String,
    /// The tool's name, `none` for an empty flange.
    pub tool: String,
}

impl Place {
    /// The names of a state.
    #[must_use]
    pub fn of(snapshot: &Snapshot, state: State) -> Self {
        Self {
            position: snapshot.position_name(state.position).to_owned(),
            tool: state.tool.map_or(NO_TOOL, |tool| snapshot.tool_name(tool)).to_owned(),
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.tool.as_str() {
            NO_TOOL => write!(f, "{} with an empty hand", shown(&self.position)),
            tool => write!(f, "{} with {}", shown(&self.position), shown(tool)),
        }
    }
}
