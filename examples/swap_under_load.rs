//! Threads ask the snapshot in force while newer ones take its place. No reader waits, and none sees a mix of two layouts.
//!
//! ```sh
//! cargo run --no-default-features --features import --example swap_under_load -- graph-snapshots/demo-cell.apoc.jsonl
//! ```

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::{
    env,
    error::Error,
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use cellgraph::{
    engine::{Engine, query},
    import,
    snapshot::{self, Provenance, Snapshot, route::Scratch},
};

/// How many routes four threads looked up while `swaps` newer layouts were put in force.
pub fn look_up_while_swapping(export: &[u8], swaps: u64) -> Result<u64, Box<dyn Error>> {
    let draft = import::from_apoc(export, &mut |_| ())?.draft;
    let layout = |generation: u64| -> Result<Arc<Snapshot>, Box<dyn Error>> {
        let provenance = Provenance { generation, ..Provenance::default() };
        // `checked` refuses what `snapshot build` would refuse.
        Ok(Arc::new(snapshot::build(&draft, &provenance).checked()?.into_snapshot()))
    };
    let engine = Engine::new(layout(1)?);
    let newer: Vec<Arc<Snapshot>> = (2..2 + swaps).map(layout).collect::<Result<_, _>>()?;
    let is_over = AtomicBool::new(false);
    let read = || {
        let (mut scratch, mut routes) = (Scratch::default(), 0);
        loop {
            // One layout for as long as it is held.
            let held = engine.current();
            let route = query::get_shortest_path(&held, "Home", "Pos_1", query::By::Moves, &mut scratch);
            routes += u64::from(route.is_ok_and(|route| route.is_some()));
            if is_over.load(Ordering::Acquire) {
                return routes;
            }
        }
    };
    thread::scope(|scope| {
        let readers: Vec<_> = (0..4).map(|_| scope.spawn(read)).collect();
        let swapped = newer.into_iter().try_for_each(|snapshot| engine.publish(snapshot));
        is_over.store(true, Ordering::Release);
        let routes = readers.into_iter().map(|reader| reader.join().unwrap_or(0)).sum();
        swapped.map(|()| routes).map_err(Into::into)
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let export = env::args().nth(1).ok_or("usage: swap_under_load EXPORT")?;
    let routes = look_up_while_swapping(&fs::read(export)?, 100)?;
    println!("{routes} routes were looked up while 100 layouts took each other's place");
    Ok(())
}
