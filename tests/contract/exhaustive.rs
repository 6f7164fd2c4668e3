//! All plans of up to 4 steps on all cells of up to 3 positions and 1 tool; what stands for what is said, with reasons,
//! at the head of `oracle/exhaustive.rs`.

use std::borrow::Cow;

use cellgraph::{
    plan::{Action, Plan, Step},
    snapshot::Snapshot,
    verify,
};

use super::snapshot_of;
use crate::oracle::{
    self,
    exhaustive::{SIZES, TIERS, Tier, for_each_case},
};

const SHARDS: usize = 2;

fn step(step: &oracle::steps::Step) -> Step<'static> {
    let action = match step.action.as_str() {
        "move" => Action::Move,
        "routine" => Action::Routine,
        other => Action::Unknown(Cow::Owned(other.to_owned())),
    };
    // On a move these are not looked at; the reader of documents leaves them out.
    let looked_at = action != Action::Move;
    let text = |text: &Option<String>| text.clone().filter(|_| looked_at).map(Cow::Owned);
    Step {
        position: text(&step.position),
        tool: text(&step.tool),
        ..Step::new(action, Cow::Owned(step.target.clone()))
    }
}

/// Everything that the contract says of a plan, compared field by field: making JSON of millions of them takes minutes.
fn is_same(found: &verify::Report, expected: &oracle::verify::Report) -> bool {
    let edges = found.illegal_edges.iter().map(|e| (&e.from, &e.to));
    let unsupported = found.unsupported_routines.iter().map(|u| (&u.routine, &u.position));
    !found.valid
        && found.missing_positions == expected.missing_positions
        && edges.eq(expected.illegal_edges.iter().map(|(from, to)| (from, to)))
        && unsupported.eq(expected.unsupported_routines.iter().map(|(routine, position)| (routine, position)))
        && found.tool_conflicts == expected.tool_conflicts
        && found.position_conflicts == expected.position_conflicts
        && found.unknown_routines == expected.unknown_routines
        && found.feedback.split('\n').eq(expected.feedback.iter().map(String::as_str))
}

/// Cases of this shard in the tier.
fn run(tier: Tier, shard: usize) -> u64 {
    let mut cases = 0;
    let mut at: Option<(usize, Snapshot, Vec<Step<'static>>)> = None;
    for_each_case(&[tier], shard, SHARDS, |case| {
        cases += 1;
        let stays = at.as_ref().is_some_and(|(number, ..)| *number == case.cell_number);
        if !stays {
            at = Some((case.cell_number, snapshot_of(case.cell), case.alphabet.iter().map(step).collect()));
        }
        let Some((_, snapshot, alphabet)) = &at else { return };
        let start = verify::State::named(snapshot, case.position, case.tool).unwrap();
        let plan = Plan { steps: case.letters.iter().map(|&letter| alphabet[letter].clone()).collect() };
        match verify::verify(snapshot, start, &plan) {
            Ok(_) => {
                assert!(case.report.feedback.is_empty(), "{plan:?} passes where the contract has {:?}", case.report)
            }
            Err(rejection) => {
                let found = rejection.report();
                assert!(is_same(&found, case.report), "{found:?} where the contract has {:?}", case.report);
            }
        }
    });
    cases
}

#[test]
fn every_small_plan_on_every_small_cell_gets_the_contracts_result() {
    for tier in TIERS {
        let found: u64 = std::thread::scope(|scope| {
            let shards: Vec<_> = (0..SHARDS).map(|shard| scope.spawn(move || run(tier, shard))).collect();
            shards.into_iter().map(|shard| shard.join().unwrap()).sum()
        });
        let expected = SIZES.iter().find(|(known, ..)| *known == tier).map(|(_, _, cases)| *cases);
        assert_eq!(Some(found), expected, "{tier:?}");
    }
}
