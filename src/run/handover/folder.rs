//! The shared folder, held open: every name in it is looked up in this folder and nowhere else, and no link is followed.

use std::{
    fs::File,
    io::{self, Read, Write},
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use rustix::{
    fs::{AtFlags, FileType, fstat, fsync, renameat, statat, unlinkat},
    io::Errno,
};

use super::super::driver::DriverError;
use crate::files::{Words, open};

/// Which file something is: its device, and its number there.
pub(super) type Identity = (u64, u64);

/// An open folder.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    handle: OwnedFd,
}

impl Folder {
    pub(super) fn open(path: &Path) -> Result<Self, DriverError> {
        let handle = open::folder(path).map_err(|error| failed(path, &error))?;
        Ok(Self { path: path.to_owned(), handle: handle.into() })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The path must still lead here: a share that was mounted anew is another folder, which nobody writes to.
    pub(super) fn refuse_moved(&self, path: &Path) -> Result<(), DriverError> {
        let (here, there) = (fstat(&self.handle), rustix::fs::stat(path));
        match (here, there) {
            (Ok(here), Ok(there)) if (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino) => Ok(()),
            (_, Err(error)) => Err(failed(path, &error.into())),
            _ => Err(DriverError::Failed(format!("{} is another folder than when the run began", path.display()))),
        }
    }

    /// None of these names may be a link, or anything but a regular file.
    pub(super) fn refuse_links(&self, names: &[&str]) -> Result<(), DriverError> {
        names.iter().try_for_each(|name| match statat(&self.handle, *name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(self.failed(name, &error.into())),
            Ok(facts) => match FileType::from_raw_mode(facts.st_mode) {
                FileType::RegularFile => Ok(()),
                FileType::Symlink => Err(self.refused(name, "it is a symbolic link, and none is followed here")),
                _ => Err(self.refused(name, "it is not a regular file")),
            },
        })
    }

    /// Which file a name leads to; none where there is none.
    pub(super) fn identity(&self, name: &str) -> Result<Option<Identity>, DriverError> {
        match statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(facts) => Ok(Some((facts.st_dev, facts.st_ino))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(self.failed(name, &error.into())),
        }
    }

    /// Opens a regular file for reading; none where there is none.
    pub(super) fn file(&self, name: &str) -> Result<Option<File>, DriverError> {
        match open::regular_at(&self.handle, name) {
            Ok(file) => Ok(Some(file)),
            Err(error) => match Errno::from_io_error(&error) {
                Some(Errno::NOENT) => Ok(None),
                Some(Errno::LOOP) => Err(self.refused(name, "it is a symbolic link, and none is followed here")),
                Some(Errno::ISDIR) => Err(self.refused(name, "it is not a regular file")),
                _ => Err(self.failed(name, &error)),
            },
        }
    }

    /// A file's bytes; none where there is none.
    pub(super) fn read(&self, name: &str, bytes_max: u64) -> Result<Option<Vec<u8>>, DriverError> {
        let Some(file) = self.file(name)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.take(bytes_max + 1).read_to_end(&mut bytes).map_err(|error| self.failed(name, &error))?;
        match bytes.len() as u64 > bytes_max {
            true => Err(self.refused(name, "it is too long")),
            false => Ok(Some(bytes)),
        }
    }

    /// Makes a file that is not there yet.
    pub(super) fn create(&self, name: &str) -> io::Result<File> {
        open::create_at(&self.handle, name)
    }

    /// Opens or makes a file to be locked.
    pub(super) fn lockable(&self, name: &str) -> Result<File, DriverError> {
        self.refuse_links(&[name])?;
        open::to_lock_at(&self.handle, name).map_err(|error| self.failed(name, &error))
    }

    pub(super) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        Ok(renameat(&self.handle, from, &self.handle, to)?)
    }

    /// Removes a name; whether it was there.
    pub(super) fn unlink(&self, name: &str) -> io::Result<bool> {
        match unlinkat(&self.handle, name, AtFlags::empty()) {
            Ok(()) => Ok(true),
            Err(Errno::NOENT) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The names are on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(fsync(&self.handle)?)
    }

    /// The names of the folder's entries that begin so.
    pub(super) fn names(&self, prefix: &str) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in rustix::fs::Dir::read_from(&self.handle)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.starts_with(prefix) {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// Replaces a file in one step, on the disk when it returns.
    pub(super) fn write_whole(&self, name: &str, bytes: &[u8]) -> Result<(), DriverError> {
        let temporary = format!(".{name}.tmp");
        let write = || {
            self.unlink(&temporary)?;
            let mut file = self.create(&temporary)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            self.rename(&temporary, name)?;
            self.sync()
        };
        write().map_err(|error| {
            // What could not be written is taken away where that still works.
            let _ = self.unlink(&temporary);
            self.failed(name, &error)
        })
    }

    pub(super) fn failed(&self, name: &str, error: &io::Error) -> DriverError {
        failed(&self.path.join(name), error)
    }

    fn refused(&self, name: &str, why: &str) -> DriverError {
        DriverError::Failed(format!("{}: {why}", self.path.join(name).display()))
    }
}

fn failed(path: &Path, error: &io::Error) -> DriverError {
    DriverError::Failed(format!("{}: {}", path.display(), Words(error)))
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink};

    use super::*;

    fn words<T: std::fmt::Debug>(result: Result<T, DriverError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn a_folder_is_known_again_by_what_its_path_leads_to() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("robot");
        fs::create_dir(&path).unwrap();
        let folder = Folder::open(&path).unwrap();
        folder.refuse_moved(&path).unwrap();
        fs::rename(&path, parent.path().join("moved")).unwrap();
        let gone = words(folder.refuse_moved(&path));
        assert!(gone.contains("No such file"), "{gone}");
        fs::create_dir(&path).unwrap();
        let other = words(folder.refuse_moved(&path));
        assert!(other.ends_with("is another folder than when the run began"), "{other}");
    }

    #[test]
    fn what_is_no_regular_file_is_named_as_what_it_is() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::open(parent.path()).unwrap();
        assert!(folder.file("none").unwrap().is_none());
        symlink("/etc/hostname", parent.path().join("link")).unwrap();
        fs::create_dir(parent.path().join("folder")).unwrap();
        rustix::fs::mknodat(&folder.handle, "pipe", FileType::Fifo, rustix::fs::Mode::from_raw_mode(0o600), 0).unwrap();
        let path = |name: &str| parent.path().join(name).display().to_string();
        for (name, why) in [
            ("link", "it is a symbolic link, and none is followed here"),
            ("folder", "it is not a regular file"),
            ("pipe", "it is not a regular file"),
        ] {
            assert_eq!(words(folder.file(name)), format!("{}: {why}", path(name)));
            assert_eq!(words(folder.refuse_links(&["none", name])), format!("{}: {why}", path(name)));
        }
    }

    #[test]
    fn a_file_is_read_up_to_its_limit_and_no_further() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::open(parent.path()).unwrap();
        assert_eq!(folder.read("none", 4).unwrap(), None);
        for (bytes, is_read) in [(0, true), (3, true), (4, true), (5, false), (900, false)] {
            let text = vec![b'x'; bytes];
            folder.write_whole("file", &text).unwrap();
            match is_read {
                true => assert_eq!(folder.read("file", 4).unwrap(), Some(text)),
                false => assert!(words(folder.read("file", 4)).ends_with("file: it is too long"), "{bytes}"),
            }
        }
    }

    #[test]
    fn names_are_listed_and_taken_away() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::open(parent.path()).unwrap();
        for name in [".permit-1.tmp", ".permit-2.tmp", "permit.json"] {
            folder.write_whole(name, b"{}").unwrap();
        }
        let mut names = folder.names(".permit-").unwrap();
        names.sort();
        assert_eq!(names, [".permit-1.tmp", ".permit-2.tmp"]);
        assert!(folder.unlink(".permit-1.tmp").unwrap());
        assert!(!folder.unlink(".permit-1.tmp").unwrap(), "it was there once");
        assert_eq!(folder.names(".permit-").unwrap(), [".permit-2.tmp"]);
    }
}
