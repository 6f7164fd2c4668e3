//! Two skeletons → what changed, line by line.
//!
//! Both are in the order of their keys, so one walk over the pair finds what came, what went and what stayed. A library for
//! differences of documents serves no better: each element is a flat map, and the lines need its kind. What ticks by itself
//! is left out and counted. An alarm is never left out.

use std::collections::BTreeMap;

use super::{
    declared::Declared,
    skeleton::{Element, Kind, PROGRAM, Skeleton, TEXT, VALUE},
};
use crate::{cell::shown, limits::OBSERVED_LINES_MAX};

/// What changed between two skeletons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// For people, in the order of the keys.
    pub lines: Vec<String>,
    /// Changes that have no line, because there were too many.
    pub further: usize,
    /// Keys of what changed and ticks by itself.
    pub ticking: Vec<String>,
    /// Alarms that were not there before, as they are shown.
    pub alarms: Vec<String>,
    /// Messages that were not there before, under whatever id.
    pub messages: Vec<String>,
    /// Whether something became other than it was, or a message came or went. A value that is only shown, or shown no more, may
    /// be the gateway's doing.
    pub is_of_work: bool,
}

impl Difference {
    /// Whether anything changed that does not tick by itself.
    #[must_use]
    pub fn is_meaningful(&self) -> bool {
        !self.lines.is_empty()
    }

    fn line(&mut self, line: String) {
        if self.lines.len() < OBSERVED_LINES_MAX { self.lines.push(line) } else { self.further += 1 }
    }
}

/// What changed from the one to the other.
#[must_use]
pub fn difference(before: &Skeleton, after: &Skeleton, declared: &Declared) -> Difference {
    let mut found = Difference { alarms: appeared(before, after, Kind::Alarm), ..Difference::default() };
    found.texts(before, after, declared);
    let mut keys: Vec<&str> = before.iter().chain(after.iter()).map(|(key, _)| key).collect();
    keys.sort_unstable();
    keys.dedup();
    for key in keys {
        match (before.get(key).filter(is_no_message), after.get(key).filter(is_no_message)) {
            (None, Some(new)) => found.one(key, new, declared, came),
            (Some(old), None) => found.one(key, old, declared, went),
            (Some(old), Some(new)) => found.both(key, old, new, declared),
            (None, None) => {}
        }
    }
    found
}

impl Difference {
    /// Messages are told apart by what they say: an id is the controller's own affair, and one that changes is no news.
    fn texts(&mut self, before: &Skeleton, after: &Skeleton, declared: &Declared) {
        let (old, new) = (texts(before), texts(after));
        for (text, (key, element)) in &new {
            if !old.contains_key(text) {
                self.messages.push((*text).to_owned());
                self.text(key, element, declared, came);
            }
        }
        for (text, (key, element)) in &old {
            if !new.contains_key(text) {
                self.text(key, element, declared, went);
            }
        }
    }

    fn text(&mut self, key: &str, element: &Element, declared: &Declared, line: impl Fn(&str, &Element) -> String) {
        self.one(key, element, declared, line);
        self.is_of_work |= !declared.ticks(key, TEXT);
    }

    fn one(&mut self, key: &str, element: &Element, declared: &Declared, line: impl Fn(&str, &Element) -> String) {
        let ticks = element.attributes.keys().all(|attribute| declared.ticks(key, attribute));
        match ticks && element.kind != Kind::Alarm {
            true => self.ticking.push(key.to_owned()),
            false => self.line(line(key, element)),
        }
    }

    fn both(&mut self, key: &str, old: &Element, new: &Element, declared: &Declared) {
        if old.kind != new.kind {
            self.line(went(key, old));
            return self.line(came(key, new));
        }
        let is_alarm = old.kind == Kind::Alarm;
        let mut names: Vec<&String> = old.attributes.keys().chain(new.attributes.keys()).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let (was, is) = (old.get(name), new.get(name));
            if was == is {
                continue;
            }
            let ticks = declared.ticks(key, name) && !is_alarm;
            self.is_of_work |= !ticks && !is_alarm && was.is_some() && is.is_some();
            match ticks {
                true if matches!(name.as_str(), TEXT | VALUE) => self.ticking.push(key.to_owned()),
                true => self.ticking.push(format!("{key}.{name}")),
                false if key == PROGRAM && name == "running" => self.line(program(old, new)),
                false => self.line(changed(key, name, was, is)),
            }
        }
    }
}

/// Words of a kind that stand there more often than before. Two of other ids are two, whatever they say.
fn appeared(before: &Skeleton, after: &Skeleton, kind: Kind) -> Vec<String> {
    let mut counts: BTreeMap<&BTreeMap<String, String>, usize> = BTreeMap::new();
    for element in of_kind(before, kind) {
        *counts.entry(&element.attributes).or_default() += 1;
    }
    let mut new = Vec::new();
    for element in of_kind(after, kind) {
        match counts.get_mut(&element.attributes).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => new.push(words(element).to_owned()),
        }
    }
    new
}

fn is_no_message(element: &&Element) -> bool {
    element.kind != Kind::Message
}

/// What the messages say, each once, with one element that says it.
fn texts(skeleton: &Skeleton) -> BTreeMap<&str, (&str, &Element)> {
    let messages = skeleton.iter().filter(|(_, element)| element.kind == Kind::Message);
    messages.map(|(key, element)| (words(element), (key, element))).collect()
}

fn of_kind(skeleton: &Skeleton, kind: Kind) -> impl Iterator<Item = &Element> {
    skeleton.iter().map(|(_, element)| element).filter(move |element| element.kind == kind)
}

/// What an alarm or a message says; its id where it says nothing.
fn words(element: &Element) -> &str {
    element.get(TEXT).filter(|text| !text.is_empty()).or_else(|| element.get("id")).unwrap_or("")
}

fn came(key: &str, element: &Element) -> String {
    match element.kind {
        Kind::Alarm | Kind::Message => format!("New message/alert appeared: {}", shown(words(element))),
        Kind::Program if is_running(element) => program(&Element::of(Kind::Program, TEXT, ""), element),
        _ => format!("New element appeared: {}", described(key, element)),
    }
}

fn went(key: &str, element: &Element) -> String {
    match element.kind {
        Kind::Program if is_running(element) => program(element, &Element::of(Kind::Program, TEXT, "")),
        Kind::Alarm => format!("Element disappeared: alarm '{}'", shown(words(element))),
        Kind::Message => format!("Element disappeared: message '{}'", shown(words(element))),
        _ => format!("Element disappeared: {}", described(key, element)),
    }
}

fn changed(key: &str, attribute: &str, was: Option<&str>, is: Option<&str>) -> String {
    let quoted =
        |value: Option<&str>| value.map_or_else(|| "nothing".to_owned(), |value| format!("'{}'", shown(value)));
    format!("Element '{}' changed '{}' from {} to {}", shown(key), shown(attribute), quoted(was), quoted(is))
}

fn program(old: &Element, new: &Element) -> String {
    let name = |element: &Element| element.get("name").map(|name| format!(" '{}'", shown(name))).unwrap_or_default();
    match (is_running(old), is_running(new)) {
        (_, true) => format!("Program{} started", name(new)),
        (true, false) => format!("Program{} ended", name(old)),
        (false, false) => changed(PROGRAM, "running", old.get("running"), new.get("running")),
    }
}

fn is_running(element: &Element) -> bool {
    element.get("running") == Some("true")
}

fn described(key: &str, element: &Element) -> String {
    let attribute = |(name, value): (&String, &String)| match name.as_str() {
        TEXT | VALUE if element.attributes.len() == 1 => format!("'{}'", shown(value)),
        name => format!("{} '{}'", shown(name), shown(value)),
    };
    let attributes: Vec<String> = element.attributes.iter().map(attribute).collect();
    format!("'{}' ({})", shown(key), attributes.join(", "))
}
