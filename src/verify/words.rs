//! Faults in words: what each says, what was expected, what was found. The words are the contract's.

use std::{
    error::Error,
    fmt::{self, Display, Formatter},
};

use super::{Fault, FaultKind, Rejection, shown};
use crate::cell::{NO_TOOL, PositionId, RoutineId, ToolId};

/// The lines of `feedback` in the result document.
impl Display for Rejection<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.faults().is_empty() {
            return f.write_str("Plan has no steps");
        }
        for (place, fault) in self.faults().iter().enumerate() {
            let line_break = if place == 0 { "" } else { "\n" };
            write!(f, "{line_break}{fault}")?;
        }
        Ok(())
    }
}

impl Error for Rejection<'_> {}

/// The line of `feedback` in the result document: `Step 2: Routine 'polish' does not exist in graph`.
impl Display for Fault<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let FaultKind::ForeignState { .. } = self.kind {
            let (expected, found) = (self.expected(), self.found());
            return write!(f, "Start: {found} is not a state of this snapshot ({expected})");
        }
        write!(f, "Step {}: ", self.step)?;
        match self.kind {
            FaultKind::ForeignState { .. } => Ok(()),
            FaultKind::MissingPosition(name) => write!(f, "Position '{}' does not exist in graph", shown(name)),
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
            FaultKind::UnknownRoutine(name) => write!(f, "Routine '{}' does not exist in graph", shown(name)),
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
                write!(f, "The stand at '{position}' is for '{stand_of}', not '{}'", shown(named))
            }
            FaultKind::ReleaseHandEmpty => f.write_str("No tool to release"),
            FaultKind::ReleaseNotItsStand { held, position } => {
                let (held, position) = (self.tool(held), self.position(position));
                write!(f, "Cannot release '{held}' at '{position}' (not its tool stand)")
            }
            FaultKind::ReleaseOtherTool { held, named } => {
                write!(f, "The robot holds '{}', not '{}'", self.tool(held), shown(named))
            }
            FaultKind::UnknownAction(word) => write!(f, "Unknown action '{}'", shown(word)),
        }
    }
}

impl Error for Fault<'_> {}

impl<'a> Fault<'a> {
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
    #[must_use]
    pub fn expected(&self) -> String {
        match self.kind {
            FaultKind::ForeignState { .. } => {
                let (positions, tools) = (self.snapshot.position_count(), self.snapshot.tool_count());
                format!("ids of positions below {positions}, of tools below {tools}")
            }
            FaultKind::MissingPosition(_) => "a position of the graph".to_owned(),
            FaultKind::StandCollision { stand_of, .. } => {
                format!("an empty hand or '{}' in hand", self.tool(stand_of))
            }
            FaultKind::WorkPosition { target, held } => {
                format!("a routine using '{}' at '{}'", self.tool(held), self.position(target))
            }
            FaultKind::IllegalEdge { from, to } => {
                format!("an edge from '{}' to '{}'", self.position(from), self.position(to))
            }
            FaultKind::UnknownRoutine(_) => "a routine of the graph".to_owned(),
            FaultKind::RobotElsewhere { position, .. } => format!("the robot at '{}'", self.position(position)),
            FaultKind::Unsupported { routine, position } => {
                format!("'{}' supported at '{}'", self.routine(routine), self.position(position))
            }
            FaultKind::ToolNeeded { required, .. } => format!("'{}' in hand", self.tool(required)),
            FaultKind::AttachHandFull { .. } => "an empty hand".to_owned(),
            FaultKind::AttachNoStand { position } => format!("a tool stand at '{}'", self.position(position)),
            FaultKind::AttachOtherTool { stand_of, .. } => format!("'{}'", self.tool(stand_of)),
            FaultKind::ReleaseHandEmpty => "a tool in hand".to_owned(),
            FaultKind::ReleaseNotItsStand { held, .. } => format!("the stand of '{}'", self.tool(held)),
            FaultKind::ReleaseOtherTool { held, .. } => format!("'{}'", self.tool(held)),
            FaultKind::UnknownAction(_) => "`move` or `routine`".to_owned(),
        }
    }

    /// What there is instead.
    #[must_use]
    pub fn found(&self) -> String {
        match self.kind {
            FaultKind::ForeignState { start } => {
                let tool = start.tool.map_or_else(|| "no tool".to_owned(), |tool| format!("tool id {}", tool.0));
                format!("position id {} with {tool}", start.position.0)
            }
            FaultKind::MissingPosition(name) | FaultKind::UnknownRoutine(name) | FaultKind::UnknownAction(name) => {
                format!("'{}'", shown(name))
            }
            FaultKind::StandCollision { held, .. } | FaultKind::AttachHandFull { held } => {
                format!("'{}' in hand", self.tool(held))
            }
            FaultKind::WorkPosition { .. }
            | FaultKind::IllegalEdge { .. }
            | FaultKind::Unsupported { .. }
            | FaultKind::AttachNoStand { .. } => "none".to_owned(),
            FaultKind::RobotElsewhere { robot, .. } => format!("the robot at '{}'", self.position(robot)),
            FaultKind::ToolNeeded { held, .. } => {
                held.map_or_else(|| "an empty hand".to_owned(), |held| format!("'{}' in hand", self.tool(held)))
            }
            FaultKind::AttachOtherTool { named, .. } | FaultKind::ReleaseOtherTool { named, .. } => {
                format!("'{}'", shown(named))
            }
            FaultKind::ReleaseHandEmpty => "an empty hand".to_owned(),
            FaultKind::ReleaseNotItsStand { position, .. } => format!("'{}'", self.position(position)),
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
