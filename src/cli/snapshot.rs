//! `snapshot …`: what is done with snapshots as files.

use super::{failure::Outcome, printer::Printer};

mod build;
mod check;
mod diff;
mod facts;
mod findings;
mod generate;
mod progress;
mod show;
mod source;

const EXAMPLES: &str = "\
Examples:
  cellgraph snapshot build --from cell.apoc.jsonl -o cell.cellgraph
  cellgraph snapshot check cell.cellgraph
  cellgraph snapshot show cell.cellgraph --svg cell.svg
  cellgraph snapshot diff yesterday.cellgraph cell.cellgraph
  cellgraph snapshot generate --positions 1000 -o cell.apoc.jsonl";

#[derive(Debug, clap::Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// Build a snapshot from an export or a live Neo4j
    Build(build::Args),
    /// Lint a snapshot and prove it again
    Check(check::Args),
    /// Summarise a snapshot, and draw it
    Show(show::Args),
    /// Say what changed between two snapshots
    Diff(diff::Args),
    /// Make up a cell of any size, to try things out
    Generate(generate::Args),
}

pub(super) fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::Build(args) => build::run(args, printer),
        Command::Check(args) => check::run(args, printer),
        Command::Show(args) => show::run(args, printer),
        Command::Diff(args) => diff::run(args, printer),
        Command::Generate(args) => generate::run(args, printer),
    }
}
