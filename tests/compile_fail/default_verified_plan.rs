//! A verified plan out of nothing.
use cellgraph::verify::VerifiedPlan;

fn main() {
    let _ = VerifiedPlan::default();
}
