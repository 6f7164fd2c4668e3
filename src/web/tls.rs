//! The page's own certificate and key. In: two PEM files. Out: what a connection is encrypted with, or why that cannot be. TLS 1.3 alone:
//! every browser that can show the page has it.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        self, ServerConfig,
        crypto::ring,
        pki_types::{
            CertificateDer, PrivateKeyDer,
            pem::{self, PemObject},
        },
        version::TLS13,
    },
};

use crate::files::{self, FileError};

/// Why connections cannot be encrypted.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Everybody on this PC may read the key.
    #[error("everybody on this PC may read the key in {}", .0.display())]
    OpenKey(PathBuf),
    /// It holds no certificate.
    #[error("{} is no PEM file with a certificate: {fault}", .path.display())]
    NoCertificate {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
    /// It holds no key.
    #[error("{} is no PEM file with a private key: {fault}", .path.display())]
    NoKey {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
    /// They do not go together, or are of a kind that is not supported.
    #[error("the certificate and the key cannot be used: {0}")]
    Unfit(rustls::Error),
}

/// What a connection is encrypted with.
#[derive(Clone)]
pub struct Tls(pub(super) TlsAcceptor);

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}

impl Tls {
    /// Reads a certificate, with those that lead to its authority behind it, and its key.
    ///
    /// # Errors
    ///
    /// [`TlsError`].
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let text = files::read_document_file(certificate)?;
        let no_certificate = |fault| TlsError::NoCertificate { path: certificate.to_owned(), fault };
        let chain: Result<Vec<_>, pem::Error> = CertificateDer::pem_slice_iter(text.as_bytes()).collect();
        let chain = chain.map_err(|error| no_certificate(error.to_string()))?;
        if chain.is_empty() {
            return Err(no_certificate("there is none in it".to_owned()));
        }
        let secret = files::read_document_file(key)?;
        let meta = fs::metadata(key).map_err(|error| FileError::Read { path: key.to_owned(), error })?;
        if std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o004 != 0 {
            return Err(TlsError::OpenKey(key.to_owned()));
        }
        let secret = PrivateKeyDer::from_pem_slice(secret.as_bytes())
            .map_err(|error| TlsError::NoKey { path: key.to_owned(), fault: error.to_string() })?;
        let versions =
            ServerConfig::builder_with_provider(Arc::new(ring::default_provider())).with_protocol_versions(&[&TLS13]);
        let config = versions.and_then(|config| config.with_no_client_auth().with_single_cert(chain, secret));
        let mut config = config.map_err(TlsError::Unfit)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self(TlsAcceptor::from(Arc::new(config))))
    }
}
