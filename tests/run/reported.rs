//! Checkpoint 2 in a run: faults of a step's report, for each kind of step.

use cellgraph::{
    checkpoint::report::Output,
    plan::{Action, Plan, Step},
    run::{Ended, Event, execute, protocol::Progress},
};
use serde_json::{Value, json};

use super::support::{Bench, Booked, Moment, RUN, Tricky, approved, home, step, weld};

/// A kind of step: the plan that has one, and which step of it that is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Moves the robot.
    Move,
    /// Moves, and takes a tool.
    Attach,
    /// Works with a tool in hand.
    Weld,
    /// Neither moves nor holds a tool.
    Look,
    /// The same, and the controller does something after it, which may move.
    LookAndMove,
}

const KINDS: [Kind; 5] = [Kind::Move, Kind::Attach, Kind::Weld, Kind::Look, Kind::LookAndMove];

impl Kind {
    fn is_critical(self) -> bool {
        self != Self::Look
    }

    fn plan(self, bench: &Bench) -> (Plan<'static>, usize) {
        let welds = weld(&bench.snapshot);
        let find = |target: &str| welds.steps.iter().position(|step| step.target == target).unwrap() + 1;
        let at = |target: &str| Step { position: Some("Home".into()), ..step(Action::Routine, target) };
        let look = |after: Option<&'static str>| {
            let look = Step { action_after: after.map(Into::into), ..at("position_check") };
            Plan { steps: vec![look, step(Action::Move, "Safe_Pos_1")] }
        };
        match self {
            Self::Move => (welds, 2),
            Self::Attach => {
                let number = find("tool_attach");
                (welds, number)
            }
            Self::Weld => {
                let number = find("tack_weld");
                (welds, number)
            }
            Self::Look => (look(None), 1),
            Self::LookAndMove => (look(Some("move_safe")), 1),
        }
    }
}

/// What came of a run whose step of this kind was reported so.
#[derive(Debug)]
struct Came {
    end: Ended,
    /// How often the step was looked at again.
    looks: usize,
    /// How often the operator was asked whether the step was done.
    asked: usize,
    warned: Vec<String>,
    /// The step's judgement on record.
    judged: Value,
    notes: Vec<String>,
}

/// A run in which the end of one step, and each look at it, is reported as `reports` say, in order; then by nothing. Who is
/// asked says yes, or stops the run.
fn run(kind: Kind, reports: &dyn Fn(&str) -> Vec<String>) -> Came {
    answered(kind, reports, true)
}

fn answered(kind: Kind, reports: &dyn Fn(&str) -> Vec<String>, says_yes: bool) -> Came {
    let mut bench = Bench::new();
    let (plan, number) = kind.plan(&bench);
    let steps = plan.steps.len() as u32;
    let mut left = reports(&plan.steps[number - 1].words()).into_iter();
    let mut is_open = false;
    let trick = move |_, moment: Moment<'_>| {
        if let Moment::Heard(heard) = moment {
            for told in &mut heard.lines {
                let is_done = matches!(told.line.progress, Progress::Done(_)) && told.line.step == number as u32;
                is_open |= is_done;
                if is_done || (is_open && matches!(told.line.progress, Progress::At(_))) {
                    told.report = left.next().map(|text| Output::read(&text));
                }
            }
        }
        Ok(())
    };
    let (driver, record) = Booked::new(Tricky::new(bench.robot(), trick));
    let approved = approved(&bench.snapshot, home(&bench.snapshot), plan, RUN);
    let (mut looks, mut asked, mut warned) = (0, 0, Vec::new());
    let control = cellgraph::run::Control::new();
    let mut watch = |event: Event| match event {
        Event::Unsure { code, .. } => {
            asked += 1;
            if says_yes { control.confirm(code) } else { control.stop_now() }
        }
        Event::LookingAgain { .. } => looks += 1,
        Event::PartialSuccess { warning, .. } => warned.push(warning),
        _ => {}
    };
    let folder = bench.folder.path().to_owned();
    let store = &mut bench.store;
    let report = execute(approved, &bench.snapshot, store, Box::new(driver), &control, &mut watch, &folder).unwrap();
    let sent = record.sent();
    let last = if report.end.is_completed() { steps } else { number as u32 };
    assert_eq!(sent, (1..=last).collect::<Vec<_>>(), "{kind:?}: each step is sent once, whatever is reported");
    let recorded = &bench.store.run(RUN).unwrap().unwrap().steps[number - 1];
    let judged = recorded.judged_json.as_deref().map_or(Value::Null, |text| serde_json::from_str(text).unwrap());
    Came { end: report.end, looks, asked, warned, judged, notes: report.notes }
}

/// A sound report of a step, with `change` merged into it.
fn report(step: &str, change: &Value) -> String {
    let mut report = json!({
        "summary": format!("{step} went well."), "data": { "took_s": 2.5 }, "confidence": 0.9, "tools_used": ["gripper"],
        "metadata": { "firmware": "7.1" },
    });
    for (name, value) in change.as_object().unwrap() {
        report[name] = value.clone();
    }
    report.to_string()
}

fn confident(step: &str, confidences: &[f64]) -> Vec<String> {
    confidences.iter().map(|confidence| report(step, &json!({ "confidence": confidence }))).collect()
}

/// Confidences of the reports in order; how often the step is looked at again, and whether it passes in the end.
const BOUNDARIES: &[(&[f64], usize, bool)] = &[
    (&[1.0], 0, true),
    (&[0.70], 0, true),
    (&[0.69, 0.70], 1, true),
    (&[0.50, 0.70], 1, true),
    (&[0.69, 0.50, 0.70], 2, true),
    (&[0.69, 0.69, 0.69], 2, false),
    (&[0.69, 0.49], 1, false),
    (&[0.49, 1.0], 0, false),
    (&[0.0], 0, false),
];

#[test]
fn boundaries_for_each_kind_of_step() {
    for kind in KINDS {
        for (confidences, looks, passes) in BOUNDARIES {
            // Where a person is asked, the controller's next report is the answer to a look that asks for none of a step.
            let is_asked_at_once = *looks == 0 && !passes && !kind.is_critical();
            let given = if is_asked_at_once { &confidences[..1] } else { confidences };
            let came = run(kind, &|step| confident(step, given));
            let case = format!("{kind:?} {confidences:?}: {came:?}");
            assert_eq!(came.looks, *looks, "{case}");
            check(kind, &came, *passes, false, &case);
        }
    }
}

/// A check of the position was reported with confidence 0.00, and the run was completed: nobody had been asked.
#[test]
fn no_step_below_success_is_taken_for_done_unasked() {
    for confidence in [0.0, 0.49] {
        let came = answered(Kind::Look, &|step| confident(step, &[confidence]), false);
        assert_eq!((came.asked, came.end.is_completed()), (1, false), "{confidence}: {came:?}");
        assert!(came.warned.is_empty(), "{confidence}: {came:?}");
    }
    let came = answered(Kind::Look, &|step| confident(step, &[0.69; 3]), false);
    assert_eq!((came.asked, came.looks, came.end.is_completed()), (1, 2, false), "{came:?}");
}

/// A run whose report passes or fails in the end; `is_refuted` where it says that the step failed, or cannot be read.
fn check(kind: Kind, came: &Came, passes: bool, is_refuted: bool, case: &str) {
    let verdict = &came.judged["reported"]["verdict"];
    let is_asked = !passes && !is_refuted && !kind.is_critical();
    assert_eq!(came.asked, usize::from(is_asked), "{case}");
    assert_eq!(came.end.is_completed(), passes || is_asked, "{case}");
    assert_eq!(*verdict, if passes { "PASS" } else { "FAIL" }, "{case}");
    assert_eq!(came.warned.len(), usize::from(is_asked), "{case}");
    if let [warning] = &came.warned[..] {
        assert_eq!(came.judged["reported"]["warning"], **warning, "{case}");
        assert_eq!(came.notes, [format!("step 1 is a partial success: {warning}")], "{case}");
    }
    if !came.end.is_completed() {
        assert!(came.end.to_string().contains("and that cannot be relied on: checkpoint 2, FAIL"), "{case}");
    }
}

/// A fault of a report, and whether a better one may mend it. A report that cannot be read is one that says nothing else.
const FAULTS: &[(&str, &str, bool)] = &[
    ("no summary", r#"{"summary":" "}"#, true),
    ("a summary that is a number", r#"{"summary":7}"#, true),
    ("tools that are no list", r#"{"tools_used":"gripper"}"#, true),
    ("metadata that is no object", r#"{"metadata":[]}"#, true),
    ("no data", r#"{"data":{}}"#, true),
    ("another step", r#"{"summary":"Something else at Pos_99 went well."}"#, true),
    ("a part told as the whole", r#"{"metadata":{"partial":true}}"#, true),
    ("a confidence above 1", r#"{"confidence":1.01}"#, false),
    ("a confidence in words", r#"{"confidence":"high"}"#, false),
    ("a field of its own", r#"{"mood":"good"}"#, false),
    ("another place than its line", r#"{"data":{"position":"Elsewhere"}}"#, false),
    ("another tool than its line", r#"{"data":{"tool":"Hammer"}}"#, false),
    ("a place that is no text", r#"{"data":{"position":7}}"#, false),
    ("a place under a misspelled name", r#"{"data":{"Position":"Elsewhere"}}"#, false),
    ("data that says that the step failed", r#"{"data":{"success":false}}"#, false),
];

#[test]
fn faults_of_form_and_content_for_each_kind_of_step() {
    for kind in KINDS {
        for (fault, change, can_be_mended) in FAULTS {
            let change: Value = serde_json::from_str(change).unwrap();
            let mended = run(kind, &|step| vec![report(step, &change), report(step, &json!({}))]);
            let case = format!("{kind:?}, {fault}: {mended:?}");
            assert_eq!(mended.looks, usize::from(*can_be_mended), "{case}");
            check(kind, &mended, *can_be_mended, true, &case);
            let never = run(kind, &|step| vec![report(step, &change); 3]);
            let case = format!("{kind:?}, {fault}, for ever: {never:?}");
            assert_eq!(never.looks, if *can_be_mended { 2 } else { 0 }, "{case}");
            let is_read = ["no data", "another step", "a part told as the whole"].contains(fault);
            check(kind, &never, false, !is_read, &case);
        }
        for text in ["[]", "null", "7", "{\"summary\":", "{\"summary\":\"a\",\"summary\":\"b\"}"] {
            check(kind, &run(kind, &|_| vec![text.to_owned()]), false, true, text);
        }
    }
}

#[test]
fn a_summary_that_is_cut_off() {
    for kind in KINDS {
        for tail in ["", " and", " (12 s", "…", ":"] {
            let summary = |step: &str| json!({ "summary": format!("Done: {step}{tail}") });
            let came = run(kind, &|step| vec![report(step, &summary(step)), report(step, &json!({}))]);
            assert_eq!((came.looks, came.end.is_completed()), (usize::from(!tail.is_empty()), true), "{kind:?} {tail}");
        }
    }
}

/// What was reported once is not mended by a line that reports nothing.
#[test]
fn silence_mends_no_report() {
    let came = run(Kind::Move, &|step| confident(step, &[0.6]));
    assert_eq!((came.looks, came.end.is_completed()), (2, false), "{came:?}");
}

/// A report lowers what was observed, and never raises it.
#[test]
fn a_report_never_raises_what_was_observed() {
    for (kind, observed) in [(Kind::Move, 95), (Kind::Weld, 90), (Kind::Look, 80)] {
        for (confidence, expected) in [(1.0, observed), (0.75, 75)] {
            let came = run(kind, &|step| confident(step, &[confidence]));
            assert_eq!(came.judged["confidence"], expected, "{kind:?} {confidence}: {came:?}");
        }
    }
    // Without a report of the driver's the line makes one, and nothing is said of it.
    let came = run(Kind::Move, &|_| Vec::new());
    assert_eq!((came.end.is_completed(), &came.judged["confidence"]), (true, &json!(95)));
}

/// A run that a report leaves less sure of its last step is completed all the same, and noted as one of low confidence.
#[test]
fn a_completion_of_low_confidence_is_noted() {
    for (confidence, is_low) in [(0.70, true), (0.84, true), (0.85, false), (1.0, false)] {
        let mut bench = Bench::new();
        let plan = Plan { steps: vec![step(Action::Move, "Safe_Pos_1"), step(Action::Move, "Home")] };
        let said: Vec<String> =
            plan.steps.iter().map(|step| confident(&step.words(), &[confidence]).remove(0)).collect();
        let trick = move |_, moment: Moment<'_>| {
            if let Moment::Heard(heard) = moment {
                for told in heard.lines.iter_mut().filter(|told| matches!(told.line.progress, Progress::Done(_))) {
                    told.report = Some(Output::read(&said[told.line.step as usize - 1]));
                }
            }
            Ok(())
        };
        let approved = approved(&bench.snapshot, home(&bench.snapshot), plan, RUN);
        let mut noted = Vec::new();
        let mut watch = |event: Event| {
            if let Event::Observed { number, lines } = event {
                let low = lines.into_iter().filter(|line| line.starts_with("Low confidence completion: "));
                noted.extend(low.map(|line| (number, line)));
            }
        };
        let folder = bench.folder.path().to_owned();
        let (control, driver) = (cellgraph::run::Control::new(), Box::new(Tricky::new(bench.robot(), trick)));
        let store = &mut bench.store;
        let report = execute(approved, &bench.snapshot, store, driver, &control, &mut watch, &folder).unwrap();
        assert_eq!(report.end, Ended::Completed, "{confidence}");
        let expected = is_low.then(|| (2, format!("Low confidence completion: {confidence:.2}")));
        assert_eq!(noted, expected.into_iter().collect::<Vec<_>>(), "{confidence}: of the last step alone");
    }
}

/// What a controller reports of a step that failed changes nothing about its end, and is on record with the step.
#[test]
fn a_report_of_a_failure_is_kept() {
    for (confidence, verdict) in [(0.2, "FAIL"), (0.9, "PASS")] {
        let mut bench = Bench::new();
        let trick = move |_, moment: Moment<'_>| {
            if let Moment::Heard(heard) = moment {
                for told in heard.lines.iter_mut().filter(|told| matches!(told.line.progress, Progress::Done(_))) {
                    told.line.progress = Progress::Failed("drive fault 37".to_owned());
                    let said = json!({ "summary": "Move to Tool_Weld_Safe_Position: the drive stood still.", "confidence": confidence });
                    told.report = Some(Output::read(&report("", &said)));
                }
            }
            Ok(())
        };
        let end = bench.run(Tricky::new(bench.robot(), trick)).unwrap().end;
        assert!(matches!(&end, Ended::Failed { step: 1, reason } if reason.contains("drive fault 37")), "{end}");
        let steps = bench.store.run(RUN).unwrap().unwrap().steps;
        let judged: Value = serde_json::from_str(steps[0].judged_json.as_deref().unwrap()).unwrap();
        assert_eq!((&judged["finding"], &judged["confidence"]), (&json!("refuted"), &json!(0)), "{judged}");
        assert_eq!(judged["reported"]["verdict"], verdict, "{judged}");
    }
}
