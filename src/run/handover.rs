//! The hand-over by files, second form: a folder that this program and a cell's controller share. The page
//! docs/src/reference/handover.md describes it for controllers; `examples/controller/controller.py` is a controller.
//!
//! | file | written by | |
//! |---|---|---|
//! | `actions.yaml` | this program, once per run | the whole sequence, verified |
//! | `actions.json` | this program, once per run | the same steps for a controller that reads JSON |
//! | `permit.json` | this program, replaced in one step | what the controller may do now |
//! | `heartbeat.json` | this program, once a second while a run goes on | that this program is alive |
//! | `progress.jsonl` | the controller, appended line by line | what it did, and where the robot is |
//! | `handover.lock` | this program, empty | locked while a run goes on |
//!
//! 1. No symbolic link is followed inside the folder, and only regular files are read.
//! 2. `actions.yaml` and `actions.json` are read back and hashed before every `go`.
//! 3. A `stop` is never taken away, only replaced by the first permit of the next run.
//! 4. A lock or a permit that another program puts in the place of this one's ends the run.
//! 5. A `go` that some other run left standing is stopped, and no run begins.

use std::{path::Path, path::PathBuf, sync::Arc};

use super::{
    ACTIONS_FILE,
    driver::{Again, Driver, DriverError, Handover, Heard, Message, Stopper, canonical},
    protocol::{Grant, Permit},
};
use crate::{limits::PROGRESS_POLL, observe::Declared};

mod folder;
pub(super) mod line;
pub(super) mod listener;
mod lock;
pub(super) mod permit;
mod progress;
mod publisher;
pub(super) mod recovery;
pub(super) mod serial;
mod stop;

use folder::Folder;
use line::Written;
pub use lock::is_driven;
use permit::{Document, Word};
use progress::Reader;
use publisher::Publisher;
pub use recovery::{Recovered, RecoveryError, recover};

/// The name of the file that has the sequence as JSON.
pub(super) const ACTIONS_JSON_FILE: &str = "actions.json";
/// The name of the permit's file.
const PERMIT_FILE: &str = "permit.json";
/// The name of the controller's file.
pub const PROGRESS_FILE: &str = "progress.jsonl";
/// Locked while a run goes on: two programs that permit steps in one folder permit each other's.
const LOCK_FILE: &str = "handover.lock";
/// The name of the heartbeat's file.
const HEARTBEAT_FILE: &str = "heartbeat.json";

/// A line with its number in the file, where that is known.
pub(super) struct Numbered {
    pub(super) number: Option<u64>,
    /// What it says, or why it says nothing.
    pub(super) read: Result<Message, String>,
}

/// The run whose permit in a folder is neither `stop` nor `end`, so that it may not be over; none where there is no such run. Nothing is
/// written.
///
/// # Errors
///
/// The folder cannot be read.
pub fn open_run(path: &Path) -> Result<Option<String>, DriverError> {
    let standing = Document::standing(&Folder::open(&canonical(path))?)?;
    let is_over = |standing: &Document| matches!(standing.permit, Word::Stop | Word::End);
    Ok(standing.filter(|standing| !is_over(standing)).map(|standing| standing.run))
}

/// Drives a controller that shares a folder.
#[derive(Debug)]
pub struct FileHandover {
    path: PathBuf,
    publisher: Arc<Publisher>,
    reader: Option<Reader>,
    /// The files that hold the sequence, and what each must be.
    sequence: Vec<(&'static str, blake3::Hash)>,
    declared: Declared,
}

impl FileHandover {
    /// A driver for the controller that shares this folder.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        let path = canonical(folder);
        Self {
            publisher: Arc::new(Publisher::new(&path)),
            path,
            reader: None,
            sequence: Vec::new(),
            declared: Declared::default(),
        }
    }

    /// With what an engineer declared about this controller.
    #[must_use]
    pub fn with_declared(self, declared: Declared) -> Self {
        Self { declared, ..self }
    }

    /// What the controller wrote since the last look, where nobody else meddles with the folder.
    fn written(&mut self) -> Result<Vec<Written>, DriverError> {
        let Some(reader) = &mut self.reader else { return Ok(Vec::new()) };
        self.publisher.folder()?.refuse_moved(&self.path)?;
        self.publisher.refuse_others()?;
        reader.lines()
    }

    /// The same as [`Driver::listen`] gives, line by line with its number in the file, and with what cannot be read among it: for a
    /// trial, which says what was wrong.
    pub(super) fn numbered(&mut self) -> Result<Vec<Numbered>, DriverError> {
        let (written, base) = (self.written()?, self.publisher.base());
        let read = |line: &Written| Numbered { number: line.number, read: line.read(base, &self.declared) };
        Ok(written.iter().map(read).collect())
    }

    /// Has the standing stop ask for a report, as after a crash; the report's number, counted as permits are.
    pub(super) fn ask_under_stop(&self) -> Result<u32, DriverError> {
        let folder = self.publisher.folder()?;
        let standing = Document::standing(&folder)?.filter(|standing| standing.permit == Word::Stop);
        let Some(standing) = standing else {
            return Err(DriverError::Failed(format!("no stop stands in {}", self.path.display())));
        };
        Ok(stop::publish_over(&folder, &standing)?.serial.saturating_sub(self.publisher.base()))
    }

    /// What stands in the folder already must permit nothing.
    fn refuse_standing(&self, folder: &Folder, handover: &Handover) -> Result<(), DriverError> {
        let is_of_this_run = |document: &Document| document.run == handover.run.hyphenated().to_string();
        let standing = Document::standing(folder)?.filter(|document| !is_of_this_run(document));
        let Some(document) = standing.filter(|document| document.permit == Word::Go) else { return Ok(()) };
        let (run, step) = (&document.run, document.step);
        let stopped = match stop::publish_over(folder, &document) {
            Ok(_) => "it is told to stop now".to_owned(),
            Err(error) => format!("and it cannot be told to stop: {error}"),
        };
        Err(DriverError::Unsafe(format!(
            "{PERMIT_FILE} still permits step {step} of run {run}, which is not this one; {stopped}: look at the robot, \
             then run `cellgraph recover --robot` with this folder"
        )))
    }

    /// The sequence in the folder is the one that was approved.
    fn check_sequence(&self, folder: &Folder) -> Result<(), DriverError> {
        self.sequence.iter().try_for_each(|(name, hash)| {
            let bytes = folder.read(name, crate::limits::DOCUMENT_BYTES_MAX)?;
            match bytes.is_some_and(|bytes| blake3::hash(&bytes) == *hash) {
                true => Ok(()),
                false => Err(DriverError::Failed(format!("{name} in {} was changed", self.path.display()))),
            }
        })
    }
}

impl Driver for FileHandover {
    fn name(&self) -> &'static str {
        "file hand-over"
    }

    fn folder(&self) -> Option<PathBuf> {
        Some(self.path.clone())
    }

    fn declared(&self, _: &Handover) -> Declared {
        self.declared.clone()
    }

    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        let folder = Arc::new(Folder::open(&self.path)?);
        let remarks = self.publisher.lock(&folder)?;
        folder.refuse_links(&[ACTIONS_FILE, ACTIONS_JSON_FILE, PERMIT_FILE, PROGRESS_FILE, HEARTBEAT_FILE])?;
        self.refuse_standing(&folder, handover)?;
        let files = [(ACTIONS_FILE, &handover.yaml), (ACTIONS_JSON_FILE, &handover.json)];
        for (name, written) in files {
            folder.write_whole(name, written.text.as_bytes())?;
        }
        self.sequence = files.map(|(name, written)| (name, written.hash)).into();
        self.check_sequence(&folder)?;
        self.reader = Some(Reader::from_end(Arc::clone(&folder))?.counting());
        self.publisher.begin(folder, handover)?;
        Ok(remarks)
    }

    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        let folder = self.publisher.folder()?;
        folder.refuse_moved(&self.path)?;
        if permit.grant == Grant::Go {
            self.check_sequence(&folder)?;
        }
        self.publisher.publish(permit)
    }

    fn listen(&mut self) -> Result<Heard, DriverError> {
        let (written, base) = (self.written()?, self.publisher.base());
        let read = |line: &Written| line.read(base, &self.declared);
        let lines = written.iter().map(read).collect::<Result<Vec<_>, _>>().map_err(DriverError::Protocol)?;
        Ok(Heard { lines, again: Again::After(PROGRESS_POLL), ..Heard::default() })
    }

    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::clone(&self.publisher) as Arc<dyn Stopper>
    }
}
