//! The walk over every (position, tool) state that verified steps can reach.
//!
//! A state is a number: `held * positions + position`, where held 0 is the empty hand and held `i + 1` is tool `i`.
//! This file has its own rules for what a step may do, written from section 3 of the contract. `tests/contract/check.rs` compares
//! them with the verifier, step by step.

use super::{CounterExample, CounterStep, Finding, finding};
use crate::{
    cell::{Draft, NO_TOOL, Role, TOOL_ATTACH, TOOL_RELEASE},
    limits::NONE_ID,
};

const UNSEEN: u32 = NONE_ID;
/// A state that the walk started from.
const START: u32 = NONE_ID - 1;

/// What the walk found.
pub(super) struct Proof<'d> {
    cell: Constraints<'d>,
    /// By state: the state before it on a shortest plan, `START`, or `UNSEEN`. Empty where states are too many.
    before: Vec<u32>,
    /// Reached states, nearest first.
    reached: Vec<u32>,
    /// By state: whether a verified way leads home with an empty hand; looked at for reached ones only.
    returns: Vec<bool>,
}

impl<'d> Proof<'d> {
    pub(super) fn walk(draft: &'d Draft) -> Self {
        let cell = Constraints::of(draft);
        let states = (draft.tools.len() + 1) * draft.positions.len();
        let mut proof = Self { cell, before: Vec::new(), reached: Vec::new(), returns: Vec::new() };
        if states < START as usize {
            proof.before = vec![UNSEEN; states];
            proof.forward();
            proof.backward(states);
        }
        proof
    }

    /// The positions that are home, whose numbers are also those of the states there with an empty hand.
    fn homes(&self) -> impl Iterator<Item = u32> {
        (0_u32..).zip(&self.cell.draft.positions).filter(|(_, p)| p.role == Role::Home).map(|(id, _)| id)
    }

    fn forward(&mut self) {
        for home in self.homes().collect::<Vec<_>>() {
            self.before[home as usize] = START;
            self.reached.push(home);
        }
        let mut head = 0;
        while let Some(&state) = self.reached.get(head) {
            head += 1;
            let (before, reached) = (&mut self.before, &mut self.reached);
            self.cell.steps_from(state, |next| {
                if before[next as usize] == UNSEEN {
                    before[next as usize] = state;
                    reached.push(next);
                }
            });
        }
    }

    /// Backward from every home with an empty hand, over reached states.
    fn backward(&mut self, states: usize) {
        let mut arriving = vec![0_u32; states + 1];
        for &state in &self.reached {
            self.cell.steps_from(state, |next| arriving[next as usize + 1] += 1);
        }
        for state in 0..states {
            arriving[state + 1] += arriving[state];
        }
        let (mut fill, mut sources) = (arriving.clone(), vec![0_u32; arriving[states] as usize]);
        for &state in &self.reached {
            self.cell.steps_from(state, |next| {
                sources[fill[next as usize] as usize] = state;
                fill[next as usize] += 1;
            });
        }
        self.returns = vec![false; states];
        let mut queue: Vec<u32> = self.homes().collect();
        for &home in &queue {
            self.returns[home as usize] = true;
        }
        while let Some(state) = queue.pop() {
            for &source in &sources[arriving[state as usize] as usize..arriving[state as usize + 1] as usize] {
                if !self.returns[source as usize] {
                    self.returns[source as usize] = true;
                    queue.push(source);
                }
            }
        }
    }

    pub(super) fn states_reached(&self) -> u64 {
        self.reached.len() as u64
    }

    /// Whether a reached state is at this position, with whatever tool.
    pub(super) fn reaches_position(&self, position: usize) -> bool {
        let positions = self.cell.positions();
        self.before.iter().skip(position).step_by(positions.max(1)).any(|&before| before != UNSEEN)
    }

    /// Whether a reached state has this tool in hand.
    pub(super) fn reaches_tool(&self, tool: usize) -> bool {
        let positions = self.cell.positions();
        self.before.iter().skip((tool + 1) * positions).take(positions).any(|&before| before != UNSEEN)
    }

    /// What the proof has to say: one finding for each tool (or empty hand) that a trap is reached with.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let draft = self.cell.draft;
        if self.before.is_empty() && !draft.positions.is_empty() {
            let text = format!(
                "{} positions times {} tools are too many states to prove anything about",
                draft.positions.len(),
                draft.tools.len()
            );
            return vec![finding("too-many-states", text)];
        }
        let mut findings = Vec::new();
        for held in 0..=draft.tools.len() as u32 {
            let of_held = |state: &&u32| self.cell.split(**state).0 == held;
            let collides = |state: &&u32| {
                let (held, position) = self.cell.split(**state);
                self.cell.stand_tool[position as usize].is_some_and(|own| held != 0 && own + 1 != held)
            };
            let is_lost = |state: &&u32| !self.returns[**state as usize];
            findings.extend(self.trap(
                "stand-collision",
                "at another tool's stand",
                self.reached.iter().filter(of_held).filter(collides),
            ));
            findings.extend(self.trap(
                "no-way-home",
                "and no verified way leads home with the tool brought back",
                self.reached.iter().filter(of_held).filter(is_lost),
            ));
        }
        findings
    }

    fn trap<'s>(&self, code: &'static str, what: &str, mut states: impl Iterator<Item = &'s u32>) -> Option<Finding> {
        let &nearest = states.next()?;
        let others = states.count();
        let counter_example = self.counter_example(nearest);
        let more = if others == 0 { String::new() } else { format!(" (and {others} more positions with it)") };
        let text = format!(
            "{} verified steps from '{}' lead to '{}' with {} in hand, {what}{more}",
            counter_example.plan.len(),
            counter_example.start,
            counter_example.position,
            if counter_example.tool == NO_TOOL { "nothing".to_owned() } else { format!("'{}'", counter_example.tool) },
        );
        Some(Finding { counter_example: Some(counter_example), ..finding(code, text) })
    }

    fn counter_example(&self, end: u32) -> CounterExample {
        let mut states = vec![end];
        while let Some(&before) = states.last().and_then(|&state| self.before.get(state as usize)) {
            if before >= START {
                break;
            }
            states.push(before);
        }
        states.reverse();
        let cell = &self.cell;
        let position_name = |state: u32| cell.draft.positions[cell.split(state).1 as usize].name.clone();
        let tool_name =
            |held: u32| cell.draft.tools.get(held.wrapping_sub(1) as usize).map_or(NO_TOOL, |t| &t.name).to_owned();
        let step = |(id, pair): (usize, &[u32])| {
            let ((held, _), (next_held, _)) = (cell.split(pair[0]), cell.split(pair[1]));
            let routine = if next_held != 0 { TOOL_ATTACH } else { TOOL_RELEASE };
            if held == next_held {
                CounterStep {
                    id: id + 1,
                    action: "move".into(),
                    target: position_name(pair[1]),
                    position: None,
                    tool: None,
                }
            } else {
                CounterStep {
                    id: id + 1,
                    action: "routine".into(),
                    target: routine.into(),
                    position: Some(position_name(pair[1])),
                    tool: Some(tool_name(held.max(next_held))),
                }
            }
        };
        CounterExample {
            start: position_name(states[0]),
            plan: states.windows(2).enumerate().map(step).collect(),
            position: position_name(end),
            tool: tool_name(cell.split(end).0),
        }
    }
}

/// What steps depend on, by position.
struct Constraints<'d> {
    draft: &'d Draft,
    /// Into the draft's moves.
    move_offsets: Vec<u32>,
    stand_tool: Vec<Option<u32>>,
    attach_supported: Vec<bool>,
    release_supported: Vec<bool>,
    /// (position, tool), sorted: a routine that requires the tool is supported there.
    works: Vec<(u32, u32)>,
}

impl<'d> Constraints<'d> {
    fn of(draft: &'d Draft) -> Self {
        let positions = draft.positions.len();
        let mut stand_tool = vec![None; positions];
        for (tool, t) in draft.tools.iter().enumerate() {
            for position in &draft.stands[t.stand.index()].positions {
                stand_tool[position.index()] = Some(tool as u32);
            }
        }
        let (mut attach_supported, mut release_supported, mut works) =
            (vec![false; positions], vec![false; positions], Vec::new());
        for support in &draft.supports {
            let routine = &draft.routines[support.routine.index()];
            attach_supported[support.position.index()] |= routine.name == TOOL_ATTACH;
            release_supported[support.position.index()] |= routine.name == TOOL_RELEASE;
            works.extend(routine.required_tool.map(|tool| (support.position.0, tool.0)));
        }
        works.sort_unstable();
        let move_offsets = super::super::tables::counted(positions, draft.moves.iter().map(|m| m.from.0));
        Self { draft, move_offsets, stand_tool, attach_supported, release_supported, works }
    }

    fn positions(&self) -> usize {
        self.draft.positions.len()
    }

    /// (held, position) of a state.
    fn split(&self, state: u32) -> (u32, u32) {
        let positions = self.positions() as u32;
        (state / positions, state % positions)
    }

    /// Every state that one verified step leads to, other than by standing still.
    fn steps_from(&self, state: u32, mut step: impl FnMut(u32)) {
        let (held, position) = self.split(state);
        let (at, positions) = (position as usize, self.positions() as u32);
        for m in &self.draft.moves[self.move_offsets[at] as usize..self.move_offsets[at + 1] as usize] {
            if self.may_enter(held, m.to.0) {
                step(held * positions + m.to.0);
            }
        }
        if let Some(own) = self.stand_tool[at] {
            if held == 0 && self.attach_supported[at] {
                step((own + 1) * positions + position);
            }
            if held == own + 1 && self.release_supported[at] {
                step(position);
            }
        }
    }

    /// Rules 2 and 3 of a move.
    fn may_enter(&self, held: u32, target: u32) -> bool {
        let Some(tool) = held.checked_sub(1) else { return true };
        let collides = self.stand_tool[target as usize].is_some_and(|own| own != tool);
        let is_work = self.draft.positions[target as usize].role == Role::Work;
        !collides && (!is_work || self.works.binary_search(&(target, tool)).is_ok())
    }
}
