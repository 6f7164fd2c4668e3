//! `verify`: a plan and a state in, the verdict out; one, or a batch of lines. A valid plan can go on to `actions.yaml`.

use std::{
    borrow::Cow,
    io::Write,
    path::{Path, PathBuf},
};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use uuid::Uuid;

use super::{
    SnapshotArg,
    batch::{self, Line, LineError},
    failure::{Failure, Outcome, Verdict},
    input::{self, StateArgs},
    printer::{Printer, talk},
    table::table,
    timings::Timings,
};
use crate::{
    cell::NO_TOOL,
    files,
    plan::{Action, Plan, Step},
    snapshot::Snapshot,
    verify::{self, Report, State, VerifiedPlan},
    yaml,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph verify plan.json --snapshot cell.cellgraph --position Home --tool none
  cellgraph verify plan.json --snapshot cell.cellgraph --position Home --tool none --yaml actions.yaml
  cellgraph verify actions.yaml --snapshot cell.cellgraph --position Home --tool none --json
  cellgraph verify --batch plans.jsonl --snapshot cell.cellgraph > verdicts.jsonl

A plan is a JSON list of steps, or YAML as --yaml writes it where the name ends in .yaml or .yml. An invalid plan exits
with 1. A line of a batch is {\"position\", \"tool\", \"plan\"}; an unusable line gets {\"error\": …}, and the batch ends with 2.";

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
            let verdict = batch::run(batch, printer, &mut BatchVerifier::new(&snapshot)?)?;
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
        Failure::input(format_args!("{name} is not a usable plan: {error}"))
            .hint("a step has `action` and `target`, and may have id, name, position, tool, stabilize, action_after, verify")
    };
    let is_yaml = path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    if is_yaml {
        yaml::read(text).map_err(|error| unusable(&error))
    } else {
        serde_json::from_str(text).map_err(|error| unusable(&error))
    }
}

fn write_yaml(args: &Args, path: &Path, verified: &VerifiedPlan<'_>) -> Result<(), Failure> {
    let journey = journey(verified);
    let about = yaml::About {
        run_id: args.run_id.unwrap_or_else(Uuid::new_v4),
        written_at: jiff::Timestamp::now(),
        name: &args.title,
        description: args.description.as_deref().unwrap_or(&journey),
    };
    let text = yaml::write(verified, &about).map_err(Failure::internal)?;
    files::write_whole(path, |file| file.write_all(text.as_bytes()))?;
    talk(format_args!("wrote {} for run {}", path.display(), about.run_id));
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

/// Verifies the lines of a batch; what it needs for one it keeps for the next.
struct BatchVerifier<'s> {
    snapshot: &'s Snapshot,
    /// The answer to every valid plan.
    valid: Vec<u8>,
    /// Empty between two lines; kept for its memory.
    steps: Vec<Step<'static>>,
}

impl<'s> BatchVerifier<'s> {
    fn new(snapshot: &'s Snapshot) -> Result<Self, Failure> {
        let valid = serde_json::to_vec(&Report::valid()).map_err(Failure::internal)?;
        Ok(Self { snapshot, valid, steps: Vec::new() })
    }
}

impl Line for BatchVerifier<'_> {
    fn answer(&mut self, line: &str, out: &mut dyn Write) -> Result<(), LineError> {
        let mut plan = Plan { steps: emptied(std::mem::take(&mut self.steps)) };
        let answered = self.verify(line, &mut plan, out);
        self.steps = emptied(plan.steps);
        answered
    }
}

impl BatchVerifier<'_> {
    fn verify<'l>(&self, line: &'l str, plan: &mut Plan<'l>, out: &mut dyn Write) -> Result<(), LineError> {
        let mut document = serde_json::Deserializer::from_str(line);
        let (position, tool) = Request(&mut plan.steps).deserialize(&mut document)?;
        document.end()?;
        let state = State::named(self.snapshot, &position, &tool)?;
        match verify::verify(self.snapshot, state, plan) {
            Ok(_) => out.write_all(&self.valid).map_err(LineError::Write),
            Err(rejection) => batch::write(out, &rejection.report()),
        }
    }
}

/// The same memory for texts that live otherwise: the list is empty, and `map` is never called.
fn emptied<'b>(mut steps: Vec<Step<'_>>) -> Vec<Step<'b>> {
    steps.clear();
    steps.into_iter().map(|step| Step::new(Action::Unknown(Cow::Owned(step.action.word().to_owned())), Cow::Borrowed(""))).collect()
}

/// Reads `{"position", "tool", "plan"}`, the steps into a list that is kept.
struct Request<'p, 'd>(&'p mut Vec<Step<'d>>);

impl<'d> DeserializeSeed<'d> for Request<'_, 'd> {
    type Value = (Cow<'d, str>, Cow<'d, str>);

    fn deserialize<D: Deserializer<'d>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Field {
    Position,
    Tool,
    Plan,
}

impl<'d> Visitor<'d> for Request<'_, 'd> {
    type Value = (Cow<'d, str>, Cow<'d, str>);

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object with `position`, `tool` and `plan`")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut position, mut tool, mut has_plan) = (None, None, false);
        while let Some(field) = map.next_key::<Field>()? {
            match field {
                Field::Position if position.is_none() => position = Some(map.next_value::<Text<'d>>()?.0),
                Field::Tool if tool.is_none() => tool = Some(map.next_value::<Text<'d>>()?.0),
                Field::Plan if !has_plan => {
                    map.next_value_seed(Steps(self.0))?;
                    has_plan = true;
                }
                _ => return Err(A::Error::custom("`position`, `tool` or `plan` is given twice")),
            }
        }
        match (position, tool, has_plan) {
            (Some(position), Some(tool), true) => Ok((position, tool)),
            (None, ..) => Err(A::Error::missing_field("position")),
            (_, None, _) => Err(A::Error::missing_field("tool")),
            _ => Err(A::Error::missing_field("plan")),
        }
    }
}

/// A text, borrowed where it can be.
#[derive(serde::Deserialize)]
#[serde(transparent)]
struct Text<'d>(#[serde(borrow)] Cow<'d, str>);

struct Steps<'p, 'd>(&'p mut Vec<Step<'d>>);

impl<'d> DeserializeSeed<'d> for Steps<'_, 'd> {
    type Value = ();

    fn deserialize<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        Plan::read_into(self.0, deserializer)
    }
}
