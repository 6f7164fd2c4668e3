//! `bundle create`: a snapshot and what belongs to it, as one signed file. What would be refused at the cell is refused here.

use std::{
    io::Cursor,
    path::{Path, PathBuf},
};

use serde::Serialize;

use super::{
    fault, inspect,
    secret::{Secret, SigningArgs, write_signed},
    signature_of,
};
use crate::{
    bundle::{self, Fingerprint, KeyRing, Listed, Manifest, Member, NamedKey},
    cli::{
        failure::{Failure, Outcome, Verdict},
        input,
        printer::Printer,
    },
    files,
    language::{chooser::Chooser, templates::Templates},
    limits::BUNDLE_BYTES_MAX,
    observe::Declared,
    snapshot::Snapshot,
    workflow::{PhraseBook, PhraseList},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle create --snapshot cell.cellgraph --cell weld-3 --reason 'new fixture' --key eve.key -o weld-3.bundle
  cellgraph bundle create --snapshot cell.cellgraph --declared declared.yaml --cell weld-3 --reason 'seam is measured' \\
      --key eve.key --generation 12 -o weld-3.bundle

It writes the bundle, and its signature beside it in a file of the same name with .minisig behind it. Without --generation, the \
generation is one more than that of the bundle that is replaced; where none is replaced, it is that of the snapshot. A cell's PC takes \
no bundle of a generation below the highest that was installed there.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The snapshot file
    #[arg(long, value_name = "FILE")]
    snapshot: PathBuf,
    /// What is declared about the controller's observations (YAML)
    #[arg(long, value_name = "FILE")]
    declared: Option<PathBuf>,
    /// More sentence templates (YAML)
    #[arg(long, value_name = "FILE")]
    templates: Option<PathBuf>,
    /// A GGUF model
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// A LoRA adapter for the model
    #[arg(long, value_name = "FILE", requires = "model")]
    adapter: Option<PathBuf>,
    /// Weights and thresholds that were fitted to the model and its adapter (JSON)
    #[arg(long, value_name = "FILE")]
    thresholds: Option<PathBuf>,
    /// Phrases and nicknames of the cell's people (JSON), as `cellgraph phrases export` writes them
    #[arg(long, value_name = "FILE")]
    phrases: Option<PathBuf>,
    /// The id of the cell that it is for
    #[arg(long, value_name = "ID")]
    cell: String,
    /// Its generation, which only grows
    #[arg(long, value_name = "N")]
    generation: Option<u64>,
    #[command(flatten)]
    signing: SigningArgs,
}

#[derive(Serialize)]
struct Made<'m> {
    bundle: String,
    signature: String,
    bytes: usize,
    bundle_blake3: String,
    #[serde(flatten)]
    manifest: &'m Manifest,
    key: String,
    fingerprint: Fingerprint,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let engineer = args.signing.operator.name()?;
    bundle::refuse_cell(&args.cell).map_err(|why| fault("the cell's id", &args.cell, why))?;
    input::refuse_reason(&args.signing.reason)?;
    let members = members(args)?;
    let snapshot = members.first().map(|(_, bytes)| files::snapshot_of(&args.snapshot, bytes)).transpose()?;
    let generation = generation(args, snapshot.as_ref())?;
    if let Some(snapshot) = &snapshot {
        let all: Vec<(Member, &[u8])> = members.iter().map(|(member, bytes)| (*member, &**bytes)).collect();
        refuse_unfit_members(&all, snapshot)?;
    }
    let listed = members.iter().map(|(member, bytes)| Listed::of(*member, bytes)).collect();
    let manifest = Manifest::new(&args.cell, generation, (&engineer, args.signing.reason.trim()), listed)
        .map_err(|fault| Failure::input(format_args!("no bundle can be made: {fault}")))?;
    let bytes = archive(&manifest, &members)?;
    let secret = Secret::open(&args.signing.key, &args.signing.password)?;
    let signature = secret.sign(&bytes, &format!("cellgraph bundle\tcell:{}\tgeneration:{generation}", args.cell))?;
    let signer = prove(&bytes, &signature, &secret, args)?;
    write_signed(&args.signing.output, &bytes, &signature)?;
    let made = Made {
        bundle: args.signing.output.display().to_string(),
        signature: signature_of(&args.signing.output).display().to_string(),
        bytes: bytes.len(),
        bundle_blake3: blake3::hash(&bytes).to_hex().to_string(),
        manifest: &manifest,
        key: signer.key.id().to_string(),
        fingerprint: signer.key.fingerprint(),
    };
    if args.signing.json {
        printer.json(&made)?;
    } else {
        printer.text(inspect::words(&manifest, snapshot.as_ref()))?;
        printer.text(format_args!(
            "{}, {} bytes\n{}, by the key {}\nBLAKE3 {}",
            made.bundle, made.bytes, made.signature, made.key, made.bundle_blake3
        ))?;
    }
    Ok(Verdict::Yes)
}

/// What goes in, read once.
fn members(args: &Args) -> Result<Vec<(Member, Vec<u8>)>, Failure> {
    let named = [
        (Member::Snapshot, Some(&args.snapshot)),
        (Member::Declared, args.declared.as_ref()),
        (Member::Templates, args.templates.as_ref()),
        (Member::Model, args.model.as_ref()),
        (Member::Adapter, args.adapter.as_ref()),
        (Member::Thresholds, args.thresholds.as_ref()),
        (Member::Phrases, args.phrases.as_ref()),
    ];
    let read = |(member, path): (Member, Option<&PathBuf>)| {
        let read = path.map(|path| files::read_at_most(path, member.bytes_max()));
        read.map(|bytes| Ok((member, bytes?)))
    };
    named.into_iter().filter_map(read).collect()
}

/// What the cell's PC would read at its start is read here first, and where a bundle comes from elsewhere.
pub(super) fn refuse_unfit_members(members: &[(Member, &[u8])], snapshot: &Snapshot) -> Result<(), Failure> {
    let templates = members.iter().find(|(member, _)| *member == Member::Templates);
    let templates = templates.map(|(member, bytes)| read(*member, bytes, Templates::read)).transpose()?;
    for (member, bytes) in members {
        match member {
            Member::Declared => {
                let declared = read(*member, bytes, Declared::read)?;
                declared.for_cell(&snapshot.draft()).map_err(|error| unfit(*member, &error))?;
            }
            Member::Thresholds => {
                read(*member, bytes, Chooser::read)?;
            }
            Member::Phrases => {
                let book = PhraseBook::new(snapshot, templates.clone().unwrap_or_default());
                let why = book.unfit(&read(*member, bytes, PhraseList::read)?);
                why.map_or(Ok(()), |why| Err(unfit(*member, &why)))?;
            }
            // They were read above, a snapshot was proved, and a model is tried where it is used.
            Member::Templates | Member::Snapshot | Member::Model | Member::Adapter => {}
        }
    }
    Ok(())
}

fn read<T, E: std::fmt::Display>(
    member: Member,
    bytes: &[u8],
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|error| unfit(member, &error))?;
    read(text).map_err(|error| unfit(member, &error))
}

fn unfit(member: Member, why: &dyn std::fmt::Display) -> Failure {
    Failure::input(format_args!("{} cannot be used: {why}", member.name()))
}

fn generation(args: &Args, snapshot: Option<&Snapshot>) -> Result<u64, Failure> {
    let before = previous(&args.signing.output, &args.cell)?;
    let of_snapshot = snapshot.map_or(1, |snapshot| snapshot.provenance().generation);
    match (args.generation, before) {
        (Some(generation), Some(before)) if generation <= before => Err(Failure::input(format_args!(
            "{} is generation {before}, and a bundle of generation {generation} would not be newer",
            args.signing.output.display()
        ))
        .hint("leave --generation out, or give a higher one")),
        (Some(generation), _) => Ok(generation),
        (None, None) => Ok(of_snapshot),
        // One above the highest is refused with the manifest.
        (None, Some(before)) => before.checked_add(1).ok_or_else(|| {
            Failure::input(format_args!(
                "{} is generation {before}, and there is none above",
                args.signing.output.display()
            ))
        }),
    }
}

/// The generation of the bundle that is to be replaced, which must be of the same cell; none where there is no file.
fn previous(path: &Path, cell: &str) -> Result<Option<u64>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = files::read_bundle(path)?;
    match bundle::read(&bytes) {
        Ok(archive) if archive.manifest.cell != cell => Err(Failure::input(format_args!(
            "cannot replace {}: it is a bundle of the cell '{}', and this one is for '{cell}'",
            path.display(),
            archive.manifest.cell
        ))
        .hint("nothing was replaced; name another file with -o, or move that one away")),
        Ok(archive) => Ok(Some(archive.manifest.generation)),
        Err(fault) => Err(Failure::input(format_args!("cannot replace {}: it is no bundle: {fault}", path.display()))
            .hint("nothing was replaced; move that file away, or name another with -o")),
    }
}

fn archive(manifest: &Manifest, members: &[(Member, Vec<u8>)]) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut open = |member: Member| {
        let found = members.iter().find(|(name, _)| *name == member);
        Ok(Cursor::new(found.map_or(&[][..], |(_, bytes)| bytes)))
    };
    bundle::write(manifest, &mut open, &mut bytes).map_err(Failure::internal)?;
    match bytes.len() as u64 {
        0..=BUNDLE_BYTES_MAX => Ok(bytes),
        long => {
            Err(Failure::input(format_args!("the bundle would have {long} bytes; at most {BUNDLE_BYTES_MAX} are read"))
                .hint("leave the model out, and copy it to the cell's PC by itself"))
        }
    }
}

/// What goes to the disk is first shown to be taken, as it will be at the cell.
fn prove(bytes: &[u8], signature: &str, secret: &Secret, args: &Args) -> Result<NamedKey, Failure> {
    let unproved = |error: &dyn std::fmt::Display| {
        Failure::internal(format_args!("the bundle that was made would be refused, so nothing was written: {error}"))
            .hint("this is a fault of cellgraph: please report it")
    };
    let mut ring = KeyRing::new(&args.cell).map_err(|error| unproved(&error))?;
    let signer = NamedKey { owner: "the engineer".to_owned(), key: secret.public()? };
    ring.enrol(signer.clone()).map_err(|error| unproved(&error))?;
    bundle::verify(bytes, Some(signature), &ring, None).map_err(|refusal| unproved(&refusal))?;
    Ok(signer)
}
