//! Any bytes as a plan's JSON, and as an intent's, on the demo cell: refused with words, or verified without a panic;
//! what is written of a plan reads as the same plan, and the quick reader reads, or refuses, what serde does; what is planned passes the verifier.
#![no_main]

use std::sync::LazyLock;

use cellgraph::{
    import,
    plan::{Intent, Plan, Step, build},
    snapshot::{self, Snapshot},
    verify,
};
use libfuzzer_sys::fuzz_target;

static DEMO: LazyLock<Snapshot> = LazyLock::new(|| {
    let export = include_bytes!("../../../graph-snapshots/demo-cell.apoc.jsonl");
    let import = import::from_apoc(export, &mut |_| ()).expect("the demo cell imports");
    let built = snapshot::build(&import.draft, &snapshot::Provenance::default());
    Snapshot::from_bytes(&built.bytes).expect("the demo cell loads")
});

fn step_ref<'s>(step: &'s Step<'_>) -> verify::StepRef<'s> {
    verify::StepRef {
        action: verify::ActionRef::of(step.action.word()),
        target: &step.target,
        position: step.position.as_deref(),
        tool: step.tool.as_deref(),
    }
}

fuzz_target!(|data: &[u8]| {
    let start = verify::State::named(&DEMO, "Home", "none").expect("the demo cell has a home");
    if let Ok(text) = std::str::from_utf8(data) {
        let (quick, slow) = (Plan::from_json(text), serde_json::from_str::<Plan<'_>>(text));
        assert_eq!(quick.map_err(|error| error.to_string()), slow.map_err(|error| error.to_string()));
    }
    if let Ok(plan) = serde_json::from_slice::<Plan<'_>>(data) {
        if let Err(rejection) = verify::verify(&DEMO, start, &plan) {
            let report = rejection.report();
            assert!(!report.valid && !report.feedback.is_empty());
            assert!(!report.feedback.contains(|c: char| c.is_control() && c != '\n'));
            // A batch verifies steps by reference.
            let steps: Vec<verify::StepRef<'_>> = plan.steps.iter().map(step_ref).collect();
            let mut faults = Vec::new();
            assert!(verify::verify_steps(&DEMO, start, &steps, |fault| faults.push(fault)).is_err());
            assert_eq!(verify::Report::of(&faults), report);
        }
        let text = serde_json::to_string(&plan).expect("a plan can be written");
        let again: Plan<'_> = serde_json::from_str(&text).expect("what was written can be read");
        assert_eq!(text, serde_json::to_string(&again).expect("a plan can be written"));
    }
    if let Ok(intent) = serde_json::from_slice::<Intent>(data) {
        let mut steps = Vec::new();
        if build::Builder::default().build(&DEMO, start, &intent, &mut steps).is_ok() && !steps.is_empty() {
            assert!(verify::verify(&DEMO, start, &build::plan(&DEMO, &steps)).is_ok());
        }
    }
});
