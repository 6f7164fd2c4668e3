//! What came of a sentence, in words, and why nothing can be run. In: turns, and the desk. Out: text as the console has it.

use crate::{
    cell::State,
    review::{Proposal, Shown},
    store::StoreError,
    workflow::{BrokenMove, Desk, Remedies, Turn, WorkflowError, broken_move},
};

/// To a stop where nothing runs.
pub(super) const NOT_RUNNING: &str = "Nothing is running. This is no emergency stop: press the button.";

/// Words, and the readings that are offered with them.
pub(super) fn words(turn: &Turn, desk: &Desk) -> (String, Vec<String>) {
    let limit = |text: &str| (desk.told_limit(text).text, Vec::new());
    match turn {
        Turn::Answered(answered) => (answered.1.text.clone(), Vec::new()),
        Turn::NothingToDo(about) => {
            let (mut text, none) = limit("Nothing to do: everything asked for is already so.");
            if let Some(understood) = &about.1 {
                text = format!("{text}\nUnderstood: {understood}");
            }
            (text, none)
        }
        Turn::Fallback(given_up) => {
            let offers = given_up.offers.iter().map(|offer| offer.sentence.clone()).collect();
            (given_up.fallback.text.clone(), offers)
        }
        Turn::NothingWaits => limit("There is nothing to approve."),
        Turn::NoReplay(text) | Turn::NothingToCorrect(text) => limit(text),
        // It has a page of its own.
        Turn::Proposed(_) => limit("A plan waits for a yes."),
    }
}

/// Why a run failed, and the ways to go on.
pub(super) fn remedies(remedies: &Remedies) -> (String, Vec<String>) {
    (remedies.to_string(), remedies.ways.iter().map(|way| way.words().to_owned()).collect())
}

/// Why a sentence could not be taken up.
pub(super) fn failed(error: &WorkflowError) -> String {
    match error {
        WorkflowError::Elsewhere(_) => {
            format!("{error}. Say on the page \"Robot\" where it is in this cell.")
        }
        WorkflowError::Store(store) => match store.hint() {
            Some(hint) => format!("{error}. {hint}"),
            None => error.to_string(),
        },
        WorkflowError::NotApproved(_) => error.to_string(),
    }
}

/// Why nothing could be run now, if that is so.
pub(super) fn trouble(desk: &Desk, is_simulated: bool) -> Option<String> {
    let stored = desk.store();
    match stored.interrupted() {
        Ok(None) => {}
        Ok(Some(interrupted)) => {
            let row = &interrupted.run.row;
            return Some(format!(
                "run {} ('{}') was interrupted. Look at the robot, and say where it is",
                row.number, row.operator_input
            ));
        }
        Err(error) => return Some(error.to_string()),
    }
    let robot = match stored.robot() {
        Err(StoreError::NoRobotState) => {
            return Some("nobody has said where the robot is. Look at it, and say so".to_owned());
        }
        Err(error) => return Some(error.to_string()),
        Ok(robot) => robot,
    };
    if let Err(error) = State::named(desk.snapshot(), &robot.position, &robot.tool) {
        return Some(format!("{error}: it was stored for another layout"));
    }
    match desk.reason_not_to_run(is_simulated) {
        Ok(reason) => reason.map(|reason| format!("nobody knows for sure where the robot is: {reason}")),
        Err(error) => Some(error.to_string()),
    }
}

/// The move that the robot may stand in the middle of; none where somebody has said where it is.
pub(super) fn broken(desk: &Desk) -> Option<BrokenMove> {
    let is_known = desk.store().robot().is_ok_and(|robot| robot.confirmed);
    // A history that cannot be read is a trouble of its own, which is shown.
    if is_known { None } else { broken_move(desk.store()).ok().flatten() }
}

/// What a page shows of a proposal: everything.
pub(super) fn shown(proposal: &Proposal) -> Shown {
    proposal.shown().clone()
}
