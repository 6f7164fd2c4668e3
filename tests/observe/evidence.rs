//! What answers a check.

use crate::support::{NOBODY, at_p, declared, flags, weld};
use cellgraph::observe::judge;

/// Whether check `c` holds for a weld between these two states, 0 or 90; 1 stands for neither.
fn held(check: &str, before: &str, after: &str) -> u8 {
    let declared = declared(&format!("checks: {{ c: {check} }}"));
    // Something else changes as well, so that it is the check that decides.
    let (before, after) = (at_p(&format!(r#""x":1,{before}"#)), at_p(&format!(r#""x":2,{after}"#)));
    let verdict = judge(Some(&before), Some(&after), &weld(Some("c"), false), &NOBODY, &declared);
    assert_eq!(verdict.action_succeeded(), verdict.confidence().as_hundredths() == 90, "{}", verdict.reason());
    flags(&verdict).2
}

#[test]
fn a_signal() {
    let ok = |is: &str| format!(r#""outputs":{{"ok":{is}}}"#);
    let output = |check: &str, before: &str, after: &str| held(check, &ok(before), &ok(after));
    assert_eq!(output("{ output: ok }", "false", "true"), 90);
    assert_eq!(output("{ output: ok, is: true }", "false", "true"), 90);
    assert_eq!(output("{ output: ok, is: false }", "true", "false"), 90);
    assert_eq!(output("{ output: ok, is: 3 }", "2", "3"), 90);
    assert_eq!(output("{ output: ok, is: good }", "\"bad\"", "\"good\""), 90);
    assert_eq!(output("{ output: ok }", "true", "false"), 0);
    assert_eq!(output("{ output: ok }", "true", "true"), 0, "it was so before already");
    assert_eq!(output("{ output: ok, may_stay: true }", "true", "true"), 90);
    assert_eq!(output("{ output: ok }", "false", "\"true\""), 0, "it was of another type");
    assert_eq!(output("{ output: ok, is: 3 }", "\"2\"", "3"), 0, "it was of another type");
    for before in ["\"?\"", "1", "\"True\"", "\"false\"", "null"] {
        assert_eq!(output("{ output: ok }", before, "true"), 0, "{before}: nobody knows what it was");
    }
    assert_eq!(held("{ output: ok }", r#""outputs":{}"#, &ok("true")), 0, "nobody knows what it was");
    assert_eq!(held("{ output: ok }", "\"y\":1", &ok("true")), 0, "nobody knows what it was");
    let dotted = r#""values":{"outputs.ok":true}"#;
    assert_eq!(held("{ output: ok }", &ok("false"), dotted), 0, "a name with a dot is another");
    assert_eq!(held("{ output: ok }", &ok("false"), r#""outputs":{}"#), 0, "nobody says what it is");
    let part = |is: &str| format!(r#""inputs":{{"part":{is}}}"#);
    assert_eq!(held("{ input: part }", &part("false"), &part("true")), 90);
    assert_eq!(held("{ output: part }", &part("false"), &part("true")), 0, "an input is no output");
}

/// With `may_stay` a flag that became a text was an answer, and without it the text "true" was the flag.
#[test]
fn a_signal_is_of_the_declared_type_before_and_after() {
    let ok = |is: &str| format!(r#""outputs":{{"ok":{is}}}"#);
    // What is declared, and what JSON writes for it and for another value of its type.
    let types = [
        ("true", "true", "false"),
        ("false", "false", "true"),
        ("3", "3", "4"),
        ("'true'", "\"true\"", "\"false\""),
        ("'3'", "\"3\"", "\"4\""),
        ("good", "\"good\"", "\"\""),
        ("'null'", "\"null\"", "\"x\""),
    ];
    let all: Vec<&str> = types
        .iter()
        .flat_map(|&(_, is, other)| [is, other])
        .chain(["null", "0", "1.5", "\"x\"", "[true]", "{}"])
        .collect();
    for (declared, is, other) in types {
        for (stay, may_stay) in [("", false), (", may_stay: true", true)] {
            let check = format!("{{ output: ok, is: {declared}{stay} }}");
            assert_eq!(held(&check, &ok(other), &ok(is)), 90, "{check}");
            assert_eq!(held(&check, &ok(is), &ok(is)), if may_stay { 90 } else { 0 }, "{check}");
            for before in &all {
                let is_text = |json: &str| json.starts_with('"');
                let is_flag = |json: &str| ["true", "false"].contains(&json);
                let is_number = |json: &str| json.starts_with(|c: char| c.is_ascii_digit());
                let of_type = [is_text, is_flag, is_number].iter().any(|of| of(before) && of(is));
                if !of_type {
                    assert_eq!(held(&check, &ok(before), &ok(is)), 0, "{check}: {before} before");
                }
                // Nothing else is what is declared, however it is written.
                if *before != is {
                    assert_eq!(held(&check, &ok(other), &ok(before)), 0, "{check}: {before} after");
                    assert_eq!(held(&check, &ok(before), &ok(before)), 0, "{check}: {before} throughout");
                }
            }
            for nothing in [r#""outputs":{}"#, "\"y\":1"] {
                assert_eq!(held(&check, nothing, &ok(is)), 0, "{check}: nobody knows what it was");
            }
        }
    }
}

#[test]
fn a_message() {
    let says = |text: &str| format!(r#""messages":[{text}]"#);
    let message = |before: &str, after: &str| held("{ message: Part in place }", &says(before), &says(after));
    assert_eq!(message("", r#""Part in place""#), 90);
    assert_eq!(message(r#""Part in place""#, r#""Part in place""#), 0, "it stood there before");
    assert_eq!(message(r#""Part in place""#, r#""Part in place","Part in place""#), 0, "once more");
    let id = |id: u8| format!(r#"{{"id":"{id}","text":"Part in place"}}"#);
    for before in [id(1), r#""Part in place""#.to_owned()] {
        assert_eq!(message(&before, &id(2)), 0, "{before}: it stood there before");
    }
    assert_eq!(
        held("{ message: Part in place }", "\"y\":1", &says(r#""Part in place""#)),
        0,
        "nobody knows which stood there"
    );
    assert_eq!(message("", r#""Part not in place""#), 0);
    assert_eq!(message("", r#""Part in place?""#), 0);
}

#[test]
fn a_counter() {
    let n = |n: &str| format!(r#""values":{{"n":{n}}}"#);
    let counter = |by: &str, before: &str, after: &str| held(&format!("{{ counter: n{by} }}"), &n(before), &n(after));
    assert_eq!(counter("", "4", "5"), 90);
    assert_eq!(counter("", "5", "5"), 0);
    assert_eq!(counter("", "5", "4"), 0);
    assert_eq!(counter(", grows_by: 3", "4", "6"), 0);
    assert_eq!(counter(", grows_by: 3", "4", "7"), 90);
    assert_eq!(counter("", "4", "5.5"), 0);
    // JSON has one kind of number, and OPC UA shows a counter as a float where the controller keeps it so.
    assert_eq!((counter("", "4.0", "5.0"), counter("", "0", "1.0"), counter("", "0", "1e0")), (90, 90, 90));
    for (before, after) in [("0", "\"1\""), ("\"0\"", "1"), ("\"4\"", "\"5\""), ("\"\"", "1"), ("false", "true")] {
        assert_eq!(counter("", before, after), 0, "{before} {after}: a text is no reading, nor is a flag");
    }
    assert_eq!(counter("", "-9223372036854775808", "9223372036854775807"), 0, "no overflow");
    assert_eq!(held("{ counter: n }", r#""values":{}"#, &n("5")), 0, "from where it grew is not known");
}

#[test]
fn a_measured_value() {
    let mm = |mm: &str| format!(r#""values":{{"mm":{mm}}}"#);
    let measured = |bounds: &str, after: &str| held(&format!("{{ value: mm, {bounds} }}"), &mm("1"), &mm(after));
    let value = |bounds: &str, after: &str| measured(&format!("{bounds}, changes_by: 0.5"), after);
    for (after, hundredths) in
        [("4.49", 0), ("4.5", 90), ("5", 90), ("6", 90), ("6.01", 0), ("\"5\"", 0), ("\"x\"", 0), ("\"NaN\"", 0)]
    {
        assert_eq!(value("at_least: 4.5, at_most: 6", after), hundredths, "{after}");
    }
    assert_eq!((value("at_least: 4.5", "100"), value("at_most: 6", "-100")), (90, 90));
    assert_eq!(value("at_most: 6", "1"), 0, "as before the step: nothing was measured");
    for (after, hundredths) in [("1.49", 0), ("0.51", 0), ("1.5", 90), ("0.5", 90)] {
        assert_eq!(value("at_most: 6", after), hundredths, "{after}: what a sensor does by itself is no measurement");
    }
    assert_eq!((measured("at_most: 6, may_stay: true", "1"), measured("at_most: 6, may_stay: true", "7")), (90, 0));
    for before in [r#""values":{}"#.to_owned(), mm("\"1\""), mm("true"), mm("null")] {
        let check = "{ value: mm, at_most: 6, may_stay: true }";
        assert_eq!(held(check, &before, &mm("1")), 0, "{before}: no reading before the step");
    }
    let moving = "{ value: mm, at_most: 6, changes_by: 1 }";
    assert_eq!(held(moving, r#""values":{}"#, r#""values":{}"#), 0);
    assert_eq!(held(moving, r#""values":{}"#, &mm("2")), 0, "from where it changed is not known");
}
