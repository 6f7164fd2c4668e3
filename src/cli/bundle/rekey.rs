//! `bundle rekey`: a signed list of keys is proved, shown, accepted by a person, and taken.

use std::path::PathBuf;

use super::{
    at_cell::{ChangeArgs, Opened},
    confirm,
    install::warn_of_jump,
    keys, signature_of,
};
use crate::{
    bundle::{KeyList, ListRefusal},
    cli::{
        desk::bundles,
        failure::{Outcome, Verdict},
        printer::{Printer, talk},
    },
    files::{self, FileError},
    limits::BUNDLE_LIST_BYTES_MAX,
    workflow::Person,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle rekey /media/stick/weld-3.keys

The list is made with `cellgraph bundle keys`, and signed with a key that is trusted here. A person types yes to its keys. What is signed \
with a revoked key is not used any more, also where it is installed.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The list; its signature lies beside it
    list: PathBuf,
    #[command(flatten)]
    change: ChangeArgs,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let Opened { operator, mut open, folder } = args.change.cell.opened()?;
    let bytes = match files::read_at_most(&args.list, BUNDLE_LIST_BYTES_MAX) {
        Err(FileError::TooLarge { .. }) => return refused(&ListRefusal::TooLong, printer),
        read => read?,
    };
    let ring = folder.ring_for_list(&open, &bytes).map_err(bundles)?;
    let signature = files::read_signature(&signature_of(&args.list))?;
    let (list, after) = match KeyList::apply(&bytes, signature.as_deref(), &ring) {
        Ok(taken) => taken,
        Err(refusal) => return refused(&refusal, printer),
    };
    let hash = blake3::hash(&bytes);
    warn_of_jump("list", list.list_generation, ring.list_generation(), printer)?;
    printer.text(keys::words(&list))?;
    printer.text(format_args!("BLAKE3 {}", hash.to_hex()))?;
    if let Ok(Err(error)) = folder.in_force().map(|kept| kept.prove(&after).map(drop)) {
        printer.text(format_args!(
            "warning: after this list nothing can be run before another bundle is in force: {error}"
        ))?;
    }
    printer.finish()?;
    if !confirm::bundle(hash, args.change.approve.as_ref(), "yes trusts and revokes these keys: ")? {
        talk("Nothing was changed.");
        return Ok(Verdict::No);
    }
    let who = Person { operator: &operator, reason: &list.reason };
    let ring = folder.rekey(&mut open, (&bytes, signature.as_deref()), who).map_err(bundles)?;
    printer.text(format_args!("keys that are trusted: {}, revoked: {}", ring.trusted().len(), ring.revoked().len()))?;
    Ok(Verdict::Yes)
}

/// Says why a list is not taken.
fn refused(refusal: &ListRefusal, printer: &mut Printer) -> Outcome {
    printer.text(format_args!("refused: {refusal}"))?;
    talk(format_args!("hint: {}", refusal.next_step()));
    Ok(Verdict::No)
}
