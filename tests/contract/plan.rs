//! The planner against the oracle, and against the verifier.

use cellgraph::{
    plan::{Intent, build},
    verify,
};
use proptest::prelude::*;

use super::{CASES, config, snapshot_of};
use crate::oracle::{
    self,
    plan::Refusal,
    strategy::{self, PER_CELL},
};

/// The oracle's words for a refusal, found in the library's.
fn kind(error: &build::BuildError) -> &'static str {
    use build::BuildError as E;
    match error {
        E::UnknownIntent => "unknown goal",
        E::UnknownPosition(_) => "unknown position",
        E::UnknownRoutine(_) => "unknown routine",
        E::UnknownTool(_) => "unknown tool",
        E::AttachIsNoGoal | E::ReleaseIsNoGoal => "system routine",
        E::Unsupported { .. } => "unsupported",
        E::CannotAttach { .. } => "cannot attach",
        E::CannotRelease { .. } => "cannot release",
        E::NoToolAttached => "no tool attached",
        E::StandForbidden { .. } | E::WorkForbidden { .. } => "forbidden",
        E::NoRoute { .. } => "no route",
        E::NoWayHome { .. } => "no home",
    }
}

/// Kinds that tell of names alone: the library lists all of them before it tries anything, the oracle stops at the first
/// goal that fails for whatever reason.
const NAMES: [&str; 4] = ["unknown position", "unknown routine", "unknown tool", "system routine"];

proptest! {
    #![proptest_config(config(CASES / PER_CELL))]

    #[test]
    fn a_plan_is_the_contracts_and_passes_the_verifier(cases in strategy::intent_cases(5)) {
        let snapshot = snapshot_of(&cases[0].cell);
        for case in cases {
            let start = verify::State::named(&snapshot, &case.position, &case.tool).unwrap();
            let intent: Intent = serde_json::from_value(case.intent.clone()).unwrap();
            let mut steps = Vec::new();
            let built = build::Builder::default().build(&snapshot, start, &intent, &mut steps);
            let expected = oracle::plan::plan(&case.cell, &case.position, &case.tool, &case.intent);
            match (built, expected) {
                (Ok(end), Ok(expected)) => {
                    let plan = build::plan(&snapshot, &steps);
                    prop_assert_eq!(serde_json::to_string(&plan).unwrap(), oracle::plan::plan_text(&expected));
                    if !steps.is_empty() {
                        let verified = verify::verify(&snapshot, start, &plan);
                        prop_assert!(verified.is_ok(), "{:?}", verified.map_err(|r| r.report()));
                        prop_assert_eq!(verified.map(|v| v.end()).ok(), Some(end));
                    }
                }
                (Err(errors), Err(refusal)) => {
                    let kinds: Vec<&str> = errors.iter().map(|e| kind(&e.error)).collect();
                    let known = kinds.contains(&refusal.kind())
                        || kinds.iter().all(|kind| NAMES.contains(kind))
                        || (refusal == Refusal::NoHome && kinds == ["no route"]);
                    prop_assert!(known, "{:?} where the contract has {:?}", errors, refusal);
                }
                (built, expected) => prop_assert!(false, "{built:?} where the contract has {expected:?}"),
            }
        }
    }
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn an_unusable_intent_is_refused(number in any::<u64>()) {
        let document = strategy::intents::unusable(number).to_string();
        prop_assert!(serde_json::from_str::<Intent>(&document).is_err(), "{}", document);
    }
}
