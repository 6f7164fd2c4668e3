//! `bundle …`: signed bundles, from the engineer's desk to the cell's PC.

use std::path::{Path, PathBuf};

use super::{
    desk::{DataArg, bundles, store},
    failure::{Failure, Outcome},
    printer::Printer,
};
use crate::{
    bundle::{Key, NamedKey, Refusal},
    cell::shown,
    files::{self, FileError},
    store::{Reader, Store, StoreError},
    workflow::BundleError,
};

mod at_cell;
mod confirm;
mod create;
mod enrol;
mod inspect;
mod install;
mod keygen;
mod keys;
mod list;
mod rekey;
mod rollback;
mod secret;
mod verify;

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle keygen eve
  cellgraph bundle create --snapshot cell.cellgraph --cell weld-3 --reason 'new fixture' --key eve.key -o weld-3.bundle
  cellgraph bundle inspect weld-3.bundle
  cellgraph bundle verify weld-3.bundle --cell weld-3 --key eve.pub
  cellgraph bundle enrol eve.pub --owner Eve --cell weld-3
  cellgraph bundle install weld-3.bundle

keygen, create, inspect, verify and keys are for the engineer's desk; enrol, install, rollback, list and rekey for the cell's PC. \
A bundle is one file that holds a snapshot and what belongs to it. Its signature lies beside it, in the form of minisign: \
`minisign -Vm weld-3.bundle -p eve.pub` checks it too.";

#[derive(Debug, clap::Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// Make a pair of keys: one to sign with, one to be trusted
    Keygen(keygen::Args),
    /// Make a bundle of a snapshot and what belongs to it, and sign it
    Create(create::Args),
    /// Show what a bundle says of itself; who made it is not looked at
    Inspect(inspect::Args),
    /// Check a bundle against keys: who signed it, and whether it is whole
    Verify(verify::Args),
    /// Make a signed list of keys to be trusted and keys to be revoked
    Keys(keys::Args),
    /// Trust an engineer's key at a cell, after its fingerprint was compared
    Enrol(enrol::Args),
    /// Install a bundle at a cell, and put it in force
    Install(install::Args),
    /// Put an earlier bundle of a cell in force again
    Rollback(rollback::Args),
    /// Show which keys a cell trusts, and what is installed there
    List(list::Args),
    /// Take a signed list of keys at a cell
    Rekey(rekey::Args),
}

pub(super) fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::Keygen(args) => keygen::run(args, printer),
        Command::Create(args) => create::run(args, printer),
        Command::Inspect(args) => inspect::run(args, printer),
        Command::Verify(args) => verify::run(args, printer),
        Command::Keys(args) => keys::run(args, printer),
        Command::Enrol(args) => enrol::run(args, printer),
        Command::Install(args) => install::run(args, printer),
        Command::Rollback(args) => rollback::run(args, printer),
        Command::List(args) => list::run(args, printer),
        Command::Rekey(args) => rekey::run(args, printer),
    }
}

/// The signature's file of a file.
fn signature_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(crate::bundle::SIGNATURE_ENDING);
    name.into()
}

/// The bytes of a bundle, and the text of its signature.
type Signed = (Vec<u8>, Option<String>);

/// A bundle and its signature, each read once; the refusal where the bundle is longer than any that is read.
fn read_signed(path: &Path) -> Result<Result<Signed, Refusal>, Failure> {
    match files::read_bundle(path) {
        Err(FileError::TooLarge { .. }) => Ok(Err(Refusal::TooLong)),
        read => Ok(Ok((read?, files::read_signature(&signature_of(path))?))),
    }
}

/// A public key from its file. Its owner is what the file is called.
fn public_key(path: &Path) -> Result<NamedKey, Failure> {
    let text = files::read_document_file(path)?;
    let key = Key::read(&text).map_err(|error| {
        let failure = Failure::input(format_args!("{}: {error}", path.display()));
        failure.hint("name the file that ends in .pub; `cellgraph bundle keygen` and minisign make one")
    })?;
    let owner = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(NamedKey { owner, key })
}

/// The history of a cell: a mistyped folder is not made into a new one.
fn there(data: &DataArg) -> Result<Reader, Failure> {
    match Store::read_only(data.folder()) {
        Err(StoreError::Missing { folder }) => Err(bundles(BundleError::NotEnrolled { folder })),
        reader => reader.map_err(store),
    }
}

/// A text of the command line that a bundle keeps: one line, and not too long.
fn fault(what: &str, said: &str, fault: &str) -> Failure {
    Failure::input(format_args!("{what} '{}' {fault}", shown(said)))
}
