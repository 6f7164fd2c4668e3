//! What verifying costs the heap. A valid plan: nothing, no allocation, no reallocation, no release, however often it is
//! verified. A plan that is refused: the list of its faults and nothing else, and all of it is given back.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use allocation_counter::{AllocationInfo, measure};
use cellgraph::{
    import,
    plan::{
        Action, Goal, Intent, Plan, Step,
        build::{self, Builder},
    },
    snapshot::{self, Snapshot},
    verify::{State, verify},
};

const DEMO: &[u8] = include_bytes!("../graph-snapshots/demo-cell.apoc.jsonl");

/// The contract's bound on steps.
const STEPS: usize = 256;

fn demo() -> Snapshot {
    let import = import::from_apoc(DEMO, &mut |_| ()).unwrap();
    Snapshot::from_bytes(&snapshot::build(&import.draft, &snapshot::Provenance::default()).bytes).unwrap()
}

fn home(snapshot: &Snapshot) -> State {
    State::named(snapshot, "Home", "none").unwrap()
}

/// Weld, change tools, inspect, bring the camera back and check: over and over, up to the wanted number of steps.
fn plan(snapshot: &Snapshot, steps: usize) -> Plan<'static> {
    let work = |routine: &str, position: &str| Goal::Routine { routine: routine.into(), position: position.into() };
    let round = [
        work("tack_weld", "Pos_1"),
        work("tack_weld", "Pos_3"),
        work("camera_inspection", "Pos_2"),
        Goal::ReleaseTool,
        work("position_check", "Safe_Pos_2"),
    ];
    let (mut goals, mut built) = (Vec::new(), Vec::new());
    while built.len() < steps {
        goals.extend_from_slice(&round);
        Builder::default().build(snapshot, home(snapshot), &Intent::Goals(goals.clone()), &mut built).unwrap();
    }
    build::plan(snapshot, &built[..steps]).into_owned()
}

fn count(plan: &Plan<'_>, routine: &str) -> usize {
    plan.steps.iter().filter(|step| step.action == Action::Routine && step.target == routine).count()
}

#[test]
fn a_million_verifications_leave_the_heap_alone() {
    let snapshot = demo();
    let start = home(&snapshot);
    // Plans longer than the bound are no different here.
    for (steps, rounds) in [(50, 1_000_000), (STEPS, 10_000), (1_000, 1_000)] {
        let plan = plan(&snapshot, steps);
        assert_eq!(plan.steps.len(), steps);
        for routine in ["tool_attach", "tool_release", "tack_weld", "camera_inspection", "position_check"] {
            assert!(count(&plan, routine) >= steps / 50, "{steps} steps, but {routine} {}", count(&plan, routine));
        }
        let mut valid = 0;
        let change = measure(|| {
            for _ in 0..rounds {
                valid += usize::from(verify(&snapshot, start, std::hint::black_box(&plan)).is_ok());
            }
        });
        assert_eq!(valid, rounds);
        assert_eq!(change, AllocationInfo::default(), "{steps} steps");
    }
}

/// Verifies a plan that is refused: what it cost, with the faults dropped, and how many there were.
fn refusal(snapshot: &Snapshot, plan: &Plan<'_>) -> (AllocationInfo, usize) {
    let mut faults = 0;
    let change = measure(|| {
        let refused = verify(snapshot, home(snapshot), std::hint::black_box(plan)).unwrap_err();
        faults = refused.faults().len();
    });
    (change, faults)
}

#[test]
fn a_refused_plan_costs_the_list_of_its_faults_and_gives_it_back() {
    let snapshot = demo();
    // One fault costs one allocation, wherever it is, whatever it is, and however many good steps stand around it.
    let good = plan(&snapshot, STEPS);
    let wrong = |action: Action<'static>, target: &'static str| Step::new(action, target.into());
    let faults = [
        wrong(Action::Move, "Nowhere"),
        wrong(Action::Routine, "juggle"),
        wrong(Action::Unknown("leap".into()), "Home"),
    ];
    for fault in faults {
        for place in [0, STEPS / 2, STEPS - 1] {
            let mut plan = good.clone();
            plan.steps.insert(place, fault.clone());
            plan.steps.truncate(STEPS);
            let (cost, faults) = refusal(&snapshot, &plan);
            assert_eq!((cost.count_total, cost.count_current, faults), (1, 0, 1), "step {}: {fault:?}", place + 1);
        }
    }
    // Of faults at every step the list alone grows, by doubling; names in them are borrowed from the plan.
    let all = Plan { steps: vec![wrong(Action::Move, "Nowhere"); STEPS] };
    let (cost, faults) = refusal(&snapshot, &all);
    assert_eq!((cost.count_current, cost.bytes_current, faults), (0, 0, STEPS));
    assert!(cost.count_total <= u64::from(STEPS.ilog2()), "{cost:?}");
    // No steps: refused, and there is no fault to list.
    assert_eq!(refusal(&snapshot, &Plan::default()), (AllocationInfo::default(), 0));
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
