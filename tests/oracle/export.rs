//! A cell as `apoc.export.json.all` would write it: a [`Cell`] and [`Options`] go in, the text of an export comes out, in
//! any of APOC's four forms, in any order, with any ids, and with every liberty that section 1 allows.
//!
//! Two exports of one cell differ in everything but the graph, so both must give the same snapshot. What is never done
//! here: a faulty export. The tests that refuse exports damage these themselves.

use serde_json::{Map, Value, json};

use super::dice::Dice;
use super::{Cell, NONE, queries};

/// The forms of APOC's `jsonFormat`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// JSON_LINES
    #[default]
    Lines,
    /// ARRAY_JSON
    Array,
    /// JSON: `{"nodes":[…],"rels":[…]}`
    NodesAndRels,
    /// JSON_ID_AS_KEYS: the same, each list an object from id to element
    IdsAsKeys,
}

pub const FORMS: [Form; 4] = [Form::Lines, Form::Array, Form::NodesAndRels, Form::IdsAsKeys];

/// How to write. The default is what APOC itself does: nodes by kind and name, ids from 0, then relationships.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub form: Form,
    /// Any other number than 0 shuffles the elements; in the forms that are one list, relationships get among the nodes.
    pub order_seed: u64,
    /// Any other number than 0 gives other, larger ids with gaps, in another order.
    pub id_seed: u64,
    /// Any other number than 0 leaves out what may be left out here and there (an empty text, `required_tool`; that one is
    /// `null` at times), and repeats the properties of some ends, as APOC can.
    pub style_seed: u64,
    /// So many nodes and relationships of other labels and types, to be kept out.
    pub foreign: usize,
    /// Lines only: CRLF, a byte-order mark and blank lines.
    pub windows: bool,
}

/// The cell's export.
pub fn export(cell: &Cell, options: &Options) -> String {
    let nodes = nodes(cell, options);
    let node_texts: Vec<_> = nodes.iter().map(|node| (node.id.to_string(), node.text())).collect();
    let rel_texts = relationships(cell, options, &nodes);
    if matches!(options.form, Form::NodesAndRels | Form::IdsAsKeys) {
        return two_lists(options, node_texts, rel_texts);
    }
    let mut elements: Vec<String> = node_texts.into_iter().chain(rel_texts).map(|(_, text)| text).collect();
    shuffle(&mut elements, options.order_seed);
    match options.form {
        Form::Array => format!("[{}]\n", elements.join(",\n ")),
        _ => lines(options, &elements),
    }
}

/// The default export of a cell.
pub fn plain(cell: &Cell) -> String {
    export(cell, &Options::default())
}

struct Node {
    id: u64,
    label: &'static str,
    name: String,
    properties: Map<String, Value>,
}

impl Node {
    fn text(&self) -> String {
        let labels = json!([self.label]);
        format!(r#"{{"type":"node","id":"{}","labels":{labels}{}}}"#, self.id, properties(&self.properties))
    }

    /// How a relationship names it.
    fn end(&self, dice: &mut Dice) -> String {
        let with = if dice.rolls(2) { properties(&self.properties) } else { String::new() };
        format!(r#"{{"id":"{}","labels":{}{with}}}"#, self.id, json!([self.label]))
    }
}

/// APOC leaves the key out where there are no properties.
fn properties(properties: &Map<String, Value>) -> String {
    if properties.is_empty() { String::new() } else { format!(r#","properties":{}"#, json!(properties)) }
}

fn nodes(cell: &Cell, options: &Options) -> Vec<Node> {
    let dice = &mut Dice::new(options.style_seed);
    let mut list = Vec::new();
    for (name, p) in &cell.positions {
        let fields = [("role", Some(json!(p.role))), ("description", left_out_or(dice, &p.description))];
        list.push(("Position", name, fields.to_vec()));
    }
    for (name, tool) in &cell.tools {
        let fields = [("type", left_out_or(dice, &tool.kind)), ("description", left_out_or(dice, &tool.description))];
        list.push(("Tool", name, fields.to_vec()));
        list.push(("ToolStand", &tool.stand, vec![("pose", left_out_or(dice, &tool.stand_pose))]));
    }
    for (name, stand) in &cell.spare_stands {
        list.push(("ToolStand", name, vec![("pose", left_out_or(dice, &stand.pose))]));
    }
    for (name, routine) in &cell.routines {
        let required = match routine.required_tool.as_str() {
            NONE if dice.rolls(3) => None,
            NONE if dice.rolls(2) => Some(Value::Null),
            tool => Some(json!(tool)),
        };
        let fields = [("description", left_out_or(dice, &routine.description)), ("required_tool", required)];
        list.push(("Routine", name, fields.to_vec()));
    }
    let foreign: Vec<String> = (0..options.foreign).map(|n| format!("Note {n}")).collect();
    list.extend(foreign.iter().map(|name| ("Comment", name, vec![("text", Some(json!(["kept", "out"])))])));
    let ids = ids(list.len(), options.id_seed);
    let node = |((label, name, fields), id): ((_, &String, Vec<_>), u64)| {
        let fields = [("name", Some(json!(name)))].into_iter().chain(fields);
        Node { id, label, name: name.clone(), properties: present(fields) }
    };
    list.into_iter().zip(ids).map(node).collect()
}

fn present(fields: impl IntoIterator<Item = (&'static str, Option<Value>)>) -> Map<String, Value> {
    fields.into_iter().filter_map(|(key, value)| Some((key.to_string(), value?))).collect()
}

fn relationships(cell: &Cell, options: &Options, nodes: &[Node]) -> Vec<(String, String)> {
    let dice = &mut Dice::new(options.style_seed.wrapping_mul(3));
    let mut list = Vec::new();
    for ((from, to), cost) in &cell.moves {
        let cost = present([("cost", cost.map(Value::from))]);
        list.push(("ONLY_ALLOWED_MOVE_TO", ("Position", from), ("Position", to), cost));
    }
    for ((routine, position), meta) in &cell.supported {
        list.push(("SUPPORTED_AT", ("Routine", routine), ("Position", position), queries::meta_fields(meta)));
    }
    for (name, tool) in &cell.tools {
        let stand = ("ToolStand", &tool.stand);
        list.push(("TOOL_AVAILABLE_AT", ("Tool", name), stand, Map::new()));
        list.push(("LOCATED_AT", stand, ("Position", &tool.stand_position), Map::new()));
    }
    for (name, stand) in &cell.spare_stands {
        let place = |position| ("LOCATED_AT", ("ToolStand", name), ("Position", position), Map::new());
        list.extend(stand.position.iter().map(place));
    }
    let foreign: Vec<String> = (0..options.foreign).map(|n| format!("Note {n}")).collect();
    list.extend(foreign.iter().map(|note| ("ABOUT", ("Comment", note), ("Comment", note), Map::new())));
    let ids = ids(list.len(), options.id_seed.wrapping_mul(7));
    let text = |((kind, from, to, fields), id): ((&str, _, _, Map<_, _>), u64)| {
        let (start, end) = (find(nodes, from).end(dice), find(nodes, to).end(dice));
        let fields = properties(&fields);
        let head = format!(r#""id":"{id}","type":"relationship","label":"{kind}"{fields}"#);
        (id.to_string(), format!(r#"{{{head},"start":{start},"end":{end}}}"#))
    };
    list.into_iter().zip(ids).map(text).collect()
}

/// An empty text may be left out.
fn left_out_or(dice: &mut Dice, text: &str) -> Option<Value> {
    let left_out = text.is_empty() && dice.rolls(2);
    (!left_out).then(|| json!(text))
}

fn find<'a>(nodes: &'a [Node], (label, name): (&str, &String)) -> &'a Node {
    let node = nodes.iter().find(|node| node.label == label && node.name == *name);
    node.unwrap_or_else(|| panic!("the cell has no {label} {name:?}"))
}

fn two_lists(options: &Options, mut nodes: Vec<(String, String)>, mut rels: Vec<(String, String)>) -> String {
    shuffle(&mut nodes, options.order_seed);
    shuffle(&mut rels, options.order_seed.wrapping_mul(5));
    let list = |elements: &[(String, String)]| {
        if options.form == Form::IdsAsKeys {
            let entries: Vec<_> = elements.iter().map(|(id, text)| format!("\"{id}\":{text}")).collect();
            return format!("{{{}}}", entries.join(","));
        }
        let texts: Vec<_> = elements.iter().map(|(_, text)| text.as_str()).collect();
        format!("[{}]", texts.join(","))
    };
    let (nodes, rels) = (list(&nodes), list(&rels));
    if options.order_seed % 2 == 1 {
        return format!(r#"{{"rels":{rels},"nodes":{nodes}}}"#);
    }
    format!(r#"{{"nodes":{nodes},"rels":{rels}}}"#)
}

fn lines(options: &Options, elements: &[String]) -> String {
    if options.windows {
        return format!("\u{feff}{}\r\n\r\n", elements.join("\r\n\r\n"));
    }
    elements.iter().map(|element| format!("{element}\n")).collect()
}

fn ids(count: usize, seed: u64) -> Vec<u64> {
    let mut ids: Vec<u64> = (0..count as u64).map(|n| if seed == 0 { n } else { seed % 1000 + n * 7 }).collect();
    shuffle(&mut ids, seed);
    ids
}

/// Fisher and Yates; seed 0 leaves the order as it is.
fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut dice = Dice::new(seed);
    for last in (1..list.len()).rev() {
        if seed != 0 {
            list.swap(last, dice.below(last as u64 + 1) as usize);
        }
    }
}
