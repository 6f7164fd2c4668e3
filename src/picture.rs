//! A snapshot → what its pictures show: positions by role, moves, tools at their stands. [`dot`] and [`svg`] draw it.
//!
//! Two one-way moves between the same positions are one link with two heads. A link that leads away from a home is drawn
//! forward, so that the cell reads from home outwards; a person may put things elsewhere (`arranged.rs`). Each thing has a class
//! by its number (`p3` the position 3, `p3-p7` the move between two), so that a page can mark the one where the robot is.

use std::collections::VecDeque;

use crate::{
    cell::{NO_TOOL, PositionId, Role, ToolId},
    snapshot::Snapshot,
};

#[cfg(feature = "web")]
pub(crate) mod arranged;
mod canvas;
pub(crate) mod dot;
pub(crate) mod svg;

/// Everything that is drawn.
pub(crate) struct Picture<'s> {
    places: Vec<Place<'s>>,
    links: Vec<Link>,
    tools: Vec<Held<'s>>,
}

/// A position.
struct Place<'s> {
    name: &'s str,
    role: Role,
    /// What is said when somebody points at it.
    tooltip: String,
}

/// A move, or two that are each other's way back.
struct Link {
    from: usize,
    to: usize,
    both_ways: bool,
    tooltip: String,
}

/// A tool at its stand.
struct Held<'s> {
    name: &'s str,
    stand: &'s str,
    at: usize,
    tooltip: String,
}

/// How a role is filled, and what the legend calls it.
const fn look(role: Role) -> (&'static str, &'static str) {
    match role {
        Role::Home => ("#a7d8a0", "home"),
        Role::SafeApproach => ("#cfe2f7", "safe approach"),
        Role::ToolMount => ("#f9d9a8", "tool mount"),
        Role::Work => ("#f4b6b0", "work"),
    }
}

/// How a tool is filled, and what the legend calls it.
const TOOL_LOOK: (&str, &str) = ("#e3d3f2", "tool");
/// Lines and text.
const INK: &str = "#3a3f47";

impl<'s> Picture<'s> {
    pub(crate) fn of(snapshot: &'s Snapshot) -> Self {
        let positions = || snapshot.position_ids();
        let places = positions().map(|id| place(snapshot, id)).collect();
        let distance = from_home(snapshot);
        let mut links = Vec::new();
        for from in positions() {
            for to in snapshot.allowed_moves(from) {
                let both_ways = snapshot.is_move_allowed(to, from);
                let forward = (distance[from.index()], from) < (distance[to.index()], to);
                if forward || !both_ways {
                    links.push(link(snapshot, from, to, both_ways));
                }
            }
        }
        links.sort_by_key(|link| (distance[link.from], link.from, link.to));
        let tools = snapshot.tool_ids().map(|id| held(snapshot, id)).collect();
        Self { places, links, tools }
    }
}

fn place(snapshot: &Snapshot, id: PositionId) -> Place<'_> {
    let (name, role) = (snapshot.position_name(id), snapshot.role(id));
    let mut tooltip = format!("{name} ({})", look(role).1);
    let description = snapshot.position_description(id);
    if !description.is_empty() {
        tooltip.push_str(&format!("\n{description}"));
    }
    let routines: Vec<&str> = snapshot.routines_at(id).iter().map(|routine| snapshot.routine_name(routine)).collect();
    if !routines.is_empty() {
        tooltip.push_str(&format!("\nroutines: {}", routines.join(", ")));
    }
    Place { name, role, tooltip }
}

fn link(snapshot: &Snapshot, from: PositionId, to: PositionId, both_ways: bool) -> Link {
    let mut tooltip = one_way(snapshot, from, to);
    if both_ways {
        tooltip.push_str(&format!("\n{}", one_way(snapshot, to, from)));
    }
    Link { from: from.index(), to: to.index(), both_ways, tooltip }
}

fn one_way(snapshot: &Snapshot, from: PositionId, to: PositionId) -> String {
    let cost = snapshot.move_cost_s(from, to).map(|cost_s| format!(" ({cost_s} s)")).unwrap_or_default();
    format!("{} → {}{cost}", snapshot.position_name(from), snapshot.position_name(to))
}

fn held(snapshot: &Snapshot, id: ToolId) -> Held<'_> {
    let (name, stand) = (snapshot.tool_name(id), snapshot.stand_name(snapshot.tool_stand(id)));
    let kind = match snapshot.tool_kind(id) {
        "" => NO_TOOL,
        kind => kind,
    };
    let tooltip = format!("{name} (type: {kind}) on {stand}\n{}", snapshot.tool_description(id));
    Held { name, stand, at: snapshot.tool_position(id).index(), tooltip: tooltip.trim_end().to_owned() }
}

/// Moves from the nearest home, taken in either direction; positions that hang on none come last.
fn from_home(snapshot: &Snapshot) -> Vec<u32> {
    let positions = snapshot.position_count();
    let mut distance = vec![u32::MAX; positions];
    let homes = (0..positions).filter(|&id| snapshot.role(PositionId(id as u32)) == Role::Home);
    let mut queue: VecDeque<usize> = homes.collect();
    for &home in &queue {
        distance[home] = 0;
    }
    while let Some(at) = queue.pop_front() {
        let id = PositionId(at as u32);
        for next in snapshot.allowed_moves(id).iter().chain(snapshot.moves_into(id)) {
            let next = next.index();
            if distance[next] == u32::MAX {
                distance[next] = distance[at] + 1;
                queue.push_back(next);
            }
        }
    }
    distance
}
