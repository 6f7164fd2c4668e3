//! The verifier against the oracle: whole result documents, on random cells, starts and plans.

use cellgraph::{plan::Plan, snapshot::Snapshot, verify};
use proptest::prelude::*;
use serde_json::Value;

use super::{CASES, config, snapshot_of};
use crate::oracle::{self, strategy};

/// What the library says of a plan document.
fn verdict(snapshot: &Snapshot, position: &str, tool: &str, document: &str) -> Value {
    let start = verify::State::named(snapshot, position, tool).unwrap();
    let plan: Plan<'_> = serde_json::from_str(document).unwrap_or_else(|e| panic!("{e}\n{document}"));
    let report = match verify::verify(snapshot, start, &plan) {
        Ok(verified) => {
            let states: Vec<verify::State> = verified.states().collect();
            assert_eq!((states.len(), states.last()), (plan.steps.len(), Some(&verified.end())), "{document}");
            verify::Report::valid()
        }
        Err(rejection) => {
            assert_eq!(rejection.faults().is_empty(), plan.steps.is_empty(), "{document}");
            rejection.report()
        }
    };
    serde_json::to_value(report).unwrap()
}

proptest! {
    #![proptest_config(config(CASES))]

    #[test]
    fn any_plan_gets_the_contracts_result(case in strategy::plan_case(12)) {
        let snapshot = snapshot_of(&case.cell);
        let found = verdict(&snapshot, &case.position, &case.tool, &case.plan.to_string());
        prop_assert_eq!(found, oracle::verify::verify(&case.cell, &case.position, &case.tool, &case.plan));
    }

    #[test]
    fn a_built_plan_with_one_step_removed_swapped_or_retargeted_gets_the_contracts_result(
        case in strategy::intent_case(4), mutation in any::<u64>(),
    ) {
        let snapshot = snapshot_of(&case.cell);
        let Ok(plan) = oracle::plan::plan(&case.cell, &case.position, &case.tool, &case.intent) else { return Ok(()) };
        if plan.is_empty() {
            return Ok(());
        }
        let mutated = Value::Array(strategy::plans::mutate(&case.cell, &plan, mutation));
        let found = verdict(&snapshot, &case.position, &case.tool, &mutated.to_string());
        prop_assert_eq!(found, oracle::verify::verify(&case.cell, &case.position, &case.tool, &mutated));
    }

    #[test]
    fn an_unusable_document_is_no_plan(case in strategy::plan_case(6), number in any::<u64>()) {
        let steps = case.plan.as_array().cloned().unwrap_or_default();
        let document = strategy::plans::unusable(&steps, number);
        prop_assert!(serde_json::from_str::<Plan<'_>>(&document.to_string()).is_err(), "{}", document);
    }
}
