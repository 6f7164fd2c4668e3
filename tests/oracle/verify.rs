//! Section 3 of the contract, once more: a cell, where the robot is, what it holds and a plan go in; the result document
//! comes out. To be read beside the contract: [`Fault`] is the table of faults, row by row; [`Fault::feedback`] is its last
//! column and [`Fault::conflict`] the one before; [`move_step`] and [`routine_step`] are the two numbered lists.
//!
//! What is never done here: preparing anything ahead, or telling a plan apart by anything but its steps in order.

use serde_json::{Value, json};

use super::steps::{Step, parse_plan};
use super::{ATTACH, Cell, NONE, RELEASE};

/// Where the robot is, and what it holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    pub position: String,
    pub tool: String,
}

/// One row of the table, with the names that its words need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault<'a> {
    MissingPosition { x: &'a str },
    StandCollision { t: &'a str, s: &'a str, h: &'a str },
    WorkPosition { h: &'a str, t: &'a str },
    IllegalEdge { a: &'a str, b: &'a str },
    UnknownRoutine { r: &'a str },
    RobotElsewhere { r: &'a str, p: &'a str, q: &'a str },
    Unsupported { r: &'a str, p: &'a str },
    ToolNeeded { r: &'a str, x: &'a str, y: &'a str },
    AttachHandFull { y: &'a str },
    AttachNoStand { p: &'a str },
    AttachOtherTool { p: &'a str, x: &'a str, z: &'a str },
    ReleaseHandEmpty,
    ReleaseNotItsStand { y: &'a str, p: &'a str },
    ReleaseOtherTool { y: &'a str, z: &'a str },
    UnknownAction { a: &'a str },
}

/// What one step does: with faults the state stays as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<'a> {
    pub faults: Vec<Fault<'a>>,
    pub next: State,
}

/// The result document, before it is JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub missing_positions: Vec<String>,
    pub illegal_edges: Vec<(String, String)>,
    pub unsupported_routines: Vec<(String, String)>,
    pub tool_conflicts: Vec<String>,
    pub position_conflicts: Vec<String>,
    pub unknown_routines: Vec<String>,
    pub feedback: Vec<String>,
}

/// The result of section 3 for a plan document. The plan must be usable and the start in the graph: see [`parse_plan`] and
/// [`Cell::has_state`] for what is an input error instead.
pub fn verify(cell: &Cell, position: &str, tool: &str, plan: &Value) -> Value {
    match parse_plan(plan) {
        Ok(steps) => verify_steps(cell, position, tool, &steps).to_value(),
        Err(why) => panic!("this plan is an input error, not a verification result: {why}"),
    }
}

/// The same from steps.
pub fn verify_steps(cell: &Cell, position: &str, tool: &str, steps: &[Step]) -> Report {
    assert!(cell.has_state(position, tool), "a start that is not in the graph is an input error");
    let mut state = State { position: position.to_string(), tool: tool.to_string() };
    let mut report = Report::default();
    for (index, step) in steps.iter().enumerate() {
        state = report.take(index + 1, check_step(cell, &state, step));
    }
    if steps.is_empty() {
        report.feedback.push("Plan has no steps".to_string());
    }
    report
}

/// The state after a valid plan; `None` where the plan is not valid.
pub fn end_state(cell: &Cell, position: &str, tool: &str, steps: &[Step]) -> Option<State> {
    let mut state = State { position: position.to_string(), tool: tool.to_string() };
    for step in steps {
        let outcome = check_step(cell, &state, step);
        if !outcome.faults.is_empty() {
            return None;
        }
        state = outcome.next;
    }
    (!steps.is_empty()).then_some(state)
}

/// One step, checked in one state.
pub fn check_step<'a>(cell: &'a Cell, state: &'a State, step: &'a Step) -> Outcome<'a> {
    match step.action.as_str() {
        "move" => move_step(cell, state, &step.target),
        "routine" => routine_step(cell, state, step),
        other => Outcome { faults: vec![Fault::UnknownAction { a: other }], next: state.clone() },
    }
}

/// Rule 2 of a move: the tool whose stand is at `t`, where the tool in hand may not come.
pub fn collision<'a>(cell: &'a Cell, tool: &str, t: &str) -> Option<&'a str> {
    let stand = cell.tool_of_stand_at(t)?;
    (tool != NONE && tool != stand).then_some(stand)
}

/// Rule 3 of a move: `t` is a work position, and nothing there uses the tool in hand.
pub fn is_useless_at(cell: &Cell, tool: &str, t: &str) -> bool {
    let is_work = cell.positions.get(t).is_some_and(|p| p.role == "work");
    let uses_tool =
        |(name, routine): (&String, &super::Routine)| routine.required_tool == tool && cell.support(name, t).is_some();
    is_work && tool != NONE && !cell.routines.iter().any(uses_tool)
}

/// Rules 2 and 3 of a move together: what section 4 calls a position that the held tool forbids.
pub fn forbids(cell: &Cell, tool: &str, t: &str) -> bool {
    collision(cell, tool, t).is_some() || is_useless_at(cell, tool, t)
}

fn move_step<'a>(cell: &'a Cell, state: &'a State, t: &'a str) -> Outcome<'a> {
    let refuse = |fault| Outcome { faults: vec![fault], next: state.clone() };
    let h = state.tool.as_str();
    // 1.
    if !cell.positions.contains_key(t) {
        return refuse(Fault::MissingPosition { x: t });
    }
    // 2.
    if let Some(s) = collision(cell, h, t) {
        return refuse(Fault::StandCollision { t, s, h });
    }
    // 3.
    if is_useless_at(cell, h, t) {
        return refuse(Fault::WorkPosition { h, t });
    }
    // 4.
    if t != state.position && !cell.has_move(&state.position, t) {
        return refuse(Fault::IllegalEdge { a: &state.position, b: t });
    }
    Outcome { faults: Vec::new(), next: State { position: t.to_string(), tool: state.tool.clone() } }
}

fn routine_step<'a>(cell: &'a Cell, state: &'a State, step: &'a Step) -> Outcome<'a> {
    let r = step.target.as_str();
    let p = step.position.as_deref().unwrap_or(&state.position);
    // 1.
    let Some(routine) = cell.routines.get(r) else {
        return Outcome { faults: vec![Fault::UnknownRoutine { r }], next: state.clone() };
    };
    // 2.
    if !cell.positions.contains_key(p) {
        return Outcome { faults: vec![Fault::MissingPosition { x: p }], next: state.clone() };
    }
    let mut faults = Vec::new();
    // 3.
    if p != state.position {
        faults.push(Fault::RobotElsewhere { r, p, q: &state.position });
    }
    // 4.
    if cell.support(r, p).is_none() {
        faults.push(Fault::Unsupported { r, p });
    }
    // 5.
    if routine.required_tool != NONE && routine.required_tool != state.tool {
        faults.push(Fault::ToolNeeded { r, x: &routine.required_tool, y: &state.tool });
    }
    // 6.
    let (fault, tool_after) = match r {
        ATTACH => attach(cell, state, p, step.tool.as_deref()),
        RELEASE => release(cell, state, p, step.tool.as_deref()),
        _ => (None, state.tool.as_str()),
    };
    faults.extend(fault);
    let next = if faults.is_empty() {
        State { position: state.position.clone(), tool: tool_after.to_string() }
    } else {
        state.clone()
    };
    Outcome { faults, next }
}

/// Rule 6 for `tool_attach`: its first fault, and the tool in hand after it where there is none.
fn attach<'a>(cell: &'a Cell, state: &'a State, p: &'a str, named: Option<&'a str>) -> (Option<Fault<'a>>, &'a str) {
    let y = state.tool.as_str();
    if y != NONE {
        return (Some(Fault::AttachHandFull { y }), y);
    }
    let Some(x) = cell.tool_of_stand_at(p) else {
        return (Some(Fault::AttachNoStand { p }), y);
    };
    match named {
        Some(z) if z != x => (Some(Fault::AttachOtherTool { p, x, z }), y),
        _ => (None, x),
    }
}

/// Rule 6 for `tool_release`: its first fault, and the tool in hand after it where there is none.
fn release<'a>(cell: &'a Cell, state: &'a State, p: &'a str, named: Option<&'a str>) -> (Option<Fault<'a>>, &'a str) {
    let y = state.tool.as_str();
    if y == NONE {
        return (Some(Fault::ReleaseHandEmpty), y);
    }
    if cell.tool_of_stand_at(p) != Some(y) {
        return (Some(Fault::ReleaseNotItsStand { y, p }), y);
    }
    match named {
        Some(z) if z != y => (Some(Fault::ReleaseOtherTool { y, z }), y),
        _ => (None, NONE),
    }
}

impl Fault<'_> {
    /// The line of `feedback`.
    pub fn feedback(&self, n: usize) -> String {
        let words = match self {
            Self::MissingPosition { x } => format!("Position '{}' does not exist in graph", shown(x)),
            Self::StandCollision { s, h, .. } => {
                format!("Collision risk - must release '{h}' before approaching '{s}' tool stand")
            }
            Self::WorkPosition { h, t } => format!("No routine using '{h}' is supported at '{t}'"),
            Self::IllegalEdge { a, b } => format!("No :ONLY_ALLOWED_MOVE_TO edge from '{a}' to '{b}'"),
            Self::UnknownRoutine { r } => format!("Routine '{}' does not exist in graph", shown(r)),
            Self::RobotElsewhere { r, p, q } => {
                format!("Routine '{r}' is to run at '{p}', but the robot is at '{q}'")
            }
            Self::Unsupported { r, p } => format!("Routine '{r}' not supported at '{p}' (no :SUPPORTED_AT edge)"),
            Self::ToolNeeded { x, y, .. } => format!("Tool mismatch - need '{x}', have '{y}'"),
            Self::AttachHandFull { y } => format!("Cannot attach a tool while holding '{y}'"),
            Self::AttachNoStand { p } => format!("No tool stand at '{p}'"),
            Self::AttachOtherTool { p, x, z } => format!("The stand at '{p}' is for '{x}', not '{}'", shown(z)),
            Self::ReleaseHandEmpty => "No tool to release".to_string(),
            Self::ReleaseNotItsStand { y, p } => format!("Cannot release '{y}' at '{p}' (not its tool stand)"),
            Self::ReleaseOtherTool { y, z } => format!("The robot holds '{y}', not '{}'", shown(z)),
            Self::UnknownAction { a } => format!("Unknown action '{}'", shown(a)),
        };
        format!("Step {n}: {words}")
    }

    /// The entry in `tool_conflicts` or `position_conflicts`: the same as the feedback but for two rows.
    pub fn conflict(&self, n: usize) -> String {
        match self {
            Self::StandCollision { t, s, h } => {
                format!("Step {n}: Cannot move to '{t}' (tool stand for '{s}') while holding '{h}'")
            }
            Self::ToolNeeded { r, x, y } => {
                format!("Step {n}: Routine '{r}' requires tool '{x}', but robot has '{y}'")
            }
            _ => self.feedback(n),
        }
    }
}

impl Report {
    /// Valid means that no step has a fault and that there is a step.
    pub fn is_valid(&self) -> bool {
        self.feedback.is_empty()
    }

    /// Enters the faults of step `n`, and gives the state after it.
    pub fn take(&mut self, n: usize, outcome: Outcome<'_>) -> State {
        for fault in &outcome.faults {
            self.enter(n, fault);
        }
        outcome.next
    }

    fn enter(&mut self, n: usize, fault: &Fault<'_>) {
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        match fault {
            Fault::MissingPosition { x } => once(&mut self.missing_positions, x),
            Fault::UnknownRoutine { r } => once(&mut self.unknown_routines, r),
            Fault::IllegalEdge { a, b } => self.illegal_edges.push(pair(a, b)),
            Fault::Unsupported { r, p } => self.unsupported_routines.push(pair(r, p)),
            Fault::RobotElsewhere { .. } => self.position_conflicts.push(fault.conflict(n)),
            Fault::UnknownAction { .. } => {}
            _ => self.tool_conflicts.push(fault.conflict(n)),
        }
        self.feedback.push(fault.feedback(n));
    }

    /// The result document.
    pub fn to_value(&self) -> Value {
        let edges = self.illegal_edges.iter().map(|(a, b)| json!({"from": a, "to": b}));
        let unsupported = self.unsupported_routines.iter().map(|(r, p)| json!({"routine": r, "position": p}));
        json!({
            "valid": self.is_valid(),
            "missing_positions": self.missing_positions,
            "illegal_edges": edges.collect::<Vec<_>>(),
            "unsupported_routines": unsupported.collect::<Vec<_>>(),
            "tool_conflicts": self.tool_conflicts,
            "position_conflicts": self.position_conflicts,
            "unknown_routines": self.unknown_routines,
            "feedback": self.feedback.join("\n"),
        })
    }
}

fn once(list: &mut Vec<String>, name: &str) {
    if !list.iter().any(|there| there == name) {
        list.push(name.to_string());
    }
}

/// A name from the plan, inside a text: control characters (Cc) as JSON escapes, everything else as it is.
pub fn shown(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        match c {
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            c if c.is_control() => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => text.push(c),
        }
    }
    text
}
