//! A console beside the desk that drives: it shows what goes on there, answers questions, and may pause or stop a run. It drives nothing, and
//! writes nothing into the cell's data.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use rustyline::ExternalPrinter;

use super::Lines;
use crate::{
    cli::{
        desk::DeskArgs,
        failure::{Failure, Outcome, Verdict},
        printer::{Printer, talk, visible},
        state::words,
    },
    language::{Completions, rules::Recogniser},
    review::reply::{self, RunWord},
    store::Store,
    workflow::{Aside, AskedAside, Beside, Following, Wish, layout_name},
};

const HELP: &str = "\
This console follows: another console, or the page, drives this cell, and what goes on there is shown here.
Ask (where is the robot?), or type state. While a plan runs: pause, stop (after the step), stop now. A line that is not understood
pauses it. What is to be done is said and approved at the desk that drives. quit ends this console, and nothing else.";

/// To a wish that reaches nobody: the desk may have ended in the middle of a run, or have let this console go.
const NOBODY_HEARS: &str = "The desk that drives does not hear this console any more: nothing can be stopped from here. To stop the robot, press the button.";

const ELSEWHERE: &str =
    "This console follows. Say that at the desk that drives; here there are questions, pause, stop and stop now.";

/// Follows to the end of the input, or of the desk that drives.
pub(super) fn follow(
    args: &DeskArgs,
    operator: &str,
    following: Following,
    mut lines: Lines,
    printer: &mut Printer,
) -> Outcome {
    let snapshot = args.layout()?;
    lines.know(Completions::of(&snapshot, []));
    let recogniser = Arc::new(Recogniser::new(&snapshot, args.readers.templates()?));
    talk(format_args!("layout: {}", layout_name(&snapshot)));
    talk(HELP);
    let aside = Aside::beside(recogniser, Arc::clone(&snapshot), args.data.folder().to_owned());
    let is_over = Arc::new(AtomicBool::new(false));
    show(&following, lines.printer(), Arc::clone(&is_over))?;
    while let Some(line) = lines.any_line("(follows) > ")? {
        if is_over.load(Ordering::SeqCst) {
            // What was typed may have been a stop.
            talk(NOBODY_HEARS);
            break;
        }
        let goes_on = heed(&line, operator, &following, &aside, printer)?;
        printer.finish()?;
        if !goes_on {
            break;
        }
    }
    Ok(Verdict::Yes)
}

/// Shows what is told, on a thread of its own, beside what is being typed.
fn show(
    following: &Following,
    mut printer: Option<impl ExternalPrinter + Send + 'static>,
    is_over: Arc<AtomicBool>,
) -> Result<(), Failure> {
    let failed = |error| Failure::internal(format_args!("this console cannot follow: {error}"));
    let told = following.lines().map_err(failed)?;
    let work = move || {
        let mut say = |line: &str| match &mut printer {
            Some(printer) => drop(printer.print(format!("{}\n", visible(line)))),
            None => talk(line),
        };
        told.for_each(|told| say(&told.line));
        is_over.store(true, Ordering::SeqCst);
        say(
            "The desk that drove this cell tells nothing any more. Press Enter; start the console again to drive or to follow.",
        );
    };
    thread::Builder::new().name("follow".to_owned()).spawn(work).map(drop).map_err(failed)
}

/// One line; whether the console goes on after it.
fn heed(
    line: &str,
    operator: &str,
    following: &Following,
    aside: &Aside,
    printer: &mut Printer,
) -> Result<bool, Failure> {
    let word = line.trim().to_lowercase();
    match word.as_str() {
        "" => return Ok(true),
        "quit" | "exit" | "bye" => return Ok(false),
        "help" | "?" => {
            talk(HELP);
            return Ok(true);
        }
        "state" => {
            state(aside, printer)?;
            return Ok(true);
        }
        _ => {}
    }
    let wish = match reply::during_run(line) {
        RunWord::StopNow | RunWord::No => Wish::StopNow,
        RunWord::Stop => Wish::Stop,
        RunWord::Pause => Wish::Pause,
        RunWord::Resume | RunWord::Confirm(_) => {
            talk(ELSEWHERE);
            return Ok(true);
        }
        RunWord::Empty | RunWord::Help | RunWord::Unknown => match aside.ask(line) {
            AskedAside::Answered(text) => return printer.text(text).map(|()| true),
            AskedAside::TheRun => return state(aside, printer).map(|()| true),
            AskedAside::Nothing => Wish::NotUnderstood,
        },
    };
    // The desk says what it does by it, or that nothing runs.
    if following.wish(wish, Beside::Console, operator).is_err() {
        talk(NOBODY_HEARS);
    }
    Ok(true)
}

/// Where the robot is on record.
fn state(aside: &Aside, printer: &mut Printer) -> Result<(), Failure> {
    let robot = Store::read_only(aside.folder()).and_then(|reader| reader.robot());
    match robot {
        Ok(robot) => printer.text(words(&robot)),
        Err(error) => {
            talk(format_args!("The state cannot be read: {error}"));
            Ok(())
        }
    }
}
