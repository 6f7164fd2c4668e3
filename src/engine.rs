//! The snapshot in force, behind one atomic swap, and the ten queries.
//!
//! A session takes layouts up between two of its sentences; every other thread reads. Readers never wait:
//! [`Swap::current`] gives the snapshot of that moment, and the snapshot stays what it is for as long as the reader holds
//! it. A swap puts another snapshot in its place for everybody who asks later.

use crate::snapshot::Snapshot;

pub mod query;
mod swap;

pub use swap::{Generation, NotNewer, Slot, Swap};

/// The snapshot in force.
pub type Engine = Swap<Snapshot>;

impl Generation for Snapshot {
    fn generation(&self) -> u64 {
        self.provenance().generation
    }
}
