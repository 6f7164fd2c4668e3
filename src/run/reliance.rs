//! What may begin at the stored state: the one meaning of "confirmed" for all who show it or act on it.
//!
//! In: the state from the store, which has compared it with the journal. Out: which runs may begin there, or why none
//! may.

use uuid::Uuid;

use super::is_simulation;
use crate::store::RobotState;

/// What may begin at a stored state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reliance {
    /// Any run: the robot was seen there, or an operator says so.
    Confirmed,
    /// A simulated run alone, for a simulated run left the state behind: it says nothing about where a robot is.
    Simulated {
        /// That run.
        run: Uuid,
    },
    /// No run.
    Unconfirmed {
        /// Why, in words.
        reason: String,
    },
}

impl Reliance {
    /// How far a state may be relied on.
    #[must_use]
    pub fn of(robot: &RobotState) -> Self {
        let nobody = || "nobody has said where it is".to_owned();
        match (robot.confirmed, robot.run_id, &robot.driver) {
            (false, ..) => Self::Unconfirmed { reason: robot.unconfirmed_reason.clone().unwrap_or_else(nobody) },
            (true, Some(run), Some(driver)) if is_simulation(driver) => Self::Simulated { run },
            (true, Some(run), None) => {
                Self::Unconfirmed { reason: format!("run {run}, which left it so, is not on record") }
            }
            (true, ..) => Self::Confirmed,
        }
    }

    /// Why no run may begin there, if that is so: with a robot, or with a simulated one.
    #[must_use]
    pub fn reason_against(&self, is_simulated: bool) -> Option<String> {
        match self {
            Self::Confirmed => None,
            Self::Simulated { .. } if is_simulated => None,
            Self::Simulated { run } => Some(format!("the state was left by the simulated run {run}")),
            Self::Unconfirmed { reason } => Some(reason.clone()),
        }
    }
}
