//! From an export to a loaded snapshot, by whole processes: what building and booting take, in time, memory and bytes.
//!
//! Builds every cell with the program itself (which is where the other benches have their cells from), then starts a
//! child that does nothing but load it, again and again, and reads how much memory that child took at most. Beside each
//! stands a child that reads the same file and hashes it with BLAKE3: nothing that proves a hash can be quicker. Last,
//! batches of plans through `verify --batch`. Results go to `target/gate/boot.json`.

#![allow(clippy::unwrap_used, reason = "a bench that cannot be set up has nothing better to do")]
#![allow(clippy::print_stdout, reason = "a child reports to its parent, and the bench to people")]

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use cellgraph::{files, plan::Plan, verify::State};
use serde_json::{Value, json};

mod cells;

use cells::{Cell, DEMO, SIZES, export, export_path, plans, replace, snapshot_path};

/// Lines of a batch.
const BATCH_LINES: usize = 20_000;
/// The sizes of cells that batches are verified against.
const BATCH_SIZES: [u32; 3] = [DEMO, 1_000, 100_000];
const MEGABYTE: f64 = 1e6;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.get(1..) {
        Some([task, path]) if task == "load" => load(Path::new(path)),
        Some([task, path]) if task == "read" => read(Path::new(path)),
        Some([task, path]) if task == "lines" => lines(Path::new(path)),
        _ => measure(),
    }
}

/// A child: loads a snapshot as the program does.
fn load(path: &Path) {
    let snapshot = files::read_snapshot(path).unwrap();
    let most = fs::read_to_string("/proc/self/status").unwrap();
    let most = most.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    println!("{} {}", most.trim().trim_end_matches(" kB"), snapshot.position_count());
}

/// A child: reads a file and hashes it.
fn read(path: &Path) {
    println!("0 {}", blake3::hash(&fs::read(path).unwrap()).to_hex());
}

/// A child: reads a file and counts its lines.
fn lines(path: &Path) {
    println!("0 {}", memchr::memchr_iter(b'\n', &fs::read(path).unwrap()).count());
}

fn measure() {
    let mut results = Vec::new();
    for size in SIZES {
        fs::write(export_path(size), export(size)).unwrap();
        results.push(builds(size));
        results.push(
            json!({"figure": "file", "size": size, "unit": "MB", "value": length(&snapshot_path(size)) / MEGABYTE}),
        );
        results.extend(boots(size));
        println!("{size} positions: built and loaded");
    }
    for size in BATCH_SIZES {
        results.push(batch(size));
    }
    let folder = cells::target().join("gate");
    fs::create_dir_all(&folder).unwrap();
    replace(&folder.join("boot.json"), serde_json::to_string_pretty(&results).unwrap().as_bytes());
}

fn builds(size: u32) -> Value {
    let runs = match size {
        100_000.. => 1,
        10_000.. => 3,
        _ => 11,
    };
    let (own, limit) = in_turn(runs, || build(size), || child("read", &export_path(size)).0);
    figure("build", size, "s", own, limit)
}

fn boots(size: u32) -> [Value; 2] {
    let runs = match size {
        100_000.. => 15,
        10_000.. => 25,
        _ => 41,
    };
    let mut most_kb = 0.0_f64;
    let load = || {
        let (time, kb) = child("load", &snapshot_path(size));
        most_kb = most_kb.max(kb);
        time
    };
    let (own, limit) = in_turn(runs, load, || child("read", &snapshot_path(size)).0);
    let memory = json!({"figure": "memory", "size": size, "unit": "MB", "value": most_kb * 1024.0 / MEGABYTE});
    [figure("boot", size, "ms", own, limit), memory]
}

/// Both times, in ascending order. They are taken in turn, so that both meet the same neighbours.
fn in_turn(
    runs: usize,
    mut own: impl FnMut() -> Duration,
    mut limit: impl FnMut() -> Duration,
) -> (Vec<Duration>, Vec<Duration>) {
    let (mut own, mut limit): (Vec<_>, Vec<_>) = (0..runs).map(|_| (own(), limit())).unzip();
    own.sort_unstable();
    limit.sort_unstable();
    (own, limit)
}

/// Medians in the unit that is named, and the ratio of the quickest.
fn figure(name: &str, size: u32, unit: &str, own: Vec<Duration>, limit: Vec<Duration>) -> Value {
    let per_second = if unit == "ms" { 1e3 } else { 1.0 };
    let median = |times: &[Duration]| times[times.len() / 2].as_secs_f64() * per_second;
    json!({
        "figure": name,
        "size": size,
        "unit": unit,
        "value": median(&own),
        "limit": median(&limit),
        "ratio": own[0].as_secs_f64() / limit[0].as_secs_f64(),
    })
}

/// The program builds a snapshot of an export, from start to exit.
fn build(size: u32) -> Duration {
    let (export, snapshot) = (export_path(size), snapshot_path(size));
    let _ = fs::remove_file(&snapshot);
    let mut command = program();
    command.args(["snapshot", "build", "--allow", "all", "--from"]).arg(export).arg("-o").arg(snapshot);
    let started = Instant::now();
    let output = command.output().unwrap();
    let time = started.elapsed();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    time
}

/// The program verifies a batch of valid plans: lines a second, JSON in and out included. What it takes to start and to
/// load is measured with an empty batch, and taken off; the same for the limit.
fn batch(size: u32) -> Value {
    let cell = Cell::of(size);
    let s = &cell.snapshot;
    let line = |(start, plan): &(State, Plan<'_>)| {
        let tool = start.tool.map_or("none", |tool| s.tool_name(tool));
        json!({"position": s.position_name(start.position), "tool": tool, "plan": plan}).to_string() + "\n"
    };
    let lines: Vec<String> = plans::fifty_steps(s).iter().map(line).collect();
    let batch: String = lines.iter().map(String::as_str).cycle().take(BATCH_LINES).collect();
    let (full, empty) = (batch_path(size, "plans"), batch_path(size, "empty"));
    fs::write(&full, &batch).unwrap();
    fs::write(&empty, "").unwrap();
    println!("{size} positions: {BATCH_LINES} plans in {} MB", batch.len() / 1_000_000);
    let without = in_turn(9, || verify(size, &empty, 0), || child("lines", &empty).0);
    let with = in_turn(5, || verify(size, &full, BATCH_LINES), || child("lines", &full).0);
    let (verified, read) = (with.0[0] - without.0[0], with.1[0] - without.1[0]);
    fs::remove_file(full).unwrap();
    json!({
        "figure": "batch",
        "size": size,
        "unit": "plans/s",
        "value": BATCH_LINES as f64 / verified.as_secs_f64(),
        "limit": BATCH_LINES as f64 / read.as_secs_f64(),
        "ratio": verified.as_secs_f64() / read.as_secs_f64(),
    })
}

fn batch_path(size: u32, name: &str) -> PathBuf {
    snapshot_path(size).with_extension(format!("{name}.jsonl"))
}

/// The program answers a batch, all of whose plans are valid.
fn verify(size: u32, batch: &Path, valid: usize) -> Duration {
    let mut command = program();
    // The figure is of one core, as is its limit.
    command.args(["verify", "--threads", "1", "--batch"]).arg(batch).arg("--snapshot").arg(snapshot_path(size));
    let mut answers = Vec::with_capacity(256 * valid);
    let started = Instant::now();
    let mut run = command.stdout(Stdio::piped()).spawn().unwrap();
    run.stdout.take().unwrap().read_to_end(&mut answers).unwrap();
    let time = started.elapsed();
    assert!(run.wait().unwrap().success());
    assert_eq!(memchr::memmem::find_iter(&answers, b"\"valid\":true").count(), valid, "every plan is valid");
    time
}

/// From before a child of this very program starts until it reports, and the number that it reports first.
fn child(task: &str, path: &Path) -> (Duration, f64) {
    let this = std::env::current_exe().unwrap();
    let started = Instant::now();
    let mut child = Command::new(this).arg(task).arg(path).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let time = started.elapsed();
    assert!(child.wait().unwrap().success());
    (time, line.split(' ').next().unwrap().parse().unwrap())
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_cellgraph"))
}

fn length(path: &Path) -> f64 {
    fs::metadata(path).unwrap().len() as f64
}
