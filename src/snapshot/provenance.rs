//! Where a snapshot came from, as an object of its file.

use crate::document::{from_object, to_object};

/// Where a snapshot came from. Not part of the content: two snapshots of one graph differ in nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The export's file name, or the database's address without credentials.
    pub source: String,
    /// The database's name, where the source is a live one.
    pub database: Option<String>,
    /// When the graph was exported or read, UTC, ISO 8601.
    pub exported_at: String,
    /// When the snapshot was built, UTC, ISO 8601.
    pub built_at: String,
    /// Program and version that built it.
    pub builder: String,
    /// One more than that of the file that it replaced; 1 for the first.
    pub generation: u64,
    /// The codes of `check` errors that the engineer allowed.
    pub allowed: Vec<String>,
}

to_object!(Provenance {
    "source": source,
    "database": database unless Option::is_none,
    "exported_at": exported_at,
    "built_at": built_at,
    "builder": builder,
    "generation": generation,
    "allowed": allowed unless Vec::is_empty,
});

from_object!(Provenance, strict, {
    "source": source,
    "database": database or None,
    "exported_at": exported_at,
    "built_at": built_at,
    "builder": builder,
    "generation": generation,
    "allowed": allowed or Vec::new(),
});
