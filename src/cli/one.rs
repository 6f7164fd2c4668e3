//! `do`: one sentence, the whole way.

use std::io::{self, IsTerminal};

use super::{
    awake::Awake,
    desk::{DeskArgs, layout},
    failure::{Failure, Outcome},
    input,
    keyboard::Keyboard,
    parse,
    printer::Printer,
    session::{self, Session},
    terminal::{IsOver, Questions, Read},
    timings::Timings,
};
use crate::review::reply::Named;

const EXAMPLES: &str = "\
Examples:
  cellgraph do 'weld at position 1 and 2' --snapshot cell.cellgraph --driver simulator --yes
  cellgraph do 'weld at position 1' --snapshot cell.cellgraph --driver files --robot /srv/controller
  cellgraph do 'go home' --snapshot cell.cellgraph --driver simulator --approve 0e739b5c749f600d
  cellgraph do 'where is the robot?' --snapshot cell.cellgraph --driver simulator

What is understood and planned is shown, and run when it was approved: type yes, no, or what to change. Only a plain yes \
approves. A robot is moved by a yes from a terminal that shows the plan; a program looks at the plan first (--json), and \
runs the same command again with --approve and its digest. Whatever is recorded between the two ends the digest's validity. \
Ctrl-C stops the robot now; typing stop finishes the step first, and continue, said later, plans what is left. --yes is for the simulator only.

Exits with 0 when the run was completed or the question answered; with 1 when nothing came of it, it was rejected, or the \
run ended otherwise.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The sentence; `-` for standard input
    #[arg(value_name = "TEXT")]
    text: String,
    #[command(flatten)]
    desk: DeskArgs,
    /// Run what is proposed without asking; for the simulator only
    #[arg(long)]
    yes: bool,
    /// Run what is proposed if its digest begins with these digits, at least the 16 that the review shows; for programs
    /// that have looked at the plan, and for every driver
    #[arg(long, value_name = "DIGEST", conflicts_with = "yes")]
    approve: Option<Named>,
    /// Ask for a yes before each step, once the plan is approved; at a terminal
    #[arg(long, conflicts_with = "yes")]
    step: bool,
    /// Print JSON, a document a line
    #[arg(long)]
    json: bool,
    /// Say on stderr what took how long
    #[arg(long)]
    timings: bool,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    // Before all else: a key that is pressed from now on is read.
    let _keyboard = Keyboard::of_another();
    // The yes of `--approve` was said when the program was started.
    let awake = args.approve.as_ref().map(|_| Awake::from_the_start()).transpose()?;
    if args.yes && !args.desk.driver.is_simulated() {
        return Err(Failure::input("--yes is for the simulator only: a robot moves when a person has approved")
            .hint("leave --yes out, and approve what is shown"));
    }
    if args.step && !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(session::no_steps());
    }
    let mut timings = Timings::start(args.timings);
    let text = parse::sentence(&args.text)?;
    let desk = args.desk.open(&mut |started, store| started.without_asking(store).map_err(layout))?;
    // A program that is asked back says the sentence anew, with the words that it chose.
    let is_person = io::stdin().is_terminal() && args.text != "-" && args.approve.is_none();
    let mut desk = desk.asking_by_number(is_person && !args.json && !args.yes);
    timings.lap("start");
    let mut questions = Questions::new(|prompt, is_over| ask(prompt, is_over, args.text == "-"));
    let mut session = Session::new(&mut desk, &args.desk, printer);
    (session.yes, session.json, session.step_by_step) = (args.yes, args.json, args.step);
    session.approve = args.approve.clone().zip(awake);
    let mut verdict = session.take(&text, &mut questions);
    while let Some(words) = session.other_words.take() {
        verdict = session.take(&words, &mut questions);
    }
    timings.lap("everything else");
    let (spent, written) = (desk.spent(), desk.store().spent());
    timings.part("read", spent.read);
    timings.part("plan and verify", spent.plan_and_verify);
    timings.part("journal and state", written.time);
    timings.show();
    verdict
}

/// A line from the terminal, or from a program on standard input; nobody's where that was the sentence.
fn ask(prompt: &str, is_over: IsOver<'_>, is_used_up: bool) -> Result<Read, Failure> {
    if is_used_up {
        return Ok(Read::Nobody);
    }
    input::answer(prompt, is_over)
}
