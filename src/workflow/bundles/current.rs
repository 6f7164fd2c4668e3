//! `current.json`: which generation is in force, and which was the highest that was ever installed. Whoever replaces the file puts
//! another bundle in force.

use serde::{Deserialize, Serialize};

use crate::bundle::{self, Installed};

/// The format that this program writes, and the only one that it reads.
const FORMAT: u32 = 1;

/// A bundle that was installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Which {
    /// Its generation.
    pub generation: u64,
    /// BLAKE3 of its file.
    pub blake3: blake3::Hash,
}

/// What is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Current {
    /// The bundle in force.
    pub in_force: Which,
    /// The one of the highest generation that was ever installed.
    pub highest: Which,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: u32,
    in_force: WhichDocument,
    highest: WhichDocument,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WhichDocument {
    generation: u64,
    blake3: String,
}

impl Which {
    /// As a new bundle is held against it.
    #[must_use]
    pub const fn installed(self) -> Installed {
        Installed { highest: self.generation, hash: self.blake3 }
    }

    pub(super) const fn of_installed(installed: Installed) -> Self {
        Self { generation: installed.highest, blake3: installed.hash }
    }

    fn document(self) -> WhichDocument {
        WhichDocument { generation: self.generation, blake3: self.blake3.to_hex().to_string() }
    }

    fn of(document: &WhichDocument) -> Result<Self, String> {
        let hash = blake3::Hash::from_hex(&document.blake3);
        let blake3 = hash.map_err(|_| format!("has a hash of generation {} that is none", document.generation))?;
        Ok(Self { generation: document.generation, blake3 })
    }
}

impl Current {
    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (in_force, highest) = (self.in_force.document(), self.highest.document());
        bundle::canonical(&Document { format: FORMAT, in_force, highest })
    }

    /// Reads the bytes of the file.
    ///
    /// # Errors
    ///
    /// What is wrong with them, to be said after the file's name.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let document: Document = serde_json::from_slice(bytes).map_err(|error| format!("cannot be read: {error}"))?;
        if document.format != FORMAT {
            return Err(format!("is of format {}, and this program reads format {FORMAT}", document.format));
        }
        let (in_force, highest) = (Which::of(&document.in_force)?, Which::of(&document.highest)?);
        match in_force.generation > highest.generation {
            true => Err("has a generation in force that is higher than the highest".to_owned()),
            false => Ok(Self { in_force, highest }),
        }
    }
}
