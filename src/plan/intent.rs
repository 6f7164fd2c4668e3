//! Intents: what an operator wants, by name. The six goals of the contract, and `unknown`.
//!
//! A field that a goal does not have, or lacks, makes the document unusable; so does a goal that is none of these.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};

/// One thing to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Be at a position. Never changes tools.
    Move {
        /// Its name.
        position: String,
    },
    /// Run a routine at a position, with the tool that it requires.
    Routine {
        /// Its name.
        routine: String,
        /// The position's name.
        position: String,
    },
    /// Have a tool in hand.
    AttachTool {
        /// Its name.
        tool: String,
    },
    /// Bring the held tool back.
    ReleaseTool,
    /// Bring the held tool back, if any, and go to the nearest home.
    ReleaseToolAndHome,
}

/// What a sentence means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// These goals, in this order.
    Goals(Vec<Goal>),
    /// Nothing that could be done.
    Unknown,
}

/// `do tack_weld at Pos_1, then go to Home`.
impl Display for Intent {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self::Goals(goals) = self else { return f.write_str("nothing that could be done") };
        for (place, goal) in goals.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { ", then " })?;
            match goal {
                Goal::Move { position } => write!(f, "go to {position}")?,
                Goal::Routine { routine, position } => write!(f, "do {routine} at {position}")?,
                Goal::AttachTool { tool } => write!(f, "attach {tool}")?,
                Goal::ReleaseTool => f.write_str("bring the held tool back")?,
                Goal::ReleaseToolAndHome => f.write_str("bring the held tool back and go home")?,
            }
        }
        Ok(())
    }
}

#[derive(Deserialize)]
#[serde(tag = "goal", rename_all = "snake_case", deny_unknown_fields)]
enum Document {
    Move { position: String },
    ExecuteRoutine { routine: String, position: String },
    AttachTool { tool: String },
    ReleaseTool {},
    ReleaseToolAndHome {},
    Sequence { steps: Vec<SequenceStep> },
    Unknown {},
}

#[derive(Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
enum SequenceStep {
    Move { position: String },
    Routine { routine: String, position: String },
    AttachTool { tool: String },
    ReleaseTool {},
    ReleaseToolAndHome {},
}

impl From<SequenceStep> for Goal {
    fn from(step: SequenceStep) -> Self {
        match step {
            SequenceStep::Move { position } => Self::Move { position },
            SequenceStep::Routine { routine, position } => Self::Routine { routine, position },
            SequenceStep::AttachTool { tool } => Self::AttachTool { tool },
            SequenceStep::ReleaseTool {} => Self::ReleaseTool,
            SequenceStep::ReleaseToolAndHome {} => Self::ReleaseToolAndHome,
        }
    }
}

impl<'de> Deserialize<'de> for Intent {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let goal = match Document::deserialize(deserializer)? {
            Document::Unknown {} => return Ok(Self::Unknown),
            Document::Sequence { steps } => return Ok(Self::Goals(steps.into_iter().map(Goal::from).collect())),
            Document::Move { position } => Goal::Move { position },
            Document::ExecuteRoutine { routine, position } => Goal::Routine { routine, position },
            Document::AttachTool { tool } => Goal::AttachTool { tool },
            Document::ReleaseTool {} => Goal::ReleaseTool,
            Document::ReleaseToolAndHome {} => Goal::ReleaseToolAndHome,
        };
        Ok(Self::Goals(vec![goal]))
    }
}

/// The contract's form: one goal as itself, several as a sequence.
impl Serialize for Intent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Unknown => map.serialize_entry("goal", "unknown")?,
            Self::Goals(goals) => match &**goals {
                [goal] => entries(&mut map, goal, "goal", "execute_routine")?,
                goals => {
                    map.serialize_entry("goal", "sequence")?;
                    let steps: Vec<Step<'_>> = goals.iter().map(Step).collect();
                    map.serialize_entry("steps", &steps)?;
                }
            },
        }
        map.end()
    }
}

struct Step<'g>(&'g Goal);

impl Serialize for Step<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        entries(&mut map, self.0, "action", "routine")?;
        map.end()
    }
}

/// A goal's fields; `key` and the word for a routine differ inside and outside of a sequence.
fn entries<M: SerializeMap>(map: &mut M, goal: &Goal, key: &str, routine_word: &str) -> Result<(), M::Error> {
    match goal {
        Goal::Move { position } => {
            map.serialize_entry(key, "move")?;
            map.serialize_entry("position", position)
        }
        Goal::Routine { routine, position } => {
            map.serialize_entry(key, routine_word)?;
            map.serialize_entry("routine", routine)?;
            map.serialize_entry("position", position)
        }
        Goal::AttachTool { tool } => {
            map.serialize_entry(key, "attach_tool")?;
            map.serialize_entry("tool", tool)
        }
        Goal::ReleaseTool => map.serialize_entry(key, "release_tool"),
        Goal::ReleaseToolAndHome => map.serialize_entry(key, "release_tool_and_home"),
    }
}
