//! Seeded cells of any size, shaped like real ones: for benchmarks, for tests, and for trying the program out.
//!
//! In: how many positions and tools, and a seed. Out: one graph, either as the JSON lines of an APOC export or as Cypher
//! that puts it into a Neo4j. Nothing here reads a clock or the system's randomness.
//!
//! 1. The same options give the same bytes, on every machine and with every later version of the libraries: the
//!    numbers are ChaCha8's own output, and how they are drawn from it is written in `draw.rs`.
//! 2. Both forms are written from one model, so they are the same graph.
//! 3. Exactly as many positions as were asked for, and a cell that `check` has no errors for.

use std::io;

mod apoc;
mod cypher;
mod draw;
mod lattice;
mod model;

use crate::limits::NODES_MAX;

/// Most tools of a generated cell.
pub const TOOLS_MAX: u32 = 256;

/// What to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many positions, no more and no fewer.
    pub positions: u32,
    /// How many tools, each on a stand of its own.
    pub tools: u32,
    /// Another seed gives another cell.
    pub seed: u64,
    /// Whether every move has a `cost`.
    pub costs: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { positions: 1000, tools: 4, seed: 1, costs: false }
    }
}

/// Why no cell can be made of some options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Each tool takes two positions; a home, a safe approach and a work position are needed besides.
    #[error("{positions} positions are too few for {tools} tools: it takes {needed} or more")]
    TooFewPositions {
        /// How many were asked for.
        positions: u32,
        /// How many tools were asked for.
        tools: u32,
        /// The fewest that hold so many tools.
        needed: u32,
    },
    /// More than a snapshot can hold.
    #[error("{positions} positions are too many: the limit is {NODES_MAX}")]
    TooManyPositions {
        /// How many were asked for.
        positions: u32,
    },
    /// More than [`TOOLS_MAX`].
    #[error("{tools} tools are too many: the limit is {TOOLS_MAX}")]
    TooManyTools {
        /// How many were asked for.
        tools: u32,
    },
}

impl Options {
    /// Whether a cell can be made of these.
    ///
    /// # Errors
    ///
    /// Everything in [`Unfit`].
    pub fn check(&self) -> Result<(), Unfit> {
        let &Self { positions, tools, .. } = self;
        if tools > TOOLS_MAX {
            return Err(Unfit::TooManyTools { tools });
        }
        let needed = 3 + 2 * tools;
        if positions < needed {
            return Err(Unfit::TooFewPositions { positions, tools, needed });
        }
        if positions as usize > NODES_MAX {
            return Err(Unfit::TooManyPositions { positions });
        }
        Ok(())
    }
}

/// Writes a cell as `apoc.export.json.all` would: a JSON object on each line, nodes first.
///
/// # Errors
///
/// What `out` says; and [`Unfit`] as [`io::ErrorKind::InvalidInput`], which [`Options::check`] tells beforehand.
pub fn apoc(options: &Options, out: &mut dyn io::Write) -> io::Result<()> {
    apoc::write(&cell(options)?, out)
}

/// Writes a cell as Cypher for an empty database: statements that end with `;` at the end of a line, with many nodes or
/// relationships in each.
///
/// # Errors
///
/// As [`apoc`].
pub fn cypher(options: &Options, out: &mut dyn io::Write) -> io::Result<()> {
    cypher::write(&cell(options)?, out)
}

fn cell(options: &Options) -> io::Result<model::Layout> {
    options.check().map_err(|unfit| io::Error::new(io::ErrorKind::InvalidInput, unfit))?;
    Ok(model::Layout::of(options))
}
