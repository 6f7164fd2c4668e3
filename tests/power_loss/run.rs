//! A whole sentence, `cellgraph do`, with the power lost at every operation and most of all at every sync of it.
//!
//! What was acknowledged is a line `N  done: …` on standard error. After the power is back the databases hold the journal
//! up to the last sync or up to the one that was cut, nothing that was acknowledged is missing, and while the run was on
//! the position is unconfirmed, to whoever only reads as to whoever opens the store for writing.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::Mutex,
};

use cellgraph::store::{Reader, RunFilter, RunRow, RunStatus, StepState, Store};

use crate::{
    bench::{Bench, SENTENCE, STEPS, for_every},
    disk::{Disk, Fate},
    heard::Heard,
    store::is_volatile,
    trace::{CALLS, Operation, parse},
};

/// Draws of what is torn before a sync, where there is most to lose; elsewhere one.
const DRAWS: u64 = 6;

/// Runs the sentence, and gives what it did to the files of its folder, those being there before.
fn traced(bench: &Bench) -> (PathBuf, Disk, Vec<Operation>) {
    let case = bench.case();
    let folder = fs::canonicalize(case.data()).unwrap();
    let files: HashMap<PathBuf, Vec<u8>> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), fs::read(&path).unwrap()))
        .collect();
    let lengths = files.iter().map(|(path, bytes)| (path.clone(), bytes.len() as u64)).collect();
    let calls = format!("trace={CALLS}");
    let options = ["-xx", "-s", "10000000", "-e", &calls].map(str::to_owned);
    let ended = case.traced(&options, &["do", SENTENCE]);
    assert!(ended.status.success(), "{}", ended.said);
    let operations = parse(&fs::read_to_string(case.trace()).unwrap(), &folder, &folder, lengths);
    (folder, Disk::holding(files), operations)
}

/// What an image was found to hold.
struct Found {
    /// Entries of the journal.
    entries: u64,
    run: Option<RunRow>,
}

/// Opens an image, for reading and then for writing, and holds it against what had been heard.
fn look(bench: &Bench, image: &Path, heard: &Heard, what: &str) -> Found {
    let is_open = |run: &RunRow| matches!(run.status, RunStatus::Pending | RunStatus::Running);
    let latest = |reader: &Reader| reader.runs(&RunFilter::default()).unwrap().into_iter().next();
    let reader = Store::read_only(image).unwrap_or_else(|error| panic!("{what}: {error}"));
    let run = latest(&reader);
    let read = reader.robot().unwrap();
    assert!(!read.confirmed || !run.as_ref().is_some_and(is_open), "{what}: to a reader: {read:?}");
    drop(reader);
    let store = Store::open(image).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(latest(&store), run, "{what}: opening it changes nothing of the run");
    let report = store.check().unwrap();
    assert!(report.is_sound(), "{what}: {:#?}", report.problems);
    let robot = store.robot().unwrap();
    let is_certain = run.as_ref().is_none_or(|run| !is_open(run));
    assert_eq!(robot.confirmed, is_certain, "{what}: {robot:?}");
    assert!(run.is_some() || heard.run.is_none(), "{what}: what had begun is in the history");
    assert_eq!(store.interrupted().unwrap().is_some(), !is_certain, "{what}");
    if let Some(run) = &run {
        steps(bench, &store, run, heard, what);
    }
    Found { entries: report.entries, run }
}

fn steps(bench: &Bench, store: &Reader, run: &RunRow, heard: &Heard, what: &str) {
    let steps = store.run(run.run_id).unwrap().unwrap().steps;
    let completed = steps.iter().take_while(|step| step.state == StepState::Completed).count();
    assert!(completed >= heard.done.len(), "{what}: {completed} completed");
    assert!(steps.len() as u32 >= heard.sent && steps.len() <= completed + 1, "{what}: {} begun", steps.len());
    assert!(steps[completed..].iter().all(|step| step.state == StepState::Running), "{what}");
    for (step, (position, tool)) in steps[..completed].iter().zip(&bench.places) {
        let seen = (step.observed_position.as_ref(), step.observed_tool.as_ref());
        assert_eq!(seen, (Some(position), Some(tool)), "{what}: step {}", step.number);
    }
    let robot = store.robot().unwrap();
    let last = completed.checked_sub(1).map_or(("Home", "none"), |last| {
        let (position, tool) = &bench.places[last];
        (position, tool)
    });
    assert_eq!((robot.position.as_str(), robot.tool.as_str()), last, "{what}: where it was last seen");
}

/// How many entries the journal has, at least and at most, and how far the run is in each image.
type Seen = (u64, u64, Vec<Option<RunStatus>>);

/// One moment at which the power is lost: what is done next, the disk as it is, and what had been heard.
struct Moment {
    place: usize,
    is_sync: bool,
    disk: Disk,
    heard: Heard,
}

impl Moment {
    /// Everything that may be on the disk is opened.
    fn prove(&self, bench: &Bench, folder: &Path) -> Seen {
        let draws = if self.is_sync { DRAWS } else { 1 };
        let torn = (0..draws).map(|draw| Fate::Torn((self.place as u64) << 8 | draw));
        let fates = [Fate::Dropped].into_iter().chain(self.is_sync.then_some(Fate::Kept)).chain(torn);
        let (mut least, mut most, mut statuses) = (u64::MAX, 0, Vec::new());
        for fate in fates {
            let image = crate::bench::folder();
            self.disk.image(folder, image.path(), fate, &is_volatile);
            let what = format!("power lost before operation {} with {fate:?}", self.place);
            let found = look(bench, image.path(), &self.heard, &what);
            (least, most) = (least.min(found.entries), most.max(found.entries));
            statuses.push(found.run.map(|run| run.status));
        }
        assert!(most <= least + 1, "before operation {}: {least} to {most} entries", self.place);
        (least, most, statuses)
    }
}

/// Proves some moments, and says of each what was found.
fn prove(bench: &Bench, folder: &Path, moments: &[Moment]) -> Vec<Seen> {
    let seen = Mutex::new(vec![(0, 0, Vec::new()); moments.len()]);
    for_every(|nth| {
        let Some(moment) = moments.get(nth - 1) else { return false };
        let found = moment.prove(bench, folder);
        seen.lock().unwrap()[nth - 1] = found;
        true
    });
    seen.into_inner().unwrap()
}

#[test]
fn a_sentence_loses_no_acknowledged_step_with_the_power() {
    let bench = Bench::new();
    let (folder, mut disk, operations) = traced(&bench);
    let (mut said, mut moments, mut seen, mut syncs) = (String::new(), Vec::new(), Vec::new(), 0);
    for (place, operation) in operations.iter().enumerate() {
        let is_sync = matches!(operation, Operation::Sync(_));
        syncs += usize::from(is_sync);
        if !matches!(operation, Operation::Said(_)) {
            moments.push(Moment { place, is_sync, disk: disk.clone(), heard: Heard::of(&said) });
        }
        disk.take(operation);
        if let Operation::Said(words) = operation {
            said.push_str(words);
        }
        // Each moment holds a whole disk: not too many at once.
        if moments.len() == 32 || place + 1 == operations.len() {
            seen.extend(prove(&bench, &folder, &std::mem::take(&mut moments)));
        }
    }
    assert_eq!(Heard::of(&said).acknowledged(), STEPS, "{said}");
    // The journal grows one entry at a time, and what was on the disk once stays there.
    assert!(seen.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[1].1 <= pair[0].1 + 1));
    let (first, last) = (seen[0].0, seen[seen.len() - 1].1);
    assert_eq!(last - first, u64::from(2 * STEPS + 4), "the layout, begun, started, two for each step, ended");
    let either = seen.iter().filter(|(least, most, _)| least < most).count();
    let count = |status| seen.iter().flat_map(|(.., statuses)| statuses).filter(|seen| **seen == status).count();
    let images: usize = seen.iter().map(|(.., statuses)| statuses.len()).sum();
    let statuses = [None, Some(RunStatus::Pending), Some(RunStatus::Running), Some(RunStatus::Completed)].map(count);
    println!(
        "{} moments, {syncs} of them syncs; {images} images, with no run, pending, running, completed: {statuses:?}; at {either} \
         moments the state before or the one after was there",
        seen.len(),
    );
    assert!(syncs > 2 * STEPS as usize && either >= 2 * STEPS as usize, "{syncs} syncs, {either}");
    assert!(statuses.iter().all(|times| *times > 5) && statuses[2] > 500, "{statuses:?}");
}
