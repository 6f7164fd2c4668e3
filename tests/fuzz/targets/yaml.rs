//! Any text as `actions.yaml`: refused with words, or a plan; and a valid plan, however its texts look, is written as YAML and
//! as JSON so that it reads as the same plan, with each step called after what it does.
#![no_main]

use std::{borrow::Cow, sync::LazyLock};

use cellgraph::{
    import,
    plan::{Action, Plan, Step},
    snapshot::{self, Snapshot},
    verify, yaml,
};
use libfuzzer_sys::fuzz_target;

static DEMO: LazyLock<Snapshot> = LazyLock::new(|| {
    let export = include_bytes!("../../../graph-snapshots/demo-cell.apoc.jsonl");
    let import = import::from_apoc(export, &mut |_| ()).expect("the demo cell imports");
    let built = snapshot::build(&import.draft, &snapshot::Provenance::default());
    Snapshot::from_bytes(&built.bytes).expect("the demo cell loads")
});

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _read = yaml::read(text);
    let _read = yaml::read_json(text);
    round_trip(text);
});

/// The text as the name of a step, and as what follows a routine.
fn round_trip(text: &str) {
    let start = verify::State::named(&DEMO, "Home", "none").expect("the demo cell has a home");
    let step = Step {
        name: Some(Cow::Borrowed(text)),
        action_after: Some(Cow::Borrowed(text)),
        stabilize_s: Some(text.len() as f64 / 8.0),
        position: Some(Cow::Borrowed("Home")),
        ..Step::new(Action::Routine, Cow::Borrowed("position_check"))
    };
    let plan = Plan { steps: vec![step] };
    let verified = verify::verify(&DEMO, start, &plan).expect("the routine is supported at home");
    let about = yaml::About {
        run_id: 0,
        written_at_s: 0,
        name: text,
        description: text,
    };
    let called = |step: &Step<'_>| Step { name: Some(Cow::Owned(step.words())), ..step.clone() }.into_owned();
    let called: Vec<_> = plan.steps.iter().map(called).collect();
    let Ok(written) = yaml::write(&verified, &about) else { return };
    let read = yaml::read(&written).expect("what was written can be read");
    assert_eq!(read.steps, called, "{written}");
    let written = yaml::write_json(&verified, &about).expect("it could be written as YAML");
    let read = yaml::read_json(&written).expect("what was written can be read");
    assert_eq!(read.steps, called, "{written}");
}
