//! Seeded lives, several at once, and what came of all of them.

use std::{
    collections::BTreeMap,
    env,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use super::{
    life::{self, Bench, Life, Side},
    python::Python,
};

/// Fewer seeds than that say nothing.
const SEEDS_MIN: u64 = 300;
/// No run takes a second; one that takes this long never ends.
const RUN_LIMIT: Duration = Duration::from_secs(120);

/// What happened how often.
#[derive(Default)]
struct Tally {
    runs: u64,
    motions: u64,
    halted: u64,
    hidden: u64,
    faults: BTreeMap<String, u64>,
    ends: BTreeMap<&'static str, u64>,
}

impl Tally {
    fn add(&mut self, life: &Life) {
        self.runs += 1;
        self.motions += life.verdict.motions;
        self.halted += life.verdict.halted;
        self.hidden += u64::from(life.verdict.hidden);
        for (fault, count) in &life.verdict.faults {
            *self.faults.entry(fault.clone()).or_default() += count;
        }
        for fault in &life.faults {
            *self.faults.entry((*fault).to_owned()).or_default() += 1;
        }
        *self.ends.entry(life.end).or_default() += 1;
    }
}

/// Lives through seeds for as long as `budget`, or through as many as the environment says. `start` starts another side, with the way to it
/// where that is no folder.
pub(crate) fn live_through_seeds(budget: Duration, start: impl Fn() -> (Python, Option<Side>) + Sync) {
    let number = |name: &str| env::var(name).ok().map(|text| text.parse::<u64>().expect(name));
    let first = number("CELLGRAPH_SEED").unwrap_or(1);
    let wanted = number("CELLGRAPH_SEEDS");
    let begun = Instant::now();
    let next = AtomicU64::new(first);
    let (tally, failed) = (Mutex::new(Tally::default()), Mutex::new(Vec::new()));
    let bench = Bench::new();
    let workers = thread::available_parallelism().map_or(2, |count| count.get().clamp(2, 8));
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                let (mut python, server) = start();
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    let so_far = seed - first;
                    let is_enough = match wanted {
                        Some(wanted) => so_far >= wanted,
                        None => so_far >= SEEDS_MIN && begun.elapsed() > budget,
                    };
                    if is_enough || !failed.lock().unwrap().is_empty() {
                        return;
                    }
                    let watch = Watch::over(seed);
                    let (life, given_back) = life::live(&bench, seed, python, server.as_ref());
                    python = given_back;
                    drop(watch);
                    tally.lock().unwrap().add(&life);
                    if !life.violations().is_empty() {
                        failed.lock().unwrap().push(format!("seed {seed}: {life:#?}"));
                    }
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    println!(
        "{} runs in {:.0} s from seed {first}: {} motions, {} halted on their way; faults {:?}; ends {:?}; \
         confirmed where a controller hid a jog or nobody was asked since: {}",
        tally.runs,
        begun.elapsed().as_secs_f64(),
        tally.motions,
        tally.halted,
        tally.faults,
        tally.ends,
        tally.hidden
    );
    let failed = failed.into_inner().unwrap();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(tally.ends.contains_key("completed") && tally.motions > tally.runs, "the runs moved something");
}

/// Ends this program where a run does not end: nothing else could.
struct Watch(crossbeam_channel::Sender<()>);

impl Watch {
    fn over(seed: u64) -> Self {
        let (over, is_over) = crossbeam_channel::bounded::<()>(0);
        thread::spawn(move || {
            if is_over.recv_timeout(RUN_LIMIT) == Err(crossbeam_channel::RecvTimeoutError::Timeout) {
                println!("seed {seed}: the run never ended");
                std::process::abort();
            }
        });
        Self(over)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // Dropping the sender says it; this reads the field.
        let _ = self.0.is_empty();
    }
}
