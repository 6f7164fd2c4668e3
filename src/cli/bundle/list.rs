//! `bundle list`: whom the cell's PC trusts, and what is installed.

use serde::Serialize;

use super::there;
use crate::{
    bundle::{KeyRing, Manifest, NamedKey},
    cell::shown,
    cli::{
        desk::{DataArg, bundles},
        failure::{Failure, Outcome, Verdict},
        printer::Printer,
    },
    workflow::BundleFolder,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle list
  cellgraph bundle list --data cellgraph-data --json

A generation is proved when it is shown, its signature included.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    data: DataArg,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'r> {
    keys: &'r KeyRing,
    highest: Option<u64>,
    generations: Vec<Generation>,
}

#[derive(Serialize)]
struct Generation {
    generation: u64,
    in_force: bool,
    /// Why it could not be put in force; none where it could.
    fault: Option<String>,
    manifest: Option<Manifest>,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let reader = there(&args.data)?;
    let folder = BundleFolder::of(args.data.folder());
    let ring = folder.enrolled(&reader).map_err(bundles)?;
    let current = folder.current().map_err(bundles)?;
    let generations = folder.kept().map_err(bundles)?.into_iter().rev().map(|generation| {
        let proved = folder.remade(generation).and_then(|kept| Ok(kept.prove(&ring)?.manifest().clone()));
        let (manifest, fault) = match proved {
            Ok(manifest) => (Some(manifest), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let in_force = current.is_some_and(|current| current.in_force.generation == generation);
        Generation { generation, in_force, fault, manifest }
    });
    let highest = current.map(|current| current.highest.generation);
    let document = Document { keys: &ring, highest, generations: generations.collect() };
    if args.json {
        printer.json(&document)?;
    } else {
        words(&document, printer)?;
    }
    Ok(Verdict::Yes)
}

fn words(document: &Document<'_>, printer: &mut Printer) -> Result<(), Failure> {
    let ring = document.keys;
    printer.text(format_args!("cell {}", ring.cell()))?;
    for (what, keys) in [("trusted", ring.trusted()), ("revoked", ring.revoked())] {
        for NamedKey { owner, key } in keys {
            printer.text(format_args!(
                "{what}: key {} of {}, fingerprint {}",
                key.id(),
                shown(owner),
                key.fingerprint()
            ))?;
        }
    }
    for Generation { generation, in_force, fault, manifest } in &document.generations {
        let state = if *in_force { ", in force" } else { "" };
        printer.text(match (manifest, fault) {
            (Some(manifest), _) => {
                format!("generation {generation}{state}: by {}: {}", shown(&manifest.engineer), shown(&manifest.reason))
            }
            (None, fault) => {
                format!("generation {generation}{state}: {}", fault.as_deref().unwrap_or("cannot be read"))
            }
        })?;
    }
    match document.highest {
        Some(highest) => printer.text(format_args!("highest generation that was ever installed: {highest}")),
        None => printer.text("no bundle is installed"),
    }
}
