//! One byte changed anywhere in the files: never a panic, and never a quiet lie: the store refuses the file, or the
//! check says what is wrong, or everything reads as it was.

use std::{fs, path::Path};

use cellgraph::store::{Store, StoreError};

use crate::harness::{Bench, copy_folder, dump, failed, id, new_run, seen, whole_run};

fn original() -> (Bench, String) {
    let (bench, mut store) = Bench::confirmed();
    whole_run(&mut store, 1, &["Pos_1", "Home"]);
    store.begin_run(&new_run(2, ("Home", "none"))).unwrap();
    store.end_run(id(2), &failed("called off"), &seen("Home", "none")).unwrap();
    let read = dump(&store).unwrap();
    drop(store);
    (bench, read)
}

/// For the thousands of copies: their syncs are nothing that is looked at.
fn in_memory() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

#[derive(Debug, Default)]
struct Tally {
    refused: usize,
    found: usize,
    harmless: usize,
}

/// Reads everything from a folder that may hold anything.
fn look(folder: &Path, expected: &str, tally: &mut Tally, what: &str) {
    let looked: Result<_, StoreError> = Store::read_only(folder).and_then(|reader| {
        let report = reader.check()?;
        Ok((report, dump(&reader)))
    });
    match looked {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            tally.refused += 1;
        }
        Ok((report, _)) if !report.is_sound() => tally.found += 1,
        Ok((_, read)) => {
            assert_eq!(read.unwrap_or_else(|error| panic!("{what}: {error}")), expected, "{what}");
            tally.harmless += 1;
        }
    }
    // A writer gets through, or says why not; each third time, because it waits for the disk.
    if (tally.refused + tally.found + tally.harmless).is_multiple_of(3)
        && let Ok(mut store) = Store::open(folder)
    {
        let _ = store.interrupted();
        if let Ok(robot) = store.robot() {
            let _ = store.begin_run(&new_run(9, (&robot.position, &robot.tool)));
            let _ = store.recover(id(9), "x");
        }
        let _ = store.check();
    }
}

#[test]
fn a_changed_byte_never_panics_and_never_lies() {
    let (bench, expected) = original();
    let copies = in_memory();
    let mut tally = Tally::default();
    for file in ["robot_state.db", "history.db"] {
        let bytes = fs::read(bench.path().join(file)).unwrap();
        // Every byte of the header and of the pages' headers, and each 97th of the rest.
        let places = (0..bytes.len()).filter(|place| *place < 100 || place % 4096 < 12 || place % 97 == 0);
        for place in places {
            for flip in [0x01, 0x80] {
                let folder = copies.path().join("copy");
                copy_folder(&bench.path(), &folder);
                let mut changed = bytes.clone();
                changed[place] ^= flip;
                fs::write(folder.join(file), changed).unwrap();
                look(&folder, &expected, &mut tally, &format!("{file} byte {place} ^ {flip:#x}"));
                fs::remove_dir_all(folder).unwrap();
            }
        }
    }
    assert!(tally.refused > 100 && tally.found > 100 && tally.harmless > 100, "{tally:?}");
}

#[test]
fn a_file_cut_at_any_page_and_in_between_is_refused_or_found() {
    let (bench, expected) = original();
    let copies = in_memory();
    let mut tally = Tally::default();
    for file in ["robot_state.db", "history.db"] {
        let bytes = fs::read(bench.path().join(file)).unwrap();
        for length in (1..bytes.len()).filter(|length| length % 512 < 2 || *length < 120) {
            let folder = copies.path().join("copy");
            copy_folder(&bench.path(), &folder);
            fs::write(folder.join(file), &bytes[..length]).unwrap();
            look(&folder, &expected, &mut tally, &format!("{file} cut to {length}"));
            fs::remove_dir_all(folder).unwrap();
        }
    }
    assert_eq!(tally.harmless, 0, "{tally:?}");
}

#[test]
fn leftovers_of_other_databases_beside_the_files_are_passed_over() {
    let (bench, expected) = original();
    let copies = in_memory();
    for suffix in ["-wal", "-shm", "-journal"] {
        for (file, junk) in [("history.db", vec![0xa5; 5000]), ("robot_state.db", b"junk".to_vec())] {
            let folder = copies.path().join(format!("{file}{suffix}"));
            copy_folder(&bench.path(), &folder);
            fs::write(folder.join(format!("{file}{suffix}")), &junk).unwrap();
            let store = Store::open(&folder).unwrap();
            assert_eq!(dump(&store).unwrap(), expected, "{file}{suffix}");
            crate::harness::assert_sound(&store);
        }
    }
}
