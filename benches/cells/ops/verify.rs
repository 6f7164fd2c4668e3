//! Verifying plans of fifty steps, beside a loop that hashes the same names and checks the same rules in flat arrays;
//! beside the same loop from ids; and from JSON, beside a pass of the JSON reader that keeps nothing.

use std::sync::Arc;

use cellgraph::{
    plan::{Action, Plan},
    verify::{self, State},
};

use super::Work;
use crate::cells::{Cell, flat::Rules, plans};

fn verify(cell: &Cell) -> Work {
    let (s, plans) = (Arc::clone(&cell.snapshot), plans::fifty_steps(&cell.snapshot));
    Work::each(plans.len(), move |call| {
        let (start, plan) = &plans[call];
        u64::from(verify::verify(&s, *start, plan).unwrap().end().position.0)
    })
}

/// A step by id: routine + 1 or 0 for a move, and the position.
type IdStep = (u32, u32);

/// The state after a step, or none where it breaks a rule.
#[inline]
fn step(rules: &Rules, positions: usize, at: u32, tool: u32, (routine, position): IdStep) -> Option<(u32, u32)> {
    let Some(routine) = routine.checked_sub(1) else {
        let may = rules.may_enter[tool as usize * positions + position as usize];
        return (may && (at == position || rules.moves.get(at).contains(&position))).then_some((position, tool));
    };
    let required = rules.required[routine as usize];
    let fits = at == position
        && rules.supports[routine as usize * positions + position as usize] != 0
        && (required == 0 || required == tool);
    let stand_of = rules.stand_tool[at as usize];
    if routine == rules.attach {
        return (fits && tool == 0 && stand_of != 0).then_some((at, stand_of));
    }
    if routine == rules.release {
        return (fits && tool != 0 && stand_of == tool).then_some((at, 0));
    }
    fits.then_some((at, tool))
}

fn begin(start: &State) -> (u32, u32) {
    (start.position.0, start.tool.map_or(0, |tool| tool.0 + 1))
}

/// What [`run`] gives for a plan that breaks a rule.
const INVALID: u64 = u64::MAX;

/// Where a plan ends, whose steps an iterator gives by id.
fn run(rules: &Rules, start: (u32, u32), steps: impl Iterator<Item = IdStep>) -> u64 {
    let positions = rules.stand_tool.len();
    let (mut at, mut tool) = start;
    for next in steps {
        match step(rules, positions, at, tool, next) {
            Some(state) => (at, tool) = state,
            None => return INVALID,
        }
    }
    u64::from(at)
}

fn by_id(rules: &Rules, plan: &Plan<'_>) -> Vec<IdStep> {
    plan.steps
        .iter()
        .map(|step| match &step.position {
            Some(position) => (rules.routines.get(&step.target) + 1, rules.positions.get(position)),
            None => (0, rules.positions.get(&step.target)),
        })
        .collect()
}

pub mod verify_50 {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        verify(cell)
    }

    pub fn limit(cell: &Cell) -> Work {
        let (rules, plans) = (Rules::of(&cell.snapshot), plans::fifty_steps(&cell.snapshot));
        Work::each(plans.len(), move |call| {
            let (start, plan) = &plans[call];
            let steps = plan.steps.iter().map(|step| match (&step.action, &step.position) {
                (Action::Routine, Some(position)) => {
                    (rules.routines.get(&step.target) + 1, rules.positions.get(position))
                }
                _ => (0, rules.positions.get(&step.target)),
            });
            run(&rules, begin(start), steps)
        })
    }
}

pub mod verify_50_from_ids {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        verify(cell)
    }

    pub fn limit(cell: &Cell) -> Work {
        let rules = Rules::of(&cell.snapshot);
        let plans = plans::fifty_steps(&cell.snapshot);
        let plans: Vec<_> = plans.iter().map(|(start, plan)| (begin(start), by_id(&rules, plan))).collect();
        let is_valid =
            |(start, steps): &((u32, u32), Vec<IdStep>)| run(&rules, *start, steps.iter().copied()) != INVALID;
        assert!(plans.iter().all(is_valid), "the bare loop says what the verifier says");
        Work::each(plans.len(), move |call| run(&rules, plans[call].0, plans[call].1.iter().copied()))
    }
}

pub mod verify_50_json {
    use super::*;

    fn documents(cell: &Cell) -> Vec<(State, String)> {
        let plans = plans::fifty_steps(&cell.snapshot);
        plans.iter().map(|(start, plan)| (*start, serde_json::to_string(plan).unwrap())).collect()
    }

    pub fn work(cell: &Cell) -> Work {
        let (s, documents) = (Arc::clone(&cell.snapshot), documents(cell));
        Work::each(documents.len(), move |call| {
            let (start, document) = &documents[call];
            let plan = Plan::from_json(document).unwrap();
            u64::from(verify::verify(&s, *start, &plan).unwrap().end().position.0)
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        let documents = documents(cell);
        Work::each(documents.len(), move |call| {
            let ignored: Result<serde::de::IgnoredAny, _> = serde_json::from_str(&documents[call].1);
            u64::from(ignored.is_ok())
        })
    }
}
