//! The second, slow implementation of the contract (`SPEC.md`, sections 1 to 4), used to test the first one.
//!
//! It was written from the contract alone and shares nothing with `src/`: names are plain `String`s in `BTreeMap`s, results
//! are `serde_json::Value`s, every rule is looked up where it is applied, nothing is prepared ahead. Where the two
//! implementations differ, the contract decides which one is wrong. What is never done here: using a type or a function
//! of `cellgraph`, or making anything faster at the price of being harder to compare with the contract.
//!
//! In: a [`Cell`]. Out, by file: `steps` section 2, `verify` section 3,
//! `queries` the ten queries and the routes, `check` the walk over all
//! states, `plan` section 4, `export` a cell as APOC would write it, `strategy` random cells, plans and intents for
//! proptest, `exhaustive` all small cells and plans.
#![allow(dead_code, unreachable_pub, reason = "each test crate that includes this module uses a part of it")]
#![allow(
    clippy::panic,
    reason = "a test that hands the oracle something outside its contract is to stop with the reason"
)]

pub mod check;
pub mod dice;
pub mod exhaustive;
pub mod export;
pub mod plan;
pub mod queries;
pub mod steps;
pub mod strategy;
pub mod verify;

use std::collections::{BTreeMap, BTreeSet};

/// What an empty flange is called.
pub const NONE: &str = "none";
/// The system routine that takes the tool of the stand.
pub const ATTACH: &str = "tool_attach";
/// The system routine that leaves the tool in its stand.
pub const RELEASE: &str = "tool_release";
/// The four roles of a position.
pub const ROLES: [&str; 4] = ["home", "safe_approach", "tool_mount", "work"];

/// A robot cell: the graph of section 1, after every rule of the import has been kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    pub positions: BTreeMap<String, Position>,
    /// ONLY_ALLOWED_MOVE_TO, (from, to) → cost in seconds.
    pub moves: BTreeMap<(String, String), Option<f64>>,
    /// Each with its one stand (TOOL_AVAILABLE_AT) at its one position (LOCATED_AT).
    pub tools: BTreeMap<String, Tool>,
    /// Stands without a tool: no rule looks at them.
    pub spare_stands: BTreeMap<String, SpareStand>,
    pub routines: BTreeMap<String, Routine>,
    /// SUPPORTED_AT, (routine, position) → metadata.
    pub supported: BTreeMap<(String, String), Meta>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Position {
    /// One of [`ROLES`].
    pub role: String,
    pub description: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tool {
    pub kind: String,
    pub description: String,
    pub stand: String,
    pub stand_pose: String,
    pub stand_position: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpareStand {
    pub pose: String,
    pub position: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Routine {
    pub description: String,
    /// A tool's name or [`NONE`].
    pub required_tool: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meta {
    pub stabilize: Option<f64>,
    pub action_after: Option<String>,
    pub verify: Option<String>,
}

impl Cell {
    pub fn with_position(mut self, name: &str, role: &str) -> Self {
        let position = Position { role: role.to_string(), description: format!("{role} {name}") };
        self.positions.insert(name.to_string(), position);
        self
    }

    pub fn with_move(mut self, from: &str, to: &str) -> Self {
        self.moves.insert((from.to_string(), to.to_string()), None);
        self
    }

    pub fn with_moves_both_ways(self, a: &str, b: &str) -> Self {
        self.with_move(a, b).with_move(b, a)
    }

    pub fn with_costs(mut self, cost_s: impl Fn(&str, &str) -> Option<f64>) -> Self {
        for ((from, to), cost) in &mut self.moves {
            *cost = cost_s(from, to);
        }
        self
    }

    pub fn with_tool(mut self, name: &str, stand_position: &str) -> Self {
        let tool = Tool {
            kind: "end_effector".to_string(),
            description: format!("tool {name}"),
            stand: format!("Stand of {name}"),
            stand_pose: "upright".to_string(),
            stand_position: stand_position.to_string(),
        };
        self.tools.insert(name.to_string(), tool);
        self
    }

    pub fn with_routine(mut self, name: &str, required_tool: &str, supported_at: &[&str]) -> Self {
        let routine = Routine { description: format!("routine {name}"), required_tool: required_tool.to_string() };
        self.routines.insert(name.to_string(), routine);
        for position in supported_at {
            self = self.with_support(name, position, Meta::default());
        }
        self
    }

    pub fn with_support(mut self, routine: &str, position: &str, meta: Meta) -> Self {
        self.supported.insert((routine.to_string(), position.to_string()), meta);
        self
    }

    /// Whether a run can start there: both names are in the graph, or the hand is empty.
    pub fn has_state(&self, position: &str, tool: &str) -> bool {
        self.positions.contains_key(position) && (tool == NONE || self.tools.contains_key(tool))
    }

    /// The edge of the graph, as written: one way.
    pub fn has_move(&self, from: &str, to: &str) -> bool {
        self.moves.contains_key(&(from.to_string(), to.to_string()))
    }

    pub fn support(&self, routine: &str, position: &str) -> Option<&Meta> {
        self.supported.get(&(routine.to_string(), position.to_string()))
    }

    /// The tool whose stand is at this position.
    pub fn tool_of_stand_at(&self, position: &str) -> Option<&str> {
        self.tools.iter().find(|(_, tool)| tool.stand_position == position).map(|(name, _)| name.as_str())
    }

    /// Positions of the role `home`, by name.
    pub fn homes(&self) -> BTreeSet<String> {
        self.positions.iter().filter(|(_, p)| p.role == "home").map(|(name, _)| name.clone()).collect()
    }

    /// Every (position, tool) that the graph has names for.
    pub fn all_states(&self) -> BTreeSet<(String, String)> {
        let hands = || std::iter::once(NONE).chain(self.tools.keys().map(String::as_str));
        self.positions.keys().flat_map(|p| hands().map(|t| (p.clone(), t.to_string()))).collect()
    }
}
