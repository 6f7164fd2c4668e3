//! `history`: what was run; listed, filtered, shown, exported, and checked against its journal.

use clap::Subcommand;
use jiff::civil::Date;
use uuid::Uuid;

use super::{
    desk::{DataArg, store},
    failure::{Failure, Outcome, Verdict},
    printer::{Printer, talk},
    table::table,
};
use crate::run::is_simulation;
use crate::store::{CheckReport, RunDetail, RunFilter, RunRow, RunStatus};

const EXAMPLES: &str = "\
Examples:
  cellgraph history list --day 2026-11-22 --status failed
  cellgraph history show b0a9d5f2-6a53-4a6e-9a51-0c1f6f1f8f0e
  cellgraph history check
  cellgraph history export > history.jsonl

`check` walks the journal's chain of hashes, rebuilds every row from it and compares: a changed, lost or added row is \
found, and it exits with 1.";

#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// List runs, the latest first
    List(List),
    /// Show one run with its steps
    Show(Show),
    /// Prove that nothing was changed or lost
    Check(Plain),
    /// Write everything as JSON lines
    Export(Export),
}

#[derive(Debug, clap::Args)]
pub(super) struct List {
    #[command(flatten)]
    data: DataArg,
    /// Begun on this day, UTC
    #[arg(long, value_name = "YYYY-MM-DD")]
    day: Option<Date>,
    /// With this status: pending, running, completed or failed
    #[arg(long, value_name = "STATUS", value_parser = status)]
    status: Option<RunStatus>,
    /// With this text in the sentence
    #[arg(long, value_name = "WORDS")]
    text: Option<String>,
    /// How many at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one)]
    limit: usize,
    /// Only those before the run with this number
    #[arg(long, value_name = "NUMBER")]
    before: Option<i64>,
    /// Print JSON, a run a line
    #[arg(long)]
    json: bool,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("a list of at most 0 runs shows nothing: 1 or more is wanted".to_owned()),
        Ok(limit) => Ok(limit),
        Err(_) => Err("a number from 1 on is wanted".to_owned()),
    }
}

fn status(word: &str) -> Result<RunStatus, String> {
    RunStatus::from_word(word).ok_or_else(|| "pending, running, completed or failed is wanted".to_owned())
}

#[derive(Debug, clap::Args)]
pub(super) struct Show {
    /// The run's id
    run: Uuid,
    #[command(flatten)]
    data: DataArg,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Plain {
    #[command(flatten)]
    data: DataArg,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Export {
    #[command(flatten)]
    data: DataArg,
}

pub(super) fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::List(args) => list(args, printer),
        Command::Show(args) => show(args, printer),
        Command::Check(args) => check(args, printer),
        Command::Export(args) => {
            args.data.read()?.export(printer.raw()).map_err(store)?;
            Ok(Verdict::Yes)
        }
    }
}

fn list(args: &List, printer: &mut Printer) -> Outcome {
    let filter = RunFilter {
        day: args.day,
        status: args.status,
        text: args.text.clone(),
        before: args.before,
        offset: 0,
        limit: Some(args.limit),
    };
    let runs = args.data.read()?.runs(&filter).map_err(store)?;
    if args.json {
        for row in &runs {
            printer.json(row)?;
        }
    } else if runs.is_empty() {
        talk("no runs");
    } else {
        printer.text(table(["number", "run", "begun", "status", "sentence"], runs.iter().map(cells)))?;
    }
    Ok(Verdict::of(!runs.is_empty()))
}

fn cells(row: &RunRow) -> [String; 5] {
    [
        row.number.to_string(),
        row.run_id.to_string(),
        row.started_at.to_string(),
        status_words(row),
        row.operator_input.clone(),
    ]
}

/// How a run went, and what that is to be taken with.
fn status_words(row: &RunRow) -> String {
    let mut words = vec![row.status.word().to_owned()];
    words.extend(is_simulation(&row.driver).then(|| "simulated".to_owned()));
    words.extend((row.partial_steps > 0).then(|| format!("{} partial", row.partial_steps)));
    words.join(", ")
}

fn show(args: &Show, printer: &mut Printer) -> Outcome {
    let found = args.data.read()?.run(args.run).map_err(store)?;
    let Some(detail) = found else {
        return Err(
            Failure::input(format_args!("there is no run {}", args.run)).hint("`cellgraph history list` lists them")
        );
    };
    if args.json {
        printer.json(&detail)?
    } else {
        words(&detail, printer)?
    }
    Ok(Verdict::Yes)
}

fn words(detail: &RunDetail, printer: &mut Printer) -> Result<(), Failure> {
    let (row, record) = (&detail.row, &detail.record);
    printer.text(format_args!("run:       {} (number {})", row.run_id, row.number))?;
    printer.text(format_args!("sentence:  {}", row.operator_input))?;
    printer.text(format_args!("status:    {}", row.status.word()))?;
    if let Some(failure) = &detail.failure {
        printer.text(format_args!("reason:    {failure}"))?;
    }
    let ended = row.finished_at.map_or_else(|| "not ended".to_owned(), |at| at.to_string());
    printer.text(format_args!("time:      {} to {ended}", row.started_at))?;
    printer.text(format_args!("start:     {} with {}", record.start_position, record.start_tool))?;
    if let Some(run) = &record.corrects {
        printer.text(format_args!("corrects:  run {run}"))?;
    }
    printer.text(format_args!("operator:  {}", record.operator))?;
    printer.text(format_args!("driver:    {}", record.driver))?;
    printer.text(format_args!("snapshot:  {}", record.snapshot_hash))?;
    printer.text(format_args!("approval:  {}", record.approval_hash))?;
    for warning in &record.warnings {
        printer.text(format_args!("warning:   {warning}"))?;
    }
    for step in &detail.steps {
        if let Some(warning) = step.warning() {
            printer.text(format_args!("partial:   step {}: {warning}", step.number))?;
        }
    }
    let steps = detail.steps.iter().map(|step| {
        [
            step.number.to_string(),
            step.action.word().to_owned(),
            step.position.clone(),
            step.state.word().to_owned(),
            step.error.clone().unwrap_or_default(),
        ]
    });
    printer.text(table(["step", "action", "position", "state", "error"], steps))
}

fn check(args: &Plain, printer: &mut Printer) -> Outcome {
    let report = args.data.read()?.check().map_err(store)?;
    if args.json {
        printer.json(&report)?
    } else {
        printer.text(report_words(&report))?
    }
    Ok(Verdict::of(report.is_sound()))
}

fn report_words(report: &CheckReport) -> String {
    let counted = format!("{} journal entries, {} runs, {} steps", report.entries, report.runs, report.steps);
    if report.is_sound() {
        let head = report.head.as_ref().map(|head| format!("; head {} at {}", head.hash, head.seq)).unwrap_or_default();
        return format!("sound: {counted}{head}");
    }
    let mut lines = vec![format!("NOT sound: {counted}")];
    lines.extend(report.problems.iter().map(|problem| format!("  {problem}")));
    if report.more_problems > 0 {
        lines.push(format!("  and {} more", report.more_problems));
    }
    lines.join("\n")
}
