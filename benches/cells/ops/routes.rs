//! Routes by id into a caller's buffer, beside walks of next hops for the same pairs.

use std::sync::Arc;

use cellgraph::{
    cell::{PositionId, ToolId},
    snapshot::{Snapshot, route::Scratch},
};

use super::Work;
use crate::cells::{
    Cell,
    draws::{self, Dice},
    flat::NextHops,
};

/// A row of next hops takes 4 bytes for each position: no more of them than this.
const HOP_BYTES_MAX: usize = 100_000_000;

/// Pairs of positions; fewer in a cell of which so many rows of next hops would not be kept.
pub fn pairs(cell: &Cell) -> Vec<(PositionId, PositionId)> {
    let mut pairs = draws::pairs(&cell.snapshot);
    pairs.truncate(HOP_BYTES_MAX / (4 * cell.size as usize));
    pairs
}

/// The next hops of the shortest paths between [`pairs`].
pub fn shortest(cell: &Cell) -> NextHops {
    let s = &cell.snapshot;
    hops(cell, pairs(cell), |(from, to), scratch, route| s.shortest_path(from, to, scratch, route))
}

fn hops<P>(cell: &Cell, pairs: Vec<P>, search: impl Fn(P, &mut Scratch, &mut Vec<PositionId>) -> bool) -> NextHops {
    let mut hops = NextHops::new(cell.snapshot.position_count());
    let (mut scratch, mut route) = (Scratch::default(), Vec::new());
    for pair in pairs {
        assert!(search(pair, &mut scratch, &mut route), "every pair has a route");
        hops.add(&route);
    }
    hops
}

fn routes<P: Copy + 'static>(
    cell: &Cell,
    pairs: Vec<P>,
    search: fn(&Snapshot, P, &mut Scratch, &mut Vec<PositionId>) -> bool,
) -> Work {
    let s = Arc::clone(&cell.snapshot);
    let (mut scratch, mut route) = (Scratch::default(), Vec::new());
    // What grows does so before anything is measured.
    pairs.iter().for_each(|&pair| assert!(search(&s, pair, &mut scratch, &mut route), "every pair has a route"));
    Work::each(pairs.len(), move |call| {
        search(&s, pairs[call], &mut scratch, &mut route);
        route.len() as u64
    })
}

fn walks(hops: NextHops) -> Work {
    let mut route = Vec::new();
    Work::each(hops.len(), move |call| {
        route.clear();
        hops.walk(call, &mut route);
        route.len() as u64
    })
}

pub mod shortest_path {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        routes(cell, pairs(cell), |s, (from, to), scratch, route| s.shortest_path(from, to, scratch, route))
    }

    pub fn limit(cell: &Cell) -> Work {
        walks(shortest(cell))
    }
}

pub mod shortest_path_holding {
    use super::*;

    type Holding = (ToolId, PositionId, PositionId);

    /// Pairs of positions where the tool may be.
    fn holding(cell: &Cell) -> Vec<Holding> {
        let s = &cell.snapshot;
        let mut dice = Dice::new(8);
        let mut at = |tool| loop {
            let position = dice.position(s);
            if !s.forbids(Some(tool), position) {
                return position;
            }
        };
        let tools = (0..s.tool_count() as u32).map(ToolId).cycle();
        tools.take(pairs(cell).len()).map(|tool| (tool, at(tool), at(tool))).collect()
    }

    pub fn work(cell: &Cell) -> Work {
        routes(cell, holding(cell), |s, (tool, from, to), scratch, route| {
            s.path_holding(Some(tool), from, to, scratch, route)
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        let s = &cell.snapshot;
        walks(hops(cell, holding(cell), |(tool, from, to), scratch, route| {
            s.path_holding(Some(tool), from, to, scratch, route)
        }))
    }
}

pub mod least_cost {
    use super::*;

    /// Where nothing is prepared for least cost a search takes milliseconds: a few pairs are enough.
    fn few(cell: &Cell) -> Vec<(PositionId, PositionId)> {
        let mut pairs = pairs(cell);
        pairs.truncate(if cell.size > 1_000 { 8 } else { usize::MAX });
        pairs
    }

    pub fn work(cell: &Cell) -> Work {
        routes(cell, few(cell), |s, (from, to), scratch, route| s.cheapest_path(from, to, scratch, route))
    }

    pub fn limit(cell: &Cell) -> Work {
        let s = &cell.snapshot;
        walks(hops(cell, few(cell), |(from, to), scratch, route| s.cheapest_path(from, to, scratch, route)))
    }
}
