//! Whether a snapshot is another cell's, and no new layout of the same one. In: the layout in force, and another. Out: what makes
//! it another cell. A cell keeps most of its positions when its layout changes; two cells have at most a home in common.

use std::collections::HashSet;

use crate::snapshot::Snapshot;

/// Another cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherCell {
    shared: usize,
    of: usize,
}

impl OtherCell {
    /// None where it is the same cell: half of the positions of the smaller of the two have the same names in both.
    pub(super) fn of(in_force: &Snapshot, other: &Snapshot) -> Option<Self> {
        let known: HashSet<&str> = names(in_force).collect();
        let shared = names(other).filter(|name| known.contains(name)).count();
        let smaller = in_force.position_count().min(other.position_count());
        (shared * 2 < smaller).then_some(Self { shared, of: in_force.position_count() })
    }

    /// How many positions the two have in common.
    #[must_use]
    pub const fn shared(&self) -> usize {
        self.shared
    }

    /// How many positions the layout in force has.
    #[must_use]
    pub const fn of_positions(&self) -> usize {
        self.of
    }
}

impl std::fmt::Display for OtherCell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "another cell (it has {} of {} positions)", self.shared, self.of)
    }
}

fn names(snapshot: &Snapshot) -> impl Iterator<Item = &str> {
    snapshot.position_names()
}
