//! The two searches behind [`super`]: from both ends at once, and forward along flagged neighbours.
//!
//! Why both give the route that comes first: breadth-first in ascending order of neighbours visits the nodes of a level
//! in the order of the routes that lead to them, and reaches each by the first of these; a part of a first route from
//! its start is itself a first route. So the first node of the forward level that lies on any shortest route is on the
//! first one, and from there the lowest neighbour that is one move nearer follows, again and again.

use super::Scratch;
use crate::{cell::PositionId, limits::NONE_ID};

/// A graph to search. Neighbours are ascending.
pub(super) trait Nodes {
    /// Nodes are the numbers below this.
    fn count(&self) -> usize;
    /// One move away from a node.
    fn out(&self, node: u32) -> &[u32];
    /// One move before a node.
    fn into(&self, node: u32) -> &[u32];
    /// Whether a route may pass through.
    fn is_passable(&self, node: u32) -> bool;
    /// The position that a node stands for.
    fn position(&self, node: u32) -> PositionId;
}

/// What one direction of a search has seen. Entries count only if their round is the current one, so that starting
/// anew costs nothing.
#[derive(Debug, Default)]
pub(super) struct Side {
    round: u32,
    seen: Vec<u32>,
    /// By node: moves from this side's end.
    distance: Vec<u32>,
    /// By node: the node that it was reached from.
    before: Vec<u32>,
    level: Vec<u32>,
    next_level: Vec<u32>,
    radius: u32,
}

impl Side {
    fn start(&mut self, nodes: usize, end: u32) {
        if self.seen.len() < nodes || self.round == u32::MAX {
            self.seen = vec![0; nodes];
            self.distance = vec![0; nodes];
            self.before = vec![NONE_ID; nodes];
            self.round = 0;
        }
        self.round += 1;
        self.radius = 0;
        self.level.clear();
        self.level.push(end);
        self.mark(end, 0, NONE_ID);
    }

    fn has(&self, node: u32) -> bool {
        self.seen[node as usize] == self.round
    }

    fn mark(&mut self, node: u32, distance: u32, before: u32) {
        self.seen[node as usize] = self.round;
        self.distance[node as usize] = distance;
        self.before[node as usize] = before;
    }

    /// Goes one move further; true where that meets what the other side has seen.
    fn grow<'g>(
        &mut self,
        other: &Self,
        neighbours: impl Fn(u32) -> &'g [u32],
        may_enter: impl Fn(u32) -> bool,
    ) -> bool {
        let level = std::mem::take(&mut self.level);
        let mut next_level = std::mem::take(&mut self.next_level);
        next_level.clear();
        self.radius += 1;
        let mut met = false;
        for &node in &level {
            for &next in neighbours(node) {
                if !self.has(next) && may_enter(next) {
                    self.mark(next, self.radius, node);
                    next_level.push(next);
                    met |= other.has(next);
                }
            }
        }
        (self.level, self.next_level) = (next_level, level);
        met
    }

    /// Appends the way from this side's start to `node`, the start left out.
    fn trace(&self, graph: &impl Nodes, node: u32, route: &mut Vec<PositionId>) {
        let kept = route.len();
        let mut at = node;
        while self.before[at as usize] != NONE_ID {
            route.push(graph.position(at));
            at = self.before[at as usize];
        }
        route[kept..].reverse();
    }
}

/// Searches from both ends, and appends what comes after `from`.
pub(super) fn both_ways(
    graph: &impl Nodes,
    from: u32,
    to: u32,
    scratch: &mut Scratch,
    route: &mut Vec<PositionId>,
) -> bool {
    let (forward, backward) = (&mut scratch.forward, &mut scratch.backward);
    forward.start(graph.count(), from);
    backward.start(graph.count(), to);
    loop {
        if forward.level.is_empty() || backward.level.is_empty() {
            return false;
        }
        let met = if forward.level.len() <= backward.level.len() {
            forward.grow(backward, |node| graph.out(node), |node| node == to || graph.is_passable(node))
        } else {
            backward.grow(forward, |node| graph.into(node), |node| node == from || graph.is_passable(node))
        };
        if met {
            break;
        }
    }
    let on_route = |&&node: &&u32| backward.has(node) && backward.distance[node as usize] == backward.radius;
    let Some(&middle) = forward.level.iter().find(on_route) else { return false };
    forward.trace(graph, middle, route);
    let mut at = middle;
    for left in (0..backward.radius).rev() {
        let nearer = |&&node: &&u32| backward.has(node) && backward.distance[node as usize] == left;
        let Some(&next) = graph.out(at).iter().find(nearer) else { return false };
        at = next;
        route.push(graph.position(at));
    }
    true
}

/// Searches forward along the neighbours that `masks` flags (bit `number % 8` of the node's byte), and appends what
/// comes after `from`.
pub(super) fn flagged(
    graph: &impl Nodes,
    masks: &[u8],
    from: u32,
    to: u32,
    scratch: &mut Scratch,
    route: &mut Vec<PositionId>,
) -> bool {
    let side = &mut scratch.forward;
    side.start(graph.count(), from);
    let mut queue = std::mem::take(&mut side.level);
    let mut head = 0;
    let mut found = false;
    'search: while let Some(&node) = queue.get(head) {
        head += 1;
        let mask = masks.get(node as usize).copied().unwrap_or(0);
        for (number, &next) in graph.out(node).iter().enumerate() {
            if mask >> (number % 8) & 1 == 1 && !side.has(next) {
                side.mark(next, 0, node);
                if next == to {
                    found = true;
                    break 'search;
                }
                queue.push(next);
            }
        }
    }
    side.level = queue;
    if found {
        side.trace(graph, to, route);
    }
    found
}
