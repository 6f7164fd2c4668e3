//! A plan that is changed while its verification is still relied on.
use cellgraph::{
    plan::Plan,
    snapshot::Snapshot,
    verify::{State, verify},
};

fn change(mut plan: Plan<'static>, snapshot: &Snapshot, start: State) {
    if let Ok(verified) = verify(snapshot, start, &plan) {
        plan.steps.pop();
        println!("{:?}", verified.plan());
    }
}

fn main() {}
