//! Least-cost routes in cells that have no prepared table for them: Dijkstra's search backward from the target.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::super::{Snapshot, encoding::cost_ps};
use crate::{cell::PositionId, limits::NONE_ID};

/// Picoseconds, then moves.
type Key = (u128, u32);

/// Working memory: by position the best key and the position to take next.
#[derive(Debug, Default)]
pub(super) struct Keys {
    best: Vec<Key>,
    next: Vec<u32>,
    heap: BinaryHeap<Reverse<(Key, u32)>>,
}

/// The route of least cost, then fewest moves, then first names, both ends included.
pub(super) fn search(
    snapshot: &Snapshot,
    from: PositionId,
    to: PositionId,
    keys: &mut Keys,
    route: &mut Vec<PositionId>,
) -> bool {
    let positions = snapshot.position_count();
    if from.index() >= positions || to.index() >= positions {
        return false;
    }
    keys.best.clear();
    keys.best.resize(positions, (u128::MAX, u32::MAX));
    keys.next.clear();
    keys.next.resize(positions, NONE_ID);
    keys.heap.clear();
    keys.best[to.index()] = (0, 0);
    keys.heap.push(Reverse(((0, 0), to.0)));
    while let Some(Reverse((key, node))) = keys.heap.pop() {
        if key > keys.best[node as usize] {
            continue;
        }
        // All that is nearer is settled, and with it every choice on the route from here.
        if node == from.0 {
            break;
        }
        for source in snapshot.moves_into(PositionId(node)) {
            let cost_s = snapshot.move_cost_s(source, PositionId(node));
            let through = (key.0.saturating_add(cost_s.map_or(u128::MAX, cost_ps)), key.1 + 1);
            let (best, next) = (&mut keys.best[source.index()], &mut keys.next[source.index()]);
            if through < *best {
                (*best, *next) = (through, node);
                keys.heap.push(Reverse((through, source.0)));
            } else if through == *best {
                *next = node.min(*next);
            }
        }
    }
    route.clear();
    route.push(from);
    from == to || super::follow(&keys.next, from.0, to.0, route)
}
