//! States by name: the one place where a position and a tool from outside become ids.

use std::fmt;

use super::Snapshot;
use crate::cell::{NO_TOOL, State, shown};

/// A state that names what the cell does not have: an input error, not a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateError {
    /// No such position.
    Position(String),
    /// No such tool.
    Tool(String),
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(name) => write!(f, "the position '{name}' is not in the snapshot"),
            Self::Tool(name) => {
                write!(f, "the tool '{name}' is not in the snapshot (use '{NO_TOOL}' for an empty flange)")
            }
        }
    }
}

impl std::error::Error for StateError {}

impl State {
    /// The state with these names; `none` is the empty flange.
    ///
    /// # Errors
    ///
    /// A name that is not in the snapshot.
    pub fn named(snapshot: &Snapshot, position: &str, tool: &str) -> Result<Self, StateError> {
        let position =
            snapshot.position_id(position).ok_or_else(|| StateError::Position(shown(position).into_owned()))?;
        let tool = match tool {
            NO_TOOL => None,
            name => Some(snapshot.tool_id(name).ok_or_else(|| StateError::Tool(shown(name).into_owned()))?),
        };
        Ok(Self { position, tool })
    }
}
