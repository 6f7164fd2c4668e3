//! The nouns of a robot cell, and (with std) the [`Draft`]: plain lists of them, as an import hands them to the snapshot builder.
//!
//! Ids are dense and follow the byte order of the names, so that comparing two ids compares two names. Nothing here
//! reads, checks or looks anything up; [`crate::import`] makes drafts, [`crate::snapshot`] consumes them.

use core::fmt::{self, Display, Formatter, Write};

#[cfg(feature = "std")]
mod draft;
mod ids;

#[cfg(feature = "std")]
pub use draft::{Draft, Metadata, Move, Position, Routine, Support, Tool, ToolStand};
pub use ids::{Id, Ids, IdsIter};

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

        impl Id for $name {}

        impl ids::sealed::Number for $name {
            #[inline]
            fn from_number(number: u32) -> Self {
                Self(number)
            }

            #[inline]
            fn number(self) -> u32 {
                self.0
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

#[cfg(feature = "std")]
impl serde_core::Serialize for Role {
    fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("Role", *self as u32, self.word())
    }
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
#[cfg(feature = "std")]
#[must_use]
pub fn shown(name: &str) -> std::borrow::Cow<'_, str> {
    if name.chars().any(char::is_control) { ShownName(name).to_string().into() } else { name.into() }
}

/// A name from outside, which `Display` writes as it is shown to people: control characters as JSON would escape them.
#[derive(Clone, Copy, Debug)]
pub struct ShownName<'n>(pub &'n str);

impl Display for ShownName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '\u{8}' => f.write_str("\\b"),
            '\t' => f.write_str("\\t"),
            '\n' => f.write_str("\\n"),
            '\u{c}' => f.write_str("\\f"),
            '\r' => f.write_str("\\r"),
            c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c)),
            c => f.write_char(c),
        })
    }
}
