//! `model`: how fast a model reads on this machine, and whether another number format of it reads faster.

use std::{num::NonZeroU32, path::PathBuf, sync::Arc, time::Duration};

use clap::{Subcommand, ValueEnum};

use super::{
    SnapshotArg,
    failure::{Failure, Outcome, Verdict},
    input,
    printer::{Printer, talk},
    table::table,
};
use crate::{
    cell::{PositionId, RoutineId},
    files::Words,
    language::llama::{DEFAULT_THREADS, Files, Format, MeasureError, Speed, measure, requantise},
    snapshot::Snapshot,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph model measure models/model.gguf --snapshot cell.cellgraph
  cellgraph model prepare models/model.gguf -o models/prepared.gguf --snapshot cell.cellgraph

`measure` reads sentences about the cell, with the machine as it is and with a busy neighbour on every core. `prepare` \
writes the model in another number format, and keeps it if it reads faster here: use it with --model then. Q8_0 loses \
nothing of a model with 4 bits a weight; Q4_0 does, and is tried only when it is named.";

#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// Measure how fast a model reads, quiet and with busy neighbours
    Measure(Measure),
    /// Write a model in the number format that reads fastest here
    Prepare(Prepare),
}

#[derive(Debug, clap::Args)]
pub(super) struct Measure {
    /// A GGUF model
    model: PathBuf,
    #[command(flatten)]
    how: How,
}

#[derive(Debug, clap::Args)]
struct How {
    #[command(flatten)]
    snapshot: SnapshotArg,
    /// A LoRA adapter for the model
    #[arg(long, value_name = "FILE")]
    adapter: Option<PathBuf>,
    /// Threads that the model decodes with
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroU32>,
    /// How often each sentence is read
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    #[value(name = "q8_0")]
    Q8_0,
    #[value(name = "q4_0")]
    Q4_0,
}

#[derive(Debug, clap::Args)]
pub(super) struct Prepare {
    /// A GGUF model
    model: PathBuf,
    /// Where the prepared one goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The format to try
    #[arg(long, value_enum, default_value = "q8_0")]
    to: To,
    #[command(flatten)]
    how: How,
}

pub(super) fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::Measure(args) => {
            let speed = args.how.speed(args.model.clone())?;
            printer.text(speeds([(args.model.display().to_string(), speed)]))?;
            Ok(Verdict::Yes)
        }
        Command::Prepare(args) => prepare(args, printer),
    }
}

impl How {
    fn speed(&self, model: PathBuf) -> Result<Speed, Failure> {
        let snapshot = Arc::new(input::load(&self.snapshot)?);
        let sentences = sentences(&snapshot);
        let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
        let threads = self.threads.unwrap_or(DEFAULT_THREADS);
        let files = Files { model, adapter: self.adapter.clone(), cache: None, threads };
        measure(files, snapshot, &sentences, self.rounds.max(1)).map_err(|error| match error {
            MeasureError::Start(error) => Failure::input(error),
            MeasureError::Read(error) => Failure::internal(error),
        })
    }
}

/// Simple commands in this cell's names.
pub(super) fn sentences(snapshot: &Snapshot) -> Vec<String> {
    let place = snapshot.position_name(PositionId(0));
    let mut out = vec![format!("go to {place}"), "where is the robot?".to_owned()];
    if snapshot.routine_count() > 0 {
        out.push(format!("{} at {place}", snapshot.routine_name(RoutineId(0))));
    }
    out
}

fn prepare(args: &Prepare, printer: &mut Printer) -> Outcome {
    let same = |a: &PathBuf, b: &PathBuf| a.canonicalize().ok().is_some_and(|a| Some(a) == b.canonicalize().ok());
    if same(&args.model, &args.output) {
        return Err(Failure::input("the model cannot be prepared in its own place").hint("name another file with -o"));
    }
    let format = if args.to == To::Q8_0 { Format::Q8_0 } else { Format::Q4_0 };
    let before = args.how.speed(args.model.clone())?;
    talk(format_args!("writing {} as {}", args.output.display(), format.word()));
    let folder = args.output.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(".".into(), PathBuf::from);
    let unfinished = tempfile::Builder::new()
        .prefix(".cellgraph-")
        .suffix(".gguf")
        .tempfile_in(folder)
        .map_err(|error| Failure::internal(format_args!("{}: {}", args.output.display(), Words(&error))))?;
    requantise(&args.model, unfinished.path(), format).map_err(Failure::input)?;
    let after = args.how.speed(unfinished.path().to_owned())?;
    let rows = [(args.model.display().to_string(), before), (format!("the same as {}", format.word()), after)];
    printer.text(speeds(rows))?;
    if after.quiet >= before.quiet {
        printer.text("The model as it is reads faster here: nothing was written.")?;
        return Ok(Verdict::No);
    }
    unfinished
        .persist(&args.output)
        .map_err(|error| Failure::internal(format_args!("{}: {}", args.output.display(), Words(&error.error))))?;
    printer.text(format_args!("Written: use it with --model {}", args.output.display()))?;
    Ok(Verdict::Yes)
}

fn speeds(rows: impl IntoIterator<Item = (String, Speed)>) -> String {
    let ms = |time: Duration| format!("{:.0} ms", time.as_secs_f64() * 1e3);
    let rows = rows.into_iter().map(|(name, speed)| {
        let ratio = speed.busy.as_secs_f64() / speed.quiet.as_secs_f64().max(1e-9);
        [name, ms(speed.quiet), ms(speed.busy), format!("{ratio:.2}")]
    });
    table(["model", "median", "median, a busy neighbour on every core", "ratio"], rows)
}
