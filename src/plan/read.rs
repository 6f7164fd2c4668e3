//! Plan documents → [`Plan`], by serde, from any format. What the contract calls unusable is refused with the step's
//! place and the field's name.
//!
//! The fields of a step may come in any order, so what a field may hold is judged when the step is whole: on a `move`
//! most are not looked at.

use std::{borrow::Cow, fmt};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Action, Plan, Step};

impl<'de: 'd, 'd> serde::Deserialize<'de> for Plan<'d> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut plan = Plan::<'de>::default();
        Plan::read_into(&mut plan.steps, deserializer)?;
        Ok(plan)
    }
}

impl<'de> Plan<'de> {
    /// Reads a document into a list that is kept between documents, so that a batch does not allocate one for each.
    ///
    /// # Errors
    ///
    /// What the contract calls unusable, with the step's place.
    pub fn read_into<D: Deserializer<'de>>(steps: &mut Vec<Step<'de>>, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(Steps(steps))
    }
}

struct Steps<'s, 'de>(&'s mut Vec<Step<'de>>);

impl<'de> Visitor<'de> for Steps<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of steps")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.0.clear();
        while let Some(step) = list.next_element_seed(StepAt(self.0.len() + 1))? {
            self.0.push(step);
        }
        Ok(())
    }
}

/// Reads the step with this number.
struct StepAt(usize);

impl<'de> DeserializeSeed<'de> for StepAt {
    type Value = Step<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Step<'de>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for StepAt {
    type Value = Step<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} to be an object", self.0)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Step<'de>, A::Error> {
        let number = self.0;
        let mut fields: [Value<'de>; FIELDS.len()] = Default::default();
        while let Some(field) = map.next_key_seed(FieldName(number))? {
            if !matches!(fields[field], Value::Absent) {
                return Err(A::Error::custom(format_args!("step {number}: `{}` is given twice", FIELDS[field])));
            }
            fields[field] = map.next_value_seed(AnyValue)?;
        }
        step(fields).map_err(|fault| A::Error::custom(format_args!("step {number}: {fault}")))
    }
}

/// The fields of a step, in the order of the contract.
const FIELDS: [&str; 9] = ["id", "name", "action", "target", "position", "tool", "stabilize", "action_after", "verify"];

fn step(fields: [Value<'_>; FIELDS.len()]) -> Result<Step<'_>, Fault> {
    let [id, name, action, target, position, tool, stabilize, action_after, verify] = fields;
    if !matches!(id, Value::Absent | Value::Null | Value::Integer(_)) {
        return Err(Fault::Type("id", "a whole number", id.kind()));
    }
    let action = match required("action", action)? {
        word if word == "move" => Action::Move,
        word if word == "routine" => Action::Routine,
        word => Action::Unknown(word),
    };
    let mut step = Step::new(action, required("target", target)?);
    step.name = optional("name", name)?;
    if step.action != Action::Move {
        step.position = optional("position", position)?;
        step.tool = optional("tool", tool)?;
        step.stabilize_s = seconds("stabilize", stabilize)?;
        step.action_after = optional("action_after", action_after)?;
        step.verify = optional("verify", verify)?;
    }
    Ok(step)
}

fn required<'d>(field: &'static str, value: Value<'d>) -> Result<Cow<'d, str>, Fault> {
    match value {
        Value::Absent => Err(Fault::Missing(field)),
        Value::Text(text) => Ok(text),
        other => Err(Fault::Type(field, "a text", other.kind())),
    }
}

fn optional<'d>(field: &'static str, value: Value<'d>) -> Result<Option<Cow<'d, str>>, Fault> {
    match value {
        Value::Absent | Value::Null => Ok(None),
        Value::Text(text) => Ok(Some(text)),
        other => Err(Fault::Type(field, "a text", other.kind())),
    }
}

fn seconds(field: &'static str, value: Value<'_>) -> Result<Option<f64>, Fault> {
    match value {
        Value::Absent | Value::Null => Ok(None),
        Value::Integer(number) | Value::Fraction(number) if number.is_finite() && number >= 0.0 => Ok(Some(number)),
        Value::Integer(number) | Value::Fraction(number) => Err(Fault::Seconds(field, number)),
        other => Err(Fault::Type(field, "a number of seconds", other.kind())),
    }
}

/// Why a step cannot be used.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("`{0}` is missing")]
    Missing(&'static str),
    #[error("`{0}` must be {1}, not {2}")]
    Type(&'static str, &'static str, &'static str),
    #[error("`{0}` must be finite and not negative, not {1}")]
    Seconds(&'static str, f64),
}

/// Whatever a field holds; lists and objects are read over, to be refused or not looked at.
#[derive(Clone, Debug, Default)]
enum Value<'d> {
    #[default]
    Absent,
    Null,
    Text(Cow<'d, str>),
    Integer(f64),
    Fraction(f64),
    Truth,
    List,
    Object,
}

impl Value<'_> {
    const fn kind(&self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Null => "null",
            Self::Text(_) => "a text",
            Self::Integer(_) => "a number",
            Self::Fraction(_) => "a fraction",
            Self::Truth => "true or false",
            Self::List => "a list",
            Self::Object => "an object",
        }
    }
}

/// Reads a key as its place in [`FIELDS`].
struct FieldName(usize);

impl<'de> DeserializeSeed<'de> for FieldName {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for FieldName {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field's name")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<usize, E> {
        // In the order of `FIELDS`; a match is several times as fast as a search, and this is half of a batch's time.
        Ok(match key {
            "id" => 0,
            "name" => 1,
            "action" => 2,
            "target" => 3,
            "position" => 4,
            "tool" => 5,
            "stabilize" => 6,
            "action_after" => 7,
            "verify" => 8,
            unknown => {
                let (step, unknown, fields) = (self.0, unknown.escape_debug(), FIELDS.join(", "));
                return Err(E::custom(format_args!("step {step}: unknown field `{unknown}`, a step has {fields}")));
            }
        })
    }
}

struct AnyValue;

impl<'de> DeserializeSeed<'de> for AnyValue {
    type Value = Value<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text)))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value<'de>, E> {
        Ok(Value::Integer(number as f64))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value<'de>, E> {
        Ok(Value::Integer(number as f64))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value<'de>, E> {
        Ok(Value::Fraction(number))
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Value<'de>, E> {
        Ok(Value::Truth)
    }

    fn visit_unit<E: Error>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value<'de>, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'de>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Object)
    }
}
