//! `snapshot diff`: what changed between two snapshots, in words.

use std::path::PathBuf;

use serde::Serialize;

use super::findings::count;
use crate::{
    cli::{
        failure::{Outcome, Verdict},
        printer::Printer,
    },
    files,
    snapshot::diff::{Change, diff},
    verify::shown,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph snapshot diff yesterday.cellgraph cell.cellgraph
  cellgraph snapshot diff yesterday.cellgraph cell.cellgraph --json

Exits with 0 where the graphs are the same, with 1 where they differ.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The older snapshot
    old: PathBuf,
    /// The newer snapshot
    new: PathBuf,
    /// Print the changes as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Difference<'c> {
    same: bool,
    old_content_hash: String,
    new_content_hash: String,
    changes: Vec<Worded<'c>>,
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
    if args.json {
        printer.json(&Difference {
            same: changes.is_empty(),
            old_content_hash: old.content_hash_hex(),
            new_content_hash: new.content_hash_hex(),
            changes: changes.iter().map(|change| Worded { change, text: change.to_string() }).collect(),
        })?;
    } else if changes.is_empty() {
        printer.text("the graphs are the same")?;
    } else {
        for change in &changes {
            printer.text(shown(&change.to_string()))?;
        }
        printer.text(count(changes.len(), "change"))?;
    }
    Ok(Verdict::of(changes.is_empty()))
}
