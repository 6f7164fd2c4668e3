//! The store: where the robot is and what was run, on the disk before anything moves.
//!
//! In: what the program is about to do, and what was observed. Out: rows that are on the disk when the call returns, and
//! what was recorded. Two SQLite files in one folder: `robot_state.db` (the one row that says where the robot is) and
//! `history.db` (runs, steps, decisions about layouts, acts with bundles, and a journal of every change to them, chained by hashes). Nothing here decides whether a
//! robot may move, and nothing here is sent to a robot; no other module knows SQLite.
//!
//! 1. When a write returns `Ok`, its rows are on the disk; when it returns an error, nothing more is written until the
//!    store was opened again ([`StoreError::Poisoned`]), but for a refusal, which writes nothing.
//! 2. A step's row is on the disk before its call returns, and no step of a plan is begun twice.
//! 3. Every change to the history is in the journal too, in the same transaction. [`Reader::check`] finds each row that
//!    is not as the journal says, and a journal that was changed or cut.
//! 4. The journal is written first, `robot_state.db` after it. A crash between the two is made good at the next opening;
//!    where the two files disagree in any other way, the position loses its confirmation.
//! 5. No bytes in the files make this module panic.
//!
//! What a write costs, in syncs of the disk. `tests/power_loss.rs` counts them.
//!
//! | write | syncs |
//! |---|---|
//! | [`Store::begin_step`] | 1: the journal |
//! | [`Store::end_step`] of a completed step | 2: the journal, then the state |
//! | [`Store::end_step`] of a failed step | 1 |
//! | [`Store::begin_run`], [`Store::end_run`], [`Store::recover`], [`Store::correct_robot`] | 2 |
//! | [`Store::run_started`], [`Store::record_layout`], [`Store::end_sentence`], [`Store::record_phrase`], [`Store::decide_phrase`], [`Store::record_bundle_act`], [`Store::record_page_act`] | 1 |
//! | the first write after an opening | up to 2 more for each file |
//! | a write after every 1,000 pages (4 MB) | up to 3 more |

use std::{
    path::Path,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use uuid::Uuid;

mod bundles;
mod check;
mod error;
mod export;
mod folder;
mod history;
mod image;
mod journal;
#[cfg(feature = "cli")]
mod operator_name;
mod page_acts;
mod phrases;
mod query;
mod reader;
mod records;
mod robot;
mod schema;

pub use bundles::{BundleAct, BundleActKind, BundleActRow};
pub use error::StoreError;
use image::Image;
use journal::{
    BUNDLE_SUBJECT, Entry, Kind, LAYOUT_SUBJECT, PAGE_SUBJECT, PHRASE_SUBJECT, ROBOT_SUBJECT, SENTENCE_SUBJECT,
};
#[cfg(feature = "cli")]
pub(crate) use operator_name::is_operator_name;
pub use page_acts::{PAGE_ROLES, PageAct, PageActKind, PageActRow};
pub use phrases::{AcceptedBy, NicknameRow, PhraseDecision, PhraseOrigin, PhraseRow, PhraseUse, PhraseVerdict, SaidBy};
pub use reader::Reader;
#[cfg(feature = "web")]
pub(crate) use records::as_text;
pub use records::{
    CheckReport, Correction, EndedSentence, Fate, HandedOver, Head, Interrupted, LayoutDecision, LayoutRow, NewRun,
    Observed, RobotState, RunDetail, RunEnd, RunFilter, RunRecord, RunRow, RunStatus, SentenceRow, StepAction, StepEnd,
    StepId, StepRow, StepState,
};
use robot::Settlement;

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

/// Reads and writes the state and the history. One per folder: it holds the folder's lock.
pub struct Store {
    reader: Reader,
    clock: Clock,
    spent: Spent,
    /// What the first failed write said.
    poisoned: Option<String>,
    /// Held as long as the store is; last, so that it is given up when both databases are closed.
    _lock: folder::Lock,
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
        folder::make(folder)?;
        folder::refuse_root_in_anothers(folder)?;
        let lock = folder::lock(folder)?;
        let (history, history_path) = folder::open(folder, &schema::HISTORY)?;
        let (state, state_path) = folder::open(folder, &schema::ROBOT)?;
        let held = folder::Held::of(folder, [&history_path, &state_path])?;
        let reader = Reader { folder: folder.to_owned(), state, state_path, history, history_path, held };
        let mut store = Self { reader, clock, spent: Spent::default(), poisoned: None, _lock: lock };
        store.settle()?;
        Ok(store)
    }

    /// Opens the store in a folder for reading alone, beside whatever process writes it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Missing`] where there is none; a file that is foreign, newer or damaged; the disk's errors.
    pub fn read_only(folder: &Path) -> Result<Reader, StoreError> {
        let (history, history_path) = folder::open_read_only(folder, &schema::HISTORY)?;
        let (state, state_path) = folder::open_read_only(folder, &schema::ROBOT)?;
        Ok(Reader {
            folder: folder.to_owned(),
            state,
            state_path,
            history,
            history_path,
            held: folder::Held::default(),
        })
    }

    /// Opens a history alone, for reading: a copy of its file, or the folder that holds it. Where the robot is it does not
    /// know.
    ///
    /// # Errors
    ///
    /// As for [`Store::read_only`].
    pub fn read_history(path: &Path) -> Result<Reader, StoreError> {
        let file = if path.is_dir() { path.join(schema::HISTORY.file) } else { path.to_owned() };
        if !file.exists() {
            return Err(StoreError::Missing { folder: path.to_owned() });
        }
        let (history, history_path) = folder::open_file_read_only(file, &schema::HISTORY)?;
        let (state, state_path) = folder::in_memory(&schema::ROBOT)?;
        Ok(Reader {
            folder: folder::parent(&history_path).to_owned(),
            state,
            state_path,
            history,
            history_path,
            held: folder::Held::default(),
        })
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
        if self.reader.stored()?.is_some() {
            return Ok(());
        }
        self.record(Kind::RobotSet, ROBOT_SUBJECT.to_owned(), |entry, _| {
            history::set_robot(entry, position, tool);
            Ok(())
        })
    }

    /// Takes the confirmation from the stored state: something was heard that does not fit it.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoRobotState`] where none is stored; a write that failed.
    pub fn distrust_robot(&mut self, reason: &str) -> Result<(), StoreError> {
        self.record(Kind::RobotDistrusted, ROBOT_SUBJECT.to_owned(), |entry, robot| {
            let robot = robot.ok_or(StoreError::NoRobotState)?;
            entry.set_robot(robot.unconfirmed(reason.to_owned(), robot.run_id.clone(), entry.at()));
            Ok(())
        })
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
        let word = history::Word { position, tool, operator, reason };
        self.record(Kind::RobotCorrected, ROBOT_SUBJECT.to_owned(), |entry, robot| {
            history::correct_robot(entry, robot, &word)
        })
    }

    /// Records a run, `pending`, and marks the robot's state as unconfirmed; on the disk when it returns.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where the run id is used, another run is pending or running, or the robot's state is not
    /// confirmed or not the one that the record starts from; a write that failed.
    pub fn begin_run(&mut self, run: &NewRun) -> Result<(), StoreError> {
        self.record(Kind::RunBegun, run.run_id.to_string(), |entry, robot| {
            history::begin_run(entry, robot.ok_or(StoreError::NoRobotState)?, run)
        })
    }

    /// Marks a pending run as `running`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where it is not pending; a write that failed.
    pub fn run_started(&mut self, run_id: Uuid) -> Result<(), StoreError> {
        self.record(Kind::RunStarted, run_id.to_string(), |entry, _| history::run_started(entry, run_id))
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
        self.record(Kind::StepBegun, run_id.to_string(), |entry, _| {
            history::begin_step(entry, run_id, number, position, action)
        })
    }

    /// Records how a running step ended, and where the robot was then observed; on the disk when it returns.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where the step is not running; a write that failed.
    pub fn end_step(&mut self, step: StepId, end: &StepEnd) -> Result<(), StoreError> {
        self.unwritable().map_or(Ok(()), Err)?;
        let run_id = history::run_of_running_step(self.reader.history()?, &self.reader.history_path, step)?;
        self.record(Kind::StepEnded, run_id.to_string(), |entry, robot| {
            history::end_step(entry, run_id, robot, step, end)
        })
    }

    /// Records how a run ended and where the robot is. A step that is still running becomes an error with the run's.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where the run has ended, or is to be completed with a step that is not; a write that failed.
    pub fn end_run(&mut self, run_id: Uuid, end: &RunEnd, robot: &Observed) -> Result<(), StoreError> {
        self.record(Kind::RunEnded, run_id.to_string(), |entry, _| history::end_run(entry, run_id, end, robot))
    }

    /// Ends a run that a crash interrupted: `failed`, its running step an error, the position unconfirmed. No step is
    /// sent again.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where the run has ended; a write that failed.
    pub fn recover(&mut self, run_id: Uuid, reason: &str) -> Result<(), StoreError> {
        self.record(Kind::RunRecovered, run_id.to_string(), |entry, robot| {
            history::recover(entry, run_id, robot, reason)
        })
    }

    /// Records what was decided about a layout: that it is in force from now on, or that it was declined. `operator` is
    /// none where nobody was asked.
    ///
    /// # Errors
    ///
    /// A write that failed.
    pub fn record_layout(
        &mut self,
        snapshot_hash: &str,
        generation: u64,
        decision: LayoutDecision,
        operator: Option<&str>,
    ) -> Result<(), StoreError> {
        self.record(Kind::LayoutDecided, LAYOUT_SUBJECT.to_owned(), |entry, _| {
            history::decide_layout(entry, snapshot_hash, generation, decision, operator)
        })
    }

    /// Records a sentence that was read as a command and came to no run.
    ///
    /// # Errors
    ///
    /// A write that failed.
    pub fn end_sentence(&mut self, sentence: &EndedSentence) -> Result<(), StoreError> {
        self.record(Kind::SentenceEnded, SENTENCE_SUBJECT.to_owned(), |entry, _| history::end_sentence(entry, sentence))
    }

    /// Records that a sentence had the reading that its operator approved the plan of.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where there are too many phrases; a write that failed.
    pub fn record_phrase(&mut self, used: &PhraseUse) -> Result<(), StoreError> {
        self.record(Kind::PhraseUsed, PHRASE_SUBJECT.to_owned(), |entry, _| phrases::record_use(entry, used))
    }

    /// Records what an engineer decided about a phrase.
    ///
    /// # Errors
    ///
    /// [`StoreError::Refused`] where there is no such phrase; a write that failed.
    pub fn decide_phrase(&mut self, verdict: &PhraseVerdict) -> Result<(), StoreError> {
        self.record(Kind::PhraseDecided, PHRASE_SUBJECT.to_owned(), |entry, _| phrases::decide(entry, verdict))
    }

    /// Records what a person did with bundles and keys.
    ///
    /// # Errors
    ///
    /// A write that failed.
    pub fn record_bundle_act(&mut self, act: &BundleAct) -> Result<(), StoreError> {
        self.record(Kind::BundleActed, BUNDLE_SUBJECT.to_owned(), |entry, _| bundles::record(entry, act))
    }

    /// Records what somebody did at the page.
    ///
    /// # Errors
    ///
    /// A write that failed.
    pub fn record_page_act(&mut self, act: &PageAct) -> Result<(), StoreError> {
        self.record(Kind::PageActed, PAGE_SUBJECT.to_owned(), |entry, _| page_acts::record(entry, act))
    }

    /// One write: the rows and their journal entry in one transaction, then the robot's state.
    fn record<T>(
        &mut self,
        kind: Kind,
        subject: String,
        change: impl FnOnce(&mut Entry<'_>, Option<&Image>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.unwritable().map_or(Ok(()), Err)?;
        let (begun, at) = (Instant::now(), (self.clock)());
        let outcome = self.reader.record(at, kind, subject, change);
        self.spent.writes += 1;
        self.spent.time += begun.elapsed();
        // What went to a file that is gone, or was cut meanwhile, is on no disk. Seen here, the files have to be as long as they are now.
        let outcome = outcome.and_then(|done| self.reader.held.refuse_moved().map(|()| done));
        // SQLite writes nothing while another holds the file, and an act at a page changes the history alone. A run stays strict: whoever
        // once failed to journal a step journals nothing more.
        let is_unwritten = |error: &StoreError| kind == Kind::PageActed && matches!(error, StoreError::Busy { .. });
        if let Err(error) = &outcome
            && (error.poisons() || matches!(error, StoreError::Moved { .. } | StoreError::Cut { .. }))
            && !is_unwritten(error)
        {
            self.poisoned = Some(error.to_string());
        }
        outcome
    }

    /// Why nothing is written any more until the store is opened again, if that is so.
    #[must_use]
    pub fn unwritable(&self) -> Option<StoreError> {
        match &self.poisoned {
            Some(first) => Some(StoreError::Poisoned { first: first.clone() }),
            None => self.reader.held.refuse_moved().err(),
        }
    }

    /// Brings the stored state up to the journal, or takes its confirmation away.
    fn settle(&mut self) -> Result<(), StoreError> {
        let latest = journal::last_about_robot(self.reader.history()?, &self.reader.history_path)?;
        let stored = robot::load(self.reader.state()?, &self.reader.state_path)?;
        match robot::settle(stored.as_ref(), &latest, &journal::stored_time((self.clock)())) {
            Settlement::Agreed => Ok(()),
            Settlement::Forward(last) => robot::apply(&mut self.reader.state, &self.reader.state_path, &last),
            Settlement::Distrust(image) => self.record(Kind::RobotDistrusted, ROBOT_SUBJECT.to_owned(), |entry, _| {
                entry.set_robot(*image);
                Ok(())
            }),
        }
    }
}
