//! `checkpoint`: a decomposition, a report and an answer, judged.

use crate::harness::{Folder, Transcript, check};

/// The reference document's second example, at its first attempt.
const RETRY: &str = r#"{
  "query": "Implement user registration with email verification",
  "decomposition": {
    "goal": "Implement user registration",
    "subgoals": [
      {"id": "sg1", "description": "Create user table", "agent": "database-agent"},
      {"id": "sg2", "description": "Write registration endpoint", "agent": "api-developer"}
    ],
    "execution_order": [{"phase": "sequential", "subgoals": ["sg1", "sg2"]}]
  },
  "agents": [{"name": "api-developer"}, {"name": "generic-executor", "capabilities": ["all"]}],
  "scores": {"completeness": 0.5, "consistency": 0.9, "groundedness": 0.8, "routability": 0.7},
  "reasons": {"completeness": "no mail is sent, nothing is tested"},
  "suggestions": ["Add a subgoal that sends the verification mail"]
}"#;

const REPORT: &str = r#"{
  "subgoal": {"id": "2", "description": "Run tack_weld at Pos_1", "agent": "controller"},
  "output": {
    "summary": "The controller ran tack_weld at Pos_1.",
    "data": {"position": "Pos_1"}, "confidence": 0.9, "tools_used": ["Welder"], "metadata": {}
  }
}"#;

const ANSWER: &str = r#"{
  "query": "Where is the robot, and what does it hold?",
  "claims": [
    {"id": "c1", "text": "The robot is at Home.", "sources": [{"kind": "state", "id": "robot"}]},
    {"id": "c2", "text": "The robot holds no tool.", "sources": [{"kind": "state", "id": "robot"}]},
    {"id": "c3", "text": "The robot has been at Home for 3 hours.", "sources": [{"kind": "state", "id": "robot"}]},
    {"id": "c4", "text": "Pos_1 is a work position.", "sources": [{"kind": "graph", "id": "Pos_1"}]}
  ],
  "evidence": [
    {"kind": "state", "id": "robot", "content": {"position": "Home", "tool": "none"}},
    {"kind": "graph", "id": "Pos_1", "content": {"role": "work"}}
  ],
  "limitations": ["nobody has confirmed the position today"]
}"#;

#[test]
fn a_decomposition_is_retried_and_fails() {
    let folder = Folder::new();
    folder.write("retry.json", RETRY);
    check!("checkpoint_decomposition_retry", folder.run("checkpoint decomposition retry.json"));
    check!("checkpoint_decomposition_retry_json", folder.run("checkpoint decomposition retry.json --json"));
    let third = RETRY.replacen("\"query\"", "\"retry_count\": 2, \"query\"", 1);
    check!("checkpoint_decomposition_fail", folder.pipe("checkpoint decomposition -", third));
}

#[test]
fn a_decomposition_passes_with_0() {
    let good = RETRY.replace("\"completeness\": 0.5", "\"completeness\": 0.55");
    let run = Folder::new().pipe("checkpoint decomposition -", good);
    assert_eq!(run.status, 0, "{run}");
    assert!(run.out.starts_with("PASS 0.70: decomposition, MEDIUM, self-verification, retry 0 of 2\n"), "{run}");
    let just_below = RETRY.replace("\"completeness\": 0.5", "\"completeness\": 0.54999");
    let run = Folder::new().pipe("checkpoint decomposition -", just_below);
    assert_eq!(run.status, 1, "{run}");
    assert!(run.out.starts_with("RETRY 0.69: "), "{run}");
}

#[test]
fn what_lacks_a_score_is_not_completed() {
    let without = RETRY.replace("\"groundedness\": 0.8, ", "");
    check!("checkpoint_decomposition_incomplete", Folder::new().pipe("checkpoint decomposition -", without));
}

#[test]
fn a_report_is_used_retried_or_ends_the_run() {
    let folder = Folder::new();
    let mut transcript = Transcript::default();
    let doubtful = REPORT.replace("0.9", "0.6");
    for (name, document, status) in [
        ("pass", REPORT.to_owned(), 0),
        ("retry", doubtful.clone(), 1),
        ("other agent", doubtful.replacen('{', "{\"other_agents\": [\"camera\"],", 1), 1),
        ("other position", REPORT.replacen("tack_weld at Pos_1.", "tack_weld at Pos_2.", 1), 1),
        ("partial success", REPORT.replace("0.9", "0.4"), 1),
        ("critical", REPORT.replace("0.9", "0.4").replacen("\"id\"", "\"critical\": true, \"id\"", 1), 1),
        ("no confidence", REPORT.replace("\"confidence\": 0.9, ", ""), 1),
    ] {
        let run = folder.pipe("checkpoint report -", document);
        assert_eq!(run.status, status, "{name}: {run}");
        transcript.add(name, &run);
    }
    check!("checkpoint_report", transcript);
    check!("checkpoint_report_json", folder.pipe("checkpoint report - --json", doubtful));
}

#[test]
fn an_answer_says_what_can_be_traced() {
    let folder = Folder::new();
    let mut transcript = Transcript::default();
    let untraced = ANSWER.replace("\"id\": \"robot\"}", "\"id\": \"cat\"}");
    for (name, document, status) in [
        ("pass", ANSWER.to_owned(), 0),
        ("retry", untraced.clone(), 1),
        ("bare facts", untraced.replacen('{', "{\"retry_count\": 2,", 1), 1),
        ("nothing", r#"{"query": "Where is the robot?", "evidence": []}"#.to_owned(), 1),
    ] {
        let run = folder.pipe("checkpoint synthesis -", document);
        assert_eq!(run.status, status, "{name}: {run}");
        transcript.add(name, &run);
    }
    check!("checkpoint_synthesis", transcript);
    check!("checkpoint_synthesis_json", folder.pipe("checkpoint synthesis - --json", ANSWER));
}

#[test]
fn unusable_documents_exit_with_2() {
    let folder = Folder::new();
    let mut transcript = Transcript::default();
    for (name, line, document) in [
        ("not_json", "checkpoint decomposition -", "weld!".to_owned()),
        ("unknown_field", "checkpoint decomposition -", RETRY.replacen("\"query\"", "\"speed\": 9, \"query\"", 1)),
        ("score_too_high", "checkpoint decomposition -", RETRY.replace("0.5,", "50,")),
        ("agent_twice", "checkpoint decomposition -", RETRY.replace("generic-executor", "api-developer")),
        ("unknown_field_of_a_report", "checkpoint report -", REPORT.replace("\"data\"", "\"date\"")),
        ("no_evidence", "checkpoint synthesis -", r#"{"query": "Where?"}"#.to_owned()),
        (
            "control_character",
            "checkpoint decomposition -",
            RETRY.replace("\"generic-executor\"", "\"x\", \"fallback\": \"\\u001b[2J\""),
        ),
        ("no_such_file", "checkpoint synthesis answer.json", String::new()),
    ] {
        let run = folder.pipe(line, document);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{name}: {run}");
        transcript.add(name, &run);
    }
    check!("checkpoint_unusable", transcript);
}

#[test]
fn names_cannot_move_the_cursor() {
    let hostile =
        RETRY.replace("database-agent", "\\u001b[2Jagent\\u202e").replace("no mail is sent", "\\u001b[31mno mail");
    for line in ["checkpoint decomposition -", "checkpoint decomposition - --json"] {
        let run = Folder::new().pipe(line, &hostile);
        assert_eq!(run.status, 1, "{run}");
        let text = run.out.replace('\n', "");
        assert!(!text.contains(char::is_control), "{text:?}");
        assert!(line.ends_with("--json") || !text.contains('\u{202e}'), "{text:?}");
    }
}
