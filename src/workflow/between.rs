//! Whether the robot may stand between two positions, and how it is brought to one of them by hand.
//!
//! In: the latest run. Out: the move that it ended in, in words for whoever stands beside the robot.

use crate::{
    cell::{NO_TOOL, shown},
    run::is_simulation,
    store::{Reader, RunDetail, RunFilter, StepAction, StepState, StoreError},
};

/// A move that was broken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenMove {
    /// Where it began.
    pub from: String,
    /// Where it was to end.
    pub to: String,
    /// What the robot held.
    pub tool: String,
}

/// The move of a robot that the latest run ended in, if it did.
///
/// # Errors
///
/// A history that cannot be read.
pub fn broken_move(history: &Reader) -> Result<Option<BrokenMove>, StoreError> {
    let latest = history.runs(&RunFilter { limit: Some(1), ..RunFilter::default() })?;
    let Some(row) = latest.first() else { return Ok(None) };
    Ok(history.run(row.run_id)?.as_ref().and_then(of_run))
}

fn of_run(run: &RunDetail) -> Option<BrokenMove> {
    let (last, before) = run.steps.split_last()?;
    if is_simulation(&run.row.driver) || last.state == StepState::Completed || last.action != StepAction::Move {
        return None;
    }
    let before = before.last();
    let from = before.map_or(&run.record.start_position, |before| &before.position);
    let tool = before.and_then(|before| before.observed_tool.as_ref()).unwrap_or(&run.record.start_tool);
    Some(BrokenMove { from: from.clone(), to: last.position.clone(), tool: tool.clone() })
}

impl std::fmt::Display for BrokenMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (from, to) = (shown(&self.from), shown(&self.to));
        write!(
            f,
            "The robot may stand between {from} and {to}. A run begins at a position, so bring it to one of them by hand:\n\
             1. Switch the robot to manual. Nobody else is in the cell.\n\
             2. Look which way is free, and jog it slowly to {to} or back to {from}."
        )?;
        match self.tool.as_str() {
            NO_TOOL => Ok(()),
            tool => write!(f, " It holds {}: keep that clear of everything as well.", shown(tool)),
        }
    }
}
