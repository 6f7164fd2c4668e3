//! `state`: where the robot is as far as anybody knows, and an operator's correction of it.

use clap::Subcommand;

use super::{
    desk::{DataArg, LayoutArg, OperatorArg, store},
    failure::{Failure, Outcome, Verdict},
    input::{self, StateArgs},
    printer::{Printer, talk},
    when::Zone,
};
use crate::{
    cell::NO_TOOL,
    review::reply,
    run::{Reliance, is_simulation},
    snapshot::Snapshot,
    store::{RobotState, Store, StoreError},
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

/// What is missing is said by the command itself: what is there counts against the record before that.
#[derive(Debug, clap::Args)]
#[command(override_usage = "cellgraph state correct [OPTIONS] --position <POSITION> --tool <TOOL> --reason <WORDS>")]
pub(super) struct Correct {
    #[command(flatten)]
    data: DataArg,
    #[command(flatten)]
    snapshot: LayoutArg,
    /// Where the robot is
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// What it holds; `none` for an empty flange
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,
    /// Why the state is corrected; goes into the history
    #[arg(long, value_name = "WORDS")]
    reason: Option<String>,
    #[command(flatten)]
    operator: OperatorArg,
}

/// Where a confirmation was taken back.
const TAKEN_BACK: &str = "From now on nothing is confirmed, until somebody has said where the robot is.";

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
    let mut is_taken_back = false;
    let corrected = say(args, printer, &mut is_taken_back);
    // Where the correction counts, its place is confirmed.
    if is_taken_back && corrected.is_err() {
        talk(TAKEN_BACK);
    }
    corrected
}

fn say(args: &Correct, printer: &mut Printer, is_taken_back: &mut bool) -> Outcome {
    let (snapshot, operator) = (args.snapshot.load(&args.data), args.operator.name());
    let given = [args.position.as_deref(), args.tool.as_deref(), args.reason.as_deref()];
    // A mistyped folder is not made into a new cell.
    let open = match args.data.read() {
        Ok(read) => {
            drop(read);
            let mut open = args.data.open()?;
            let layout_read = snapshot.as_ref().ok().map(|(read, _)| read);
            *is_taken_back = take_back(&mut open, layout_read, operator.as_deref().ok(), given)?;
            Some(open)
        }
        Err(_) => None,
    };
    let [Some(position), Some(tool), Some(reason)] = given else {
        return Err(Failure::input("a correction says where the robot is, what it holds, and how you know")
            .hint("give --position, --tool and --reason"));
    };
    let ((snapshot, source), operator) = (snapshot?, operator?);
    StateArgs::of(position, tool).state(&snapshot)?;
    input::refuse_reason(reason)?;
    let mut open = open.map_or_else(|| args.data.open(), Ok)?;
    let snapshot = source.to_name_by(&open, snapshot)?;
    StateArgs::of(position, tool).state(&snapshot)?;
    if open.interrupted().map_err(store)?.is_some() {
        return Err(
            Failure::input("a run was interrupted and is not yet closed").hint("close it with `cellgraph recover`")
        );
    }
    open.ensure_robot(position, tool).map_err(store)?;
    open.correct_robot(position, tool, &operator, reason).map_err(store)?;
    printer.text(words(&open.robot().map_err(store)?))?;
    Ok(Verdict::Yes)
}

/// What is given with the command, or in the form, is said by a person: what is on record is not confirmed any more where that is anything
/// else, rightly or wrongly spelt, whatever is wrong with the rest of what is given. Whoever calls this does so before anything is
/// refused, so that neither a layout nor the operator's name is needed.
pub(super) fn doubt_given(
    open: &mut Store,
    snapshot: Option<&Snapshot>,
    operator: Option<&str>,
    answers: [Option<&str>; 3],
) -> Result<(), Failure> {
    if take_back(open, snapshot, operator, answers)? {
        talk(TAKEN_BACK);
    }
    Ok(())
}

/// Takes the confirmation back where what is given is not what is on record. Whether it did.
fn take_back(
    open: &mut Store,
    snapshot: Option<&Snapshot>,
    operator: Option<&str>,
    answers: [Option<&str>; 3],
) -> Result<bool, Failure> {
    if !is_in_order(open)? {
        return Ok(false);
    }
    let robot = open.robot().map_err(store)?;
    let operator = operator.unwrap_or("somebody");
    let tool_named = |name: &str| snapshot.and_then(|snapshot| tool_of_cell(snapshot, name));
    let is_position = answers[0].is_none_or(|name| robot.position == name);
    let is_tool =
        answers[1].is_none_or(|name| robot.tool == name || tool_named(name).is_some_and(|tool| robot.tool == tool));
    if is_position && is_tool {
        return Ok(false);
    }
    // A name of the cell goes into the record. What is none may be anything, at any length.
    let position = answers[0].filter(|name| snapshot.is_some_and(|snapshot| snapshot.position_id(name).is_some()));
    let tool = answers[1].and_then(tool_named);
    let what = match (position, tool) {
        (Some(position), Some(tool)) => format!("is at {position} with '{tool}'"),
        (Some(position), None) => format!("is at {position}"),
        (None, Some(tool)) if !is_tool => format!("holds '{tool}'"),
        (None, _) => "is not as on record".to_owned(),
    };
    let reason = format!("{operator} says that the robot {what}, and has not finished saying so");
    open.distrust_robot(&reason).map_err(store)?;
    Ok(true)
}

/// No run was interrupted, and somebody has confirmed where the robot is.
pub(super) fn is_in_order(open: &Store) -> Result<bool, Failure> {
    if open.interrupted().map_err(store)?.is_some() {
        return Ok(false);
    }
    match open.robot() {
        Err(StoreError::NoRobotState) => Ok(false),
        robot => Ok(robot.map_err(store)?.confirmed),
    }
}

/// Takes the confirmation back, where there is one.
pub(super) fn doubt(open: &mut Store, reason: &str) -> Result<(), Failure> {
    if is_in_order(open)? {
        open.distrust_robot(reason).map_err(store)?;
        talk(TAKEN_BACK);
    }
    Ok(())
}

/// A tool by its name in the cell; a word for an empty hand is one.
pub(super) fn tool_of_cell(snapshot: &Snapshot, name: &str) -> Option<String> {
    match name == NO_TOOL || snapshot.tool_id(name).is_some() {
        true => Some(name.to_owned()),
        false => reply::holds_nothing(name).then(|| NO_TOOL.to_owned()),
    }
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
    let holds = if robot.tool == NO_TOOL { "holds nothing".to_owned() } else { format!("holds {}", robot.tool) };
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
