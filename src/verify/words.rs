//! Faults in words: what each says, what was expected, what was found. The words are the contract's.

use core::{
    error::Error,
    fmt::{self, Display, Formatter, Write},
};

#[cfg(feature = "std")]
use super::Rejection;
use super::{Fault, FaultKind, NotVerified};
use crate::{
    cell::{NO_TOOL, PositionId, RoutineId, ShownName, ToolId},
    snapshot::Storage,
};

const NO_STEPS: &str = "Plan has no steps";

/// The lines of `feedback` in the result document.
#[cfg(feature = "std")]
impl Display for Rejection<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.faults().is_empty() {
            return f.write_str(NO_STEPS);
        }
        for (place, fault) in self.faults().iter().enumerate() {
            let line_break = if place == 0 { "" } else { "\n" };
            write!(f, "{line_break}{fault}")?;
        }
        Ok(())
    }
}

#[cfg(feature = "std")]
impl Error for Rejection<'_> {}

impl Display for NotVerified {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.faults {
            0 => f.write_str(NO_STEPS),
            1 => f.write_str("Plan has 1 fault"),
            faults => write!(f, "Plan has {faults} faults"),
        }
    }
}

impl Error for NotVerified {}

/// The line of `feedback` in the result document: `Step 2: Routine 'polish' does not exist in graph`.
impl<S: Storage> Display for Fault<'_, S> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let FaultKind::ForeignState { .. } = self.kind {
            f.write_str("Start: ")?;
            self.write_found(f)?;
            f.write_str(" is not a state of this snapshot (")?;
            self.write_expected(f)?;
            return f.write_char(')');
        }
        write!(f, "Step {}: ", self.step)?;
        match self.kind {
            FaultKind::ForeignState { .. } => Ok(()),
            FaultKind::MissingPosition(name) => write!(f, "Position '{}' does not exist in graph", ShownName(name)),
            FaultKind::StandCollision { stand_of, held, .. } => {
                let (stand_of, held) = (self.tool(stand_of), self.tool(held));
                write!(f, "Collision risk - must release '{held}' before approaching '{stand_of}' tool stand")
            }
            FaultKind::WorkPosition { target, held } => {
                write!(f, "No routine using '{}' is supported at '{}'", self.tool(held), self.position(target))
            }
            FaultKind::IllegalEdge { from, to } => {
                let (from, to) = (self.position(from), self.position(to));
                write!(f, "No :ONLY_ALLOWED_MOVE_TO edge from '{from}' to '{to}'")
            }
            FaultKind::UnknownRoutine(name) => write!(f, "Routine '{}' does not exist in graph", ShownName(name)),
            FaultKind::RobotElsewhere { routine, position, robot } => {
                let (routine, position, robot) = (self.routine(routine), self.position(position), self.position(robot));
                write!(f, "Routine '{routine}' is to run at '{position}', but the robot is at '{robot}'")
            }
            FaultKind::Unsupported { routine, position } => {
                let (routine, position) = (self.routine(routine), self.position(position));
                write!(f, "Routine '{routine}' not supported at '{position}' (no :SUPPORTED_AT edge)")
            }
            FaultKind::ToolNeeded { required, held, .. } => {
                write!(f, "Tool mismatch - need '{}', have '{}'", self.tool(required), self.held(held))
            }
            FaultKind::AttachHandFull { held } => {
                write!(f, "Cannot attach a tool while holding '{}'", self.tool(held))
            }
            FaultKind::AttachNoStand { position } => write!(f, "No tool stand at '{}'", self.position(position)),
            FaultKind::AttachOtherTool { position, stand_of, named } => {
                let (position, stand_of) = (self.position(position), self.tool(stand_of));
                write!(f, "The stand at '{position}' is for '{stand_of}', not '{}'", ShownName(named))
            }
            FaultKind::ReleaseHandEmpty => f.write_str("No tool to release"),
            FaultKind::ReleaseNotItsStand { held, position } => {
                let (held, position) = (self.tool(held), self.position(position));
                write!(f, "Cannot release '{held}' at '{position}' (not its tool stand)")
            }
            FaultKind::ReleaseOtherTool { held, named } => {
                write!(f, "The robot holds '{}', not '{}'", self.tool(held), ShownName(named))
            }
            FaultKind::UnknownAction(word) => write!(f, "Unknown action '{}'", ShownName(word)),
        }
    }
}

impl<S: Storage> Error for Fault<'_, S> {}

impl<'a, S: Storage> Fault<'a, S> {
    /// A word for programs, the same for ever: `illegal-edge`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self.kind {
            FaultKind::ForeignState { .. } => "foreign-state",
            FaultKind::MissingPosition(_) => "missing-position",
            FaultKind::StandCollision { .. } => "stand-collision",
            FaultKind::WorkPosition { .. } => "work-position",
            FaultKind::IllegalEdge { .. } => "illegal-edge",
            FaultKind::UnknownRoutine(_) => "unknown-routine",
            FaultKind::RobotElsewhere { .. } => "robot-elsewhere",
            FaultKind::Unsupported { .. } => "unsupported",
            FaultKind::ToolNeeded { .. } => "tool-needed",
            FaultKind::AttachHandFull { .. } => "attach-hand-full",
            FaultKind::AttachNoStand { .. } => "attach-no-stand",
            FaultKind::AttachOtherTool { .. } => "attach-other-tool",
            FaultKind::ReleaseHandEmpty => "release-hand-empty",
            FaultKind::ReleaseNotItsStand { .. } => "release-not-its-stand",
            FaultKind::ReleaseOtherTool { .. } => "release-other-tool",
            FaultKind::UnknownAction(_) => "unknown-action",
        }
    }

    /// What the step needs.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn expected(&self) -> String {
        let mut text = String::new();
        // A `String` takes whatever is written.
        let _ = self.write_expected(&mut text);
        text
    }

    /// What there is instead.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn found(&self) -> String {
        let mut text = String::new();
        let _ = self.write_found(&mut text);
        text
    }

    /// Writes what the step needs.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_expected(&self, f: &mut dyn Write) -> fmt::Result {
        match self.kind {
            FaultKind::ForeignState { .. } => {
                let (positions, tools) = (self.snapshot.position_count(), self.snapshot.tool_count());
                write!(f, "ids of positions below {positions}, of tools below {tools}")
            }
            FaultKind::MissingPosition(_) => f.write_str("a position of the graph"),
            FaultKind::StandCollision { stand_of, .. } => {
                write!(f, "an empty hand or '{}' in hand", self.tool(stand_of))
            }
            FaultKind::WorkPosition { target, held } => {
                write!(f, "a routine using '{}' at '{}'", self.tool(held), self.position(target))
            }
            FaultKind::IllegalEdge { from, to } => {
                write!(f, "an edge from '{}' to '{}'", self.position(from), self.position(to))
            }
            FaultKind::UnknownRoutine(_) => f.write_str("a routine of the graph"),
            FaultKind::RobotElsewhere { position, .. } => write!(f, "the robot at '{}'", self.position(position)),
            FaultKind::Unsupported { routine, position } => {
                write!(f, "'{}' supported at '{}'", self.routine(routine), self.position(position))
            }
            FaultKind::ToolNeeded { required, .. } => write!(f, "'{}' in hand", self.tool(required)),
            FaultKind::AttachHandFull { .. } => f.write_str("an empty hand"),
            FaultKind::AttachNoStand { position } => write!(f, "a tool stand at '{}'", self.position(position)),
            FaultKind::AttachOtherTool { stand_of, .. } => write!(f, "'{}'", self.tool(stand_of)),
            FaultKind::ReleaseHandEmpty => f.write_str("a tool in hand"),
            FaultKind::ReleaseNotItsStand { held, .. } => write!(f, "the stand of '{}'", self.tool(held)),
            FaultKind::ReleaseOtherTool { held, .. } => write!(f, "'{}'", self.tool(held)),
            FaultKind::UnknownAction(_) => f.write_str("`move` or `routine`"),
        }
    }

    /// Writes what there is instead.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_found(&self, f: &mut dyn Write) -> fmt::Result {
        match self.kind {
            FaultKind::ForeignState { start } => {
                write!(f, "position id {} with ", start.position.0)?;
                match start.tool {
                    None => f.write_str("no tool"),
                    Some(tool) => write!(f, "tool id {}", tool.0),
                }
            }
            FaultKind::MissingPosition(name) | FaultKind::UnknownRoutine(name) | FaultKind::UnknownAction(name) => {
                write!(f, "'{}'", ShownName(name))
            }
            FaultKind::StandCollision { held, .. } | FaultKind::AttachHandFull { held } => {
                write!(f, "'{}' in hand", self.tool(held))
            }
            FaultKind::WorkPosition { .. }
            | FaultKind::IllegalEdge { .. }
            | FaultKind::Unsupported { .. }
            | FaultKind::AttachNoStand { .. } => f.write_str("none"),
            FaultKind::RobotElsewhere { robot, .. } => write!(f, "the robot at '{}'", self.position(robot)),
            FaultKind::ToolNeeded { held, .. } => match held {
                None => f.write_str("an empty hand"),
                Some(held) => write!(f, "'{}' in hand", self.tool(held)),
            },
            FaultKind::AttachOtherTool { named, .. } | FaultKind::ReleaseOtherTool { named, .. } => {
                write!(f, "'{}'", ShownName(named))
            }
            FaultKind::ReleaseHandEmpty => f.write_str("an empty hand"),
            FaultKind::ReleaseNotItsStand { position, .. } => write!(f, "'{}'", self.position(position)),
        }
    }

    pub(super) fn position(&self, id: PositionId) -> &'a str {
        self.snapshot.position_name(id)
    }

    pub(super) fn tool(&self, id: ToolId) -> &'a str {
        self.snapshot.tool_name(id)
    }

    pub(super) fn routine(&self, id: RoutineId) -> &'a str {
        self.snapshot.routine_name(id)
    }

    pub(super) fn held(&self, held: Option<ToolId>) -> &'a str {
        held.map_or(NO_TOOL, |held| self.tool(held))
    }
}
