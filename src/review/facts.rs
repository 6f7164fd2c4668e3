//! Facts about a plan: things to know that hold for most plans. What is unusual is a warning (`warnings.rs`).

use serde::Serialize;

use super::ShownStep;
use crate::{
    cell::{Role, shown},
    verify::VerifiedPlan,
};

/// A fact about a plan, which a person is told and not warned of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the words say it")]
pub enum Fact {
    StartsAwayFromHome { position: String },
    ToolChanges { count: usize },
    EndsHolding { tool: String },
}

impl std::fmt::Display for Fact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::StartsAwayFromHome { position } => {
                write!(f, "the robot starts at '{}', which is no home position", shown(position))
            }
            Self::ToolChanges { count: 1 } => f.write_str("the tool is changed once"),
            Self::ToolChanges { count } => write!(f, "tools are changed {count} times"),
            Self::EndsHolding { tool } => write!(f, "the robot holds '{}' at the end", shown(tool)),
        }
    }
}

/// In the order of the plan.
pub(super) fn facts(verified: &VerifiedPlan<'_>, steps: &[ShownStep]) -> Vec<Fact> {
    let (snapshot, start) = (verified.snapshot(), verified.start().position);
    let away = (snapshot.role(start) != Role::Home)
        .then(|| Fact::StartsAwayFromHome { position: snapshot.position_name(start).to_owned() });
    let count = steps.iter().filter(|step| step.tool_change.is_some()).count();
    let changes = (count > 0).then_some(Fact::ToolChanges { count });
    let holding = verified.end().tool.map(|tool| Fact::EndsHolding { tool: snapshot.tool_name(tool).to_owned() });
    [away, changes, holding].into_iter().flatten().collect()
}
