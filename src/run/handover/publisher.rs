//! The publisher of permits: one object, one lock, one latch. A stop overtakes a permit whose write hangs, and what hangs
//! can never land after it.
//!
//! Each permit is written to a file of its own name (`.permit-SERIAL.tmp`), flushed, and renamed to `permit.json`. The
//! lock guards memory alone and is never held while the file system works, so nobody waits for a disk to get it.
//!
//! ```text
//! publish: take a serial, note the name (lock) ─▶ create, write, flush ─▶ is the latch open? (lock) ─▶ rename ─▶ sync
//! stop:    close the latch, take the names (lock) ─▶ unlink the names ─▶ write its own file, rename ─▶ flush, sync
//! ```
//!
//! 1. A permit whose file does not exist yet when the latch closes is not renamed: the latch is looked at after the file
//!    was made.
//! 2. A permit that passed the latch has a file with a name, which the stop unlinks before it publishes itself. A rename
//!    that comes later finds no such name (ENOENT) and changes nothing; one that came earlier is replaced by the stop.
//! 3. No name is used twice, so no late call can find one that was made later.
//! 4. The stop is seen before it is flushed: a controller does not wait for a disk.
//! 5. The heartbeat ends when the latch closes: where a stop cannot be written, the controller halts by itself.
//! 6. Where the path leads to another folder by now, nobody may read the stop in the folder that is held open: the operator is told.
//! 7. The stop's file is made, with its blocks, before the first permit: a full disk does not keep it from being written.
//! 8. Nobody else publishes here. Before and after each permit, and at each look at the controller's lines, two things are checked: the lock's
//!    file is the one that is held, and the permit's file holds what was written last. Where one of them does not, the run ends, and its stop gets a
//!    serial number beyond the other program's, so that a controller obeys the stop.
//!
//! This rests on what POSIX says of one directory on one machine: rename(2) and unlink(2) of a name are atomic, and each
//! sees what the other did. Linux's local file systems keep it, and so does an NFS or SMB server for the calls of one
//! client. `tests/protocol.rs` explores the interleavings of these steps, a crash at each of them included.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use parking_lot::Mutex;

use super::{
    super::{
        driver::{DriverError, Handover, Stopper},
        protocol::Permit,
    },
    Folder, HEARTBEAT_FILE, PERMIT_FILE,
    lock::{self, Lock},
    permit::{Document, FORM},
    serial,
    stop::{self, TEMPORARY, ready_name},
};
use crate::limits::PERMIT_BYTES_MAX;

/// Publishes the permits of one run.
#[derive(Debug)]
pub(super) struct Publisher {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    folder: Option<Arc<Folder>>,
    lock: Option<Lock>,
    /// The last permit that was begun; the run's facts before the first.
    last: Option<Document>,
    /// The serial number before the run's first permit.
    base: u32,
    /// The bytes of the permit that stands: what this program found at the beginning, or wrote last.
    standing: Option<Vec<u8>>,
    /// The stop's file, ready.
    stop: Option<File>,
    /// The name of the permit that is being written.
    underway: Option<String>,
    /// Nothing but a stop is published any more.
    is_latched: bool,
    beats: u64,
}

impl State {
    /// Another permit stands than the one that was written last. The stop's number is to be beyond it.
    fn replaced(&mut self, folder: &Folder, found: Option<&[u8]>) -> DriverError {
        let other = found.and_then(Document::read);
        let whose = match &other {
            Some(other) => format!("a permit of run {} stands there", other.run),
            None => "nothing stands there that a controller obeys".to_owned(),
        };
        if let (Some(other), Some(last)) = (other, &mut self.last) {
            last.serial = last.serial.max(other.serial);
        }
        let path = folder.path().join(PERMIT_FILE);
        DriverError::Failed(format!("{} was removed or replaced during the run: {whose}", path.display()))
    }
}

impl Publisher {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), state: Mutex::default() }
    }

    /// Makes sure that nobody else permits anything in this folder; says what the operator should know of that.
    pub(super) fn lock(&self, folder: &Arc<Folder>) -> Result<Vec<String>, DriverError> {
        let (lock, remark) = Lock::take(folder)?;
        self.state.lock().lock = Some(lock);
        Ok(remark.into_iter().collect())
    }

    /// Takes up a run.
    pub(super) fn begin(&self, folder: Arc<Folder>, handover: &Handover) -> Result<(), DriverError> {
        for name in folder.names(TEMPORARY).map_err(|error| folder.failed(TEMPORARY, &error))? {
            folder.unlink(&name).map_err(|error| folder.failed(&name, &error))?;
        }
        let base = serial::before_run(&folder)?;
        let standing = folder.read(PERMIT_FILE, PERMIT_BYTES_MAX)?;
        let document = Document::of(handover, base);
        let name = ready_name(&document.run);
        let ready = || {
            let mut file = folder.create(&name)?;
            file.write_all(&stop::padded(b"{}"))?;
            file.sync_all()?;
            Ok(file)
        };
        let stop = ready().map_err(|error: io::Error| folder.failed(&name, &error))?;
        let mut state = self.state.lock();
        if state.is_latched {
            return Err(DriverError::Revoked);
        }
        (state.folder, state.last, state.base, state.stop) = (Some(folder), Some(document), base, Some(stop));
        state.standing = standing;
        Ok(())
    }

    /// The folder of the run.
    pub(super) fn folder(&self) -> Result<Arc<Folder>, DriverError> {
        let folder = self.state.lock().folder.clone();
        folder.ok_or_else(|| DriverError::Failed("no run was begun".to_owned()))
    }

    /// The serial number before the run's first permit.
    pub(super) fn base(&self) -> u32 {
        self.state.lock().base
    }

    /// Nobody else publishes in this folder. See the head of this file.
    pub(super) fn refuse_others(&self) -> Result<(), DriverError> {
        let folder = self.folder()?;
        let found = folder.read(PERMIT_FILE, PERMIT_BYTES_MAX)?;
        let lock = {
            let mut state = self.state.lock();
            // A stop has taken the permit's place, or is about to.
            if state.is_latched {
                return Ok(());
            }
            if found != state.standing {
                return Err(state.replaced(&folder, found.as_deref()));
            }
            state.lock.as_ref().map(Lock::identity)
        };
        lock.map_or(Ok(()), |held| lock::refuse_lost(&folder, held))
    }

    /// Publishes a permit, unless a stop comes before it.
    pub(super) fn publish(&self, permit: &Permit) -> Result<(), DriverError> {
        self.refuse_others()?;
        let folder = self.folder()?;
        let (document, name) = self.announce(permit)?;
        let bytes = document.bytes()?;
        let written = write_new(&folder, &name, &bytes).and_then(|()| {
            // The latch is looked at when the name exists: whoever closes it later unlinks the name.
            let is_latched = self.state.lock().is_latched;
            match is_latched {
                true => folder.unlink(&name).map(|_| false),
                false => folder.rename(&name, PERMIT_FILE).map(|()| true),
            }
        });
        let is_revoked = self.over();
        match written {
            Ok(true) => {
                self.state.lock().standing = Some(bytes);
                folder.sync().map_err(|error| folder.failed(PERMIT_FILE, &error))?;
                self.refuse_others()
            }
            Ok(false) => Err(DriverError::Revoked),
            Err(_) if is_revoked => Err(DriverError::Revoked),
            Err(error) => {
                // What could not be written is taken away where that still works.
                let _ = folder.unlink(&name);
                Err(folder.failed(PERMIT_FILE, &error))
            }
        }
    }

    /// Takes the next serial number, and the name that a stop is to unlink.
    fn announce(&self, permit: &Permit) -> Result<(Document, String), DriverError> {
        let mut state = self.state.lock();
        let base = state.base;
        let document = match &state.last {
            Some(last) if !state.is_latched => last
                .next(base, permit)
                .ok_or_else(|| DriverError::Failed("the serial numbers of its permits are used up".to_owned()))?,
            Some(_) => return Err(DriverError::Revoked),
            None => return Err(DriverError::Failed("no run was begun".to_owned())),
        };
        let name = format!("{TEMPORARY}{}.tmp", document.serial);
        (state.last, state.underway) = (Some(document.clone()), Some(name.clone()));
        Ok((document, name))
    }

    /// Nothing is being written any more; whether a stop came.
    fn over(&self) -> bool {
        let mut state = self.state.lock();
        state.underway = None;
        state.is_latched
    }
}

impl Stopper for Publisher {
    fn beats_by(&self) -> &'static str {
        "writing heartbeat.json"
    }

    fn stop(&self) -> Result<(), DriverError> {
        let (folder, document, underway, ready) = {
            let mut state = self.state.lock();
            state.is_latched = true;
            // Before a run was begun there is nothing that the controller was permitted.
            let (Some(folder), Some(last)) = (state.folder.clone(), state.last.clone()) else { return Ok(()) };
            let stop = last.stop(false);
            state.last = Some(stop.clone());
            (folder, stop, state.underway.clone(), state.stop.take())
        };
        let revoked = underway.map_or(Ok(true), |name| folder.unlink(&name));
        stop::publish(&folder, &document, ready)?;
        if let Err(error) = folder.refuse_moved(&self.path) {
            // The controller looks into another folder now: it is told there as well, where its permit is of this run.
            return Err(match stop::publish_elsewhere(&self.path, &document) {
                Ok(()) => error,
                Err(other) => DriverError::Failed(format!("{error}; and the folder there cannot be told: {other}")),
            });
        }
        // The stop stands; but what could not be taken away may still land on it.
        revoked.map(drop).map_err(|error| folder.failed(PERMIT_FILE, &error))
    }

    fn beat(&self) -> Result<(), DriverError> {
        let (folder, document) = {
            let mut state = self.state.lock();
            // A stop that cannot be written is told all the same: without a heartbeat the controller halts by itself.
            if state.is_latched {
                return Ok(());
            }
            let (Some(folder), Some(last)) = (state.folder.clone(), &state.last) else { return Ok(()) };
            let run = last.run.clone();
            state.beats += 1;
            (folder, serde_json::json!({ "form": FORM, "run": run, "beat": state.beats }))
        };
        const TEMPORARY: &str = ".heartbeat.tmp";
        let write = || {
            folder.unlink(TEMPORARY)?;
            writeln!(folder.create(TEMPORARY)?, "{document}")?;
            folder.rename(TEMPORARY, HEARTBEAT_FILE)
        };
        write().map_err(|error: io::Error| folder.failed(HEARTBEAT_FILE, &error))
    }

    fn release(&self) {
        let (lock, folder, ready, name) = {
            let mut state = self.state.lock();
            state.is_latched = true;
            let name = state.last.as_ref().map(|last| ready_name(&last.run));
            (state.lock.take(), state.folder.clone(), state.stop.take(), name)
        };
        if let (Some(folder), Some(_), Some(name)) = (folder, ready, name) {
            // It was not needed; one that stays is taken away when the next run begins.
            let _ = folder.unlink(&name);
        }
        drop(lock);
    }
}

fn write_new(folder: &Folder, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut file = folder.create(name)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use uuid::Uuid;

    use super::{
        super::{
            super::{driver::SequenceText, protocol::Grant},
            permit::Word,
        },
        *,
    };
    use crate::review::{Digest, Place};

    const GO: Permit = Permit { serial: 1, grant: Grant::Go, step: 1, report: false };

    /// A publisher that took up a run in a folder.
    fn begun(path: &Path) -> Publisher {
        let publisher = Publisher::new(path);
        let folder = Arc::new(Folder::open(path).unwrap());
        let hash = Digest::from([0; 32]);
        let handover = Handover {
            run: Uuid::from_u128(1),
            start: Place { position: "Home".to_owned(), tool: "none".to_owned() },
            orders: Vec::new(),
            plan_hash: hash,
            actions: PathBuf::new(),
            yaml: SequenceText::new(String::new()),
            json: SequenceText::new(String::new()),
        };
        publisher.lock(&folder).unwrap();
        publisher.begin(folder, &handover).unwrap();
        publisher
    }

    fn standing(path: &Path) -> Option<Document> {
        Document::standing(&Folder::open(path).unwrap()).unwrap()
    }

    #[test]
    fn nothing_is_begun_after_a_stop() {
        let folder = tempfile::tempdir().unwrap();
        let publisher = begun(folder.path());
        publisher.publish(&GO).unwrap();
        publisher.stop().unwrap();
        let stop = standing(folder.path()).unwrap();
        assert_eq!(stop.permit, Word::Stop);
        let next = Permit { serial: 3, ..GO };
        // Neither a name nor a serial number is taken for it.
        assert!(matches!(publisher.announce(&next), Err(DriverError::Revoked)));
        assert!(matches!(publisher.publish(&next), Err(DriverError::Revoked)));
        assert_eq!(publisher.state.lock().last.as_ref().map(|last| last.serial), Some(stop.serial));
        assert_eq!(standing(folder.path()), Some(stop));
    }

    /// A permit that could not be written is a failure of the folder; that a stop came is said only where one came.
    #[test]
    fn a_permit_that_cannot_be_written_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let publisher = begun(folder.path());
        let taken = folder.path().join(format!("{TEMPORARY}{}.tmp", publisher.base() + 1));
        fs::create_dir(&taken).unwrap();
        let error = publisher.publish(&GO).unwrap_err();
        assert!(matches!(&error, DriverError::Failed(words) if words.contains(PERMIT_FILE)), "{error}");
        assert_eq!(standing(folder.path()), None);
    }

    /// After a run another program may begin one, and nothing of this one lies about.
    #[test]
    fn a_run_that_is_over_leaves_the_folder_to_others() {
        let folder = tempfile::tempdir().unwrap();
        let publisher = begun(folder.path());
        let opened = Folder::open(folder.path()).unwrap();
        assert_eq!(opened.names(TEMPORARY).unwrap(), [ready_name(&Uuid::from_u128(1).to_string())]);
        assert!(Lock::try_take(&opened).unwrap().is_none());
        publisher.release();
        assert_eq!(opened.names(TEMPORARY).unwrap(), [""; 0]);
        assert!(Lock::try_take(&opened).unwrap().is_some());
        assert!(matches!(publisher.publish(&GO), Err(DriverError::Revoked)), "released, and latched");
    }
}
