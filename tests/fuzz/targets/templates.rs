//! Any text → an engineer's sentence templates, or a list of phrases: read or refused, and what was read can be matched against sentences.

#![no_main]

use std::sync::LazyLock;

use cellgraph::{
    cell::{PositionId, State},
    language::{rules::Recogniser, templates::Templates},
    snapshot::{self, Provenance, Snapshot},
    workflow::{Learnt, PhraseBook, PhraseList},
};
use libfuzzer_sys::fuzz_target;

static CELL: LazyLock<Snapshot> = LazyLock::new(|| {
    let export = include_bytes!("../../../graph-snapshots/demo-cell.apoc.jsonl");
    let draft = cellgraph::import::from_apoc(export, &mut |_| ()).expect("the demo cell").draft;
    Snapshot::from_bytes(&snapshot::build(&draft, &Provenance::default()).bytes).expect("a snapshot")
});

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(list) = PhraseList::read(text) {
        let _unfit = PhraseBook::new(&CELL, Templates::default()).unfit(&list);
        let learnt = Learnt::of(&[], &list, &CELL, Templates::default());
        // Nothing is lost: each phrase counts, or is said to count for nothing.
        let counts = |sentence: &str| learnt.phrases.of(sentence).len();
        let counted: usize = list.phrases.iter().map(|phrase| counts(&phrase.sentence)).sum();
        assert!(counted + learnt.stale.len() >= list.phrases.len());
        let again = serde_json::to_string(&list).expect("a list is written");
        assert_eq!(PhraseList::read(&again).expect("what was written is read"), list);
    }
    if let Ok(templates) = Templates::read(text) {
        let recogniser = Recogniser::new(&CELL, templates);
        let state = State { position: PositionId(0), tool: None };
        for sentence in ["weld at position 1 and 2", "the usual", "where is the camera?"] {
            let _read = recogniser.read(sentence, &CELL, state);
        }
    }
});
