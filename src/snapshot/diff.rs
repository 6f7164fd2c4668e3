//! Two drafts → what changed from the one to the other, in words.
//!
//! Both lists of a kind are in the order of their names, so one walk over the pair finds what came, what went and what
//! stayed; ids mean nothing across drafts, so names are compared.

use std::{cmp::Ordering, fmt};

use serde::Serialize;

use crate::cell::{Draft, NO_TOOL};

/// What happened to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Only the new draft has it.
    Added,
    /// Only the old draft has it.
    Removed,
    /// Both have it, with other properties.
    Changed,
}

/// What it happened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum What {
    Position,
    Tool,
    Stand,
    Routine,
    Move,
    Support,
}

/// A property with what it was and what it is; none where there is no such thing, or nothing in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Property {
    /// As in the contract's tables.
    pub property: &'static str,
    /// In the old draft.
    pub old: Option<String>,
    /// In the new draft.
    pub new: Option<String>,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What happened.
    pub kind: Kind,
    /// To what.
    pub what: What,
    /// Its name; from and to of a move, routine and position of a support.
    pub names: Vec<String>,
    /// Those that differ; for something added or removed those that are not empty.
    pub properties: Vec<Property>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = (self.names.first().map_or("", |n| n), self.names.get(1).map_or("", |n| n));
        match self.what {
            What::Position => write!(f, "position '{first}'"),
            What::Tool => write!(f, "tool '{first}'"),
            What::Stand => write!(f, "stand '{first}'"),
            What::Routine => write!(f, "routine '{first}'"),
            What::Move => write!(f, "move from '{first}' to '{second}'"),
            What::Support => write!(f, "routine '{first}' at '{second}'"),
        }?;
        f.write_str(match self.kind {
            Kind::Added => " added",
            Kind::Removed => " removed",
            Kind::Changed => "",
        })?;
        for (place, Property { property, old, new }) in self.properties.iter().enumerate() {
            f.write_str(if place == 0 { ": " } else { ", " })?;
            match (self.kind, old, new) {
                (Kind::Changed, Some(old), Some(new)) => write!(f, "{property} changed from '{old}' to '{new}'"),
                (Kind::Changed, None, Some(new)) => write!(f, "{property} '{new}' added"),
                (Kind::Changed, Some(old), None) => write!(f, "{property} '{old}' removed"),
                (_, None, Some(value)) | (_, Some(value), _) => write!(f, "{property} '{value}'"),
                (_, None, None) => Ok(()),
            }?;
        }
        Ok(())
    }
}

/// What changed: positions, tools, stands, routines, moves, supports, each in the order of names.
#[must_use]
pub fn diff(old: &Draft, new: &Draft) -> Vec<Change> {
    let mut changes = Vec::new();
    for (what, of) in [
        (What::Position, positions as fn(&Draft) -> Vec<Item<'_>>),
        (What::Tool, tools),
        (What::Stand, stands),
        (What::Routine, routines),
        (What::Move, moves),
        (What::Support, supports),
    ] {
        compare(what, &of(old), &of(new), &mut changes);
    }
    changes
}

/// Something with its names, which are its key, and its properties.
struct Item<'d> {
    names: [&'d str; 2],
    properties: Vec<(&'static str, Option<Value<'d>>)>,
}

/// A property's value, not yet put into words.
#[derive(Clone, Debug, PartialEq)]
enum Value<'d> {
    Text(&'d str),
    Seconds(f64),
    Names(Vec<&'d str>),
}

impl Value<'_> {
    fn words(&self) -> String {
        match self {
            Self::Text(text) => (*text).to_owned(),
            Self::Seconds(seconds) => format!("{seconds} s"),
            Self::Names(names) => names.join(", "),
        }
    }
}

fn compare(what: What, old: &[Item<'_>], new: &[Item<'_>], changes: &mut Vec<Change>) {
    let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => return,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) => old.names.cmp(&new.names),
        };
        let before = if order.is_le() { old.next() } else { None };
        let after = if order.is_ge() { new.next() } else { None };
        changes.extend(change(what, before, after));
    }
}

fn change(what: What, old: Option<&Item<'_>>, new: Option<&Item<'_>>) -> Option<Change> {
    let kind = match (old, new) {
        (Some(old), Some(new)) if old.properties == new.properties => return None,
        (Some(_), Some(_)) => Kind::Changed,
        (None, _) => Kind::Added,
        (_, None) => Kind::Removed,
    };
    let any = new.or(old)?;
    let value = |item: Option<&Item<'_>>, place: usize| {
        let (_, value) = item?.properties.get(place)?;
        value.as_ref().map(Value::words)
    };
    let properties = any.properties.iter().enumerate().filter_map(|(place, (property, _))| {
        let (old, new) = (value(old, place), value(new, place));
        (old != new).then_some(Property { property, old, new })
    });
    let names = any.names.iter().filter(|name| !name.is_empty()).map(|&name| name.to_owned());
    Some(Change { kind, what, names: names.collect(), properties: properties.collect() })
}

fn text(text: &str) -> Option<Value<'_>> {
    (!text.is_empty()).then_some(Value::Text(text))
}

fn positions(draft: &Draft) -> Vec<Item<'_>> {
    draft
        .positions
        .iter()
        .map(|p| Item {
            names: [&p.name, ""],
            properties: vec![("role", text(p.role.word())), ("description", text(&p.description))],
        })
        .collect()
}

fn tools(draft: &Draft) -> Vec<Item<'_>> {
    draft
        .tools
        .iter()
        .map(|t| Item {
            names: [&t.name, ""],
            properties: vec![
                ("type", text(&t.kind)),
                ("description", text(&t.description)),
                ("stand", draft.stands.get(t.stand.index()).and_then(|stand| text(&stand.name))),
            ],
        })
        .collect()
}

fn stands(draft: &Draft) -> Vec<Item<'_>> {
    draft
        .stands
        .iter()
        .map(|s| {
            let places: Vec<&str> = s.positions.iter().map(|id| position(draft, id.index())).collect();
            let place = (!places.is_empty()).then_some(Value::Names(places));
            Item { names: [&s.name, ""], properties: vec![("pose", text(&s.pose)), ("position", place)] }
        })
        .collect()
}

fn routines(draft: &Draft) -> Vec<Item<'_>> {
    draft
        .routines
        .iter()
        .map(|r| {
            let tool = r.required_tool.and_then(|id| draft.tools.get(id.index()));
            let tool = tool.map_or(NO_TOOL, |tool| &tool.name);
            Item {
                names: [&r.name, ""],
                properties: vec![("description", text(&r.description)), ("required_tool", text(tool))],
            }
        })
        .collect()
}

fn moves(draft: &Draft) -> Vec<Item<'_>> {
    draft
        .moves
        .iter()
        .map(|m| Item {
            names: [position(draft, m.from.index()), position(draft, m.to.index())],
            properties: vec![("cost", m.cost_s.map(Value::Seconds))],
        })
        .collect()
}

fn supports(draft: &Draft) -> Vec<Item<'_>> {
    draft
        .supports
        .iter()
        .map(|s| {
            let routine = draft.routines.get(s.routine.index()).map_or("", |routine| &routine.name);
            Item {
                names: [routine, position(draft, s.position.index())],
                properties: vec![
                    ("stabilize", s.metadata.stabilize_s.map(Value::Seconds)),
                    ("action_after", s.metadata.action_after.as_deref().map(Value::Text)),
                    ("verify", s.metadata.verify.as_deref().map(Value::Text)),
                ],
            }
        })
        .collect()
}

fn position(draft: &Draft, id: usize) -> &str {
    draft.positions.get(id).map_or("", |position| &position.name)
}
