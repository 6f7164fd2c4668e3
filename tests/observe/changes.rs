//! The lines of what was observed.

use cellgraph::observe::{Changes, Declared, Observation, Witness, changes};

use crate::support::{NOBODY, declared, panel, state};

fn between(before: &Observation, after: &Observation) -> Changes {
    changes(before, after, &NOBODY, &Declared::default())
}

/// The lines between two states, of which the first is `{}` with these fields.
fn lines(before: &str, after: &str) -> Vec<String> {
    let found = between(&state(before), &state(after));
    assert!(found.is_meaningful, "{found:?}");
    found.lines
}

#[test]
fn an_address_is_told() {
    let at = |address| Observation::of_panel(b"<p>", Some(address), &Declared::default());
    let found = between(&at("http://p/a"), &at("http://p/b"));
    assert_eq!(found.lines[0], "Navigation occurred: URL changed from http://p/a to http://p/b");
    assert!(found.has_moved_on && !found.is_meaningful && found.were_seen());
    let found = between(&at("http://p/a"), &at("http://p/a"));
    assert_eq!(found.lines[0], "URL did not change");
    assert!(!found.has_moved_on && !found.were_seen());
}

#[test]
fn a_difference_of_skeletons_is_meaningful() {
    for (before, after, line) in [
        (r#"{"mode":"auto"}"#, r#"{"mode":"hand"}"#, "Element 'mode' changed 'text' from 'auto' to 'hand'"),
        (
            r#"{"outputs":{"a":true}}"#,
            r#"{"outputs":{"a":false}}"#,
            "Element 'outputs.a' changed 'value' from 'true' to 'false'",
        ),
        ("{}", r#"{"inputs":{"di1":true}}"#, "New element appeared: 'inputs.di1' ('true')"),
        (r#"{"gripper":"open"}"#, "{}", "Element disappeared: 'gripper' ('open')"),
        ("{}", r#"{"messages":["Part in place"]}"#, "New message/alert appeared: Part in place"),
        (r#"{"program":{"line":1}}"#, r#"{"program":{"line":2}}"#, "Element 'program' changed 'line' from '1' to '2'"),
        (
            r#"{"program":{"name":"a"}}"#,
            r#"{"program":{"name":"a","line":2}}"#,
            "Element 'program' changed 'line' from nothing to '2'",
        ),
        (r#"{"extra":1}"#, r#"{"extra":2}"#, "Element 'extra' changed 'value' from '1' to '2'"),
        (
            r#"{"values":{"a":{"b":1}}}"#,
            r#"{"values":{"a":{"b":2}}}"#,
            "Element 'values.a.b' changed 'value' from '1' to '2'",
        ),
        (r#"{"mode":"a"}"#, "{\"mode\":\"b\\u0007\\n\"}", "Element 'mode' changed 'text' from 'a' to 'b\\u0007\\n'"),
    ] {
        assert_eq!(lines(before, after), [line], "{before} {after}");
    }
}

#[test]
fn raw_bytes_alone_mean_nothing() {
    let found = between(&panel("<p>12:00</p><button id=a>Go</button>"), &panel("<p>12:01</p><button id=a>Go</button>"));
    assert!(!found.is_meaningful && !found.were_seen());
    assert_eq!(found.lines[1], "Page content updated (the raw state changed; no element or alert changes detected)");
    let found = between(&state(r#"{"mode":"auto"}"#), &state(r#"{ "mode":"auto"}"#));
    assert!(!found.is_meaningful);
    assert_eq!(found.lines, ["Cell state updated (the raw state changed; no element or alert changes detected)"]);
}

#[test]
fn nothing_changed() {
    let found = between(&state(r#"{"mode":"auto"}"#), &state(r#"{"mode":"auto"}"#));
    assert_eq!(found.lines, ["Cell state did not change (no element or alert changes)"]);
    assert!(!found.is_meaningful);
}

#[test]
fn what_ticks_by_itself_means_nothing() {
    let declared = declared("ticking: [values.clock, \"values.temperature_*\", program.line]");
    let tick = |before: &str, after: &str| changes(&state(before), &state(after), &NOBODY, &declared);
    for (before, after, key) in [
        (r#"{"values":{"clock":1}}"#, r#"{"values":{"clock":2}}"#, "values.clock"),
        (r#"{"values":{"temperature_2":1}}"#, r#"{"values":{"temperature_2":2}}"#, "values.temperature_2"),
        (r#"{"program":{"line":1}}"#, r#"{"program":{"line":2}}"#, "program.line"),
        ("{}", r#"{"values":{"clock":2}}"#, "values.clock"),
    ] {
        let found = tick(before, after);
        assert!(!found.is_meaningful, "{before}");
        assert_eq!(found.lines, [format!("Cell state did not change (only what ticks by itself: '{key}')")]);
        assert!(between(&state(before), &state(after)).is_meaningful, "undeclared, it means something: {before}");
    }
    assert!(tick(r#"{"program":{"running":true}}"#, r#"{"program":{"running":false}}"#).is_meaningful);
    assert!(tick(r#"{"values":{"clocks":1}}"#, r#"{"values":{"clocks":2}}"#).is_meaningful);
}

#[test]
fn the_hash_decides_where_there_is_no_skeleton() {
    let bytes = Observation::of_bytes;
    let found = between(&bytes(b"a"), &bytes(b"b"));
    assert_eq!(
        (found.is_meaningful, found.lines),
        (true, vec!["Cell state updated (the raw state changed)".to_owned()])
    );
    let found = between(&bytes(b"a"), &bytes(b"a"));
    let same = "Cell state did not change (the hash is identical)".to_owned();
    assert_eq!((found.is_meaningful, found.lines), (false, vec![same]));
    let broken = Observation::of_controller(b"{");
    assert!(broken.skeleton().is_none() && broken.fault().is_some());
    let found = between(&state("{}"), &broken);
    assert!(found.is_meaningful);
    assert!(
        found.lines[0].starts_with("What was observed after the step has no skeleton: it is not JSON: "),
        "{found:?}"
    );
    assert!(!between(&broken, &broken).is_meaningful);
    // The place is known from the report all the same.
    let found = between(&bytes(b"a").with_report("A", "none"), &bytes(b"a").with_report("B", "none"));
    assert!(found.is_meaningful);
    assert_eq!(found.lines[1], "Element 'position' changed 'text' from 'A' to 'B'");
}

#[test]
fn focus_is_told() {
    let found = between(&state(r#"{"active":"a"}"#), &state(r#"{"active":"b"}"#));
    assert_eq!(found.lines[1], "Focus changed from 'a' to 'b'");
    assert!(!found.is_meaningful, "focus alone means nothing");
    let found = between(&panel("<p>").with_active(None), &panel("<p>").with_active(Some("x")));
    assert_eq!(found.lines[2], "Focus changed from nothing to 'x'");
}

#[test]
fn the_witness_is_told() {
    let told = |witness| changes(&state("{}"), &state("{}"), &witness, &Declared::default()).lines[1..].to_vec();
    let all = Witness { network: Some(true), motion: Some(true), program: Some(true) };
    assert_eq!(
        told(all),
        [
            "Background network activity detected",
            "The witness saw motion",
            "The witness reported a change of program: true"
        ]
    );
    let none = Witness { network: Some(false), motion: Some(false), program: Some(false) };
    assert_eq!(told(none), ["The witness reported a change of program: false"]);
    assert!(told(NOBODY).is_empty());
    assert!(!changes(&state("{}"), &state("{}"), &all, &Declared::default()).were_seen(), "it is no change by itself");
}

#[test]
fn a_program_starts_and_ends() {
    let running = r#"{"program":{"name":"weld","running":true}}"#;
    let ended = r#"{"program":{"name":"weld","running":false}}"#;
    assert_eq!(lines(ended, running), ["Program 'weld' started"]);
    assert_eq!(lines(running, ended), ["Program 'weld' ended"]);
    assert_eq!(lines("{}", running), ["Program 'weld' started"]);
    assert_eq!(lines(running, "{}"), ["Program 'weld' ended"]);
    assert_eq!(lines("{}", ended), ["New element appeared: 'program' (name 'weld', running 'false')"]);
}

#[test]
fn an_alarm_is_told_by_what_it_says() {
    let alarms = |before: &str, after: &str| {
        between(&state(&format!(r#"{{"alarms":{before}}}"#)), &state(&format!(r#"{{"alarms":{after}}}"#))).alarms
    };
    assert_eq!(alarms("[]", r#"["Door open"]"#), ["Door open"]);
    assert_eq!(alarms(r#"["A"]"#, r#"["B"]"#), ["B"], "one in the place of another");
    assert_eq!(alarms(r#"["A","B"]"#, r#"["B"]"#), [""; 0], "one that goes renames no other");
    assert_eq!(alarms(r#"["A"]"#, r#"["A","A"]"#), ["A"], "the same once more");
    assert_eq!(alarms(r#"["A"]"#, r#"["A"]"#), [""; 0]);
    assert_eq!(alarms(r#"[{"id":"E1","text":"A"}]"#, r#"[{"id":"E1","text":"B"}]"#), ["B"]);
    let [one, two] = [r#"[{"id":"E1","text":"A"}]"#, r#"[{"id":"E2","text":"A"}]"#];
    assert_eq!(alarms(one, two), ["A"], "another alarm in the same words");
    assert_eq!(alarms("[]", r#"[{"id":"E1","text":""}]"#), ["E1"], "one without words");
    assert_eq!(lines(r#"{"alarms":["A"]}"#, "{}"), ["Element disappeared: alarm 'A'"]);
    assert_eq!(lines(r#"{"messages":["A"]}"#, "{}"), ["Element disappeared: message 'A'"]);
    let found = between(&state(r#"{"alarms":["A"]}"#), &state(r#"{"alarms":["A","A"]}"#));
    assert!(found.is_meaningful);
}

#[test]
fn the_lines_are_bounded_and_the_rest_is_counted() {
    let many = |value: u32| {
        let values: Vec<String> =
            (0..cellgraph::limits::OBSERVED_LINES_MAX + 7).map(|n| format!(r#""v{n}":{value}"#)).collect();
        state(&format!(r#"{{"values":{{{}}}}}"#, values.join(",")))
    };
    let found = between(&many(1), &many(2));
    assert_eq!(found.lines.len(), cellgraph::limits::OBSERVED_LINES_MAX + 1);
    assert_eq!(found.lines.last().unwrap(), "7 further changes");
}

#[test]
fn a_state_that_is_none_is_refused_with_the_field() {
    for (json, why) in [
        ("[]", "`the state` must be an object"),
        (r#"{"mode":1}"#, "`mode` must be a text"),
        (r#"{"mode":"a","mode":"b"}"#, "`mode` stands there twice"),
        (r#"{"mode":null,"mode":"b"}"#, "`mode` stands there twice"),
        (r#"{"inputs":{"a":1,"a":1}}"#, "`inputs.a` stands there twice"),
        (
            r#"{"outputs.ok":true}"#,
            "`outputs.ok` is near to `outputs`: name it so where that is meant, and put it into `values` where it is not",
        ),
        (r#"{"program":{"running":"yes"}}"#, "`program.running` must be true or false"),
        (r#"{"program":{"name":"a","name":"a"}}"#, "`program.name` stands there twice"),
        (
            r#"{"postion":"P"}"#,
            "`postion` is near to `position`: name it so where that is meant, and put it into `values` where it is not",
        ),
        (
            r#"{"Position":"P","position":"P"}"#,
            "`Position` is near to `position`: name it so where that is meant, and put it into `values` where it is not",
        ),
        (
            r#"{"alarm":["Fire"],"alarms":[]}"#,
            "`alarm` is near to `alarms`: name it so where that is meant, and put it into `values` where it is not",
        ),
        (
            r#"{"errors":[]}"#,
            "`errors` is near to `alarms`: name it so where that is meant, and put it into `values` where it is not",
        ),
        (
            r#"{"program":{"runing":true}}"#,
            "`program.runing` is near to `running`: name it so where that is meant, and put it into `values` where it is not",
        ),
        (r#"{"inputs":[]}"#, "`inputs` must be an object"),
        (r#"{"alarms":"A"}"#, "`alarms` must be a list"),
        (r#"{"alarms":[1]}"#, "`alarms` must be a text"),
        (r#"{"alarms":[{"id":"a"}]}"#, "`alarms` must be a list of texts, or of {\"id\", \"text\"}"),
        (r#"{"a":{"b":{"c":{"d":{"e":1}}}}}"#, "`a.b.c.d.e` is deeper than a state goes"),
    ] {
        let fault = Observation::of_controller(json.as_bytes()).fault().map(ToString::to_string);
        let fault = fault.unwrap_or_else(|| panic!("{json} was read"));
        assert_eq!(fault, why, "{json}");
    }
    state(r#"{"a":{"b":{"c":{"d":1}}}}"#);
    // A name with a dot is a name, and no path.
    state(r#"{"values":{"a.b":1,"a":{"b":1}}}"#);
    let text = |chars: usize| Observation::of_controller(format!(r#"{{"mode":"{}"}}"#, "x".repeat(chars)).as_bytes());
    assert_eq!(text(1_000).fault(), None);
    assert_eq!(text(1_001).fault().unwrap().to_string(), "`mode` is longer than 1000 characters");
    let many = |count: usize| {
        let values: Vec<String> = (0..count).map(|n| format!(r#""{n}":0"#)).collect();
        Observation::of_controller(format!(r#"{{"values":{{{}}}}}"#, values.join(",")).as_bytes())
    };
    assert_eq!(many(10_000).fault(), None);
    assert_eq!(many(10_001).fault().unwrap().to_string(), "it has more than 10000 elements");
    let long = vec![b' '; 1024 * 1024 + 1];
    assert_eq!(Observation::of_controller(&long).fault().unwrap().to_string(), "it is longer than 1048576 bytes");
}
