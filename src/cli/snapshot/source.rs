//! `--from`: an export's file or a live Neo4j → an import, and what the provenance says of it.

use std::{
    io::Read,
    path::{Path, PathBuf},
};

use jiff::Timestamp;

use super::progress::Progress;
use crate::{
    cli::failure::Failure,
    files::{FileError, open},
    import::{self, Faults, Import},
    limits::EXPORT_BYTES_MAX,
};

/// Where a graph comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// An export.
    File(PathBuf),
    /// `bolt://…` or `neo4j://…`.
    Live(String),
}

/// An import, and what the provenance says of it.
pub(super) struct Imported {
    pub(super) import: Import,
    pub(super) source: String,
    pub(super) database: Option<String>,
    pub(super) exported_at: Timestamp,
}

/// Why there is no import.
pub(super) enum Refused {
    /// The graph breaks the rules.
    Faults(Faults),
    /// The graph could not be read.
    Failure(Failure),
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<FileError> for Refused {
    fn from(error: FileError) -> Self {
        Self::Failure(error.into())
    }
}

impl Source {
    /// What `--from` says.
    pub(super) fn of(text: &str) -> Result<Self, Failure> {
        match text.split_once("://") {
            None => Ok(Self::File(text.into())),
            Some(("bolt" | "bolt+s" | "bolt+ssc" | "neo4j" | "neo4j+s" | "neo4j+ssc", _)) => {
                Ok(Self::Live(text.to_owned()))
            }
            Some((scheme, _)) if Path::new(text).exists() || scheme.contains('/') => Ok(Self::File(text.into())),
            Some((scheme, _)) => Err(Failure::input(format_args!("a graph cannot be read from {scheme}://"))
                .hint("name an export's file, or bolt://HOST:PORT or neo4j://HOST:PORT")),
        }
    }

    pub(super) fn import(&self, progress: &Progress) -> Result<Imported, Refused> {
        match self {
            Self::File(path) => from_file(path, progress),
            Self::Live(url) => from_neo4j(url, progress),
        }
    }
}

fn from_file(path: &Path, progress: &Progress) -> Result<Imported, Refused> {
    let read_error = |error| FileError::Read { path: path.to_owned(), error };
    let mut file = open::stream(path).map_err(read_error)?;
    let metadata = file.metadata().map_err(read_error)?;
    refuse_endless(path, metadata.len())?;
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    // A pipe or a device does not say how much is to come.
    file.by_ref().take(EXPORT_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(read_error)?;
    refuse_endless(path, bytes.len() as u64)?;
    let exported_at = metadata.modified().ok().and_then(|time| Timestamp::try_from(time).ok());
    progress.reading(bytes.len() as u64);
    let import = import::from_apoc(&bytes, &mut |done| progress.read(done)).map_err(Refused::Faults)?;
    Ok(Imported {
        import,
        source: path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned()),
        database: None,
        exported_at: exported_at.unwrap_or_else(Timestamp::now),
    })
}

fn refuse_endless(path: &Path, length: u64) -> Result<(), Failure> {
    match length > EXPORT_BYTES_MAX {
        true => Err(Failure::input(format_args!(
            "{} holds more than {EXPORT_BYTES_MAX} bytes: no export of a cell is that long",
            path.display()
        ))
        .hint("name a file that apoc.export.json.all has written")),
        false => Ok(()),
    }
}

#[cfg(feature = "bolt")]
fn from_neo4j(url: &str, progress: &Progress) -> Result<Imported, Refused> {
    let exported_at = Timestamp::now();
    let login = import::Login::from_environment().map_err(bolt_failure)?;
    let read = import::from_neo4j(url, &login, &mut |done, expected| progress.records(done, expected));
    match read {
        Ok((import, origin)) => {
            Ok(Imported { import, source: origin.address, database: Some(origin.database), exported_at })
        }
        Err(import::LiveError::Faults(faults)) => Err(Refused::Faults(faults)),
        Err(import::LiveError::Bolt(error)) => Err(bolt_failure(error)),
    }
}

#[cfg(feature = "bolt")]
fn bolt_failure(error: import::BoltError) -> Refused {
    let failure = if error.is_internal() { Failure::internal(&error) } else { Failure::input(&error) };
    Refused::Failure(failure.hint(error.hint()))
}

#[cfg(not(feature = "bolt"))]
fn from_neo4j(_url: &str, _progress: &Progress) -> Result<Imported, Refused> {
    Err(Refused::Failure(
        Failure::input("this cellgraph was built without Bolt")
            .hint("build it with the feature `bolt`, or export the graph with apoc.export.json.all and name the file"),
    ))
}
