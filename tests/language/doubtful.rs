//! Sentences that look like commands and are none, or none that the grammar follows: each was surely read, and wrongly, when
//! it was first put to the recogniser. What is done about it is in `src/language/rules/doubt.rs`.

use std::{collections::BTreeMap, fs};

use cellgraph::{
    cell::{PositionId, State},
    import,
    language::{rules::Recogniser, templates::Templates, terse},
    snapshot::{self, Provenance, Snapshot},
};

/// A cell and a sentence, parted by a tab. The robot stands at the first position, with an empty flange.
const SENTENCES: &str = include_str!("doubtful.tsv");

fn snapshot(cell: &str) -> Snapshot {
    let inside = ["tests/language/cells", "tests/language/further", "tests/language/unseen"]
        .map(|folder| format!("{folder}/{cell}.apoc.jsonl"));
    let path = inside.into_iter().find(|path| fs::exists(path).unwrap());
    let path = path.unwrap_or_else(|| "graph-snapshots/demo-cell.apoc.jsonl".to_owned());
    let import = import::from_apoc(&fs::read(&path).unwrap(), &mut |_| ()).unwrap_or_else(|e| panic!("{path}: {e}"));
    Snapshot::from_bytes(&snapshot::build(&import.draft, &Provenance::default()).bytes).unwrap()
}

#[test]
fn doubtful_sentences_surely_move_nothing() {
    let mut cells: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in SENTENCES.lines() {
        let (cell, sentence) = line.split_once('\t').unwrap();
        cells.entry(cell).or_default().push(sentence);
    }
    let mut moved = Vec::new();
    for (cell, sentences) in cells {
        let snapshot = snapshot(cell);
        let recogniser = Recogniser::new(&snapshot, Templates::default());
        let state = State { position: PositionId(0), tool: None };
        for sentence in sentences {
            let reading = recogniser.read(sentence, &snapshot, state);
            let said = terse::write(&reading.said, &snapshot);
            if reading.complete && said.starts_with("action ") && said != "action ?" {
                moved.push(format!("{cell}: {sentence} -> {said}"));
            }
        }
    }
    assert!(moved.is_empty(), "{}", moved.join("\n"));
}
