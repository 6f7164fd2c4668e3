//! After a crash: what stands in the shared folder is stopped, and the controller is asked where the robot is.
//!
//! 1. A folder whose permit belongs to another run than the interrupted one is not touched.
//! 2. Files of permits that the dead program was still writing are taken away first: none of them can land later.
//! 3. The stop stays; it is never taken away here.
//! 4. What the controller reports is shown to a person, and confirms nothing by itself.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use uuid::Uuid;

use super::{
    super::{
        driver::{DriverError, canonical},
        protocol::Progress,
    },
    Folder, PROGRESS_FILE,
    lock::Lock,
    permit::{Document, Word},
    progress::{self, Reader},
    publisher::{TEMPORARY, publish_stop},
    serial,
};
use crate::{limits::PROGRESS_POLL, review::Place};

/// What was found and done.
#[derive(Debug)]
pub struct Recovered {
    /// What the permit said, in words.
    pub stood: String,
    /// Whether it says `stop` now: it does, unless there was neither a run nor a permit.
    pub is_stopped: bool,
    /// Where the controller says that the robot is; none where it did not answer.
    pub reported: Option<Place>,
    /// What an operator should know.
    pub remarks: Vec<String>,
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
    /// It cannot be read or written.
    #[error(transparent)]
    Failed(#[from] DriverError),
}

/// Stops whatever stands in a folder, and asks the controller for a report, for as long as `patience`. `recorded` is the
/// folder that the record of the interrupted run names.
///
/// # Errors
///
/// [`RecoveryError`]: where it is [`RecoveryError::OtherFolder`], nothing was written.
pub fn recover(
    folder: &Path,
    run: Option<Uuid>,
    recorded: Option<&Path>,
    patience: Duration,
) -> Result<Recovered, RecoveryError> {
    let path = canonical(folder);
    let folder = Arc::new(Folder::open(&path)?);
    // A folder that is refused gets not even the lock's file.
    to_be_stopped(&path, &folder, run, recorded)?;
    // Held to the end: nobody begins a run meanwhile.
    let (_lock, remark) = Lock::take(&folder)?;
    folder.refuse_links(&[PROGRESS_FILE])?;
    let mut remarks: Vec<String> = remark.into_iter().collect();
    let (stood, document) = to_be_stopped(&path, &folder, run, recorded)?;
    let Some(document) = document else {
        return Ok(Recovered { stood, is_stopped: false, reported: None, remarks });
    };
    let mut reader = Reader::from_end(Arc::clone(&folder))?;
    let stop = stop_standing(&folder, &document)?;
    let reported = wait(&mut reader, &stop, patience).unwrap_or_else(|error| {
        remarks.push(format!("what the controller says cannot be read: {error}"));
        None
    });
    Ok(Recovered { stood, is_stopped: true, reported, remarks })
}

/// What stands in words, and the permit whose stop is to be published. A folder is that of an interrupted run where its
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
        Some(document) => format!("{} for step {} of run {}", word(document.permit), document.step, document.run),
    };
    let Some(run) = run else { return Ok((stood, standing)) };
    let is_its_permit = standing.as_ref().is_some_and(|found| found.run == run.hyphenated().to_string());
    let document = match standing {
        standing if !is_its_permit && recorded.is_none_or(|recorded| canonical(recorded) != path) => {
            let found = match standing {
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

/// Publishes a stop for the run of a permit, over whatever is still being written.
pub(super) fn stop_standing(folder: &Folder, document: &Document) -> Result<Document, DriverError> {
    for name in folder.names(TEMPORARY).map_err(|error| folder.failed(TEMPORARY, &error))? {
        folder.unlink(&name).map_err(|error| folder.failed(&name, &error))?;
    }
    let stop = document.stop(true);
    publish_stop(folder, &stop, None)?;
    Ok(stop)
}

/// Stops a run in the folder that its path leads to now, which is not the one that it began in.
pub(super) fn stop_elsewhere(path: &Path, stop: &Document) -> Result<(), DriverError> {
    let folder = Folder::open(path)?;
    match Document::standing(&folder)?.filter(|standing| standing.run == stop.run) {
        Some(standing) => stop_standing(&folder, &standing).map(drop),
        None => Ok(()),
    }
}

/// The report that the stop asks for.
fn wait(reader: &mut Reader, stop: &Document, patience: Duration) -> Result<Option<Place>, DriverError> {
    let start = Instant::now();
    loop {
        for line in reader.lines()? {
            let line = progress::read(&line, stop.report.saturating_sub(1)).map_err(DriverError::Protocol)?;
            if let Progress::At(place) = line.progress
                && line.serial == 1
                && line.run.hyphenated().to_string() == stop.run
            {
                return Ok(Some(place));
            }
        }
        if start.elapsed() > patience {
            return Ok(None);
        }
        thread::sleep(PROGRESS_POLL);
    }
}

const fn word(word: Word) -> &'static str {
    match word {
        Word::Hold => "`hold`",
        Word::Go => "`go`",
        Word::Stop => "`stop`",
        Word::End => "`end`",
        Word::Other => "a permit of another form",
    }
}
