//! Documents that cannot be judged: what is wrong, and where.

use cellgraph::checkpoint::{decomposition, report, synthesis};
use serde_json::{Value, json};

use crate::two_steps;

#[track_caller]
fn refused(text: &str, reader: &str, expected: &str) {
    let error = match reader {
        "decomposition" => decomposition::read(text).map(|_| ()).unwrap_err(),
        "report" => report::read(text).map(|_| ()).unwrap_err(),
        _ => synthesis::read(text).map(|_| ()).unwrap_err(),
    };
    assert!(error.to_string().contains(expected), "{error}");
}

#[track_caller]
fn refused_with(change: &Value, expected: &str) {
    refused(&two_steps(change).to_string(), "decomposition", expected);
}

#[test]
fn unknown_fields_are_refused_by_name() {
    refused_with(&json!({"speed": 9}), "unknown field `speed`");
    refused_with(&json!({"scores": {"completness": 1}}), "unknown field `completness`");
    let subgoal = json!({"id": "a", "description": "A", "agent": "x", "needs": []});
    refused_with(&json!({"decomposition": {"goal": "g", "subgoals": [subgoal]}}), "unknown field `needs`");
    refused_with(&json!({"agents": [{"name": "x", "skills": []}]}), "unknown field `skills`");
    refused_with(&json!({"previous": {"verdict": "RETRY"}, "retry_count": 1}), "unknown field `verdict`");
    let step = r#"{"subgoal":{"id":"s","description":"d"},"output":{"summry":""}}"#;
    refused(step, "report", "unknown field `summry`");
    let claim = r#"{"query":"q","evidence":[],"claims":[{"id":"c","text":"t","source":[]}]}"#;
    refused(claim, "synthesis", "unknown field `source`");
}

#[test]
fn scores_out_of_range_are_refused() {
    for wrong in [json!(1.01), json!(-0.1), json!(2), json!("0.5"), json!(true)] {
        refused_with(&json!({"scores": {"completeness": wrong}}), "a score is a number from 0 to 1");
    }
    refused_with(&json!({"retry_count": -1}), "there is -1, and it must be a whole number, 0 or more");
    refused_with(&json!({"complexity": "HARD"}), "`HARD` stands there, and it must be one of SIMPLE");
}

#[test]
fn what_stands_beside_the_decomposition_must_be_sound() {
    refused_with(&json!({"query": " "}), "`query` is empty");
    refused_with(&json!({"agents": [{"name": "x"}, {"name": "x"}]}), "`agents` has 'x' twice");
    refused_with(
        &json!({"agents": [{"name": "x", "fallback": "y"}]}),
        "`fallback` names 'y', which `agents` does not have",
    );
    refused_with(&json!({"context": ["a", "a"]}), "`context` has 'a' twice");
    refused_with(&json!({"aspects": ["a", "a"]}), "`aspects` has 'a' twice");
    refused_with(&json!({"aspects": []}), "`aspects` is empty");
    refused_with(&json!({"previous": {}}), "`previous` is given, and `retry_count` is 0");
    let mut document = two_steps(&json!({}));
    document.as_object_mut().unwrap().remove("query");
    refused(&document.to_string(), "decomposition", "the object that ends there lacks `query`");
}

#[test]
fn what_stands_beside_a_report_or_an_answer_must_be_sound() {
    refused(r#"{"subgoal":{"id":"s","description":""}}"#, "report", "`subgoal.description` is empty");
    let others = r#"{"subgoal":{"id":"s","description":"d"},"other_agents":["x","x"]}"#;
    refused(others, "report", "`other_agents` has 'x' twice");
    let claim = json!({"id": "c", "text": "t", "contradicts": ["z"]});
    let document =
        |claims: Value, evidence: Value| json!({"query": "q", "claims": claims, "evidence": evidence}).to_string();
    refused(&document(json!([claim]), json!([])), "synthesis", "`contradicts` names 'z', which `claims` does not have");
    let twice = json!([{"id": "c", "text": "t"}, {"id": "c", "text": "u"}]);
    refused(&document(twice, json!([])), "synthesis", "`claims` has 'c' twice");
    let known = json!({"kind": "graph", "id": "Home", "content": 1});
    refused(&document(json!([]), json!([known, known])), "synthesis", "`evidence` has 'Home' twice");
    // One id of two kinds is two sources.
    let other = json!({"kind": "state", "id": "Home", "content": 1});
    assert!(synthesis::read(&document(json!([]), json!([known, other]))).is_ok());
}

#[test]
fn sizes_are_bounded() {
    let subgoals = |count: usize| {
        let all: Vec<Value> =
            (0..count).map(|n| json!({"id": n.to_string(), "description": "d", "agent": "x"})).collect();
        two_steps(&json!({"decomposition": {"goal": "g", "subgoals": all}})).to_string()
    };
    assert!(decomposition::read(&subgoals(1_000)).is_ok());
    refused(&subgoals(1_001), "decomposition", "`subgoals` has more than 1000 entries");
    let long = " ".repeat(1024 * 1024 + 1);
    for reader in ["decomposition", "report", "synthesis"] {
        refused(&long, reader, "longer than 1048576 bytes");
        refused("[", reader, "ends in the middle of the JSON");
        refused("[]", reader, "line 1, column");
        refused(&"[".repeat(100_000), reader, "line 1, column");
    }
    let claims: Vec<Value> = (0..1_001).map(|n| json!({"id": n.to_string(), "text": "t"})).collect();
    let document = json!({"query": "q", "claims": claims, "evidence": []}).to_string();
    refused(&document, "synthesis", "`claims` has more than 1000 entries");
    let cited = |count: usize| {
        let sources = vec![json!({"kind": "graph", "id": "Home"}); count];
        json!({"query": "q", "claims": [{"id": "c", "text": "t", "sources": sources}], "evidence": []}).to_string()
    };
    assert!(synthesis::read(&cited(32)).is_ok());
    refused(&cited(33), "synthesis", "claim 'c' has more than 32 sources");
}
