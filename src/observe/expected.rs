//! What a step is to achieve, from the plan and from where the verifier says that the robot is before and after it.

use serde::Serialize;

use crate::{
    cell::{TOOL_ATTACH, TOOL_RELEASE},
    plan::{Action, Step},
};

/// A position and a tool by name; `none` for an empty flange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand<'n> {
    /// The position's name.
    pub position: &'n str,
    /// The tool's name.
    pub tool: &'n str,
}

/// What a step does, as far as its outcome goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Goes to a position.
    Move,
    /// Takes or leaves a tool.
    ToolChange,
    /// Runs this routine.
    Routine(String),
}

/// What is to be seen after a step. Only [`Self::of`] makes one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Expected {
    deed: Deed,
    was_at: String,
    held: String,
    position: String,
    tool: String,
    check: Option<String>,
    is_last: bool,
}

impl Expected {
    /// What this step is to achieve. `before` and `after` are the verifier's; `is_last` says whether nothing of the whole
    /// request comes after it.
    #[must_use]
    pub fn of(step: &Step<'_>, before: Stand<'_>, after: Stand<'_>, is_last: bool) -> Self {
        let deed = match (&step.action, &*step.target) {
            (Action::Move, _) => Deed::Move,
            (_, TOOL_ATTACH | TOOL_RELEASE) => Deed::ToolChange,
            (_, routine) => Deed::Routine(routine.to_owned()),
        };
        // The check of a tool change names the tool that is held then: the tool itself answers it.
        let is_answered = |check: &&str| deed == Deed::ToolChange && *check == after.tool;
        let check = step.verify.as_deref().filter(|check| deed != Deed::Move && !is_answered(check)).map(str::to_owned);
        Self {
            was_at: before.position.to_owned(),
            held: before.tool.to_owned(),
            position: after.position.to_owned(),
            tool: after.tool.to_owned(),
            check,
            deed,
            is_last,
        }
    }

    /// What the step does.
    #[must_use]
    pub const fn deed(&self) -> &Deed {
        &self.deed
    }

    /// Where the robot is before it.
    #[must_use]
    pub fn was_at(&self) -> &str {
        &self.was_at
    }

    /// What it holds before it.
    #[must_use]
    pub fn held(&self) -> &str {
        &self.held
    }

    /// Where the robot is to be.
    #[must_use]
    pub fn position(&self) -> &str {
        &self.position
    }

    /// What it is to hold.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The name of what is checked after it.
    #[must_use]
    pub fn check(&self) -> Option<&str> {
        self.check.as_deref()
    }

    /// Whether it is the last step of the whole request.
    #[must_use]
    pub const fn is_last(&self) -> bool {
        self.is_last
    }

    /// Whether it is a move to where the robot stands already.
    #[must_use]
    pub fn is_move_on_the_spot(&self) -> bool {
        self.deed == Deed::Move && self.was_at == self.position
    }

    /// Whether something is to move that can be seen afterwards.
    #[must_use]
    pub fn is_motion(&self) -> bool {
        match self.deed {
            Deed::Move => !self.is_move_on_the_spot(),
            Deed::ToolChange => true,
            Deed::Routine(_) => false,
        }
    }
}
