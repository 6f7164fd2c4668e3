//! What is refused before a run exists: nothing is sent, nothing is written, and the history knows nothing of it.

use std::sync::Arc;

use cellgraph::{
    observe::Declared,
    plan::{Action, Plan},
    review::{NotProposed, Place},
    run::{ACTIONS_FILE, Control, FileHandover, RunError, Simulator, execute},
    snapshot::Snapshot,
    store::Store,
};
use proptest::prelude::*;
use uuid::Uuid;

use super::support::{
    Bench, Booked, RUN, approved_with, confirm, demo_changed, folder, home, proposal, step, store, weld,
};

/// Changes something after the yes, and says what it is refused with.
type Change = fn(&mut Bench, &mut Arc<Snapshot>);

const CHANGES: &[(&str, Change, &str)] = &[
    (
        "another cell",
        |_, snapshot| *snapshot = demo_changed(),
        "the cell has changed since the plan was approved: plan and approve it again",
    ),
    (
        "another position",
        |bench, _| confirm(&mut bench.store, &Place { position: "Pos_2".to_owned(), tool: "none".to_owned() }),
        "the robot is at Pos_2 with an empty hand, and the plan was approved for Home with an empty hand",
    ),
    (
        "another tool",
        |bench, _| confirm(&mut bench.store, &Place { position: "Home".to_owned(), tool: "Camera".to_owned() }),
        "the robot is at Home with Camera, and the plan was approved for Home with an empty hand",
    ),
    (
        "a place that this cell does not have",
        |bench, _| confirm(&mut bench.store, &Place { position: "Mars".to_owned(), tool: "none".to_owned() }),
        "the robot is at Mars with an empty hand",
    ),
];

#[test]
fn what_changed_since_the_yes_is_refused() {
    for (case, change, words) in CHANGES {
        let mut bench = Bench::new();
        let (approved, mut snapshot) = (bench.weld(), Arc::clone(&bench.snapshot));
        change(&mut bench, &mut snapshot);
        let (driver, record) = Booked::new(bench.robot());
        let (driver, folder) = (Box::new(driver), bench.folder.path());
        let refused =
            execute(approved, &snapshot, &mut bench.store, driver, &Control::new(), &mut |_| {}, folder).unwrap_err();
        assert!(refused.to_string().contains(words), "{case}: {refused}");
        assert!(record.permits().is_empty() && record.halted() == 0, "{case}");
        assert!(!bench.folder.path().join(ACTIONS_FILE).exists(), "{case}");
        assert!(bench.store.run(RUN).unwrap().is_none(), "{case}");
    }
}

/// A yes to what was declared is no yes to anything else that a step could be judged by.
#[test]
fn what_the_steps_are_judged_by_is_what_was_approved() {
    let (strict, lax) = ("checks: { c: { output: ok } }", "checks: { c: { output: lamp } }");
    let [strict, lax] = [strict, lax].map(|text| Declared::read(text).unwrap());
    let nothing = Declared::default();
    for (seen, used) in [(&strict, &lax), (&strict, &nothing), (&nothing, &lax)] {
        let mut bench = Bench::new();
        let snapshot = Arc::clone(&bench.snapshot);
        let approved = approved_with(seen, &snapshot, home(&snapshot), weld(&snapshot), RUN);
        let shared = folder();
        let driver = Box::new(FileHandover::new(shared.path()).with_declared(used.clone()));
        let (control, folder) = (Control::new(), bench.folder.path().to_owned());
        let ran = execute(approved, &snapshot, &mut bench.store, driver, &control, &mut |_| {}, &folder);
        assert!(matches!(ran, Err(RunError::OtherlyDeclared)), "{ran:?}");
        assert_eq!(shared.path().read_dir().unwrap().count(), 0);
        assert!(bench.store.run(RUN).unwrap().is_none());
    }
}

#[test]
fn a_robot_that_nobody_confirmed_does_not_move() {
    let bench = Bench::new();
    let (folder, snapshot) = (folder(), &bench.snapshot);
    let mut store = Store::open(folder.path()).unwrap();
    store.ensure_robot("Home", "none").unwrap();
    let (driver, record) = Booked::new(bench.robot());
    let (driver, approved) = (Box::new(driver), bench.weld());
    let refused = execute(approved, snapshot, &mut store, driver, &Control::new(), &mut |_| {}, folder.path());
    let refused = refused.unwrap_err();
    assert!(matches!(refused, RunError::Unconfirmed(_)), "{refused}");
    assert!(record.permits().is_empty());
}

#[test]
fn nobodys_yes_moves_no_robot() {
    let mut bench = Bench::new();
    let id = Uuid::from_u128(5);
    let nobodys = |bench: &Bench| {
        let plan = weld(&bench.snapshot);
        proposal(&bench.snapshot, home(&bench.snapshot), plan, id).unwrap().approve_for_simulation()
    };
    let (driver, record) = Booked::new(bench.robot());
    let (approved, folder, driver) = (nobodys(&bench), bench.folder.path(), Box::new(driver.real()));
    let snapshot = Arc::clone(&bench.snapshot);
    let refused =
        execute(approved, &snapshot, &mut bench.store, driver, &Control::new(), &mut |_| {}, folder).unwrap_err();
    assert!(matches!(refused, RunError::SimulationOnly), "{refused}");
    assert!(record.permits().is_empty());
    let (driver, record) = Booked::new(bench.robot());
    let (approved, folder, driver) = (nobodys(&bench), bench.folder.path(), Box::new(driver));
    execute(approved, &snapshot, &mut bench.store, driver, &Control::new(), &mut |_| {}, folder).unwrap();
    assert_eq!(record.sent().len(), 8);
}

#[test]
fn a_run_is_not_run_again() {
    let mut bench = Bench::new();
    assert!(bench.run(bench.robot()).unwrap().end.is_completed());
    let back = Place::of(&bench.snapshot, home(&bench.snapshot));
    confirm(&mut bench.store, &back);
    let (driver, record) = Booked::new(bench.robot());
    let refused = bench.run(driver).unwrap_err();
    assert!(matches!(refused, RunError::Store(_)), "{refused}");
    assert!(refused.to_string().starts_with("the run could not be recorded, so nothing was sent to the robot"));
    assert!(record.permits().is_empty());
}

const WORDS: [&str; 14] = [
    "Home",
    "Safe_Pos_1",
    "Safe_Pos_2",
    "Pos_1",
    "Pos_2",
    "Tool_Weld_Safe_Position",
    "Tool_Weld_Position",
    "Tool_Camera_Position",
    "tool_attach",
    "tool_release",
    "tack_weld",
    "position_check",
    "Nowhere",
    "",
];

fn any_plan() -> impl Strategy<Value = Plan<'static>> {
    let action = prop_oneof![
        4 => Just(Action::Move),
        2 => Just(Action::Routine),
        1 => Just(Action::Unknown("jump".into())),
    ];
    let any_step = (action, 0..WORDS.len()).prop_map(|(action, word)| step(action, WORDS[word]));
    prop::collection::vec(any_step, 0..5).prop_map(|steps| Plan { steps })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// The simulator crashes on whatever the cell forbids, by look-ups of its own: nothing of that kind reaches it.
    #[test]
    fn nothing_reaches_a_driver_that_the_verifier_refuses(plan in any_plan(), start in 0..8_usize, held in 0..3_usize) {
        use cellgraph::{cell::State, verify::verify};
        thread_local! {
            static SNAPSHOT: Arc<Snapshot> = super::support::demo();
        }
        let snapshot = SNAPSHOT.with(Arc::clone);
        let start = State::named(&snapshot, WORDS[start], ["none", "Welder", "Camera"][held]).unwrap();
        let is_valid = verify(&snapshot, start, &plan).is_ok();
        match proposal(&snapshot, start, plan, RUN) {
            Err(NotProposed::Refused(_)) => prop_assert!(!is_valid),
            Err(other) => panic!("{other}"),
            Ok(proposal) => {
                prop_assert!(is_valid);
                let (folder, seen) = (folder(), proposal.digest());
                let mut store = store(folder.path(), &snapshot, start);
                let approved = proposal.approve("Ada", seen).unwrap();
                let driver = Box::new(Simulator::new(Arc::clone(&snapshot), start));
                let report =
                    execute(approved, &snapshot, &mut store, driver, &Control::new(), &mut |_| {}, folder.path());
                let report = report.unwrap();
                prop_assert!(report.end.is_completed(), "{}", report.end);
            }
        }
    }
}
