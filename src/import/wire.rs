//! One element of an export: from its JSON text to a record, or to everything that is wrong with its shape.
//!
//! In goes the text of one JSON value, out go a record, or faults and what could still be told of it. What names and
//! properties mean is not looked at here.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::names::{Bare, Escaped};
use super::salvage;
use super::{Importer, Lost, NodeRecord, Place, Properties, Record, RelationshipRecord};

/// Where in its export an element is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context<'a> {
    /// The list that it is in, `nodes` or `rels`, where the export has such lists.
    pub(super) section: Option<Section>,
    /// Its key, where the list is by id.
    pub(super) key: Option<&'a str>,
    /// Its line is not UTF-8, and that has been said.
    pub(super) damaged: bool,
}

const IDENT: &str = "neither a text nor a whole number";

/// The two lists of the JSON formats that have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Nodes,
    Relationships,
}

impl Section {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Relationships => "rels",
        }
    }
}

#[derive(Deserialize)]
struct Element<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    label: Option<&'a RawValue>,
    #[serde(borrow)]
    labels: Option<&'a RawValue>,
    #[serde(borrow)]
    properties: Option<Object<Fields<'a>>>,
    #[serde(borrow)]
    start: Option<Object<End<'a>>>,
    #[serde(borrow)]
    end: Option<Object<End<'a>>>,
}

#[derive(Deserialize)]
struct End<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    role: Option<&'a RawValue>,
    #[serde(borrow)]
    description: Option<&'a RawValue>,
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    pose: Option<&'a RawValue>,
    #[serde(borrow)]
    required_tool: Option<&'a RawValue>,
    #[serde(borrow)]
    cost: Option<&'a RawValue>,
    #[serde(borrow)]
    stabilize: Option<&'a RawValue>,
    #[serde(borrow)]
    action_after: Option<&'a RawValue>,
    #[serde(borrow)]
    verify: Option<&'a RawValue>,
}

/// A JSON object. serde alone would take a list for a struct as well, field by field.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_map(ObjectVisitor(PhantomData)).map(Self)
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// A rule of the shape that an element breaks: its code and what to say.
type Broken = (&'static str, String);

/// Reads one element into the importer. Gives back whether it was a record.
pub(super) fn read(text: &str, place: Place, context: Context<'_>, out: &mut Importer) -> bool {
    let mut broken = Vec::new();
    let found = match parse(text).and_then(|element| Ok((kind(&element, context)?, element))) {
        Ok((Section::Nodes, element)) => Ok(Record::Node(node(&element, place.clone(), context, &mut broken))),
        Ok((Section::Relationships, element)) => Ok(Record::Relationship(link(&element, place.clone(), &mut broken))),
        Err(problem) => {
            broken.push(problem);
            Err(salvage::lost(text, context.key))
        }
    };
    if broken.is_empty()
        && let Ok(record) = found
    {
        out.record(record);
        return true;
    }
    let lost = found.map_or_else(|lost| lost, lost);
    let who = lost.who();
    for (code, problem) in broken.into_iter().filter(|(code, _)| !(context.damaged && *code == "not-json")) {
        out.fault(code, place.clone(), format!("{who}{problem}"));
    }
    out.lose(lost);
    false
}

/// The message of a JSON error without its position, which counts from the start of the text that was read.
pub(super) fn complaint(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.as_str(), |(complaint, _)| complaint).to_owned()
}

fn parse(text: &str) -> Result<Element<'_>, Broken> {
    let mut error = match serde_json::from_str::<Object<_>>(text) {
        Ok(Object(element)) => return Ok(element),
        Err(error) => error,
    };
    if let (true, Err(worse)) = (error.is_data(), serde_json::from_str::<IgnoredAny>(text)) {
        error = worse;
    }
    let complaint = complaint(&error);
    Err(match error.classify() {
        Category::Data if complaint.starts_with("duplicate field") => {
            ("duplicate-key", format!("says one thing twice ({complaint}); keep one"))
        }
        Category::Data => ("not-a-record", format!("is not laid out as a node or relationship: {complaint}")),
        Category::Eof => ("not-json", format!("is not JSON: {complaint}; was it cut off?")),
        _ => ("not-json", format!("is not JSON: {complaint} at column {}", error.column())),
    })
}

/// What an element says that it is, which must suit the list that it is in.
fn kind(element: &Element<'_>, context: Context<'_>) -> Result<Section, Broken> {
    const WANTED: &str = "; it must be 'node' or 'relationship'";
    let Some(raw) = element.kind else { return Err(("type-missing", format!("has no type{WANTED}"))) };
    let kind = match text(raw).as_deref() {
        Ok("node") => Section::Nodes,
        Ok("relationship") => Section::Relationships,
        _ => return Err(("type-unknown", format!("its type is {}{WANTED}", Bare(raw.get())))),
    };
    match context.section {
        Some(section) if section != kind => Err((
            "wrong-section",
            format!("its type is {}, but it is in the list '{}'", Bare(raw.get()), section.word()),
        )),
        _ => Ok(kind),
    }
}

fn node(element: &Element<'_>, place: Place, context: Context<'_>, broken: &mut Vec<Broken>) -> NodeRecord {
    let id = kept(node_id(element.id, context.key), broken);
    let labels = kept(labels(element.labels), broken);
    let properties = properties(element.properties.as_ref(), broken);
    NodeRecord { place, id, labels, properties }
}

fn link(element: &Element<'_>, place: Place, broken: &mut Vec<Broken>) -> RelationshipRecord {
    // Nothing refers to the id of a relationship.
    let id = element.id.map_or_else(String::new, |raw| text(raw).map_or_else(|_| raw.get().into(), Cow::into_owned));
    let kind = kept(relationship_type(element.label), broken);
    let start = kept(end("start", element.start.as_ref()), broken);
    let end = kept(end("end", element.end.as_ref()), broken);
    let properties = properties(element.properties.as_ref(), broken);
    RelationshipRecord { place, id, kind, properties, start, end }
}

fn node_id(raw: Option<&RawValue>, key: Option<&str>) -> Result<String, Broken> {
    match (raw, key) {
        (None, None) => Err(("id-missing", "the node has no id".into())),
        (None, Some(key)) => Ok(key.into()),
        (Some(raw), key) => {
            let id =
                ident(raw).ok_or_else(|| ("id-invalid", format!("the node's id is {}, {IDENT}", Bare(raw.get()))))?;
            match key.filter(|&key| key != id) {
                Some(key) => {
                    Err(("id-mismatch", format!("the node's id is {}, but its key is {}", Escaped(&id), Escaped(key))))
                }
                None => Ok(id),
            }
        }
    }
}

fn end(which: &str, end: Option<&Object<End<'_>>>) -> Result<String, Broken> {
    let Some(Object(end)) = end else { return Err(("end-missing", format!("the relationship has no {which} node"))) };
    let Some(id) = end.id else { return Err(("end-missing", format!("the relationship's {which} node has no id"))) };
    ident(id)
        .ok_or_else(|| ("end-invalid", format!("the id of the relationship's {which} is {}, {IDENT}", Bare(id.get()))))
}

fn relationship_type(raw: Option<&RawValue>) -> Result<String, Broken> {
    let Some(raw) = raw else { return Err(("label-missing", "the relationship has no label, its type".into())) };
    let label = text(raw).ok().filter(|label| !label.is_empty()).map(Cow::into_owned);
    label.ok_or_else(|| ("label-invalid", format!("the relationship's label is {}, not its type", Bare(raw.get()))))
}

fn labels(raw: Option<&RawValue>) -> Result<Vec<String>, Broken> {
    let Some(raw) = raw else { return Ok(Vec::new()) };
    serde_json::from_str(raw.get())
        .map_err(|_| ("labels-invalid", format!("its labels are {}, not a list of texts", Bare(raw.get()))))
}

fn properties(fields: Option<&Object<Fields<'_>>>, broken: &mut Vec<Broken>) -> Properties {
    let Some(Object(fields)) = fields else { return Properties::default() };
    let mut value = |word: &str, raw: Option<&RawValue>| raw.and_then(|raw| kept(value(word, raw).map(Some), broken));
    Properties {
        name: value("name", fields.name),
        role: value("role", fields.role),
        description: value("description", fields.description),
        kind: value("type", fields.kind),
        pose: value("pose", fields.pose),
        required_tool: value("required_tool", fields.required_tool),
        cost: value("cost", fields.cost),
        stabilize: value("stabilize", fields.stabilize),
        action_after: value("action_after", fields.action_after),
        verify: value("verify", fields.verify),
    }
}

fn value(word: &str, raw: &RawValue) -> Result<Value, Broken> {
    let value = if raw.get().starts_with('"') {
        text(raw).map(|text| Value::String(text.into_owned()))
    } else {
        serde_json::from_str(raw.get())
    };
    value.map_err(|error| ("value-unreadable", format!("its {word} cannot be read: {}", complaint(&error))))
}

/// An id is a text; older exports have whole numbers.
fn ident(raw: &RawValue) -> Option<String> {
    let json = raw.get();
    let digits = json.strip_prefix('-').unwrap_or(json);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(json.to_owned());
    }
    text(raw).ok().filter(|id| !id.is_empty()).map(Cow::into_owned)
}

/// The text that a JSON text stands for, borrowed where nothing in it is escaped.
fn text(raw: &RawValue) -> Result<Cow<'_, str>, serde_json::Error> {
    let inner = raw.get().strip_prefix('"').and_then(|json| json.strip_suffix('"'));
    match inner {
        Some(text) if !text.contains('\\') => Ok(Cow::Borrowed(text)),
        _ => serde_json::from_str(raw.get()).map(Cow::Owned),
    }
}

fn kept<T: Default>(result: Result<T, Broken>, broken: &mut Vec<Broken>) -> T {
    result.unwrap_or_else(|problem| {
        broken.push(problem);
        T::default()
    })
}

/// What is known of a record that is not taken because its shape is broken. Empty ids are those that could not be read.
fn lost(record: Record) -> Lost {
    match record {
        Record::Node(NodeRecord { id, properties, .. }) => {
            let name = properties.name.as_ref().and_then(Value::as_str).map(Into::into);
            Lost { node: Some(id).filter(|id| !id.is_empty()), name, from: None }
        }
        Record::Relationship(RelationshipRecord { start, .. }) => {
            Lost { from: Some(start).filter(|id| !id.is_empty()), ..Lost::default() }
        }
    }
}
