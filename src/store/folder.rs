//! The folder: its lock, its two files, and what must hold of a connection.
//!
//! In: a path. Out: open connections that write durably, or that cannot write at all. Nothing is deleted here, and no
//! database is opened but by SQLite: closing one's own handle of it would give up the locks that SQLite holds on it.
//!
//! Both files are in WAL mode with `synchronous=FULL`. WAL, because a commit is then one write and one sync where a
//! rollback journal needs three, and because readers (history, questions) go on beside the writer. FULL for
//! `history.db`, because a step must not be sent unless its row survives a power cut; FULL for `robot_state.db`, because
//! a state that an operator confirmed must not fall back to an older one.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Read, Seek, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{
        Arc, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use jiff::Timestamp;
use parking_lot::Mutex;
use rusqlite::{Connection, OpenFlags, config::DbConfig};

use super::{
    error::{StoreError, sqlite, system},
    schema::Schema,
};
use crate::{files::open, limits::STORE_BUSY_LIMIT};

const LOCK: &str = "store.lock";
/// What SQLite keeps beside a database: commits that are not in the file itself yet, and an index of them.
const WAL: &str = "-wal";
const SHM: &str = "-shm";

/// Makes a folder where it is not there, and makes that last.
pub(super) fn make(folder: &Path) -> Result<(), StoreError> {
    let failed = system(folder, "make the folder");
    let missing: Vec<&Path> =
        folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).collect();
    fs::create_dir_all(folder).map_err(failed)?;
    missing.iter().try_for_each(|path| sync(parent(path)))
}

/// Root in a folder of another user leaves files there that this user cannot write, and nothing else can be done for the cell then.
pub(super) fn refuse_root_in_anothers(folder: &Path) -> Result<(), StoreError> {
    // Elsewhere than on Linux nothing says whose this process is.
    let Ok(process) = fs::metadata("/proc/self") else { return Ok(()) };
    let owner = fs::metadata(folder).map_err(system(folder, "look at the folder"))?.uid();
    if process.uid() == ROOT && owner != ROOT {
        return Err(StoreError::Anothers { folder: folder.to_owned(), owner });
    }
    Ok(())
}

const ROOT: u32 = 0;

/// The files that a store has open, as their paths lead to them.
///
/// SQLite keeps a database's `-wal` and `-shm` as long as one connection to it is open, and makes both with the first read. What is
/// committed stands in the `-wal` alone until a checkpoint: where that is gone, the next program finds an older history.
#[derive(Debug, Default)]
pub(super) struct Held(Vec<HeldFile>);

#[derive(Debug)]
struct HeldFile {
    path: PathBuf,
    identity: Identity,
    /// The most bytes that it was seen to have; none of a file whose length says nothing.
    ///
    /// A database has no `auto_vacuum`, nothing in it is deleted, and nobody vacuums it: it grows or stays. Its `-wal` is written anew
    /// from its beginning after a checkpoint, and cut by `wal_checkpoint(TRUNCATE)` alone, which [`open`] does before a file is held: no
    /// `journal_size_limit` is set. A `-shm` grows with the `-wal`, and SQLite cuts it only where nobody else has it open.
    seen: Option<Arc<AtomicU64>>,
    /// Whether it is a `-shm`: SQLite maps it into memory. Where it was cut, the system ends whoever touches what is gone.
    is_mapped: bool,
}

/// Device and inode.
type Identity = (u64, u64);

/// Each `-shm` that a store of this process holds, and how long it was seen to be. All connections of a process share what SQLite has
/// mapped of it, also one that is opened to read while a run goes on.
static MAPPED: Mutex<Vec<(Identity, Weak<AtomicU64>)>> = Mutex::new(Vec::new());

/// A log's index that a store of this process holds, and that was cut.
fn refuse_cut_index_of(database: &Path) -> Result<(), StoreError> {
    let path = named(database, SHM);
    let Ok((identity, bytes)) = look(&path) else { return Ok(()) };
    let is_cut = |(held, seen): &(Identity, Weak<AtomicU64>)| {
        *held == identity && seen.upgrade().is_some_and(|seen| bytes < seen.load(Ordering::Relaxed))
    };
    if MAPPED.lock().iter().any(is_cut) { Err(StoreError::Cut { path }) } else { Ok(()) }
}

impl Held {
    /// What the paths lead to now: of connections that have read.
    pub(super) fn of(folder: &Path, databases: [&Path; 2]) -> Result<Self, StoreError> {
        let mut held = vec![HeldFile::of(folder.join(LOCK), false)?];
        for path in databases {
            for end in ["", WAL, SHM] {
                let file = HeldFile::of(named(path, end), true)?;
                held.push(HeldFile { is_mapped: end == SHM, ..file });
            }
        }
        let mut mapped = MAPPED.lock();
        mapped.retain(|(_, seen)| seen.strong_count() > 0);
        mapped.extend(held.iter().filter(|file| file.is_mapped).filter_map(HeldFile::watched));
        Ok(Self(held))
    }

    /// The index of a log that was cut: nothing of that database may be read, either.
    pub(super) fn refuse_cut_index(&self) -> Result<(), StoreError> {
        self.0.iter().filter(|file| file.is_mapped).try_for_each(|file| match file.refuse_moved() {
            Err(error @ StoreError::Cut { .. }) => Err(error),
            // What lies at its path now is not what is mapped.
            Ok(()) | Err(_) => Ok(()),
        })
    }

    /// Another file at one of the paths is another history: what is written to the old one is seen by nobody. So is one that was cut.
    pub(super) fn refuse_moved(&self) -> Result<(), StoreError> {
        self.0.iter().try_for_each(HeldFile::refuse_moved)
    }
}

impl HeldFile {
    fn of(path: PathBuf, grows: bool) -> Result<Self, StoreError> {
        let (identity, bytes) = look(&path).map_err(system(&path, "look at the file"))?;
        Ok(Self { path, identity, seen: grows.then(|| Arc::new(AtomicU64::new(bytes))), is_mapped: false })
    }

    fn watched(&self) -> Option<(Identity, Weak<AtomicU64>)> {
        self.seen.as_ref().map(|seen| (self.identity, Arc::downgrade(seen)))
    }

    fn refuse_moved(&self) -> Result<(), StoreError> {
        let path = || self.path.clone();
        let Some((_, bytes)) = look(&self.path).ok().filter(|(identity, _)| *identity == self.identity) else {
            return Err(StoreError::Moved { path: path() });
        };
        match &self.seen {
            Some(seen) if bytes < seen.fetch_max(bytes, Ordering::Relaxed) => Err(StoreError::Cut { path: path() }),
            Some(_) | None => Ok(()),
        }
    }
}

/// Which file a path leads to, and how long it is.
fn look(path: &Path) -> io::Result<(Identity, u64)> {
    fs::metadata(path).map(|metadata| ((metadata.dev(), metadata.ino()), metadata.len()))
}

/// The name of what SQLite keeps beside a database.
fn named(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// SQLite opens a database and its logs by their names.
fn refuse_irregular(path: &Path) -> Result<(), StoreError> {
    for end in ["", "-journal", WAL, SHM] {
        let path = named(path, end);
        if open::refuse_irregular(&path).is_err() {
            return Err(StoreError::Foreign { path, reason: "it is not a regular file".to_owned() });
        }
    }
    Ok(())
}

/// The folder's lock, held as long as this is.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    /// Gives the lock up, and not only this handle of it: a process that was just started may hold another for a moment.
    fn drop(&mut self) {
        // Closing it comes next, and does the same but for that moment.
        let _ = self.0.unlock();
    }
}

/// Takes the folder's lock.
pub(super) fn lock(folder: &Path) -> Result<Lock, StoreError> {
    let path = folder.join(LOCK);
    let failed = system(&path, "take the lock");
    if open::refuse_irregular(&path).is_err() {
        return Err(StoreError::Foreign { path, reason: "it is not a regular file".to_owned() });
    }
    let mut file = open::to_lock(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {
            // Who holds it is a courtesy to the next one; the lock holds without it.
            let _ = write_holder(&mut file);
            Ok(Lock(file))
        }
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked { holder: holder(&mut file), path: folder.to_owned() }),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

fn write_holder(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    writeln!(file, "process {}, since {:.0}", std::process::id(), Timestamp::now())
}

fn holder(file: &mut File) -> Option<String> {
    let mut text = String::new();
    file.rewind().ok()?;
    file.take(100).read_to_string(&mut text).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Opens a file for writing, made where it is not there, with the tables of this version.
pub(super) fn open(folder: &Path, schema: &Schema) -> Result<(Connection, PathBuf), StoreError> {
    let path = folder.join(schema.file);
    let failed = sqlite(&path, "open the database");
    refuse_irregular(&path)?;
    let is_new = !path.exists();
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(&path, flags).map_err(failed)?;
    configure(&connection).map_err(failed)?;
    let is_empty = schema.is_empty(&connection, &path)?;
    let mode = into_wal_mode(&connection).map_err(failed)?;
    if !mode.eq_ignore_ascii_case("wal") {
        let error = io::Error::other(format!("journal mode {mode} and not WAL"));
        return Err(StoreError::Io { path, doing: "open the database", error });
    }
    connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
    schema.migrate(&mut connection, &path)?;
    if is_new || is_empty {
        sync(folder)?;
    }
    // What an earlier process wrote, perhaps without its sync, goes into the file itself and is synced there. A reader
    // may be in the way: then the commits stay in the WAL, where they are as good.
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).map_err(failed)?;
    Ok((connection, path))
}

/// The journal mode that a database is in once WAL mode was asked for.
///
/// SQLite answers with a row first and writes the file's header after it: a disk that fails there is heard only by who asks for the
/// next row, too.
fn into_wal_mode(connection: &Connection) -> rusqlite::Result<String> {
    let mut mode = String::new();
    connection.pragma(None, "journal_mode", "WAL", |row| {
        mode = row.get(0)?;
        Ok(())
    })?;
    Ok(mode)
}

/// Opens a folder's file for reading alone.
pub(super) fn open_read_only(folder: &Path, schema: &Schema) -> Result<(Connection, PathBuf), StoreError> {
    open_file_read_only(folder.join(schema.file), schema)
}

/// Opens a file of any name for reading alone.
pub(super) fn open_file_read_only(path: PathBuf, schema: &Schema) -> Result<(Connection, PathBuf), StoreError> {
    let failed = sqlite(&path, "open the database");
    let missing = || StoreError::Missing { folder: parent(&path).to_owned() };
    if !path.exists() {
        return Err(missing());
    }
    refuse_irregular(&path)?;
    refuse_cut_index_of(&path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&path, flags).map_err(failed)?;
    configure(&connection).map_err(failed)?;
    if schema.is_empty(&connection, &path)? {
        return Err(missing());
    }
    schema.prove_to_read(&connection, &path)?;
    Ok((connection, path))
}

/// A database with the tables of this version and nothing in them, on no disk.
pub(super) fn in_memory(schema: &Schema) -> Result<(Connection, PathBuf), StoreError> {
    let path = PathBuf::from(schema.file);
    let mut connection = Connection::open_in_memory().map_err(sqlite(&path, "make a database in memory"))?;
    schema.migrate(&mut connection, &path)?;
    Ok((connection, path))
}

/// What holds for every connection: a file is data, and nothing in it can make SQLite do more than read it.
fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(STORE_BUSY_LIMIT)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// Where a file is.
pub(super) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Makes the names in a folder last. Windows syncs them with the files, and cannot open a folder.
fn sync(folder: &Path) -> Result<(), StoreError> {
    if cfg!(windows) {
        return Ok(());
    }
    let failed = system(folder, "sync the folder");
    open::folder(folder).and_then(|folder| folder.sync_all()).map_err(failed)
}
