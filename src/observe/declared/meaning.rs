//! What the elements of a panel's page mean: the YAML of `panel` → a list of [`Meaning`].
//!
//! 1. Only what is declared here makes a page say where the robot is, what it holds, or that a check holds.
//! 2. One element means one thing, and one thing is meant by one element.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{super::skeleton::Kind, DeclaredError};
use crate::limits::DECLARED_ENTRIES_MAX;

/// What one element of a page means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The key of a skeleton: `position`, `outputs.weld_ok`.
    pub key: String,
    /// What is under this key.
    pub kind: Kind,
    /// The attribute under this key.
    pub attribute: &'static str,
    /// The page's element: by id, name or `data-testid`.
    pub element: String,
    /// The element's attribute that says it; none: its value or its text.
    pub from: Option<String>,
    /// What the page's words mean; empty where they are the cell's own.
    pub names: BTreeMap<String, String>,
}

impl Meaning {
    /// What a page's words mean; none where they mean nothing that is declared.
    #[must_use]
    pub fn of<'m>(&'m self, words: &'m str) -> Option<&'m str> {
        if self.names.is_empty() { Some(words) } else { self.names.get(words).map(String::as_str) }
    }
}

/// `panel` of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    position: Shows,
    #[serde(default)]
    tool: Option<Shows>,
    #[serde(default)]
    mode: Option<Shows>,
    #[serde(default)]
    gripper: Option<Shows>,
    #[serde(default)]
    program: Option<Shows>,
    #[serde(default)]
    running: Option<Shows>,
    #[serde(default)]
    inputs: BTreeMap<String, Shows>,
    #[serde(default)]
    outputs: BTreeMap<String, Shows>,
    #[serde(default)]
    values: BTreeMap<String, Shows>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shows {
    element: String,
    #[serde(default)]
    attribute: Option<String>,
    #[serde(default)]
    names: Option<BTreeMap<String, String>>,
}

impl Raw {
    pub(super) fn meanings(self) -> Result<Vec<Meaning>, DeclaredError> {
        use super::super::skeleton::{POSITION, PROGRAM, TEXT, TOOL, VALUE};
        let single = [
            (POSITION, Kind::Position, TEXT, Some(self.position)),
            (TOOL, Kind::Tool, TEXT, self.tool),
            ("mode", Kind::Mode, TEXT, self.mode),
            ("gripper", Kind::Gripper, TEXT, self.gripper),
            (PROGRAM, Kind::Program, "name", self.program),
            (PROGRAM, Kind::Program, "running", self.running),
        ];
        let single = single
            .into_iter()
            .filter_map(|(key, kind, attribute, shows)| shows.map(|shows| (key.to_owned(), kind, attribute, shows)));
        let groups = [
            ("inputs", Kind::Input, self.inputs),
            ("outputs", Kind::Output, self.outputs),
            ("values", Kind::Value, self.values),
        ];
        let grouped = groups.into_iter().flat_map(|(group, kind, list)| {
            list.into_iter().map(move |(name, shows)| (format!("{group}.{name}"), kind, VALUE, shows))
        });
        let mut taken = BTreeSet::new();
        let mut meanings = Vec::new();
        for (key, kind, attribute, shows) in single.chain(grouped) {
            let meaning = shows.meaning(&key, kind, attribute)?;
            if !taken.insert((meaning.element.clone(), meaning.from.clone())) {
                let fault = format!("'{}' means something else already", meaning.element);
                return Err(DeclaredError::Panel { key, fault });
            }
            meanings.push(meaning);
        }
        if meanings.len() > DECLARED_ENTRIES_MAX {
            return Err(DeclaredError::TooMany { list: "panel" });
        }
        Ok(meanings)
    }
}

impl Shows {
    fn meaning(self, key: &str, kind: Kind, attribute: &'static str) -> Result<Meaning, DeclaredError> {
        let refused = |fault: &str| Err(DeclaredError::Panel { key: key.to_owned(), fault: fault.to_owned() });
        let is_blank = |text: &String| text.trim().is_empty();
        if is_blank(&self.element) || self.attribute.as_ref().is_some_and(is_blank) {
            return refused("what is looked at has no name");
        }
        if self.names.as_ref().is_some_and(|names| names.is_empty() || names.values().any(is_blank)) {
            return refused("`names` is empty, or means nothing by a word");
        }
        let names = self.names.unwrap_or_default();
        if names.len() > DECLARED_ENTRIES_MAX {
            return Err(DeclaredError::TooMany { list: "names" });
        }
        Ok(Meaning { key: key.to_owned(), kind, attribute, element: self.element, from: self.attribute, names })
    }
}
