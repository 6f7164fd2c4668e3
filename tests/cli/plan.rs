//! `plan`: intents in, plans out.

use crate::harness::{Folder, Transcript, check};

const WELD: &str = r#"{"goal":"sequence","steps":[{"action":"routine","routine":"tack_weld","position":"Pos_1"},
                       {"action":"routine","routine":"tack_weld","position":"Pos_2"}]}"#;

#[test]
fn a_plan_is_json_for_everybody() {
    let folder = Folder::with_snapshot();
    check!("plan_weld", folder.pipe("plan - --snapshot demo.cell --position Home --tool none", WELD));
    let run = folder.pipe("plan - --snapshot demo.cell --position Home --tool none --json", WELD);
    let _: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    check!("plan_weld_json", run);
    folder.write("intent.json", WELD);
    let from_file = folder.run("plan intent.json --snapshot demo.cell --position Home --tool none --json");
    assert_eq!(from_file.status, 0);
}

#[test]
fn what_is_planned_verifies() {
    let folder = Folder::with_snapshot();
    for (intent, tool) in [
        (WELD, "Camera"),
        (r#"{"goal":"move","position":"Pos_4"}"#, "none"),
        (r#"{"goal":"execute_routine","routine":"camera_inspection","position":"Pos_4"}"#, "Welder"),
        (r#"{"goal":"attach_tool","tool":"Camera"}"#, "Welder"),
        (r#"{"goal":"release_tool"}"#, "Welder"),
        (r#"{"goal":"release_tool_and_home"}"#, "Camera"),
    ] {
        let run = folder.pipe(&format!("plan - --snapshot demo.cell --position Safe_Pos_1 --tool {tool}"), intent);
        assert_eq!(run.status, 0, "{intent}: {run}");
        let verified =
            folder.pipe(&format!("verify - --snapshot demo.cell --position Safe_Pos_1 --tool {tool}"), &run.out);
        assert_eq!(verified.status, 0, "{intent}: {verified}");
    }
}

#[test]
fn nothing_to_do_is_said_aside() {
    let run = Folder::with_snapshot()
        .pipe("plan - --snapshot demo.cell --position Home --tool none", r#"{"goal":"move","position":"Home"}"#);
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "[]\n", "nothing to do\n"));
}

#[test]
fn what_cannot_be_planned_exits_with_1() {
    let folder = Folder::with_snapshot();
    let mut transcript = Transcript::default();
    for (name, intent) in [
        ("unknown", r#"{"goal":"unknown"}"#),
        ("unknown_names", r#"{"goal":"execute_routine","routine":"fold","position":"Mars"}"#),
        ("unsupported", r#"{"goal":"execute_routine","routine":"tack_weld","position":"Home"}"#),
        ("no_tool", r#"{"goal":"release_tool"}"#),
        ("system_routine", r#"{"goal":"execute_routine","routine":"tool_attach","position":"Home"}"#),
        (
            "second_goal",
            r#"{"goal":"sequence","steps":[{"action":"attach_tool","tool":"Welder"},{"action":"move","position":"Pos_4"}]}"#,
        ),
    ] {
        let run = folder.pipe("plan - --snapshot demo.cell --position Home --tool none", intent);
        assert_eq!((run.status, run.err.as_str()), (1, ""), "{name}");
        transcript.add(name, &run);
    }
    check!("plan_refused", transcript);
}

#[test]
fn unusable_input_exits_with_2() {
    let folder = Folder::with_snapshot();
    let mut transcript = Transcript::default();
    for (name, line, intent) in [
        ("not_json", "plan - --snapshot demo.cell --position Home --tool none", "weld!"),
        ("no_goal", "plan - --snapshot demo.cell --position Home --tool none", r#"{"goal":"dance"}"#),
        (
            "missing_field",
            "plan - --snapshot demo.cell --position Home --tool none",
            r#"{"goal":"execute_routine","routine":"tack_weld"}"#,
        ),
        (
            "unknown_field",
            "plan - --snapshot demo.cell --position Home --tool none",
            r#"{"goal":"release_tool","tool":"Welder"}"#,
        ),
        ("empty", "plan - --snapshot demo.cell --position Home --tool none", ""),
        ("no_such_file", "plan intent.json --snapshot demo.cell --position Home --tool none", ""),
        ("no_such_position", "plan - --snapshot demo.cell --position home --tool none", WELD),
        ("no_such_tool", "plan - --snapshot demo.cell --position Home --tool None", WELD),
        ("no_such_snapshot", "plan - --snapshot dem.cell --position Home --tool none", WELD),
    ] {
        let run = folder.pipe(line, intent);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{name}: {run}");
        transcript.add(name, &run);
    }
    check!("plan_unusable", transcript);
}
