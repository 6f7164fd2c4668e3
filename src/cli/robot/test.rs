//! `robot test`: a trial of the controller that shares a folder.
//!
//! In: the folder, the snapshot, a person's yes or a digest. Out: what the controller did, case by case. What is permitted, and what a
//! controller did wrong, is for [`trial`] to say.

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use serde_json::json;

use super::beside::{Alone, AtTerminal, NO_KEYS};
use crate::{
    cli::{
        awake::Awake,
        desk::{DataArg, LayoutArg, LayoutSource, store},
        failure::{Failure, Outcome, Verdict},
        input,
        interrupts::Interrupts,
        keyboard::Keyboard,
        printer::{Printer, talk},
        signals::{self, Background},
        terminal::Questions,
    },
    files,
    limits::TRIAL_WAIT_MAX,
    review::reply::{self, Named, Reply},
    run::{
        self, Control,
        trial::{self, AgreedWay, Finding, Outcome as Came, Trial, TrialError, Way},
    },
    snapshot::Snapshot,
    store::{Store, StoreError},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph robot test /srv/controller --snapshot cell.cellgraph
  cellgraph robot test /srv/controller --snapshot cell.cellgraph --to Safe_Pos_1 --json
  cellgraph robot test /srv/controller --snapshot cell.cellgraph --approve 0e739b5c749f600d

A robot may move: one allowed move from where the controller says that the robot is, and back, several times. The moves are shown first, and \
a person types yes at the terminal. A program runs the command once without --approve, and again with the digest that was shown.
Three cases halt the robot on its way. A person has to bring it back, so these are left out with --approve.
At the end `stop` stands in the folder. What the data folder has on record of the robot is not confirmed any more. Ctrl-C stops the robot now. \
This is no emergency stop.

Exits with 0 when no case failed, and with 1 when one failed, nobody approved, or the trial was stopped.";

/// What stops a trial.
const STOPS: &str = "Ctrl-C stops the robot now.";
const STOPS_BY_NO_KEY: &str =
    "No key stops the robot here. To stop it, send this program a signal, or press the button.";
const STOPS_AT_TERMINAL: &str = "Ctrl-C, Ctrl-D or any line but a yes, such as stop or help, stops the robot now.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The folder shared with the controller
    folder: PathBuf,
    #[command(flatten)]
    snapshot: LayoutArg,
    #[command(flatten)]
    data: DataArg,
    /// The position to move to [default: a neighbour that is no tool's stand]
    #[arg(long, value_name = "POSITION")]
    to: Option<String>,
    /// What ticks by itself on that controller, and what its panel means (YAML)
    #[arg(long, value_name = "FILE")]
    declared: Option<PathBuf>,
    /// How long to wait for an answer that needs no motion, and for a halt
    #[arg(long, value_name = "SECONDS", default_value_t = 5,
          value_parser = clap::value_parser!(u64).range(1..=TRIAL_WAIT_MAX.as_secs()))]
    wait: u64,
    /// Move if the digest of what is shown begins with these digits, at least 16; for programs that have looked at it
    #[arg(long, value_name = "DIGEST")]
    approve: Option<Named>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let is_attended = args.approve.is_none() && io::stdin().is_terminal() && io::stderr().is_terminal();
    // Before all else: a key that is pressed from now on is read.
    let keyboard = if is_attended { Keyboard::of_another() } else { Keyboard::for_signals() };
    // Before any thread is started.
    let _background = (!is_attended).then(Background::leave_alone);
    let interrupts = if is_attended { None } else { Interrupts::at_terminal(NO_KEYS)? };
    // The yes of `--approve` was said when the program was started.
    let awake = args.approve.as_ref().map(|_| Awake::from_the_start()).transpose()?;
    let (snapshot, source) = args.snapshot.load(&args.data)?;
    let (mut open, snapshot) = in_force(args, snapshot, &source)?;
    let declared = source.declared(args.declared.as_deref(), &snapshot)?;
    free(args)?;
    let control = Control::new();
    let wait = Duration::from_secs(args.wait);
    let trial = Trial { folder: &args.folder, declared: &declared, wait, control: &control };
    let mut alone = Alone::new(&control)?;
    let asked = trial::ask(&trial, &mut alone);
    drop(alone);
    let (mut findings, place) = match asked {
        Ok(asked) => asked,
        Err(error) => return broken(error),
    };
    let Some(place) = place else { return tell(args, &findings, printer) };
    let way = Way::from(&snapshot, &place, args.to.as_deref())
        .map_err(|error| Failure::input(error).hint("bring the robot to another position, or name one with --to"))?;
    talk(format_args!("The controller reports that the robot is at {place}."));
    talk("This is permitted, and nothing else:");
    way.moves().iter().for_each(|name| talk(format_args!("  {name}")));
    talk(format_args!("digest: {}", &way.digest().to_hex().as_str()[..reply::NAMED_DIGITS]));
    let Some(way) = agreed(args, way, is_attended)? else {
        talk("Nobody approved it: nothing was moved.");
        return Ok(Verdict::No);
    };
    distrust(open.as_mut())?;
    talk(match is_attended {
        true => STOPS_AT_TERMINAL,
        false if keyboard.is_some() || interrupts.is_some() => STOPS,
        false => STOPS_BY_NO_KEY,
    });
    let played = if is_attended {
        let mut beside = AtTerminal::new(&control)?;
        hear_what_came(&control);
        trial::play(&trial, &mut beside, &way, true)
    } else {
        let mut beside = Alone::new(&control)?;
        awake.map_or(Ok(()), |awake| awake.refuse_sleep())?;
        trial::play(&trial, &mut beside, &way, false)
    };
    match played {
        Ok(played) => findings.extend(played),
        Err(error) => return broken(error),
    }
    tell(args, &findings, printer)
}

/// Signals are caught: one that had come before that did what it does by default, or was kept.
fn hear_what_came(control: &Control) {
    if signals::has_come() {
        control.stop_now_because("the program was put to sleep, or told to end, behind the yes");
    }
}

/// The store of the data folder, held meanwhile, and the snapshot in force; the given snapshot where there is no data folder.
fn in_force(args: &Args, snapshot: Snapshot, source: &LayoutSource) -> Result<(Option<Store>, Arc<Snapshot>), Failure> {
    match args.data.read() {
        Ok(_) => {}
        Err(_) if !args.data.folder().exists() => return Ok((None, Arc::new(snapshot))),
        Err(failure) => return Err(failure),
    }
    let open = args.data.open()?;
    if open.interrupted().map_err(store)?.is_some() {
        return Err(
            Failure::input("a run was interrupted and is not yet closed").hint("close it with `cellgraph recover`")
        );
    }
    let snapshot = source.to_move_by(&open, &args.data, snapshot)?;
    Ok((Some(open), snapshot))
}

/// No run goes on in the folder, and none was broken off there.
fn free(args: &Args) -> Result<(), Failure> {
    let path = args.folder.display();
    files::open::folder(&args.folder).map(drop).map_err(|error| {
        Failure::input(format_args!("the robot's folder {path} cannot be opened: {}", files::Words(&error)))
            .hint("name the folder that is shared with the controller, and see whether the share is mounted")
    })?;
    if run::is_driven(&args.folder) {
        return Err(Failure::input(format_args!("another cellgraph drives the controller of {path}"))
            .hint("wait for its run to end"));
    }
    match run::open_run(&args.folder).map_err(Failure::input)? {
        None => Ok(()),
        Some(run) => Err(Failure::input(format_args!("the permit of run {run} still stands in {path}"))
            .hint(format!("look at the robot, then run `cellgraph recover --robot {path}`"))),
    }
}

/// A yes to the way that was shown.
fn agreed<'s>(args: &Args, way: Way<'s>, is_attended: bool) -> Result<Option<AgreedWay<'s>>, Failure> {
    if let Some(named) = &args.approve {
        return match way.approved(named) {
            Ok(agreed) => Ok(Some(agreed)),
            Err(_) => {
                talk(format_args!("What is shown is not {named}."));
                Ok(None)
            }
        };
    }
    if !is_attended {
        return Ok(None);
    }
    talk("Some cases halt the robot on its way: you bring it back by hand then. This is no emergency stop.");
    let question = "Is the cell clear, and may the robot move? [yes / no] ";
    let line = Questions::new(input::answer).ask(question, "the moves were shown")?;
    let is_yes = line.is_some_and(|line| matches!(reply::at_review(&line), Reply::Yes));
    Ok(is_yes.then(|| way.agreed()))
}

/// The robot is going to move outside of any run.
fn distrust(open: Option<&mut Store>) -> Result<(), Failure> {
    let Some(open) = open else { return Ok(()) };
    match open.robot() {
        Err(StoreError::NoRobotState) => Ok(()),
        Err(error) => Err(store(error)),
        Ok(robot) if !robot.confirmed => Ok(()),
        Ok(_) => open.distrust_robot("the controller was tried (`robot test`), which moved the robot").map_err(store),
    }
}

fn broken(error: TrialError) -> Outcome {
    match error {
        TrialError::Stopped => {
            talk("The trial was stopped. Look at the robot: it may stand on its way.");
            Ok(Verdict::No)
        }
        TrialError::Folder(error) => Err(Failure::internal(error).hint("look at the robot: it may stand on its way")),
    }
}

/// Prints what came of it.
fn tell(args: &Args, findings: &[Finding], printer: &mut Printer) -> Outcome {
    let count = |wanted: fn(&Finding) -> bool| findings.iter().filter(|finding| wanted(finding)).count();
    let (passed, failed) = (count(Finding::is_passed), count(Finding::is_failed));
    let left_out = findings.len() - passed - failed;
    if args.json {
        printer.json(&json!({ "passed": passed, "failed": failed, "left_out": left_out, "cases": findings }))?;
    } else {
        findings.iter().try_for_each(|finding| printer.text(words(finding)))?;
        printer.text(format_args!("{passed} passed, {failed} failed, {left_out} left out"))?;
    }
    Ok(Verdict::of(failed == 0))
}

/// A finding, in one line where the case passed.
fn words(finding: &Finding) -> String {
    let name = finding.case.name();
    match &finding.outcome {
        Came::Passed => format!("passed    {name}"),
        Came::LeftOut(why) => format!("left out  {name}: {why}"),
        Came::Failed { fault, line } => {
            let line = line.map(|line| format!(" (progress.jsonl line {line})")).unwrap_or_default();
            format!(
                "FAILED    {name}\n  expected: {}\n  came:     {fault}{line}\n  mend:     {}",
                finding.case.expected(),
                finding.case.mend()
            )
        }
    }
}
