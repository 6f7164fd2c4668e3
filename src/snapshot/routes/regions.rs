//! Arc flags for cores that are too large for next hops. See the head of `routes.rs`.

use super::{Core, IndexedParallelIterator, NONE_ID, ParallelIterator, ParallelSliceMut, Scratch};

/// Most bytes of masks.
const MASK_BYTES_MAX: usize = 30_000_000;
/// Most steps of the backward searches: about 8 s of both cores of the 2-core machine class that the figures are for.
const STEPS_MAX: usize = 4_000_000_000;

/// `region_of` and `region_masks`, or two empty lists where no division is worth its cost.
pub(super) fn prepare(core: &Core) -> (Vec<u16>, Vec<u8>) {
    let nodes = core.len();
    for wanted in [256, 128, 64, 32] {
        let (region_of, regions) = divide(core, nodes.div_ceil(wanted));
        let border = borders(core, &region_of, regions);
        let searches: usize = border.iter().map(Vec::len).sum();
        if regions * nodes <= MASK_BYTES_MAX && searches * (nodes + core.out.len()) <= STEPS_MAX {
            let masks = masks(core, &region_of, &border);
            return (region_of, masks);
        }
    }
    (Vec::new(), Vec::new())
}

/// Connected parts of about `size` nodes, grown breadth-first from the lowest node that has none; a part that stays
/// below a third of that joins its smallest neighbour.
fn divide(core: &Core, size: usize) -> (Vec<u16>, usize) {
    const FREE: u16 = u16::MAX;
    let mut region_of = vec![FREE; core.len()];
    let mut sizes: Vec<usize> = Vec::new();
    let mut queue = Vec::new();
    for seed in 0..core.len() {
        if region_of[seed] != FREE || sizes.len() >= usize::from(FREE) {
            continue;
        }
        let region = sizes.len() as u16;
        queue.clear();
        queue.push(seed);
        region_of[seed] = region;
        let mut head = 0;
        while let Some(&node) = queue.get(head) {
            head += 1;
            for &next in core.out(node).iter().chain(core.into(node)) {
                if queue.len() < size && region_of[next as usize] == FREE {
                    region_of[next as usize] = region;
                    queue.push(next as usize);
                }
            }
        }
        let beside = queue.iter().flat_map(|&node| core.out(node).iter().chain(core.into(node)));
        let smallest = beside
            .map(|&next| region_of[next as usize])
            .filter(|&r| r != region && r != FREE)
            .min_by_key(|&r| (sizes[usize::from(r)], r));
        match smallest {
            Some(other) if queue.len() * 3 < size => {
                queue.iter().for_each(|&node| region_of[node] = other);
                sizes[usize::from(other)] += queue.len();
            }
            _ => sizes.push(queue.len()),
        }
    }
    // More parts than a region number can hold: one is as good as none.
    region_of.iter_mut().filter(|r| **r == FREE).for_each(|r| *r = 0);
    (region_of, sizes.len())
}

/// By region: its nodes that a move from outside leads to.
fn borders(core: &Core, region_of: &[u16], regions: usize) -> Vec<Vec<u32>> {
    let mut borders = vec![Vec::new(); regions];
    for node in 0..core.len() {
        let region = region_of[node];
        if core.into(node).iter().any(|&from| region_of[from as usize] != region) {
            borders[usize::from(region)].push(node as u32);
        }
    }
    borders
}

/// A best route into a region enters it at a border node, and its part up to there is the best route to that node; so
/// the arcs of the best routes to all border nodes, and all arcs inside, hold every best route to a node of the region.
fn masks(core: &Core, region_of: &[u16], borders: &[Vec<u32>]) -> Vec<u8> {
    let nodes = core.len();
    let mut masks = vec![0_u8; nodes * borders.len()];
    masks.par_chunks_mut(nodes).enumerate().for_each_init(Scratch::default, |scratch, (region, row)| {
        for &border in &borders[region] {
            core.hops_to(border, scratch);
            for (mask, &number) in row.iter_mut().zip(&scratch.number) {
                if number != NONE_ID {
                    *mask |= 1 << (number % 8);
                }
            }
        }
        for (node, mask) in row.iter_mut().enumerate() {
            if usize::from(region_of[node]) == region {
                for (number, &to) in core.out(node).iter().enumerate() {
                    *mask |= u8::from(usize::from(region_of[to as usize]) == region) << (number % 8);
                }
            }
        }
    });
    masks
}
