//! Documents of the checkpoints. In: a JSON text from anybody. Out: the raw form of one, or why it cannot be used, with the
//! place and the name. Unknown fields are refused by every type that is read here.

use std::collections::HashSet;

use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::{
    cell::shown,
    fields,
    limits::{CHECKPOINT_BYTES_MAX, CHECKPOINT_ITEMS_MAX, SOURCES_MAX},
};

/// Why a document cannot be judged at all.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// It is too large.
    #[error("it is longer than {CHECKPOINT_BYTES_MAX} bytes")]
    TooLong,
    /// It is not JSON, or has another form.
    #[error("{}", plain(.0))]
    Form(#[from] serde_json::Error),
    /// A list has too many entries.
    #[error("`{0}` has more than {CHECKPOINT_ITEMS_MAX} entries")]
    TooMany(&'static str),
    /// A claim has too many sources.
    #[error("claim '{}' has more than {SOURCES_MAX} sources", shown(.claim))]
    TooManySources {
        /// The claim.
        claim: String,
    },
    /// A name stands twice where it must be unique.
    #[error("`{list}` has '{}' twice", shown(.name))]
    Twice {
        /// The list.
        list: &'static str,
        /// The name.
        name: String,
    },
    /// A name is used that another list must have.
    #[error("`{field}` names '{}', which `{list}` does not have", shown(.name))]
    Dangling {
        /// The field that names it.
        field: &'static str,
        /// The name.
        name: String,
        /// The list.
        list: &'static str,
    },
    /// There was an attempt before, and this one says it is the first.
    #[error("`previous` is given, and `retry_count` is 0")]
    NotARetry,
    /// A text that must say something is empty.
    #[error("`{0}` is empty")]
    Empty(&'static str),
}

/// The raw form of a document.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unusable> {
    if text.len() > CHECKPOINT_BYTES_MAX {
        return Err(Unusable::TooLong);
    }
    Ok(serde_json::from_str(text)?)
}

/// Holds a list to its bound.
pub(super) fn bounded<T>(list: &'static str, items: &[T]) -> Result<(), Unusable> {
    if items.len() > CHECKPOINT_ITEMS_MAX { Err(Unusable::TooMany(list)) } else { Ok(()) }
}

/// Holds a list to its bound, and its names to standing once each.
pub(super) fn unique<'n>(list: &'static str, names: impl IntoIterator<Item = &'n str>) -> Result<(), Unusable> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(Unusable::Twice { list, name: name.to_owned() });
        }
        if seen.len() > CHECKPOINT_ITEMS_MAX {
            return Err(Unusable::TooMany(list));
        }
    }
    Ok(())
}

/// Holds a text to saying something.
pub(super) fn filled(field: &'static str, text: &str) -> Result<(), Unusable> {
    if text.trim().is_empty() { Err(Unusable::Empty(field)) } else { Ok(()) }
}

/// What the parser complains of, in the words of the file: where, what stands there, and what is to stand there.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let complaint = text.rsplit_once(" at line ").map_or(text.as_str(), |(complaint, _)| complaint);
    let place = format!("line {}, column {}", error.line(), error.column());
    match error.classify() {
        Category::Eof => return format!("it ends in the middle of the JSON, at {place}; was it cut off?"),
        Category::Syntax | Category::Io => return format!("it is not JSON from {place} on"),
        Category::Data => {}
    }
    let quoted: Vec<&str> = complaint.split('`').skip(1).step_by(2).collect();
    let says = match (complaint.split(' ').take(2).collect::<Vec<_>>()[..].join(" ").as_str(), &quoted[..]) {
        ("unknown field", [name, known @ ..]) => fields::unknown([*name], known, &[]),
        ("missing field", [name]) => Some(format!("the object that ends there lacks `{name}`")),
        ("duplicate field", [name]) => Some(format!("`{name}` stands twice in one object; keep one")),
        ("unknown variant", [name, known @ ..]) => {
            Some(format!("`{}` stands there, and it must be one of {}", shown(name), known.join(", ")))
        }
        ("invalid type:" | "invalid value:", _) => complaint
            .split_once(": ")
            .and_then(|(_, rest)| rest.rsplit_once(", expected "))
            .map(|(found, wanted)| format!("there is {}, and it must be {}", kind(found), kind(wanted))),
        _ => None,
    };
    format!("{place}: {}", says.unwrap_or_else(|| complaint.to_owned()))
}

/// A kind of value as people call it. What is no name of a kind stays as it is.
fn kind(name: &str) -> String {
    match name {
        "a string" => "a text".to_owned(),
        "a sequence" | "sequence" => "a list".to_owned(),
        "a map" | "map" => "an object".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "u32" | "u64" | "usize" => "a whole number, 0 or more".to_owned(),
        "null" | "unit" => "`null`".to_owned(),
        name if name.starts_with("struct ") => "an object".to_owned(),
        name => match name.split_once(' ') {
            Some(("string", text)) => format!("the text {text}"),
            Some(("integer" | "boolean", value)) => value.replace('`', ""),
            Some(("floating", value)) => value.trim_start_matches("point ").replace('`', ""),
            _ => name.to_owned(),
        },
    }
}
