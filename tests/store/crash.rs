//! The process ends between any two calls: the run is found interrupted, and after recovery it is failed, its running
//! step is an error, and the position is unconfirmed.

use cellgraph::store::{RunEnd, RunStatus, StepAction, StepState, Store};

use crate::harness::{Bench, assert_sound, at, failed, id, new_run, seen};

const PLACES: [&str; 3] = ["Pos_1", "Pos_2", "Home"];

/// Makes the first `calls` calls of a run of three steps; false once there are no more.
fn make_calls(store: &mut Store, mut calls: usize) -> bool {
    let mut left = || {
        let more = calls > 0;
        calls = calls.saturating_sub(1);
        more
    };
    if !left() {
        return true;
    }
    store.begin_run(&new_run(1, ("Home", "none"))).unwrap();
    if !left() {
        return true;
    }
    store.run_started(id(1)).unwrap();
    for (place, position) in PLACES.iter().enumerate() {
        if !left() {
            return true;
        }
        let step = store.begin_step(id(1), place as u32 + 1, position, StepAction::Move).unwrap();
        if !left() {
            return true;
        }
        store.end_step(step, &at(position, "none")).unwrap();
    }
    if !left() {
        return true;
    }
    store.end_run(id(1), &RunEnd::Completed, &seen("Home", "none")).unwrap();
    left()
}

#[test]
fn a_crash_between_any_two_calls_leads_to_a_failed_run_and_an_unconfirmed_position() {
    for calls in 1.. {
        let (bench, mut store) = Bench::confirmed();
        let more = make_calls(&mut store, calls);
        drop(store);
        let mut store = bench.open();
        assert_sound(&store);
        if !more && store.interrupted().unwrap().is_none() {
            assert_eq!(calls, 2 + 2 * PLACES.len() + 1);
            assert!(store.robot().unwrap().confirmed);
            return;
        }
        let found = store.interrupted().unwrap().unwrap();
        let (steps, ends) = (calls.saturating_sub(1) / 2, calls.saturating_sub(2) / 2);
        let expected = if calls == 1 { RunStatus::Pending } else { RunStatus::Running };
        assert_eq!((found.run.row.run_id, found.run.row.status), (id(1), expected));
        assert_eq!(found.run.steps.len(), steps, "after {calls} calls");
        assert_eq!(found.last_completed.as_ref().map_or(0, |step| step.number as usize), ends);
        assert_eq!(found.running.as_ref().map_or(0, |step| step.number as usize), if steps > ends { steps } else { 0 });
        let robot = store.robot().unwrap();
        let last_seen = if ends == 0 { "Home" } else { PLACES[ends - 1] };
        assert_eq!((robot.position.as_str(), robot.confirmed), (last_seen, false));
        assert!(store.begin_run(&new_run(2, (last_seen, "none"))).is_err(), "nothing begins before recovery");
        assert!(store.correct_robot("Home", "none", "ann", "looked").is_err(), "nor is anything confirmed");

        store.recover(id(1), "the power was cut").unwrap();
        assert_eq!(store.interrupted().unwrap(), None);
        let run = store.run(id(1)).unwrap().unwrap();
        assert_eq!((run.row.status, run.row.failure.as_deref()), (RunStatus::Failed, Some("the power was cut")));
        let errors = run.steps.iter().filter(|step| step.state == StepState::Error).count();
        assert_eq!((errors, run.steps.len()), (steps - ends, steps), "a step that ran is an error, the others stay");
        let robot = store.robot().unwrap();
        assert_eq!((robot.position.as_str(), robot.confirmed), (last_seen, false));
        assert!(robot.unconfirmed_reason.unwrap().contains("the power was cut"));
        assert!(store.begin_step(id(1), steps as u32 + 1, "Pos_1", StepAction::Move).is_err(), "no step is sent again");
        assert!(store.begin_run(&new_run(2, (last_seen, "none"))).is_err(), "nobody has confirmed the position");
        assert_sound(&store);
        drop(store);

        let mut store = bench.open();
        assert!(!store.robot().unwrap().confirmed, "nor does opening it again confirm it");
        store.correct_robot("Home", "none", "ann", "driven home").unwrap();
        store.begin_run(&new_run(2, ("Home", "none"))).unwrap();
        store.end_run(id(2), &failed("called off"), &seen("Home", "none")).unwrap();
        assert_sound(&store);
    }
}

#[test]
fn a_crash_between_the_two_commits_of_a_call_is_made_good() {
    for calls in 1..=9 {
        let (bench, mut store) = Bench::confirmed();
        make_calls(&mut store, calls - 1);
        drop(store);
        let behind = tempfile::tempdir().unwrap();
        std::fs::copy(bench.path().join("robot_state.db"), behind.path().join("robot_state.db")).unwrap();

        let (bench, mut store) = Bench::confirmed();
        make_calls(&mut store, calls);
        drop(store);
        let before = crate::harness::dump(&bench.reader()).unwrap();
        std::fs::copy(behind.path().join("robot_state.db"), bench.path().join("robot_state.db")).unwrap();
        assert_sound(&bench.reader());
        let store = bench.open();
        assert_eq!(crate::harness::dump(&store).unwrap(), before, "{calls} calls");
        assert_sound(&store);
    }
}

/// A program was killed when the run was in the history and the robot's state not yet marked: whoever only read the state
/// took it for confirmed, while a run was pending.
#[test]
fn a_reader_takes_no_position_for_sure_while_a_run_is_pending_or_running() {
    let (bench, store) = Bench::confirmed();
    drop(store);
    let behind = tempfile::tempdir().unwrap();
    std::fs::copy(bench.path().join("robot_state.db"), behind.path().join("robot_state.db")).unwrap();
    let mut store = bench.open();
    make_calls(&mut store, 1);
    drop(store);
    std::fs::copy(behind.path().join("robot_state.db"), bench.path().join("robot_state.db")).unwrap();
    let robot = bench.reader().robot().unwrap();
    assert_eq!((robot.position.as_str(), robot.confirmed), ("Home", false));
    let reason = robot.unconfirmed_reason.clone().unwrap();
    assert!(reason.contains(&id(1).to_string()), "{reason}");
    assert_eq!(robot, bench.open().robot().unwrap(), "the next writer makes that last");
}
