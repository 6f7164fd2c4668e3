//! A verified plan made by hand.
use cellgraph::{
    plan::Plan,
    snapshot::Snapshot,
    verify::{State, VerifiedPlan},
};

fn forge<'a>(plan: &'a Plan<'a>, snapshot: &'a Snapshot, start: State) -> VerifiedPlan<'a> {
    VerifiedPlan { plan, snapshot, start, end: start }
}

fn main() {}
