//! What one thing of the cell is, with what it has to do with: its neighbours, its tool, where it is supported. In: the
//! snapshot and the robot's state. Out: a few sentences; long lists in them are cut and counted, since each has a question
//! of its own.

use super::{
    Found, Grounds,
    inventory::{needs, position_of, routine_with_tool, some, tool_described},
    robot,
    words::{count, described, name, role, seconds, text, wrap},
};
use crate::{
    cell::{PositionId, Role, RoutineId, ToolId},
    language::Subject,
    snapshot::{MetadataRef, Snapshot},
};

/// What one thing is.
pub(super) fn about<'g>(subject: Subject, grounds: &Grounds<'g>) -> Found<'g> {
    let (lines, what) = match subject {
        Subject::Position(id) => {
            (position(id, grounds), format!("position {}", name(grounds.snapshot.position_name(id))))
        }
        Subject::Tool(id) => (tool(id, grounds), format!("tool {}", name(grounds.snapshot.tool_name(id)))),
        Subject::Routine(id) => (routine(id, grounds), format!("routine {}", name(grounds.snapshot.routine_name(id)))),
    };
    let mut facts = vec![grounds.cell(what)];
    if !matches!(subject, Subject::Routine(_)) {
        facts.extend(grounds.state());
    }
    let lines: Vec<String> = lines.iter().filter(|line| !line.is_empty()).map(|line| wrap(line, "  ")).collect();
    Found::words(lines.join("\n"), facts)
}

fn position(id: PositionId, grounds: &Grounds<'_>) -> Vec<String> {
    let s = grounds.snapshot;
    let shown = name(s.position_name(id));
    let role = match s.role(id) {
        Role::Home => "a home position",
        Role::Work => "a work position",
        other => &format!("a {}", role(other)),
    };
    let robot = grounds.robot.filter(|robot| robot.position == s.position_name(id));
    let here = robot.map_or("", |robot| match robot.confirmed {
        true => " The robot is there now.",
        false => " The robot was last known to be there; this is not confirmed.",
    });
    let stand = s.tool_at(id).map(|tool| {
        let (tool, stand) = (name(s.tool_name(tool)), name(s.stand_name(s.tool_stand(tool))));
        format!("{tool} is kept there on {stand}.")
    });
    let routines = s.routines_at(id);
    let supported = match routines.len() {
        0 => "No routine is supported there.".to_owned(),
        _ => format!("Routines there: {}.", some(routines, |routine| routine_with_tool(s, RoutineId(routine)))),
    };
    vec![
        format!("{shown} is {role}{}{here}", described(s.position_description(id))),
        stand.unwrap_or_default(),
        supported,
        neighbours(s, id),
    ]
}

/// Whence and whither one move leads.
fn neighbours(s: &Snapshot, id: PositionId) -> String {
    let (out, into) = (s.allowed_moves(id), s.moves_into(id));
    let names = |list: &[u32]| some(list, |p| name(s.position_name(PositionId(p))).into_owned());
    match (out.is_empty(), into.is_empty()) {
        (true, true) => "No move leads there or away.".to_owned(),
        (true, false) => format!("Moves lead there from {}, and none away.", names(into)),
        (false, true) => format!("Moves lead from there to {}, and none there.", names(out)),
        (false, false) if out == into => format!("Moves lead from and to {}.", names(out)),
        (false, false) => format!("Moves lead from there to {}; and there from {}.", names(out), names(into)),
    }
}

fn tool(id: ToolId, grounds: &Grounds<'_>) -> Vec<String> {
    let s = grounds.snapshot;
    let stand = s.tool_stand(id);
    let pose = described(s.stand_pose(stand));
    let needed: Vec<u32> =
        (0..s.routine_count() as u32).filter(|&r| s.required_tool(RoutineId(r)) == Some(id)).collect();
    let needed = match needed.len() {
        0 => "No routine needs it.".to_owned(),
        1 => format!("One routine needs it: {}.", name(s.routine_name(RoutineId(needed[0])))),
        _ => format!("Routines that need it: {}.", some(&needed, |r| name(s.routine_name(RoutineId(r))).into_owned())),
    };
    let held = grounds.robot.is_some_and(|robot| robot.tool == s.tool_name(id));
    vec![
        tool_described(s, id),
        format!("It is kept at {} on {}{pose}", name(s.position_name(s.tool_position(id))), name(s.stand_name(stand))),
        needed,
        robot::holding(grounds).filter(|_| held).unwrap_or_default(),
    ]
}

fn routine(id: RoutineId, grounds: &Grounds<'_>) -> Vec<String> {
    let s = grounds.snapshot;
    let positions = s.supported_positions(id);
    let supported = match positions.len() {
        0 => "It is not supported at any position.".to_owned(),
        n => {
            let names: Vec<usize> = (0..n).collect();
            format!("It is supported at {}: {}.", count(n, "position"), some(&names, position_of(s, positions)))
        }
    };
    let system = Some(id) == s.attach_routine() || Some(id) == s.release_routine();
    let system = if system { " It is a step of tool changes, not a command of its own." } else { "" };
    let mut lines = vec![
        format!("{}{} {}.{system}", name(s.routine_name(id)), described(s.routine_description(id)), needs(s, id)),
        supported,
    ];
    lines.extend(metadata(s, id, positions));
    lines
}

/// How it is done: once where that is the same everywhere, else for each position.
fn metadata(s: &Snapshot, id: RoutineId, positions: &[u32]) -> Vec<String> {
    let at = |position: u32| s.metadata(id, PositionId(position)).unwrap_or_default();
    let Some(&first) = positions.first() else { return Vec::new() };
    if positions.iter().all(|&position| at(position) == at(first)) {
        return how(at(first)).map(|how| format!("Everywhere: {how}.")).into_iter().collect();
    }
    let most = crate::limits::ANSWER_LINES;
    let line = |&position: &u32| {
        let how = how(at(position)).unwrap_or_else(|| "nothing is said about how".to_owned());
        format!("  At {}: {how}.", name(s.position_name(PositionId(position))))
    };
    let mut lines: Vec<String> = positions.iter().take(most).map(line).collect();
    if positions.len() > most {
        lines.push(format!("  And so on at {} more.", positions.len() - most));
    }
    lines
}

fn how(metadata: MetadataRef<'_>) -> Option<String> {
    let parts = [
        metadata.stabilize_s.map(|wait_s| format!("{} to stabilize before it", seconds(wait_s))),
        metadata.action_after.map(|action| format!("'{}' after it", text(action))),
        metadata.verify.map(|check| format!("verified by '{}'", text(check))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
