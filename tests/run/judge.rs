//! A judge of the steps beside the code: it lowers, and nothing else. Whatever it does, no step is permitted that would not be
//! without it, and nobody waits for it who wants the robot to stop.

use std::time::Duration;

use cellgraph::{
    observe::RawState,
    run::{
        Again, Control, Crew, Driver, Ended, Event, Judge, Message, RunError, RunReport, StepJudge, execute,
        protocol::{Grant, Permit, Progress},
    },
    store::RunStatus,
};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::support::{Bench, Booked, Moment, RUN, Tricky, approved_judged, shows};

const YES: &str = r#"{"action_succeeded":true,"task_completed":true,"confidence":1.00,"reason":"clear"}"#;
const SO_FAR: &str = r#"{"action_succeeded":true,"task_completed":false,"confidence":0.95,"reason":"more to do"}"#;
const UNSURE: &str = r#"{"action_succeeded":true,"task_completed":true,"confidence":0.40,"reason":"hard to say"}"#;
const NO: &str = r#"{"action_succeeded":false,"task_completed":false,"confidence":0.90,"reason":"nothing useful"}"#;
const NO_MATCH: &str = r#"{"match":false,"confidence":0.90,"reason":"not all of it"}"#;

/// Says what a test wants.
struct Scripted<F>(F);

impl<F: FnMut(&str) -> Result<String, String> + Send> StepJudge for Scripted<F> {
    fn answer(&mut self, question: &str) -> Result<String, String> {
        (self.0)(question)
    }
    fn digest(&self) -> blake3::Hash {
        blake3::hash(b"scripted")
    }
}

fn judge(says: impl FnMut(&str) -> Result<String, String> + Send + 'static) -> Judge {
    Judge::new(Scripted(says)).within(Duration::from_secs(1_000_000))
}

/// What is said of this step, where it is asked about it for this time; otherwise yes.
fn at(step: u32, says: &'static [&'static str]) -> Judge {
    let mut left = says.iter();
    judge(move |question| {
        let is_it = question.contains(&format!("\nStep {step} of 8: "));
        Ok(left.by_ref().take(usize::from(is_it)).next().unwrap_or(&YES).to_string())
    })
}

/// What a run with a judge came to.
struct Came {
    report: RunReport,
    permits: Vec<Permit>,
    events: Vec<Event>,
    /// The judgements on record, a step each.
    judged: Vec<Value>,
    status: RunStatus,
}

/// What is changed of a message.
type Change = fn(&mut Message);

impl Came {
    /// What was logged of a step, each time that it was judged.
    fn lines(&self, step: u32) -> Vec<String> {
        let lines = self.events.iter().filter_map(|event| match event {
            Event::Observed { number, lines } if *number == step => Some(lines.join("\n")),
            _ => None,
        });
        lines.collect()
    }

    fn sent(&self) -> Vec<u32> {
        self.permits.iter().filter(|permit| permit.grant == Grant::Go).map(|permit| permit.step).collect()
    }

    fn looks(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::LookingAgain { .. })).count()
    }
}

/// "Weld at position 1", judged; the operator does what `act` says, or whoever else holds the control.
fn run_by(
    driver: impl Driver + 'static,
    mut bench: Bench,
    judge: Option<Judge>,
    control: &Control,
    act: &mut dyn FnMut(&Event, &Control),
) -> Came {
    let (driver, record) = Booked::new(driver);
    let digest = judge.as_ref().map(|_| blake3::hash(b"scripted"));
    let approved = approved_judged(digest, &bench, RUN);
    let mut events = Vec::new();
    let mut watch = |event: Event| {
        act(&event, control);
        events.push(event);
    };
    let crew = Crew { driver: Box::new(driver), judge };
    let folder = bench.folder.path();
    let report = execute(approved, &bench.snapshot, &mut bench.store, crew, control, &mut watch, folder).unwrap();
    let run = bench.store.run(RUN).unwrap().unwrap();
    let judged = |text: &String| serde_json::from_str(text).unwrap();
    let judged = run.steps.iter().map(|step| step.judged_json.as_ref().map_or(Value::Null, judged)).collect();
    assert_eq!(record.halted(), u32::from(!report.end.is_completed()));
    assert_eq!(bench.store.robot().unwrap().confirmed, report.confirmed);
    Came { report, permits: record.permits(), events, judged, status: run.row.status }
}

fn run(judge: Option<Judge>, act: &mut dyn FnMut(&Event, &Control)) -> Came {
    let bench = Bench::new();
    run_by(bench.robot(), bench, judge, &Control::new(), act)
}

/// Confirms whatever is asked.
fn confirm(event: &Event, control: &Control) {
    if let Event::Unsure { code, .. } = event {
        control.confirm(*code);
    }
}

#[test]
fn a_judge_that_agrees_changes_nothing() {
    let without = run(None, &mut |_, _| ());
    let came = run(Some(judge(|_| Ok(YES.to_owned()))), &mut |_, _| ());
    assert_eq!((&came.report.end, &came.permits), (&Ended::Completed, &without.permits));
    for (number, (judged, alone)) in (1..).zip(came.judged.iter().zip(&without.judged)) {
        let model = json!({ "action_succeeded": true, "task_completed": true, "confidence": 100, "reason": "clear" });
        assert_eq!(judged["model"], model, "step {number}");
        assert_eq!((&judged["finding"], &judged["confidence"]), (&alone["finding"], &alone["confidence"]));
        assert_eq!(alone["model"], Value::Null);
    }
    let said = "Model: action_succeeded true, task_completed true, confidence 1.00; it lowers nothing: clear";
    assert!(came.lines(3)[0].contains(said), "{:?}", came.lines(3));
}

#[test]
fn what_it_is_asked() {
    let (asked, questions) = unbounded();
    let came = run(
        Some(judge(move |question| {
            asked.send(question.to_owned()).unwrap();
            Ok(YES.to_owned())
        })),
        &mut |_, _| (),
    );
    assert_eq!(came.report.end, Ended::Completed);
    let questions: Vec<String> = questions.iter().collect();
    assert_eq!(questions.len(), 8);
    for (number, question) in (1..).zip(&questions) {
        let begins = format!("Request: \"weld at position 1\"\nStep {number} of 8: \"");
        assert!(question.starts_with(&begins) && question.contains("\nObservations:\n- "), "{question}");
    }
}

/// What is said of a step, each time that it is asked about; how the run ends where the operator confirms everything, how
/// often it looks again, whether the operator is asked.
const LOWERED: &[(u32, &[&str], bool, usize, bool)] = &[
    (3, &[UNSURE], true, 0, true),
    (8, &[UNSURE], true, 0, true),
    (3, &[NO, NO], false, 1, false),
    (3, &[NO, YES], true, 1, false),
    (3, &[NO, UNSURE], true, 1, true),
    (8, &[NO, NO], false, 1, false),
    // The step is done, and more than it is to be done.
    (3, &[SO_FAR], true, 0, false),
    (3, &[NO_MATCH], true, 0, false),
    // The last step is done, and the request is not: somebody has to look.
    (8, &[SO_FAR], true, 0, true),
    (8, &[NO_MATCH], true, 0, true),
];

#[test]
fn a_judge_lowers() {
    for (step, says, completes, looks, asks) in LOWERED {
        let came = run(Some(at(*step, says)), &mut confirm);
        let case = format!("step {step}: {says:?}: {}", came.report.end);
        assert_eq!((came.report.end.is_completed(), came.looks()), (*completes, *looks), "{case}");
        let is_asked = came.events.iter().any(|event| matches!(event, Event::Unsure { number, .. } if number == step));
        assert_eq!(is_asked, *asks, "{case}");
        let last = if *completes { 8 } else { *step };
        assert_eq!(came.sent(), (1..=last).collect::<Vec<_>>(), "each step is sent once: {case}");
        let judged = &came.judged[*step as usize - 1];
        let said: Value = serde_json::from_str(says.last().unwrap()).unwrap();
        assert_eq!(judged["model"]["reason"], said["reason"], "{case}: {judged}");
        if !completes {
            assert!(matches!(&came.report.end, Ended::Failed { step: at, .. } if at == step), "{case}");
            assert!(case.contains("the model says: nothing useful"), "{case}");
            assert_eq!((came.status, &judged["finding"]), (RunStatus::Failed, &json!("not_seen")));
            assert!(came.lines(*step)[0].contains("it lowers action_succeeded true, task_completed"), "{case}");
        }
    }
}

/// What a model means is in its flags and its number, however it words it.
#[test]
fn its_words_decide_nothing() {
    const YES_IN_OTHER_WORDS: &str = r#"{"action_succeeded":true,"task_completed":true,"confidence":1.00,"reason":"FAILED: nothing was done, stop"}"#;
    const NO_IN_OTHER_WORDS: &str =
        r#"{"action_succeeded":false,"task_completed":false,"confidence":0.90,"reason":"task completed successfully"}"#;
    for step in [3, 8] {
        let came = run(Some(at(step, &[YES_IN_OTHER_WORDS])), &mut confirm);
        assert_eq!((&came.report.end, came.looks()), (&Ended::Completed, 0), "step {step}");
        let came = run(Some(at(step, &[NO_IN_OTHER_WORDS, NO_IN_OTHER_WORDS])), &mut confirm);
        assert!(matches!(came.report.end, Ended::Failed { step: at, .. } if at == step), "{}", came.report.end);
        assert_eq!((came.sent(), came.looks()), ((1..=step).collect(), 1), "step {step}");
    }
}

/// An operator who may not be asked is not: the run stops where the model is unsure.
#[test]
fn who_does_not_confirm_stops_it() {
    let came = run(Some(at(3, &[UNSURE])), &mut |event, control| {
        if let Event::Unsure { .. } = event {
            control.stop_now();
        }
    });
    assert!(matches!(came.report.end, Ended::Failed { step: 3, .. }), "{}", came.report.end);
    assert_eq!((came.sent(), came.judged[2]["finding"].clone()), (vec![1, 2, 3], json!("unsure")));
}

/// The operator has looked and says yes: what stands in the fresh report counts all the same.
#[test]
fn an_alarm_at_the_fresh_report_confirms_nothing() {
    let standing: [(Change, &str); 3] = [
        (|told| shows(told, "alarms", json!(["Fire"])), "an alarm stands: 'Fire'"),
        (|told| shows(told, "mode", json!("manual")), "the controller's mode was 'simulated', and is 'manual'"),
        (|told| told.shown = None, "the controller does not show its cell any more"),
    ];
    for (shown, words) in standing {
        // Step 3 is the last that was permitted: what is reported then answers the operator's yes.
        let trick = move |number: u32, moment: Moment<'_>| {
            if let (3, Moment::Heard(heard)) = (number, moment) {
                let reports = heard.lines.iter_mut().filter(|told| matches!(told.line.progress, Progress::At(_)));
                reports.for_each(shown);
            }
            Ok(())
        };
        let bench = Bench::new();
        let judge = Some(at(3, &[UNSURE]));
        let came = run_by(Tricky::new(bench.robot(), trick), bench, judge, &Control::new(), &mut confirm);
        let Ended::Failed { step: 3, reason } = &came.report.end else { panic!("{words}: {}", came.report.end) };
        assert!(reason.starts_with(words), "{reason}");
        assert_eq!((came.sent(), came.report.confirmed), (vec![1, 2, 3], false), "{words}");
    }
}

/// Words of a model that would forge the display are shown as what they are.
#[test]
fn its_words_stay_in_their_line() {
    const FORGED: &str =
        r#"{"action_succeeded":true,"task_completed":true,"confidence":0.40,"reason":"fine\n  step 3 done\u001b[2J"}"#;
    let came = run(Some(at(3, &[FORGED])), &mut confirm);
    let asked = came.events.iter().find_map(|event| match event {
        Event::Unsure { reason, .. } => Some(reason.as_str()),
        _ => None,
    });
    assert!(asked.unwrap().starts_with("the model says: fine\\n  step 3 done\\u001b[2J; "), "{asked:?}");
    assert!(
        came.lines(3)[0].contains("it lowers action_succeeded true, task_completed false, confidence 0.95: fine\\n")
    );
}

/// A step that code holds for not done is not asked about, and no model makes it good.
#[test]
fn what_code_refuses_no_judge_raises() {
    let (asked, questions) = unbounded();
    let bench = Bench::new();
    let trick = |number: u32, moment: Moment<'_>| {
        if let (2, Moment::Heard(heard)) = (number, moment) {
            for told in heard.lines.iter_mut().filter(|told| matches!(told.line.progress, Progress::Done(_))) {
                told.shown = Some(RawState::State(br#"{"position":"Home","tool":"none"}"#.to_vec()));
            }
        }
        Ok(())
    };
    let yes = judge(move |question| {
        asked.send(question.to_owned()).unwrap();
        Ok(YES.to_owned())
    });
    let came = run_by(Tricky::new(bench.robot(), trick), bench, Some(yes), &Control::new(), &mut confirm);
    assert!(matches!(came.report.end, Ended::Failed { step: 2, .. }), "{}", came.report.end);
    assert_eq!(questions.iter().count(), 1, "it was asked about step 1 alone");
    assert_eq!(came.judged[1]["model"], Value::Null);
}

/// Answers that are none: nothing counts as done by them. It is asked once more, at the second look.
#[test]
fn without_an_answer_nothing_counts_as_done() {
    let long = format!(
        r#"{{"action_succeeded":false,"task_completed":false,"confidence":0,"reason":"{}"}}"#,
        "x".repeat(5_000)
    );
    let answers: [(Result<String, String>, &str); 6] = [
        (Ok(String::new()), "the answer is not the JSON of a verdict"),
        (Ok("no, it was not done".to_owned()), "the answer is not the JSON of a verdict"),
        (Ok(r#"{"match":false,"confidence":-1,"reason":""}"#.to_owned()), "`confidence` is no plain decimal"),
        (
            Ok(r#"{"match":false,"task_completed":false,"confidence":0,"reason":""}"#.to_owned()),
            "the answer has neither",
        ),
        (Ok(long), "the answer is longer than"),
        (Err("\u{1b}[2Jthe model took too long".to_owned()), "\\u001b[2Jthe model took too long"),
    ];
    for (answer, words) in answers {
        let (asked, questions) = unbounded();
        let says = answer.clone();
        let judge = judge(move |question| {
            asked.send(question.to_owned()).unwrap();
            says.clone()
        });
        let came = run(Some(judge), &mut |_, _| ());
        let Ended::Failed { step: 1, reason } = &came.report.end else { panic!("{answer:?}: {}", came.report.end) };
        assert!(reason.contains("the model gave no answer: "), "{answer:?}: {reason}");
        assert_eq!((questions.iter().count(), came.looks(), came.sent()), (2, 1, vec![1]), "{answer:?}");
        let no_answer = came.judged[0]["model"]["no_answer"].as_str().unwrap();
        assert!(no_answer.contains(words), "{answer:?}: {no_answer}");
        assert!(came.lines(1)[0].contains("Model: no answer: "), "{:?}", came.lines(1));
        assert_eq!(came.judged[0]["finding"], "not_seen");
    }
    // One that answers at the second look.
    for first in ["garbage", ""] {
        let says: &'static [&'static str] = Box::leak(Box::new([first, YES]));
        let came = run(Some(at(4, says)), &mut |_, _| ());
        assert_eq!((&came.report.end, came.looks()), (&Ended::Completed, 1));
        assert_eq!(came.judged[3]["model"]["reason"], "clear");
    }
}

#[test]
fn a_judge_that_panics_is_not_asked_again() {
    let (asked, questions) = unbounded();
    let judge = judge(move |question| {
        asked.send(question.to_owned()).unwrap();
        panic!("out of cheese")
    });
    let came = run(Some(judge), &mut |_, _| ());
    assert!(matches!(came.report.end, Ended::Failed { step: 1, .. }), "{}", came.report.end);
    assert_eq!((questions.iter().count(), came.looks()), (1, 1));
    assert!(came.lines(1)[0].contains("it has a fault of its own: out of cheese"), "{:?}", came.lines(1));
    assert!(came.lines(1)[1].contains("it had a fault of its own before"), "{:?}", came.lines(1));
}

/// Says that it was asked, and answers when the test says so, which may be never.
fn stuck() -> (Judge, Receiver<()>, Sender<&'static str>) {
    let ((asked, was_asked), (answer, answers)) = (bounded(100), unbounded());
    let judge = judge(move |_| {
        asked.send(()).unwrap();
        answers.recv().map(str::to_owned).map_err(|_| "the test is over".to_owned())
    });
    (judge, was_asked, answer)
}

#[test]
fn a_judge_that_hangs_is_left_behind_and_not_asked_again() {
    let (judge, was_asked, answer) = stuck();
    let came = run(Some(judge.within(Duration::ZERO)), &mut |_, _| ());
    assert!(matches!(came.report.end, Ended::Failed { step: 1, .. }), "{}", came.report.end);
    assert_eq!((came.looks(), came.sent()), (1, vec![1]));
    assert!(came.lines(1)[0].contains("it took longer than 0 s"), "{:?}", came.lines(1));
    assert!(came.lines(1)[1].contains("it did not answer before"), "{:?}", came.lines(1));
    assert_eq!(came.judged[0]["model"]["no_answer"], "it did not answer before");
    drop(answer);
    assert_eq!(was_asked.iter().count(), 1);
}

/// What it said of a step is not mended by its silence at the next look.
#[test]
fn a_no_is_not_mended_by_silence() {
    for (second, words) in [("garbage", "is not the JSON"), ("", "is not the JSON")] {
        let says: &'static [&'static str] = Box::leak(Box::new([NO, second]));
        let came = run(Some(at(4, says)), &mut confirm);
        assert!(matches!(came.report.end, Ended::Failed { step: 4, .. }), "{}", came.report.end);
        assert!(came.lines(4)[1].contains(words), "{:?}", came.lines(4));
    }
    // Of another step it says nothing.
    let came = run(Some(at(4, &[NO, YES])), &mut confirm);
    assert_eq!(came.report.end, Ended::Completed);
}

/// A stop overtakes an open verdict. What the judge says then is heard by nobody.
#[test]
fn a_stop_waits_for_no_judge() {
    for step in [1, 3, 8] {
        let control = Control::new();
        let (stop, (over, is_over)) = (control.clone(), bounded::<()>(0));
        let hangs = judge(move |question| {
            if question.contains(&format!("\nStep {step} of 8: ")) {
                stop.stop_now();
                // It answers when the run is over.
                let _ = is_over.recv();
            }
            Ok(YES.to_owned())
        });
        let bench = Bench::new();
        let came = run_by(bench.robot(), bench, Some(hangs), &control, &mut |_, _| ());
        assert_eq!(came.report.end, Ended::StoppedNow { during: step });
        assert!(came.lines(step)[0].contains("the run ended first"), "{:?}", came.lines(step));
        assert_eq!((came.sent(), came.report.confirmed), ((1..=step).collect(), false));
        drop(over);
    }
}

/// To finish the step and stop includes that it is judged; a pause holds what comes after.
#[test]
fn other_wishes_wait_for_the_judge() {
    for (wish, end) in [
        (Control::finish_step_and_stop as fn(&Control), Ended::StoppedByOperator { after: 3 }),
        (|control| _ = control.pause(), Ended::Completed),
    ] {
        let control = Control::new();
        let wishes = control.clone();
        let judge = judge(move |question| {
            if question.contains("\nStep 3 of 8: ") {
                wish(&wishes);
            }
            Ok(YES.to_owned())
        });
        let (bench, mut paused) = (Bench::new(), Vec::new());
        let came = run_by(bench.robot(), bench, Some(judge), &control, &mut |event, control| {
            if let Event::Paused { after } = event {
                paused.push(*after);
                control.resume(control.last_pause());
            }
        });
        assert_eq!(came.report.end, end);
        assert_eq!(paused, if end.is_completed() { vec![3] } else { vec![] });
        assert!(came.judged[..3].iter().all(|judged| judged["model"]["reason"] == "clear"));
    }
}

/// Whatever the controller says while a verdict is open was asked for by nobody: it halts the robot at once, as ever.
#[test]
fn a_line_behind_an_open_verdict_waits_for_no_judge() {
    let bench = Bench::new();
    let trick = |number: u32, moment: Moment<'_>| {
        if let (3, Moment::Heard(heard)) = (number, moment)
            && let Some(told) = heard.lines.iter().find(|told| matches!(told.line.progress, Progress::Done(_)))
        {
            let again = told.clone();
            heard.lines.push(again);
        }
        Ok(())
    };
    let (judge, _was_asked, answer) = stuck();
    for _ in 0..2 {
        answer.send(YES).unwrap();
    }
    let came = run_by(Tricky::new(bench.robot(), trick), bench, Some(judge), &Control::new(), &mut |_, _| ());
    let Ended::Failed { step, reason } = &came.report.end else { panic!("{}", came.report.end) };
    assert!(*step <= 4 && reason.contains("what the controller says does not fit the run"), "{reason}");
    assert!(came.lines(3)[0].contains("the controller said more meanwhile"), "{:?}", came.lines(3));
    assert_eq!((came.sent(), came.report.confirmed), (vec![1, 2, 3], false));
    drop(answer);
}

/// Moments after a step was said to be done.
#[derive(Clone, Copy)]
enum Then {
    Nothing,
    /// The judge is being asked.
    Asked,
    /// A year later.
    Late,
}

/// A controller is held to no deadline while a judge thinks, by whatever clock.
#[test]
fn no_deadline_runs_while_a_judge_thinks() {
    let (judge, was_asked, answer) = stuck();
    let (bench, mut then, mut late) = (Bench::new(), Then::Nothing, Duration::ZERO);
    let trick = move |_: u32, moment: Moment<'_>| {
        let Moment::Heard(heard) = moment else { return Ok(()) };
        then = match then {
            Then::Nothing if heard.lines.iter().any(|told| matches!(told.line.progress, Progress::Done(_))) => {
                Then::Asked
            }
            Then::Nothing => Then::Nothing,
            Then::Asked => {
                was_asked.recv().unwrap();
                late += Duration::from_secs(365 * 24 * 3600);
                Then::Late
            }
            Then::Late => {
                // What was late is on its way before this.
                answer.send(YES).unwrap();
                Then::Nothing
            }
        };
        heard.at += late;
        if !matches!(then, Then::Nothing) {
            heard.again = Again::After(Duration::ZERO);
        }
        Ok(())
    };
    let came = run_by(Tricky::new(bench.robot(), trick), bench, Some(judge), &Control::new(), &mut |_, _| ());
    assert_eq!((&came.report.end, &came.report.notes), (&Ended::Completed, &vec![]));
}

/// A yes to one judge is no yes to another, or to none.
#[test]
fn who_judges_is_who_was_approved() {
    let scripted = Some(blake3::hash(b"scripted"));
    for (seen, is_judged) in [(None, true), (scripted, false), (Some(blake3::hash(b"another")), true)] {
        let mut bench = Bench::new();
        let (driver, record) = Booked::new(bench.robot());
        let approved = approved_judged(seen, &bench, RUN);
        let crew = Crew { driver: Box::new(driver), judge: is_judged.then(|| judge(|_| Ok(YES.to_owned()))) };
        let (control, folder) = (Control::new(), bench.folder.path());
        let ran = execute(approved, &bench.snapshot, &mut bench.store, crew, &control, &mut |_| {}, folder);
        assert!(matches!(ran, Err(RunError::OtherlyJudged)), "{ran:?}");
        assert!(record.permits().is_empty() && bench.store.run(RUN).unwrap().is_none());
    }
}

/// Any answer of a judge, of both forms and of none.
fn answers() -> impl Strategy<Value = Result<String, String>> {
    let confidence = (0_u8..=100).prop_map(|hundredths| format!("{}.{:02}", hundredths / 100, hundredths % 100));
    let both = (any::<bool>(), any::<bool>(), confidence.clone()).prop_map(|(action, task, confidence)| {
        format!(r#"{{"action_succeeded":{action},"task_completed":{task},"confidence":{confidence},"reason":"r"}}"#)
    });
    let legacy = (any::<bool>(), confidence)
        .prop_map(|(is_match, confidence)| format!(r#"{{"match":{is_match},"confidence":{confidence},"reason":"r"}}"#));
    prop_oneof![
        6 => both.prop_map(Ok),
        2 => legacy.prop_map(Ok),
        1 => any::<String>().prop_map(Ok),
        1 => any::<String>().prop_map(Err),
    ]
}

fn rank(finding: &Value) -> usize {
    let best_first = ["seen", "unsure", "poor_report", "not_seen", "refuted"];
    best_first.iter().position(|known| finding == known).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// No answer makes a finding better, no step is sent that was not sent without a judge, and none is sent twice.
    #[test]
    fn no_answer_makes_anything_better(said in proptest::collection::vec(answers(), 1..12)) {
        let without = run(None, &mut |_, _| ());
        let mut left = said.into_iter().cycle();
        let came = run(Some(judge(move |_| left.next().unwrap())), &mut |event, control| {
            if let Event::Unsure { .. } = event {
                control.stop_now();
            }
        });
        let sent = came.sent();
        prop_assert_eq!(&without.sent()[..sent.len()], &sent[..]);
        for (judged, alone) in came.judged.iter().zip(&without.judged).filter(|(judged, _)| !judged.is_null()) {
            prop_assert!(rank(&judged["finding"]) >= rank(&alone["finding"]), "{} {}", judged, alone);
            prop_assert!(judged["confidence"].as_u64() <= alone["confidence"].as_u64(), "{} {}", judged, alone);
        }
        let completed = came.report.completed as usize;
        prop_assert!(came.judged[..completed].iter().all(|judged| judged["finding"] == "seen"));
        prop_assert_eq!(came.report.end.is_completed(), completed == 8);
    }
}

/// A prediction of each step is on record, with how far it came true and what comes next; nothing is decided by it.
#[test]
fn what_was_predicted_of_each_step_is_on_record() {
    let done = run(None, &mut |_, _| {});
    assert!(done.report.end.is_completed(), "{}", done.report.end);
    let first = &done.judged[0]["predicted"];
    assert_eq!(first["came_true"], 100, "{first}");
    assert!(first["outcome"].as_str().unwrap().starts_with("the robot is at '"), "{first}");
    assert!(
        done.judged.iter().rev().skip(1).all(|judged| judged["predicted"]["next"].is_string()),
        "{:?}",
        done.judged
    );
    let last = done.judged.last().unwrap();
    assert_eq!(last["predicted"]["next"], Value::Null, "{last}");
    let routine = done.judged.iter().find(|judged| judged["predicted"]["came_true"].is_null()).unwrap();
    assert!(
        routine["predicted"]["outcome"].as_str().unwrap().ends_with(" grows"),
        "a simulated check counts: {routine}"
    );
}
