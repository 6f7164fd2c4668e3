//! The proof of `snapshot check` against the oracle's walk, and its counter-examples against the verifier.

use cellgraph::{
    plan::Plan,
    snapshot::check::{self, Severity},
    verify,
};
use proptest::prelude::*;

use super::{config, snapshot_of};
use crate::oracle::{self, strategy};

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn the_proof_finds_what_the_contract_forbids(cell in strategy::cell()) {
        let snapshot = snapshot_of(&cell);
        let findings = check::check(&snapshot.draft());
        prop_assert_eq!(&findings, snapshot.findings());
        prop_assert_eq!(findings.states_reached as usize, oracle::check::reachable(&cell).len());
        prop_assert!(oracle::check::at_foreign_stand(&cell).is_empty());
        prop_assert!(findings.findings.iter().all(|f| f.code != "stand-collision"));

        let stranded = oracle::check::stranded(&cell);
        let traps: Vec<_> = findings.findings.iter().filter(|f| f.code == "no-way-home").collect();
        prop_assert_eq!(traps.is_empty(), stranded.is_empty(), "{:?}", stranded);
        for trap in traps {
            prop_assert_eq!(trap.severity, Severity::Error);
            let example = trap.counter_example.as_ref().unwrap();
            prop_assert!(stranded.iter().any(|s| s.position == example.position && s.tool == example.tool));
            // The plan that leads there passes the verifier, and does lead there.
            let start = verify::State::named(&snapshot, &example.start, "none").unwrap();
            let text = serde_json::to_string(&example.plan).unwrap();
            let plan: Plan<'_> = serde_json::from_str(&text).unwrap();
            if !plan.steps.is_empty() {
                let verified = verify::verify(&snapshot, start, &plan);
                prop_assert!(verified.is_ok());
                let end = verify::State::named(&snapshot, &example.position, &example.tool).unwrap();
                prop_assert_eq!(verified.map(|v| v.end()).ok(), Some(end));
            }
        }
        let has_home = cell.positions.values().any(|p| p.role == "home");
        prop_assert_eq!(findings.findings.iter().any(|f| f.code == "no-home"), !has_home);
    }
}
