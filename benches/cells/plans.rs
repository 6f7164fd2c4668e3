//! Intents and plans that are measured with: tool changes across the whole cell, and plans of fifty steps.

use std::borrow::Cow;

use cellgraph::{
    cell::{PositionId, RoutineId, ToolId},
    plan::{
        Goal, Intent, Plan, Step,
        build::{self, Builder, BuiltStep},
    },
    snapshot::Snapshot,
    verify::State,
};

use super::draws::Dice;

/// Steps of a plan that is verified.
pub const STEPS: usize = 50;
/// Different plans, one after the other.
pub const PLANS: usize = 64;
/// Different intents, one after the other.
pub const INTENTS: usize = 64;
/// A plan of fifty steps works at this many of the positions nearest to its tool's stand.
const NEAREST: usize = 12;

/// Where every intent starts from.
pub fn home(s: &Snapshot) -> State {
    State::named(s, "Home", "none").unwrap()
}

/// Two routines that need different tools, each at any position that supports it, from home with an empty hand.
pub fn tool_changes(s: &Snapshot) -> Vec<Intent> {
    let mut dice = Dice::new(6);
    let with_tool: Vec<RoutineId> = s
        .routine_ids()
        .filter(|&routine| s.required_tool(routine).is_some() && !s.supported_positions(routine).is_empty())
        .collect();
    let intent = |_| loop {
        let pair = [with_tool[dice.below(with_tool.len())], with_tool[dice.below(with_tool.len())]];
        if s.required_tool(pair[0]) != s.required_tool(pair[1]) {
            let goals = pair.map(|routine| {
                let supported = s.supported_positions(routine);
                goal(s, routine, supported.get(dice.below(supported.len())).unwrap())
            });
            return Intent::Goals(goals.to_vec());
        }
    };
    (0..INTENTS).map(intent).collect()
}

/// Valid plans of [`STEPS`] steps by name, with the states that they start from. Each fetches a tool and works with it
/// near its stand, so that at every size a plan has about as many moves as routines.
pub fn fifty_steps(s: &Snapshot) -> Vec<(State, Plan<'static>)> {
    let mut dice = Dice::new(7);
    let mut builder = Builder::default();
    (0..PLANS)
        .map(|number| {
            let tool = ToolId((number % s.tool_count()) as u32);
            let (start, works) = neighbourhood(s, tool);
            let mut goals = Vec::new();
            let mut steps = Vec::new();
            while steps.len() < STEPS {
                let (routine, position) = works[dice.below(works.len())];
                goals.push(goal(s, routine, position));
                builder.build(s, start, &Intent::Goals(goals.clone()), &mut steps).unwrap();
            }
            (start, owned(s, &steps[..STEPS]))
        })
        .collect()
}

fn goal(s: &Snapshot, routine: RoutineId, position: PositionId) -> Goal {
    Goal::Routine { routine: s.routine_name(routine).to_owned(), position: s.position_name(position).to_owned() }
}

/// A state near the tool's stand, and what can be done with the tool nearby.
fn neighbourhood(s: &Snapshot, tool: ToolId) -> (State, Vec<(RoutineId, PositionId)>) {
    let stand = s.tool_position(tool);
    let mut seen = vec![stand];
    let mut works = Vec::new();
    let mut head = 0;
    while let Some(&position) = seen.get(head) {
        head += 1;
        if works.len() >= NEAREST {
            break;
        }
        let of_tool = |&routine: &RoutineId| s.required_tool(routine) == Some(tool);
        works.extend(s.routines_at(position).iter().filter(of_tool).map(|routine| (routine, position)));
        for next in s.allowed_moves(position) {
            if !seen.contains(&next) {
                seen.push(next);
            }
        }
    }
    // The first position behind the stand is its approach, the next a place on the way there.
    (State { position: seen[2.min(seen.len() - 1)], tool: None }, works)
}

/// The document of these steps, owning its names as one that came from outside would.
fn owned(s: &Snapshot, steps: &[BuiltStep]) -> Plan<'static> {
    let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
    let step = |step: Step<'_>| Step {
        name: None,
        action: match step.action {
            cellgraph::plan::Action::Move => cellgraph::plan::Action::Move,
            _ => cellgraph::plan::Action::Routine,
        },
        target: own(step.target),
        position: step.position.map(own),
        tool: step.tool.map(own),
        stabilize_s: step.stabilize_s,
        action_after: step.action_after.map(own),
        verify: step.verify.map(own),
    };
    Plan { steps: build::plan(s, steps).steps.into_iter().map(step).collect() }
}
