//! `doctor`: whether this PC is fit to stand before a robot, and what to do where it is not.
//!
//! In: the folders and files that the other commands take. Out: findings, each with a verdict. All is left as it was: the small file
//! that a disk is measured with is removed again.

use std::path::PathBuf;

use serde::Serialize;

use super::{
    desk::{DataArg, LayoutArg},
    failure::{Outcome, Verdict},
    printer::Printer,
    readers::ModelArgs,
};
use crate::{review::wrapped, store::Store};

mod cell;
mod folder;
mod machine;
#[cfg(feature = "llama")]
mod model_files;

const EXAMPLES: &str = "\
Examples:
  cellgraph doctor --snapshot cell.cellgraph --robot /mnt/robot
  cellgraph doctor --data cellgraph-data --json

Each line has a verdict: ok; note, for what may be so, but should be known; mend, for what must not stay so. A time is never \
more than a note, because other programs may be busy.

Exit status: 0 where nothing is to be mended, 1 otherwise.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    layout: LayoutArg,
    #[command(flatten)]
    data: DataArg,
    /// The folder shared with the controller
    #[arg(long, value_name = "FOLDER")]
    robot: Option<PathBuf>,
    #[command(flatten)]
    model: ModelArgs,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// How good it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Level {
    /// As it should be.
    Ok,
    /// May be so, and should be known.
    Note,
    /// Must not stay so.
    Mend,
}

/// One thing that was looked at.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Finding {
    part: &'static str,
    verdict: Level,
    found: String,
    /// What to do about it.
    #[serde(rename = "do")]
    todo: Option<String>,
}

impl Finding {
    fn ok(part: &'static str, found: impl ToString) -> Self {
        Self { part, verdict: Level::Ok, found: found.to_string(), todo: None }
    }

    fn note(part: &'static str, found: impl ToString, todo: impl ToString) -> Self {
        Self { part, verdict: Level::Note, found: found.to_string(), todo: Some(todo.to_string()) }
    }

    fn mend(part: &'static str, found: impl ToString, todo: impl ToString) -> Self {
        Self { verdict: Level::Mend, ..Self::note(part, found, todo) }
    }
}

#[derive(Serialize)]
struct Document<'f> {
    fit: bool,
    findings: &'f [Finding],
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let (layout, snapshot, signed) = cell::layout(args);
    let history = Store::read_only(args.data.folder());
    let mut findings = vec![machine::processor(), machine::memory(), machine::clock(&history)];
    findings.extend(folder::data(args.data.folder()));
    findings.extend(args.robot.iter().flat_map(|path| folder::robot(path)));
    findings.extend(layout);
    findings.extend(cell::history(&history, snapshot.as_deref(), signed));
    #[cfg(feature = "llama")]
    findings.extend(model_files::found(args));
    findings.push(cell::model(args, snapshot.as_ref()));
    let fit = findings.iter().all(|finding| finding.verdict != Level::Mend);
    if args.json {
        printer.json(&Document { fit, findings: &findings })?;
    } else {
        findings.iter().try_for_each(|finding| printer.text(words(finding)))?;
        printer.text(summary(&findings))?;
    }
    Ok(Verdict::of(fit))
}

/// A finding as lines, folded so that the column of parts stays free.
fn words(finding: &Finding) -> String {
    const COLUMNS: usize = 80;
    const INDENT: usize = 20;
    let verdict = match finding.verdict {
        Level::Ok => "ok",
        Level::Note => "note",
        Level::Mend => "mend",
    };
    let todo = finding.todo.iter().map(|todo| format!("Do: {todo}."));
    let said = std::iter::once(format!("{}.", finding.found)).chain(todo);
    let folded: Vec<String> =
        said.flat_map(|text| wrapped(&text, COLUMNS - INDENT).lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let head = format!("{verdict:<6}{:<14}", finding.part);
    let lines = folded.iter().enumerate().map(|(at, line)| match at {
        0 => format!("{head}{line}"),
        _ => format!("{:INDENT$}{line}", ""),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn summary(findings: &[Finding]) -> String {
    let count = |level| findings.iter().filter(|finding| finding.verdict == level).count();
    match (count(Level::Mend), count(Level::Note)) {
        (0, 0) => "This PC is fit.".to_owned(),
        (0, notes) => format!("This PC is fit. Notes: {notes}."),
        (mend, notes) => format!("This PC is not fit. To be mended: {mend}. Notes: {notes}."),
    }
}
