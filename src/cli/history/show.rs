//! `history show`: one run, what was understood, how it ended and why, and every step of its plan.

use serde::Serialize;

use super::filter::RunName;
use crate::{
    cli::{
        desk::{DataArg, store},
        failure::{Failure, Outcome, Verdict},
        printer::Printer,
        table::table,
        when::{Zone, after},
    },
    plan::{Intent, Plan},
    run::Became,
    store::{HandedOver, RunDetail, StepRow, StepState},
};

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Show {
    /// The run: its number, its id or the first characters of it, or `last`
    run: RunName,
    #[command(flatten)]
    data: DataArg,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'d> {
    #[serde(flatten)]
    detail: &'d RunDetail,
    ended: Became,
    understood: Option<String>,
}

pub(super) fn show(args: &Show, printer: &mut Printer) -> Outcome {
    let reader = args.data.read()?;
    let id = args.run.find(&reader)?;
    let detail = reader.run(id).map_err(store)?;
    let detail = detail.ok_or_else(|| Failure::input(format_args!("there is no run {id}")))?;
    if args.json {
        let (ended, understood) = (Became::of(&detail.row), understood(&detail));
        printer.json(&Document { detail: &detail, ended, understood })?;
    } else {
        words(&detail, &Zone::here(), printer)?;
    }
    Ok(Verdict::Yes)
}

fn words(detail: &RunDetail, zone: &Zone, printer: &mut Printer) -> Result<(), Failure> {
    let (row, record) = (&detail.row, &detail.record);
    let mut facts = vec![("run", format!("{} ({})", row.number, row.run_id)), ("sentence", row.operator_input.clone())];
    facts.extend(understood(detail).map(|words| ("understood", words)));
    facts.push(("ended", how_ended(detail)));
    facts.push(("time", format!("{}{}", zone.words(row.started_at), until(detail, zone))));
    facts.push(("start", format!("{} with {}", record.start_position, record.start_tool)));
    facts.extend(record.corrects.iter().map(|run| ("corrects", format!("run {run}"))));
    facts.push(("operator", record.operator.clone()));
    facts.push(("driver", record.driver.clone()));
    facts.extend(record.handed_over().map(|place| match place {
        HandedOver::Folder(folder) => ("folder", folder.to_owned()),
        HandedOver::Endpoint(endpoint) => ("endpoint", endpoint.to_owned()),
    }));
    facts.push(("snapshot", record.snapshot_hash.clone()));
    facts.push(("approval", record.approval_hash.clone()));
    facts.extend(record.warnings.iter().map(|warning| ("warning", warning.clone())));
    let partial = detail.steps.iter().filter_map(|step| Some((step.number, step.warning()?)));
    facts.extend(partial.map(|(number, warning)| ("partial", format!("step {number}: {warning}"))));
    for (name, value) in facts {
        printer.text(format_args!("{:<12} {value}", format!("{name}:")))?;
    }
    printer.text(table(["step", "begun", "what", "state", "why"], steps(detail, zone)))
}

/// What was understood, and who read it: from the intent and the reading on record.
pub(super) fn understood(detail: &RunDetail) -> Option<String> {
    let intent: Intent = serde_json::from_str(detail.record.intent_json.as_deref()?).ok()?;
    let reading = detail.record.reading_json.as_deref();
    let reading: Option<serde_json::Value> = reading.and_then(|reading| serde_json::from_str(reading).ok());
    let by = reading.as_ref().and_then(|reading| reading.get("by")?.as_str());
    Some(by.map_or_else(|| intent.to_string(), |by| format!("{intent} (by {by})")))
}

/// How a run ended, and why.
pub(super) fn how_ended(detail: &RunDetail) -> String {
    let became = Became::of(&detail.row).to_string();
    match detail.row.failure.as_deref() {
        None => became,
        // The reason says it, with the step.
        Some(reason) if reason.starts_with(&became) => reason.to_owned(),
        Some(reason) => format!("{became}: {reason}"),
    }
}

fn until(detail: &RunDetail, zone: &Zone) -> String {
    let row = &detail.row;
    row.finished_at.map(|at| format!(" to {},{}", zone.words(at), after(row.started_at, Some(at)))).unwrap_or_default()
}

/// What the steps of a plan do, by their places; none where the plan cannot be read.
pub(super) fn step_words(detail: &RunDetail) -> Vec<String> {
    let plan: Result<Plan<'_>, _> = serde_json::from_str(&detail.row.sequence_json);
    plan.map(|plan| plan.steps.iter().map(|step| step.words()).collect()).unwrap_or_default()
}

/// Every step that was begun, and every one of the plan that was not.
fn steps(detail: &RunDetail, zone: &Zone) -> Vec<[String; 5]> {
    let planned = step_words(detail);
    let mut rows: Vec<[String; 5]> = detail.steps.iter().map(|step| begun(step, &planned, zone)).collect();
    let rest = planned.iter().enumerate().skip(rows.len());
    rows.extend(rest.map(|(place, what)| {
        [(place + 1).to_string(), String::new(), what.clone(), "not begun".to_owned(), String::new()]
    }));
    rows
}

fn begun(step: &StepRow, planned: &[String], zone: &Zone) -> [String; 5] {
    [
        step.number.to_string(),
        zone.words(step.started_at),
        what(step, planned),
        format!("{}{}", state(step), after(step.started_at, step.finished_at)),
        step.error.clone().unwrap_or_default(),
    ]
}

/// What a step does.
pub(super) fn what(step: &StepRow, planned: &[String]) -> String {
    let place = usize::try_from(step.number).ok().and_then(|number| number.checked_sub(1));
    let planned = place.and_then(|place| planned.get(place)).cloned();
    planned.unwrap_or_else(|| format!("{} at {}", step.action.word(), step.position))
}

/// How far a step came.
pub(super) const fn state(step: &StepRow) -> &'static str {
    match step.state {
        StepState::Pending => "pending",
        StepState::Running => "begun, without an end on record",
        StepState::Completed => "completed",
        StepState::Error => "failed",
    }
}
