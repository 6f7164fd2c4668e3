//! A controller's state as JSON → its skeleton.
//!
//! `{"mode":"auto","program":{"name":"weld","line":12,"running":true},"position":"Pos_3","tool":"Welder",
//! "gripper":"closed","inputs":{"di1":true},"outputs":{},"alarms":["…"],"messages":["…"],"active":"…","values":{}}`: every
//! field is optional, `null` counts as absent. An alarm or a message is a text, or `{"id","text"}`. Groups of values may be
//! nested; their names are joined by dots, and a name that has a dot itself stands in quotes. A field of another name is kept as a value under its own name, but for one that is near
//! to a name of these (`postion`, `Position`, `alarm`), or means one (`errors`): somebody may rely on it. Such a field, one that
//! stands there twice, and one of the wrong type make the whole state unusable: half a state is none.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::skeleton::{Element, Kind, POSITION, PROGRAM, Skeleton, SkeletonError, TEXT, TOOL, VALUE};
use crate::{
    fields::meant,
    limits::{OBSERVED_BYTES_MAX, OBSERVED_DEPTH_MAX},
};

/// The fields of a state, and of its program.
pub(super) const FIELDS: &[&str] =
    &[POSITION, TOOL, "mode", "gripper", PROGRAM, "inputs", "outputs", "alarms", "messages", "active", "values"];
const PROGRAM_FIELDS: &[&str] = &["name", "line", "running"];
/// How deep a text may be nested before anything of it is looked at.
const NESTING_MAX: usize = 128;
/// What others call a field.
const ALIASES: &[(&str, &str)] =
    &[("pos", POSITION), ("error", "alarms"), ("errors", "alarms"), ("fault", "alarms"), ("faults", "alarms")];

/// A controller's skeleton, and the element that is active on it.
///
/// # Errors
///
/// Text that is no state; see the head of this file.
pub fn read(raw: &[u8]) -> Result<(Skeleton, Option<String>), SkeletonError> {
    if raw.len() > OBSERVED_BYTES_MAX {
        return Err(SkeletonError::TooLong(OBSERVED_BYTES_MAX));
    }
    let document: &RawValue = serde_json::from_slice(raw).map_err(not_json)?;
    let document = Json::read(document, 1)?;
    let Json::Object(fields) = document else { return Err(wrong("the state", "an object")) };
    let mut reader = Reader::default();
    all_told("", FIELDS, &fields)?;
    for (name, value) in fields {
        reader.field(name, value)?;
    }
    Ok((reader.skeleton, reader.active))
}

#[derive(Default)]
struct Reader {
    skeleton: Skeleton,
    active: Option<String>,
    known: BTreeSet<String>,
    counts: BTreeMap<String, usize>,
}

impl Reader {
    fn field(&mut self, name: String, value: Json) -> Result<(), SkeletonError> {
        if !self.known.insert(name.clone()) {
            return Err(SkeletonError::Twice(name));
        }
        if value == Json::Null {
            return Ok(());
        }
        match name.as_str() {
            "mode" => self.text(&name, Kind::Mode, value),
            POSITION => self.text(&name, Kind::Position, value),
            TOOL => self.text(&name, Kind::Tool, value),
            "gripper" => self.text(&name, Kind::Gripper, value),
            PROGRAM => self.program(value),
            "inputs" => self.group(name, Kind::Input, value),
            "outputs" => self.group(name, Kind::Output, value),
            "values" => self.group(name, Kind::Value, value),
            "alarms" => self.messages(&name, Kind::Alarm, value),
            "messages" => self.messages(&name, Kind::Message, value),
            "active" => {
                self.active = Some(text(&name, value)?);
                Ok(())
            }
            _ => self.values(part(&name), Kind::Value, value, 1),
        }
    }

    fn text(&mut self, name: &str, kind: Kind, value: Json) -> Result<(), SkeletonError> {
        let element = Element::of(kind, TEXT, text(name, value)?);
        self.skeleton.insert(name.to_owned(), element)
    }

    fn program(&mut self, value: Json) -> Result<(), SkeletonError> {
        let Json::Object(fields) = value else { return Err(wrong(PROGRAM, "an object")) };
        all_told("program.", PROGRAM_FIELDS, &fields)?;
        let mut element = Element { kind: Kind::Program, attributes: BTreeMap::new() };
        for (name, value) in fields {
            let key = format!("{PROGRAM}.{name}");
            let value = match (name.as_str(), value) {
                (_, Json::Null) => continue,
                ("running", Json::Bool(is)) => is.to_string(),
                ("running", _) => return Err(wrong(&key, "true or false")),
                ("name", value) => text(&key, value)?,
                (_, value) => scalar(&key, value)?,
            };
            if element.attributes.insert(name, value).is_some() {
                return Err(SkeletonError::Twice(key));
            }
        }
        self.skeleton.insert(PROGRAM.to_owned(), element)
    }

    fn group(&mut self, name: String, kind: Kind, value: Json) -> Result<(), SkeletonError> {
        match value {
            Json::Object(_) => self.values(name, kind, value, 1),
            _ => Err(wrong(&name, "an object")),
        }
    }

    /// A value, or a group of them: as deep as [`OBSERVED_DEPTH_MAX`], and no deeper.
    fn values(&mut self, key: String, kind: Kind, value: Json, depth: usize) -> Result<(), SkeletonError> {
        if depth > OBSERVED_DEPTH_MAX {
            return Err(SkeletonError::TooDeep(key));
        }
        match value {
            Json::Null => Ok(()),
            Json::Object(fields) => fields
                .into_iter()
                .try_for_each(|(name, value)| self.values(format!("{key}.{}", part(&name)), kind, value, depth + 1)),
            Json::List(items) => items
                .into_iter()
                .enumerate()
                .try_for_each(|(place, value)| self.values(format!("{key}[{place}]"), kind, value, depth + 1)),
            Json::Text(text) => self.skeleton.insert_text(key, Element::of(kind, VALUE, text)),
            value => {
                let element = Element::of(kind, VALUE, scalar(&key, value)?);
                self.skeleton.insert(key, element)
            }
        }
    }

    /// Alarms and messages: under their ids, or under what they say, so that one that goes does not rename the others.
    fn messages(&mut self, name: &str, kind: Kind, value: Json) -> Result<(), SkeletonError> {
        let Json::List(items) = value else { return Err(wrong(name, "a list")) };
        match kind {
            Kind::Message => self.skeleton.show_messages(),
            _ => self.skeleton.show_alarms(),
        }
        for item in items {
            let (id, words) = match item {
                Json::Object(fields) => message(name, fields)?,
                item => (None, text(name, item)?),
            };
            let words = words.trim().to_owned();
            let key = format!("{name}.{}", id.as_ref().unwrap_or(&words));
            let mut element = Element::of(kind, TEXT, words);
            element.attributes.extend(id.map(|id| ("id".to_owned(), id)));
            self.skeleton.insert_next(&mut self.counts, key, element)?;
        }
        Ok(())
    }
}

/// A name as a part of a key. One that has a character of the keys' own stands in quotes: `{"a.b":1}` is not `{"a":{"b":1}}`.
fn part(name: &str) -> String {
    let is_plain = !name.is_empty() && !name.contains(['.', '[', ']', '"', '#']);
    if is_plain { name.to_owned() } else { serde_json::Value::from(name).to_string() }
}

/// Refuses a field that may be meant for a known one. `null` says nothing, whatever its name.
fn all_told(group: &str, known: &'static [&'static str], fields: &[(String, Json)]) -> Result<(), SkeletonError> {
    let stands = |known: &str| fields.iter().any(|(name, _)| name == known);
    for (name, value) in fields {
        if *value == Json::Null || known.contains(&name.as_str()) {
            continue;
        }
        if let Some(known) = meant(name, known, ALIASES, stands) {
            return Err(SkeletonError::Near { field: format!("{group}{name}"), known });
        }
    }
    Ok(())
}

/// The id and the words of `{"id","text"}`.
fn message(name: &str, fields: Vec<(String, Json)>) -> Result<(Option<String>, String), SkeletonError> {
    let (mut id, mut words) = (None, None);
    for (field, value) in fields {
        let key = format!("{name}.{field}");
        let slot = match field.as_str() {
            "id" => &mut id,
            "text" => &mut words,
            _ => return Err(wrong(name, "a list of texts, or of {\"id\", \"text\"}")),
        };
        if slot.replace(scalar(&key, value)?).is_some() {
            return Err(SkeletonError::Twice(key));
        }
    }
    words.map(|words| (id, words)).ok_or_else(|| wrong(name, "a list of texts, or of {\"id\", \"text\"}"))
}

fn text(field: &str, value: Json) -> Result<String, SkeletonError> {
    match value {
        Json::Text(text) => Ok(text),
        _ => Err(wrong(field, "a text")),
    }
}

fn scalar(field: &str, value: Json) -> Result<String, SkeletonError> {
    match value {
        Json::Text(text) | Json::Number(text) => Ok(text),
        Json::Bool(is) => Ok(is.to_string()),
        Json::Null | Json::List(_) | Json::Object(_) => Err(wrong(field, "a text, a number, true or false")),
    }
}

fn wrong(field: &str, wanted: &'static str) -> SkeletonError {
    SkeletonError::Type { field: field.to_owned(), wanted }
}

/// JSON as it stands there.
#[derive(Debug, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads it level by level, so that a number is the one that was written: no digit of a large one is lost.
    fn read(raw: &RawValue, depth: usize) -> Result<Self, SkeletonError> {
        let text = raw.get();
        if depth > NESTING_MAX {
            return Err(SkeletonError::NotJson("it is nested too deeply".to_owned()));
        }
        Ok(match text.as_bytes().first() {
            Some(b'n') => Self::Null,
            Some(b't' | b'f') => Self::Bool(text == "true"),
            Some(b'"') => Self::Text(serde_json::from_str(text).map_err(not_json)?),
            Some(b'[') => {
                let items: Vec<&RawValue> = serde_json::from_str(text).map_err(not_json)?;
                Self::List(items.into_iter().map(|item| Self::read(item, depth + 1)).collect::<Result<_, _>>()?)
            }
            Some(b'{') => {
                let Fields(fields) = serde_json::from_str(text).map_err(not_json)?;
                let read = |(name, value): (String, &RawValue)| Ok((name, Self::read(value, depth + 1)?));
                Self::Object(fields.into_iter().map(read).collect::<Result<_, _>>()?)
            }
            _ => Self::Number(number(text)?),
        })
    }
}

/// One spelling for one number: whole ones as they are written, others as their nearest double. -0 is 0.
fn number(text: &str) -> Result<String, SkeletonError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(if digits == "0" { digits } else { text }.to_owned());
    }
    match text.parse::<f64>() {
        // Minus nothing plus nothing is nothing without a sign.
        Ok(number) if number.is_finite() => Ok((number + 0.0).to_string()),
        _ => Err(SkeletonError::NotJson(format!("number out of range: {}", text.chars().take(40).collect::<String>()))),
    }
}

fn not_json(error: serde_json::Error) -> SkeletonError {
    SkeletonError::NotJson(error.to_string())
}

/// An object's fields, those that stand in it twice included.
struct Fields<'d>(Vec<(String, &'d RawValue)>);

impl<'d> Deserialize<'d> for Fields<'d> {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'d> Visitor<'d> for FieldsVisitor {
    type Value = Fields<'d>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut fields: A) -> Result<Fields<'d>, A::Error> {
        let mut object = Vec::new();
        while let Some(field) = fields.next_entry()? {
            object.push(field);
        }
        Ok(Fields(object))
    }
}
