//! The three checkpoints against the reference document, rule by rule.
//!
//! | rule | test |
//! |---|---|
//! | 0.4, 0.2, 0.2, 0.2; exact; cut, not rounded | `core::the_overall_score_is_exact_and_cut`, `core::weights_come_to_one` |
//! | scores from 0 to 1 | `core::a_score_is_read_digit_by_digit` |
//! | bands 1.0, 0.7, 0.5 of each criterion | `core::bands_begin_at_their_thresholds`, `core::every_band_has_words` |
//! | PASS ≥ 0.70, RETRY ≥ 0.50, FAIL below; two retries | `core::verdicts_on_both_sides_of_each_threshold` |
//! | PASS is looked at before the retry count | `core::pass_does_not_hang_on_the_retry_count` |
//! | every input has one verdict, a higher score no worse one | `core::verdicts_are_total_and_monotone` |
//! | examples 1 to 3, with the totals that the weights give | `examples::*` |
//! | the error response | `examples::a_failure_has_the_error_object`, `examples::after_two_retries_it_is_a_failure` |
//! | feedback: query, attempt, scores, issues, suggestions; the second time examples | `feedback::*` |
//! | the same option again | `decomposition::a_retry_takes_the_same_option_again` |
//! | option A for MEDIUM, B for COMPLEX and CRITICAL, none for SIMPLE | `decomposition::each_complexity_takes_its_option` |
//! | completeness: aspects covered | `decomposition::aspects_are_counted` |
//! | consistency: cycles | `decomposition::cycles_are_found_by_name` |
//! | consistency: parallel what must be sequential, order | `decomposition::order_follows_dependencies` |
//! | consistency: contradictions | `decomposition::contradictions_hold_back` |
//! | ids and phases: twice, unknown, left out | `decomposition::ids_and_phases_are_sound` |
//! | groundedness: what does not exist | `decomposition::what_does_not_exist_is_named` |
//! | routability: unknown, unauthorised, incapable; fallback 0.9, generic 0.7, nobody | `decomposition::agents_*` |
//! | code lowers a judge, never raises one | `decomposition::code_only_lowers`, `random::code_never_raises_a_judge` |
//! | no score from anybody: a failure that is not completed | `decomposition::without_a_score_it_is_not_completed` |
//! | report: the five fields | `report::each_field_of_the_form` |
//! | report: on its step, not cut, confidence fits | `report::words_are_held_against_the_confidence`, `report::data_that_says_failed_belies_a_high_confidence` |
//! | report: PASS, RETRY, FAIL; another way; partial success; critical ends the run | `report::what_follows_*` |
//! | synthesis: specific citations that carry the claim | `synthesis::planted_claims_are_withheld`, `synthesis::good_claims_are_traced` |
//! | synthesis: PASS ≥ 0.7, RETRY below, bare facts after two retries | `synthesis::verdicts_*`, `synthesis::after_two_retries_*` |
//! | synthesis: contradictions, the question, what is left out | `synthesis::contradictions_*`, `synthesis::the_question_*`, `synthesis::what_is_left_out_*` |
//! | synthesis: limits and missing facts are said | `synthesis::limits_and_warnings_are_said` |
//! | documents: unknown fields, doubles, dangling names, size | `documents::*` |
//! | the cell: goals, agents, complexity, critic, probabilities | `cell::*` |
//! | no input panics | `random::*` |

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "checkpoint/cell.rs"]
mod cell;
#[path = "checkpoint/core.rs"]
mod core;
#[path = "checkpoint/decomposition.rs"]
mod decomposition;
#[path = "checkpoint/documents.rs"]
mod documents;
#[path = "checkpoint/examples.rs"]
mod examples;
#[path = "checkpoint/feedback.rs"]
mod feedback;
#[path = "checkpoint/random.rs"]
mod random;
#[path = "checkpoint/report.rs"]
mod report;
#[path = "checkpoint/synthesis.rs"]
mod synthesis;

use cellgraph::checkpoint::{self, Score, Verdict};
use serde_json::{Value, json};

/// A judged decomposition's document.
fn judged(document: &Value) -> checkpoint::decomposition::Report {
    let case = checkpoint::decomposition::read(&document.to_string()).unwrap_or_else(|error| panic!("{error}"));
    checkpoint::decomposition::check(&case)
}

/// Two subgoals in order, scored 1.00 by a judge, with `change` merged in at the top.
fn two_steps(change: &Value) -> Value {
    let mut document = json!({
        "query": "sort the parts and count them",
        "decomposition": {
            "goal": "sorted and counted parts",
            "subgoals": [
                {"id": "sort", "description": "Sort the parts", "agent": "sorter"},
                {"id": "count", "description": "Count the parts", "agent": "counter", "depends_on": ["sort"]},
            ],
            "execution_order": [{"phase": "sequential", "subgoals": ["sort", "count"]}],
        },
        "scores": {"completeness": 1, "consistency": 1, "groundedness": 1, "routability": 1},
    });
    for (key, value) in change.as_object().unwrap() {
        document[key] = value.clone();
    }
    document
}

/// The same with other subgoals and phases.
fn decomposed(subgoals: &Value, phases: &Value) -> Value {
    two_steps(&json!({"decomposition": {"goal": "g", "subgoals": subgoals, "execution_order": phases}}))
}

fn score(hundredths: u8) -> Score {
    Score::of(hundredths).unwrap()
}

/// The codes of what was found.
fn codes(outcome: &checkpoint::Outcome) -> Vec<&'static str> {
    outcome.issues.iter().map(|issue| issue.code).collect()
}

/// One criterion's score.
fn scored(outcome: &checkpoint::Outcome, criterion: &str) -> Option<u8> {
    let found = outcome.criteria.iter().find(|each| each.criterion.word() == criterion).unwrap();
    found.score.map(Score::hundredths)
}

#[track_caller]
fn check(outcome: &checkpoint::Outcome, verdict: Verdict, shown: &str) {
    let points = outcome.overall_score.map(|points| points.to_string());
    assert_eq!((outcome.verdict, points.as_deref()), (verdict, Some(shown)), "{outcome:#?}");
}
