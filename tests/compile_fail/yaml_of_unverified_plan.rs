//! `actions.yaml` from a plan that nobody verified.
use cellgraph::{plan::Plan, yaml};

fn write(plan: &Plan<'_>, about: &yaml::About<'_>) {
    let _ = yaml::write(plan, about);
}

fn main() {}
