//! Whose word about the robot counts.

use cellgraph::language::model::Cancel;
use cellgraph::{
    run::{Control, FaultInjector, FaultRates, FileHandover, RunError},
    workflow::{Turn, WorkflowError},
};

use crate::bench::{Bench, answered, cell, readers};

#[test]
fn a_simulation_s_word_is_none_for_a_robot() {
    let mut bench = Bench::new();
    bench.done("go to safe position 1");
    assert_eq!(bench.desk.reason_not_to_run(true).unwrap(), None, "another simulation may go on from there");
    let reason = bench.desk.reason_not_to_run(false).unwrap().unwrap();
    assert!(reason.contains("simulated run"), "{reason}");
    let proposed = bench.propose("go to position 1");
    let digest = proposed.proposal.digest();
    let approved = proposed.proposal.approve("Ada", digest).unwrap();
    let robot = bench.folder.path().join("robot");
    std::fs::create_dir(&robot).unwrap();
    let (driver, data) = (Box::new(FileHandover::new(&robot)), bench.data());
    let refused = bench.desk.run(approved, driver, &Control::new(), &mut |_| {}, &data).unwrap_err();
    assert!(matches!(refused, RunError::Unconfirmed(_)), "{refused}");
    assert!(refused.hint().is_some());
    assert_eq!(std::fs::read_dir(&robot).unwrap().count(), 0, "nothing was handed over");
    assert_eq!(bench.runs(), 1);
    bench.correct("Safe_Pos_1", "none");
    assert_eq!(bench.desk.reason_not_to_run(false).unwrap(), None, "a person has looked");
}

#[test]
fn nor_is_that_of_a_simulation_with_faults() {
    let mut bench = Bench::new();
    let proposed = bench.propose("go to safe position 1");
    let driver = Box::new(FaultInjector::new(bench.simulator(), FaultRates::default(), 1));
    let data = bench.data();
    let approved = proposed.proposal.approve_for_simulation();
    let report = bench.desk.run(approved, driver, &Control::new(), &mut |_| {}, &data).unwrap();
    assert!(report.end.is_completed(), "it made none: {report:?}");
    assert!(bench.desk.reason_not_to_run(false).unwrap().is_some());
}

#[test]
fn after_a_run_that_went_wrong_nothing_runs_before_somebody_has_looked() {
    let mut bench = Bench::new();
    let proposed = bench.propose("go to position 1");
    let rates = FaultRates { fail_step: 1_000, ..FaultRates::default() };
    let (driver, folder) = (Box::new(FaultInjector::new(bench.simulator(), rates, 1)), bench.data());
    let approved = proposed.proposal.approve_for_simulation();
    let report = bench.desk.run(approved, driver, &Control::new(), &mut |_| {}, &folder).unwrap();
    assert!(!report.end.is_completed() && !report.confirmed, "{report:?}");
    let reason = bench.desk.reason_not_to_run(true).unwrap().unwrap();
    assert!(reason.contains(&report.run_id.to_string()), "{reason}");
    answered(bench.hear("what did you do last?"));
    let proposed = bench.propose("go home and then to position 1");
    let text = proposed.proposal.shown().to_string();
    assert!(text.contains("nobody has confirmed where the robot is"), "{text}");
    let refused = bench.desk.run(
        proposed.proposal.approve_for_simulation(),
        Box::new(bench_simulator()),
        &Control::new(),
        &mut |_| {},
        &folder,
    );
    assert!(matches!(refused, Err(RunError::Unconfirmed(_))), "{refused:?}");
    assert_eq!(bench.runs(), 1);
    bench.correct("Safe_Pos_1", "none");
    bench.done("go to position 1");
}

/// Another simulator; it is never reached.
fn bench_simulator() -> cellgraph::run::Simulator {
    Bench::new().simulator()
}

#[test]
fn a_place_or_tool_that_the_cell_does_not_have_stops_everything_but_questions() {
    for (change, start) in [(("Pos_5", "Bench_low"), ("Pos_5", "none")), (("Camera", "Probe"), ("Home", "Camera"))] {
        let mut bench = Bench::new();
        bench.done("go to safe position 1");
        bench.correct(start.0, start.1);
        bench.desk.take_up(readers(&cell(2, &[change]), None));
        for command in ["go home", "do that again", "weld at position 1"] {
            let refused = bench.desk.hear(command, &Cancel::default()).unwrap_err();
            assert!(matches!(refused, WorkflowError::Elsewhere(_)), "{command}: {refused}");
            assert!(refused.to_string().contains("until an operator has corrected the state"), "{refused}");
        }
        answered(bench.hear("what tools are there?"));
        answered(bench.hear("where is the robot?"));
        assert!(matches!(bench.hear("sing a song"), Turn::Fallback(_)));
        bench.correct("Safe_Pos_1", "none");
        bench.done("go home");
        assert_eq!(bench.runs(), 2);
    }
}

#[test]
fn before_the_first_word_about_the_robot_questions_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let store = cellgraph::store::Store::open(folder.path()).unwrap();
    let log = cellgraph::workflow::VerificationLog::under(folder.path());
    let mut desk = cellgraph::workflow::Desk::new(readers(&cell(1, &[]), None), store, log, 0);
    answered(desk.hear("what positions are there?", &Cancel::default()).unwrap());
    answered(desk.hear("where is the robot?", &Cancel::default()).unwrap());
    assert!(matches!(desk.hear("go home", &Cancel::default()), Err(WorkflowError::Store(_))));
    assert!(matches!(desk.hear("sing a song", &Cancel::default()), Ok(Turn::Fallback(_))));
}

#[test]
fn every_verification_is_logged_with_what_it_came_to() {
    let mut bench = Bench::new();
    let run = bench.done("weld at position 1");
    bench.correct("Home", "none");
    let old = bench.recorded(r#"[{"action":"move","target":"Pos_1"}]"#, None);
    let again = bench.hear(&format!("run task {old}"));
    assert!(matches!(again, Turn::Fallback(_)));
    let folder = bench.folder.path().join("logs/verification");
    let mut lines = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        lines.extend(text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()));
    }
    let of_run = lines.iter().filter(|line| line["correlation_id"] == run.run_id.to_string().as_str());
    let passed: Vec<_> = of_run.map(|line| (&line["validation_result"], &line["step_count"])).collect();
    assert_eq!(passed, [(&"pass".into(), &8.into()), (&"pass".into(), &8.into())], "when proposed, and before it ran");
    let failed: Vec<_> = lines.iter().filter(|line| line["validation_result"] == "fail").collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["error_details"]["illegal_edges"][0]["from"], "Home");
    assert!(failed[0]["warnings"][0].as_str().unwrap().starts_with("Step 1:"));
}
