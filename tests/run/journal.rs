//! The journal fails, at every single write of a run in turn: nothing moves that is not on record, and a message says so.
//!
//! A trigger that a second connection puts into a database makes the store's n-th write to a table fail, as a full disk
//! or a broken one would.

use std::path::Path;

use cellgraph::{
    run::{Ended, RunError},
    store::{RunStatus, StepState, StoreError},
};
use rusqlite::Connection;

use super::support::{Bench, Booked, RUN, open};

const PLACES: [(&str, &str); 4] = [
    ("history.db", "journal"),
    ("robot_state.db", "robot_state"),
    ("robot_state.db", "robot_confirmation"),
    ("robot_state.db", "journal_anchors"),
];

/// Lets this many more rows into a table.
fn fail_after(folder: &Path, (file, table): (&str, &str), rows: u32) {
    let trap = format!(
        "CREATE TABLE trap (left INTEGER); INSERT INTO trap VALUES ({rows});
         CREATE TRIGGER trap_springs BEFORE INSERT ON {table} BEGIN
             SELECT RAISE(ABORT, 'the disk is on fire') WHERE (SELECT left FROM trap) = 0;
             UPDATE trap SET left = left - 1;
         END;"
    );
    Connection::open(folder.join(file)).unwrap().execute_batch(&trap).unwrap();
}

fn mend(folder: &Path, (file, _): (&str, &str)) {
    Connection::open(folder.join(file)).unwrap().execute_batch("DROP TRIGGER trap_springs; DROP TABLE trap;").unwrap();
}

/// One run with a write that fails; false where there is no such write.
fn fails_at(place: (&str, &str), rows: u32) -> bool {
    let case = format!("{} {} write {rows}", place.0, place.1);
    let mut bench = Bench::new();
    fail_after(bench.folder.path(), place, rows);
    let (driver, record) = Booked::new(bench.robot());
    let result = bench.run(driver);
    let sent = record.sent().len() as u32;
    let Bench { folder, store, .. } = bench;
    drop(store);
    mend(folder.path(), place);
    let mut store = open(folder.path());
    let report = match result {
        Err(error) => {
            let words = error.to_string();
            assert!(matches!(error, RunError::Store(_)), "{case}: {words}");
            assert!(words.contains("nothing was sent to the robot"), "{case}: {words}");
            assert_eq!(sent, 0, "{case}");
            return true;
        }
        Ok(report) => report,
    };
    let recorded = store.run(RUN).unwrap().unwrap();
    assert_eq!(recorded.steps.len() as u32, sent, "{case}: what was sent is on record, and nothing else");
    if report.end.is_completed() {
        assert_eq!(sent, 8, "{case}");
        return false;
    }
    let Ended::JournalFailed { step, sent: was_sent, reason } = &report.end else { panic!("{case}: {}", report.end) };
    assert!(reason.contains("fire"), "{case}: {reason}");
    assert_eq!(
        *step,
        if *was_sent {
            sent
        } else if *step == 0 {
            0
        } else {
            sent + 1
        },
        "{case}"
    );
    assert_eq!(record.halted(), 1, "{case}");
    let words = report.end.to_string();
    assert!(
        words.contains("the journal cannot be written") || words.contains("cannot be written to the journal"),
        "{words}"
    );
    assert!(!report.confirmed, "{case}");

    // What an operator finds when the disk is well again.
    if store.interrupted().unwrap().is_some() {
        store.recover(RUN, "the journal had failed").unwrap();
    }
    let recovered = store.run(RUN).unwrap().unwrap();
    assert!(matches!(recovered.row.status, RunStatus::Failed | RunStatus::Completed), "{case}");
    assert!(recovered.steps.iter().all(|step| step.state != StepState::Running), "{case}");
    let robot = store.robot().unwrap();
    assert!(!robot.confirmed || recovered.row.status == RunStatus::Completed, "{case}: {robot:?}");
    assert!(store.check().unwrap().is_sound(), "{case}");
    true
}

#[test]
fn nothing_moves_after_a_write_that_failed() {
    for place in PLACES {
        let mut writes = 0;
        while fails_at(place, writes) {
            writes += 1;
        }
        assert!(writes > 1, "{place:?}: nothing was tried");
    }
}

#[test]
fn a_store_that_failed_takes_no_other_run() {
    let mut bench = Bench::new();
    fail_after(bench.folder.path(), PLACES[0], 5);
    let report = bench.run(bench.robot()).unwrap();
    assert!(matches!(report.end, Ended::JournalFailed { .. }), "{}", report.end);
    mend(bench.folder.path(), PLACES[0]);
    let (driver, record) = Booked::new(bench.robot());
    match bench.run(driver) {
        Err(RunError::Store(StoreError::Poisoned { .. }) | RunError::Unconfirmed(_)) => {}
        other => panic!("{other:?}"),
    }
    assert!(record.sent().is_empty());
}
