//! How a person has arranged the cell's picture. In: the file `arrangement.json` of a cell's data, or a form. Out: an [`Arrangement`],
//! or why there is none.
//!
//! 1. Things are kept by their names, so that a new layout finds again what it still has. What the layout in force has not is kept
//!    for the one that has it, up to [`ARRANGED_MAX`] things.
//! 2. Whatever is in the file, the page has a picture: a file that cannot be used counts for nothing, and the page says why.
//! 3. A form names what its page showed: the layout, and the arrangement that it is to replace.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::form::Form;
use crate::{
    cell::shown,
    files::{self, FileError},
    limits::{ARRANGED_MAX, ARRANGED_PX_MAX, ARRANGEMENT_BYTES_MAX, NAME_BYTES_MAX},
    picture::arranged::{Spot, Spots},
    snapshot::Snapshot,
};

/// What the history says of a picture that is drawn automatically again.
pub(super) const PUT_BACK: &str = "put back";
/// What the history says, behind their number, of the places and tools that somebody arranged.
pub(super) const PLACES_AND_TOOLS: &str = " places and tools";

/// The file's name in a cell's data.
const FILE: &str = "arrangement.json";
/// The format of the file that this program writes, and the only one that it reads.
const FORMAT: u32 = 1;
/// What is told of what is wrong with a file.
const FAULT_CHARS_MAX: usize = 200;
/// Fields of the form beside those of the things.
const OTHER_FIELDS: [&str; 4] = ["token", "layout", "arrangement", "what"];

/// Where a person has put places and tools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrangement {
    format: u32,
    places: Vec<Put>,
    tools: Vec<Put>,
}

/// Where one thing is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Put {
    name: String,
    x: i32,
    y: i32,
}

/// Why a file gives no arrangement.
#[derive(Debug, thiserror::Error)]
pub enum ArrangementError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not such a file.
    #[error("{} cannot be used: {fault}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
}

/// Why a form gives none. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotArranged {
    /// The form has something that is nothing of this cell.
    Unknown(String),
    /// It says nothing of this place or tool.
    Missing(String),
    /// That is no spot.
    NoSpot { name: String, said: String },
    /// Nobody says that the arrangement may go.
    NotSure,
}

/// What there is of an arrangement.
#[derive(Clone, Debug)]
pub(super) enum Kept {
    Nothing,
    Arrangement(Arrangement),
    /// A file that cannot be used: why.
    Unusable(String),
}

impl Kept {
    /// That of a cell's data.
    pub(super) fn of(data: &Path) -> Self {
        match Arrangement::of(data) {
            Ok(None) => Self::Nothing,
            Ok(Some(arrangement)) => Self::Arrangement(arrangement),
            Err(error) => Self::Unusable(error.to_string()),
        }
    }

    /// Names it, so that a form counts for what its page showed.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Nothing => "none".to_owned(),
            Self::Unusable(_) => "unusable".to_owned(),
            Self::Arrangement(arrangement) => {
                // A struct of texts and numbers can always be written.
                let text = serde_json::to_string(arrangement).unwrap_or_default();
                blake3::hash(text.as_bytes()).to_hex().to_string()
            }
        }
    }

    /// Where it puts the things of a layout.
    pub(super) fn spots(&self, snapshot: &Snapshot) -> Spots<Option<Spot>> {
        let (places, tools) = match self {
            Self::Arrangement(arrangement) => (&arrangement.places[..], &arrangement.tools[..]),
            Self::Nothing | Self::Unusable(_) => (&[][..], &[][..]),
        };
        let mut spots =
            Spots { places: vec![None; snapshot.position_count()], tools: vec![None; snapshot.tool_count()] };
        for put in places {
            if let Some(id) = snapshot.position_id(&put.name) {
                spots.places[id.index()] = Some(put.spot());
            }
        }
        for put in tools {
            if let Some(id) = snapshot.tool_id(&put.name) {
                spots.tools[id.index()] = Some(put.spot());
            }
        }
        spots
    }
}

impl Put {
    const fn spot(&self) -> Spot {
        Spot { x: self.x, y: self.y }
    }
}

impl Arrangement {
    /// That of a cell's data; none where nobody has arranged anything.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or is of another form.
    pub fn of(data: &Path) -> Result<Option<Self>, ArrangementError> {
        let path = data.join(FILE);
        let bytes = match files::read_at_most(&path, ARRANGEMENT_BYTES_MAX) {
            Err(FileError::Read { error, .. }) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read?,
        };
        // A key of the file may be in it, of any length.
        let told = |fault: String| shown(&fault).chars().take(FAULT_CHARS_MAX).collect();
        Self::read(&bytes).map(Some).map_err(|fault| ArrangementError::Malformed { path, fault: told(fault) })
    }

    /// Reads the bytes of a file. No bytes make it panic.
    ///
    /// # Errors
    ///
    /// In words, what is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let read: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if read.format != FORMAT {
            return Err(format!("its format is {}, and this program reads format {FORMAT}", read.format));
        }
        if read.places.len() + read.tools.len() > ARRANGED_MAX {
            return Err(format!("it has more than {ARRANGED_MAX} places and tools"));
        }
        for kind in [&read.places, &read.tools] {
            let mut names = BTreeSet::new();
            for put in kind {
                if put.name.is_empty() || put.name.len() > NAME_BYTES_MAX {
                    return Err(format!("a name in it has {} bytes, and not 1 to {NAME_BYTES_MAX}", put.name.len()));
                }
                if !names.insert(&put.name) {
                    return Err(format!("'{}' is in it twice", shown(&put.name)));
                }
                if !is_near(put.x) || !is_near(put.y) {
                    return Err(format!(
                        "'{}' is further than {ARRANGED_PX_MAX} pixels from the beginning",
                        shown(&put.name)
                    ));
                }
            }
        }
        Ok(read)
    }

    /// Writes it into a cell's data.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub(super) fn save(&self, data: &Path) -> Result<(), FileError> {
        let write = |out: &mut dyn io::Write| {
            serde_json::to_writer_pretty(&mut *out, self)?;
            out.write_all(b"\n")
        };
        files::write_whole(&data.join(FILE), write)
    }

    /// Takes it out of a cell's data.
    ///
    /// # Errors
    ///
    /// A file that cannot be removed.
    pub(super) fn remove(data: &Path) -> Result<(), FileError> {
        files::remove(&data.join(FILE))
    }

    /// What a form says about each thing of a layout; and of what the layout has not, what was kept before.
    pub(super) fn of_form(form: &Form, snapshot: &Snapshot, before: &Kept) -> Result<Self, NotArranged> {
        let places = fields('p', snapshot.position_names());
        let tools = fields('t', snapshot.tool_names());
        let known: BTreeSet<&str> =
            places.iter().chain(&tools).map(|(field, _)| field.as_str()).chain(OTHER_FIELDS).collect();
        if let Some(unknown) = form.names().find(|name| !known.contains(name)) {
            return Err(NotArranged::Unknown(shown(unknown).into_owned()));
        }
        let said = |things: &[(String, String)]| -> Result<Vec<Put>, NotArranged> {
            let put = things.iter().map(|(field, name)| put(form, field, name));
            Ok(put.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
        };
        let (mut places, mut tools) = (said(&places)?, said(&tools)?);
        if let Kept::Arrangement(before) = before {
            let old = before.places.iter().filter(|put| snapshot.position_id(&put.name).is_none());
            let old_tools = before.tools.iter().filter(|put| snapshot.tool_id(&put.name).is_none());
            let room = |places: &[Put], tools: &[Put]| ARRANGED_MAX.saturating_sub(places.len() + tools.len());
            places.extend(old.take(room(&places, &tools)).cloned());
            tools.extend(old_tools.take(room(&places, &tools)).cloned());
        }
        Ok(Self { format: FORMAT, places, tools })
    }

    /// How many things it puts somewhere.
    pub(super) fn len(&self) -> usize {
        self.places.len() + self.tools.len()
    }
}

/// The field of each thing, with its name.
fn fields<'n>(kind: char, names: impl Iterator<Item = &'n str>) -> Vec<(String, String)> {
    names.enumerate().map(|(id, name)| (format!("{kind}{id}"), name.to_owned())).collect()
}

/// What a form says about one thing: two whole numbers; or nothing, and the program finds a place for it.
fn put(form: &Form, field: &str, name: &str) -> Result<Option<Put>, NotArranged> {
    let said = form.value(field).ok_or_else(|| NotArranged::Missing(name.to_owned()))?;
    let no_spot = || NotArranged::NoSpot { name: name.to_owned(), said: shown(said).chars().take(40).collect() };
    let mut numbers = said.split([' ', ',', ';']).filter(|part| !part.is_empty());
    let (x, y) = match (numbers.next(), numbers.next(), numbers.next()) {
        (None, ..) if said.trim().is_empty() => return Ok(None),
        (Some(x), Some(y), None) => (x, y),
        _ => return Err(no_spot()),
    };
    let number = |text: &str| text.parse::<i32>().ok().filter(|number| is_near(*number)).ok_or_else(no_spot);
    Ok(Some(Put { name: name.to_owned(), x: number(x)?, y: number(y)? }))
}

const fn is_near(number: i32) -> bool {
    -ARRANGED_PX_MAX <= number && number <= ARRANGED_PX_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_an_arrangement_or_is_refused_with_a_reason() {
        let of = |places: &str| format!(r#"{{"format":1,"places":[{places}],"tools":[]}}"#);
        let read = |text: &str| Arrangement::read(text.as_bytes());
        let home = r#"{"name":"Home","x":10,"y":-20}"#;
        assert!(read(&of(home)).is_ok_and(|read| read.len() == 1));
        assert!(read(&of("")).is_ok());
        let many = vec![home; ARRANGED_MAX + 1].join(",");
        for (text, why) in [
            ("", "EOF"),
            ("[]", "invalid"),
            ("{}", "missing field"),
            (r#"{"format":2,"places":[],"tools":[]}"#, "reads format 1"),
            (r#"{"format":1,"places":[],"tools":[],"more":1}"#, "unknown field `more`"),
            (&of(r#"{"name":"Home","x":10,"y":-20,"z":3}"#), "unknown field `z`"),
            (&of(r#"{"name":"Home","x":1.5,"y":0}"#), "invalid type"),
            (&of(r#"{"name":"Home","x":NaN,"y":0}"#), "expected"),
            (&of(r#"{"name":"Home","x":1e99,"y":0}"#), "invalid type"),
            (&of(r#"{"name":"Home","x":2000001,"y":0}"#), "further than"),
            (&of(r#"{"name":"","x":0,"y":0}"#), "0 bytes"),
            (&of(&format!("{home},{home}")), "'Home' is in it twice"),
            (&of(&many), "more than"),
        ] {
            let refused = read(text).expect_err(why);
            assert!(refused.contains(why), "{text:.80}: {refused}");
        }
    }
}
