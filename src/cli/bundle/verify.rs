//! `bundle verify`: whether a bundle is signed with one of these keys, whole, and for this cell.

use std::path::PathBuf;

use serde::Serialize;

use super::{inspect, public_key, read_signed};
use crate::{
    bundle::{self, Fingerprint, KeyRing, Refusal, VerifiedBundle},
    cli::{
        failure::{Failure, Outcome, Verdict},
        printer::{Printer, talk},
    },
};

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle verify weld-3.bundle --cell weld-3 --key eve.pub
  cellgraph bundle verify weld-3.bundle --cell weld-3 --key eve.pub --key ada.pub --json

The signature is the file of the same name with .minisig behind it. Whoever changed one of the files cannot make the other fit. \
What was installed at the cell is not looked at.

Exits with 0 where it would be taken, and with 1 where it is refused; then the reason is printed, and what to do.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The bundle
    bundle: PathBuf,
    /// The id of the cell that it has to be for
    #[arg(long, value_name = "ID")]
    cell: String,
    /// A public key that is trusted; may be given more than once
    #[arg(long, value_name = "FILE", required = true)]
    key: Vec<PathBuf>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Taken<'b> {
    accepted: bool,
    bundle_blake3: String,
    #[serde(flatten)]
    manifest: &'b bundle::Manifest,
    snapshot_content_hash: String,
    signed_by: &'b str,
    key: String,
    fingerprint: Fingerprint,
}

#[derive(Serialize)]
struct Refused {
    accepted: bool,
    refusal: &'static str,
    reason: String,
    hint: &'static str,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let mut ring =
        KeyRing::new(&args.cell).map_err(|error| Failure::input(error).hint("see `bundle inspect` for it"))?;
    for path in &args.key {
        ring.enrol(public_key(path)?).map_err(|error| Failure::input(format_args!("{}: {error}", path.display())))?;
    }
    let (bytes, signature) = match read_signed(&args.bundle)? {
        Ok(read) => read,
        Err(refusal) => return refused(&refusal, args.json, printer),
    };
    match bundle::verify(&bytes, signature.as_deref(), &ring, None) {
        Ok(verified) => taken(&verified, args.json, printer),
        Err(refusal) => refused(&refusal, args.json, printer),
    }
}

fn taken(verified: &VerifiedBundle<'_>, as_json: bool, printer: &mut Printer) -> Outcome {
    let signer = verified.signer();
    if as_json {
        printer.json(&Taken {
            accepted: true,
            bundle_blake3: verified.hash().to_hex().to_string(),
            manifest: verified.manifest(),
            snapshot_content_hash: verified.snapshot().content_hash_hex(),
            signed_by: &signer.owner,
            key: signer.key.id().to_string(),
            fingerprint: signer.key.fingerprint(),
        })?;
    } else {
        printer.text(inspect::words(verified.manifest(), Some(verified.snapshot())))?;
        printer.text(format_args!(
            "signed with the key {} of {}\nfingerprint {}\nBLAKE3 {}",
            signer.key.id(),
            signer.owner,
            signer.key.fingerprint(),
            verified.hash().to_hex()
        ))?;
    }
    Ok(Verdict::Yes)
}

/// Says why something is not taken.
pub(super) fn refused(refusal: &Refusal, as_json: bool, printer: &mut Printer) -> Outcome {
    let (code, hint) = (refusal.code(), refusal.next_step());
    if as_json {
        printer.json(&Refused { accepted: false, refusal: code, reason: refusal.to_string(), hint })?;
    } else {
        printer.text(format_args!("refused ({code}): {refusal}"))?;
        talk(format_args!("hint: {hint}"));
    }
    Ok(Verdict::No)
}
