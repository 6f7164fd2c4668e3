//! The folder of keys: what this program proves itself with, and which servers a person trusts.
//!
//! ```text
//! own/cert.der           this program's certificate, to be trusted at the controller
//! private/private.pem    its private key, which its owner alone may read
//! trusted/*.der          certificates of servers that a person has compared with what the controller shows
//! rejected/*.der         certificates of servers that were met and are not trusted
//! user                   optional: a name and a password in two lines, where the controller knows people by these
//! ```
//!
//! 1. Nothing is trusted because it was met. [`Keys::trust`] takes the thumbprint that a person has read at the controller.
//! 2. A key that others may read is refused.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use opcua::{
    client::IdentityToken,
    crypto::{CertificateStore, PrivateKey, SecurityPolicy, X509, X509Data},
};

use crate::{
    cell::shown,
    files::{self, FileError},
};

/// Who this program says it is to a server. Its certificate names it.
pub(super) const APPLICATION_URI: &str = "urn:cellgraph:cell-pc";
/// The length of the key, in bits: each of the security policies that are used takes it.
const KEY_BITS: u32 = 2_048;
/// For how many days its certificate is valid: twenty years, for the life of a cell. A person trusts it by hand at the controller, and takes it
/// off that list by hand.
const CERTIFICATE_DAYS: u32 = 20 * 365;
/// Longest file of a certificate, and of a name with its password, in bytes.
const CERTIFICATE_BYTES_MAX: u64 = 64 * 1_024;
const USER_BYTES_MAX: u64 = 1_024;

const OWN: &str = "own/cert.der";
const PRIVATE: &str = "private/private.pem";

/// A folder of keys.
#[derive(Clone, Debug)]
pub struct Keys {
    folder: PathBuf,
}

/// A certificate that was put on the trust list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trusted {
    /// The name in it.
    pub name: String,
    /// SHA-1 of the certificate, in 40 hexadecimal digits: what OPC UA calls its thumbprint, and its tools show.
    pub thumbprint: String,
    /// Where it lies now.
    pub path: PathBuf,
}

/// Why a folder of keys is of no use.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// A key is there already.
    #[error("{} is there already: a key is never replaced, because the controller trusts it", .0.display())]
    IsThere(PathBuf),
    /// There is no key.
    #[error("{} holds no key of this program: {why}", .folder.display())]
    NoKey {
        /// The folder.
        folder: PathBuf,
        /// Why.
        why: String,
    },
    /// Others may read the key.
    #[error("{} may be read by others than its owner", .0.display())]
    Open(PathBuf),
    /// A file is no certificate.
    #[error("{} is no certificate: {why}", .path.display())]
    NoCertificate {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The thumbprint is another one.
    #[error("the thumbprint of this certificate is {found}, and not {given}: nothing is trusted")]
    OtherThumbprint {
        /// What was given.
        given: String,
        /// What it is.
        found: String,
    },
    /// The name and the password cannot be read.
    #[error("{} has no name and password: {why}", .path.display())]
    NoUser {
        /// The file.
        path: PathBuf,
        /// Why.
        why: &'static str,
    },
    /// The key cannot be made.
    #[error("the key cannot be made: {0}")]
    NotMade(String),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl KeyError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::NoKey { folder, .. } => {
                Some(format!("make one with `cellgraph opcua key --keys {}`", folder.display()))
            }
            Self::Open(path) => Some(format!("take the rights away with `chmod 600 {}`", path.display())),
            Self::NoUser { .. } => {
                Some("write the name into its first line and the password into its second".to_owned())
            }
            Self::OtherThumbprint { .. } => {
                Some("compare the thumbprint with the one that the controller's own tool shows".to_owned())
            }
            Self::File(error) => error.hint().map(str::to_owned),
            _ => None,
        }
    }
}

impl Keys {
    /// The keys in this folder, of which nothing is read yet.
    #[must_use]
    pub fn of(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder, and a key with its certificate in it.
    ///
    /// # Errors
    ///
    /// [`KeyError`]: a key that is there already is never replaced.
    pub fn make(&self) -> Result<Trusted, KeyError> {
        for path in [OWN, PRIVATE].map(|name| self.folder.join(name)) {
            if path.symlink_metadata().is_ok() {
                return Err(KeyError::IsThere(path));
            }
        }
        for name in ["", "own", "private", "trusted", "rejected"] {
            files::make_folder(&self.folder.join(name))?;
        }
        let private = self.folder.join("private");
        only_owner(&private, 0o700)?;
        let host = X509Data::computer_hostnames().into_iter().next().unwrap_or_else(|| "cell-pc".to_owned());
        let data = X509Data {
            key_size: KEY_BITS,
            common_name: "cellgraph".to_owned(),
            organization: "cellgraph".to_owned(),
            organizational_unit: "cell".to_owned(),
            country: "XX".to_owned(),
            state: "none".to_owned(),
            alt_host_names: X509Data::alt_host_names(APPLICATION_URI, Some(vec![host]), false, false, false),
            certificate_duration_days: CERTIFICATE_DAYS,
        };
        let (own, key) = (self.folder.join(OWN), self.folder.join(PRIVATE));
        let (certificate, _) =
            CertificateStore::create_certificate_and_key(&data, false, &own, &key).map_err(KeyError::NotMade)?;
        only_owner(&key, 0o600)?;
        Ok(named(&certificate, own))
    }

    /// This program's certificate.
    ///
    /// # Errors
    ///
    /// [`KeyError::NoKey`].
    pub fn own(&self) -> Result<Trusted, KeyError> {
        let path = self.folder.join(OWN);
        let certificate = CertificateStore::read_cert(&path).map_err(|why| self.no_key(why))?;
        Ok(named(&certificate, path))
    }

    /// Puts the certificate of a server on the trust list. `thumbprint` is what a person has read at the controller.
    ///
    /// # Errors
    ///
    /// [`KeyError`]: nothing is trusted then.
    pub fn trust(&self, file: &Path, thumbprint: &str) -> Result<Trusted, KeyError> {
        let found = self.certificate(file)?;
        let digits = |text: &str| text.chars().filter(|char| !matches!(char, ':' | ' ' | '-')).collect::<String>();
        let given = digits(thumbprint).to_lowercase();
        if given != found.thumbprint {
            return Err(KeyError::OtherThumbprint { given: shown(thumbprint).into_owned(), found: found.thumbprint });
        }
        let bytes = files::read_at_most(file, CERTIFICATE_BYTES_MAX)?;
        let certificate = read(file, &bytes)?;
        let der = certificate.to_der().map_err(|_| no_certificate(file, "it cannot be written as DER"))?;
        let name = CertificateStore::cert_file_name(&certificate);
        for folder in ["", "trusted", "rejected"] {
            files::make_folder(&self.folder.join(folder))?;
        }
        let path = self.folder.join("trusted").join(&name);
        files::write_whole(&path, |target| target.write_all(&der))?;
        // What lies among the rejected ones is refused whatever else is said of it.
        files::remove(&self.folder.join("rejected").join(name))?;
        Ok(Trusted { path, ..found })
    }

    /// The certificate in a file, DER or PEM.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or is no certificate.
    pub fn certificate(&self, file: &Path) -> Result<Trusted, KeyError> {
        let bytes = files::read_at_most(file, CERTIFICATE_BYTES_MAX)?;
        Ok(named(&read(file, &bytes)?, file.to_owned()))
    }

    /// Why the certificate that a server shows is not talked to; none where it is on the trust list.
    pub(super) fn against(&self, certificate: &X509, policy: SecurityPolicy, host: &str, uri: &str) -> Option<String> {
        let store = CertificateStore::new(&self.folder);
        let error =
            store.validate_or_reject_application_instance_cert(certificate, policy, Some(host), Some(uri)).err()?;
        let found = named(certificate, store.trusted_certs_dir().join(CertificateStore::cert_file_name(certificate)));
        if found.path.exists() {
            return Some(format!("the server's certificate is trusted, and cannot be used: {error}"));
        }
        let rejected = store.rejected_certs_dir().join(CertificateStore::cert_file_name(certificate));
        Some(format!(
            "nobody has trusted the server's certificate, '{}', thumbprint {}. Compare the thumbprint with the one that the \
             controller's own tool shows; where they are the same, run `cellgraph opcua trust '{}' --keys {} --thumbprint {}`",
            found.name,
            found.thumbprint,
            rejected.display(),
            self.folder.display(),
            found.thumbprint
        ))
    }

    /// Refuses a key that is not there, or that others may read.
    pub(super) fn check(&self) -> Result<(), KeyError> {
        self.own()?;
        let key = self.folder.join(PRIVATE);
        refuse_open(&key)?;
        CertificateStore::read_pkey(&key).map(drop).map_err(|why| self.no_key(why))
    }

    /// What this program proves to a server who its user is: a name and a password where there are some, else its certificate.
    pub(super) fn identity(&self) -> Result<IdentityToken, KeyError> {
        let path = self.folder.join("user");
        if path.symlink_metadata().is_ok() {
            refuse_open(&path)?;
            let no_user = |why| KeyError::NoUser { path: path.clone(), why };
            let bytes = files::read_at_most(&path, USER_BYTES_MAX)?;
            let text = String::from_utf8(bytes).map_err(|_| no_user("it is not UTF-8"))?;
            let mut lines = text.lines();
            return match (lines.next(), lines.next(), lines.next()) {
                (Some(name), Some(password), None) if !name.is_empty() && !password.is_empty() => {
                    Ok(IdentityToken::new_user_name(name, password))
                }
                _ => Err(no_user("it has not two lines")),
            };
        }
        let own = CertificateStore::read_cert(&self.folder.join(OWN)).map_err(|why| self.no_key(why))?;
        let key: PrivateKey =
            CertificateStore::read_pkey(&self.folder.join(PRIVATE)).map_err(|why| self.no_key(why))?;
        Ok(IdentityToken::new_x509(own, key))
    }

    fn no_key(&self, why: String) -> KeyError {
        KeyError::NoKey { folder: self.folder.clone(), why }
    }
}

fn named(certificate: &X509, path: PathBuf) -> Trusted {
    let name = certificate.common_name().unwrap_or_else(|_| certificate.subject_name());
    let name = name.strip_prefix("CN=").unwrap_or(&name);
    Trusted { name: shown(name).into_owned(), thumbprint: certificate.thumbprint().as_hex_string(), path }
}

fn read(file: &Path, bytes: &[u8]) -> Result<X509, KeyError> {
    let is_pem = bytes.trim_ascii_start().starts_with(b"-----BEGIN");
    let read = if is_pem { X509::from_pem(bytes) } else { X509::from_der(bytes) };
    read.map_err(|_| no_certificate(file, "it is neither DER nor PEM"))
}

fn no_certificate(file: &Path, why: &str) -> KeyError {
    KeyError::NoCertificate { path: file.to_owned(), why: why.to_owned() }
}

fn only_owner(path: &Path, mode: u32) -> Result<(), KeyError> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
        .map_err(|error| FileError::Write { path: path.to_owned(), error }.into())
}

fn refuse_open(path: &Path) -> Result<(), KeyError> {
    let metadata = fs::metadata(path).map_err(|error| FileError::Read { path: path.to_owned(), error })?;
    match metadata.permissions().mode() & 0o077 {
        0 => Ok(()),
        _ => Err(KeyError::Open(path.to_owned())),
    }
}
