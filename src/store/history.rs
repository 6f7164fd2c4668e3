//! The writes of a run: what each call changes, and when it may.
//!
//! In: an [`Entry`] of the open transaction, and the stored robot state. Out: changed rows, and what the robot's state is
//! to become; or a refusal, with nothing written.
//!
//! 1. One run at a time is pending or running.
//! 2. A step is begun only while its run is running, and only if it is the one after the last completed step.
//! 3. A run ends once, and is completed only if every begun step is.

use rusqlite::{OptionalExtension, params, types::Value};
use uuid::Uuid;

use super::{
    error::StoreError,
    image::Image,
    journal::{Entry, Table, stored_time},
    records::{
        EndedSentence, LayoutDecision, NewRun, Observed, RobotState, RunEnd, RunStatus, StepAction, StepEnd, StepId,
        StepState,
    },
};
use crate::cell::shown;

/// The operator's word, as it is stored.
pub(super) struct Word<'w> {
    pub(super) position: &'w str,
    pub(super) tool: &'w str,
    pub(super) operator: &'w str,
    pub(super) reason: &'w str,
}

pub(super) fn set_robot(entry: &mut Entry<'_>, position: &str, tool: &str) {
    entry.set_robot(Image {
        position: position.to_owned(),
        tool: tool.to_owned(),
        last_updated: entry.at(),
        confirmed: false,
        reason: Some("this is the first start, and nobody has confirmed it".to_owned()),
        run_id: None,
        operator: None,
        at: entry.at(),
    });
}

pub(super) fn correct_robot(entry: &mut Entry<'_>, before: Option<&Image>, word: &Word<'_>) -> Result<(), StoreError> {
    if word.operator.trim().is_empty() || word.reason.trim().is_empty() {
        return Err(StoreError::refused("a correction of the robot's state needs an operator's name and a reason"));
    }
    refuse_beside_open_run(entry, "the robot's state cannot be corrected")?;
    let at = entry.at();
    let columns = [
        ("at", text(&at)),
        ("position", text(word.position)),
        ("tool", text(word.tool)),
        ("operator", text(word.operator)),
        ("reason", text(word.reason)),
        ("previous_position", text_or_null(before.map(|image| image.position.as_str()))),
        ("previous_tool", text_or_null(before.map(|image| image.tool.as_str()))),
    ];
    entry.insert(Table::Corrections, &columns)?;
    entry.set_robot(Image {
        position: word.position.to_owned(),
        tool: word.tool.to_owned(),
        last_updated: at.clone(),
        confirmed: true,
        reason: None,
        run_id: None,
        operator: Some(word.operator.to_owned()),
        at,
    });
    Ok(())
}

pub(super) fn begin_run(entry: &mut Entry<'_>, robot: &Image, run: &NewRun) -> Result<(), StoreError> {
    refuse_beside_open_run(entry, "a run cannot begin")?;
    if status(entry, run.run_id)?.is_some() {
        return Err(StoreError::refused(format!("run {} is recorded already", run.run_id)));
    }
    refuse_other_start(robot, run)?;
    let (at, record) = (entry.at(), &run.record);
    let row = [
        ("run_id", text(&run.run_id.to_string())),
        ("operator_input", text(&run.operator_input)),
        ("sequence_json", text(&run.sequence_json)),
        ("status", text(RunStatus::Pending.word())),
        ("started_at", text(&at)),
        ("finished_at", Value::Null),
    ];
    entry.insert(Table::Runs, &row)?;
    let row = [
        ("run_id", text(&run.run_id.to_string())),
        ("snapshot_hash", text(&record.snapshot_hash)),
        ("start_position", text(&record.start_position)),
        ("start_tool", text(&record.start_tool)),
        ("operator", text(&record.operator)),
        ("approval_hash", text(&record.approval_hash)),
        ("plan_hash", text(&record.plan_hash)),
        ("reading_json", text_or_null(record.reading_json.as_deref())),
        ("driver", text(&record.driver)),
        ("warnings_json", Value::Text(serde_json::json!(record.warnings).to_string())),
        ("failure", Value::Null),
        ("intent_json", text_or_null(record.intent_json.as_deref())),
        ("robot_folder", text_or_null(record.robot_folder.as_deref())),
        ("checkpoint_json", text_or_null(record.checkpoint_json.as_deref())),
        ("corrects", text_or_null(record.corrects.as_deref())),
    ];
    entry.insert(Table::RunRecords, &row)?;
    let reason = format!("run {} is in progress", run.run_id);
    entry.set_robot(robot.unconfirmed(reason, Some(run.run_id.to_string()), at));
    Ok(())
}

pub(super) fn run_started(entry: &mut Entry<'_>, run_id: Uuid) -> Result<(), StoreError> {
    match status(entry, run_id)?.ok_or(StoreError::NoSuchRun { run_id })? {
        RunStatus::Pending => {
            entry.update(Table::Runs, text(&run_id.to_string()), &[("status", text(RunStatus::Running.word()))])
        }
        other => Err(StoreError::refused(format!("run {run_id} cannot start: it is {}", other.word()))),
    }
}

pub(super) fn begin_step(
    entry: &mut Entry<'_>,
    run_id: Uuid,
    number: u32,
    position: &str,
    action: StepAction,
) -> Result<StepId, StoreError> {
    let refused = |why: String| StoreError::refused(format!("step {number} of run {run_id} is not begun: {why}"));
    match status(entry, run_id)?.ok_or(StoreError::NoSuchRun { run_id })? {
        RunStatus::Running => {}
        other => return Err(refused(format!("the run is {}", other.word()))),
    }
    let last = last_step(entry, run_id)?;
    if let Some((last, state)) = last.as_ref().filter(|(_, state)| *state != StepState::Completed) {
        return Err(refused(format!("step {last} is {}", state.word())));
    }
    let next = last.map_or(1, |(last, _)| last.saturating_add(1));
    if number != next {
        return Err(refused(format!("the next one is step {next}")));
    }
    let row = [
        ("run_id", text(&run_id.to_string())),
        ("position", text(position)),
        ("action", text(action.word())),
        ("state", text(StepState::Running.word())),
        ("error", Value::Null),
        ("started_at", text(&entry.at())),
        ("finished_at", Value::Null),
        ("number", Value::Integer(number.into())),
        ("observed_position", Value::Null),
        ("observed_tool", Value::Null),
        ("judged_json", Value::Null),
    ];
    entry.insert(Table::RunSteps, &row).map(StepId)
}

/// Which run a step belongs to; refused where the step is not running.
pub(super) fn run_of_running_step(
    history: &rusqlite::Connection,
    path: &std::path::Path,
    step: StepId,
) -> Result<Uuid, StoreError> {
    let read = || {
        let mut statement = history.prepare_cached("SELECT run_id, state FROM run_steps WHERE step_id = ?")?;
        statement.query_row([step.0], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))).optional()
    };
    let row = read().map_err(super::error::sqlite(path, "read the step"))?;
    let (run_id, state) = row.ok_or_else(|| StoreError::refused(format!("there is no step with the id {}", step.0)))?;
    if state != StepState::Running.word() {
        return Err(StoreError::refused(format!(
            "the step with the id {} cannot end: it is {}",
            step.0,
            shown(&state)
        )));
    }
    Uuid::try_parse(&run_id).map_err(|_| StoreError::Corrupt {
        path: path.to_owned(),
        reason: format!("the run id of step {} in run_steps cannot be read", step.0),
    })
}

pub(super) fn end_step(
    entry: &mut Entry<'_>,
    run_id: Uuid,
    robot: Option<&Image>,
    step: StepId,
    end: &StepEnd,
) -> Result<(), StoreError> {
    let at = entry.at();
    match end {
        StepEnd::Error { message, judged } => {
            let mut columns = failed_step(&at, message).to_vec();
            columns.extend(judged.as_deref().map(|judged| ("judged_json", text(judged))));
            entry.update(Table::RunSteps, Value::Integer(step.0), &columns)
        }
        StepEnd::Completed { position, tool, judged } => {
            let columns = [
                ("state", text(StepState::Completed.word())),
                ("finished_at", text(&at)),
                ("observed_position", text(position)),
                ("observed_tool", text(tool)),
                ("judged_json", text_or_null(judged.as_deref())),
            ];
            entry.update(Table::RunSteps, Value::Integer(step.0), &columns)?;
            let reason = robot.and_then(|robot| robot.reason.clone());
            entry.set_robot(Image {
                position: position.clone(),
                tool: tool.clone(),
                last_updated: at.clone(),
                confirmed: false,
                reason: reason.or_else(|| Some(format!("run {run_id} is in progress"))),
                run_id: Some(run_id.to_string()),
                operator: None,
                at,
            });
            Ok(())
        }
    }
}

pub(super) fn end_run(entry: &mut Entry<'_>, run_id: Uuid, end: &RunEnd, robot: &Observed) -> Result<(), StoreError> {
    let status = status(entry, run_id)?.ok_or(StoreError::NoSuchRun { run_id })?;
    let last = last_step(entry, run_id)?;
    match (status, end) {
        (RunStatus::Completed | RunStatus::Failed, _) => {
            return Err(StoreError::refused(format!("run {run_id} has ended already: it is {}", status.word())));
        }
        (RunStatus::Pending, RunEnd::Completed) => {
            return Err(StoreError::refused(format!("run {run_id} is not completed: it has not started")));
        }
        (RunStatus::Running, RunEnd::Completed) => match last {
            Some((_, StepState::Completed)) => {}
            Some((number, state)) => {
                let why = format!("run {run_id} is not completed: step {number} is {}", state.word());
                return Err(StoreError::refused(why));
            }
            None => return Err(StoreError::refused(format!("run {run_id} is not completed: it has no step"))),
        },
        (RunStatus::Pending | RunStatus::Running, RunEnd::Failed { .. }) => {}
    }
    let image = match robot {
        Observed::AsBefore(before) => {
            refuse_other_before(entry, run_id, before, last.as_ref())?;
            as_before(before, entry.at())
        }
        Observed::Seen { position, tool, confirmed, reason } => {
            let unconfirmed = || Some(format!("run {run_id} left it so"));
            Image {
                position: position.clone(),
                tool: tool.clone(),
                last_updated: entry.at(),
                confirmed: *confirmed,
                reason: if *confirmed { None } else { reason.clone().or_else(unconfirmed) },
                run_id: Some(run_id.to_string()),
                operator: None,
                at: entry.at(),
            }
        }
    };
    close(entry, run_id, end)?;
    entry.set_robot(image);
    Ok(())
}

/// What was known before a run, word for word.
fn as_before(before: &RobotState, at: String) -> Image {
    Image {
        position: before.position.clone(),
        tool: before.tool.clone(),
        last_updated: stored_time(before.last_updated),
        confirmed: before.confirmed,
        reason: before.unconfirmed_reason.clone(),
        run_id: before.run_id.map(|run| run.to_string()),
        operator: before.operator.clone(),
        at,
    }
}

/// The robot was not seen in the run, and it is where the run began.
fn refuse_other_before(
    entry: &Entry<'_>,
    run_id: Uuid,
    before: &RobotState,
    last: Option<&(u32, StepState)>,
) -> Result<(), StoreError> {
    let refused = |why: String| StoreError::refused(format!("run {run_id} did not leave all as it was: {why}"));
    match last {
        Some((number, StepState::Completed)) => return Err(refused(format!("step {number} is completed"))),
        Some((number @ 2.., _)) => return Err(refused(format!("step {} is completed", number - 1))),
        _ => {}
    }
    let start: Option<(String, String)> = entry.look_up(|history| {
        let mut statement =
            history.prepare_cached("SELECT start_position, start_tool FROM run_records WHERE run_id = ?")?;
        statement.query_row([run_id.to_string()], |row| Ok((row.get(0)?, row.get(1)?))).optional()
    })?;
    match start {
        Some((position, tool)) if position == before.position && tool == before.tool => Ok(()),
        _ => Err(refused(format!("it did not begin at '{}' with '{}'", shown(&before.position), shown(&before.tool)))),
    }
}

/// Records a sentence that came to no run.
pub(super) fn end_sentence(entry: &mut Entry<'_>, sentence: &EndedSentence) -> Result<(), StoreError> {
    let columns = [
        ("at", text(&entry.at())),
        ("correlation_id", text(&sentence.correlation_id.to_string())),
        ("operator_input", text(&sentence.operator_input)),
        ("fate", text(sentence.fate.word())),
        ("intent_json", text_or_null(sentence.intent_json.as_deref())),
        ("checkpoint_json", text(&sentence.checkpoint_json)),
    ];
    entry.insert(Table::Sentences, &columns).map(drop)
}

/// Records what was decided about a layout.
pub(super) fn decide_layout(
    entry: &mut Entry<'_>,
    snapshot_hash: &str,
    generation: u64,
    decision: LayoutDecision,
    operator: Option<&str>,
) -> Result<(), StoreError> {
    let number = i64::try_from(generation)
        .map_err(|_| StoreError::refused(format!("generation {generation} of a layout is too great to be recorded")))?;
    let columns = [
        ("at", text(&entry.at())),
        ("snapshot_hash", text(snapshot_hash)),
        ("generation", Value::Integer(number)),
        ("decision", text(decision.word())),
        ("operator", text_or_null(operator)),
    ];
    entry.insert(Table::Layouts, &columns).map(drop)
}

pub(super) fn recover(
    entry: &mut Entry<'_>,
    run_id: Uuid,
    robot: Option<&Image>,
    reason: &str,
) -> Result<(), StoreError> {
    match status(entry, run_id)?.ok_or(StoreError::NoSuchRun { run_id })? {
        RunStatus::Pending | RunStatus::Running => {}
        other => return Err(StoreError::refused(format!("run {run_id} has ended already: it is {}", other.word()))),
    }
    close(entry, run_id, &RunEnd::Failed { reason: reason.to_owned() })?;
    if let Some(robot) = robot {
        let why = format!("run {run_id} was interrupted: {reason}");
        entry.set_robot(robot.unconfirmed(why, Some(run_id.to_string()), entry.at()));
    }
    Ok(())
}

/// Ends a run's row, its record, and a step that is still running.
fn close(entry: &mut Entry<'_>, run_id: Uuid, end: &RunEnd) -> Result<(), StoreError> {
    let (at, key) = (entry.at(), run_id.to_string());
    let status = match end {
        RunEnd::Completed => RunStatus::Completed,
        RunEnd::Failed { .. } => RunStatus::Failed,
    };
    entry.update(Table::Runs, text(&key), &[("status", text(status.word())), ("finished_at", text(&at))])?;
    let RunEnd::Failed { reason } = end else { return Ok(()) };
    let open = entry.look_up(|history| {
        let mut statement = history.prepare_cached(
            "SELECT run_number, (SELECT max(step_id) FROM run_steps WHERE run_id = ?1 AND state = 'running')
             FROM run_records WHERE run_id = ?1",
        )?;
        statement.query_row([&key], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Option<i64>>(1)?))).optional()
    })?;
    let (record, step) = open.ok_or_else(|| entry.corrupt(format!("run {run_id} has no row in run_records")))?;
    entry.update(Table::RunRecords, Value::Integer(record), &[("failure", text(reason))])?;
    step.map_or(Ok(()), |step| entry.update(Table::RunSteps, Value::Integer(step), &failed_step(&at, reason)))
}

fn failed_step(at: &str, message: &str) -> [(&'static str, Value); 3] {
    [("state", text(StepState::Error.word())), ("error", text(message)), ("finished_at", text(at))]
}

fn refuse_other_start(robot: &Image, run: &NewRun) -> Result<(), StoreError> {
    if !robot.confirmed {
        let why = robot.reason.as_deref().unwrap_or("nobody has confirmed it");
        return Err(StoreError::refused(format!("a run cannot begin: the robot's position is not confirmed: {why}")));
    }
    let record = &run.record;
    if (&robot.position, &robot.tool) != (&record.start_position, &record.start_tool) {
        return Err(StoreError::refused(format!(
            "a run cannot begin: it starts at '{}' with '{}', and the robot is at '{}' with '{}'",
            shown(&record.start_position),
            shown(&record.start_tool),
            shown(&robot.position),
            shown(&robot.tool),
        )));
    }
    Ok(())
}

fn refuse_beside_open_run(entry: &Entry<'_>, what: &str) -> Result<(), StoreError> {
    let open = entry.look_up(|history| {
        let sql = "SELECT run_id, status FROM runs WHERE status IN ('pending', 'running') LIMIT 1";
        let mut statement = history.prepare_cached(sql)?;
        statement.query_row([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))).optional()
    })?;
    match open {
        Some((run_id, status)) => Err(StoreError::refused(format!("{what}: run {} is {status}", shown(&run_id)))),
        None => Ok(()),
    }
}

fn status(entry: &Entry<'_>, run_id: Uuid) -> Result<Option<RunStatus>, StoreError> {
    let word: Option<String> = entry.look_up(|history| {
        let mut statement = history.prepare_cached("SELECT status FROM runs WHERE run_id = ?")?;
        statement.query_row([run_id.to_string()], |row| row.get(0)).optional()
    })?;
    let Some(word) = word else { return Ok(None) };
    let status = RunStatus::from_word(&word);
    status.map(Some).ok_or_else(|| entry.corrupt(format!("the status of run {run_id} is '{}'", shown(&word))))
}

/// Number and state of the last step that was begun.
fn last_step(entry: &Entry<'_>, run_id: Uuid) -> Result<Option<(u32, StepState)>, StoreError> {
    let row: Option<(u32, String)> = entry.look_up(|history| {
        let sql = "SELECT number, state FROM run_steps WHERE run_id = ? ORDER BY number DESC LIMIT 1";
        let mut statement = history.prepare_cached(sql)?;
        statement.query_row(params![run_id.to_string()], |row| Ok((row.get(0)?, row.get(1)?))).optional()
    })?;
    let Some((number, word)) = row else { return Ok(None) };
    let state = StepState::from_word(&word);
    let corrupt = || entry.corrupt(format!("the state of step {number} of run {run_id} is '{}'", shown(&word)));
    state.map(|state| Some((number, state))).ok_or_else(corrupt)
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn text_or_null(text: Option<&str>) -> Value {
    text.map_or(Value::Null, |text| Value::Text(text.to_owned()))
}
