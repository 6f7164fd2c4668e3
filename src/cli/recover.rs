//! `recover`: leads an operator from an interrupted run, or an unconfirmed position, back to work.
//!
//! Nothing is sent again by itself: the controller is told to stop and asked where the robot is, the interrupted run is
//! closed as failed, and a person says where the robot is. The controller's word is shown with the question; it confirms
//! nothing by itself.

use std::path::PathBuf;

#[cfg(feature = "opcua")]
use super::desk::EndpointArgs;
use super::{
    desk::{At, DataArg, LayoutArg, LayoutSource, OperatorArg, options, store},
    failure::{Failure, Outcome, Verdict},
    input,
    printer::{Printer, complain, talk},
    state::{doubt_given, is_in_order, words},
    terminal::Questions,
    when::Zone,
};
use crate::{
    observe::Declared,
    run::{self, Recovered, RecoveryError},
    snapshot::Snapshot,
    store::{HandedOver, Interrupted, Reader, Store},
    workflow::Desk,
};

mod dialogue;

pub(super) use dialogue::{Led, lead};

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
    snapshot: LayoutArg,
    /// The folder shared with the controller: it is told to stop there, and asked where the robot is
    #[arg(long, value_name = "FOLDER")]
    robot: Option<PathBuf>,
    #[cfg(feature = "opcua")]
    #[command(flatten)]
    endpoint: EndpointArgs,
    /// What ticks by itself on that controller, and what its panel means (YAML)
    #[arg(long, value_name = "FILE")]
    declared: Option<PathBuf>,
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

impl Args {
    /// Where the controller is, where one is named.
    fn controller(&self) -> Result<Option<At>, Failure> {
        #[cfg(feature = "opcua")]
        match self.endpoint.at()? {
            Some(_) if self.robot.is_some() => {
                return Err(Failure::input("--robot and --endpoint name two controllers")
                    .hint("name the one of the interrupted run"));
            }
            Some(at) => return Ok(Some(at)),
            None => {}
        }
        if self.declared.is_some() && self.robot.is_none() {
            return Err(Failure::input("--declared is about a controller, and none is named")
                .hint("name the controller as well, as in --robot FOLDER"));
        }
        Ok(self.robot.clone().map(At::Folder))
    }

    /// What is declared of the controller; and why the file that is named is not used, where nobody signed it. The controller is told to stop
    /// all the same, with what the bundle declares.
    fn declared(&self, snapshot: &Snapshot, source: &LayoutSource) -> (Declared, Result<(), Failure>) {
        let named = self.declared.as_deref();
        let refused = source.declared_file(named).map(drop);
        let declared = source.declared(named.filter(|_| refused.is_ok()), snapshot).unwrap_or_else(|failure| {
            complain(&failure);
            Declared::default()
        });
        (declared, refused)
    }
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    // The stop waits for nothing that it does not need: no snapshot, no name, no declared file, no disk that can be written.
    let (snapshot, operator) = (args.snapshot.load(&args.data), args.operator.name());
    let robot = args.controller();
    let (declared, unsigned) = match (&robot, &snapshot) {
        (Ok(Some(_)), Ok((snapshot, source))) => args.declared(snapshot, source),
        _ => (Declared::default(), Ok(())),
    };
    let answers = [args.position.as_deref(), args.tool.as_deref(), args.reason.as_deref()];
    // A mistyped folder is not made into a new cell.
    let (read, open) = match args.data.read() {
        Ok(read) => (Some(read), args.data.open()),
        Err(failure) => (None, Err(failure)),
    };
    let mut open = match open {
        Ok(open) => open,
        // Whatever is wrong with the data, the controller is told to stop first.
        Err(failure) => {
            if let Some(robot) = robot? {
                stop(read.as_ref(), Some(&robot), &declared)?;
            }
            return Err(failure);
        }
    };
    drop(read);
    let found = robot.and_then(|robot| stop_controller(&mut open, robot.as_ref(), &declared));
    // Nothing that is wrong with the command, and no controller that cannot be asked, unsays what a person said.
    let layout_read = snapshot.as_ref().ok().map(|(snapshot, _)| snapshot);
    let doubted = doubt_given(&mut open, layout_read, operator.as_deref().ok(), answers);
    let mut found = found?;
    doubted?;
    unsigned?;
    let ((snapshot, source), operator) = (snapshot?, operator?);
    let snapshot = source.to_name_by(&open, snapshot);
    if answers == [None; 3] && is_in_order(&open)? {
        talk(
            "There is nothing to recover from. To correct the state all the same, give --position, --tool and --reason.",
        );
    } else {
        let snapshot = snapshot?;
        let questions = &mut Questions::new(input::answer);
        match lead(&mut open, &snapshot, &operator, answers, found.as_mut(), questions)? {
            Led::Said => {}
            Led::PutOff => return Err(nothing_said()),
            Led::Overtaken => {
                return Err(Failure::input("the controller has not come to rest, so nothing is confirmed")
                    .hint("when the robot stands still, look at it, and run `cellgraph recover` again"));
            }
        }
    }
    printer.text(words(&open.robot().map_err(store)?))?;
    Ok(Verdict::Yes)
}

/// What is on record is not confirmed any more where the controller says that the robot is elsewhere, or says what cannot be
/// believed.
fn distrust_contradicted(open: &mut Store, found: &Recovered) -> Result<(), Failure> {
    if !is_in_order(open)? {
        return Ok(());
    }
    let robot = open.robot().map_err(store)?;
    let reason = match (&found.reported, &found.unusable) {
        (Some(place), _) if (&robot.position, &robot.tool) != (&place.position, &place.tool) => {
            format!("the controller reports that the robot is at {place}, and not where it is on record")
        }
        (None, Some(why)) => format!("what the controller reports cannot be believed: {why}"),
        (Some(_), _) | (None, None) => return Ok(()),
    };
    open.distrust_robot(&reason).map_err(store)
}

fn nothing_said() -> Failure {
    Failure::input("nothing was said, so nothing is confirmed")
        .hint("run `cellgraph recover` again when somebody has looked; answer the questions, or give --position, --tool and --reason")
}

/// Tells the controller to stop and asks it where the robot is, where there is one. As long as the answer is held, no run begins.
/// A confirmation that this contradicts is taken back at once. An interrupted run is closed only by somebody who can tell its own controller to stop.
pub(super) fn stop_controller(
    open: &mut Store,
    robot: Option<&At>,
    declared: &Declared,
) -> Result<Option<Recovered>, Failure> {
    let found = stop(Some(open), robot, declared)?;
    if let Some(found) = &found {
        distrust_contradicted(open, found)?;
    }
    Ok(found)
}

/// The same, without a word in any record. Where there is none to be read, whatever permit stands in the folder is stopped.
fn stop(open: Option<&Reader>, robot: Option<&At>, declared: &Declared) -> Result<Option<Recovered>, Failure> {
    let interrupted = match open.map(|open| open.interrupted()).transpose() {
        Ok(found) => found.flatten(),
        Err(error) => {
            if robot.is_some() {
                stop(None, robot, declared)?;
            }
            return Err(store(error));
        }
    };
    let interrupted = interrupted.filter(|found| !run::is_simulation(&found.run.record.driver));
    let recorded = interrupted.as_ref().and_then(|found| found.run.record.robot_folder.clone());
    let Some(at) = robot else {
        let Some(interrupted) = interrupted else { return Ok(None) };
        let what = "the interrupted run was given to a controller, which may still go on with its step";
        let options = options(recorded.as_deref().unwrap_or("FOLDER"));
        return Err(Failure::input(format_args!("{what}\n{}", story(&interrupted)))
            .hint(format!("run `cellgraph recover {options}`: the controller is told there to stop")));
    };
    let id = interrupted.as_ref().map(|found| found.run.row.run_id);
    let found = at.recover(id, recorded.as_deref(), declared);
    let found = found.map_err(|error| match error {
        error @ (RecoveryError::OtherFolder { .. } | RecoveryError::OtherController { .. }) => {
            let hint = match recorded.as_deref().map(HandedOver::at) {
                Some(HandedOver::Endpoint(endpoint)) => {
                    format!("that run was handed over at {endpoint}: say {}", options(endpoint))
                }
                Some(HandedOver::Folder(folder)) => {
                    format!("that run was handed over in {folder}: name that folder with --robot")
                }
                None => "name the folder that was shared with the controller of that run".to_owned(),
            };
            Failure::input(error).hint(hint)
        }
        error => Failure::internal(error).hint(at.what_to_see_to()),
    })?;
    found.remarks.iter().for_each(talk);
    if !found.is_stopped {
        talk("No permit stands in that folder: no controller was told anything.");
    }
    if found.is_stopped {
        talk(format_args!("The controller's permit was {}. It says stop now.", found.stood));
    }
    if found.is_stopped && found.reported.is_none() {
        talk("The controller did not say where the robot is.");
    }
    Ok(Some(found))
}

/// What is known of an interrupted run.
fn story(interrupted: &Interrupted) -> String {
    let row = &interrupted.run.row;
    let mut lines = vec![format!(
        "Run {} was interrupted: '{}', begun {}.",
        row.run_id,
        row.operator_input,
        Zone::here().words(row.started_at)
    )];
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
