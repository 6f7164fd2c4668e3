//! `observe …`: what was observed of a cell, as files.

use std::path::Path;

use super::{
    failure::{Failure, Outcome},
    printer::Printer,
};
use crate::{
    files,
    observe::{Declared, DeclaredError},
    snapshot::Snapshot,
};

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

/// A file of what an engineer declared about a controller.
pub(super) fn declared(path: &Path) -> Result<Declared, Failure> {
    let text = files::read_document_file(path)?;
    Declared::read(&text).map_err(|error| unusable(&path.display().to_string(), &error))
}

/// The same, held against what the cell has.
pub(super) fn for_cell(declared: Declared, cell: &Snapshot, path: &Path) -> Result<Declared, Failure> {
    declared.for_cell(&cell.draft()).map_err(|error| unusable(&path.display().to_string(), &error))
}

fn unusable(name: &str, error: &DeclaredError) -> Failure {
    Failure::input(format_args!("{name} declares nothing usable: {error}"))
        .hint("it may have `ticking`, `harmless_alarms`, `where_only`, `checks`, `routines` and `panel`")
}
