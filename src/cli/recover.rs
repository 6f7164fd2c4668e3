//! `recover`: leads an operator from an interrupted run, or an unconfirmed position, back to work.
//!
//! Nothing is sent again by itself: the interrupted run is closed as failed, what the controller may still be permitted is
//! taken back, and a person says where the robot is.

use std::path::PathBuf;

use super::{
    SnapshotArg,
    desk::{DataArg, OperatorArg, store},
    failure::{Failure, Outcome, Verdict},
    input::{self, StateArgs},
    printer::{Printer, talk},
    state::words,
};
use crate::{
    run::{self, Driver, FileHandover},
    snapshot::Snapshot,
    store::{Interrupted, Store, StoreError},
    workflow::Desk,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph recover --snapshot cell.cellgraph
  cellgraph recover --snapshot cell.cellgraph --robot /srv/controller
  cellgraph recover --snapshot cell.cellgraph --position Safe_Pos_1 --tool Welder --reason 'looked: it stopped on its way'

Without --position, --tool and --reason it asks for them. Look at the robot before you answer: the next run starts from \
what you say.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    data: DataArg,
    #[command(flatten)]
    snapshot: SnapshotArg,
    /// The folder shared with the controller: what an interrupted run may still permit there is taken back
    #[arg(long, value_name = "FOLDER")]
    robot: Option<PathBuf>,
    /// Where the robot is
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// What it holds; `none` for an empty flange
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,
    /// How you know; goes into the history
    #[arg(long, value_name = "WORDS")]
    reason: Option<String>,
    #[command(flatten)]
    operator: OperatorArg,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let snapshot = input::load(&args.snapshot)?;
    let operator = args.operator.name()?;
    let answers = [args.position.as_deref(), args.tool.as_deref(), args.reason.as_deref()];
    // A mistyped folder is not made into a new cell.
    drop(args.data.read()?);
    let mut open = args.data.open()?;
    refuse_other_driver(&open, args.robot.is_some())?;
    if let Some(folder) = &args.robot {
        FileHandover::new(folder).withdraw().map_err(Failure::internal)?;
    }
    if answers == [None; 3] && is_in_order(&open)? {
        talk(
            "There is nothing to recover from. To correct the state all the same, give --position, --tool and --reason.",
        );
    } else {
        lead(&mut open, &snapshot, &operator, answers, &mut input::answer)?;
    }
    printer.text(words(&open.robot().map_err(store)?))?;
    Ok(Verdict::Yes)
}

/// No run was interrupted, and somebody has confirmed where the robot is.
fn is_in_order(open: &Store) -> Result<bool, Failure> {
    if open.interrupted().map_err(store)?.is_some() {
        return Ok(false);
    }
    match open.robot() {
        Err(StoreError::NoRobotState) => Ok(false),
        robot => Ok(robot.map_err(store)?.confirmed),
    }
}

/// Says what is known, closes an interrupted run, and takes the operator's word. `answers` are those given already:
/// position, tool, reason.
pub(super) fn lead(
    open: &mut Store,
    snapshot: &Snapshot,
    operator: &str,
    answers: [Option<&str>; 3],
    ask: &mut dyn FnMut(&str) -> Result<Option<String>, Failure>,
) -> Result<(), Failure> {
    if let [Some(position), Some(tool), _] = answers {
        StateArgs::of(position, tool).state(snapshot)?;
    }
    if let Some(interrupted) = open.interrupted().map_err(store)? {
        talk(story(&interrupted));
        open.recover(interrupted.run.row.run_id, "the program ended in the middle of the run").map_err(store)?;
        talk("The run is closed as failed. No step is sent again.");
    }
    match open.robot() {
        Ok(robot) => talk(words(&robot)),
        Err(_) => talk("Nobody has said yet where the robot is."),
    }
    let mut answer = |given: Option<&str>, question: &str| match given {
        Some(given) => Ok(given.to_owned()),
        None => ask(question)?.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).ok_or_else(|| {
            Failure::input("nothing was said, so nothing is confirmed")
                .hint("answer the questions, or give --position, --tool and --reason")
        }),
    };
    let position = answer(answers[0], "Look at the robot. At which position is it? ")?;
    StateArgs::of(&position, crate::cell::NO_TOOL).state(snapshot)?;
    let tool = answer(answers[1], "What does it hold (none for nothing)? ")?;
    StateArgs::of(&position, &tool).state(snapshot)?;
    let reason = answer(answers[2], "How do you know? ")?;
    open.ensure_robot(&position, &tool).map_err(store)?;
    open.correct_robot(&position, &tool, operator, &reason).map_err(store)
}

/// A run that a controller was given is closed by somebody who can take back what the controller may still do.
pub(super) fn refuse_other_driver(open: &Store, has_controller: bool) -> Result<(), Failure> {
    match open.interrupted().map_err(store)? {
        Some(interrupted) if !has_controller && !run::is_simulation(&interrupted.run.record.driver) => {
            let what = "the interrupted run was given to a controller, which may still go on with its step";
            Err(Failure::input(format_args!("{what}\n{}", story(&interrupted)))
                .hint("run `cellgraph recover --robot FOLDER` with the folder that is shared with the controller"))
        }
        _ => Ok(()),
    }
}

/// What is known of an interrupted run.
fn story(interrupted: &Interrupted) -> String {
    let row = &interrupted.run.row;
    let mut lines =
        vec![format!("Run {} was interrupted: '{}', begun {}.", row.run_id, row.operator_input, row.started_at)];
    match &interrupted.last_completed {
        None => lines.push("No step of it was seen to be done.".to_owned()),
        Some(step) => {
            lines.push(format!("Step {} ({}) was the last that was seen to be done.", step.number, step.position))
        }
    }
    if let Some(step) = &interrupted.running {
        lines.push(format!(
            "Step {} (to {}) had been begun: it may be done, half done, or not begun. Look at the robot.",
            step.number, step.position
        ));
    }
    lines.join("\n")
}

/// An interrupted run is closed by a person before anything else is run.
pub(super) fn refuse_interrupted(desk: &Desk) -> Result<(), Failure> {
    match desk.store().interrupted().map_err(store)? {
        None => Ok(()),
        Some(interrupted) => Err(Failure::input(story(&interrupted))
            .hint("look at the robot, then run `cellgraph recover`; nothing is sent again by itself")),
    }
}
