//! Vectors for the second gate, as `tests/freestanding/src/vectors.rs` reads them: cells, plans, and what the hosted build says of them.
//!
//! The first is the demo cell with a plan of 50 steps that is verified. Seeds draw the others: the same ones on every machine.

use cellgraph::{
    cell::{PositionId, ToolId},
    generate, import,
    plan::{Goal, Intent, Plan, build, build::Builder},
    snapshot::{self, Provenance, Snapshot},
    verify::{Fault, State, verify},
};
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::Value;

use crate::{
    oracle::{export, strategy},
    vectors::Counts,
};

const DEMO: &[u8] = include_bytes!("../../graph-snapshots/demo-cell.apoc.jsonl");

/// Steps of the demo cell's first plan.
pub(crate) const STEPS: usize = 50;
/// Drawn cells; with each a drawn plan, what the planner makes there, and every plan that is one change away from it.
const CELLS: usize = 48;
/// What stands for nothing.
const NONE: u32 = u32::MAX;

/// A cell's file.
pub(crate) fn file(export: &[u8]) -> Vec<u8> {
    let import = import::from_apoc(export, &mut |_| ()).unwrap();
    snapshot::build(&import.draft, &Provenance { source: "demo".into(), ..Provenance::default() }).bytes
}

pub(crate) fn demo() -> Vec<u8> {
    file(DEMO)
}

/// Drawn cells with their files.
pub(crate) fn cells(count: usize) -> Vec<(strategy::PlanCase, Vec<u8>)> {
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    let cases = strategy::plan_case(20);
    let mut draw = || cases.new_tree(&mut runner).unwrap().current();
    (0..count).map(|_| draw()).map(|case| (case.clone(), file(export::plain(&case.cell).as_bytes()))).collect()
}

/// All vectors, and how many.
pub(crate) fn vectors() -> (Vec<u8>, Counts) {
    let mut writer = Writer::default();
    let demo = demo();
    let snapshot = Snapshot::from_bytes(&demo).unwrap();
    let home = State::named(&snapshot, "Home", "none").unwrap();
    let document = serde_json::to_value(demo_plan(&snapshot, home)).unwrap();
    let mut plans = vec![(home, document.clone())];
    let mut steps = document.as_array().unwrap().clone();
    let welder = snapshot.tool_id("Welder");
    plans.extend(
        (0..snapshot.position_count() as u32)
            .map(|id| (State { position: PositionId(id), tool: welder }, document.clone())),
    );
    for at in 0..STEPS {
        // What the words of faults have to get right: names that are not there, with characters that are shown otherwise.
        let step = std::mem::replace(
            &mut steps[at],
            match at % 4 {
                0 => serde_json::json!({"action": "move", "target": "no\tsuch \u{1b}[31m\u{9b} Pläne \"Ω\"\\"}),
                1 => {
                    serde_json::json!({"action": "routine", "target": "tack\n\r\u{8}\u{c}\u{7f}weld", "position": "Pos_1"})
                }
                2 => serde_json::json!({"action": "le\u{0}ap", "target": "Home"}),
                _ => {
                    serde_json::json!({"action": "routine", "target": "tool_attach", "position": "Nowhere", "tool": "x\u{85}"})
                }
            },
        );
        plans.push((home, Value::Array(steps.clone())));
        steps[at] = step;
    }
    for tool in 0..snapshot.tool_count() as u32 {
        let state = State { position: snapshot.tool_position(ToolId(tool)), tool: None };
        plans.push((state, serde_json::json!([{"action": "routine", "target": "tool_attach", "tool": "a\u{1}b"}])));
        let state = State { tool: Some(ToolId(tool)), ..state };
        plans.push((state, serde_json::json!([{"action": "routine", "target": "tool_release", "tool": "a\u{1}b"}])));
    }
    writer.cell(&demo, &plans);
    for (case, bytes) in cells(CELLS) {
        let snapshot = Snapshot::from_bytes(&bytes).unwrap();
        let start = State::named(&snapshot, &case.position, &case.tool).unwrap();
        let mut plans = vec![(start, case.plan.clone())];
        let steps = case.plan.as_array().unwrap();
        plans.extend(
            strategy::plans::mutants(&case.cell, steps, 11).into_iter().map(|plan| (start, Value::Array(plan))),
        );
        plans.push((start, Value::Array(Vec::new())));
        // Ids of no state of this cell, with steps and without.
        for plan in [case.plan.clone(), Value::Array(Vec::new())] {
            let tools = snapshot.tool_count() as u32;
            plans.push((State { position: PositionId(snapshot.position_count() as u32), ..start }, plan.clone()));
            plans.push((State { tool: Some(ToolId(tools)), ..start }, plan.clone()));
            plans.push((State { position: PositionId(u32::MAX), tool: None }, plan));
        }
        writer.cell(&bytes, &plans);
    }
    let mut large = Vec::new();
    generate::apoc(&generate::Options { positions: 300, ..generate::Options::default() }, &mut large).unwrap();
    writer.cell(&file(&large), &[(home, Value::Array(Vec::new()))]);
    (writer.bytes, writer.counts)
}

/// Weld, change tools, inspect, bring the camera back and check: over and over.
fn demo_plan(snapshot: &Snapshot, home: State) -> Plan<'static> {
    let work = |routine: &str, position: &str| Goal::Routine { routine: routine.into(), position: position.into() };
    let round = [
        work("tack_weld", "Pos_1"),
        work("tack_weld", "Pos_3"),
        work("camera_inspection", "Pos_2"),
        Goal::ReleaseTool,
        work("position_check", "Safe_Pos_2"),
    ];
    let (mut goals, mut built) = (Vec::new(), Vec::new());
    while built.len() < STEPS {
        goals.extend_from_slice(&round);
        Builder::default().build(snapshot, home, &Intent::Goals(goals.clone()), &mut built).unwrap();
    }
    build::plan(snapshot, &built[..STEPS]).into_owned()
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    counts: Counts,
}

impl Writer {
    fn number(&mut self, number: usize) {
        self.bytes.extend_from_slice(&u32::try_from(number).unwrap().to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn text_or_none(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.number(NONE as usize),
        }
    }

    fn state(&mut self, state: State) {
        self.number(state.position.0 as usize);
        self.number(state.tool.map_or(NONE, |tool| tool.0) as usize);
    }

    fn cell(&mut self, snapshot_bytes: &[u8], plans: &[(State, Value)]) {
        let snapshot = Snapshot::from_bytes(snapshot_bytes).unwrap();
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        self.number(snapshot_bytes.len());
        self.number(plans.len());
        self.bytes.extend_from_slice(snapshot_bytes);
        self.counts.cells += 1;
        for (start, document) in plans {
            let place = self.bytes.len();
            self.number(0);
            self.case(&snapshot, *start, document);
            let bytes = u32::try_from(self.bytes.len() - place - 4).unwrap();
            self.bytes[place..place + 4].copy_from_slice(&bytes.to_le_bytes());
        }
    }

    fn case(&mut self, snapshot: &Snapshot, start: State, document: &Value) {
        let text = document.to_string();
        let plan: Plan<'_> = serde_json::from_str(&text).unwrap();
        self.state(start);
        self.number(plan.steps.len());
        for step in &plan.steps {
            self.text(step.action.word());
            self.text(&step.target);
            self.text_or_none(step.position.as_deref());
            self.text_or_none(step.tool.as_deref());
        }
        self.counts.plans += 1;
        self.counts.steps += plan.steps.len();
        match verify(snapshot, start, &plan) {
            Ok(verified) => {
                self.number(0);
                verified.states().for_each(|state| self.state(state));
                self.counts.verified += 1;
            }
            Err(rejection) => {
                self.number(1);
                self.number(rejection.faults().len());
                rejection.faults().iter().for_each(|fault| self.fault(fault));
                self.counts.faults += rejection.faults().len();
            }
        }
    }

    fn fault(&mut self, fault: &Fault<'_>) {
        self.number(fault.step);
        self.text(fault.code());
        self.text(&fault.to_string());
        self.text(&fault.expected());
        self.text(&fault.found());
    }
}

/// Every code of a fault that is not in these vectors.
pub(crate) fn missing_codes(vectors: &[u8]) -> Vec<&'static str> {
    let known = [
        "foreign-state",
        "missing-position",
        "stand-collision",
        "work-position",
        "illegal-edge",
        "unknown-routine",
        "robot-elsewhere",
        "unsupported",
        "tool-needed",
        "attach-hand-full",
        "attach-no-stand",
        "attach-other-tool",
        "release-hand-empty",
        "release-not-its-stand",
        "release-other-tool",
        "unknown-action",
    ];
    let has = |code: &str| {
        let mut wanted = u32::try_from(code.len()).unwrap().to_le_bytes().to_vec();
        wanted.extend_from_slice(code.as_bytes());
        vectors.windows(wanted.len()).any(|part| part == wanted)
    };
    known.into_iter().filter(|code| !has(code)).collect()
}
