//! A console beside the desk that drives: it shows what goes on there, answers questions, and may pause or stop a run. It drives nothing, and
//! writes nothing into the cell's data.
//!
//! The thread that reads lines waits for nothing else: a stop is sent on at once, whatever is being answered. Ctrl-C is a stop, too.

use std::{
    io::{self, IsTerminal, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

use super::{
    Lines,
    any_line::{AnyLine, ends},
    below::Below,
};
use crate::{
    cli::{
        desk::DeskArgs,
        failure::{Failure, Outcome, Verdict},
        printer::{fitting, talk, visible},
        signals, size,
        state::words,
    },
    language::{rules::Recogniser, templates::Templates},
    review::reply::{self, RunWord},
    store::Store,
    workflow::{Aside, AskedAside, Beside, Following, Wish, layout_in_force, layout_name},
};

const HELP: &str = "\
This console follows: another console, or the page, drives this cell, and what goes on there is shown here.
Ask (where is the robot?), or type state. While a plan runs: pause, stop (after the step), stop now, or Ctrl-C for stop now. A line
that is not understood pauses it. What is to be done is said and approved at the desk that drives. quit ends this console, and nothing else.
That desk says at once how it stands. If nothing of it is shown here, it hangs: to stop the robot, press the button.";

/// To a wish that reaches nobody: the desk may have ended in the middle of a run, or have let this console go.
const NOBODY_HEARS: &str = "The desk that drives does not hear this console any more: nothing can be stopped from here. To stop the robot, press the button.";

const ELSEWHERE: &str =
    "This console follows. Say that at the desk that drives; here there are questions, pause, stop and stop now.";

/// To a stop. A desk that hangs does nothing by it.
const SENT: &str = "sent to the desk that drives, which says what it does. If it says nothing, press the button.";

/// Questions that wait for their answers: a program may ask them all at once.
const QUESTIONS_MAX: usize = 64;

/// What was said of stops, and is not shown yet.
const SAID_MAX: usize = 8;

/// Follows to the end of the input, or of the desk that drives.
pub(super) fn follow(args: &DeskArgs, operator: &str, following: Following, mut lines: Lines) -> Outcome {
    let following = Arc::new(following);
    // Before anything is said of a key that stops.
    let (stops, by) = (Arc::clone(&following), operator.to_owned());
    lines.stop_by_keys(Box::new(move |wish| stops.wish(wish, Beside::Console, &by).is_ok()))?;
    let screen = Screen(lines.below());
    let (stops, by, said) = (Arc::clone(&following), operator.to_owned(), say(screen.clone())?);
    let forget_typed = lines.forget_typed();
    let act = move || {
        let words = stop(&stops, &by);
        // A line that was begun is over with it, as at any terminal.
        forget_typed();
        // Full: it was said, and nobody could read it.
        let _ = said.try_send(words);
    };
    signals::at_stop_keys(act).map_err(|error| no_thread(&error))?;
    let snapshot = args.layout()?;
    let templates = args.readers.templates()?;
    let recogniser = Arc::new(Recogniser::new(&snapshot, templates.clone()));
    talk(format_args!("layout: {}", layout_name(&snapshot)));
    talk(HELP);
    let aside = Aside::beside(recogniser, Arc::clone(&snapshot), args.data.folder().to_owned());
    let aside = Arc::new(Mutex::new(aside));
    let is_over = Arc::new(AtomicBool::new(false));
    let (questions, answers) = answer(Arc::clone(&aside), templates, screen.clone())?;
    show(&following, screen, Arc::clone(&is_over), questions.clone())?;
    let voice = Voice { operator, following: &following, aside: &aside, questions: &questions };
    while let Some(line) = lines.any_line("(follows) > ")? {
        if is_over.load(Ordering::SeqCst) {
            // What was typed may have been a stop.
            talk(NOBODY_HEARS);
            break;
        }
        if !voice.heed(&line) {
            break;
        }
    }
    // A program waits for its answers. A person who quits waits for none.
    if !io::stdin().is_terminal() && questions.send(Question::NoMore).is_ok() {
        let _ = answers.join();
    }
    Ok(Verdict::Yes)
}

/// Shows lines from any thread.
#[derive(Clone)]
struct Screen(Option<Below>);

impl Screen {
    /// What goes on; for a program, beside what it asked for.
    fn tell(&self, line: &str) {
        match &self.0 {
            Some(below) => below.print(&format!("{}\n", fitting(visible(line), size::of(io::stdout())))),
            None => talk(line),
        }
    }

    /// What was asked for.
    fn answer(&self, text: &str) {
        match &self.0 {
            Some(below) => below.print(&text.lines().map(|line| format!("{}\n", visible(line))).collect::<String>()),
            None => {
                let mut out = io::stdout().lock();
                // A reader that is gone hears nothing.
                let _ = text.lines().try_for_each(|line| writeln!(out, "{}", visible(line))).and_then(|()| out.flush());
            }
        }
    }
}

/// Says something from the thread that takes signals, which waits for no terminal.
fn say(screen: Screen) -> Result<Sender<&'static str>, Failure> {
    let (said, words): (Sender<&'static str>, Receiver<&'static str>) = bounded(SAID_MAX);
    let work = move || words.into_iter().for_each(|words| screen.tell(words));
    thread::Builder::new().name("said".to_owned()).spawn(work).map(drop).map_err(|error| no_thread(&error))?;
    Ok(said)
}

/// Shows what is told, on a thread of its own, beside what is being typed.
fn show(
    following: &Following,
    screen: Screen,
    is_over: Arc<AtomicBool>,
    questions: Sender<Question>,
) -> Result<(), Failure> {
    let told = following.lines().map_err(|error| no_thread(&error))?;
    let work = move || {
        for told in told {
            screen.tell(&told.line);
            // Full: it is looked at with the questions.
            let _ = questions.try_send(Question::Layout);
        }
        is_over.store(true, Ordering::SeqCst);
        screen.tell("The desk that drove this cell tells nothing any more. Press Enter; start the console again to drive or to follow.");
    };
    thread::Builder::new().name("follow".to_owned()).spawn(work).map(drop).map_err(|error| no_thread(&error))
}

fn no_thread(error: &io::Error) -> Failure {
    Failure::internal(format_args!("this console cannot follow: {error}"))
}

/// What is done beside the lines that are typed and told.
enum Question {
    /// How do things stand?
    State,
    /// This line is a question.
    Line(String),
    /// Another layout may be in force.
    Layout,
    /// Nobody asks any more.
    NoMore,
}

/// Answers questions, on a thread of its own, by the layout that is in force then.
fn answer(
    aside: Arc<Mutex<Aside>>,
    templates: Templates,
    screen: Screen,
) -> Result<(Sender<Question>, JoinHandle<()>), Failure> {
    let (questions, asked): (Sender<Question>, Receiver<Question>) = bounded(QUESTIONS_MAX);
    let work = move || {
        for question in asked {
            let known = aside.lock().clone();
            let known = in_force(known, &templates);
            *aside.lock() = known.clone();
            let answered = match question {
                Question::State => AskedAside::TheRun,
                Question::Line(line) => known.ask(&line),
                Question::Layout => continue,
                Question::NoMore => return,
            };
            match answered {
                AskedAside::Answered(text) => screen.answer(&text),
                AskedAside::TheRun => match Store::read_only(known.folder()).and_then(|reader| reader.robot()) {
                    Ok(robot) => screen.answer(&words(&robot).to_string()),
                    Err(error) => screen.tell(&format!("The state cannot be read: {error}")),
                },
                // It was understood by the layout before.
                AskedAside::Nothing => screen.tell(ELSEWHERE),
            }
        }
    };
    let spawned = thread::Builder::new().name("answers".to_owned()).spawn(work);
    spawned.map(|thread| (questions, thread)).map_err(|error| no_thread(&error))
}

/// What answers by the layout in force. Where that cannot be read, the one before.
fn in_force(aside: Aside, templates: &Templates) -> Aside {
    let Ok(reader) = Store::read_only(aside.folder()) else { return aside };
    let shown = aside.snapshot().content_hash_hex();
    let is_other = reader.layout_in_force().is_ok_and(|row| row.is_some_and(|row| row.snapshot_hash != shown));
    let other = if is_other { layout_in_force(&reader).ok().flatten() } else { None };
    match other {
        None => aside,
        Some(other) => {
            let recogniser = Arc::new(Recogniser::new(&other, templates.clone()));
            Aside::beside(recogniser, other, aside.folder().to_owned())
        }
    }
}

/// Stop now, and what is said of it. What that desk does, it says itself.
fn stop(following: &Following, operator: &str) -> &'static str {
    match following.wish(Wish::StopNow, Beside::Console, operator) {
        Ok(()) => SENT,
        Err(_) => NOBODY_HEARS,
    }
}

/// What this console may say to the desk that drives, and ask beside it.
struct Voice<'d> {
    operator: &'d str,
    following: &'d Following,
    aside: &'d Mutex<Aside>,
    questions: &'d Sender<Question>,
}

impl Voice<'_> {
    /// One line; whether the console goes on after it.
    fn heed(&self, line: &AnyLine) -> bool {
        let line = match line {
            AnyLine::Typed(line) => line,
            AnyLine::Lost => {
                talk("That line is not UTF-8. It may have been a stop, and is taken for one.");
                self.wish(Wish::StopNow);
                return true;
            }
            AnyLine::Interrupt => {
                self.wish(Wish::StopNow);
                return true;
            }
            AnyLine::Stopped { is_heard, .. } => {
                talk(if *is_heard { SENT } else { NOBODY_HEARS });
                return true;
            }
        };
        if ends(line) {
            return false;
        }
        match line.trim().to_lowercase().as_str() {
            "" => return true,
            "help" | "?" => {
                talk(HELP);
                return true;
            }
            "state" => {
                self.ask(Question::State);
                return true;
            }
            _ => {}
        }
        match reply::during_run(line) {
            RunWord::StopNow | RunWord::No => self.wish(Wish::StopNow),
            RunWord::Stop => self.wish(Wish::Stop),
            RunWord::Pause => self.wish(Wish::Pause),
            RunWord::Resume | RunWord::Confirm(_) => talk(ELSEWHERE),
            RunWord::Empty | RunWord::Help | RunWord::Unknown if reply::is_about_the_run(line) => {
                self.ask(Question::State);
            }
            RunWord::Empty | RunWord::Help | RunWord::Unknown if self.aside.lock().understands(line) => {
                self.ask(Question::Line(line.clone()));
            }
            RunWord::Empty | RunWord::Help | RunWord::Unknown => self.wish(Wish::NotUnderstood),
        }
        true
    }

    fn ask(&self, question: Question) {
        if self.questions.try_send(question).is_err() {
            talk("Too many questions wait for their answers. That one was not taken.");
        }
    }

    /// The desk says what it does by it, or that nothing runs.
    fn wish(&self, wish: Wish) {
        match self.following.wish(wish, Beside::Console, self.operator) {
            Ok(()) if wish == Wish::NotUnderstood => {}
            Ok(()) => talk(SENT),
            Err(_) => talk(NOBODY_HEARS),
        }
    }
}
