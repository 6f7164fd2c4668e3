//! Prepares routes when a snapshot is built, so that most are look-ups: fills the route tables from the move tables.
//!
//! What is chosen, and why it is exact. Ids follow the byte order of names, so "the first by name" is "the lowest id".
//!
//! * **Core.** A position with a single neighbour cannot lie between two others. Such pendants are taken off until none
//!   is left; inside the trees that they form there is only one way. Tables are needed for the core alone, which in a
//!   cell of work positions behind safe approaches is a third of the positions, and a ninth of the pairs.
//! * **Next hops** (cores of up to about 10,000): for every pair of core positions the first step of the route. The
//!   first step towards a target is the lowest neighbour that is one move nearer, which is what "compared position by
//!   position from the start" asks for. Rows are by target, so that a walk stays in one row: 2 bytes an entry where
//!   that fits, else 4 or 2 bits with the neighbours beside them; nodes with more neighbours than the bits can number
//!   have columns of their own.
//! * **Regions** (larger cores): arc flags. The core is cut into regions; for each region and each node a byte says
//!   which neighbours a best route into that region takes, from a backward search from each of the region's border
//!   nodes. A search that follows only flagged neighbours visits a corridor instead of a disc.
//! * **Stand trees**: all routes from and to every tool stand, holding that tool and with an empty hand. They carry
//!   nearly all of a plan with tool changes, at every size.
//! * Where a table would not fit its bound in [`crate::limits`], it is left out, and `route.rs` searches both ways.

use rayon::prelude::*;

use super::{
    encoding::{DEPTH, FACT_TOOL_BITS, cost_ps},
    format::Tables,
    tables::{counted, inverted},
};
use crate::{
    cell::Role,
    limits::{COST_TABLE_CORE_MAX, NEXT_HOP_BYTES_MAX, NONE_ID, STAND_TREE_BYTES_MAX},
};

mod hops;
mod regions;
mod stands;

/// Fills the route tables.
pub(super) fn prepare(tables: &mut Tables) {
    take_off_pendants(tables);
    let core = Core::of(tables);
    let with_cost = !tables.move_costs_s.is_empty()
        && tables.move_costs_s.iter().all(|cost| !cost.is_nan())
        && core.len() <= COST_TABLE_CORE_MAX;
    let bytes = NEXT_HOP_BYTES_MAX / if with_cost { 2 } else { 1 };
    let fewest = hops::prepare(&core, bytes, |target, scratch| core.hops_to(target, scratch));
    if fewest.shape.is_empty() {
        (tables.region_of, tables.region_masks) = regions::prepare(&core);
    }
    tables.hop_shape = fewest.shape;
    tables.hop_direct = fewest.direct;
    tables.hop_packed = fewest.packed;
    tables.hop_neighbours = fewest.neighbours;
    tables.hop_wide_of = fewest.wide_of;
    tables.hop_wide = fewest.wide;
    if with_cost {
        let costs = core.in_costs(tables);
        let cheapest = hops::prepare(&core, bytes, |target, scratch| core.cheapest_hops_to(&costs, target, scratch));
        tables.cost_shape = cheapest.shape;
        tables.cost_direct = cheapest.direct;
        tables.cost_packed = cheapest.packed;
        tables.cost_neighbours = cheapest.neighbours;
        tables.cost_wide_of = cheapest.wide_of;
        tables.cost_wide = cheapest.wide;
    }
    tables.core_out_offsets = core.out_offsets;
    tables.core_out = core.out;
    tables.core_in_offsets = core.in_offsets;
    tables.core_in = core.into;
    stands::prepare(tables, STAND_TREE_BYTES_MAX);
}

/// Finds what hangs on the rest by a single neighbour, again and again, and numbers what is left.
fn take_off_pendants(t: &mut Tables) {
    let positions = t.position_facts.len();
    let neighbours = |v: usize| {
        let out = &t.move_targets[t.move_offsets[v] as usize..t.move_offsets[v + 1] as usize];
        let into = &t.in_sources[t.in_offsets[v] as usize..t.in_offsets[v + 1] as usize];
        out.iter().chain(into.iter().filter(|u| out.binary_search(u).is_err())).copied()
    };
    let mut degree: Vec<usize> = (0..positions).map(|v| neighbours(v).count()).collect();
    let mut parent = vec![NONE_ID; positions];
    let mut queue: Vec<u32> = (0..positions as u32).filter(|&v| degree[v as usize] == 1).collect();
    let mut taken = Vec::with_capacity(queue.len());
    let mut head = 0;
    while let Some(&v) = queue.get(head) {
        head += 1;
        // Without a neighbour by now it is the last of a tree, and the tree's core.
        let up = neighbours(v as usize).find(|&u| degree[v as usize] == 1 && degree[u as usize] > 0);
        let Some(up) = up else { continue };
        parent[v as usize] = up;
        taken.push(v);
        degree[v as usize] = 0;
        degree[up as usize] -= 1;
        if degree[up as usize] == 1 {
            queue.push(up);
        }
    }
    let has_move = |from: u32, to: u32| {
        t.move_targets[t.move_offsets[from as usize] as usize..t.move_offsets[from as usize + 1] as usize]
            .binary_search(&to)
            .is_ok()
    };
    t.core_positions = (0..positions as u32).filter(|&v| parent[v as usize] == NONE_ID).collect();
    t.core_of = vec![0; positions];
    t.pendant_link = vec![0; positions];
    for (number, &position) in t.core_positions.iter().enumerate() {
        t.core_of[position as usize] = number as u32;
    }
    for &v in taken.iter().rev() {
        let up = parent[v as usize];
        let depth = (t.pendant_link[up as usize] & DEPTH) + 1;
        t.pendant_link[v as usize] = depth | (u32::from(has_move(v, up)) << 31) | (u32::from(has_move(up, v)) << 30);
        t.core_of[v as usize] = t.core_of[up as usize];
    }
    t.pendant_parent = parent;
}

/// The move graph of the core, by core numbers.
struct Core {
    out_offsets: Vec<u32>,
    out: Vec<u32>,
    in_offsets: Vec<u32>,
    into: Vec<u32>,
    /// By entry of `into`: which of its source's neighbours the move leads to.
    in_numbers: Vec<u32>,
}

/// Working memory of one backward search.
#[derive(Default)]
struct Scratch {
    distance: Vec<u32>,
    /// By core number: the number of the neighbour to take, or `NONE_ID`.
    number: Vec<u32>,
    queue: Vec<u32>,
}

impl Core {
    fn of(t: &Tables) -> Self {
        let moves = || {
            t.core_positions.iter().zip(0_u32..).flat_map(|(&position, from)| {
                let range = t.move_offsets[position as usize] as usize..t.move_offsets[position as usize + 1] as usize;
                let targets = t.move_targets[range].iter();
                targets
                    .filter(|&&to| t.pendant_parent[to as usize] == NONE_ID)
                    .map(move |&to| (from, t.core_of[to as usize]))
            })
        };
        let cores = t.core_positions.len();
        let out_offsets = counted(cores, moves().map(|(from, _)| from));
        let out: Vec<u32> = moves().map(|(_, to)| to).collect();
        let (in_offsets, into) = inverted(cores, moves());
        let numbered = || moves().zip(0_u32..).map(|((from, to), edge)| (edge - out_offsets[from as usize], to));
        let in_numbers = inverted(cores, numbered()).1;
        Self { out_offsets, out, in_offsets, into, in_numbers }
    }

    fn len(&self) -> usize {
        self.out_offsets.len() - 1
    }

    fn out(&self, from: usize) -> &[u32] {
        &self.out[self.out_offsets[from] as usize..self.out_offsets[from + 1] as usize]
    }

    fn into(&self, to: usize) -> &[u32] {
        &self.into[self.in_offsets[to] as usize..self.in_offsets[to + 1] as usize]
    }

    /// For every node the number of the first neighbour that is one move nearer to `target`.
    fn hops_to(&self, target: u32, scratch: &mut Scratch) {
        scratch.distance.clear();
        scratch.distance.resize(self.len(), NONE_ID);
        scratch.number.clear();
        scratch.number.resize(self.len(), NONE_ID);
        scratch.queue.clear();
        scratch.queue.push(target);
        scratch.distance[target as usize] = 0;
        let mut head = 0;
        while let Some(&node) = scratch.queue.get(head) {
            head += 1;
            let distance = scratch.distance[node as usize] + 1;
            let range = self.in_offsets[node as usize] as usize..self.in_offsets[node as usize + 1] as usize;
            for (&source, &number) in self.into[range.clone()].iter().zip(&self.in_numbers[range]) {
                let known = &mut scratch.distance[source as usize];
                if *known == NONE_ID {
                    *known = distance;
                    scratch.number[source as usize] = number;
                    scratch.queue.push(source);
                } else if *known == distance {
                    let best = &mut scratch.number[source as usize];
                    *best = number.min(*best);
                }
            }
        }
    }

    /// Picoseconds by entry of `into`.
    fn in_costs(&self, t: &Tables) -> Vec<u128> {
        let cost = |from: u32, to: u32| {
            let (from, to) = (t.core_positions[from as usize], t.core_positions[to as usize]);
            let range = t.move_offsets[from as usize] as usize..t.move_offsets[from as usize + 1] as usize;
            let place = t.move_targets[range.clone()].partition_point(|&target| target < to);
            cost_ps(t.move_costs_s[range.start + place])
        };
        (0..self.len()).flat_map(|to| self.into(to).iter().map(move |&from| cost(from, to as u32))).collect()
    }

    /// For every node the number of the neighbour to take for least cost, then fewest moves, then the first.
    fn cheapest_hops_to(&self, in_costs: &[u128], target: u32, scratch: &mut Scratch) {
        use std::{cmp::Reverse, collections::BinaryHeap};
        let mut best = vec![(u128::MAX, NONE_ID); self.len()];
        let mut heap = BinaryHeap::from([Reverse(((0_u128, 0_u32), target))]);
        scratch.number.clear();
        scratch.number.resize(self.len(), NONE_ID);
        best[target as usize] = (0, 0);
        while let Some(Reverse((key, node))) = heap.pop() {
            if key > best[node as usize] {
                continue;
            }
            let range = self.in_offsets[node as usize] as usize..self.in_offsets[node as usize + 1] as usize;
            let edges = self.into[range.clone()].iter().zip(&self.in_numbers[range.clone()]).zip(&in_costs[range]);
            for ((&source, &number), &cost) in edges {
                let through = (key.0.saturating_add(cost), key.1 + 1);
                let known = &mut best[source as usize];
                let chosen = &mut scratch.number[source as usize];
                if through < *known {
                    *known = through;
                    *chosen = number;
                    heap.push(Reverse((through, source)));
                } else if through == *known {
                    *chosen = number.min(*chosen);
                }
            }
        }
    }
}
