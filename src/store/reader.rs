//! Both databases, open: everything that can be read of them, and the one way to write.
//!
//! In: questions. Out: what is recorded. A [`Reader`] that callers hold has connections that cannot write, and takes no
//! lock; the one inside a [`super::Store`] writes, through its `record` alone.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use rusqlite::{Connection, TransactionBehavior, config::DbConfig};
use uuid::Uuid;

use super::{
    bundles::{self, BundleActRow},
    check,
    error::{StoreError, sqlite},
    export,
    folder::Held,
    image::Image,
    journal::{self, Entry, Kind},
    page_acts::{self, PageAct, PageActRow},
    phrases::{self, PhraseRow},
    query,
    records::{
        CheckReport, Correction, Head, Interrupted, LayoutDecision, LayoutRow, RobotState, RunDetail, RunFilter,
        RunRow, SentenceRow,
    },
    robot::{self, Settlement},
};

/// Reads the state and the history, beside a process that writes them or without one.
#[derive(Debug)]
pub struct Reader {
    pub(super) folder: PathBuf,
    pub(super) state: Connection,
    pub(super) state_path: PathBuf,
    pub(super) history: Connection,
    pub(super) history_path: PathBuf,
    /// The files of the one inside a [`super::Store`]; none of another.
    pub(super) held: Held,
}

impl Drop for Reader {
    /// Closing the last connection to a database writes its log back. Whoever looks into a log's index that was cut is killed.
    fn drop(&mut self) {
        if self.held.refuse_cut_index().is_err() {
            for connection in [&self.history, &self.state] {
                // What is in the log stays there, for the next opening.
                let _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
            }
        }
    }
}

impl Reader {
    /// The history, to be read.
    pub(super) fn history(&self) -> Result<&Connection, StoreError> {
        self.held.refuse_cut_index().map(|()| &self.history)
    }

    /// The robot's state, to be read.
    pub(super) fn state(&self) -> Result<&Connection, StoreError> {
        self.held.refuse_cut_index().map(|()| &self.state)
    }

    /// The folder that it was opened in.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the robot is as far as anybody knows. It is unconfirmed while any run is pending or running, also where a
    /// crash left the state one entry behind the history, which only the next writer makes good; and where state and
    /// history do not fit together, which the next writer puts on record.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoRobotState`] before the first word about it; a read that failed.
    pub fn robot(&self) -> Result<RobotState, StoreError> {
        let image = self.settled()?.ok_or(StoreError::NoRobotState)?;
        let robot = image.state(&self.state_path)?;
        let open = if robot.confirmed { self.interrupted()? } else { None };
        let robot = match open {
            None => robot,
            Some(open) => {
                let run = open.run.row.run_id;
                let unconfirmed_reason = Some(format!("run {run} is in progress"));
                RobotState { confirmed: false, unconfirmed_reason, run_id: Some(run), operator: None, ..robot }
            }
        };
        let Some(run) = robot.run_id else { return Ok(RobotState { driver: None, ..robot }) };
        let driver = query::driver(self.history()?, &self.history_path, run)?;
        // Whose state it is hangs on the run's record.
        match self.change_of(&[run])? {
            None => Ok(RobotState { driver, ..robot }),
            Some(change) => {
                let unconfirmed_reason = Some(format!("the history was changed: {change}"));
                Ok(RobotState { driver, confirmed: false, unconfirmed_reason, operator: None, ..robot })
            }
        }
    }

    /// The stored state, held against the journal.
    fn settled(&self) -> Result<Option<Image>, StoreError> {
        let mut read = self.stored()?;
        while let Some(stored) = read {
            let latest = journal::last_about_robot(self.history()?, &self.history_path)?;
            read = self.stored()?;
            // Otherwise a writer was between the two reads, and they are not of one moment.
            if read.as_ref() == Some(&stored) {
                return Ok(Some(match robot::settle(Some(&stored), &latest, &stored.image.at) {
                    Settlement::Agreed | Settlement::Forward(_) => stored.image,
                    Settlement::Distrust(image) => *image,
                }));
            }
        }
        Ok(None)
    }

    /// The run that a crash left pending or running, if any. While a process runs it, this is that run.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn interrupted(&self) -> Result<Option<Interrupted>, StoreError> {
        query::interrupted(self.history()?, &self.history_path)
    }

    /// The end of the history's journal; none before the first entry. Whatever is recorded changes it.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn head(&self) -> Result<Option<Head>, StoreError> {
        journal::head(self.history()?, &self.history_path)
    }

    /// The runs that a filter lets through, the latest first.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn runs(&self, filter: &RunFilter) -> Result<Vec<RunRow>, StoreError> {
        query::runs(self.history()?, &self.history_path, filter)
    }

    /// One run with its steps; none where there is no such run.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn run(&self, run_id: Uuid) -> Result<Option<RunDetail>, StoreError> {
        query::run(self.history()?, &self.history_path, &run_id.to_string())
    }

    /// The ids of the runs whose id begins so, two at most: more than one is none. `beginning` is of hexadecimal digits and
    /// hyphens.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn runs_that_begin(&self, beginning: &str) -> Result<Vec<Uuid>, StoreError> {
        query::begins(self.history()?, &self.history_path, beginning)
    }

    /// The id of the run with this number; none where there is no such run.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn run_numbered(&self, number: i64) -> Result<Option<Uuid>, StoreError> {
        query::numbered(self.history()?, &self.history_path, number)
    }

    /// The latest run that was completed.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn last_completed(&self) -> Result<Option<RunDetail>, StoreError> {
        query::latest(self.history()?, &self.history_path, "'completed'")
    }

    /// The runs that were started on a day, UTC, the latest first.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn get_runs_by_date(&self, date: Date) -> Result<Vec<RunRow>, StoreError> {
        self.runs(&RunFilter::default().on(date, &TimeZone::UTC))
    }

    /// The positions at which steps of a run failed, in the order of the steps.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchRun`]; a read that failed.
    pub fn get_failed_positions(&self, run_id: Uuid) -> Result<Vec<String>, StoreError> {
        query::failed_positions(self.history()?, &self.history_path, run_id)
    }

    /// The operators' words about where the robot is, the latest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn corrections(&self, limit: usize) -> Result<Vec<Correction>, StoreError> {
        query::corrections(self.history()?, &self.history_path, limit)
    }

    /// The layout that was last put in force; none before the first decision.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn layout_in_force(&self) -> Result<Option<LayoutRow>, StoreError> {
        let wanted = (None, Some(LayoutDecision::InForce));
        query::layouts(self.history()?, &self.history_path, wanted, 1).map(|rows| rows.into_iter().next())
    }

    /// The last decision about a snapshot, by its content hash in hex; none where nobody decided about it.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn layout_decision(&self, snapshot_hash: &str) -> Result<Option<LayoutRow>, StoreError> {
        let wanted = (Some(snapshot_hash), None);
        query::layouts(self.history()?, &self.history_path, wanted, 1).map(|rows| rows.into_iter().next())
    }

    /// Sentences that came to no run, the latest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// The history cannot be read.
    pub fn sentences(&self, limit: usize) -> Result<Vec<SentenceRow>, StoreError> {
        query::sentences(self.history()?, &self.history_path, limit)
    }

    /// What was learnt of what people say, with what was decided about it, in the order of the numbers.
    ///
    /// # Errors
    ///
    /// The history cannot be read.
    pub fn phrases(&self) -> Result<Vec<PhraseRow>, StoreError> {
        phrases::phrases(self.history()?, &self.history_path)
    }

    /// What people did with bundles and keys, the earliest first.
    ///
    /// # Errors
    ///
    /// The history cannot be read.
    pub fn bundle_acts(&self) -> Result<Vec<BundleActRow>, StoreError> {
        bundles::acts(self.history()?, &self.history_path)
    }

    /// What people did at the page, the latest first, at most `limit` of it.
    ///
    /// # Errors
    ///
    /// The history cannot be read.
    pub fn page_acts(&self, limit: usize) -> Result<Vec<PageActRow>, StoreError> {
        page_acts::acts(self.history()?, &self.history_path, Some(limit))
    }

    /// The changes of the page's operators that are on record.
    ///
    /// # Errors
    ///
    /// The history cannot be read.
    pub fn operator_changes(&self) -> Result<Vec<PageAct>, StoreError> {
        page_acts::operator_changes(self.history()?, &self.history_path)
    }

    /// The last entry of the journal that is about a run, the robot or a layout: what an approval binds.
    ///
    /// # Errors
    ///
    /// The history cannot be read.
    pub fn binding_head(&self) -> Result<Option<Head>, StoreError> {
        journal::binding_head(self.history()?, &self.history_path)
    }

    /// What was decided about layouts, the latest decision first, at most `limit`.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn layouts(&self, limit: usize) -> Result<Vec<LayoutRow>, StoreError> {
        query::layouts(self.history()?, &self.history_path, (None, None), limit)
    }

    /// Walks the journal's chain, rebuilds every row from it, and compares.
    ///
    /// # Errors
    ///
    /// A read that failed; what is wrong with the rows is in the report.
    pub fn check(&self) -> Result<CheckReport, StoreError> {
        check::check((self.state()?, &self.state_path), (self.history()?, &self.history_path))
    }

    /// The first thing that is not as it was written about some runs, or about the last one: a quick look, for answers. Whether
    /// the whole history is as it was written, [`Self::check`] says.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn change_of(&self, runs: &[Uuid]) -> Result<Option<String>, StoreError> {
        let report = check::check_runs((self.history()?, &self.history_path), runs)?;
        Ok(report.problems.into_iter().next())
    }

    /// Writes everything as JSON lines.
    ///
    /// # Errors
    ///
    /// A read or a write that failed.
    pub fn export(&self, out: &mut dyn Write) -> Result<(), StoreError> {
        export::export(self.history()?, &self.history_path, out)
    }

    pub(super) fn stored(&self) -> Result<Option<robot::Stored>, StoreError> {
        robot::load(self.state()?, &self.state_path)
    }

    /// One write of [`super::Store`]; here, because it needs both connections.
    pub(super) fn record<T>(
        &mut self,
        at: Timestamp,
        kind: Kind,
        subject: String,
        change: impl FnOnce(&mut Entry<'_>, Option<&Image>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let before = self.stored()?.map(|stored| stored.image);
        let failed = sqlite(&self.history_path, "write the history");
        let transaction = self.history.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let mut entry = Entry::new(&transaction, &self.history_path, at, kind, subject);
        let value = change(&mut entry, before.as_ref())?;
        let sealed = entry.seal()?;
        transaction.commit().map_err(failed)?;
        robot::apply(&mut self.state, &self.state_path, &sealed)?;
        Ok(value)
    }
}
