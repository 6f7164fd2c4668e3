//! `metrics`: how good the looks at readings are, from the history; and which threshold the data would move.

use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::{
    desk::{DataArg, store},
    failure::{Failure, Outcome, Verdict},
    printer::{Printer, talk},
    table::{facts, table},
};
use crate::{
    files::{self, Words},
    metrics::{Direction, Figures, Sentence, Suggestion, Unreadable, exposition, figures, plots, sentences, suggest},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph metrics
  cellgraph metrics --plot charts --prometheus /var/lib/node_exporter/cellgraph.prom
  cellgraph metrics suggest --json

Caught is a reading that did not pass; missed is one that passed, and the operator then said no or something else, or neither its run \
nor a correction of it was completed. A refusal counts as wrong where the same was done within an hour. Exits with 1 where no sentence was looked over.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    what: What,
    /// Draw charts into this folder, as SVG
    #[arg(long, value_name = "FOLDER")]
    plot: Option<PathBuf>,
    /// Write the figures for a Prometheus node exporter, which reads files that end in .prom
    #[arg(long, value_name = "FILE.prom")]
    prometheus: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say which threshold the data would move, and in which direction; nothing is changed
    Suggest(What),
}

#[derive(Debug, clap::Args)]
struct What {
    #[command(flatten)]
    data: DataArg,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let what = match &args.command {
        Some(Command::Suggest(what)) => what,
        None => &args.what,
    };
    let history = what.data.read()?;
    if let Some(first) = history.check().map_err(store)?.problems.first() {
        return Err(Failure::input(format_args!(
            "the history is not what was written, so nothing is counted: {first}"
        ))
        .hint("`cellgraph history check` says what was changed"));
    }
    let found = sentences(&history).map_err(|error| match error {
        Unreadable::Store(error) => store(error),
        error @ Unreadable::Row { .. } => Failure::input(error),
    })?;
    if found.is_empty() {
        talk("no sentence was looked over yet");
        return Ok(Verdict::No);
    }
    if args.command.is_some() {
        let suggestion = suggest(&found);
        if what.json {
            printer.json(&suggestion)?
        } else {
            suggested(&suggestion, printer)?
        }
        return Ok(Verdict::Yes);
    }
    let figures = figures(&found);
    write_files(args, &figures, &found)?;
    if what.json {
        printer.json(&figures)?
    } else {
        show(&figures, printer)?
    }
    Ok(Verdict::Yes)
}

fn write_files(args: &Args, figures: &Figures, found: &[Sentence]) -> Result<(), Failure> {
    let write =
        |path: &Path, text: &str| files::write_whole(path, |out| out.write_all(text.as_bytes())).map_err(Failure::from);
    if let Some(path) = &args.prometheus {
        // Another file is not replaced by a slip of the hand.
        if path.extension().is_none_or(|extension| extension != "prom") {
            return Err(Failure::input(format_args!(
                "{}: a node exporter reads files that end in .prom",
                path.display()
            )));
        }
        write(path, &exposition(figures).map_err(Failure::internal)?)?;
    }
    let Some(folder) = &args.plot else { return Ok(()) };
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::internal(format_args!("{} cannot be made: {}", folder.display(), Words(&error))))?;
    for (name, svg) in plots(figures, found).map_err(Failure::internal)? {
        write(&folder.join(name), &svg)?;
    }
    Ok(())
}

fn show(figures: &Figures, printer: &mut Printer) -> Result<(), Failure> {
    let names = ["catch rate", "false positives", "retries that passed", "score and success"];
    let rows =
        names.into_iter().zip(figures.to_reach()).map(|(name, (value, to_reach))| [name.to_owned(), value, to_reach]);
    printer.text(table(["figure", "value", "to reach"], rows))?;
    let rows = figures.by_complexity.iter().map(|(complexity, of)| {
        let verdicts = of.verdicts;
        [
            complexity.to_lowercase(),
            verdicts.pass.to_string(),
            verdicts.retry.to_string(),
            verdicts.fail.to_string(),
            of.mean_words(),
        ]
    });
    printer.text(table(["complexity", "passed", "again", "failed", "mean score"], rows))?;
    if !figures.retry_success_by_issue.is_empty() {
        let rows = figures.retry_success_by_issue.iter().map(|(issue, of)| [issue.clone(), of.words()]);
        printer.text(table(["retry after", "passed"], rows))?;
    }
    let seconds = |us: u64| format!("{:.3} s", us as f64 / 1e6);
    printer.text(facts([
        ("sentences", figures.sentences.to_string()),
        ("looks", figures.looks.to_string()),
        ("time of all looks", seconds(figures.verification_us)),
        ("time of all runs", seconds(figures.execution_us)),
    ]))?;
    figures.alerts.iter().try_for_each(|alert| printer.text(format_args!("alert, {}", alert.words())))
}

fn suggested(suggestion: &Suggestion, printer: &mut Printer) -> Result<(), Failure> {
    let pass = f64::from(suggestion.pass) / 100.0;
    let words = match suggestion.direction {
        Direction::Unknown => "too little is known",
        Direction::Stay => "leave it",
        Direction::Raise => "raise it",
        Direction::Lower => "lower it",
        Direction::Neither => "no threshold mends this",
    };
    printer.text(format_args!("PASS from {pass:.2} on: {words} ({})", suggestion.reason))?;
    if let Some(best) = suggestion.best {
        let best = f64::from(best) / 100.0;
        printer.text(format_args!("Most sentences would have been judged rightly with {best:.2}."))?;
    }
    if suggestion.recalibrate {
        printer.text(
            "The score says too little about success: its weights, or its table of scores, are to be made anew.",
        )?;
    }
    let rows = suggestion.options.iter().map(|of| {
        let time = format!("{} µs", of.mean_us);
        let (caught, refused) = (of.catch_rate.words(), of.false_positive_rate.words_of_what_is_to_stay_low());
        [of.option.word().to_owned(), of.looks.to_string(), caught, refused, time]
    });
    printer.text(table(["verified by", "looks", "catch rate", "false positives", "mean time"], rows))?;
    printer.text("Nothing was changed.")
}
