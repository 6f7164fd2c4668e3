//! The folder of keys: what this program proves itself with, and which servers a person trusts.
//!
//! ```text
//! own/cert.der           this program's certificate, to be trusted at the controller
//! private/private.pem    its private key, which its owner alone may read
//! trusted/*.der          certificates of servers that a person has compared with what the controller shows
//! rejected/*.der         certificates of servers that were met and are not trusted
//! user                   optional: a name and a password in two lines, where the controller knows people by these
//! policy                 optional: the least security policy that is used, by its name in one line
//! ```
//!
//! 1. Nothing is trusted because it was met. [`Keys::trust`] takes the thumbprint that a person has read at the controller.
//! 2. A key that others may read is refused, and so are folders in which others may write, files of other users, and links.
//! 3. The name in a certificate is somebody else's text: it is shown, and no command or file is made of it before a person trusts it.

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
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
/// What secures a channel, the strongest first. Those that OPC UA has given up are not among them.
pub(super) const POLICIES: [SecurityPolicy; 3] =
    [SecurityPolicy::Aes256Sha256RsaPss, SecurityPolicy::Aes128Sha256RsaOaep, SecurityPolicy::Basic256Sha256];
/// The length of the key, in bits: each of the security policies that are used takes it.
const KEY_BITS: u32 = 2_048;
/// For how many days its certificate is valid: twenty years, for the life of a cell. A person trusts it by hand at the controller, and takes it
/// off that list by hand.
const CERTIFICATE_DAYS: u32 = 20 * 365;
/// Longest file of a certificate, and of a name with its password, in bytes.
const CERTIFICATE_BYTES_MAX: u64 = 64 * 1_024;
const USER_BYTES_MAX: u64 = 1_024;
const POLICY_BYTES_MAX: u64 = 64;

/// The folders, the one that has all others first.
const FOLDERS: [&str; 5] = ["", "own", "private", "trusted", "rejected"];
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
    /// Others may read the key, or write into the folder.
    #[error("{} {why}", .path.display())]
    Open {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Half a key is there.
    #[error("{} is there without {other}: no key can be made of that", .path.display())]
    Half {
        /// What is there.
        path: PathBuf,
        /// What is not.
        other: &'static str,
    },
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
    /// The least policy cannot be read, or is none of those that are used.
    #[error("{} has no security policy: one line has to name one of {}", .0.display(), policy_names())]
    NoPolicy(PathBuf),
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
            Self::Open { .. } => Some("give it to the user who runs this program, and to nobody else".to_owned()),
            Self::Half { path, .. } => Some(format!("take {} away, and make a key anew", path.display())),
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
        let (own, key) = (self.folder.join(OWN), self.folder.join(PRIVATE));
        match (own.symlink_metadata().is_ok(), key.symlink_metadata().is_ok()) {
            (false, false) => {}
            (true, true) => return Err(KeyError::IsThere(own)),
            (true, false) => return Err(KeyError::Half { path: own, other: PRIVATE }),
            (false, true) => return Err(KeyError::Half { path: key, other: OWN }),
        }
        for name in FOLDERS {
            files::make_folder(&self.folder.join(name))?;
        }
        only_owner(&self.folder.join("private"), 0o700)?;
        self.refuse_open_folders()?;
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
        // Made in a folder of its own, which nobody else may enter: half a key is never left in the place of a whole one.
        let made = tempfile::tempdir_in(self.folder.join("private"))
            .map_err(|error| FileError::Write { path: self.folder.join("private"), error })?;
        let (new, new_key) = (made.path().join("cert.der"), made.path().join("private.pem"));
        let (certificate, _) =
            CertificateStore::create_certificate_and_key(&data, false, &new, &new_key).map_err(KeyError::NotMade)?;
        only_owner(&new_key, 0o600)?;
        for (from, to) in [(&new_key, &key), (&new, &own)] {
            fs::rename(from, to).map_err(|error| FileError::Write { path: to.clone(), error })?;
        }
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
        // Read once: what is compared is what is trusted.
        let bytes = files::read_at_most(file, CERTIFICATE_BYTES_MAX)?;
        let certificate = read(file, &bytes)?;
        let found = named(&certificate, file.to_owned());
        let digits = |text: &str| text.chars().filter(|char| !matches!(char, ':' | ' ' | '-')).collect::<String>();
        if digits(thumbprint).to_lowercase() != found.thumbprint {
            return Err(KeyError::OtherThumbprint { given: shown(thumbprint).into_owned(), found: found.thumbprint });
        }
        let der = certificate.to_der().map_err(|_| no_certificate(file, "it cannot be written as DER"))?;
        // The library looks for it under this name.
        let name = CertificateStore::cert_file_name(&certificate);
        let is_name = |char: char| char.is_ascii_alphanumeric() || " .,:;=@_+-[]()".contains(char);
        if !name.chars().all(is_name) || name.starts_with('.') {
            return Err(no_certificate(file, "the name in it has signs that no file here is named with"));
        }
        for folder in ["", "trusted", "rejected"] {
            files::make_folder(&self.folder.join(folder))?;
        }
        self.refuse_open_folders()?;
        let path = self.folder.join("trusted").join(name);
        files::write_whole(&path, |target| target.write_all(&der))?;
        files::remove(&self.rejected(&found.thumbprint))?;
        Ok(Trusted { path, ..found })
    }

    /// Where the certificate of a server that nobody trusts is put.
    fn rejected(&self, thumbprint: &str) -> PathBuf {
        self.folder.join("rejected").join(format!("{thumbprint}.der"))
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

    /// Why a server with this certificate is not talked to; none where it is on the trust list, byte for byte, and may be used.
    pub(super) fn against(
        &self,
        certificate: &X509,
        bytes: &[u8],
        policy: SecurityPolicy,
        host: &str,
        uri: &str,
    ) -> Option<String> {
        let found = named(certificate, self.folder.join("trusted").join(CertificateStore::cert_file_name(certificate)));
        let trusted = match found.path.symlink_metadata() {
            // There is none of that name.
            Err(_) => None,
            Ok(_) => match Self::on_the_list(&found.path) {
                Ok(trusted) => Some(trusted),
                Err(error) => return Some(format!("whether the server is trusted cannot be read: {error}")),
            },
        };
        if trusted.is_some_and(|trusted| trusted == bytes) {
            let store = CertificateStore::new(&self.folder);
            let used = store.validate_or_reject_application_instance_cert(certificate, policy, Some(host), Some(uri));
            let fault = used.err()?;
            return Some(format!(
                "the server's certificate is trusted, and does not fit: it has to be valid today, for the host '{host}' and the application \
                 '{}' ({})",
                shown(uri),
                fault.status()
            ));
        }
        let rejected = self.rejected(&found.thumbprint);
        let kept = files::write_whole(&rejected, |target| target.write_all(bytes));
        let where_to_find = match kept {
            Ok(()) => format!("It lies in {} now", rejected.display()),
            Err(error) => format!("It could not be kept: {error}"),
        };
        Some(format!(
            "nobody has trusted the server's certificate, '{}', with the thumbprint {}. {where_to_find}. Read the thumbprint at the \
             controller, with its own tool; where it is the same, run `cellgraph opcua trust` with that file and --thumbprint",
            found.name, found.thumbprint
        ))
    }

    /// A certificate of the trust list, which a person put there and nobody else.
    fn on_the_list(path: &Path) -> Result<Vec<u8>, KeyError> {
        refuse_others(path, 0o022, "may be written by others than its owner")?;
        Ok(files::read_at_most(path, CERTIFICATE_BYTES_MAX)?)
    }

    /// Refuses a key that is not there, or that others may read, and folders that others may write into.
    pub(super) fn check(&self) -> Result<(), KeyError> {
        self.own()?;
        self.refuse_open_folders()?;
        let key = self.folder.join(PRIVATE);
        refuse_others(&key, 0o077, "may be read by others than its owner")?;
        refuse_others(&self.folder.join(OWN), 0o022, "may be written by others than its owner")?;
        CertificateStore::read_pkey(&key).map(drop).map_err(|why| self.no_key(why))?;
        self.policies().map(drop)
    }

    fn refuse_open_folders(&self) -> Result<(), KeyError> {
        FOLDERS.iter().try_for_each(|name| {
            refuse_others(&self.folder.join(name), 0o022, "may be written into by others than its owner")
        })
    }

    /// The policies that are used, the strongest first: down to the least one that an engineer has named, where one is.
    pub(super) fn policies(&self) -> Result<&'static [SecurityPolicy], KeyError> {
        let path = self.folder.join("policy");
        if path.symlink_metadata().is_err() {
            return Ok(&POLICIES);
        }
        refuse_others(&path, 0o022, "may be written by others than its owner")?;
        let bytes = files::read_at_most(&path, POLICY_BYTES_MAX)?;
        let named = |policy: &SecurityPolicy| policy.to_str().as_bytes() == bytes.trim_ascii();
        let least = POLICIES.iter().position(named).and_then(|at| POLICIES.get(..=at));
        least.ok_or(KeyError::NoPolicy(path))
    }

    /// What this program proves to a server who its user is: a name and a password where there are some, else its certificate.
    pub(super) fn identity(&self) -> Result<IdentityToken, KeyError> {
        let path = self.folder.join("user");
        if path.symlink_metadata().is_ok() {
            refuse_others(&path, 0o077, "may be read by others than its owner")?;
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

/// For people.
pub(super) fn policy_names() -> String {
    POLICIES.map(|policy| policy.to_str()).join(", ")
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

/// Refuses a file or folder that others than its owner have one of these rights to, that belongs to another user, or that is a link.
fn refuse_others(path: &Path, rights: u32, why: &'static str) -> Result<(), KeyError> {
    let open = |why| Err(KeyError::Open { path: path.to_owned(), why });
    let metadata = path.symlink_metadata().map_err(|error| FileError::Read { path: path.to_owned(), error })?;
    let user = rustix::process::geteuid().as_raw();
    match () {
        () if metadata.is_symlink() => open("is a symbolic link, and none is followed here"),
        () if metadata.permissions().mode() & rights != 0 => open(why),
        () if metadata.uid() != user && metadata.uid() != 0 => open("belongs to another user"),
        () => Ok(()),
    }
}
