//! A step as the checks see it: what it does, and the names that it gives. A plan's step is one, and so is [`StepRef`], which needs
//! no allocator. What else a plan's step says, no check looks at.

#[cfg(feature = "std")]
use crate::plan::{Action, Step};

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionRef<'d> {
    /// Go to the position `target`.
    Move,
    /// Run the routine `target`.
    Routine,
    /// Any other word; such steps are never verified.
    Unknown(&'d str),
}

impl<'d> ActionRef<'d> {
    /// What this word of a document means.
    #[must_use]
    pub fn of(word: &'d str) -> Self {
        match word {
            "move" => Self::Move,
            "routine" => Self::Routine,
            word => Self::Unknown(word),
        }
    }
}

/// One step, whose texts lie where they came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepRef<'d> {
    /// What it does.
    pub action: ActionRef<'d>,
    /// A position's or a routine's name.
    pub target: &'d str,
    /// Where the routine runs; absent: where the robot then is. On a move it is not looked at.
    pub position: Option<&'d str>,
    /// The tool that the step expects to take or leave. On a move it is not looked at.
    pub tool: Option<&'d str>,
}

/// What the checks ask of a step.
pub(super) trait AsStep {
    fn action(&self) -> ActionRef<'_>;
    fn target(&self) -> &str;
    fn position(&self) -> Option<&str>;
    fn tool(&self) -> Option<&str>;
}

impl AsStep for StepRef<'_> {
    #[inline]
    fn action(&self) -> ActionRef<'_> {
        self.action
    }

    #[inline]
    fn target(&self) -> &str {
        self.target
    }

    #[inline]
    fn position(&self) -> Option<&str> {
        self.position
    }

    #[inline]
    fn tool(&self) -> Option<&str> {
        self.tool
    }
}

#[cfg(feature = "std")]
impl AsStep for Step<'_> {
    #[inline]
    fn action(&self) -> ActionRef<'_> {
        match &self.action {
            Action::Move => ActionRef::Move,
            Action::Routine => ActionRef::Routine,
            Action::Unknown(word) => ActionRef::Unknown(word),
        }
    }

    #[inline]
    fn target(&self) -> &str {
        &self.target
    }

    #[inline]
    fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    #[inline]
    fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }
}
