//! The store: where the robot is and what was run, on the disk before anything moves.
//!
//! In: what the program is about to do, and what was observed. Out: rows that are on the disk when the call returns, and
//! what was recorded. Two SQLite files in one folder: `robot_state.db` (the one row that says where the robot is) and
//! `history.db` (runs, steps, and a journal of every change to them, chained by hashes). Nothing here decides whether a
//! robot may move, and nothing here is sent to a robot; no other module knows SQLite.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use jiff::{Timestamp, civil::Date};
use uuid::Uuid;

mod error;
mod records;

pub use error::StoreError;
pub use records::{
    CheckReport, Correction, Head, Interrupted, NewRun, Observed, RobotState, RunDetail, RunEnd, RunFilter, RunRecord,
    RunRow, RunStatus, StepAction, StepEnd, StepId, StepRow, StepState,
};

/// Where the store takes the time from.
pub type Clock = Box<dyn FnMut() -> Timestamp + Send>;

/// What the writes of a store cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// How many writes were made.
    pub writes: u64,
    /// How long they took, waiting for the disk included.
    pub time: Duration,
}

/// Reads the state and the history, beside a process that writes them or without one.
#[derive(Debug)]
pub struct Reader {
    folder: PathBuf,
}

/// Reads and writes the state and the history. One per folder: it holds the folder's lock.
pub struct Store {
    reader: Reader,
    clock: Clock,
    spent: Spent,
}

impl std::ops::Deref for Store {
    type Target = Reader;

    fn deref(&self) -> &Reader {
        &self.reader
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("reader", &self.reader).finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the store in a folder, made where it is not there, and takes its lock.
    ///
    /// # Errors
    ///
    /// Another process has the lock; a file that is foreign, newer or damaged; the disk's errors.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::open_with_clock(folder, Box::new(Timestamp::now))
    }

    /// The same with another clock, for simulated time.
    ///
    /// # Errors
    ///
    /// As for [`Store::open`].
    pub fn open_with_clock(folder: &Path, clock: Clock) -> Result<Self, StoreError> {
        Ok(Self { reader: Self::read_only(folder)?, clock, spent: Spent::default() })
    }

    /// Opens the store in a folder for reading alone, beside whatever process writes it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Missing`] where there is none; a file that is foreign, newer or damaged; the disk's errors.
    pub fn read_only(folder: &Path) -> Result<Reader, StoreError> {
        Ok(Reader { folder: folder.to_owned() })
    }

    /// What the writes cost so far: for `--timings`.
    #[must_use]
    pub const fn spent(&self) -> Spent {
        self.spent
    }

    /// First boot: stores where the robot is said to be, unconfirmed. Does nothing where a state is stored already.
    ///
    /// # Errors
    ///
    /// A write that failed.
    pub fn ensure_robot(&mut self, position: &str, tool: &str) -> Result<(), StoreError> {
        let _ = (position, tool, (self.clock)());
        Err(StoreError::NoRobotState)
    }

    /// Stores an operator's word about where the robot is, and so confirms it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] while a run is pending or running, and without an operator or a reason; a write that
    /// failed.
    pub fn correct_robot(
        &mut self,
        position: &str,
        tool: &str,
        operator: &str,
        reason: &str,
    ) -> Result<(), StoreError> {
        let _ = (position, tool, operator, reason);
        Err(StoreError::NoRobotState)
    }

    /// Records a run, `pending`, and marks the robot's state as unconfirmed; on the disk when it returns.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where the run id is used, another run is pending or running, or the robot's state is not
    /// confirmed or not the one that the record starts from; a write that failed.
    pub fn begin_run(&mut self, run: &NewRun) -> Result<(), StoreError> {
        let _ = run;
        Err(StoreError::NoRobotState)
    }

    /// Marks a pending run as `running`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where it is not pending; a write that failed.
    pub fn run_started(&mut self, run_id: Uuid) -> Result<(), StoreError> {
        let _ = run_id;
        Err(StoreError::NoRobotState)
    }

    /// Records a step as `running`, before the driver gets it; on the disk when it returns. `number` counts from 1.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where the run is not running, or the step is not the one after the last completed one: no
    /// step is begun twice, none is left out; a write that failed.
    pub fn begin_step(
        &mut self,
        run_id: Uuid,
        number: u32,
        position: &str,
        action: StepAction,
    ) -> Result<StepId, StoreError> {
        let _ = (run_id, number, position, action);
        Err(StoreError::NoRobotState)
    }

    /// Records how a running step ended, and where the robot was then observed; on the disk when it returns.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where the step is not running; a write that failed.
    pub fn end_step(&mut self, step: StepId, end: &StepEnd) -> Result<(), StoreError> {
        let _ = (step, end);
        Err(StoreError::NoRobotState)
    }

    /// Records how a run ended and where the robot is. A step that is still running becomes an error with the run's.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where the run has ended, or is to be completed with a step that is not; a write that failed.
    pub fn end_run(&mut self, run_id: Uuid, end: &RunEnd, robot: &Observed) -> Result<(), StoreError> {
        let _ = (run_id, end, robot);
        Err(StoreError::NoRobotState)
    }

    /// Ends a run that a crash interrupted: `failed`, its running step an error, the position unconfirmed. No step is
    /// sent again.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where the run has ended; a write that failed.
    pub fn recover(&mut self, run_id: Uuid, reason: &str) -> Result<(), StoreError> {
        let _ = (run_id, reason);
        Err(StoreError::NoRobotState)
    }
}

impl Reader {
    /// The folder that it was opened in.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the robot is as far as anybody knows.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoRobotState`] before the first word about it; a read that failed.
    pub fn robot(&self) -> Result<RobotState, StoreError> {
        Err(StoreError::NoRobotState)
    }

    /// The run that a crash left pending or running, if any. While a process runs it, this is that run.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn interrupted(&self) -> Result<Option<Interrupted>, StoreError> {
        Ok(None)
    }

    /// The runs that a filter lets through, the latest first.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn runs(&self, filter: &RunFilter) -> Result<Vec<RunRow>, StoreError> {
        let _ = filter;
        Ok(Vec::new())
    }

    /// One run with its steps; none where there is no such run.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn run(&self, run_id: Uuid) -> Result<Option<RunDetail>, StoreError> {
        let _ = run_id;
        Ok(None)
    }

    /// The latest run that was completed.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn last_completed(&self) -> Result<Option<RunDetail>, StoreError> {
        Ok(None)
    }

    /// The runs that were started on a day, UTC, the latest first.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn get_runs_by_date(&self, date: Date) -> Result<Vec<RunRow>, StoreError> {
        self.runs(&RunFilter { day: Some(date), ..RunFilter::default() })
    }

    /// The positions at which steps of a run failed, in the order of the steps.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchRun`]; a read that failed.
    pub fn get_failed_positions(&self, run_id: Uuid) -> Result<Vec<String>, StoreError> {
        let _ = run_id;
        Ok(Vec::new())
    }

    /// The operators' words about where the robot is, the latest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// A read that failed.
    pub fn corrections(&self, limit: usize) -> Result<Vec<Correction>, StoreError> {
        let _ = limit;
        Ok(Vec::new())
    }

    /// Walks the journal's chain, rebuilds every row from it, and compares.
    ///
    /// # Errors
    ///
    /// A read that failed; what is wrong with the rows is in the report.
    pub fn check(&self) -> Result<CheckReport, StoreError> {
        Ok(CheckReport::default())
    }

    /// Writes everything as JSON lines.
    ///
    /// # Errors
    ///
    /// A read or a write that failed.
    pub fn export(&self, out: &mut dyn Write) -> Result<(), StoreError> {
        let _ = out;
        Ok(())
    }
}
