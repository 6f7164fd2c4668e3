//! What one thing of the cell is, with what it has to do with: its neighbours, its tool, where it is supported. In: the
//! snapshot and the robot's state. Out: a few claims; long lists in them are cut and counted, since each has a question
//! of its own.

use super::{
    Found, Grounds,
    draft::{Line, Piece, Statement},
    inventory::{named, needs, routine_with_tool, some, tool_described},
    robot, sources,
    words::{count, described, name, role, said, seconds},
};
use crate::{
    cell::{PositionId, Role, RoutineId, ToolId},
    language::Subject,
    limits::ANSWER_LINES,
    run::Reliance,
    snapshot::{MetadataRef, Snapshot},
};

/// What one thing is.
pub(super) fn about<'g>(subject: Subject, grounds: &Grounds<'g>) -> Found<'g> {
    let lines = match subject {
        Subject::Position(id) => position(id, grounds),
        Subject::Tool(id) => tool(id, grounds),
        Subject::Routine(id) => routine(id, grounds.snapshot),
    };
    Found::lines(lines.into_iter().map(Line::hanging).collect())
}

fn position(id: PositionId, grounds: &Grounds<'_>) -> Vec<Vec<Piece>> {
    let s = grounds.snapshot;
    let shown = name(s.position_name(id));
    let before = format!("{shown}: ");
    let role = match s.role(id) {
        Role::Home => "a home position",
        Role::Work => "a work position",
        other => &format!("a {}", role(other)),
    };
    let what = Statement::new(format!("{shown} is {role}{}", described(s.position_description(id))))
        .on(sources::position(s, id, &["/name", "/role", "/description"]));
    let stand = s.tool_at(id).map(|tool| {
        let (shown, stand) = (name(s.tool_name(tool)), name(s.stand_name(s.tool_stand(tool))));
        Statement::within(&*before, format!("{shown} is kept there on {stand}."))
            .on(sources::tool(s, tool, &["/name", "/kept_on_stand", "/kept_at"]))
            .piece()
    });
    vec![
        [what.piece()].into_iter().chain(robot_there(id, grounds)).collect(),
        stand.into_iter().collect(),
        vec![routines_there(s, id)],
        vec![neighbours(s, id)],
    ]
}

fn robot_there(id: PositionId, grounds: &Grounds<'_>) -> Option<Piece> {
    let s = grounds.snapshot;
    let robot = grounds.robot.filter(|robot| robot.position == s.position_name(id))?;
    let before = format!("{}: ", name(s.position_name(id)));
    let place = sources::robot(&["/position"]);
    let claim = match Reliance::of(robot) {
        Reliance::Unconfirmed { .. } => {
            Statement::within(before, "The robot was last known to be there; this is not confirmed.")
                .on(place)
                .on(sources::robot(&["/last_known"]))
                .on(sources::reliance(&["/state_confirmed"]))
        }
        _ => Statement::within(before, format!("{} is there now.", robot::who(Some(robot)))).on(place),
    };
    Some(claim.piece())
}

fn routines_there(s: &Snapshot, id: PositionId) -> Piece {
    let routines: Vec<RoutineId> = s.routines_at(id).iter().collect();
    let before = format!("{}: ", name(s.position_name(id)));
    let counted = sources::position(s, id, &["/routines_supported"]);
    if routines.is_empty() {
        return Statement::within(before, "No routine is supported there.").on(counted).piece();
    }
    let names = some(&routines, |routine| routine_with_tool(s, routine));
    let of = |&routine: &RoutineId| {
        let tool = s.required_tool(routine).map(|_| sources::routine(s, routine, &["/needs_tool"]));
        sources::support(s, routine, id, &[]).into_iter().chain(tool.unwrap_or_default())
    };
    Statement::within(before, format!("Routines there: {names}."))
        .on(counted)
        .on(named(&routines).iter().flat_map(of))
        .piece()
}

/// Whence and whither one move leads.
fn neighbours(s: &Snapshot, id: PositionId) -> Piece {
    let [out, into]: [Vec<PositionId>; 2] = [s.allowed_moves(id), s.moves_into(id)].map(|list| list.iter().collect());
    let names = |list: &[PositionId]| some(list, |p| name(s.position_name(p)).into_owned());
    let text = match (out.is_empty(), into.is_empty()) {
        (true, true) => "No move leads there or away.".to_owned(),
        (true, false) => format!("Moves lead there from {}, and none away.", names(&into)),
        (false, true) => format!("Moves lead from there to {}, and none there.", names(&out)),
        (false, false) if out == into => format!("Moves lead from and to {}.", names(&out)),
        (false, false) => format!("Moves lead from there to {}; and there from {}.", names(&out), names(&into)),
    };
    let counted = sources::position(s, id, &["/allowed_moves_lead_to", "/allowed_moves_lead_from"]);
    Statement::within(format!("{}: ", name(s.position_name(id))), text)
        .on(counted)
        .on(named(&out).iter().flat_map(|&to| sources::one_move(s, id, to)))
        .on(named(&into).iter().flat_map(|&from| sources::one_move(s, from, id)))
        .piece()
}

fn tool(id: ToolId, grounds: &Grounds<'_>) -> Vec<Vec<Piece>> {
    let s = grounds.snapshot;
    let stand = s.tool_stand(id);
    let pose = described(s.stand_pose(stand));
    let needed: Vec<RoutineId> = s.routine_ids().filter(|&r| s.required_tool(r) == Some(id)).collect();
    let shown = |routine| name(s.routine_name(routine)).into_owned();
    let needed_by = match needed[..] {
        [] => "No routine needs it.".to_owned(),
        [one] => format!("One routine needs it: {}.", shown(one)),
        _ => format!("Routines that need it: {}.", some(&needed, shown)),
    };
    let held = grounds.robot.is_some_and(|robot| robot.tool == s.tool_name(id));
    let before = format!("{}: ", name(s.tool_name(id)));
    let kept =
        format!("It is kept at {} on {}{pose}", name(s.position_name(s.tool_position(id))), name(s.stand_name(stand)));
    let what = sources::tool(s, id, &["/name", "/kind", "/description"]);
    vec![
        vec![Statement::within("The tool ", tool_described(s, id)).on(what).piece()],
        vec![
            Statement::within(&*before, kept)
                .on(sources::tool(s, id, &["/name", "/kept_at", "/kept_on_stand"]))
                .on(sources::stand(s, stand, &["/pose"]))
                .piece(),
        ],
        vec![
            Statement::within(&*before, needed_by)
                .on(sources::tool(s, id, &["/name", "/routines_that_need_it"]))
                .on(named(&needed).iter().flat_map(|&routine| sources::routine(s, routine, &["/needs_tool"])))
                .piece(),
        ],
        robot::holding(grounds).filter(|_| held).into_iter().collect(),
    ]
}

fn routine(id: RoutineId, s: &Snapshot) -> Vec<Vec<Piece>> {
    let positions: Vec<PositionId> = s.supported_positions(id).iter().collect();
    let shown = name(s.routine_name(id));
    let before = format!("{shown}: ");
    let supported = match positions.len() {
        0 => "It is not supported at any position.".to_owned(),
        n => {
            let names = some(&positions, |at| name(s.position_name(at)).into_owned());
            format!("It is supported at {}: {names}.", count(n, "position"))
        }
    };
    let what = Statement::new(format!("{shown}{} {}.", described(s.routine_description(id)), needs(s, id)))
        .on(sources::routine(s, id, &["/name", "/description", "/needs_tool"]));
    let is_system = Some(id) == s.attach_routine() || Some(id) == s.release_routine();
    let system = Statement::within(&*before, "It is a step of tool changes, not a command of its own.")
        .on(sources::routine(s, id, &["/is_step_of_tool_changes", "/is_command_of_its_own", "/name"]));
    let supported = Statement::within(&*before, supported)
        .on(sources::routine(s, id, &["/positions_supported"]))
        .on(named(&positions).iter().flat_map(|&at| sources::support(s, id, at, &[])));
    let mut lines =
        vec![[what.piece()].into_iter().chain(is_system.then(|| system.piece())).collect(), vec![supported.piece()]];
    lines.extend(metadata(s, id, &positions).into_iter().map(|piece| vec![piece]));
    lines
}

/// How it is done: once where that is the same everywhere, else for each position.
pub(super) fn metadata(s: &Snapshot, id: RoutineId, positions: &[PositionId]) -> Vec<Piece> {
    let at = |position: PositionId| s.metadata(id, position).unwrap_or_default();
    let before = format!("{}: ", name(s.routine_name(id)));
    let Some(&first) = positions.first() else { return Vec::new() };
    if positions.iter().all(|&position| at(position) == at(first)) {
        let claim = |how| Statement::within(&*before, format!("Everywhere: {how}.")).on(sources::everywhere(s, id));
        return how(at(first)).map(|how| claim(how).piece()).into_iter().collect();
    }
    let line = |&position: &PositionId| how_at(s, id, position, "  ");
    let mut lines: Vec<Piece> = positions.iter().take(ANSWER_LINES).map(line).collect();
    if positions.len() > ANSWER_LINES {
        let text = format!("  And so on, at {} in all.", count(positions.len(), "position"));
        let rest = Statement::within(before, text).on(sources::routine(s, id, &["/positions_supported"]));
        lines.push(rest.piece());
    }
    lines
}

/// How it is done at one position.
pub(super) fn how_at(s: &Snapshot, id: RoutineId, position: PositionId, indent: &str) -> Piece {
    let (how, place) = match how(s.metadata(id, position).unwrap_or_default()) {
        Some(how) => (how, "/how"),
        None => ("nothing is said about how".to_owned(), "/is_said_how"),
    };
    let before = format!("{}: ", name(s.routine_name(id)));
    let text = format!("{indent}At {}: {how}.", name(s.position_name(position)));
    Statement::within(before, text).on(sources::support(s, id, position, &[place, "/position_supported"])).piece()
}

fn how(metadata: MetadataRef<'_>) -> Option<String> {
    let parts = [
        metadata.stabilize_s.map(|wait_s| format!("{} to stabilize before it", seconds(wait_s))),
        metadata.action_after.and_then(said).map(|action| format!("'{action}' after it")),
        metadata.verify.and_then(said).map(|check| format!("verified by '{check}'")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
