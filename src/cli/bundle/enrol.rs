//! `bundle enrol`: a person compares the fingerprint of a key, and the cell's PC trusts the key from then on.

use std::path::PathBuf;

use super::{at_cell::CellArgs, confirm, public_key};
use crate::{
    bundle::NamedKey,
    cell::shown,
    cli::{
        desk::bundles,
        failure::{Failure, Outcome, Verdict},
        printer::{Printer, talk},
    },
    workflow::{BundleFolder, Person},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle enrol eve.pub --owner Eve --cell weld-3
  cellgraph bundle enrol ada.pub --owner Ada

Ask the owner for the fingerprint by another way than the key came: by telephone, or on paper. Compare all of it. The first key gives the \
data folder the id of its cell. From then on no unsigned snapshot is used with that folder.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The public key
    key: PathBuf,
    /// Whose key it is
    #[arg(long, value_name = "NAME")]
    owner: String,
    /// The id of the cell; for the first key
    #[arg(long, value_name = "ID")]
    cell: Option<String>,
    /// The whole fingerprint, as the owner gave it; nobody is asked then
    #[arg(long, value_name = "DIGITS")]
    fingerprint: Option<String>,
    #[command(flatten)]
    at: CellArgs,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let operator = args.at.operator.name()?;
    let key = NamedKey { owner: args.owner.trim().to_owned(), ..public_key(&args.key)? };
    let fingerprint = key.key.fingerprint().to_string();
    printer.text(format_args!("key {} of {}\nfingerprint {fingerprint}", key.key.id(), shown(&key.owner)))?;
    printer.finish()?;
    let is_confirmed = match &args.fingerprint {
        Some(given) => {
            let digits = |text: &str| text.split_whitespace().collect::<String>().to_lowercase();
            if digits(given) != digits(&fingerprint) {
                return Err(Failure::input("the fingerprint of this key is another one, so the key was not enrolled")
                    .hint("somebody may have changed the key: ask its owner"));
            }
            true
        }
        None => confirm::yes(
            "Is this the fingerprint that its owner gave, to the last digit? yes trusts the key: ",
            "the fingerprint was shown",
            "--fingerprint",
        )?,
    };
    if !is_confirmed {
        talk("The key was not enrolled.");
        return Ok(Verdict::No);
    }
    let mut store = args.at.data.open()?;
    let who = Person { operator: &operator, reason: "compared the fingerprint" };
    let ring =
        BundleFolder::of(args.at.data.folder()).enrol(&mut store, args.cell.as_deref(), &key, who).map_err(bundles)?;
    printer.text(format_args!(
        "enrolled for the cell {}; keys that are trusted: {}",
        ring.cell(),
        ring.trusted().len()
    ))?;
    Ok(Verdict::Yes)
}
