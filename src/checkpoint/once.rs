//! JSON that says each name once. Two values under one name have two readings, and a parser takes the last in silence.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Number, Value};

use crate::cell::shown;

/// A value in which no object has a name twice.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Once(pub(super) Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Once;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Once, E> {
        Ok(Once(Value::Null))
    }

    fn visit_bool<E>(self, is: bool) -> Result<Once, E> {
        Ok(Once(Value::Bool(is)))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Once, E> {
        Ok(Once(Value::from(number)))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Once, E> {
        Ok(Once(Value::from(number)))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Once, E> {
        let number = Number::from_f64(number).ok_or_else(|| E::custom("a number that is none"))?;
        Ok(Once(Value::Number(number)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Once, E> {
        Ok(Once(Value::String(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Once, A::Error> {
        let mut list = Vec::new();
        while let Some(Once(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Once(Value::Array(list)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Once, A::Error> {
        let mut object = Map::new();
        while let Some((name, Once(value))) = fields.next_entry::<String, Once>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format_args!("`{}` stands there twice", shown(&name))));
            }
            object.insert(name, value);
        }
        Ok(Once(Value::Object(object)))
    }
}
