//! An approval holds for what was shown, and for nothing else.

use cellgraph::{
    review::{ApprovedPlan, NotApproved},
    run::{Control, FileHandover, RunError},
};

use crate::bench::{Bench, cell, readers};

fn approved(bench: &mut Bench, sentence: &str) -> ApprovedPlan {
    let proposed = bench.propose(sentence);
    let digest = proposed.proposal.digest();
    proposed.proposal.approve("Ada", digest).unwrap()
}

/// Tries to run it on a simulator, and shows that nothing came of it.
fn refused(bench: &mut Bench, approved: ApprovedPlan) -> RunError {
    let (driver, data, runs) = (Box::new(bench.simulator()), bench.data(), bench.runs());
    let mut events = Vec::new();
    let ran = bench.desk.run(approved, driver, &Control::new(), &mut |event| events.push(event), &data);
    assert!(events.is_empty(), "{events:?}");
    assert_eq!(bench.runs(), runs, "no run is in the history");
    assert!(!data.join("actions.yaml").exists(), "nothing was written for a controller");
    ran.unwrap_err()
}

#[test]
fn another_place_sends_it_back() {
    let mut bench = Bench::new();
    let plan = approved(&mut bench, "go to safe position 1");
    bench.correct("Safe_Pos_2", "none");
    assert!(matches!(refused(&mut bench, plan), RunError::Elsewhere { .. }));
    let plan = approved(&mut bench, "go home");
    bench.correct("Safe_Pos_2", "Welder");
    assert!(matches!(refused(&mut bench, plan), RunError::Elsewhere { .. }));
}

#[test]
fn another_cell_sends_it_back() {
    let mut bench = Bench::new();
    let plan = approved(&mut bench, "go to safe position 1");
    bench.desk.take_up(readers(&cell(2, &[("Pos_5", "Bench_low")]), None));
    assert!(matches!(refused(&mut bench, plan), RunError::OtherSnapshot));
}

#[test]
fn the_same_cell_in_another_file_does_not() {
    let mut bench = Bench::new();
    let plan = approved(&mut bench, "go to safe position 1");
    bench.desk.take_up(readers(&cell(2, &[]), None));
    let (driver, data) = (Box::new(bench.simulator()), bench.data());
    let report = bench.desk.run(plan, driver, &Control::new(), &mut |_| {}, &data).unwrap();
    assert!(report.end.is_completed());
}

#[test]
fn another_run_in_between_sends_it_back() {
    let mut bench = Bench::new();
    let plan = approved(&mut bench, "go to safe position 1");
    bench.done("go to safe position 2");
    std::fs::remove_file(bench.data().join("actions.yaml")).unwrap();
    assert!(matches!(refused(&mut bench, plan), RunError::Elsewhere { .. }));
}

#[test]
fn a_digest_of_another_proposal_approves_nothing() {
    let mut bench = Bench::new();
    let other = bench.propose("go to safe position 2").proposal.digest();
    let wrong = bench.propose("go to safe position 1").proposal.approve("Ada", other).unwrap_err();
    assert!(matches!(wrong, NotApproved::OtherProposal { .. }));
}

#[test]
fn a_digest_holds_until_something_is_recorded() {
    let mut bench = Bench::new();
    let digest = |bench: &mut Bench| bench.propose("go to safe position 1").proposal.digest();
    let first = digest(&mut bench);
    assert_eq!(digest(&mut bench), first, "the same words over the same history: a program can name it later");
    bench.correct("Home", "none");
    let second = digest(&mut bench);
    assert_ne!(second, first, "the same place, said anew");
    bench.done("go to safe position 1");
    bench.done("go home");
    assert_ne!(digest(&mut bench), second, "the same place, come back to");
}

#[test]
fn what_is_recorded_after_the_yes_sends_it_back() {
    let mut bench = Bench::new();
    let plan = approved(&mut bench, "go to safe position 1");
    bench.correct("Home", "none");
    assert!(matches!(refused(&mut bench, plan), RunError::NotWhatWasApproved));
}

#[test]
fn an_approval_has_a_name_to_it() {
    let mut bench = Bench::new();
    for nobody in ["", "  ", "A\u{1b}[2J", &"x".repeat(300)] {
        let proposed = bench.propose("go to safe position 1");
        let digest = proposed.proposal.digest();
        let wrong = proposed.proposal.approve(nobody, digest).unwrap_err();
        assert!(matches!(wrong, NotApproved::Nameless(_)));
    }
}

#[test]
fn what_nobody_approved_moves_no_robot() {
    let mut bench = Bench::new();
    let plan = bench.propose("go to safe position 1").proposal.approve_for_simulation();
    let robot = bench.folder.path().join("robot");
    std::fs::create_dir(&robot).unwrap();
    let (driver, data) = (Box::new(FileHandover::new(&robot)), bench.data());
    let refused = bench.desk.run(plan, driver, &Control::new(), &mut |_| {}, &data).unwrap_err();
    assert!(matches!(refused, RunError::SimulationOnly), "{refused}");
    assert_eq!((bench.runs(), std::fs::read_dir(&robot).unwrap().count()), (0, 0));
}

#[test]
fn the_record_names_what_was_approved_and_by_whom() {
    let mut bench = Bench::new();
    let plan = approved(&mut bench, "go to safe position 1");
    let (approval, snapshot) = (plan.approval().to_hex().to_string(), bench.desk.snapshot().content_hash_hex());
    let (driver, data) = (Box::new(bench.simulator()), bench.data());
    let report = bench.desk.run(plan, driver, &Control::new(), &mut |_| {}, &data).unwrap();
    let detail = bench.detail(&report);
    assert_eq!((detail.record.operator.as_str(), detail.record.approval_hash), ("Ada", approval));
    assert_eq!((detail.record.snapshot_hash, detail.record.start_position.as_str()), (snapshot, "Home"));
    let reading: serde_json::Value = serde_json::from_str(&detail.record.reading_json.unwrap()).unwrap();
    assert_eq!((&reading["by"], &reading["said"]), (&"rules".into(), &"action go Safe_Pos_1".into()));
}
