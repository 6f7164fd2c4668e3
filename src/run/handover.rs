//! The hand-over by files, second form: a folder that this program and a cell's controller share. The page
//! docs/src/reference/handover.md describes it for controllers; `examples/controller/controller.py` is a controller.
//!
//! | file | written by | |
//! |---|---|---|
//! | `actions.yaml` | this program, once per run | the whole sequence, verified |
//! | `permit.json` | this program, replaced in one step | what the controller may do now |
//! | `heartbeat.json` | this program, once a second while a run goes on | that this program is alive |
//! | `progress.jsonl` | the controller, appended line by line | what it did, and where the robot is |
//! | `handover.lock` | this program, empty | locked while a run goes on |
//!
//! 1. No symbolic link is followed inside the folder, and only regular files are read.
//! 2. `actions.yaml` is read back and hashed before every `go`.
//! 3. A `stop` is never taken away, only replaced by the first permit of the next run.
//! 4. A lock or a permit that another program puts in the place of this one's ends the run.
//! 5. A `go` that some other run left standing is stopped, and no run begins.

use std::{path::Path, path::PathBuf, sync::Arc};

use super::{
    ACTIONS_FILE,
    driver::{Again, Driver, DriverError, Handover, Heard, Stopper, canonical},
    protocol::{Grant, Permit},
};
use crate::{limits::PROGRESS_POLL, observe::Declared};

mod folder;
mod line;
mod listener;
mod lock;
mod permit;
mod progress;
mod publisher;
mod recovery;
mod serial;
mod stop;

use folder::Folder;
pub use lock::is_driven;
use permit::{Document, Word};
use progress::Reader;
use publisher::Publisher;
pub use recovery::{Recovered, RecoveryError, recover};

/// The name of the permit's file.
const PERMIT_FILE: &str = "permit.json";
/// The name of the controller's file.
pub const PROGRESS_FILE: &str = "progress.jsonl";
/// Locked while a run goes on: two programs that permit steps in one folder permit each other's.
const LOCK_FILE: &str = "handover.lock";
/// The name of the heartbeat's file.
const HEARTBEAT_FILE: &str = "heartbeat.json";

/// Drives a controller that shares a folder.
#[derive(Debug)]
pub struct FileHandover {
    path: PathBuf,
    publisher: Arc<Publisher>,
    reader: Option<Reader>,
    actions: Option<blake3::Hash>,
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
            actions: None,
            declared: Declared::default(),
        }
    }

    /// With what an engineer declared about this controller.
    #[must_use]
    pub fn with_declared(self, declared: Declared) -> Self {
        Self { declared, ..self }
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
    fn check_actions(&self, folder: &Folder) -> Result<(), DriverError> {
        let bytes = folder.read(ACTIONS_FILE, crate::limits::DOCUMENT_BYTES_MAX)?;
        match bytes.map(|bytes| blake3::hash(&bytes)) == self.actions {
            true => Ok(()),
            false => Err(DriverError::Failed(format!("{ACTIONS_FILE} in {} was changed", self.path.display()))),
        }
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
        folder.refuse_links(&[ACTIONS_FILE, PERMIT_FILE, PROGRESS_FILE, HEARTBEAT_FILE])?;
        self.refuse_standing(&folder, handover)?;
        folder.write_whole(ACTIONS_FILE, handover.text.as_bytes())?;
        self.actions = Some(handover.actions_hash);
        self.check_actions(&folder)?;
        self.reader = Some(Reader::from_end(Arc::clone(&folder))?);
        self.publisher.begin(folder, handover)?;
        Ok(remarks)
    }

    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        let folder = self.publisher.folder()?;
        folder.refuse_moved(&self.path)?;
        if permit.grant == Grant::Go {
            self.check_actions(&folder)?;
        }
        self.publisher.publish(permit)
    }

    fn listen(&mut self) -> Result<Heard, DriverError> {
        let Some(reader) = &mut self.reader else { return Ok(Heard::default()) };
        self.publisher.folder()?.refuse_moved(&self.path)?;
        self.publisher.refuse_others()?;
        let base = self.publisher.base();
        let read = |line: &Vec<u8>| line::read(line, base, &self.declared);
        let lines = reader.lines()?.iter().map(read).collect::<Result<Vec<_>, _>>();
        let lines = lines.map_err(DriverError::Protocol)?;
        Ok(Heard { lines, again: Again::After(PROGRESS_POLL), ..Heard::default() })
    }

    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::clone(&self.publisher) as Arc<dyn Stopper>
    }
}
