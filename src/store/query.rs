//! The reads: rows of the history as values.
//!
//! In: an open database. Out: what is recorded, or which row cannot be read. Nothing is written here, and a row that
//! cannot be read is never left out in silence.

use std::path::Path;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};
use uuid::Uuid;

use super::{
    error::{StoreError, sqlite},
    journal::stored_time,
    records::{
        Correction, EndedSentence, Fate, Interrupted, LayoutDecision, LayoutRow, RunDetail, RunFilter, RunRecord,
        RunRow, RunStatus, SentenceRow, StepAction, StepId, StepRow, StepState,
    },
};
use crate::{cell::shown, limits::HISTORY_ROWS_MAX};

// SQLite fails where a text is not JSON, so `json_valid` is asked first. [`StepRow::warning`] says what a partial success is.
const RUN_COLUMNS: &str =
    "run_number, runs.run_id, status, started_at, finished_at, operator_input, sequence_json, driver,
    (SELECT count(*) FROM run_steps WHERE run_steps.run_id = runs.run_id AND json_type(
        CASE WHEN json_valid(judged_json) THEN judged_json END, '$.reported.warning') = 'text') AS partial_steps, operator, failure,
    EXISTS (SELECT 1 FROM journal WHERE subject = runs.run_id AND kind = 'run_recovered') AS recovered";
const STEP_COLUMNS: &str = "step_id, number, position, action, state, error, started_at, finished_at, observed_position, observed_tool, judged_json";

/// The steps of a stored plan; none where it cannot be read.
const STEPS: &str = "json_each(CASE WHEN json_valid(sequence_json) THEN sequence_json END)";

/// Reads values out of one row, and says which row it was where that fails.
pub(super) struct Fields<'r> {
    row: &'r Row<'r>,
    path: &'r Path,
    what: &'static str,
    name: String,
}

impl<'r> Fields<'r> {
    pub(super) fn new(row: &'r Row<'r>, path: &'r Path, what: &'static str, key: usize) -> Self {
        let name = match row.get_ref(key) {
            Ok(rusqlite::types::ValueRef::Integer(number)) => number.to_string(),
            Ok(rusqlite::types::ValueRef::Text(text)) => shown(&String::from_utf8_lossy(text)).into_owned(),
            _ => "?".to_owned(),
        };
        Self { row, path, what, name }
    }

    pub(super) fn get<T: rusqlite::types::FromSql>(&self, column: usize) -> Result<T, StoreError> {
        self.row.get(column).map_err(|_| self.unreadable(column))
    }

    pub(super) fn parsed<T>(&self, column: usize, parse: impl Fn(&str) -> Option<T>) -> Result<T, StoreError> {
        parse(&self.get::<String>(column)?).ok_or_else(|| self.unreadable(column))
    }

    pub(super) fn time(&self, column: usize) -> Result<Timestamp, StoreError> {
        self.parsed(column, |text| text.parse().ok())
    }

    fn time_or_none(&self, column: usize) -> Result<Option<Timestamp>, StoreError> {
        let text: Option<String> = self.get(column)?;
        text.map(|text| text.parse().map_err(|_| self.unreadable(column))).transpose()
    }

    pub(super) fn unreadable(&self, column: usize) -> StoreError {
        let statement: &rusqlite::Statement<'_> = self.row.as_ref();
        let column = statement.column_name(column).unwrap_or("?");
        let reason = format!("{column} of row {} in {} cannot be read", self.name, self.what);
        StoreError::Corrupt { path: self.path.to_owned(), reason }
    }
}

/// The runs that a filter lets through, the latest first.
pub(super) fn runs(history: &Connection, path: &Path, filter: &RunFilter) -> Result<Vec<RunRow>, StoreError> {
    let failed = sqlite(path, "list the runs");
    let sql = format!(
        "SELECT {RUN_COLUMNS} FROM run_records JOIN runs USING (run_id)
         WHERE (?1 IS NULL OR run_number < ?1) AND (?2 IS NULL OR status = ?2)
           AND (?3 IS NULL OR started_at >= ?3) AND (?4 IS NULL OR started_at < ?4)
           AND (?5 IS NULL OR operator = ?5)
           AND (?6 IS NULL OR EXISTS (SELECT 1 FROM {STEPS} WHERE value ->> '$.position' = ?6
               OR (value ->> '$.action' = 'move' AND value ->> '$.target' = ?6)))
           AND (?7 IS NULL OR start_tool = ?7 OR EXISTS (SELECT 1 FROM {STEPS} WHERE value ->> '$.tool' = ?7))
         ORDER BY run_number DESC"
    );
    let mut statement = history.prepare_cached(&sql).map_err(failed)?;
    let status = filter.status.map(RunStatus::word);
    let (since, until) = (filter.since.map(stored_time), filter.until.map(stored_time));
    let of_whom = (&filter.operator, &filter.place, &filter.tool);
    let values = params![filter.before, status, since, until, of_whom.0, of_whom.1, of_whom.2];
    let mut rows = statement.query(values).map_err(failed)?;
    let wanted = filter.text.as_ref().map(|text| text.to_lowercase());
    let limit = filter.limit.unwrap_or(HISTORY_ROWS_MAX).min(HISTORY_ROWS_MAX);
    let (mut found, mut passed) = (Vec::new(), 0);
    while found.len() < limit {
        let Some(row) = rows.next().map_err(failed)? else { break };
        let fields = Fields::new(row, path, "runs", 1);
        if let Some(wanted) = &wanted
            && !fields.get::<String>(5)?.to_lowercase().contains(wanted)
        {
            continue;
        }
        passed += 1;
        if passed > filter.offset {
            found.push(run_row(&fields)?);
        }
    }
    Ok(found)
}

/// One run with its record and steps, of one moment.
pub(super) fn run(history: &Connection, path: &Path, run_id: &str) -> Result<Option<RunDetail>, StoreError> {
    let moment = history.unchecked_transaction().map_err(sqlite(path, "read the run"))?;
    read_run(&moment, path, run_id)
}

/// The same within a transaction.
pub(super) fn read_run(history: &Connection, path: &Path, run_id: &str) -> Result<Option<RunDetail>, StoreError> {
    let failed = sqlite(path, "read the run");
    let sql = format!(
        "SELECT {RUN_COLUMNS}, snapshot_hash, start_position, start_tool, approval_hash, plan_hash,
                reading_json, warnings_json, intent_json, robot_folder, checkpoint_json, corrects
         FROM run_records JOIN runs USING (run_id) WHERE runs.run_id = ?"
    );
    let mut statement = history.prepare_cached(&sql).map_err(failed)?;
    let mut rows = statement.query([run_id]).map_err(failed)?;
    let Some(found) = rows.next().map_err(failed)? else { return Ok(None) };
    let fields = Fields::new(found, path, "runs", 1);
    let record = RunRecord {
        snapshot_hash: fields.get(12)?,
        start_position: fields.get(13)?,
        start_tool: fields.get(14)?,
        operator: fields.get(9)?,
        approval_hash: fields.get(15)?,
        plan_hash: fields.get(16)?,
        reading_json: fields.get(17)?,
        driver: fields.get(7)?,
        warnings: fields.parsed(18, |text| serde_json::from_str(text).ok())?,
        intent_json: fields.get(19)?,
        robot_folder: fields.get(20)?,
        checkpoint_json: fields.get(21)?,
        corrects: fields.get(22)?,
    };
    let steps = steps(history, path, run_id)?;
    Ok(Some(RunDetail { row: run_row(&fields)?, record, steps }))
}

/// The ids of the runs whose id begins so, the latest first, two at most: more than one is none. `beginning` is of hexadecimal
/// digits and hyphens alone.
pub(super) fn begins(history: &Connection, path: &Path, beginning: &str) -> Result<Vec<Uuid>, StoreError> {
    let failed = sqlite(path, "find the run");
    let sql =
        "SELECT run_id FROM run_records WHERE substr(run_id, 1, length(?1)) = ?1 ORDER BY run_number DESC LIMIT 2";
    ids(history, path, sql, beginning).map_err(failed)?
}

/// The id of the run with a number.
pub(super) fn numbered(history: &Connection, path: &Path, number: i64) -> Result<Option<Uuid>, StoreError> {
    let failed = sqlite(path, "find the run");
    let sql = "SELECT run_id FROM run_records WHERE run_number = ?1";
    Ok(ids(history, path, sql, number).map_err(failed)??.into_iter().next())
}

fn ids(
    history: &Connection,
    path: &Path,
    sql: &str,
    of: impl rusqlite::ToSql,
) -> rusqlite::Result<Result<Vec<Uuid>, StoreError>> {
    let mut statement = history.prepare_cached(sql)?;
    let mut rows = statement.query([of])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        match Fields::new(row, path, "run_records", 0).parsed(0, |text| Uuid::try_parse(text).ok()) {
            Ok(id) => found.push(id),
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(found))
}

/// The latest run with one of these statuses.
pub(super) fn latest(history: &Connection, path: &Path, statuses: &str) -> Result<Option<RunDetail>, StoreError> {
    let sql = format!(
        "SELECT runs.run_id FROM runs JOIN run_records USING (run_id) WHERE status IN ({statuses})
         ORDER BY run_number DESC LIMIT 1"
    );
    let run_id: Option<String> =
        history.query_row(&sql, [], |row| row.get(0)).optional().map_err(sqlite(path, "read the latest run"))?;
    run_id.map_or(Ok(None), |run_id| run(history, path, &run_id))
}

/// The run that has not ended.
pub(super) fn interrupted(history: &Connection, path: &Path) -> Result<Option<Interrupted>, StoreError> {
    let Some(run) = latest(history, path, "'pending', 'running'")? else { return Ok(None) };
    let last = |state| run.steps.iter().rev().find(|step| step.state == state).cloned();
    let (last_completed, running) = (last(StepState::Completed), last(StepState::Running));
    Ok(Some(Interrupted { last_completed, running, run }))
}

/// The positions at which steps of a run failed, in the order of the steps.
pub(super) fn failed_positions(history: &Connection, path: &Path, run_id: Uuid) -> Result<Vec<String>, StoreError> {
    let detail = run(history, path, &run_id.to_string())?.ok_or(StoreError::NoSuchRun { run_id })?;
    let failed = detail.steps.into_iter().filter(|step| step.state == StepState::Error);
    Ok(failed.map(|step| step.position).collect())
}

/// The operators' words, the latest first.
pub(super) fn corrections(history: &Connection, path: &Path, limit: usize) -> Result<Vec<Correction>, StoreError> {
    let failed = sqlite(path, "read the corrections");
    let sql = "SELECT correction_id, at, position, tool, operator, reason, previous_position, previous_tool
               FROM corrections ORDER BY correction_id DESC";
    let mut statement = history.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    let mut found = Vec::new();
    while found.len() < limit {
        let Some(row) = rows.next().map_err(failed)? else { break };
        let fields = Fields::new(row, path, "corrections", 0);
        found.push(Correction {
            number: fields.get(0)?,
            at: fields.time(1)?,
            position: fields.get(2)?,
            tool: fields.get(3)?,
            operator: fields.get(4)?,
            reason: fields.get(5)?,
            previous_position: fields.get(6)?,
            previous_tool: fields.get(7)?,
        });
    }
    Ok(found)
}

/// What was decided about layouts, the latest decision first: at most `limit`, about this snapshot or with this decision
/// where one is named.
pub(super) fn layouts(
    history: &Connection,
    path: &Path,
    (snapshot_hash, decision): (Option<&str>, Option<LayoutDecision>),
    limit: usize,
) -> Result<Vec<LayoutRow>, StoreError> {
    let failed = sqlite(path, "read the layouts");
    let sql = "SELECT layout_id, at, snapshot_hash, generation, decision, operator FROM layouts
               WHERE (?1 IS NULL OR snapshot_hash = ?1) AND (?2 IS NULL OR decision = ?2) ORDER BY layout_id DESC";
    let mut statement = history.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query((snapshot_hash, decision.map(LayoutDecision::word))).map_err(failed)?;
    let mut found = Vec::new();
    while found.len() < limit {
        let Some(row) = rows.next().map_err(failed)? else { break };
        let fields = Fields::new(row, path, "layouts", 0);
        found.push(LayoutRow {
            number: fields.get(0)?,
            at: fields.time(1)?,
            snapshot_hash: fields.get(2)?,
            generation: u64::try_from(fields.get::<i64>(3)?).map_err(|_| fields.unreadable(3))?,
            decision: fields.parsed(4, LayoutDecision::from_word)?,
            operator: fields.get(5)?,
        });
    }
    Ok(found)
}

/// Sentences that came to no run, the latest first, at most `limit`.
pub(super) fn sentences(history: &Connection, path: &Path, limit: usize) -> Result<Vec<SentenceRow>, StoreError> {
    let failed = sqlite(path, "read the sentences");
    let sql =
        "SELECT sentence_id, at, correlation_id, operator_input, fate, intent_json, checkpoint_json FROM sentences
               ORDER BY sentence_id DESC";
    let mut statement = history.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    let mut found = Vec::new();
    while found.len() < limit {
        let Some(row) = rows.next().map_err(failed)? else { break };
        let fields = Fields::new(row, path, "sentences", 0);
        let ended = EndedSentence {
            correlation_id: fields.parsed(2, |text| Uuid::try_parse(text).ok())?,
            operator_input: fields.get(3)?,
            fate: fields.parsed(4, Fate::from_word)?,
            intent_json: fields.get(5)?,
            checkpoint_json: fields.get(6)?,
        };
        found.push(SentenceRow { number: fields.get(0)?, at: fields.time(1)?, ended });
    }
    Ok(found)
}

/// The driver of a run; none where there is no such run.
pub(super) fn driver(history: &Connection, path: &Path, run_id: Uuid) -> Result<Option<String>, StoreError> {
    let read = || {
        let mut statement = history.prepare_cached("SELECT driver FROM run_records WHERE run_id = ?")?;
        statement.query_row([run_id.to_string()], |row| row.get(0)).optional()
    };
    read().map_err(sqlite(path, "read the run"))
}

fn run_row(fields: &Fields<'_>) -> Result<RunRow, StoreError> {
    Ok(RunRow {
        number: fields.get(0)?,
        run_id: fields.parsed(1, |text| Uuid::try_parse(text).ok())?,
        status: fields.parsed(2, RunStatus::from_word)?,
        started_at: fields.time(3)?,
        finished_at: fields.time_or_none(4)?,
        operator_input: fields.get(5)?,
        sequence_json: fields.get(6)?,
        driver: fields.get(7)?,
        partial_steps: fields.get(8)?,
        operator: fields.get(9)?,
        failure: fields.get(10)?,
        recovered: fields.get(11)?,
    })
}

fn steps(history: &Connection, path: &Path, run_id: &str) -> Result<Vec<StepRow>, StoreError> {
    let failed = sqlite(path, "read the steps");
    let sql = format!("SELECT {STEP_COLUMNS} FROM run_steps WHERE run_id = ? ORDER BY number");
    let mut statement = history.prepare_cached(&sql).map_err(failed)?;
    let mut rows = statement.query([run_id]).map_err(failed)?;
    let mut steps = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        steps.push(step_row(&Fields::new(row, path, "run_steps", 0))?);
    }
    Ok(steps)
}

fn step_row(fields: &Fields<'_>) -> Result<StepRow, StoreError> {
    Ok(StepRow {
        step_id: StepId(fields.get(0)?),
        number: fields.get(1)?,
        position: fields.get(2)?,
        action: fields.parsed(3, StepAction::from_word)?,
        state: fields.parsed(4, StepState::from_word)?,
        error: fields.get(5)?,
        started_at: fields.time(6)?,
        finished_at: fields.time_or_none(7)?,
        observed_position: fields.get(8)?,
        observed_tool: fields.get(9)?,
        judged_json: fields.get(10)?,
    })
}
