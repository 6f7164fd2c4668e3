//! Runs whose steps the real file judges, beside the code; and how often it lowers a step that was done.
//!
//! `CELLGRAPH_JUDGED=50 cargo test --release --test model judged -- --nocapture` asks about that many, and prints the figure of
//! docs/src/reference/observation.md.

use std::{collections::BTreeMap, num::NonZeroU32, path::Path, sync::Arc, time::Instant};

use cellgraph::{
    observe::{Route, model::Judgement, route},
    plan::{
        Goal, Intent,
        build::{self, Builder},
    },
    review::{Digest, Request, SecondOpinion, Start, propose},
    run::{Control, Crew, Event, Judge, RunReport, Simulator, StepJudge, execute},
    snapshot::Snapshot,
    store::Store,
    workflow::StepModel,
};
use parking_lot::Mutex;
use uuid::Uuid;

use crate::{MODEL, cells};

/// A simulated run of one routine at one place, from home.
fn run(
    snapshot: &Arc<Snapshot>,
    routine: &str,
    position: &str,
    judge: Judge,
    digest: Digest,
) -> (RunReport, Vec<String>) {
    let goal = Goal::Routine { routine: routine.to_owned(), position: position.to_owned() };
    let (home, mut steps) = (cells::home(snapshot), Vec::new());
    Builder::default().build(snapshot, home, &Intent::Goals(vec![goal]), &mut steps).unwrap();
    let request = Request {
        correlation_id: Uuid::new_v4(),
        sentence: format!("{} at {position}", routine.replace('_', " ")),
        understood: format!("{routine} at {position}"),
        reader: "rules".to_owned(),
        second_opinion: SecondOpinion::NotAsked,
        left_aside: Vec::new(),
        goals: None,
        differences: Vec::new(),
        checkpoint: None,
        checked: Vec::new(),
        corrects: None,
        declared: None,
        judge: Some(digest),
        warnings: Vec::new(),
        reading: serde_json::Value::Null,
    };
    let start = Start { state: home, unconfirmed: None, journal: String::new() };
    let plan = build::plan(snapshot, &steps).into_owned();
    let approved = propose(snapshot, &start, request, plan).unwrap().approve_for_simulation();
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    store.ensure_robot("Home", "none").unwrap();
    store.correct_robot("Home", "none", "Ada", "looked").unwrap();
    let (control, mut logged) = (Control::new(), Vec::new());
    let mut watch = |event: Event| match event {
        Event::Observed { lines, .. } => logged.extend(lines),
        Event::Unsure { .. } => control.stop_now(),
        _ => {}
    };
    let crew = Crew { driver: Box::new(Simulator::new(Arc::clone(snapshot), home)), judge: Some(judge) };
    let report = execute(approved, snapshot, &mut store, crew, &control, &mut watch, folder.path()).unwrap();
    (report, logged)
}

/// Keeps what it is asked, and agrees.
struct Keeps(Arc<Mutex<Vec<String>>>);

impl StepJudge for Keeps {
    fn answer(&mut self, question: &str) -> Result<String, String> {
        self.0.lock().push(question.to_owned());
        Ok(r#"{"action_succeeded":true,"task_completed":true,"confidence":1.00,"reason":""}"#.to_owned())
    }
    fn digest(&self) -> Digest {
        blake3::hash(b"keeps")
    }
}

#[test]
fn a_run_is_judged_by_it() {
    let model = StepModel::start(Path::new(MODEL), NonZeroU32::MIN).unwrap();
    let again = StepModel::start(Path::new(MODEL), NonZeroU32::MIN).unwrap();
    assert_eq!(model.digest(), again.digest(), "the same file is the same judge");
    let (report, logged) = run(&cells::demo(), "tack_weld", "Pos_1", model.judge(), model.digest());
    let judged: Vec<&String> = logged.iter().filter(|line| line.starts_with("Model: ")).collect();
    assert!(!judged.is_empty() && judged.len() <= 2 * report.steps as usize, "{logged:?}");
    assert!(judged.iter().any(|line| line.contains("lowers")), "it was asked, and answered: {judged:?}");
}

/// Every step of these runs is done, and seen to be done by code: whatever the model lowers here, it lowers wrongly.
#[test]
fn how_often_it_lowers_a_step_that_was_done() {
    let wanted: usize = std::env::var("CELLGRAPH_JUDGED").map_or(1, |number| number.parse().unwrap());
    let (snapshot, asked) = (cells::demo(), Arc::default());
    for routine in ["tack_weld", "camera_inspection"] {
        for position in ["Pos_1", "Pos_2", "Pos_3", "Pos_4", "Pos_5"] {
            if snapshot
                .routine_id(routine)
                .is_some_and(|r| snapshot.is_supported(r, snapshot.position_id(position).unwrap()))
            {
                let (report, _) =
                    run(&snapshot, routine, position, Judge::new(Keeps(Arc::clone(&asked))), blake3::hash(b"keeps"));
                assert!(report.end.is_completed(), "{}", report.end);
            }
        }
    }
    let mut model = StepModel::start(Path::new(MODEL), NonZeroU32::MIN).unwrap();
    let questions = asked.lock().clone();
    let (mut came, mut slowest, began) = (BTreeMap::<&str, u32>::new(), 0.0_f64, Instant::now());
    let mut answers = BTreeMap::<(bool, bool, u8), u32>::new();
    for question in questions.iter().take(wanted) {
        let (asked, is_last) = (Instant::now(), is_last(question));
        let answer = model.answer(question).map(|answer| Judgement::read(&answer).unwrap());
        if let Ok(Judgement { action_succeeded, task_completed, confidence, .. }) = &answer {
            *answers.entry((*action_succeeded, *task_completed, confidence.as_hundredths())).or_default() += 1;
        }
        let what = match answer {
            Err(_) => "no answer",
            Ok(said) => match route(said.action_succeeded, said.task_completed && is_last, said.confidence) {
                Route::GoalAchieved => "left as it was",
                Route::NextStep if !is_last => "left as it was",
                Route::NextStep | Route::AskOperator => "lowered: an operator is asked",
                Route::Correction => "lowered: not done",
            },
        };
        *came.entry(what).or_default() += 1;
        slowest = slowest.max(asked.elapsed().as_secs_f64());
    }
    let steps: u32 = came.values().sum();
    let mean = began.elapsed().as_secs_f64() / f64::from(steps);
    println!("{steps} steps that were done: {came:?}; {mean:.1} s a step, at most {slowest:.1} s");
    println!("flags and hundredths that it gave: {answers:?}");
    assert_eq!(steps as usize, wanted.min(questions.len()));
}

fn is_last(question: &str) -> bool {
    let numbers = question.split("\nStep ").nth(1).and_then(|rest| rest.split_once(": ")).unwrap().0;
    numbers.split_once(" of ").is_some_and(|(number, steps)| number == steps)
}
