//! `bundle keys`: a signed list of keys that are trusted from now on, and of keys that never are again.

use std::path::PathBuf;

use serde::Serialize;

use super::{
    fault, public_key,
    secret::{Secret, SigningArgs, write_signed},
    signature_of,
};
use crate::{
    bundle::{self, KeyList, NamedKey},
    cell::shown,
    cli::{
        failure::{Failure, Outcome, Verdict},
        input,
        printer::Printer,
    },
};

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle keys --cell weld-3 --generation 1 --trust ada.pub --reason 'Ada joins' --key eve.key -o weld-3.keys
  cellgraph bundle keys --cell weld-3 --generation 2 --revoke eve.pub --reason 'Eve lost hers' --key ada.key -o weld-3.keys

A list is signed with a key that is trusted at the cell and stays so, which shows that somebody has that key. The generation of lists \
grows with each list; it is not the generation of bundles. A key that was revoked is never trusted again.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The id of the cell that it is for
    #[arg(long, value_name = "ID")]
    cell: String,
    /// The generation of the list: one more than that of the list before, 1 for the first
    #[arg(long, value_name = "N")]
    generation: u64,
    /// A public key to be trusted; its owner is the file's name. May be given more than once
    #[arg(long, value_name = "FILE")]
    trust: Vec<PathBuf>,
    /// A public key that is never to be trusted again; may be given more than once
    #[arg(long, value_name = "FILE")]
    revoke: Vec<PathBuf>,
    #[command(flatten)]
    signing: SigningArgs,
}

#[derive(Serialize)]
struct Made<'l> {
    list: String,
    signature: String,
    list_blake3: String,
    #[serde(flatten)]
    contents: &'l KeyList,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let engineer = args.signing.operator.name()?;
    bundle::refuse_cell(&args.cell).map_err(|why| fault("the cell's id", &args.cell, why))?;
    input::refuse_reason(&args.signing.reason)?;
    let [trusted, revoked] = [&args.trust, &args.revoke].map(|paths| {
        let keys: Result<Vec<NamedKey>, Failure> = paths.iter().map(|path| public_key(path)).collect();
        keys
    });
    let (trusted, revoked) = (trusted?, revoked?);
    let list = KeyList::new(&args.cell, args.generation, (&engineer, args.signing.reason.trim()), trusted, revoked)
        .map_err(|fault| {
            Failure::input(format_args!("no list can be made: {fault}")).hint("see `cellgraph bundle keys --help`")
        })?;
    let secret = Secret::open(&args.signing.key, &args.signing.password)?;
    let key = secret.public()?;
    if list.revoked.iter().any(|named| named.key == key) {
        return Err(Failure::input("the list would revoke the key that it is signed with, and no cell would take it")
            .hint("sign it with a key that stays trusted"));
    }
    let bytes = list.to_bytes();
    let comment = format!("cellgraph keys\tcell:{}\tgeneration:{}", args.cell, args.generation);
    write_signed(&args.signing.output, &bytes, &secret.sign(&bytes, &comment)?)?;
    let (path, signature) =
        (args.signing.output.display().to_string(), signature_of(&args.signing.output).display().to_string());
    let hash = blake3::hash(&bytes).to_hex().to_string();
    if args.signing.json {
        printer.json(&Made { list: path, signature, list_blake3: hash, contents: &list })?;
    } else {
        printer.text(words(&list))?;
        printer.text(format_args!("{path}\n{signature}, by the key {}\nBLAKE3 {hash}", key.id()))?;
    }
    Ok(Verdict::Yes)
}

/// What a list says, for people.
pub(super) fn words(list: &KeyList) -> String {
    let KeyList { cell, list_generation, engineer, reason, trusted, revoked, .. } = list;
    let mut text =
        format!("keys of the cell {cell}, generation {list_generation}\nby {}: {}", shown(engineer), shown(reason));
    for (what, keys) in [("trusted", trusted), ("revoked", revoked)] {
        for NamedKey { owner, key } in keys {
            text.push_str(&format!(
                "\n  {what}: key {} of {}, fingerprint {}",
                key.id(),
                shown(owner),
                key.fingerprint()
            ));
        }
    }
    text
}
