//! `bundle install`: a bundle is proved, shown with what it changes, accepted by a person, and put in force.

use std::path::PathBuf;

use super::{
    at_cell::{ChangeArgs, Enrolled},
    confirm, inspect, read_signed,
    verify::refused,
};
use crate::{
    bundle::{self, VerifiedBundle},
    cell::shown,
    cli::{
        desk::{bundles, store},
        failure::{Failure, Outcome, Verdict},
        printer::{Printer, talk},
    },
    limits::BUNDLE_GENERATION_JUMP,
    snapshot::diff::diff,
    store::Reader,
    workflow::{Person, layout_in_force, refused_plans},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle install /media/stick/weld-3.bundle
  cellgraph bundle install weld-3.bundle --approve 4f1d2c3b4a596877

What changes is shown, and which plans of the past the new layout would refuse. A person types yes. Nothing is installed while another \
command holds the data folder: stop the page or the console first (`systemctl stop cellgraph`). The last three generations are kept.

Exits with 1 where the bundle is refused, or nobody accepted it.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The bundle; its signature lies beside it
    bundle: PathBuf,
    #[command(flatten)]
    change: ChangeArgs,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let Enrolled { operator, mut open, folder, ring } = args.change.cell.enrolled()?;
    let (bytes, signature) = match read_signed(&args.bundle)? {
        Ok(read) => read,
        Err(refusal) => return refused(&refusal, false, printer),
    };
    let installed = folder.installed(&open).map_err(bundles)?;
    let bundle = match bundle::verify(&bytes, signature.as_deref(), &ring, installed) {
        Ok(bundle) => bundle,
        Err(refusal) => return refused(&refusal, false, printer),
    };
    super::create::refuse_unfit_members(bundle.members(), bundle.snapshot())?;
    folder.refuse_other_cell(&open, &bundle).map_err(bundles)?;
    warn_of_jump("bundle", bundle.manifest().generation, installed.map_or(0, |before| before.highest), printer)?;
    shown_whole(&bundle, &open, printer)?;
    if !confirm::bundle(bundle.hash(), args.change.approve.as_ref(), "yes installs it and puts it in force: ")? {
        talk("Nothing was installed.");
        return Ok(Verdict::No);
    }
    let who = Person { operator: &operator, reason: &bundle.manifest().reason };
    folder.install(&mut open, &bundle, who).map_err(bundles)?;
    printer.text(format_args!("installed: generation {} is in force", bundle.manifest().generation))?;
    Ok(Verdict::Yes)
}

/// Whether a generation is far above the last one: a number that was mistyped shuts out every lower one.
pub(super) fn warn_of_jump(what: &str, generation: u64, last: u64, printer: &mut Printer) -> Result<(), Failure> {
    let jump = generation.saturating_sub(last);
    if jump <= BUNDLE_GENERATION_JUMP {
        return Ok(());
    }
    printer.text(format_args!(
        "warning: generation {generation} is {jump} above the last one, which is {last}: after it, no {what} of a lower generation is taken"
    ))?;
    Ok(())
}

/// What a bundle is, and what it changes.
pub(super) fn shown_whole(bundle: &VerifiedBundle<'_>, history: &Reader, printer: &mut Printer) -> Result<(), Failure> {
    let signer = bundle.signer();
    printer.text(inspect::words(bundle.manifest(), Some(bundle.snapshot())))?;
    printer.text(format_args!("signed with the key {} of {}", signer.key.id(), shown(&signer.owner)))?;
    printer.text(format_args!("BLAKE3 {}", bundle.hash().to_hex()))?;
    match layout_in_force(history).map_err(store)? {
        None => printer.text("no layout is in force yet")?,
        Some(in_force) => {
            let changes = diff(&in_force.draft(), &bundle.snapshot().draft());
            printer.text(if changes.is_empty() { "the layout stays the same" } else { "changes of the layout:" })?;
            changes.iter().try_for_each(|change| printer.text(format_args!("  {change}")))?;
        }
    }
    let past = refused_plans(bundle.snapshot(), history).map_err(store)?;
    printer.text(format_args!("plans of the past that it would refuse: {} of {}", past.refused.len(), past.runs))?;
    for plan in &past.refused {
        printer.text(format_args!("  '{}' (run {})", shown(&plan.operator_input), plan.run_id))?;
        plan.reasons.iter().try_for_each(|reason| printer.text(format_args!("    {reason}")))?;
    }
    printer.finish()
}
