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

/// The routability section's own example: two agents that do not exist, and nobody else: 0.4 or less.
#[test]
fn agents_that_do_not_exist() {
    let subgoals =
        [subgoal("a", "Deploy to production", "deployment-agent"), subgoal("b", "Design UX mockups", "ui-designer")];
    let mut document = raft(&subgoals, [1.0, 1.0, 1.0, 1.0], 0);
    document["agents"] = json!([{"name": "code-analyzer", "capabilities": ["read", "analyze", "refactor"]}]);
    let report = judged(&document);
    assert_eq!(scored(&report.outcome, "routability"), Some(49));
    assert_eq!(report.outcome.verdict, Retry);
}

/// The completeness section's own example: with and without analysis, tests and documentation.
#[test]
fn an_incomplete_decomposition() {
    let aspects = ["requirements", "oauth2", "rate limiting", "tests"];
    let covering = |covered: &[&str]| {
        let subgoals: Vec<Value> = covered
            .iter()
            .map(
                |aspect| json!({"id": aspect, "description": aspect, "agent": "generic-executor", "aspects": [aspect]}),
            )
            .collect();
        let mut document = raft(&subgoals, [1.0, 1.0, 1.0, 1.0], 0);
        document["aspects"] = json!(aspects);
        scored(&judged(&document).outcome, "completeness")
    };
    assert_eq!(covering(&aspects), Some(100));
    assert_eq!(covering(&["oauth2", "rate limiting"]), Some(50));
}
