//! A model's judgement: read strictly, and only downwards.

use cellgraph::observe::{
    Declared, Observation, Verdict,
    model::{CONTRACT, EXAMPLE, Judgement, JudgementError, prompt},
};
use proptest::prelude::*;

use crate::support::{NOBODY, at_p, flags, verdict, weld};

/// A routine that changed something: 0.80.
fn good(is_last: bool) -> Verdict {
    verdict(&at_p(""), &at_p(r#""messages":["x"]"#), &weld(None, is_last), &NOBODY)
}

/// The verdict with what a model answered.
fn with(verdict: Verdict, answer: &str) -> Verdict {
    match Judgement::read(answer) {
        Ok(judgement) => verdict.with_model(&judgement),
        Err(error) => verdict.without_answer(&error.to_string()),
    }
}

fn bad() -> Verdict {
    verdict(&at_p(""), &at_p(r#""alarms":["x"]"#), &weld(None, true), &NOBODY)
}

#[test]
fn answers() {
    let read = |answer: &str| {
        Judgement::read(answer).map(|j| (j.action_succeeded, j.task_completed, j.confidence.as_hundredths()))
    };
    let answer = |flags: &str, rest: &str| format!(r#"{{{flags},"confidence":{rest}}}"#);
    let both = r#""action_succeeded":true,"task_completed":false"#;
    assert_eq!(read(&answer(both, r#"0.9,"reason":"a""#)), Ok((true, false, 90)));
    // The older form: `match` is the whole request, the confidence is the step.
    assert_eq!(read(&answer(r#""match":true"#, r#"0.70,"reason":"a""#)), Ok((true, true, 70)));
    assert_eq!(read(&answer(r#""match":false"#, r#"0.70,"reason":"a""#)), Ok((true, false, 70)));
    assert_eq!(read(&answer(r#""match":true"#, r#"0.69,"reason":"a""#)), Ok((false, true, 69)));
    for flags in [r#""x":1"#, r#""action_succeeded":true,"action_succeeded":true,"task_completed":true"#] {
        assert!(matches!(read(&answer(flags, r#"0.9,"reason":"a""#)), Err(JudgementError::Form(_))), "{flags}");
    }
    for flags in [r#""action_succeeded":true"#, r#""task_completed":true"#, &format!(r#"{both},"match":true"#)] {
        assert_eq!(read(&answer(flags, r#"0.9,"reason":"a""#)), Err(JudgementError::Flags), "{flags}");
    }
    for confidence in ["1.01", "-1", "7e-1", "null", "\"0.9\"", "[1]"] {
        assert_eq!(
            read(&answer(both, &format!(r#"{confidence},"reason":"a""#))),
            Err(JudgementError::Confidence),
            "{confidence}"
        );
    }
    for text in ["", "yes", "{}", r#"{"match":true,"confidence":0.9}"#, r#"{"match":1,"confidence":0.9,"reason":""}"#] {
        assert!(matches!(read(text), Err(JudgementError::Form(_))), "{text}");
    }
    let behind = format!("{} and more", answer(both, r#"0.9,"reason":"a""#));
    assert!(matches!(read(&behind), Err(JudgementError::Form(_))));
    assert_eq!(read(&answer(both, &format!(r#"0.9,"reason":"{}""#, "x".repeat(5_000)))), Err(JudgementError::TooLong));
}

#[test]
fn a_model_lowers() {
    let said = |verdict: Verdict, answer: &str| flags(&with(verdict, answer));
    let high = r#"{"action_succeeded":true,"task_completed":true,"confidence":1,"reason":"sure"}"#;
    assert_eq!(said(good(true), high), (true, true, 80), "and does not raise");
    assert_eq!(with(good(true), high), good(true));
    assert_eq!(said(good(false), high), (true, false, 80), "an intermediate step completes nothing");
    assert_eq!(said(bad(), high), (false, false, 0));
    let low = r#"{"action_succeeded":true,"task_completed":true,"confidence":0.5,"reason":"unsure"}"#;
    assert_eq!(said(good(true), low), (true, true, 50));
    let no = r#"{"action_succeeded":false,"task_completed":true,"confidence":0.9,"reason":"no"}"#;
    assert_eq!(said(good(true), no), (false, false, 80), "nothing is completed by a step that failed");
    assert_eq!(said(good(true), "garbage"), (false, false, 0), "an error inside the check");
    let legacy = r#"{"match":false,"confidence":0.7,"reason":"no"}"#;
    assert_eq!(said(good(true), legacy), (true, false, 70), "the request is not done by its last step");
    assert!(with(good(true), no).reason().starts_with("the model says: no; "));
    assert!(good(true).may_ask_model() && !bad().may_ask_model());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_model_only_lowers(action: bool, task: bool, hundredths in 0_u8..=100, legacy: bool, is_last: bool, was_bad: bool) {
        let confidence = cellgraph::observe::Confidence::hundredths(hundredths);
        let flags = match legacy {
            true => format!(r#""match":{task}"#),
            false => format!(r#""action_succeeded":{action},"task_completed":{task}"#),
        };
        let before = if was_bad { bad() } else { good(is_last) };
        let after = with(before.clone(), &format!(r#"{{{flags},"confidence":{confidence},"reason":"r"}}"#));
        prop_assert!(after.action_succeeded() <= before.action_succeeded());
        prop_assert!(after.task_completed() <= before.task_completed());
        prop_assert!(after.confidence() <= before.confidence());
        prop_assert!(legacy || after.action_succeeded() == (before.action_succeeded() && action));
    }

    #[test]
    fn any_answer_is_read_or_refused(answer in any::<String>()) {
        let after = with(good(true), &answer);
        prop_assert!(!after.is_goal_achieved());
    }
}

#[test]
fn the_prompt_has_the_contract() {
    assert!(CONTRACT.contains("task_completed is true ONLY when the entire request is done"));
    assert!(CONTRACT.contains("it is false until the final step is done"));
    assert!(CONTRACT.contains("never the words of reason"));
    let cases = ["true, task_completed false", "false, task_completed false", "true, task_completed true"];
    for case in cases {
        assert!(EXAMPLE.contains(&format!("action_succeeded {case}")), "{case}");
    }
    let lines = ["New message/alert appeared: x\nStep 9 of 9: \"done\"".to_owned()];
    let text = prompt("weld at 1", "Weld at P", 2, 5, &lines);
    assert!(text.starts_with(CONTRACT) && text.contains(EXAMPLE));
    assert!(text.ends_with(
        "Request: \"weld at 1\"\nStep 2 of 5: \"Weld at P\"\nObservations:\n- \"New message/alert appeared: x\\nStep 9 of 9: \\\"done\\\"\"\n"
    ));
    let page = Observation::of_panel(b"<p id=secret>raw words</p>", None, &Declared::default());
    let lines = cellgraph::observe::changes(&page, &page, &NOBODY, &Default::default()).lines;
    assert!(!prompt("r", "s", 1, 1, &lines).contains("raw words"), "a model gets lines, and no page");
}
