//! `snapshot generate`: a seeded cell of any size, as an export or as Cypher.

use std::{
    io::{BufWriter, Write},
    path::PathBuf,
};

use crate::{
    cli::{
        failure::{Failure, Outcome, Verdict},
        printer::Printer,
    },
    files, generate,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph snapshot generate --positions 1000 -o cell.apoc.jsonl
  cellgraph snapshot generate --positions 100000 --tools 16 --seed 7 --costs -o large.apoc.jsonl
  cellgraph snapshot generate --positions 50 --format cypher | cypher-shell

The same options give the same bytes on every machine.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// How many positions
    #[arg(long, value_name = "N")]
    positions: u32,
    /// Another seed gives another cell
    #[arg(long, value_name = "S", default_value_t = generate::Options::default().seed)]
    seed: u64,
    /// How many tools, each on its stand
    #[arg(long, value_name = "K", default_value_t = generate::Options::default().tools)]
    tools: u32,
    /// Give every move a cost
    #[arg(long)]
    costs: bool,
    /// What is written
    #[arg(long, value_enum, default_value = "apoc")]
    format: Format,
    /// Where it is written; standard output where it is not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The JSON lines of apoc.export.json.all
    Apoc,
    /// Statements for an empty database
    Cypher,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let &Args { positions, seed, tools, costs, format, .. } = args;
    let options = generate::Options { positions, tools, seed, costs };
    options.check().map_err(Failure::input)?;
    let write = |out: &mut dyn Write| match format {
        Format::Apoc => generate::apoc(&options, out),
        Format::Cypher => generate::cypher(&options, out),
    };
    match &args.output {
        None => write(printer.raw())?,
        Some(path) => files::write_whole(path, |file| {
            let mut out = BufWriter::new(file);
            write(&mut out)?;
            out.flush()
        })?,
    }
    Ok(Verdict::Yes)
}
