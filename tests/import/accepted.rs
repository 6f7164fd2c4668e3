//! Everything that the contract accepts, and the report that says so.

use cellgraph::cell::{Metadata, PositionId, Role, StandId, ToolId};
use cellgraph::import::{Import, Importer, NodeRecord, Place, Properties, Record, RelationshipRecord, from_apoc};
use serde_json::{Value, json};

use crate::model::{Cell, Layout, demo, node, write};

fn import(records: &[Value]) -> Import {
    let (text, _) = write(records, Layout::Lines);
    from_apoc(text.as_bytes(), &mut |_| {}).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The warnings beyond those of the demo itself must be these and no others.
#[track_caller]
fn check(change: impl FnOnce(&mut Cell), expected: &[(u64, &str, &str)]) -> Import {
    let mut cell = demo();
    change(&mut cell);
    let import = import(&cell.records);
    let warnings: Vec<_> = import.report.warnings.iter().filter(|warning| warning.place != Place::Line(10)).collect();
    let found: Vec<(&Place, &str)> = warnings.iter().map(|warning| (&warning.place, warning.code)).collect();
    let places: Vec<Place> =
        expected.iter().map(|case| if case.0 == 0 { Place::Export } else { Place::Line(case.0) }).collect();
    let wanted: Vec<(&Place, &str)> = places.iter().zip(expected).map(|(place, case)| (place, case.1)).collect();
    assert_eq!(found, wanted, "{warnings:#?}");
    for (warning, case) in warnings.iter().zip(expected) {
        assert!(warning.text.contains(case.2), "{warning}\nshould name {}", case.2);
    }
    import
}

#[test]
fn the_demo_becomes_a_canonical_draft() {
    let Import { draft, report } = check(|_| {}, &[]);
    let names: Vec<&str> = draft.positions.iter().map(|position| position.name.as_str()).collect();
    assert_eq!(names, ["Cam_Mount", "Home", "Pos_1", "Safe_1", "Weld_Mount"]);
    assert_eq!((draft.positions[1].role, draft.positions[1].description.as_str()), (Role::Home, "place Home"));
    assert_eq!(draft.tools[1].name, "Welder");
    assert_eq!((draft.tools[0].stand, draft.tools[1].stand), (StandId(0), StandId(2)));
    let stands: Vec<_> = draft.stands.iter().map(|stand| (stand.name.as_str(), stand.positions.clone())).collect();
    assert_eq!(
        stands,
        [("Stand_Camera", vec![PositionId(0)]), ("Stand_Spare", vec![]), ("Stand_Welder", vec![PositionId(4)])]
    );
    let routines: Vec<_> =
        draft.routines.iter().map(|routine| (routine.name.as_str(), routine.required_tool)).collect();
    assert_eq!(
        routines,
        [("inspect", Some(ToolId(0))), ("tack_weld", Some(ToolId(1))), ("tool_attach", None), ("tool_release", None)]
    );
    let moves: Vec<_> = draft.moves.iter().map(|edge| (edge.from.0, edge.to.0)).collect();
    assert_eq!(moves, [(0, 3), (1, 3), (2, 3), (3, 0), (3, 1), (3, 2), (3, 4), (4, 3)]);
    let weld = Metadata { stabilize_s: Some(1.5), action_after: Some("arc_off".into()), verify: Some("seam".into()) };
    assert_eq!(draft.supports[1].metadata, weld);
    assert_eq!(
        serde_json::to_value(&report).unwrap(),
        json!({
            "nodes": {"Position": 5, "Routine": 4, "Tool": 2, "ToolStand": 3},
            "relationships": {"LOCATED_AT": 2, "ONLY_ALLOWED_MOVE_TO": 8, "SUPPORTED_AT": 6, "TOOL_AVAILABLE_AT": 2},
            "ignored_labels": {"Person": 1},
            "ignored_types": {"MAINTAINS": 1},
            "warnings": [{"code": "stand-without-tool", "place": {"line": 10},
                "text": "tool stand 'Stand_Spare': no tool is kept on it; no rule looks at it"}],
        })
    );
}

#[test]
fn stands_without_a_tool_may_be_anywhere() {
    let located = |cell: &mut Cell, position: &str| cell.add_link("LOCATED_AT", "9", position, &json!({}));
    let import = check(|cell| ["3", "0", "2"].iter().for_each(|position| located(cell, position)), &[]);
    assert_eq!(import.draft.stands[1].positions, [PositionId(1), PositionId(2), PositionId(4)]);
    assert_eq!(import.report.relationships["LOCATED_AT"], 5);
}

#[test]
fn equal_edges_are_kept_once() {
    let twice = |cell: &mut Cell, line: usize| cell.records.push(cell.records[line - 1].clone());
    let plain = import(&demo().records).draft;
    for line in [15, 17, 19, 25] {
        let twin = check(|cell| twice(cell, line), &[(35, "edge-twice", "first at line")]);
        assert_eq!(twin.draft, plain);
    }
    // Numbers are equal as numbers, null is absent.
    let change = |cell: &mut Cell| {
        cell.records[19]["properties"] = json!({"stabilize": 2.0, "verify": null});
        cell.add_link("SUPPORTED_AT", "11", "2", &json!({"stabilize": 2, "other": 1}));
    };
    assert_eq!(check(change, &[(35, "edge-twice", "'inspect'")]).draft, plain);
    let change = |cell: &mut Cell| {
        cell.records[19]["properties"] = json!({"stabilize": -0.0});
        cell.add_link("SUPPORTED_AT", "11", "2", &json!({"stabilize": 0}));
    };
    let zero = check(change, &[(35, "edge-twice", "'inspect'")]).draft.supports[0].metadata.stabilize_s;
    assert_eq!(zero.map(f64::to_bits), Some(0.0_f64.to_bits()));
}

#[test]
fn moves() {
    let allowed = |from: &'static str, to: &'static str, how: Value| {
        move |cell: &mut Cell| cell.add_link("ONLY_ALLOWED_MOVE_TO", from, to, &how)
    };
    let import = check(allowed("0", "0", json!({})), &[(35, "move-to-itself", "'Home'")]);
    assert_eq!(import.draft.moves.len(), 8);
    let import = check(allowed("0", "2", json!({"cost": 4})), &[(35, "move-one-way", "'Home' to position 'Pos_1'")]);
    assert_eq!((import.draft.moves.len(), import.draft.moves[1].cost_s), (9, Some(4.0)));
    let tiny = |cell: &mut Cell| cell.records[24]["properties"] = json!({"cost": 5e-324, "note": [1]});
    assert_eq!(check(tiny, &[]).draft.moves[4].cost_s, Some(5e-324));
}

#[test]
fn texts_for_people() {
    let set = |line: usize, property: &'static str, value: Value| {
        move |cell: &mut Cell| cell.records[line - 1]["properties"][property] = value
    };
    let kept = check(set(1, "description", json!(null)), &[(1, "text-missing", "position 'Home': has no description")]);
    assert_eq!(kept.draft.positions[1].description, "");
    let kept = check(set(6, "type", json!(null)), &[(6, "text-missing", "type")]);
    assert_eq!(kept.draft.tools[1].kind, "");
    check(set(6, "description", json!(null)), &[(6, "text-missing", "'Welder'")]);
    check(set(8, "pose", json!(null)), &[(8, "text-missing", "pose")]);
    check(set(11, "description", json!(null)), &[(11, "text-missing", "'tack_weld'")]);
    check(set(1, "description", json!("")), &[]);
    let kept = check(set(8, "pose", json!([1, 2.5, "x"])), &[(8, "text-not-text", "'Stand_Welder'")]);
    assert_eq!(kept.draft.stands[2].pose, "[1,2.5,\"x\"]");
    let kept = check(set(6, "type", json!(7)), &[(6, "text-not-text", "7")]);
    assert_eq!(kept.draft.tools[1].kind, "7");
    // Control characters are refused in names only.
    assert_eq!(check(set(1, "description", json!("a\nb")), &[]).draft.positions[1].description, "a\nb");
}

#[test]
fn required_tools_that_mean_none() {
    for none in [json!("none"), json!(null)] {
        for line in [11, 13] {
            let set = |cell: &mut Cell| cell.records[line - 1]["properties"]["required_tool"] = none.clone();
            let routines = check(set, &[]).draft.routines;
            assert_eq!(routines[if line == 11 { 1 } else { 2 }].required_tool, None);
        }
    }
}

#[test]
fn names_that_look_odd() {
    let edge = "x".repeat(255);
    for name in [edge.as_str(), " a ", "none", "Pos-1/é 漢 🤖", "a\u{a0}b", "\u{fffd}"] {
        let mut cell = demo();
        cell.position(name, "work");
        let import = import(&cell.records);
        assert!(import.draft.positions.iter().any(|position| position.name == name));
    }
    let same = |cell: &mut Cell| drop(cell.stand("Welder"));
    check(same, &[(35, "stand-without-tool", "'Welder'"), (35, "name-two-labels", "line 6")]);
    // One label knows no other: `none` is forbidden to tools alone, and a position may be called like a tool.
    check(|cell| drop(cell.routine("none", "none")), &[]);
    check(|cell| drop(cell.position("Welder", "work")), &[(6, "name-two-labels", "line 35")]);
    check(|cell| drop(cell.position(" Yes", "work")), &[(35, "name-is-answer", "' Yes'")]);
    for name in ["Go_Ahead", "StopNow", "Emergency-Stop"] {
        check(|cell| drop(cell.position(name, "work")), &[(35, "name-is-answer", name)]);
    }
    check(|cell| drop(cell.position("yes 2", "work")), &[]);
}

#[test]
fn a_cell_without_home_is_left_to_the_check() {
    check(|cell| cell.records[0]["properties"]["role"] = json!("work"), &[(0, "no-home", "home")]);
}

#[test]
fn labels_and_types_beyond_the_contract_are_counted() {
    let change = |cell: &mut Cell| {
        cell.records[0]["labels"] = json!(["Position", "Safe", "Position"]);
        cell.records[32]["labels"] = json!(["Person", "Safe"]);
        cell.records.push(json!({"type": "node", "id": "99"}));
        cell.records.push(node(98, "position", &json!({})));
        cell.add_link("MAINTAINS", "99", "98", &json!({"cost": "free"}));
        cell.add_link("LOCATED_at", "99", "99", &json!({}));
    };
    let report = check(change, &[]).report;
    assert_eq!(json!(report.ignored_labels), json!({"(none)": 1, "Person": 1, "Safe": 2, "position": 1}));
    assert_eq!(json!(report.ignored_types), json!({"MAINTAINS": 2, "LOCATED_at": 1}));
}

#[test]
fn records_may_lack_what_they_do_not_need() {
    let mut cell = Cell::default();
    cell.position("Home", "home");
    cell.records.push(json!({"type": "relationship", "label": "X", "start": {"id": 0}, "end": {"id": "0"}}));
    assert_eq!(import(&cell.records).report.ignored_types["X"], 1);
}

#[test]
fn records_from_bolt_are_placed_by_their_element_ids() {
    let place = |id: &str| Place::Element(id.into());
    let position = |id: &str, name: &str| {
        let properties = Properties {
            name: Some(json!(name)),
            role: Some(json!("home")),
            description: Some(json!("d")),
            ..Properties::default()
        };
        let labels = vec!["Position".to_owned()];
        Record::Node(NodeRecord { place: place(id), id: id.into(), labels, properties })
    };
    let link = |end: &str| {
        Record::Relationship(RelationshipRecord {
            place: place("5:x:1"),
            id: "5:x:1".into(),
            kind: "ONLY_ALLOWED_MOVE_TO".into(),
            properties: Properties::default(),
            start: "4:x:1".into(),
            end: end.into(),
        })
    };
    let mut importer = Importer::new();
    [link("4:x:2"), position("4:x:1", "A"), position("4:x:2", "B")]
        .into_iter()
        .for_each(|record| importer.record(record));
    assert_eq!(importer.finish().unwrap().draft.moves.len(), 1);

    let mut importer = Importer::new();
    [link("4:x:9"), position("4:x:2", "A"), position("4:x:1", "A")]
        .into_iter()
        .for_each(|record| importer.record(record));
    importer.fault("own", Place::Export, "a fault of the source");
    let faults = importer.finish().unwrap_err();
    let found: Vec<_> = faults.list().iter().map(|fault| (fault.place.clone(), fault.code)).collect();
    assert_eq!(found, [(Place::Export, "own"), (place("4:x:2"), "name-twice"), (place("5:x:1"), "end-dangling")]);
    assert!(
        faults.to_string().contains("element 5:x:1: ONLY_ALLOWED_MOVE_TO from position 'A' to id '4:x:9'"),
        "{faults}"
    );
}
