//! Files: snapshots and documents in, whole files out. How a file is opened is `open.rs`'s, and lines that nobody waits for are
//! `appender.rs`'s; how long a thread that writes is waited for is `writes.rs`'s.
//!
//! 1. A file that is written here is replaced in one step: whoever opens it sees the old bytes or the new, and so does
//!    whoever opens it after a crash.
//! 2. When a write returns, the bytes and the name are on the disk.
//! 3. A write that fails leaves the old file as it was, and nothing beside it.

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

mod appender;
mod build;
pub mod open;
mod words;
mod writes;

pub use appender::Appender;
pub use build::{BuildError, NO_MOVES, build_snapshot, moves_lost, write_snapshot};
use open::regular;
pub use words::{Words, is_full};
pub use writes::Writes;

use crate::{
    limits::{BUNDLE_BYTES_MAX, BUNDLE_SIGNATURE_BYTES_MAX, DOCUMENT_BYTES_MAX, SNAPSHOT_BYTES_MAX},
    snapshot::{ReadError, Snapshot},
};

/// Why a file could not be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum FileError {
    #[error("cannot read {}: {}", .path.display(), Words(.error))]
    Read { path: PathBuf, error: io::Error },
    #[error("{} {error}", .path.display())]
    Snapshot { path: PathBuf, error: ReadError },
    #[error("cannot replace {}: it {error}", .path.display())]
    Previous { path: PathBuf, error: ReadError },
    #[error("{} is longer than {DOCUMENT_BYTES_MAX} bytes", .path.display())]
    TooLong { path: PathBuf },
    #[error("{} is longer than the {bytes_max} bytes that it may have", .path.display())]
    TooLarge { path: PathBuf, bytes_max: u64 },
    #[error("{} is there already", .path.display())]
    IsThere { path: PathBuf },
    #[error("{} is not UTF-8: byte {at} is the first that is wrong", .path.display())]
    NotUtf8 { path: PathBuf, at: usize },
    #[error("cannot write {}: {}", .path.display(), Words(.error))]
    Write { path: PathBuf, error: io::Error },
    #[error("cannot write {}: it is not a regular file", .path.display())]
    NotRegular { path: PathBuf },
    #[error("{} was replaced, but its folder could not be synced to the disk: {}", .path.display(), Words(.error))]
    NotDurable { path: PathBuf, error: io::Error },
}

/// What to do about a disk that is full.
pub const MAKE_ROOM: &str = "make room on the disk, then do it again";

impl FileError {
    /// Whether it was a write that failed, and not an input that cannot be used.
    #[must_use]
    pub const fn is_write(&self) -> bool {
        matches!(self, Self::Write { .. } | Self::NotRegular { .. } | Self::NotDurable { .. })
    }

    /// What to do about it, where that is not plain from the message.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Snapshot { error: ReadError::Foreign, .. } => {
                Some("make a snapshot of an export with `cellgraph snapshot build --from EXPORT -o FILE`")
            }
            Self::Previous { .. } => {
                Some("nothing was replaced; move that file away, or name another with -o, and build again")
            }
            Self::IsThere { .. } => Some("choose another name, or move that file away"),
            Self::NotRegular { .. } => Some("name a file that is not there yet, or one that may be replaced"),
            Self::Write { error, .. } | Self::NotDurable { error, .. } if is_full(error) => Some(MAKE_ROOM),
            Self::NotDurable { .. } => Some("check the disk, then write it again"),
            _ => None,
        }
    }
}

/// Reads a snapshot file and proves it.
///
/// # Errors
///
/// A file that cannot be read, or is not a whole snapshot that this program can use.
pub fn read_snapshot(path: &Path) -> Result<Snapshot, FileError> {
    let read_error = |error| FileError::Read { path: path.to_owned(), error };
    let mut file = regular(path).map_err(read_error)?;
    let bytes = file.metadata().map_err(read_error)?.len();
    Snapshot::read(&mut file, bytes).map_err(|error| match error {
        ReadError::Io(error) => read_error(error),
        error => FileError::Snapshot { path: path.to_owned(), error },
    })
}

/// Reads the bytes of a snapshot's file, whatever they are: [`snapshot_of`] proves them.
///
/// # Errors
///
/// A file that cannot be read.
pub fn read_snapshot_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    let read_error = |error| FileError::Read { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    // One more than a snapshot may have, so that a longer file is found to be none.
    let mut source = regular(path).map_err(read_error)?.take(SNAPSHOT_BYTES_MAX + 1);
    source.read_to_end(&mut bytes).map_err(read_error)?;
    Ok(bytes)
}

/// The snapshot that a file's bytes are, proved. `path` is for the message.
///
/// # Errors
///
/// Bytes that are no whole snapshot that this program can use.
pub fn snapshot_of(path: &Path, bytes: &[u8]) -> Result<Snapshot, FileError> {
    Snapshot::from_bytes(bytes).map_err(|error| FileError::Snapshot { path: path.to_owned(), error })
}

/// Reads the bytes of a file, whatever they are.
///
/// # Errors
///
/// A file that cannot be read, or that is longer than `bytes_max`.
pub fn read_at_most(path: &Path, bytes_max: u64) -> Result<Vec<u8>, FileError> {
    let read_error = |error| FileError::Read { path: path.to_owned(), error };
    let too_large = || FileError::TooLarge { path: path.to_owned(), bytes_max };
    let file = regular(path).map_err(read_error)?;
    // Before the memory is filled with it.
    if file.metadata().map_err(read_error)?.len() > bytes_max {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(bytes_max.saturating_add(1)).read_to_end(&mut bytes).map_err(read_error)?;
    if bytes.len() as u64 > bytes_max { Err(too_large()) } else { Ok(bytes) }
}

/// Reads the bytes of a bundle, once: what is proved later is what was read here.
///
/// # Errors
///
/// As for [`read_at_most`].
pub fn read_bundle(path: &Path) -> Result<Vec<u8>, FileError> {
    read_at_most(path, BUNDLE_BYTES_MAX)
}

/// Reads the text of a signature; none where there is no file. What is no UTF-8 is no signature, and is read as an empty text. Of a file
/// that is too long for one, a text comes that is too long as well, so that it is refused as every other that is no signature.
///
/// # Errors
///
/// A file that is there and cannot be read.
pub fn read_signature(path: &Path) -> Result<Option<String>, FileError> {
    match read_at_most(path, BUNDLE_SIGNATURE_BYTES_MAX) {
        Ok(bytes) => Ok(Some(String::from_utf8(bytes).unwrap_or_default())),
        Err(FileError::Read { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(FileError::TooLarge { bytes_max, .. }) => Ok(Some(" ".repeat(bytes_max as usize + 1))),
        Err(other) => Err(other),
    }
}

/// BLAKE3 over the bytes of a file, read whole.
///
/// # Errors
///
/// A file that cannot be read.
pub fn hash(path: &Path) -> Result<blake3::Hash, FileError> {
    let read_error = |error| FileError::Read { path: path.to_owned(), error };
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(regular(path).map_err(read_error)?).map_err(read_error)?;
    Ok(hasher.finalize())
}

/// The generation of the snapshot that a new one is to replace; none where there is no file.
///
/// # Errors
///
/// A file that is there and is not a whole snapshot: it may be anything, so it is not to be replaced.
pub fn previous_generation(path: &Path) -> Result<Option<u64>, FileError> {
    match read_snapshot(path) {
        Ok(snapshot) => Ok(Some(snapshot.provenance().generation)),
        Err(FileError::Read { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(FileError::Snapshot { path, error }) => Err(FileError::Previous { path, error }),
        Err(other) => Err(other),
    }
}

/// Reads a document whole: from standard input where the path is `-`.
///
/// # Errors
///
/// One that cannot be read, is longer than [`DOCUMENT_BYTES_MAX`] or is not UTF-8.
pub fn read_document(path: &Path) -> Result<String, FileError> {
    let source: &mut dyn Read = match path.as_os_str() == "-" {
        true => &mut io::stdin().lock(),
        false => &mut open::stream(path).map_err(|error| FileError::Read { path: path.to_owned(), error })?,
    };
    document(path, source)
}

/// The same from a file alone: a run waits for no pipe.
///
/// # Errors
///
/// As for [`read_document`]; what is no regular file.
pub fn read_document_file(path: &Path) -> Result<String, FileError> {
    let mut source = regular(path).map_err(|error| FileError::Read { path: path.to_owned(), error })?;
    document(path, &mut source)
}

fn document(path: &Path, source: &mut dyn Read) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    let read = source.take(DOCUMENT_BYTES_MAX + 1).read_to_end(&mut bytes);
    read.map_err(|error| FileError::Read { path: path.to_owned(), error })?;
    if bytes.len() as u64 > DOCUMENT_BYTES_MAX {
        return Err(FileError::TooLong { path: path.to_owned() });
    }
    String::from_utf8(bytes)
        .map_err(|error| FileError::NotUtf8 { path: path.to_owned(), at: error.utf8_error().valid_up_to() + 1 })
}

/// Replaces a file in one step, or makes it. Its mode is 0644 less the umask.
///
/// # Errors
///
/// See the head of this file: but for [`FileError::NotDurable`] the old file, or its absence, is as it was.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
    replace(path, 0o644, write)
}

/// The same for a file that its owner alone may read: its mode is 0600.
///
/// # Errors
///
/// As for [`write_whole`].
pub fn write_private(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
    replace(path, 0o600, write)
}

/// The same for whoever alone writes this file, and holds a lock for that: what a write left behind that was killed is removed first.
///
/// # Errors
///
/// As for [`write_whole`].
pub fn write_private_alone(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!("{TEMPORARY}{name}-");
    let failed = |error| FileError::Write { path: path.to_owned(), error };
    for entry in fs::read_dir(folder_of(&target(path)?)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let left = entry.file_name().to_string_lossy().into_owned();
        if left.starts_with(&prefix) && left.ends_with(TEMPORARY_END) {
            remove(&entry.path())?;
        }
    }
    replace_by(path, 0o600, &prefix, write)
}

/// The name of a file that is written beside the one that it replaces.
const TEMPORARY: &str = ".cellgraph-";
const TEMPORARY_END: &str = ".tmp";

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn replace(path: &Path, mode: u32, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
    replace_by(path, mode, TEMPORARY, write)
}

/// By a file whose name begins with this.
fn replace_by(
    path: &Path,
    mode: u32,
    prefix: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    prepare_by(path, mode, prefix, write)?.put()
}

/// A file that is whole on the disk, and not yet in its place. Dropped, it leaves nothing behind.
#[derive(Debug)]
pub struct Prepared {
    path: PathBuf,
    target: PathBuf,
    file: tempfile::NamedTempFile,
    folder: fs::File,
}

impl Prepared {
    /// Replaces the file in its place, or makes it: one rename.
    ///
    /// # Errors
    ///
    /// As for [`write_whole`].
    pub fn put(self) -> Result<(), FileError> {
        let Self { path, target, file, folder } = self;
        file.persist(&target).map_err(|refused| FileError::Write { path: path.clone(), error: refused.error })?;
        folder.sync_all().map_err(|error| FileError::NotDurable { path, error })
    }
}

/// The first half of [`write_whole`]: all that a full disk or a folder that nobody may write into could hinder.
///
/// # Errors
///
/// A write that failed; the old file, or its absence, is as it was.
pub fn prepare_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Prepared, FileError> {
    prepare_by(path, 0o644, TEMPORARY, write)
}

fn prepare_by(
    path: &Path,
    mode: u32,
    prefix: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Prepared, FileError> {
    let write_error = |error| FileError::Write { path: path.to_owned(), error };
    let target = target(path)?;
    let folder = folder_of(&target).to_owned();
    let handle = open::folder(&folder).map_err(write_error)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(TEMPORARY_END);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    let mut file = builder.tempfile_in(&folder).map_err(write_error)?;
    write(&mut file).and_then(|()| file.as_file().sync_all()).map_err(write_error)?;
    Ok(Prepared { path: path.to_owned(), target, file, folder: handle })
}

/// Writes a new file that its owner alone may read. What is there is never replaced.
///
/// # Errors
///
/// [`FileError::IsThere`]; a write that failed, after which there is no file.
pub fn write_secret(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let write_error = |error| FileError::Write { path: path.to_owned(), error };
    let folder = folder_of(path);
    let folder_handle = open::folder(folder).map_err(write_error)?;
    // Its mode is 0600 from the beginning on.
    let mut file =
        tempfile::Builder::new().prefix(TEMPORARY).suffix(TEMPORARY_END).tempfile_in(folder).map_err(write_error)?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(write_error)?;
    file.persist_noclobber(path).map_err(|refused| match refused.error.kind() {
        io::ErrorKind::AlreadyExists => FileError::IsThere { path: path.to_owned() },
        _ => write_error(refused.error),
    })?;
    folder_handle.sync_all().map_err(|error| FileError::NotDurable { path: path.to_owned(), error })
}

/// Takes a lock by its file, which is made where it is not there, and waits for whoever has it. It is held as long as the value.
///
/// # Errors
///
/// A file that cannot be made or locked.
pub fn lock(path: &Path) -> Result<fs::File, FileError> {
    let failed = |error| FileError::Write { path: path.to_owned(), error };
    let file = open::to_lock(path).map_err(failed)?;
    file.lock().map_err(failed)?;
    Ok(file)
}

/// Makes a folder in one that is there, and makes that last; does nothing where it is there.
///
/// # Errors
///
/// One that cannot be made, or whose name cannot be synced.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    match fs::create_dir(path) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => return Ok(()),
        Err(error) => return Err(FileError::Write { path: path.to_owned(), error }),
    }
    sync_name(path)
}

/// Removes a folder that is empty, for good; does nothing where there is none.
///
/// # Errors
///
/// One that is there and cannot be removed, or whose removal cannot be synced.
pub fn remove_folder(path: &Path) -> Result<(), FileError> {
    match fs::remove_dir(path) {
        Ok(()) => sync_name(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(FileError::Write { path: path.to_owned(), error }),
    }
}

/// What was done to a name is on the disk.
fn sync_name(path: &Path) -> Result<(), FileError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let synced = open::folder(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| FileError::NotDurable { path: path.to_owned(), error })
}

/// Removes a file, for good; does nothing where there is none.
///
/// # Errors
///
/// One that is there and cannot be removed, or whose removal cannot be synced.
pub fn remove(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(FileError::Write { path: path.to_owned(), error }),
    }
    sync_name(path)
}

/// Where the bytes go: behind a symbolic link, and never in the place of a device or a folder.
fn target(path: &Path) -> Result<PathBuf, FileError> {
    let write_error = |error| FileError::Write { path: path.to_owned(), error };
    let target = match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => fs::canonicalize(path).map_err(write_error)?,
        _ => path.to_owned(),
    };
    match fs::metadata(&target) {
        Ok(metadata) if !metadata.is_file() => Err(FileError::NotRegular { path: path.to_owned() }),
        _ => Ok(target),
    }
}
