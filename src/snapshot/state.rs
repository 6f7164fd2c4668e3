//! States by name: the one place where a position and a tool from outside become ids.

use core::fmt;

use super::{Snapshot, storage::Storage};
#[cfg(feature = "std")]
use crate::cell::shown;
use crate::cell::{NO_TOOL, State};

/// A state that names what the cell does not have: an input error, not a verdict.
#[cfg(feature = "std")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateError {
    /// No such position.
    Position(String),
    /// No such tool.
    Tool(String),
}

#[cfg(feature = "std")]
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

#[cfg(feature = "std")]
impl std::error::Error for StateError {}

/// Which of a state's two names the cell does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unnamed {
    /// There is no such position.
    Position,
    /// There is no such tool.
    Tool,
}

impl fmt::Display for Unnamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "the position is not in the snapshot",
            Self::Tool => "the tool is not in the snapshot",
        })
    }
}

impl core::error::Error for Unnamed {}

impl State {
    /// The state with these names; `none` is the empty flange.
    ///
    /// # Errors
    ///
    /// A name that is not in the snapshot.
    #[cfg(feature = "std")]
    pub fn named(snapshot: &Snapshot, position: &str, tool: &str) -> Result<Self, StateError> {
        Self::found(snapshot, position, tool).map_err(|unnamed| match unnamed {
            Unnamed::Position => StateError::Position(shown(position).into_owned()),
            Unnamed::Tool => StateError::Tool(shown(tool).into_owned()),
        })
    }

    /// The same of any snapshot, without an allocator.
    ///
    /// # Errors
    ///
    /// Which of the names is not in the snapshot.
    pub fn found<S: Storage>(snapshot: &Snapshot<S>, position: &str, tool: &str) -> Result<Self, Unnamed> {
        let position = snapshot.position_id(position).ok_or(Unnamed::Position)?;
        let tool = match tool {
            NO_TOOL => None,
            name => Some(snapshot.tool_id(name).ok_or(Unnamed::Tool)?),
        };
        Ok(Self { position, tool })
    }
}
