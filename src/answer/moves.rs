//! Where one can go: the whitelist from a position, and ways. In: the snapshot, and for "here" the robot's state. Out:
//! claims with the seconds that moves take, where the cell gives them. A way from here is one that the robot could take
//! with what it holds.

use std::rc::Rc;

use super::{
    Found, Grounds,
    draft::{Piece, Statement, Style},
    evidence::Read,
    inventory::{named, some},
    list::List,
    robot, sources,
    words::{count, name, seconds},
};
use crate::{
    cell::{PositionId, ToolId},
    checkpoint::synthesis::Citation,
    limits::ANSWER_INLINE_ITEMS,
    snapshot::{Snapshot, route::Scratch},
};

/// Where one move leads from a position; from the robot's for `None`.
pub(super) fn allowed<'g>(from: Option<PositionId>, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let (position, caveat) = match robot::here_or(from, grounds) {
        Ok(place) => place,
        Err(told) => return told,
    };
    let shown = name(s.position_name(position));
    let mut counted = sources::position(s, position, &["/allowed_moves_lead_to"]);
    counted.extend(robot::here_source(from));
    let targets: Vec<PositionId> = s.allowed_moves(position).iter().collect();
    if targets.is_empty() {
        let none = Statement::new(format!("No move is allowed from {shown}.")).on(counted).piece();
        return Found::sentence([none].into_iter().chain(caveat).collect());
    }
    let costs_s = s.move_costs_s(position);
    let before = format!("From {shown} one move leads to ");
    let lead = format!("{before}{}", count(targets.len(), "position"));
    let lead = move |is_first| vec![Statement::new(&*lead).on(counted.clone()).shown_if(is_first).piece()];
    // Of another position nobody asked with what in hand.
    let barred = barred(&targets, grounds).filter(|_| from.is_none());
    let count = targets.len();
    let item = move |place: usize| {
        let to = targets[place];
        let target = name(s.position_name(to));
        let target = match costs_s.get(place).filter(|cost_s| !cost_s.is_nan()) {
            Some(&cost_s) => format!("{target} ({})", seconds(cost_s)),
            None => target.into_owned(),
        };
        Statement::within(&*before, target).on(sources::one_move(s, position, to)).piece()
    };
    let mut list = List::commas(lead, "position", count, item);
    list.after.extend(barred);
    list.after.extend(caveat);
    Found::list(list)
}

/// Which of these the held tool forbids.
fn barred(targets: &[PositionId], grounds: &Grounds<'_>) -> Option<Piece> {
    let s = grounds.snapshot;
    let held = grounds.here().and_then(|(state, _)| state.tool)?;
    let barred: Vec<PositionId> = targets.iter().copied().filter(|&to| s.forbids(Some(held), to)).collect();
    let names = some(&barred, |to| name(s.position_name(to)).into_owned());
    let text = format!("With {} in hand the robot may not go to {names}.", name(s.tool_name(held)));
    let sources =
        named(&barred).iter().flat_map(|&to| sources::holding(s, held, to, &["/tool_in_hand", "/robot_may_go"]));
    let claim = Statement::new(text).on(sources::robot(&["/holds_tool"])).on(sources);
    (!barred.is_empty()).then(|| claim.piece())
}

/// The way from one position to another; from the robot's for `None`.
pub(super) fn path<'g>(from: Option<PositionId>, to: PositionId, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let (start, caveat) = match robot::here_or(from, grounds) {
        Ok(place) => place,
        Err(told) => return told,
    };
    let (a, b) = (name(s.position_name(start)), name(s.position_name(to)));
    let here = robot::here_source(from);
    let claim = |text: String, sources: Vec<Citation>| Statement::new(text).on(sources).on(here.clone()).piece();
    let told = |claim: Piece, caveat: Vec<Piece>| Found::sentence([claim].into_iter().chain(caveat).collect());
    let read = |held, route: &[PositionId]| vec![Read::Way { from: start, to, held, route: Rc::from(route) }];
    if start == to {
        let is_sure = from.is_none() && grounds.here().is_some_and(|(_, is_sure)| is_sure);
        let claim = match is_sure {
            true => claim(format!("{} is at {b} already.", robot::who(grounds.robot)), Vec::new()),
            false => claim(
                format!("From {a} to {b} there is no move to make."),
                sources::way(&["/moves", "/way_begins_at", "/way_ends_at"]),
            ),
        };
        return told(claim, caveat).with(read(None, &[start]));
    }
    let held = if from.is_none() { grounds.here().and_then(|(state, _)| state.tool) } else { None };
    let (mut scratch, mut route) = (Scratch::default(), Vec::new());
    if !s.shortest_path(start, to, &mut scratch, &mut route) {
        let text = format!("There is no way from {a} to {b}.");
        let claim = claim(text, sources::way(&["/is_there", "/way_begins_at", "/way_ends_at"]));
        return told(claim, caveat).with(read(None, &[]));
    }
    if from.is_none() && !s.path_holding(held, start, to, &mut scratch, &mut route) {
        let hand = held.map_or_else(|| "an empty hand".into(), |tool| format!("{} in hand", name(s.tool_name(tool))));
        let text = format!("There is no way from {a} to {b} with {hand}.");
        let mut places = vec!["/is_there", "/way_begins_at", "/way_ends_at", "/hand"];
        places.extend(held.map(|_| "/in_hand"));
        let why = held.and_then(|held| why_barred(s, held, to));
        return Found::sentence([claim(text, sources::way(&places))].into_iter().chain(why).chain(caveat).collect())
            .with(read(held, &[]));
    }
    let read = read(None, &route);
    Found::list(way(s, route, caveat)).with(read)
}

fn why_barred(s: &Snapshot, held: ToolId, to: PositionId) -> Option<Piece> {
    let before = format!("{}: ", name(s.position_name(to)));
    match s.tool_at(to) {
        Some(stand_of) if s.forbids(Some(held), to) && stand_of != held => {
            let text = format!("It is the stand of {}.", name(s.tool_name(stand_of)));
            let sources = sources::tool(s, stand_of, &["/name", "/kept_on_stand", "/kept_at"]);
            Some(Statement::within(before, text).on(sources).piece())
        }
        _ if s.forbids(Some(held), to) => {
            let text = format!("No routine with {} is supported there.", name(s.tool_name(held)));
            let sources = sources::holding(s, held, to, &["/routine_supported", "/tool_in_hand"]);
            Some(Statement::within(before, text).on(sources).piece())
        }
        _ => None,
    }
}

fn way(s: &Snapshot, route: Vec<PositionId>, caveat: Vec<Piece>) -> List<'_> {
    let shown = move |id: PositionId| name(s.position_name(id));
    let [a, b] = [route.first(), route.last()].map(|id| id.map(|&id| shown(id)).unwrap_or_default());
    let moves = count(route.len() - 1, "move");
    let takes_s = duration_s(s, &route);
    let takes = takes_s.map(|s| format!(", {}", seconds(s))).unwrap_or_default();
    let lead = format!("The way from {a} to {b} takes {moves}{takes}");
    let mut places = vec!["/way_begins_at", "/way_ends_at", "/moves"];
    places.extend(takes_s.map(|_| "/takes"));
    let lead = move |is_first| vec![Statement::new(&*lead).on(sources::way(&places)).shown_if(is_first).piece()];
    let total = route.len();
    let item = move |place: usize| {
        let to = route[place];
        match place.checked_sub(1).map(|before| route[before]) {
            None => Statement::within("The way begins at ", shown(to)).on(sources::way(&["/way_begins_at"])),
            Some(from) => Statement::within(format!("From {} a move leads to ", shown(from)), shown(to))
                .on(sources::one_move(s, from, to)),
        }
        .piece()
    };
    List {
        style: Style::Arrows,
        page: ANSWER_INLINE_ITEMS,
        after: caveat,
        ..List::lines(lead, "position", total, item)
    }
}

/// Seconds that a route takes, where every move of it has a cost.
pub(super) fn duration_s(s: &Snapshot, route: &[PositionId]) -> Option<f64> {
    let mut sum_s = 0.0;
    for pair in route.windows(2) {
        sum_s += s.move_cost_s(pair[0], pair[1])?;
    }
    Some(sum_s)
}
