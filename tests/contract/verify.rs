//! The verifier against the oracle: whole result documents, on random cells, starts and plans.

use cellgraph::{
    cell::{PositionId, ToolId},
    plan::{Plan, Step},
    snapshot::Snapshot,
    verify::{self, ActionRef, FaultKind, State, StepRef},
};
use proptest::prelude::*;
use serde_json::Value;

use super::{CASES, config, snapshot_of};
use crate::oracle::{
    self,
    strategy::{self, PER_CELL},
};

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
            let report = rejection.report();
            // In words a rejection is its feedback, line by line.
            assert_eq!(rejection.to_string(), report.feedback, "{document}");
            for fault in rejection.faults() {
                assert!(fault.expected() != fault.found() && !fault.code().is_empty(), "{fault}");
            }
            report
        }
    };
    assert_eq!(by_reference(snapshot, start, &plan), report, "{document}");
    serde_json::to_value(report).unwrap()
}

/// What is said of the same steps by reference, as a batch verifies them.
fn by_reference(snapshot: &Snapshot, start: State, plan: &Plan<'_>) -> verify::Report {
    fn step_ref<'s>(step: &'s Step<'_>) -> StepRef<'s> {
        let (position, tool) = (step.position.as_deref(), step.tool.as_deref());
        StepRef { action: ActionRef::of(step.action.word()), target: &step.target, position, tool }
    }
    let steps: Vec<StepRef<'_>> = plan.steps.iter().map(step_ref).collect();
    let mut faults = Vec::new();
    match verify::verify_steps(snapshot, start, &steps, |fault| faults.push(fault)) {
        Ok(verified) => {
            assert_eq!(verified.states().count(), steps.len());
            verify::Report::valid()
        }
        Err(refused) => {
            assert_eq!(refused.faults, faults.len());
            verify::Report::of(&faults)
        }
    }
}

proptest! {
    #![proptest_config(config(CASES / PER_CELL))]

    #[test]
    fn any_plan_gets_the_contracts_result(cases in strategy::plan_cases(12)) {
        let snapshot = snapshot_of(&cases[0].cell);
        for case in cases {
            let found = verdict(&snapshot, &case.position, &case.tool, &case.plan.to_string());
            prop_assert_eq!(found, oracle::verify::verify(&case.cell, &case.position, &case.tool, &case.plan));
        }
    }

    #[test]
    fn a_built_plan_with_one_step_removed_swapped_or_retargeted_gets_the_contracts_result(
        cases in strategy::intent_cases(4), mutation in any::<u64>(),
    ) {
        let snapshot = snapshot_of(&cases[0].cell);
        for case in cases {
            let Ok(plan) = oracle::plan::plan(&case.cell, &case.position, &case.tool, &case.intent) else { continue };
            if plan.is_empty() {
                continue;
            }
            let mutated = Value::Array(strategy::plans::mutate(&case.cell, &plan, mutation));
            let found = verdict(&snapshot, &case.position, &case.tool, &mutated.to_string());
            prop_assert_eq!(found, oracle::verify::verify(&case.cell, &case.position, &case.tool, &mutated));
        }
    }
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn an_unusable_document_is_no_plan(case in strategy::plan_case(6), number in any::<u64>()) {
        let steps = case.plan.as_array().cloned().unwrap_or_default();
        let document = strategy::plans::unusable(&steps, number);
        prop_assert!(serde_json::from_str::<Plan<'_>>(&document.to_string()).is_err(), "{}", document);
    }

    /// A caller kept the state's ids over a change of layouts. A tool that the new layout does not have was held to no rule of
    /// tools, and moves were let through; a position that it does not have made the look-up panic.
    #[test]
    fn a_start_with_an_id_of_another_snapshot_passes_no_plan(case in strategy::plan_case(6), beyond in 0_u32..9) {
        let snapshot = snapshot_of(&case.cell);
        let document = case.plan.to_string();
        let plan: Plan<'_> = serde_json::from_str(&document).unwrap();
        let start = State::named(&snapshot, &case.position, &case.tool).unwrap();
        let (positions, tools) = (snapshot.position_count() as u32, snapshot.tool_count() as u32);
        let foreign = [
            State { tool: Some(ToolId(tools + beyond)), ..start },
            State { tool: Some(ToolId(u32::MAX - beyond)), ..start },
            State { position: PositionId(positions + beyond), ..start },
            State { position: PositionId(u32::MAX - beyond), tool: Some(ToolId(tools + beyond)) },
        ];
        for start in foreign {
            for plan in [&plan, &Plan::default()] {
                let rejection = verify::verify(&snapshot, start, plan).unwrap_err();
                let kinds: Vec<_> = rejection.faults().iter().map(|fault| (fault.step, &fault.kind)).collect();
                let wanted = FaultKind::ForeignState { start };
                prop_assert_eq!(kinds, vec![(0, &wanted)]);
                let (report, fault) = (rejection.report(), &rejection.faults()[0]);
                prop_assert_eq!(fault.code(), "foreign-state");
                prop_assert!(fault.expected().contains(&positions.to_string()) && fault.found().contains("id "));
                prop_assert!(!report.valid && report.feedback.starts_with("Start: position id "), "{:?}", report);
            }
        }
        // The last ids are ids.
        let last = State { position: PositionId(positions - 1), tool: tools.checked_sub(1).map(ToolId) };
        let found = verify::verify(&snapshot, last, &plan);
        let is_foreign = found.is_err_and(|refused| {
            refused.faults().iter().any(|fault| matches!(fault.kind, FaultKind::ForeignState { .. }))
        });
        prop_assert!(!is_foreign);
    }
}
