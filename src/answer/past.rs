//! What was run. In: the history, through [`History`], which the store's [`Reader`] is. Out: lists of runs, the last run
//! step by step, and what runs now. A history that cannot be read is told with its reason; nothing is made up in its place.

use jiff::civil::Date;
use uuid::Uuid;

use super::{
    Fact, Found, Grounds, Source,
    list::{List, Window},
    words::{count, date, day, name, seconds, text, time, wrap},
};
use crate::{
    language::{Day, HistoryAsk, Outcome},
    limits::{ANSWER_ITEMS_MAX, ANSWER_RUNS},
    plan::Plan,
    store::{Reader, RunFilter, RunRow, RunStatus, StepAction, StepState, StoreError},
};

/// What answers read of the history.
pub trait History {
    /// The runs that a filter lets through, the latest first.
    ///
    /// # Errors
    ///
    /// A read that failed.
    fn runs(&self, filter: &RunFilter) -> Result<Vec<RunRow>, StoreError>;

    /// How one run went; none where there is no such run.
    ///
    /// # Errors
    ///
    /// A read that failed.
    fn past(&self, run_id: Uuid) -> Result<Option<Past>, StoreError>;
}

/// How a run went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// Why it failed, where it did.
    pub failure: Option<String>,
    /// Its steps so far, in order.
    pub steps: Vec<PastStep>,
}

/// One recorded step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastStep {
    /// Its place in the plan, counted from 1.
    pub number: u32,
    /// Where it led or ran.
    pub position: String,
    /// What it did.
    pub action: StepAction,
    /// How far it is.
    pub state: StepState,
    /// Why it failed.
    pub error: Option<String>,
}

impl History for Reader {
    fn runs(&self, filter: &RunFilter) -> Result<Vec<RunRow>, StoreError> {
        Self::runs(self, filter)
    }

    fn past(&self, run_id: Uuid) -> Result<Option<Past>, StoreError> {
        let detail = self.run(run_id)?;
        Ok(detail.map(|detail| Past {
            failure: detail.failure,
            steps: detail
                .steps
                .into_iter()
                .map(|row| PastStep {
                    number: row.number,
                    position: row.position,
                    action: row.action,
                    state: row.state,
                    error: row.error,
                })
                .collect(),
        }))
    }
}

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
    let filter = RunFilter { day, status, before, limit: Some(wanted + 1), ..RunFilter::default() };
    let rows = match read(grounds, &filter) {
        Ok(rows) => rows,
        Err(told) => return told,
    };
    let facts = vec![fact(&rows[..rows.len().min(wanted)], asked(ask, day))];
    if rows.is_empty() {
        let yet = if day.is_none() { " yet" } else { "" };
        return Found::words(format!("No {}{}{yet}.", kind(ask, "runs"), when(day, grounds)), facts);
    }
    let noun = kind(ask, if rows.len().min(wanted) == 1 { "run" } else { "runs" });
    let lead = match rows.len() > wanted {
        false => format!("{} {noun}{}", rows.len(), when(day, grounds)),
        true if wanted == 1 => format!("The latest {noun}{}", when(day, grounds)),
        true => format!("The latest {wanted} {noun}{}", when(day, grounds)),
    };
    let now = grounds.now;
    let keys = rows.iter().map(|row| row.number).collect();
    let (from, total) = (window.from, window.from + rows.len());
    let item = move |place: usize| rows.get(place - from).map(|row| line(row, now)).unwrap_or_default();
    let list = List::lines(lead, "run", total, item);
    Found::list(List { open: true, page, keys, ..list }, facts)
}

/// The last run, step by step; on a later page the last one before that number, which is the one of the first page.
pub(super) fn last_run<'g>(before: Option<i64>, grounds: &Grounds<'g>) -> Found<'g> {
    let rows = match read(grounds, &RunFilter { before, limit: Some(1), ..RunFilter::default() }) {
        Ok(rows) => rows,
        Err(told) => return told,
    };
    let facts = vec![fact(&rows, "the last run".to_owned())];
    let Some(row) = rows.into_iter().next() else { return Found::words("No runs yet.", facts) };
    let past = match grounds.history.map(|history| history.past(row.run_id)) {
        Some(Ok(past)) => past.unwrap_or_default(),
        Some(Err(error)) => return unreadable(&error),
        None => Past::default(),
    };
    let names = step_names(&row.sequence_json);
    let failure = past.failure.as_deref().map(|why| format!(" Reason: {}.", text(why).trim_end_matches('.')));
    let lead = format!("The last run was {}{}", line(&row, grounds.now), failure.unwrap_or_default());
    if past.steps.is_empty() {
        return Found::words(wrap(&format!("{lead} No step of it was begun."), ""), facts);
    }
    let done = past.steps.iter().filter(|step| step.state == StepState::Completed).count();
    let planned = if names.is_empty() { past.steps.len() } else { names.len() };
    let lead = format!("{lead} {done} of {} completed", count(planned, "step"));
    let total = past.steps.len();
    let item = move |place: usize| step(&past.steps[place], &names);
    let keys = vec![row.number + 1; total];
    Found::list(List { keys, ..List::lines(lead, "step", total, item) }, facts)
}

/// What runs now, or ran last, in a sentence.
pub(super) fn current(grounds: &Grounds<'_>) -> (String, Vec<Fact>) {
    let Some(history) = grounds.history else { return ("There is no history here.".to_owned(), Vec::new()) };
    match history.runs(&RunFilter { limit: Some(1), ..RunFilter::default() }) {
        Err(error) => (unreadable_text(&error), Vec::new()),
        Ok(rows) => {
            let facts = vec![fact(&rows, "the last run".to_owned())];
            let sentence = rows.first().map_or_else(
                || "No runs yet.".to_owned(),
                |row| match row.status {
                    RunStatus::Pending | RunStatus::Running => {
                        format!("A run is recorded as in progress: {}", line(row, grounds.now))
                    }
                    _ => format!("No run is in progress. The last one: {}", line(row, grounds.now)),
                },
            );
            (sentence, facts)
        }
    }
}

/// `"weld at 1", started today 2026-07-14T14:03:22Z, completed after 12.3 s (run …).`
fn line(row: &RunRow, now: jiff::Timestamp) -> String {
    let lasted_s = row.finished_at.map(|end| end.duration_since(row.started_at).as_secs_f64().max(0.0));
    let after = lasted_s.map(|s| format!(" after {}", seconds(s))).unwrap_or_default();
    let how = match row.status {
        RunStatus::Pending => "recorded, not begun".to_owned(),
        RunStatus::Running => "running".to_owned(),
        RunStatus::Completed => format!("completed{after}"),
        RunStatus::Failed => format!("failed{after}"),
    };
    let started = time(row.started_at, now);
    format!("\"{}\", started {started}, {how} (run {}).", text(&row.operator_input), row.run_id)
}

fn step(step: &PastStep, names: &[String]) -> String {
    let place = (step.number as usize).checked_sub(1);
    let what = place.and_then(|place| names.get(place)).map_or_else(|| unnamed(step), |name| text(name));
    let state = match step.state {
        StepState::Pending => "pending",
        StepState::Running => "begun, its end is not recorded",
        StepState::Completed => "completed",
        StepState::Error => "failed",
    };
    let why = step.error.as_deref().map(|why| format!(": {}", text(why))).unwrap_or_default();
    format!("{}. {what}, {state}{why}", step.number)
}

fn unnamed(step: &PastStep) -> String {
    match step.action {
        StepAction::Move => format!("Move to {}", name(&step.position)),
        StepAction::Routine => format!("Routine at {}", name(&step.position)),
    }
}

/// What a stored plan's steps are called, by what they do: the stored names are not relied on. None where it cannot be read.
fn step_names(sequence_json: &str) -> Vec<String> {
    let plan: Result<Plan<'_>, _> = serde_json::from_str(sequence_json);
    plan.map(|plan| plan.steps.iter().map(|step| step.words()).collect()).unwrap_or_default()
}

fn read<'g>(grounds: &Grounds<'_>, filter: &RunFilter) -> Result<Vec<RunRow>, Found<'g>> {
    match grounds.history {
        None => Err(Found::words("There is no history here.", Vec::new())),
        Some(history) => history.runs(filter).map_err(|error| unreadable(&error)),
    }
}

fn unreadable<'g>(error: &StoreError) -> Found<'g> {
    Found::words(wrap(&unreadable_text(error), ""), Vec::new())
}

fn unreadable_text(error: &StoreError) -> String {
    let hint = error.hint().map(|hint| format!(" Hint: {hint}.")).unwrap_or_default();
    format!("The history cannot be read: {error}.{hint}")
}

fn fact(rows: &[RunRow], what: String) -> Fact {
    Fact { source: Source::History { runs: rows.iter().map(|row| row.run_id).collect() }, what }
}

pub(super) fn day_of(day: Day, grounds: &Grounds<'_>) -> Date {
    let today = date(grounds.now);
    match day {
        Day::Today => today,
        Day::Yesterday => today.yesterday().unwrap_or(today),
        Day::Date(date) => date,
    }
}

/// ` today (2026-07-14)`, or nothing where no day was asked for.
fn when(asked: Option<Date>, grounds: &Grounds<'_>) -> String {
    asked.map(|date| format!(" {}", day(date, grounds.now))).unwrap_or_default()
}

fn kind(ask: &HistoryAsk, noun: &str) -> String {
    match ask.only {
        None => noun.to_owned(),
        Some(Outcome::Completed) => format!("completed {noun}"),
        Some(Outcome::Failed) => format!("failed {noun}"),
    }
}

/// What was asked of the history, for the facts.
fn asked(ask: &HistoryAsk, day: Option<Date>) -> String {
    let day = day.map(|day| format!(" of {day}")).unwrap_or_default();
    format!("{}{day}, the latest first", kind(ask, "runs"))
}
