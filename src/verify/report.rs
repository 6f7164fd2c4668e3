//! Faults → the result document of the contract's section 3: its lists, its words, its order.

use std::collections::HashSet;

use serde::Serialize;

use super::{Fault, FaultKind, shown};
use crate::{
    cell::{NO_TOOL, PositionId, RoutineId, ToolId},
    snapshot::Snapshot,
};

/// A move that the whitelist does not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// Where the robot was.
    pub from: String,
    /// Where it was to go.
    pub to: String,
}

/// A routine where it is not supported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unsupported {
    /// What was to run.
    pub routine: String,
    /// Where.
    pub position: String,
}

/// The result document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Whether the plan may be acted on.
    pub valid: bool,
    /// Positions that are not in the graph, each once.
    pub missing_positions: Vec<String>,
    /// Moves that the whitelist does not have.
    pub illegal_edges: Vec<Edge>,
    /// Routines where they are not supported.
    pub unsupported_routines: Vec<Unsupported>,
    /// What is wrong about tools.
    pub tool_conflicts: Vec<String>,
    /// Routines that are to run where the robot is not.
    pub position_conflicts: Vec<String>,
    /// Routines that are not in the graph, each once.
    pub unknown_routines: Vec<String>,
    /// One line for each fault of each step.
    pub feedback: String,
}

impl Report {
    /// The document of a valid plan.
    #[must_use]
    pub fn valid() -> Self {
        Self { valid: true, ..Self::default() }
    }

    pub(super) fn of(snapshot: &Snapshot, faults: &[Fault<'_>]) -> Self {
        let mut writer = Writer { snapshot, report: Self::default(), missing: HashSet::new(), unknown: HashSet::new() };
        if faults.is_empty() {
            writer.line("Plan has no steps".to_owned());
        }
        for fault in faults {
            writer.fault(fault.step, &fault.kind);
        }
        writer.report
    }
}

struct Writer<'f, 's> {
    snapshot: &'s Snapshot,
    report: Report,
    /// Names that `missing_positions` and `unknown_routines` have already.
    missing: HashSet<&'f str>,
    unknown: HashSet<&'f str>,
}

impl<'f> Writer<'f, '_> {
    fn line(&mut self, line: String) {
        if !self.report.feedback.is_empty() {
            self.report.feedback.push('\n');
        }
        self.report.feedback.push_str(&line);
    }

    /// A conflict whose entry is its line.
    fn conflict(&mut self, line: String) {
        self.report.tool_conflicts.push(line.clone());
        self.line(line);
    }

    fn position(&self, id: PositionId) -> String {
        self.snapshot.position_name(id).to_owned()
    }

    fn tool(&self, id: ToolId) -> String {
        self.snapshot.tool_name(id).to_owned()
    }

    fn routine(&self, id: RoutineId) -> String {
        self.snapshot.routine_name(id).to_owned()
    }

    fn fault(&mut self, n: usize, kind: &FaultKind<'f>) {
        match *kind {
            FaultKind::MissingPosition(name) => {
                if self.missing.insert(name) {
                    self.report.missing_positions.push(name.to_owned());
                }
                self.line(format!("Step {n}: Position '{}' does not exist in graph", shown(name)));
            }
            FaultKind::StandCollision { target, stand_of, held } => {
                let (target, stand_of, held) = (self.position(target), self.tool(stand_of), self.tool(held));
                let entry =
                    format!("Step {n}: Cannot move to '{target}' (tool stand for '{stand_of}') while holding '{held}'");
                self.report.tool_conflicts.push(entry);
                self.line(format!(
                    "Step {n}: Collision risk - must release '{held}' before approaching '{stand_of}' tool stand"
                ));
            }
            FaultKind::WorkPosition { target, held } => {
                let (target, held) = (self.position(target), self.tool(held));
                self.conflict(format!("Step {n}: No routine using '{held}' is supported at '{target}'"));
            }
            FaultKind::IllegalEdge { from, to } => {
                let edge = Edge { from: self.position(from), to: self.position(to) };
                self.line(format!("Step {n}: No :ONLY_ALLOWED_MOVE_TO edge from '{}' to '{}'", edge.from, edge.to));
                self.report.illegal_edges.push(edge);
            }
            FaultKind::UnknownRoutine(name) => {
                if self.unknown.insert(name) {
                    self.report.unknown_routines.push(name.to_owned());
                }
                self.line(format!("Step {n}: Routine '{}' does not exist in graph", shown(name)));
            }
            FaultKind::RobotElsewhere { routine, position, robot } => {
                let (routine, position, robot) = (self.routine(routine), self.position(position), self.position(robot));
                let line =
                    format!("Step {n}: Routine '{routine}' is to run at '{position}', but the robot is at '{robot}'");
                self.report.position_conflicts.push(line.clone());
                self.line(line);
            }
            FaultKind::Unsupported { routine, position } => {
                let entry = Unsupported { routine: self.routine(routine), position: self.position(position) };
                let Unsupported { routine, position } = &entry;
                self.line(format!(
                    "Step {n}: Routine '{routine}' not supported at '{position}' (no :SUPPORTED_AT edge)"
                ));
                self.report.unsupported_routines.push(entry);
            }
            FaultKind::ToolNeeded { routine, required, held } => {
                let (routine, required) = (self.routine(routine), self.tool(required));
                let held = held.map_or_else(|| NO_TOOL.to_owned(), |held| self.tool(held));
                let entry = format!("Step {n}: Routine '{routine}' requires tool '{required}', but robot has '{held}'");
                self.report.tool_conflicts.push(entry);
                self.line(format!("Step {n}: Tool mismatch - need '{required}', have '{held}'"));
            }
            FaultKind::AttachHandFull { held } => {
                let held = self.tool(held);
                self.conflict(format!("Step {n}: Cannot attach a tool while holding '{held}'"));
            }
            FaultKind::AttachNoStand { position } => {
                let position = self.position(position);
                self.conflict(format!("Step {n}: No tool stand at '{position}'"));
            }
            FaultKind::AttachOtherTool { position, stand_of, named } => {
                let (position, stand_of) = (self.position(position), self.tool(stand_of));
                self.conflict(format!(
                    "Step {n}: The stand at '{position}' is for '{stand_of}', not '{}'",
                    shown(named)
                ));
            }
            FaultKind::ReleaseHandEmpty => self.conflict(format!("Step {n}: No tool to release")),
            FaultKind::ReleaseNotItsStand { held, position } => {
                let (held, position) = (self.tool(held), self.position(position));
                self.conflict(format!("Step {n}: Cannot release '{held}' at '{position}' (not its tool stand)"));
            }
            FaultKind::ReleaseOtherTool { held, named } => {
                let held = self.tool(held);
                self.conflict(format!("Step {n}: The robot holds '{held}', not '{}'", shown(named)));
            }
            FaultKind::UnknownAction(word) => self.line(format!("Step {n}: Unknown action '{}'", shown(word))),
        }
    }
}
