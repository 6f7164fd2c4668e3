//! Faults → the result document of the contract's section 3: its lists, its words, its order.

use std::collections::HashSet;

use super::{Fault, FaultKind};
use crate::document::to_object;

/// A move that the whitelist does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where the robot was.
    pub from: String,
    /// Where it was to go.
    pub to: String,
}

to_object!(Edge { "from": from, "to": to, });

/// A routine where it is not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What was to run.
    pub routine: String,
    /// Where.
    pub position: String,
}

to_object!(Unsupported { "routine": routine, "position": position, });

/// The result document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

to_object!(Report {
    "valid": valid,
    "missing_positions": missing_positions,
    "illegal_edges": illegal_edges,
    "unsupported_routines": unsupported_routines,
    "tool_conflicts": tool_conflicts,
    "position_conflicts": position_conflicts,
    "unknown_routines": unknown_routines,
    "feedback": feedback,
});

impl Report {
    /// The document of a valid plan.
    #[must_use]
    pub fn valid() -> Self {
        Self { valid: true, ..Self::default() }
    }

    /// The document of a plan with these faults; of one without steps where there are none.
    #[must_use]
    pub fn of(faults: &[Fault<'_>]) -> Self {
        let mut writer = Writer { report: Self::default(), missing: HashSet::new(), unknown: HashSet::new() };
        if faults.is_empty() {
            writer.report.feedback.push_str("Plan has no steps");
        }
        for fault in faults {
            writer.fault(fault);
        }
        writer.report
    }
}

struct Writer<'f> {
    report: Report,
    /// Names that `missing_positions` and `unknown_routines` have already.
    missing: HashSet<&'f str>,
    unknown: HashSet<&'f str>,
}

impl<'f> Writer<'f> {
    fn fault(&mut self, fault: &Fault<'f>) {
        let (n, line, report) = (fault.step, fault.to_string(), &mut self.report);
        match fault.kind {
            FaultKind::ForeignState { .. } | FaultKind::UnknownAction(_) => {}
            FaultKind::MissingPosition(name) => {
                if self.missing.insert(name) {
                    report.missing_positions.push(name.to_owned());
                }
            }
            FaultKind::UnknownRoutine(name) => {
                if self.unknown.insert(name) {
                    report.unknown_routines.push(name.to_owned());
                }
            }
            FaultKind::IllegalEdge { from, to } => {
                let (from, to) = (fault.position(from).to_owned(), fault.position(to).to_owned());
                report.illegal_edges.push(Edge { from, to });
            }
            FaultKind::Unsupported { routine, position } => {
                let (routine, position) = (fault.routine(routine).to_owned(), fault.position(position).to_owned());
                report.unsupported_routines.push(Unsupported { routine, position });
            }
            FaultKind::RobotElsewhere { .. } => report.position_conflicts.push(line.clone()),
            FaultKind::StandCollision { target, stand_of, held } => {
                let (target, stand_of, held) = (fault.position(target), fault.tool(stand_of), fault.tool(held));
                report.tool_conflicts.push(format!(
                    "Step {n}: Cannot move to '{target}' (tool stand for '{stand_of}') while holding '{held}'"
                ));
            }
            FaultKind::ToolNeeded { routine, required, held } => {
                let (routine, required, held) = (fault.routine(routine), fault.tool(required), fault.held(held));
                report
                    .tool_conflicts
                    .push(format!("Step {n}: Routine '{routine}' requires tool '{required}', but robot has '{held}'"));
            }
            // The entry is the line.
            FaultKind::WorkPosition { .. }
            | FaultKind::AttachHandFull { .. }
            | FaultKind::AttachNoStand { .. }
            | FaultKind::AttachOtherTool { .. }
            | FaultKind::ReleaseHandEmpty
            | FaultKind::ReleaseNotItsStand { .. }
            | FaultKind::ReleaseOtherTool { .. } => report.tool_conflicts.push(line.clone()),
        }
        if !report.feedback.is_empty() {
            report.feedback.push('\n');
        }
        report.feedback.push_str(&line);
    }
}
