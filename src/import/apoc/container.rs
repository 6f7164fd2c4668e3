//! Exports that are one JSON value: a list, or an object with the lists `nodes` and `rels`; and streams of objects.
//!
//! In goes the text of the export, out go its elements one by one, as slices of the text, so that each is read, and
//! found faulty, for itself. Where the value as a whole breaks off, everything before it is read. What an element holds is
//! not looked at here.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer as _, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Deserializer;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::super::wire::{Context, Section, complaint};
use super::{Format, Reader};

/// Reads all elements of an export that is not in JSON lines.
pub(super) fn read(format: Format, reader: &mut Reader<'_, '_>) {
    let mut done = Done::default();
    let mut json = Deserializer::from_str(reader.text);
    let result = match format {
        Format::Stream => return stream(json, reader),
        Format::Sections => json.deserialize_map(Sections { reader: &mut *reader, done: &mut done }),
        Format::Array | Format::Lines => json.deserialize_seq(Elements { reader: &mut *reader, section: None }),
    };
    if result.is_ok() {
        done = Done { nodes: true, links: true };
    }
    if let Err(error) = result.and_then(|()| json.end()) {
        broken(&error, done, reader);
    }
}

/// Which lists have been read to their end.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    nodes: bool,
    links: bool,
}

fn stream<'t>(json: Deserializer<serde_json::de::StrRead<'t>>, reader: &mut Reader<'t, '_>) {
    for element in json.into_iter::<&RawValue>() {
        match element {
            Ok(element) => reader.element(element.get(), Context::default()),
            Err(error) => return broken(&error, Done::default(), reader),
        }
    }
}

/// Says where the value breaks off, and that what comes after it is unknown.
fn broken(error: &serde_json::Error, done: Done, reader: &mut Reader<'_, '_>) {
    // At column 0 it is the line break itself that does not belong there.
    let line = (error.line() as u64).saturating_sub(u64::from(error.column() == 0)).max(1);
    let complaint = complaint(error);
    let (code, message) = match error.classify() {
        Category::Data => ("section-invalid", format!("is not laid out as an export: {complaint}")),
        Category::Eof => ("not-json", format!("is not JSON: {complaint}; was the export cut off?")),
        _ => ("not-json", format!("is not JSON: {complaint} at column {}; nothing after it was read", error.column())),
    };
    reader.fault(code, line, message);
    if !done.nodes || !done.links {
        reader.out.lose_rest(!done.nodes);
    }
}

/// The object that holds the lists.
struct Sections<'r, 't, 'o> {
    reader: &'r mut Reader<'t, 'o>,
    done: &'r mut Done,
}

impl<'de> Visitor<'de> for Sections<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `nodes` and `rels`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<Cow<'_, str>>()? {
            let (section, done) = match &*key {
                "nodes" => (Section::Nodes, &mut self.done.nodes),
                "rels" => (Section::Relationships, &mut self.done.links),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            if *done {
                return Err(A::Error::custom(format_args!("the list `{key}` is there twice")));
            }
            map.next_value_seed(Elements { reader: &mut *self.reader, section: Some(section) })?;
            *done = true;
        }
        Ok(())
    }
}

/// A list of elements, or an object of elements by id.
struct Elements<'r, 't, 'o> {
    reader: &'r mut Reader<'t, 'o>,
    section: Option<Section>,
}

impl<'de> DeserializeSeed<'de> for Elements<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Elements<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of nodes or relationships, or an object of them by id")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(element) = list.next_element::<&RawValue>()? {
            self.reader.element(element.get(), Context { section: self.section, ..Context::default() });
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<Cow<'_, str>>()? {
            let element = map.next_value::<&RawValue>()?;
            self.reader
                .element(element.get(), Context { section: self.section, key: Some(&key), ..Context::default() });
        }
        Ok(())
    }
}
