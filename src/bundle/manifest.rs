//! The manifest: what a bundle holds, for which cell, by whom and why. In: the bytes of `manifest.json`. Out: a [`Manifest`], whose
//! bytes are what [`Manifest::to_bytes`] would write.

use serde::{Deserialize, Serialize};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::canonical;
use crate::limits::{
    BUNDLE_ADAPTER_BYTES_MAX, BUNDLE_CELL_BYTES_MAX, BUNDLE_GENERATION_MAX, BUNDLE_MODEL_BYTES_MAX, DOCUMENT_BYTES_MAX,
    OPERATOR_BYTES_MAX, REASON_CHARS_MAX, SNAPSHOT_BYTES_MAX,
};

/// The format of bundles that this program writes, and the only one that it reads.
const FORMAT: u32 = 1;

/// What a bundle may hold, in the order in which it stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Member {
    /// The snapshot of the cell. Every bundle has it.
    #[serde(rename = "cell.cellgraph")]
    Snapshot,
    /// What an engineer declared about the controller's observations.
    #[serde(rename = "declared.yaml")]
    Declared,
    /// More sentence templates.
    #[serde(rename = "templates.yaml")]
    Templates,
    /// The model.
    #[serde(rename = "model.gguf")]
    Model,
    /// The model's adapter.
    #[serde(rename = "adapter.gguf")]
    Adapter,
    /// Weights and thresholds that were fitted to that model and adapter.
    #[serde(rename = "thresholds.json")]
    Thresholds,
    /// Phrases and nicknames of the cell's people.
    #[serde(rename = "phrases.json")]
    Phrases,
}

impl Member {
    /// All of them, in their order.
    pub const ALL: [Self; 7] =
        [Self::Snapshot, Self::Declared, Self::Templates, Self::Model, Self::Adapter, Self::Thresholds, Self::Phrases];

    /// The name of its file, in a bundle and where it is installed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Snapshot => "cell.cellgraph",
            Self::Declared => "declared.yaml",
            Self::Templates => "templates.yaml",
            Self::Model => "model.gguf",
            Self::Adapter => "adapter.gguf",
            Self::Thresholds => "thresholds.json",
            Self::Phrases => "phrases.json",
        }
    }

    /// How many bytes it may have.
    #[must_use]
    pub const fn bytes_max(self) -> u64 {
        match self {
            Self::Snapshot => SNAPSHOT_BYTES_MAX,
            Self::Declared | Self::Templates | Self::Thresholds | Self::Phrases => DOCUMENT_BYTES_MAX,
            Self::Model => BUNDLE_MODEL_BYTES_MAX,
            Self::Adapter => BUNDLE_ADAPTER_BYTES_MAX,
        }
    }
}

/// One member, as the manifest has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Which one.
    pub name: Member,
    /// How long it is.
    pub bytes: u64,
    /// BLAKE3 of it, in 64 hexadecimal digits.
    pub blake3: String,
}

impl Listed {
    /// The entry for these contents.
    #[must_use]
    pub fn of(name: Member, contents: &[u8]) -> Self {
        Self { name, bytes: contents.len() as u64, blake3: blake3::hash(contents).to_hex().to_string() }
    }
}

/// What a bundle says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The format of the bundle.
    format: u32,
    /// The id of the cell that it is for.
    pub cell: String,
    /// Grows with each bundle of the cell; 1 for the first, [`BUNDLE_GENERATION_MAX`] at most.
    pub generation: u64,
    /// Who made it.
    pub engineer: String,
    /// Why, in one line.
    pub reason: String,
    /// The members in their order, the snapshot first.
    pub files: Vec<Listed>,
}

/// Why a manifest cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ManifestFault {
    #[error("it is not the JSON of a manifest: {0}")]
    Json(String),
    #[error("its format is {0}, and this program reads format {FORMAT}")]
    Format(u32),
    #[error("the cell's id {0}")]
    Cell(&'static str),
    #[error("the generation is 0: the first is 1")]
    Generation,
    #[error("the generation is higher than {BUNDLE_GENERATION_MAX}, the highest that there is")]
    GenerationTooHigh,
    #[error("the engineer's name {0}")]
    Engineer(&'static str),
    #[error("the reason {0}")]
    Reason(&'static str),
    #[error("it has no {}", Member::Snapshot.name())]
    NoSnapshot,
    #[error("the files are not each there once, in the order of the format")]
    Order,
    #[error("{} has {bytes} bytes, and may have {}", .name.name(), .name.bytes_max())]
    TooLong { name: Member, bytes: u64 },
    #[error("it is not written as this program writes it")]
    NotCanonical,
}

impl Manifest {
    /// A manifest of the format that this program writes.
    ///
    /// # Errors
    ///
    /// Whatever [`Self::read`] would refuse.
    pub fn new(
        cell: &str,
        generation: u64,
        (engineer, reason): (&str, &str),
        files: Vec<Listed>,
    ) -> Result<Self, ManifestFault> {
        let (cell, engineer, reason) = (cell.to_owned(), engineer.to_owned(), reason.to_owned());
        let manifest = Self { format: FORMAT, cell, generation, engineer, reason, files };
        manifest.check().map(|()| manifest)
    }

    /// The bytes of `manifest.json`.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        canonical(self)
    }

    /// Reads the bytes of `manifest.json`.
    ///
    /// # Errors
    ///
    /// [`ManifestFault`].
    pub fn read(bytes: &[u8]) -> Result<Self, ManifestFault> {
        let manifest: Self = serde_json::from_slice(bytes).map_err(|error| ManifestFault::Json(error.to_string()))?;
        manifest.check()?;
        if manifest.to_bytes() == bytes { Ok(manifest) } else { Err(ManifestFault::NotCanonical) }
    }

    /// The entry of a member, where the bundle has it.
    #[must_use]
    pub fn file(&self, member: Member) -> Option<&Listed> {
        self.files.iter().find(|file| file.name == member)
    }

    fn check(&self) -> Result<(), ManifestFault> {
        if self.format != FORMAT {
            return Err(ManifestFault::Format(self.format));
        }
        refuse_cell(&self.cell).map_err(ManifestFault::Cell)?;
        if self.generation == 0 {
            return Err(ManifestFault::Generation);
        }
        if self.generation > BUNDLE_GENERATION_MAX {
            return Err(ManifestFault::GenerationTooHigh);
        }
        refuse_line(&self.engineer, OPERATOR_BYTES_MAX, usize::MAX).map_err(ManifestFault::Engineer)?;
        refuse_line(&self.reason, usize::MAX, REASON_CHARS_MAX).map_err(ManifestFault::Reason)?;
        if !self.files.is_sorted_by(|a, b| a.name < b.name) {
            return Err(ManifestFault::Order);
        }
        if self.files.first().is_none_or(|file| file.name != Member::Snapshot) {
            return Err(ManifestFault::NoSnapshot);
        }
        match self.files.iter().find(|file| file.bytes > file.name.bytes_max()) {
            Some(file) => Err(ManifestFault::TooLong { name: file.name, bytes: file.bytes }),
            None => Ok(()),
        }
    }
}

/// A cell's id is a name that nobody mistakes for another: ASCII letters, digits, `-`, `_` and `.`, a letter or a digit first.
///
/// # Errors
///
/// What is wrong with it, to be said after its name.
pub fn refuse_cell(id: &str) -> Result<(), &'static str> {
    match () {
        () if id.is_empty() => Err("is empty"),
        () if id.len() > BUNDLE_CELL_BYTES_MAX => Err("is longer than 64 characters"),
        () if !id.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) => {
            Err("may have the letters a to z and A to Z, digits, '-', '_' and '.' alone")
        }
        () if !id.starts_with(|c: char| c.is_ascii_alphanumeric()) => Err("must begin with a letter or a digit"),
        () => Ok(()),
    }
}

/// A text of a person, in one line of characters that are seen.
///
/// # Errors
///
/// What is wrong with it, to be said after its name.
pub fn refuse_line(text: &str, bytes_max: usize, chars_max: usize) -> Result<(), &'static str> {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    let hides = |c: char| matches!(c.general_category(), Control | Format | LineSeparator | ParagraphSeparator);
    match () {
        () if text.trim().is_empty() => Err("is empty"),
        () if text.trim() != text => Err("has blanks at its begin or its end"),
        () if text.len() > bytes_max || text.chars().count() > chars_max => Err("is too long"),
        () if text.chars().any(hides) => Err("has control, format or separator characters"),
        () => Ok(()),
    }
}
