//! What people did with bundles and keys: rows that are only ever added, under the chain of the journal.
//!
//! In: an [`Entry`] of the open transaction with what is to be recorded; an open history with what is to be listed. Out: the rows. What
//! is in force is not decided here: `src/workflow/bundles.rs` does that.

use std::path::Path;

use jiff::Timestamp;
use rusqlite::{Connection, types::Value};
use serde::Serialize;

use super::{
    error::{StoreError, sqlite},
    journal::{Entry, Table},
    query::Fields,
    records::{as_text, words},
};

words! {
    /// What a person did.
    BundleActKind {
        /// A key is trusted from then on.
        Enrolled = "enrolled",
        /// A signed list of keys was taken.
        Rekeyed = "rekeyed",
        /// A bundle was installed.
        Installed = "installed",
        /// An earlier bundle was put in force again.
        RolledBack = "rolled_back",
    }
}

/// What a person did, to be recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BundleAct {
    /// What it was.
    pub act: BundleActKind,
    /// The generation of the bundle or of the list; none for a key.
    pub generation: Option<u64>,
    /// BLAKE3 of the bundle or the list, or the fingerprint of the key, in hex.
    pub blake3: String,
    /// Whose key the bundle or the list was signed with; the owner of the key that was enrolled.
    pub signed_by: Option<String>,
    /// Who did it.
    pub operator: String,
    /// Why.
    pub reason: String,
}

/// The same as it stands in the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BundleActRow {
    /// Counts them from 1.
    pub number: i64,
    /// When it was.
    #[serde(serialize_with = "as_text")]
    pub at: Timestamp,
    /// What it was.
    #[serde(flatten)]
    pub what: BundleAct,
}

/// Records an act.
pub(super) fn record(entry: &mut Entry<'_>, act: &BundleAct) -> Result<(), StoreError> {
    let text = |text: &str| Value::Text(text.to_owned());
    let too_great = |_| StoreError::refused("the generation is too great to be recorded".to_owned());
    let generation = act.generation.map(i64::try_from).transpose().map_err(too_great)?;
    let columns = [
        ("at", text(&entry.at())),
        ("act", text(act.act.word())),
        ("generation", generation.map_or(Value::Null, Value::Integer)),
        ("blake3", text(&act.blake3)),
        ("signed_by", act.signed_by.as_deref().map_or(Value::Null, text)),
        ("operator", text(&act.operator)),
        ("reason", text(&act.reason)),
    ];
    entry.insert(Table::BundleActs, &columns).map(drop)
}

/// Every act, the earliest first.
pub(super) fn acts(history: &Connection, path: &Path) -> Result<Vec<BundleActRow>, StoreError> {
    let failed = sqlite(path, "read what was done with bundles");
    let sql =
        "SELECT act_id, at, act, generation, blake3, signed_by, operator, reason FROM bundle_acts ORDER BY act_id";
    let mut statement = history.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let fields = Fields::new(row, path, "bundle_acts", 0);
        let generation: Option<i64> = fields.get(3)?;
        let what = BundleAct {
            act: fields.parsed(2, BundleActKind::from_word)?,
            generation: generation.map(u64::try_from).transpose().map_err(|_| fields.unreadable(3))?,
            blake3: fields.get(4)?,
            signed_by: fields.get(5)?,
            operator: fields.get(6)?,
            reason: fields.get(7)?,
        };
        found.push(BundleActRow { number: fields.get(0)?, at: fields.time(1)?, what });
    }
    Ok(found)
}
