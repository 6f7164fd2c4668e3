//! The journal: every change to a row of the history, in order, each entry chained by its hash to the one before.
//!
//! In: the changes of one call, as they are made. Out: the same changes as one entry, in the same transaction. An entry
//! is never changed or removed here.
//!
//! 1. A row of the tables of [`Table`] is written only through an [`Entry`], so that the journal alone is enough to rebuild every
//!    row.
//! 2. An entry's hash covers its number, time, kind, subject, body and the hash before; every text with its length.
//!
//! The chain has no secret: it shows damage and changes by other programs, not a forger who writes both files anew.

use std::path::Path;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params_from_iter, types::Value};
use serde_json::{Map, Value as Json, json};

use super::{
    error::{StoreError, sqlite},
    image::Image,
    records::Head,
};

/// What stands before the first entry.
pub(super) const NO_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// The subject of what is said about the robot outside a run. What is no word about robot or layout has the run's id.
pub(super) const ROBOT_SUBJECT: &str = "robot";
/// The subject of what is decided about a layout.
pub(super) const LAYOUT_SUBJECT: &str = "layout";
/// The subject of sentences that came to no run.
pub(super) const SENTENCE_SUBJECT: &str = "sentence";
/// The subject of what was learnt of what people say.
pub(super) const PHRASE_SUBJECT: &str = "phrase";
/// The subject of what people did with bundles and keys.
pub(super) const BUNDLE_SUBJECT: &str = "bundle";
/// The subject of entries about the page.
pub(super) const PAGE_SUBJECT: &str = "page";
/// The subjects of what is about no run.
const NO_RUNS: [&str; 6] =
    [ROBOT_SUBJECT, LAYOUT_SUBJECT, SENTENCE_SUBJECT, PHRASE_SUBJECT, BUNDLE_SUBJECT, PAGE_SUBJECT];
const CONTEXT: &str = "cellgraph 2026 history journal, version 1";

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    RobotSet,
    RobotCorrected,
    RobotDistrusted,
    RunBegun,
    RunStarted,
    StepBegun,
    StepEnded,
    RunEnded,
    RunRecovered,
    LayoutDecided,
    SentenceEnded,
    PhraseUsed,
    PhraseDecided,
    BundleActed,
    PageActed,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::RobotSet => "robot_set",
            Self::RobotCorrected => "robot_corrected",
            Self::RobotDistrusted => "robot_distrusted",
            Self::RunBegun => "run_begun",
            Self::RunStarted => "run_started",
            Self::StepBegun => "step_begun",
            Self::StepEnded => "step_ended",
            Self::RunEnded => "run_ended",
            Self::RunRecovered => "run_recovered",
            Self::LayoutDecided => "layout_decided",
            Self::SentenceEnded => "sentence_ended",
            Self::PhraseUsed => "phrase_used",
            Self::PhraseDecided => "phrase_decided",
            Self::BundleActed => "bundle_acted",
            Self::PageActed => "page_acted",
        }
    }
}

/// Whether the head of the journal is kept in `robot_state.db` for good after an entry of this kind.
pub(super) fn is_anchored(kind: &str) -> bool {
    [Kind::RunBegun, Kind::RunEnded, Kind::RunRecovered].iter().any(|anchored| anchored.word() == kind)
}

/// Whether an entry of this kind says anew where the robot is, whatever `robot_state.db` had.
pub(super) fn begins_anew(kind: &str) -> bool {
    [Kind::RobotSet, Kind::RobotDistrusted].iter().any(|anew| anew.word() == kind)
}

/// A table whose rows the journal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Table {
    Runs,
    RunSteps,
    RunRecords,
    Corrections,
    Layouts,
    Sentences,
    PhraseUses,
    PhraseDecisions,
    BundleActs,
    PageActs,
}

impl Table {
    pub(super) const ALL: [Self; 10] = [
        Self::Runs,
        Self::RunRecords,
        Self::RunSteps,
        Self::Corrections,
        Self::Layouts,
        Self::Sentences,
        Self::PhraseUses,
        Self::PhraseDecisions,
        Self::BundleActs,
        Self::PageActs,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::RunSteps => "run_steps",
            Self::RunRecords => "run_records",
            Self::Corrections => "corrections",
            Self::Layouts => "layouts",
            Self::Sentences => "sentences",
            Self::PhraseUses => "phrase_uses",
            Self::PhraseDecisions => "phrase_decisions",
            Self::BundleActs => "bundle_acts",
            Self::PageActs => "page_acts",
        }
    }

    /// The column that names a row.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Runs => "run_id",
            Self::RunSteps => "step_id",
            Self::RunRecords => "run_number",
            Self::Corrections => "correction_id",
            Self::Layouts => "layout_id",
            Self::Sentences => "sentence_id",
            Self::PhraseUses => "use_id",
            Self::PhraseDecisions => "decision_id",
            Self::BundleActs | Self::PageActs => "act_id",
        }
    }

    /// The expression that gives the subject of a row's entries.
    pub(super) const fn subject(self) -> &'static str {
        match self {
            Self::Corrections => "'robot'",
            Self::Layouts => "'layout'",
            Self::Sentences => "'sentence'",
            Self::PhraseUses | Self::PhraseDecisions => "'phrase'",
            Self::BundleActs => "'bundle'",
            Self::PageActs => "'page'",
            Self::Runs | Self::RunSteps | Self::RunRecords => "run_id",
        }
    }

    /// Whether entries of a subject can be about rows of this table.
    pub(super) fn is_of(self, subject: &str) -> bool {
        match self {
            Self::Corrections => subject == ROBOT_SUBJECT,
            Self::Layouts => subject == LAYOUT_SUBJECT,
            Self::Sentences => subject == SENTENCE_SUBJECT,
            Self::PhraseUses | Self::PhraseDecisions => subject == PHRASE_SUBJECT,
            Self::BundleActs => subject == BUNDLE_SUBJECT,
            Self::PageActs => subject == PAGE_SUBJECT,
            Self::Runs | Self::RunSteps | Self::RunRecords => !NO_RUNS.contains(&subject),
        }
    }
}

/// An entry that is being made: changes the rows, and remembers how.
pub(super) struct Entry<'t> {
    transaction: &'t Transaction<'t>,
    path: &'t Path,
    at: Timestamp,
    kind: Kind,
    subject: String,
    changes: Vec<Json>,
    robot: Option<Image>,
}

/// What the journal says about the robot, and where.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sealed {
    pub(super) head: Head,
    pub(super) kind: String,
    pub(super) robot: Option<Image>,
}

impl<'t> Entry<'t> {
    pub(super) const fn new(
        transaction: &'t Transaction<'t>,
        path: &'t Path,
        at: Timestamp,
        kind: Kind,
        subject: String,
    ) -> Self {
        Self { transaction, path, at, kind, subject, changes: Vec::new(), robot: None }
    }

    /// Looks something up on the way, within the transaction.
    pub(super) fn look_up<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        read(self.transaction).map_err(sqlite(self.path, "read the history"))
    }

    /// What is wrong with the history.
    pub(super) fn corrupt(&self, reason: String) -> StoreError {
        StoreError::Corrupt { path: self.path.to_owned(), reason }
    }

    /// The time of all that this entry changes, as it is stored.
    pub(super) fn at(&self) -> String {
        stored_time(self.at)
    }

    /// Inserts a row, and says under which number.
    pub(super) fn insert(&mut self, table: Table, columns: &[(&'static str, Value)]) -> Result<i64, StoreError> {
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let marks = vec!["?"; columns.len()].join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES ({marks})", table.name(), names.join(", "));
        self.execute(&sql, columns.iter().map(|(_, value)| value))?;
        let number = self.transaction.last_insert_rowid();
        let mut set = set_of(columns);
        if table != Table::Runs {
            set.insert(table.key().into(), number.into());
        }
        let key = set.get(table.key()).cloned().unwrap_or(Json::Null);
        self.changes.push(json!({ "insert": table.name(), "key": key, "set": set }));
        Ok(number)
    }

    /// Changes a row that is there.
    pub(super) fn update(
        &mut self,
        table: Table,
        key: Value,
        columns: &[(&'static str, Value)],
    ) -> Result<(), StoreError> {
        let sets: Vec<String> = columns.iter().map(|(name, _)| format!("{name} = ?")).collect();
        let sql = format!("UPDATE {} SET {} WHERE {} = ?", table.name(), sets.join(", "), table.key());
        let changed = self.execute(&sql, columns.iter().map(|(_, value)| value).chain([&key]))?;
        if changed != 1 {
            let reason = format!("{} has {changed} rows where one is to be changed", table.name());
            return Err(StoreError::Corrupt { path: self.path.to_owned(), reason });
        }
        self.changes.push(json!({ "update": table.name(), "key": json_of(&key), "set": set_of(columns) }));
        Ok(())
    }

    /// Says what `robot_state.db` is to hold once this entry is committed.
    pub(super) fn set_robot(&mut self, robot: Image) {
        self.robot = Some(robot);
    }

    /// Appends the entry to the chain. It counts once the transaction is committed.
    pub(super) fn seal(self) -> Result<Sealed, StoreError> {
        let last = head(self.transaction, self.path)?;
        let (last, previous) = last.map_or((0, NO_HASH.to_owned()), |head| (head.seq, head.hash));
        let seq = last.checked_add(1).ok_or_else(|| StoreError::Corrupt {
            path: self.path.to_owned(),
            reason: format!("its journal's last entry has number {last}, and there is none after it"),
        })?;
        let body = json!({ "changes": self.changes, "robot": self.robot }).to_string();
        let (at, kind) = (stored_time(self.at), self.kind.word());
        let hash = hash(seq, [&at, kind, &self.subject, &body, &previous]);
        let sql =
            "INSERT INTO journal (seq, at, kind, subject, body_json, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)";
        let texts = [at, kind.to_owned(), self.subject.clone(), body, previous, hash.clone()];
        let values: Vec<Value> = [Value::Integer(seq)].into_iter().chain(texts.map(Value::Text)).collect();
        self.execute(sql, &values)?;
        Ok(Sealed { head: Head { seq, hash }, kind: kind.to_owned(), robot: self.robot })
    }

    fn execute<'v>(&self, sql: &str, values: impl IntoIterator<Item = &'v Value>) -> Result<usize, StoreError> {
        let run = || self.transaction.prepare_cached(sql)?.execute(params_from_iter(values));
        run().map_err(sqlite(self.path, "write the history"))
    }
}

/// The end of the chain.
pub(super) fn head(history: &Connection, path: &Path) -> Result<Option<Head>, StoreError> {
    let read = || {
        let mut statement = history.prepare_cached("SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1")?;
        statement.query_row([], |row| Ok(Head { seq: row.get(0)?, hash: row.get(1)? })).optional()
    };
    read().map_err(sqlite(path, "read the journal"))
}

/// The last entry that is about a run, the robot or a layout. A sentence that came to nothing, a phrase, and
/// what was pressed at the page change nothing that somebody approves: a yes is to the plan that was shown.
pub(super) fn binding_head(history: &Connection, path: &Path) -> Result<Option<Head>, StoreError> {
    let read = || {
        let sql = "SELECT seq, hash FROM journal WHERE subject NOT IN (?, ?, ?) ORDER BY seq DESC LIMIT 1";
        let mut statement = history.prepare_cached(sql)?;
        statement
            .query_row([SENTENCE_SUBJECT, PHRASE_SUBJECT, PAGE_SUBJECT], |row| {
                Ok(Head { seq: row.get(0)?, hash: row.get(1)? })
            })
            .optional()
    };
    read().map_err(sqlite(path, "read the journal"))
}

/// The latest entries that say something about the robot, the last one first, at most two. One whose hash is not that of
/// its content has none here, and so fits no state.
pub(super) fn last_about_robot(history: &Connection, path: &Path) -> Result<Vec<Sealed>, StoreError> {
    let failed = sqlite(path, "read the journal");
    let statement =
        history.prepare("SELECT seq, hash, kind, body_json, at, subject, previous_hash FROM journal ORDER BY seq DESC");
    let mut statement = statement.map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let text = |place: usize| row.get::<_, String>(place).map_err(failed);
        let (mut head, body) = (Head { seq: row.get(0).map_err(failed)?, hash: text(1)? }, text(3)?);
        if head.hash != hash(head.seq, [&text(4)?, &text(2)?, &text(5)?, &body, &text(6)?]) {
            head.hash.clear();
        }
        let robot = robot_in(&body).map_err(|reason| StoreError::Corrupt {
            path: path.to_owned(),
            reason: format!("entry {} of its journal: {reason}", head.seq),
        })?;
        if robot.is_some() {
            found.push(Sealed { head, kind: text(2)?, robot });
        }
        if found.len() == 2 {
            break;
        }
    }
    Ok(found)
}

/// What an entry's body says about the robot.
pub(super) fn robot_in(body: &str) -> Result<Option<Image>, String> {
    #[derive(serde::Deserialize)]
    struct Body {
        robot: Option<Image>,
    }
    serde_json::from_str(body).map(|body: Body| body.robot).map_err(|error| error.to_string())
}

/// The hash of an entry: (time, kind, subject, body, the hash before).
pub(super) fn hash(seq: i64, texts: [&str; 5]) -> String {
    let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
    hasher.update(&seq.to_le_bytes());
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// A time as it is stored: of one length, so that the order of the texts is the order of the times.
pub(super) fn stored_time(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S.%6fZ").to_string()
}

/// A stored value as the journal holds it.
pub(super) fn json_of(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Integer(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        // The store writes neither; what is no number or text equals nothing in the journal.
        Value::Real(number) => json!({ "real": number }),
        Value::Blob(bytes) => json!({ "bytes": bytes }),
    }
}

fn set_of(columns: &[(&'static str, Value)]) -> Map<String, Json> {
    columns.iter().map(|(name, value)| ((*name).to_owned(), json_of(value))).collect()
}
