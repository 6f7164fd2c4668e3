//! An installation with the power lost at every operation: the generation before or the new one is in force, whole and on record; once
//! the program has said that it is installed, it is.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    cell::{Cell, in_force},
    disk::{Disk, Fate},
    trace::{CALLS, Operation, parse},
    tracer::{MISSING, strace},
};

fn files(folder: &Path, found: &mut HashMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
}

#[test]
fn the_power_may_go_at_any_operation() {
    let cell = Cell::with(&[1]);
    let data = fs::canonicalize(cell.data()).unwrap();
    let mut held = HashMap::new();
    files(&data, &mut held);
    let lengths = held.iter().map(|(path, bytes)| (path.clone(), bytes.len() as u64)).collect();
    let install = cell.install(2);
    let log = cell.path("log");
    let traced = strace(&["-xx", "-s", "10000000", "-e", &format!("trace={CALLS}"), "-o"])
        .arg(&log)
        .arg(install.get_program())
        .args(install.get_args())
        .current_dir(data.parent().unwrap())
        .output()
        .expect(MISSING);
    assert!(traced.status.success(), "{}", String::from_utf8_lossy(&traced.stderr));
    let operations = parse(&fs::read_to_string(&log).unwrap(), &data, data.parent().unwrap(), lengths);
    let (mut disk, mut is_said, mut seen) = (Disk::holding(held), false, [0; 2]);
    let memory = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    for (place, operation) in operations.iter().enumerate() {
        let seeds = if matches!(operation, Operation::Sync(_)) { 3 } else { 1 };
        let torn = (0..seeds).map(|seed| Fate::Torn((place as u64) << 8 | seed));
        for fate in [Fate::Dropped, Fate::Kept].into_iter().chain(torn) {
            let image = memory.path().join("image");
            fs::create_dir(&image).unwrap();
            // SQLite makes its shared memory anew.
            disk.image(&data, &image, fate, &|path| path.to_string_lossy().ends_with("-shm"));
            let what = format!("power lost before operation {place} with {fate:?}, said: {is_said}");
            let generation = in_force(&image, &what);
            assert!(generation == 2 || (generation == 1 && !is_said), "{what}: generation {generation}");
            seen[usize::from(generation == 2)] += 1;
            fs::remove_dir_all(&image).unwrap();
        }
        disk.take(operation);
        is_said |= matches!(operation, Operation::Said(said) if said.contains("is in force"));
    }
    assert!(is_said && seen.iter().all(|times| *times > 10), "{seen:?}");
}
