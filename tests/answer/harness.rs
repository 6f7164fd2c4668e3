//! Grounds to ask on: cells, a history in memory, a clock that stands still.

use std::{fmt::Write as _, sync::LazyLock};

use cellgraph::{
    answer::{Conversation, Grounds, History, Past, PastStep, answer},
    import,
    language::Lookup,
    snapshot::{self, Provenance, Snapshot},
    store::{RobotState, RunFilter, RunRow, RunStatus, StepAction, StepState, StoreError},
    when::Clock,
};
use jiff::{Timestamp, tz::TimeZone};
use uuid::Uuid;

use crate::oracle::{Cell, export};

const DEMO: &str = include_str!("../../graph-snapshots/demo-cell.apoc.jsonl");

/// A Tuesday, in the afternoon.
pub(crate) const NOW: &str = "2026-07-14T15:00:00Z";

pub(crate) fn now() -> Timestamp {
    NOW.parse().unwrap()
}

/// Two hours ahead of UTC, in summer.
static ZONE: LazyLock<TimeZone> = LazyLock::new(|| TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap());

pub(crate) fn clock() -> Clock<'static> {
    Clock { now: now(), zone: &ZONE }
}

pub(crate) fn demo() -> Snapshot {
    of_export(DEMO)
}

pub(crate) fn of_cell(cell: &Cell) -> Snapshot {
    of_export(&export::plain(cell))
}

pub(crate) fn of_export(text: &str) -> Snapshot {
    let import = import::from_apoc(text.as_bytes(), &mut |_| ()).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let provenance = Provenance { generation: 1, ..Provenance::default() };
    Snapshot::from_bytes(&snapshot::build(&import.draft, &provenance).bytes).unwrap()
}

/// The robot, confirmed, since this morning.
pub(crate) fn robot(position: &str, tool: &str) -> RobotState {
    RobotState {
        position: position.to_owned(),
        tool: tool.to_owned(),
        last_updated: "2026-07-14T08:15:30.25Z".parse().unwrap(),
        confirmed: true,
        unconfirmed_reason: None,
        run_id: None,
        operator: Some("ada".to_owned()),
        driver: None,
    }
}

pub(crate) fn unconfirmed(position: &str, tool: &str, reason: &str) -> RobotState {
    RobotState { confirmed: false, unconfirmed_reason: Some(reason.to_owned()), ..robot(position, tool) }
}

/// Runs in memory, the first one first.
#[derive(Default)]
pub(crate) struct Runs(pub(crate) Vec<(RunRow, Past)>);

impl Runs {
    /// Adds a run of moves that began at `at` and took 12.3 s.
    pub(crate) fn with(mut self, sentence: &str, at: &str, status: RunStatus, moves: &[&str]) -> Self {
        let started_at: Timestamp = at.parse().unwrap();
        let ended = matches!(status, RunStatus::Completed | RunStatus::Failed);
        let number = self.0.len() as i64 + 1;
        let json: Vec<String> = moves.iter().map(|to| format!(r#"{{"action":"move","target":{to:?}}}"#)).collect();
        let row = RunRow {
            number,
            run_id: Uuid::from_u128(0xbe89_2f3d_9cfc_44de_acff_c825_76a4_6600 + number as u128),
            operator_input: sentence.to_owned(),
            sequence_json: format!("[{}]", json.join(",")),
            status,
            started_at,
            finished_at: ended.then(|| started_at + std::time::Duration::from_millis(12_300)),
            driver: "files".to_owned(),
            partial_steps: 0,
            operator: "Ada".to_owned(),
            failure: (status == RunStatus::Failed).then(|| "the drive reported a fault".to_owned()),
            recovered: false,
        };
        let step = |(place, to): (usize, &&str)| PastStep {
            number: place as u32 + 1,
            position: (*to).to_owned(),
            action: StepAction::Move,
            state: StepState::Completed,
            error: None,
            warning: None,
        };
        let mut past = Past { failure: None, steps: moves.iter().enumerate().map(step).collect() };
        if status == RunStatus::Failed {
            past.failure = Some("the drive reported a fault".to_owned());
            if let Some(last) = past.steps.last_mut() {
                (last.state, last.error) = (StepState::Error, Some("drive fault 12".to_owned()));
            }
        }
        self.0.push((row, past));
        self
    }
}

impl Runs {
    /// Adds a run with these steps: `move to Pos_1`, `tack_weld at Pos_1`; of a failed one the last one failed for `failure`.
    pub(crate) fn working(mut self, at: &str, failure: Option<&str>, steps: &[&str]) -> Self {
        let status = if failure.is_some() { RunStatus::Failed } else { RunStatus::Completed };
        self = self.with(&steps.join(", "), at, status, steps);
        let (row, past) = self.0.last_mut().unwrap();
        let json = |step: &&str| match step.split_once(" at ") {
            None => format!(r#"{{"action":"move","target":{:?}}}"#, step.trim_start_matches("move to ")),
            Some((routine, at)) => format!(r#"{{"action":"routine","target":{routine:?},"position":{at:?}}}"#),
        };
        row.sequence_json = format!("[{}]", steps.iter().map(json).collect::<Vec<_>>().join(","));
        for (step, said) in past.steps.iter_mut().zip(steps) {
            if let Some((_, at)) = said.split_once(" at ") {
                (step.action, step.position) = (StepAction::Routine, at.to_owned());
            } else {
                step.position = said.trim_start_matches("move to ").to_owned();
            }
        }
        past.failure = failure.map(str::to_owned);
        self
    }
}

impl History for Runs {
    fn runs(&self, filter: &RunFilter) -> Result<Vec<RunRow>, StoreError> {
        let rows = self.0.iter().rev().map(|(row, _)| row).filter(|row| {
            filter.since.is_none_or(|since| row.started_at >= since)
                && filter.until.is_none_or(|until| row.started_at < until)
                && filter.status.is_none_or(|status| row.status == status)
                && filter.before.is_none_or(|before| row.number < before)
        });
        Ok(rows.take(filter.limit.unwrap_or(usize::MAX)).cloned().collect())
    }

    fn change_of(&self, _: &[Uuid]) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    fn past(&self, run_id: Uuid) -> Result<Option<Past>, StoreError> {
        Ok(self.0.iter().find(|(row, _)| row.run_id == run_id).map(|(_, past)| past.clone()))
    }
}

/// A history that cannot be read.
pub(crate) struct Torn;

impl History for Torn {
    fn runs(&self, _: &RunFilter) -> Result<Vec<RunRow>, StoreError> {
        Err(StoreError::Corrupt { path: "history.db".into(), reason: "page 3 is torn".to_owned() })
    }

    fn change_of(&self, _: &[Uuid]) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    fn past(&self, _: Uuid) -> Result<Option<Past>, StoreError> {
        Ok(None)
    }
}

pub(crate) fn grounds<'g>(
    snapshot: &'g Snapshot,
    robot: Option<&'g RobotState>,
    history: Option<&'g dyn History>,
) -> Grounds<'g> {
    Grounds { snapshot, robot, history, clock: clock(), reader: None }
}

/// Questions in one conversation, with their answers; short hashes are masked.
pub(crate) fn talk(grounds: &Grounds<'_>, lookups: &[Lookup]) -> String {
    let mut conversation = Conversation::default();
    let mut out = String::new();
    for lookup in lookups {
        let answer = answer(lookup, &conversation, grounds);
        writeln!(out, "> {lookup:?}\n{}\n", answer.text).unwrap();
        conversation = answer.next;
    }
    out.replace(&grounds.snapshot.content_hash_hex()[..12], "[BLAKE3]")
}

/// What a question in the terse form says.
pub(crate) fn query(terse: &str, snapshot: &Snapshot) -> Lookup {
    match cellgraph::language::terse::read(&format!("question {terse}"), snapshot) {
        Ok(cellgraph::language::Said::Ask(lookup)) => lookup,
        other => panic!("{terse}: {other:?}"),
    }
}

/// Questions in the terse form in one conversation, each with what it asks in words and its answer.
pub(crate) fn asked(grounds: &Grounds<'_>, questions: &str) -> String {
    let mut conversation = Conversation::default();
    let mut out = String::new();
    for question in questions.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let lookup = query(question, grounds.snapshot);
        let told = answer(&lookup, &conversation, grounds);
        let words = cellgraph::answer::describe(&cellgraph::language::Said::Ask(lookup), grounds.snapshot);
        writeln!(out, "> {question}\n({words})\n{}", told.text).unwrap();
        for withheld in &told.checkpoint.withheld {
            writeln!(out, "WITHHELD {withheld:?}").unwrap();
        }
        if told.checkpoint.verdict != cellgraph::checkpoint::Verdict::Pass || told.text.contains("Not covered") {
            writeln!(out, "NOT PASSED {:?}", told.checkpoint).unwrap();
        }
        out.push('\n');
        conversation = told.next;
    }
    out.replace(&grounds.snapshot.content_hash_hex()[..12], "[BLAKE3]")
}

/// Holds a text against what it was when somebody last read it.
macro_rules! check {
    ($name:expr, $text:expr) => {
        insta::with_settings!({
            prepend_module_to_snapshot => false,
            omit_expression => true,
            snapshot_path => "snapshots",
        }, { insta::assert_snapshot!($name, $text) })
    };
}
pub(crate) use check;
