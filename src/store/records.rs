//! What goes into the store and comes out of it: plain values, no SQL.
//!
//! Positions and tools are names here, not ids: what is recorded must stay readable when the cell has changed. Times are
//! UTC. Nothing here is checked against a cell.

use std::fmt::Display;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::{Serialize, Serializer};
use uuid::Uuid;

use crate::when;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $name {
            /// The word in the database.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// What a word stands for, if anything.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

pub(super) use words;

words! {
    /// How far a run is.
    RunStatus {
        /// Recorded; nothing was sent yet.
        Pending = "pending",
        /// Handed to the driver.
        Running = "running",
        /// Every step was observed to be done.
        Completed = "completed",
        /// It ended in any other way.
        Failed = "failed",
    }
}

words! {
    /// How far a step is.
    StepState {
        /// Never written by this program; the tables of others may hold it.
        Pending = "pending",
        /// The driver has it, or is about to get it.
        Running = "running",
        /// Observed to be done.
        Completed = "completed",
        /// It failed, or nobody knows whether it was done.
        Error = "error",
    }
}

words! {
    /// What a step does.
    StepAction {
        /// Goes to a position.
        Move = "move",
        /// Runs a routine at a position.
        Routine = "routine",
    }
}

/// Where the robot is as far as anybody knows, and whether that may be relied on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RobotState {
    /// The last position that was observed or confirmed.
    pub position: String,
    /// The last tool that was observed or confirmed; `none` for an empty flange.
    pub tool: String,
    /// When position and tool were last observed or confirmed.
    #[serde(serialize_with = "as_text")]
    pub last_updated: Timestamp,
    /// Whether a run may start from it.
    pub confirmed: bool,
    /// Why it may not.
    pub unconfirmed_reason: Option<String>,
    /// The run that it comes from; none where it is an operator's word.
    #[serde(serialize_with = "as_text_or_null")]
    pub run_id: Option<Uuid>,
    /// Who confirmed it, where it is an operator's word.
    pub operator: Option<String>,
    /// The driver of the run that it comes from: what a simulator left holds for no robot.
    pub driver: Option<String>,
}

/// A run that is to be recorded before its first step is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRun {
    /// The correlation id of the sentence.
    pub run_id: Uuid,
    /// The sentence, as typed.
    pub operator_input: String,
    /// The plan, as JSON.
    pub sequence_json: String,
    /// What else must be known to judge it later.
    pub record: RunRecord,
}

/// What was known and agreed when a run began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunRecord {
    /// The content hash of the snapshot that the plan was verified against, in hex.
    pub snapshot_hash: String,
    /// Where the plan starts.
    pub start_position: String,
    /// What the robot holds at the start; `none` for an empty flange.
    pub start_tool: String,
    /// Who approved it.
    pub operator: String,
    /// The digest that was approved, in hex.
    pub approval_hash: String,
    /// The hash of the plan alone, in hex.
    pub plan_hash: String,
    /// How the sentence was read, as JSON; none where it was not read (a replay).
    pub reading_json: Option<String>,
    /// The driver's name.
    pub driver: String,
    /// What the operator was warned of.
    pub warnings: Vec<String>,
    /// The intent that the plan was built from, as JSON; none where there was none, and in runs of version 1.
    pub intent_json: Option<String>,
    /// The folder that was shared with the controller, in full, or its endpoint: [`RunRecord::handed_over`]; none without a controller,
    /// and in runs of version 1.
    pub robot_folder: Option<String>,
    /// What checkpoint 1 found of each reading, as JSON ([`crate::checkpoint::Checked`]); none before version 3.
    pub checkpoint_json: Option<String>,
    /// The failed run that this one corrects.
    pub corrects: Option<String>,
}

/// Where a run was handed over to a controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandedOver<'r> {
    /// In this folder.
    Folder(&'r str),
    /// To the server at this endpoint.
    Endpoint(&'r str),
}

impl<'r> HandedOver<'r> {
    /// As a record names it. A folder is recorded in full, and begins with a slash.
    #[must_use]
    pub fn at(recorded: &'r str) -> Self {
        match recorded.contains("://") && !recorded.starts_with('/') {
            true => Self::Endpoint(recorded),
            false => Self::Folder(recorded),
        }
    }
}

impl RunRecord {
    /// Where it was handed over; none without a controller.
    #[must_use]
    pub fn handed_over(&self) -> Option<HandedOver<'_>> {
        self.robot_folder.as_deref().map(HandedOver::at)
    }
}

/// One row of `runs`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunRow {
    /// Counts the runs of this history from 1; later runs have higher numbers, whatever the clock did.
    pub number: i64,
    /// The correlation id of the sentence.
    #[serde(serialize_with = "as_text")]
    pub run_id: Uuid,
    /// The sentence, as typed.
    pub operator_input: String,
    /// The plan, as JSON.
    pub sequence_json: String,
    /// How far it is.
    pub status: RunStatus,
    /// When it was recorded.
    #[serde(serialize_with = "as_text")]
    pub started_at: Timestamp,
    /// When it ended; none while it has not.
    #[serde(serialize_with = "as_text_or_null")]
    pub finished_at: Option<Timestamp>,
    /// The driver's name.
    pub driver: String,
    /// How many of its steps were a partial success.
    pub partial_steps: u32,
    /// Who approved it.
    pub operator: String,
    /// Why it failed, where it did.
    pub failure: Option<String>,
    /// Whether a crash left it open, and somebody closed it afterwards.
    pub recovered: bool,
}

/// One row of `run_steps`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepRow {
    /// Unique in this history.
    pub step_id: StepId,
    /// The step's place in the plan, counted from 1.
    pub number: u32,
    /// Where the step leads or runs.
    pub position: String,
    /// What it does.
    pub action: StepAction,
    /// How far it is.
    pub state: StepState,
    /// Why it failed.
    pub error: Option<String>,
    /// When it was recorded, which is before it was sent.
    #[serde(serialize_with = "as_text")]
    pub started_at: Timestamp,
    /// When its end was recorded.
    #[serde(serialize_with = "as_text_or_null")]
    pub finished_at: Option<Timestamp>,
    /// Where the robot was observed to be afterwards.
    pub observed_position: Option<String>,
    /// What it was observed to hold afterwards.
    pub observed_tool: Option<String>,
    /// What was made of what was observed, as JSON ([`crate::run::protocol::Judged`]); none in steps before version 3.
    pub judged_json: Option<String>,
}

impl StepRow {
    /// What is missed of a step that was a partial success.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        self.judged()?.get("reported")?.get("warning")?.as_str().map(str::to_owned)
    }

    /// What was predicted of the step, and how far it came true, in hundredths, where its state could say that.
    #[must_use]
    pub fn predicted(&self) -> Option<(String, Option<u64>)> {
        let judged = self.judged()?;
        let predicted = judged.get("predicted")?;
        let came_true = predicted.get("came_true").and_then(serde_json::Value::as_u64);
        Some((predicted.get("outcome")?.as_str()?.to_owned(), came_true))
    }

    fn judged(&self) -> Option<serde_json::Value> {
        serde_json::from_str(self.judged_json.as_deref()?).ok()
    }
}

/// The row of a step in `run_steps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct StepId(pub(super) i64);

impl StepId {
    /// The number in the database.
    #[must_use]
    pub const fn number(self) -> i64 {
        self.0
    }
}

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepEnd {
    /// It was observed to be done.
    Completed {
        /// Where the robot was observed to be.
        position: String,
        /// What it was observed to hold; `none` for an empty flange.
        tool: String,
        /// What was made of what was observed, as JSON.
        judged: Option<String>,
    },
    /// It failed.
    Error {
        /// Why.
        message: String,
        /// What was made of what was observed, as JSON; none where the controller did not say that it was done.
        judged: Option<String>,
    },
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Every step was observed to be done.
    Completed,
    /// Anything else.
    Failed {
        /// Why.
        reason: String,
    },
}

/// Where the robot is at the end of a run, and whether that may be relied on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// It was seen.
    Seen {
        /// The position's name.
        position: String,
        /// The tool's name; `none` for an empty flange.
        tool: String,
        /// Whether the next run may start from it without an operator's word.
        confirmed: bool,
        /// Why not, where it may not.
        reason: Option<String>,
    },
    /// It was not seen in this run, and nothing can have moved it: all is as it was before the run began.
    AsBefore(RobotState),
}

/// One run with everything that is recorded about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunDetail {
    /// Its row.
    #[serde(flatten)]
    pub row: RunRow,
    /// What was known when it began.
    pub record: RunRecord,
    /// Its steps so far, in order.
    pub steps: Vec<StepRow>,
}

/// A run that was left in the middle by a crash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Interrupted {
    /// The run.
    pub run: RunDetail,
    /// The last step that was observed to be done.
    pub last_completed: Option<StepRow>,
    /// The step that may or may not have been done.
    pub running: Option<StepRow>,
}

/// An operator's word about where the robot is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Correction {
    /// Counts the corrections from 1.
    pub number: i64,
    /// When it was given.
    #[serde(serialize_with = "as_text")]
    pub at: Timestamp,
    /// The position's name.
    pub position: String,
    /// The tool's name; `none` for an empty flange.
    pub tool: String,
    /// Who gave it.
    pub operator: String,
    /// Why.
    pub reason: String,
    /// What was stored before; none at the first word of all.
    pub previous_position: Option<String>,
    /// What was stored before; none at the first word of all.
    pub previous_tool: Option<String>,
}

words! {
    /// What was decided about a layout.
    LayoutDecision {
        /// Plans are made and verified with it from then on.
        InForce = "in_force",
        /// The one before it stays in force.
        Declined = "declined",
    }
}

/// A decision about a layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LayoutRow {
    /// Counts the decisions from 1.
    pub number: i64,
    /// When it was made.
    #[serde(serialize_with = "as_text")]
    pub at: Timestamp,
    /// The content hash of the snapshot, in hex.
    pub snapshot_hash: String,
    /// Its generation.
    pub generation: u64,
    /// What was decided.
    pub decision: LayoutDecision,
    /// Who decided; none where nobody was asked.
    pub operator: Option<String>,
}

words! {
    /// What became of a sentence that was read as a command and came to no run.
    Fate {
        /// Nothing could be proposed.
        GivenUp = "given_up",
        /// The operator said no to what was proposed.
        Rejected = "rejected",
        /// The operator said something else to it.
        Revised = "revised",
    }
}

/// A sentence that came to no run, and what the checkpoint found of its readings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SentenceRow {
    /// Counts them from 1.
    pub number: i64,
    /// When it ended.
    #[serde(serialize_with = "as_text")]
    pub at: Timestamp,
    /// What the row says.
    #[serde(flatten)]
    pub ended: EndedSentence,
}

/// The same, to be recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndedSentence {
    /// Its id.
    #[serde(serialize_with = "as_text")]
    pub correlation_id: Uuid,
    /// As typed.
    pub operator_input: String,
    /// What became of it.
    pub fate: Fate,
    /// What it was read as in the end, as JSON; none where that has no form in this cell.
    pub intent_json: Option<String>,
    /// What checkpoint 1 found of each reading, as JSON ([`crate::checkpoint::Checked`]).
    pub checkpoint_json: String,
}

/// Which runs to list, the latest first. All conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFilter {
    /// With this status.
    pub status: Option<RunStatus>,
    /// With this text in the sentence, in upper or lower case.
    pub text: Option<String>,
    /// Begun at this moment or later.
    pub since: Option<Timestamp>,
    /// Begun before this moment.
    pub until: Option<Timestamp>,
    /// With a step that leads to this position or is done there, whether or not it was begun.
    pub place: Option<String>,
    /// With this tool in hand at the start, or taken or left in a step.
    pub tool: Option<String>,
    /// Approved by this operator.
    pub operator: Option<String>,
    /// With a lower number than this: the next page, whatever was added meanwhile.
    pub before: Option<i64>,
    /// How many to pass over first.
    pub offset: usize,
    /// How many to list at most; none for [`crate::limits::HISTORY_ROWS_MAX`], which is never exceeded.
    pub limit: Option<usize>,
}

impl RunFilter {
    /// Those begun on this day in this zone. Nothing was begun on a day at an end of all time.
    #[must_use]
    pub fn on(self, day: Date, zone: &TimeZone) -> Self {
        let (since, until) = when::bounds(day, zone).unwrap_or((Timestamp::MAX, Timestamp::MIN));
        Self { since: Some(since), until: Some(until), ..self }
    }
}

/// The end of the journal's chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Head {
    /// The number of the last entry, counted from 1.
    pub seq: i64,
    /// Its hash, in hex.
    pub hash: String,
}

/// What a check of the whole history found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// How many entries of the journal were walked.
    pub entries: u64,
    /// How many runs were compared.
    pub runs: u64,
    /// How many steps were compared.
    pub steps: u64,
    /// The end of the chain; none where the journal is empty.
    pub head: Option<Head>,
    /// What is wrong, each naming its row; at most [`crate::limits::CHECK_PROBLEMS_MAX`].
    pub problems: Vec<String>,
    /// How many more there are.
    pub more_problems: u64,
}

impl CheckReport {
    /// Whether nothing is wrong.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.problems.is_empty()
    }
}

pub(crate) fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn as_text_or_null<S: Serializer>(value: &Option<impl Display>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}
