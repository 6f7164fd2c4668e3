//! `handover.lock`: one program permits steps in a folder.

use std::{
    fs::{File, TryLockError},
    path::Path,
};

use super::{super::driver::DriverError, Folder, LOCK_FILE};

/// Held while a run goes on.
#[derive(Debug)]
pub(super) struct Lock(Option<File>);

impl Lock {
    /// Takes the lock, and says what an operator should know of it: some file shares know no locks.
    pub(super) fn take(folder: &Folder) -> Result<(Self, Option<String>), DriverError> {
        Self::try_take(folder)?.ok_or_else(|| driven(folder))
    }

    /// The same; none where another program holds it.
    pub(super) fn try_take(folder: &Folder) -> Result<Option<(Self, Option<String>)>, DriverError> {
        let file = folder.lockable(LOCK_FILE)?;
        match file.try_lock() {
            Ok(()) => Ok(Some((Self(Some(file)), None))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
                let path = folder.path().display();
                let remark = format!(
                    "{path} cannot be locked: nothing keeps a second cellgraph from driving the same controller"
                );
                Ok(Some((Self(None), Some(remark))))
            }
            Err(TryLockError::Error(error)) => Err(folder.failed(LOCK_FILE, &error)),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // By its name: a process that is just being started holds what is open here, and would hold the lock on.
        if let Some(Err(error)) = self.0.as_ref().map(File::unlock) {
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
    let Ok(file) = File::open(path.join(LOCK_FILE)) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}
