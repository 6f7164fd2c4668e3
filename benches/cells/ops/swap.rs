//! Taking hold of the snapshot in force, beside one atomic load of a number.

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
