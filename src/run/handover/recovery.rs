//! After a crash: what stands in the shared folder is stopped, and the controller is asked where the robot is.
//!
//! 1. A folder whose permit belongs to another run than the interrupted one is not touched.
//! 2. Files of permits that the dead program was still writing are taken away first: none of them can land later.
//! 3. The stop stays; it is never taken away here.
//! 4. What the controller reports is shown to a person, and confirms nothing by itself.
//! 5. As long as [`Recovered`] is held, nobody begins a run in the folder, and the controller is listened to.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use uuid::Uuid;

use super::{
    super::driver::{DriverError, canonical},
    Folder, PROGRESS_FILE,
    line::Written,
    listener::{Listener, Report, Side},
    lock::{self, Lock},
    permit::Document,
    progress::Reader,
    serial, stop,
};
use crate::{observe::Declared, review::Place};

/// What was found and done.
#[derive(Debug)]
pub struct Recovered {
    /// What the permit said, in words.
    pub stood: String,
    /// Whether it says `stop` now: it does, unless there was neither a run nor a permit.
    pub is_stopped: bool,
    /// Where the controller says that the robot is; none where it did not answer.
    pub reported: Option<Place>,
    /// Why what it says cannot be believed; none where it can, or where it did not answer.
    pub unusable: Option<String>,
    /// What an operator should know.
    pub remarks: Vec<String>,
    /// Hears what the controller says while a person answers; none where it cannot be heard.
    listener: Option<Listener>,
    /// Held as long as somebody is asked; none where it cannot be had.
    _lock: Option<Lock>,
}

impl Recovered {
    /// A controller that is told to stop, or that nothing was told where `is_stopped` is false. Nothing is heard of it yet.
    pub(in super::super) const fn told(stood: String, is_stopped: bool, remarks: Vec<String>) -> Self {
        Self { stood, is_stopped, reported: None, unusable: None, remarks, listener: None, _lock: None }
    }

    /// Waits for the controller's report, for as long as `patience`, and listens on.
    pub(in super::super) fn listen(&mut self, listener: Listener, patience: Duration) {
        let report = self.listener.insert(listener).wait(patience);
        self.take(report);
    }

    /// What the controller has said since the last look against the robot's being at `place`, where a person says that it is; none
    /// where it has said nothing else.
    #[must_use]
    pub fn against(&mut self, place: &Place) -> Option<String> {
        self.listener.as_mut().and_then(|listener| listener.against(place))
    }

    /// Whether the controller can be asked once more.
    #[must_use]
    pub const fn hears(&self) -> bool {
        self.listener.is_some()
    }

    /// Asks the controller once more where the robot is, for as long as `patience`: somebody has moved it by hand. The stop stays.
    /// What was reported before is forgotten; remarks are those of this answer.
    pub fn ask_again(&mut self, patience: Duration) {
        let Some(listener) = &mut self.listener else { return };
        (self.reported, self.unusable) = (None, None);
        self.remarks.clear();
        let report = listener.ask_again(patience);
        self.take(report);
    }

    fn take(&mut self, report: Result<Option<Report>, DriverError>) {
        match report {
            Ok(None) => {}
            Ok(Some(report)) => {
                self.remarks.extend(report.remark);
                self.reported = Some(report.place);
            }
            Err(error) => {
                self.remarks.push(format!("the controller does not say where the robot is: {error}"));
                self.unusable = matches!(error, DriverError::Protocol(_)).then(|| error.to_string());
            }
        }
    }
}

/// Why a folder was not recovered.
#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// It is not the folder of the interrupted run.
    #[error(
        "{} is not the folder that was shared with the controller of run {run}: {found}",
        .folder.display()
    )]
    OtherFolder {
        /// The folder that was named.
        folder: PathBuf,
        /// What it holds.
        found: String,
        /// Which run was interrupted.
        run: Uuid,
    },
    /// It is not the controller of the interrupted run.
    #[error("{endpoint} is not the controller of run {run}: {found}")]
    OtherController {
        /// The endpoint that was named.
        endpoint: String,
        /// What stands there.
        found: String,
        /// Which run was interrupted.
        run: Uuid,
    },
    /// It cannot be read or written.
    #[error(transparent)]
    Failed(#[from] DriverError),
}

/// Stops whatever stands in a folder, and asks the controller for a report, for as long as `patience`. `recorded` is the
/// folder that the record of the interrupted run names; `declared` is what an engineer declared about the controller.
///
/// # Errors
///
/// [`RecoveryError`]: where it is [`RecoveryError::OtherFolder`], nothing was written.
pub fn recover(
    folder: &Path,
    run: Option<Uuid>,
    recorded: Option<&Path>,
    declared: &Declared,
    patience: Duration,
) -> Result<Recovered, RecoveryError> {
    let path = canonical(folder);
    let folder = Arc::new(Folder::open(&path)?);
    // A folder that is refused gets not even the lock's file.
    to_be_stopped(&path, &folder, run, recorded)?;
    let mut remarks: Vec<String> = Vec::new();
    // A lock's file that cannot be used keeps no stop from being written.
    let lock = match Lock::try_take(&folder) {
        Ok(None) => return Err(lock::driven(&folder).into()),
        Ok(Some((lock, remark))) => {
            remarks.extend(remark);
            Some(lock)
        }
        Err(error) => {
            remarks.push(format!("nothing keeps another cellgraph from driving the same controller: {error}"));
            None
        }
    };
    let (stood, document) = to_be_stopped(&path, &folder, run, recorded)?;
    let mut found = Recovered { _lock: lock, ..Recovered::told(stood, document.is_some(), remarks) };
    let Some(document) = document else { return Ok(found) };
    let reader = folder.refuse_links(&[PROGRESS_FILE]).and_then(|()| Reader::from_end(Arc::clone(&folder)));
    let stop = stop::publish_over(&folder, &document)?;
    match reader.map(Reader::counting) {
        Ok(reader) => found.listen(Listener::new(Box::new(InFolder { folder, reader }), stop, declared), patience),
        Err(error) => found.take(Err(error)),
    }
    Ok(found)
}

/// The way to a controller that shares a folder.
#[derive(Debug)]
struct InFolder {
    folder: Arc<Folder>,
    reader: Reader,
}

impl Side for InFolder {
    fn lines(&mut self) -> Result<Vec<Written>, DriverError> {
        self.reader.lines()
    }

    fn is_in_a_line(&self) -> bool {
        self.reader.is_in_a_line()
    }

    fn stop_again(&mut self, standing: &Document) -> Result<Document, DriverError> {
        let found = Document::standing(&self.folder)?;
        if found.is_none_or(|found| (&found.run, found.serial) != (&standing.run, standing.serial)) {
            return Err(DriverError::Failed("the stop in the folder was replaced by somebody else".to_owned()));
        }
        stop::publish_over(&self.folder, standing)
    }
}

/// What the folder's permit says, in words, and the permit whose stop is to be published. A folder is that of an interrupted run where its
/// record names it, or where its permit is of that run.
fn to_be_stopped(
    path: &Path,
    folder: &Folder,
    run: Option<Uuid>,
    recorded: Option<&Path>,
) -> Result<(String, Option<Document>), RecoveryError> {
    // A link in the permit's place is not followed: the stop takes its place.
    let standing = Document::standing(folder).ok().flatten();
    let stood = match &standing {
        None => "nothing that a controller obeys".to_owned(),
        Some(document) => format!("{} for step {} of run {}", document.permit.shown(), document.step, document.run),
    };
    let Some(run) = run else { return Ok((stood, standing)) };
    let is_its_permit = standing.as_ref().is_some_and(|found| found.run == run.hyphenated().to_string());
    // A copy has the run's permit as well: it is not stopped instead of the recorded folder while that one has it. A share that
    // was mounted at another path leaves an empty folder at the recorded one.
    let is_recorded = recorded.is_some_and(|recorded| canonical(recorded) == path);
    let is_its_folder = is_recorded || (is_its_permit && !recorded.is_some_and(|recorded| may_permit(recorded, run)));
    let document = match standing {
        standing if !is_its_folder => {
            let found = match standing {
                Some(_) if is_its_permit => "the run was handed over in another one".to_owned(),
                Some(_) => format!("its permit is {stood}"),
                None => "it has no permit of that run".to_owned(),
            };
            return Err(RecoveryError::OtherFolder { folder: path.to_owned(), found, run });
        }
        // The run broke off before its first permit: its stop follows what another run left.
        Some(standing) => Document { run: run.hyphenated().to_string(), ..standing },
        None => Document::blank(run, serial::before_stop(folder)),
    };
    Ok((stood, Some(document)))
}

/// Whether a permit of the run stands in a folder, or nobody can say.
fn may_permit(folder: &Path, run: Uuid) -> bool {
    let is_of_run = |found: Document| found.run == run.hyphenated().to_string();
    folder.is_dir()
        && Folder::open(folder)
            .and_then(|folder| Document::standing(&folder))
            .map_or(true, |found| found.is_some_and(is_of_run))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{PERMIT_FILE, permit::Word},
        *,
    };

    const RUN: Uuid = Uuid::from_u128(1);

    /// A folder in which a permit of this run stands; an empty one without a run.
    fn folder(run: Option<Uuid>) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        if let Some(run) = run {
            let go = Document { permit: Word::Go, step: 3, ..Document::blank(run, 7) };
            let opened = Folder::open(folder.path()).unwrap();
            opened.write_whole(PERMIT_FILE, &go.bytes().unwrap()).unwrap();
        }
        folder
    }

    /// What stood, and the run whose stop is to be published; or why the folder is not touched.
    fn stopped(path: &Path, run: Option<Uuid>, recorded: Option<&Path>) -> Result<(String, Option<String>), String> {
        let opened = Folder::open(path).unwrap();
        match to_be_stopped(&canonical(path), &opened, run, recorded) {
            Ok((stood, document)) => Ok((stood, document.map(|document| document.run))),
            Err(RecoveryError::OtherFolder { found, .. }) => Err(found),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn a_folder_is_stopped_where_it_is_the_run_s() {
        let (this, other) = (RUN.to_string(), Uuid::from_u128(2).to_string());
        let (its, others, empty) = (folder(Some(RUN)), folder(Some(Uuid::from_u128(2))), folder(None));
        let (its, others, empty) = (its.path(), others.path(), empty.path());
        let go = |run: &str| format!("`go` for step 3 of run {run}");
        let nothing = || "nothing that a controller obeys".to_owned();
        // Nothing was interrupted: whatever stands is stopped.
        assert_eq!(stopped(its, None, None), Ok((go(&this), Some(this.clone()))));
        assert_eq!(stopped(empty, None, None), Ok((nothing(), None)));
        // The recorded folder is stopped for the interrupted run, whatever stands there.
        assert_eq!(stopped(its, Some(RUN), Some(its)), Ok((go(&this), Some(this.clone()))));
        assert_eq!(stopped(others, Some(RUN), Some(others)), Ok((go(&other), Some(this.clone()))));
        assert_eq!(stopped(empty, Some(RUN), Some(empty)), Ok((nothing(), Some(this.clone()))));
        // Any other folder only where the run's permit stands there, and not in the recorded one.
        assert_eq!(stopped(its, Some(RUN), None), Ok((go(&this), Some(this.clone()))));
        assert_eq!(stopped(its, Some(RUN), Some(empty)), Ok((go(&this), Some(this.clone()))));
        assert_eq!(stopped(its, Some(RUN), Some(others)), Ok((go(&this), Some(this.clone()))));
        assert_eq!(stopped(others, Some(RUN), Some(its)), Err(format!("its permit is {}", go(&other))));
        assert_eq!(stopped(others, Some(RUN), None), Err(format!("its permit is {}", go(&other))));
        assert_eq!(stopped(empty, Some(RUN), Some(its)), Err("it has no permit of that run".to_owned()));
        let copy = folder(Some(RUN));
        let handed_over = "the run was handed over in another one".to_owned();
        assert_eq!(stopped(copy.path(), Some(RUN), Some(its)), Err(handed_over));
    }
}
