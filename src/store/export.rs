//! The history as JSON lines, for keeping and for other programs.
//!
//! In: an open history. Out: one object a line, told apart by `type`: `history` (once, first: the format's version and
//! the head of the chain), `run` (with its record and steps, the earliest first), `correction`, `layout` (what was decided
//! about one), `sentence` (what came to no run), `bundle` (what people did with bundles and keys), `page` (what
//! people did at the page), `phrase` (what was learnt of what people say), `journal` (the entries, with which anybody can walk the
//! chain again). All lines are of one moment.

use std::{
    io::{self, Write},
    path::Path,
};

use rusqlite::Connection;
use serde::Serialize;

use super::{
    bundles,
    error::{StoreError, sqlite},
    journal, page_acts, phrases, query,
};

const VERSION: u32 = 2;

#[derive(Serialize)]
struct Line<T> {
    r#type: &'static str,
    #[serde(flatten)]
    what: T,
}

#[derive(Serialize)]
struct Header {
    version: u32,
    head: Option<super::records::Head>,
}

#[derive(Serialize)]
struct JournalLine {
    seq: i64,
    at: String,
    kind: String,
    subject: String,
    body_json: String,
    previous_hash: String,
    hash: String,
}

/// Writes everything.
pub(super) fn export(history: &Connection, path: &Path, out: &mut dyn Write) -> Result<(), StoreError> {
    let failed = sqlite(path, "export the history");
    let moment = history.unchecked_transaction().map_err(failed)?;
    line(out, path, "history", Header { version: VERSION, head: journal::head(&moment, path)? })?;
    let mut statement = moment.prepare("SELECT run_id FROM run_records ORDER BY run_number").map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let run_id: String = row.get(0).map_err(failed)?;
        if let Some(run) = query::read_run(&moment, path, &run_id)? {
            line(out, path, "run", run)?;
        }
    }
    let mut corrections = query::corrections(&moment, path, usize::MAX)?;
    corrections.reverse();
    corrections.into_iter().try_for_each(|correction| line(out, path, "correction", correction))?;
    let mut layouts = query::layouts(&moment, path, (None, None), usize::MAX)?;
    layouts.reverse();
    layouts.into_iter().try_for_each(|layout| line(out, path, "layout", layout))?;
    let mut sentences = query::sentences(&moment, path, usize::MAX)?;
    sentences.reverse();
    sentences.into_iter().try_for_each(|sentence| line(out, path, "sentence", sentence))?;
    bundles::acts(&moment, path)?.into_iter().try_for_each(|act| line(out, path, "bundle", act))?;
    page_acts::acts(&moment, path, None)?.into_iter().rev().try_for_each(|act| line(out, path, "page", act))?;
    phrases::phrases(&moment, path)?.into_iter().try_for_each(|phrase| line(out, path, "phrase", phrase))?;
    entries(&moment, path, out)
}

fn entries(history: &Connection, path: &Path, out: &mut dyn Write) -> Result<(), StoreError> {
    let failed = sqlite(path, "export the journal");
    let sql = "SELECT seq, at, kind, subject, body_json, previous_hash, hash FROM journal ORDER BY seq";
    let mut statement = history.prepare(sql).map_err(failed)?;
    let rows = statement.query_map([], |row| {
        Ok(JournalLine {
            seq: row.get(0)?,
            at: row.get(1)?,
            kind: row.get(2)?,
            subject: row.get(3)?,
            body_json: row.get(4)?,
            previous_hash: row.get(5)?,
            hash: row.get(6)?,
        })
    });
    rows.map_err(failed)?.try_for_each(|entry| line(out, path, "journal", entry.map_err(failed)?))
}

fn line(out: &mut dyn Write, path: &Path, r#type: &'static str, what: impl Serialize) -> Result<(), StoreError> {
    let failed = |error: io::Error| StoreError::Export { path: path.to_owned(), error };
    serde_json::to_writer(&mut *out, &Line { r#type, what }).map_err(|error| failed(error.into()))?;
    out.write_all(b"\n").map_err(failed)
}
