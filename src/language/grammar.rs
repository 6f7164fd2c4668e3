//! The snapshot's names → the grammar of the terse form, in llguidance's Lark.
//!
//! Nothing outside it can be decoded, so no name that the cell does not have can come out. It is the grammar of what
//! [`super::terse`] reads, with two things left out on purpose: the system routines as work (the contract gives them goals
//! of their own), and lists longer than anybody says.

use std::fmt::Write as _;

use super::terse;
use crate::{
    cell::{TOOL_ATTACH, TOOL_RELEASE},
    limits::{MODEL_CLAUSES_MAX, MODEL_SPANS_MAX, OFFERS_MAX},
    snapshot::Snapshot,
};

/// The grammar of all answers about this cell.
#[must_use]
pub fn lark(snapshot: &Snapshot) -> String {
    let tools: Vec<&str> = snapshot.tool_names().collect();
    let routines = snapshot.routine_names().filter(|&name| name != TOOL_ATTACH && name != TOOL_RELEASE);
    let routines: Vec<&str> = routines.collect();
    let rules = Rules { tools: !tools.is_empty(), routines: !routines.is_empty() };
    let mut out = rules.text();
    names(&mut out, "POSITION", snapshot.position_names());
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
        let ask_tool = if self.tools { r#"| "where " TOOL | "is held " TOOL "# } else { "" };
        let deed_tool = if self.tools { r#"| "take " TOOL "# } else { "" };
        let deed_routine = if self.routines { r#"| ROUTINE (" @ " place)? "# } else { "" };
        let by_routine = if self.routines { r#" | " routine" is ROUTINE"# } else { "" };
        let tools = if self.tools { " | TOOL" } else { "" };
        let names = format!("{tools}{}", if self.routines { " | ROUTINE" } else { "" });
        let (clauses, spans, offers) = (MODEL_CLAUSES_MAX - 1, MODEL_SPANS_MAX - 1, OFFERS_MAX - 1);
        let mut out = format!(
            r#"start: "unknown" | "question " ask | "action " act
act: "?" (" " plan (" / " plan){{0,{offers}}})? | "yes" | "again" which? | plan
which: (" today" | " yesterday") (" #" "-"? PLACE_IN_ROW)? | " #" "-"? PLACE_IN_ROW
plan: goal (", " goal){{0,{clauses}}}
goal: "go " places times? {work}{take}| "drop" | "drop home"
places: span (" + " span){{0,{spans}}} reversed?
reversed: " reversed"
span: POSITION | POSITION " to " POSITION | "here" | "back" | "all" (" but " POSITION){{0,{spans}}}
turn: " in turn"
times: " x" TIMES
TIMES: /[2-9]|[1-9][0-9]/
COUNT: /[1-9][0-9]?/
PLACE_IN_ROW: /[1-9][0-9]?/
ask: part (" ; " part)?
part: "where robot" | "held" | "is robot " place | "why last" | "last" | "help" | "status" | "rest" | "?"
   | "more" | "more " COUNT | ("which " | "count " | "any ") sort filter{{0,4}} | "about " name
   | ("can " | "long " | "dwell " | "why not " | "when ") deed | "way " way {ask_tool}
sort: "positions" | "tools" | "routines" | "stands" | "moves" | "runs" | "steps"
filter: " " ("at" | "from" | "to") is place | " role" is role | " last" is COUNT
   | " day" is ("today" | "yesterday") | " outcome" is ("completed" | "failed" | "stopped") | " tool" is tool_or_none{by_routine}
is: "=" | "!="
way: place (" to " place)?
deed: "go " way {deed_tool}{deed_routine}
place: "here" | POSITION
role: "home" | "safe_approach" | "tool_mount" | "work"
name: POSITION{names}
tool_or_none: "none"{tools}
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
