//! The snapshot's names → the grammar of the terse form, in llguidance's Lark.
//!
//! Nothing outside it can be decoded, so no name that the cell does not have can come out. It is the grammar of what
//! [`super::terse`] reads, with two things left out on purpose: the system routines as work (the contract gives them goals
//! of their own), and lists longer than anybody says.

use std::fmt::Write as _;

use super::terse;
use crate::{
    cell::{PositionId, RoutineId, TOOL_ATTACH, TOOL_RELEASE, ToolId},
    limits::{MODEL_CLAUSES_MAX, MODEL_SPANS_MAX},
    snapshot::Snapshot,
};

/// The grammar of all answers about this cell.
#[must_use]
pub fn lark(snapshot: &Snapshot) -> String {
    let positions = (0..snapshot.position_count() as u32).map(|id| snapshot.position_name(PositionId(id)));
    let tools: Vec<&str> = (0..snapshot.tool_count() as u32).map(|id| snapshot.tool_name(ToolId(id))).collect();
    let routines: Vec<&str> = (0..snapshot.routine_count() as u32)
        .map(|id| snapshot.routine_name(RoutineId(id)))
        .filter(|&name| name != TOOL_ATTACH && name != TOOL_RELEASE)
        .collect();
    let rules = Rules { tools: !tools.is_empty(), routines: !routines.is_empty() };
    let mut out = rules.text();
    names(&mut out, "POSITION", positions);
    names(&mut out, "TOOL", tools.into_iter());
    names(&mut out, "ROUTINE", routines.into_iter());
    out
}

/// What the cell has: a rule may not name an empty set.
struct Rules {
    tools: bool,
    routines: bool,
}

impl Rules {
    fn text(&self) -> String {
        let work = if self.routines { r#"| routines " @ " places turn? times? "# } else { "" };
        let take = if self.tools { r#"| "take " TOOL "# } else { "" };
        let ask_tool = if self.tools { r#"| "stand " TOOL | "tool " TOOL "# } else { "" };
        let ask_routine = if self.routines { r#"| "places " ROUTINE | "routine " ROUTINE "# } else { "" };
        let (clauses, spans) = (MODEL_CLAUSES_MAX - 1, MODEL_SPANS_MAX - 1);
        let mut out = format!(
            r#"start: "unknown" | "question " ask | "action " act
act: "?" | "yes" | "again" | goal (", " goal){{0,{clauses}}}
goal: "go " places times? {work}{take}| "drop" | "drop home"
places: span (" + " span){{0,{spans}}} reversed?
reversed: " reversed"
span: POSITION | POSITION " to " POSITION | "here" | "all" (" but " POSITION){{0,{spans}}}
turn: " in turn"
times: " x" TIMES
TIMES: /[2-9]|[1-9][0-9]/
COUNT: /[1-9][0-9]?/
ask: "positions" | "tools" | "routines" | "robot" | "hand" | "stands" | "last" | "help" | "status" | "rest"
   | "moves" | "moves " POSITION | "work" | "work " POSITION | "position " POSITION
   | "way " POSITION | "way " POSITION " to " POSITION | "more" | "more " COUNT
   | "history" (" " COUNT)? day? ended? {ask_tool}{ask_routine}
day: " today" | " yesterday"
ended: " completed" | " failed"
"#
        );
        if self.routines {
            let _infallible = writeln!(out, r#"routines: ROUTINE (" & " ROUTINE){{0,{spans}}}"#);
        }
        out
    }
}

fn names<'n>(out: &mut String, terminal: &str, names: impl Iterator<Item = &'n str>) {
    let mut separator = ": ";
    for name in names {
        let head = if separator == ": " { terminal } else { "" };
        // A JSON text is a Lark text: both escape quotes, backslashes and control characters alike.
        let _infallible = write!(out, "{head}{separator}{}", serde_json::Value::from(terse::name(name)));
        separator = " | ";
    }
    if separator != ": " {
        out.push('\n');
    }
}
