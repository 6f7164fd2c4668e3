//! `bundle rollback`: an earlier bundle of a cell is proved again, shown, accepted by a person, and put in force.

use super::{
    at_cell::{ChangeArgs, Enrolled},
    confirm,
    install::shown_whole,
};
use crate::{
    cli::{
        desk::bundles,
        failure::{Failure, Outcome, Verdict},
        input,
        printer::{Printer, talk},
    },
    workflow::Person,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle rollback --reason 'the new fixture is not there yet'
  cellgraph bundle rollback --to 12 --reason 'as before the holidays'

The bundle is proved again, its signature included. A roll-back opens no way for an older bundle that comes on a stick: the highest \
generation that was ever installed stays on record.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The generation to go back to [default: the last one before the one in force]
    #[arg(long, value_name = "N")]
    to: Option<u64>,
    /// Why; goes into the history
    #[arg(long, value_name = "WORDS")]
    reason: String,
    #[command(flatten)]
    change: ChangeArgs,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    input::refuse_reason(&args.reason)?;
    let Enrolled { operator, mut open, folder, ring } = args.change.cell.enrolled()?;
    let in_force = folder.current().map_err(bundles)?.map_or(0, |current| current.in_force.generation);
    let before = folder.kept(&open).map_err(bundles)?.into_iter().rev().find(|generation| *generation < in_force);
    let to = args.to.or(before).ok_or_else(|| {
        Failure::input("there is no generation before the one in force").hint("see `cellgraph bundle list`")
    })?;
    let kept = folder.installed_once(&open, to).map_err(bundles)?;
    let bundle = kept.prove(&ring).map_err(bundles)?;
    folder.refuse_other_cell(&open, &bundle).map_err(bundles)?;
    shown_whole(&bundle, &open, printer)?;
    if !confirm::bundle(bundle.hash(), args.change.approve.as_ref(), "yes puts it in force again: ")? {
        talk("Nothing was changed.");
        return Ok(Verdict::No);
    }
    let who = Person { operator: &operator, reason: args.reason.trim() };
    folder.roll_back(&mut open, &kept, &ring, who).map_err(bundles)?;
    printer.text(format_args!("rolled back: generation {to} is in force"))?;
    Ok(Verdict::Yes)
}
