//! The store: power loss at every operation, and a disk that fails or is full at every write and sync.

use std::{collections::HashMap, fs, path::Path};

use cellgraph::store::{Store, StoreError};

use crate::{
    disk::{Disk, Fate},
    script::{MARK, SCRIPT, dump, expected, traced},
    trace::{CALLS, Operation, parse},
};

/// The number of a mark, and whether its call went through.
fn mark(said: &str) -> Option<(usize, Result<(), String>)> {
    let (number, outcome) = said.strip_prefix(MARK)?.trim_end().split_once(' ')?;
    let outcome = if outcome == "ok" { Ok(()) } else { Err(outcome.to_owned()) };
    Some((number.parse().unwrap(), outcome))
}

/// Where the store is; neither folder is there at first.
const STORE: &str = "a/store";

/// SQLite's shared memory is no part of what lasts: it is made anew by whoever opens the database first.
pub(crate) fn is_volatile(path: &Path) -> bool {
    path.to_string_lossy().ends_with("-shm")
}

/// The script in the folder [`STORE`] below another, which makes that one.
fn trace(top: &Path) -> Vec<Operation> {
    let folder = &top.join(STORE);
    let log = top.with_extension("log");
    let calls = format!("trace={CALLS}");
    let output = traced(folder, &["-xx", "-s", "10000000", "-e", &calls, "-o", log.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    parse(&fs::read_to_string(&log).unwrap(), top, Path::new("/"), HashMap::new())
}

#[test]
fn the_store_opens_to_the_state_before_or_after_the_call_that_was_cut() {
    let root = tempfile::tempdir().unwrap();
    let root_path = fs::canonicalize(root.path()).unwrap();
    let folder = root_path.join("top");
    fs::create_dir(&folder).unwrap();
    let (states, operations) = (expected(), trace(&folder));
    // Memory serves for the images: their own syncs are nothing that is looked at.
    let memory = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let syncs = operations.iter().filter(|operation| matches!(operation, Operation::Sync(_))).count();
    assert!(syncs > SCRIPT.len(), "{syncs} syncs");
    let (mut disk, mut returned, mut images) = (Disk::default(), None, 0);
    let mut seen = vec![[0; 2]; states.len()];
    for (place, operation) in operations.iter().enumerate() {
        // Before each sync there is most to lose; elsewhere one draw will do.
        let seeds = if matches!(operation, Operation::Sync(_)) { 4 } else { 1 };
        let torn = (0..seeds).map(|seed| Fate::Torn((place as u64) << 8 | seed));
        let fates = [Fate::Dropped].into_iter().chain((seeds > 1).then_some(Fate::Kept)).chain(torn);
        if !matches!(operation, Operation::Said(_)) {
            for fate in fates {
                let image = memory.path().join("image");
                fs::create_dir(&image).unwrap();
                disk.image(&folder, &image, fate, &is_volatile);
                let what = format!("power lost before operation {place} with {fate:?}, after {returned:?} calls");
                let after = look(&image.join(STORE), &states, returned, &what);
                seen[after][usize::from(returned != Some(after))] += 1;
                fs::remove_dir_all(&image).unwrap();
                images += 1;
            }
        }
        disk.take(operation);
        if let Operation::Said(said) = operation
            && let Some((number, outcome)) = mark(said)
        {
            assert_eq!(outcome, Ok(()), "call {number}");
            returned = Some(number);
        }
    }
    assert_eq!(returned, Some(SCRIPT.len()), "the script came to its end");
    assert!(images > 3 * syncs);
    // Each state was found after its call had returned, and most of them also before it had.
    assert!(seen[..SCRIPT.len()].iter().all(|[after, _]| *after > 0), "{seen:?}");
    assert!(seen.iter().filter(|[_, early]| *early > 0).count() > SCRIPT.len() / 2, "{seen:?}");
}

/// Opens an image. Which state it holds: that of the calls that had returned, or of one more.
fn look(image: &Path, states: &[String], returned: Option<usize>, what: &str) -> usize {
    // A reader may come first, with nobody there to write; it finds nothing yet, or what is sound.
    match Store::read_only(image) {
        Ok(reader) => {
            let report = reader.check().unwrap_or_else(|error| panic!("{what}: {error}"));
            assert!(report.is_sound(), "{what}: {:#?}", report.problems);
        }
        Err(error) => {
            let is_half_made = error.to_string().contains("half made") || matches!(error, StoreError::Missing { .. });
            assert!(returned.is_none() && is_half_made, "{what}: {error}");
        }
    }
    let store = Store::open(image).unwrap_or_else(|error| panic!("{what}: {error}"));
    let found = dump(&store);
    let report = store.check().unwrap();
    assert!(report.is_sound(), "{what}: {:#?}", report.problems);
    let (first, last) = returned.map_or((0, 0), |calls| (calls, (calls + 1).min(states.len() - 1)));
    let is_it = (first..=last).find(|calls| states[*calls] == found);
    is_it.unwrap_or_else(|| panic!("{what}: found\n{found}\nexpected\n{}\nor\n{}", states[first], states[last]))
}

#[test]
fn a_step_costs_three_syncs() {
    let folder = tempfile::tempdir().unwrap();
    let top = fs::canonicalize(folder.path()).unwrap().join("top");
    fs::create_dir(&top).unwrap();
    let operations = trace(&top);
    // One place more, for what closing costs.
    let mut syncs = vec![0; SCRIPT.len() + 2];
    let mut call = 0;
    for operation in &operations {
        match operation {
            Operation::Sync(_) => syncs[call] += 1,
            Operation::Said(said) if mark(said).is_some() => call += 1,
            _ => {}
        }
    }
    // The second step of the first run: begun, ended. Then the run's end; the next run's begin and start.
    assert_eq!(syncs[7..=11], [1, 2, 2, 2, 1], "{syncs:?}");
}

/// The outcome of each call with one system call failing.
fn outcomes(folder: &Path, call: &str, error: &str, nth: usize) -> Vec<Result<(), String>> {
    let inject = format!("inject={call}:error={error}:when={nth}");
    let output = traced(folder, &["-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &inject]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    // libtest has begun the first line.
    let marks = said.lines().filter_map(|line| mark(&line[line.find(MARK)?..]));
    marks.map(|(_, outcome)| outcome).collect()
}

/// The call that meets the failing disk says so, nothing is written after it until the store is opened again, and then it
/// holds the state before or after that call.
fn fails_cleanly(call: &str, error: &str, words: &[&str], nths: impl Iterator<Item = usize>) {
    let states = expected();
    let mut failures = 0;
    for nth in nths {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("store");
        let outcomes = outcomes(&folder, call, error, nth);
        let what = format!("{call} {nth} {error}");
        let Some(at) = outcomes.iter().position(Result::is_err) else {
            // It fell on something that is done again, or on the closing.
            assert_eq!(outcomes.len(), states.len(), "{what}");
            look(&folder, &states, Some(states.len() - 1), &what);
            continue;
        };
        failures += 1;
        let first = outcomes[at].as_ref().unwrap_err();
        assert!(words.iter().any(|word| first.contains(word)), "{what}: {first}");
        for later in &outcomes[at + 1..] {
            let later = later.as_ref().expect_err(&what);
            let refusals = ["nothing is written since", "there is no store, or no step", "nobody has said"];
            assert!(refusals.iter().any(|words| later.contains(words)), "{what}: {later}");
        }
        look(&folder, &states, at.checked_sub(1), &what);
    }
    assert!(failures > 10, "{call} {error}: {failures} failures");
}

#[test]
fn a_failing_sync_ends_all_writing() {
    fails_cleanly("fsync", "EIO", &["disk I/O error", "Input/output error"], 1..70);
}

#[test]
fn a_full_disk_ends_all_writing() {
    // Each 11th of all writes, with the first ones of the opening and of the steps among them.
    // 4874: SQLite's shared memory could not grow; why, it does not say.
    fails_cleanly("pwrite64", "ENOSPC", &["the disk is full", "code 4874"], (1..450).step_by(11));
}

#[test]
fn a_failing_write_ends_all_writing() {
    fails_cleanly("pwrite64", "EIO", &["disk I/O error", "code 4874"], (6..450).step_by(11));
}
