//! How files are opened: the one place that does. A name may lead to anything that somebody put there.
//!
//! 1. Nothing here waits: a pipe has no end, and its opening waits for whoever holds the other end. Only what is a regular file
//!    once it is open is given. The exceptions are [`stream`] and [`standard_input`], for what a person names
//!    to be read to its end.
//! 2. In a folder that is shared with a controller no link is followed.
//! 3. What a library opens by its name is looked at first, with [`refuse_irregular`].
//! 4. The one socket that has a name, for consoles beside the one that drives, is its user's alone.

use std::{
    fs::{self, File},
    io,
    os::{
        fd::AsFd,
        unix::{
            fs::{FileTypeExt, PermissionsExt},
            net::{UnixListener, UnixStream},
        },
    },
    path::Path,
};

use rustix::fs::{CWD, Mode, OFlags, openat};

/// What is opened without waiting, and by no process that is started later.
const QUICKLY: OFlags = OFlags::NONBLOCK.union(OFlags::CLOEXEC).union(OFlags::NOCTTY);

/// The mode of what is shared with a controller.
const SHARED: u32 = 0o644;

/// A file to be read.
///
/// # Errors
///
/// One that cannot be opened, or is none.
pub fn regular(path: &Path) -> io::Result<File> {
    opened(CWD, path, OFlags::RDONLY)
}

/// A file to be appended to, made where it is not there.
///
/// # Errors
///
/// As for [`regular`].
pub fn to_append(path: &Path) -> io::Result<File> {
    opened(CWD, path, OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE)
}

/// A file to be locked, read and written, made where it is not there.
///
/// # Errors
///
/// As for [`regular`].
pub fn to_lock(path: &Path) -> io::Result<File> {
    opened(CWD, path, OFlags::RDWR | OFlags::CREATE)
}

/// A file of an open folder, to be read. No link is followed.
///
/// # Errors
///
/// As for [`regular`]; a link.
pub fn regular_at(folder: impl AsFd, name: &str) -> io::Result<File> {
    opened(folder, Path::new(name), OFlags::RDONLY | OFlags::NOFOLLOW)
}

/// A file of an open folder, to be locked, made where it is not there. No link is followed.
///
/// # Errors
///
/// As for [`regular`]; a link.
pub fn to_lock_at(folder: impl AsFd, name: &str) -> io::Result<File> {
    opened(folder, Path::new(name), OFlags::WRONLY | OFlags::CREATE | OFlags::NOFOLLOW)
}

/// A file of an open folder that is not there yet. Everybody may read it: a controller's account does, whatever the mask of a service is.
///
/// # Errors
///
/// One that is there, or cannot be made.
pub fn create_at(folder: impl AsFd, name: &str) -> io::Result<File> {
    let file = opened(folder, Path::new(name), OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW)?;
    if file.metadata()?.permissions().mode() & SHARED != SHARED {
        // A share without modes refuses that. Who reads there is its server's to say.
        let _ = file.set_permissions(fs::Permissions::from_mode(SHARED));
    }
    Ok(file)
}

/// Whatever a person named to be read to its end, a pipe as well: this waits for it.
///
/// # Errors
///
/// What cannot be opened.
pub fn stream(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Standard input, to be read to its end: this waits for it. Nothing else may read it then.
///
/// # Errors
///
/// There is none.
pub fn standard_input() -> io::Result<File> {
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// The terminal that sends this program the signals of its keys, whatever standard input is.
///
/// # Errors
///
/// There is none.
pub fn controlling_terminal() -> io::Result<File> {
    File::open("/dev/tty")
}

/// A folder.
///
/// # Errors
///
/// What cannot be opened, or is no folder.
pub fn folder(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(File::from(openat(CWD, path, flags, Mode::empty())?))
}

/// What is to be opened by a library must be a regular file, or not be there.
///
/// # Errors
///
/// What is there, and is none.
pub fn refuse_irregular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(rustix::io::Errno::ISDIR.into()),
        Ok(metadata) if !metadata.is_file() => Err(not_regular()),
        _ => Ok(()),
    }
}

/// A connection over a socket that has a name.
pub type Socket = UnixStream;

/// A socket at this name, for its user alone (mode 0600), that listens. One that a program left there that was killed is taken away;
/// nothing else is.
///
/// # Errors
///
/// Something else stands there; a name that is too long for a socket.
pub fn socket(path: &Path) -> io::Result<UnixListener> {
    if path.symlink_metadata().is_ok_and(|found| found.file_type().is_socket()) {
        fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// A connection to whoever listens at this name.
///
/// # Errors
///
/// Nobody does.
pub fn connected(path: &Path) -> io::Result<Socket> {
    UnixStream::connect(path)
}

/// What is made may be read by everybody, and written as the user's mask says.
fn opened(folder: impl AsFd, path: &Path, flags: OFlags) -> io::Result<File> {
    let mode = match (flags.contains(OFlags::CREATE), flags.contains(OFlags::NOFOLLOW)) {
        (false, _) => Mode::empty(),
        (true, false) => Mode::from_raw_mode(0o666),
        (true, true) => Mode::from_raw_mode(SHARED),
    };
    let file = match openat(folder, path, flags | QUICKLY, mode) {
        // A pipe that nobody reads, to be written to.
        Err(rustix::io::Errno::NXIO) => return Err(not_regular()),
        opened => File::from(opened?),
    };
    let metadata = file.metadata()?;
    match (metadata.is_file(), metadata.is_dir()) {
        (true, _) => Ok(file),
        (false, true) => Err(rustix::io::Errno::ISDIR.into()),
        (false, false) => Err(not_regular()),
    }
}

fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")
}
