//! The command line: arguments → library calls → results on stdout, talk on stderr, an exit status. No rule of the
//! domain is here.

use std::{ffi::OsString, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

mod awake;
mod batch;
mod bundle;
mod checkpoint;
mod colour;
mod completions;
mod console;
mod correct;
mod desk;
mod doctor;
mod eval;
mod failure;
mod history;
mod input;
mod interrupts;
mod judging;
mod keyboard;
mod lacking;
mod listening;
mod logs;
mod manual;
mod metrics;
#[cfg(feature = "llama")]
mod model;
mod observe;
mod one;
#[cfg(feature = "opcua")]
mod opcua;
#[cfg(feature = "web")]
mod operator;
mod parse;
mod phrases;
mod piped;
mod plan;
mod printer;
mod query;
mod readers;
mod recover;
mod robot;
#[cfg(feature = "web")]
mod serve;
mod session;
mod signals;
mod size;
mod snapshot;
mod state;
mod table;
mod terminal;
mod timings;
mod unread;
mod unseen;
mod verify;
mod when;

use self::{
    failure::{Failure, Outcome},
    printer::{Printer, complain, complain_as_json},
};

/// The gate in front of a robot cell: snapshots of its graph, plans and their verification, an operator's sentences and runs.
#[derive(Debug, Parser)]
#[command(name = "cellgraph", version, about, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  cellgraph snapshot build --from cell.apoc.jsonl -o cell.cellgraph
  cellgraph query get_shortest_path Home Pos_1 --snapshot cell.cellgraph
  cellgraph plan intent.json --snapshot cell.cellgraph --position Home --tool none
  cellgraph verify plan.json --snapshot cell.cellgraph --position Home --tool none
  cellgraph do 'weld at position 1 and 2' --snapshot cell.cellgraph --driver simulator

Exit status:
  0  done, valid, found
  1  the answer is no: an invalid plan, no path, a difference
  2  unusable input or usage
  3  an internal failure, or a failed write

With --json an error (2 or 3) is one line of JSON, the last on stderr: {\"error\":…,\"hint\":…}";

#[derive(Debug, Subcommand)]
enum Command {
    /// Build, check, show and compare snapshots of a cell
    #[command(subcommand)]
    Snapshot(snapshot::Command),
    /// Make, sign and check bundles: a snapshot with what belongs to it, for a cell's PC
    #[command(subcommand)]
    Bundle(bundle::Command),
    /// Ask one of the ten queries
    Query(query::Args),
    /// Verify a plan, or a batch of them
    Verify(verify::Args),
    /// Make a plan from an intent, or a batch of them
    Plan(plan::Args),
    /// Read a sentence, or a batch of them: route and intent
    Parse(parse::Args),
    /// Judge a decomposition, a step's report or an answer: scores, and PASS, RETRY or FAIL
    #[command(subcommand)]
    Checkpoint(checkpoint::Command),
    /// Score the reading of sentences with gold answers
    Eval(eval::Args),
    /// Say what changed in what was observed of a cell
    #[command(subcommand)]
    Observe(observe::Command),
    /// Take one sentence the whole way: plan, review, run, record
    Do(one::Args),
    /// Say what can be done about the latest run, if it failed, and do it
    Correct(correct::Args),
    /// The operator's console
    Run(console::Args),
    /// The operator's page, in a browser on this PC
    #[cfg(feature = "web")]
    Serve(serve::Args),
    /// Let people enter the page with PINs, and say what they may do there
    #[cfg(feature = "web")]
    #[command(subcommand)]
    Operator(operator::Command),
    /// List, show, check and export what was run
    #[command(subcommand)]
    History(history::Command),
    /// List what was learnt of what people say here, and accept or drop it
    #[command(subcommand)]
    Phrases(phrases::Command),
    /// Say how good the looks at readings are, from the history
    Metrics(metrics::Args),
    /// Show or correct where the robot is
    #[command(subcommand)]
    State(state::Command),
    /// Lead from an interrupted run, or an unconfirmed position, back to work
    Recover(recover::Args),
    /// Try a controller that shares a folder
    #[command(subcommand)]
    Robot(robot::Command),
    /// Get ready for a controller that has an OPC UA server
    #[cfg(feature = "opcua")]
    #[command(subcommand)]
    Opcua(opcua::Command),
    /// Measure and prepare the local model
    #[cfg(feature = "llama")]
    #[command(subcommand)]
    Model(model::Command),
    /// Look whether this PC is fit for a cell, and say what to do
    Doctor(doctor::Args),
    /// Print the completion script of a shell
    Completions(completions::Args),
    /// Print the help of a command as a man page
    Manual(manual::Args),
}

/// Which snapshot a command works on.
#[derive(Debug, clap::Args)]
struct SnapshotArg {
    /// The snapshot file
    #[arg(long, value_name = "FILE")]
    snapshot: PathBuf,
}

/// Runs the program.
#[must_use]
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    signals::unblock();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Also where they cannot be read: a program that asks for JSON gets its usage error so.
    let as_json = arguments.iter().take_while(|argument| *argument != "--").any(|argument| argument == "--json");
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(refused) => {
            if refused.use_stderr() {
                unread::doubt(&arguments);
            }
            if let Some(failure) = lacking::failure(&refused, &arguments) {
                end(&failure, as_json);
                return failure.status();
            }
            return usage(&refused, as_json);
        }
    };
    let mut printer = Printer::new();
    let outcome = run(&cli.command, &mut printer);
    // What was printed before a failure still belongs to the result.
    let status = match outcome.and_then(|verdict| printer.finish().map(|()| verdict)) {
        Ok(verdict) => verdict.status(),
        Err(failure) => {
            let unsent = printer.finish();
            end(&failure, as_json);
            match unsent {
                Err(worse @ Failure::Internal { .. }) => worse.status(),
                _ => failure.status(),
            }
        }
    };
    logs::finish();
    status
}

fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::Snapshot(command) => snapshot::run(command, printer),
        Command::Bundle(command) => bundle::run(command, printer),
        Command::Query(args) => query::run(args, printer),
        Command::Verify(args) => verify::run(args, printer),
        Command::Plan(args) => plan::run(args, printer),
        Command::Parse(args) => parse::run(args, printer),
        Command::Checkpoint(command) => checkpoint::run(command, printer),
        Command::Eval(args) => eval::run(args, printer),
        Command::Observe(command) => observe::run(command, printer),
        Command::Do(args) => one::run(args, printer),
        Command::Correct(args) => correct::run(args, printer),
        Command::Run(args) => console::run(args, printer),
        #[cfg(feature = "web")]
        Command::Serve(args) => serve::run(args),
        #[cfg(feature = "web")]
        Command::Operator(command) => operator::run(command, printer),
        Command::History(command) => history::run(command, printer),
        Command::Phrases(command) => phrases::run(command, printer),
        Command::Metrics(args) => metrics::run(args, printer),
        Command::State(command) => state::run(command, printer),
        Command::Recover(args) => recover::run(args, printer),
        Command::Robot(command) => robot::run(command, printer),
        #[cfg(feature = "opcua")]
        Command::Opcua(command) => opcua::run(command, printer),
        #[cfg(feature = "llama")]
        Command::Model(command) => model::run(command, printer),
        Command::Doctor(args) => doctor::run(args, printer),
        Command::Completions(args) => completions::run(args, printer),
        Command::Manual(args) => manual::run(args, printer),
    }
}

/// Says why a command stopped, in the way that was asked for.
fn end(failure: &Failure, as_json: bool) {
    if as_json { complain_as_json(failure) } else { complain(failure) }
}

/// Help and version are answers, everything else that clap has to say is a usage error.
fn usage(refused: &clap::Error, as_json: bool) -> ExitCode {
    if as_json && refused.use_stderr() {
        let text = refused.to_string();
        let mut said = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let message = said.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        let rest: Vec<&str> = said.collect();
        let failure = Failure::input(message).hint(rest.join(" "));
        end(&failure, as_json);
        return failure.status();
    }
    match refused.print().map_err(Failure::from) {
        Err(unsent) => {
            end(&unsent, as_json);
            unsent.status()
        }
        Ok(()) => ExitCode::from(if refused.use_stderr() { 2 } else { 0 }),
    }
}
