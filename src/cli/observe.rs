//! `observe …`: what was observed of a cell, as files.

use super::{failure::Outcome, printer::Printer};

mod diff;

const EXAMPLES: &str = "\
Examples:
  cellgraph observe diff before.json after.json
  cellgraph observe diff before.html after.html --declared cell.observe.yaml";

#[derive(Debug, clap::Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// Say what changed between two states of a controller, or two pages of its panel
    Diff(diff::Args),
}

pub(super) fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::Diff(args) => diff::run(args, printer),
    }
}
