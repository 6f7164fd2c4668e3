//! Everything that the contract refuses, one case a line: what is done to the demo export, and the whole list of faults
//! that must come of it. No case may bring a second fault that only follows from the first.

use cellgraph::import::{Faults, Place, from_apoc};
use serde_json::{Value, json};

use crate::model::{Layout, demo, link, node, write};

/// What is done to the demo export, by line.
enum Edit<'a> {
    /// Replaces a text that is on this line once.
    On(usize, &'a str, &'a str),
    /// Removes a property (or another field of the record, with its pointer).
    Without(usize, &'a str),
    /// Sets a field by its pointer.
    Set(usize, &'a str, Value),
    /// Adds a line at the end: the first one is line 35.
    Add(Value),
    /// Adds a line that need not be JSON.
    Raw(&'a str),
    /// Makes a line blank.
    Blank(usize),
}
use Edit::{Add, Blank, On, Raw, Set, Without};

fn edited(edits: Vec<Edit<'_>>) -> String {
    let mut records = demo().records;
    let mut later: Vec<Edit<'_>> = Vec::new();
    for edit in edits {
        match edit {
            Without(line, pointer) => {
                let (parent, key) = pointer.rsplit_once('/').unwrap();
                records[line - 1].pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(key).unwrap();
            }
            Set(line, pointer, value) => {
                let (parent, key) = pointer.rsplit_once('/').unwrap();
                records[line - 1].pointer_mut(parent).unwrap()[key] = value;
            }
            other => later.push(other),
        }
    }
    let mut lines: Vec<String> = write(&records, Layout::Lines).0.lines().map(Into::into).collect();
    for edit in later {
        match edit {
            On(line, from, to) => {
                assert_eq!(lines[line - 1].matches(from).count(), 1, "{from} in {}", lines[line - 1]);
                lines[line - 1] = lines[line - 1].replace(from, to);
            }
            Add(record) => lines.push(record.to_string()),
            Raw(line) => lines.push(line.into()),
            Blank(line) => lines[line - 1].clear(),
            Without(..) | Set(..) => unreachable!(),
        }
    }
    lines.join("\n")
}

fn refused(export: &[u8]) -> Faults {
    from_apoc(export, &mut |_| {}).expect_err("the export is refused")
}

/// The faults must be these and no others: line (0 for the export), code, and a text that the message holds.
#[track_caller]
fn check(edits: Vec<Edit<'_>>, expected: &[(u64, &str, &str)]) {
    check_bytes(edited(edits).as_bytes(), expected);
}

#[track_caller]
pub(crate) fn check_bytes(export: &[u8], expected: &[(u64, &str, &str)]) {
    let faults = refused(export);
    let found: Vec<(&Place, &str)> = faults.list().iter().map(|fault| (&fault.place, fault.code)).collect();
    let places: Vec<Place> =
        expected.iter().map(|case| if case.0 == 0 { Place::Export } else { Place::Line(case.0) }).collect();
    let wanted: Vec<(&Place, &str)> = places.iter().zip(expected).map(|(place, case)| (place, case.1)).collect();
    assert_eq!(found, wanted, "\n{faults}");
    for (fault, case) in faults.list().iter().zip(expected) {
        assert!(fault.message.contains(case.2), "{fault}\nshould name {}", case.2);
        assert!(!fault.message.contains(char::is_control), "{fault:?}");
    }
}

fn position(name: &str) -> Value {
    node(90, "Position", &json!({"name": name, "role": "work", "description": "d"}))
}

fn tool(name: &Value) -> Vec<Edit<'static>> {
    let tool = node(90, "Tool", &json!({"name": name, "type": "t", "description": "d"}));
    let stand = node(91, "ToolStand", &json!({"name": "Stand_X", "pose": "p"}));
    let mount = node(92, "Position", &json!({"name": "X_Mount", "role": "tool_mount", "description": "d"}));
    let kept = link(90, "TOOL_AVAILABLE_AT", "90", "91", &json!({}));
    let located = link(91, "LOCATED_AT", "91", "92", &json!({}));
    [tool, stand, mount, kept, located].map(Add).into()
}

fn allowed(from: &str, to: &str, properties: Value) -> Edit<'static> {
    Add(link(90, "ONLY_ALLOWED_MOVE_TO", from, to, &properties))
}

#[test]
fn the_demo_itself_is_accepted() {
    let import = from_apoc(edited(vec![]).as_bytes(), &mut |_| {}).unwrap();
    assert_eq!(import.draft.positions.len(), 5);
}

#[test]
fn lines_that_are_no_records() {
    check(vec![Raw("{\"type\":")], &[(35, "not-json", "EOF")]);
    check(vec![Raw("nonsense")], &[(35, "not-json", "column 2")]);
    check(vec![Raw("{} {}")], &[(35, "not-json", "trailing")]);
    check(vec![Raw("[1, \"x")], &[(35, "not-json", "EOF")]);
    check(vec![Raw("{\"id\":\"1\",\"id\":\"1\"")], &[(35, "not-json", "EOF")]);
    check(vec![Raw("[\"node\",\"7\"]")], &[(35, "not-a-record", "sequence")]);
    check(vec![Raw("null"), Raw("17")], &[(35, "not-a-record", "null"), (36, "not-a-record", "17")]);
    check(vec![Raw("{}")], &[(35, "type-missing", "has no type")]);
    check(vec![Set(1, "/type", json!("Node"))], &[(1, "type-unknown", "'Home'")]);
    check(vec![Set(34, "/type", json!(null))], &[(34, "type-missing", "'14'")]);
    check(vec![Set(1, "/type", json!(1))], &[(1, "type-unknown", "1")]);
    check(vec![Raw(r#"{"type":"edge","id":"1"}"#)], &[(35, "type-unknown", "edge")]);
}

#[test]
fn lines_that_are_not_utf_8() {
    let export = edited(vec![]).into_bytes();
    let with = |from: &str, to: &[u8]| {
        let at = export.windows(from.len()).position(|bytes| bytes == from.as_bytes()).unwrap();
        [&export[..at], to, &export[at + from.len()..]].concat()
    };
    check_bytes(&with("place Home", b"pl\xffce Home"), &[(1, "not-utf8", "'Home'")]);
    check_bytes(&with("Safe_1", b"Safe\xc3"), &[(2, "not-utf8", "the byte 0xc3")]);
    check_bytes(&with("\"place Home\"", b"\xff"), &[(1, "not-utf8", "0xff")]);
    check_bytes(&with("Stand_Welder", b"\xed\xa0\x80 and \xfe"), &[(8, "not-utf8", "0xed")]);
    let both = [&with("place Pos_1", b"\x80"), &b"\n{\"x\":\"\xc0\"}\nnonsense"[..]].concat();
    check_bytes(
        &both,
        &[(3, "not-utf8", "0x80"), (35, "not-utf8", "0xc0"), (35, "type-missing", ""), (36, "not-json", "")],
    );
}

#[test]
fn keys_that_are_there_twice() {
    check(vec![On(1, "\"type\":\"node\"", "\"type\":\"node\",\"type\":\"node\"")], &[(1, "duplicate-key", "`type`")]);
    check(vec![On(1, "\"name\":\"Home\"", "\"name\":\"Home\",\"name\":\"Home\"")], &[(1, "duplicate-key", "'Home'")]);
    check(vec![On(15, "\"id\":\"5\"", "\"id\":\"5\",\"id\":\"6\"")], &[(15, "duplicate-key", "`id`")]);
    check(vec![On(1, "\"role\"", "\"r\\u006fle\":\"home\",\"role\"")], &[(1, "duplicate-key", "`role`")]);
}

#[test]
fn records_of_another_shape() {
    check(
        vec![Without(1, "/id")],
        &[(1, "id-missing", "'Home'"), (25, "end-dangling", "'0'"), (26, "end-dangling", "'0'")],
    );
    check(vec![Set(10, "/id", json!(1.5))], &[(10, "id-invalid", "1.5"), (34, "end-dangling", "'9'")]);
    check(vec![Set(10, "/id", json!(""))], &[(10, "id-invalid", "\"\""), (34, "end-dangling", "'9'")]);
    check(vec![Set(1, "/labels", json!("Position"))], &[(1, "labels-invalid", "'Home'")]);
    check(vec![Set(1, "/labels", json!(["Position", 1]))], &[(1, "labels-invalid", "'Home'")]);
    check(vec![Set(1, "/properties", json!("x"))], &[(1, "not-a-record", "expected an object")]);
    check(vec![Set(1, "/properties", json!(["Home"]))], &[(1, "not-a-record", "expected an object")]);
    check(vec![Set(34, "/start", json!(["5"]))], &[(34, "not-a-record", "expected an object")]);
    check(vec![Without(34, "/label")], &[(34, "label-missing", "'14'")]);
    check(vec![Set(34, "/label", json!(7))], &[(34, "label-invalid", "7")]);
    check(vec![Set(34, "/label", json!(""))], &[(34, "label-invalid", "\"\"")]);
    check(vec![Without(34, "/end")], &[(34, "end-missing", "end")]);
    check(vec![Without(17, "/end/id")], &[(17, "end-missing", "end")]);
    check(vec![Set(17, "/end/id", json!({}))], &[(17, "end-invalid", "{}")]);
    check(
        vec![Without(17, "/end"), Without(17, "/label"), Set(1, "/id", json!(true)), Set(1, "/labels", json!(1))],
        &[
            (1, "id-invalid", "true"),
            (1, "labels-invalid", "1"),
            (17, "label-missing", "'7'"),
            (17, "end-missing", "'7'"),
            (25, "end-dangling", "'0'"),
            (26, "end-dangling", "'0'"),
        ],
    );
    check(vec![On(1, "\"place Home\"", "\"\\ud800\"")], &[(1, "value-unreadable", "description")]);
    check(vec![On(1, "\"place Home\"", "1e999")], &[(1, "value-unreadable", "number out of range")]);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    check(vec![On(1, "\"place Home\"", &deep)], &[(1, "value-unreadable", "recursion limit")]);
}

#[test]
fn ids_and_ends() {
    check(vec![Set(33, "/id", json!("4")), Blank(34)], &[(33, "id-twice", "first at line 5")]);
    check(vec![Add(demo().records[0].clone())], &[(35, "id-twice", "'Home'")]);
    check(
        vec![Add(node(0, "Position", &json!({"name": "Pos_1", "role": "x", "description": ""})))],
        &[(35, "id-twice", "'Pos_1'"), (35, "role-unknown", "'x'"), (35, "name-twice", "first at line 3")],
    );
    check(vec![Set(34, "/start/id", json!("77"))], &[(34, "end-dangling", "'77'")]);
    check(vec![Set(34, "/end/id", json!(77))], &[(34, "end-dangling", "MAINTAINS")]);
    check(vec![allowed("77", "78", json!({}))], &[(35, "end-dangling", "'77'"), (35, "end-dangling", "'78'")]);
    check(vec![Set(17, "/end/id", json!("77"))], &[(17, "end-dangling", "'Stand_Welder'")]);
    check(vec![allowed("0", "6", json!({}))], &[(35, "end-wrong-label", "tool 'Camera'")]);
    check(vec![allowed("6", "6", json!({}))], &[(35, "end-wrong-label", "leave"), (35, "end-wrong-label", "reach")]);
    check(vec![allowed("14", "0", json!({}))], &[(35, "end-wrong-label", "node with id '14'")]);
    check(vec![Set(19, "/start/id", json!("0"))], &[(19, "end-wrong-label", "'Home'")]);
    check(
        vec![Set(17, "/start/id", json!("5"))],
        &[(8, "stand-without-position", "'Stand_Welder'"), (17, "end-wrong-label", "'Welder'")],
    );
    check(vec![Set(15, "/end/id", json!("3"))], &[(15, "end-wrong-label", "'Weld_Mount'")]);
    check(vec![Add(link(90, "LOCATED_AT", "9", "5", &json!({})))], &[(35, "end-wrong-label", "'Stand_Spare'")]);
}

#[test]
fn labels() {
    check(vec![Set(1, "/labels", json!(["Position", "Tool"]))], &[(1, "two-labels", "'Home'")]);
    check(
        vec![Set(10, "/labels", json!(["X", "ToolStand", "Routine"]))],
        &[(10, "two-labels", "ToolStand and Routine")],
    );
    let none: Vec<Edit<'_>> = (1..=34).filter(|line| *line != 33).map(Blank).collect();
    check(none, &[(0, "no-positions", "Position")]);
    check_bytes(b"", &[(0, "no-positions", "Position")]);
    check_bytes(b"\xef\xbb\xbf \r\n\n", &[(0, "no-positions", "Position")]);
    check_bytes(b"[]", &[(0, "no-positions", "Position")]);
}

#[test]
fn names() {
    let cases = [
        (json!(null), "name-missing", "'90'"),
        (json!(5), "name-not-text", "5"),
        (json!(["a"]), "name-not-text", "[\"a\"]"),
        (json!(""), "name-empty", "'90'"),
        (json!("\u{a0} \t\u{2028}"), "name-blank", "'90'"),
        (json!("é".repeat(128)), "name-too-long", "256 bytes"),
        (json!("a\u{7}b"), "name-unprintable", "'a\\u0007b'"),
        (json!("a\nb"), "name-unprintable", "'a\\nb'"),
        (json!("a\u{85}b"), "name-unprintable", "U+0085"),
        (json!("a\u{200b}b"), "name-unprintable", "U+200B"),
        (json!("\u{feff}b"), "name-unprintable", "U+FEFF"),
        (json!("a\u{2028}b"), "name-unprintable", "U+2028"),
        (json!("a\u{2029}b"), "name-unprintable", "U+2029"),
        (json!("a\u{e0041}b"), "name-unprintable", "'a\\udb40\\udc41b'"),
    ];
    for (name, code, shown) in cases {
        let broken = node(90, "Position", &json!({"name": name, "role": "work", "description": "d"}));
        check(vec![Add(broken)], &[(35, code, shown)]);
        check(tool(&name), &[(35, code, "")]);
        check(vec![Add(node(90, "ToolStand", &json!({"name": name, "pose": "d"})))], &[(35, code, "")]);
        check(vec![Add(node(90, "Routine", &json!({"name": name, "description": "d"})))], &[(35, code, "")]);
    }
    let both = format!("{}\u{200b}", "x".repeat(255));
    check(vec![Add(position(&both))], &[(35, "name-too-long", "258"), (35, "name-unprintable", "xxx")]);
    check(vec![Without(1, "/properties/name")], &[(1, "name-missing", "'0'")]);
    check(vec![Without(1, "/properties")], &[(1, "name-missing", "'0'"), (1, "role-missing", "'0'")]);
    check(vec![Add(position("Home"))], &[(35, "name-twice", "'Home'")]);
    check(
        vec![Add(position("Home")), Add(node(91, "Position", &json!({"name": "Home", "role": "home"})))],
        &[(35, "name-twice", "first at line 1"), (36, "name-twice", "first at line 1")],
    );
    check(
        vec![Set(7, "/properties/name", json!("Welder")), Set(12, "/properties/required_tool", json!("none"))],
        &[(7, "name-twice", "tool 'Welder'")],
    );
    check(vec![Set(10, "/properties/name", json!("Stand_Welder"))], &[(10, "name-twice", "tool stand 'Stand_Welder'")]);
    check(vec![Set(12, "/properties/name", json!("tack_weld"))], &[(12, "name-twice", "routine 'tack_weld'")]);
}

#[test]
fn tools_named_none() {
    for name in ["none", "None", "NONE", "nOnE"] {
        check(tool(&json!(name)), &[(35, "tool-named-none", name)]);
    }
}

#[test]
fn roles() {
    check(vec![Without(2, "/properties/role")], &[(2, "role-missing", "'Safe_1'")]);
    check(vec![Set(2, "/properties/role", json!(null))], &[(2, "role-missing", "'Safe_1'")]);
    for role in [json!("Work"), json!(""), json!("work "), json!(3), json!(["work"])] {
        check(vec![Set(2, "/properties/role", role)], &[(2, "role-unknown", "'Safe_1'")]);
    }
    check(vec![Set(4, "/properties/role", json!("mount"))], &[(4, "role-unknown", "'mount'")]);
}

#[test]
fn required_tools() {
    let require = |line, tool: Value| vec![Set(line, "/properties/required_tool", tool)];
    check(require(11, json!("Laser")), &[(11, "required-tool-unknown", "'Laser'")]);
    check(require(11, json!("")), &[(11, "required-tool-unknown", "'none'")]);
    check(require(11, json!("None")), &[(11, "required-tool-unknown", "write 'none'")]);
    check(require(11, json!("welder")), &[(11, "required-tool-unknown", "is it 'Welder'?")]);
    check(require(11, json!("Home")), &[(11, "required-tool-unknown", "'tack_weld'")]);
    check(require(11, json!(5)), &[(11, "required-tool-not-text", "'tack_weld'")]);
    check(require(11, json!(["Welder"])), &[(11, "required-tool-not-text", "'tack_weld'")]);
    for line in [13, 14] {
        for tool in [json!("Welder"), json!("Laser"), json!(""), json!("NONE"), json!(1)] {
            check(require(line, tool), &[(line as u64, "system-routine-tool", "tool_")]);
        }
    }
    // A tool with a bad name is there all the same.
    let bad = "Wel\u{200b}der";
    let mut edits = require(11, json!(bad));
    edits.push(Set(6, "/properties/name", json!(bad)));
    check(edits, &[(6, "name-unprintable", "U+200B")]);
}

#[test]
fn stands() {
    check(vec![Blank(15)], &[(6, "tool-without-stand", "'Welder'")]);
    check(vec![Blank(17)], &[(8, "stand-without-position", "'Stand_Welder'")]);
    let kept = |tool, stand| Add(link(90, "TOOL_AVAILABLE_AT", tool, stand, &json!({})));
    let located = |stand, position| Add(link(91, "LOCATED_AT", stand, position, &json!({})));
    // The spare becomes the welder's second stand, which is at no position.
    check(
        vec![kept("5", "9")],
        &[(10, "stand-without-position", "'Stand_Spare'"), (35, "tool-two-stands", "'Stand_Welder' (line 15)")],
    );
    check(vec![kept("5", "8")], &[(35, "tool-two-stands", "'Welder'"), (35, "stand-shared", "'Camera' (line 16)")]);
    check(
        vec![located("7", "2")],
        &[(35, "stand-two-positions", "'Weld_Mount' (line 17)"), (35, "stand-not-at-mount", "work")],
    );
    check(
        vec![located("7", "4")],
        &[(35, "stand-two-positions", "'Stand_Welder'"), (35, "position-shared", "'Stand_Camera'")],
    );
    check(vec![Set(18, "/end/id", json!("3"))], &[(18, "position-shared", "'Weld_Mount'")]);
    check(vec![Set(16, "/end/id", json!("7"))], &[(16, "stand-shared", "'Stand_Welder'")]);
    check(vec![Set(17, "/end/id", json!("0"))], &[(17, "stand-not-at-mount", "'Stand_Welder'")]);
    check(
        vec![Set(4, "/properties/role", json!("work"))],
        &[(17, "stand-not-at-mount", "(line 4) is work, not tool_mount")],
    );
}

#[test]
fn numbers_and_texts_of_edges() {
    for cost in [json!(0), json!(-1), json!(-0.0), json!("3"), json!("NaN"), json!("Infinity"), json!([1]), json!(true)]
    {
        check(vec![Set(25, "/properties/cost", cost)], &[(25, "cost-invalid", "position 'Safe_1' to position 'Home'")]);
    }
    check(vec![On(25, "\"properties\":{}", "\"properties\":{\"cost\":1e999}")], &[(25, "value-unreadable", "cost")]);
    for wait in [json!(-0.001), json!("1.5"), json!(false), json!({}), json!("-Infinity")] {
        check(vec![Set(19, "/properties/stabilize", wait)], &[(19, "stabilize-invalid", "'tack_weld'")]);
    }
    for text in [json!(1), json!(["x"]), json!(false)] {
        check(vec![Set(19, "/properties/action_after", text.clone())], &[(19, "action-after-not-text", "'tack_weld'")]);
        check(vec![Set(19, "/properties/verify", text)], &[(19, "verify-not-text", "'Pos_1'")]);
    }
    let all = json!({"stabilize": -1, "action_after": 1, "verify": 1});
    check(
        vec![Set(19, "/properties", all)],
        &[(19, "stabilize-invalid", "-1"), (19, "action-after-not-text", "1"), (19, "verify-not-text", "1")],
    );
}

#[test]
fn edges_that_are_there_twice_and_differ() {
    check(vec![allowed("1", "0", json!({"cost": 2}))], &[(35, "edge-conflict", "'Safe_1' to position 'Home'")]);
    check(
        vec![Set(25, "/properties/cost", json!(1)), allowed("1", "0", json!({"cost": 1.5}))],
        &[(35, "edge-conflict", "line 25")],
    );
    let support = |how: Value| Add(link(90, "SUPPORTED_AT", "10", "2", &how));
    check(vec![support(json!({"stabilize": 1.5, "action_after": "arc_off"}))], &[(35, "edge-conflict", "'tack_weld'")]);
    check(
        vec![support(json!({"stabilize": 1.5, "action_after": "arc_off", "verify": ""}))],
        &[(35, "edge-conflict", "'Pos_1'")],
    );
    // The second one is faulty for itself: that it differs, too, is no news.
    check(vec![support(json!({"stabilize": -1}))], &[(35, "stabilize-invalid", "-1")]);
}

#[test]
fn a_fault_of_a_line_brings_no_faults_elsewhere() {
    // Each of these takes a node or relationship away that others need.
    check(vec![On(1, "\"labels\":[", "\"labels\":")], &[(1, "not-json", "'Home'")]);
    check(vec![On(6, "\"type\":\"node\"", "\"type\":\"node")], &[(6, "not-json", "'Welder'")]);
    check(vec![On(15, "\"type\":\"relationship\"", "\"type\":relationship")], &[(15, "not-json", "'5'")]);
    check(vec![On(17, "\"end\":", "end:")], &[(17, "not-json", "'7'")]);
    check(vec![Set(8, "/labels", json!(3))], &[(8, "labels-invalid", "'Stand_Welder'")]);
    check(vec![Set(6, "/labels", json!(["Tool", "Position"]))], &[(6, "two-labels", "'Welder'")]);
}

#[test]
fn every_fault_is_listed_at_once_in_the_order_of_lines() {
    let edits = vec![
        Set(1, "/properties/role", json!("attic")),
        Without(3, "/properties/name"),
        Set(11, "/properties/required_tool", json!("Laser")),
        Blank(16),
        Set(20, "/properties/stabilize", json!("soon")),
        Raw("{]"),
        allowed("0", "55", json!({"cost": -2})),
    ];
    let faults = refused(edited(edits).as_bytes());
    let expected = "\
line 1: position 'Home': its role is 'attic', none of home, safe_approach, tool_mount, work [role-unknown]
line 3: position with id '2': has no name [name-missing]
line 7: tool 'Camera': is kept on no tool stand; give it one TOOL_AVAILABLE_AT relationship [tool-without-stand]
line 11: routine 'tack_weld': its required_tool 'Laser' does not exist [required-tool-unknown]
line 20: SUPPORTED_AT from routine 'inspect' to position with id '2': its stabilize is 'soon', not a finite number of seconds ≥ 0 [stabilize-invalid]
line 35: is not JSON: key must be a string at column 2 [not-json]
line 36: ONLY_ALLOWED_MOVE_TO from position 'Home' to id '55': its cost is -2, not a finite number of seconds > 0 [cost-invalid]
line 36: ONLY_ALLOWED_MOVE_TO from position 'Home' to id '55': its end, the node with id '55', is not in the export; export the whole graph [end-dangling]";
    assert_eq!(faults.to_string(), expected);
    let json = serde_json::to_value(&faults).unwrap();
    assert_eq!(json[0]["place"], json!({"line": 1}));
}

#[test]
fn files_that_are_no_json_export() {
    let cases: [(&[u8], &str); 15] = [
        (b"\x1f\x8b\x08\0\0\0\0\0", "a gzip file"),
        (b"BZh91AY&SY", "a bzip2 file"),
        (b"\x78\x9c\x03\0", "a zlib (deflate) stream"),
        (b"PK\x03\x04\x14\0", "a zip archive"),
        (b"DZV1\0\0\0", "a database dump of neo4j-admin"),
        (b":begin\nCREATE (n);\n", "a Cypher script"),
        (b"CREATE (:Position {name: 'Home'})", "a Cypher script"),
        (b"// demo\nMATCH (n)", "a Cypher script"),
        (b"UNWIND [{_id:0}] AS row", "a Cypher script"),
        (b"\"_id\",\"_labels\",\"name\"\n\"0\",\":Position\",\"Home\"", "a CSV file"),
        (b"name;role\nHome;home", "a CSV file"),
        (b"<?xml version=\"1.0\"?><graphml>", "an XML file"),
        (b"\xff\xfe{\0\"\0", "text in UTF-16"),
        (b"\0[\0{\0\"", "text in UTF-16"),
        (b"MZ\x90\0\x03\0\0\0", "a binary file"),
    ];
    for (bytes, what) in cases {
        check_bytes(bytes, &[(0, "not-an-export", what)]);
    }
    let prose = "call me Ishmael\n".repeat(5_000);
    check_bytes(prose.as_bytes(), &[(0, "not-an-export", "Cypher")]);
    let prose = "{some prose}\n".repeat(5_000);
    let faults = refused(prose.as_bytes());
    assert_eq!((faults.list().len(), faults.list()[0].place.clone()), (1_001, Place::Export));
}
