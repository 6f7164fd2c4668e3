//! Import: records of nodes and relationships in, a canonical [`Draft`] with a [`Report`] out, or every fault at once.
//!
//! The records come from the bytes of an APOC export ([`from_apoc`]) or from a live Neo4j (`bolt`); from here on they are
//! the same, so the same graph gives the same draft whatever its order, its internal ids and its way here. The rules are
//! those of the contract's section 1. Nothing here opens a file, looks at a clock or starts a thread, and nothing is repaired:
//! an export is taken as it is or refused with the whole list.
//!
//! 1. Every record is judged, whatever was wrong before it.
//! 2. A fault is said once: what follows from it alone (an end on a node whose line could not be read, a tool without a
//!    stand because the relationship to its stand is broken) is held back.
//! 3. A draft comes out only where there is no fault, and is in the canonical form that [`Draft`] promises.

mod apoc;
#[cfg(feature = "bolt")]
mod bolt;
mod draft;
mod edges;
mod foreign;
mod ids;
mod links;
mod names;
mod nodes;
mod order;
mod report;
mod rows;
mod salvage;
mod stands;
mod wire;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::Value;

use crate::cell::Draft;
use crate::limits::{EDGES_MAX, NODES_MAX};

#[cfg(feature = "bolt")]
pub use self::bolt::{BoltError, Login, Origin};
use self::ids::Ids;
use self::links::Links;
#[cfg(all(test, feature = "cli"))]
pub(crate) use self::names::ANSWERS;
use self::order::Order;
use self::report::Notes;
pub use self::report::{Fault, Faults, Place, Report, Warning};
use self::rows::Node;

/// One thing of a graph, as its source gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// A node.
    Node(NodeRecord),
    /// A relationship.
    Relationship(RelationshipRecord),
}

/// A node as its source gives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeRecord {
    /// Where it was read.
    pub place: Place,
    /// What relationships call it; means nothing beyond this import.
    pub id: String,
    /// All its labels, known or not.
    pub labels: Vec<String>,
    /// Its properties.
    pub properties: Properties,
}

/// A relationship as its source gives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RelationshipRecord {
    /// Where it was read.
    pub place: Place,
    /// For messages; may be empty.
    pub id: String,
    /// Its type.
    pub kind: String,
    /// Its properties.
    pub properties: Properties,
    /// The id of the node that it leaves.
    pub start: String,
    /// The id of the node that it reaches.
    pub end: String,
}

/// The properties that the contract's tables name; a source leaves out all others. `null` counts as absent.
///
/// JSON has no NaN and no infinity: a source that has one passes it on as the text `NaN`, `Infinity` or `-Infinity`, as
/// APOC writes it, so that it is refused where a number is needed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties {
    /// `name` of every node.
    pub name: Option<Value>,
    /// `role` of a position.
    pub role: Option<Value>,
    /// `description` of a position, a tool or a routine.
    pub description: Option<Value>,
    /// `type` of a tool.
    pub kind: Option<Value>,
    /// `pose` of a stand.
    pub pose: Option<Value>,
    /// `required_tool` of a routine.
    pub required_tool: Option<Value>,
    /// `cost` of a move.
    pub cost: Option<Value>,
    /// `stabilize` of a support.
    pub stabilize: Option<Value>,
    /// `action_after` of a support.
    pub action_after: Option<Value>,
    /// `verify` of a support.
    pub verify: Option<Value>,
}

/// An accepted graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The cell.
    pub draft: Draft,
    /// What was taken, what was left out, and what an engineer should know.
    pub report: Report,
}

/// Imports what `apoc.export.json.all` wrote, in any of its JSON formats, which is told from the content.
///
/// `progress` hears now and then how many bytes are done, and at the end that all are.
///
/// # Errors
///
/// Every fault of the export, with its line and name.
pub fn from_apoc(bytes: &[u8], progress: &mut dyn FnMut(u64)) -> Result<Import, Faults> {
    let mut importer = Importer::new();
    apoc::read(bytes, &mut importer, progress);
    importer.finish()
}

/// Why a live Neo4j gave no import.
#[cfg(feature = "bolt")]
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// It could not be read.
    #[error(transparent)]
    Bolt(#[from] BoltError),
    /// It was read, and breaks the rules.
    #[error(transparent)]
    Faults(#[from] Faults),
}

/// Imports what a live Neo4j holds, read over Bolt in one transaction. Blocks until all is read.
///
/// `progress` hears now and then how many records are done, and of about how many.
///
/// # Errors
///
/// What keeps it from being read, or every fault of the graph, with element ids and names.
#[cfg(feature = "bolt")]
pub fn from_neo4j(url: &str, login: &Login, progress: &mut dyn FnMut(u64, u64)) -> Result<(Import, Origin), LiveError> {
    let mut importer = Importer::new();
    let origin = bolt::read(url, login, &mut importer, progress)?;
    Ok((importer.finish()?, origin))
}

/// Collects the records of one graph, in any order, and what is wrong with them.
#[derive(Debug, Default)]
pub struct Importer {
    notes: Notes,
    ids: Ids,
    nodes: [Vec<Node>; 4],
    links: Links,
    ignored_labels: BTreeMap<String, u64>,
    ignored_types: BTreeMap<String, u64>,
    lost: Losses,
    caps: Caps,
    /// The labels and types of which there are more than the bounds allow.
    full: BTreeSet<&'static str>,
}

impl Importer {
    /// An importer that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next record, judging what can be judged of it alone.
    pub fn record(&mut self, record: Record) {
        match record {
            Record::Node(node) => self.take_node(node),
            Record::Relationship(relationship) => self.take_relationship(relationship),
        }
    }

    /// Adds a fault that the source found; the import will be refused, and the rest is judged all the same.
    pub fn fault(&mut self, code: &'static str, place: Place, message: impl Into<String>) {
        self.notes.fault(code, &place, message.into());
    }

    /// Judges the graph as a whole, once every record is in.
    ///
    /// # Errors
    ///
    /// Every fault of the contract, in the order of places.
    pub fn finish(mut self) -> Result<Import, Faults> {
        let order = Order::of(&self.nodes);
        self.check_nodes(&order);
        let edges = self.resolve(&order);
        self.check_stands(&order, &edges);
        if self.notes.any_fault() {
            return Err(self.notes.into_faults());
        }
        Ok(self.into_import(&order, edges))
    }

    /// Remembers what a record that could not be taken may have held, so that its absence is not a second fault.
    fn lose(&mut self, lost: Lost) {
        self.lost.any_node |= lost.node.is_some() || lost.name.is_some();
        if let Some(id) = lost.node {
            let slot = self.ids.slot(&id);
            self.ids.blur(slot);
        }
        self.lost.names.extend(lost.name);
        if let Some(id) = lost.from {
            let slot = self.ids.slot(&id);
            self.ids.lose_links(slot);
        }
    }

    /// From here on relationships are missing, and nodes too unless all of them were read.
    const fn lose_rest(&mut self, nodes_too: bool) {
        self.lost.all_links = true;
        self.lost.all_nodes = self.lost.all_nodes || nodes_too;
    }
}

/// What could be made out of a record that could not be taken.
#[derive(Debug, Default, PartialEq, Eq)]
struct Lost {
    /// The id of the node that it would have been.
    node: Option<String>,
    /// The name of that node.
    name: Option<String>,
    /// The id of the node that the relationship would have left.
    from: Option<String>,
}

/// What is known to be missing because it could not be read.
#[derive(Debug, Default)]
struct Losses {
    any_node: bool,
    all_nodes: bool,
    all_links: bool,
    names: HashSet<String>,
}

/// The bounds of [`crate::limits`], smaller in a test.
#[derive(Debug)]
struct Caps {
    nodes: usize,
    edges: usize,
}

impl Default for Caps {
    fn default() -> Self {
        Self { nodes: NODES_MAX, edges: EDGES_MAX }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: usize, label: &str) -> Record {
        let text = |text: &str| Some(Value::from(text));
        let properties = Properties {
            name: text(&format!("N{id}")),
            role: text("home"),
            description: text(""),
            ..Properties::default()
        };
        let place = Place::Line(id as u64);
        Record::Node(NodeRecord { place, id: id.to_string(), labels: vec![label.into()], properties })
    }

    fn link(line: u64, kind: &str, start: &str, end: &str) -> Record {
        let (kind, start, end) = (kind.into(), start.into(), end.into());
        let place = Place::Line(line);
        Record::Relationship(RelationshipRecord { place, kind, start, end, ..RelationshipRecord::default() })
    }

    /// The bounds are too large for a test, so they are made small.
    fn capped(nodes: usize, edges: usize, records: Vec<Record>) -> Vec<(&'static str, Place)> {
        let mut importer = Importer { caps: Caps { nodes, edges }, ..Importer::default() };
        records.into_iter().for_each(|record| importer.record(record));
        let faults = importer.finish().err();
        faults.iter().flat_map(Faults::list).map(|fault| (fault.code, fault.place.clone())).collect()
    }

    #[test]
    fn more_nodes_than_the_bound_are_one_fault() {
        let cell = |count: usize| (1..=count).map(|id| node(id, "Position")).collect();
        assert_eq!(capped(3, 9, cell(3)), []);
        assert_eq!(capped(3, 9, cell(5)), [("too-many-nodes", Place::Line(4))]);
        let mut other_labels: Vec<Record> = cell(3);
        other_labels.extend((4..9).map(|id| node(id, "Other")));
        assert_eq!(capped(3, 9, other_labels), []);
    }

    #[test]
    fn more_relationships_than_the_bound_are_one_fault() {
        let cell = |count: u64| {
            let links = (0..count).map(|line| link(10 + line, "ONLY_ALLOWED_MOVE_TO", "1", "1"));
            links.chain([node(1, "Position")]).collect()
        };
        assert_eq!(capped(9, 3, cell(3)), []);
        assert_eq!(capped(9, 3, cell(6)), [("too-many-edges", Place::Line(13))]);
    }
}
