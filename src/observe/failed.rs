//! What a controller says in words or values of its own, that came with a step: that something failed.
//!
//! In: the cell before and after a step. Out: what says so, in words. Words never make a success; what is declared is judged as
//! declared. Every key is read by its parts, however it is nested and whatever group it stands in.
//!
//! 1. A message, or a value in words, that speaks of a failure.
//! 2. A key that names an alarm, an emergency stop, a fault or an error, and has a value that is not "nothing".
//! 3. An emergency stop's key that changes: which of its values is the pressed one hangs on how it is wired.
//! 4. What stood there unchanged before the step is of another one. The words of an alarm that stands are not.

use super::{
    declared::{Declared, Measure},
    expected::Expected,
    observation::Observation,
    skeleton::{Element, Kind},
};
use crate::{
    cell::shown,
    checkpoint::{Trouble, failure, is_failure, trouble},
};

/// See the head of this file. `messages` are those that appeared.
pub(super) fn says_failed(
    before: &Observation,
    after: &Observation,
    expected: &Expected,
    declared: &Declared,
    messages: &[String],
) -> Option<String> {
    let check = expected.check().and_then(|check| declared.check(check)).map(|check| &check.measure);
    let is_declared =
        |text: &str| declared.is_harmless(text) || matches!(check, Some(Measure::Message(answer)) if answer == text);
    if let Some(text) = messages.iter().find(|text| failure(text).is_some() && !is_declared(text)) {
        return Some(format!("a message says that something failed: '{}'", shown(text)));
    }
    let (before, after) = (before.skeleton()?, after.skeleton()?);
    let checked = check.and_then(Measure::key);
    let mut elements = after.iter().filter(|(key, _)| checked != Some(*key));
    elements.find_map(|(key, element)| {
        let was = before.get(key);
        let says = |(name, value): &(&String, &String)| {
            let was = was.and_then(|element| element.get(name));
            !declared.ticks(key, name) && !declared.is_harmless(value) && says(key, element, (name, was, value))
        };
        element.attributes.iter().find(says)?;
        Some(format!("'{}' says that something failed", shown(key)))
    })
}

/// Whether an attribute says since the step that something failed.
fn says(key: &str, element: &Element, (name, was, is): (&str, Option<&str>, &str)) -> bool {
    let is_new = was != Some(is);
    let by_key = || match trouble(key, was, is) {
        Some(Trouble::Stands) => true,
        Some(Trouble::Since) => is_new,
        None => false,
    };
    match element.kind {
        Kind::Value => by_key() || (is_new && (is_failure(last_part(key), is) || failure(is).is_some())),
        Kind::Input | Kind::Output => by_key() || (is_new && failure(is).is_some()),
        Kind::Gripper => is_new && failure(is).is_some(),
        Kind::Program => is_new && is_failure(name, is),
        Kind::Mode | Kind::Position | Kind::Tool | Kind::Alarm | Kind::Message | Kind::Interactive => false,
    }
}

/// The field's own name in a key of a skeleton: `errors` of `values.weld.errors[0]`.
fn last_part(key: &str) -> &str {
    let name = key.rsplit('.').next().unwrap_or(key);
    name.split('[').next().unwrap_or(name)
}
