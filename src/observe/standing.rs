//! What forbids motion whatever a step was to achieve: a contradiction, an alarm, alarms that are shown no more, another mode than
//! before.
//!
//! Asked of a robot that stands, before it is sent anywhere, and of every step's outcome.

use super::{declared::Declared, observation::Observation, skeleton::Skeleton};
use crate::cell::shown;

/// Why nothing may move on from here, if anything forbids it. `before` is what was believed last; none at the start.
#[must_use]
pub fn forbids_motion(before: Option<&Observation>, seen: &Observation, declared: &Declared) -> Option<String> {
    let since = |before| mode(before, seen).or_else(|| hidden_alarms(before, seen));
    seen.contradiction().or_else(|| alarm(seen, declared)).or_else(|| before.and_then(since))
}

/// Who showed its alarms, none included, and shows them no more, may have one.
pub(super) fn hidden_alarms(before: &Observation, seen: &Observation) -> Option<String> {
    let shows = |observation: &Observation| observation.skeleton().map(Skeleton::shows_alarms);
    // Bytes without a skeleton say nothing of alarms: they are looked at for themselves.
    (shows(before) == Some(true) && shows(seen) == Some(false))
        .then(|| "the controller showed its alarms, and does not show them any more".to_owned())
}

/// An alarm that stands, and that nobody has declared to be harmless.
pub(super) fn alarm(seen: &Observation, declared: &Declared) -> Option<String> {
    let alarm = seen.alarms().find(|alarm| !declared.is_harmless(alarm))?;
    Some(format!("an alarm stands: '{}'", shown(alarm)))
}

/// Somebody has taken the controller out of the mode in which it works for this program.
pub(super) fn mode(before: &Observation, seen: &Observation) -> Option<String> {
    seen.skeleton()?;
    // Of a cell that was not shown nobody knows the mode; one that was shown without a mode had none.
    let was_shown = before.skeleton().is_some() && !before.is_place_only();
    let was = before.mode().or_else(|| was_shown.then_some("nothing"))?;
    let is = seen.mode().unwrap_or("nothing");
    (was != is).then(|| format!("the controller's mode was '{}', and is '{}'", shown(was), shown(is)))
}
