//! Whether a step was done, by what was acknowledged and what was seen. Pure.
//!
//! An acknowledgement can only make a step fail. What makes it done is an observation of this run, made after this step,
//! of exactly the position and the tool that the verifier's simulation gives.

use super::driver::{Acknowledgement, Observation, Order};
use crate::{cell::shown, review::Place};

/// What is wrong with an acknowledgement, if anything.
pub(super) fn acknowledgement(order: &Order, acknowledged: &Acknowledgement) -> Result<(), String> {
    if acknowledged.run != order.run {
        return Err(format!("the driver acknowledged a step of another run, {}", acknowledged.run.hyphenated()));
    }
    if acknowledged.number != order.number {
        return Err(format!("the driver acknowledged step {} instead", acknowledged.number));
    }
    if acknowledged.took > order.deadline {
        let (took, limit) = (acknowledged.took.as_secs_f64(), order.deadline.as_secs_f64());
        return Err(format!("acknowledged after {took:.1} s; the limit is {limit:.1} s"));
    }
    Ok(())
}

/// What is wrong with an observation, if anything.
pub(super) fn observation(
    run: uuid::Uuid,
    after_step: u32,
    expected: &Place,
    observed: &Observation,
) -> Result<(), String> {
    if observed.run != run {
        return Err(format!("what was observed belongs to another run, {}", observed.run.hyphenated()));
    }
    if observed.after_step != after_step {
        return Err(format!(
            "what was observed is not of this moment: it was seen after step {}, not after step {after_step}",
            observed.after_step
        ));
    }
    let place = &observed.place;
    match (place.position == expected.position, place.tool == expected.tool) {
        (true, true) => Ok(()),
        (false, _) => {
            Err(format!("the robot is at '{}', not at '{}'", shown(&place.position), shown(&expected.position)))
        }
        (true, false) => Err(format!("the robot holds '{}', not '{}'", shown(&place.tool), shown(&expected.tool))),
    }
}
