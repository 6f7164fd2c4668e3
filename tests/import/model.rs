//! Exports for the tests of the import: a small cell written by hand, random cells, and every layout that APOC writes.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};

/// A node record.
pub(crate) fn node(id: u64, label: &str, properties: &Value) -> Value {
    json!({"type": "node", "id": id.to_string(), "labels": [label], "properties": properties})
}

/// A relationship record.
pub(crate) fn link(id: u64, kind: &str, start: &str, end: &str, properties: &Value) -> Value {
    json!({"type": "relationship", "id": id.to_string(), "label": kind, "properties": properties,
        "start": {"id": start, "labels": ["Whatever"]}, "end": {"id": end, "labels": ["Whatever"]}})
}

/// A cell by its facts, in the order of an export.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) records: Vec<Value>,
    nodes: u64,
    links: u64,
}

impl Cell {
    pub(crate) fn add_node(&mut self, label: &str, properties: &Value) -> String {
        self.records.push(node(self.nodes, label, properties));
        self.nodes += 1;
        (self.nodes - 1).to_string()
    }

    pub(crate) fn add_link(&mut self, kind: &str, start: &str, end: &str, properties: &Value) {
        self.records.push(link(self.links, kind, start, end, properties));
        self.links += 1;
    }

    pub(crate) fn position(&mut self, name: &str, role: &str) -> String {
        self.add_node("Position", &json!({"name": name, "role": role, "description": format!("place {name}")}))
    }

    pub(crate) fn tool(&mut self, name: &str) -> String {
        self.add_node("Tool", &json!({"name": name, "type": "end_effector", "description": format!("tool {name}")}))
    }

    pub(crate) fn stand(&mut self, name: &str) -> String {
        self.add_node("ToolStand", &json!({"name": name, "pose": format!("pose {name}")}))
    }

    pub(crate) fn routine(&mut self, name: &str, tool: &str) -> String {
        self.add_node("Routine", &json!({"name": name, "description": format!("do {name}"), "required_tool": tool}))
    }

    pub(crate) fn both_ways(&mut self, a: &str, b: &str) {
        self.add_link("ONLY_ALLOWED_MOVE_TO", a, b, &json!({}));
        self.add_link("ONLY_ALLOWED_MOVE_TO", b, a, &json!({}));
    }
}

/// Five positions, two tools, three stands, four routines. The tests know its lines by number.
pub(crate) fn demo() -> Cell {
    let mut cell = Cell::default();
    let home = cell.position("Home", "home"); // line 1
    let safe = cell.position("Safe_1", "safe_approach"); // 2
    let work = cell.position("Pos_1", "work"); // 3
    let weld_mount = cell.position("Weld_Mount", "tool_mount"); // 4
    let cam_mount = cell.position("Cam_Mount", "tool_mount"); // 5
    let welder = cell.tool("Welder"); // 6
    let camera = cell.tool("Camera"); // 7
    let weld_stand = cell.stand("Stand_Welder"); // 8
    let cam_stand = cell.stand("Stand_Camera"); // 9
    let spare = cell.stand("Stand_Spare"); // 10
    let weld = cell.routine("tack_weld", "Welder"); // 11
    let look = cell.routine("inspect", "Camera"); // 12
    let attach = cell.routine("tool_attach", "none"); // 13
    let release = cell.routine("tool_release", "none"); // 14
    cell.add_link("TOOL_AVAILABLE_AT", &welder, &weld_stand, &json!({})); // 15
    cell.add_link("TOOL_AVAILABLE_AT", &camera, &cam_stand, &json!({})); // 16
    cell.add_link("LOCATED_AT", &weld_stand, &weld_mount, &json!({})); // 17
    cell.add_link("LOCATED_AT", &cam_stand, &cam_mount, &json!({})); // 18
    let weld_how = json!({"stabilize": 1.5, "action_after": "arc_off", "verify": "seam"});
    cell.add_link("SUPPORTED_AT", &weld, &work, &weld_how); // 19
    cell.add_link("SUPPORTED_AT", &look, &work, &json!({"stabilize": 2})); // 20
    for (routine, mount) in
        [(&attach, &weld_mount), (&attach, &cam_mount), (&release, &weld_mount), (&release, &cam_mount)]
    {
        cell.add_link("SUPPORTED_AT", routine, mount, &json!({})); // 21 to 24
    }
    for other in [&home, &work, &weld_mount, &cam_mount] {
        cell.both_ways(&safe, other); // 25 to 32
    }
    let person = cell.add_node("Person", &json!({"name": "Ada"})); // 33
    cell.add_link("MAINTAINS", &person, &spare, &json!({"since": 2019})); // 34
    cell
}

/// A valid cell of some size, different for each state of the generator.
pub(crate) fn random_cell(rng: &mut ChaCha8Rng) -> Cell {
    let mut cell = Cell::default();
    let mut positions = vec![cell.position("Home", "home")];
    for n in 0..rng.random_range(2..12) {
        let role = ["work", "safe_approach", "home"][rng.random_range(0..3)];
        positions.push(cell.position(&format!("P_{n} é"), role));
    }
    let mut tools = vec!["none".to_owned()];
    for n in 0..rng.random_range(2..4) {
        let (name, stand) = (format!("Tool_{n}"), cell.stand(&format!("Stand_{n}")));
        let (tool, mount) = (cell.tool(&name), cell.position(&format!("Mount_{n}"), "tool_mount"));
        cell.add_link("TOOL_AVAILABLE_AT", &tool, &stand, &json!({}));
        cell.add_link("LOCATED_AT", &stand, &mount, &json!({}));
        positions.push(mount);
        tools.push(name);
    }
    for at in 1..positions.len() {
        let other = rng.random_range(0..at);
        cell.both_ways(&positions[at].clone(), &positions[other].clone());
    }
    for name in ["tool_attach", "tool_release"] {
        cell.routine(name, "none");
    }
    for n in 0..rng.random_range(1..5) {
        let routine = cell.routine(&format!("do_{n}"), &tools[rng.random_range(0..tools.len())].clone());
        let how = json!({"stabilize": n, "verify": "ok"});
        cell.add_link("SUPPORTED_AT", &routine, &positions[rng.random_range(0..positions.len())].clone(), &how);
    }
    let person = cell.add_node("Person", &json!({"name": "Home"}));
    cell.add_link("KNOWS", &person, "0", &json!({}));
    cell
}

/// The layouts of `apoc.export.json.all`, as written and as printed over several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Lines,
    Array,
    Sections,
    IdAsKeys,
    PrettyStream,
    PrettyArray,
    PrettySections,
    PrettyIdAsKeys,
}

pub(crate) const LAYOUTS: [Layout; 8] = [
    Layout::Lines,
    Layout::Array,
    Layout::Sections,
    Layout::IdAsKeys,
    Layout::PrettyStream,
    Layout::PrettyArray,
    Layout::PrettySections,
    Layout::PrettyIdAsKeys,
];

/// The export as text, and for each record the line on which it starts.
pub(crate) fn write(records: &[Value], layout: Layout) -> (String, Vec<u64>) {
    let mut text = String::new();
    let mut lines = vec![0; records.len()];
    let pretty =
        matches!(layout, Layout::PrettyStream | Layout::PrettyArray | Layout::PrettySections | Layout::PrettyIdAsKeys);
    let mut put = |text: &mut String, at: usize| {
        lines[at] = 1 + text.matches('\n').count() as u64;
        let record = &records[at];
        *text += &if pretty { format!("{record:#}") } else { record.to_string() };
    };
    let break_ = if pretty { "\n" } else { "" };
    match layout {
        Layout::Lines | Layout::PrettyStream => {
            for at in 0..records.len() {
                put(&mut text, at);
                text += "\n";
            }
        }
        Layout::Array | Layout::PrettyArray => {
            text += "[";
            for at in 0..records.len() {
                text += if at > 0 { "," } else { "" };
                text += break_;
                put(&mut text, at);
            }
            text += break_;
            text += "]";
        }
        _ => {
            let by_id = matches!(layout, Layout::IdAsKeys | Layout::PrettyIdAsKeys);
            let (open, close) = if by_id { ("{", "}") } else { ("[", "]") };
            for (list, kind) in [("nodes", "node"), ("rels", "relationship")] {
                text += if list == "nodes" { "{" } else { "," };
                text += &format!("{break_}\"{list}\":{open}");
                let of_kind: Vec<usize> = (0..records.len()).filter(|&at| records[at]["type"] == kind).collect();
                for (n, &at) in of_kind.iter().enumerate() {
                    text += if n > 0 { "," } else { "" };
                    text += break_;
                    if by_id {
                        text += &format!("{}:", records[at]["id"]);
                    }
                    put(&mut text, at);
                }
                text += close;
            }
            text += break_;
            text += "}";
        }
    }
    (text, lines)
}

/// The same graph with other ids, in another order.
pub(crate) fn disguise(records: &[Value], rng: &mut ChaCha8Rng) -> Vec<Value> {
    let mut ids: Vec<u64> = (0..records.len() as u64).map(|id| id * 3 + 100).collect();
    ids.shuffle(rng);
    let new = |old: &Value| {
        let at: usize = old.as_str().and_then(|id| id.parse().ok()).expect("ids of the model are numbers");
        Value::from(ids[at].to_string())
    };
    let mut records: Vec<Value> = records.to_vec();
    for record in &mut records {
        record["id"] = new(&record["id"]);
        for end in ["start", "end"] {
            if let Some(end) = record.get_mut(end) {
                end["id"] = new(&end["id"]);
            }
        }
    }
    records.shuffle(rng);
    records
}

/// The properties of a record.
pub(crate) fn properties(record: &mut Value) -> &mut Map<String, Value> {
    record["properties"].as_object_mut().expect("records of the model have properties")
}
