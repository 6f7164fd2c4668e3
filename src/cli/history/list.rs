//! `history list`: runs, the latest first.

use serde::Serialize;

use super::filter::{FilterArgs, runs};
use crate::{
    cli::{
        desk::DataArg,
        failure::{Outcome, Verdict},
        printer::{Printer, talk},
        table::table,
        when::Zone,
    },
    run::Became,
    store::{RunFilter, RunRow, RunStatus},
};

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct List {
    #[command(flatten)]
    data: DataArg,
    #[command(flatten)]
    filter: FilterArgs,
    /// With this status on record: pending, running, completed or failed
    #[arg(long, value_name = "STATUS", value_parser = status)]
    status: Option<RunStatus>,
    /// That ended so: completed, stopped (by the operator), not-started, interrupted or failed
    #[arg(long, value_name = "HOW", value_parser = became)]
    ended: Option<Became>,
    /// With this text in the sentence
    #[arg(long, value_name = "WORDS")]
    text: Option<String>,
    /// How many at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = super::at_least_one)]
    limit: usize,
    /// Only those before the run with this number
    #[arg(long, value_name = "NUMBER")]
    before: Option<i64>,
    /// Print JSON, a run a line
    #[arg(long)]
    json: bool,
}

fn status(word: &str) -> Result<RunStatus, String> {
    RunStatus::from_word(word).ok_or_else(|| "pending, running, completed or failed is wanted".to_owned())
}

fn became(word: &str) -> Result<Became, String> {
    match word {
        "completed" => Ok(Became::Completed),
        "stopped" => Ok(Became::Stopped),
        "not-started" => Ok(Became::NotStarted),
        "interrupted" => Ok(Became::Interrupted),
        "failed" => Ok(Became::Failed),
        _ => Err("completed, stopped, not-started, interrupted or failed is wanted".to_owned()),
    }
}

#[derive(Serialize)]
struct Line<'r> {
    #[serde(flatten)]
    row: &'r RunRow,
    ended: Became,
}

pub(super) fn list(args: &List, printer: &mut Printer) -> Outcome {
    let zone = Zone::here();
    let filter = args.filter.of_runs(&zone)?;
    let filter = RunFilter { status: args.status, text: args.text.clone(), before: args.before, ..filter };
    let found = runs(&args.data.read()?, filter, args.ended, args.limit)?;
    if args.json {
        for row in &found {
            printer.json(&Line { row, ended: Became::of(row) })?;
        }
    } else if found.is_empty() {
        talk("no runs");
    } else {
        let head = ["run", "id", "begun", "ended", "operator", "driver", "sentence"];
        printer.text(table(head, found.iter().map(|row| cells(row, &zone))))?;
    }
    Ok(Verdict::of(!found.is_empty()))
}

fn cells(row: &RunRow, zone: &Zone) -> [String; 7] {
    let partial = match row.partial_steps {
        0 => String::new(),
        steps => format!(", {steps} partial"),
    };
    [
        row.number.to_string(),
        row.run_id.to_string().split('-').next().unwrap_or_default().to_owned(),
        zone.words(row.started_at),
        format!("{}{partial}", Became::of(row)),
        row.operator.clone(),
        row.driver.clone(),
        row.operator_input.clone(),
    ]
}
