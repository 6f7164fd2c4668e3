//! Relationships as they come: from a record to a link between two ids, its own properties judged.
//!
//! In go relationship records one by one, before or after their nodes; out go links by type. What a link's properties
//! break is kept with it and said by `edges`, when the names at its ends are known.

use serde_json::Value;

use super::names::EscapedValue;
use super::nodes::present;
use super::rows::Label;
use super::{Importer, Place, Properties, RelationshipRecord};
use crate::cell::Metadata;

/// A relationship type of the contract: its name, and the labels that it goes from and to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) word: &'static str,
    pub(super) from: Label,
    pub(super) to: Label,
}

const MOVES: &str = "ONLY_ALLOWED_MOVE_TO";
const SUPPORTS: &str = "SUPPORTED_AT";
const LOCATES: &str = "LOCATED_AT";
const AVAILS: &str = "TOOL_AVAILABLE_AT";

pub(super) const MOVE: Kind = Kind { word: MOVES, from: Label::Position, to: Label::Position };
pub(super) const SUPPORT: Kind = Kind { word: SUPPORTS, from: Label::Routine, to: Label::Position };
pub(super) const LOCATED: Kind = Kind { word: LOCATES, from: Label::Stand, to: Label::Position };
pub(super) const AVAILABLE: Kind = Kind { word: AVAILS, from: Label::Tool, to: Label::Stand };

/// A rule that a property breaks: its code and what to say.
pub(super) type Broken = (&'static str, String);

/// A relationship between two ids that may not have been met as nodes yet.
#[derive(Debug)]
pub(super) struct Link<P> {
    pub(super) place: Place,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) properties: Result<P, Box<[Broken]>>,
}

/// The relationships of an export as they came, by type.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) moves: Vec<Link<Option<f64>>>,
    pub(super) supports: Vec<Link<Metadata>>,
    pub(super) located: Vec<Link<()>>,
    pub(super) available: Vec<Link<()>>,
    /// Of other types: only their ends are looked at.
    pub(super) ignored: Vec<(String, Link<()>)>,
}

impl Importer {
    /// Takes a relationship: its type, its ends' ids, its own properties.
    pub(super) fn take_relationship(&mut self, record: RelationshipRecord) {
        let RelationshipRecord { place, kind, properties, start, end, .. } = record;
        let (from, to) = (self.ids.slot(&start), self.ids.slot(&end));
        match kind.as_str() {
            MOVES => {
                if self.has_room(MOVES, self.links.moves.len(), &place) {
                    self.links.moves.push(Link { place, from, to, properties: cost(properties) });
                }
            }
            SUPPORTS => {
                if self.has_room(SUPPORTS, self.links.supports.len(), &place) {
                    self.links.supports.push(Link { place, from, to, properties: metadata(properties) });
                }
            }
            LOCATES => {
                if self.has_room(LOCATES, self.links.located.len(), &place) {
                    self.links.located.push(Link { place, from, to, properties: Ok(()) });
                }
            }
            AVAILS => {
                if self.has_room(AVAILS, self.links.available.len(), &place) {
                    self.links.available.push(Link { place, from, to, properties: Ok(()) });
                }
            }
            _ => {
                *self.ignored_types.entry(kind.clone()).or_default() += 1;
                self.links.ignored.push((kind, Link { place, from, to, properties: Ok(()) }));
            }
        }
    }

    /// Whether one more relationship of a type may come; says once that there are too many.
    fn has_room(&mut self, word: &'static str, count: usize, place: &Place) -> bool {
        let max = self.caps.edges;
        if count < max {
            return true;
        }
        self.lost.all_links = true;
        if self.full.insert(word) {
            let message = format!("there are more than {max} relationships of the type {word}");
            self.notes.fault("too-many-edges", place, message);
        }
        false
    }
}

fn cost(properties: Properties) -> Result<Option<f64>, Box<[Broken]>> {
    let is_cost = |seconds| seconds > 0.0;
    number("cost", "cost-invalid", "a finite number of seconds > 0", is_cost, properties.cost)
        .map_err(|broken| [broken].into())
}

fn metadata(properties: Properties) -> Result<Metadata, Box<[Broken]>> {
    let is_wait = |seconds| seconds >= 0.0;
    let wait = "a finite number of seconds ≥ 0";
    let stabilize = number("stabilize", "stabilize-invalid", wait, is_wait, properties.stabilize);
    let action_after = text("action_after", "action-after-not-text", properties.action_after);
    let verify = text("verify", "verify-not-text", properties.verify);
    match (stabilize, action_after, verify) {
        (Ok(stabilize_s), Ok(action_after), Ok(verify)) => Ok(Metadata { stabilize_s, action_after, verify }),
        (stabilize, action_after, verify) => {
            Err([stabilize.err(), action_after.err(), verify.err()].into_iter().flatten().collect())
        }
    }
}

fn number(
    property: &str,
    code: &'static str,
    wanted: &str,
    is_good: impl Fn(f64) -> bool,
    value: Option<Value>,
) -> Result<Option<f64>, Broken> {
    let Some(value) = present(value) else { return Ok(None) };
    match value.as_f64() {
        // Adding 0 makes -0 the same 0 that every other export has.
        Some(number) if number.is_finite() && is_good(number) => Ok(Some(number + 0.0)),
        _ => Err((code, format!("its {property} is {}, not {wanted}", EscapedValue(&value)))),
    }
}

fn text(property: &str, code: &'static str, value: Option<Value>) -> Result<Option<String>, Broken> {
    match present(value) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err((code, format!("its {property} is {}, not a text", EscapedValue(&other)))),
    }
}
