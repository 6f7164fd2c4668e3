//! `verify`: a plan and a state in, the verdict out; one, or a batch of lines. A valid plan can go on to `actions.yaml`.

use std::{
    num::NonZero,
    path::{Path, PathBuf},
    thread::available_parallelism,
};

use uuid::Uuid;

use super::{
    SnapshotArg, batch,
    failure::{Failure, Outcome, Verdict},
    input::{self, StateArgs},
    printer::{Printer, talk},
    table::table,
    timings::Timings,
};
use crate::{
    cell::NO_TOOL,
    files,
    plan::Plan,
    run,
    snapshot::Snapshot,
    verify::{self, Report, State, VerifiedPlan},
    yaml,
};

mod lines;

use lines::BatchVerifier;

/// More threads than that would wait for the one that reads.
const THREADS_MAX: usize = 64;

const EXAMPLES: &str = "\
Examples:
  cellgraph verify plan.json --snapshot cell.cellgraph --position Home --tool none
  cellgraph verify plan.json --snapshot cell.cellgraph --position Home --tool none --yaml a.yaml
  cellgraph verify a.yaml --snapshot cell.cellgraph --position Home --tool none --json
  cellgraph verify --batch plans.jsonl --snapshot cell.cellgraph > verdicts.jsonl

A plan is a JSON list of steps, an actions.json, or YAML as --yaml writes it where the file's name ends in .yaml or \
.yml. An invalid plan exits with 1.

A line of a batch is {\"position\", \"tool\", \"plan\"}. A line that cannot be used is answered with {\"error\": …}, and \
the batch ends with 2.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The plan's file, JSON or YAML; `-` for JSON on standard input
    #[arg(value_name = "PLAN", required_unless_present = "batch")]
    plan: Option<PathBuf>,
    /// Lines of {"position", "tool", "plan"}; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plan", "position", "tool", "yaml"])]
    batch: Option<PathBuf>,
    #[command(flatten)]
    snapshot: SnapshotArg,
    /// Threads that verify the lines of a batch's file [default: one for each core]
    #[arg(long, value_name = "N", requires = "batch")]
    threads: Option<NonZero<usize>>,
    #[command(flatten)]
    state: StateArgs,
    /// Where a valid plan is written as the controller's YAML
    #[arg(long, value_name = "FILE")]
    yaml: Option<PathBuf>,
    /// The run that the YAML is for; a fresh one where it is not given
    #[arg(long, value_name = "UUID", requires = "yaml")]
    run_id: Option<Uuid>,
    /// The YAML's `name`
    #[arg(long, value_name = "TEXT", requires = "yaml", default_value = "Robot Sequence")]
    title: String,
    /// The YAML's `description`; where the plan leads from and to where it is not given
    #[arg(long, value_name = "TEXT", requires = "yaml")]
    description: Option<String>,
    /// Print the result document as JSON
    #[arg(long)]
    json: bool,
    /// Say on stderr what took how long
    #[arg(long)]
    timings: bool,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let mut timings = Timings::start(args.timings);
    let snapshot = input::load(&args.snapshot)?;
    timings.lap("load");
    let verdict = match (&args.batch, &args.plan) {
        (Some(batch), _) => {
            let threads = args.threads.or_else(|| available_parallelism().ok()).map_or(1, NonZero::get);
            let verifiers: Result<_, _> =
                (0..threads.min(THREADS_MAX)).map(|_| BatchVerifier::new(&snapshot)).collect();
            let verdict = batch::run_on(batch, printer, verifiers?)?;
            timings.lap("batch");
            verdict
        }
        (None, plan) => one(args, plan.as_deref().unwrap_or("-".as_ref()), &snapshot, printer, &mut timings)?,
    };
    timings.show();
    Ok(verdict)
}

fn one(args: &Args, path: &Path, snapshot: &Snapshot, printer: &mut Printer, timings: &mut Timings) -> Outcome {
    let state = args.state.state(snapshot)?;
    let (text, name) = input::document(path)?;
    let plan = read(path, &name, &text)?;
    timings.lap("read");
    let verdict = verify::verify(snapshot, state, &plan);
    timings.lap("verify");
    match verdict {
        Ok(verified) => {
            if args.json {
                printer.json(&Report::valid())?;
            } else {
                printer.text(format_args!("valid: {}, {}", steps(plan.steps.len()), journey(&verified)))?;
            }
            if let Some(path) = &args.yaml {
                write_yaml(args, path, &verified)?;
                timings.lap("write");
            }
            Ok(Verdict::Yes)
        }
        Err(rejection) => {
            let report = rejection.report();
            if args.json {
                printer.json(&report)?;
            } else {
                printer.text(format_args!("invalid: {}\n{}", steps(plan.steps.len()), faults(&report)))?;
            }
            if let Some(path) = &args.yaml {
                talk(format_args!("{} was not written: the plan is invalid", path.display()));
            }
            Ok(Verdict::No)
        }
    }
}

fn read<'t>(path: &Path, name: &str, text: &'t str) -> Result<Plan<'t>, Failure> {
    let unusable = |error: &dyn std::fmt::Display| {
        Failure::input(format_args!("{name} is not a usable plan: {error}")).hint(
            "a step has `action` and `target`, and may have id, name, position, tool, stabilize, action_after, verify",
        )
    };
    let is_yaml = path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    let is_sequence = text.trim_start().starts_with('{') && text.contains("\"RobotSequence\"");
    if is_yaml {
        yaml::read(text).map_err(|error| unusable(&error))
    } else if is_sequence {
        yaml::read_json(text).map_err(|error| unusable(&error))
    } else {
        Plan::from_json(text).map_err(|error| unusable(&error))
    }
}

fn write_yaml(args: &Args, path: &Path, verified: &VerifiedPlan<'_>) -> Result<(), Failure> {
    let journey = journey(verified);
    let run_id = args.run_id.unwrap_or_else(Uuid::new_v4);
    let about = yaml::About {
        run_id: run_id.as_u128(),
        written_at_s: jiff::Timestamp::now().as_second(),
        name: &args.title,
        description: args.description.as_deref().unwrap_or(&journey),
    };
    let text = yaml::write(verified, &about).map_err(Failure::internal)?;
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if target.parent().is_some_and(run::is_driven) {
        return Err(Failure::input(format_args!("{}: a run goes on in this folder", path.display()))
            .hint("wait until the run is over, or name a file in another folder"));
    }
    files::write_whole(path, |file| file.write_all(text.as_bytes()))?;
    talk(format_args!("wrote {} for run {}", path.display(), run_id));
    Ok(())
}

fn steps(count: usize) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}

fn journey(verified: &VerifiedPlan<'_>) -> String {
    let snapshot = verified.snapshot();
    let words = |state: State| {
        let tool = state.tool.map_or(NO_TOOL, |tool| snapshot.tool_name(tool));
        format!("{} (tool: {tool})", snapshot.position_name(state.position))
    };
    format!("from {} to {}", words(verified.start()), words(verified.end()))
}

/// The lines of the feedback, each beginning with its step.
fn faults(report: &Report) -> String {
    let rows = report.feedback.lines().map(|line| match line.strip_prefix("Step ").and_then(|l| l.split_once(": ")) {
        Some((step, fault)) => [step.to_owned(), fault.to_owned()],
        None => [String::new(), line.to_owned()],
    });
    table(["step", "fault"], rows)
}
