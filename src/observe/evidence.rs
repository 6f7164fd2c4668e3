//! What answers a routine's check, held against what was observed before and after.
//!
//! 1. An answer is of this step only if it came with it: what was looked at was shown before the step, was of the same type, and
//!    was something else. The cell may declare `may_stay`.
//! 2. A message that stood there before, under whatever id, did not appear.
//! 3. What was not shown before, or was of another type, gives an error, and no answer.

use super::{
    changes::Changes,
    declared::{Check, Measure},
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

fn signal((key, is): (&str, &str), before: &Skeleton, after: &Skeleton, may_stay: bool) -> Answer {
    let Some(found) = after.value(key) else { return missing(key) };
    let was = before.value(key);
    let (key, shown_is) = (shown(key), shown(is));
    if found != is {
        return Answer::No(format!("'{key}' is '{}', not '{shown_is}'", shown(found)));
    }
    match was {
        _ if may_stay => Answer::Yes(format!("'{key}' is '{shown_is}'")),
        None => Answer::Error(format!("nobody said what '{key}' was before the step")),
        Some(was) if was == is => Answer::No(format!("'{key}' was '{shown_is}' before the step already")),
        Some(was) if Form::of(was) != Form::of(is) => Answer::Error(format!(
            "'{key}' was '{}' before the step, which is of another type than '{shown_is}'",
            shown(was)
        )),
        Some(was) => Answer::Yes(format!("'{key}' went from '{}' to '{shown_is}'", shown(was))),
    }
}

/// The type of a signal's value, as it is written. A panel has nothing but text.
#[derive(PartialEq, Eq)]
enum Form {
    Flag,
    Number,
    Text,
}

impl Form {
    fn of(value: &str) -> Self {
        match value {
            "true" | "false" => Self::Flag,
            _ if value.parse::<f64>().is_ok() => Self::Number,
            _ => Self::Text,
        }
    }
}

fn counter(key: &str, grows_by: u64, before: &Skeleton, after: &Skeleton) -> Answer {
    let (Some(was), Some(is)) = (before.value(key), after.value(key)) else { return missing(key) };
    let (Ok(was), Ok(is)) = (was.parse::<i64>(), is.parse::<i64>()) else {
        return Answer::Error(format!("'{}' is no whole number", shown(key)));
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
    if changes_by > 0.0 {
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
    }
    let key = shown(key);
    match (at_least.filter(|least| number < *least), at_most.filter(|most| number > *most)) {
        (Some(least), _) => Answer::No(format!("'{key}' is {number}, below {least}")),
        (None, Some(most)) => Answer::No(format!("'{key}' is {number}, above {most}")),
        (None, None) => Answer::Yes(format!("'{key}' is {number}")),
    }
}

fn number(key: &str, skeleton: &Skeleton) -> Result<f64, Answer> {
    let text = skeleton.value(key).ok_or_else(|| missing(key))?;
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| Answer::Error(format!("'{}' is no number: '{}'", shown(key), shown(text))))
}

fn missing(key: &str) -> Answer {
    Answer::Error(format!("nobody says what '{}' is", shown(key)))
}
