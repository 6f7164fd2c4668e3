//! What was run. In: the history, through [`super::History`]. Out: lists of runs, the last run
//! step by step, and what runs now. A history that cannot be read is told with its reason; nothing is made up in its place.

use std::rc::Rc;

use jiff::civil::Date;
use uuid::Uuid;

use super::{
    Found, Grounds,
    draft::{Piece, Statement, gap},
    evidence::Read,
    history::{Past, PastStep},
    list::{List, Window},
    sources,
    words::{count, day, name, seconds, text, time},
};
use crate::{
    language::{Day, HistoryAsk, Outcome},
    limits::{ANSWER_ITEMS_MAX, ANSWER_RUNS},
    plan::Plan,
    run::{is_simulation, is_stop},
    store::{RunFilter, RunRow, RunStatus, StepAction, StepState, StoreError},
    when::Clock,
};

/// The runs that were asked for.
pub(super) fn runs<'g>(ask: &HistoryAsk, window: Window, before: Option<i64>, grounds: &Grounds<'g>) -> Found<'g> {
    let page = ask.count.map_or(ANSWER_RUNS, |n| n as usize).clamp(1, ANSWER_ITEMS_MAX);
    let wanted = window.items(page);
    let day = ask.day.map(|day| day_of(day, grounds));
    let status = ask.only.map(|only| match only {
        Outcome::Completed => RunStatus::Completed,
        Outcome::Failed => RunStatus::Failed,
    });
    // One more than is shown tells whether any are left.
    let filter = RunFilter { status, before, limit: Some(wanted + 1), ..RunFilter::default() };
    let filter = on(day, filter, grounds);
    let rows = match read(grounds, &filter) {
        Ok(rows) => rows,
        Err(told) => return Found::sentence(vec![told]),
    };
    let told = rows.len().min(wanted);
    let (pasts, ends) = how_failed(&rows[..told], grounds);
    let reads = [vec![Read::Runs { asked: (day, status), rows: Rc::clone(&rows), told }], ends].concat();
    let mut places = vec!["/latest_runs"];
    places.extend(status.map(|_| "/status"));
    places.extend(day.map(|_| "/day"));
    if rows.is_empty() {
        let yet = if day.is_none() { " yet" } else { "" };
        let text = format!("No {}{}{yet}.", kind(ask, "runs"), when(day, grounds));
        return Found::sentence(vec![Statement::new(text).on(sources::runs(&places)).piece()]).with(reads);
    }
    let noun = kind(ask, if told == 1 { "run" } else { "runs" });
    let lead = match rows.len() > wanted {
        false => format!("{} {noun}{}", rows.len(), when(day, grounds)),
        true if wanted == 1 => format!("The latest {noun}{}", when(day, grounds)),
        true => format!("The latest {wanted} {noun}{}", when(day, grounds)),
    };
    let lead = move |is_first| vec![Statement::new(&*lead).on(sources::runs(&places)).shown_if(is_first).piece()];
    let clock = grounds.clock;
    let keys = rows.iter().map(|row| row.number).collect();
    let (from, total) = (window.from, window.from + rows.len());
    let item = move |place: usize| {
        let row = &rows[(place - from).min(rows.len() - 1)];
        row_told("", row, failure_of(row, &pasts), clock)
    };
    let list = List::lines(lead, "run", total, item);
    Found::list(List { open: true, page, keys, ..list }).with(reads)
}

/// The last run, step by step; on a later page the last one before that number, which is the one of the first page.
/// With the reason of its end before everything else, where that is what was asked.
pub(super) fn last_run<'g>(before: Option<i64>, is_why: bool, grounds: &Grounds<'g>) -> Found<'g> {
    let filter = RunFilter { before, limit: Some(1), ..RunFilter::default() };
    let rows = match read(grounds, &filter) {
        Ok(rows) => rows,
        Err(told) => return Found::sentence(vec![told]),
    };
    let Some(row) = rows.first().cloned() else {
        let none = Statement::new("No runs yet.").on(sources::runs(&["/latest_runs"])).piece();
        return Found::sentence(vec![none]).with(vec![Read::Runs { asked: (None, None), rows, told: 0 }]);
    };
    let past = match grounds.history.map(|history| history.past(row.run_id)) {
        Some(Ok(past)) => Rc::new(past.unwrap_or_default()),
        Some(Err(error)) => return Found::sentence(vec![unreadable(&error)]),
        None => Rc::default(),
    };
    let reads = vec![Read::Past(Rc::clone(&past), row.clone())];
    let (clock, run) = (grounds.clock, row.run_id);
    let told = {
        let (row, failure) = (row.clone(), past.failure.clone());
        move || {
            let reason = failure.as_deref().map(|why| {
                let text = format!("Reason: {}.", text(why).trim_end_matches('.'));
                Statement::new(text).on(sources::run(run, &["/reason"])).piece()
            });
            let mut told = vec![row_told("The last run was ", &row, failure.as_deref(), clock)];
            told.splice(if is_why { 0..0 } else { 1..1 }, reason);
            told.into_iter()
        }
    };
    if past.steps.is_empty() {
        let none = Statement::new("No step of it was begun.").on(sources::run(run, &["/steps_begun"])).piece();
        return Found::sentence(told().chain([none]).collect()).with(reads);
    }
    let names = step_names(&row.sequence_json);
    let done = past.steps.iter().filter(|step| step.state == StepState::Completed).count();
    let planned = if names.is_empty() { past.steps.len() } else { names.len() };
    let done = format!("{done} of {} completed", count(planned, "step"));
    let lead = move |is_first: bool| {
        let done = Statement::new(&*done).on(sources::run(run, &["/steps"])).shown_if(is_first).piece();
        told().filter(|_| is_first).chain([done]).collect()
    };
    let total = past.steps.len();
    let item = move |place: usize| {
        Statement::new(step(&past.steps[place], &names)).on(sources::step(run, past.steps[place].number)).piece()
    };
    let keys = vec![row.number + 1; total];
    Found::list(List { keys, ..List::lines(lead, "step", total, item) }).with(reads)
}

/// What runs now, or ran last, in a sentence or two.
pub(super) fn current<'g>(grounds: &Grounds<'g>) -> (Vec<Piece>, Vec<Read<'g>>) {
    let filter = RunFilter { limit: Some(1), ..RunFilter::default() };
    let rows = match read(grounds, &filter) {
        Ok(rows) => rows,
        Err(told) => return (vec![told], Vec::new()),
    };
    let progress = || sources::runs(&["/run_in_progress"]);
    let (pasts, ends) = how_failed(&rows, grounds);
    let said = match rows.first() {
        None => vec![Statement::new("No runs yet.").on(sources::runs(&["/latest_runs"])).piece()],
        Some(row) if matches!(row.status, RunStatus::Pending | RunStatus::Running) => {
            vec![row_told("A run is recorded as in progress: ", row, None, grounds.clock)]
        }
        Some(row) => vec![
            Statement::new("No run is in progress.").on(progress()).piece(),
            row_told("The last one: ", row, failure_of(row, &pasts), grounds.clock),
        ],
    };
    let told = rows.len();
    (said, [vec![Read::Runs { asked: (None, None), rows, told }], ends].concat())
}

/// How the failed ones of some runs went, as far as that can be read: a run that was stopped is told apart.
fn how_failed<'g>(rows: &[RunRow], grounds: &Grounds<'g>) -> (Vec<(Uuid, Rc<Past>)>, Vec<Read<'g>>) {
    let past = |row: &RunRow| grounds.history?.past(row.run_id).ok().flatten().map(Rc::new);
    let failed = rows.iter().filter(|row| row.status == RunStatus::Failed);
    let pasts: Vec<(RunRow, Rc<Past>)> = failed.filter_map(|row| Some((row.clone(), past(row)?))).collect();
    let reads = pasts.iter().map(|(row, past)| Read::Past(Rc::clone(past), row.clone())).collect();
    (pasts.into_iter().map(|(row, past)| (row.run_id, past)).collect(), reads)
}

fn failure_of<'p>(row: &RunRow, pasts: &'p [(Uuid, Rc<Past>)]) -> Option<&'p str> {
    pasts.iter().find(|(run, _)| *run == row.run_id).and_then(|(_, past)| past.failure.as_deref())
}

/// `"weld at 1", started today 2026-07-14T14:03:22Z, completed after 12.3 s (run …).`
pub(super) fn row_told(lead: &str, row: &RunRow, failure: Option<&str>, clock: Clock<'_>) -> Piece {
    let lasted_s = row.finished_at.map(|end| end.duration_since(row.started_at).as_secs_f64().max(0.0));
    let after = lasted_s.map(|s| format!(" after {}", seconds(s))).unwrap_or_default();
    let how = match row.status {
        RunStatus::Pending => "recorded, not begun".to_owned(),
        RunStatus::Running => "running".to_owned(),
        RunStatus::Completed => format!("completed{after}"),
        RunStatus::Failed if failure.is_some_and(is_stop) => format!("stopped{after}"),
        RunStatus::Failed => format!("failed{after}"),
    };
    let started = time(row.started_at, clock);
    let simulated = if is_simulation(&row.driver) { "simulated, " } else { "" };
    let partial = match row.partial_steps {
        0 => String::new(),
        steps => format!(", {} with partial success", count(steps as usize, "step")),
    };
    let sentence = text(&row.operator_input);
    let line = format!("{lead}\"{sentence}\", {simulated}started {started}, {how}{partial} (run {}).", row.run_id);
    Statement::new(line).on(sources::run(row.run_id, &[])).piece()
}

pub(super) fn step(step: &PastStep, names: &[String]) -> String {
    let place = (step.number as usize).checked_sub(1);
    let what = place.and_then(|place| names.get(place)).map_or_else(|| unnamed(step), |name| text(name));
    let state = match step.state {
        StepState::Pending => "pending",
        StepState::Running => "begun, its end is not recorded",
        StepState::Completed => "completed",
        StepState::Error => "failed",
    };
    let why = step.error.as_deref().map(|why| format!(": {}", text(why))).unwrap_or_default();
    let partial = step.warning.as_deref().map(|why| format!(", partial success: {}", text(why))).unwrap_or_default();
    format!("{}. {what}, {state}{why}{partial}", step.number)
}

fn unnamed(step: &PastStep) -> String {
    match step.action {
        StepAction::Move => format!("Move to {}", name(&step.position)),
        StepAction::Routine => format!("Routine at {}", name(&step.position)),
    }
}

/// What a stored plan's steps are called, by what they do: the stored names are not relied on. None where it cannot be read.
pub(super) fn step_names(sequence_json: &str) -> Vec<String> {
    let plan: Result<Plan<'_>, _> = serde_json::from_str(sequence_json);
    plan.map(|plan| plan.steps.iter().map(|step| step.words()).collect()).unwrap_or_default()
}

/// The runs that a filter lets through, none of them changed by anybody.
pub(super) fn read(grounds: &Grounds<'_>, filter: &RunFilter) -> Result<Rc<[RunRow]>, Piece> {
    match grounds.history {
        None => Err(gap(WHAT_WAS_RUN, "there is no history here")),
        Some(history) => {
            let rows = history.runs(filter).map_err(|error| unreadable(&error))?;
            let ids: Vec<Uuid> = rows.iter().map(|row| row.run_id).collect();
            match history.change_of(&ids).map_err(|error| unreadable(&error))? {
                None => Ok(Rc::from(rows)),
                Some(change) => Err(gap(
                    WHAT_WAS_RUN,
                    format!("the history was changed: {change}. Hint: `cellgraph history check` says what else"),
                )),
            }
        }
    }
}

const WHAT_WAS_RUN: &str = "what was run";

pub(super) fn unreadable(error: &StoreError) -> Piece {
    let hint = error.hint().map(|hint| format!(". Hint: {hint}")).unwrap_or_default();
    gap(WHAT_WAS_RUN, format!("the history cannot be read: {error}{hint}"))
}

pub(super) fn day_of(day: Day, grounds: &Grounds<'_>) -> Date {
    let today = grounds.clock.today();
    match day {
        Day::Today => today,
        Day::Yesterday => today.yesterday().unwrap_or(today),
        Day::Date(date) => date,
    }
}

/// The same on this day only.
pub(super) fn on(day: Option<Date>, filter: RunFilter, grounds: &Grounds<'_>) -> RunFilter {
    match day {
        Some(day) => filter.on(day, grounds.clock.zone),
        None => filter,
    }
}

/// ` today (2026-07-14)`, or nothing where no day was asked for.
fn when(asked: Option<Date>, grounds: &Grounds<'_>) -> String {
    asked.map(|date| format!(" {}", day(date, grounds.clock))).unwrap_or_default()
}

fn kind(ask: &HistoryAsk, noun: &str) -> String {
    match ask.only {
        None => noun.to_owned(),
        Some(Outcome::Completed) => format!("completed {noun}"),
        Some(Outcome::Failed) => format!("failed {noun}"),
    }
}
