//! What an operator is shown before anything moves, and the approval that binds it.
//!
//! In: a sentence, what was understood of the sentence, a plan, a state, a snapshot. Out: a [`Proposal`] with everything that is
//! worth seeing; and from the proposal, on an operator's word, an [`ApprovedPlan`]. Nothing here moves anything, asks anybody or
//! reads a clock. The doors under `cli` show and ask.
//!
//! 1. Only a plan that the verifier let through is proposed.
//! 2. What is approved is what was shown: the approval names the digest of the proposal, and a digest that does not fit
//!    is refused.
//! 3. An approval binds plan, snapshot, state, history, sentence and operator by hash. It can be used once, and it cannot
//!    be copied or changed.
//! 4. What a step is called follows from what it does: a name that was stored or given is dropped.
//! 5. A reply is read in one place, [`reply`], from a closed list of whole phrases.

use serde::Serialize;
use uuid::Uuid;

use crate::{
    cell::{State, shown as quoted},
    checkpoint::{Checked, decomposition},
    plan::{Intent, Plan},
    snapshot::Snapshot,
    verify::{Report, verify},
};

mod approval;
mod expected;
mod facts;
mod folded;
mod place;
pub mod reply;
mod shown;
mod steps;
mod warnings;

pub use approval::{ApprovedPlan, Approver, Digest, NotApproved, plan_hash};
pub use expected::{Expected, expected_step_s};
pub use facts::Fact;
pub use folded::wrapped;
pub use place::Place;
pub use shown::Shown;
use steps::beyond;
pub use steps::{ShownStep, ToolChange};
pub use warnings::Warning;

/// As many digits of a hash as people compare.
const HASH_DIGITS: usize = 16;

/// What another reader made of the same sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondOpinion {
    /// Nobody else was asked.
    NotAsked,
    /// The same.
    Same,
    /// Something else, in words.
    Differs(String),
    /// No command and no question that it could make out.
    Unclear,
}

/// A run that failed, and is corrected by another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Corrected {
    /// The run.
    #[serde(serialize_with = "shown::as_text")]
    pub run: Uuid,
    /// Why it failed.
    pub why: String,
}

/// What was said, and what was understood of it.
#[derive(Clone, Debug)]
pub struct Request {
    /// Names the sentence from here to the last step; the run gets it as its id.
    pub correlation_id: Uuid,
    /// The operator's words.
    pub sentence: String,
    /// What was understood, in words.
    pub understood: String,
    /// Who understood it: a reader's name, or `replay`.
    pub reader: String,
    /// What the other reader says.
    pub second_opinion: SecondOpinion,
    /// Words of the sentence that were left aside when it was understood.
    pub left_aside: Vec<String>,
    /// The goals that the plan was built for; none where a stored plan is repeated.
    pub goals: Option<Intent>,
    /// For a stored run that is repeated: each difference between then and now, in words.
    pub differences: Vec<String>,
    /// The failed run that this corrects.
    pub corrects: Option<Corrected>,
    /// BLAKE3 over the declared file, which says how steps are judged. None: no file was given.
    pub declared: Option<Digest>,
    /// BLAKE3 over the model that judges steps beside the code. None: no model judges.
    pub judge: Option<Digest>,
    /// What checkpoint 1 found of the reading. None: nothing was read.
    pub checkpoint: Option<decomposition::Report>,
    /// What checkpoint 1 found of each reading of the sentence, the last one included; for the record.
    pub checked: Vec<Checked>,
    /// Further warnings, for example about the layout.
    pub warnings: Vec<Warning>,
    /// Facts about the reading, for the record: which model, which hashes.
    pub reading: serde_json::Value,
}

/// Where the robot is before the first step.
#[derive(Clone, Debug)]
pub struct Start {
    /// Position and tool.
    pub state: State,
    /// Why nobody can be sure of it, where that is so.
    pub unconfirmed: Option<String>,
    /// The hash of the last entry of the history's journal; empty before the first entry. A run or a correction that is recorded after the
    /// proposal changes this hash, and so ends the proposal's validity.
    pub journal: String,
}

/// Why there is nothing to show.
#[derive(Debug, thiserror::Error)]
pub enum NotProposed {
    /// The verifier does not let the plan through.
    #[error("the plan must not be run:\n{}", .0.feedback)]
    Refused(Box<Report>),
    /// The planner put in work that no goal names.
    #[error("'{}' at '{}' was not asked for (step {step})", quoted(routine), quoted(position))]
    NotAskedFor {
        /// The work.
        routine: String,
        /// Where.
        position: String,
        /// In which step, counted from 1.
        step: usize,
    },
    /// The plan has no canonical form to be hashed; no verified plan is known for which that is so.
    #[error("the plan cannot be hashed: {0}")]
    Unwritable(serde_json::Error),
}

/// A verified plan, waiting for an operator's word. Only [`propose`] makes one.
#[derive(Debug)]
pub struct Proposal {
    request: Request,
    plan: Plan<'static>,
    start: Place,
    journal: String,
    snapshot_hash: [u8; 32],
    digest: Digest,
    shown: Shown,
}

/// Verifies a plan and makes a proposal of it.
///
/// # Errors
///
/// [`NotProposed`]: the verifier's report of a plan that must not be run, or work that nobody asked for.
pub fn propose(
    snapshot: &Snapshot,
    start: &Start,
    request: Request,
    mut plan: Plan<'static>,
) -> Result<Proposal, NotProposed> {
    steps::rename(&mut plan);
    let place = Place::of(snapshot, start.state);
    let snapshot_hash = *snapshot.content_hash();
    let digest =
        approval::digest(&request, &plan, &snapshot_hash, &place, &start.journal).map_err(NotProposed::Unwritable)?;
    let shown = {
        let verified = verify(snapshot, start.state, &plan)
            .map_err(|rejection| NotProposed::Refused(Box::new(rejection.report())))?;
        Shown::of(&verified, start, &request, digest)
    };
    if let Some((routine, position, step)) = request.goals.as_ref().and_then(|goals| beyond(goals, &shown.steps)) {
        return Err(NotProposed::NotAskedFor { routine, position, step });
    }
    Ok(Proposal { request, plan, start: place, journal: start.journal.clone(), snapshot_hash, digest, shown })
}

impl Proposal {
    /// What the operator is to see. `Display` writes it as text, serde as a document.
    #[must_use]
    pub const fn shown(&self) -> &Shown {
        &self.shown
    }

    /// BLAKE3 over the sentence, what was understood, the plan with all its fields, the snapshot's content, the start and the
    /// end of the history. An approval names it. The same sentence over the same history has the same digest, so that a
    /// program can look at a proposal in one invocation and approve it in the next.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// What was said, and what was understood of it.
    #[must_use]
    pub const fn request(&self) -> &Request {
        &self.request
    }

    /// The steps.
    #[must_use]
    pub const fn plan(&self) -> &Plan<'static> {
        &self.plan
    }
}
