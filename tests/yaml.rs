//! `actions.yaml`: whatever texts and numbers a verified plan holds, the file holds them for every reader of YAML.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::borrow::Cow;

use cellgraph::{
    import,
    plan::{Action, Plan, Step},
    snapshot::{self, Provenance, Snapshot},
    verify::{State, verify},
    yaml,
};
use proptest::prelude::*;

const DEMO: &str = include_str!("../graph-snapshots/demo-cell.apoc.jsonl");

fn demo() -> Snapshot {
    let draft = import::from_apoc(DEMO.as_bytes(), &mut |_| {}).unwrap().draft;
    Snapshot::from_bytes(&snapshot::build(&draft, &Provenance::default()).bytes).unwrap()
}

fn about<'t>(name: &'t str, description: &'t str) -> yaml::About<'t> {
    yaml::About { run_id: 0x0123_4567_89ab_4def_8123_4567_89ab_cdef, written_at_s: 1_785_229_200, name, description }
}

/// A step that is valid at Home, wherever its free texts lead.
fn check_at_home(name: &str, action_after: &str, verify: &str, stabilize_s: f64) -> Step<'static> {
    Step {
        name: Some(Cow::Owned(name.to_owned())),
        stabilize_s: Some(stabilize_s),
        action_after: Some(Cow::Owned(action_after.to_owned())),
        verify: Some(Cow::Owned(verify.to_owned())),
        ..Step::new(Action::Routine, Cow::Borrowed("position_check"))
    }
}

/// The text of a plan that starts at Home with an empty hand.
fn written(snapshot: &Snapshot, plan: &Plan<'_>, about: &yaml::About<'_>) -> String {
    let home = State::named(snapshot, "Home", "none").unwrap();
    yaml::write(&verify(snapshot, home, plan).unwrap(), about).unwrap()
}

/// The same as JSON.
fn written_as_json(snapshot: &Snapshot, plan: &Plan<'_>, about: &yaml::About<'_>) -> String {
    let home = State::named(snapshot, "Home", "none").unwrap();
    yaml::write_json(&verify(snapshot, home, plan).unwrap(), about).unwrap()
}

/// A plan with the names that are written: what each step does.
fn named<'p>(plan: &Plan<'p>) -> Plan<'p> {
    let step = |step: &Step<'p>| Step { name: Some(Cow::Owned(step.words())), ..step.clone() };
    Plan { steps: plan.steps.iter().map(step).collect() }
}

/// What YAML 1.1 lets stand in a document: less than 1.2 does, and readers of it refuse the rest or fold it to blanks.
fn is_plain_in_yaml_1_1(c: char) -> bool {
    let is_line_break = matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}');
    let is_printable = matches!(c, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    is_printable && !is_line_break && c != '\u{feff}'
}

#[test]
fn every_character_survives() {
    let snapshot = demo();
    let characters: Vec<char> = (char::MIN..=char::MAX).collect();
    let texts: Vec<String> = characters.chunks(199).map(|chunk| chunk.iter().collect()).collect();
    let steps = texts.iter().map(|text| check_at_home("n", text, "b", 0.0)).collect();
    let plan = Plan { steps };
    let text = written(&snapshot, &plan, &about("a", "b"));
    assert_eq!(text.chars().find(|&c| !is_plain_in_yaml_1_1(c)), None);
    let read = yaml::read(&text).unwrap();
    assert_eq!(read.steps.len(), plan.steps.len());
    for (step, read) in plan.steps.iter().zip(&read.steps) {
        assert_eq!(step.action_after, read.action_after);
    }
    let json: serde_json::Value = serde_json::from_str(&written_as_json(&snapshot, &plan, &about("a", "b"))).unwrap();
    for (step, read) in plan.steps.iter().zip(json["RobotSequence"]["steps"].as_array().unwrap()) {
        assert_eq!(step.action_after.as_deref(), read["action_after"].as_str());
    }
}

#[test]
fn texts_that_look_like_something_else_stay_texts() {
    let snapshot = demo();
    let texts = [
        "no",
        "Yes",
        "on",
        "OFF",
        "y",
        "~",
        "null",
        "",
        "true",
        "1",
        "1.5",
        "0x1F",
        "0o17",
        "1_000",
        "12:30:00",
        "2026-07-28",
        ".inf",
        ".NaN",
        "- a",
        "? b",
        "a: b",
        "a #b",
        "#c",
        " x",
        "x ",
        "'",
        "\"",
        "\\",
        "%TAG",
        "&a",
        "*a",
        "!!int 3",
        "| x",
        "> y",
        "@",
        "`",
        "---",
        "...",
        "=",
        "<<",
        "\t",
        "a\nb\n",
        "\r\n",
        "[",
        "{",
        "a, b",
        "RobotSequence:",
    ];
    let mut steps: Vec<_> = texts.iter().map(|text| check_at_home(text, text, text, 1.5)).collect();
    steps.push(check_at_home(&"word ".repeat(1000), "a", "b", 2.0));
    let plan = Plan { steps };
    for title in texts {
        let text = written(&snapshot, &plan, &about(title, title));
        assert_eq!(yaml::read(&text).unwrap(), named(&plan));
        assert_eq!(yaml::read_json(&written_as_json(&snapshot, &plan, &about(title, title))).unwrap(), named(&plan));
        assert!(text.lines().take(3).all(|line| line.starts_with("# ")), "{text}");
        assert_eq!(text.lines().nth(3), Some("RobotSequence:"));
        assert_eq!(text.lines().filter(|line| line.starts_with("    - id: ")).count(), plan.steps.len());
    }
}

#[test]
fn the_header_names_run_snapshot_and_time() {
    let snapshot = demo();
    let plan = Plan { steps: vec![Step::new(Action::Move, Cow::Borrowed("Safe_Pos_1"))] };
    let expected = format!(
        "# run 01234567-89ab-4def-8123-456789abcdef\n\
         # snapshot blake3 {} generation 0\n\
         # written 2026-07-28T09:00:00Z\n\
         RobotSequence:\n  name: \"a\"\n  description: \"b\"\n  steps:\n\
         \x20   - id: 1\n      name: \"Move to Safe_Pos_1\"\n      action: \"move\"\n      target: \"Safe_Pos_1\"\n",
        snapshot.content_hash_hex()
    );
    assert_eq!(written(&snapshot, &plan, &about("a", "b")), expected);
}

#[test]
fn the_json_has_the_header_as_fields_and_the_same_steps() {
    let snapshot = demo();
    let plan = Plan {
        steps: vec![check_at_home("n", "move_safe", "seen", 1.5), Step::new(Action::Move, Cow::Borrowed("Safe_Pos_1"))],
    };
    let expected = format!(
        r#"{{
  "run": "01234567-89ab-4def-8123-456789abcdef",
  "snapshot": {{
    "blake3": "{}",
    "generation": 0
  }},
  "written": "2026-07-28T09:00:00Z",
  "RobotSequence": {{
    "name": "a",
    "description": "b",
    "steps": [
      {{
        "id": 1,
        "name": "Position Check",
        "action": "routine",
        "target": "position_check",
        "stabilize": 1.5,
        "action_after": "move_safe",
        "verify": "seen"
      }},
      {{
        "id": 2,
        "name": "Move to Safe_Pos_1",
        "action": "move",
        "target": "Safe_Pos_1"
      }}
    ]
  }}
}}
"#,
        snapshot.content_hash_hex()
    );
    assert_eq!(written_as_json(&snapshot, &plan, &about("a", "b")), expected);
}

#[test]
fn json_that_is_not_ours_is_refused() {
    let snapshot = demo();
    let plan = Plan { steps: vec![Step::new(Action::Move, Cow::Borrowed("Safe_Pos_1"))] };
    let ours = written_as_json(&snapshot, &plan, &about("a", "b"));
    assert_eq!(yaml::read_json(&ours).unwrap(), named(&plan));
    for (good, bad, words) in [
        ("\"run\"", "\"ran\"", "unknown field `ran`"),
        ("\"steps\"", "\"step\"", "unknown field `step`"),
        ("\"action\"", "\"act\"", "unknown field `act`"),
        ("\"id\": 1", "\"id\": 1, \"id\": 2", "step 1: `id` is given twice"),
        ("  }\n}\n", "  }\n}\n{}", "trailing characters"),
    ] {
        let error = yaml::read_json(&ours.replace(good, bad)).unwrap_err().to_string();
        assert!(error.contains(words), "{words}: {error}");
    }
}

#[test]
fn a_move_takes_nothing_with_it_that_it_has_no_use_for() {
    let snapshot = demo();
    let bare = Step::new(Action::Move, Cow::Borrowed("Safe_Pos_1"));
    let laden =
        Step { position: Some("Mars".into()), stabilize_s: Some(f64::NAN), verify: Some("x".into()), ..bare.clone() };
    let (bare, laden) = (Plan { steps: vec![bare] }, Plan { steps: vec![laden] });
    for write in [written, written_as_json] {
        assert_eq!(write(&snapshot, &laden, &about("a", "b")), write(&snapshot, &bare, &about("a", "b")));
    }
}

/// A plan that called its move into the welder's stand "Move to Home" was written so, for whoever reads the controller's file.
#[test]
fn a_step_is_called_after_what_it_does() {
    let snapshot = demo();
    let forged = Step { name: Some("Move to Home".into()), ..Step::new(Action::Move, "Safe_Pos_1".into()) };
    let text = written(&snapshot, &Plan { steps: vec![forged] }, &about("a", "b"));
    assert!(text.contains("name: \"Move to Safe_Pos_1\"") && !text.contains("Move to Home"), "{text}");
}

#[test]
fn seconds_that_no_controller_could_wait_are_not_written() {
    let snapshot = demo();
    let home = State::named(&snapshot, "Home", "none").unwrap();
    for seconds in [f64::NAN, f64::INFINITY, -1.0] {
        let plan = Plan { steps: vec![check_at_home("n", "a", "b", 1.0), check_at_home("n", "a", "b", seconds)] };
        let verified = verify(&snapshot, home, &plan).unwrap();
        for refused in [yaml::write(&verified, &about("a", "b")), yaml::write_json(&verified, &about("a", "b"))] {
            assert!(matches!(refused, Err(yaml::YamlError::Seconds { step: 2, .. })), "{seconds}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(
        name in ".*", after in any::<String>(), verify in "[\\PC\\s]{0,300}", bits in any::<u64>(), title in any::<String>(),
    ) {
        let seconds = f64::from_bits(bits).abs();
        let seconds = if seconds.is_finite() { seconds } else { 0.1 };
        let snapshot = demo();
        let plan = Plan { steps: vec![check_at_home(&name, &after, &verify, seconds)] };
        let text = written(&snapshot, &plan, &about(&title, &name));
        prop_assert!(text.chars().all(is_plain_in_yaml_1_1));
        prop_assert_eq!(yaml::read(&text).unwrap(), named(&plan));
        let json = written_as_json(&snapshot, &plan, &about(&title, &name));
        prop_assert_eq!(yaml::read_json(&json).unwrap(), named(&plan));
    }
}
