//! The example of docs/src/tutorials/programmer.md: the page shows this file from the first `use` on, and tests/docs.rs runs it.

use std::{error::Error, path::Path};

use cellgraph::{
    engine::query,
    files,
    plan::{
        Goal, Intent,
        build::{Builder, plan},
    },
    snapshot::route::Scratch,
    verify::{State, verify},
};

/// The step names of a verified plan, or every reason why there is none.
pub fn weld(snapshot_file: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    // The file's hashes are checked here. Keep the snapshot; it never changes.
    let snapshot = files::read_snapshot(snapshot_file)?;
    let route = query::get_shortest_path(&snapshot, "Home", "Pos_1", query::By::Moves, &mut Scratch::default())?;
    assert_eq!(route, Some(vec!["Home", "Safe_Pos_1", "Pos_1"]));

    // Goals become steps. What cannot be built comes back as errors in words.
    let start = State::named(&snapshot, "Home", "none")?;
    let weld = Goal::Routine { routine: "tack_weld".into(), position: "Pos_1".into() };
    let mut steps = Vec::new();
    Builder::default()
        .build(&snapshot, start, &Intent::Goals(vec![weld]), &mut steps)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    let plan = plan(&snapshot, &steps);

    // Only `verify` makes a `VerifiedPlan`, and only a `VerifiedPlan` can be written or run.
    match verify(&snapshot, start, &plan) {
        Ok(verified) => Ok(verified.plan().steps.iter().map(|step| step.words()).collect()),
        Err(rejection) => Err(rejection.report().feedback.into()),
    }
}
