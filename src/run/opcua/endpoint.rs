//! Where a controller's server is, and what this program proves itself with.

use std::path::Path;

use super::keys::{KeyError, Keys};

/// Longest address of a server, in bytes.
const URL_BYTES_MAX: usize = 1_024;

/// A server, and the folder of keys for it.
#[derive(Clone, Debug)]
pub struct Endpoint {
    url: String,
    keys: Keys,
}

/// Why something is no endpoint.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum EndpointError {
    /// It is no address of OPC UA's own transport.
    #[error(
        "'{0}' is no address of an OPC UA server: it has the form opc.tcp://HOST:PORT, or opc.tcp://HOST:PORT/PATH"
    )]
    NoAddress(String),
}

impl Endpoint {
    /// The server at this address, with the keys of this folder.
    ///
    /// # Errors
    ///
    /// [`EndpointError`].
    pub fn new(url: &str, keys: &Path) -> Result<Self, EndpointError> {
        let is_address = url.len() <= URL_BYTES_MAX
            && !url.chars().any(|char| char.is_control() || char.is_whitespace() || char == '@')
            && url.strip_prefix("opc.tcp://").is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', ':']));
        match is_address {
            true => Ok(Self { url: url.to_owned(), keys: Keys::of(keys) }),
            false => Err(EndpointError::NoAddress(crate::cell::shown(url).into_owned())),
        }
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Looks whether the keys can be used: before anybody is asked to approve what they are needed for.
    ///
    /// # Errors
    ///
    /// [`KeyError`].
    pub fn check_keys(&self) -> Result<(), KeyError> {
        self.keys.check()
    }

    pub(super) const fn keys(&self) -> &Keys {
        &self.keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_has_the_address_of_a_server() {
        for (url, is_one) in [
            ("opc.tcp://192.168.0.10:4840", true),
            ("opc.tcp://plc/cell", true),
            ("opc.tcp://[fe80::1]:4840", true),
            ("opc.tcp://", false),
            ("opc.tcp:///cell", false),
            ("opc.tcp://:4840", false),
            ("opc.https://plc:443", false),
            ("opc.tcp://somebody:secret@plc:4840", false),
            ("opc.tcp://plc:4840 ", false),
            ("192.168.0.10", false),
            ("", false),
        ] {
            assert_eq!(Endpoint::new(url, Path::new("keys")).is_ok(), is_one, "{url}");
        }
        assert!(Endpoint::new(&format!("opc.tcp://{}", "x".repeat(URL_BYTES_MAX)), Path::new("keys")).is_err());
    }
}
