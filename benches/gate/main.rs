//! The gate: what the other benches measured, against `benches/budgets.toml`, as one table.
//!
//! `make gate` runs all of them in order. A figure fails where its count of instructions or its ratio to the
//! limit is above its budget, where it was not measured, or where it has no budget. Absolute times stand beside what
//! the project aims at; they say something about the machine, so they never fail.
//!
//! A ratio is that of the quickest samples. Where it is above its budget, both sides are measured again, in turn and from other places in
//! memory, up to 24 times: a neighbour goes, a slower program stays. Exit status: 0 kept, 1 not kept.

#![allow(clippy::unwrap_used, reason = "a bench that cannot be set up has nothing better to do")]
#![allow(clippy::print_stdout, reason = "the table is what it is for")]

use std::{fs, process::ExitCode};

mod budgets;
#[path = "../cells/mod.rs"]
mod cells;
mod judge;
mod measured;
mod table;

use budgets::Budgets;
use measured::Measured;

fn main() -> ExitCode {
    let budgets = Budgets::read();
    let rows = judge::rows(&budgets, &Measured::read());
    let failed: Vec<&judge::Row> = rows.iter().filter(|row| !row.faults.is_empty()).collect();
    println!("{}", table::terminal(&rows));
    let path = cells::target().join("gate.md");
    fs::write(&path, table::markdown(&budgets, &rows)).unwrap();
    println!("written to {}", path.strip_prefix(std::env::current_dir().unwrap()).unwrap_or(&path).display());
    for row in &failed {
        println!("{} at {}: {}", row.figure, row.size, row.faults.join("; "));
    }
    println!("{} of {} figures kept", rows.len() - failed.len(), rows.len());
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
