//! What answers a routine's check, held against what was observed before and after.
//!
//! An answer is of this step only if it came with it: a signal that was so before, and a measured value that is within the
//! sensor's noise of what it was before, answer nothing, unless the cell declares `may_stay`.

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
    let was_so = before.value(key) == Some(is);
    let (key, shown_is) = (shown(key), shown(is));
    match (found == is, was_so) {
        (false, _) => Answer::No(format!("'{key}' is '{}', not '{shown_is}'", shown(found))),
        (true, true) if !may_stay => Answer::No(format!("'{key}' was '{shown_is}' before the step already")),
        (true, _) => Answer::Yes(format!("'{key}' is '{shown_is}'")),
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
