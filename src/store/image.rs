//! What is stored about the robot. The row of `robot_state.db` and the journal's entries hold the same.
//!
//! In: texts as they were stored. Out: the state as callers see it. Neither file is known here.

use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{error::StoreError, records::RobotState};

/// The state as it is stored, in the row and in the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Image {
    pub(super) position: String,
    pub(super) tool: String,
    pub(super) last_updated: String,
    pub(super) confirmed: bool,
    pub(super) reason: Option<String>,
    pub(super) run_id: Option<String>,
    pub(super) operator: Option<String>,
    pub(super) at: String,
}

impl Image {
    /// The state as callers see it.
    pub(super) fn state(&self, path: &Path) -> Result<RobotState, StoreError> {
        let corrupt = |what: &str| StoreError::Corrupt {
            path: path.to_owned(),
            reason: format!("{what} in the robot's state cannot be read"),
        };
        let last_updated = self.last_updated.parse::<Timestamp>().map_err(|_| corrupt("the time"))?;
        let run_id = self.run_id.as_deref().map(Uuid::try_parse).transpose().map_err(|_| corrupt("the run id"))?;
        Ok(RobotState {
            position: self.position.clone(),
            tool: self.tool.clone(),
            last_updated,
            confirmed: self.confirmed,
            unconfirmed_reason: self.reason.clone(),
            run_id,
            operator: self.operator.clone(),
            driver: None,
        })
    }

    /// The same place, no longer to be relied on.
    pub(super) fn unconfirmed(&self, reason: String, run_id: Option<String>, at: String) -> Self {
        Self { confirmed: false, reason: Some(reason), run_id, operator: None, at, ..self.clone() }
    }
}
