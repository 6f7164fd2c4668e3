//! Every way to change one row behind the store's back is found by the check, in words that say which row.

use std::path::PathBuf;

use cellgraph::store::{Fate, LayoutDecision, Reader, RunEnd, StepAction, StepEnd, Store};
use rusqlite::{Connection, types::Value};
use uuid::Uuid;

use crate::harness::{Bench, at, copy_folder, ended, failed, id, new_run, seen, whole_run};

/// Two completed runs, one that failed, a correction, and then one more run.
struct Original {
    _bench: Bench,
    folder: PathBuf,
    copies: tempfile::TempDir,
    count: usize,
}

impl Original {
    fn new() -> Self {
        let (bench, mut store) = Bench::confirmed();
        whole_run(&mut store, 1, &["Pos_1", "Pos_2", "Home"]);
        store.begin_run(&new_run(2, ("Home", "none"))).unwrap();
        store.run_started(id(2)).unwrap();
        let step = store.begin_step(id(2), 1, "Pos_1", StepAction::Move).unwrap();
        store.end_step(step, &at("Pos_1", "none")).unwrap();
        let step = store.begin_step(id(2), 2, "Pos_1", StepAction::Routine).unwrap();
        store.end_step(step, &StepEnd::Error { message: "no arc".into(), judged: None }).unwrap();
        store.end_run(id(2), &failed("no arc"), &seen("Pos_1", "none")).unwrap();
        store.correct_robot("Home", "none", "bob", "driven home").unwrap();
        store.record_layout("aa", 1, LayoutDecision::InForce, None).unwrap();
        store.record_layout("bb", 2, LayoutDecision::Declined, Some("bob")).unwrap();
        store.end_sentence(&ended(5, Fate::GivenUp)).unwrap();
        store.end_sentence(&ended(6, Fate::Rejected)).unwrap();
        whole_run(&mut store, 4, &["Pos_4", "Home"]);
        assert!(store.last_completed().unwrap().is_some());
        drop(store);
        let folder = bench.path();
        Self { _bench: bench, folder, copies: tempfile::tempdir().unwrap(), count: 0 }
    }

    /// A copy, changed; and what the check of it says.
    fn problems(&mut self, file: &str, change: impl FnOnce(&Connection)) -> Vec<String> {
        self.look(file, change, |reader| reader.check().unwrap().problems)
    }

    fn look<T>(&mut self, file: &str, change: impl FnOnce(&Connection), look: impl FnOnce(&Reader) -> T) -> T {
        self.count += 1;
        let folder = self.copies.path().join(self.count.to_string());
        copy_folder(&self.folder, &folder);
        let connection = Connection::open(folder.join(file)).unwrap();
        connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;").unwrap();
        change(&connection);
        drop(connection);
        let found = look(&Store::read_only(&folder).unwrap());
        std::fs::remove_dir_all(folder).unwrap();
        found
    }

    fn change_of(&mut self, runs: &[Uuid], sql: &str) -> Option<String> {
        self.changed(runs, |connection| connection.execute_batch(sql).unwrap())
    }

    /// A copy, changed; and what the look at some runs of it says.
    fn changed(&mut self, runs: &[Uuid], change: impl FnOnce(&Connection)) -> Option<String> {
        self.look("history.db", change, |reader| reader.change_of(runs).unwrap())
    }

    fn sql(&mut self, sql: &str) -> Vec<String> {
        self.problems("history.db", |connection| connection.execute_batch(sql).unwrap())
    }

    fn keys(&self, table: &str, key: &str) -> Vec<Value> {
        let connection = Connection::open(self.folder.join("history.db")).unwrap();
        let mut statement = connection.prepare(&format!("SELECT {key} FROM {table} ORDER BY rowid")).unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.map(Result::unwrap).collect()
    }

    fn columns(&self, table: &str) -> Vec<String> {
        let connection = Connection::open(self.folder.join("history.db")).unwrap();
        let statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        statement.column_names().map(str::to_owned).collect()
    }
}

const TABLES: [(&str, &str); 6] = [
    ("runs", "run_id"),
    ("run_steps", "step_id"),
    ("run_records", "run_number"),
    ("corrections", "correction_id"),
    ("layouts", "layout_id"),
    ("journal", "seq"),
];

fn literal(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
        other => panic!("{other:?}"),
    }
}

/// Some problem names the table and the row.
fn assert_named(problems: &[String], table: &str, key: &Value, what: &str) {
    let key = literal(key).replace('\'', "");
    let named = |problem: &String| {
        problem.starts_with(&format!("{table}:")) && problem.split([' ', ':', ',']).any(|word| word == key)
    };
    assert!(problems.iter().any(named), "{what}: {problems:#?}");
}

#[test]
fn nothing_is_found_where_nothing_was_changed() {
    assert_eq!(Original::new().sql("SELECT 1"), [""; 0]);
}

#[test]
fn a_changed_cell_is_found() {
    let mut original = Original::new();
    for (table, key) in TABLES {
        for row in original.keys(table, key) {
            for column in original.columns(table) {
                // A text that is another one, a number, nothing, bytes.
                for value in ["'x' || coalesce({}, '')", "77", "NULL", "x'00ff'", "1.5"] {
                    let value = value.replace("{}", &column);
                    let sql = format!(
                        "UPDATE {table} SET {column} = {value} WHERE {key} = {} AND {column} IS NOT {value}",
                        literal(&row)
                    );
                    let mut changed = 0;
                    let problems = original.problems("history.db", |connection| {
                        // NOT NULL, the key's type: then it is not a way to change the row.
                        changed = connection.execute(&sql, []).unwrap_or(0);
                    });
                    if changed == 0 {
                        assert_eq!(problems, [""; 0], "{sql}");
                    } else {
                        assert!(!problems.is_empty(), "{sql}");
                        if column != key && column != "run_id" {
                            assert_named(&problems, table, &row, &sql);
                        }
                    }
                }
            }
        }
    }
}

/// The quick look of those who answer questions: at the runs that they tell of, and at the last one.
#[test]
fn a_change_of_a_run_that_is_told_is_found() {
    let mut original = Original::new();
    let told = [id(1), id(2)];
    assert_eq!(original.change_of(&told, "SELECT 1"), None);
    for (table, key) in &TABLES[..3] {
        for row in original.keys(table, key) {
            for column in original.columns(table).iter().filter(|column| *column != "run_id") {
                let (row, value) = (literal(&row), "'77'");
                let sql =
                    format!("UPDATE {table} SET {column} = {value} WHERE {key} = {row} AND {column} IS NOT {value}");
                let mut changed = 0;
                let found = original.changed(&told, |connection| changed = connection.execute(&sql, []).unwrap_or(0));
                assert_eq!(found.is_some(), changed > 0, "{sql}: {found:?}");
            }
        }
    }
    for sql in [
        "DELETE FROM runs WHERE run_id = (SELECT max(run_id) FROM runs)",
        "DELETE FROM run_steps WHERE step_id = 1",
        "DELETE FROM run_records WHERE run_number = 2",
        "UPDATE journal SET body_json = replace(body_json, 'no arc', 'all is well')",
        "UPDATE journal SET at = x'00' WHERE seq = (SELECT max(seq) FROM journal)",
    ] {
        assert!(original.change_of(&told, sql).is_some(), "{sql}");
    }
}

#[test]
fn the_last_run_is_looked_at_whatever_came_after_it() {
    for after in [
        |store: &mut Store| store.end_sentence(&ended(5, Fate::GivenUp)).unwrap(),
        |store: &mut Store| store.correct_robot("Home", "none", "bob", "driven home").unwrap(),
        |store: &mut Store| store.record_layout("aa", 1, LayoutDecision::InForce, None).unwrap(),
    ] {
        let (bench, mut store) = Bench::confirmed();
        whole_run(&mut store, 1, &["Pos_1", "Home"]);
        whole_run(&mut store, 2, &["Pos_2", "Home"]);
        after(&mut store);
        drop(store);
        assert_eq!(bench.reader().change_of(&[id(1)]).unwrap(), None);
        bench.tamper("history.db", &format!("UPDATE runs SET operator_input = 'x' WHERE run_id = '{}'", id(2)));
        assert!(bench.reader().change_of(&[id(1)]).unwrap().is_some());
    }
}

#[test]
fn a_deleted_row_is_found() {
    let mut original = Original::new();
    for (table, key) in TABLES {
        for row in original.keys(table, key) {
            let sql = format!("DELETE FROM {table} WHERE {key} = {}", literal(&row));
            let problems = original.sql(&sql);
            assert_named(&problems, table, &row, &sql);
        }
    }
}

#[test]
fn a_deleted_tail_is_found() {
    let mut original = Original::new();
    for (table, key) in TABLES {
        let rows = original.keys(table, key);
        for from in 0..rows.len() {
            let keys: Vec<String> = rows[from..].iter().map(literal).collect();
            let sql = format!("DELETE FROM {table} WHERE {key} IN ({})", keys.join(", "));
            let problems = original.sql(&sql);
            assert!(!problems.is_empty(), "{sql}");
            // A whole tail of the journal is missed at the anchor of the run that it cuts, or at the last one.
            assert!(problems.iter().any(|problem| problem.starts_with(&format!("{table}:"))), "{sql}: {problems:#?}");
        }
    }
}

#[test]
fn a_tail_that_was_cut_everywhere_is_missed_at_the_anchors() {
    let mut original = Original::new();
    let run = id(4);
    let problems = original.sql(&format!(
        "DELETE FROM run_steps WHERE run_id = '{run}'; DELETE FROM run_records WHERE run_id = '{run}';
         DELETE FROM runs WHERE run_id = '{run}'; DELETE FROM journal WHERE subject = '{run}'"
    ));
    assert_eq!(problems.len(), 3, "begin, end, and the state: {problems:#?}");
    assert!(problems.iter().all(|problem| problem.starts_with("journal: entry") && problem.ends_with("is missing")));
}

#[test]
fn swapped_rows_are_found() {
    let mut original = Original::new();
    for (table, key) in TABLES {
        let rows = original.keys(table, key);
        for pair in rows.windows(2) {
            let [one, other] = [literal(&pair[0]), literal(&pair[1])];
            let aside = if table == "runs" { "'aside'" } else { "-1" };
            let sql = format!(
                "UPDATE {table} SET {key} = {aside} WHERE {key} = {one}; UPDATE {table} SET {key} = {one} WHERE {key} = {other};
                 UPDATE {table} SET {key} = {other} WHERE {key} = {aside};"
            );
            let problems = original.sql(&sql);
            assert_named(&problems, table, &pair[0], &sql);
            assert_named(&problems, table, &pair[1], &sql);
        }
    }
}

#[test]
fn an_inserted_row_is_found() {
    let mut original = Original::new();
    let new = id(77);
    for (table, key, sql) in [
        ("runs", Value::Text(new.to_string()), format!("INSERT INTO runs SELECT '{new}', operator_input, sequence_json, status, started_at, finished_at FROM runs LIMIT 1")),
        ("run_records", Value::Integer(9), format!("INSERT INTO run_records SELECT 9, '{new}', snapshot_hash, start_position, start_tool, operator, approval_hash, plan_hash, reading_json, driver, warnings_json, failure, NULL, NULL, NULL, NULL FROM run_records LIMIT 1")),
        ("run_steps", Value::Integer(9), format!("INSERT INTO run_steps SELECT 9, '{new}', position, action, state, error, started_at, finished_at, number, NULL, NULL, NULL FROM run_steps LIMIT 1")),
        ("run_steps", Value::Integer(9), "INSERT INTO run_steps SELECT 9, run_id, position, action, state, error, started_at, finished_at, 9, NULL, NULL, NULL FROM run_steps LIMIT 1".to_owned()),
        ("corrections", Value::Integer(9), "INSERT INTO corrections SELECT 9, at, position, tool, operator, reason, NULL, NULL FROM corrections LIMIT 1".to_owned()),
        ("layouts", Value::Integer(9), "INSERT INTO layouts SELECT 9, at, snapshot_hash, generation, decision, operator FROM layouts LIMIT 1".to_owned()),
        ("sentences", Value::Integer(9), "INSERT INTO sentences SELECT 9, at, correlation_id, operator_input, fate, intent_json, checkpoint_json FROM sentences LIMIT 1".to_owned()),
        ("journal", Value::Integer(99), "INSERT INTO journal SELECT 99, at, kind, subject, body_json, previous_hash, hash FROM journal ORDER BY seq DESC LIMIT 1".to_owned()),
        ("journal", Value::Integer(0), "INSERT INTO journal SELECT 0, at, kind, subject, body_json, previous_hash, hash FROM journal ORDER BY seq LIMIT 1".to_owned()),
        ("journal", Value::Integer(-5), "INSERT INTO journal VALUES (-5, 'x', 'x', 'x', 'x', 'x', 'x')".to_owned()),
    ] {
        let problems = original.sql(&sql);
        assert_named(&problems, table, &key, &sql);
    }
}

#[test]
fn a_changed_state_or_anchor_is_found() {
    let mut original = Original::new();
    for (sql, words) in [
        ("UPDATE robot_state SET current_position = 'Pos_9'", "robot_state.db: the robot's state is not what entry"),
        ("UPDATE robot_state SET current_tool = 'Welder'", "robot_state.db: the robot's state is not what entry"),
        ("UPDATE robot_confirmation SET operator = 'eve'", "robot_state.db: the robot's state is not what entry"),
        ("UPDATE robot_confirmation SET journal_hash = 'x'", "is not the one that the robot's state comes from"),
        (
            "UPDATE robot_confirmation SET journal_seq = 999",
            "entry 999, which the robot's state comes from, is missing",
        ),
        ("DELETE FROM robot_state", "robot_state.db: the robot's state is missing"),
        ("UPDATE journal_anchors SET hash = 'x' WHERE anchor_id = 2", "is not the one that robot_state.db noted"),
        ("UPDATE journal_anchors SET seq = 500 WHERE anchor_id = 2", "entry 500, which robot_state.db noted"),
        // A note that was taken out was not missed.
        ("DELETE FROM journal_anchors WHERE anchor_id = 1", "1 note is missing of those that it kept of the journal"),
        ("DELETE FROM journal_anchors WHERE anchor_id = 2", "its note of entry"),
        ("DELETE FROM journal_anchors", "notes are missing of those that it kept of the journal"),
        (
            "DELETE FROM journal_anchors WHERE anchor_id = (SELECT max(anchor_id) FROM journal_anchors)",
            "1 note is missing of those that it kept of the journal",
        ),
        ("DELETE FROM journal_anchors; DELETE FROM sqlite_sequence", "its note of entry"),
        ("UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'journal_anchors'", "notes are missing"),
        ("UPDATE robot_confirmation SET journal_seq = x'00'", "is damaged"),
    ] {
        let problems = original.problems("robot_state.db", |connection| connection.execute_batch(sql).unwrap());
        assert!(problems.iter().any(|problem| problem.contains(words)), "{sql}: {problems:#?}");
    }
}

#[test]
fn the_list_of_problems_is_bounded() {
    let (bench, mut store) = Bench::confirmed();
    for number in 1..=3 {
        whole_run(&mut store, number, &["Pos_1"]);
    }
    drop(store);
    let many = "WITH RECURSIVE c(n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM c WHERE n < 1500)
                INSERT INTO corrections SELECT n, '', '', '', '', '', NULL, NULL FROM c";
    bench.tamper("history.db", many);
    let report = bench.reader().check().unwrap();
    assert_eq!((report.problems.len(), report.more_problems), (1000, 401));
    assert!(!report.is_sound());
}

#[test]
fn a_run_can_go_on_after_the_check_found_something() {
    let (bench, store) = Bench::confirmed();
    drop(store);
    bench.tamper("history.db", "UPDATE corrections SET reason = 'x'");
    let mut store = bench.open();
    assert!(!store.check().unwrap().is_sound());
    store.begin_run(&new_run(1, ("Home", "none"))).unwrap();
    store.end_run(id(1), &failed("called off"), &seen("Home", "none")).unwrap();
    assert!(store.end_run(id(1), &RunEnd::Completed, &seen("Home", "none")).is_err());
    assert_eq!(store.check().unwrap().problems.len(), 1, "the new entries are as good as the old ones");
}
