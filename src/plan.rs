//! Plans and goals as documents: what may be written in them, and nothing about whether the robot may do it.
//!
//! In: JSON or YAML by serde. Out: [`Plan`] (steps by name, section 2 of the contract) and [`Intent`] (goals by name,
//! section 4). Texts are borrowed from the document where they can be. [`build`] turns the one into the other.

use std::borrow::Cow;

use serde_core::{Serialize, ser::SerializeSeq};

pub mod build;
mod intent;
mod read;

pub use intent::{Goal, Intent};
#[cfg(feature = "cli")]
pub(crate) use read::{Plain, PlainStep};

/// A plan: what a robot is to do, step after step. Whether it may is what [`crate::verify`] says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan<'d> {
    /// In order; a step's number is its place here, counted from 1.
    pub steps: Vec<Step<'d>>,
}

impl Plan<'_> {
    /// The same plan, free of the document that it was read from.
    #[must_use]
    pub fn into_owned(self) -> Plan<'static> {
        Plan { steps: self.steps.into_iter().map(Step::into_owned).collect() }
    }
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action<'d> {
    /// Go to the position `target`.
    Move,
    /// Run the routine `target`.
    Routine,
    /// Any other word; such a plan is never valid.
    Unknown(Cow<'d, str>),
}

impl Action<'_> {
    /// The word in the document.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Move => "move",
            Self::Routine => "routine",
            Self::Unknown(word) => word,
        }
    }
}

/// One step, as the document gives it. A given `id` is checked for its type and then dropped: the place counts.
///
/// On a move `position`, `tool`, `stabilize_s`, `action_after` and `verify` are always absent: their values in the
/// document are not looked at, and go nowhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<'d> {
    /// For people; never relied on.
    pub name: Option<Cow<'d, str>>,
    /// What it does.
    pub action: Action<'d>,
    /// A position's or a routine's name.
    pub target: Cow<'d, str>,
    /// Where the routine runs; absent: where the robot then is.
    pub position: Option<Cow<'d, str>>,
    /// The tool that the step expects to take or leave.
    pub tool: Option<Cow<'d, str>>,
    /// Seconds to wait before the routine, finite and ≥ 0.
    pub stabilize_s: Option<f64>,
    /// What the controller does after it.
    pub action_after: Option<Cow<'d, str>>,
    /// What is checked after it.
    pub verify: Option<Cow<'d, str>>,
}

impl<'d> Step<'d> {
    /// A step with nothing but what it must have.
    #[must_use]
    pub const fn new(action: Action<'d>, target: Cow<'d, str>) -> Self {
        Self {
            name: None,
            action,
            target,
            position: None,
            tool: None,
            stabilize_s: None,
            action_after: None,
            verify: None,
        }
    }

    /// The same step, free of the document that it was read from.
    #[must_use]
    pub fn into_owned(self) -> Step<'static> {
        let text = |text: Option<Cow<'_, str>>| text.map(|text| Cow::Owned(text.into_owned()));
        Step {
            name: text(self.name),
            action: match self.action {
                Action::Move => Action::Move,
                Action::Routine => Action::Routine,
                Action::Unknown(word) => Action::Unknown(Cow::Owned(word.into_owned())),
            },
            target: Cow::Owned(self.target.into_owned()),
            position: text(self.position),
            tool: text(self.tool),
            stabilize_s: self.stabilize_s,
            action_after: text(self.action_after),
            verify: text(self.verify),
        }
    }

    /// The given name, or the one that the planner would give.
    #[must_use]
    pub fn shown_name(&self) -> Cow<'_, str> {
        match &self.name {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(self.words()),
        }
    }
}

impl Step<'_> {
    /// What the step does, in the planner's words, whatever name it was given.
    #[must_use]
    pub fn words(&self) -> String {
        step_name(&self.action, &self.target, self.position.as_deref(), self.tool.as_deref())
    }
}

/// The name of a step, as the planner gives it: `Move to Home`, `Attach Welder`, `Tack Weld at Pos_1`.
#[must_use]
pub fn step_name(action: &Action<'_>, target: &str, position: Option<&str>, tool: Option<&str>) -> String {
    use crate::cell::{TOOL_ATTACH, TOOL_RELEASE};
    match (action, target, tool) {
        (Action::Move, ..) => format!("Move to {target}"),
        (Action::Routine, TOOL_ATTACH, Some(tool)) => format!("Attach {tool}"),
        (Action::Routine, TOOL_RELEASE, Some(tool)) => format!("Release {tool}"),
        (Action::Routine, ..) => {
            let words: Vec<String> = target.replace('_', " ").split(' ').map(capitalised).collect();
            let place = position.map(|p| format!(" at {p}")).unwrap_or_default();
            format!("{}{place}", words.join(" "))
        }
        (Action::Unknown(word), ..) => format!("{word} {target}"),
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A step with every key in the order of the contract, `id` and `name` filled in.
impl Serialize for Plan<'_> {
    fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.steps.len()))?;
        for (place, step) in self.steps.iter().enumerate() {
            list.serialize_element(&NumberedStep { id: place + 1, step })?;
        }
        list.end()
    }
}

struct NumberedStep<'s> {
    id: usize,
    step: &'s Step<'s>,
}

impl Serialize for NumberedStep<'_> {
    fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde_core::ser::SerializeMap;
        let step = self.step;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("name", &step.shown_name())?;
        map.serialize_entry("action", step.action.word())?;
        map.serialize_entry("target", &step.target)?;
        let mut text =
            |key, value: &Option<Cow<'_, str>>| value.as_ref().map_or(Ok(()), |v| map.serialize_entry(key, v));
        text("position", &step.position)?;
        text("tool", &step.tool)?;
        step.stabilize_s.map_or(Ok(()), |seconds| map.serialize_entry("stabilize", &seconds))?;
        let mut text =
            |key, value: &Option<Cow<'_, str>>| value.as_ref().map_or(Ok(()), |v| map.serialize_entry(key, v));
        text("action_after", &step.action_after)?;
        text("verify", &step.verify)?;
        map.end()
    }
}
