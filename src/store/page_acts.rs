//! What people did at the page, and to whom it is open: rows that are only ever added, under the chain of the journal.
//!
//! In: an [`Entry`] of the open transaction with what is to be recorded; an open history with what is to be listed. Out: the rows. They
//! decide nothing: they say afterwards who did what.

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
    /// What somebody did.
    PageActKind {
        /// A session was opened.
        Entered = "entered",
        /// Nobody was let in: another code or PIN, or too many wrong ones.
        Refused = "refused",
        /// A session was ended by its operator.
        Left = "left",
        /// A sentence.
        Said = "said",
        /// A reading that was offered.
        Chose = "chose",
        /// An answer to the plan that waited.
        Answered = "answered",
        /// A word to the run that went on.
        Wished = "wished",
        /// A word about where the robot is.
        Placed = "placed",
        /// A new layout was taken up or declined.
        LayoutDecided = "layout_decided",
        /// The cell's picture was arranged, or put back.
        PictureArranged = "picture_arranged",
        /// Somebody may enter from then on.
        OperatorAdded = "operator_added",
        /// Somebody has another PIN or role.
        OperatorChanged = "operator_changed",
        /// Somebody may not enter any more.
        OperatorRemoved = "operator_removed",
    }
}

impl PageActKind {
    /// Whether it says who may enter.
    #[must_use]
    pub const fn is_about_operators(self) -> bool {
        matches!(self, Self::OperatorAdded | Self::OperatorChanged | Self::OperatorRemoved)
    }
}

/// The roles that the history knows.
pub const PAGE_ROLES: [&str; 3] = ["look", "operate", "engineer"];

/// What somebody did, to be recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageAct {
    /// What it was.
    pub act: PageActKind,
    /// The number of the session, which counts from 1 at each start of the page; none where there was none.
    pub session: Option<u32>,
    /// Who did it, or said to be that.
    pub operator: String,
    /// What they may do: look, operate or engineer; none where nobody was let in.
    pub role: Option<String>,
    /// What was said; empty where the act says it all. No PIN and no code.
    pub words: String,
    /// When it was done. It is recorded when the desk has time for it: an act during a run, after that.
    #[serde(serialize_with = "as_text")]
    pub done_at: Timestamp,
}

/// The same as it stands in the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageActRow {
    /// Counts them from 1.
    pub number: i64,
    /// When it was recorded.
    #[serde(serialize_with = "as_text")]
    pub at: Timestamp,
    /// What it was.
    #[serde(flatten)]
    pub what: PageAct,
}

/// Records an act.
pub(super) fn record(entry: &mut Entry<'_>, act: &PageAct) -> Result<(), StoreError> {
    let text = |text: &str| Value::Text(text.to_owned());
    let columns = [
        ("at", text(&entry.at())),
        ("act", text(act.act.word())),
        ("session", act.session.map_or(Value::Null, |session| Value::Integer(session.into()))),
        ("operator", text(&act.operator)),
        ("role", act.role.as_deref().map_or(Value::Null, text)),
        ("words", text(&act.words)),
        ("done_at", text(&act.done_at.to_string())),
    ];
    entry.insert(Table::PageActs, &columns).map(drop)
}

/// Everything that says who may enter.
pub(super) fn operator_changes(history: &Connection, path: &Path) -> Result<Vec<PageAct>, StoreError> {
    let all = acts(history, path, None)?.into_iter().map(|row| row.what);
    Ok(all.filter(|what| what.act.is_about_operators()).collect())
}

/// Acts, the latest first, at most `limit` of them where there is a limit.
pub(super) fn acts(history: &Connection, path: &Path, limit: Option<usize>) -> Result<Vec<PageActRow>, StoreError> {
    let failed = sqlite(path, "read what was done at the page");
    let sql =
        "SELECT act_id, at, act, session, operator, role, words, done_at FROM page_acts ORDER BY act_id DESC LIMIT ?1";
    let mut statement = history.prepare_cached(sql).map_err(failed)?;
    let limit = limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
    let mut rows = statement.query([limit]).map_err(failed)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let fields = Fields::new(row, path, "page_acts", 0);
        let session: Option<i64> = fields.get(3)?;
        let what = PageAct {
            act: fields.parsed(2, PageActKind::from_word)?,
            session: session.map(u32::try_from).transpose().map_err(|_| fields.unreadable(3))?,
            operator: fields.get(4)?,
            role: fields.get(5)?,
            words: fields.get(6)?,
            done_at: fields.time(7)?,
        };
        found.push(PageActRow { number: fields.get(0)?, at: fields.time(1)?, what });
    }
    Ok(found)
}
