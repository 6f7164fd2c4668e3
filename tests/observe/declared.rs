//! Files of declared evidence.

use cellgraph::{
    import,
    observe::{
        Declared,
        declared::{Measure, SignalValue},
    },
};

const EXAMPLE: &str = include_str!("../../examples/observe/demo-cell.yaml");
const PANEL: &str = include_str!("../../examples/controller/panel.yaml");
const DEMO: &str = include_str!("../../graph-snapshots/demo-cell.apoc.jsonl");

fn demo() -> cellgraph::cell::Draft {
    import::from_apoc(DEMO.as_bytes(), &mut |_| {}).unwrap().draft
}

fn refused(yaml: &str, why: &str) {
    let error = Declared::read(yaml).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains(why), "{yaml}: {error}");
}

#[test]
fn the_example_fits_the_demo_cell() {
    let declared = Declared::read(EXAMPLE).unwrap().for_cell(&demo()).unwrap();
    assert!(declared.check("weld_quality_check").is_some() && declared.changes_nothing("position_check"));
    // Each check of the demo cell is answered: by the file, or by the tool that is held.
    let tools = ["Welder", "Camera", "none"];
    for support in demo().supports {
        let check = support.metadata.verify.unwrap_or_else(|| "none".to_owned());
        assert!(tools.contains(&check.as_str()) || declared.check(&check).is_some(), "{check}");
    }
}

#[test]
fn the_example_of_a_panel_fits_the_demo_cell() {
    let declared = Declared::read(PANEL).unwrap().for_cell(&demo()).unwrap();
    let elements: Vec<&str> = declared.panel().iter().map(|meaning| &*meaning.element).collect();
    assert_eq!(elements, ["robot-position", "held-tool", "program-name", "program-light", "good-seams"]);
}

#[test]
fn what_the_cell_does_not_have_is_dead() {
    for (yaml, why) in [
        (
            "checks: { weld_qualty_check: { output: ok } }",
            "check 'weld_qualty_check' is dead: the cell has no such check",
        ),
        (
            "panel: { position: { element: at, names: { P9: Pos_99 } } }",
            "position 'Pos_99' is dead: the cell has no such position",
        ),
        (
            "panel: { position: { element: at }, tool: { element: t, names: { W: Hammer } } }",
            "tool 'Hammer' is dead: the cell has no such tool",
        ),
        ("routines: { fold: { changes_nothing: true } }", "routine 'fold' is dead: the cell has no such routine"),
        // A tool that is taken or put back answers by itself, and nothing else is asked for it.
        ("checks: { Welder: { input: tool_locked } }", "check 'Welder' is dead: the cell has no such check"),
        (
            "routines: { tool_attach: { changes_nothing: true } }",
            "routine 'tool_attach' is dead: the cell has no such routine",
        ),
    ] {
        assert_eq!(Declared::read(yaml).unwrap().for_cell(&demo()).unwrap_err().to_string(), why);
    }
}

/// A controller that says "on" is asked for "on".
#[test]
fn words_that_were_once_truth_values_are_words() {
    for word in ["on", "yes", "ON", "no"] {
        let declared = Declared::read(&format!("checks: {{ c: {{ output: o, is: {word} }} }}")).unwrap();
        let measure = &declared.check("c").unwrap().measure;
        assert_eq!(*measure, Measure::Signal { key: "outputs.o".to_owned(), is: SignalValue::Text(word.to_owned()) });
    }
}

#[test]
fn unknown_fields_and_duplicates_are_refused() {
    for (yaml, why) in [
        ("tick: [a]", "unknown field"),
        ("checks: { c: { output: a, colour: red } }", "unknown field"),
        ("routines: { r: { changes_nothing: true, x: 1 } }", "unknown field"),
        ("checks: { c: { output: a }, c: { output: b } }", "duplicate"),
        ("{ ticking: [a], ticking: [b] }", "duplicate"),
        ("where_only: sometimes", "unknown variant"),
        ("checks: { c: { output: a, may_stay: perhaps } }", "bool"),
        ("- a", "expected mapping"),
        ("ticking: &a [x]", "anchor"),
        ("panel: { tool: { element: t } }", "missing field `position`"),
        ("panel: { position: { element: a, colour: red } }", "unknown field"),
        ("panel: { position: { element: a }, place: { element: b } }", "unknown field"),
        ("panel: { position: { element: a, names: { x: P, x: Q } } }", "duplicate"),
    ] {
        let error = Declared::read(yaml).map(|_| ()).unwrap_err().to_string().to_lowercase();
        assert!(error.contains(why), "{yaml}: {error}");
    }
}

#[test]
fn dead_entries_are_refused() {
    for (yaml, why) in [
        ("ticking: [a.b, a.b]", "ticking key 'a.b' is dead: 'a.b' covers it"),
        ("ticking: [v.b, \"v*\"]", "ticking key 'v.b' is dead: 'v*' covers it"),
        ("ticking: [\"v.a*\", \"v.*\"]", "ticking key 'v.a*' is dead: 'v.*' covers it"),
        ("ticking: [\"\"]", "is empty"),
        ("ticking: [\"a*b\"]", "`*` elsewhere than at its end"),
        ("routines: { r: {} }", "routine 'r' is dead"),
        ("routines: { r: { changes_nothing: false } }", "routine 'r' is dead"),
        ("checks: { c: {} }", "name one of"),
        ("checks: { c: { output: a, counter: b } }", "name one of"),
        ("checks: { c: { output: \" \" } }", "has no name"),
        ("checks: { c: { counter: a, is: true } }", "`is` is dead"),
        ("checks: { c: { output: a, grows_by: 1 } }", "`grows_by` is dead"),
        ("checks: { c: { output: a, at_least: 1 } }", "`at_least` is dead"),
        ("checks: { c: { output: a, at_most: 1 } }", "`at_most` is dead"),
        ("checks: { c: { counter: a, grows_by: 0 } }", "at least 1"),
        ("checks: { c: { counter: a, may_stay: true } }", "`may_stay` is dead"),
        ("checks: { c: { message: a, may_stay: true } }", "`may_stay` is dead"),
        ("checks: { c: { value: a } }", "needs `at_least`"),
        ("checks: { c: { value: a, at_least: 2, at_most: 1 } }", "no value"),
        ("checks: { c: { value: a, at_least: .inf } }", "finite"),
        ("checks: { c: { value: a, at_least: 1 } }", "needs `changes_by`"),
        ("checks: { c: { value: a, at_least: 1, changes_by: 0 } }", "must be above 0"),
        ("checks: { c: { value: a, at_least: 1, changes_by: .nan } }", "must be above 0"),
        ("checks: { c: { value: a, at_least: 1, changes_by: 1, may_stay: true } }", "exclude each other"),
        ("checks: { c: { output: a, changes_by: 1 } }", "`changes_by` is dead"),
        ("checks: { c: { output: a, is: 1.0 } }", "`is` must be true, false"),
        ("{ ticking: [values.a], checks: { c: { value: a, at_least: 1, may_stay: true } } }", "ticks by itself"),
        ("{ ticking: [values.n], checks: { c: { counter: n } } }", "ticks by itself"),
        ("panel: { position: { element: \" \" } }", "panel `position`: what is looked at has no name"),
        ("panel: { position: { element: a, attribute: '' } }", "what is looked at has no name"),
        ("panel: { position: { element: a, names: {} } }", "`names` is empty"),
        ("panel: { position: { element: a, names: { x: ' ' } } }", "means nothing by a word"),
        ("panel: { position: { element: a }, tool: { element: a } }", "panel `tool`: 'a' means something else already"),
        ("harmless_alarms: [\"a*b\"]", "harmless alarm 'a*b'"),
        ("{ ticking: [\"outputs.*\"], checks: { c: { output: a } } }", "ticks by itself"),
    ] {
        refused(yaml, why);
    }
    Declared::read("checks: { c: { value: a, at_least: 1, at_most: 1, may_stay: true } }").unwrap();
}

#[test]
fn what_safety_is_judged_by_never_ticks() {
    for key in [
        "\"*\"",
        "\"p*\"",
        "position",
        "position.text",
        "tool",
        "\"tool*\"",
        "gripper",
        "mode",
        "alarms",
        "alarms.A",
        "\"alarms.*\"",
        "\"al*\"",
        "program",
        "program.running",
        "program.name",
        "\"program.*\"",
    ] {
        let error = Declared::read(&format!("ticking: [{key}]")).unwrap_err().to_string();
        let why = if key == "\"*\"" { "is empty" } else { "would hide" };
        assert!(error.contains(why), "{key}: {error}");
    }
    for key in ["program.line", "position_error", "tools.age", "messages.x", "\"program.l*\""] {
        Declared::read(&format!("ticking: [{key}]")).unwrap();
    }
}

#[test]
fn lists_are_bounded() {
    let keys = |count: usize| (0..count).map(|n| format!("k{n}")).collect::<Vec<_>>().join(", ");
    Declared::read(&format!("ticking: [{}]", keys(1_000))).unwrap();
    refused(&format!("ticking: [{}]", keys(1_001)), "`ticking` has more than 1000 entries");
}
