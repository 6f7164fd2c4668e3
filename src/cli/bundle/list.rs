//! `bundle list`: whom the cell's PC trusts, and what is installed.

use serde::Serialize;

use super::there;
use crate::{
    bundle::{KeyRing, Manifest, NamedKey},
    cell::shown,
    cli::{
        desk::{DataArg, bundles, cut_off, store},
        failure::{Failure, Outcome, Verdict},
        printer::Printer,
    },
    store::Reader,
    workflow::{BundleError, BundleFolder},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle list
  cellgraph bundle list --data cellgraph-data --json

A generation is proved when it is shown, its signature included. What was begun and not finished is said.";

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
    /// What was begun and not finished, with what to do.
    cut_off: Vec<String>,
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
    let in_force = folder.current().map_err(bundles)?.map(|current| current.in_force.generation);
    let mut there = folder.folders().map_err(bundles)?;
    there.extend(in_force.filter(|generation| !there.contains(generation)));
    there.sort_unstable_by(|a, b| b.cmp(a));
    let mut cut_off = enrolments(&folder, &ring, &reader)?;
    let mut generations = Vec::with_capacity(there.len());
    for generation in there {
        let is_in_force = in_force == Some(generation);
        let proved = match folder.installed_once(&reader, generation) {
            // The same bundle as at each start.
            Ok(_) if is_in_force => folder.in_force(),
            kept => kept,
        };
        let proved = proved.and_then(|kept| {
            let bundle = kept.prove(&ring)?;
            Ok((bundle.manifest().clone(), bundle.snapshot().content_hash_hex()))
        });
        if let (Ok((_, layout)), true) = (&proved, is_in_force) {
            cut_off.extend(change_cut_off(&folder, generation, layout, &reader)?);
        }
        let (manifest, fault) = match proved {
            Ok((manifest, _)) => (Some(manifest), None),
            Err(BundleError::NeverInstalled { .. }) => {
                (None, Some("left by an installation that was cut off".to_owned()))
            }
            Err(error) => (None, Some(error.to_string())),
        };
        generations.push(Generation { generation, in_force: is_in_force, fault, manifest });
    }
    let highest = folder.installed(&reader).map_err(bundles)?.map(|installed| installed.highest);
    let document = Document { keys: &ring, highest, generations, cut_off };
    if args.json {
        printer.json(&document)?;
    } else {
        words(&document, printer)?;
    }
    Ok(Verdict::Yes)
}

/// Keys that the history has as enrolled, and nobody trusts.
fn enrolments(folder: &BundleFolder, ring: &KeyRing, history: &Reader) -> Result<Vec<String>, Failure> {
    let found = folder.enrolments_cut_off(ring, history).map_err(bundles)?.into_iter();
    Ok(found
        .map(|(owner, fingerprint)| {
            format!(
                "the enrolment of the key of {} was cut off (fingerprint {fingerprint}): it is not trusted; enrol it again with \
                 `cellgraph bundle enrol`",
                shown(&owner)
            )
        })
        .collect())
}

/// An installation or a roll-back that is on record, and did not come to its end.
fn change_cut_off(
    folder: &BundleFolder,
    in_force: u64,
    layout: &str,
    history: &Reader,
) -> Result<Option<String>, Failure> {
    let on_record = history.layout_in_force().map_err(store)?;
    if on_record.is_some_and(|row| row.snapshot_hash != layout) {
        let what = "the layout is not that of the bundle in force, so nothing is run";
        return Ok(Some(format!("{what}: {}", cut_off(in_force))));
    }
    let last = folder.last_put_in_force(history).map_err(bundles)?.filter(|last| *last != in_force);
    Ok(last.map(|last| format!("generation {last} is on record as put in force, and is not: {}", cut_off(in_force))))
}

fn words(document: &Document<'_>, printer: &mut Printer) -> Result<(), Failure> {
    let ring = document.keys;
    printer.text(format_args!("cell {}", ring.cell()))?;
    match ring.list_generation() {
        0 => printer.text("no list of keys was taken")?,
        generation => printer.text(format_args!("list of keys: generation {generation}"))?,
    }
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
    document.cut_off.iter().try_for_each(|what| printer.text(format_args!("cut off: {what}")))?;
    match document.highest {
        Some(highest) => printer.text(format_args!("highest generation that was ever installed: {highest}")),
        None => printer.text("no bundle is installed"),
    }
}
