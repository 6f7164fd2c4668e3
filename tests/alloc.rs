//! A valid plan costs the heap nothing: no allocation, no reallocation, no release, however often it is verified.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use allocation_counter::{AllocationInfo, measure};
use cellgraph::{import, plan::Plan, snapshot, verify};

const DEMO: &[u8] = include_bytes!("../graph-snapshots/demo-cell.apoc.jsonl");

/// Out to the welder, weld, back, and home: over and over, up to the wanted number of steps.
fn plan_text(steps: usize) -> String {
    let step = |n: usize| match n % 4 {
        0 => r#"{"action":"move","target":"Safe_Pos_1"}"#,
        1 => r#"{"action":"move","target":"Pos_1"}"#,
        2 => r#"{"action":"move","target":"Safe_Pos_1"}"#,
        _ => r#"{"action":"move","target":"Home"}"#,
    };
    format!("[{}]", (0..steps).map(step).collect::<Vec<_>>().join(","))
}

#[test]
fn a_million_verifications_leave_the_heap_alone() {
    let import = import::from_apoc(DEMO, &mut |_| ()).unwrap();
    let built = snapshot::build(&import.draft, &snapshot::Provenance::default());
    let snapshot = snapshot::Snapshot::from_bytes(&built.bytes).unwrap();
    let start = verify::State::named(&snapshot, "Home", "none").unwrap();
    // 256 steps are the contract's bound; longer plans are no different here.
    for (steps, rounds) in [(50, 1_000_000), (256, 10_000), (1_000, 1_000)] {
        let text = plan_text(steps);
        let plan: Plan<'_> = serde_json::from_str(&text).unwrap();
        assert_eq!(plan.steps.len(), steps);
        let mut valid = 0;
        let change = measure(|| {
            for _ in 0..rounds {
                valid += usize::from(verify::verify(&snapshot, start, std::hint::black_box(&plan)).is_ok());
            }
        });
        assert_eq!(valid, rounds);
        assert_eq!(change, AllocationInfo::default(), "{steps} steps");
    }
}

/// The counter counts this thread's alone, a reallocation as an allocation and a release, a release as less than nothing.
#[test]
fn the_counter_sees_every_touch_of_the_heap() {
    let old = std::hint::black_box(vec![1_u8]);
    assert_eq!(measure(|| drop(old)).count_current, -1);
    assert_eq!(measure(|| drop(std::hint::black_box(vec![1_u8]))).count_total, 1);
    let mut full = std::hint::black_box(Vec::<u8>::with_capacity(1));
    full.push(1);
    assert_eq!(measure(|| full.reserve(4096)).count_total, 1);
}
