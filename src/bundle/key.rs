//! Public keys, in minisign's form. In: the text of a `.pub` file. Out: a [`Key`] with its fingerprint, which a person compares.
//!
//! The eight bytes of a minisign key's id are chosen by whoever makes the key, so two keys may have the same id. The id names a key;
//! the fingerprint proves it.

use std::fmt;

use ct_codecs::{Base64, Decoder, Encoder};
use serde::{Deserialize, Serialize};

/// Bytes of a public key: its algorithm, its id, and the point itself.
const KEY_BYTES: usize = 42;
/// What a key's first two bytes say, and the only algorithm that there is.
const ALGORITHM: &[u8] = b"Ed";
/// How the first line of a key's file begins. What follows there is nobody's word.
const COMMENT: &str = "untrusted comment: ";

/// Why a text is no public key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// It has not the two lines of a key's file.
    #[error("it is not the file of a public key: it must have two lines, of which the first begins with '{COMMENT}'")]
    Form,
    /// Its second line is not 42 bytes in Base64.
    #[error("it is not the file of a public key: its second line is not {KEY_BYTES} bytes in Base64")]
    Encoding,
    /// It is for another algorithm.
    #[error("the key is not of the algorithm Ed25519")]
    Algorithm,
}

/// The id that a key gives itself. Two keys may have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyId(pub(super) [u8; 8]);

impl fmt::Display for KeyId {
    /// As minisign writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016X}", u64::from_le_bytes(self.0))
    }
}

/// BLAKE3 over all bytes of a key: what a person compares before the key is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(blake3::Hash);

impl fmt::Display for Fingerprint {
    /// Eight groups of eight hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, group) in self.0.as_bytes().chunks(4).enumerate() {
            f.write_str(if place == 0 { "" } else { " " })?;
            group.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        }
        Ok(())
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.to_hex().as_str())
    }
}

/// A public key that is well formed. Whether it is trusted is another question: see [`super::KeyRing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key {
    bytes: [u8; KEY_BYTES],
    verifier: minisign_verify::PublicKey,
}

impl Key {
    /// Reads the text of a `.pub` file, as minisign writes it.
    ///
    /// # Errors
    ///
    /// A text that is none.
    pub fn read(text: &str) -> Result<Self, KeyError> {
        let mut lines = text.lines();
        match (lines.next(), lines.next(), lines.next()) {
            (Some(comment), Some(line), None) if comment.starts_with(COMMENT) => Self::from_base64(line),
            _ => Err(KeyError::Form),
        }
    }

    /// Reads the second line of such a file.
    ///
    /// # Errors
    ///
    /// A line that is no key.
    pub fn from_base64(line: &str) -> Result<Self, KeyError> {
        let bytes = decode(line).ok_or(KeyError::Encoding)?;
        if !bytes.starts_with(ALGORITHM) {
            return Err(KeyError::Algorithm);
        }
        let verifier = minisign_verify::PublicKey::from_base64(line).map_err(|_| KeyError::Encoding)?;
        Ok(Self { bytes, verifier })
    }

    /// The id that the key gives itself.
    #[must_use]
    pub fn id(&self) -> KeyId {
        let [_, _, a, b, c, d, e, f, g, h, ..] = self.bytes;
        KeyId([a, b, c, d, e, f, g, h])
    }

    /// What a person compares.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint(blake3::hash(&self.bytes))
    }

    /// What proves signatures of this key.
    pub(super) const fn verifier(&self) -> &minisign_verify::PublicKey {
        &self.verifier
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        Base64::encode_to_string(key.bytes).unwrap_or_default()
    }
}

impl TryFrom<String> for Key {
    type Error = KeyError;

    fn try_from(line: String) -> Result<Self, KeyError> {
        Self::from_base64(&line)
    }
}

/// Exactly so many bytes, written in the one way that Base64 has for them.
pub(super) fn decode<const BYTES: usize>(line: &str) -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    let length = Base64::decode(&mut bytes, line, None).ok()?.len();
    (length == BYTES && Base64::encode_to_string(bytes).is_ok_and(|written| written == line)).then_some(bytes)
}
