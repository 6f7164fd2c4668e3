//! What the next attempt is told.

use cellgraph::checkpoint::{Verdict, feedback::inject};
use serde_json::{Value, json};

use crate::{decomposed, judged, two_steps};

fn low(retry_count: u32) -> Value {
    let scores = json!({"completeness": 0.5, "consistency": 0.9, "groundedness": 0.8, "routability": 0.7});
    two_steps(&json!({
        "scores": scores,
        "reasons": {"completeness": "nothing counts the parts"},
        "suggestions": ["Add a subgoal that counts"],
        "retry_count": retry_count,
    }))
}

fn told(document: &Value) -> String {
    let report = judged(document);
    assert_eq!(report.outcome.verdict, Verdict::Retry, "{report:#?}");
    report.outcome.feedback.unwrap()
}

#[test]
fn it_has_the_query_the_attempt_the_scores_the_issues_and_the_suggestions() {
    let text = told(&low(0));
    for part in [
        "it ended with 0.68, 0.70 is needed",
        "Query: sort the parts and count them",
        "Previous decomposition: {\"goal\":\"sorted and counted parts\"",
        "Scores: completeness 0.50, consistency 0.90, groundedness 0.80, routability 0.70",
        "Issues:\n- completeness 0.50: key parts are missing (nothing counts the parts)",
        "Suggestions:\n- Add a subgoal that counts",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn the_second_time_has_examples_of_what_was_too_low() {
    let (first, second) = (told(&low(0)), told(&low(1)));
    assert!(!first.contains("Examples:"), "{first}");
    let examples = second.split("Examples:\n").nth(1).unwrap();
    assert!(examples.starts_with("- completeness: not enough is"), "{examples}");
    assert_eq!(examples.lines().count(), 1, "the other criteria are high enough: {examples}");
}

#[test]
fn it_goes_under_the_next_prompt() {
    let prompt = inject("Take the query apart.", "It was too coarse.");
    let (before, after) = prompt.split_once("PREVIOUS ATTEMPT FEEDBACK:\n").unwrap();
    assert_eq!(before, "Take the query apart.\n\n");
    assert!(after.starts_with("It was too coarse.\n\n"));
    assert!(after.ends_with("Mend every issue above in the next attempt."));
}

#[test]
fn what_holds_back_a_high_score_is_counted() {
    let one = json!([{"id": "a", "description": "A", "agent": "x", "depends_on": ["a"]}]);
    let text = told(&decomposed(&one, &json!([{"phase": "sequential", "subgoals": ["a"]}])));
    assert!(text.contains("it ended with 0.89, 0.70 is needed, and 1 issue keeps it from being carried out"), "{text}");
    assert!(text.contains("- Subgoal 'a' depends on itself"), "{text}");
}

#[test]
fn what_is_wrong_again_is_said_to_be() {
    let mut document = low(1);
    document["issues"] = json!(["Nothing counts", "Something new"]);
    document["previous"] = json!({"option": "self", "issues": ["Nothing counts", "Mended since"]});
    let text = told(&document);
    let (_, again) = text.split_once("Still wrong since the attempt before:\n").unwrap();
    assert_eq!(again, "- Nothing counts");
}

#[test]
fn further_issues_are_counted() {
    let mut document = low(0);
    document["issues"] = json!((1..=60).map(|n| format!("Fault {n}")).collect::<Vec<_>>());
    let text = told(&document);
    assert!(text.contains("- Fault 50\n- and 11 more"), "{text}");
    assert!(!text.contains("Fault 51"));
}
