//! The nouns of a robot cell, and the [`Draft`]: plain lists of them, as an import hands them to the snapshot builder.
//!
//! Ids are dense and follow the byte order of the names, so that comparing two ids compares two names. Nothing here
//! reads, checks or looks anything up; [`crate::import`] makes drafts, [`crate::snapshot`] consumes them.

use std::borrow::Cow;

use serde_core::{Serialize, Serializer};

use crate::document::to_object;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into a table that has one entry for each node of this kind.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A position, by its place in the byte order of the positions' names.
    PositionId
);
id!(
    /// A tool, by its place in the byte order of the tools' names.
    ToolId
);
id!(
    /// A tool stand, by its place in the byte order of the stands' names.
    StandId
);
id!(
    /// A routine, by its place in the byte order of the routines' names.
    RoutineId
);

/// The word for an empty flange, in plans, states and `required_tool`.
pub const NO_TOOL: &str = "none";
/// The system routine that takes the tool at the robot's stand.
pub const TOOL_ATTACH: &str = "tool_attach";
/// The system routine that puts the held tool on its stand.
pub const TOOL_RELEASE: &str = "tool_release";

/// What a position is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    /// Where the robot starts and ends.
    Home = 0,
    /// A waypoint from which others are approached.
    SafeApproach = 1,
    /// Where a tool stand is.
    ToolMount = 2,
    /// Where routines work on a part.
    Work = 3,
}

impl Role {
    /// All roles, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Home, Self::SafeApproach, Self::ToolMount, Self::Work];

    /// The word that exports and queries use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::SafeApproach => "safe_approach",
            Self::ToolMount => "tool_mount",
            Self::Work => "work",
        }
    }

    /// The role that a word names, if any.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.word() == word)
    }

    /// The role with this number in a snapshot, if any.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Home),
            1 => Some(Self::SafeApproach),
            2 => Some(Self::ToolMount),
            3 => Some(Self::Work),
            _ => None,
        }
    }
}

impl Serialize for Role {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("Role", *self as u32, self.word())
    }
}

/// A place that the robot can stand at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Unique among positions.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// For people; empty where the export has none.
    pub description: String,
}

/// Something that the flange can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Unique among tools, never `none` in any case.
    pub name: String,
    /// The export's `type`, for people.
    pub kind: String,
    /// For people.
    pub description: String,
    /// The one stand that it is kept on.
    pub stand: StandId,
}

/// A holder for a tool. One that no tool names is a spare: no rule looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolStand {
    /// Unique among stands.
    pub name: String,
    /// For people.
    pub pose: String,
    /// Where it is, ascending: exactly one `tool_mount` position where a tool is kept on it, any number for a spare.
    pub positions: Vec<PositionId>,
}

/// Something that the robot can do at a position that supports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Routine {
    /// Unique among routines.
    pub name: String,
    /// For people.
    pub description: String,
    /// The tool that must be held, or none.
    pub required_tool: Option<ToolId>,
}

/// An allowed move, one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// Where it starts.
    pub from: PositionId,
    /// Where it ends; never where it starts.
    pub to: PositionId,
    /// Seconds, finite and > 0, where the export has it.
    pub cost_s: Option<f64>,
}

/// How a routine is done at one position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// Seconds to wait before it starts, finite and ≥ 0.
    pub stabilize_s: Option<f64>,
    /// What the controller does after it.
    pub action_after: Option<String>,
    /// What is checked after it.
    pub verify: Option<String>,
}

to_object!(Metadata {
    "stabilize": stabilize_s unless Option::is_none,
    "action_after": action_after unless Option::is_none,
    "verify": verify unless Option::is_none,
});

/// A routine is supported at a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Support {
    /// What may be done.
    pub routine: RoutineId,
    /// Where.
    pub position: PositionId,
    /// How.
    pub metadata: Metadata,
}

/// A whole cell as plain lists, in canonical form.
///
/// 1. `positions`, `tools`, `stands` and `routines` are in byte order of their names, each name once; ids index them.
/// 2. `moves` are in the order of (from, to), `supports` of (routine, position), each pair once, no move to itself.
/// 3. What the contract refuses is not in it: every tool has its own stand on its own `tool_mount` position.
///
/// The same graph gives the same draft, whatever the order and the ids of the export.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// By name.
    pub positions: Vec<Position>,
    /// By name.
    pub tools: Vec<Tool>,
    /// By name.
    pub stands: Vec<ToolStand>,
    /// By name.
    pub routines: Vec<Routine>,
    /// By (from, to).
    pub moves: Vec<Move>,
    /// By (routine, position).
    pub supports: Vec<Support>,
}

/// Where the robot is, and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Where it is.
    pub position: PositionId,
    /// What it holds; `None` for an empty flange.
    pub tool: Option<ToolId>,
}

/// What a name says of its kind: `Rack` of `Rack_3`. Empty where the name is a number.
#[must_use]
pub fn kind(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit() || "_-. #".contains(c))
}

/// A name from outside as it is shown to people: control characters as JSON would escape them.
#[must_use]
pub fn shown(name: &str) -> Cow<'_, str> {
    if !name.chars().any(char::is_control) {
        return Cow::Borrowed(name);
    }
    let mut out = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        match c {
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}
