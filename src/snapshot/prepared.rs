//! Which routes of a snapshot are look-ups, and what their tables take: for its summary.

use super::{Snapshot, format::Tables};
use crate::document::to_object;

/// A table of prepared routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RouteTable {
    /// `next hops`, `least-cost next hops`, `regions` or `stand trees`.
    pub name: &'static str,
    /// Of one entry: what was chosen for a core of this size and these numbers of neighbours.
    pub bits: u32,
    /// What it takes in the file and in memory.
    pub bytes: usize,
}

to_object!(RouteTable { "name": name, "bits": bits, "bytes": bytes, });

impl Snapshot {
    /// Positions that routes between others can lead through; tables are needed for these alone.
    #[must_use]
    pub fn core_position_count(&self) -> usize {
        self.tables.core_positions.len()
    }

    /// The tables that were prepared when the snapshot was built. Routes that none of them has are searched for.
    #[must_use]
    pub fn route_tables(&self) -> Vec<RouteTable> {
        let Tables {
            hop_direct,
            hop_packed,
            hop_neighbours,
            hop_wide,
            cost_direct,
            cost_packed,
            cost_neighbours,
            cost_wide,
            ..
        } = &self.tables;
        let t = &self.tables;
        let bits = |shape: &[u32]| shape.get(1).copied().unwrap_or(0);
        let trees = [&t.toward_stand_held, &t.toward_stand_empty, &t.from_stand_held, &t.from_stand_empty];
        [
            (
                "next hops",
                bits(&t.hop_shape),
                hop_packed.len() + 2 * (hop_direct.len() + hop_neighbours.len() + hop_wide.len()),
            ),
            (
                "least-cost next hops",
                bits(&t.cost_shape),
                cost_packed.len() + 2 * (cost_direct.len() + cost_neighbours.len() + cost_wide.len()),
            ),
            ("regions", 8, t.region_masks.len() + 2 * t.region_of.len()),
            ("stand trees", 32, trees.iter().map(|tree| 4 * tree.len()).sum()),
        ]
        .into_iter()
        .filter(|(.., bytes)| *bytes > 0)
        .map(|(name, bits, bytes)| RouteTable { name, bits, bytes })
        .collect()
    }
}
