//! `recover`: leads an operator from an interrupted run, or an unconfirmed position, back to work.
//!
//! Nothing is sent again by itself: the controller is told to stop and asked where the robot is, the interrupted run is
//! closed as failed, and a person says where the robot is. The controller's word is shown with the question; it confirms
//! nothing by itself.

use std::path::{Path, PathBuf};

use super::{
    SnapshotArg,
    desk::{DataArg, OperatorArg, layout, store},
    failure::{Failure, Outcome, Verdict},
    input::{self, StateArgs},
    printer::{Printer, complain, talk},
    state::words,
    terminal::Questions,
};
use crate::{
    cell::State,
    limits::RECOVERY_REPORT_LIMIT,
    observe::Declared,
    review::{Place, reply},
    run::{self, Recovered, RecoveryError},
    snapshot::Snapshot,
    store::{Interrupted, Reader, Store, StoreError},
    workflow::{Desk, layout_of_names},
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
    /// The folder shared with the controller: it is told to stop there, and asked where the robot is
    #[arg(long, value_name = "FOLDER")]
    robot: Option<PathBuf>,
    /// What ticks by itself on that controller, and what its panel means (YAML)
    #[arg(long, value_name = "FILE", requires = "robot")]
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

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    // The stop waits for nothing that it does not need: no snapshot, no name, no declared file, no disk that can be written.
    let (snapshot, operator) = (input::load(&args.snapshot), args.operator.name());
    let declared = match (&args.declared, &snapshot) {
        (Some(path), Ok(snapshot)) => super::observe::declared(path)
            .and_then(|declared| super::observe::for_cell(declared, snapshot, path))
            .unwrap_or_else(|failure| {
                complain(&failure);
                Declared::default()
            }),
        (Some(_), Err(_)) | (None, _) => Declared::default(),
    };
    let answers = [args.position.as_deref(), args.tool.as_deref(), args.reason.as_deref()];
    // A mistyped folder is not made into a new cell.
    drop(args.data.read()?);
    let mut open = match args.data.open() {
        Ok(open) => open,
        Err(failure) => {
            if args.robot.is_some() {
                stop(&args.data.read()?, args.robot.as_deref(), &declared)?;
            }
            return Err(failure);
        }
    };
    let reported = stop_controller(&mut open, args.robot.as_deref(), &declared)?;
    let (snapshot, operator) = (snapshot?, operator?);
    let snapshot = layout_of_names(&open, snapshot, &args.snapshot.snapshot).map_err(layout);
    if answers == [None; 3] && is_in_order(&open)? {
        talk(
            "There is nothing to recover from. To correct the state all the same, give --position, --tool and --reason.",
        );
    } else {
        let snapshot = snapshot?;
        let questions = &mut Questions::new(input::answer);
        if lead(&mut open, &snapshot, &operator, answers, reported.as_ref(), questions)? == Led::PutOff {
            return Err(nothing_said());
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

/// What came of the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Led {
    /// A person has said where the robot is.
    Said,
    /// Nobody has; nothing was confirmed.
    PutOff,
}

/// Says what is known, closes an interrupted run, and takes the operator's word. `answers` are those given already:
/// position, tool, reason. A no, a call for help or nothing at all in answer to any question confirms nothing, and whoever is asked
/// all three is asked for a yes to the whole at the end.
pub(super) fn lead(
    open: &mut Store,
    snapshot: &Snapshot,
    operator: &str,
    answers: [Option<&str>; 3],
    reported: Option<&Place>,
    questions: &mut Questions<'_>,
) -> Result<Led, Failure> {
    if let [Some(position), Some(tool), _] = answers {
        StateArgs::of(position, tool).state(snapshot)?;
    }
    if let ([Some(position), Some(tool), _], Some(place)) = (answers, reported) {
        contradicted(place, position, tool)?;
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
    if let Some(place) = reported {
        match agree(place, snapshot, answers, questions)? {
            Agreed::Yes => {
                let reason = "the controller reports it, and the operator has looked and agrees";
                open.ensure_robot(&place.position, &place.tool).map_err(store)?;
                open.correct_robot(&place.position, &place.tool, operator, reason).map_err(store)?;
                return Ok(Led::Said);
            }
            Agreed::PutOff => return Ok(Led::PutOff),
            Agreed::No | Agreed::NotAsked => {}
        }
    }
    let mut answer = |given: Option<&str>, question: &str| match given {
        Some(given) => Ok(Some(given.to_owned())),
        None => said(questions, question),
    };
    let Some(position) = answer(answers[0], "Look at the robot. At which position is it? (nothing: put it off) ")?
    else {
        return Ok(Led::PutOff);
    };
    StateArgs::of(&position, crate::cell::NO_TOOL).state(snapshot)?;
    let Some(tool) = answer(answers[1], "What does it hold (none for nothing)? ")? else { return Ok(Led::PutOff) };
    StateArgs::of(&position, &tool).state(snapshot)?;
    // Where nobody was asked whether the controller is right, nobody has said that it is wrong.
    if let Some(place) = reported.filter(|_| answers != [None; 3]) {
        contradicted(place, &position, &tool)?;
    }
    let Some(reason) = answer(answers[2], "How do you know? ")? else { return Ok(Led::PutOff) };
    if answers[2].is_none() {
        let place = Place { position: position.clone(), tool: tool.clone() };
        let whole = format!("The robot is at {place}, and you have looked. Is that so? [yes / no] ");
        match said(questions, &whole)? {
            Some(line) if reply::agrees(&line) => {}
            _ => return Ok(Led::PutOff),
        }
    }
    open.ensure_robot(&position, &tool).map_err(store)?;
    open.correct_robot(&position, &tool, operator, &reason).map_err(store)?;
    Ok(Led::Said)
}

/// An answer that says something: none for nothing, a no, or a call for help.
fn said(questions: &mut Questions<'_>, question: &str) -> Result<Option<String>, Failure> {
    let line = questions.ask(question, "the question was asked")?.map(|line| line.trim().to_owned());
    Ok(line.filter(|line| !line.is_empty() && !reply::puts_off(line)))
}

/// What an operator says to the controller's report.
enum Agreed {
    Yes,
    No,
    NotAsked,
    PutOff,
}

/// Shows what the controller reports, and asks whether it is so, where the answers were not given.
fn agree(
    place: &Place,
    snapshot: &Snapshot,
    answers: [Option<&str>; 3],
    questions: &mut Questions<'_>,
) -> Result<Agreed, Failure> {
    if State::named(snapshot, &place.position, &place.tool).is_err() {
        talk(format_args!("The controller reports {place}, which is no place and tool of this cell."));
        return Ok(Agreed::NotAsked);
    }
    talk(format_args!("The controller reports now that the robot is at {place}."));
    if answers != [None; 3] {
        return Ok(Agreed::NotAsked);
    }
    let answer = questions.ask("Look at the robot. Is that so? [yes / no] ", "the question was asked")?;
    Ok(match answer.as_deref().map(str::trim) {
        None | Some("") => Agreed::PutOff,
        Some(line) if reply::agrees(line) => Agreed::Yes,
        // The other questions follow; a no to them puts it off.
        Some(_) => Agreed::No,
    })
}

/// A place that is given is the one that the controller reports.
fn contradicted(place: &Place, position: &str, tool: &str) -> Result<(), Failure> {
    if (place.position.as_str(), place.tool.as_str()) == (position, tool) {
        return Ok(());
    }
    let what = "the controller reports now that the robot is";
    Err(Failure::input(format_args!("{what} at {place}, and not at '{position}' with '{tool}': nothing is confirmed"))
        .hint("look at the robot; where the controller is wrong, leave --robot out or say it with `cellgraph state correct`"))
}

fn nothing_said() -> Failure {
    Failure::input("nothing was said, so nothing is confirmed")
        .hint("answer the questions, or give --position, --tool and --reason")
}

/// Tells the controller to stop and asks it where the robot is, where there is one. A confirmation that this contradicts is taken
/// back at once. An interrupted run is closed only by somebody who can tell its own controller to stop.
pub(super) fn stop_controller(
    open: &mut Store,
    robot: Option<&Path>,
    declared: &Declared,
) -> Result<Option<Place>, Failure> {
    let Some(found) = stop(open, robot, declared)? else { return Ok(None) };
    distrust_contradicted(open, &found)?;
    Ok(found.reported)
}

/// The same, without a word in any record.
fn stop(open: &Reader, robot: Option<&Path>, declared: &Declared) -> Result<Option<Recovered>, Failure> {
    let interrupted = open.interrupted().map_err(store)?;
    let interrupted = interrupted.filter(|found| !run::is_simulation(&found.run.record.driver));
    let recorded = interrupted.as_ref().and_then(|found| found.run.record.robot_folder.clone());
    let Some(folder) = robot else {
        let Some(interrupted) = interrupted else { return Ok(None) };
        let what = "the interrupted run was given to a controller, which may still go on with its step";
        let folder = recorded.unwrap_or_else(|| "FOLDER".to_owned());
        return Err(Failure::input(format_args!("{what}\n{}", story(&interrupted)))
            .hint(format!("run `cellgraph recover --robot {folder}`: the controller is told there to stop")));
    };
    let id = interrupted.as_ref().map(|found| found.run.row.run_id);
    let found = run::recover(folder, id, recorded.as_deref().map(Path::new), declared, RECOVERY_REPORT_LIMIT);
    let found = found.map_err(|error| match error {
        error @ RecoveryError::OtherFolder { .. } => {
            let hint = match &recorded {
                Some(recorded) => format!("that run was handed over in {recorded}: name that folder with --robot"),
                None => "name the folder that was shared with the controller of that run".to_owned(),
            };
            Failure::input(error).hint(hint)
        }
        error => Failure::internal(error).hint("halt the robot at its own controls, then see to the folder"),
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
