//! An export → a snapshot file, in one call that can skip no refusal. In: the export's bytes, the file, what the engineer allows.
//! Out: the file replaced and the snapshot loaded, or the file as it was and every reason.

use std::{
    error::Error,
    fmt::{self, Display, Formatter},
    path::Path,
};

use super::{FileError, previous_generation, read_snapshot, write_whole};
use crate::{
    import::{self, Faults},
    snapshot::{self, Checked, Provenance, Refused, Snapshot},
};

/// The code of what a build refuses that is no matter of the cell alone: it hangs on the snapshot that would be replaced.
pub const NO_MOVES: &str = "no-moves";

/// Why an export became no snapshot file; the old file is as it was, but for [`FileError::NotDurable`].
#[derive(Debug)]
pub enum BuildError {
    /// The export has faults.
    Export(Faults),
    /// The cell has errors that are not allowed.
    Cell(Refused),
    /// The export has no moves, and the snapshot that it would replace has this many.
    NoMoves(usize),
    /// The old file is no snapshot, or the new one could not be written.
    File(FileError),
}

impl Display for BuildError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Export(faults) => faults.fmt(f),
            Self::Cell(refused) => refused.fmt(f),
            Self::NoMoves(before) => {
                write!(f, "the export has no move, and the snapshot that it would replace has {before} ({NO_MOVES})")
            }
            Self::File(error) => error.fmt(f),
        }
    }
}

impl Error for BuildError {}

/// Imports an export of `apoc.export.json.all`, checks the cell, and replaces the snapshot file. `provenance` says where the export
/// comes from and which errors of the check are allowed; its generation is set here, to one more than that of the replaced file.
///
/// # Errors
///
/// Everything that `cellgraph snapshot build` refuses.
pub fn build_snapshot(export: &[u8], path: &Path, provenance: &Provenance) -> Result<Snapshot, BuildError> {
    let import = import::from_apoc(export, &mut |_| ()).map_err(BuildError::Export)?;
    let generation = previous_generation(path).map_err(BuildError::File)?.unwrap_or(0) + 1;
    let provenance = Provenance { generation, ..provenance.clone() };
    let checked = snapshot::build(&import.draft, &provenance).checked().map_err(BuildError::Cell)?;
    if let Some(before) = moves_lost(checked.snapshot(), path) {
        return Err(BuildError::NoMoves(before));
    }
    write_snapshot(path, &checked).map_err(BuildError::File)?;
    Ok(checked.into_snapshot())
}

/// Replaces a snapshot file, or makes it.
///
/// # Errors
///
/// As [`write_whole`].
pub fn write_snapshot(path: &Path, checked: &Checked) -> Result<(), FileError> {
    write_whole(path, |file| file.write_all(checked.bytes()))
}

/// How many moves the snapshot at `path` has, where the one that would replace it has none and its provenance does not allow that.
#[must_use]
pub fn moves_lost(snapshot: &Snapshot, path: &Path) -> Option<usize> {
    let is_allowed = snapshot.provenance().allowed.iter().any(|code| code == NO_MOVES || code == "all");
    if is_allowed || snapshot.move_count() > 0 {
        return None;
    }
    // One that is not there has no moves; `previous_generation` has refused what is no snapshot.
    read_snapshot(path).ok().map(|before| before.move_count()).filter(|&moves| moves > 0)
}
