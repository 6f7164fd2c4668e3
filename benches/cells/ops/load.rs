//! Reading a snapshot from memory, beside a copy and a hash of the same bytes.

pub mod load {
    use std::fs;

    use cellgraph::snapshot::Snapshot;

    use crate::cells::{Cell, ops::Work, snapshot_path};

    pub fn work(cell: &Cell) -> Work {
        let bytes = fs::read(snapshot_path(cell.size)).unwrap();
        Work::new(1, move || Snapshot::from_bytes(&bytes).unwrap().position_count() as u64)
    }

    pub fn limit(cell: &Cell) -> Work {
        let bytes = fs::read(snapshot_path(cell.size)).unwrap();
        Work::new(1, move || {
            let copy = bytes.clone();
            u64::from(blake3::hash(&copy).as_bytes()[0])
        })
    }
}
