//! Exports that are one JSON value, or objects over several lines: what is refused about the layout itself, and where.

use serde_json::json;

use crate::model::{LAYOUTS, Layout, demo, write};
use crate::refused::check_bytes;

const HOME: &str = r#"{"type":"node","id":"0","labels":["Position"],"properties":{"name":"Home","role":"home"}}"#;
const MOVE: &str = r#"{"type":"relationship","id":"0","label":"X","start":{"id":"0"},"end":{"id":"0"}}"#;

#[track_caller]
fn check(export: &str, expected: &[(u64, &str, &str)]) {
    check_bytes(export.replace("HOME", HOME).replace("MOVE", MOVE).as_bytes(), expected);
}

#[test]
fn elements_that_are_no_records_are_all_listed() {
    check(
        "[HOME,\n 1,\n\n \"x\", null,\n[HOME],{}\n]",
        &[
            (2, "not-a-record", "1"),
            (4, "not-a-record", "\"x\""),
            (4, "not-a-record", "null"),
            (5, "not-a-record", "sequence"),
            (5, "type-missing", "no type"),
        ],
    );
    check(
        "{\"nodes\":[\nHOME,\n{\"type\":\"node\"}],\n\"rels\":[{\"type\":\"relationship\"}]}",
        &[
            (3, "id-missing", "no id"),
            (4, "label-missing", "no label"),
            (4, "end-missing", "start"),
            (4, "end-missing", "end"),
        ],
    );
}

#[test]
fn lists_hold_what_their_names_say() {
    check("{\"nodes\":[HOME,\nMOVE],\"rels\":[]}", &[(2, "wrong-section", "'nodes'")]);
    check("{\"nodes\":[],\n\"rels\":[HOME]}", &[(2, "wrong-section", "'Home'")]);
    check("{\"nodes\":{\"0\":HOME},\n\"rels\":7}", &[(2, "section-invalid", "integer `7`")]);
    check("{\"nodes\":[HOME],\n\"rels\":null}", &[(2, "section-invalid", "null")]);
    check("{\"nodes\":[HOME],\n\"nodes\":[],\"rels\":[]}", &[(2, "section-invalid", "`nodes` is there twice")]);
}

#[test]
fn keys_are_ids() {
    check("{\"nodes\":{\"0\":HOME,\n\"0\":HOME},\"rels\":{}}", &[(2, "id-twice", "'Home'")]);
    check("{\"nodes\":{\n\"1\":HOME},\"rels\":{}}", &[(2, "id-mismatch", "'1'")]);
    let without_id = HOME.replace("\"id\":\"0\",", "");
    let export = format!("{{\"nodes\":{{\"7\":{without_id}}},\"rels\":{{\"0\":\nMOVE}}}}");
    check(&export, &[(2, "end-dangling", "'0'")]);
}

#[test]
fn a_value_that_breaks_off_is_said_where_it_does() {
    check("[HOME,\nHOME", &[(2, "id-twice", ""), (2, "not-json", "cut off")]);
    check("[HOME,\nMOVE\nMOVE,\nHOME]", &[(3, "not-json", "nothing after it was read")]);
    check("[HOME,\n{\"type\":\"no\nde\"}]", &[(2, "not-json", "control character")]);
    check("[HOME]\n x", &[(2, "not-json", "trailing")]);
    check("[HOME,]", &[(1, "not-json", "trailing comma")]);
    // All nodes are there, so an end that is not among them is a fault for itself.
    let rels = r#"{"type":"relationship","id":"0","label":"X","start":{"id":"0"},"end":{"id":"9"}}"#;
    check(
        &format!("{{\"nodes\":[HOME],\"rels\":[\n{rels},\n{{"),
        &[(2, "end-dangling", "'9'"), (3, "not-json", "EOF")],
    );
    check(&format!("[HOME,\n{rels},\n{{"), &[(3, "not-json", "EOF")]);
    check(&format!("{{\n\"type\":\"node\",\n\"id\":\"1\"\n}}\n{rels}\n}}"), &[(6, "not-json", "expected value")]);
}

#[test]
fn a_line_that_is_cut_off_does_not_change_the_layout() {
    check("{\nHOME\nHOME", &[(1, "not-json", "EOF"), (3, "id-twice", "'Home'")]);
    check("{\"n\nHOME\nMOVE", &[(1, "not-json", "EOF")]);
}

#[test]
fn bytes_that_are_not_utf_8_are_said_for_every_layout() {
    for layout in LAYOUTS {
        let (text, lines) = write(&demo().records, layout);
        let at = text.find("place Pos_1").unwrap();
        let line = lines[2].max(1 + text[..at].matches('\n').count() as u64);
        let mut bytes = text.into_bytes();
        bytes[at] = 0xfe;
        check_bytes(&bytes, &[(line, "not-utf8", "0xfe")]);
    }
    let mut export = format!("[{HOME},\n{MOVE}]").into_bytes();
    *export.last_mut().unwrap() = 0xff;
    check_bytes(&export, &[(2, "not-utf8", "0xff")]);
}

#[test]
fn a_fault_in_a_record_over_several_lines_is_said_where_the_record_starts() {
    let mut records = demo().records;
    records[10]["properties"]["required_tool"] = json!("Laser");
    for layout in LAYOUTS {
        let (text, lines) = write(&records, layout);
        check_bytes(text.as_bytes(), &[(lines[10], "required-tool-unknown", "'tack_weld'")]);
        assert!(lines[10] == 11 || layout != Layout::Lines);
    }
}
