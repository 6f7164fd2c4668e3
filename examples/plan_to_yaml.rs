//! Plans a goal, verifies the plan, and prints it as `actions.yaml`. It needs no more than the level `core`:
//!
//! ```sh
//! cargo run --no-default-features --features core --example plan_to_yaml -- cell.cellgraph tack_weld Pos_1
//! ```

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::{
    env,
    error::Error,
    fs,
    time::{SystemTime, UNIX_EPOCH},
};

use cellgraph::{
    plan::{
        Goal, Intent,
        build::{self, Builder},
    },
    snapshot::Snapshot,
    verify::{State, verify},
    yaml,
};

/// The `actions.yaml` of a routine at a position, from `Home` with an empty hand.
pub fn actions(snapshot: &Snapshot, routine: &str, position: &str, now_s: i64) -> Result<String, Box<dyn Error>> {
    let start = State::named(snapshot, "Home", "none")?;
    let goal = Goal::Routine { routine: routine.to_owned(), position: position.to_owned() };
    let mut steps = Vec::new();
    Builder::default()
        .build(snapshot, start, &Intent::Goals(vec![goal]), &mut steps)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    let plan = build::plan(snapshot, &steps);
    // Nothing but a verified plan can be written.
    let verified = verify(snapshot, start, &plan).map_err(|rejection| rejection.to_string())?;
    // A run's id comes from a UUID library, where there is one.
    let about = yaml::About { run_id: 1, written_at_s: now_s, name: "Example", description: "a plan of an example" };
    Ok(yaml::write(&verified, &about)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [snapshot, routine, position] = &*arguments else {
        return Err("usage: plan_to_yaml SNAPSHOT ROUTINE POSITION".into());
    };
    let snapshot = Snapshot::from_bytes(&fs::read(snapshot)?)?;
    let now_s = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() as i64;
    print!("{}", actions(&snapshot, routine, position, now_s)?);
    Ok(())
}
