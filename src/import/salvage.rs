//! What can still be told of an element that is no JSON, or not the JSON of a record.
//!
//! In goes its text, out goes a guess at the id and name of the node that it was, or at the node that the relationship
//! left. The guess only holds back faults that would follow from the damage; nothing that it finds gets into a draft.

use super::Lost;
use super::names::Escaped;

impl Lost {
    /// The beginning of a message about something that is known only in part.
    pub(super) fn who(&self) -> String {
        match self {
            Self { name: Some(name), .. } => format!("{}: ", Escaped(name)),
            Self { node: Some(id), .. } => format!("node with id {}: ", Escaped(id)),
            Self { from: Some(id), .. } => format!("relationship from id {}: ", Escaped(id)),
            _ => String::new(),
        }
    }
}

/// Guesses what a damaged element was. `key` is its key in a list by id.
pub(super) fn lost(text: &str, key: Option<&str>) -> Lost {
    if let Some((_, start)) = text.split_once("\"start\"") {
        return Lost { from: value_of(start, "\"id\""), ..Lost::default() };
    }
    let node = value_of(text, "\"id\"").or_else(|| key.map(Into::into));
    Lost { node, name: value_of(text, "\"name\""), from: None }
}

/// The text or the number that follows a key.
fn value_of(text: &str, key: &str) -> Option<String> {
    let (_, rest) = text.split_once(key)?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start();
    let value = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split(['"', '\\']).next()?,
        None => rest.split(|char: char| !char.is_ascii_digit() && char != '-').next()?,
    };
    (!value.is_empty()).then(|| value.to_owned())
}
