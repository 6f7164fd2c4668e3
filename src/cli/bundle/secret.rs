//! Secret keys and their passwords. In: a `.key` file and a password, typed unseen or in a file. Out: signatures. What is secret is in
//! no message.

use std::{
    io::Cursor,
    path::{Path, PathBuf},
};

use minisign::{PublicKey, SecretKey, SecretKeyBox};

use super::signature_of;
use crate::{
    bundle::{Key, UNTRUSTED_COMMENT},
    cli::{desk::OperatorArg, failure::Failure, unseen::Unseen},
    files,
};

const PASSWORD: Unseen = Unseen {
    word: "password",
    option: "--password-file",
    // The longest that minisign's own tool takes.
    bytes_max: 1024,
    advice: "whoever finds the key could sign with it: choose a password of several words",
};

/// Where the password is.
#[derive(Debug, clap::Args)]
pub(super) struct PasswordArg {
    /// A file with the password in its first line; without it the password is asked for
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
}

/// Who signs what, and where it goes.
#[derive(Debug, clap::Args)]
pub(super) struct SigningArgs {
    /// Why it is made, in one line
    #[arg(long, value_name = "WORDS")]
    pub(super) reason: String,
    /// The secret key to sign with
    #[arg(long, value_name = "FILE")]
    pub(super) key: PathBuf,
    #[command(flatten)]
    pub(super) password: PasswordArg,
    #[command(flatten)]
    pub(super) operator: EngineerArg,
    /// The file that is made; its signature lies beside it
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Print one line of JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Who makes it.
#[derive(Debug, clap::Args)]
pub(super) struct EngineerArg {
    /// Who makes it; goes into the file, as its engineer [default: $USER]
    #[arg(long, value_name = "NAME")]
    operator: Option<String>,
}

impl EngineerArg {
    pub(super) fn name(&self) -> Result<String, Failure> {
        OperatorArg::of(self.operator.clone()).name()
    }
}

impl PasswordArg {
    /// The password of a key.
    pub(super) fn read(&self, key: &Path) -> Result<String, Failure> {
        match &self.password_file {
            Some(path) => PASSWORD.in_file(path),
            None => PASSWORD.asked(&format!("Password of {}: ", key.display())),
        }
    }

    /// A password for a new key, typed twice.
    pub(super) fn choose(&self) -> Result<String, Failure> {
        PASSWORD.chosen(self.password_file.as_deref(), "Password for the new key: ")
    }
}

/// A key to sign with.
pub(super) struct Secret {
    secret: SecretKey,
    public: PublicKey,
}

impl Secret {
    /// Reads a key, and opens it with its password.
    pub(super) fn open(path: &Path, password: &PasswordArg) -> Result<Self, Failure> {
        let text = files::read_document_file(path)?;
        let unusable = |error: minisign::PError| {
            Failure::input(format_args!("{} cannot be used to sign: {error}", path.display()))
                .hint("name the secret key of `cellgraph bundle keygen` or minisign, which has a password, and type that password")
        };
        let boxed = SecretKeyBox::from_string(&text).map_err(unusable)?;
        // Always a password: without one the library asks on standard output by itself.
        let secret = boxed.into_secret_key(Some(password.read(path)?)).map_err(unusable)?;
        let public = PublicKey::from_secret_key(&secret).map_err(unusable)?;
        Ok(Self { secret, public })
    }

    /// The key that others check by.
    pub(super) fn public(&self) -> Result<Key, Failure> {
        Key::from_base64(&self.public.to_base64()).map_err(Failure::internal)
    }

    /// Signs bytes, and writes the signature beside their file. `comment` is signed too.
    pub(super) fn sign(&self, bytes: &[u8], comment: &str) -> Result<String, Failure> {
        let reader = Cursor::new(bytes);
        let signed = minisign::sign(Some(&self.public), &self.secret, reader, Some(comment), Some(UNTRUSTED_COMMENT));
        Ok(signed.map_err(Failure::internal)?.into_string())
    }
}

/// Writes a file and its signature. The signature comes last: without it the file counts for nothing.
pub(super) fn write_signed(path: &Path, bytes: &[u8], signature: &str) -> Result<(), Failure> {
    let beside = signature_of(path);
    files::remove(&beside)?;
    files::write_whole(path, |file| file.write_all(bytes))?;
    files::write_whole(&beside, |file| file.write_all(signature.as_bytes()))?;
    Ok(())
}
