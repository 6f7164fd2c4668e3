//! Signatures, in minisign's form: four lines. In: the text of a `.minisig` file. Out: a [`Signature`], which nobody has proved yet.
//!
//! minisign signs the file and the trusted comment. The first line is signed by nobody, so there is one text alone that it may be.
//! Without that, a signature file could be altered and still be taken.

use super::key::{Key, KeyId, decode};
use crate::limits::BUNDLE_SIGNATURE_BYTES_MAX;

/// The first line of every signature file: what minisign's own tool writes unless it is told otherwise.
pub const UNTRUSTED_COMMENT: &str = "signature from minisign secret key";

const UNTRUSTED: &str = "untrusted comment: ";
const TRUSTED: &str = "trusted comment: ";
/// Over the file itself. minisign wrote such signatures before version 0.10.
const LEGACY: [u8; 2] = *b"Ed";
/// Over BLAKE2b of the file.
const PREHASHED: [u8; 2] = *b"ED";

/// Why a text is no signature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureFault {
    /// It is too long for one.
    #[error("it is longer than {BUNDLE_SIGNATURE_BYTES_MAX} bytes")]
    TooLong,
    /// It is not four whole lines.
    #[error("it must be four lines, each with a line feed at its end, without other control characters than tabs")]
    Lines,
    /// The first line is another one.
    #[error("its line 1 must be '{UNTRUSTED}{UNTRUSTED_COMMENT}'")]
    Comment,
    /// The second line is no signature.
    #[error("its line 2 is not a signature in Base64")]
    Signature,
    /// The third line is no trusted comment.
    #[error("its line 3 must begin with '{TRUSTED}', and have no blank at its end")]
    TrustedComment,
    /// The fourth line is no signature.
    #[error("its line 4 is not a signature in Base64")]
    Global,
}

/// A signature as it was read. It proves nothing before a [`super::KeyRing`] has looked at it.
#[derive(Clone)]
pub struct Signature {
    key: KeyId,
    is_legacy: bool,
    decoded: minisign_verify::Signature,
}

impl std::fmt::Debug for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Signature(by {}, legacy: {})", self.key, self.is_legacy)
    }
}

impl Signature {
    /// Reads the text of a `.minisig` file.
    ///
    /// # Errors
    ///
    /// A text that minisign would not write so.
    pub fn read(text: &str) -> Result<Self, SignatureFault> {
        if text.len() as u64 > BUNDLE_SIGNATURE_BYTES_MAX {
            return Err(SignatureFault::TooLong);
        }
        let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or_default().split('\n').collect();
        let [comment, signature, trusted, global] = *lines else { return Err(SignatureFault::Lines) };
        if lines.iter().any(|line| line.chars().any(|c| c.is_control() && c != '\t')) {
            return Err(SignatureFault::Lines);
        }
        if comment.strip_prefix(UNTRUSTED) != Some(UNTRUSTED_COMMENT) {
            return Err(SignatureFault::Comment);
        }
        let [a, b, c, d, e, f, g, h, i, j, ..] = decode::<74>(signature).ok_or(SignatureFault::Signature)?;
        let is_legacy = match [a, b] {
            LEGACY => true,
            PREHASHED => false,
            _ => return Err(SignatureFault::Signature),
        };
        // minisign's tools leave blanks at its ends aside, so that two texts would be one comment.
        if trusted.strip_prefix(TRUSTED).is_none_or(|comment| comment.trim() != comment) {
            return Err(SignatureFault::TrustedComment);
        }
        decode::<64>(global).ok_or(SignatureFault::Global)?;
        let decoded = minisign_verify::Signature::decode(text).map_err(|_| SignatureFault::Signature)?;
        Ok(Self { key: KeyId([c, d, e, f, g, h, i, j]), is_legacy, decoded })
    }

    /// The id of the key that it says to be by.
    #[must_use]
    pub const fn key(&self) -> KeyId {
        self.key
    }

    /// Whether it is over the file itself, and not over a hash of it.
    #[must_use]
    pub const fn is_legacy(&self) -> bool {
        self.is_legacy
    }

    /// Whether the owner of a key signed these bytes. A legacy signature, which is not over a hash, proves nothing.
    pub(super) fn is_of(&self, key: &Key, bytes: &[u8]) -> bool {
        key.verifier().verify(bytes, &self.decoded, false).is_ok()
    }
}
