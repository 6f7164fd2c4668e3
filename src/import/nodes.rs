//! Nodes: from a record to a row of its label, and the rules that need no relationship.
//!
//! In go node records one by one, then all rows in the order of their names; out go rows and faults. Relationships are
//! not looked at here.

use serde_json::Value;

use super::ids::What;
use super::names::{self, Escaped, EscapedValue};
use super::order::Order;
use super::report::Notes;
use super::rows::{Label, Node, Required};
use super::{Importer, NodeRecord, Place, Properties};
use crate::cell::{NO_TOOL, Role, TOOL_ATTACH, TOOL_RELEASE};

impl Importer {
    /// Takes a node: its id, its labels, its own properties.
    pub(super) fn take_node(&mut self, record: NodeRecord) {
        let slot = self.ids.slot(&record.id);
        let label = self.label(&record);
        let row = label.map_or(0, |label| self.nodes[label as usize].len());
        let full = label.is_some_and(|label| self.is_full(label, row, &record.place));
        let what = match label {
            Some(label) if !full => What::Node(label, row),
            None if known(&record.labels).is_empty() => What::Ignored,
            _ => What::Unsure,
        };
        if let Some(first) = self.ids.fill(slot, &record.place, what) {
            let who = record_noun(label, record.properties.name.as_ref(), &record.id);
            let message = format!("{who}: the node id {} is used twice (first at {first})", Escaped(&record.id));
            self.notes.fault("id-twice", &record.place, message);
        }
        if let (Some(label), false) = (label, full) {
            let node = read(label, record, slot, &mut self.notes);
            self.nodes[label as usize].push(node);
        }
    }

    /// The rules over all nodes: names used twice, tools required that do not exist, no position at all.
    pub(super) fn check_nodes(&mut self, order: &Order) {
        for label in Label::ALL {
            self.check_names(label, order);
        }
        self.check_required(order);
        let any_lost = self.lost.any_node || self.lost.all_nodes;
        if self.nodes[Label::Position as usize].is_empty() && !any_lost {
            let message = "there is no node with the label Position; export the database that holds the cell";
            self.notes.fault("no-positions", &Place::Export, message.into());
        }
    }

    /// How messages call a node: by its name where it has one.
    pub(super) fn noun(&self, label: Label, row: usize) -> String {
        let node = &self.nodes[label as usize][row];
        noun(label, node.name.as_deref(), self.ids.id(node.slot))
    }

    /// The one of the four labels that a node has, if it has one; the others are counted, two are a fault.
    fn label(&mut self, record: &NodeRecord) -> Option<Label> {
        for word in record.labels.iter().filter(|word| Label::from_word(word).is_none()) {
            *self.ignored_labels.entry(word.clone()).or_default() += 1;
        }
        if record.labels.is_empty() {
            *self.ignored_labels.entry("(none)".into()).or_default() += 1;
        }
        let known = known(&record.labels);
        if let [first, second, ..] = known[..] {
            let who = record_noun(None, record.properties.name.as_ref(), &record.id);
            let message =
                format!("{who}: has two labels of the cell, {} and {}; keep one", first.word(), second.word());
            self.notes.fault("two-labels", &record.place, message);
            // It might be the tool that a routine requires.
            self.lost.names.extend(record.properties.name.as_ref().and_then(Value::as_str).map(Into::into));
            return None;
        }
        known.first().copied()
    }

    fn is_full(&mut self, label: Label, row: usize, place: &Place) -> bool {
        let max = self.caps.nodes;
        if row < max {
            return false;
        }
        self.lost.all_nodes = true;
        if self.full.insert(label.word()) {
            let message = format!("there are more than {max} nodes with the label {}", label.word());
            self.notes.fault("too-many-nodes", place, message);
        }
        true
    }

    fn check_names(&mut self, label: Label, order: &Order) {
        let nodes = &self.nodes[label as usize];
        let mut first: Option<&Node> = None;
        for node in order.rows(label).iter().map(|&row| &nodes[row]) {
            match first {
                // One node written twice is a node id used twice, and that is said already.
                Some(first) if first.name == node.name && node.name.is_some() => {
                    if first.slot != node.slot {
                        let who = noun(label, node.name.as_deref(), self.ids.id(node.slot));
                        let message = format!("{who}: the name is used twice (first at {})", first.place);
                        self.notes.fault("name-twice", &node.place, message);
                    }
                }
                _ => first = Some(node),
            }
        }
    }

    fn check_required(&mut self, order: &Order) {
        let tools = &self.nodes[Label::Tool as usize];
        for routine in &self.nodes[Label::Routine as usize] {
            let Required::Tool(tool) = &routine.required else { continue };
            let lost = self.lost.all_nodes || self.lost.names.contains(tool);
            if lost || order.find(Label::Tool, tools, tool).is_some() {
                continue;
            }
            let who = noun(Label::Routine, routine.name.as_deref(), self.ids.id(routine.slot));
            let hint = required_hint(tools, tool);
            let message = format!("{who}: its required_tool {} does not exist{hint}", Escaped(tool));
            self.notes.fault("required-tool-unknown", &routine.place, message);
        }
    }
}

/// What a message calls a node: by its name, or by its id where it has none.
fn noun(label: Label, name: Option<&str>, id: &str) -> String {
    let noun = label.noun();
    name.map_or_else(|| format!("{noun} with id {}", Escaped(id)), |name| format!("{noun} {}", Escaped(name)))
}

fn record_noun(label: Option<Label>, name: Option<&Value>, id: &str) -> String {
    let noun = label.map_or("node", Label::noun);
    name.and_then(Value::as_str)
        .map_or_else(|| format!("{noun} with id {}", Escaped(id)), |name| format!("{noun} {}", Escaped(name)))
}

/// The labels of the four that are among these, each once.
fn known(words: &[String]) -> Vec<Label> {
    let mut known: Vec<Label> = words.iter().filter_map(|word| Label::from_word(word)).collect();
    known.sort_by_key(|label| *label as usize);
    known.dedup();
    known
}

fn read(label: Label, record: NodeRecord, slot: usize, notes: &mut Notes) -> Node {
    let NodeRecord { place, id, properties, .. } = record;
    let Properties { name, role, description, kind, pose, required_tool, .. } = properties;
    let (name, broken) = names::judge(present(name));
    let who = || noun(label, name.as_deref(), &id);
    for (code, problem) in broken {
        notes.fault(code, &place, format!("{}: {problem}", who()));
    }
    if label == Label::Tool && name.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(NO_TOOL)) {
        let message = format!("{}: a tool must not be named '{NO_TOOL}', the word for an empty flange", who());
        notes.fault("tool-named-none", &place, message);
    }
    let mut node = Node { place, slot, ..Node::default() };
    let mut text = |property: &str, value| text(property, value, &who, &node.place, notes);
    match label {
        Label::Position | Label::Routine => node.text = text("description", description),
        Label::Tool => {
            node.kind = text("type", kind);
            node.text = text("description", description);
        }
        Label::Stand => node.text = text("pose", pose),
    }
    if label == Label::Position {
        node.role = read_role(role, &who, &node.place, notes);
    }
    if label == Label::Routine {
        node.required = read_required(required_tool, name.as_deref(), &who, &node.place, notes);
    }
    node.name = name;
    node
}

/// A property that is for people only: anything will do, and what is not a text is kept as its JSON.
fn text(property: &str, value: Option<Value>, who: &dyn Fn() -> String, place: &Place, notes: &mut Notes) -> String {
    match present(value) {
        Some(Value::String(text)) => text,
        Some(other) => {
            let warning = format!("{}: its {property} is {}, not a text; kept as that", who(), EscapedValue(&other));
            notes.warn("text-not-text", place, warning);
            other.to_string()
        }
        None => {
            notes.warn("text-missing", place, format!("{}: has no {property}; kept as empty", who()));
            String::new()
        }
    }
}

fn read_role(value: Option<Value>, who: &dyn Fn() -> String, place: &Place, notes: &mut Notes) -> Option<Role> {
    let words = || Role::ALL.map(Role::word).join(", ");
    let Some(value) = present(value) else {
        notes.fault("role-missing", place, format!("{}: has no role; give it one of {}", who(), words()));
        return None;
    };
    let role = value.as_str().and_then(Role::from_word);
    if role.is_none() {
        let message = format!("{}: its role is {}, none of {}", who(), EscapedValue(&value), words());
        notes.fault("role-unknown", place, message);
    }
    role
}

fn read_required(
    value: Option<Value>,
    name: Option<&str>,
    who: &dyn Fn() -> String,
    place: &Place,
    notes: &mut Notes,
) -> Required {
    let Some(value) = present(value) else { return Required::None };
    if value.as_str() == Some(NO_TOOL) {
        return Required::None;
    }
    if name == Some(TOOL_ATTACH) || name == Some(TOOL_RELEASE) {
        let shown = EscapedValue(&value);
        let message = format!("{}: is a system routine and must require '{NO_TOOL}', not {shown}", who());
        notes.fault("system-routine-tool", place, message);
        return Required::Faulty;
    }
    match value {
        Value::String(tool) => Required::Tool(tool),
        other => {
            let message = format!("{}: its required_tool is {}, not a text", who(), EscapedValue(&other));
            notes.fault("required-tool-not-text", place, message);
            Required::Faulty
        }
    }
}

fn required_hint(tools: &[Node], wanted: &str) -> String {
    if wanted.eq_ignore_ascii_case(NO_TOOL) || wanted.is_empty() {
        return format!("; write '{NO_TOOL}' or leave it out where no tool is needed");
    }
    let wanted = wanted.trim().to_lowercase();
    let near = tools.iter().filter_map(|tool| tool.name.as_deref()).find(|name| name.trim().to_lowercase() == wanted);
    near.map_or_else(String::new, |name| format!("; names are compared exactly: is it {}?", Escaped(name)))
}

/// `null` counts as absent.
pub(super) fn present(value: Option<Value>) -> Option<Value> {
    value.filter(|value| !value.is_null())
}
