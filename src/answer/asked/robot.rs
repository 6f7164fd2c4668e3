//! Yes or no about the robot: whether it holds a tool, and whether it is at a place. In: the tool or the place. Out: yes or no as
//! far as the state says, and the state itself with its doubts.

use super::super::{
    Found, Grounds,
    draft::{Piece, Statement},
    robot, sources,
};
use crate::{
    cell::{PositionId, ToolId},
    checkpoint::synthesis::Citation,
    language::query::Place,
    run::Reliance,
};

/// Whether it holds this.
pub(super) fn holds<'g>(tool: ToolId, grounds: &Grounds<'g>) -> Found<'g> {
    let told = robot::held_tool(grounds);
    let Some(robot) = grounds.robot else { return told };
    let tool = grounds.snapshot.tool_name(tool);
    told.headed(vec![as_known(robot.tool == tool, &format!("{tool} in hand"), sources::in_hand(tool), grounds)])
}

/// Whether it is there.
pub(super) fn is_at<'g>(place: Place, grounds: &Grounds<'g>) -> Found<'g> {
    let told = robot::place(grounds);
    let (Some(robot), Place::At(at)) = (grounds.robot, place) else { return told };
    let at: &str = grounds.snapshot.position_name(PositionId(at.0));
    told.headed(vec![as_known(robot.position == at, &format!("Robot at {at}"), sources::robot_at(at), grounds)])
}

/// `Yes:`, or `Yes, as last known:` where nobody is sure of it.
fn as_known(is_so: bool, asked: &str, sources: Vec<Citation>, grounds: &Grounds<'_>) -> Piece {
    let yes = if is_so { "Yes" } else { "No" };
    let is_relied_on = |robot| !matches!(Reliance::of(robot), Reliance::Unconfirmed { .. });
    let is_sure = grounds.here().is_some() && grounds.robot.is_some_and(is_relied_on);
    let (text, known) = match is_sure {
        true => (format!("{yes}:"), Vec::new()),
        false => (format!("{yes}, as last known:"), sources::robot(&["/last_known"])),
    };
    Statement::within(format!("{asked}: "), text).on(sources).on(known).piece()
}
