//! Each call: what it stores, and when it is refused.

use cellgraph::store::{
    Observed, RobotState, RunEnd, RunFilter, RunStatus, StepAction, StepEnd, StepState, Store, StoreError,
};
use jiff::tz::TimeZone;

use crate::harness::{Bench, assert_sound, at, failed, id, new_run, seen, unsure, whole_run};

/// The words of a refusal; it leaves nothing behind and does not poison the store.
fn refusal<T: std::fmt::Debug>(outcome: Result<T, StoreError>) -> String {
    match outcome.unwrap_err() {
        StoreError::Refused { reason } => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_first_state_is_unconfirmed_until_an_operator_confirms_it() {
    let bench = Bench::new();
    let mut store = bench.open();
    assert!(matches!(store.robot(), Err(StoreError::NoRobotState)));
    store.ensure_robot("Home", "none").unwrap();
    let robot = store.robot().unwrap();
    assert_eq!((robot.position.as_str(), robot.tool.as_str(), robot.confirmed), ("Home", "none", false));
    assert!(robot.unconfirmed_reason.unwrap().contains("first start"));
    assert!(refusal(store.begin_run(&new_run(1, ("Home", "none")))).contains("not confirmed"));
    store.ensure_robot("Elsewhere", "Welder").unwrap();
    assert_eq!(store.robot().unwrap().position, "Home", "what is stored stays");
    store.correct_robot("Pos_1", "Welder", "ann", "moved by hand").unwrap();
    let robot = store.robot().unwrap();
    assert_eq!((robot.position.as_str(), robot.tool.as_str(), robot.confirmed), ("Pos_1", "Welder", true));
    assert_eq!((robot.unconfirmed_reason, robot.run_id, robot.operator.as_deref()), (None, None, Some("ann")));
    let corrections = store.corrections(10).unwrap();
    assert_eq!(corrections.len(), 1);
    assert_eq!(corrections[0].previous_position.as_deref(), Some("Home"));
    assert_eq!((corrections[0].operator.as_str(), corrections[0].reason.as_str()), ("ann", "moved by hand"));
    assert_sound(&store);
}

#[test]
fn a_correction_needs_a_name_and_a_reason() {
    let (_bench, mut store) = Bench::confirmed();
    for (operator, reason) in [("", "looked"), ("ann", ""), ("  ", "looked"), ("ann", "\t")] {
        assert!(refusal(store.correct_robot("Pos_1", "none", operator, reason)).contains("needs"));
    }
    assert_eq!(store.robot().unwrap().position, "Home");
}

#[test]
fn a_run_from_beginning_to_end() {
    let (_bench, mut store) = Bench::confirmed();
    let run = new_run(2, ("Home", "none"));
    store.begin_run(&run).unwrap();
    let robot = store.robot().unwrap();
    assert!(!robot.confirmed);
    assert_eq!(robot.unconfirmed_reason.unwrap(), format!("run {} is in progress", id(2)));
    let detail = store.run(id(2)).unwrap().unwrap();
    assert_eq!((detail.row.status, detail.row.number, detail.steps.len()), (RunStatus::Pending, 1, 0));
    assert_eq!((&detail.record, &detail.row.sequence_json), (&run.record, &run.sequence_json));

    store.run_started(id(2)).unwrap();
    let step = store.begin_step(id(2), 1, "Pos_2", StepAction::Move).unwrap();
    let detail = store.run(id(2)).unwrap().unwrap();
    assert_eq!((detail.row.status, detail.steps[0].state), (RunStatus::Running, StepState::Running));
    let interrupted = store.interrupted().unwrap().unwrap();
    assert_eq!((interrupted.last_completed, interrupted.running.unwrap().number), (None, 1));
    store.end_step(step, &at("Pos_2", "none")).unwrap();
    let robot = store.robot().unwrap();
    assert_eq!((robot.position.as_str(), robot.confirmed), ("Pos_2", false), "the state follows each step");
    assert_eq!(store.interrupted().unwrap().unwrap().last_completed.unwrap().number, 1);

    store.end_run(id(2), &RunEnd::Completed, &seen("Pos_2", "none")).unwrap();
    let detail = store.last_completed().unwrap().unwrap();
    assert_eq!((detail.row.run_id, detail.row.status, detail.row.failure), (id(2), RunStatus::Completed, None));
    assert_eq!(detail.steps[0].observed_position.as_deref(), Some("Pos_2"));
    assert!(detail.row.finished_at.unwrap() > detail.row.started_at);
    let robot = store.robot().unwrap();
    assert_eq!((robot.position.as_str(), robot.confirmed, robot.run_id), ("Pos_2", true, Some(id(2))));
    assert_eq!(store.interrupted().unwrap(), None);
    assert_sound(&store);
}

#[test]
fn a_step_that_failed_ends_the_run() {
    let (_bench, mut store) = Bench::confirmed();
    store.begin_run(&new_run(1, ("Home", "none"))).unwrap();
    store.run_started(id(1)).unwrap();
    let step = store.begin_step(id(1), 1, "Pos_1", StepAction::Routine).unwrap();
    store.end_step(step, &StepEnd::Error { message: "no arc".into(), judged: None }).unwrap();
    assert!(refusal(store.begin_step(id(1), 2, "Pos_2", StepAction::Move)).contains("step 1 is error"));
    assert!(refusal(store.begin_step(id(1), 1, "Pos_1", StepAction::Move)).contains("step 1 is error"));
    assert!(
        refusal(store.end_run(id(1), &RunEnd::Completed, &seen("Pos_1", "none"))).contains("step 1 is error"),
        "nothing is completed that failed"
    );
    store.end_run(id(1), &failed("step 1: no arc"), &unsure("Pos_1", "none")).unwrap();
    let detail = store.run(id(1)).unwrap().unwrap();
    assert_eq!((detail.row.status, detail.row.failure.as_deref()), (RunStatus::Failed, Some("step 1: no arc")));
    assert_eq!(detail.steps[0].error.as_deref(), Some("no arc"));
    assert_eq!(store.get_failed_positions(id(1)).unwrap(), ["Pos_1"]);
    assert!(!store.robot().unwrap().confirmed);
    assert!(store.robot().unwrap().unconfirmed_reason.is_some(), "an unconfirmed state always says why");
    assert_eq!(store.last_completed().unwrap(), None);
    assert_sound(&store);
}

#[test]
fn a_run_that_fails_closes_the_step_that_runs() {
    let (_bench, mut store) = Bench::confirmed();
    store.begin_run(&new_run(1, ("Home", "none"))).unwrap();
    store.run_started(id(1)).unwrap();
    store.begin_step(id(1), 1, "Pos_1", StepAction::Move).unwrap();
    store.end_run(id(1), &failed("stopped by the operator"), &seen("Home", "none")).unwrap();
    let step = &store.run(id(1)).unwrap().unwrap().steps[0];
    assert_eq!((step.state, step.error.as_deref()), (StepState::Error, Some("stopped by the operator")));
    assert!(step.finished_at.is_some());
    assert_sound(&store);
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let (bench, mut store) = Bench::confirmed();
    whole_run(&mut store, 1, &["Pos_1"]);
    let unknown = id(99);
    type Call = fn(&mut Store) -> Result<(), StoreError>;
    let idle: [(&str, Call); 8] = [
        ("is recorded already", |s| s.begin_run(&new_run(1, ("Pos_1", "none")))),
        ("starts at 'Home'", |s| s.begin_run(&new_run(2, ("Home", "none")))),
        ("with 'Welder'", |s| s.begin_run(&new_run(2, ("Pos_1", "Welder")))),
        ("it is completed", |s| s.run_started(id(1))),
        ("the run is completed", |s| s.begin_step(id(1), 2, "Pos_2", StepAction::Move).map(drop)),
        ("has ended already", |s| s.end_run(id(1), &failed("late"), &seen("Pos_1", "none"))),
        ("has ended already", |s| s.recover(id(1), "late")),
        ("it is completed", |s| {
            let step = s.run(id(1))?.unwrap().steps[0].step_id;
            s.end_step(step, &at("Pos_1", "none"))
        }),
    ];
    for (words, call) in idle {
        let before = crate::harness::dump(&store).unwrap();
        let said = refusal(call(&mut store));
        assert!(said.contains(words), "{said}");
        assert_eq!(crate::harness::dump(&store).unwrap(), before, "{words}");
    }
    assert!(matches!(store.run_started(unknown), Err(StoreError::NoSuchRun { .. })));
    assert!(matches!(store.begin_step(unknown, 1, "Pos_1", StepAction::Move), Err(StoreError::NoSuchRun { .. })));
    assert!(matches!(store.end_run(unknown, &failed(""), &seen("", "")), Err(StoreError::NoSuchRun { .. })));
    assert!(matches!(store.recover(unknown, "?"), Err(StoreError::NoSuchRun { .. })));
    assert!(matches!(store.get_failed_positions(unknown), Err(StoreError::NoSuchRun { .. })));
    assert_eq!(store.run(unknown).unwrap(), None);

    store.begin_run(&new_run(3, ("Pos_1", "none"))).unwrap();
    let busy: [(&str, Call); 5] = [
        ("is pending", |s| s.begin_run(&new_run(4, ("Pos_1", "none")))),
        ("is pending", |s| s.correct_robot("Home", "none", "ann", "looked")),
        ("the run is pending", |s| s.begin_step(id(3), 1, "Pos_2", StepAction::Move).map(drop)),
        ("has not started", |s| s.end_run(id(3), &RunEnd::Completed, &seen("Pos_1", "none"))),
        ("it is running", |s| {
            s.run_started(id(3))?;
            s.run_started(id(3))
        }),
    ];
    for (words, call) in busy {
        let said = refusal(call(&mut store));
        assert!(said.contains(words), "{said}");
    }
    assert!(refusal(store.end_run(id(3), &RunEnd::Completed, &seen("Pos_1", "none"))).contains("no step"));
    for number in [0, 2, u32::MAX] {
        assert!(refusal(store.begin_step(id(3), number, "Pos_2", StepAction::Move)).contains("next one is step 1"));
    }
    let step = store.begin_step(id(3), 1, "Pos_2", StepAction::Move).unwrap();
    for number in [1, 2] {
        assert!(refusal(store.begin_step(id(3), number, "Pos_2", StepAction::Move)).contains("step 1 is running"));
    }
    store.end_step(step, &at("Pos_2", "none")).unwrap();
    assert!(refusal(store.begin_step(id(3), 1, "Pos_2", StepAction::Move)).contains("next one is step 2"));
    assert!(refusal(store.end_step(step, &at("Pos_2", "none"))).contains("it is completed"));
    assert_sound(&store);
    drop(store);
    assert_sound(&bench.open());
}

#[test]
fn lists_filter_and_page() {
    const DAY: i64 = 86_400;
    let (bench, mut store) = Bench::confirmed();
    for number in 1..=9 {
        bench.set_clock(i64::from(number / 4) * DAY + i64::from(number) * 60);
        whole_run(&mut store, number as u128, &["Pos_1", "Home"]);
    }
    bench.set_clock(5 * DAY);
    store
        .begin_run(&cellgraph::store::NewRun {
            operator_input: "Schweiße Ä hier".into(),
            ..new_run(10, ("Home", "none"))
        })
        .unwrap();
    let list =
        |filter: RunFilter| -> Vec<i64> { store.runs(&filter).unwrap().into_iter().map(|row| row.number).collect() };
    let all = RunFilter::default();
    assert_eq!(list(all.clone()), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(list(RunFilter { limit: Some(3), ..all.clone() }), [10, 9, 8]);
    assert_eq!(list(RunFilter { limit: Some(3), offset: 3, ..all.clone() }), [7, 6, 5]);
    assert_eq!(list(RunFilter { limit: Some(3), before: Some(5), ..all.clone() }), [4, 3, 2]);
    assert_eq!(list(RunFilter { limit: Some(0), ..all.clone() }), [0; 0]);
    assert_eq!(list(RunFilter { status: Some(RunStatus::Pending), ..all.clone() }), [10]);
    assert_eq!(list(RunFilter { status: Some(RunStatus::Failed), ..all.clone() }), [0; 0]);
    assert_eq!(list(RunFilter { text: Some("POSITION 3".into()), ..all.clone() }), [3]);
    assert_eq!(list(RunFilter { text: Some("schweiße ä".into()), ..all.clone() }), [10]);
    assert_eq!(list(RunFilter { text: Some("weld".into()), offset: 8, ..all.clone() }), [1]);
    let day = jiff::civil::date(2026, 3, 2);
    assert_eq!(list(all.clone().on(day, &TimeZone::UTC)), [7, 6, 5, 4]);
    assert_eq!(store.get_runs_by_date(day).unwrap().len(), 4);
    assert_eq!(store.get_runs_by_date(jiff::civil::date(2026, 3, 4)).unwrap().len(), 0);
    assert_eq!(store.last_completed().unwrap().unwrap().row.number, 9);
}

#[test]
fn the_latest_run_is_the_latest_whatever_the_clock_says() {
    let (bench, mut store) = Bench::confirmed();
    whole_run(&mut store, 1, &["Pos_1"]);
    bench.set_clock(-3_600);
    whole_run(&mut store, 2, &["Pos_2"]);
    assert_eq!(store.last_completed().unwrap().unwrap().row.run_id, id(2));
    assert_eq!(store.runs(&RunFilter::default()).unwrap()[0].run_id, id(2));
    assert_sound(&store);
}

#[test]
fn the_export_is_json_lines_with_everything() {
    let (_bench, mut store) = Bench::confirmed();
    whole_run(&mut store, 1, &["Pos_1", "Home"]);
    let mut out = Vec::new();
    store.export(&mut out).unwrap();
    let lines: Vec<serde_json::Value> =
        String::from_utf8(out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of_type = |word: &str| lines.iter().filter(|line| line["type"] == word).collect::<Vec<_>>();
    assert_eq!((of_type("history").len(), of_type("run").len(), of_type("correction").len()), (1, 1, 1));
    // First word, correction, run begun, started, two steps of two entries, run ended.
    assert_eq!(of_type("journal").len(), 9);
    assert_eq!(lines[0]["head"]["hash"], of_type("journal")[8]["hash"]);
    let run = of_type("run")[0];
    assert_eq!((run["status"].as_str(), run["steps"][1]["position"].as_str()), (Some("completed"), Some("Home")));
    assert_eq!(run["run_id"], id(1).to_string());
}

#[test]
fn texts_of_any_kind_come_back_as_they_were() {
    let (_bench, mut store) = Bench::confirmed();
    let odd = "'; DROP TABLE runs; --\0\u{1}\"\\ \u{202e}Ünïcode \u{10ffff}\n";
    let mut run = new_run(1, ("Home", "none"));
    run.operator_input = odd.into();
    run.record.warnings = vec![odd.into(), String::new()];
    run.record.operator = odd.into();
    store.begin_run(&run).unwrap();
    store.run_started(id(1)).unwrap();
    let step = store.begin_step(id(1), 1, odd, StepAction::Move).unwrap();
    store.end_step(step, &StepEnd::Error { message: odd.into(), judged: None }).unwrap();
    store.end_run(id(1), &failed(odd), &seen(odd, odd)).unwrap();
    let detail = store.run(id(1)).unwrap().unwrap();
    assert_eq!((detail.row.operator_input.as_str(), detail.row.failure.as_deref()), (odd, Some(odd)));
    assert_eq!((detail.record, detail.steps[0].error.as_deref()), (run.record, Some(odd)));
    assert_eq!(store.robot().unwrap().position, odd);
    assert_sound(&store);
}

#[test]
fn the_cost_of_writes_is_counted() {
    let (_bench, mut store) = Bench::confirmed();
    let before = store.spent();
    whole_run(&mut store, 1, &["Pos_1"]);
    let spent = store.spent();
    assert_eq!(spent.writes - before.writes, 5);
    assert!(spent.time > before.time);
}

/// Where nothing was seen in a run and nothing can have moved, all is as it was before, word for word.
#[test]
fn a_run_in_which_nothing_happened_leaves_the_state_as_it_was() {
    let (_bench, mut store) = Bench::confirmed();
    let before = store.robot().unwrap();
    assert_eq!((before.operator.as_deref(), before.confirmed), (Some("ann"), true));
    store.begin_run(&new_run(1, ("Home", "none"))).unwrap();
    assert!(!store.robot().unwrap().confirmed);
    store.end_run(id(1), &failed("the controller refused it"), &Observed::AsBefore(before.clone())).unwrap();
    assert_eq!(store.robot().unwrap(), before);
    whole_run(&mut store, 2, &["Pos_1"]);
    let before = store.robot().unwrap();
    assert_eq!((before.run_id, before.driver.as_deref()), (Some(id(2)), Some("simulator")));
    store.begin_run(&new_run(3, ("Pos_1", "none"))).unwrap();
    store.run_started(id(3)).unwrap();
    store.begin_step(id(3), 1, "Pos_2", StepAction::Move).unwrap();
    store.end_run(id(3), &failed("it was not permitted"), &Observed::AsBefore(before.clone())).unwrap();
    assert_eq!(store.robot().unwrap(), before);
    assert_sound(&store);
}

#[test]
fn as_before_is_where_the_run_began_and_before_anything_was_done() {
    let (_bench, mut store) = Bench::confirmed();
    let before = store.robot().unwrap();
    store.begin_run(&new_run(1, ("Home", "none"))).unwrap();
    let elsewhere = RobotState { position: "Pos_1".into(), ..before.clone() };
    let refused = refusal(store.end_run(id(1), &failed("x"), &Observed::AsBefore(elsewhere)));
    assert!(refused.contains("did not begin at 'Pos_1'"), "{refused}");
    store.run_started(id(1)).unwrap();
    let step = store.begin_step(id(1), 1, "Pos_1", StepAction::Move).unwrap();
    store.end_step(step, &at("Pos_1", "none")).unwrap();
    let refused = refusal(store.end_run(id(1), &failed("x"), &Observed::AsBefore(before.clone())));
    assert!(refused.contains("step 1 is completed"), "{refused}");
    store.begin_step(id(1), 2, "Pos_2", StepAction::Move).unwrap();
    let refused = refusal(store.end_run(id(1), &failed("x"), &Observed::AsBefore(before)));
    assert!(refused.contains("step 1 is completed"), "{refused}");
    store.end_run(id(1), &failed("x"), &unsure("Pos_1", "none")).unwrap();
    assert_sound(&store);
}
