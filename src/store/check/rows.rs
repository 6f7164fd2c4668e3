//! Compares the rows of the history with the journal: rebuilds them, one subject at a time, and compares each value.
//!
//! In: the open history. Out: a line in the report for each row that is changed, missing or there without the journal
//! knowing. A row of any content is compared; none makes this fail but one that SQLite cannot read.

use std::collections::{BTreeMap, HashMap};

use rusqlite::types::ValueRef;
use serde_json::{Map, Value as Json, json};

use super::Database;
use crate::{
    cell::shown,
    store::{
        error::{StoreError, sqlite},
        journal::Table,
        records::CheckReport,
    },
};

/// The rows of one table by their keys.
type Rows = BTreeMap<String, Map<String, Json>>;

/// Compares every row.
pub(super) fn compare(report: &mut CheckReport, history: Database<'_>) -> Result<(), StoreError> {
    for subject in subjects(history)? {
        compare_rows(report, history, &subject)?;
    }
    rows_of_nobody(report, history)
}

/// The run that the journal's last entry about a run is about; none where there is no such entry.
pub(super) fn last_run((history, path): Database<'_>) -> Result<Option<String>, StoreError> {
    let read = || {
        let mut statement = history.prepare_cached("SELECT subject FROM journal ORDER BY seq DESC")?;
        let mut subjects = statement.query([])?;
        while let Some(row) = subjects.next()? {
            let subject = lossy(row.get_ref(0)?);
            if Table::Runs.is_of(&subject) {
                return Ok(Some(subject));
            }
        }
        Ok(None)
    };
    read().map_err(sqlite(path, "read the journal"))
}

/// Everything that the journal has entries about, in the order of the first ones.
fn subjects((history, path): Database<'_>) -> Result<Vec<String>, StoreError> {
    let read = || {
        let mut statement = history.prepare("SELECT subject FROM journal GROUP BY subject ORDER BY min(seq)")?;
        let rows = statement.query_map([], |row| Ok(lossy(row.get_ref(0)?)))?;
        rows.collect::<rusqlite::Result<Vec<_>>>()
    };
    read().map_err(sqlite(path, "read the journal"))
}

/// Rebuilds the rows of one subject from the journal and compares them with those that are there.
pub(super) fn compare_rows(report: &mut CheckReport, history: Database<'_>, subject: &str) -> Result<(), StoreError> {
    let mut rebuilt = rebuild(report, history, subject)?;
    for table in Table::ALL {
        if !table.is_of(subject) {
            continue;
        }
        let expected = rebuilt.remove(table.name()).unwrap_or_default();
        let found = rows_of(history, table, subject)?;
        match table {
            Table::Runs => report.runs += found.len() as u64,
            Table::RunSteps => report.steps += found.len() as u64,
            Table::RunRecords
            | Table::Corrections
            | Table::Layouts
            | Table::Sentences
            | Table::PhraseUses
            | Table::PhraseDecisions
            | Table::BundleActs
            | Table::PageActs => {}
        }
        for (key, row) in &expected {
            match found.get(key) {
                None => report.add(format!("{}: {} is missing", table.name(), row_name(table, key, row))),
                Some(found) => compare_row(report, table, key, row, found),
            }
        }
        for (key, row) in found.iter().filter(|(key, _)| !expected.contains_key(*key)) {
            report.add(format!("{}: {} is not in the journal", table.name(), row_name(table, key, row)));
        }
    }
    Ok(())
}

fn compare_row(report: &mut CheckReport, table: Table, key: &str, row: &Map<String, Json>, found: &Map<String, Json>) {
    for (column, value) in found {
        let expected = row.get(column).unwrap_or(&Json::Null);
        if expected != value {
            report.add(format!(
                "{}: {}: {column} is {}, the journal says {}",
                table.name(),
                row_name(table, key, row),
                brief(value),
                brief(expected),
            ));
        }
    }
}

fn rebuild(
    report: &mut CheckReport,
    (history, path): Database<'_>,
    subject: &str,
) -> Result<HashMap<String, Rows>, StoreError> {
    let failed = sqlite(path, "read the journal");
    let sql = "SELECT seq, body_json FROM journal WHERE subject = ? ORDER BY seq";
    let mut statement = history.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query([subject]).map_err(failed)?;
    let mut tables = HashMap::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let seq: i64 = row.get(0).map_err(failed)?;
        let body = lossy(row.get_ref(1).map_err(failed)?);
        if replay(&mut tables, &body).is_none() {
            report.add(format!("journal: entry {seq} does not say what it changed"));
        }
    }
    Ok(tables)
}

/// Makes the changes that one entry tells of.
fn replay(tables: &mut HashMap<String, Rows>, body: &str) -> Option<()> {
    let body: Json = serde_json::from_str(body).ok()?;
    for change in body.get("changes")?.as_array()? {
        let set = change.get("set")?.as_object()?;
        let key = change.get("key")?.to_string();
        match (change.get("insert"), change.get("update")) {
            (Some(table), None) => {
                tables.entry(table.as_str()?.to_owned()).or_default().insert(key, set.clone());
            }
            (None, Some(table)) => {
                tables.get_mut(table.as_str()?)?.get_mut(&key)?.extend(set.clone());
            }
            _ => return None,
        }
    }
    Some(())
}

fn rows_of((history, path): Database<'_>, table: Table, subject: &str) -> Result<Rows, StoreError> {
    let failed = sqlite(path, "read the rows");
    let sql = format!("SELECT * FROM {} WHERE {} = ?", table.name(), table.subject());
    let mut statement = history.prepare_cached(&sql).map_err(failed)?;
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut rows = statement.query([subject]).map_err(failed)?;
    let mut found = Rows::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let mut columns = Map::new();
        for (place, name) in names.iter().enumerate() {
            columns.insert(name.clone(), json_of(row.get_ref(place).map_err(failed)?));
        }
        let key = columns.get(table.key()).map(Json::to_string).unwrap_or_default();
        found.insert(key, columns);
    }
    Ok(found)
}

/// Rows whose subject has not one entry in the journal.
fn rows_of_nobody(report: &mut CheckReport, (history, path): Database<'_>) -> Result<(), StoreError> {
    for table in Table::ALL {
        let failed = sqlite(path, "read the rows");
        let sql = format!(
            "SELECT {}, {} FROM {} WHERE NOT EXISTS (SELECT 1 FROM journal WHERE subject = {})",
            table.key(),
            table.subject(),
            table.name(),
            table.subject(),
        );
        let mut statement = history.prepare(&sql).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let key = json_of(row.get_ref(0).map_err(failed)?).to_string();
            let columns = Map::from_iter([("run_id".to_owned(), json_of(row.get_ref(1).map_err(failed)?))]);
            report.add(format!("{}: {} is not in the journal", table.name(), row_name(table, &key, &columns)));
        }
    }
    Ok(())
}

/// A row as people can find it.
fn row_name(table: Table, key: &str, row: &Map<String, Json>) -> String {
    let of_run = || row.get("run_id").and_then(Json::as_str).map(shown).unwrap_or_default();
    let key = shown(key.trim_matches('"'));
    match table {
        Table::Runs => format!("run {key}"),
        Table::RunSteps => format!("step_id {key} of run {}", of_run()),
        Table::RunRecords => format!("run_number {key} of run {}", of_run()),
        Table::Corrections => format!("correction_id {key}"),
        Table::Layouts => format!("layout_id {key}"),
        Table::Sentences => format!("sentence_id {key}"),
        Table::PhraseUses => format!("use_id {key}"),
        Table::PhraseDecisions => format!("decision_id {key}"),
        Table::BundleActs | Table::PageActs => format!("act_id {key}"),
    }
}

/// A value as people can compare it, cut where it is long.
fn brief(value: &Json) -> String {
    const CHARS: usize = 60;
    let text = value.to_string();
    let cut: String = text.chars().take(CHARS).collect();
    if cut.len() < text.len() { format!("{} …", shown(&cut)) } else { shown(&cut).into_owned() }
}

/// A stored value for comparing: what the store never writes equals nothing that it has written.
fn json_of(value: ValueRef<'_>) -> Json {
    match value {
        ValueRef::Null => Json::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Text(text) => str::from_utf8(text).map_or_else(|_| json!({ "bytes": text }), Json::from),
        ValueRef::Real(number) => json!({ "real": number.to_string() }),
        ValueRef::Blob(bytes) => json!({ "blob": bytes }),
    }
}

fn lossy(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        other => json_of(other).to_string(),
    }
}
