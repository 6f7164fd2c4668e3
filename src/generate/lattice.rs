//! The lattice of safe approaches: which of its neighbours a robot may move between, and which way.
//!
//! Nodes are numbered row by row; the last row may be shorter. Every node can reach every other and come back, because a
//! spanning tree of two-way moves always stays.

use super::draw::Draw;

/// Of a hundred moves of the whole lattice, how many are not allowed.
const REMOVED_PERCENT: usize = 12;
/// Of a hundred moves that are not in the tree, how many are one-way.
const ONE_WAY_PERCENT: usize = 2;

/// A lattice of some nodes.
pub(super) struct Lattice {
    /// Nodes in a full row.
    pub(super) width: usize,
    /// Nodes in all.
    pub(super) nodes: usize,
    /// What is allowed, by (lower, higher) node.
    pub(super) links: Vec<Link>,
}

/// Two neighbours.
#[derive(Clone, Copy)]
pub(super) struct Link {
    /// Where it starts.
    pub(super) from: usize,
    /// Where it ends.
    pub(super) to: usize,
    /// Whether it also leads back.
    pub(super) both_ways: bool,
}

impl Lattice {
    /// A lattice as square as it can be.
    pub(super) fn of(nodes: usize, draw: &mut Draw) -> Self {
        let width = nodes.isqrt().max(1);
        let mut lattice = Self { width, nodes, links: Vec::new() };
        let mut pairs = lattice.pairs();
        let removed = pairs.len() * REMOVED_PERCENT / 100;
        draw.shuffle(&mut pairs);
        let (tree, rest) = lattice.split(pairs);
        lattice.links = tree;
        for mut link in rest.into_iter().skip(removed) {
            if draw.percent(ONE_WAY_PERCENT) {
                link.both_ways = false;
                if draw.percent(50) {
                    (link.from, link.to) = (link.to, link.from);
                }
            }
            lattice.links.push(link);
        }
        lattice.links.sort_unstable_by_key(|link| (link.from.min(link.to), link.from.max(link.to)));
        lattice
    }

    /// The node nearest to a place, each coordinate of which runs from 0 to 1.
    pub(super) fn nearest(&self, across: f64, down: f64) -> usize {
        let rows = self.nodes.div_ceil(self.width);
        let place = |share: f64, count: usize| ((share * count as f64) as usize).min(count - 1);
        (place(down, rows) * self.width + place(across, self.width)).min(self.nodes - 1)
    }

    /// Every node with its neighbours to the right and below.
    fn pairs(&self) -> Vec<Link> {
        let beside = |from: usize, to: usize| (to < self.nodes).then_some(Link { from, to, both_ways: true });
        (0..self.nodes)
            .flat_map(|node| {
                let right = if (node + 1) % self.width == 0 { None } else { beside(node, node + 1) };
                right.into_iter().chain(beside(node, node + self.width))
            })
            .collect()
    }

    /// A spanning tree of the lattice, taken in the order given, and what is left.
    fn split(&self, pairs: Vec<Link>) -> (Vec<Link>, Vec<Link>) {
        let mut above: Vec<usize> = (0..self.nodes).collect();
        pairs.into_iter().partition(|link| {
            let (one, other) = (root(&mut above, link.from), root(&mut above, link.to));
            above[one] = other;
            one != other
        })
    }
}

/// The node that stands for all that are joined with this one; halves the way there for the next who asks.
fn root(above: &mut [usize], mut node: usize) -> usize {
    while above[node] != node {
        above[node] = above[above[node]];
        node = above[node];
    }
    node
}
