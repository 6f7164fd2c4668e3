//! From what was understood, or from a stored plan, to a verified proposal.
//!
//! In: a reading, or the id of a run, and the state in force. Out: a [`Turn`]. Every plan that leaves here went through
//! [`review::propose`], which verifies it; nothing here approves, runs or writes to the store.

use std::{sync::Arc, time::Instant};

use tracing::info;
use uuid::Uuid;

use super::{Desk, Proposed, Turn, WorkflowError, record, unconfirmed};
use crate::{
    answer::describe,
    cell::State,
    language::{By, Reading, Replay, Said, model::Cancel},
    plan::{Intent, Plan, build},
    review::{self, NotProposed, Proposal, Request, SecondOpinion, Start},
    store::{RobotState, RunDetail},
};

/// One sentence on its way.
pub(super) struct Task<'t> {
    /// Names it, and its run.
    pub(super) id: Uuid,
    /// As typed, with what was said to an earlier proposal.
    pub(super) sentence: &'t str,
    /// Where the robot is.
    pub(super) start: State,
    /// The same as it is stored.
    pub(super) robot: &'t RobotState,
    pub(super) cancel: &'t Cancel,
}

impl Desk {
    /// Plans what was read; where that cannot be, reads again with the errors, as long as it changes anything.
    pub(super) fn plan(&mut self, task: &Task<'_>, mut reading: Reading, mut attempts: u32) -> Turn {
        loop {
            let begun = Instant::now();
            let planned = self.attempt(task, &reading);
            self.spent.plan_and_verify += begun.elapsed();
            let errors = match planned {
                Ok(None) => return Turn::NothingToDo(Box::new(reading)),
                Ok(Some(proposal)) => {
                    let (reading, sentence) = (Some(reading), task.sentence.to_owned());
                    return Turn::Proposed(Box::new(Proposed { proposal, reading, sentence, attempts }));
                }
                Err(errors) => errors,
            };
            info!(correlation_id = %task.id, stage = "not planned", attempts, errors = errors.join("; "));
            let Some(next) = self.reconsider(task, &reading, &errors, attempts) else {
                return self.give_up(task.sentence, reading, &errors, attempts, Some(task.robot));
            };
            reading = next;
            attempts += 1;
        }
    }

    /// Another reading, with what was wrong with the one before. The recogniser says the same again; only the model can
    /// make something of an error.
    fn reconsider(&mut self, task: &Task<'_>, reading: &Reading, errors: &[String], attempts: u32) -> Option<Reading> {
        if reading.by != By::Model || attempts >= self.attempts_max {
            return None;
        }
        let errors = errors.join("; ");
        let next = self.readers.read_with_errors(task.sentence, &reading.said, &errors, task.start, task.cancel);
        self.note(task.id, &next);
        (next.said != reading.said && matches!(next.said, Said::Do(_))).then_some(next)
    }

    /// Goals → steps → a verified proposal; none where there is nothing to do.
    fn attempt(&mut self, task: &Task<'_>, reading: &Reading) -> Result<Option<Proposal>, Vec<String>> {
        let snapshot = Arc::clone(self.snapshot());
        let intent = reading.said.intent(&snapshot, task.start).map_err(|error| vec![error.to_string()])?;
        let intent = intent.unwrap_or(Intent::Unknown);
        let mut steps = Vec::new();
        self.builder
            .build(&snapshot, task.start, &intent, &mut steps)
            .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        if steps.is_empty() {
            return Ok(None);
        }
        let plan = build::plan(&snapshot, &steps).into_owned();
        self.propose(task, self.request(task, reading, intent), plan).map(Some)
    }

    fn request(&self, task: &Task<'_>, reading: &Reading, intent: Intent) -> Request {
        let snapshot = self.snapshot();
        let second_opinion = match (reading.agree, reading.second()) {
            (Some(true), _) => SecondOpinion::Same,
            (Some(false), Some((_, said))) => SecondOpinion::Differs(describe(said, snapshot)),
            _ => SecondOpinion::NotAsked,
        };
        Request {
            correlation_id: task.id,
            sentence: task.sentence.to_owned(),
            understood: describe(&reading.said, snapshot),
            reader: reading.by.word().to_owned(),
            second_opinion,
            left_aside: if reading.by == By::Rules { reading.rules.left_aside.clone() } else { Vec::new() },
            goals: Some(intent),
            reading: record::reading(reading, snapshot),
        }
    }

    /// The one way to a proposal: through the verifier, against the cell and the state in force.
    fn propose(&self, task: &Task<'_>, request: Request, plan: Plan<'static>) -> Result<Proposal, Vec<String>> {
        let (id, steps) = (task.id, plan.steps.len());
        let journal = self.store.head().map_err(|error| vec![error.to_string()])?;
        let journal = journal.map(|head| head.hash).unwrap_or_default();
        let start = Start { state: task.start, unconfirmed: unconfirmed(task.robot), journal };
        match review::propose(self.snapshot(), &start, request, plan) {
            Ok(proposal) => {
                self.log.verified(id, steps, None);
                info!(correlation_id = %id, stage = "proposed", steps, digest = %proposal.digest().to_hex());
                Ok(proposal)
            }
            Err(NotProposed::Refused(report)) => {
                self.log.verified(id, steps, Some(&report));
                Err(report.feedback.lines().map(str::to_owned).collect())
            }
            Err(error @ NotProposed::Unwritable(_)) => Err(vec![error.to_string()]),
        }
    }

    /// A stored plan, verified against today's cell and state, and reviewed again.
    pub(super) fn replay(&mut self, task: &Task<'_>, replay: Replay, reading: Reading) -> Result<Turn, WorkflowError> {
        let found = match replay {
            Replay::Run(run) => self.store.run(run)?,
            Replay::Last => self.store.last_completed()?,
        };
        let Some(found) = found else {
            return Ok(Turn::NoReplay(match replay {
                Replay::Run(run) => format!("There is no run {run} in the history."),
                Replay::Last => "No run was completed yet, so there is nothing to repeat.".to_owned(),
            }));
        };
        let plan: Plan<'_> = match serde_json::from_str(&found.row.sequence_json) {
            Ok(plan) => plan,
            Err(error) => {
                return Ok(Turn::NoReplay(format!("The plan of run {} cannot be read: {error}", found.row.run_id)));
            }
        };
        let (begun, plan) = (Instant::now(), plan.into_owned());
        let proposed = self.propose(task, repeated(task, &found), plan);
        self.spent.plan_and_verify += begun.elapsed();
        Ok(match proposed {
            Ok(proposal) => {
                let sentence = task.sentence.to_owned();
                Turn::Proposed(Box::new(Proposed { proposal, reading: None, sentence, attempts: 1 }))
            }
            Err(errors) => self.give_up(task.sentence, reading, &errors, 1, Some(task.robot)),
        })
    }
}

fn repeated(task: &Task<'_>, found: &RunDetail) -> Request {
    let run = found.row.run_id;
    Request {
        correlation_id: task.id,
        sentence: task.sentence.to_owned(),
        understood: format!("again what run {run} did: {}", found.row.operator_input),
        reader: "replay".to_owned(),
        second_opinion: SecondOpinion::NotAsked,
        left_aside: Vec::new(),
        goals: None,
        reading: serde_json::json!({ "replay_of": run.to_string() }),
    }
}
