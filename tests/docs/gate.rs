//! The example of docs/src/explanation/second-gate.md: the page shows this file from the first `use` on, and tests/docs.rs runs it.

use cellgraph::{
    snapshot::Snapshot,
    verify::{State, StepRef, verify_steps},
};

/// Whether the robot may do these steps. `flash` is the whole file, at a multiple of 8; `layout` is `snapshot.blake3` of `actions.json`;
/// `place` is where the robot is, and what it holds, as the arm's own controller says.
pub fn may_run(flash: &[u8], layout: &[u8; 32], place: (&str, &str), steps: &[StepRef<'_>]) -> bool {
    // The hashes of the file are proved here. Do it once, at the start.
    let Ok(snapshot) = Snapshot::in_place(flash) else { return false };
    // The PC has planned by another layout, or the flash is old.
    if snapshot.content_hash() != layout {
        return false;
    }
    let (position, tool) = place;
    let Ok(start) = State::found(&snapshot, position, tool) else { return false };
    verify_steps(&snapshot, start, steps, |_fault| ()).is_ok()
}
