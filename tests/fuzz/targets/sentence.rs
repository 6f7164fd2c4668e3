//! Any text → the recogniser, the replay detector and the terse form's reader, on the demo cell: no panic, no name outside the
//! cell, and what is read in the terse form is written the same.

#![no_main]

use std::sync::LazyLock;

use cellgraph::{
    cell::{PositionId, State},
    language::{rules::Recogniser, templates::Templates, terse},
    plan::{Goal, Intent},
    snapshot::{self, Provenance, Snapshot},
};
use libfuzzer_sys::fuzz_target;

static CELL: LazyLock<(Snapshot, Recogniser)> = LazyLock::new(|| {
    let export = include_bytes!("../../../graph-snapshots/demo-cell.apoc.jsonl");
    let draft = cellgraph::import::from_apoc(export, &mut |_| ()).expect("the demo cell").draft;
    let snapshot = Snapshot::from_bytes(&snapshot::build(&draft, &Provenance::default()).bytes).expect("a snapshot");
    let recogniser = Recogniser::new(&snapshot, Templates::default());
    (snapshot, recogniser)
});

fuzz_target!(|data: &[u8]| {
    let (snapshot, recogniser) = &*CELL;
    let text = String::from_utf8_lossy(data);
    let state = State { position: PositionId(0), tool: None };
    let read = recogniser.read(&text, snapshot, state);
    if let Ok(Some(Intent::Goals(goals))) = read.said.intent(snapshot, state) {
        for goal in goals {
            let known = match &goal {
                Goal::Move { position } => snapshot.position_id(position).is_some(),
                Goal::Routine { routine, position } => {
                    snapshot.routine_id(routine).is_some() && snapshot.position_id(position).is_some()
                }
                Goal::AttachTool { tool } => snapshot.tool_id(tool).is_some(),
                Goal::ReleaseTool | Goal::ReleaseToolAndHome => true,
            };
            assert!(known, "{goal:?}");
        }
    }
    let _revised = recogniser.revise(&read.said, &text, snapshot, state);
    let line = terse::write(&read.said, snapshot);
    assert_eq!(terse::read(&line, snapshot).as_ref(), Ok(&read.said), "{line}");
    if let Ok(said) = terse::read(&text, snapshot) {
        assert_eq!(terse::read(&terse::write(&said, snapshot), snapshot).as_ref(), Ok(&said));
    }
});
