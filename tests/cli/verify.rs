//! `verify`: one plan and its verdict, and the YAML of a valid one.

use crate::harness::{Folder, Transcript, check};

const HOME: &str = "verify - --snapshot demo.cell --position Home --tool none";

const VALID: &str = r#"[
  {"action":"move","target":"Tool_Weld_Safe_Position"},
  {"action":"move","target":"Tool_Weld_Position","position":7,"tool":[]},
  {"id":77,"name":"Take \"it\" #1","action":"routine","target":"tool_attach","tool":"Welder","stabilize":1.5,"action_after":"no","verify":null},
  {"action":"move","target":"Tool_Weld_Safe_Position"}
]"#;

/// One fault of every kind that a plan of known actions can have.
const INVALID: &str = r#"[
  {"action":"move","target":"Mars"},
  {"action":"move","target":"Pos_1"},
  {"action":"routine","target":"fold"},
  {"action":"routine","target":"tack_weld","position":"Pos_1"},
  {"action":"routine","target":"tool_release"},
  {"action":"dance","target":"Home\u001b[2J"}
]"#;

#[test]
fn a_valid_plan() {
    let folder = Folder::with_snapshot();
    check!("verify_valid", folder.pipe(HOME, VALID));
    check!("verify_valid_json", folder.pipe(&format!("{HOME} --json"), VALID));
    check!("verify_timings", folder.pipe(&format!("{HOME} --timings"), VALID).err);
    folder.write("plan.json", VALID);
    assert_eq!(folder.run("verify plan.json --snapshot demo.cell --position Home --tool none").status, 0);
}

#[test]
fn an_invalid_plan_exits_with_1() {
    let folder = Folder::with_snapshot();
    check!("verify_invalid", folder.pipe(HOME, INVALID));
    check!("verify_invalid_json", folder.pipe(&format!("{HOME} --json"), INVALID));
    check!("verify_no_steps", folder.pipe(HOME, "[]"));
    check!("verify_no_steps_json", folder.pipe(&format!("{HOME} --json"), "[]"));
}

#[test]
fn unusable_input_exits_with_2() {
    let folder = Folder::with_snapshot();
    folder.write("latin.json", b"[{\"action\":\"move\",\"target\":\"P\xf6s\"}]");
    folder.write("text.cell", "not a snapshot");
    let mut transcript = Transcript::default();
    for (name, line, plan) in [
        ("not_json", HOME, "weld!"),
        ("not_a_list", HOME, "{}"),
        ("no_action", HOME, r#"[{"target":"Home"}]"#),
        ("no_target", HOME, r#"[{"action":"move"}]"#),
        ("null_target", HOME, r#"[{"action":"move","target":null}]"#),
        ("wrong_type", HOME, r#"[{"action":"move","target":"Home","name":1}]"#),
        ("unknown_field", HOME, r#"[{"action":"move","target":"Home","speed":9}]"#),
        ("given_twice", HOME, r#"[{"action":"move","target":"Home","target":"Home"}]"#),
        ("negative", HOME, r#"[{"action":"routine","target":"tack_weld","stabilize":-1}]"#),
        ("infinite", HOME, r#"[{"action":"routine","target":"tack_weld","stabilize":1e999}]"#),
        ("trailing", HOME, "[] []"),
        ("not_utf8", "verify latin.json --snapshot demo.cell --position Home --tool none", ""),
        ("no_such_plan", "verify plan.json --snapshot demo.cell --position Home --tool none", ""),
        ("no_such_position", "verify - --snapshot demo.cell --position Hom --tool none", VALID),
        ("no_such_tool", "verify - --snapshot demo.cell --position Home --tool welder", VALID),
        ("no_such_snapshot", "verify - --snapshot none.cell --position Home --tool none", VALID),
        ("foreign_snapshot", "verify - --snapshot text.cell --position Home --tool none", VALID),
        ("folder_as_snapshot", "verify - --snapshot . --position Home --tool none", VALID),
    ] {
        let run = folder.pipe(line, plan);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{name}: {run}");
        transcript.add(name, &run);
    }
    check!("verify_unusable", transcript);
}

#[test]
fn a_damaged_snapshot_is_refused() {
    let folder = Folder::with_snapshot();
    let whole = folder.read("demo.cell");
    let mut transcript = Transcript::default();
    for (name, bytes) in [
        ("bit", whole.iter().enumerate().map(|(at, &byte)| if at == 999 { byte ^ 1 } else { byte }).collect()),
        ("cut", whole[..whole.len() - 1].to_vec()),
        ("long", [&whole[..], b"x"].concat()),
        ("newer", [&whole[..8], &[2, 0, 0, 0], &whole[12..]].concat()),
        ("empty", Vec::new()),
    ] {
        folder.write("damaged.cell", &bytes);
        let run = folder.pipe("verify - --snapshot damaged.cell --position Home --tool none", VALID);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{name}: {run}");
        transcript.add(name, &run);
    }
    check!("verify_damaged", transcript);
}

#[test]
fn a_valid_plan_goes_to_yaml_and_back() {
    let folder = Folder::with_snapshot();
    let line = format!("{HOME} --yaml actions.yaml --run-id 01234567-89ab-4def-8123-456789abcdef --json");
    check!("verify_yaml", folder.pipe(&line, VALID));
    check!("actions_yaml", String::from_utf8(folder.read("actions.yaml")).unwrap());
    let again = folder.run("verify actions.yaml --snapshot demo.cell --position Home --tool none --json");
    assert_eq!(again.status, 0, "{again}");
    let elsewhere = folder.run("verify actions.yaml --snapshot demo.cell --position Pos_1 --tool none");
    assert_eq!(elsewhere.status, 1, "{elsewhere}");
    let words = ["--title", "Weld: \"now\"\n# not a comment", "--description", "no"];
    let line: Vec<&str> = HOME.split(' ').chain(["--yaml", "actions.yaml"]).chain(words).collect();
    assert_eq!(folder.run_with(&line, VALID).status, 0);
    check!("actions_yaml_titled", String::from_utf8(folder.read("actions.yaml")).unwrap());
    let again = folder.run("verify actions.yaml --snapshot demo.cell --position Home --tool none --json");
    assert_eq!(again.status, 0, "{again}");
}

#[test]
fn an_invalid_plan_does_not_go_to_yaml() {
    let folder = Folder::with_snapshot();
    let before = folder.names();
    check!("verify_yaml_invalid", folder.pipe(&format!("{HOME} --yaml actions.yaml --json"), INVALID));
    assert_eq!(folder.names(), before);
    folder.write("actions.yaml", "yesterday's");
    assert_eq!(folder.pipe(&format!("{HOME} --yaml actions.yaml"), "[]").status, 1);
    assert_eq!(folder.read("actions.yaml"), b"yesterday's");
}

#[test]
fn yaml_that_cannot_be_written_exits_with_3() {
    let folder = Folder::with_snapshot();
    std::fs::create_dir(folder.path("folder")).unwrap();
    let mut transcript = Transcript::default();
    for (name, path) in [("no_folder", "nowhere/actions.yaml"), ("folder", "folder")] {
        let run = folder.pipe(&format!("{HOME} --yaml {path}"), VALID);
        assert_eq!(run.status, 3, "{name}: {run}");
        transcript.add(name, &run);
    }
    check!("verify_yaml_unwritable", transcript);
}

#[test]
fn yaml_that_is_not_ours_exits_with_2() {
    let folder = Folder::with_snapshot();
    let mut transcript = Transcript::default();
    for (name, yaml) in [
        ("no_sequence", "name: a\ndescription: b\nsteps: []\n"),
        ("no_steps", "RobotSequence:\n  name: a\n  description: b\n"),
        ("more_keys", "RobotSequence:\n  name: a\n  description: b\n  steps: []\n  speed: 9\n"),
        ("more_documents", "RobotSequence:\n  name: a\n  description: b\n  steps: []\n---\n"),
        ("number_as_text", "RobotSequence:\n  name: 1\n  description: b\n  steps: []\n"),
        (
            "truth_as_text",
            "RobotSequence:\n  name: a\n  description: b\n  steps:\n    - action: move\n      target: no\n",
        ),
        (
            "anchor",
            "RobotSequence:\n  name: a\n  description: b\n  steps:\n    - &a {action: move, target: Home}\n    - *a\n",
        ),
        ("merge", "RobotSequence:\n  <<: {name: a}\n  description: b\n  steps: []\n"),
        (
            "unknown_field",
            "RobotSequence:\n  name: a\n  description: b\n  steps:\n    - {action: move, target: Home, x: 1}\n",
        ),
        (
            "infinite",
            "RobotSequence:\n  name: a\n  description: b\n  steps:\n    - {action: routine, target: r, stabilize: .inf}\n",
        ),
        ("empty", ""),
    ] {
        folder.write("actions.yml", yaml);
        let run = folder.run("verify actions.yml --snapshot demo.cell --position Home --tool none");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{name}: {run}");
        transcript.add(name, &run);
    }
    check!("verify_yaml_unusable", transcript);
}
