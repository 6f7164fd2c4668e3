//! The rows of an import: what is kept of a node with one of the four labels.
//!
//! In go fields that were read, out go the same. No rule is here.

use super::Place;
use crate::cell::Role;

/// The labels that the contract knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Position,
    Tool,
    Stand,
    Routine,
}

impl Label {
    pub(super) const ALL: [Self; 4] = [Self::Position, Self::Tool, Self::Stand, Self::Routine];

    /// The label in an export.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Position => "Position",
            Self::Tool => "Tool",
            Self::Stand => "ToolStand",
            Self::Routine => "Routine",
        }
    }

    /// The label in a sentence.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Tool => "tool",
            Self::Stand => "tool stand",
            Self::Routine => "routine",
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|label| label.word() == word)
    }
}

/// A node with one of the four labels. What its label does not have is empty.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) slot: usize,
    /// Absent where a fault has been said that leaves it without one.
    pub(super) name: Option<String>,
    /// Absent where a fault has been said.
    pub(super) role: Option<Role>,
    /// `description`, or the `pose` of a stand.
    pub(super) text: String,
    /// `type` of a tool.
    pub(super) kind: String,
    pub(super) required: Required,
}

/// What a routine says about the tool that it needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Required {
    #[default]
    None,
    Tool(String),
    /// A fault has been said.
    Faulty,
}
