//! `bundle keygen`: a pair of keys. Neither replaces a file that is there.

use std::path::{Path, PathBuf};

use minisign::KeyPair;
use serde::Serialize;

use super::secret::PasswordArg;
use crate::{
    bundle::{Fingerprint, Key},
    cli::{
        failure::{Failure, Outcome, Verdict},
        printer::Printer,
    },
    files,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph bundle keygen eve
  cellgraph bundle keygen eve --password-file password.txt

It writes eve.key, to sign with, and eve.pub, for the cells' PCs. Keep eve.key on the engineer's desk alone. The two are in the form \
of minisign. A person at each cell compares the fingerprint of eve.pub before the key is trusted there: write it down, and bring \
it by another way than the key.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// What the two files are called, without an ending
    name: PathBuf,
    #[command(flatten)]
    password: PasswordArg,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Made {
    secret: String,
    public: String,
    key: String,
    fingerprint: Fingerprint,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let [secret, public] = [".key", ".pub"].map(|ending| with(&args.name, ending));
    // Before a password is thought of.
    [&secret, &public].into_iter().try_for_each(|path| refuse_there(path))?;
    let pair = KeyPair::generate_encrypted_keypair(Some(args.password.choose()?)).map_err(Failure::internal)?;
    let secret_text = pair.sk.to_box(Some("secret key, with a password")).map_err(Failure::internal)?.into_string();
    let public_text = pair.pk.to_box().map_err(Failure::internal)?.into_string();
    let key = Key::read(&public_text).map_err(Failure::internal)?;
    files::write_secret(&secret, secret_text.as_bytes())?;
    files::write_whole(&public, |file| file.write_all(public_text.as_bytes()))?;
    let made = Made {
        secret: secret.display().to_string(),
        public: public.display().to_string(),
        key: key.id().to_string(),
        fingerprint: key.fingerprint(),
    };
    if args.json {
        printer.json(&made)?;
    } else {
        printer.text(format_args!(
            "{}: to sign with; its password opens it\n{}: for the cells' PCs; key {}\nfingerprint {}",
            made.secret, made.public, made.key, made.fingerprint
        ))?;
    }
    Ok(Verdict::Yes)
}

fn with(name: &Path, ending: &str) -> PathBuf {
    let mut name = name.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn refuse_there(path: &Path) -> Result<(), Failure> {
    match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        _ => Err(Failure::input(format_args!("{} is there already, and no key is replaced", path.display()))
            .hint("choose another name, or move that file away")),
    }
}
