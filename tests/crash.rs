//! `kill -9` in the middle of `cellgraph do`: at every system call that writes, and at 100 random times. No step that was
//! acknowledged is lost, none is repeated, the databases are whole, and nothing runs before a person has looked.
//!
//! An acknowledgement is a line `N  done: …` on standard error, which the program writes once the step is on the disk.
//! strace kills the program on entering the Nth call of a kind, for N = 1, 2, … until a run comes through unharmed. It
//! counts the calls of each thread by itself, so that where two threads make the same call the second one's first N are
//! out of reach: with the files told apart by their paths, those are as many of the journal's as the thread makes that
//! opens the store and records the run. The kills at random times fall there too.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a test")]

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read},
    os::unix::process::ExitStatusExt,
    process::Stdio,
    sync::Mutex,
    time::{Duration, Instant},
};

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

#[path = "sentence/aftermath.rs"]
mod aftermath;
#[path = "sentence/bench.rs"]
mod bench;
#[path = "support/calls.rs"]
mod calls;
#[path = "sentence/heard.rs"]
mod heard;
#[path = "support/tracer.rs"]
mod tracer;

use aftermath::{Left, prove};
use bench::{Bench, Case, SENTENCE, STEPS, for_every};
use calls::WRITING;
use heard::Heard;

const SIGKILL: i32 = 9;
const RANDOM_KILLS: usize = 100;
/// A number that says at which times: `.ci/run` sets another one each day.
const SEED: &str = "CELLGRAPH_SEED";
/// At this speed a step takes about 2 ms, so that most kills fall while a step is under way.
const SPEED: &str = "1000";

/// What the kills came to.
#[derive(Default)]
struct Tally {
    left: BTreeMap<&'static str, usize>,
    /// After how many kills so many acknowledgements had been seen.
    acknowledged: BTreeMap<u32, usize>,
}

impl Tally {
    fn add(&mut self, left: Left, heard: &Heard) {
        let word = match left {
            Left::Nothing => "no run",
            Left::Pending => "pending",
            Left::Running => "running",
            Left::Completed => "completed",
        };
        *self.left.entry(word).or_default() += 1;
        *self.acknowledged.entry(heard.acknowledged()).or_default() += 1;
    }

    fn kills(&self) -> usize {
        self.left.values().sum()
    }

    /// How many kills came after at least one acknowledgement, and how many acknowledgements those were.
    fn seen(&self) -> (usize, u32) {
        let some = self.acknowledged.iter().filter(|(seen, _)| **seen > 0);
        some.fold((0, 0), |(kills, sum), (seen, times)| (kills + times, sum + seen * u32::try_from(*times).unwrap()))
    }

    fn report(&self, what: &str) {
        let (after, sum) = self.seen();
        println!(
            "{what}: {} kills, {after} after acknowledgements, {sum} of them in all; left {:?}",
            self.kills(),
            self.left
        );
    }
}

/// Kills a run at the `nth` such call on one of the files, or on any, and proves what must be so then. False where there
/// is no such call.
fn killed(
    bench: &Bench,
    files: impl Fn(&Case) -> Vec<std::path::PathBuf>,
    call: &str,
    nth: usize,
    tally: &Mutex<Tally>,
) -> bool {
    let case = bench.case();
    let mut options = vec!["-e".to_owned(), format!("trace={call}")];
    options.extend(["-e".to_owned(), format!("inject={call}:signal=SIGKILL:when={nth}")]);
    options.extend(files(&case).into_iter().flat_map(|file| ["-P".to_owned(), file.display().to_string()]));
    let ended = case.traced(&options, &["do", SENTENCE]);
    let what = format!("{call} {nth}");
    let heard = Heard::of(&ended.said);
    if ended.status.success() {
        assert_eq!(heard.acknowledged(), STEPS, "{what}: nobody killed it");
        return false;
    }
    assert_eq!(ended.status.signal(), Some(SIGKILL), "{what}: {}", ended.said);
    let left = prove(bench, &case, &heard, &what);
    tally.lock().unwrap().add(left, &heard);
    true
}

#[test]
fn a_kill_at_any_write_loses_no_acknowledged_step_and_repeats_none() {
    let bench = Bench::new();
    let tally = Mutex::new(Tally::default());
    let of = |names: &'static [&'static str]| {
        move |case: &Case| names.iter().map(|name| case.data().join(name)).collect::<Vec<_>>()
    };
    let mut counts = Vec::new();
    for call in WRITING {
        counts.push((call.to_owned(), for_every(|nth| killed(&bench, |_| Vec::new(), call, nth, &tally))));
    }
    // Where the thread that opens the files and the one that runs the plan make the same call: file by file.
    let wal = ["history.db-wal", "robot_state.db-wal"];
    let files = ["history.db", "robot_state.db"];
    for (call, names) in [("pwrite64", &wal), ("pwrite64", &files), ("fsync", &files), ("ftruncate", &files)] {
        for name in names {
            let only = |case: &Case| vec![case.data().join(name)];
            // Those beyond are reached above already.
            let most = if call == "pwrite64" { 25 } else { usize::MAX };
            counts.push((
                format!("{call} {name}"),
                for_every(|nth| nth <= most && killed(&bench, only, call, nth, &tally)),
            ));
        }
    }
    counts.push(("write said".into(), for_every(|nth| killed(&bench, |case| vec![case.said()], "write", nth, &tally))));
    let log = of(&["logs/cellgraph.jsonl"]);
    counts.push(("write log".into(), for_every(|nth| killed(&bench, log, "write", nth, &tally))));
    let tally = tally.into_inner().unwrap();
    println!("{counts:?}");
    tally.report("at writes");
    let (after, sum) = tally.seen();
    assert!(tally.kills() > 700, "{} kills: a run writes more than that", tally.kills());
    assert!(after * 2 > tally.kills() && sum > 4_000, "acknowledgements had been seen: {after} times, {sum}");
    assert_eq!(tally.left.len(), 4, "kills fell before the run, before its first step, within it, and after it");
    assert!((1..=STEPS).all(|seen| tally.acknowledged.contains_key(&seen)), "after each step");
}

/// Kills a run so long after its `line`th line. False where it had ended before.
fn killed_after(bench: &Bench, line: u32, delay: Duration, what: &str, tally: &Mutex<Tally>) -> bool {
    let case = bench.case();
    let mut child =
        case.command(&["do", SENTENCE, "--speed", SPEED]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    for _ in 0..line {
        stderr.read_line(&mut said).unwrap();
    }
    let begun = Instant::now();
    while begun.elapsed() < delay {
        std::hint::spin_loop();
    }
    child.kill().unwrap();
    stderr.read_to_string(&mut said).unwrap();
    let status = child.wait().unwrap();
    if status.signal() != Some(SIGKILL) {
        assert!(status.success(), "{what}: {said}");
        return false;
    }
    let heard = Heard::of(&said);
    let left = prove(bench, &case, &heard, what);
    tally.lock().unwrap().add(left, &heard);
    true
}

#[test]
fn a_kill_at_any_time_loses_no_acknowledged_step_and_repeats_none() {
    let seed: u64 = std::env::var(SEED).map_or(1, |seed| seed.parse().expect(SEED));
    let bench = Bench::new();
    let tally = Mutex::new(Tally::default());
    // Up to twice as long as a line takes, so that the kill falls anywhere between this line and the next, or after that;
    // before the first line is the time of the start.
    let begun = Instant::now();
    bench.case().succeeds(&["do", SENTENCE, "--speed", SPEED]);
    let whole = begun.elapsed();
    let kills = for_every(|nth| {
        if nth > RANDOM_KILLS {
            return false;
        }
        // One that comes too late is none: another is drawn.
        for again in 0..100_u64 {
            let mut random = ChaCha8Rng::seed_from_u64(seed << 32 | (nth as u64) << 8 | again);
            let line = random.next_u32() % (2 * STEPS + 3);
            let most = if line == 0 { whole } else { whole / STEPS };
            let delay = most.mul_f64(f64::from(random.next_u32()) / f64::from(u32::MAX));
            let what = format!("{SEED}={seed}, kill {nth}, draw {again}: {delay:?} after line {line}");
            if killed_after(&bench, line, delay, &what, &tally) {
                return true;
            }
        }
        panic!("the program cannot be killed in time");
    });
    let tally = tally.into_inner().unwrap();
    tally.report("at random times");
    let (after, sum) = tally.seen();
    assert_eq!((kills, tally.kills()), (RANDOM_KILLS, RANDOM_KILLS));
    assert!(after * 2 > kills && sum > 300, "acknowledgements had been seen: {after} times, {sum}");
    assert!(tally.left["running"] * 2 > kills, "most kills fell in the middle of the run: {:?}", tally.left);
    assert!(tally.acknowledged.len() > STEPS as usize / 2, "kills fell all over the run: {:?}", tally.acknowledged);
}

#[test]
fn a_kill_in_the_middle_of_the_recovery_leaves_it_to_be_done_again() {
    let bench = Bench::new();
    let kill = |case: &Case, call: &str, nth: usize, arguments: &[&str]| {
        let options = [
            "-e".to_owned(),
            format!("trace={call}"),
            "-e".to_owned(),
            format!("inject={call}:signal=SIGKILL:when={nth}"),
        ];
        case.traced(&options, arguments)
    };
    let answers = ["recover", "--position", "Pos_1", "--tool", "Welder", "--reason", "looked", "--operator", "t"];
    let interrupted = bench.case();
    assert_eq!(kill(&interrupted, "fsync", 30, &["do", SENTENCE]).status.signal(), Some(SIGKILL));
    let mut kills = 0;
    for call in ["write", "pwrite64", "ftruncate", "fsync", "?unlink"] {
        kills += for_every(|nth| {
            let case = bench.like(&interrupted);
            let before = case.read().interrupted().unwrap().unwrap().run;
            let ended = kill(&case, call, nth, &answers);
            let what = format!("{call} {nth}");
            case.succeeds(&["history", "check"]);
            let after = case.read().run(before.row.run_id).unwrap().unwrap();
            assert_eq!(after.steps.len(), before.steps.len(), "{what}");
            if ended.status.success() {
                case.succeeds(&["state", "show"]);
                return false;
            }
            assert_eq!(ended.status.signal(), Some(SIGKILL), "{what}: {}", ended.said);
            // Only an operator's word that is recorded confirms the position.
            let is_confirmed = case.run(&["state", "show"]).0 == 0;
            assert!(!is_confirmed || !case.read().corrections(2).unwrap().is_empty(), "{what}");
            case.succeeds(&answers);
            case.succeeds(&["state", "show"]);
            case.succeeds(&["do", "go home"]);
            case.succeeds(&["history", "check"]);
            true
        });
    }
    println!("the recovery: {kills} kills");
    assert!(kills > 40, "{kills} kills: a recovery writes more than that");
}

/// A run was killed with the robot on its way to Pos_1 and closed by `recover`; before anybody had looked, `go to position 1`
/// was answered with "everything asked for is already so".
#[test]
fn nothing_is_already_so_while_nobody_knows_where_the_robot_is() {
    let bench = Bench::new();
    // Killed at a sync of a step that leaves Pos_1: which one that is, is for the threads of the program to say.
    let killed = (1..100).find_map(|nth| {
        let case = bench.case();
        let inject = format!("inject=fsync:signal=SIGKILL:when={nth}");
        let options = ["-e", "trace=fsync", "-e", &inject].map(str::to_owned);
        assert_eq!(case.traced(&options, &["do", SENTENCE]).status.signal(), Some(SIGKILL));
        let is_there = case.read().robot().unwrap().position == "Pos_1";
        is_there.then_some(case)
    });
    let case = killed.unwrap();
    assert_eq!(case.run(&["recover", "--operator", "t"]).0, 2, "nobody answers");
    let robot = case.read().robot().unwrap();
    assert_eq!((robot.position.as_str(), robot.confirmed), ("Pos_1", false), "this is where it was last seen");
    let (status, text) = case.run(&["do", "go to position 1"]);
    assert_eq!(status, 2, "{text}");
    assert!(text.contains("nobody has confirmed where the robot is"), "{text}");
}
