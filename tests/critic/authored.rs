//! What many authors said at cells of their own (`models/training/authors`), each with its gold answer. The held authors' lines
//! are never opened.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use serde::Deserialize;
use serde_json::{Value, json};

const FOLDER: &str = "models/training/authors";

#[derive(Deserialize)]
pub(crate) struct Split {
    pub(crate) development: BTreeMap<String, Vec<String>>,
    held: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
pub(crate) struct Cell {
    pub(crate) author: String,
    places: Vec<Vec<Value>>,
    tools: Vec<[String; 4]>,
    routines: Vec<(String, String, String, Vec<String>)>,
}

impl Cell {
    /// The lines of an export, as `check.py` writes them.
    pub(crate) fn export(&self) -> String {
        let (mut nodes, mut relations) = (Vec::new(), Vec::new());
        let mut ids = BTreeMap::new();
        let mut node = |label: &'static str, name: &str, more: Value| {
            let id = nodes.len().to_string();
            let mut properties = json!({ "name": name });
            more.as_object().unwrap().iter().for_each(|(key, value)| properties[key] = value.clone());
            nodes.push(json!({ "type": "node", "id": id, "labels": [label], "properties": properties }));
            ids.insert((label, name.to_owned()), id);
        };
        for place in &self.places {
            node("Position", place[0].as_str().unwrap(), json!({ "role": place[1], "description": place[2] }));
        }
        for [name, sort, told, _] in &self.tools {
            node("Tool", name, json!({ "type": sort, "description": told }));
            node("ToolStand", &format!("{name} stand"), json!({ "pose": "" }));
        }
        for name in ["tool_attach", "tool_release"] {
            node("Routine", name, json!({ "description": "", "required_tool": "none" }));
        }
        for (name, told, tool, _) in &self.routines {
            node("Routine", name, json!({ "description": told, "required_tool": tool }));
        }
        let mut relate = |label: &str, start: (&'static str, &str), end: (&'static str, &str)| {
            let side = |(label, name): (&'static str, &str)| json!({ "id": ids[&(label, name.to_owned())], "labels": [label] });
            let id = relations.len().to_string();
            relations.push(json!({
                "type": "relationship", "id": id, "label": label, "properties": {}, "start": side(start), "end": side(end),
            }));
        };
        for [name, _, _, mount] in &self.tools {
            let stand = format!("{name} stand");
            relate("TOOL_AVAILABLE_AT", ("Tool", name), ("ToolStand", &stand));
            relate("LOCATED_AT", ("ToolStand", &stand), ("Position", mount));
            for system in ["tool_attach", "tool_release"] {
                relate("SUPPORTED_AT", ("Routine", system), ("Position", mount));
            }
        }
        for (name, _, _, places) in &self.routines {
            places.iter().for_each(|place| relate("SUPPORTED_AT", ("Routine", name), ("Position", place)));
        }
        let named = |place: &'_ Vec<Value>| place[0].as_str().unwrap().to_owned();
        let is_hub = |place: &&Vec<Value>| place[1] == "home" || place[1] == "safe_approach";
        let hubs: Vec<String> = self.places.iter().filter(is_hub).map(named).collect();
        let mut moves = BTreeSet::new();
        for (from, to) in hubs.iter().flat_map(|from| hubs.iter().map(move |to| (from, to))) {
            moves.insert((from.clone(), to.clone()));
        }
        for place in self.places.iter().filter(|place| !is_hub(place)) {
            let over = place.get(3).map_or_else(Vec::new, |over| match over {
                Value::String(name) => vec![name.clone()],
                names => serde_json::from_value(names.clone()).unwrap(),
            });
            for approach in over {
                moves.insert((approach.clone(), named(place)));
                moves.insert((named(place), approach));
            }
        }
        for (from, to) in moves.iter().filter(|(from, to)| from != to) {
            relate("ONLY_ALLOWED_MOVE_TO", ("Position", from), ("Position", to));
        }
        nodes.iter().chain(&relations).map(|line| format!("{line}\n")).collect()
    }
}

/// The cells of some authors, by name, in the order of names. No file of a held author is opened.
pub(crate) fn cells(takes: impl Fn(&Split, &str) -> bool) -> Vec<(String, Cell)> {
    let split: Split = serde_json::from_str(&fs::read_to_string(format!("{FOLDER}/split.json")).unwrap()).unwrap();
    let files = fs::read_dir(format!("{FOLDER}/cells")).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names.retain(|name| !split.held.values().flatten().any(|held| held == name));
    let read = |name: String| {
        let cell = fs::read_to_string(format!("{FOLDER}/cells/{name}.json")).unwrap();
        (name, serde_json::from_str::<Cell>(&cell).unwrap())
    };
    let cells = names.into_iter().map(read);
    cells.filter(|(_, cell)| takes(&split, &cell.author)).collect()
}

/// A line that is to be done, with its robot.
pub(crate) struct Spoken {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) state: (String, String),
    pub(crate) gold: String,
    pub(crate) also: Vec<String>,
    pub(crate) tags: Vec<String>,
}

pub(crate) fn spoken(name: &str) -> Vec<Spoken> {
    let mut state = (String::new(), String::new());
    let mut found = Vec::new();
    for (number, line) in fs::read_to_string(format!("{FOLDER}/lines/{name}.txt")).unwrap().lines().enumerate() {
        let fields: Vec<&str> = line.split(" | ").collect();
        if let Some(place) = line.strip_prefix("@ ") {
            let (position, tool) = place.split_once(" | ").unwrap();
            state = (position.to_owned(), tool.trim().to_owned());
            continue;
        }
        let (text, gold, tags, rest) = match fields[..] {
            [text, _, comment, revised, tags, ref rest @ ..] if text.starts_with("> ") => {
                (format!("{} / {comment}", &text[2..]), revised, tags, rest.to_vec())
            }
            [text, gold, tags, ref rest @ ..] if !text.starts_with("> ") => {
                (text.to_owned(), gold, tags, rest.to_vec())
            }
            _ => continue,
        };
        let also = rest.iter().filter_map(|field| field.strip_prefix("ALSO: ")).map(str::to_owned).collect();
        let tags = tags.split(' ').map(str::to_owned).collect();
        found.push(Spoken {
            id: format!("{name}:{}", number + 1),
            text,
            state: state.clone(),
            gold: gold.to_owned(),
            also,
            tags,
        });
    }
    found
}
