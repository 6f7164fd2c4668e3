//! How a cell learns its people: authors' sentences, said again and again over simulated weeks.
//!
//! `cargo run --no-default-features --example phrases -- FOLDER [SEED]`, where FOLDER is what
//! `python3 models/training/authors/check.py --export FOLDER --part development` wrote. Out: for each week, how many commands were
//! right at once, and how many within one question; and how often something would have moved by what is no command.
//!
//! Each week, as many sentences are said in each cell as it has, drawn with repetition. No model reads. The operator picks the
//! reading that is meant where it is offered; in the second table, what is not offered is said in other words that are understood. The
//! engineer accepts at the end of each week whatever can be accepted. What the critic objects to counts as asked back.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a measurement prints, and ends where its data is wrong"
)]

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use cellgraph::{
    cell::State,
    checkpoint::critic::Critic,
    import,
    language::{By, Readers, Said, model::Cancel, phrase_of, templates::Templates, terse},
    limits::PHRASE_BYTES_MAX,
    plan::Intent,
    snapshot::{self, Snapshot},
    store::{PhraseOrigin, PhraseUse, Store},
    workflow::{Learnt, PhraseBook},
};
use jiff::Timestamp;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::Deserialize;
use uuid::Uuid;

const WEEKS: usize = 6;
/// 2026-03-01T00:00:00Z.
const BEGINNING: i64 = 1_772_323_200;
const SECONDS_OF_WEEK: i64 = 7 * 24 * 3_600;

/// A line of an author, as far as it is needed here.
#[derive(Deserialize)]
struct Line {
    text: String,
    position: String,
    tool: String,
    gold: String,
    also: Vec<String>,
    dialogue: Option<serde_json::Value>,
}

#[derive(Default)]
struct Week {
    commands: usize,
    at_once: usize,
    within_one: usize,
    others: usize,
    moved: usize,
}

struct Cell {
    snapshot: Arc<Snapshot>,
    lines: Vec<Line>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments.first().expect("usage: phrases FOLDER [SEED]");
    let seed = arguments.get(1).map_or(1, |seed| seed.parse().expect("a seed is a number"));
    let cells = cells(Path::new(folder));
    for rephrases in [false, true] {
        println!("{}", if rephrases { "picked, or said in other words" } else { "picked where it was offered" });
        println!("week  commands  right at once  within one question  moved by no command");
        let mut weeks: Vec<Week> = (0..WEEKS).map(|_| Week::default()).collect();
        cells.iter().for_each(|cell| live(cell, seed, rephrases, &mut weeks));
        for (number, week) in (1..).zip(&weeks) {
            let percent = |count: usize| 100.0 * count as f64 / week.commands.max(1) as f64;
            println!(
                "{number:4}  {:8}  {:12.1}%  {:18.1}%  {} of {}",
                week.commands,
                percent(week.at_once),
                percent(week.within_one),
                week.moved,
                week.others
            );
        }
    }
}

fn cells(folder: &Path) -> Vec<Cell> {
    let mut names: BTreeMap<String, Cell> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".lines.jsonl")) else {
            continue;
        };
        let lines = fs::read_to_string(&path).unwrap();
        let lines = lines.lines().map(|line| serde_json::from_str::<Line>(line).unwrap());
        let lines = lines.filter(|line| line.dialogue.is_none()).collect();
        let export = fs::read(folder.join(format!("{name}.apoc.jsonl"))).unwrap();
        let import = import::from_apoc(&export[..], &mut |_| ()).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let bytes = snapshot::build(&import.draft, &snapshot::Provenance::default()).bytes;
        let snapshot = Arc::new(Snapshot::from_bytes(&bytes).unwrap());
        names.insert(name.to_owned(), Cell { snapshot, lines });
    }
    names.into_values().collect()
}

/// The weeks of one cell.
fn live(cell: &Cell, seed: u64, rephrases: bool, weeks: &mut [Week]) {
    let snapshot = &cell.snapshot;
    let folder = tempfile::tempdir().unwrap();
    let now = Arc::new(AtomicI64::new(BEGINNING));
    let clock = Arc::clone(&now);
    let clock = Box::new(move || Timestamp::from_second(clock.load(Ordering::Relaxed)).unwrap());
    let mut store = Store::open_with_clock(folder.path(), clock).unwrap();
    let book = PhraseBook::new(snapshot, Templates::default());
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for week in weeks {
        let Learnt { recogniser, phrases, .. } = Learnt::of(&store.phrases().unwrap(), snapshot, Templates::default());
        let critic = Critic::beside(&recogniser, snapshot);
        let readers = Readers::new(Arc::clone(snapshot), recogniser, None).with_phrases(phrases);
        for _ in 0..cell.lines.len() {
            let line = &cell.lines[random.next_u64() as usize % cell.lines.len()];
            let learnt = say(line, &readers, &critic, rephrases, week);
            if let Some((said, origin)) = learnt.filter(|_| line.text.len() <= PHRASE_BYTES_MAX) {
                let used = PhraseUse {
                    correlation_id: Uuid::nil(),
                    sentence: phrase_of(&line.text),
                    reading: terse::write(&said, snapshot),
                    origin,
                    operator: "operator".to_owned(),
                    snapshot_hash: snapshot.content_hash_hex(),
                };
                store.record_phrase(&used).unwrap();
            }
        }
        now.fetch_add(SECONDS_OF_WEEK, Ordering::Relaxed);
        for row in store.phrases().unwrap() {
            // What cannot be accepted is left.
            let _ = book.accept(&mut store, row.number, "engineer");
        }
    }
}

/// One sentence; what is learnt of it.
fn say(
    line: &Line,
    readers: &Readers,
    critic: &Critic,
    rephrases: bool,
    week: &mut Week,
) -> Option<(Said, PhraseOrigin)> {
    let snapshot = readers.snapshot();
    let state = State::named(snapshot, &line.position, &line.tool).unwrap();
    let reading = readers.read(&line.text, state, &Cancel::default());
    let intent = |said: &Said| said.intent(snapshot, state).ok().flatten().filter(|intent| *intent != Intent::Unknown);
    let look = match reading.by {
        By::Phrase => critic.look_at_phrase(&line.text, &reading.said, snapshot, state),
        By::Rules | By::Model => critic.look(&line.text, &reading.said, snapshot, state),
    };
    let moves = matches!(reading.said, Said::Do(_)) && look.issues.is_empty();
    let golds = || std::iter::once(&line.gold).chain(&line.also);
    let commands: Vec<Said> = golds()
        .filter_map(|gold| terse::read(gold, snapshot).ok())
        .filter(|said| matches!(said, Said::Do(_)))
        .collect();
    let Some(gold) = commands.first().filter(|_| line.gold.starts_with("action ")) else {
        week.others += 1;
        week.moved += usize::from(moves && commands.is_empty());
        return None;
    };
    let is_gold = |said: &Said| commands.iter().any(|gold| intent(gold).is_some() && intent(gold) == intent(said));
    week.commands += 1;
    if moves && is_gold(&reading.said) {
        (week.at_once, week.within_one) = (week.at_once + 1, week.within_one + 1);
        return None;
    }
    let is_objected = matches!(reading.said, Said::Do(_)) && !moves;
    let objected = is_objected.then_some(&reading.said);
    let offered = objected.into_iter().chain(&reading.offers).find(|offer| !moves && is_gold(offer));
    week.within_one += usize::from(offered.is_some());
    match offered {
        Some(said) => Some((said.clone(), PhraseOrigin::Chosen)),
        None if rephrases && !moves => Some((gold.clone(), PhraseOrigin::Rephrased)),
        None => None,
    }
}
