//! What an import says: where, which fault or warning, and the counts of what was kept and what was left out.
//!
//! In come codes and sentences from the rules; out go lists in the order of their places. Nothing here decides whether
//! something is a fault.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

/// Where in its source something was read. The order is that of reports: the whole first, then line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The export as a whole.
    #[default]
    Export,
    /// The line of an APOC export on which the record starts, counted from 1.
    Line(u64),
    /// The element id of a node or relationship that came over Bolt.
    Element(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Export => f.write_str("export"),
            Self::Line(line) => write!(f, "line {line}"),
            Self::Element(id) => write!(f, "element {id}"),
        }
    }
}

/// One reason to refuse an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Which rule, in kebab case; the same for ever.
    pub code: &'static str,
    /// Where.
    pub place: Place,
    /// What is wrong with which thing, and what to do where that is not obvious. One line, control characters escaped.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} [{}]", self.place, self.message, self.code)
    }
}

/// Every reason why an export was refused, at least one, in the order of their places; shown one a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(transparent)]
#[error("{}", lines(.0))]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The faults, in the order of their places.
    #[must_use]
    pub fn list(&self) -> &[Fault] {
        &self.0
    }
}

/// Something that was accepted and that an engineer should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// Which rule, in kebab case; the same for ever.
    pub code: &'static str,
    /// Where.
    pub place: Place,
    /// What, about which thing. One line, control characters escaped.
    pub text: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} [{}]", self.place, self.text, self.code)
    }
}

/// What an accepted import took and what it left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Nodes in the draft, by label.
    pub nodes: BTreeMap<&'static str, u64>,
    /// Relationships in the draft, by type: each edge once, no moves to themselves.
    pub relationships: BTreeMap<&'static str, u64>,
    /// Labels that the contract does not know, each with its number of nodes; nodes without a label under `(none)`.
    pub ignored_labels: BTreeMap<String, u64>,
    /// Relationship types that the contract does not know, with their numbers.
    pub ignored_types: BTreeMap<String, u64>,
    /// In the order of their places.
    pub warnings: Vec<Warning>,
}

/// Faults and warnings as they are found.
#[derive(Debug, Default)]
pub(super) struct Notes {
    faults: Vec<Fault>,
    warnings: Vec<Warning>,
}

impl Notes {
    pub(super) fn fault(&mut self, code: &'static str, place: &Place, message: String) {
        self.faults.push(Fault { code, place: place.clone(), message });
    }

    pub(super) fn warn(&mut self, code: &'static str, place: &Place, text: String) {
        self.warnings.push(Warning { code, place: place.clone(), text });
    }

    pub(super) const fn any_fault(&self) -> bool {
        !self.faults.is_empty()
    }

    /// In the order of places; at one place in the order in which they were found.
    pub(super) fn into_faults(mut self) -> Faults {
        self.faults.sort_by(|a, b| a.place.cmp(&b.place));
        Faults(self.faults)
    }

    pub(super) fn into_warnings(mut self) -> Vec<Warning> {
        self.warnings.sort_by(|a, b| a.place.cmp(&b.place));
        self.warnings
    }
}

fn lines(faults: &[Fault]) -> String {
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    lines.join("\n")
}
