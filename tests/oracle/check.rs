//! The proof of `snapshot check`, once more, by walking: a cell goes in; which (position, tool) states verified steps can
//! reach from every home with an empty hand comes out, and which of these have no verified way back.
//!
//! Every step that could change the state is tried in every state, through the verifier's own [`check_step`]. A task
//! routine changes no state, and a routine elsewhere than where the robot is has a fault, so that moves to every position
//! and the two system routines where the robot is are all there is to try. What is never done here: reasoning.

use std::collections::{BTreeMap, BTreeSet};

use super::steps::Step;
use super::verify::{State, check_step, collision};
use super::{ATTACH, Cell, NONE, RELEASE};

/// The states that can be reached, each with a shortest plan that leads there from a home (empty for the homes).
pub fn reachable(cell: &Cell) -> BTreeMap<State, Vec<Step>> {
    let starts = cell.homes().into_iter().map(|home| (State { position: home, tool: NONE.to_string() }, Vec::new()));
    let mut found: BTreeMap<State, Vec<Step>> = starts.collect();
    let mut last_round = found.clone();
    while !last_round.is_empty() {
        let mut round = BTreeMap::new();
        for (state, plan) in &last_round {
            for (step, next) in successors(cell, state) {
                if !found.contains_key(&next) {
                    let longer = plan.iter().cloned().chain([step]).collect();
                    round.entry(next).or_insert(longer);
                }
            }
        }
        found.extend(round.clone());
        last_round = round;
    }
    found
}

/// Reachable states from which no verified steps lead to any home with an empty hand.
pub fn stranded(cell: &Cell) -> BTreeSet<State> {
    let mut lost: BTreeSet<State> = reachable(cell).into_keys().collect();
    lost.retain(|state| !is_home_with_empty_hand(cell, state));
    loop {
        let leads_on = |state: &State| successors(cell, state).iter().all(|(_, next)| lost.contains(next));
        let still_lost: BTreeSet<State> = lost.iter().filter(|state| leads_on(state)).cloned().collect();
        if still_lost == lost {
            return lost;
        }
        lost = still_lost;
    }
}

/// Reachable states at another tool's stand with a tool in hand: the contract's rules leave none.
pub fn at_foreign_stand(cell: &Cell) -> BTreeSet<State> {
    let is_foreign = |state: &State| collision(cell, &state.tool, &state.position).is_some();
    reachable(cell).into_keys().filter(is_foreign).collect()
}

/// Every step without a fault in this state that could lead to another one, and where it leads.
pub fn successors(cell: &Cell, state: &State) -> Vec<(Step, State)> {
    let step =
        |action: &str, target: &str| Step { action: action.to_string(), target: target.to_string(), ..Step::default() };
    let moves = cell.positions.keys().map(|position| step("move", position));
    let tool_changes = [ATTACH, RELEASE].map(|routine| step("routine", routine));
    let mut found = Vec::new();
    for step in moves.chain(tool_changes) {
        let outcome = check_step(cell, state, &step);
        if outcome.faults.is_empty() {
            let next = outcome.next;
            found.push((step, next));
        }
    }
    found
}

fn is_home_with_empty_hand(cell: &Cell, state: &State) -> bool {
    state.tool == NONE && cell.homes().contains(&state.position)
}
