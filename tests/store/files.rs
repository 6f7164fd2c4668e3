//! Opening: what is made, what is refused and in which words, one writer and readers beside it.

use std::fs;

use cellgraph::store::{
    BundleAct, BundleActKind, Fate, LayoutDecision, PageAct, PageActKind, PhraseDecision, PhraseOrigin, PhraseUse,
    PhraseVerdict, Reader, RunFilter, RunStatus, Store, StoreError,
};

use crate::harness::{Bench, assert_sound, at, ended, id, new_run, whole_run};

const _: fn() = || {
    fn can_go_to_another_thread<T: Send>() {}
    can_go_to_another_thread::<Store>();
    can_go_to_another_thread::<Reader>();
};

#[test]
fn the_folder_and_its_files_are_made() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("a/b/c");
    assert!(matches!(Store::read_only(&folder), Err(StoreError::Missing { .. })));
    assert!(!folder.exists(), "a reader makes nothing");
    drop(Store::open(&folder).unwrap());
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["history.db", "robot_state.db", "store.lock"], "nothing else is left when it is closed");
    drop(Store::read_only(&folder).unwrap());
}

#[test]
fn the_tables_have_the_columns_that_other_programs_know() {
    let (bench, store) = Bench::confirmed();
    drop(store);
    for (file, table, columns) in [
        ("robot_state.db", "robot_state", "id,current_position,current_tool,last_updated"),
        ("history.db", "runs", "run_id,operator_input,sequence_json,status,started_at,finished_at"),
        ("history.db", "run_steps", "step_id,run_id,position,action,state,error,started_at,finished_at"),
    ] {
        let connection = rusqlite::Connection::open(bench.path().join(file)).unwrap();
        let sql = format!("SELECT group_concat(name) FROM pragma_table_info('{table}')");
        let found: String = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        assert!(found.starts_with(columns), "{table}: {found}");
        let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
        assert_eq!(mode, "wal");
    }
}

/// What root leaves in the folder of a service's user, that user cannot write.
#[test]
fn root_writes_nothing_in_the_folder_of_another_user() {
    let folder = tempfile::tempdir().unwrap();
    let is_root = std::os::unix::fs::chown(folder.path(), Some(65_534), None).is_ok();
    match Store::open(folder.path()) {
        Err(error @ StoreError::Anothers { owner: 65_534, .. }) if is_root => {
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
            assert!(error.hint().unwrap().contains("sudo -u"), "{error}");
        }
        // One's own folder.
        Ok(_) if !is_root => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn there_is_one_writer() {
    let (bench, store) = Bench::confirmed();
    match bench.try_open().unwrap_err() {
        StoreError::Locked { holder, .. } => {
            assert!(holder.unwrap().contains(&std::process::id().to_string()), "it says who");
        }
        other => panic!("{other}"),
    }
    drop(store);
    bench.open();
}

#[test]
fn readers_go_on_beside_the_writer() {
    let (bench, mut store) = Bench::confirmed();
    let reader = bench.reader();
    assert!(reader.robot().unwrap().confirmed);
    store.begin_run(&new_run(1, ("Home", "none"))).unwrap();
    assert!(!reader.robot().unwrap().confirmed, "a reader sees what is committed");
    assert_sound(&reader);
    store.run_started(id(1)).unwrap();
    let step = store.begin_step(id(1), 1, "Pos_1", cellgraph::store::StepAction::Move).unwrap();
    assert_sound(&bench.reader());
    store.end_step(step, &at("Pos_1", "none")).unwrap();
    assert_eq!(reader.interrupted().unwrap().unwrap().last_completed.unwrap().position, "Pos_1");
    // The writer goes away with the reader still there, and comes back.
    drop(store);
    let mut store = bench.open();
    store.recover(id(1), "the process ended").unwrap();
    assert_eq!(reader.interrupted().unwrap(), None);
    assert_sound(&reader);
}

const DATABASES: [&str; 2] = ["history.db", "robot_state.db"];

/// What happens to a file: its name for people, and the deed.
type Deed = (&'static str, fn(&std::path::Path));

/// `rm history.db-wal` under a running console: runs went on and moved the robot, and their rows were on no disk. A file that was cut in its
/// place passed as well.
#[test]
fn a_file_that_is_gone_exchanged_or_cut_ends_all_writing() {
    let gone: Deed = ("gone", |path| fs::remove_file(path).unwrap());
    let exchanged: Deed = ("exchanged", |path| {
        let copy = path.with_extension("copy");
        fs::copy(path, &copy).unwrap();
        fs::rename(&copy, path).unwrap();
    });
    let cut: Deed = ("cut", |path| {
        let file = fs::OpenOptions::new().write(true).open(path).unwrap();
        file.set_len(file.metadata().unwrap().len() - 1).unwrap();
    });
    // The program was ended by SIGBUS, and the permit stood.
    let emptied: Deed = ("cut", |path| fs::OpenOptions::new().write(true).open(path).unwrap().set_len(0).unwrap());
    for database in DATABASES {
        for (end, deeds) in [
            ("", &[gone, exchanged, cut][..]),
            ("-wal", &[gone, exchanged, cut]),
            ("-shm", &[gone, exchanged, cut, emptied]),
        ] {
            for (word, deed) in deeds {
                let (bench, mut store) = Bench::confirmed();
                whole_run(&mut store, 1, &["Pos_1"]);
                let path = bench.path().join(format!("{database}{end}"));
                deed(&path);
                let what = format!("{word}: {}", path.display());
                if end == "-shm" && *word == "cut" {
                    // Reading would end the program, too, and so would closing.
                    let read = store.interrupted().map(drop).and(store.robot().map(drop));
                    assert!(matches!(read, Err(StoreError::Cut { path: found }) if found == path), "{what}");
                    // So would whoever opens it to read in the same program, such as a page.
                    let beside = Store::read_only(&bench.path()).err();
                    assert!(matches!(beside, Some(StoreError::Cut { path: found }) if found == path), "{what}");
                }
                for refused in
                    [store.begin_run(&new_run(2, ("Pos_1", "none"))).unwrap_err(), store.unwritable().unwrap()]
                {
                    match refused {
                        StoreError::Moved { path: found } if *word != "cut" => assert_eq!(found, path, "{what}"),
                        StoreError::Cut { path: found } if *word == "cut" => assert_eq!(found, path, "{what}"),
                        other => panic!("{what}: {other}"),
                    }
                }
            }
        }
    }
}

/// The log goes between the look at it and the row of the step: the step must not be sent.
#[test]
fn a_row_that_went_to_a_file_that_is_gone_is_none() {
    for database in DATABASES {
        let bench = Bench::new();
        let is_armed = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let (mut clock, armed) = (bench.clock(), std::sync::Arc::clone(&is_armed));
        let log = bench.path().join(format!("{database}-wal"));
        let removing = move || {
            // The time is taken after the look, and before the row is written.
            if armed.swap(false, std::sync::atomic::Ordering::Relaxed) {
                fs::remove_file(&log).unwrap();
            }
            clock()
        };
        let mut store = Store::open_with_clock(&bench.path(), Box::new(removing)).unwrap();
        store.ensure_robot("Home", "none").unwrap();
        store.correct_robot("Home", "none", "ann", "looked").unwrap();
        store.begin_run(&new_run(1, ("Home", "none"))).unwrap();
        store.run_started(id(1)).unwrap();
        is_armed.store(true, std::sync::atomic::Ordering::Relaxed);
        let step = store.begin_step(id(1), 1, "Pos_1", cellgraph::store::StepAction::Move);
        assert!(matches!(step, Err(StoreError::Moved { .. })), "{database}: {step:?}");
        let next = store.recover(id(1), "nothing moved");
        assert!(matches!(next, Err(StoreError::Poisoned { .. })), "{database}: {next:?}");
    }
}

/// Checkpoints, readers that come and go, another program that looks or makes a backup: none of them ends the writing.
#[test]
fn what_sqlite_does_with_its_files_ends_no_writing() {
    let (bench, mut store) = Bench::confirmed();
    let bytes = |name: &str| fs::metadata(bench.path().join(name)).unwrap().len();
    let (mut grown, mut before, mut runs) = (0, bytes("history.db"), 0);
    while grown < 3 {
        runs += 1;
        assert!(runs < 1_000, "the log is written back some day");
        let beside = bench.reader();
        whole_run(&mut store, runs, &["Pos_1", "Home"]);
        bench.tamper("history.db", "PRAGMA wal_checkpoint(PASSIVE); SELECT count(*) FROM runs;");
        drop(beside);
        let now = bytes("history.db");
        (grown, before) = (grown + u32::from(now > before), now);
    }
    let copy = bench.path().join("copy");
    bench.tamper("history.db", &format!("VACUUM INTO '{}'", copy.display()));
    assert!(store.unwritable().is_none() && copy.exists());
    whole_run(&mut store, runs + 1, &["Pos_1"]);
    assert_sound(&store);
}

#[test]
fn a_check_beside_a_busy_writer_is_sound() {
    let (bench, mut store) = Bench::confirmed();
    let (done, checked) = (std::sync::atomic::AtomicBool::new(false), std::sync::Barrier::new(2));
    let (done, checked) = (&done, &checked);
    std::thread::scope(|scope| {
        let reader = bench.reader();
        scope.spawn(move || {
            checked.wait();
            while !done.load(std::sync::atomic::Ordering::Acquire) {
                assert_sound(&reader);
            }
        });
        checked.wait();
        for number in 1..=30 {
            whole_run(&mut store, number, &["Pos_1", "Home"]);
        }
        done.store(true, std::sync::atomic::Ordering::Release);
    });
    assert_eq!(store.runs(&RunFilter::default()).unwrap().len(), 30);
}

/// Puts a file in place of one of the two, and says how the store refuses it.
fn refusal(file: &str, make: impl FnOnce(&std::path::Path)) -> StoreError {
    let (bench, mut store) = Bench::confirmed();
    whole_run(&mut store, 1, &["Pos_1"]);
    drop(store);
    let path = bench.path().join(file);
    make(&path);
    let before = fs::read(&path).ok();
    let refused = bench.try_open().expect_err("it must not open");
    let read = Store::read_only(&bench.path()).expect_err("nor for reading");
    assert_eq!(std::mem::discriminant(&refused), std::mem::discriminant(&read), "{refused}; {read}");
    assert_eq!(fs::read(&path).ok(), before, "what is refused is not touched");
    assert!(refused.to_string().contains(file), "{refused}");
    assert!(refused.hint().is_some(), "{refused}");
    refused
}

fn sql(sql: &str) -> impl FnOnce(&std::path::Path) {
    let sql = sql.to_owned();
    move |path| rusqlite::Connection::open(path).unwrap().execute_batch(&sql).unwrap()
}

#[test]
fn files_that_cannot_be_used_are_refused_with_the_reason() {
    for (file, version) in [("robot_state.db", 1), ("history.db", 7)] {
        let corrupt = |error: StoreError, words: &str| match error {
            StoreError::Corrupt { reason, .. } => assert!(reason.contains(words), "{reason}"),
            other => panic!("{other:?}"),
        };
        let refused = refusal(file, sql("PRAGMA user_version = 8"));
        assert!(matches!(refused, StoreError::Newer { found: 8, known, .. } if known == version), "{refused:?}");
        assert!(refused.hint().unwrap().contains("newer"));

        let foreign = refusal(file, |path| {
            fs::remove_file(path).unwrap();
            sql("CREATE TABLE runs (run_id TEXT)")(path);
        });
        assert!(matches!(foreign, StoreError::Foreign { .. }), "{foreign:?}");

        corrupt(refusal(file, |path| fs::write(path, "a text, and no database").unwrap()), "first bytes");
        corrupt(refusal(file, |path| fs::write(path, vec![0xff; 8192]).unwrap()), "first bytes");
        corrupt(refusal(file, sql("PRAGMA user_version = -1")), "-1");
        corrupt(refusal(file, sql("CREATE TABLE another (x)")), "'another'");
        corrupt(refusal(file, |path| fs::write(path, &fs::read(path).unwrap()[..4096]).unwrap()), "malformed");
        let trigger = "CREATE TRIGGER quiet AFTER INSERT ON TABLENAME BEGIN SELECT 1; END";
        let table = if file == "history.db" { "runs" } else { "robot_state" };
        corrupt(refusal(file, sql(&trigger.replace("TABLENAME", table))), "'quiet'");
        let dropped = if file == "history.db" { "DROP INDEX run_steps_once" } else { "DROP TABLE journal_anchors" };
        corrupt(refusal(file, sql(dropped)), "is missing");
    }
    let swapped = refusal("history.db", |path| {
        fs::copy(path.with_file_name("robot_state.db"), path).unwrap();
    });
    assert!(matches!(swapped, StoreError::Foreign { .. }), "{swapped:?}");
    let folder = refusal("history.db", |path| {
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
    });
    assert!(matches!(folder, StoreError::Foreign { .. }), "{folder:?}");
    assert!(folder.to_string().contains("not a regular file"), "{folder}");
}

#[test]
fn a_folder_that_is_a_file_is_refused() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(matches!(Store::open(file.path()), Err(StoreError::Io { .. })));
    assert!(matches!(Store::open(&file.path().join("below")), Err(StoreError::Io { .. })));
}

#[test]
fn an_empty_file_is_a_new_one() {
    let bench = Bench::new();
    fs::create_dir(bench.path()).unwrap();
    fs::write(bench.path().join("history.db"), "").unwrap();
    assert!(matches!(Store::read_only(&bench.path()), Err(StoreError::Missing { .. })));
    drop(bench.open());
    assert_sound(&bench.reader());
}

/// What another program did to the state between two openings.
fn distrust(change: impl FnOnce(&Bench)) -> String {
    let (bench, mut store) = Bench::confirmed();
    whole_run(&mut store, 1, &["Pos_1"]);
    whole_run(&mut store, 2, &["Pos_2"]);
    drop(store);
    change(&bench);
    let mut store = bench.open();
    let robot = store.robot().unwrap();
    assert!(!robot.confirmed);
    let first = crate::harness::dump(&store).unwrap();
    drop(store);
    store = bench.open();
    assert_eq!(crate::harness::dump(&store).unwrap(), first, "it is said once");
    store.correct_robot("Home", "none", "ann", "looked").unwrap();
    assert!(store.robot().unwrap().confirmed);
    format!("{}: {}", robot.position, robot.unconfirmed_reason.unwrap())
}

#[test]
fn a_state_that_does_not_fit_the_history_loses_its_confirmation() {
    let changed = distrust(|bench| {
        bench.tamper("robot_state.db", "UPDATE robot_state SET current_position = 'Pos_9'");
    });
    assert_eq!(changed, "Pos_9: the stored state was changed by another program");
    let lost = distrust(|bench| fs::remove_file(bench.path().join("robot_state.db")).unwrap());
    assert_eq!(lost, "Pos_2: the stored state was lost, and is now what the history last said");
    let cleared = distrust(|bench| fs::remove_file(bench.path().join("history.db")).unwrap());
    assert!(cleared.starts_with("Pos_2: ") && cleared.contains("replaced, cut or cleared"), "{cleared}");
    let cut = distrust(|bench| bench.tamper("history.db", "DELETE FROM journal WHERE seq > 6"));
    assert!(cut.contains("replaced, cut or cleared"), "{cut}");
}

#[test]
fn the_notes_of_a_state_that_was_lost_are_not_missed() {
    let (bench, mut store) = Bench::confirmed();
    whole_run(&mut store, 1, &["Pos_1"]);
    drop(store);
    fs::remove_file(bench.path().join("robot_state.db")).unwrap();
    let mut store = bench.open();
    store.correct_robot("Home", "none", "ann", "looked").unwrap();
    whole_run(&mut store, 2, &["Pos_1", "Home"]);
    assert_sound(&store);
}

#[test]
fn a_cleared_history_is_no_obstacle_and_no_secret() {
    let (bench, mut store) = Bench::confirmed();
    whole_run(&mut store, 1, &["Pos_1"]);
    drop(store);
    fs::remove_file(bench.path().join("history.db")).unwrap();
    let mut store = bench.open();
    store.correct_robot("Home", "none", "ann", "history cleared").unwrap();
    whole_run(&mut store, 2, &["Pos_1", "Home"]);
    let problems = store.check().unwrap().problems;
    assert!(problems.iter().all(|problem| problem.contains("robot_state.db noted")), "{problems:?}");
    assert_eq!(problems.len(), 2, "begin and end of the run that is gone: {problems:?}");
}

/// A folder as the store of version 1 left it: a correction, a completed run, one that failed.
fn of_version_1() -> tempfile::TempDir {
    of_version("version-1")
}

fn of_version(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in ["history.db", "robot_state.db"] {
        let original = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store").join(name).join(file);
        fs::copy(original, folder.path().join(file)).unwrap();
    }
    folder
}

fn version(folder: &std::path::Path) -> i64 {
    let connection = rusqlite::Connection::open(folder.join("history.db")).unwrap();
    connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

/// What version 1 wrote is read whole, with nothing in the columns that it did not know.
fn assert_version_1_is_read(reader: &cellgraph::store::Reader) {
    assert_sound(reader);
    let runs = reader.runs(&RunFilter::default()).unwrap();
    assert_eq!(runs.iter().map(|run| run.status).collect::<Vec<_>>(), [RunStatus::Failed, RunStatus::Completed]);
    let welded = reader.run(runs[1].run_id).unwrap().unwrap();
    assert_eq!((welded.steps.len(), welded.record.driver.as_str()), (8, "simulator"));
    assert!(welded.steps.iter().all(|step| step.judged_json.is_none()));
    assert_eq!((welded.record.intent_json, welded.record.robot_folder), (None, None));
    assert_eq!(reader.layout_in_force().unwrap(), None);
    assert_eq!(reader.robot().unwrap().position, "Pos_1");
}

#[test]
fn a_history_of_version_1_is_migrated_by_its_first_writer() {
    let folder = of_version_1();
    let store = Store::open(folder.path()).unwrap();
    assert_version_1_is_read(&store);
    drop(store);
    assert_eq!(version(folder.path()), 7);
    let mut store = Store::open(folder.path()).unwrap();
    store.record_layout("ab", 3, LayoutDecision::InForce, None).unwrap();
    let robot = store.robot().unwrap();
    store.correct_robot("Home", "none", "ann", &format!("driven home from {}", robot.position)).unwrap();
    whole_run(&mut store, 15, &["Pos_1"]);
    let record = store.run(id(15)).unwrap().unwrap().record;
    assert_eq!(record.intent_json.as_deref(), Some(r#"{"goal":"release_tool"}"#));
    assert_eq!(record.robot_folder.as_deref(), Some("/srv/controller"));
    assert_sound(&store);
}

/// As the store of version 2 left it: a correction, a completed run with its intent, one that failed, and a layout in force.
#[test]
fn a_history_of_version_2_is_read_and_migrated() {
    let folder = of_version("version-2");
    let read = |reader: &cellgraph::store::Reader| {
        assert_sound(reader);
        let runs = reader.runs(&RunFilter::default()).unwrap();
        assert_eq!(runs.iter().map(|run| run.status).collect::<Vec<_>>(), [RunStatus::Failed, RunStatus::Completed]);
        let welded = reader.run(runs[1].run_id).unwrap().unwrap();
        assert!(welded.record.intent_json.is_some() && welded.steps.iter().all(|step| step.judged_json.is_none()));
        assert!(reader.layout_in_force().unwrap().is_some());
    };
    read(&Store::read_only(folder.path()).unwrap());
    assert_eq!(version(folder.path()), 2);
    let mut store = Store::open(folder.path()).unwrap();
    read(&store);
    store.correct_robot("Home", "none", "ann", "driven home").unwrap();
    whole_run(&mut store, 15, &["Pos_1"]);
    let judged = store.run(id(15)).unwrap().unwrap().steps[0].judged_json.clone().unwrap();
    assert!(judged.contains(r#""confidence":95"#), "{judged}");
    assert_sound(&store);
    drop(store);
    assert_eq!(version(folder.path()), 7);
}

/// As the store of version 3 left it: a completed run, and sentences that came to no run.
#[test]
fn a_history_of_version_3_is_read_and_migrated() {
    let folder = of_version("version-3");
    let read = |reader: &cellgraph::store::Reader| {
        assert_sound(reader);
        assert_eq!(reader.runs(&RunFilter::default()).unwrap().len(), 1);
        assert_eq!(reader.sentences(10).unwrap().len(), 2);
        assert_eq!(reader.phrases().unwrap(), []);
    };
    read(&Store::read_only(folder.path()).unwrap());
    assert_eq!(version(folder.path()), 3);
    let mut store = Store::open(folder.path()).unwrap();
    read(&store);
    learn(&mut store, "the usual", "action go Home", "ann");
    assert_eq!(store.phrases().unwrap().len(), 1);
    assert_sound(&store);
    drop(store);
    assert_eq!(version(folder.path()), 7);
}

/// As the store of version 4 left it: a correction, a layout in force, a completed run, and a sentence that came to none.
#[test]
fn a_history_of_version_4_is_read_and_migrated() {
    let folder = of_version("version-4");
    let read = |reader: &cellgraph::store::Reader| {
        assert_sound(reader);
        assert_eq!(reader.runs(&RunFilter::default()).unwrap().len(), 1);
        assert!(reader.layout_in_force().unwrap().is_some());
        assert_eq!(reader.bundle_acts().unwrap(), []);
    };
    read(&Store::read_only(folder.path()).unwrap());
    assert_eq!(version(folder.path()), 4);
    let mut store = Store::open(folder.path()).unwrap();
    read(&store);
    act(&mut store, 3);
    assert_eq!(store.bundle_acts().unwrap().len(), 1);
    assert_sound(&store);
    drop(store);
    assert_eq!(version(folder.path()), 7);
}

/// As the store of version 5 left it: a correction, a layout in force, a completed run, a key that is trusted.
#[test]
fn a_history_of_version_5_is_read_and_migrated() {
    let folder = of_version("version-5");
    let read = |reader: &cellgraph::store::Reader| {
        assert_sound(reader);
        assert_eq!(reader.runs(&RunFilter::default()).unwrap().len(), 1);
        assert_eq!(reader.bundle_acts().unwrap().len(), 1);
        assert_eq!(reader.page_acts(10).unwrap(), []);
    };
    read(&Store::read_only(folder.path()).unwrap());
    assert_eq!(version(folder.path()), 5);
    let mut store = Store::open(folder.path()).unwrap();
    read(&store);
    press(&mut store);
    assert_eq!(store.page_acts(10).unwrap().len(), 1);
    assert_sound(&store);
    drop(store);
    assert_eq!(version(folder.path()), 7);
}

/// As the store of version 6 left it: a correction, a layout in force, a completed run, an operator that was added.
#[test]
fn a_history_of_version_6_is_read_and_migrated() {
    let folder = of_version("version-6");
    let read = |reader: &cellgraph::store::Reader| {
        assert_sound(reader);
        assert_eq!(reader.runs(&RunFilter::default()).unwrap().len(), 1);
        let acts = reader.page_acts(10).unwrap();
        assert_eq!((acts.len(), acts[0].number, acts[0].what.act), (1, 1, PageActKind::OperatorAdded));
    };
    read(&Store::read_only(folder.path()).unwrap());
    assert_eq!(version(folder.path()), 6);
    let mut store = Store::open(folder.path()).unwrap();
    read(&store);
    press(&mut store);
    let (operator, words, done_at) = ("ann".to_owned(), "saved".to_owned(), "2026-03-01T10:00:00.5Z".parse().unwrap());
    let role = Some("engineer".to_owned());
    let arranged = PageAct { act: PageActKind::PictureArranged, session: Some(3), operator, role, words, done_at };
    store.record_page_act(&arranged).unwrap();
    let acts = store.page_acts(10).unwrap();
    assert_eq!(acts.iter().map(|row| row.number).collect::<Vec<_>>(), [3, 2, 1]);
    assert_eq!(acts[0].what, arranged);
    assert_sound(&store);
    drop(store);
    assert_eq!(version(folder.path()), 7);
}

/// Somebody said something at the page.
fn press(store: &mut Store) {
    let (operator, words, done_at) =
        ("ann".to_owned(), "go home".to_owned(), "2026-03-01T10:00:00.5Z".parse().unwrap());
    let role = Some("operate".to_owned());
    store
        .record_page_act(&PageAct { act: PageActKind::Said, session: Some(3), operator, role, words, done_at })
        .unwrap();
}

#[test]
fn an_act_at_the_page_is_on_record_and_changes_nothing_that_is_approved() {
    for sql in [
        "UPDATE page_acts SET operator = 'bob'",
        "DELETE FROM page_acts",
        "INSERT INTO page_acts (at, act, operator, words, done_at) VALUES ('2026-03-01T00:00:00.000000Z', 'left', 'eve', '', '2026-03-01T00:00:00.000000Z')",
    ] {
        let (bench, mut store) = Bench::confirmed();
        let (head, robot) = (store.binding_head().unwrap(), store.robot().unwrap());
        press(&mut store);
        assert_eq!((store.binding_head().unwrap(), store.robot().unwrap()), (head, robot));
        let rows = store.page_acts(10).unwrap();
        assert_eq!(
            (rows.len(), rows[0].number, rows[0].what.session, &*rows[0].what.words),
            (1, 1, Some(3), "go home")
        );
        drop(store);
        bench.tamper("history.db", sql);
        assert!(!bench.reader().check().unwrap().is_sound(), "{sql}");
    }
}

/// A bundle of a generation is installed, as far as the history knows.
fn act(store: &mut Store, generation: u64) {
    let (blake3, operator, reason) = ("ab".repeat(32), "ann".to_owned(), "new fixture".to_owned());
    let (generation, signed_by) = (Some(generation), Some("Eve".to_owned()));
    let act = BundleAct { act: BundleActKind::Installed, generation, blake3, signed_by, operator, reason };
    store.record_bundle_act(&act).unwrap();
}

#[test]
fn an_act_that_nobody_did_is_found_by_the_check() {
    for sql in [
        "UPDATE bundle_acts SET generation = 9",
        "DELETE FROM bundle_acts",
        "INSERT INTO bundle_acts (at, act, blake3, operator, reason) VALUES ('2026-03-01T00:00:00.000000Z', 'enrolled', 'ab', 'eve', 'x')",
    ] {
        let (bench, mut store) = Bench::confirmed();
        let head = store.binding_head().unwrap();
        act(&mut store, 3);
        assert_ne!(store.binding_head().unwrap(), head, "what was proposed before is not run after it");
        let rows = store.bundle_acts().unwrap();
        assert_eq!(
            (rows[0].number, rows[0].what.generation, rows[0].what.signed_by.as_deref()),
            (1, Some(3), Some("Eve"))
        );
        drop(store);
        bench.tamper("history.db", sql);
        assert!(!bench.reader().check().unwrap().is_sound(), "{sql}");
    }
}

fn learn(store: &mut Store, sentence: &str, reading: &str, operator: &str) {
    let used = PhraseUse {
        correlation_id: id(1),
        sentence: sentence.to_owned(),
        reading: reading.to_owned(),
        origin: PhraseOrigin::Chosen,
        operator: operator.to_owned(),
        snapshot_hash: "ab".to_owned(),
    };
    store.record_phrase(&used).unwrap();
}

fn decide(
    store: &mut Store,
    phrase: i64,
    decision: PhraseDecision,
    nickname: Option<(&str, &str)>,
) -> Result<(), StoreError> {
    let nickname = nickname.map(|(said, name)| (said.to_owned(), name.to_owned()));
    let (operator, snapshot_hash) = ("eve".to_owned(), "ab".to_owned());
    store.decide_phrase(&PhraseVerdict { phrase, decision, nickname, operator, snapshot_hash })
}

#[test]
fn phrases_are_kept_apart_by_reading_and_counted_by_operator() {
    let (bench, mut store) = Bench::confirmed();
    let head = store.binding_head().unwrap();
    for (sentence, reading, operator) in [
        ("a", "action go Home", "ann"),
        ("a", "action drop", "bob"),
        ("a", "action go Home", "bob"),
        ("a", "action go Home", "ann"),
    ] {
        learn(&mut store, sentence, reading, operator);
    }
    decide(&mut store, 1, PhraseDecision::Accepted, None).unwrap();
    decide(&mut store, 2, PhraseDecision::Accepted, Some(("bob", "Home"))).unwrap();
    // The third use is one of the first phrase, and names none.
    for number in [0, 3, 9] {
        let refused = decide(&mut store, number, PhraseDecision::Accepted, None).unwrap_err();
        assert_eq!(refused.to_string(), format!("there is no phrase {number}"));
    }
    assert_eq!(store.binding_head().unwrap(), head, "a phrase ends the validity of no proposal");
    let rows = bench.reader().phrases().unwrap();
    assert_eq!(rows.iter().map(|row| (row.number, row.times)).collect::<Vec<_>>(), [(1, 3), (2, 1)]);
    let by: Vec<(&str, u64)> = rows[0].said_by.iter().map(|by| (by.operator.as_str(), by.times)).collect();
    assert_eq!(by, [("ann", 2), ("bob", 1)]);
    assert!(rows[0].last_at > rows[0].first_at);
    assert!(rows[0].accepted.is_some() && rows[1].accepted.is_none() && rows[1].nicknames.len() == 1);
    decide(&mut store, 2, PhraseDecision::Dropped, None).unwrap();
    let rows = store.phrases().unwrap();
    assert!(rows[1].dropped && !rows[1].is_accepted() && rows[0].is_accepted());
    assert_sound(&store);
}

#[test]
fn a_phrase_that_nobody_accepted_is_found_by_the_check() {
    for sql in [
        "UPDATE phrase_uses SET reading = 'action go Pos_2'",
        "DELETE FROM phrase_uses",
        "DELETE FROM phrase_decisions",
        "UPDATE phrase_decisions SET phrase = 2",
        "INSERT INTO phrase_decisions (at, phrase, decision, operator, snapshot_hash) VALUES ('2026-03-01T00:00:00.000000Z', 1, 'accepted', 'eve', 'ab')",
    ] {
        let (bench, mut store) = Bench::confirmed();
        learn(&mut store, "the usual", "action go Home", "ann");
        decide(&mut store, 1, PhraseDecision::Accepted, None).unwrap();
        drop(store);
        bench.tamper("history.db", sql);
        assert!(!bench.reader().check().unwrap().is_sound(), "{sql}");
    }
}

#[test]
fn a_history_of_version_1_is_read_without_being_written_to() {
    let folder = of_version_1();
    let before = fs::read(folder.path().join("history.db")).unwrap();
    assert_version_1_is_read(&Store::read_only(folder.path()).unwrap());
    let mut lines = Vec::new();
    Store::read_history(&folder.path().join("history.db")).unwrap().export(&mut lines).unwrap();
    assert!(String::from_utf8(lines).unwrap().contains("weld at position 1"));
    assert_eq!(fs::read(folder.path().join("history.db")).unwrap(), before);
    assert_eq!(version(folder.path()), 1);
}

#[test]
fn a_history_of_version_1_with_other_tables_is_not_migrated() {
    let folder = of_version_1();
    let connection = rusqlite::Connection::open(folder.path().join("history.db")).unwrap();
    connection.execute_batch("DROP INDEX journal_by_subject").unwrap();
    drop(connection);
    let refused = Store::open(folder.path()).map(drop).unwrap_err();
    assert!(refused.to_string().contains("'journal_by_subject' is missing"), "{refused}");
    assert_eq!(version(folder.path()), 1);
}

#[test]
fn what_was_decided_about_layouts_is_on_record() {
    let (bench, mut store) = Bench::confirmed();
    assert_eq!(store.layout_in_force().unwrap(), None);
    store.record_layout("aa", 1, LayoutDecision::InForce, None).unwrap();
    store.record_layout("bb", 2, LayoutDecision::Declined, Some("ann")).unwrap();
    let declined = store.layout_decision("bb").unwrap().unwrap();
    assert_eq!((declined.decision, declined.operator.as_deref()), (LayoutDecision::Declined, Some("ann")));
    assert_eq!((declined.generation, declined.number), (2, 2));
    assert_eq!(store.layout_in_force().unwrap().unwrap().snapshot_hash, "aa");
    store.record_layout("bb", 2, LayoutDecision::InForce, Some("bob")).unwrap();
    assert_eq!(store.layout_in_force().unwrap().unwrap().operator.as_deref(), Some("bob"));
    assert_eq!(store.layout_decision("bb").unwrap().unwrap().decision, LayoutDecision::InForce);
    assert_eq!(store.layouts(2).unwrap().len(), 2);
    assert_eq!(store.layout_decision("cc").unwrap(), None);
    assert!(store.robot().unwrap().confirmed, "a layout says nothing about the robot");
    assert_sound(&store);
    drop(store);
    bench.tamper("history.db", "UPDATE layouts SET decision = 'in_force' WHERE layout_id = 2");
    let problems = bench.reader().check().unwrap().problems;
    assert!(problems[0].contains("layout_id 2") && problems[0].contains("declined"), "{problems:?}");
}

#[test]
fn a_sentence_that_came_to_nothing_is_on_record_and_binds_nobody() {
    let (bench, mut store) = Bench::confirmed();
    whole_run(&mut store, 4, &["Pos_4", "Home"]);
    let (binding, head) = (store.binding_head().unwrap(), store.head().unwrap());
    assert_eq!(binding, head);
    for (number, fate) in [(1, Fate::GivenUp), (2, Fate::Rejected), (3, Fate::Revised)] {
        store.end_sentence(&ended(number, fate)).unwrap();
    }
    assert_eq!(store.binding_head().unwrap(), binding, "what was proposed before them holds");
    assert_eq!(store.head().unwrap().unwrap().seq, head.unwrap().seq + 3);
    let rows = store.sentences(usize::MAX).unwrap();
    assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), [3, 2, 1]);
    assert_eq!(rows[1].ended, ended(2, Fate::Rejected));
    assert_eq!(store.sentences(1).unwrap().len(), 1);
    assert!(store.robot().unwrap().confirmed, "it says nothing about the robot");
    let mut lines = Vec::new();
    store.export(&mut lines).unwrap();
    assert_eq!(String::from_utf8(lines).unwrap().matches(r#""fate":"#).count(), 3);
    store.correct_robot("Home", "none", "ann", "driven home").unwrap();
    assert_ne!(store.binding_head().unwrap(), binding);
    assert_sound(&store);
    drop(store);
    bench.tamper("history.db", "UPDATE sentences SET fate = 'revised' WHERE sentence_id = 2");
    let problems = bench.reader().check().unwrap().problems;
    assert!(problems[0].contains("sentence_id 2") && problems[0].contains("rejected"), "{problems:?}");
}

/// `state show` on main said "That is confirmed." where the next writer would have taken the confirmation away.
#[test]
fn a_reader_does_not_confirm_what_a_writer_would_distrust() {
    for (file, change) in [
        ("robot_state.db", "UPDATE robot_state SET current_position = 'Pos_9'"),
        ("robot_state.db", "UPDATE robot_confirmation SET operator = 'eve'"),
        ("history.db", "DELETE FROM journal WHERE seq > 6"),
        (
            "history.db",
            "UPDATE journal SET at = '2026-01-01T00:00:00.000000Z' WHERE seq = (SELECT max(seq) FROM journal)",
        ),
        (
            "history.db",
            "UPDATE journal SET body_json = replace(body_json, 'Pos_2', 'Pos_3') WHERE seq = (SELECT max(seq) FROM journal)",
        ),
    ] {
        let (bench, mut store) = Bench::confirmed();
        whole_run(&mut store, 1, &["Pos_1"]);
        whole_run(&mut store, 2, &["Pos_2"]);
        drop(store);
        assert!(bench.reader().robot().unwrap().confirmed);
        bench.tamper(file, change);
        let read = bench.reader().robot().unwrap();
        assert!(!read.confirmed, "{change}");
        let open = bench.open().robot().unwrap();
        assert_eq!((read.position, read.unconfirmed_reason), (open.position, open.unconfirmed_reason), "{change}");
    }
}
