//! The sentences of the development set with their gold readings, as the critic is given them.

use std::fs;

use cellgraph::{
    cell::State,
    import,
    language::{Clause, Order, Places, Said, Span},
    plan::{Goal, Intent},
    snapshot::{self, Provenance, Snapshot},
};
use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct Robot {
    pub(crate) position: String,
    pub(crate) tool: String,
}

#[derive(Deserialize)]
pub(crate) struct Line {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) state: Robot,
    pub(crate) intent: Option<serde_json::Value>,
    pub(crate) accept: Vec<serde_json::Value>,
    #[serde(rename = "move")]
    pub(crate) moves: bool,
    pub(crate) tags: Vec<String>,
}

impl Line {
    /// The goals of the gold answer.
    pub(crate) fn goals(&self) -> Option<Vec<Goal>> {
        goals(self.intent.as_ref()?)
    }

    /// The gold goals and those of every accepted answer.
    pub(crate) fn right(&self) -> Vec<Vec<Goal>> {
        let accepted = self.accept.iter().filter_map(|answer| goals(answer.get("intent").unwrap_or(answer)));
        self.goals().into_iter().chain(accepted).collect()
    }

    pub(crate) fn is(&self, tag: &str) -> bool {
        self.tags.iter().any(|other| other == tag)
    }
}

fn goals(value: &serde_json::Value) -> Option<Vec<Goal>> {
    match serde_json::from_value(value.clone()).ok()? {
        Intent::Goals(goals) => Some(goals),
        Intent::Unknown => None,
    }
}

pub(crate) fn snapshot(path: &str) -> Snapshot {
    snapshot_of(&fs::read(path).unwrap())
}

pub(crate) fn snapshot_of(export: &[u8]) -> Snapshot {
    let draft = import::from_apoc(export, &mut |_| ()).unwrap().draft;
    Snapshot::from_bytes(&snapshot::build(&draft, &Provenance::default()).bytes).unwrap()
}

pub(crate) struct Set {
    pub(crate) snapshot: Snapshot,
    pub(crate) lines: Vec<Line>,
}

impl Set {
    /// A cell by its name. Of the first six cells only the guiding half is ever opened here.
    pub(crate) fn of(cell: &str) -> Self {
        let folder = "tests/language";
        let is_first = ["demo", "elec", "lab", "paint", "pallet", "wood"].contains(&cell);
        let (export, lines) = match cell {
            "demo" => ("graph-snapshots/demo-cell.apoc.jsonl".to_owned(), format!("{folder}/demo.guide.jsonl")),
            _ if is_first => (format!("{folder}/cells/{cell}.apoc.jsonl"), format!("{folder}/{cell}.guide.jsonl")),
            _ => (format!("{folder}/further/{cell}.apoc.jsonl"), format!("{folder}/further/{cell}.jsonl")),
        };
        let lines =
            fs::read_to_string(lines).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        Self { snapshot: snapshot(&export), lines }
    }

    pub(crate) fn state(&self, line: &Line) -> State {
        State::named(&self.snapshot, &line.state.position, &line.state.tool).unwrap()
    }
}

/// A reading that says these goals one by one.
pub(crate) fn said(goals: &[Goal], snapshot: &Snapshot) -> Said {
    let one = |name: &str| Places { spans: vec![Span::One(snapshot.position_id(name).unwrap())], reversed: false };
    let clause = |goal: &Goal| match goal {
        Goal::Move { position } => Clause::Go { places: one(position), times: 1 },
        Goal::Routine { routine, position } => Clause::Work {
            routines: vec![snapshot.routine_id(routine).unwrap()],
            places: one(position),
            times: 1,
            order: Order::PlaceByPlace,
        },
        Goal::AttachTool { tool } => Clause::Take(snapshot.tool_id(tool).unwrap()),
        Goal::ReleaseTool => Clause::Drop,
        Goal::ReleaseToolAndHome => Clause::DropAndHome,
    };
    Said::Do(goals.iter().map(clause).collect())
}

pub(crate) fn shown(goals: &[Goal]) -> String {
    let goal = |goal: &Goal| match goal {
        Goal::Move { position } => format!("go {position}"),
        Goal::Routine { routine, position } => format!("{routine}@{position}"),
        Goal::AttachTool { tool } => format!("take {tool}"),
        Goal::ReleaseTool => "drop".into(),
        Goal::ReleaseToolAndHome => "drop+home".into(),
    };
    goals.iter().map(goal).collect::<Vec<_>>().join(", ")
}
