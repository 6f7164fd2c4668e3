//! What there is: positions, tools, routines, and which routine is supported where. In: the snapshot. Out: lists.

use super::{
    Found, Grounds,
    list::List,
    robot,
    words::{and, count, described, is_are, name, role},
};
use crate::{
    cell::{PositionId, RoutineId, ToolId},
    snapshot::Snapshot,
};

/// Every position: its name, its role, what it is.
pub(super) fn positions<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let line = |place: usize| {
        let id = PositionId(place as u32);
        format!("{} ({}){}", name(s.position_name(id)), role(s.role(id)), described(s.position_description(id)))
    };
    let total = s.position_count();
    Found::list(List::lines(count(total, "position"), "position", total, line), vec![grounds.cell("get_all_positions")])
}

/// Every tool: what it is, and where it is kept.
pub(super) fn tools<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let mut facts = vec![grounds.cell("get_all_tools, get_tool_locations")];
    let total = s.tool_count();
    if total == 0 {
        return Found::words("This cell has no tools.", facts);
    }
    let line = |place: usize| {
        let id = ToolId(place as u32);
        format!("{} Kept at {}.", tool_described(s, id), name(s.position_name(s.tool_position(id))))
    };
    let mut list = List::lines(count(total, "tool"), "tool", total, line);
    if let Some(held) = robot::holding(grounds) {
        list.after = held;
        facts.extend(grounds.state());
    }
    Found::list(list, facts)
}

/// `Welder (end_effector): TIG welding head.`
pub(super) fn tool_described(s: &Snapshot, id: ToolId) -> String {
    let kind = s.tool_kind(id);
    let kind = if kind.is_empty() { String::new() } else { format!(" ({})", super::words::text(kind)) };
    format!("{}{kind}{}", name(s.tool_name(id)), described(s.tool_description(id)))
}

/// Every routine: what it is, which tool it needs, at how many positions it is supported.
pub(super) fn routines<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let facts = vec![grounds.cell("get_all_routines, get_supported_positions")];
    let total = s.routine_count();
    if total == 0 {
        return Found::words("This cell has no routines.", facts);
    }
    let line = |place: usize| {
        let id = RoutineId(place as u32);
        let routine = format!("{}{}", name(s.routine_name(id)), described(s.routine_description(id)));
        let places = match s.supported_positions(id).len() {
            0 => "nowhere".to_owned(),
            n => format!("at {}", count(n, "position")),
        };
        format!("{routine} {}; supported {places}.", needs(s, id))
    };
    Found::list(List::lines(count(total, "routine"), "routine", total, line), facts)
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
    let facts = vec![grounds.cell(format!("get_supported_positions({shown})"))];
    let positions = s.supported_positions(routine);
    if positions.is_empty() {
        return Found::words(format!("{shown} is not supported at any position of this cell."), facts);
    }
    let lead = format!("{shown} is supported at {}", count(positions.len(), "position"));
    let mut list = List::commas(lead, "position", positions.len(), position_of(s, positions));
    list.after = format!("It {}.", needs(s, routine).replacen("Needs", "needs", 1));
    Found::list(list, facts)
}

/// What may be done at a position.
pub(super) fn routines_at<'g>(position: Option<PositionId>, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let (position, mut facts, doubt) = match robot::here_or(position, grounds) {
        Ok(place) => place,
        Err(told) => return told,
    };
    let shown = name(s.position_name(position));
    facts.push(grounds.cell(format!("routines supported at {shown}")));
    let routines = s.routines_at(position);
    if routines.is_empty() {
        return Found::words(robot::sentences(&[format!("No routine is supported at {shown}."), doubt]), facts);
    }
    let lead = format!("{} {} supported at {shown}", count(routines.len(), "routine"), is_are(routines.len()));
    let item = move |place: usize| routine_with_tool(s, RoutineId(routines[place]));
    let mut list = List::commas(lead, "routine", routines.len(), item);
    list.after = doubt;
    Found::list(list, facts)
}

/// `tack_weld (needs Welder)`, or the name alone.
pub(super) fn routine_with_tool(s: &Snapshot, id: RoutineId) -> String {
    let routine = name(s.routine_name(id));
    match s.required_tool(id) {
        Some(tool) => format!("{routine} (needs {})", name(s.tool_name(tool))),
        None => routine.into_owned(),
    }
}

/// Names the positions of a table of the snapshot.
pub(super) fn position_of<'g>(s: &'g Snapshot, positions: &'g [u32]) -> impl Fn(usize) -> String + 'g {
    move |place| name(s.position_name(PositionId(positions[place]))).into_owned()
}

/// `A, B and C`, or the first few of them and how many more.
pub(super) fn some<T: Copy>(items: &[T], show: impl Fn(T) -> String) -> String {
    let most = crate::limits::ANSWER_ASIDE_NAMES;
    let mut shown: Vec<String> = items.iter().take(most).map(|&item| show(item)).collect();
    if items.len() > most {
        shown.push(format!("{} more", items.len() - most));
    }
    and(&shown)
}
