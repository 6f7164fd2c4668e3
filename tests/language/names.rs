//! What is written like a name, and is none of this cell's: a place that was renamed or taken out of the layout is no other
//! place whose name has the same words in it.

use cellgraph::{
    cell::State,
    language::{Said, rules::Recogniser, templates::Templates},
    snapshot::Snapshot,
};

use super::recorded::{CELLS, snapshot};

/// Every name of a cell.
fn names(snapshot: &Snapshot) -> Vec<String> {
    let draft = snapshot.draft();
    let positions = draft.positions.iter().map(|each| each.name.clone());
    let tools = draft.tools.iter().map(|each| each.name.clone());
    positions.chain(tools).chain(draft.routines.iter().map(|each| each.name.clone())).collect()
}

/// Names that the cell does not have: parts of its own, its own with a part more, and its own with another number.
fn strangers(names: &[String]) -> Vec<String> {
    let mut strangers = Vec::new();
    for name in names {
        strangers.extend(name.split_once('_').map(|(_, end)| end.to_owned()));
        strangers.extend(name.rsplit_once('_').map(|(begin, _)| begin.to_owned()));
        strangers.push(format!("{name}_77"));
        strangers.push(format!("Old_{name}"));
        strangers.extend(name.rsplit_once('_').map(|(begin, _)| format!("{begin}_77")));
    }
    let is_one_piece = |name: &str| name.contains('_') && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    strangers.retain(|name| is_one_piece(name) && !names.iter().any(|known| known.eq_ignore_ascii_case(name)));
    strangers
}

#[test]
fn a_name_that_the_cell_does_not_have_is_no_other_name() {
    let mut held = 0;
    for (cell, export, _) in CELLS {
        let snapshot = snapshot(export);
        let recogniser = Recogniser::new(&snapshot, Templates::default());
        let names = names(&snapshot);
        let start = snapshot.draft().positions[0].name.clone();
        let state = State::named(&snapshot, &start, "none").unwrap();
        let earlier = recogniser.read(&format!("go to {start}"), &snapshot, state).said;
        for name in strangers(&names) {
            let reason = Some(format!("this cell has no '{name}': say the whole name, or say it in plain words"));
            for sentence in [
                format!("go to {name}"),
                format!("go to {start} and then to {name}"),
                format!("do everything everywhere except {name}"),
                format!("what can be done at {name}?"),
                format!("do that again at {name}"),
                format!("({name})"),
            ] {
                let reading = recogniser.read(&sentence, &snapshot, state);
                assert!(matches!(reading.said, Said::Unclear(_) | Said::Unknown), "{cell}: {sentence}: {reading:?}");
                assert!(reading.refused && reading.reason == reason, "{cell}: {sentence}: {reading:?}");
                held += 1;
            }
            let revised = recogniser.revise(&earlier, &format!("not {name}"), &snapshot, state);
            assert!(revised.refused && revised.reason == reason, "{cell}: not {name}: {revised:?}");
        }
        // Capitals inside a part (`JigA_Left`) tell where its words begin.
        let is_plain = |name: &&String| name.split('_').all(|part| !part.chars().skip(1).any(char::is_uppercase));
        for name in names.iter().filter(|name| name.contains('_')).filter(is_plain) {
            for written in [name.clone(), name.to_lowercase(), name.to_uppercase()] {
                let reading = recogniser.read(&format!("go to {written}"), &snapshot, state);
                assert!(!reading.refused, "{cell}: {written}: {reading:?}");
            }
        }
    }
    assert!(held > 1_000, "{held}");
}

/// However it is written: a place that was renamed is no approach that has its number, and no place with further numbers.
#[test]
fn a_place_that_is_gone_is_no_other_with_its_number() {
    let export = std::fs::read_to_string("graph-snapshots/demo-cell.apoc.jsonl").unwrap();
    let renamed = |name: &str| {
        let text = export.replace("\"Pos_2\"", &format!("{name:?}"));
        let import = cellgraph::import::from_apoc(text.as_bytes(), &mut |_| ()).unwrap();
        let built = cellgraph::snapshot::build(&import.draft, &cellgraph::snapshot::Provenance::default());
        Snapshot::from_bytes(&built.bytes).unwrap()
    };
    let said =
        ["go to {}", "weld at {}", "weld everywhere except {}", "inspect {} and Pos_1", "what can be done at {}?"];
    let written = [
        "Pos_2",
        "Pos-2",
        "pos.2",
        "Pos _2",
        "Pos_ 2",
        "Pos_\u{200b}2",
        "Pos\u{ff3f}2",
        "Pos2",
        "position 2",
        "the 2nd position",
    ];
    for name in ["Middle", "Pos_1_2", "Pos_2_2", "Pos_20"] {
        let cell = renamed(name);
        let recogniser = Recogniser::new(&cell, Templates::default());
        let state = State::named(&cell, "Home", "none").unwrap();
        let wrong = [cell.position_id("Safe_Pos_2").unwrap(), cell.position_id(name).unwrap()];
        for sentence in said.iter().flat_map(|said| written.map(|written| said.replace("{}", written))) {
            let reading = recogniser.read(&sentence, &cell, state);
            let text = format!("{:?}", reading.said);
            let names_it = wrong.iter().any(|place| text.contains(&format!("{place:?}")));
            assert!(!names_it, "{name}: {sentence}: {reading:?}");
        }
        // Where it still is, it is found.
        let reading = recogniser.read("go to Pos_1", &cell, state);
        assert!(matches!(reading.said, Said::Do(_)), "{reading:?}");
    }
}

/// A template's words are held to the same.
#[test]
fn a_template_names_nothing_that_the_cell_does_not_have() {
    let demo = snapshot("graph-snapshots/demo-cell.apoc.jsonl");
    let text =
        "intents: { Seams: { data: [{ sentences: [\"seam number {number}\"], means: \"go to Pos_{number}\" }] } }";
    let recogniser = Recogniser::new(&demo, Templates::read(text).unwrap());
    let state = State::named(&demo, "Home", "none").unwrap();
    assert!(matches!(recogniser.read("seam number 2", &demo, state).said, Said::Do(_)));
    let reading = recogniser.read("seam number 77", &demo, state);
    assert!(reading.refused && reading.said == Said::UNCLEAR, "{reading:?}");
}

/// Where the layout has the work position no more, its name is not the approach's that is left.
#[test]
fn a_place_that_was_renamed_is_asked_for() {
    let demo = snapshot("graph-snapshots/demo-cell.apoc.jsonl");
    let recogniser = Recogniser::new(&demo, Templates::default());
    let state = State::named(&demo, "Home", "none").unwrap();
    for (sentence, is_read) in [
        ("go to Pos_2", true),
        ("go to pos_2", true),
        ("go to Safe_Pos_2", true),
        ("go to the Safe Pos_2", true),
        ("go to Saef_Pos_2", true),
        ("go to Safe_Pos_9", false),
        ("go to Pos_02", true),
        ("go to Pos__2", true),
        ("go to _Pos_2_", true),
        ("go to Pos_2_", true),
        ("go to Pos_2_3", false),
        ("go to Pos_two", true),
        ("tool_release", true),
        ("what is TOOL_ATTACH?", true),
        ("run tack_weld at Pos_1", true),
        ("run tack_welds at Pos_1", true),
        ("run weld_tack at Pos_1", false),
    ] {
        let reading = recogniser.read(sentence, &demo, state);
        assert_eq!(!reading.refused, is_read, "{sentence}: {reading:?}");
    }
}
