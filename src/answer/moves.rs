//! Where one can go: the whitelist from a position, and ways. In: the snapshot, and for "here" the robot's state. Out:
//! words with the seconds that moves take, where the cell gives them. A way from here is one that the robot could take
//! with what it holds.

use super::{
    Found, Grounds,
    inventory::some,
    list::{List, Style},
    robot::{self, sentences},
    words::{count, name, seconds},
};
use crate::{
    cell::{PositionId, ToolId},
    limits::ANSWER_INLINE_ITEMS,
    snapshot::{Snapshot, route::Scratch},
};

/// Where one move leads from a position; from the robot's for `None`.
pub(super) fn allowed<'g>(from: Option<PositionId>, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let (position, mut facts, doubt) = match robot::here_or(from, grounds) {
        Ok(place) => place,
        Err(told) => return told,
    };
    let shown = name(s.position_name(position));
    facts.push(grounds.cell(format!("get_allowed_moves({shown})")));
    let targets = s.allowed_moves(position);
    if targets.is_empty() {
        return Found::words(sentences(&[format!("No move is allowed from {shown}."), doubt]), facts);
    }
    let costs_s = s.move_costs_s(position);
    let item = move |place: usize| {
        let target = name(s.position_name(PositionId(targets[place])));
        match costs_s.get(place).filter(|cost_s| !cost_s.is_nan()) {
            Some(&cost_s) => format!("{target} ({})", seconds(cost_s)),
            None => target.into_owned(),
        }
    };
    let lead = format!("From {shown} one move leads to {}", count(targets.len(), "position"));
    let mut list = List::commas(lead, "position", targets.len(), item);
    // Of another position nobody asked with what in hand.
    let barred = if from.is_none() { barred(targets, grounds) } else { String::new() };
    list.after = robot::run_on(&[barred, doubt]);
    Found::list(list, facts)
}

/// Which of these the held tool forbids.
fn barred(targets: &[u32], grounds: &Grounds<'_>) -> String {
    let s = grounds.snapshot;
    let held = grounds.here().and_then(|(state, _)| state.tool);
    let barred: Vec<u32> = targets.iter().copied().filter(|&to| s.forbids(held, PositionId(to))).collect();
    match held {
        Some(held) if !barred.is_empty() => {
            let names = some(&barred, |to| name(s.position_name(PositionId(to))).into_owned());
            format!("With {} in hand the robot may not go to {names}.", name(s.tool_name(held)))
        }
        _ => String::new(),
    }
}

/// The way from one position to another; from the robot's for `None`.
pub(super) fn path<'g>(from: Option<PositionId>, to: PositionId, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let (start, mut facts, doubt) = match robot::here_or(from, grounds) {
        Ok(place) => place,
        Err(told) => return told,
    };
    let (a, b) = (name(s.position_name(start)), name(s.position_name(to)));
    facts.push(grounds.cell(format!("get_shortest_path({a}, {b})")));
    if start == to {
        let sentence = match from {
            None if doubt.is_empty() => format!("The robot is at {b} already."),
            _ => format!("From {a} to {b} there is no move to make."),
        };
        return Found::words(sentences(&[sentence, doubt]), facts);
    }
    let held = if from.is_none() { grounds.here().and_then(|(state, _)| state.tool) } else { None };
    let (mut scratch, mut route) = (Scratch::default(), Vec::new());
    if !s.shortest_path(start, to, &mut scratch, &mut route) {
        return Found::words(sentences(&[format!("There is no way from {a} to {b}."), doubt]), facts);
    }
    if from.is_none() && !s.path_holding(held, start, to, &mut scratch, &mut route) {
        let hand = held.map_or_else(|| "an empty hand".into(), |tool| format!("{} in hand", name(s.tool_name(tool))));
        let sentence = format!("There is no way from {a} to {b} with {hand}.{}", why_barred(s, held, to));
        return Found::words(sentences(&[sentence, doubt]), facts);
    }
    Found::list(way(s, &a, &b, route, doubt), facts)
}

fn why_barred(s: &Snapshot, held: Option<ToolId>, to: PositionId) -> String {
    match (held, s.tool_at(to)) {
        (Some(tool), Some(stand_of)) if s.forbids(held, to) && stand_of != tool => {
            format!(" It is the stand of {}.", name(s.tool_name(stand_of)))
        }
        (Some(tool), _) if s.forbids(held, to) => {
            format!(" No routine with {} is supported there.", name(s.tool_name(tool)))
        }
        _ => String::new(),
    }
}

fn way<'g>(s: &'g Snapshot, a: &str, b: &str, route: Vec<PositionId>, doubt: String) -> List<'g> {
    let moves = count(route.len() - 1, "move");
    let takes = duration_s(s, &route).map(|s| format!(", {}", seconds(s))).unwrap_or_default();
    let total = route.len();
    let item = move |place: usize| name(s.position_name(route[place])).into_owned();
    let lead = format!("The way from {a} to {b} takes {moves}{takes}");
    List { style: Style::Arrows, page: ANSWER_INLINE_ITEMS, after: doubt, ..List::lines(lead, "position", total, item) }
}

/// Seconds that a route takes, where every move of it has a cost.
fn duration_s(s: &Snapshot, route: &[PositionId]) -> Option<f64> {
    let mut sum_s = 0.0;
    for pair in route.windows(2) {
        let place = s.allowed_moves(pair[0]).iter().position(|&to| to == pair[1].0)?;
        sum_s += s.move_costs_s(pair[0]).get(place).filter(|cost_s| !cost_s.is_nan())?;
    }
    Some(sum_s)
}
