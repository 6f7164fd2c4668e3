//! The check: is the history what was written, all of it, and nothing else?
//!
//! In: both databases, open for reading. Out: a [`CheckReport`] that names every row that is not as the journal says.
//! Nothing is repaired here.
//!
//! 1. SQLite's own checks of both files.
//! 2. The chain: numbers without a gap, each entry's hash of its content and of the entry before.
//! 3. Every anchor in `robot_state.db` names an entry of this chain, so that a tail that was cut off or replaced is noticed. No anchor is
//!    missing: their ids are counted, and every entry of a kind that gets an anchor has one.
//! 4. Every row of the history, rebuilt from the journal, is the row that is there; and no other row is.
//! 5. The robot's state is what the journal last said.
//!
//! The rows and the journal entries of one run at a time are in memory.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use rusqlite::{Connection, Row};
use uuid::Uuid;

use super::{
    error::{StoreError, sqlite},
    image::Image,
    journal::{self, NO_HASH, hash, robot_in},
    records::{CheckReport, Head},
    robot::{self, Anchor, Stored},
};
use crate::{cell::shown, limits::CHECK_PROBLEMS_MAX};

mod rows;

/// An open database, and where it is.
type Database<'d> = (&'d Connection, &'d Path);

/// Checks both databases.
pub(super) fn check(state: Database<'_>, history: Database<'_>) -> Result<CheckReport, StoreError> {
    let mut report = CheckReport::default();
    for step in [check_state, check_history] {
        match step(&mut report, state, history) {
            // What cannot be read is what a check is there to find.
            Err(error @ StoreError::Corrupt { .. }) => report.add(error.to_string()),
            other => other?,
        }
    }
    Ok(report)
}

/// Looks at some runs alone: their entries, their rows, and whether the run that the journal has last is there. What links the
/// entries is left to [`check`], which takes as long as the history is.
pub(super) fn check_runs(history: Database<'_>, runs: &[Uuid]) -> Result<CheckReport, StoreError> {
    let mut report = CheckReport::default();
    let failed = sqlite(history.1, "read the history");
    let moment = history.0.unchecked_transaction().map_err(failed)?;
    let history: Database<'_> = (&moment, history.1);
    let last = rows::last_run(history)?;
    for run in runs.iter().map(Uuid::to_string).chain(last) {
        let sql = "SELECT seq, at, kind, subject, body_json, previous_hash, hash FROM journal WHERE subject = ?";
        let mut statement = history.0.prepare_cached(sql).map_err(failed)?;
        let mut rows = statement.query([&run]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let seq: i64 = row.get(0).map_err(failed)?;
            match texts(row) {
                Some([at, kind, subject, body, previous, stored_hash]) => {
                    sealed(&mut report, seq, [at, kind, subject, body, previous], stored_hash);
                }
                None => report.add(format!("journal: entry {seq} holds something that is not text")),
            }
        }
        rows::compare_rows(&mut report, history, &run)?;
    }
    Ok(report)
}

fn check_state(report: &mut CheckReport, state: Database<'_>, _: Database<'_>) -> Result<(), StoreError> {
    integrity(report, state)
}

fn check_history(report: &mut CheckReport, state: Database<'_>, history: Database<'_>) -> Result<(), StoreError> {
    // The state first: beside a writer the history is then as new or newer.
    let failed = sqlite(state.1, "read the robot's state");
    let moment = state.0.unchecked_transaction().map_err(failed)?;
    let (stored, anchors) = (robot::load(&moment, state.1)?, robot::anchors(&moment, state.1)?);
    let (anchors, kept) = anchors;
    drop(moment);
    let moment = history.0.unchecked_transaction().map_err(sqlite(history.1, "read the history"))?;
    let history: Database<'_> = (&moment, history.1);
    // The first read fixes the moment; whatever a writer did to the state before that is known to this one.
    moment
        .query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
        .map_err(sqlite(history.1, "read the history"))?;
    let is_written_to = robot::load(state.0, state.1)? != stored;
    integrity(report, history)?;
    let chain = walk(report, history, &anchors, stored.as_ref())?;
    compare_anchors(report, &chain, &anchors);
    count_anchors(report, &chain, &anchors, kept);
    compare_robot(report, &chain, stored.as_ref(), is_written_to);
    report.head = chain.head;
    rows::compare(report, history)
}

fn integrity(report: &mut CheckReport, (connection, path): Database<'_>) -> Result<(), StoreError> {
    let failed = sqlite(path, "check the database");
    let file = path.file_name().unwrap_or_default().display().to_string();
    let mut statement = connection.prepare("PRAGMA integrity_check(100)").map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let line: String = row.get(0).map_err(failed)?;
        if line != "ok" {
            report.add(format!("{file}: SQLite finds: {}", shown(&line)));
        }
    }
    let mut statement = connection.prepare("PRAGMA foreign_key_check").map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let (table, rowid): (String, Option<i64>) = (row.get(0).map_err(failed)?, row.get(1).map_err(failed)?);
        report.add(format!("{}: row {} is of a run that is not in runs", shown(&table), rowid.unwrap_or_default()));
    }
    Ok(())
}

/// What the walk along the chain saw.
#[derive(Default)]
struct Chain {
    head: Option<Head>,
    /// The hashes of the entries that anchors name.
    anchored: HashMap<i64, String>,
    /// Entries that an anchor was kept of, and that none names: since the robot's state was last begun anew.
    unanchored: Vec<i64>,
    /// The entry that the stored state names.
    robot: Option<(Head, Option<Image>)>,
    /// How many entries about the robot come after it.
    later_about_robot: u64,
}

fn walk(
    report: &mut CheckReport,
    (history, path): Database<'_>,
    anchors: &[Anchor],
    stored: Option<&Stored>,
) -> Result<Chain, StoreError> {
    let failed = sqlite(path, "walk the journal");
    let wanted: HashSet<i64> = anchors.iter().map(|anchor| anchor.head.seq).collect();
    let sql = "SELECT seq, at, kind, subject, body_json, previous_hash, hash FROM journal ORDER BY seq";
    let mut statement = history.prepare(sql).map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    let mut chain = Chain::default();
    while let Some(row) = rows.next().map_err(failed)? {
        report.entries += 1;
        let seq: i64 = row.get(0).map_err(failed)?;
        let Some([at, kind, subject, body, previous, stored_hash]) = texts(row) else {
            report.add(format!("journal: entry {seq} holds something that is not text"));
            chain.head = Some(Head { seq, hash: String::new() });
            continue;
        };
        link(report, chain.head.as_ref(), seq, previous);
        sealed(report, seq, [at, kind, subject, body, previous], stored_hash);
        let head = Head { seq, hash: stored_hash.to_owned() };
        if wanted.contains(&seq) {
            chain.anchored.insert(seq, stored_hash.to_owned());
        }
        let image = robot_in(body).unwrap_or_default();
        let is_in_state = stored.is_some_and(|stored| seq <= stored.head.seq);
        match () {
            // A state that was lost, or did not fit, lost its anchors with it; that is on record.
            () if journal::begins_anew(kind) => chain.unanchored.clear(),
            () if is_in_state && image.is_some() && journal::is_anchored(kind) && !wanted.contains(&seq) => {
                chain.unanchored.push(seq);
            }
            () => {}
        }
        if stored.is_some_and(|stored| stored.head.seq == seq) {
            chain.robot = Some((head.clone(), image));
        } else if image.is_some() && stored.is_none_or(|stored| stored.head.seq < seq) {
            chain.later_about_robot += 1;
        }
        chain.head = Some(head);
    }
    Ok(chain)
}

/// An entry's hash is that of its content.
fn sealed(report: &mut CheckReport, seq: i64, content: [&str; 5], stored_hash: &str) {
    if hash(seq, content) != stored_hash {
        let kind = shown(content[1]);
        report.add(format!("journal: entry {seq} ({kind}) was changed: its hash is not that of its content"));
    }
}

/// An entry follows the one before: by its number, and by the hash that it carries.
fn link(report: &mut CheckReport, before: Option<&Head>, seq: i64, previous: &str) {
    let expected = before.map_or(1, |head| head.seq.saturating_add(1));
    if seq > expected {
        let missing = if seq - expected == 1 {
            format!("entry {expected} is")
        } else {
            format!("entries {expected} to {} are", seq - 1)
        };
        report.add(format!("journal: {missing} missing"));
    } else if seq < expected {
        report.add(format!("journal: entry {seq} stands before the first"));
    }
    if seq <= expected && before.map_or(NO_HASH, |head| &head.hash) != previous {
        let before = before.map_or_else(|| "the beginning".to_owned(), |head| format!("entry {}", head.seq));
        report.add(format!("journal: entry {seq} does not follow from {before}: it carries another hash"));
    }
}

fn compare_anchors(report: &mut CheckReport, chain: &Chain, anchors: &[Anchor]) {
    for Anchor { head, at, .. } in anchors {
        let at = shown(at);
        match chain.anchored.get(&head.seq) {
            Some(hash) if *hash == head.hash => {}
            Some(_) => {
                report.add(format!("journal: entry {} is not the one that robot_state.db noted at {at}", head.seq))
            }
            None => report.add(format!("journal: entry {}, which robot_state.db noted at {at}, is missing", head.seq)),
        }
    }
}

/// What was kept of the journal's heads is all there.
fn count_anchors(report: &mut CheckReport, chain: &Chain, anchors: &[Anchor], kept: i64) {
    let last = anchors.last().map_or(kept, |anchor| anchor.id.max(kept));
    // The ids are a table's key: none stands twice.
    let there = anchors.iter().filter(|anchor| anchor.id > 0).count();
    let missing = usize::try_from(last).unwrap_or_default().saturating_sub(there);
    if missing > 0 {
        let are = if missing == 1 { "1 note is".to_owned() } else { format!("{missing} notes are") };
        report.add(format!("robot_state.db: {are} missing of those that it kept of the journal"));
    }
    for seq in &chain.unanchored {
        report.add(format!("robot_state.db: its note of entry {seq} of the journal is missing"));
    }
}

fn compare_robot(report: &mut CheckReport, chain: &Chain, stored: Option<&Stored>, is_written_to: bool) {
    // One later: a writer, or a crash, between the two commits. The next opening brings the state up to it.
    let is_behind = chain.later_about_robot > 1 && !is_written_to;
    let Some(stored) = stored else {
        if is_behind {
            report.add("robot_state.db: the robot's state is missing, and the journal has it".to_owned());
        }
        return;
    };
    let seq = stored.head.seq;
    match &chain.robot {
        None => report.add(format!("journal: entry {seq}, which the robot's state comes from, is missing")),
        Some((head, _)) if *head != stored.head => {
            report.add(format!("journal: entry {seq} is not the one that the robot's state comes from"));
        }
        Some((_, image)) if image.as_ref() != Some(&stored.image) => {
            report.add(format!("robot_state.db: the robot's state is not what entry {seq} of the journal says"));
        }
        Some(_) if is_behind => {
            report.add(format!("robot_state.db: the robot's state is of entry {seq}, and the journal has later ones"));
        }
        Some(_) => {}
    }
}

impl CheckReport {
    fn add(&mut self, problem: String) {
        if self.problems.len() < CHECK_PROBLEMS_MAX {
            self.problems.push(problem);
        } else {
            self.more_problems += 1;
        }
    }
}

fn texts<'r>(row: &'r Row<'r>) -> Option<[&'r str; 6]> {
    let text = |place: usize| row.get_ref(place).ok()?.as_str().ok();
    Some([text(1)?, text(2)?, text(3)?, text(4)?, text(5)?, text(6)?])
}
