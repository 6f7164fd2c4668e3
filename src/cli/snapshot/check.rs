//! `snapshot check`: the lints and the proof again, from the graph in the file.

use std::path::PathBuf;

use serde::Serialize;

use super::findings;
use crate::{
    cli::{
        failure::{Outcome, Verdict},
        printer::{Printer, talk},
    },
    files,
    snapshot::check::{self, Finding, Findings},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph snapshot check cell.cellgraph
  cellgraph snapshot check cell.cellgraph --json

Errors that the build did not allow exit with 1. An error of the proof comes with the plan that leads there.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The snapshot file
    file: PathBuf,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Checked<'c> {
    content_hash: String,
    allowed: &'c [String],
    refused: Vec<&'c Finding>,
    #[serde(flatten)]
    findings: &'c Findings,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let snapshot = files::read_snapshot(&args.file)?;
    let findings = check::check(&snapshot.draft());
    let allowed = &snapshot.provenance().allowed;
    let refused: Vec<&Finding> = findings.refusals(allowed).collect();
    let verdict = Verdict::of(refused.is_empty());
    if args.json {
        printer.json(&Checked { content_hash: snapshot.content_hash_hex(), allowed, refused, findings: &findings })?;
    } else {
        printer.text(findings::words(&findings))?;
        if !allowed.is_empty() {
            printer.text(format_args!("allowed when it was built: {}", allowed.join(", ")))?;
        }
    }
    if findings != *snapshot.findings() {
        talk("the findings stored in the snapshot are others: it was built by another version of the check");
    }
    Ok(verdict)
}
