//! The verdict by code.

use cellgraph::{
    observe::{Confidence, Declared, Expected, Observation, RawState, Route, Witness, forbids_motion, judge},
    plan::{Action, Step},
};

use crate::support::{
    EVERYTHING, MOTION, NOBODY, at_p, attach, declared, flags, go, release, stand, state, verdict, weld,
};

fn place(position: &str, tool: &str) -> Observation {
    Observation::of_place(position, tool)
}

#[test]
fn motion_that_ended_where_it_was_to_end() {
    let v = verdict(&place("A", "none"), &place("B", "none"), &go("A", "B"), &NOBODY);
    assert_eq!((flags(&v), v.route()), ((true, false, 95), Route::NextStep));
    let v = verdict(&place("Stand", "none"), &place("Stand", "Welder"), &attach(), &NOBODY);
    assert_eq!(flags(&v), (true, false, 95));
    let v = verdict(&place("Stand", "Welder"), &place("Stand", "none"), &release(), &NOBODY);
    assert_eq!(flags(&v), (true, false, 95));
}

#[test]
fn no_change_fails_without_a_model() {
    let still = [
        (place("A", "none"), go("A", "B")),
        (place("Stand", "none"), attach()),
        (at_p(""), weld(None, true)),
        (at_p(""), weld(Some("unknown"), true)),
        (Observation::of_bytes(b"x").with_report("P", "Welder"), weld(None, true)),
    ];
    for (seen, expected) in &still {
        for witness in [NOBODY, Witness { network: Some(false), motion: Some(false), program: Some(false) }] {
            let v = verdict(seen, seen, expected, &witness);
            assert_eq!((flags(&v), v.route()), ((false, false, 20), Route::Correction), "{expected:?}");
            assert!(v.reason().contains("nothing changed; observed: "), "the lines are part of it: {}", v.reason());
            assert!(v.reason().contains("did not change"));
            assert!(!v.may_ask_model() && !v.is_goal_achieved());
        }
    }
}

#[test]
fn exempt_from_change() {
    let here = place("A", "none");
    assert_eq!(flags(&verdict(&here, &here, &go("A", "A"), &NOBODY)), (true, false, 95), "a move to where it stands");
    let still = |yaml: &str, check: Option<&str>| {
        let seen = at_p(r#""outputs":{"ok":true}"#);
        flags(&judge(Some(&seen), Some(&seen), &weld(check, false), &NOBODY, &declared(yaml)))
    };
    assert_eq!(still("routines: { weld: { changes_nothing: true } }", None), (true, false, 80));
    assert_eq!(still("routines: { other: { changes_nothing: true } }", None), (false, false, 20));
    assert_eq!(still("checks: { c: { output: ok, may_stay: true } }", Some("c")), (true, false, 90));
    assert_eq!(still("checks: { c: { output: ok } }", Some("c")), (false, false, 20));
}

#[test]
fn a_witness_alone() {
    // For motion it is no success, whatever it saw.
    for (seen, expected) in [(place("B", "none"), go("B", "C")), (place("Stand", "none"), attach())] {
        let v = verdict(&seen, &seen, &expected, &EVERYTHING);
        assert!(!v.action_succeeded() && v.is_witness_override(), "{expected:?}");
    }
    // A place that is said neither before nor after.
    let v = verdict(&state("{}"), &state("{}"), &go("A", "B"), &MOTION);
    assert_eq!(flags(&v), (false, false, 40));
    // For a routine it lowers the confidence below success: an operator is asked.
    let v = verdict(&at_p(""), &at_p(""), &weld(None, true), &MOTION);
    assert_eq!((flags(&v), v.route(), v.is_meaningful()), ((true, true, 60), Route::AskOperator, false));
    assert!(v.is_witness_override() && v.route() == Route::AskOperator && !v.is_goal_achieved());
    // Where no change is expected it costs nothing.
    let evident = declared("checks: { c: { output: ok, may_stay: true } }");
    let seen = at_p(r#""outputs":{"ok":true}"#);
    let v = judge(Some(&seen), Some(&seen), &weld(Some("c"), true), &MOTION, &evident);
    assert_eq!((flags(&v), v.is_low_confidence_completion()), ((true, true, 90), false));
    // Where something was seen, the witness changes nothing.
    let v = verdict(&at_p(""), &at_p(r#""messages":["done"]"#), &weld(None, true), &MOTION);
    assert_eq!((flags(&v), v.is_witness_override()), ((true, true, 80), false));
    let here = place("A", "none");
    assert_eq!(flags(&verdict(&here, &here, &go("A", "A"), &MOTION)), (true, false, 95));
}

/// A place that was reached, and a witness by which nothing moved: one of the two is not so.
#[test]
fn a_witness_that_saw_no_motion_denies_a_motion() {
    let denies = Witness { motion: Some(false), ..EVERYTHING };
    let v = verdict(&place("A", "none"), &place("B", "none"), &go("A", "B"), &denies);
    assert_eq!((flags(&v), v.is_refuted()), ((false, false, 40), false), "a second look may find that it moved");
    assert!(v.reason().starts_with("the witness says that nothing moved; "), "{}", v.reason());
    // Where nothing was to move it agrees: on the spot, at a stand, and in a routine.
    for (before, after, expected, success) in [
        (place("A", "none"), place("A", "none"), go("A", "A"), 95),
        (place("Stand", "none"), place("Stand", "Welder"), attach(), 95),
        (at_p(r#""outputs":{"a":false}"#), at_p(r#""outputs":{"a":true}"#), weld(None, true), 80),
    ] {
        let v = verdict(&before, &after, &expected, &Witness { motion: Some(false), ..NOBODY });
        assert!(v.action_succeeded() && v.confidence().as_hundredths() == success, "{v:?}");
    }
}

/// "FAILED" in a message, `success: false` in a value: a step was completed with 0.80 beside them.
#[test]
fn a_failure_in_the_controllers_own_words_lowers_and_makes_nothing_better() {
    let checks = "checks: { c: { output: ok } , m: { message: Weld failed 0 times }, s: { value: success, at_least: 0, may_stay: true } }";
    let yaml = format!("{{ {checks}, harmless_alarms: [Old part failed*], ticking: [values.retry.failed] }}");
    let declared = declared(&yaml);
    let judged = |check, fields: &str| {
        let before = at_p(r#""outputs":{"ok":false},"messages":[]"#);
        let after = at_p(&format!(r#""outputs":{{"ok":true}},{fields}"#));
        flags(&judge(Some(&before), Some(&after), &weld(check, true), &NOBODY, &declared))
    };
    for fields in [
        r#""messages":["Weld FAILED"]"#,
        r#""messages":["Part not ok at 3"]"#,
        r#""values":{"success":false}"#,
        r#""values":{"weld":{"Failed":true}}"#,
        r#""values":{"errors":["arc lost"]}"#,
        r#""result":"aborted""#,
        r#""program":{"name":"weld","status":"error 17"}"#,
    ] {
        assert_eq!(judged(Some("c"), fields), (true, true, 60), "{fields}: an operator is asked");
        assert_eq!(judged(None, fields), (true, true, 60), "{fields}");
    }
    for fields in [
        r#""messages":["Weld done", "no error"]"#,
        r#""messages":["Old part failed at 7"]"#,
        r#""values":{"success":true,"errors":0}"#,
        r#""values":{"retry":{"failed":1}}"#,
        r#""inputs":{"ok":false}"#,
    ] {
        assert_eq!(judged(Some("c"), fields), (true, true, 90), "{fields}");
    }
    assert_eq!(
        judged(Some("m"), r#""messages":["Weld failed 0 times"]"#),
        (true, true, 90),
        "it is the declared answer"
    );
    // What stood before is of another step, and what failed by code stays failed.
    let stood = at_p(r#""messages":["Weld FAILED"],"values":{"success":false},"outputs":{"a":0}"#);
    let after = at_p(r#""messages":["Weld FAILED"],"values":{"success":false},"outputs":{"a":1}"#);
    assert_eq!(flags(&verdict(&stood, &after, &weld(None, true), &NOBODY)), (true, true, 80));
    let no = judged(Some("c"), r#""alarms":["Fire"],"messages":["success"]"#);
    assert_eq!(no, (false, false, 0), "words make no success");
    let moved = at_p(r#""messages":["Motion failed"]"#);
    let v = verdict(&place("Q", "Welder"), &moved, &go("Q", "P"), &NOBODY);
    assert!(!v.is_success(), "{v:?}");
}

/// Everything fits where the controller says that the robot is, and nothing but its witness saw anything happen.
#[test]
fn a_witness_alone_is_no_motion_where_the_place_fits() {
    let raw = || Observation::of_bytes(b"the same");
    for (position, tool, expected) in [("B", "none", go("A", "B")), ("Stand", "Welder", attach())] {
        let v = verdict(&raw(), &raw().with_report(position, tool), &expected, &EVERYTHING);
        assert_eq!((flags(&v), v.is_witness_override()), ((false, false, 40), true), "{expected:?}");
        assert!(v.reason().starts_with("only the witness saw anything happen"), "{}", v.reason());
        // Other bytes are a change, and the place then counts.
        let after = Observation::of_bytes(b"other").with_report(position, tool);
        assert_eq!(flags(&verdict(&raw(), &after, &expected, &NOBODY)), (true, false, 95), "{expected:?}");
    }
}

/// Who says no mode any more may be in any.
#[test]
fn a_mode_that_is_said_no_more_is_another() {
    let silent = state(r#"{"position":"P","tool":"Welder","messages":["x"]}"#);
    let v = verdict(&at_p(""), &silent, &weld(None, true), &EVERYTHING);
    assert!(v.is_refuted() && v.reason().starts_with("the controller's mode was 'auto', and is 'nothing'"), "{v:?}");
    assert!(verdict(&silent, &at_p(""), &weld(None, true), &NOBODY).is_refuted(), "and the other way round");
}

/// Alarms were shown, none of them, and then left out: a step counted as done beside an alarm that nobody could see.
#[test]
fn alarms_that_are_shown_no_more_may_stand() {
    let (with, without) = (r#""alarms":[],"messages":[]"#, r#""messages":["x"]"#);
    let v = verdict(&at_p(with), &at_p(without), &weld(None, true), &EVERYTHING);
    assert!(v.is_refuted() && v.reason().starts_with("the controller showed its alarms, and does not"), "{v:?}");
    assert!(forbids_motion(Some(&at_p(with)), &at_p(without), &Declared::default()).is_some());
    // Who never shows any, and who begins to, hides none.
    for (before, after) in [(r#""messages":[]"#, without), (r#""messages":[]"#, r#""alarms":[],"messages":["x"]"#)] {
        let v = verdict(&at_p(before), &at_p(after), &weld(None, true), &NOBODY);
        assert!(v.is_success(), "{v:?}");
        assert_eq!(forbids_motion(Some(&at_p(before)), &at_p(after), &Declared::default()), None);
    }
}

#[test]
fn each_signal_of_the_witness_counts() {
    let one = |network, motion, program| Witness { network, motion, program };
    for witness in [one(Some(true), None, None), one(None, Some(true), None), one(None, None, Some(true))] {
        let v = verdict(&at_p(""), &at_p(""), &weld(None, false), &witness);
        assert_eq!(flags(&v), (true, false, 60), "{witness:?}");
    }
}

#[test]
fn contradictions_fail_whatever_the_witness_saw() {
    let cases = [
        ("elsewhere", place("A", "none"), place("C", "none"), go("A", "B"), "the robot is at 'C', not at 'B'"),
        ("not moved", place("A", "none"), place("A", "none"), go("A", "B"), "the robot is at 'A', not at 'B'"),
        ("tool lost", place("A", "none"), place("B", "Welder"), go("A", "B"), "the robot holds 'Welder', not 'none'"),
        ("began elsewhere", place("X", "none"), place("B", "none"), go("A", "B"), "the robot was at 'X', not at 'A'"),
        ("not taken", place("Stand", "none"), place("Stand", "none"), attach(), "the robot holds 'none', not 'Welder'"),
        (
            "not left",
            place("Stand", "Welder"),
            place("Stand", "Welder"),
            release(),
            "the robot holds 'Welder', not 'none'",
        ),
        ("alarm", at_p(""), at_p(r#""alarms":["Arc fault"]"#), weld(None, true), "an alarm stands: 'Arc fault'"),
        ("routine moved off", at_p(""), place("Q", "Welder"), weld(None, true), "the robot is at 'Q', not at 'P'"),
        (
            "two words",
            at_p(""),
            at_p(r#""messages":["x"]"#).with_report("Q", "Welder"),
            weld(None, true),
            "the controller reports position 'Q', and its state says 'P'",
        ),
        (
            "two tools",
            at_p(""),
            at_p(r#""messages":["x"]"#).with_report("P", "none"),
            weld(None, true),
            "the controller reports tool 'none', and its state says 'Welder'",
        ),
    ];
    for (what, before, after, expected, reason) in &cases {
        let v = verdict(before, after, expected, &EVERYTHING);
        assert_eq!((flags(&v), v.route()), ((false, false, 0), Route::Correction), "{what}");
        assert!(v.reason().starts_with(reason), "{what}: {}", v.reason());
    }
    // One that stood before stands all the same, unless somebody declared that the robot may work beside it.
    let (before, after) = (at_p(r#""alarms":["Low gas 3"]"#), at_p(r#""alarms":["Low gas 4"],"messages":["x"]"#));
    assert!(!verdict(&before, &after, &weld(None, false), &NOBODY).is_success());
    let harmless = declared("harmless_alarms: [Low gas*]");
    assert!(judge(Some(&before), Some(&after), &weld(None, false), &NOBODY, &harmless).is_success());
    let after = state(r#"{"position":"P","tool":"Welder","mode":"manual"}"#);
    let manual = verdict(&at_p(""), &after, &weld(None, true), &EVERYTHING);
    assert!(manual.is_refuted() && manual.reason().starts_with("the controller's mode was 'auto', and is 'manual'"));
}

#[test]
fn an_error_inside_a_check_fails() {
    let broken = Observation::of_controller(b"{").with_report("P", "Welder");
    let checks =
        declared("checks: { c: { counter: n }, v: { value: n, at_least: 1, changes_by: 1 }, o: { output: gone } }");
    for (check, after) in [("c", r#""values":{"n":"x"}"#), ("v", r#""values":{"n":"x"}"#), ("o", r#""values":{"n":2}"#)]
    {
        let before = at_p(r#""values":{"n":1}"#);
        let v = judge(Some(&before), Some(&at_p(after)), &weld(Some(check), true), &EVERYTHING, &checks);
        assert_eq!(flags(&v), (false, false, 0), "{check}");
        assert!(v.reason().contains("cannot be evaluated"), "{}", v.reason());
    }
    // A state that cannot be read, with a place beside it: never more than the place.
    let v = verdict(&at_p(""), &broken, &weld(None, true), &NOBODY);
    assert_eq!((flags(&v), v.route()), ((true, true, 60), Route::AskOperator));
    // And without one: nobody says where the robot is.
    let v = verdict(&at_p(""), &Observation::of_controller(b"{"), &weld(None, true), &EVERYTHING);
    assert_eq!(flags(&v), (false, false, 40));
}

#[test]
fn a_missing_state_fails() {
    let (here, there, expected) = (place("A", "none"), place("B", "none"), go("A", "B"));
    for (before, after, when) in [(None, Some(&there), "before"), (Some(&here), None, "after"), (None, None, "before")]
    {
        let v = judge(before, after, &expected, &EVERYTHING, &Declared::default());
        assert_eq!((flags(&v), v.confidence()), ((false, false, 0), Confidence::ZERO));
        assert_eq!(v.reason(), format!("nothing was observed {when} the step"));
    }
}

#[test]
fn place_alone_is_capped() {
    let here = place("P", "Welder");
    let judged =
        |yaml: &str, check, witness| judge(Some(&here), Some(&here), &weld(check, true), witness, &declared(yaml));
    let v = judged("{}", None, &NOBODY);
    assert_eq!((flags(&v), v.route()), ((true, true, 60), Route::AskOperator));
    assert!(!v.is_goal_achieved(), "an operator comes first");
    assert_eq!(flags(&judged("checks: { c: { output: ok } }", Some("c"), &NOBODY)), (true, true, 60));
    assert_eq!(flags(&judged("where_only: fail", None, &NOBODY)), (false, false, 20));
    assert_eq!(flags(&judged("where_only: fail", None, &MOTION)), (false, false, 40));
    let fails_here = "checks: { c: { output: ok, where_only: fail } }";
    assert_eq!(flags(&judged(fails_here, Some("c"), &NOBODY)), (false, false, 20));
    let confirms_here = "{ where_only: fail, checks: { c: { output: ok, where_only: confirm } } }";
    assert_eq!(flags(&judged(confirms_here, Some("c"), &NOBODY)), (true, true, 60));
    // A check that nothing answers, with everything else seen.
    let v = verdict(&at_p(""), &at_p(r#""messages":["x"]"#), &weld(Some("nobody_declared_it"), true), &NOBODY);
    assert_eq!((flags(&v), v.route()), ((true, true, 60), Route::AskOperator));
    // The hash alone.
    let bytes = |bytes: &[u8]| Observation::of_bytes(bytes).with_report("P", "Welder");
    assert_eq!(flags(&verdict(&bytes(b"a"), &bytes(b"b"), &weld(None, true), &NOBODY)), (true, true, 60));
}

fn page(inside: &str, declared: &Declared) -> Observation {
    let html = format!("<!doctype html><html>{inside}<div role=alert class=success></div></html>");
    let seen = RawState::Panel { html, active: None, address: None }.observation(declared);
    assert_eq!(seen.fault(), None, "{inside}");
    seen
}

/// A page alone can confirm a motion, where somebody said what its elements mean.
#[test]
fn a_declared_page_is_as_good_as_a_state() {
    let declared = declared(
        "{ panel: { position: { element: at }, tool: { element: hand }, outputs: { ok: { element: ok } } },
           checks: { c: { output: ok, is: on } }, ticking: [clock] }",
    );
    let seen = |at: &str, ok: &str, clock: u32| {
        page(
            &format!("<b id=at>{at}</b><b id=hand>Welder</b><b id=ok>{ok}</b><input id=clock value={clock}>"),
            &declared,
        )
    };
    let judged = |before: &Observation, after: &Observation, expected: &Expected| {
        flags(&judge(Some(before), Some(after), expected, &NOBODY, &declared))
    };
    let go = |to: &str| {
        let step = Step::new(Action::Move, to.to_owned().into());
        Expected::of(&step, stand("P", "Welder"), stand(to, "Welder"), true)
    };
    assert_eq!(judged(&seen("P", "off", 1), &seen("Q", "off", 2), &go("Q")), (true, true, 95));
    assert_eq!(
        judged(&seen("P", "off", 1), &seen("P", "off", 2), &go("Q")),
        (false, false, 20),
        "a clock is no motion"
    );
    assert_eq!(judged(&seen("P", "off", 1), &seen("R", "off", 2), &go("Q")), (false, false, 0));
    let weld = weld(Some("c"), true);
    assert_eq!(judged(&seen("P", "off", 1), &seen("P", "on", 2), &weld), (true, true, 90));
    assert_eq!(judged(&seen("P", "on", 1), &seen("P", "on", 2), &weld), (false, false, 20));
    let alarm = page("<b id=at>P</b><b id=hand>Welder</b><b id=ok>on</b><p class=error>Arc fault</p>", &declared);
    assert_eq!(judged(&seen("P", "off", 1), &alarm, &weld), (false, false, 0));
    // The line says another place than the page.
    let after = seen("Q", "off", 2).with_report("P", "Welder");
    let v = judge(Some(&seen("P", "off", 1)), Some(&after), &go("P"), &NOBODY, &declared);
    assert!(v.reason().starts_with("the controller reports position 'P', and its panel shows 'Q'"), "{}", v.reason());
}

#[test]
fn a_page_that_nobody_declared_counts_as_change_only() {
    let declared = declared("checks: { c: { output: ok }, m: { message: Seam done } }");
    let seen = |inside: &str| page(inside, &declared).with_report("P", "Welder");
    let (before, after) =
        (seen("<button id=outputs.ok value=false>"), seen("<button id=outputs.ok value=true><p role=alert>Seam done"));
    for check in [None, Some("c"), Some("m"), Some("unknown")] {
        let v = judge(Some(&before), Some(&after), &weld(check, true), &EVERYTHING, &declared);
        assert_eq!((flags(&v), v.route()), ((true, true, 60), Route::AskOperator), "{check:?}");
    }
    // Nor is a page alone, without a place beside it, a motion.
    let v = judge(
        Some(&page("<button>A", &declared)),
        Some(&page("<button>B", &declared)),
        &go("A", "B"),
        &EVERYTHING,
        &declared,
    );
    assert_eq!(flags(&v), (false, false, 40));
    assert_eq!(flags(&verdict(&before, &before, &weld(None, true), &NOBODY)), (false, false, 20));
}

#[test]
fn the_check_of_a_tool_change_is_the_tool_itself() {
    assert_eq!((attach().check(), release().check()), (None, None));
    let step = cellgraph::plan::Step {
        verify: Some("locked".into()),
        ..cellgraph::plan::Step::new(cellgraph::plan::Action::Routine, "tool_attach".into())
    };
    let (before, after) = (crate::support::stand("Stand", "none"), crate::support::stand("Stand", "Welder"));
    let other = cellgraph::observe::Expected::of(&step, before, after, false);
    assert_eq!(other.check(), Some("locked"), "any other check is evaluated");
    let seen =
        |locked: bool, tool| state(&format!(r#"{{"position":"Stand","tool":"{tool}","outputs":{{"lock":{locked}}}}}"#));
    let checks = declared("checks: { locked: { output: lock } }");
    let judged = |locked| judge(Some(&seen(false, "none")), Some(&seen(locked, "Welder")), &other, &NOBODY, &checks);
    assert_eq!((flags(&judged(true)), flags(&judged(false))), ((true, false, 90), (false, false, 0)));
}

#[test]
fn a_hidden_tool_is_no_tool() {
    let without = |position: &str, hand: &str| state(&format!(r#"{{"position":"{position}","gripper":"{hand}"}}"#));
    let v = verdict(&without("Stand", "a"), &without("Stand", "b"), &attach(), &EVERYTHING);
    assert_eq!(flags(&v), (false, false, 40));
    let v = verdict(&without("A", "a"), &without("B", "a"), &go("A", "B"), &NOBODY);
    assert_eq!(flags(&v), (true, false, 95), "a move needs no word on the tool");
}

/// A cell that showed place and tool, and leaves one out after the step: only the line says that it is as it was to be.
#[test]
fn a_place_or_a_tool_that_is_shown_no_more_is_the_lines_word_alone() {
    let hand = |fields: &str| state(&format!(r#"{{"mode":"auto"{fields}}}"#));
    let (both, no_tool) =
        (r#","position":"P","tool":"Welder","outputs":{"lamp":false}"#, r#","position":"P","outputs":{"lamp":true}"#);
    let no_place = r#","tool":"Welder","outputs":{"lamp":true}"#;
    for (after, what) in [(no_tool, "what the robot holds"), (no_place, "where the robot is")] {
        let after = hand(after).with_report("P", "Welder");
        let v = verdict(&hand(both).with_report("P", "Welder"), &after, &weld(None, true), &NOBODY);
        assert_eq!((flags(&v), v.route()), ((true, true, 60), Route::AskOperator));
        assert!(v.reason().contains(what), "{}", v.reason());
        let evident = declared("checks: { c: { output: lamp } }");
        let v = judge(
            Some(&hand(both).with_report("P", "Welder")),
            Some(&after),
            &weld(Some("c"), true),
            &NOBODY,
            &evident,
        );
        assert_eq!(flags(&v), (true, true, 60), "whatever the check says");
    }
    let at = |fields: &str, place: &str| hand(fields).with_report(place, "none");
    let before = at(r#","position":"A","tool":"none""#, "A");
    let v = verdict(&before, &at(r#","position":"B""#, "B"), &go("A", "B"), &MOTION);
    assert_eq!((flags(&v), v.route()), ((true, false, 60), Route::AskOperator), "the tool may have been lost");
}

/// A routine's program that has begun is no evidence that the routine is done, and a robot that still moves has not arrived.
#[test]
fn a_program_that_still_runs_has_done_nothing_yet() {
    let stands = r#""program":{"name":"pc","running":false}"#;
    let runs = r#""program":{"name":"pc","running":true}"#;
    let v = verdict(&at_p(stands), &at_p(runs), &weld(None, true), &NOBODY);
    assert_eq!((flags(&v), v.is_refuted()), ((false, false, 40), false), "a second look may find it ended");
    let v = verdict(&at_p(stands), &at_p(stands), &weld(None, true), &NOBODY);
    assert_eq!(flags(&v), (false, false, 20), "nothing changed");
    // A program that supervises the cell runs all the time: it says nothing of a step.
    let lamp = |program: &str, on: bool| at_p(&format!(r#"{program},"outputs":{{"lamp":{on}}}"#));
    let v = verdict(&lamp(runs, false), &lamp(runs, true), &weld(None, true), &NOBODY);
    assert_eq!(flags(&v), (true, true, 80));
}

/// A program of another name that runs at the end was started as well.
#[test]
fn a_program_of_another_name_still_runs() {
    let runs = |name: &str| at_p(&format!(r#""program":{{"name":"{name}","running":true}}"#));
    assert_eq!(flags(&verdict(&runs("idle"), &runs("weld"), &weld(None, true), &NOBODY)), (false, false, 40));
}

/// The gateway lost a group of values, or found it again; and -0 is 0.
#[test]
fn what_is_only_shown_anew_or_no_more_is_no_work() {
    let (with, without) = (at_p(r#""values":{"x":1}"#), at_p(""));
    for (before, after) in [(&with, &without), (&without, &with)] {
        assert_eq!(flags(&verdict(before, after, &weld(None, true), &NOBODY)), (true, true, 60));
    }
    let x = |x: &str| at_p(&format!(r#""values":{{"x":{x}}}"#));
    assert_eq!(flags(&verdict(&x("0.0"), &x("-0.0"), &weld(None, true), &NOBODY)), (false, false, 20));
    let (one, next) = ("18446744073709551616", "18446744073709551617");
    assert_eq!(flags(&verdict(&x(one), &x(next), &weld(None, true), &NOBODY)), (true, true, 80));
}

/// A cell stood still over a motion, and the line alone named the place: the acknowledgement was the one change.
#[test]
fn an_acknowledgement_is_no_change_of_the_cell() {
    let cell = |lamp: bool, at: &str, tool: &str| {
        state(&format!(r#"{{"mode":"auto","outputs":{{"lamp":{lamp}}}}}"#)).with_report(at, tool)
    };
    for (expected, at, tool) in [(go("A", "B"), "B", "none"), (attach(), "Stand", "Welder")] {
        let before = if at == "B" { cell(false, "A", "none") } else { cell(false, at, "none") };
        let judged = |lamp, witness: &Witness| flags(&verdict(&before, &cell(lamp, at, tool), &expected, witness));
        assert_eq!(judged(false, &NOBODY), (false, false, 20), "{at}");
        assert_eq!(judged(false, &EVERYTHING), (false, false, 40), "{at}");
        assert_eq!(judged(true, &NOBODY), (true, false, 60), "{at}: the cell does not show what was ordered");
    }
}

/// An emergency stop, an error or an alarm in a field of the controller's own choice: the next motion was sent.
#[test]
fn trouble_in_any_field_asks_an_operator() {
    let judged = |before: &str, after: &str| {
        let (before, after) = (at_p(&format!(r#""x":1,{before}"#)), at_p(&format!(r#""x":2,{after}"#)));
        flags(&verdict(&before, &after, &weld(None, true), &NOBODY)).2
    };
    for (before, after) in [
        (r#""inputs":{"e_stop":false}"#, r#""inputs":{"e_stop":true}"#),
        (r#""inputs":{"e_stop":true}"#, r#""inputs":{"e_stop":false}"#),
        (r#""inputs":{"EStop":0}"#, r#""inputs":{"EStop":1}"#),
        (r#""outputs":{"error":false}"#, r#""outputs":{"error":true}"#),
        (r#""outputs":{"fault":false}"#, r#""outputs":{"fault":true}"#),
        (r#""values":{}"#, r#""values":{"error":{"code":17,"text":"wire jam"}}"#),
        (r#""values":{}"#, r#""values":{"errors":[{"code":17}]}"#),
        (r#""values":{}"#, r#""values":{"fault_code":17}"#),
        (r#""values":{}"#, r#""values":{"weldError":true}"#),
        (r#""values":{}"#, r#""values":{"alarms":["E-STOP pressed"]}"#),
        (r#""values":{"alarms":["Arc"]}"#, r#""values":{"alarms":["Arc"]}"#),
        (r#""values":{"no_error":true}"#, r#""values":{"no_error":false}"#),
        (r#""values":{"note":"idle"}"#, r#""values":{"note":"E-STOP pressed"}"#),
        (r#""y":1"#, r#""active_alarms":["E-STOP pressed"]"#),
        (r#""emergency_stop":false"#, r#""emergency_stop":true"#),
        (r#""messages":[]"#, r#""messages":["E-STOP pressed"]"#),
        (r#""messages":[]"#, r#""messages":["weld_failed"]"#),
        (r#""messages":[]"#, r#""messages":["WeldFailed"]"#),
    ] {
        assert_eq!(judged(before, after), 60, "{before} {after}");
    }
    for (before, after) in [
        (r#""values":{"error_count":3}"#, r#""values":{"error_count":3}"#),
        (r#""inputs":{"e_stop":true}"#, r#""inputs":{"e_stop":true}"#),
        (r#""values":{}"#, r#""values":{"errors":0,"fault":false,"alarm":"none","fault_code":"","error":"ok"}"#),
        (r#""values":{}"#, r#""values":{"errors":[],"faults":{},"error":null,"alarm":"no alarm"}"#),
        (r#""values":{"no_error":true}"#, r#""values":{"no_error":true,"fault_cleared":true}"#),
        (r#""messages":[]"#, r#""messages":["no error","Default program"]"#),
    ] {
        assert_eq!(judged(before, after), 80, "{before} {after}");
    }
}

/// No mode, and then `manual_T1`: the robot was sent on.
#[test]
fn a_mode_that_appears_is_another_mode() {
    let without = state(r#"{"position":"P","tool":"Welder","outputs":{"a":true}}"#);
    let manual = state(r#"{"position":"P","tool":"Welder","mode":"manual_T1","outputs":{"a":false}}"#);
    let v = verdict(&without, &manual, &weld(None, true), &NOBODY);
    assert!(v.is_refuted() && v.reason().contains("mode was 'nothing', and is 'manual_T1'"), "{}", v.reason());
    assert!(forbids_motion(Some(&without), &manual, &Declared::default()).is_some());
    let unseen = Observation::of_place("P", "Welder");
    assert_eq!(forbids_motion(Some(&unseen), &manual, &Declared::default()), None, "nobody knows what it was");
}

/// The line says one place and its own cell another. Where nothing has changed since the step before, the cell may only be late: the second
/// look decides, and the same again fails there. Where anything has changed it fails at once.
#[test]
fn a_line_against_its_own_cell_fails_and_is_looked_at_once_more_only_where_nothing_changed() {
    let cell =
        |lamp: bool| state(&format!(r#"{{"position":"A","tool":"none","mode":"auto","outputs":{{"lamp":{lamp}}}}}"#));
    let against = |lamp: bool, witness: &Witness| {
        verdict(&cell(false), &cell(lamp).with_report("B", "none"), &go("A", "B"), witness)
    };
    let late = against(false, &NOBODY);
    assert_eq!((flags(&late), late.is_refuted()), ((false, false, 20), false), "{}", late.reason());
    for refuted in [against(true, &NOBODY), against(false, &EVERYTHING), against(true, &EVERYTHING)] {
        assert_eq!((flags(&refuted), refuted.is_refuted()), ((false, false, 0), true), "{}", refuted.reason());
    }
}
