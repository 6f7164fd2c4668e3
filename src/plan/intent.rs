//! Intents: what an operator wants, by name. The six goals of the contract, and `unknown`.
//!
//! A field that a goal does not have, or lacks, makes the document unusable; so does a goal that is none of these.

use std::fmt::{self, Display, Formatter};

use serde_core::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, IgnoredAny, MapAccess, Visitor},
    ser::SerializeMap,
};

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

/// The words of `goal`, and of `action` in a step of a sequence, each with the fields that it has.
const GOALS: Words = Words {
    tag: "goal",
    words: &["move", "execute_routine", "attach_tool", "release_tool", "release_tool_and_home", "sequence", "unknown"],
    fields: &[&["position"], &["routine", "position"], &["tool"], &[], &[], &["steps"], &[]],
};
const ACTIONS: Words = Words {
    tag: "action",
    words: &["move", "routine", "attach_tool", "release_tool", "release_tool_and_home"],
    fields: &[&["position"], &["routine", "position"], &["tool"], &[], &[]],
};

struct Words {
    tag: &'static str,
    words: &'static [&'static str],
    fields: &'static [&'static [&'static str]],
}

/// An object as it stands: the place of its word, and what it gives.
#[derive(Default)]
struct Object {
    word: Option<usize>,
    /// Keys in the order of the document, the word's left out.
    keys: Vec<String>,
    position: Option<String>,
    routine: Option<String>,
    tool: Option<String>,
    steps: Option<Vec<SequenceStep>>,
}

/// What an object means.
enum Meaning {
    Goal(Goal),
    Sequence(Vec<Goal>),
    Unknown,
}

impl Object {
    /// The meaning, where the object has every field of its word and no other.
    fn meaning<E: Error>(self, words: &Words) -> Result<Meaning, E> {
        let place = self.word.ok_or_else(|| E::missing_field(words.tag))?;
        let fields = words.fields[place];
        if let Some(foreign) = self.keys.iter().find(|key| !fields.contains(&key.as_str())) {
            return Err(E::unknown_field(foreign, fields));
        }
        let position = self.position.ok_or_else(|| E::missing_field("position"));
        let routine = self.routine.ok_or_else(|| E::missing_field("routine"));
        Ok(Meaning::Goal(match words.words[place] {
            "move" => Goal::Move { position: position? },
            "execute_routine" | "routine" => Goal::Routine { routine: routine?, position: position? },
            "attach_tool" => Goal::AttachTool { tool: self.tool.ok_or_else(|| E::missing_field("tool"))? },
            "release_tool" => Goal::ReleaseTool,
            "release_tool_and_home" => Goal::ReleaseToolAndHome,
            "sequence" => {
                let steps = self.steps.ok_or_else(|| E::missing_field("steps"))?;
                return Ok(Meaning::Sequence(steps.into_iter().map(|SequenceStep(goal)| goal).collect()));
            }
            _ => return Ok(Meaning::Unknown),
        }))
    }
}

/// Reads an object; the fields may come in any order, so what they mean is judged when it is whole.
struct ReadObject(&'static Words);

impl<'de> Visitor<'de> for ReadObject {
    type Value = Object;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "an object with `{}`", self.0.tag)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
        fn once<T, E: Error>(place: &mut Option<T>, value: T, key: &'static str) -> Result<(), E> {
            place.replace(value).map_or(Ok(()), |_| Err(E::duplicate_field(key)))
        }
        let Words { tag, words, .. } = *self.0;
        let mut object = Object::default();
        while let Some(key) = map.next_key::<String>()? {
            if key == tag {
                let word: String = map.next_value()?;
                let place = words.iter().position(|known| *known == word);
                let place = place.ok_or_else(|| A::Error::unknown_variant(&word, words))?;
                once(&mut object.word, place, tag)?;
                continue;
            }
            match key.as_str() {
                "position" => once(&mut object.position, map.next_value()?, "position")?,
                "routine" => once(&mut object.routine, map.next_value()?, "routine")?,
                "tool" => once(&mut object.tool, map.next_value()?, "tool")?,
                "steps" if tag == GOALS.tag => once(&mut object.steps, map.next_value()?, "steps")?,
                _ => _ = map.next_value::<IgnoredAny>()?,
            }
            object.keys.push(key);
        }
        Ok(object)
    }
}

/// A goal in a sequence.
struct SequenceStep(Goal);

impl<'de> Deserialize<'de> for SequenceStep {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_map(ReadObject(&ACTIONS))?.meaning(&ACTIONS)? {
            Meaning::Goal(goal) => Ok(Self(goal)),
            Meaning::Sequence(_) | Meaning::Unknown => Err(D::Error::custom("a step is one goal")),
        }
    }
}

impl<'de> Deserialize<'de> for Intent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match deserializer.deserialize_map(ReadObject(&GOALS))?.meaning(&GOALS)? {
            Meaning::Goal(goal) => Self::Goals(vec![goal]),
            Meaning::Sequence(goals) => Self::Goals(goals),
            Meaning::Unknown => Self::Unknown,
        })
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
