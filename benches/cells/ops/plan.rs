//! Planning two routines with a tool change, beside the walks of next hops that the moves of the plan are.

use std::sync::Arc;

use cellgraph::plan::{
    Goal, Intent,
    build::{self, Builder, BuiltStep},
};

use super::Work;
use crate::cells::{
    Cell,
    flat::{Names, NextHops},
    plans,
};

/// The steps of a plan as walks between its routines. Every one has a tool stand at an end: it is walked towards that
/// end, so that the rows of next hops are few, as in the program's own tables.
fn legs(cell: &Cell, intent: &Intent, hops: &mut NextHops) {
    let (s, start, mut steps) = (&cell.snapshot, plans::home(&cell.snapshot), Vec::new());
    Builder::default().build(s, start, intent, &mut steps).unwrap();
    let mut leg = vec![start.position];
    for step in steps {
        match step {
            BuiltStep::Move(position) => leg.push(position),
            BuiltStep::Routine { position, .. } => {
                if s.tool_at(position).is_none() {
                    leg.reverse();
                }
                hops.add(&leg);
                leg = vec![position];
            }
        }
    }
}

/// The names that an intent gives.
fn names(intent: &Intent) -> Vec<(String, String)> {
    let Intent::Goals(goals) = intent else { return Vec::new() };
    let goal = |goal: &Goal| match goal {
        Goal::Routine { routine, position } => (routine.clone(), position.clone()),
        _ => (String::new(), String::new()),
    };
    goals.iter().map(goal).collect()
}

/// Looks up the names and walks all legs, putting the positions into one list.
fn walk(cell: &Cell) -> Work {
    let s = &cell.snapshot;
    let (positions, routines) = (Names::of_positions(s), Names::of_routines(s));
    let mut hops = NextHops::new(s.position_count());
    let plans: Vec<_> = plans::tool_changes(s)
        .iter()
        .map(|intent| {
            let first = hops.len();
            legs(cell, intent, &mut hops);
            (names(intent), first..hops.len())
        })
        .collect();
    let mut steps = Vec::new();
    Work::each(plans.len(), move |call| {
        let (names, legs) = &plans[call];
        steps.clear();
        let ids: u32 = names.iter().map(|name| routines.get(&name.0) + positions.get(&name.1)).sum();
        legs.clone().for_each(|leg| hops.walk(leg, &mut steps));
        u64::from(ids) + steps.len() as u64
    })
}

pub mod plan_steps {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        let (s, intents) = (Arc::clone(&cell.snapshot), plans::tool_changes(&cell.snapshot));
        let (start, mut builder, mut steps) = (plans::home(&s), Builder::default(), Vec::new());
        Work::each(intents.len(), move |call| {
            builder.build(&s, start, &intents[call], &mut steps).unwrap();
            steps.len() as u64
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        walk(cell)
    }
}

pub mod plan_document {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        let (s, intents) = (Arc::clone(&cell.snapshot), plans::tool_changes(&cell.snapshot));
        let (start, mut builder, mut steps) = (plans::home(&s), Builder::default(), Vec::new());
        Work::each(intents.len(), move |call| {
            builder.build(&s, start, &intents[call], &mut steps).unwrap();
            build::plan(&s, &steps).steps.len() as u64
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        walk(cell)
    }
}
