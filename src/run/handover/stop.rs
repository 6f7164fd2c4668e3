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

#[cfg(test)]
mod tests {
    use std::fs;

    use uuid::Uuid;

    use super::{super::permit::Word, *};

    fn go(run: u128) -> Document {
        Document { permit: Word::Go, step: 2, ..Document::blank(Uuid::from_u128(run), 7) }
    }

    #[test]
    fn the_file_of_a_stop_is_its_run_s_and_is_taken_away_with_the_other_ones() {
        assert_ne!(ready_name("a"), ready_name("b"));
        assert!(ready_name("a").starts_with(TEMPORARY));
    }

    #[test]
    fn a_stop_has_the_length_of_every_stop() {
        for bytes in [&b"{}"[..], b"{}\n", &[b'x'; 500]] {
            let padded = padded(bytes);
            assert_eq!((padded.len(), padded.last()), (1024, Some(&b'\n')));
            assert_eq!(padded.trim_ascii_end(), bytes.trim_ascii_end());
        }
        assert_eq!(padded(&[b'x'; 3000]).len(), 3001, "nothing is cut off");
    }

    /// The controller may look into another folder by now, and that folder may be another run's.
    #[test]
    fn a_run_is_stopped_elsewhere_only_where_its_permit_stands() {
        for (standing, is_stopped) in [(go(1), true), (go(2), false)] {
            let parent = tempfile::tempdir().unwrap();
            let folder = Folder::open(parent.path()).unwrap();
            folder.write_whole(PERMIT_FILE, &standing.bytes().unwrap()).unwrap();
            publish_elsewhere(parent.path(), &go(1).stop(false)).unwrap();
            let found = Document::standing(&folder).unwrap().unwrap();
            assert_eq!(found.permit == Word::Stop, is_stopped, "{found:?}");
            assert_eq!(found.serial, if is_stopped { 8 } else { 7 });
        }
        let empty = tempfile::tempdir().unwrap();
        publish_elsewhere(empty.path(), &go(1).stop(false)).unwrap();
        assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0);
    }
}
