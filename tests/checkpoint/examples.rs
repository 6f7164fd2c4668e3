//! The reference document's examples, with its decompositions and the scores that it prints for each criterion. Where its
//! totals differ from its weights, the weights win.

use cellgraph::checkpoint::Verdict::{Fail, Pass, Retry};
use serde_json::{Value, json};

use crate::{check, codes, judged, scored};

fn subgoal(id: &str, description: &str, agent: &str) -> Value {
    json!({"id": id, "description": description, "agent": agent})
}

fn scores(four: [f64; 4]) -> Value {
    json!({"completeness": four[0], "consistency": four[1], "groundedness": four[2], "routability": four[3]})
}

/// Printed: 0.94 PASS.
#[test]
fn example_1_passes_at_the_first_attempt() {
    let report = judged(&json!({
        "query": "What does the calculate_total function do?",
        "decomposition": {
            "goal": "Explain calculate_total function",
            "subgoals": [
                subgoal("sg1", "Find calculate_total function definition", "code-analyzer"),
                subgoal("sg2", "Analyze function logic and parameters", "code-analyzer"),
                subgoal("sg3", "Explain function purpose and usage", "llm-executor"),
            ],
            "execution_order": [{"phase": "sequential", "subgoals": ["sg1", "sg2", "sg3"]}],
        },
        "agents": [{"name": "code-analyzer", "capabilities": ["read", "analyze"]}, {"name": "llm-executor"}],
        "complexity": "MEDIUM",
        "scores": scores([0.95, 1.0, 0.9, 1.0]),
    }));
    check(&report.outcome, Pass, "0.96");
    assert_eq!(codes(&report.outcome), [""; 0]);
    assert!(report.outcome.feedback.is_none() && report.outcome.error.is_none());
}

/// The registry of example 2: there is no database-agent.
fn registry() -> Value {
    json!([
        {"name": "generic-executor", "capabilities": ["all"]},
        {"name": "api-developer"},
        {"name": "email-service", "fallback": "api-developer"},
        {"name": "test-runner"},
    ])
}

fn registration(subgoals: &[Value], order: &Value, four: [f64; 4], retry_count: u32) -> Value {
    json!({
        "query": "Implement user registration with email verification",
        "decomposition": {"goal": "Implement user registration", "subgoals": subgoals, "execution_order": order},
        "agents": registry(),
        "scores": scores(four),
        "issues": ["The verification of the address is missing", "Nothing tests it"],
        "suggestions": ["Add a subgoal that sends the verification mail", "Add a subgoal with tests"],
        "retry_count": retry_count,
    })
}

/// Printed: 0.65 RETRY.
#[test]
fn example_2_is_retried_with_feedback() {
    let subgoals = [
        subgoal("sg1", "Create user table", "database-agent"),
        subgoal("sg2", "Write registration endpoint", "api-developer"),
    ];
    let order = json!([{"phase": "sequential", "subgoals": ["sg1", "sg2"]}]);
    let report = judged(&registration(&subgoals, &order, [0.5, 0.9, 0.8, 0.7], 0));
    check(&report.outcome, Retry, "0.68");
    assert_eq!(codes(&report.outcome), ["unknown_agent"]);
    assert_eq!(scored(&report.outcome, "routability"), Some(70));
    let feedback = report.outcome.feedback.unwrap();
    for part in [
        "completeness 0.50",
        "agent 'database-agent' is not in the registry",
        "Give 'sg1' to 'generic-executor'",
        "- The verification of the address is missing",
        "- Nothing tests it",
        "- Add a subgoal that sends the verification mail",
        "- Add a subgoal with tests",
    ] {
        assert!(feedback.contains(part), "{part}\n{feedback}");
    }
}

/// Printed: 0.89 PASS.
#[test]
fn example_2_passes_at_the_second_attempt() {
    let subgoals = [
        subgoal("sg1", "Design user table schema with email_verified field", "generic-executor"),
        subgoal("sg2", "Implement registration endpoint with input validation", "api-developer"),
        subgoal("sg3", "Generate and store email verification tokens", "api-developer"),
        subgoal("sg4", "Send verification email", "email-service"),
        subgoal("sg5", "Implement email verification endpoint", "api-developer"),
        subgoal("sg6", "Write integration tests for registration flow", "test-runner"),
    ];
    let order = json!([
        {"phase": "sequential", "subgoals": ["sg1", "sg2", "sg3"]},
        {"phase": "parallel", "subgoals": ["sg4", "sg5"]},
        {"phase": "sequential", "subgoals": ["sg6"]},
    ]);
    let report = judged(&registration(&subgoals, &order, [0.9, 0.95, 0.85, 0.9], 1));
    check(&report.outcome, Pass, "0.90");
    assert_eq!(codes(&report.outcome), [""; 0]);
}

fn raft(subgoals: &[Value], four: [f64; 4], retry_count: u32) -> Value {
    json!({
        "query": "Build a distributed consensus algorithm using Raft",
        "decomposition": {"goal": "Build Raft consensus algorithm", "subgoals": subgoals},
        "agents": [{"name": "generic-executor", "capabilities": ["all"]}],
        "complexity": "COMPLEX",
        "scores": scores(four),
        "retry_count": retry_count,
    })
}

fn three() -> [Value; 3] {
    [
        subgoal("sg1", "Implement leader election", "generic-executor"),
        subgoal("sg2", "Implement log replication", "generic-executor"),
        subgoal("sg3", "Implement safety checks", "generic-executor"),
    ]
}

/// Printed: 0.35 RETRY. The rule says FAIL below 0.50, and the rule wins.
#[test]
fn example_3_fails_below_one_half() {
    let one = [subgoal("sg1", "Implement Raft protocol", "generic-executor")];
    let report = judged(&raft(&one, [0.2, 0.8, 0.3, 0.5], 0));
    check(&report.outcome, Fail, "0.40");
    assert!(report.outcome.completed);
    assert_eq!(report.outcome.error.unwrap().error, "Decomposition verification failed");
}

/// Printed: 0.52 RETRY at "retry_count=2". With two retries gone it is FAIL.
#[test]
fn example_3_at_the_second_attempt() {
    for (retry_count, verdict) in [(0, Retry), (1, Retry), (2, Fail)] {
        check(&judged(&raft(&three(), [0.4, 0.9, 0.4, 0.6], retry_count)).outcome, verdict, "0.54");
    }
}

/// Printed: 0.58 FAIL, with the error.
#[test]
fn after_two_retries_it_is_a_failure() {
    let mut document = raft(&three(), [0.5, 0.9, 0.4, 0.6], 2);
    document["issues"] = json!(["Too much for one query"]);
    document["suggestions"] = json!(["Begin with the election of a leader"]);
    let report = judged(&document);
    check(&report.outcome, Fail, "0.58");
    assert!(report.outcome.feedback.is_none());
    let error = serde_json::to_value(report.outcome.error).unwrap();
    assert_eq!(
        error,
        json!({
            "error": "Unable to decompose the query into parts that can be carried out after 2 retries",
            "verdict": "FAIL",
            "overall_score": 0.58,
            "scores": {"completeness": 0.5, "consistency": 0.9, "groundedness": 0.4, "routability": 0.6},
            "issues": [
                "Too much for one query",
                "completeness 0.50: key parts are missing",
                "groundedness 0.40: the context is ignored",
                "routability 0.60: some agents are missing",
            ],
            "suggestions": ["Begin with the election of a leader"],
        })
    );
}

/// The error response of the verdict rules: 0.3, 0.6, 0.4, 0.5 come to 0.42.
#[test]
fn a_failure_has_the_error_object() {
    let report = judged(&raft(&three(), [0.3, 0.6, 0.4, 0.5], 0));
    check(&report.outcome, Fail, "0.42");
    let error = serde_json::to_value(report.outcome.error).unwrap();
    let keys: Vec<&String> = error.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["error", "verdict", "overall_score", "scores", "issues", "suggestions"]);
    assert_eq!(error["overall_score"], json!(0.42));
    assert_eq!(error["scores"]["completeness"], json!(0.3));
    assert!(!error["issues"].as_array().unwrap().is_empty());
    // Nobody suggested anything: the user is still told what to do.
    assert_eq!(error["suggestions"].as_array().unwrap().len(), 3);
}

/// What a criterion of a decomposition comes to: by a judge that gives it this score and the others 1.00, and without a word of
/// a judge on it.
fn by_judge_and_by_code(document: &Value, criterion: &str, judge: f64) -> (Option<u8>, Option<u8>) {
    let with = |score: Value| {
        let mut document = document.clone();
        document["scores"][criterion] = score;
        scored(&judged(&document).outcome, criterion)
    };
    (with(json!(judge)), with(Value::Null))
}

/// The routability section's own registry and example: 1.0, and 0.4 where neither agent exists, though a generic one does.
#[test]
fn agents_that_exist_and_agents_that_do_not() {
    let routed = |subgoals: &[Value]| {
        let mut document = raft(subgoals, [1.0, 1.0, 1.0, 1.0], 0);
        document["agents"] = json!([
            {"name": "code-analyzer", "capabilities": ["read", "analyze", "refactor"]},
            {"name": "test-runner", "capabilities": ["pytest", "coverage"]},
            {"name": "generic-executor", "capabilities": ["all"]},
        ]);
        document
    };
    let mut there = [
        subgoal("a", "Analyze auth.py structure", "code-analyzer"),
        subgoal("b", "Run authentication tests", "test-runner"),
    ];
    there[0]["requires"] = json!(["analyze"]);
    there[1]["requires"] = json!(["pytest"]);
    let routable = routed(&there);
    assert_eq!(by_judge_and_by_code(&routable, "routability", 1.0), (Some(100), Some(100)));
    let gone =
        [subgoal("a", "Deploy to production", "deployment-agent"), subgoal("b", "Design UX mockups", "ui-designer")];
    let not_routable = routed(&gone);
    assert_eq!(
        by_judge_and_by_code(&not_routable, "routability", 0.4),
        (Some(40), Some(49)),
        "below 0.50 by code alone"
    );
    let report = judged(&not_routable);
    assert_eq!(codes(&report.outcome), ["unknown_agent", "unknown_agent"]);
    // Without the generic agent there is nobody: it does not pass at any score.
    let mut nobody = not_routable;
    nobody["agents"].as_array_mut().unwrap().pop();
    assert_eq!(judged(&nobody).outcome.verdict, Retry);
}

/// The completeness section's own example: six parts, and the two that are left without analysis, tests and documentation.
#[test]
fn a_complete_and_an_incomplete_decomposition() {
    let parts = [
        ("Analyze OAuth2 flow requirements", "requirements"),
        ("Design database schema for users/tokens", "schema"),
        ("Implement OAuth2 endpoints", "oauth2"),
        ("Add rate limiting middleware", "rate limiting"),
        ("Write integration tests", "tests"),
        ("Document API", "documentation"),
    ];
    let covering = |parts: &[(&str, &str)]| {
        let part = |(at, (description, aspect)): (usize, &(&str, &str))| {
            let mut part = subgoal(&format!("sg{at}"), description, "generic-executor");
            part["aspects"] = json!([aspect]);
            part
        };
        raft(&parts.iter().enumerate().map(part).collect::<Vec<_>>(), [1.0, 1.0, 1.0, 1.0], 0)
    };
    let counted = |mut document: Value| {
        document["aspects"] = json!(parts.map(|(_, aspect)| aspect));
        document
    };
    assert_eq!(by_judge_and_by_code(&counted(covering(&parts)), "completeness", 1.0), (Some(100), Some(100)));
    // The judge's 0.5 stands where nobody lists the aspects; two of the six are 0.33 where somebody does.
    let two = covering(&parts[2..4]);
    assert_eq!(by_judge_and_by_code(&two, "completeness", 0.5), (Some(50), None));
    assert_eq!(by_judge_and_by_code(&counted(two), "completeness", 0.5), (Some(33), Some(33)));
}

/// The consistency section's own example: 0.4 for stateless beside stateful, 1.0 for tokens and their validation.
#[test]
fn a_consistent_and_an_inconsistent_decomposition() {
    let two = |one: &str, other: &str, conflicts: bool| {
        let mut subgoals = [subgoal("1", one, "generic-executor"), subgoal("2", other, "generic-executor")];
        if conflicts {
            subgoals[1]["contradicts"] = json!(["1"]);
        }
        raft(&subgoals, [1.0, 1.0, 1.0, 1.0], 0)
    };
    let stateless = "Design REST API with stateless authentication";
    let conflicting = two(stateless, "Implement session management with cookies", true);
    assert_eq!(by_judge_and_by_code(&conflicting, "consistency", 0.4), (Some(40), Some(49)));
    assert_eq!(codes(&judged(&conflicting).outcome), ["contradiction"]);
    let aligned = two("Design REST API with JWT tokens", "Implement JWT validation middleware", false);
    assert_eq!(by_judge_and_by_code(&aligned, "consistency", 1.0), (Some(100), Some(100)));
}

/// The groundedness section's own example: 1.0 on what was found, 0.3 past it.
#[test]
fn a_grounded_and_an_ungrounded_decomposition() {
    let grounded = |subgoals: [(&str, &str); 2]| {
        let subgoals = subgoals.map(|(description, reference)| {
            let mut part = subgoal(description, description, "generic-executor");
            part["references"] = json!([reference]);
            part
        });
        let mut document = raft(&subgoals, [1.0, 1.0, 1.0, 1.0], 0);
        document["context"] = json!(["auth.py", "previous OAuth2 implementation", "library Y"]);
        document
    };
    let on_context = grounded([
        ("Extend existing JWT validation in auth.py for OAuth2", "auth.py"),
        ("Follow OAuth2 pattern from previous implementation", "previous OAuth2 implementation"),
    ]);
    assert_eq!(by_judge_and_by_code(&on_context, "groundedness", 1.0), (Some(100), Some(100)));
    let past_it = grounded([
        ("Create new authentication system from scratch", "a new authentication system"),
        ("Use library X", "library X"),
    ]);
    assert_eq!(by_judge_and_by_code(&past_it, "groundedness", 0.3), (Some(0), Some(0)), "none of it exists");
    assert_eq!(codes(&judged(&past_it).outcome), ["no_such_context", "no_such_context"]);
}
