//! From what was understood to a verified proposal.
//!
//! In: a reading, and the state in force. Out: a [`Turn`]. Every plan that leaves here went through
//! [`review::propose`], which verifies it; nothing here approves, runs or writes to the store.

use std::{sync::Arc, time::Instant};

use tracing::info;
use uuid::Uuid;

use super::{Desk, Proposed, Turn, record};
use crate::{
    answer::describe,
    cell::State,
    language::{By, Reading, Said, model::Cancel},
    plan::{Intent, Plan, build},
    review::{self, NotProposed, Proposal, Request, SecondOpinion, Start},
    run::Reliance,
    store::RobotState,
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
        let intent = reading.said.intent(self.snapshot(), task.start).map_err(|error| vec![error.to_string()])?;
        let intent = intent.unwrap_or(Intent::Unknown);
        let Some(plan) = self.build(task, &intent)? else { return Ok(None) };
        self.propose(task, self.request(task, reading, intent), plan).map(Some)
    }

    /// Goals → steps, from where the robot is, by the snapshot in force; none where there is nothing to do.
    pub(super) fn build(&mut self, task: &Task<'_>, intent: &Intent) -> Result<Option<Plan<'static>>, Vec<String>> {
        let snapshot = Arc::clone(self.snapshot());
        let mut steps = Vec::new();
        self.builder
            .build(&snapshot, task.start, intent, &mut steps)
            .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        Ok((!steps.is_empty()).then(|| build::plan(&snapshot, &steps).into_owned()))
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
            left_aside: reading.left_aside.clone(),
            goals: Some(intent),
            differences: Vec::new(),
            declared: self.declared,
            warnings: Vec::new(),
            reading: record::reading(reading, snapshot),
        }
    }

    /// The one way to a proposal: through the verifier, against the cell and the state in force.
    pub(super) fn propose(
        &self,
        task: &Task<'_>,
        request: Request,
        plan: Plan<'static>,
    ) -> Result<Proposal, Vec<String>> {
        let (id, steps) = (task.id, plan.steps.len());
        let warnings = self.layout.as_ref().map(|file| file.warnings().to_vec()).unwrap_or_default();
        let request = Request { warnings, ..request };
        let journal = self.store.head().map_err(|error| vec![error.to_string()])?;
        let journal = journal.map(|head| head.hash).unwrap_or_default();
        let start = Start { state: task.start, unconfirmed: Reliance::of(task.robot).doubt(true), journal };
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
}
