//! The snapshot as a whole: reading it from memory, beside a copy and a hash of the same bytes; taking hold of the one
//! in force, beside one atomic load.

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

pub mod swap_load {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use cellgraph::engine::Engine;

    use crate::cells::{Cell, draws::CALLS, ops::Work};

    pub fn work(cell: &Cell) -> Work {
        let engine = Engine::new(Arc::clone(&cell.snapshot));
        Work::each(CALLS, move |_| engine.current().position_count() as u64)
    }

    pub fn limit(cell: &Cell) -> Work {
        let in_force = AtomicUsize::new(0);
        let items = [cell.snapshot.position_count() as u64];
        Work::each(CALLS, move |_| items[in_force.load(Ordering::SeqCst)])
    }
}
