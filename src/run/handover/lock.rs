//! `handover.lock`: one program permits steps in a folder. A lock holds a file, not its name: one whose name leads elsewhere, or
//! nowhere, keeps nobody away any more.

use std::{
    fs::{File, TryLockError},
    os::unix::fs::MetadataExt,
    path::Path,
};

use super::{super::driver::DriverError, Folder, LOCK_FILE, folder::Identity};
use crate::files::open;

/// Held while a run goes on.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    /// Which file that is.
    identity: Identity,
    /// Some file shares know no locks.
    is_locked: bool,
}

impl Lock {
    /// Takes the lock, and says what an operator should know of it: some file shares know no locks.
    pub(super) fn take(folder: &Folder) -> Result<(Self, Option<String>), DriverError> {
        Self::try_take(folder)?.ok_or_else(|| driven(folder))
    }

    /// The same; none where another program holds it.
    pub(super) fn try_take(folder: &Folder) -> Result<Option<(Self, Option<String>)>, DriverError> {
        let file = folder.lockable(LOCK_FILE)?;
        let metadata = file.metadata().map_err(|error| folder.failed(LOCK_FILE, &error))?;
        let identity = (metadata.dev(), metadata.ino());
        match file.try_lock() {
            Ok(()) => Ok(Some((Self { file, identity, is_locked: true }, None))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
                let path = folder.path().display();
                let remark = format!(
                    "{path} cannot be locked: nothing keeps a second cellgraph from driving the same controller"
                );
                Ok(Some((Self { file, identity, is_locked: false }, Some(remark))))
            }
            Err(TryLockError::Error(error)) => Err(folder.failed(LOCK_FILE, &error)),
        }
    }

    pub(super) const fn identity(&self) -> Identity {
        self.identity
    }
}

/// The lock's name must still lead to the file that is held; another program would lock whatever file the name leads to.
pub(super) fn refuse_lost(folder: &Folder, held: Identity) -> Result<(), DriverError> {
    match folder.identity(LOCK_FILE)? == Some(held) {
        true => Ok(()),
        false => Err(DriverError::Failed(format!(
            "{} was removed or replaced during the run: another program may drive the same controller",
            folder.path().join(LOCK_FILE).display()
        ))),
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if !self.is_locked {
            return;
        }
        // By its name: a process that is just being started holds what is open here, and would hold the lock on.
        if let Err(error) = self.file.unlock() {
            tracing::warn!(%error, "{LOCK_FILE} could not be given up");
        }
    }
}

/// Another program holds the lock.
pub(super) fn driven(folder: &Folder) -> DriverError {
    let path = folder.path().join(LOCK_FILE);
    DriverError::Failed(format!("{}: another cellgraph drives the controller of this folder", path.display()))
}

/// Whether a run goes on in this folder: then nobody else writes there.
#[must_use]
pub fn is_driven(path: &Path) -> bool {
    let Ok(file) = open::folder(path).and_then(|folder| open::regular_at(folder, LOCK_FILE)) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}
