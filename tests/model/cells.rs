//! Cells for the model's tests: those of the repository, and random ones with names that are hard to tell from the form.

use std::{fs, sync::Arc};

use cellgraph::{
    cell::{
        Draft, Metadata, Position, PositionId, Role, Routine, RoutineId, StandId, State, Support, Tool, ToolId,
        ToolStand,
    },
    import,
    snapshot::{self, Provenance, Snapshot},
};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

pub(crate) fn demo() -> Arc<Snapshot> {
    import("graph-snapshots/demo-cell.apoc.jsonl")
}

pub(crate) fn import(path: &str) -> Arc<Snapshot> {
    of(&import::from_apoc(&fs::read(path).unwrap(), &mut |_| ()).unwrap().draft)
}

pub(crate) fn home(snapshot: &Snapshot) -> State {
    State::named(snapshot, "Home", "none").unwrap()
}

fn of(draft: &Draft) -> Arc<Snapshot> {
    Arc::new(Snapshot::from_bytes(&snapshot::build(draft, &Provenance::default()).bytes).unwrap())
}

/// Words that the terse form has, and some that it has not.
const WORDS: [&str; 24] = [
    "all", "but", "to", "here", "reversed", "in", "turn", "home", "x2", "x", "go", "take", "drop", "again", "yes",
    "action", "Pos", "Größe", "a,b", "@", "\"q\"", "+", "7", "位置",
];

/// A cell of a few things whose names are words of the form, put together at random.
pub(crate) fn random(seed: u64) -> Arc<Snapshot> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut pick = |below: usize| random.next_u32() as usize % below;
    let mut names = |count: usize, taken: &[&str]| {
        let mut names: Vec<String> = Vec::new();
        while names.len() < count {
            let parts: Vec<&str> = (0..=pick(3)).map(|_| WORDS[pick(WORDS.len())]).collect();
            let name = parts.join([" ", "_", "-"][pick(3)]);
            if !names.contains(&name) && !taken.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names.sort_unstable();
        names
    };
    let (places, tools, routines) = (names(6, &[]), names(2, &["none"]), names(3, &[]));
    let role = |n: usize| [Role::Home, Role::ToolMount, Role::ToolMount, Role::Work, Role::Work, Role::Work][n];
    of(&Draft {
        positions: (0..)
            .zip(places)
            .map(|(n, name)| Position { name, role: role(n), description: String::new() })
            .collect(),
        stands: (0..2)
            .map(|n| ToolStand { name: format!("s{n}"), pose: String::new(), positions: vec![PositionId(n + 1)] })
            .collect(),
        tools: (0..)
            .zip(tools)
            .map(|(n, name)| Tool { name, kind: String::new(), description: String::new(), stand: StandId(n) })
            .collect(),
        supports: (0..3)
            .map(|n| Support { routine: RoutineId(n), position: PositionId(n + 3), metadata: Metadata::default() })
            .collect(),
        routines: routines
            .into_iter()
            .map(|name| Routine { name, description: String::new(), required_tool: Some(ToolId(0)) })
            .collect(),
        moves: Vec::new(),
    })
}
