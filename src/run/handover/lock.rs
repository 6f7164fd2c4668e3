//! `handover.lock`: one program permits steps in a folder. A lock holds a file, not its name: one whose name leads elsewhere, or
//! nowhere, keeps nobody away any more.

use std::{
    fs::{File, TryLockError},
    io,
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
        let is_locked = match holds(file.try_lock()).map_err(|error| folder.failed(LOCK_FILE, &error))? {
            Holds::Here => true,
            Holds::Elsewhere => return Ok(None),
            Holds::Nowhere => false,
        };
        let remark = (!is_locked).then(|| {
            let path = folder.path().display();
            format!("{path} cannot be locked: nothing keeps a second cellgraph from driving the same controller")
        });
        Ok(Some((Self { file, identity, is_locked }, remark)))
    }

    pub(super) const fn identity(&self) -> Identity {
        self.identity
    }
}

/// Who holds a lock.
#[derive(Debug, PartialEq, Eq)]
enum Holds {
    /// This program.
    Here,
    /// Another one.
    Elsewhere,
    /// Nobody can: the share knows no locks.
    Nowhere,
}

/// Who holds the lock after a try to take it.
fn holds(taken: Result<(), TryLockError>) -> io::Result<Holds> {
    match taken {
        Ok(()) => Ok(Holds::Here),
        Err(TryLockError::WouldBlock) => Ok(Holds::Elsewhere),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(Holds::Nowhere),
        Err(TryLockError::Error(error)) => Err(error),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_without_locks_is_no_other_program_and_no_failure() {
        let error = |kind: io::ErrorKind| Err(TryLockError::Error(kind.into()));
        assert_eq!(holds(Ok(())).unwrap(), Holds::Here);
        assert_eq!(holds(Err(TryLockError::WouldBlock)).unwrap(), Holds::Elsewhere);
        assert_eq!(holds(error(io::ErrorKind::Unsupported)).unwrap(), Holds::Nowhere);
        assert_eq!(holds(error(io::ErrorKind::PermissionDenied)).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }

    /// A process that is just being started holds what is open here.
    #[test]
    fn a_lock_is_given_up_though_its_file_stays_open() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::open(parent.path()).unwrap();
        let (lock, remark) = Lock::take(&folder).unwrap();
        assert_eq!(remark, None);
        assert!(Lock::try_take(&folder).unwrap().is_none(), "one program");
        assert!(is_driven(parent.path()));
        let inherited = lock.file.try_clone().unwrap();
        drop(lock);
        assert!(!is_driven(parent.path()));
        assert!(Lock::try_take(&folder).unwrap().is_some());
        drop(inherited);
    }

    /// Where there are no locks, none is given up.
    #[test]
    fn what_was_not_locked_is_not_unlocked() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::open(parent.path()).unwrap();
        let (held, _) = Lock::take(&folder).unwrap();
        let same = held.file.try_clone().unwrap();
        drop(Lock { file: same, identity: held.identity(), is_locked: false });
        assert!(is_driven(parent.path()));
    }
}
