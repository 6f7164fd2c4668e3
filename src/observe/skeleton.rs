//! What is meaningful about a cell at one moment, as elements under keys.
//!
//! A reader ([`super::controller`], [`super::panel`]) makes it, and [`super::difference`] compares two of them. The order is
//! that of the keys, so that equal states give equal skeletons, whatever the order of the raw text.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::{
    cell::shown,
    limits::{OBSERVED_ELEMENTS_MAX, OBSERVED_TEXT_CHARS_MAX},
};

/// The key of the robot's position.
pub const POSITION: &str = "position";
/// The key of the held tool.
pub const TOOL: &str = "tool";
/// The key of the program.
pub const PROGRAM: &str = "program";
/// The attribute that holds an element's words.
pub const TEXT: &str = "text";
/// The attribute that holds an element's value.
pub const VALUE: &str = "value";

/// What an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Mode,
    Program,
    Position,
    Tool,
    Gripper,
    Input,
    Output,
    Value,
    /// Says that something is wrong.
    Alarm,
    /// Says anything else.
    Message,
    /// Something on a panel that can be pressed, followed or filled in.
    Interactive,
}

/// One element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Element {
    /// What it is.
    pub kind: Kind,
    /// What it says, by name.
    pub attributes: BTreeMap<String, String>,
}

impl Element {
    /// An element with one attribute.
    #[must_use]
    pub fn of(kind: Kind, attribute: &str, value: impl Into<String>) -> Self {
        Self { kind, attributes: BTreeMap::from([(attribute.to_owned(), value.into())]) }
    }

    /// An attribute, where it has that.
    #[must_use]
    pub fn get(&self, attribute: &str) -> Option<&str> {
        self.attributes.get(attribute).map(String::as_str)
    }
}

/// Why raw text gives no skeleton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum SkeletonError {
    #[error("it is longer than {0} bytes")]
    TooLong(usize),
    #[error("it is not UTF-8")]
    NotUtf8,
    #[error("it is not JSON: {0}")]
    NotJson(String),
    #[error("`{0}` stands there twice")]
    Twice(String),
    #[error("`{field}` must be {wanted}")]
    Type { field: String, wanted: &'static str },
    #[error("`{field}` is near to `{known}`: name it so where that is meant, and put it into `values` where it is not", field = shown(.field))]
    Near { field: String, known: &'static str },
    #[error("`{0}` is deeper than a state goes")]
    TooDeep(String),
    #[error("the page is deeper than {0} elements")]
    PageTooDeep(usize),
    #[error("a tag or a comment of the page has more than {0} blanks")]
    TagTooLong(usize),
    #[error("the page has more than {0} nodes")]
    TooManyNodes(usize),
    #[error("it has more than {0} elements")]
    TooMany(usize),
    #[error("`{0}` is longer than {OBSERVED_TEXT_CHARS_MAX} characters")]
    TextTooLong(String),
    #[error("the page is not whole: it does not {0}")]
    NotWhole(&'static str),
    #[error("the page has parts in a shadow root (`<template shadowrootmode>`), which are not read: give it without")]
    ShadowRoot,
    #[error("the page has characters that could not be decoded: it must be given as UTF-8")]
    NotDecoded,
    #[error("the page has no element '{element}', which is declared to show `{key}`", element = shown(.element))]
    NotShown { key: String, element: String },
    #[error("the page has '{element}', which is declared to show `{key}`, more than once", element = shown(.element))]
    ShownTwice { key: String, element: String },
    #[error("the page's '{element}' says nothing, and is declared to show `{key}`", element = shown(.element))]
    SaysNothing { key: String, element: String },
    #[error("the page shows '{words}' as `{key}`, which is not among its declared names", words = shown(.words))]
    NotNamed { key: String, words: String },
}

/// See the head of this file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Skeleton {
    elements: BTreeMap<String, Element>,
    /// Under which keys a text stands where a number or a flag could: how a value is written does not say what it is.
    #[serde(skip)]
    texts: BTreeSet<String>,
    /// A panel's: it has nothing but texts.
    #[serde(skip)]
    is_panel: bool,
    #[serde(skip)]
    shows_messages: bool,
    #[serde(skip)]
    shows_alarms: bool,
}

impl Skeleton {
    /// Adds an element.
    ///
    /// # Errors
    ///
    /// A key that is taken, too many elements, a text that is too long.
    pub fn insert(&mut self, key: String, element: Element) -> Result<(), SkeletonError> {
        let is_long = |text: &str| text.chars().nth(OBSERVED_TEXT_CHARS_MAX).is_some();
        if is_long(&key) || element.attributes.iter().any(|(name, value)| is_long(name) || is_long(value)) {
            return Err(SkeletonError::TextTooLong(key.chars().take(OBSERVED_TEXT_CHARS_MAX).collect()));
        }
        if self.elements.len() >= OBSERVED_ELEMENTS_MAX {
            return Err(SkeletonError::TooMany(OBSERVED_ELEMENTS_MAX));
        }
        if self.elements.contains_key(&key) {
            return Err(SkeletonError::Twice(key));
        }
        self.elements.insert(key, element);
        Ok(())
    }

    /// Adds an element under the key, or under the key with a number where it is taken: the second is `key#2`. `counts`
    /// belongs to one reading.
    ///
    /// # Errors
    ///
    /// Too many elements, a text that is too long.
    pub fn insert_next(
        &mut self,
        counts: &mut BTreeMap<String, usize>,
        key: String,
        element: Element,
    ) -> Result<(), SkeletonError> {
        let count = counts.entry(key.clone()).or_insert(0);
        loop {
            *count += 1;
            let numbered = if *count == 1 { key.clone() } else { format!("{key}#{count}") };
            if !self.elements.contains_key(&numbered) {
                return self.insert(numbered, element);
            }
        }
    }

    /// Adds a value that is a text in a source that has numbers and flags as well.
    ///
    /// # Errors
    ///
    /// As for [`Skeleton::insert`].
    pub(super) fn insert_text(&mut self, key: String, element: Element) -> Result<(), SkeletonError> {
        self.insert(key.clone(), element)?;
        self.texts.insert(key);
        Ok(())
    }

    /// The skeleton of a panel's page, with nothing in it yet.
    pub(super) fn of_panel() -> Self {
        Self { is_panel: true, ..Self::default() }
    }

    /// Whether it is that of a panel's page.
    pub(super) const fn is_panel(&self) -> bool {
        self.is_panel
    }

    /// Whether the value under a key is known to be a text. A panel has nothing but texts, and says so of none.
    pub(super) fn is_text(&self, key: &str) -> bool {
        self.texts.contains(key)
    }

    /// Says that the source shows its messages, none included.
    pub(super) const fn show_messages(&mut self) {
        self.shows_messages = true;
    }

    /// Whether the source shows its messages: where it does not, nobody knows which ones stand.
    #[must_use]
    pub const fn shows_messages(&self) -> bool {
        self.shows_messages
    }

    /// Says that the source shows its alarms, none included.
    pub(super) const fn show_alarms(&mut self) {
        self.shows_alarms = true;
    }

    /// Whether the source shows its alarms: where it does not, nobody knows which ones stand.
    #[must_use]
    pub const fn shows_alarms(&self) -> bool {
        self.shows_alarms
    }

    /// An element, where there is one.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Element> {
        self.elements.get(key)
    }

    /// The name of the program that runs, empty where it has none; none where no program runs.
    #[must_use]
    pub fn running_program(&self) -> Option<&str> {
        let program = self.get(PROGRAM).filter(|program| program.get("running") == Some("true"))?;
        Some(program.get("name").unwrap_or_default())
    }

    /// What the element under a key says or is worth; nothing of an interactive one, whose key is the page's own.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&str> {
        let element = self.get(key).filter(|element| element.kind != Kind::Interactive)?;
        element.get(VALUE).or_else(|| element.get(TEXT))
    }

    /// All of them, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Element)> {
        self.elements.iter().map(|(key, element)| (key.as_str(), element))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Whether it says where the robot is and what it holds, and nothing else.
    #[must_use]
    pub fn is_place_only(&self) -> bool {
        self.elements.values().all(|element| matches!(element.kind, Kind::Position | Kind::Tool))
    }
}
