//! Sentences that look like commands and are none, or none that the grammar follows: each was surely read, and wrongly, when
//! it was first put to the recogniser. What is done about it is in `src/language/rules/doubt/signs.yaml`. Beside them stand
//! sentences that differ from one of them in little and are plain: doubt that grows over those costs the operator.

use std::{collections::BTreeMap, fs};

use cellgraph::{
    cell::{PositionId, State},
    import,
    language::{rules::Recogniser, templates::Templates, terse},
    snapshot::{self, Provenance, Snapshot},
};

/// A cell and a sentence, parted by a tab. The robot stands at the first position, with an empty flange.
const SENTENCES: &str = include_str!("doubtful.tsv");

/// Plain sentences on the demo cell: the doubtful one that each stands beside, the sentence, and what it says.
const BESIDE: &[(&str, &str, &str)] = &[
    ("weld 2, no photo", "weld 2", "action tack_weld @ Pos_2"),
    ("weld 2 and no inspection", "weld 2 and inspect 2", "action tack_weld @ Pos_2, camera_inspection @ Pos_2"),
    ("inspect 1, no welding", "inspect 1, then weld 1", "action camera_inspection @ Pos_1, tack_weld @ Pos_1"),
    ("go to 2, no weld", "go to 2, then weld", "action tack_weld @ Pos_2"),
    ("go home, no welding", "go home", "action go Home"),
    ("inspect all tacks", "inspect all positions", "action camera_inspection @ all"),
    ("weld pos 1 and I will do 2 myself", "weld pos 1 and 2", "action tack_weld @ Pos_1 + Pos_2"),
    ("weld 1, I do 2, you do 3", "weld 1 and 3", "action tack_weld @ Pos_1 + Pos_3"),
    ("go to safe 1 to 4, 2 included", "go to safe 1 to 4", "action go Safe_Pos_1 to Safe_Pos_4"),
    ("weld 1 by three", "weld 1 three times", "action tack_weld @ Pos_1 x3"),
    ("weld one times two", "weld 1 twice", "action tack_weld @ Pos_1 x2"),
    ("weld 1 and 3, second one first", "weld 3, then 1", "action tack_weld @ Pos_3, tack_weld @ Pos_1"),
    ("inspect all but 3 positions", "inspect all but position 3", "action camera_inspection @ all but Pos_3"),
    ("go to position one oh", "go to position one", "action go Pos_1"),
    ("inspect 2nd and 4th", "inspect 2 and 4", "action camera_inspection @ Pos_2 + Pos_4"),
    ("weld 1 and 2 but start at 2", "weld 2 and then 1", "action tack_weld @ Pos_2, tack_weld @ Pos_1"),
    ("weld 2 and 3, 3 before 2", "weld 3 before 2", "action tack_weld @ Pos_3, tack_weld @ Pos_2"),
    ("weld 1 before 2 and 2 before 3", "weld 1 before 2", "action tack_weld @ Pos_1, tack_weld @ Pos_2"),
    ("move away from 2", "move to 2", "action go Pos_2"),
    (
        "weld 1, no check",
        "weld 1, then position check at safe 1",
        "action tack_weld @ Pos_1, position_check @ Safe_Pos_1",
    ),
    ("weld 1 and 2, no weld on 3", "weld 1 and 2", "action tack_weld @ Pos_1 + Pos_2"),
    (
        "inspect 1 to 5, no inspection at 3",
        "inspect 1 to 5 except 3",
        "action camera_inspection @ Pos_1 + Pos_2 + Pos_4 + Pos_5",
    ),
    ("inspect 1 to 5 -3", "inspect 1-5", "action camera_inspection @ Pos_1 to Pos_5"),
    ("weld 1, 2 needs to cool", "weld 1, 2", "action tack_weld @ Pos_1 + Pos_2"),
    ("go home, I've welded 1", "weld 1, go home", "action tack_weld @ Pos_1, go Home"),
];

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

#[test]
fn plain_sentences_beside_the_doubtful_ones_are_surely_read() {
    let snapshot = snapshot("demo");
    let recogniser = Recogniser::new(&snapshot, Templates::default());
    let state = State { position: PositionId(0), tool: None };
    let mut wrong = Vec::new();
    for (doubtful, sentence, expected) in BESIDE {
        assert!(SENTENCES.lines().any(|line| line == format!("demo\t{doubtful}")), "{doubtful} is not on the list");
        let reading = recogniser.read(sentence, &snapshot, state);
        let said = terse::write(&reading.said, &snapshot);
        if !reading.complete || said != *expected {
            let sure = if reading.complete { "" } else { " (not sure)" };
            wrong.push(format!("{sentence} -> {said}{sure}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
