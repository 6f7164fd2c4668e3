//! Random input for proptest: cells of up to 12 positions, and on them start states, plans, intents and ways to export.
//!
//! A cell is drawn as numbers ([`Draft`]), then assembled, every number taken modulo what there is to choose from. So
//! every draw gives a cell that the import accepts (at most warnings and errors of `check`), shrinking makes it smaller,
//! and a draw costs microseconds. Plans and intents are drawn the same way: one number for each step. What is never done
//! here: a name, a role or an edge that section 1 refuses.

pub mod intents;
pub mod names;
pub mod plans;

use proptest::prelude::*;
use proptest::{bool::weighted, collection::vec, option};
use serde_json::Value;

use super::dice::Dice;
use super::export::{FORMS, Options};
use super::{ATTACH, Cell, Meta, NONE, Position, RELEASE, ROLES, Routine, SpareStand, Tool};
use names::{name, unlike};

/// A plan document with the start to verify it from.
#[derive(Clone, Debug)]
pub struct PlanCase {
    pub cell: Cell,
    pub position: String,
    pub tool: String,
    pub plan: Value,
}

/// An intent document with the start to plan it from.
#[derive(Clone, Debug)]
pub struct IntentCase {
    pub cell: Cell,
    pub position: String,
    pub tool: String,
    pub intent: Value,
}

/// Any cell.
pub fn cell() -> impl Strategy<Value = Cell> {
    draft().prop_map(|draft| draft.assemble())
}

/// A cell, a start and a plan of up to `max_steps` steps. Half of the plans are made of steps that could pass where the
/// robot then is; in the others, every second step is broken in one way or another.
pub fn plan_case(max_steps: usize) -> impl Strategy<Value = PlanCase> {
    let numbers = (cell(), any::<u64>(), any::<bool>(), vec(any::<u64>(), 0..=max_steps));
    numbers.prop_map(|(cell, start, careful, steps)| {
        let (position, tool) = start_state(&cell, start);
        let plan = plans::plan(&cell, &position, &tool, careful, &steps);
        PlanCase { cell, position, tool, plan }
    })
}

/// Cases on one cell: to import a cell takes far longer than to verify a plan on it.
pub const PER_CELL: u32 = 4;

/// [`PER_CELL`] plans on one cell, each as in [`plan_case`].
pub fn plan_cases(max_steps: usize) -> impl Strategy<Value = Vec<PlanCase>> {
    let numbers = (any::<u64>(), any::<bool>(), vec(any::<u64>(), 0..=max_steps));
    (cell(), vec(numbers, PER_CELL as usize)).prop_map(|(cell, plans)| {
        let of_cell = plans.into_iter().map(|(start, careful, steps)| {
            let (position, tool) = start_state(&cell, start);
            let plan = plans::plan(&cell, &position, &tool, careful, &steps);
            PlanCase { cell: cell.clone(), position, tool, plan }
        });
        of_cell.collect()
    })
}

/// [`PER_CELL`] starts on one cell, each with a usable intent of any of the six goals, `unknown` and bad names included.
pub fn intent_cases(max_steps: usize) -> impl Strategy<Value = Vec<IntentCase>> {
    (cell(), vec((any::<u64>(), goals(max_steps)), PER_CELL as usize)).prop_map(|(cell, intents)| {
        let of_cell = intents.into_iter().map(|(start, goals)| {
            let (position, tool) = start_state(&cell, start);
            let intent = intents::intent(&cell, &goals);
            IntentCase { cell: cell.clone(), position, tool, intent }
        });
        of_cell.collect()
    })
}

fn goals(max_steps: usize) -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![30 => vec(any::<u64>(), 1..=max_steps.max(1)), 1 => Just(Vec::new())]
}

/// Any way to write an export.
pub fn export_options() -> impl Strategy<Value = Options> {
    let seeds = (any::<u64>(), any::<u64>(), any::<u64>());
    (0..FORMS.len(), seeds, 0..3_usize, any::<bool>()).prop_map(|(form, (order, id, style), foreign, windows)| {
        Options { form: FORMS[form], order_seed: order, id_seed: id, style_seed: style, foreign, windows }
    })
}

/// A state to begin in: any position; an empty hand half the time, else any tool.
pub fn start_state(cell: &Cell, number: u64) -> (String, String) {
    let dice = &mut Dice::new(number);
    let position = pick(dice, cell.positions.keys()).unwrap_or_default();
    let tool = if dice.below(2) == 0 { None } else { pick(dice, cell.tools.keys()) };
    (position, tool.unwrap_or(NONE.to_string()))
}

/// Any one of a list of names.
pub fn pick<'a>(dice: &mut Dice, names: impl Iterator<Item = &'a String>) -> Option<String> {
    let names: Vec<&String> = names.collect();
    let index = dice.below(names.len().max(1) as u64) as usize;
    names.get(index).map(|name| (*name).clone())
}

/// A cell in numbers.
#[derive(Clone, Debug)]
struct Draft {
    positions: Vec<(String, usize)>,
    /// Which pattern the moves follow, and which of its edges go one way.
    shape: u8,
    one_way: u64,
    extra_moves: Vec<(usize, usize, bool)>,
    costs: Option<(bool, u64)>,
    tools: Vec<(String, usize)>,
    spare_stands: Vec<Option<usize>>,
    routines: Vec<(String, usize)>,
    supports: Vec<(usize, usize, u64)>,
    /// How `tool_attach` and `tool_release` are there: see [`Draft::add_system_routine`].
    system: (u8, u8),
    /// Roles and mounts as an engineer would give them, or just any.
    sensible: bool,
}

fn draft() -> impl Strategy<Value = Draft> {
    let moves = (
        0..8_u8,
        prop_oneof![3 => Just(0), 1 => Just(u64::MAX), 2 => any::<u64>()],
        vec((0..12_usize, 0..12_usize, any::<bool>()), 0..12),
        option::weighted(0.5, (weighted(0.9), any::<u64>())),
    );
    let tools = (vec((name(), 0..12_usize), 0..=3), vec(option::of(0..12_usize), 0..2));
    let routines =
        (vec((name(), 0..4_usize), 0..=4), vec((0..6_usize, 0..12_usize, any::<u64>()), 0..16), (0..8_u8, 0..8_u8));
    (vec((name(), 0..4_usize), 1..=12), moves, tools, routines, weighted(0.6)).prop_map(
        |(positions, (shape, one_way, extra_moves, costs), (tools, spare_stands), routines, sensible)| {
            let (routines, supports, system) = routines;
            Draft {
                positions,
                shape,
                one_way,
                extra_moves,
                costs,
                tools,
                spare_stands,
                routines,
                supports,
                system,
                sensible,
            }
        },
    )
}

impl Draft {
    fn assemble(&self) -> Cell {
        let mut cell = Cell::default();
        let places = self.add_positions(&mut cell);
        self.add_moves(&mut cell, &places);
        self.add_tools(&mut cell, &places);
        self.add_routines(&mut cell, &places);
        self.add_system_routine(&mut cell, ATTACH, self.system.0);
        self.add_system_routine(&mut cell, RELEASE, self.system.1);
        self.add_supports(&mut cell, &places);
        cell
    }

    /// The names in the order of the draft, which is not their byte order.
    fn add_positions(&self, cell: &mut Cell) -> Vec<String> {
        let mut places = Vec::new();
        let count = self.positions.len();
        for (index, (name, role)) in self.positions.iter().enumerate() {
            let role = match index {
                0 if self.sensible => 0,
                _ if self.sensible && index + self.tools.len() >= count => 2,
                _ => *role,
            };
            let name = unlike(name, |name| cell.positions.contains_key(name));
            let description = if index % 4 == 3 { String::new() } else { format!("place {index}") };
            cell.positions.insert(name.clone(), Position { role: ROLES[role].to_string(), description });
            places.push(name);
        }
        places
    }

    fn add_moves(&self, cell: &mut Cell, places: &[String]) {
        let mut edges = Vec::new();
        for (index, (a, b)) in self.pattern(places.len()).into_iter().enumerate() {
            edges.push((a, b, self.one_way >> (index % 64) & 1 == 0));
        }
        edges.extend(self.extra_moves.iter().map(|&(a, b, both)| (a % places.len(), b % places.len(), both)));
        let dice = &mut Dice::new(self.costs.map_or(0, |(_, seed)| seed));
        for (a, b, both_ways) in edges.into_iter().filter(|(a, b, _)| a != b) {
            let there = (places[a].clone(), places[b].clone());
            let back = (places[b].clone(), places[a].clone());
            cell.moves.insert(there, self.cost(dice));
            if both_ways {
                cell.moves.insert(back, self.cost(dice));
            }
        }
    }

    fn cost(&self, dice: &mut Dice) -> Option<f64> {
        const COSTS_S: [f64; 10] = [1.0, 2.0, 0.1, 0.2, 0.3, 0.5, 1.5, 2e-12, 86_400.0, 0.7];
        let (everywhere, _) = self.costs?;
        let cost = COSTS_S[dice.below(10) as usize];
        (everywhere || dice.below(4) != 0).then_some(cost)
    }

    /// Pairs of places: nothing, a line, a ring, a star, everything, a hub with approaches, a tree, a ladder.
    fn pattern(&self, count: usize) -> Vec<(usize, usize)> {
        let rest = 1..count;
        match self.shape {
            0 => Vec::new(),
            1 => rest.map(|i| (i - 1, i)).collect(),
            2 => (0..count).map(|i| (i, (i + 1) % count)).collect(),
            3 => rest.map(|i| (0, i)).collect(),
            4 => (0..count).flat_map(|a| (0..a).map(move |b| (a, b))).collect(),
            5 => rest.map(|i| if i % 2 == 1 { (0, i) } else { (i - 1, i) }).collect(),
            6 => rest.map(|i| ((i * 7 + 3) % i, i)).collect(),
            _ => rest.flat_map(|i| [(i - 1, i), (i.saturating_sub(3), i)]).collect(),
        }
    }

    /// Each tool at a mount of its own; tools for which there is none are left out.
    fn add_tools(&self, cell: &mut Cell, places: &[String]) {
        let mut mounts: Vec<&String> = places.iter().filter(|p| cell.positions[*p].role == "tool_mount").collect();
        for (index, (name, mount)) in self.tools.iter().enumerate() {
            if mounts.is_empty() {
                break;
            }
            let is_taken = |name: &str| name.eq_ignore_ascii_case(NONE) || cell.tools.contains_key(name);
            let name = unlike(name, is_taken);
            let tool = Tool {
                kind: if index == 0 { "end_effector".to_string() } else { String::new() },
                description: if index == 1 { String::new() } else { format!("tool {index}") },
                stand: format!("Stand {index}"),
                stand_pose: if index == 2 { String::new() } else { "upright".to_string() },
                stand_position: mounts.remove(mount % mounts.len()).clone(),
            };
            cell.tools.insert(name, tool);
        }
        for (index, place) in self.spare_stands.iter().enumerate() {
            let position = place.map(|place| places[place % places.len()].clone());
            cell.spare_stands.insert(format!("Spare {index}"), SpareStand { pose: String::new(), position });
        }
    }

    fn add_routines(&self, cell: &mut Cell, places: &[String]) {
        let hands: Vec<&str> = std::iter::once(NONE).chain(cell.tools.keys().map(String::as_str)).collect();
        let mut routines = Vec::new();
        for (index, (name, tool)) in self.routines.iter().enumerate() {
            let description = if index == 1 { String::new() } else { format!("routine {index}") };
            routines.push((name, Routine { description, required_tool: hands[tool % hands.len()].to_string() }));
        }
        for (index, (name, routine)) in routines.into_iter().enumerate() {
            let is_taken = |name: &str| [ATTACH, RELEASE].contains(&name) || cell.routines.contains_key(name);
            let name = unlike(name, is_taken);
            cell.routines.insert(name.clone(), routine);
            if self.sensible {
                let works = places.iter().filter(|place| cell.positions[*place].role == "work");
                let here = works.skip(index % 2).step_by(2).map(|place| (name.clone(), place.clone()));
                cell.supported.extend(here.map(|key| (key, Meta::default())).collect::<Vec<_>>());
            }
        }
    }

    /// 0: not in the graph; 1: supported nowhere but by chance; else at every stand.
    fn add_system_routine(&self, cell: &mut Cell, name: &str, how: u8) {
        if how == 0 {
            return;
        }
        let routine = Routine { description: "system".to_string(), required_tool: NONE.to_string() };
        cell.routines.insert(name.to_string(), routine);
        if how > 1 {
            let stands = cell.tools.values().map(|tool| (name.to_string(), tool.stand_position.clone()));
            cell.supported.extend(stands.map(|key| (key, meta(u64::from(how)))).collect::<Vec<_>>());
        }
    }

    fn add_supports(&self, cell: &mut Cell, places: &[String]) {
        let names: Vec<String> = cell.routines.keys().cloned().collect();
        for (routine, place, number) in &self.supports {
            if let Some(name) = names.get(routine % names.len().max(1)) {
                let key = (name.clone(), places[place % places.len()].clone());
                cell.supported.insert(key, meta(*number));
            }
        }
    }
}

/// Any metadata of SUPPORTED_AT, each field absent in half of the cases.
fn meta(number: u64) -> Meta {
    const SECONDS: [f64; 6] = [0.0, 0.5, 1.5, 2.0, 0.001, 86_400.0];
    const TEXTS: [&str; 6] = ["move_safe", "weld_quality_check", "", "yes: no # 'x' \"y\"", "two\nlines\t", "prüfen"];
    let dice = &mut Dice::new(number);
    let mut index = |count| (dice.below(2) == 0).then(|| dice.below(count) as usize);
    Meta {
        stabilize: index(6).map(|i| SECONDS[i]),
        action_after: index(6).map(|i| TEXTS[i].to_string()),
        verify: index(6).map(|i| TEXTS[i].to_string()),
    }
}
