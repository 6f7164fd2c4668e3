//! Structs as objects of a document, without a derive: the compiler of serde's derive is five packages, and core has none of them.
//!
//! In: a struct's fields and their keys. Out: what serde's derive would write and read, the same refusals included: a key that is
//! given twice, one that is missing, and, where the document is this project's own, one that is not known.

use std::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error, Visitor};

/// Writes a struct as an object. `unless PATH` leaves a key out where the function says so.
macro_rules! to_object {
    ($type:ident $(<$life:lifetime>)? { $($key:literal: $field:ident $(unless $empty:path)?,)+ }) => {
        impl $(<$life>)? serde_core::Serialize for $type $(<$life>)? {
            fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde_core::ser::SerializeStruct;
                let count = [$(true $(&& !$empty(&self.$field))?),+].into_iter().filter(|given| *given).count();
                let mut object = serializer.serialize_struct(stringify!($type), count)?;
                $(
                    if true $(&& !$empty(&self.$field))? {
                        object.serialize_field($key, &self.$field)?;
                    }
                )+
                object.end()
            }
        }
    };
}

/// Reads a struct from an object. `or EXPRESSION` stands in for a key that is missing; `strict` refuses a key that is not known,
/// `lenient` passes it over.
macro_rules! from_object {
    ($type:ident, $unknown:ident, { $($key:literal: $field:ident $(or $default:expr)?,)+ }) => {
        impl<'de> serde_core::Deserialize<'de> for $type {
            fn deserialize<D: serde_core::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                const KEYS: &[&str] = &[$($key),+];
                struct Object;
                impl<'de> serde_core::de::Visitor<'de> for Object {
                    type Value = $type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("struct ", stringify!($type)))
                    }

                    fn visit_map<A: serde_core::de::MapAccess<'de>>(self, mut map: A) -> Result<$type, A::Error> {
                        use serde_core::de::Error;
                        $(let mut $field = None;)+
                        while let Some(key) = map.next_key_seed($crate::document::Key(KEYS))? {
                            match key.as_ref().map_or("", |&place| KEYS[place]) {
                                $($key => {
                                    if $field.replace(map.next_value()?).is_some() {
                                        return Err(A::Error::duplicate_field($key));
                                    }
                                })+
                                _ => from_object!($unknown key, map, KEYS),
                            }
                        }
                        Ok($type {
                            $($field: match $field {
                                Some(value) => value,
                                None => from_object!(missing $key $(or $default)?),
                            },)+
                        })
                    }
                }
                deserializer.deserialize_struct(stringify!($type), KEYS, Object)
            }
        }
    };
    (missing $key:literal or $default:expr) => { $default };
    (missing $key:literal) => { return Err(A::Error::missing_field($key)) };
    (strict $place:ident, $map:ident, $keys:ident) => {{
        let Err(unknown) = $place else { continue };
        return Err(A::Error::unknown_field(&unknown, $keys));
    }};
    (lenient $place:ident, $map:ident, $keys:ident) => {{
        $map.next_value::<serde_core::de::IgnoredAny>()?;
    }};
}

pub(crate) use {from_object, to_object};

/// Reads a key: its place among the known ones, or itself.
pub(crate) struct Key(pub(crate) &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Result<usize, String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Key {
    type Value = Result<usize, String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|known| *known == key).ok_or_else(|| key.to_owned()))
    }
}
