//! Publishes a stop: in the folder in which a run began, over the permit that stands there; and in the folder to which the path leads now.

use std::{
    fs::File,
    io::{self, Write},
    os::unix::fs::FileExt,
    path::Path,
};

use super::{super::driver::DriverError, Folder, PERMIT_FILE, permit::Document};
use crate::limits::PERMIT_BYTES_MAX;

/// How the names of permits that are being written begin.
pub(super) const TEMPORARY: &str = ".permit-";

/// The name of the file of a stop that is ready to be published. The name is the run's own, so that no other run uses the file.
pub(super) fn ready_name(run: &str) -> String {
    format!("{TEMPORARY}{run}-stop.tmp")
}

/// Publishes a stop: first seen, then on the disk. `ready` is its file, made before.
pub(super) fn publish(folder: &Folder, document: &Document, ready: Option<File>) -> Result<(), DriverError> {
    let bytes = padded(&document.bytes()?);
    let at_once = ready.ok_or(io::ErrorKind::NotFound.into()).and_then(|file| {
        file.write_all_at(&bytes, 0)?;
        folder.rename(&ready_name(&document.run), PERMIT_FILE)?;
        Ok(file)
    });
    let seen = at_once.or_else(|_: io::Error| {
        let name = format!("{TEMPORARY}{}-stop.tmp", document.serial);
        folder.unlink(&name)?;
        let mut file = folder.create(&name)?;
        file.write_all(&bytes)?;
        folder.rename(&name, PERMIT_FILE)?;
        Ok(file)
    });
    let synced = seen.and_then(|file| file.sync_all()).and_then(|()| folder.sync());
    synced.map_err(|error| folder.failed(PERMIT_FILE, &error))
}

/// Publishes a stop for the run of a permit, over whatever is still being written.
pub(super) fn publish_over(folder: &Folder, document: &Document) -> Result<Document, DriverError> {
    for name in folder.names(TEMPORARY).map_err(|error| folder.failed(TEMPORARY, &error))? {
        folder.unlink(&name).map_err(|error| folder.failed(&name, &error))?;
    }
    let stop = document.stop(true);
    publish(folder, &stop, None)?;
    Ok(stop)
}

/// Stops a run in the folder that its path leads to now, which is not the one that it began in.
pub(super) fn publish_elsewhere(path: &Path, stop: &Document) -> Result<(), DriverError> {
    let folder = Folder::open(path)?;
    match Document::standing(&folder)?.filter(|standing| standing.run == stop.run) {
        Some(standing) => publish_over(&folder, &standing).map(drop),
        None => Ok(()),
    }
}

/// JSON followed by blanks, as long as any stop is.
pub(super) fn padded(bytes: &[u8]) -> Vec<u8> {
    const STOP_BYTES: usize = 1024;
    const _: () = assert!((STOP_BYTES as u64) < PERMIT_BYTES_MAX);
    let mut padded = bytes.trim_ascii_end().to_vec();
    padded.resize(padded.len().max(STOP_BYTES - 1), b' ');
    padded.push(b'\n');
    padded
}
