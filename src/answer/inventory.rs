//! What there is: positions, tools, routines, and which routine is supported where. In: the snapshot. Out: lists.

use super::{
    Found, Grounds,
    draft::{Piece, Statement},
    list::List,
    robot, sources,
    words::{count, described, is_are, name, role, text},
};
use crate::{
    cell::{PositionId, RoutineId, ToolId},
    limits::ANSWER_ASIDE_NAMES,
    snapshot::Snapshot,
};

/// How many there are, as the lead of a list.
fn total(total: usize, noun: &'static str, at: &'static str) -> impl Fn(bool) -> Vec<Piece> {
    move |is_first| vec![Statement::new(count(total, noun)).on(sources::cell(&[at])).shown_if(is_first).piece()]
}

/// Every position: its name, its role, what it is.
pub(super) fn positions<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let line = |place: usize| {
        let id = PositionId(place as u32);
        let line =
            format!("{} ({}){}", name(s.position_name(id)), role(s.role(id)), described(s.position_description(id)));
        Statement::new(line).on(sources::position(s, id, &["/name", "/role", "/description"])).piece()
    };
    let n = s.position_count();
    Found::list(List::lines(total(n, "position", "/positions"), "position", n, line))
}

/// Every tool: what it is, and where it is kept.
pub(super) fn tools<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let n = s.tool_count();
    if n == 0 {
        return Found::sentence(vec![robot::no_tools()]);
    }
    let line = |place: usize| {
        let id = ToolId(place as u32);
        let kept = name(s.position_name(s.tool_position(id)));
        let sources = sources::tool(s, id, &["/name", "/kind", "/description", "/kept_at"]);
        Statement::new(format!("{} Kept at {kept}.", tool_described(s, id))).on(sources).piece()
    };
    let mut list = List::lines(total(n, "tool", "/tools"), "tool", n, line);
    list.after = robot::holding(grounds).into_iter().collect();
    Found::list(list)
}

/// `Welder (end_effector): TIG welding head.`
pub(super) fn tool_described(s: &Snapshot, id: ToolId) -> String {
    let kind = s.tool_kind(id);
    let kind = if kind.is_empty() { String::new() } else { format!(" ({})", text(kind)) };
    format!("{}{kind}{}", name(s.tool_name(id)), described(s.tool_description(id)))
}

/// Every routine: what it is, which tool it needs, at how many positions it is supported.
pub(super) fn routines<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let n = s.routine_count();
    if n == 0 {
        let none = Statement::new("This cell has no routines.").on(sources::cell(&["/routines"]));
        return Found::sentence(vec![none.piece()]);
    }
    let line = |place: usize| {
        let id = RoutineId(place as u32);
        let routine = format!("{}{}", name(s.routine_name(id)), described(s.routine_description(id)));
        let places = match s.supported_positions(id).len() {
            0 => "nowhere".to_owned(),
            n => format!("at {}", count(n, "position")),
        };
        let sources = sources::routine(s, id, &["/name", "/description", "/needs_tool", "/positions_supported"]);
        Statement::new(format!("{routine} {}; supported {places}.", needs(s, id))).on(sources).piece()
    };
    Found::list(List::lines(total(n, "routine", "/routines"), "routine", n, line))
}

/// `Needs Welder`, `Needs no tool`.
pub(super) fn needs(s: &Snapshot, id: RoutineId) -> String {
    match s.required_tool(id) {
        Some(tool) => format!("Needs {}", name(s.tool_name(tool))),
        None => "Needs no tool".to_owned(),
    }
}

/// Where a routine may be done.
pub(super) fn supported_at<'g>(routine: RoutineId, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let shown = name(s.routine_name(routine));
    let counted = sources::routine(s, routine, &["/positions_supported"]);
    let positions: Vec<PositionId> = s.supported_positions(routine).iter().collect();
    let places = positions.len();
    if positions.is_empty() {
        let none = Statement::new(format!("{shown} is not supported at any position of this cell."));
        return Found::sentence(vec![none.on(counted).piece()]);
    }
    let before = format!("{shown} is supported at ");
    let lead = format!("{before}{}", count(places, "position"));
    let lead = move |is_first| vec![Statement::new(&*lead).on(counted.clone()).shown_if(is_first).piece()];
    let item = move |place: usize| {
        let at = positions[place];
        Statement::within(&*before, name(s.position_name(at))).on(sources::support(s, routine, at, &[])).piece()
    };
    let mut list = List::commas(lead, "position", places, item);
    let needs = format!("It {}.", needs(s, routine).replacen("Needs", "needs", 1));
    list.after = vec![Statement::new(needs).on(sources::routine(s, routine, &["/needs_tool"])).piece()];
    Found::list(list)
}

/// What may be done at a position.
pub(super) fn routines_at<'g>(asked: Option<PositionId>, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let (position, caveat) = match robot::here_or(asked, grounds) {
        Ok(place) => place,
        Err(told) => return told,
    };
    let shown = name(s.position_name(position));
    let mut counted = sources::position(s, position, &["/routines_supported"]);
    counted.extend(robot::here_source(asked));
    let routines: Vec<RoutineId> = s.routines_at(position).iter().collect();
    let number = routines.len();
    if routines.is_empty() {
        let none = Statement::new(format!("No routine is supported at {shown}.")).on(counted).piece();
        return Found::sentence([none].into_iter().chain(caveat).collect());
    }
    let lead = format!("{} {} supported at {shown}", count(number, "routine"), is_are(number));
    let lead = move |is_first| vec![Statement::new(&*lead).on(counted.clone()).shown_if(is_first).piece()];
    let before = format!("Routine supported at {shown}: ");
    let item = move |place: usize| {
        let id = routines[place];
        Statement::within(&*before, routine_with_tool(s, id))
            .on(sources::support(s, id, position, &[]))
            .on(s.required_tool(id).iter().flat_map(|_| sources::routine(s, id, &["/needs_tool"])))
            .piece()
    };
    let mut list = List::commas(lead, "routine", number, item);
    list.after = caveat;
    Found::list(list)
}

/// `tack_weld (needs Welder)`, or the name alone.
pub(super) fn routine_with_tool(s: &Snapshot, id: RoutineId) -> String {
    let routine = name(s.routine_name(id));
    match s.required_tool(id) {
        Some(tool) => format!("{routine} (needs {})", name(s.tool_name(tool))),
        None => routine.into_owned(),
    }
}

/// `A, B and C`, or the first few of them, and how many there are in all.
pub(super) fn some<T: Copy>(items: &[T], show: impl Fn(T) -> String) -> String {
    let shown: Vec<String> = items.iter().take(ANSWER_ASIDE_NAMES).map(|&item| show(item)).collect();
    match items.len() > ANSWER_ASIDE_NAMES {
        false => super::words::and(&shown),
        true => format!("{} and others, {} in all", shown.join(", "), items.len()),
    }
}

/// Those of them that [`some`] names.
pub(super) fn named<T>(items: &[T]) -> &[T] {
    &items[..items.len().min(ANSWER_ASIDE_NAMES)]
}
