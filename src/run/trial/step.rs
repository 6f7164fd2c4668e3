//! A step of a trial: permitted, begun, and done, halted or followed by nothing.

use std::time::Duration;

use super::{
    super::protocol::{Grant, Progress},
    Fault, LeftOut,
    play::{Broken, LineHeard, Paper, Play, Played},
};
use crate::review::Place;

/// Permits a step, and hears that it was begun; the permit's number.
pub(super) fn begin(play: &mut Play<'_>, step: u32) -> Result<u32, Broken> {
    let serial = play.permit(Grant::Go, step, false)?;
    let wait = play.wait();
    let Some(heard) = play.hear(wait)? else { return Err(Broken::Fault(Fault::Silent(wait), None)) };
    play.answers(&heard, serial, step)?;
    match heard.line.progress {
        Progress::Started => Ok(serial),
        Progress::Done(_) => Err(heard.fault(Fault::NotStarted)),
        Progress::Failed(ref why) => Err(heard.fault(Fault::Refused(why.clone()))),
        Progress::At(_) => Err(heard.fault(Fault::Unasked(heard.state()))),
    }
}

/// Permits a step, and hears that it was begun and done.
pub(super) fn go(play: &mut Play<'_>, paper: &Paper, step: u32) -> Played {
    let serial = begin(play, step)?;
    let (place, line) = ended(play, paper, serial, step)?;
    is_at(place, &after(paper, step), line)
}

/// Hears that a step was done, and where the robot is said to be.
fn ended(play: &mut Play<'_>, paper: &Paper, serial: u32, step: u32) -> Result<(Place, Option<u64>), Broken> {
    let limit = deadline(paper, step);
    let Some(heard) = play.hear(limit)? else { return Err(Broken::Fault(Fault::Silent(limit), None)) };
    play.answers(&heard, serial, step)?;
    let LineHeard { line, number } = heard;
    match line.progress {
        Progress::Done(place) => Ok((place, number)),
        Progress::Failed(why) => Err(Broken::Fault(Fault::Refused(why), number)),
        Progress::Started => Err(Broken::Fault(Fault::Again, number)),
        Progress::At(_) => Err(Broken::Fault(Fault::Unasked("report"), number)),
    }
}

/// Permits a step that need not be done; where the robot is said to be after it, and none where it is not begun.
pub(super) fn go_or_nothing(
    play: &mut Play<'_>,
    paper: &Paper,
    step: u32,
) -> Result<Option<(Place, Option<u64>)>, Broken> {
    let serial = play.permit(Grant::Go, step, false)?;
    let wait = play.wait();
    let Some(heard) = play.hear(wait)? else { return Ok(None) };
    play.answers(&heard, serial, step)?;
    match heard.line.progress {
        Progress::Failed(_) => return Ok(None),
        Progress::Started => {}
        Progress::Done(_) => return Err(heard.fault(Fault::NotStarted)),
        Progress::At(_) => return Err(heard.fault(Fault::Unasked(heard.state()))),
    }
    ended(play, paper, serial, step).map(Some)
}

/// Nothing comes after a step whose `go` still stands.
pub(super) fn quiet_after(play: &mut Play<'_>) -> Played {
    match play.quiet() {
        Err(Broken::Fault(Fault::Moved, line)) => Err(Broken::Fault(Fault::Again, line)),
        other => other,
    }
}

/// Hears that the step was not done. `is_too_short`: a `done` that comes now tells nothing.
pub(super) fn halted(
    play: &mut Play<'_>,
    serial: u32,
    limit: Duration,
    is_too_short: impl Fn(&Play<'_>) -> bool,
) -> Played {
    let Some(heard) = play.hear(limit)? else { return Err(Broken::Fault(Fault::Silent(limit), None)) };
    play.answers(&heard, serial, 1)?;
    match heard.line.progress {
        Progress::Failed(_) => Ok(()),
        Progress::Done(_) if is_too_short(play) => Err(Broken::LeftOut(LeftOut::MotionTooShort)),
        Progress::Done(_) => Err(heard.fault(Fault::WentOn)),
        Progress::Started => Err(heard.fault(Fault::Again)),
        Progress::At(_) => Err(heard.fault(Fault::Unasked(heard.state()))),
    }
}

/// The robot is said to be where it must be.
pub(super) fn is_at(said: Place, expected: &Place, line: Option<u64>) -> Played {
    match said == *expected {
        true => Ok(()),
        false => Err(Broken::Fault(Fault::Elsewhere { said, expected: expected.clone() }, line)),
    }
}

/// Where the robot is after a step.
pub(super) fn after(paper: &Paper, step: u32) -> Place {
    let order = paper.orders.iter().find(|order| order.number == step);
    order.map_or_else(|| paper.start.clone(), |order| order.after.clone())
}

/// How long a step may take.
pub(super) fn deadline(paper: &Paper, step: u32) -> Duration {
    let order = paper.orders.iter().find(|order| order.number == step);
    order.map_or(Duration::ZERO, |order| order.deadline)
}
