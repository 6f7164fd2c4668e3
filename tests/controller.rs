//! Seeded runs through the real file hand-over with the reference controller behind a fault injector.
//!
//! Time passes by turns: the driver under trial is [`FileHandover`] in a wrapper that gives the controller its turns
//! before it listens, so nothing here waits for a clock. `controller/faulty.py` injects the controller's faults and keeps
//! the truth about the robot; `controller/driver.rs` injects the operator's wishes and cellgraph's own faults.
//!
//! `CELLGRAPH_SEEDS=10000 cargo test --test controller -- --nocapture` runs that many; without it as many as fit 25 s.
//! `CELLGRAPH_SEED=N` begins at that seed.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a test")]

use std::time::Duration;

#[path = "controller/driver.rs"]
mod driver;
#[path = "controller/life.rs"]
mod life;
#[path = "controller/python.rs"]
mod python;
#[path = "support/script.rs"]
mod script;
#[path = "controller/seeds.rs"]
mod seeds;

use python::Python;
use script::Script;

/// How long the ordinary test run goes on.
const BUDGET: Duration = Duration::from_secs(25);

#[test]
fn no_motion_without_a_permit_none_after_a_stop_and_confirmed_only_where_the_robot_is() {
    seeds::live_through_seeds(BUDGET, || (Python(Script::start("python3", "tests/controller/faulty.py")), None));
}

#[test]
fn the_reference_controller_by_itself() {
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/controller/test_controller.py");
    let output = std::process::Command::new("python3").arg(tests).output().expect("this test needs python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
