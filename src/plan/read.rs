//! Plan documents → [`Plan`], by serde, from any format. What the contract calls unusable is refused with the step's
//! place and the field's name.
//!
//! The fields of a step may come in any order, so what a field may hold is judged when the step is whole: on a `move`
//! most are not looked at.

use std::{borrow::Cow, fmt};

use serde_core::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Action, Plan, Step};

mod plain;

#[cfg(feature = "cli")]
pub(crate) use plain::{Plain, PlainStep};

impl<'de: 'd, 'd> serde_core::Deserialize<'de> for Plan<'d> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut plan = Plan::<'de>::default();
        Plan::read_into(&mut plan.steps, deserializer)?;
        Ok(plan)
    }
}

impl<'de> Plan<'de> {
    /// Reads a document into a list, in the place of what the list had.
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
        loop {
            // Filled where it lies: a step is too large to be handed on from function to function.
            let number = self.0.len() + 1;
            self.0.push(Step::new(Action::Move, Cow::Borrowed("")));
            let step = self.0.last_mut().ok_or_else(|| A::Error::custom("out of memory"))?;
            if list.next_element_seed(StepAt { number, step })?.is_none() {
                self.0.pop();
                return Ok(());
            }
        }
    }
}

/// Reads the step with this number into its place, which is a bare step.
struct StepAt<'s, 'de> {
    number: usize,
    step: &'s mut Step<'de>,
}

impl<'de> DeserializeSeed<'de> for StepAt<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for StepAt<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} to be an object", self.number)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let number = self.number;
        let mut reader = StepReader { step: self.step, given: 0, put_off: None };
        while let Some(field) = map.next_key_seed(FieldName(number))? {
            if reader.is_given(field) {
                return Err(A::Error::custom(format_args!("step {number}: `{}` is given twice", field.word())));
            }
            let value = map.next_value_seed(AnyValue)?;
            reader.take(field, value).map_err(|fault| A::Error::custom(format_args!("step {number}: {fault}")))?;
        }
        reader.finish().map_err(|fault| A::Error::custom(format_args!("step {number}: {fault}")))
    }
}

/// The fields of a step, in the order of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Id,
    Name,
    Action,
    Target,
    Position,
    Tool,
    Stabilize,
    ActionAfter,
    Verify,
}

impl Field {
    const ALL: [Self; 9] = [
        Self::Id,
        Self::Name,
        Self::Action,
        Self::Target,
        Self::Position,
        Self::Tool,
        Self::Stabilize,
        Self::ActionAfter,
        Self::Verify,
    ];

    const fn word(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Name => "name",
            Self::Action => "action",
            Self::Target => "target",
            Self::Position => "position",
            Self::Tool => "tool",
            Self::Stabilize => "stabilize",
            Self::ActionAfter => "action_after",
            Self::Verify => "verify",
        }
    }

    /// Of a set of fields.
    const fn bit(self) -> u16 {
        1 << self as u16
    }

    fn named(word: &str) -> Option<Self> {
        Some(match word {
            "id" => Self::Id,
            "name" => Self::Name,
            "action" => Self::Action,
            "target" => Self::Target,
            "position" => Self::Position,
            "tool" => Self::Tool,
            "stabilize" => Self::Stabilize,
            "action_after" => Self::ActionAfter,
            "verify" => Self::Verify,
            _ => return None,
        })
    }
}

/// A step in the making.
struct StepReader<'s, 'd> {
    step: &'s mut Step<'d>,
    /// By field, as bits.
    given: u16,
    /// What is wrong unless the step turns out to be a move, which has no use for the field.
    put_off: Option<Fault>,
}

impl<'d> StepReader<'_, 'd> {
    const fn is_given(&self, field: Field) -> bool {
        self.given & field.bit() != 0
    }

    fn take(&mut self, field: Field, value: Value<'d>) -> Result<(), Fault> {
        self.given |= field.bit();
        let fault = match field {
            Field::Id => match value {
                Value::Null | Value::Integer(_) => return Ok(()),
                other => return Err(Fault::Type(field.word(), "a whole number", other.kind())),
            },
            Field::Name => return text(field, value, &mut self.step.name),
            Field::Target => {
                self.step.target = required(field, value)?;
                return Ok(());
            }
            Field::Action => {
                self.step.action = match required(field, value)? {
                    word if word == "move" => Action::Move,
                    word if word == "routine" => Action::Routine,
                    word => Action::Unknown(word),
                };
                return Ok(());
            }
            Field::Position => text(field, value, &mut self.step.position),
            Field::Tool => text(field, value, &mut self.step.tool),
            Field::Stabilize => seconds(field, &value, &mut self.step.stabilize_s),
            Field::ActionAfter => text(field, value, &mut self.step.action_after),
            Field::Verify => text(field, value, &mut self.step.verify),
        };
        if let Err(fault) = fault {
            self.put_off.get_or_insert(fault);
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Fault> {
        if let Some(missing) = [Field::Action, Field::Target].into_iter().find(|&field| !self.is_given(field)) {
            return Err(Fault::Missing(missing.word()));
        }
        if self.step.action == Action::Move {
            self.step.position = None;
            self.step.tool = None;
            self.step.stabilize_s = None;
            self.step.action_after = None;
            self.step.verify = None;
            return Ok(());
        }
        self.put_off.map_or(Ok(()), Err)
    }
}

fn required(field: Field, value: Value<'_>) -> Result<Cow<'_, str>, Fault> {
    match value {
        Value::Text(text) => Ok(text),
        other => Err(Fault::Type(field.word(), "a text", other.kind())),
    }
}

fn text<'d>(field: Field, value: Value<'d>, place: &mut Option<Cow<'d, str>>) -> Result<(), Fault> {
    match value {
        Value::Null => Ok(()),
        Value::Text(text) => {
            *place = Some(text);
            Ok(())
        }
        other => Err(Fault::Type(field.word(), "a text", other.kind())),
    }
}

fn seconds(field: Field, value: &Value<'_>, place: &mut Option<f64>) -> Result<(), Fault> {
    match *value {
        Value::Null => Ok(()),
        Value::Integer(number) | Value::Fraction(number) if number.is_finite() && number >= 0.0 => {
            *place = Some(number);
            Ok(())
        }
        Value::Integer(number) | Value::Fraction(number) => Err(Fault::Seconds(field.word(), number)),
        ref other => Err(Fault::Type(field.word(), "a number of seconds", other.kind())),
    }
}

/// Why a step cannot be used.
#[derive(Debug)]
enum Fault {
    Missing(&'static str),
    Type(&'static str, &'static str, &'static str),
    Seconds(&'static str, f64),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(field) => write!(f, "`{field}` is missing"),
            Self::Type(field, expected, found) => write!(f, "`{field}` must be {expected}, not {found}"),
            Self::Seconds(field, found) => write!(f, "`{field}` must be finite and not negative, not {found}"),
        }
    }
}

/// Whatever a field holds; lists and objects are read over, to be refused or not looked at.
#[derive(Clone, Debug)]
enum Value<'d> {
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

/// Reads a key of the step with this number.
struct FieldName(usize);

impl<'de> DeserializeSeed<'de> for FieldName {
    type Value = Field;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Field, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for FieldName {
    type Value = Field;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field's name")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Field, E> {
        Field::named(key).ok_or_else(|| {
            let (step, key, fields) = (self.0, key.escape_debug(), Field::ALL.map(Field::word).join(", "));
            E::custom(format_args!("step {step}: unknown field `{key}`, a step has {fields}"))
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
