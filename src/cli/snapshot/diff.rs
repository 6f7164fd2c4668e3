//! `snapshot diff`: what changed between two snapshots, in words, and which plans of the past the newer one would refuse.

use std::path::PathBuf;

use serde::Serialize;

use super::findings::count;
use crate::{
    cli::{
        desk::store,
        failure::{Failure, Outcome, Verdict},
        printer::Printer,
    },
    files,
    snapshot::diff::{Change, diff},
    store::Store,
    verify::shown,
    workflow::{Past, RefusedPlan, refused_plans},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph snapshot diff yesterday.cellgraph cell.cellgraph
  cellgraph snapshot diff yesterday.cellgraph cell.cellgraph --json
  cellgraph snapshot diff yesterday.cellgraph cell.cellgraph --history cellgraph-data

With --history, every plan that was ever run is verified against the newer snapshot, from where it started then; those \
that it refuses are listed with the reasons, the latest first. No robot and no lock is needed for it.

Exits with 0 where the graphs are the same and no plan is refused, with 1 otherwise.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The older snapshot
    old: PathBuf,
    /// The newer snapshot
    new: PathBuf,
    /// List the plans in this history that the newer snapshot would refuse, and why
    #[arg(long, value_name = "FOLDER|history.db")]
    history: Option<PathBuf>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Difference<'c> {
    same: bool,
    old_content_hash: String,
    new_content_hash: String,
    changes: Vec<Worded<'c>>,
    #[serde(flatten)]
    past: Option<PastPlans<'c>>,
}

#[derive(Serialize)]
struct PastPlans<'c> {
    past_runs: usize,
    refused_plans: &'c [RefusedPlan],
}

#[derive(Serialize)]
struct Worded<'c> {
    #[serde(flatten)]
    change: &'c Change,
    text: String,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let (old, new) = (files::read_snapshot(&args.old)?, files::read_snapshot(&args.new)?);
    let changes = diff(&old.draft(), &new.draft());
    let past = match &args.history {
        None => None,
        Some(path) => {
            let history = Store::read_history(path).map_err(store)?;
            Some(refused_plans(&new, &history).map_err(store)?)
        }
    };
    if args.json {
        printer.json(&Difference {
            same: changes.is_empty(),
            old_content_hash: old.content_hash_hex(),
            new_content_hash: new.content_hash_hex(),
            changes: changes.iter().map(|change| Worded { change, text: change.to_string() }).collect(),
            past: past.as_ref().map(|past| PastPlans { past_runs: past.runs, refused_plans: &past.refused }),
        })?;
    } else {
        words(&changes, past.as_ref(), printer)?;
    }
    Ok(Verdict::of(changes.is_empty() && past.is_none_or(|past| past.refused.is_empty())))
}

fn words(changes: &[Change], past: Option<&Past>, printer: &mut Printer) -> Result<(), Failure> {
    for change in changes {
        printer.text(shown(&change.to_string()))?;
    }
    match changes.len() {
        0 => printer.text("the graphs are the same")?,
        changes => printer.text(count(changes, "change"))?,
    }
    let Some(past) = past else { return Ok(()) };
    for plan in &past.refused {
        printer.text(format_args!("refused: '{}' (run {})", shown(&plan.operator_input), plan.run_id))?;
        for reason in &plan.reasons {
            printer.text(format_args!("  {}", shown(reason)))?;
        }
    }
    printer.text(format_args!("{} of {} refused", past.refused.len(), count(past.runs, "past plan")))
}
