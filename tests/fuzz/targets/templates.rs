//! Any text → an engineer's sentence templates: read or refused, and what was read can be matched against sentences.

#![no_main]

use std::sync::LazyLock;

use cellgraph::{
    cell::{PositionId, State},
    language::{rules::Recogniser, templates::Templates},
    snapshot::{self, Provenance, Snapshot},
};
use libfuzzer_sys::fuzz_target;

static CELL: LazyLock<Snapshot> = LazyLock::new(|| {
    let export = include_bytes!("../../../graph-snapshots/demo-cell.apoc.jsonl");
    let draft = cellgraph::import::from_apoc(export, &mut |_| ()).expect("the demo cell").draft;
    Snapshot::from_bytes(&snapshot::build(&draft, &Provenance::default()).bytes).expect("a snapshot")
});

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(templates) = Templates::read(text) {
        let recogniser = Recogniser::new(&CELL, templates);
        let state = State { position: PositionId(0), tool: None };
        for sentence in ["weld at position 1 and 2", "the usual", "where is the camera?"] {
            let _read = recogniser.read(sentence, &CELL, state);
        }
    }
});
