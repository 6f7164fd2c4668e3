//! Any bytes as a controller's state and as a panel's page, with and without a declared meaning: read or refused with words,
//! never different from themselves, and judged without a panic; what cannot be read is never a success for a move.
#![no_main]

use cellgraph::{
    observe::{Declared, Expected, Observation, RawState, Stand, Witness, changes, judge, model::Judgement},
    plan::{Action, Step},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let declared = Declared::default();
    let witness = Witness { network: Some(true), motion: Some(true), program: Some(true) };
    let step = Step::new(Action::Move, "B".into());
    let stand = |position| Stand { position, tool: "none" };
    let expected = Expected::of(&step, stand("A"), stand("B"), true);
    let before = Observation::of_place("A", "none");
    let meant =
        Declared::read("panel: { position: { element: start }, tool: { element: job } }").expect("it is declared");
    let html = String::from_utf8_lossy(data).into_owned();
    for seen in [
        Observation::of_controller(data),
        Observation::of_panel(data, Some("http://p/"), &declared),
        Observation::of_panel(data, None, &meant),
        RawState::Panel { html, active: None, address: None }.observation(&meant),
    ] {
        assert_eq!(seen.skeleton().is_some(), seen.fault().is_none());
        let same = changes(&seen, &seen, &Witness::default(), &declared);
        assert!(!same.were_seen() && same.alarms.is_empty() && same.messages.is_empty(), "{same:?}");
        let verdict = judge(Some(&before), Some(&seen), &expected, &witness, &declared);
        assert!(!verdict.action_succeeded() || seen.position() == Some("B"));
        if let Ok(judgement) = Judgement::read(&String::from_utf8_lossy(data)) {
            assert!(verdict.clone().with_model(&judgement).confidence() <= verdict.confidence());
        }
    }
});
