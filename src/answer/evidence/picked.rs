//! What a list of runs or steps has, counted anew from the recorded documents. In: what was asked, the runs that were looked at,
//! and the entries that are told. Out: how many pass, and which of those that are told are among them. It takes plans as JSON,
//! and knows nothing of how the composer takes them.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Picked, Ran};
use crate::{
    cell::shown,
    language::{
        Day,
        query::{Ended, Filter, Key, Place, Sort, Wish},
    },
    run::is_stop,
    snapshot::Snapshot,
    store::{RunStatus, StepState},
    when::Clock,
};

/// What the history says to a list.
pub(super) fn picked(
    asked: &Picked,
    rows: &[Ran],
    told: &[(Uuid, Option<u32>)],
    s: &Snapshot,
    clock: Clock<'_>,
) -> Value {
    let all = match asked.sort {
        Sort::Steps => rows.iter().flat_map(|ran| steps(ran, &asked.filters, (s, clock))).collect(),
        _ => runs(asked, rows, (s, clock)),
    };
    let among: Vec<String> = told.iter().filter(|entry| all.contains(entry)).map(|(run, _)| run.to_string()).collect();
    let filters: Vec<String> = asked.filters.iter().map(|filter| words(filter, s, clock)).collect();
    json!({ "listed": all.len(), "latest": rows.len(), "filters": filters, "among": among })
}

fn runs(asked: &Picked, rows: &[Ran], (s, clock): (&Snapshot, Clock<'_>)) -> Vec<(Uuid, Option<u32>)> {
    let is_end = |filter: &&Filter| matches!(filter.key, Key::Ended(_));
    let is_planned = asked.filters.iter().filter(is_end).any(|filter| {
        let is_completed = matches!(filter.key, Key::Ended(Ended::Completed));
        is_completed == filter.is_not
    });
    let mut left = asked.filters.iter().find_map(|f| if let Key::Last(n) = f.key { Some(n) } else { None });
    let mut found = Vec::new();
    for ran in rows {
        let ended = asked.filters.iter().filter(is_end).all(|filter| has_ended(ran, filter.key) != filter.is_not);
        let passes = on_day(ran, &asked.filters, clock) && did(ran, &asked.filters, is_planned, s);
        if !passes || (asked.wish == Wish::Which && !ended) {
            continue;
        }
        if left == Some(0) {
            break;
        }
        left = left.map(|count| count - 1);
        if ended {
            found.push((ran.row.run_id, None));
        }
    }
    found
}

fn on_day(ran: &Ran, filters: &[Filter], clock: Clock<'_>) -> bool {
    let begun = clock.date(ran.row.started_at);
    filters.iter().all(|filter| match filter.key {
        Key::Day(Day::Date(date)) => (date == begun) != filter.is_not,
        _ => true,
    })
}

fn has_ended(ran: &Ran, key: Key) -> bool {
    let is_stopped = ran.past.as_ref().and_then(|past| past.failure.as_deref()).is_some_and(is_stop);
    match (key, ran.row.status) {
        (Key::Ended(Ended::Completed), status) => status == RunStatus::Completed,
        (Key::Ended(Ended::Stopped), RunStatus::Failed) => is_stopped,
        (Key::Ended(Ended::Failed), RunStatus::Failed) => !is_stopped,
        _ => false,
    }
}

/// Whether a run did all that is wanted in one step, and nothing that is not.
fn did(ran: &Ran, filters: &[Filter], is_planned: bool, s: &Snapshot) -> bool {
    let deeds = || filters.iter().filter(|f| matches!(f.key, Key::Routine(_) | Key::At(_) | Key::Tool(_)));
    let plan: Value = serde_json::from_str(&ran.row.sequence_json).unwrap_or_default();
    let empty = Vec::new();
    let mut has_all = deeds().all(|filter| filter.is_not);
    for (place, step) in plan.as_array().unwrap_or(&empty).iter().enumerate() {
        if !is_planned && !is_done(ran, place as u32 + 1) {
            continue;
        }
        if deeds().any(|filter| filter.is_not && is_of(step, filter.key, s)) {
            return false;
        }
        has_all |= deeds().all(|filter| filter.is_not || is_of(step, filter.key, s));
    }
    has_all
}

fn is_done(ran: &Ran, number: u32) -> bool {
    let recorded = ran.past.iter().flat_map(|past| &past.steps).find(|step| step.number == number);
    recorded.map_or(ran.row.status == RunStatus::Completed, |step| step.state == StepState::Completed)
}

fn is_of(step: &Value, key: Key, s: &Snapshot) -> bool {
    let (is_move, target) = (step["action"] == "move", step["target"].as_str());
    match key {
        Key::Routine(id) => !is_move && target == Some(s.routine_name(id)),
        Key::At(Place::At(id)) => {
            let at = if is_move { target } else { step["position"].as_str() };
            at == Some(s.position_name(id))
        }
        Key::Tool(Some(id)) => {
            let routine = target.filter(|_| !is_move).and_then(|name| s.routine_id(name));
            (!is_move && step["tool"].as_str() == Some(s.tool_name(id)))
                || routine.is_some_and(|routine| s.required_tool(routine) == Some(id))
        }
        _ => false,
    }
}

fn steps(ran: &Ran, filters: &[Filter], (s, clock): (&Snapshot, Clock<'_>)) -> Vec<(Uuid, Option<u32>)> {
    let plan: Value = serde_json::from_str(&ran.row.sequence_json).unwrap_or_default();
    let recorded = ran.past.iter().flat_map(|past| &past.steps).filter(|_| on_day(ran, filters, clock));
    let passes = |step: &&super::super::history::PastStep| {
        filters.iter().all(|filter| match filter.key {
            Key::Day(_) | Key::Last(_) => true,
            Key::Ended(Ended::Completed) => (step.state == StepState::Completed) != filter.is_not,
            Key::Ended(_) => (step.state == StepState::Error) != filter.is_not,
            key => is_of(&plan[step.number.saturating_sub(1) as usize], key, s) != filter.is_not,
        })
    };
    recorded.filter(passes).map(|step| (ran.row.run_id, Some(step.number))).collect()
}

fn words(filter: &Filter, s: &Snapshot, clock: Clock<'_>) -> String {
    let words = match filter.key {
        Key::Routine(id) => format!("routine {} done", s.routine_name(id)),
        Key::At(Place::At(id)) => format!("done at {}", s.position_name(id)),
        Key::Tool(Some(id)) => format!("done with tool {}", s.tool_name(id)),
        Key::Day(Day::Date(date)) => format!("begun on day {date} {}", clock.day_word(date).unwrap_or_default()),
        Key::Ended(Ended::Completed) => "completed".to_owned(),
        Key::Ended(Ended::Failed) => "failed".to_owned(),
        Key::Ended(Ended::Stopped) => "stopped".to_owned(),
        Key::Last(count) => format!("latest {count}"),
        _ => String::new(),
    };
    shown(&format!("{}{words}", if filter.is_not { "not " } else { "" })).into_owned()
}
