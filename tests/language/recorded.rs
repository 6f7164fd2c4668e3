//! What the recogniser makes of every sentence that guides, recorded: a change of the grammar shows what it changes.
//!
//! The recorded readings are no gold: some are wrong, and say so. What must never come is motion on a line where nothing
//! may move.

use std::fs;

use cellgraph::{
    cell::State,
    import,
    language::{rules::Recogniser, score::GoldLine, templates::Templates, terse},
    snapshot::{self, Provenance, Snapshot},
};

pub(crate) const CELLS: [(&str, &str, &str); 20] = [
    ("demo", "graph-snapshots/demo-cell.apoc.jsonl", "tests/language/demo.guide.jsonl"),
    ("elec", "tests/language/cells/elec.apoc.jsonl", "tests/language/elec.guide.jsonl"),
    ("lab", "tests/language/cells/lab.apoc.jsonl", "tests/language/lab.guide.jsonl"),
    ("paint", "tests/language/cells/paint.apoc.jsonl", "tests/language/paint.guide.jsonl"),
    ("pallet", "tests/language/cells/pallet.apoc.jsonl", "tests/language/pallet.guide.jsonl"),
    ("wood", "tests/language/cells/wood.apoc.jsonl", "tests/language/wood.guide.jsonl"),
    ("bake", "tests/language/further/bake.apoc.jsonl", "tests/language/further/bake.jsonl"),
    ("battery", "tests/language/further/battery.apoc.jsonl", "tests/language/further/battery.jsonl"),
    ("candles", "tests/language/further/candles.apoc.jsonl", "tests/language/further/candles.jsonl"),
    ("foundry", "tests/language/further/foundry.apoc.jsonl", "tests/language/further/foundry.jsonl"),
    ("locks", "tests/language/further/locks.apoc.jsonl", "tests/language/further/locks.jsonl"),
    ("extinguishers", "tests/language/further/extinguishers.apoc.jsonl", "tests/language/further/extinguishers.jsonl"),
    ("frames", "tests/language/further/frames.apoc.jsonl", "tests/language/further/frames.jsonl"),
    ("gearbox", "tests/language/further/gearbox.apoc.jsonl", "tests/language/further/gearbox.jsonl"),
    ("lathes", "tests/language/further/lathes.apoc.jsonl", "tests/language/further/lathes.jsonl"),
    ("perfume", "tests/language/further/perfume.apoc.jsonl", "tests/language/further/perfume.jsonl"),
    ("pharma", "tests/language/further/pharma.apoc.jsonl", "tests/language/further/pharma.jsonl"),
    ("press", "tests/language/further/press.apoc.jsonl", "tests/language/further/press.jsonl"),
    ("pumps", "tests/language/further/pumps.apoc.jsonl", "tests/language/further/pumps.jsonl"),
    ("shoes", "tests/language/further/shoes.apoc.jsonl", "tests/language/further/shoes.jsonl"),
];

pub(crate) fn snapshot(path: &str) -> Snapshot {
    let import = import::from_apoc(&fs::read(path).unwrap(), &mut |_| ()).unwrap_or_else(|e| panic!("{path}: {e}"));
    Snapshot::from_bytes(&snapshot::build(&import.draft, &Provenance::default()).bytes).unwrap()
}

#[test]
fn readings_of_the_guiding_sentences() {
    let (mut out, mut moved) = (String::new(), Vec::new());
    for (cell, export, lines) in CELLS {
        let snapshot = snapshot(export);
        let recogniser = Recogniser::new(&snapshot, Templates::default());
        let text = fs::read_to_string(lines).unwrap();
        let lines: Vec<GoldLine> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut right = 0;
        for line in &lines {
            let state = State::named(&snapshot, &line.state.position, &line.state.tool).unwrap();
            let reading = recogniser.read(&line.text, &snapshot, state);
            let judgement = line.judge(&reading.said, &[], &snapshot, state).unwrap();
            right += usize::from(judgement.whole);
            if judgement.false_motion {
                moved.push(format!("{}: {}", line.id, line.text));
            }
            let mark = if judgement.whole { ' ' } else { '!' };
            let sure = if reading.complete { "" } else { " (not sure)" };
            out += &format!("{} {mark} {}{sure}\n", line.id, terse::write(&reading.said, &snapshot));
        }
        out += &format!("{cell}: {right} of {} right\n\n", lines.len());
    }
    assert!(moved.is_empty(), "motion where nothing may move:\n{}", moved.join("\n"));
    insta::assert_snapshot!(out);
}
