//! The shared folder, held open: every name in it is looked up in this folder and nowhere else, and no link is followed.

use std::{
    fs::File,
    io::{self, Read, Write},
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, fstat, fsync, open, openat, renameat, statat, unlinkat};

use super::super::driver::DriverError;

/// An open folder.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    handle: OwnedFd,
}

impl Folder {
    pub(super) fn open(path: &Path) -> Result<Self, DriverError> {
        let handle = open(path, OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::RDONLY, Mode::empty());
        let handle = handle.map_err(|error| failed(path, &error.into()))?;
        Ok(Self { path: path.to_owned(), handle })
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
            Err(rustix::io::Errno::NOENT) => Ok(()),
            Err(error) => Err(self.failed(name, &error.into())),
            Ok(facts) => match FileType::from_raw_mode(facts.st_mode) {
                FileType::RegularFile => Ok(()),
                FileType::Symlink => Err(self.refused(name, "it is a symbolic link, and none is followed here")),
                _ => Err(self.refused(name, "it is not a regular file")),
            },
        })
    }

    /// Opens a regular file for reading; none where there is none.
    pub(super) fn file(&self, name: &str) -> Result<Option<File>, DriverError> {
        // Opening a pipe would wait for its writer.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let file = match openat(&self.handle, name, flags, Mode::empty()) {
            Err(rustix::io::Errno::NOENT) => return Ok(None),
            Err(rustix::io::Errno::LOOP) => {
                return Err(self.refused(name, "it is a symbolic link, and none is followed here"));
            }
            Err(error) => return Err(self.failed(name, &error.into())),
            Ok(handle) => File::from(handle),
        };
        match file.metadata().map_err(|error| self.failed(name, &error))?.is_file() {
            true => Ok(Some(file)),
            false => Err(self.refused(name, "it is not a regular file")),
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
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(File::from(openat(&self.handle, name, flags, Mode::from_raw_mode(0o644))?))
    }

    /// Opens or makes a file to be locked.
    pub(super) fn lockable(&self, name: &str) -> Result<File, DriverError> {
        self.refuse_links(&[name])?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let file = openat(&self.handle, name, flags, Mode::from_raw_mode(0o644));
        file.map(File::from).map_err(|error| self.failed(name, &error.into()))
    }

    pub(super) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        Ok(renameat(&self.handle, from, &self.handle, to)?)
    }

    /// Removes a name; whether it was there.
    pub(super) fn unlink(&self, name: &str) -> io::Result<bool> {
        match unlinkat(&self.handle, name, AtFlags::empty()) {
            Ok(()) => Ok(true),
            Err(rustix::io::Errno::NOENT) => Ok(false),
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
    DriverError::Failed(format!("{}: {error}", path.display()))
}
