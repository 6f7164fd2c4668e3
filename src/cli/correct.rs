//! `correct`: what can be done about the latest run, if it failed; a new run, the whole way.

use clap::ValueEnum;

use super::{
    awake::Awake,
    desk::{DeskArgs, layout},
    failure::{Failure, Outcome},
    input,
    keyboard::Keyboard,
    printer::Printer,
    session::Session,
    terminal::Questions,
};
use crate::{review::reply::Named, workflow};

const EXAMPLES: &str = "\
Examples:
  cellgraph correct --snapshot cell.cellgraph --driver files --robot /srv/controller
  cellgraph correct rest --snapshot cell.cellgraph --driver simulator --yes

Nothing is sent again by itself: a correction is a new run, planned from where the robot is, verified, shown with why the other \
failed, and approved like any other. Somebody has to have confirmed where the robot is (`cellgraph recover`). Exits like `do`.";

/// A way to go on.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Way {
    /// Do what is left of it
    Rest,
    /// The same, without the move that failed
    Around,
    /// Put the tool back and take it again first
    Reseat,
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The way; asked for where it is left out
    way: Option<Way>,
    #[command(flatten)]
    desk: DeskArgs,
    /// Run what is proposed without asking; for the simulator only
    #[arg(long, requires = "way")]
    yes: bool,
    /// Run what is proposed if its digest begins with these digits
    #[arg(long, value_name = "DIGEST", conflicts_with = "yes", requires = "way")]
    approve: Option<Named>,
    /// Print JSON, a document a line
    #[arg(long, requires = "way")]
    json: bool,
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
    let mut desk = args.desk.open(&mut |started, store| started.without_asking(store).map_err(layout))?;
    let mut questions = Questions::new(input::answer);
    let mut session = Session::new(&mut desk, &args.desk, printer);
    (session.yes, session.json) = (args.yes, args.json);
    session.approve = args.approve.clone().zip(awake);
    let way = args.way.map(|way| match way {
        Way::Rest => workflow::Way::Rest,
        Way::Around => workflow::Way::Around,
        Way::Reseat => workflow::Way::Reseat,
    });
    session.correct(way, &mut questions)
}
