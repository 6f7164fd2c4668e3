//! `run`: the operator's console. A line is a sentence, or one of a few words about the console itself.
//!
//! Between two sentences, and never during a run: a changed snapshot file is noticed, said in words, and taken up on the
//! operator's word.

use std::io::{self, IsTerminal};

use rustyline::{
    Context, Editor, Helper, completion::Completer, error::ReadlineError, highlight::Highlighter, hint::Hinter,
    history::DefaultHistory, validate::Validator,
};

use super::{
    desk::{DeskArgs, store},
    failure::{Failure, Outcome, Verdict},
    input,
    printer::{Printer, talk},
    recover,
    session::Session,
};
use crate::{
    cell::RoutineId,
    snapshot::Snapshot,
    workflow::{Desk, LayoutNews, NewLayout, refused_plans},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph run --snapshot cell.cellgraph --driver simulator --speed 1
  cellgraph run --snapshot cell.cellgraph --driver files --robot /srv/controller

Type a command or a question. While a plan runs: pause, resume, stop, stop now; Ctrl-C once finishes the step and stops, \
twice stops now. help, state and quit are words of the console; everything else is a sentence. Ctrl-D ends it.";

const HELP: &str = "\
Say what to do (weld at position 1 and 2), ask (where is the robot?), or repeat (do that again).
A plan is shown first: answer yes, no, or say what to change.
While it runs: pause, resume, stop, stop now; Ctrl-C once finishes the step, twice stops now.
Console: help, state, layout (look for a new snapshot), quit.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    desk: DeskArgs,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let mut desk = args.desk.open()?;
    let mut lines = Lines::new(&desk, args)?;
    greet(&desk)?;
    let mut layout = NewLayout::watch(&args.desk.snapshot.snapshot);
    ready(&mut desk, args, &mut lines)?;
    while let Some(line) = lines.line("> ")? {
        look_for_layout(&mut desk, args, &mut layout, &mut lines)?;
        let line = line.trim();
        match line.to_lowercase().as_str() {
            "" | "layout" => continue,
            "quit" | "exit" | "bye" => break,
            "help" | "?" => talk(HELP),
            "state" => printer.text(super::state::words(&desk.store().robot().map_err(store)?))?,
            _ => sentence(line, &mut desk, args, &mut lines, printer)?,
        }
        printer.finish()?;
        ready(&mut desk, args, &mut lines)?;
    }
    Ok(Verdict::Yes)
}

/// One sentence. What goes wrong with it is said, and the console goes on, but for a disk that takes no more.
fn sentence(line: &str, desk: &mut Desk, args: &Args, lines: &mut Lines, printer: &mut Printer) -> Result<(), Failure> {
    let mut session = Session { desk, args: &args.desk, yes: false, json: false, printer };
    match session.take(line, &mut |prompt| lines.answer(prompt)) {
        Err(failure @ Failure::Input { .. }) => super::printer::complain(&failure),
        taken => drop(taken?),
    }
    Ok(())
}

fn greet(desk: &Desk) -> Result<(), Failure> {
    let snapshot = desk.snapshot();
    talk(format_args!(
        "cellgraph {}: {} positions, {} tools, {} routines; generation {}",
        env!("CARGO_PKG_VERSION"),
        snapshot.position_count(),
        snapshot.tool_count(),
        snapshot.routine_count(),
        snapshot.provenance().generation
    ));
    if let Ok(robot) = desk.store().robot() {
        talk(super::state::words(&robot));
    }
    talk("Say what to do, ask, or type help.");
    Ok(())
}

/// Leads through an interrupted run or an unconfirmed position, where there is one.
fn ready(desk: &mut Desk, args: &Args, lines: &mut Lines) -> Result<(), Failure> {
    let snapshot = std::sync::Arc::clone(desk.snapshot());
    loop {
        let interrupted = desk.store().interrupted().map_err(store)?.is_some();
        let robot = desk.store().robot().ok();
        if !interrupted && robot.as_ref().is_some_and(|robot| robot.confirmed) {
            return Ok(());
        }
        if let Some(robot) = &robot
            && let Ok(state) = crate::cell::State::named(&snapshot, &robot.position, &robot.tool)
        {
            args.desk.driver.withdraw(&snapshot, state)?;
        }
        talk("Nobody knows for sure where the robot is. Nothing is run before somebody has looked and said so.");
        let operator = args.desk.operator.name()?;
        match recover::lead(desk.store_mut(), &snapshot, &operator, [None; 3], &mut |prompt| lines.answer(prompt)) {
            Ok(()) => {
                let robot = desk.store().robot().map_err(store)?;
                talk(super::state::words(&robot));
            }
            // A name that the cell does not have: said, and asked again.
            Err(failure @ Failure::Input { .. }) if !lines.ended => super::printer::complain(&failure),
            Err(failure) => return Err(failure),
        }
    }
}

/// A changed snapshot file: what is different, which plans of the past it refuses, and whether to take it up.
fn look_for_layout(desk: &mut Desk, args: &Args, layout: &mut NewLayout, lines: &mut Lines) -> Result<(), Failure> {
    match layout.look(desk.snapshot()) {
        LayoutNews::Same => Ok(()),
        LayoutNews::Unusable(reason) => {
            talk(format_args!(
                "The snapshot's file has changed, and cannot be used: {reason}. The one in force stays."
            ));
            Ok(())
        }
        LayoutNews::Changed { snapshot, changes } => {
            talk(format_args!("There is a new layout, generation {}:", snapshot.provenance().generation));
            changes.iter().for_each(|change| talk(format_args!("  {change}")));
            let refused = refused_plans(&snapshot, desk.store()).map_err(store)?.refused;
            if !refused.is_empty() {
                talk(format_args!("It would refuse {} of the plans in the history:", refused.len()));
                for plan in refused.iter().take(5) {
                    talk(format_args!("  '{}': {}", plan.operator_input, plan.reasons.join("; ")));
                }
            }
            let answer = lines.answer("take it up? [yes / no] ")?.unwrap_or_default();
            if matches!(answer.trim().to_lowercase().as_str(), "y" | "yes") {
                let readers = args.desk.readers.readers(&snapshot, &args.desk.snapshot.snapshot)?;
                desk.take_up(readers);
                lines.names(&snapshot);
                talk("The new layout is in force.");
            } else {
                talk("The layout in force stays. It is offered again when the file changes.");
            }
            Ok(())
        }
    }
}

/// Lines from a terminal, with editing, history and the cell's names, or from a program.
struct Lines {
    editor: Editor<Names, DefaultHistory>,
    history: std::path::PathBuf,
    ended: bool,
}

impl Lines {
    fn new(desk: &Desk, args: &Args) -> Result<Self, Failure> {
        let mut editor = Editor::new().map_err(|error| Failure::internal(format_args!("no console: {error}")))?;
        let history = args.desk.data.folder().join("console-history.txt");
        // The first start has none.
        let _none_yet = editor.load_history(&history);
        let mut lines = Self { editor, history, ended: false };
        lines.names(desk.snapshot());
        Ok(lines)
    }

    fn names(&mut self, snapshot: &Snapshot) {
        let mut names: Vec<String> =
            input::position_names(snapshot).into_iter().chain(input::tool_names(snapshot)).map(str::to_owned).collect();
        let routines = (0..snapshot.routine_count() as u32).map(|id| snapshot.routine_name(RoutineId(id)).to_owned());
        names.extend(routines);
        names.sort_unstable();
        self.editor.set_helper(Some(Names { names }));
    }

    /// A sentence; none at the end.
    fn line(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let line = self.answer(prompt)?;
        if let Some(line) = line.as_ref().filter(|line| !line.trim().is_empty()) {
            let kept =
                self.editor.add_history_entry(line.as_str()).and_then(|_| self.editor.save_history(&self.history));
            if let Err(error) = kept {
                talk(format_args!("the console's history is not kept: {error}"));
            }
        }
        Ok(line)
    }

    /// An answer to a question; none at the end, and none for Ctrl-C, which means no.
    fn answer(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let prompt = if io::stdin().is_terminal() { prompt } else { "" };
        match self.editor.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Interrupted) => {
                talk("Ctrl-D or quit ends the console");
                Ok(Some(String::new()))
            }
            Err(ReadlineError::Eof) => {
                self.ended = true;
                Ok(None)
            }
            Err(error) => Err(Failure::internal(format_args!("the console cannot be read: {error}"))),
        }
    }
}

/// Completes the cell's names.
struct Names {
    names: Vec<String>,
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..at].rfind(' ').map_or(0, |space| space + 1);
        let begun = line[start..at].to_lowercase();
        let fits = |name: &&String| !begun.is_empty() && name.to_lowercase().starts_with(&begun);
        Ok((start, self.names.iter().filter(fits).cloned().collect()))
    }
}

impl Helper for Names {}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}

impl Validator for Names {}
