//! A panel's page → its skeleton, and the page itself for those who look elements up on it.
//!
//! Interactive are `button`, `a`, `input`, `select`, `textarea`, and what has the role of a button, a link or a menu item:
//! under its id, its name, or its number among those with neither, with tag, text, value, disabled, ariaExpanded, href and
//! role. Messages are what has the role of an alert or of a dialog that alerts, one of the classes toast, error, success and alert, or `data-toast`:
//! by number, with the text, or with what an attribute says where there is none. A message of class error is an alarm. A
//! password's value is kept out. What a browser would draw out of a template (`shadowrootmode`) is not read: such a page says
//! nothing.
//!
//! What is declared ([`Meaning`]) stands under the keys of a controller's state. Each declared element must be there, once,
//! and say something that is declared: otherwise the whole page says nothing. No other element gets such a key's meaning.

use std::collections::BTreeMap;

use super::{
    declared::Meaning,
    skeleton::{Element, Kind, Skeleton, SkeletonError, TEXT, VALUE},
};
use crate::limits::{ELEMENT_TEXT_CHARS, OBSERVED_TEXT_CHARS_MAX};

mod tree;
mod whole;

use tree::{Found, Tree};
pub(super) use whole::whole;

/// A page that was parsed.
#[derive(Debug)]
pub struct Page {
    tree: Tree,
}

/// An element of a page, as far as predictions ask about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageElement {
    /// Its name.
    pub tag: String,
    /// All its words.
    pub text: String,
    /// `role`, where it has one.
    pub role: Option<String>,
    /// Whether it has `href`.
    pub has_href: bool,
    /// Whether it opens something: `aria-haspopup`, unless that is `false`.
    pub has_popup: bool,
    /// Whether what it opens is open.
    pub is_expanded: bool,
}

impl Page {
    /// Parses a page. HTML has no wrong text, so that only its size and its depth are refused.
    ///
    /// # Errors
    ///
    /// A page that is too long, too deep or not UTF-8.
    pub fn parse(raw: &[u8]) -> Result<Self, SkeletonError> {
        Ok(Self { tree: Tree::parse(raw)? })
    }

    /// What is meaningful about it, with what its elements are declared to mean.
    ///
    /// # Errors
    ///
    /// More elements than a skeleton takes; a declared element that is not there once, or says nothing that is declared.
    pub fn skeleton(&self, panel: &[Meaning]) -> Result<Skeleton, SkeletonError> {
        let mut reader = Reader { skeleton: self.declared(panel)?, ..Reader::default() };
        reader.skeleton.show_messages();
        reader.skeleton.show_alarms();
        for found in self.tree.elements() {
            if found.tag == "template" && found.get("shadowrootmode").is_some() {
                return Err(SkeletonError::ShadowRoot);
            }
            if is_interactive(&found) {
                reader.interactive(&found)?;
            }
            if is_message(&found) {
                reader.message(&found)?;
            }
        }
        Ok(reader.skeleton)
    }

    /// What is declared, under the keys of a controller's state.
    fn declared(&self, panel: &[Meaning]) -> Result<Skeleton, SkeletonError> {
        let mut elements: BTreeMap<&str, Element> = BTreeMap::new();
        for meaning in panel {
            let words = self.words(meaning)?;
            let Some(said) = meaning.of(&words).map(str::to_owned) else {
                return Err(SkeletonError::NotNamed { key: meaning.key.clone(), words });
            };
            let element = elements.entry(&meaning.key);
            let element = element.or_insert(Element { kind: meaning.kind, attributes: BTreeMap::new() });
            element.attributes.insert(meaning.attribute.to_owned(), said);
        }
        let mut skeleton = Skeleton::of_panel();
        for (key, element) in elements {
            skeleton.insert(key.to_owned(), element)?;
        }
        Ok(skeleton)
    }

    /// What the one element says that is declared to.
    fn words(&self, meaning: &Meaning) -> Result<String, SkeletonError> {
        let wanted = Some(&*meaning.element);
        let is_it = |found: &Found<'_>| ["id", "name", "data-testid"].iter().any(|name| found.get(name) == wanted);
        let mut all = self.tree.elements().filter(is_it);
        let (key, element) = (meaning.key.clone(), meaning.element.clone());
        let words = match (all.next(), all.next()) {
            (None, _) => return Err(SkeletonError::NotShown { key, element }),
            (Some(_), Some(_)) => return Err(SkeletonError::ShownTwice { key, element }),
            (Some(found), None) => match &meaning.from {
                Some(attribute) => found.get(attribute).map(str::to_owned),
                None => said(&found),
            },
        };
        let words = words.map(|words| words.trim().to_owned()).filter(|words| !words.is_empty());
        words.ok_or(SkeletonError::SaysNothing { key, element })
    }

    /// The first element with this id, class, `data-testid` or text, in this order. Nothing is wanted by no name.
    #[must_use]
    pub fn find(&self, wanted: &str) -> Option<PageElement> {
        if wanted.is_empty() {
            return None;
        }
        let by = |fits: &dyn Fn(&Found<'_>) -> bool| self.tree.elements().find(|found| fits(found));
        let found = by(&|found| found.get("id") == Some(wanted))
            .or_else(|| by(&|found| found.has_class(wanted)))
            .or_else(|| by(&|found| found.get("data-testid") == Some(wanted)))
            .or_else(|| by(&|found| found.text(OBSERVED_TEXT_CHARS_MAX) == wanted))?;
        Some(PageElement {
            tag: found.tag.to_owned(),
            text: found.text(OBSERVED_TEXT_CHARS_MAX),
            role: found.get("role").map(str::to_owned),
            has_href: found.get("href").is_some(),
            has_popup: found.get("aria-haspopup").is_some_and(|popup| popup != "false"),
            is_expanded: found.get("aria-expanded") == Some("true"),
        })
    }

    /// Whether any element has this role.
    #[must_use]
    pub fn has_role(&self, role: &str) -> bool {
        self.tree.elements().any(|found| found.get("role") == Some(role))
    }
}

#[derive(Default)]
struct Reader {
    skeleton: Skeleton,
    counts: BTreeMap<String, usize>,
    nameless: usize,
    messages: usize,
}

impl Reader {
    fn interactive(&mut self, found: &Found<'_>) -> Result<(), SkeletonError> {
        let named = |name: &str| found.get(name).map(str::trim).filter(|value| !value.is_empty());
        let key = match named("id").or_else(|| named("name")) {
            Some(key) => bounded(key),
            None => {
                self.nameless += 1;
                format!("{}[{}]", found.tag, self.nameless - 1)
            }
        };
        let mut element = Element::of(Kind::Interactive, "tag", found.tag);
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                element.attributes.insert(name.to_owned(), value);
            }
        };
        add(TEXT, Some(found.text(ELEMENT_TEXT_CHARS)).filter(|text| !text.is_empty()));
        add(VALUE, value(found));
        add("disabled", found.get("disabled").map(|_| "true".to_owned()));
        add("ariaExpanded", found.get("aria-expanded").map(bounded));
        add("href", found.get("href").map(bounded));
        add("role", found.get("role").map(bounded));
        self.skeleton.insert_next(&mut self.counts, key, element)
    }

    fn message(&mut self, found: &Found<'_>) -> Result<(), SkeletonError> {
        let kind = if found.lists("class", "error") { Kind::Alarm } else { Kind::Message };
        let key = format!("alert[{}]", self.messages);
        self.messages += 1;
        let text = found.text(OBSERVED_TEXT_CHARS_MAX);
        let text = if text.is_empty() { attribute(found).map(bounded).unwrap_or_default() } else { text };
        let text = match kind {
            Kind::Alarm if text.is_empty() && is_drawn(found) => "an alarm without words".to_owned(),
            _ => text,
        };
        if text.is_empty() {
            // A place for a message, and no message.
            return Ok(());
        }
        let element = Element::of(kind, TEXT, text);
        self.skeleton.insert_next(&mut self.counts, key, element)
    }
}

fn is_interactive(found: &Found<'_>) -> bool {
    matches!(found.tag, "button" | "a" | "input" | "select" | "textarea")
        || ["button", "link", "menuitem"].iter().any(|role| found.lists("role", role))
}

fn is_message(found: &Found<'_>) -> bool {
    ["alert", "alertdialog"].iter().any(|role| found.lists("role", role))
        || ["toast", "error", "success", "alert"].iter().any(|class| found.lists("class", class))
        || found.get("data-toast").is_some()
}

/// Whether people see something there that has no words.
fn is_drawn(found: &Found<'_>) -> bool {
    let draws = |tag: &str| matches!(tag, "img" | "svg" | "canvas" | "object" | "embed" | "video" | "iframe" | "input");
    draws(found.tag) || found.inside().any(|inner| draws(inner.tag))
}

/// What a field or a picture says by an attribute: the element itself, or the first in it.
fn attribute<'t>(found: &Found<'t>) -> Option<&'t str> {
    let words = |found: &Found<'t>| {
        let said = ["value", "alt", "title", "aria-label"].into_iter().filter_map(|name| found.get(name));
        said.map(str::trim).find(|words| !words.is_empty())
    };
    words(found).or_else(|| found.inside().find_map(|inner| words(&inner)))
}

/// What a field holds: its `value`, a text area's words, a list's choice.
fn value(found: &Found<'_>) -> Option<String> {
    let is_password = found.get("type").is_some_and(|kind| kind.eq_ignore_ascii_case("password"));
    match found.tag {
        "input" if is_password => None,
        "textarea" => Some(found.text(OBSERVED_TEXT_CHARS_MAX)),
        "select" => {
            let is_chosen = |option: &Found<'_>| option.tag == "option" && option.get("selected").is_some();
            let words = |option: Found<'_>| match option.get("value") {
                Some(value) => bounded(value),
                None => option.text(OBSERVED_TEXT_CHARS_MAX),
            };
            let mut choices: Vec<String> = found.inside().filter(is_chosen).map(words).collect();
            // A browser shows the last, where only one can be chosen.
            let kept = if found.get("multiple").is_some() { 0 } else { choices.len().saturating_sub(1) };
            let choices = choices.split_off(kept);
            (!choices.is_empty()).then(|| bounded(&choices.join(", ")))
        }
        _ => found.get("value").map(bounded),
    }
}

/// What an element says to people: a field's value, whether a box is ticked, or its words.
fn said(found: &Found<'_>) -> Option<String> {
    let kind = found.get("type").unwrap_or_default();
    match found.tag {
        "input" if ["checkbox", "radio"].iter().any(|known| kind.eq_ignore_ascii_case(known)) => {
            Some(found.get("checked").is_some().to_string())
        }
        "input" | "select" | "textarea" => value(found),
        _ => Some(found.text(OBSERVED_TEXT_CHARS_MAX)),
    }
}

fn bounded(text: &str) -> String {
    text.chars().take(OBSERVED_TEXT_CHARS_MAX).collect()
}
