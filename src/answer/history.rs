//! What answers read of the history: [`History`], which the store's [`Reader`] is. In: a filter, or a run's id. Out: rows.
//! No row is made up here, and none is put into words.

use uuid::Uuid;

use crate::store::{Reader, RunFilter, RunRow, StepAction, StepState, StoreError};

/// What answers read of the history.
pub trait History {
    /// The runs that a filter lets through, the latest first.
    ///
    /// # Errors
    ///
    /// A read that failed.
    fn runs(&self, filter: &RunFilter) -> Result<Vec<RunRow>, StoreError>;

    /// How one run went; none where there is no such run.
    ///
    /// # Errors
    ///
    /// A read that failed.
    fn past(&self, run_id: Uuid) -> Result<Option<Past>, StoreError>;

    /// What of some runs, or of the last one, is not as it was written; none where nothing is.
    ///
    /// # Errors
    ///
    /// A read that failed.
    fn change_of(&self, runs: &[Uuid]) -> Result<Option<String>, StoreError>;
}

/// How a run went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// Why it failed, where it did.
    pub failure: Option<String>,
    /// Its steps so far, in order.
    pub steps: Vec<PastStep>,
}

/// One recorded step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastStep {
    /// Its place in the plan, counted from 1.
    pub number: u32,
    /// Where it led or ran.
    pub position: String,
    /// What it did.
    pub action: StepAction,
    /// How far it is.
    pub state: StepState,
    /// Why it failed.
    pub error: Option<String>,
    /// What is missed of it, where it was a partial success.
    pub warning: Option<String>,
}

impl History for Reader {
    fn runs(&self, filter: &RunFilter) -> Result<Vec<RunRow>, StoreError> {
        Self::runs(self, filter)
    }

    fn change_of(&self, runs: &[Uuid]) -> Result<Option<String>, StoreError> {
        Self::change_of(self, runs)
    }

    fn past(&self, run_id: Uuid) -> Result<Option<Past>, StoreError> {
        let detail = self.run(run_id)?;
        Ok(detail.map(|detail| Past {
            failure: detail.row.failure,
            steps: detail
                .steps
                .into_iter()
                .map(|row| PastStep {
                    warning: row.warning(),
                    number: row.number,
                    position: row.position,
                    action: row.action,
                    state: row.state,
                    error: row.error,
                })
                .collect(),
        }))
    }
}
