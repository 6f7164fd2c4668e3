//! The tables, and how a file comes to have them.
//!
//! In: an open database of any origin. Out: one with exactly the tables of this version, or why it cannot be used. A file
//! that is foreign, newer or has other tables is never written to.
//!
//! The columns of `robot_state`, `runs` and `run_steps` that other programs know keep their names and meaning; what is
//! added to them stands after those. A migration is never changed once it was released: the next one is appended.

use std::{path::Path, sync::OnceLock};

use rusqlite::{Connection, TransactionBehavior};

use super::error::{StoreError, sqlite};

/// One of the two files.
#[derive(Debug)]
pub(super) struct Schema {
    /// Its name in the folder.
    pub(super) file: &'static str,
    /// What marks it as ours, and as this one of the two.
    application_id: i64,
    /// The first makes version 1 out of nothing, the next version 2 out of that, and so on.
    migrations: &'static [&'static str],
    /// For each version before the newest, what makes a connection that cannot write read it as the newest.
    read_as_newest: &'static [&'static str],
    /// What the newest version defines, once it has been asked for.
    newest: OnceLock<Vec<Definition>>,
}

/// Name and text of a table, an index or a trigger.
type Definition = (String, String);

/// Where the robot is.
pub(super) static ROBOT: Schema = Schema {
    file: "robot_state.db",
    application_id: 0x6367_7273,
    migrations: &[ROBOT_1],
    read_as_newest: &[],
    newest: OnceLock::new(),
};

/// What was run.
pub(super) static HISTORY: Schema = Schema {
    file: "history.db",
    application_id: 0x6367_6869,
    migrations: &[HISTORY_1, HISTORY_2, HISTORY_3, HISTORY_4, HISTORY_5, HISTORY_6, HISTORY_7],
    read_as_newest: &[
        HISTORY_1_READ_AS_7,
        HISTORY_2_READ_AS_7,
        HISTORY_3_READ_AS_7,
        HISTORY_4_READ_AS_7,
        HISTORY_5_READ_AS_7,
        HISTORY_6_READ_AS_7,
    ],
    newest: OnceLock::new(),
};

const ROBOT_1: &str = "
CREATE TABLE robot_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    current_position TEXT NOT NULL,
    current_tool TEXT NOT NULL,
    last_updated TEXT NOT NULL
);
CREATE TABLE robot_confirmation (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
    reason TEXT,
    run_id TEXT,
    operator TEXT,
    at TEXT NOT NULL,
    journal_seq INTEGER NOT NULL,
    journal_hash TEXT NOT NULL
);
CREATE TABLE journal_anchors (
    anchor_id INTEGER PRIMARY KEY AUTOINCREMENT,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    at TEXT NOT NULL
);
";

const HISTORY_1: &str = "
CREATE TABLE runs (
    run_id TEXT PRIMARY KEY,
    operator_input TEXT NOT NULL,
    sequence_json TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed')),
    started_at TEXT NOT NULL,
    finished_at TEXT
);
CREATE INDEX runs_open ON runs (status) WHERE status IN ('pending', 'running');
CREATE TABLE run_steps (
    step_id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL,
    position TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('move', 'routine')),
    state TEXT NOT NULL CHECK (state IN ('pending', 'running', 'completed', 'error')),
    error TEXT,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    number INTEGER NOT NULL,
    observed_position TEXT,
    observed_tool TEXT,
    FOREIGN KEY (run_id) REFERENCES runs (run_id)
);
CREATE UNIQUE INDEX run_steps_once ON run_steps (run_id, number);
CREATE TABLE run_records (
    run_number INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL UNIQUE,
    snapshot_hash TEXT NOT NULL,
    start_position TEXT NOT NULL,
    start_tool TEXT NOT NULL,
    operator TEXT NOT NULL,
    approval_hash TEXT NOT NULL,
    plan_hash TEXT NOT NULL,
    reading_json TEXT,
    driver TEXT NOT NULL,
    warnings_json TEXT NOT NULL,
    failure TEXT,
    FOREIGN KEY (run_id) REFERENCES runs (run_id)
);
CREATE TABLE corrections (
    correction_id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    position TEXT NOT NULL,
    tool TEXT NOT NULL,
    operator TEXT NOT NULL,
    reason TEXT NOT NULL,
    previous_position TEXT,
    previous_tool TEXT
);
CREATE TABLE journal (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    body_json TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL
);
CREATE INDEX journal_by_subject ON journal (subject, seq);
";

/// Rows of version 1 have none of what was added; the table of layouts is empty then.
const HISTORY_2: &str = "
ALTER TABLE run_records ADD COLUMN intent_json TEXT;
ALTER TABLE run_records ADD COLUMN robot_folder TEXT;
CREATE TABLE layouts (
    layout_id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    snapshot_hash TEXT NOT NULL,
    generation INTEGER NOT NULL,
    decision TEXT NOT NULL CHECK (decision IN ('in_force', 'declined')),
    operator TEXT
);
";

/// What was observed of each step, what was found of each reading, which run corrects which, and what came to no run.
const HISTORY_3: &str = "
ALTER TABLE run_steps ADD COLUMN judged_json TEXT;
ALTER TABLE run_records ADD COLUMN checkpoint_json TEXT;
ALTER TABLE run_records ADD COLUMN corrects TEXT;
CREATE TABLE sentences (
    sentence_id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    correlation_id TEXT NOT NULL,
    operator_input TEXT NOT NULL,
    fate TEXT NOT NULL CHECK (fate IN ('given_up', 'rejected', 'revised')),
    intent_json TEXT,
    checkpoint_json TEXT NOT NULL
);
";

/// What was learnt of what people say, and what engineers decided about that.
const HISTORY_4: &str = "
CREATE TABLE phrase_uses (
    use_id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    correlation_id TEXT NOT NULL,
    sentence TEXT NOT NULL,
    reading TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('chosen', 'rephrased')),
    operator TEXT NOT NULL,
    snapshot_hash TEXT NOT NULL
);
CREATE INDEX phrase_uses_by_sentence ON phrase_uses (sentence, reading);
CREATE TABLE phrase_decisions (
    decision_id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    phrase INTEGER NOT NULL,
    decision TEXT NOT NULL CHECK (decision IN ('accepted', 'dropped')),
    nickname TEXT,
    name TEXT,
    operator TEXT NOT NULL,
    snapshot_hash TEXT NOT NULL
);
";

/// What people did with bundles and keys.
const HISTORY_5: &str = "
CREATE TABLE bundle_acts (
    act_id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    act TEXT NOT NULL CHECK (act IN ('enrolled', 'rekeyed', 'installed', 'rolled_back')),
    generation INTEGER,
    blake3 TEXT NOT NULL,
    signed_by TEXT,
    operator TEXT NOT NULL,
    reason TEXT NOT NULL
);
";

/// What people did at the page.
const HISTORY_6: &str = "
CREATE TABLE page_acts (
    act_id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    act TEXT NOT NULL CHECK (act IN ('entered', 'refused', 'left', 'said', 'chose', 'answered', 'wished', 'placed', 'layout_decided',
        'operator_added', 'operator_changed', 'operator_removed')),
    session INTEGER,
    operator TEXT NOT NULL,
    role TEXT CHECK (role IN ('look', 'operate', 'engineer')),
    words TEXT NOT NULL,
    done_at TEXT NOT NULL
);
";

/// One more thing that people do at the page: they arrange the picture.
const HISTORY_7: &str = "
ALTER TABLE page_acts RENAME TO page_acts_6;
CREATE TABLE page_acts (
    act_id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    act TEXT NOT NULL CHECK (act IN ('entered', 'refused', 'left', 'said', 'chose', 'answered', 'wished', 'placed', 'layout_decided',
        'picture_arranged', 'operator_added', 'operator_changed', 'operator_removed')),
    session INTEGER,
    operator TEXT NOT NULL,
    role TEXT CHECK (role IN ('look', 'operate', 'engineer')),
    words TEXT NOT NULL,
    done_at TEXT NOT NULL
);
INSERT INTO page_acts SELECT * FROM page_acts_6;
DROP TABLE page_acts_6;
";

/// The table that no version before 6 has, empty.
macro_rules! no_page_acts {
    () => {
        "
CREATE TEMP TABLE page_acts (
    act_id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    act TEXT NOT NULL,
    session INTEGER,
    operator TEXT NOT NULL,
    role TEXT,
    words TEXT NOT NULL,
    done_at TEXT NOT NULL
);
"
    };
}

/// The table that no version before 5 has, empty.
macro_rules! no_bundles {
    () => {
        "
CREATE TEMP TABLE bundle_acts (
    act_id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    act TEXT NOT NULL,
    generation INTEGER,
    blake3 TEXT NOT NULL,
    signed_by TEXT,
    operator TEXT NOT NULL,
    reason TEXT NOT NULL
);
"
    };
}

/// The tables that no version before 4 has, empty.
macro_rules! no_phrases {
    () => {
        "
CREATE TEMP TABLE phrase_uses (
    use_id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    correlation_id TEXT NOT NULL,
    sentence TEXT NOT NULL,
    reading TEXT NOT NULL,
    origin TEXT NOT NULL,
    operator TEXT NOT NULL,
    snapshot_hash TEXT NOT NULL
);
CREATE TEMP TABLE phrase_decisions (
    decision_id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    phrase INTEGER NOT NULL,
    decision TEXT NOT NULL,
    nickname TEXT,
    name TEXT,
    operator TEXT NOT NULL,
    snapshot_hash TEXT NOT NULL
);
"
    };
}

/// The table that no version before 3 has, empty.
macro_rules! no_sentences {
    () => {
        "
CREATE TEMP TABLE sentences (
    sentence_id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    correlation_id TEXT NOT NULL,
    operator_input TEXT NOT NULL,
    fate TEXT NOT NULL,
    intent_json TEXT,
    checkpoint_json TEXT NOT NULL
);
"
    };
}

/// What a reader of a history of version 1, which it must not write to, puts before the file's own tables.
const HISTORY_1_READ_AS_7: &str = concat!(
    no_page_acts!(),
    no_bundles!(),
    no_phrases!(),
    no_sentences!(),
    "
CREATE TEMP VIEW run_records AS
    SELECT *, NULL AS intent_json, NULL AS robot_folder, NULL AS checkpoint_json, NULL AS corrects FROM main.run_records;
CREATE TEMP VIEW run_steps AS SELECT *, NULL AS judged_json FROM main.run_steps;
CREATE TEMP TABLE layouts (
    layout_id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    snapshot_hash TEXT NOT NULL,
    generation INTEGER NOT NULL,
    decision TEXT NOT NULL,
    operator TEXT
);
"
);

/// The same for version 2.
const HISTORY_2_READ_AS_7: &str = concat!(
    no_page_acts!(),
    no_bundles!(),
    no_phrases!(),
    no_sentences!(),
    "
CREATE TEMP VIEW run_records AS SELECT *, NULL AS checkpoint_json, NULL AS corrects FROM main.run_records;
CREATE TEMP VIEW run_steps AS SELECT *, NULL AS judged_json FROM main.run_steps;
"
);

/// The same for version 3.
const HISTORY_3_READ_AS_7: &str = concat!(no_page_acts!(), no_bundles!(), no_phrases!());

/// The same for version 4.
const HISTORY_4_READ_AS_7: &str = concat!(no_page_acts!(), no_bundles!());

/// The same for version 5.
const HISTORY_5_READ_AS_7: &str = no_page_acts!();

/// Version 6 has the same columns.
const HISTORY_6_READ_AS_7: &str = "";

/// How a file stands to this program.
enum Origin {
    Empty,
    Ours { version: i64 },
}

impl Schema {
    /// The newest version that this program knows.
    const fn known(&self) -> i64 {
        self.migrations.len() as i64
    }

    /// Looks at a file without writing to it. True where it has no tables yet.
    ///
    /// # Errors
    ///
    /// It is foreign, newer or damaged.
    pub(super) fn is_empty(&self, connection: &Connection, path: &Path) -> Result<bool, StoreError> {
        Ok(matches!(self.origin(connection, path)?, Origin::Empty))
    }

    /// Brings a file to this version, in one transaction, and proves that it has its tables and no others.
    pub(super) fn migrate(&self, connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
        let version = self.version(connection, path)?;
        self.prove_as(version, connection, path)?;
        if version < self.known() {
            let failed = sqlite(path, "make the tables");
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
            for migration in self.migrations.iter().skip(usize::try_from(version).unwrap_or(0)) {
                transaction.execute_batch(migration).map_err(failed)?;
            }
            transaction.pragma_update(None, "application_id", self.application_id).map_err(failed)?;
            transaction.pragma_update(None, "user_version", self.known()).map_err(failed)?;
            transaction.commit().map_err(failed)?;
            self.prove_as(self.known(), connection, path)?;
        }
        Ok(())
    }

    /// Proves a file that is not to be written to, of this version or of one before it, and makes this connection read it
    /// as one of this version.
    pub(super) fn prove_to_read(&self, connection: &Connection, path: &Path) -> Result<(), StoreError> {
        let version = self.version(connection, path)?;
        self.prove_as(version, connection, path)?;
        let reading = usize::try_from(version - 1).ok().and_then(|place| self.read_as_newest.get(place));
        reading.map_or(Ok(()), |sql| connection.execute_batch(sql).map_err(sqlite(path, "read the tables")))
    }

    /// The tables, indexes and triggers are those that the migrations up to a version make, to the letter.
    fn prove_as(&self, version: i64, connection: &Connection, path: &Path) -> Result<(), StoreError> {
        let failed = sqlite(path, "read the tables");
        let older;
        let expected = match (version == self.known(), self.newest.get()) {
            (true, Some(newest)) => newest,
            (true, None) => {
                let newest = self.definitions(version).map_err(failed)?;
                self.newest.get_or_init(|| newest)
            }
            (false, _) => {
                older = self.definitions(version).map_err(failed)?;
                &older
            }
        };
        let found = objects(connection).map_err(failed)?;
        let corrupt = |reason| StoreError::Corrupt { path: path.to_owned(), reason };
        if let Some((name, _)) = found.iter().find(|object| !expected.contains(object)) {
            return Err(corrupt(format!("'{}' in it is not as cellgraph makes it", crate::cell::shown(name))));
        }
        match expected.iter().find(|object| !found.contains(object)) {
            Some((name, _)) => Err(corrupt(format!("'{name}' is missing in it"))),
            None => Ok(()),
        }
    }

    /// What the migrations up to a version define.
    fn definitions(&self, version: i64) -> rusqlite::Result<Vec<Definition>> {
        let empty = Connection::open_in_memory()?;
        for migration in self.migrations.iter().take(usize::try_from(version).unwrap_or(0)) {
            empty.execute_batch(migration)?;
        }
        objects(&empty)
    }

    /// The version of a file; 0 where it has no tables yet.
    fn version(&self, connection: &Connection, path: &Path) -> Result<i64, StoreError> {
        Ok(match self.origin(connection, path)? {
            Origin::Empty => 0,
            Origin::Ours { version } => version,
        })
    }

    fn origin(&self, connection: &Connection, path: &Path) -> Result<Origin, StoreError> {
        let failed = sqlite(path, "read the database");
        let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
        let objects: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(failed)?;
        let (version, id) = (number("user_version").map_err(failed)?, number("application_id").map_err(failed)?);
        match (objects, id, version) {
            (0, 0, 0) => Ok(Origin::Empty),
            (_, id, _) if id != self.application_id => Err(StoreError::Foreign {
                path: path.to_owned(),
                reason: format!("it is marked {id:#x}, and not {:#x}", self.application_id),
            }),
            (_, _, found) if found > self.known() => {
                Err(StoreError::Newer { path: path.to_owned(), found, known: self.known() })
            }
            (_, _, version) if version >= 1 => Ok(Origin::Ours { version }),
            (_, _, version) => Err(StoreError::Corrupt {
                path: path.to_owned(),
                reason: format!("its format is said to be {version}"),
            }),
        }
    }
}

/// Name and definition of everything that a database defines, less SQLite's own.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<Definition>> {
    let mut statement = connection
        .prepare("SELECT name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
