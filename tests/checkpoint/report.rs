//! Checkpoint 2: the form, the words and the confidence of a step's report, and what follows.

use cellgraph::checkpoint::{
    Verdict::{Fail, Pass, Retry},
    report::{self, Case, Next, Output, Report, Step, StepReport},
};
use serde_json::{Map, Value, json};

use crate::{codes, score};

/// A sound report of a step, with `change` merged into the output.
fn document(change: &Value) -> Value {
    let mut document = json!({
        "subgoal": {"id": "weld", "description": "Run tack_weld at Pos_1", "agent": "controller"},
        "output": {
            "summary": "The controller ran tack_weld at Pos_1.",
            "data": {"position": "Pos_1"},
            "confidence": 0.9,
            "tools_used": ["Welder"],
            "metadata": {},
        },
    });
    for (key, value) in change.as_object().unwrap() {
        document["output"][key] = value.clone();
    }
    document
}

fn judged(document: &Value) -> Report {
    report::check(&report::read(&document.to_string()).unwrap_or_else(|error| panic!("{error}")))
}

#[track_caller]
fn finds(change: &Value, expected: &[&str]) -> Report {
    let report = judged(&document(change));
    assert_eq!(codes(&report.outcome), expected, "{report:#?}");
    report
}

#[test]
fn a_sound_report_is_used() {
    let report = finds(&json!({}), &[]);
    assert_eq!((report.outcome.verdict, &report.next), (Pass, &Next::Use));
}

/// A report said "completed" and 0.92, with `"success":false` in its data.
#[test]
fn data_that_says_failed_belies_a_high_confidence() {
    for data in [
        json!({"success": false}),
        json!({"position": "Pos_1", "Success": 0}),
        json!({"result": {"ok": false}}),
        json!({"welds": [{"ok": true}, {"ok": false}]}),
        json!({"failed": true}),
        json!({"error": {"code": 17, "text": "arc lost"}}),
        json!({"error_code": 17}),
        json!({"status": "FAILED"}),
    ] {
        let report = finds(&json!({"data": data}), &["reported_failure"]);
        assert_eq!(report.outcome.verdict, Fail, "{data}");
        // With the confidence of a failure it is an honest report, and no step that was done.
        let report = finds(&json!({"data": data, "confidence": 0.3}), &[]);
        assert_eq!(report.outcome.verdict, Fail, "{data}");
    }
    for data in [
        json!({"success": true}),
        json!({"errors": [], "failed": 0, "error": {"code": 0, "text": ""}, "fault": null}),
        json!({"status": "ok", "lamp": false}),
    ] {
        finds(&json!({"data": data}), &[]);
    }
}

#[test]
fn each_field_of_the_form() {
    for (change, code) in [
        (json!({"summary": ""}), "empty_summary"),
        (json!({"summary": " \n"}), "empty_summary"),
        (json!({"summary": 7}), "summary_form"),
        (json!({"summary": null}), "summary_form"),
        (json!({"tools_used": "Welder"}), "tools_form"),
        (json!({"tools_used": ["Welder", 7]}), "tools_form"),
        (json!({"tools_used": null}), "tools_form"),
        (json!({"metadata": []}), "metadata_form"),
        (json!({"metadata": null}), "metadata_form"),
    ] {
        let report = finds(&change, &[code]);
        // The confidence is high enough; the form holds the report back.
        assert_eq!(report.outcome.verdict, Retry, "{change}");
        assert_eq!(report.next, Next::RetryWithFeedback);
    }
    for (field, code) in [
        ("summary", "no_summary"),
        ("data", "data_missing"),
        ("tools_used", "tools_form"),
        ("metadata", "metadata_form"),
    ] {
        let mut document = document(&json!({}));
        document["output"].as_object_mut().unwrap().remove(field);
        let report = judged(&document);
        assert_eq!((report.outcome.verdict, codes(&report.outcome)), (Retry, vec![code]), "{field}");
    }
}

#[test]
fn a_confidence_outside_its_range_is_no_score() {
    for wrong in [json!(1.01), json!(-0.01), json!("0.9"), json!(7), json!([])] {
        let report = finds(&json!({"confidence": wrong}), &["confidence_form"]);
        assert_eq!((report.outcome.verdict, report.outcome.completed), (Fail, false));
        assert_eq!(report.outcome.overall_score, None);
    }
    for right in [json!(0.7), json!(1), json!(1.0)] {
        assert_eq!(finds(&json!({"confidence": right}), &[]).outcome.verdict, Pass);
    }
    let mut without = document(&json!({}));
    without["output"].as_object_mut().unwrap().remove("confidence");
    let report = judged(&without);
    assert_eq!((report.outcome.verdict, report.outcome.completed), (Fail, false));
    without.as_object_mut().unwrap().remove("output");
    let report = judged(&without);
    assert_eq!((report.outcome.verdict, report.outcome.completed), (Fail, false));
    assert_eq!(report.outcome.missing, ["no report: the step said nothing"]);
}

#[test]
fn thresholds_from_both_sides() {
    for (confidence, retry_count, verdict) in [
        (0.7, 0, Pass),
        (0.7, 9, Pass),
        (0.69, 0, Retry),
        (0.69, 1, Retry),
        (0.69, 2, Fail),
        (0.5, 1, Retry),
        (0.49, 0, Fail),
        (0.0, 0, Fail),
    ] {
        let mut document = document(&json!({"confidence": confidence}));
        document["retry_count"] = json!(retry_count);
        assert_eq!(judged(&document).outcome.verdict, verdict, "{confidence} {retry_count}");
    }
}

#[test]
fn words_are_held_against_the_confidence() {
    for (summary, code) in [
        ("The controller ran tack_weld at Pos_2.", "other_subject"),
        ("All is well.", "other_subject"),
        // Names are told apart by case.
        ("The controller ran tack_weld at pos_1.", "other_subject"),
        ("The controller ran tack_weld at Pos_1 and", "truncated"),
        ("The controller ran tack_weld at Pos_1, the", "truncated"),
        ("The controller ran tack_weld at Pos_1…", "truncated"),
        ("The controller ran tack_weld at Pos_1...", "truncated"),
        ("The controller ran tack_weld at Pos_1 (12 s", "truncated"),
        ("The controller ran tack_weld at Pos_1:", "truncated"),
        ("The controller ran tack_weld at Pos_1, the seam is incomplete.", "overconfident"),
        ("tack_weld at Pos_1 failed.", "overconfident"),
        ("The controller could not finish tack_weld at Pos_1.", "overconfident"),
        ("tack_weld at Pos_1 was not completed.", "overconfident"),
        ("tack_weld at Pos_1: failure of the feeder.", "overconfident"),
        ("tack_weld at Pos_1 was rejected by the safety controller.", "overconfident"),
        ("tack_weld at Pos_1 ended in a collision.", "overconfident"),
        ("tack_weld at Pos_1 never started.", "overconfident"),
        ("tack_weld at Pos_1 can't be done.", "overconfident"),
    ] {
        let report = finds(&json!({"summary": summary}), &[code]);
        assert_eq!(report.outcome.overall_score.unwrap().to_string(), "0.69", "{summary}");
        assert_eq!(report.outcome.verdict, Retry);
    }
    for summary in ["Ran tack_weld at Pos_1", "tack_weld (Pos_1): 12 s, no fault", "Pos_1: tack_weld DONE"] {
        assert_eq!(finds(&json!({"summary": summary}), &[]).outcome.verdict, Pass, "{summary}");
    }
    finds(&json!({"metadata": {"partial": true}}), &["overconfident"]);
    finds(&json!({"metadata": {"partial": false}}), &[]);
    for partial in [json!("true"), json!(1), json!(null), json!("false")] {
        let report = finds(&json!({"metadata": {"partial": partial}}), &["partial_form", "overconfident"]);
        assert_eq!(report.outcome.verdict, Retry, "{partial}");
    }
    // Who is to find failures reports them by that word.
    let mut failures = document(&json!({"summary": "3 runs failed on Monday."}));
    failures["subgoal"]["description"] = json!("List the runs that failed");
    assert_eq!(judged(&failures).outcome.verdict, Pass);
    // A part that is told as a part is as it should be.
    finds(&json!({"summary": "tack_weld at Pos_1 is incomplete.", "confidence": 0.55}), &[]);
}

#[test]
fn a_long_summary_costs_little() {
    let long = |length: usize| format!("Ran tack_weld at Pos_1. {}", "x".repeat(length - 24));
    finds(&json!({"summary": long(1_000)}), &[]);
    let report = finds(&json!({"summary": long(1_001), "confidence": 1}), &["too_long"]);
    assert_eq!(report.outcome.overall_score.unwrap().to_string(), "0.90");
}

#[test]
fn data_may_be_empty_where_words_were_asked_for() {
    for empty in [json!(null), json!({}), json!([]), json!("")] {
        finds(&json!({"data": empty}), &["no_data"]);
        let mut document = document(&json!({"data": empty}));
        document["subgoal"]["informational"] = json!(true);
        assert_eq!(judged(&document).outcome.verdict, Pass, "{empty}");
    }
    for some in [json!(false), json!(0), json!("x"), json!([null])] {
        finds(&json!({"data": some}), &[]);
    }
}

#[test]
fn what_follows_a_retry() {
    let mut document = document(&json!({"confidence": 0.6}));
    let report = judged(&document);
    assert_eq!(report.next, Next::RetryWithFeedback);
    let feedback = report.outcome.feedback.unwrap();
    assert!(feedback.contains("confidence 0.60: doubtful"), "{feedback}");
    // Another way comes first; the one that was just tried is none.
    document["other_agents"] = json!(["controller", "camera", "operator"]);
    assert_eq!(judged(&document).next, Next::RetryWith { agent: "camera".to_owned() });
    // What may not be done again has no other retry.
    document["subgoal"]["repeatable"] = json!(false);
    assert_eq!(judged(&document).next, Next::RetryWith { agent: "camera".to_owned() });
    document["other_agents"] = json!(["controller"]);
    let report = judged(&document);
    assert_eq!(report.outcome.verdict, Fail);
    assert!(matches!(report.next, Next::PartialSuccess { .. }));
}

#[test]
fn what_follows_a_failure() {
    let mut document = document(&json!({"confidence": 0.4}));
    let report = judged(&document);
    let Next::PartialSuccess { warning } = &report.next else { panic!("{report:#?}") };
    assert_eq!(warning, "Step 'weld' has no reliable result: confidence 0.40: not to be relied on");
    assert_eq!(report.outcome.error.unwrap().error, "The report of step 'weld' cannot be relied on");
    document["subgoal"]["critical"] = json!(true);
    let report = judged(&document);
    assert!(matches!(report.next, Next::EndRun { .. }), "{report:#?}");
    // A critical step that is reported well goes on like any other.
    document["output"]["confidence"] = json!(0.7);
    assert_eq!(judged(&document).next, Next::Use);
}

fn of_cell(moved: bool, holds_tool: bool, confidence: u8) -> Report {
    let driver = StepReport {
        summary: "The robot is at Pos_1.".to_owned(),
        data: json!({"position": "Pos_1"}),
        confidence: score(confidence),
        tools_used: Vec::new(),
        metadata: Map::new(),
    };
    let step = Step::of_cell("2", "Move to Pos_1", moved, holds_tool);
    let output = Some((&driver).into());
    report::check(&Case { step, agent: None, others: Vec::new(), output, retry_count: 0 })
}

#[test]
fn what_follows_in_the_cell() {
    assert_eq!(of_cell(true, true, 70).next, Next::Use);
    // Nothing that moved is sent again by itself: the run ends at once.
    for (moved, holds_tool) in [(true, false), (true, true)] {
        assert!(matches!(of_cell(moved, holds_tool, 69).next, Next::EndRun { .. }));
    }
    assert_eq!(of_cell(false, true, 69).next, Next::RetryWithFeedback);
    assert!(matches!(of_cell(false, true, 49).next, Next::EndRun { .. }));
    assert!(matches!(of_cell(false, false, 49).next, Next::PartialSuccess { .. }));
}

#[test]
fn a_report_by_itself() {
    let sound = document(&json!({}))["output"].to_string();
    assert_eq!(Output::read(&sound).form, []);
    assert_eq!(Output::read(&format!(" \n{sound} ")).confidence, Some(score(90)));
    let codes = |text: &str| Output::read(text).form.iter().map(|issue| issue.code).collect::<Vec<_>>();
    for text in ["", "{", "[]", "null", "7", "\"summary\"", "{\"summary\":1,\"summary\":2}", "[\"a\",{},0.9,[],{}]"] {
        assert_eq!(codes(text), ["report_form"], "{text}");
    }
    assert_eq!(codes(&sound.replacen('{', "{\"mood\":1,", 1)), ["report_form"]);
    assert_eq!(codes("{}"), ["no_summary", "data_missing", "no_confidence", "tools_form", "metadata_form"]);
}

/// A position may be called "Pos (left": who repeats its name has not stopped in the middle.
#[test]
fn a_bracket_of_the_steps_own_words_is_no_cut() {
    let judged = |summary: &str| {
        let mut document = document(&json!({ "summary": summary }));
        document["subgoal"]["description"] = json!("Move to Pos (left");
        self::judged(&document)
    };
    assert_eq!(judged("Move to Pos (left: completed.").outcome.verdict, Pass);
    assert_eq!(codes(&judged("Move to Pos (left (12 s: completed.").outcome), ["truncated"]);
}

/// "tack_weld hardly happened at Pos_1", with a confidence of 0.90, was built on.
#[test]
fn a_summary_that_denies_its_step_is_no_whole_result() {
    for summary in
        ["tack_weld hardly happened at Pos_1", "tack_weld at Pos_1 was in vain", "At Pos_1 tack_weld: nothing happened"]
    {
        let document = json!({
            "subgoal": {"id": "2", "description": "Run tack_weld at Pos_1"},
            "output": {"summary": summary, "data": {"position": "Pos_1"}, "confidence": 0.9, "tools_used": [], "metadata": {}},
        });
        let report = report::check(&report::read(&document.to_string()).unwrap());
        assert_ne!(report.outcome.verdict, Pass, "{summary}");
        assert!(report.outcome.issues.iter().any(|issue| issue.code == "overconfident"), "{summary}");
    }
}
