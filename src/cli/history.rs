//! `history`: what was run; listed, shown, put into the order of time, exported, and checked against its journal.

use clap::Subcommand;

mod controller;
mod event;
mod filter;
mod list;
mod show;
mod timeline;

use super::{
    desk::{DataArg, store},
    failure::{Outcome, Verdict},
    printer::Printer,
};
use crate::store::CheckReport;

const EXAMPLES: &str = "\
Examples:
  cellgraph history list --day yesterday --ended failed
  cellgraph history list --at Pos_1 --tool Welder --operator Ada
  cellgraph history show last
  cellgraph history show 17
  cellgraph history timeline --day today
  cellgraph history check
  cellgraph history export > history.jsonl

A run is named by its number, by its id or the first characters of it, or by `last`. Times are those of this PC's zone \
and carry it; with --json they are UTC.

`timeline` shows runs, steps, corrections of the robot's state, layouts, bundles and keys, what was done at the page, sentences \
that came to no run, and what the controller said, from progress.jsonl in the robot's folder as far as that is still there.

`check` walks the journal's chain of hashes, rebuilds every row from it and compares: a changed, lost or added row is \
found, and it exits with 1.";

#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// List runs, the latest first
    List(list::List),
    /// Show one run with its steps
    Show(show::Show),
    /// Show what happened, in the order of time
    Timeline(timeline::Timeline),
    /// Prove that nothing was changed or lost
    Check(Plain),
    /// Write everything as JSON lines
    Export(Export),
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("a list of at most 0 runs shows nothing: 1 or more is wanted".to_owned()),
        Ok(limit) => Ok(limit),
        Err(_) => Err("a number from 1 on is wanted".to_owned()),
    }
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
        Command::List(args) => list::list(args, printer),
        Command::Show(args) => show::show(args, printer),
        Command::Timeline(args) => timeline::timeline(args, printer),
        Command::Check(args) => check(args, printer),
        Command::Export(args) => {
            args.data.read()?.export(printer.raw()).map_err(store)?;
            Ok(Verdict::Yes)
        }
    }
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
