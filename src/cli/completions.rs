//! Completion scripts, for every shell that clap knows.

use clap::CommandFactory;

use super::{
    Cli,
    failure::{Outcome, Verdict},
    printer::Printer,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph completions bash > /etc/bash_completion.d/cellgraph
  cellgraph completions zsh > \"${fpath[1]}/_cellgraph\"
  cellgraph completions fish > ~/.config/fish/completions/cellgraph.fish";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Which shell
    shell: clap_complete::Shell,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    // Into memory first: the generator panics where its writer fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "cellgraph", &mut script);
    printer.raw().write_all(&script)?;
    Ok(Verdict::Yes)
}
