//! `observe diff`: two states of a controller, or two pages of its panel → what changed, line by line.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::declared;
use crate::{
    cli::{
        failure::{Failure, Outcome, Verdict},
        input,
        printer::Printer,
    },
    observe::{Changes, Declared, Observation, RawState, Witness, changes},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph observe diff before.json after.json
  cellgraph observe diff before.json after.json --declared cell.observe.yaml
  cellgraph observe diff before.html after.html --json

A file that begins with `<` is a page, any other the JSON of a state: mode, program, position, tool, gripper, inputs, \
outputs, alarms, messages, active, values. Either file may be `-` for standard input, but not both.

Exits with 0 where nothing changed that means anything, with 1 otherwise. What is declared to tick by itself, and raw \
text around the elements, means nothing.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The earlier state or page
    before: PathBuf,
    /// The later state or page
    after: PathBuf,
    /// The address that the earlier page was at; an address that changes counts as a change
    #[arg(long, value_name = "URL", requires = "after_address")]
    before_address: Option<String>,
    /// The address that the later page is at
    #[arg(long, value_name = "URL", requires = "before_address")]
    after_address: Option<String>,
    /// Which keys tick by themselves, and what answers a check
    #[arg(long, value_name = "FILE")]
    declared: Option<PathBuf>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Difference<'c> {
    meaningful: bool,
    before_hash: String,
    after_hash: String,
    alarms: &'c [String],
    messages: &'c [String],
    lines: &'c [String],
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    if [&args.before, &args.after].iter().all(|path| path.as_os_str() == "-") {
        return Err(Failure::input("standard input cannot be both files").hint("name a file for one of them"));
    }
    let declared = match &args.declared {
        None => Declared::default(),
        Some(path) => declared(path)?,
    };
    let before = observation(&args.before, args.before_address.as_deref(), &declared)?;
    let after = observation(&args.after, args.after_address.as_deref(), &declared)?;
    if before.is_panel() != after.is_panel() {
        let message = "one file is a page, the other the JSON of a state";
        return Err(Failure::input(message).hint("compare two pages, or two states"));
    }
    let found = changes(&before, &after, &Witness::default(), &declared);
    if args.json {
        printer.json(&Difference {
            meaningful: found.is_meaningful,
            before_hash: before.hash().to_string(),
            after_hash: after.hash().to_string(),
            alarms: &found.alarms,
            messages: &found.messages,
            lines: &found.lines,
        })?;
    } else {
        words(&found, printer)?;
    }
    Ok(Verdict::of(!found.is_meaningful))
}

fn words(found: &Changes, printer: &mut Printer) -> Result<(), Failure> {
    found.lines.iter().try_for_each(|line| printer.text(line))
}

fn observation(path: &Path, address: Option<&str>, declared: &Declared) -> Result<Observation, Failure> {
    let (text, name) = input::document(path)?;
    let is_page = text.trim_start_matches('\u{feff}').trim_start().starts_with('<');
    let (observed, what) = match is_page {
        true => {
            let page = RawState::Panel { html: text, active: None, address: address.map(str::to_owned) };
            (page.observation(declared), "page")
        }
        false if address.is_some() => {
            let message = format_args!("{name} is the state of a controller, which has no address");
            return Err(Failure::input(message).hint("leave out --before-address and --after-address"));
        }
        false => (Observation::of_controller(text.as_bytes()), "state of a controller"),
    };
    match observed.fault() {
        Some(fault) => Err(Failure::input(format_args!("{name} is not a usable {what}: {fault}"))),
        None => Ok(observed),
    }
}
