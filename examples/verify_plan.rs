//! Verifies a plan against a snapshot. It needs no more than the level `core`:
//!
//! ```sh
//! cargo run --no-default-features --features core --example verify_plan -- cell.cellgraph plan.json Home none
//! ```

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::{env, error::Error, fs};

use cellgraph::{
    plan::Plan,
    snapshot::Snapshot,
    verify::{State, verify},
};

/// The verdict on a plan's JSON, in words.
pub fn verdict(snapshot: &Snapshot, plan: &str, position: &str, tool: &str) -> Result<String, Box<dyn Error>> {
    let plan: Plan<'_> = serde_json::from_str(plan)?;
    let start = State::named(snapshot, position, tool)?;
    Ok(match verify(snapshot, start, &plan) {
        Ok(verified) => {
            let end = verified.end();
            format!("valid: {} steps, to {}", plan.steps.len(), snapshot.position_name(end.position))
        }
        // A rejection is an `Error`, and so is each of its faults.
        Err(rejection) => {
            let faults = rejection.faults().iter();
            let lines = faults.map(|fault| {
                format!("[{}] {fault}; expected {}, found {}", fault.code(), fault.expected(), fault.found())
            });
            lines.collect::<Vec<_>>().join("\n")
        }
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [snapshot, plan, position, tool] = &*arguments else {
        return Err("usage: verify_plan SNAPSHOT PLAN POSITION TOOL".into());
    };
    // Both hashes of the file and every offset in it are checked here.
    let snapshot = Snapshot::from_bytes(&fs::read(snapshot)?)?;
    println!("{}", verdict(&snapshot, &fs::read_to_string(plan)?, position, tool)?);
    Ok(())
}
