//! Routes over a snapshot, written into the caller's buffer: look-ups where tables were prepared, else searches.
//!
//! 1. A route has the fewest moves; among equals it is the one whose ids, and so names, come first from the start.
//! 2. Which table or search finds it makes no difference to the route.
//! 3. A table that contradicts itself gives no route; nothing loops and nothing panics.

use super::{
    Snapshot,
    at::list_at,
    encoding::{self, DEPTH, DOWN, UP},
};
use crate::{
    cell::{PositionId, ToolId},
    limits::NONE_ID,
};

mod cost;
mod search;

use search::{Nodes, Side};

/// Working memory of route searches. Keep one for each thread and hand it in; it grows to the largest cell it has seen.
#[derive(Debug, Default)]
pub struct Scratch {
    tail: Vec<u32>,
    forward: Side,
    backward: Side,
    cost: cost::Keys,
}

impl Snapshot {
    /// The shortest path into `route`, both ends included; just `from` where they are equal. False, with `route`
    /// empty, where there is none.
    pub fn shortest_path(
        &self,
        from: PositionId,
        to: PositionId,
        scratch: &mut Scratch,
        route: &mut Vec<PositionId>,
    ) -> bool {
        let found = self.through_core(from, to, scratch, route, |core_from, core_to, scratch, route| {
            self.core_route(core_from, core_to, scratch, route)
        });
        if !found {
            route.clear();
        }
        found
    }

    /// The path of least cost: ties go to fewer moves, then to the first names. Only where
    /// [`Snapshot::every_move_has_cost`]; false, with `route` empty, where that is not so or there is no path.
    pub fn cheapest_path(
        &self,
        from: PositionId,
        to: PositionId,
        scratch: &mut Scratch,
        route: &mut Vec<PositionId>,
    ) -> bool {
        let t = &self.tables;
        let found = self.every_move_has_cost
            && if t.cost_shape.is_empty() {
                cost::search(self, from, to, &mut scratch.cost, route)
            } else {
                let hops = Hops {
                    shape: &t.cost_shape,
                    direct: &t.cost_direct,
                    packed: &t.cost_packed,
                    neighbours: &t.cost_neighbours,
                    wide_of: &t.cost_wide_of,
                    wide: &t.cost_wide,
                };
                self.through_core(from, to, scratch, route, |from, to, _, route| {
                    hops.walk(&t.core_positions, from, to, route)
                })
            };
        if !found {
            route.clear();
        }
        found
    }

    /// The shortest path while `held` is in hand: never through a tool stand nor a position that the tool forbids,
    /// except as its ends. Just `from` where the ends are equal. False, with `route` empty, where there is none or the
    /// tool forbids `to`.
    pub fn path_holding(
        &self,
        held: Option<ToolId>,
        from: PositionId,
        to: PositionId,
        scratch: &mut Scratch,
        route: &mut Vec<PositionId>,
    ) -> bool {
        route.clear();
        if from == to {
            route.extend(Some(from).filter(|from| from.index() < self.position_count()));
            return !route.is_empty();
        }
        if self.forbids(held, to) {
            return false;
        }
        let found = match self.stand_route(held, from, to, route) {
            Some(found) => found,
            None => {
                // A shortest path that breaks no rule is the shortest among those that break none.
                self.shortest_path(from, to, scratch, route)
                    && (route[1..route.len() - 1].iter().all(|&p| self.is_passable(held, p)) || {
                        route.truncate(1);
                        search::both_ways(&Holding { snapshot: self, held }, from.0, to.0, scratch, route)
                    })
            }
        };
        if !found {
            route.clear();
        }
        found
    }

    /// Whether a route may pass through a position while `held` is in hand.
    #[must_use]
    pub fn is_passable(&self, held: Option<ToolId>, position: PositionId) -> bool {
        self.tool_at(position).is_none() && !self.forbids(held, position)
    }

    /// The route from the prepared trees, where one end is the held tool's stand, or any stand with an empty hand.
    fn stand_route(
        &self,
        held: Option<ToolId>,
        from: PositionId,
        to: PositionId,
        route: &mut Vec<PositionId>,
    ) -> Option<bool> {
        let t = &self.tables;
        let positions = self.position_count();
        let pick = |stand: PositionId, with: &'_ [u32], without: &'_ [u32]| -> Option<std::ops::Range<usize>> {
            let tool = self.tool_at(stand).filter(|&tool| held.is_none_or(|held| held == tool))?;
            let range = tool.index() * positions..(tool.index() + 1) * positions;
            let tree = if held.is_some() { with } else { without };
            (range.end <= tree.len()).then_some(range)
        };
        if let Some(range) = pick(to, &t.toward_stand_held, &t.toward_stand_empty) {
            let tree = if held.is_some() { &t.toward_stand_held[range] } else { &t.toward_stand_empty[range] };
            route.push(from);
            return Some(follow(tree, from.0, to.0, route));
        }
        let range = pick(from, &t.from_stand_held, &t.from_stand_empty)?;
        let tree = if held.is_some() { &t.from_stand_held[range] } else { &t.from_stand_empty[range] };
        route.push(to);
        let found = follow(tree, to.0, from.0, route);
        route.reverse();
        Some(found)
    }

    /// Climbs from both ends to the core, or to where the ends' branches meet, and has `core` fill the middle.
    fn through_core(
        &self,
        from: PositionId,
        to: PositionId,
        scratch: &mut Scratch,
        route: &mut Vec<PositionId>,
        core: impl FnOnce(u32, u32, &mut Scratch, &mut Vec<PositionId>) -> bool,
    ) -> bool {
        let t = &self.tables;
        let (Some(&core_from), Some(&core_to)) = (t.core_of.get(from.index()), t.core_of.get(to.index())) else {
            return false;
        };
        let same_tree = core_from == core_to;
        let (mut head, mut tail) = (from.0, to.0);
        route.clear();
        scratch.tail.clear();
        route.push(from);
        loop {
            let (up, down) = (t.pendant_link[head as usize], t.pendant_link[tail as usize]);
            let (head_depth, tail_depth) = (up & DEPTH, down & DEPTH);
            if head == tail || (!same_tree && head_depth == 0 && tail_depth == 0) {
                break;
            }
            if head_depth > 0 && (head_depth >= tail_depth || !same_tree) {
                head = t.pendant_parent[head as usize];
                if up & UP == 0 || head == NONE_ID {
                    return false;
                }
                route.push(PositionId(head));
            } else {
                scratch.tail.push(tail);
                tail = t.pendant_parent[tail as usize];
                if down & DOWN == 0 || tail == NONE_ID {
                    return false;
                }
            }
        }
        if head != tail && !core(core_from, core_to, scratch, route) {
            return false;
        }
        route.extend(scratch.tail.iter().rev().map(|&position| PositionId(position)));
        true
    }

    fn core_route(&self, from: u32, to: u32, scratch: &mut Scratch, route: &mut Vec<PositionId>) -> bool {
        let t = &self.tables;
        if !t.hop_shape.is_empty() {
            let hops = Hops {
                shape: &t.hop_shape,
                direct: &t.hop_direct,
                packed: &t.hop_packed,
                neighbours: &t.hop_neighbours,
                wide_of: &t.hop_wide_of,
                wide: &t.hop_wide,
            };
            return hops.walk(&t.core_positions, from, to, route);
        }
        let core = CoreGraph { snapshot: self };
        let nodes = t.core_positions.len();
        let region = t.region_of.get(to as usize).map_or(0, |&region| usize::from(region));
        match t.region_masks.get(region * nodes..(region + 1) * nodes) {
            Some(masks) if !t.region_of.is_empty() => search::flagged(&core, masks, from, to, scratch, route),
            _ => search::both_ways(&core, from, to, scratch, route),
        }
    }
}

/// Follows a tree of next positions; no further than it is long.
fn follow(tree: &[u32], mut at: u32, to: u32, route: &mut Vec<PositionId>) -> bool {
    for _ in 0..tree.len() {
        match tree.get(at as usize) {
            Some(&next) if next != NONE_ID => {
                at = next;
                route.push(PositionId(at));
            }
            _ => return false,
        }
        if at == to {
            return true;
        }
    }
    false
}

/// A next-hop table, as `routes/hops.rs` made it.
struct Hops<'t> {
    shape: &'t [u32],
    direct: &'t [u16],
    packed: &'t [u8],
    neighbours: &'t [u16],
    wide_of: &'t [u16],
    wide: &'t [u16],
}

impl Hops<'_> {
    /// The nodes after `from` up to `to`.
    fn walk(&self, core_positions: &[u32], from: u32, to: u32, route: &mut Vec<PositionId>) -> bool {
        let nodes = core_positions.len();
        let target = to as usize;
        match *self.shape {
            [encoding::DIRECT, ..] => {
                let Some(row) = self.direct.get(target * nodes..(target + 1) * nodes) else { return false };
                step_by_step(core_positions, from, to, route, |at| row.get(at).copied())
            }
            [encoding::PACKED, bits, row_bytes, columns] => {
                let (row_bytes, columns) = (row_bytes as usize, columns as usize);
                let Some(row) = self.packed.get(target * row_bytes..(target + 1) * row_bytes) else { return false };
                let wide = |at: usize| {
                    let column = *self.wide_of.get(at)?;
                    (column != encoding::NO_HOP)
                        .then(|| self.wide.get(target * columns + usize::from(column)).copied())
                        .flatten()
                };
                let hop = |at: usize, shift: usize, number: usize| match self.neighbours.get((at << shift) + number) {
                    Some(&encoding::NO_HOP) => wide(at),
                    neighbour => neighbour.copied(),
                };
                if bits == 4 {
                    step_by_step(core_positions, from, to, route, |at| {
                        hop(at, 4, usize::from(*row.get(at / 2)? >> (at % 2 * 4)) & 15)
                    })
                } else {
                    step_by_step(core_positions, from, to, route, |at| {
                        hop(at, 2, usize::from(*row.get(at / 4)? >> (at % 4 * 2)) & 3)
                    })
                }
            }
            _ => false,
        }
    }
}

#[inline]
fn step_by_step(
    core_positions: &[u32],
    from: u32,
    to: u32,
    route: &mut Vec<PositionId>,
    hop: impl Fn(usize) -> Option<u16>,
) -> bool {
    let mut at = from as usize;
    // No route is longer than the core; a table that leads in circles ends here.
    for _ in 0..core_positions.len() {
        let Some(next) = hop(at) else { return false };
        at = usize::from(next);
        let Some(&position) = core_positions.get(at) else { return false };
        route.push(PositionId(position));
        if at == to as usize {
            return true;
        }
    }
    false
}

/// The core, for searches: everything in it is passable.
struct CoreGraph<'s> {
    snapshot: &'s Snapshot,
}

impl Nodes for CoreGraph<'_> {
    fn count(&self) -> usize {
        self.snapshot.tables.core_positions.len()
    }

    fn out(&self, node: u32) -> &[u32] {
        list_at(&self.snapshot.tables.core_out_offsets, &self.snapshot.tables.core_out, node)
    }

    fn into(&self, node: u32) -> &[u32] {
        list_at(&self.snapshot.tables.core_in_offsets, &self.snapshot.tables.core_in, node)
    }

    fn is_passable(&self, _: u32) -> bool {
        true
    }

    fn position(&self, node: u32) -> PositionId {
        PositionId(self.snapshot.tables.core_positions[node as usize])
    }
}

/// All positions, under the rules of a held tool.
struct Holding<'s> {
    snapshot: &'s Snapshot,
    held: Option<ToolId>,
}

impl Nodes for Holding<'_> {
    fn count(&self) -> usize {
        self.snapshot.position_count()
    }

    fn out(&self, node: u32) -> &[u32] {
        self.snapshot.allowed_moves(PositionId(node)).numbers()
    }

    fn into(&self, node: u32) -> &[u32] {
        self.snapshot.moves_into(PositionId(node)).numbers()
    }

    fn is_passable(&self, node: u32) -> bool {
        self.snapshot.is_passable(self.held, PositionId(node))
    }

    fn position(&self, node: u32) -> PositionId {
        PositionId(node)
    }
}
