//! What answers a routine's check, held against what was observed before and after.
//!
//! 1. An answer is of this step only if it came with it: what was looked at was shown before the step, was of the same type, and
//!    was something else. The cell may declare `may_stay`.
//! 2. A message that stood there before, under whatever id, did not appear.
//! 3. What was not shown before, was of another type, or is of another type than declared, gives an error, and no answer: `may_stay` or
//!    not. So does a panel beside a state: the two have not the same types.
//! 4. A counter is a whole number, and a measured value a number. A text is neither, whatever it says, but on a panel, which has nothing
//!    but texts. A number is what it is worth: `1.0` is 1.

use super::{
    changes::Changes,
    declared::{Check, Measure, SignalValue},
    skeleton::Skeleton,
};
use crate::cell::shown;

/// What became of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It holds, and why.
    Yes(String),
    /// It does not hold, and why.
    No(String),
    /// Nobody can tell, and why: an error inside the check.
    Error(String),
}

/// Evaluates one check.
pub(super) fn answer(check: &Check, before: &Skeleton, after: &Skeleton, changes: &Changes) -> Answer {
    if before.is_panel() != after.is_panel() {
        return Answer::Error("one of the two observations is a panel's page, and the other is none".to_owned());
    }
    match &check.measure {
        Measure::Message(_) if !before.shows_messages() || !after.shows_messages() => {
            Answer::Error("messages are not shown both before and after the step".to_owned())
        }
        Measure::Message(text) => match changes.messages.iter().any(|message| message == text) {
            true => Answer::Yes(format!("the message '{}' appeared", shown(text))),
            false => Answer::No(format!("the message '{}' did not appear", shown(text))),
        },
        Measure::Signal { key, is } => signal((key, is), before, after, check.may_stay),
        Measure::Counter { key, grows_by } => counter(key, *grows_by, before, after),
        Measure::Value { key, at_least, at_most, changes_by } => {
            value(key, (*at_least, *at_most), *changes_by, (before, after))
        }
    }
}

fn signal((key, is): (&str, &SignalValue), before: &Skeleton, after: &Skeleton, may_stay: bool) -> Answer {
    let Some(found) = after.value(key) else { return missing(key) };
    let text = is.to_string();
    let (shown_key, shown_is) = (shown(key), shown(&text));
    if found != text {
        return Answer::No(format!("'{shown_key}' is '{}', not '{shown_is}'", shown(found)));
    }
    let Some(was) = before.value(key) else {
        return Answer::Error(format!("nobody said what '{shown_key}' was before the step"));
    };
    let type_of = |skeleton: &Skeleton, value: &str| Type::of(skeleton, key, value);
    // A panel has nothing but texts, so that what is declared of it is compared as one.
    if !after.is_panel() {
        if type_of(after, found) != Type::declared(is) {
            return Answer::Error(format!("'{shown_key}' is '{shown_is}', which is of another type than declared"));
        }
        if type_of(before, was) != Type::declared(is) {
            let was = shown(was);
            return Answer::Error(format!(
                "'{shown_key}' was '{was}' before the step, which is of another type than '{shown_is}'"
            ));
        }
    }
    match was == text {
        true if may_stay => Answer::Yes(format!("'{shown_key}' is '{shown_is}'")),
        true => Answer::No(format!("'{shown_key}' was '{shown_is}' before the step already")),
        false => Answer::Yes(format!("'{shown_key}' went from '{}' to '{shown_is}'", shown(was))),
    }
}

/// The type of a value in a controller's state: a text where it is known to be one, and otherwise as it is written.
#[derive(PartialEq, Eq)]
enum Type {
    Flag,
    Number,
    Text,
    /// No value at all: JSON's `null`.
    Nothing,
}

impl Type {
    fn of(shown_by: &Skeleton, key: &str, value: &str) -> Self {
        match value {
            _ if shown_by.is_text(key) => Self::Text,
            "true" | "false" => Self::Flag,
            _ if value.parse::<f64>().is_ok() => Self::Number,
            _ => Self::Nothing,
        }
    }

    const fn declared(value: &SignalValue) -> Self {
        match value {
            SignalValue::Flag(_) => Self::Flag,
            SignalValue::Number(_) => Self::Number,
            SignalValue::Text(_) => Self::Text,
        }
    }
}

fn counter(key: &str, grows_by: u64, before: &Skeleton, after: &Skeleton) -> Answer {
    if before.value(key).is_none() || after.value(key).is_none() {
        return missing(key);
    }
    let (Some(was), Some(is)) = (whole(key, before), whole(key, after)) else {
        return Answer::Error(format!("'{}' is no whole number before and after the step", shown(key)));
    };
    let key = shown(key);
    match is.checked_sub(was).and_then(|grown| u64::try_from(grown).ok()) {
        Some(grown) if grown >= grows_by => Answer::Yes(format!("'{key}' grew from {was} to {is}")),
        _ => Answer::No(format!("'{key}' went from {was} to {is}, and is to grow by {grows_by}")),
    }
}

fn value(
    key: &str,
    (at_least, at_most): (Option<f64>, Option<f64>),
    changes_by: f64,
    (before, after): (&Skeleton, &Skeleton),
) -> Answer {
    let number = match number(key, after) {
        Ok(number) => number,
        Err(error) => return error,
    };
    let was = match self::number(key, before) {
        Ok(was) => was,
        Err(error) => return error,
    };
    if (number - was).abs() < changes_by {
        let key = shown(key);
        return Answer::No(format!(
            "'{key}' went from {was} to {number}, which is less than {changes_by}: nothing was measured"
        ));
    }
    let key = shown(key);
    match (at_least.filter(|least| number < *least), at_most.filter(|most| number > *most)) {
        (Some(least), _) => Answer::No(format!("'{key}' is {number}, below {least}")),
        (None, Some(most)) => Answer::No(format!("'{key}' is {number}, above {most}")),
        (None, None) => Answer::Yes(format!("'{key}' is {number}")),
    }
}

fn whole(key: &str, skeleton: &Skeleton) -> Option<i64> {
    skeleton.value(key).filter(|_| !skeleton.is_text(key))?.parse().ok()
}

fn number(key: &str, skeleton: &Skeleton) -> Result<f64, Answer> {
    let text = skeleton.value(key).ok_or_else(|| missing(key))?;
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && !skeleton.is_text(key));
    number.ok_or_else(|| Answer::Error(format!("'{}' is no number: '{}'", shown(key), shown(text))))
}

fn missing(key: &str) -> Answer {
    Answer::Error(format!("nobody says what '{}' is", shown(key)))
}
