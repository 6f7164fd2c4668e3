//! `state`: where the robot is as far as anybody knows, and an operator's correction of it.

use clap::Subcommand;

use super::{
    desk::{DataArg, LayoutArg, OperatorArg, layout, store},
    failure::{Failure, Outcome, Verdict},
    input::{self, StateArgs},
    printer::Printer,
    when::Zone,
};
use crate::{
    run::{Reliance, is_simulation},
    store::RobotState,
    workflow::layout_of_names,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph state show
  cellgraph state correct --snapshot cell.cellgraph --position Home --tool none --reason 'first start, I looked'

A correction says where the robot is because a person looked. It is recorded with its reason, and nothing can be run \
before somebody has said so once.";

#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// Show where the robot is, and whether that is confirmed
    Show(Show),
    /// Say where the robot is, having looked
    Correct(Correct),
}

#[derive(Debug, clap::Args)]
pub(super) struct Show {
    #[command(flatten)]
    data: DataArg,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Correct {
    #[command(flatten)]
    data: DataArg,
    #[command(flatten)]
    snapshot: LayoutArg,
    /// Where the robot is
    #[arg(long, value_name = "POSITION")]
    position: String,
    /// What it holds; `none` for an empty flange
    #[arg(long, value_name = "TOOL")]
    tool: String,
    /// Why the state is corrected; goes into the history
    #[arg(long, value_name = "WORDS")]
    reason: String,
    #[command(flatten)]
    operator: OperatorArg,
}

pub(super) fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::Show(args) => show(args, printer),
        Command::Correct(args) => correct(args, printer),
    }
}

fn show(args: &Show, printer: &mut Printer) -> Outcome {
    let robot = args.data.read()?.robot().map_err(store)?;
    let reliance = Reliance::of(&robot);
    if args.json {
        printer.json(&StateDocument { confirmed_for: confirmed_for(&reliance), robot: &robot })?
    } else {
        printer.text(words(&robot))?
    }
    Ok(Verdict::of(reliance == Reliance::Confirmed))
}

fn correct(args: &Correct, printer: &mut Printer) -> Outcome {
    let (snapshot, file) = args.snapshot.load(&args.data)?;
    let (position, tool) = (&args.position, &args.tool);
    StateArgs::of(position, tool).state(&snapshot)?;
    let operator = args.operator.name()?;
    input::refuse_reason(&args.reason)?;
    let mut open = args.data.open()?;
    let snapshot = layout_of_names(&open, snapshot, &file).map_err(layout)?;
    StateArgs::of(position, tool).state(&snapshot)?;
    if open.interrupted().map_err(store)?.is_some() {
        return Err(
            Failure::input("a run was interrupted and is not yet closed").hint("close it with `cellgraph recover`")
        );
    }
    open.ensure_robot(position, tool).map_err(store)?;
    open.correct_robot(position, tool, &operator, &args.reason).map_err(store)?;
    printer.text(words(&open.robot().map_err(store)?))?;
    Ok(Verdict::Yes)
}

/// The state as a document.
#[derive(serde::Serialize)]
struct StateDocument<'r> {
    #[serde(flatten)]
    robot: &'r RobotState,
    confirmed_for: &'static str,
}

/// Which runs may begin at a state.
const fn confirmed_for(reliance: &Reliance) -> &'static str {
    match reliance {
        Reliance::Confirmed => "any run",
        Reliance::Simulated { .. } => "simulated runs",
        Reliance::Unconfirmed { .. } => "no run",
    }
}

/// The state in words.
pub(super) fn words(robot: &RobotState) -> String {
    let holds =
        if robot.tool == crate::cell::NO_TOOL { "holds nothing".to_owned() } else { format!("holds {}", robot.tool) };
    let source = match (&robot.operator, robot.run_id) {
        (Some(operator), _) => format!("said by {operator}"),
        (None, Some(run)) => format!("observed in run {run}"),
        (None, None) => "as stored".to_owned(),
    };
    let confirmed = match Reliance::of(robot) {
        Reliance::Confirmed => "That is confirmed.".to_owned(),
        Reliance::Simulated { .. } => "That was left by a simulated run: confirmed for the simulator only.".to_owned(),
        Reliance::Unconfirmed { reason } => format!("That is NOT confirmed: {reason}"),
    };
    let is_simulated = robot.run_id.is_some() && robot.driver.as_deref().is_some_and(is_simulation);
    let who = if is_simulated { "The simulated robot" } else { "The robot" };
    let when = Zone::here().words(robot.last_updated);
    format!("{who} is at {} and {holds} ({source}, {when}).\n{confirmed}", robot.position)
}
