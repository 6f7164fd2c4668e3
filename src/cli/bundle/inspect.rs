//! `bundle inspect`: what a bundle says of itself. Whoever made it may say anything, so nothing here says that it may be used.

use std::path::PathBuf;

use serde::Serialize;

use super::signature_of;
use crate::{
    bundle::{self, Archive, Manifest, Member, Signature},
    cell::shown,
    cli::{
        failure::{Failure, Outcome, Verdict},
        printer::{Printer, talk},
    },
    files,
    snapshot::Snapshot,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle inspect weld-3.bundle
  cellgraph bundle inspect weld-3.bundle --json

Exits with 2 where it is no bundle. Whether it may be used is said by `cellgraph bundle verify`.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The bundle
    bundle: PathBuf,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'m> {
    #[serde(flatten)]
    manifest: &'m Manifest,
    bundle_blake3: String,
    snapshot_content_hash: Option<String>,
    /// What the signature's file says; nobody looked whether it is so.
    said_to_be_signed_with: Option<String>,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let bytes = files::read_bundle(&args.bundle)?;
    let Archive { manifest, members } = bundle::read(&bytes).map_err(|fault| {
        Failure::input(format_args!("{} is no bundle: {fault}", args.bundle.display()))
            .hint("copy it again; `cellgraph bundle create` makes one")
    })?;
    let snapshot = members.iter().find(|(member, _)| *member == Member::Snapshot);
    let snapshot = snapshot.and_then(|(_, bytes)| Snapshot::from_bytes(bytes).ok());
    let signature = files::read_signature(&signature_of(&args.bundle))?;
    let signed = signature.and_then(|text| Signature::read(&text).ok()).map(|signature| signature.key().to_string());
    if args.json {
        printer.json(&Document {
            manifest: &manifest,
            bundle_blake3: blake3::hash(&bytes).to_hex().to_string(),
            snapshot_content_hash: snapshot.as_ref().map(Snapshot::content_hash_hex),
            said_to_be_signed_with: signed,
        })?;
    } else {
        printer.text(words(&manifest, snapshot.as_ref()))?;
        match signed {
            Some(key) => {
                talk(format_args!("It says that it is signed with the key {key}; nobody has checked that here."))
            }
            None => talk("It is not signed."),
        }
    }
    Ok(Verdict::Yes)
}

/// What a bundle holds, for people.
pub(super) fn words(manifest: &Manifest, snapshot: Option<&Snapshot>) -> String {
    let Manifest { cell, generation, engineer, reason, files, .. } = manifest;
    let mut text =
        format!("bundle of the cell {cell}, generation {generation}\nby {}: {}", shown(engineer), shown(reason));
    for file in files {
        text.push_str(&format!("\n  {}, {} bytes", file.name.name(), file.bytes));
        let of_snapshot = snapshot.filter(|_| file.name == Member::Snapshot);
        if let Some(snapshot) = of_snapshot {
            text.push_str(&format!(": {}", crate::workflow::layout_name(snapshot)));
        }
    }
    text
}
