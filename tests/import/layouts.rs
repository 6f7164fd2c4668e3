//! The same graph gives the same draft, whatever the layout, the order, the ids and the blanks of the export.

use cellgraph::import::{Import, from_apoc};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::model::{LAYOUTS, Layout, demo, disguise, random_cell, write};

fn import(text: &str) -> Import {
    from_apoc(text.as_bytes(), &mut |_| {}).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// Older exports have numbers for ids.
fn with_numbers(mut records: Vec<Value>) -> Vec<Value> {
    for record in &mut records {
        for pointer in ["/id", "/start/id", "/end/id"] {
            if let Some(id) = record.pointer_mut(pointer) {
                *id = json!(id.as_str().and_then(|id| id.parse::<u64>().ok()));
            }
        }
    }
    records
}

#[test]
fn ids_may_be_numbers() {
    let records = demo().records;
    let numbers = write(&with_numbers(records.clone()), Layout::Lines).0;
    assert!(numbers.contains("\"id\":3,"), "{numbers}");
    assert_eq!(import(&numbers), import(&write(&records, Layout::Lines).0));
}

#[test]
fn progress_reaches_the_end_and_never_goes_back() {
    let text = format!("{}{}", "\n".repeat(5_000_000), write(&demo().records, Layout::PrettyArray).0);
    for text in [text, write(&demo().records, Layout::Lines).0] {
        let mut heard = Vec::new();
        from_apoc(text.as_bytes(), &mut |bytes| heard.push(bytes)).unwrap();
        assert!(heard.is_sorted());
        assert_eq!(heard.last(), Some(&(text.len() as u64)));
    }
}

/// As APOC 5.26 wrote them: whole nodes at both ends, a line break after the root value or none.
#[test]
fn layouts_of_apoc_by_hand() {
    let lines = concat!(
        r#"{"type":"node","id":"0","labels":["Position"],"properties":{"role":"home","name":"Home","description":""}}"#,
        "\n",
        r#"{"type":"node","id":"1","labels":["Position"],"properties":{"role":"work","name":"Pos_1","description":""}}"#,
        "\n",
        r#"{"id":"0","type":"relationship","label":"ONLY_ALLOWED_MOVE_TO","start":{"id":"0","labels":["Position"],"properties":{"role":"home","name":"Home"}},"end":{"id":"1","labels":["Position"],"properties":{"role":"work","name":"Pos_1"}}}"#,
    );
    let [home, work, link] = lines.split('\n').collect::<Vec<_>>()[..] else { unreachable!() };
    let expected = import(lines);
    assert_eq!(expected.draft.moves.len(), 1);
    for export in [
        format!("[{home},{work},{link}]"),
        format!("[{home},{work},{link}]\n"),
        format!("[{home},\n{work},\n{link}\n]"),
        format!(r#"{{"nodes":[{home},{work}],"rels":[{link}]}}"#),
        format!(r#"{{"nodes":{{"0":{home},"1":{work}}},"rels":{{"0":{link}}}}}"#),
        format!(r#"{{"rels":[{link}], "nodes":[{home},{work}], "made_by":{{"x":[1]}} }}"#),
        format!("{link}\r\n\r\n{work}\r\n   \n{home}\r\n"),
        format!("\u{feff}{work}\n{home}\n{link}"),
    ] {
        assert_eq!(import(&export).draft, expected.draft, "{export}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn one_graph_one_draft(seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let records = random_cell(&mut rng).records;
        let plain = import(&write(&records, Layout::Lines).0);
        for layout in LAYOUTS {
            let disguised = disguise(&records, &mut rng);
            let (mut text, _) = write(&disguised, layout);
            if rng.random_bool(0.3) {
                text = text.replace('\n', "\r\n");
            }
            if rng.random_bool(0.3) {
                text.insert_str(0, "\u{feff}\n \r\n");
            }
            let same = import(&text);
            prop_assert_eq!(&same.draft, &plain.draft);
            prop_assert_eq!(&same.report.nodes, &plain.report.nodes);
            prop_assert_eq!(&same.report.relationships, &plain.report.relationships);
            prop_assert_eq!(&same.report.ignored_labels, &plain.report.ignored_labels);
            prop_assert_eq!(same.report.warnings.len(), plain.report.warnings.len());
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>, text in "[\\[{\"a-z:,}\\] \n0-9]{0,200}") {
        let _ = from_apoc(&bytes, &mut |_| {});
        let _ = from_apoc(text.as_bytes(), &mut |_| {});
    }

    #[test]
    fn no_scrambled_export_makes_it_panic(seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let layout = LAYOUTS[rng.random_range(0..LAYOUTS.len())];
        let mut bytes = write(&demo().records, layout).0.into_bytes();
        for _ in 0..rng.random_range(1..20) {
            let (from, to) = (rng.random_range(0..bytes.len()), rng.random_range(0..bytes.len()));
            match rng.random_range(0..3) {
                0 => bytes.swap(from, to),
                1 => bytes[from] = rng.random(),
                _ => bytes.truncate(from.max(1)),
            }
        }
        let _ = from_apoc(&bytes, &mut |_| {});
    }
}
