//! A thousand exports, each with one fault somewhere: every one is refused, and the report names the line.

use cellgraph::import::{Faults, Place, from_apoc};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::model::{LAYOUTS, Layout, disguise, link, properties, random_cell, write};

type Records = Vec<Value>;

/// Puts a fault into an export; gives back the record at which it must be found, or none for the export as a whole.
type Mutation = fn(&mut Records, &mut ChaCha8Rng) -> Option<usize>;

/// At least one for every refusal of the contract, with its code.
const MUTATIONS: &[(&str, Mutation)] = &[
    ("role-missing", |records, rng| set(records, rng, "Position", "role", Value::Null)),
    ("role-unknown", |records, rng| set(records, rng, "Position", "role", json!("WORK"))),
    ("name-missing", |records, rng| set(records, rng, "", "name", Value::Null)),
    ("name-not-text", |records, rng| set(records, rng, "", "name", json!(12))),
    ("name-empty", |records, rng| set(records, rng, "", "name", json!(""))),
    ("name-blank", |records, rng| set(records, rng, "", "name", json!(" \u{2003}"))),
    ("name-too-long", |records, rng| set(records, rng, "", "name", json!("n".repeat(256)))),
    ("name-unprintable", |records, rng| {
        let char = ['\0', '\n', '\u{7f}', '\u{ad}', '\u{202e}', '\u{2028}', '\u{2029}'][rng.random_range(0..7)];
        set(records, rng, "", "name", json!(format!("n{char}")))
    }),
    ("name-twice", |records, rng| {
        let label = ["Position", "Tool", "ToolStand", "Routine"][rng.random_range(0..4)];
        let (one, other) = two(records, rng, |record| has_label(record, label));
        records[other]["properties"]["name"] = records[one]["properties"]["name"].clone();
        Some(other)
    }),
    ("tool-named-none", |records, rng| set(records, rng, "Tool", "name", json!("noNe"))),
    ("required-tool-unknown", |records, rng| {
        let tool = [json!("Tool_9"), json!(""), json!("NONE"), json!("tool_0")][rng.random_range(0..4)].clone();
        require(records, rng, "do_", tool)
    }),
    ("required-tool-not-text", |records, rng| require(records, rng, "do_", json!(0))),
    ("system-routine-tool", |records, rng| require(records, rng, "tool_", json!("Tool_0"))),
    ("tool-without-stand", |records, rng| drop_link(records, rng, "TOOL_AVAILABLE_AT")),
    ("stand-without-position", |records, rng| drop_link(records, rng, "LOCATED_AT")),
    ("tool-two-stands", |records, rng| add_crossed(records, rng, "TOOL_AVAILABLE_AT")),
    ("stand-shared", |records, rng| add_crossed(records, rng, "TOOL_AVAILABLE_AT")),
    ("stand-two-positions", |records, rng| add_crossed(records, rng, "LOCATED_AT")),
    ("position-shared", |records, rng| add_crossed(records, rng, "LOCATED_AT")),
    ("stand-not-at-mount", |records, rng| {
        let at = pick(records, rng, |record| record["label"] == "LOCATED_AT");
        let mount = node_at(records, &records[at]["end"]["id"].clone());
        records[mount]["properties"]["role"] = json!("safe_approach");
        Some(at)
    }),
    ("id-twice", |records, rng| {
        let (one, other) = two(records, rng, |record| record["type"] == "node");
        records[other]["id"] = records[one]["id"].clone();
        Some(other)
    }),
    ("end-dangling", |records, rng| {
        let at = pick(records, rng, is_link);
        records[at][["start", "end"][rng.random_range(0..2)]]["id"] = json!("nowhere");
        Some(at)
    }),
    ("end-wrong-label", |records, rng| {
        let at = pick(records, rng, |record| is_link(record) && record["label"] != "KNOWS");
        let person = pick(records, rng, |record| has_label(record, "Person"));
        records[at][["start", "end"][rng.random_range(0..2)]]["id"] = records[person]["id"].clone();
        Some(at)
    }),
    ("two-labels", |records, rng| {
        let at = pick(records, rng, is_known);
        let own = records[at]["labels"][0].clone();
        let other = if own == "Tool" { "Routine" } else { "Tool" };
        records[at]["labels"] = json!(["Odd", other, own]);
        Some(at)
    }),
    ("cost-invalid", |records, rng| {
        let cost = [json!(0), json!(-0.5), json!("1"), json!("NaN"), json!([])][rng.random_range(0..5)].clone();
        set_link(records, rng, "ONLY_ALLOWED_MOVE_TO", "cost", cost)
    }),
    ("stabilize-invalid", |records, rng| {
        let wait = [json!(-1e-300), json!("1"), json!({}), json!(true)][rng.random_range(0..4)].clone();
        set_link(records, rng, "SUPPORTED_AT", "stabilize", wait)
    }),
    ("action-after-not-text", |records, rng| set_link(records, rng, "SUPPORTED_AT", "action_after", json!(1))),
    ("verify-not-text", |records, rng| set_link(records, rng, "SUPPORTED_AT", "verify", json!(["a"]))),
    ("edge-conflict", |records, rng| {
        let at = pick(records, rng, |record| record["label"] == "ONLY_ALLOWED_MOVE_TO");
        let mut twin = records[at].clone();
        properties(&mut twin).insert("cost".into(), json!(3));
        twin["id"] = json!("9999");
        records.push(twin);
        Some(records.len() - 1)
    }),
    ("no-positions", |records, _| {
        for record in records.iter_mut().filter(|record| has_label(record, "Position")) {
            record["labels"] = json!(["Place"]);
        }
        None
    }),
    ("type-unknown", |records, rng| replace(records, rng, |_| true, "type", json!("vertex"))),
    ("type-missing", |records, rng| replace(records, rng, |_| true, "type", Value::Null)),
    ("id-missing", |records, rng| replace(records, rng, |record| record["type"] == "node", "id", Value::Null)),
    ("id-invalid", |records, rng| replace(records, rng, |record| record["type"] == "node", "id", json!(0.5))),
    ("labels-invalid", |records, rng| replace(records, rng, |record| record["type"] == "node", "labels", json!({}))),
    ("not-a-record", |records, rng| replace(records, rng, |_| true, "properties", json!([]))),
    ("label-missing", |records, rng| replace(records, rng, is_link, "label", Value::Null)),
    ("label-invalid", |records, rng| replace(records, rng, is_link, "label", json!(["X"]))),
    ("end-missing", |records, rng| replace(records, rng, is_link, "start", Value::Null)),
    ("end-missing", |records, rng| replace(records, rng, is_link, "end", Value::Null)),
    ("end-invalid", |records, rng| replace(records, rng, is_link, "start", json!({"id": true}))),
];

#[test]
fn a_thousand_faults_are_refused_with_their_lines() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for round in 0..1_000 {
        let records = random_cell(&mut rng).records;
        let mut records = disguise(&records, &mut rng);
        if round % 4 == 3 {
            damage_bytes(&records, &mut rng);
            continue;
        }
        let (code, mutate) = MUTATIONS[(round - round / 4) % MUTATIONS.len()];
        let at = mutate(&mut records, &mut rng);
        // The lists of the other layouts go by type and id: a record without them has no place there.
        let layouts = if code.starts_with("type-") || code.starts_with("id-") {
            &[Layout::Lines, Layout::PrettyArray]
        } else {
            &LAYOUTS[..]
        };
        let layout = *layouts.choose(&mut rng).unwrap();
        let (text, lines) = write(&records, layout);
        let place = at.map_or(Place::Export, |at| Place::Line(lines[at]));
        assert_refused(text.as_bytes(), &place, &[code], round);
    }
}

/// Breaks the JSON or the UTF-8 of one line.
fn damage_bytes(records: &[Value], rng: &mut ChaCha8Rng) {
    let (text, _) = write(records, Layout::Lines);
    let mut lines: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
    let at = rng.random_range(0..lines.len());
    let line = loop {
        let mut line = lines[at].clone();
        let byte = rng.random_range(0..line.len());
        match rng.random_range(0..5) {
            0 => line[byte] = rng.random(),
            1 => line.truncate(byte.max(1)),
            2 => drop(line.remove(byte)),
            3 => line.insert(byte, b"\0\x01\"\\{}[],:\xff\xc0x"[rng.random_range(0..13)]),
            _ => line[byte] ^= 1 << rng.random_range(0..8),
        }
        let is_whole =
            serde_json::from_slice::<Value>(&line).is_ok() || line.contains(&b'\n') || line.trim_ascii().is_empty();
        if !is_whole {
            break line;
        }
    };
    lines[at] = line;
    let place = Place::Line(at as u64 + 1);
    assert_refused(&lines.join(&b'\n'), &place, &["not-json", "not-utf8"], at);
}

#[test]
fn an_export_that_is_cut_off_is_refused_for_that_alone() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let records = random_cell(&mut rng).records;
    for layout in [Layout::Array, Layout::PrettyArray, Layout::PrettySections, Layout::PrettyIdAsKeys] {
        let (text, _) = write(&records, layout);
        for cut in (20..text.len()).filter(|&cut| text.is_char_boundary(cut)) {
            let text = &text[..cut];
            let faults = from_apoc(text.as_bytes(), &mut |_| {}).unwrap_err();
            let line = text.strip_suffix('\n').unwrap_or(text).matches('\n').count() as u64 + 1;
            let found: Vec<_> = faults.list().iter().map(|fault| (fault.place.clone(), fault.code)).collect();
            assert_eq!(found, [(Place::Line(line), "not-json")], "{layout:?} {cut}\n{faults}");
        }
    }
}

#[track_caller]
fn assert_refused(export: &[u8], place: &Place, codes: &[&str], round: usize) {
    let faults = from_apoc(export, &mut |_| {}).expect_err("a faulty export");
    let is_named =
        |faults: &Faults| faults.list().iter().any(|fault| fault.place == *place && codes.contains(&fault.code));
    assert!(is_named(&faults), "round {round}: no {codes:?} at {place}\n{faults}\n{}", String::from_utf8_lossy(export));
}

fn is_link(record: &Value) -> bool {
    record["type"] == "relationship"
}

fn has_label(record: &Value, label: &str) -> bool {
    record["labels"][0] == label
}

fn is_known(record: &Value) -> bool {
    record["type"] == "node" && !has_label(record, "Person")
}

fn pick(records: &Records, rng: &mut ChaCha8Rng, wanted: impl Fn(&Value) -> bool) -> usize {
    let all: Vec<usize> = (0..records.len()).filter(|&at| wanted(&records[at])).collect();
    *all.choose(rng).expect("the model has one")
}

/// Two records of a kind, the earlier one first.
fn two(records: &Records, rng: &mut ChaCha8Rng, wanted: impl Fn(&Value) -> bool) -> (usize, usize) {
    let one = pick(records, rng, &wanted);
    let other = (0..records.len()).rfind(|&at| at != one && wanted(&records[at])).expect("the model has two");
    (one.min(other), one.max(other))
}

fn node_at(records: &Records, id: &Value) -> usize {
    records.iter().position(|record| record["type"] == "node" && record["id"] == *id).expect("the end is there")
}

fn set(records: &mut Records, rng: &mut ChaCha8Rng, label: &str, property: &str, value: Value) -> Option<usize> {
    let at = pick(records, rng, |record| is_known(record) && (label.is_empty() || has_label(record, label)));
    properties(&mut records[at]).insert(property.into(), value);
    Some(at)
}

fn set_link(records: &mut Records, rng: &mut ChaCha8Rng, kind: &str, property: &str, value: Value) -> Option<usize> {
    let at = pick(records, rng, |record| record["label"] == kind);
    properties(&mut records[at]).insert(property.into(), value);
    Some(at)
}

fn require(records: &mut Records, rng: &mut ChaCha8Rng, prefix: &str, tool: Value) -> Option<usize> {
    let named = |record: &Value| record["properties"]["name"].as_str().is_some_and(|name| name.starts_with(prefix));
    let at = pick(records, rng, |record| has_label(record, "Routine") && named(record));
    properties(&mut records[at]).insert("required_tool".into(), tool);
    Some(at)
}

fn drop_link(records: &mut Records, rng: &mut ChaCha8Rng, kind: &str) -> Option<usize> {
    let at = pick(records, rng, |record| record["label"] == kind);
    let gone = records.remove(at);
    Some(node_at(records, &gone["start"]["id"]))
}

/// From where one relationship of a kind starts to where another one ends.
fn add_crossed(records: &mut Records, rng: &mut ChaCha8Rng, kind: &str) -> Option<usize> {
    let (one, other) = two(records, rng, |record| record["label"] == kind);
    let id = |record: &Value, end: &str| record[end]["id"].as_str().expect("ids are texts").to_owned();
    let crossed = link(9999, kind, &id(&records[one], "start"), &id(&records[other], "end"), &json!({}));
    records.push(crossed);
    Some(records.len() - 1)
}

fn replace(
    records: &mut Records,
    rng: &mut ChaCha8Rng,
    wanted: impl Fn(&Value) -> bool,
    field: &str,
    value: Value,
) -> Option<usize> {
    let at = pick(records, rng, wanted);
    records[at][field] = value;
    Some(at)
}
