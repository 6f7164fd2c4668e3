//! What the benches share: the cells that they measure, the arguments that they measure with, and every operation beside
//! the bare loop that is its physical limit.
//!
//! A cell is made once, by `boot.rs`, from the seeded generator (the demo cell from its committed export), and read by
//! the others. All arguments are drawn from fixed seeds, so that every run measures the same work.

#![allow(dead_code, reason = "each bench takes its part")]
#![allow(unreachable_pub, missing_docs, reason = "a module of benches, not of the library")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a bench that cannot be set up has nothing better to do")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use cellgraph::{
    generate::{self, Options},
    import,
    snapshot::{self, Provenance, Snapshot},
};

pub mod draws;
pub mod flat;
pub mod ops;
pub mod plans;

/// Positions of the demo cell.
pub const DEMO: u32 = 14;
/// Every size that is measured.
pub const SIZES: [u32; 5] = [DEMO, 100, 1_000, 10_000, 100_000];

/// A cell that is measured.
pub struct Cell {
    pub size: u32,
    pub snapshot: Arc<Snapshot>,
}

impl Cell {
    /// The cell of this size, from its snapshot file, which is made where it is missing.
    pub fn of(size: u32) -> Self {
        let path = snapshot_path(size);
        let bytes = fs::read(&path).unwrap_or_else(|_| {
            let draft = import::from_apoc(&export(size), &mut |_| ()).unwrap().draft;
            let bytes = snapshot::build(&draft, &Provenance::default()).bytes;
            replace(&path, &bytes);
            bytes
        });
        Self { size, snapshot: Arc::new(Snapshot::from_bytes(&bytes).unwrap()) }
    }
}

/// The export that the cell of this size is built from. All moves have costs, as in the demo cell, so that one cell
/// serves both kinds of route.
pub fn export(size: u32) -> Vec<u8> {
    if size == DEMO {
        return fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("graph-snapshots/demo-cell.apoc.jsonl")).unwrap();
    }
    let mut bytes = Vec::new();
    generate::apoc(&Options { positions: size, costs: true, ..Options::default() }, &mut bytes).unwrap();
    bytes
}

/// Where the benches keep the snapshot of this size.
pub fn snapshot_path(size: u32) -> PathBuf {
    folder().join(format!("{size}.cellgraph"))
}

/// Where the benches keep the export of this size.
pub fn export_path(size: u32) -> PathBuf {
    folder().join(format!("{size}.apoc.jsonl"))
}

/// The folder that the results of criterion and gungraun are in.
pub fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}

/// Writes a file of the benches, as a whole.
pub fn replace(path: &Path, bytes: &[u8]) {
    let unfinished = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&unfinished, bytes).unwrap();
    fs::rename(&unfinished, path).unwrap();
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cells");
    fs::create_dir_all(&folder).unwrap();
    folder
}
