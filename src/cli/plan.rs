//! `plan`: an intent and a state in, a plan out; one, or a batch of lines.

use std::{borrow::Cow, io::Write, path::PathBuf};

use serde::{Deserialize, Serialize};

use super::{
    SnapshotArg,
    batch::{self, Line},
    failure::{Failure, Outcome, Verdict},
    input::{self, StateArgs},
    printer::{Printer, talk},
    timings::Timings,
};
use crate::{
    plan::{
        Intent, Plan,
        build::{self, Builder, BuiltStep, GoalError},
    },
    snapshot::Snapshot,
    verify::State,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph plan intent.json --snapshot cell.cellgraph --position Home --tool none
  echo '{\"goal\":\"execute_routine\",\"routine\":\"tack_weld\",\"position\":\"Pos_1\"}' \\
    | cellgraph plan - --snapshot cell.cellgraph --position Home --tool none
  cellgraph plan --batch intents.jsonl --snapshot cell.cellgraph > plans.jsonl

An intent is {\"goal\": …} with one of
  move {position}        execute_routine {routine, position}    attach_tool {tool}
  release_tool           release_tool_and_home                  unknown
  sequence {steps: [{\"action\": …}]}
where an action is move, routine, attach_tool, release_tool or release_tool_and_home.

A plan is printed as a JSON list of steps, `[]` where there is nothing to do. What cannot be planned is printed as \
{\"errors\": […]} and exits with 1.

A line of a batch is {\"position\", \"tool\", \"intent\"}, its answer {\"plan\": […]} or {\"errors\": […]}. A line that \
cannot be used is answered with {\"error\": …}, and the batch ends with 2.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The intent's JSON file; `-` for standard input
    #[arg(value_name = "INTENT", required_unless_present = "batch")]
    intent: Option<PathBuf>,
    /// Lines of {"position", "tool", "intent"}; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["intent", "position", "tool"])]
    batch: Option<PathBuf>,
    #[command(flatten)]
    snapshot: SnapshotArg,
    #[command(flatten)]
    state: StateArgs,
    /// Print the plan on one line
    #[arg(long)]
    json: bool,
    /// Say on stderr what took how long
    #[arg(long)]
    timings: bool,
}

#[derive(Serialize)]
struct Errors {
    errors: Vec<String>,
}

impl Errors {
    fn of(errors: &[GoalError]) -> Self {
        Self { errors: errors.iter().map(ToString::to_string).collect() }
    }
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let mut timings = Timings::start(args.timings);
    let snapshot = input::load(&args.snapshot)?;
    timings.lap("load");
    let verdict = match (&args.batch, &args.intent) {
        (Some(batch), _) => {
            let verdict = batch::run(batch, printer, &mut BatchPlanner::new(&snapshot))?;
            timings.lap("batch");
            verdict
        }
        (None, intent) => one(args, intent.as_deref().unwrap_or("-".as_ref()), &snapshot, printer, &mut timings)?,
    };
    timings.show();
    Ok(verdict)
}

fn one(
    args: &Args,
    path: &std::path::Path,
    snapshot: &Snapshot,
    printer: &mut Printer,
    timings: &mut Timings,
) -> Outcome {
    let state = args.state.state(snapshot)?;
    let (text, name) = input::document(path)?;
    let intent: Intent = serde_json::from_str(&text).map_err(|error| {
        Failure::input(format_args!("{name} is not a usable intent: {error}"))
            .hint("see `cellgraph plan --help` for what an intent may say")
    })?;
    let (mut builder, mut steps) = (Builder::default(), Vec::new());
    timings.lap("read");
    let built = builder.build(snapshot, state, &intent, &mut steps);
    timings.lap("plan");
    if let Err(errors) = built {
        printer.json(&Errors::of(&errors))?;
        return Ok(Verdict::No);
    }
    let plan = build::plan(snapshot, &steps);
    if plan.steps.is_empty() {
        talk("nothing to do");
    }
    if args.json || plan.steps.is_empty() {
        printer.json(&plan)?;
    } else {
        printer.json_list(&plan)?;
    }
    Ok(Verdict::Yes)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request<'d> {
    #[serde(borrow)]
    position: Cow<'d, str>,
    #[serde(borrow)]
    tool: Cow<'d, str>,
    intent: Intent,
}

struct BatchPlanner<'s> {
    snapshot: &'s Snapshot,
    builder: Builder,
    steps: Vec<BuiltStep>,
}

impl<'s> BatchPlanner<'s> {
    fn new(snapshot: &'s Snapshot) -> Self {
        Self { snapshot, builder: Builder::default(), steps: Vec::new() }
    }
}

#[derive(Serialize)]
struct Planned<'s> {
    plan: Plan<'s>,
}

impl Line for BatchPlanner<'_> {
    fn answer(&mut self, line: &str, out: &mut dyn Write) -> Result<(), batch::LineError> {
        let request: Request<'_> = serde_json::from_str(line)?;
        let state = State::named(self.snapshot, &request.position, &request.tool)?;
        match self.builder.build(self.snapshot, state, &request.intent, &mut self.steps) {
            Ok(_) => batch::write(out, &Planned { plan: build::plan(self.snapshot, &self.steps) }),
            Err(errors) => batch::write(out, &Errors::of(&errors)),
        }
    }
}
