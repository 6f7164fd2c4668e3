//! `robot`: what concerns a controller by itself.

use clap::Subcommand;

use super::{failure::Outcome, printer::Printer};

mod beside;
mod test;

const EXAMPLES: &str = "\
Examples:
  cellgraph robot test /srv/controller --snapshot cell.cellgraph
  cellgraph robot test /srv/controller --snapshot cell.cellgraph --to Safe_Pos_1 --json
  cellgraph robot test /srv/controller --snapshot cell.cellgraph --approve 0e739b5c749f600d";

#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// Play the other side of a controller step by step, and say what it did wrong
    Test(test::Args),
}

pub(super) fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::Test(args) => test::run(args, printer),
    }
}
