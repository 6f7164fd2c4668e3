//! Documents of the checkpoints. In: a JSON text from anybody. Out: the raw form of one, or why it cannot be used, with the
//! place and the name. Unknown fields are refused by every type that is read here.

use std::collections::HashSet;

use serde::de::DeserializeOwned;

use crate::{
    cell::shown,
    limits::{CHECKPOINT_BYTES_MAX, CHECKPOINT_ITEMS_MAX, SOURCES_MAX},
};

/// Why a document cannot be judged at all.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// It is too large.
    #[error("it is longer than {CHECKPOINT_BYTES_MAX} bytes")]
    TooLong,
    /// It is not JSON, or has another form.
    #[error("{0}")]
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
