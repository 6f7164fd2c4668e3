//! `robot_state.db`: the one row that says where the robot is, whether that may be relied on, and where the journal was.
//!
//! In: what a journal entry says about the robot, after that entry is on the disk. Out: the stored state. The journal is
//! the truth and this file follows it: [`settle`] brings it up to date after a crash between the two commits, and takes
//! the confirmation away where the file and the journal do not fit together.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::{
    error::{StoreError, sqlite},
    image::Image,
    journal::{self, Sealed},
    records::Head,
};

/// The row, and the journal entry that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stored {
    pub(super) image: Image,
    pub(super) head: Head,
}

/// A head of the journal that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    pub(super) id: i64,
    pub(super) head: Head,
    pub(super) at: String,
}

/// What is to be done about the stored state when the store is opened.
#[derive(Debug, PartialEq)]
pub(super) enum Settlement {
    /// Row and journal agree.
    Agreed,
    /// The row is one entry behind: a crash between the two commits.
    Forward(Box<Sealed>),
    /// They do not fit together: the state is to lose its confirmation.
    Distrust(Box<Image>),
}

/// The stored row; none before the first word about the robot.
pub(super) fn load(state: &Connection, path: &Path) -> Result<Option<Stored>, StoreError> {
    let read = || {
        let mut statement = state.prepare_cached(
            "SELECT current_position, current_tool, last_updated, confirmed, reason, run_id, operator, at, journal_seq,
                    journal_hash
             FROM robot_state JOIN robot_confirmation USING (id)",
        )?;
        statement
            .query_row([], |row| {
                let image = Image {
                    position: row.get(0)?,
                    tool: row.get(1)?,
                    last_updated: row.get(2)?,
                    confirmed: row.get(3)?,
                    reason: row.get(4)?,
                    run_id: row.get(5)?,
                    operator: row.get(6)?,
                    at: row.get(7)?,
                };
                Ok(Stored { image, head: Head { seq: row.get(8)?, hash: row.get(9)? } })
            })
            .optional()
    };
    read().map_err(sqlite(path, "read the robot's state"))
}

/// Every head that was kept, the first one first, and how many were kept in all: their ids count up from 1, and SQLite keeps the last.
pub(super) fn anchors(state: &Connection, path: &Path) -> Result<(Vec<Anchor>, i64), StoreError> {
    let read = || {
        let mut statement = state.prepare("SELECT anchor_id, seq, hash, at FROM journal_anchors ORDER BY anchor_id")?;
        let rows = statement.query_map([], |row| {
            Ok(Anchor { id: row.get(0)?, head: Head { seq: row.get(1)?, hash: row.get(2)? }, at: row.get(3)? })
        })?;
        let anchors = rows.collect::<rusqlite::Result<Vec<_>>>()?;
        let kept = state
            .query_row("SELECT seq FROM sqlite_sequence WHERE name = 'journal_anchors'", [], |row| row.get(0))
            .optional()?;
        Ok((anchors, kept.unwrap_or_default()))
    };
    read().map_err(sqlite(path, "read the anchors"))
}

/// Stores what a committed entry says about the robot, and where the journal then was.
pub(super) fn apply(state: &mut Connection, path: &Path, sealed: &Sealed) -> Result<(), StoreError> {
    let Some(image) = &sealed.robot else { return Ok(()) };
    let (seq, hash) = (sealed.head.seq, &sealed.head.hash);
    let mut write = || {
        let transaction = state.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction
            .prepare_cached("INSERT OR REPLACE INTO robot_state (id, current_position, current_tool, last_updated) VALUES (1, ?, ?, ?)")?
            .execute([&image.position, &image.tool, &image.last_updated])?;
        transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO robot_confirmation
                     (id, confirmed, reason, run_id, operator, at, journal_seq, journal_hash)
                 VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![image.confirmed, image.reason, image.run_id, image.operator, image.at, seq, hash])?;
        if journal::is_anchored(&sealed.kind) {
            transaction
                .prepare_cached("INSERT INTO journal_anchors (seq, hash, at) VALUES (?, ?, ?)")?
                .execute(params![seq, hash, image.at])?;
        }
        transaction.commit()
    };
    write().map_err(sqlite(path, "write the robot's state"))
}

/// Compares the row with the latest entries about the robot, the last one first.
pub(super) fn settle(stored: Option<&Stored>, latest: &[Sealed], at: &str) -> Settlement {
    let is_at = |entry: Option<&Sealed>| match (stored, entry) {
        (None, None) => true,
        (Some(stored), Some(entry)) => stored.head == entry.head && Some(&stored.image) == entry.robot.as_ref(),
        _ => false,
    };
    if is_at(latest.first()) {
        return Settlement::Agreed;
    }
    if let Some(last) = latest.first().filter(|_| is_at(latest.get(1))) {
        return Settlement::Forward(Box::new(last.clone()));
    }
    let reason = match (stored, latest.first()) {
        (Some(stored), Some(last)) if stored.head == last.head => "the stored state was changed by another program",
        (None, _) => "the stored state was lost, and is now what the history last said",
        _ => "the stored state and the history do not fit together: one of them was replaced, cut or cleared",
    };
    let known = stored.map(|stored| &stored.image).or_else(|| latest.first()?.robot.as_ref());
    known.map_or(Settlement::Agreed, |image| {
        Settlement::Distrust(Box::new(image.unconfirmed(reason.to_owned(), None, at.to_owned())))
    })
}
