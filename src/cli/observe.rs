//! `observe …`: what was observed of a cell, as files.

use std::path::Path;

use super::{
    failure::{Failure, Outcome},
    input,
    printer::Printer,
};
use crate::{observe::Declared, snapshot::Snapshot};

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

/// A file of what an engineer declared about a controller; with a cell, held against what the cell has.
pub(super) fn declared(path: &Path, cell: Option<&Snapshot>) -> Result<Declared, Failure> {
    let (text, name) = input::document(path)?;
    let read = Declared::read(&text).and_then(|declared| match cell {
        Some(snapshot) => declared.for_cell(&snapshot.draft()),
        None => Ok(declared),
    });
    read.map_err(|error| {
        Failure::input(format_args!("{name} declares nothing usable: {error}"))
            .hint("it may have `ticking`, `where_only`, `checks` and `routines`")
    })
}
