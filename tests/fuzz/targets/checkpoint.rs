//! Any bytes as the JSON of each checkpoint, and of a report by itself: refused with words, or judged with a verdict that fits the score.
#![no_main]

use cellgraph::checkpoint::{Outcome, Verdict, decomposition, report, synthesis};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(case) = decomposition::read(text) {
        sound(&decomposition::check(&case).outcome);
    }
    if let Ok(case) = report::read(text) {
        sound(&report::check(&case).outcome);
    }
    let step = report::Step::of_cell("1", "Move to Pos_1", true, false);
    let output = Some(report::Output::read(text));
    sound(&report::check(&report::Case { step, agent: None, others: Vec::new(), output, retry_count: 1 }).outcome);
    if let Ok(case) = synthesis::read(text) {
        let report = synthesis::check(&case);
        sound(&report.outcome);
        assert!(report.outcome.verdict != Verdict::Retry || report.said.lines.is_empty());
    }
});

fn sound(outcome: &Outcome) {
    let high = outcome.overall_score.is_none_or(|points| points.ten_thousandths() >= 7_000);
    let held = outcome.issues.iter().any(|issue| issue.blocking);
    assert_eq!(outcome.verdict == Verdict::Pass, outcome.completed && high && !held);
    assert!(outcome.verdict != Verdict::Retry || outcome.retry_count < 2);
    assert_eq!(outcome.feedback.is_some(), outcome.verdict == Verdict::Retry);
    assert_eq!(outcome.error.is_some(), outcome.verdict == Verdict::Fail);
    serde_json::to_string(outcome).expect("an outcome can be written");
}
