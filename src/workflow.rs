//! The way of one sentence, from an operator's words to a recorded run.
//!
//! ```text
//! Received ─▶ replay? ─▶ stored plan ───────────────┐
//!     │                                             ▼
//!     └─▶ read ─▶ question ─▶ Answered           propose (verified) ─▶ Proposed ─▶ approve ─▶ ApprovedPlan ─▶ run ─▶ Ended
//!             ├─▶ unknown ──▶ Fallback              ▲                    │ │
//!             └─▶ action ───▶ plan ─────────────────┘                    │ └─▶ reject ─▶ over
//!                               │ cannot be planned                      └─▶ revise, in words ─▶ read again
//!                               └─▶ read again with the errors, at most MAX_PLAN_ATTEMPTS times, then Fallback
//! ```
//!
//! In: sentences, and a reviewer's words about what is proposed. Out: [`Turn`]s, and runs. Nothing here prints or asks;
//! the doors do. Nothing here can approve: only [`crate::review::Proposal::approve`] makes an approved plan, and the
//! doors call it with an operator's word.

use std::{path::Path, sync::Arc};

use jiff::Timestamp;
use tracing::info;
use uuid::Uuid;

use crate::{
    answer::{self, Answer, Conversation, Fallback, Grounds, Misfit, describe},
    cell::State,
    language::{By, Readers, Reading, Replay, Said, model::Cancel},
    limits::MAX_PLAN_ATTEMPTS,
    plan::{
        Intent, Plan,
        build::{self, Builder},
    },
    review::{self, ApprovedPlan, NotProposed, Proposal, Request, SecondOpinion, Start},
    run::{self, Control, Driver, Event, RunError, RunReport},
    snapshot::{Snapshot, StateError},
    store::{RobotState, Store, StoreError},
};

mod layout;
mod log;
mod record;

pub use layout::{LayoutNews, NewLayout, RefusedPlan, refused_plans};
pub use log::VerificationLog;

/// What a sentence came to.
#[derive(Debug)]
pub enum Turn {
    /// A question, answered.
    Answered(Box<(Reading, Answer)>),
    /// A verified plan that waits for the reviewer's word.
    Proposed(Box<Proposed>),
    /// Everything asked for is already so.
    NothingToDo(Box<Reading>),
    /// Nothing came of it; what would work is said.
    Fallback(Box<(Option<Reading>, Fallback)>),
    /// A yes, and nothing waits for one.
    NothingWaits,
    /// There is no stored plan to be done again, in words.
    NoReplay(String),
}

/// A plan that waits, with what is needed to revise it.
#[derive(Debug)]
pub struct Proposed {
    /// What the reviewer sees and approves.
    pub proposal: Proposal,
    /// How the sentence was read; none where a stored plan is repeated.
    pub reading: Option<Reading>,
    /// The sentence, as typed.
    pub sentence: String,
    /// Plan attempts so far.
    pub attempts: u32,
}

/// Why a sentence could not be taken up.
#[derive(Debug, thiserror::Error)]
pub enum WorkflowError {
    /// State or history cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored position or tool is not one of this cell.
    #[error("{0}: nothing is planned until an operator has corrected the state")]
    Elsewhere(#[from] StateError),
}

/// Everything that one operator's session works with.
pub struct Desk {
    readers: Readers,
    store: Store,
    log: VerificationLog,
    conversation: Conversation,
    attempts_max: u32,
    builder: Builder,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").field("readers", &self.readers).field("store", &self.store).finish_non_exhaustive()
    }
}

impl Desk {
    /// A session over a store, with the readers of a cell. `attempts_max` of 0 counts as [`MAX_PLAN_ATTEMPTS`].
    #[must_use]
    pub fn new(readers: Readers, store: Store, log: VerificationLog, attempts_max: u32) -> Self {
        let attempts_max = if attempts_max == 0 { MAX_PLAN_ATTEMPTS } else { attempts_max };
        let conversation = Conversation::default();
        Self { readers, store, log, conversation, attempts_max, builder: Builder::default() }
    }

    /// The cell in force.
    #[must_use]
    pub const fn snapshot(&self) -> &Arc<Snapshot> {
        self.readers.snapshot()
    }

    /// State and history.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// State and history, to be corrected or recovered.
    pub const fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// The readers of the cell in force.
    #[must_use]
    pub const fn readers(&self) -> &Readers {
        &self.readers
    }

    /// Takes up another cell's readers: between sentences alone, because nothing else can be going on then.
    pub fn take_up(&mut self, readers: Readers) {
        self.readers = readers;
        // "And the rest?" spoke of the other cell.
        self.conversation = Conversation::default();
    }

    /// Takes one sentence as far as it goes without the operator.
    ///
    /// # Errors
    ///
    /// [`WorkflowError`]: nothing was planned then.
    pub fn hear(&mut self, sentence: &str, cancel: &Cancel) -> Result<Turn, WorkflowError> {
        let id = Uuid::new_v4();
        info!(correlation_id = %id, stage = "received", sentence);
        let robot = self.store.robot()?;
        let (start, place) = self.place(&robot);
        let reading = self.readers.read(sentence, start.unwrap_or(place), cancel);
        record::read(id, &reading, self.snapshot());
        match (&reading.said, start) {
            (Said::Ask(_), _) => Ok(self.tell(reading, &robot)),
            (Said::Unknown, _) => Ok(self.give_up(sentence, Some(reading), &[], 1, &robot)),
            (Said::Confirm, _) => Ok(Turn::NothingWaits),
            (_, None) => Err(self.elsewhere(&robot)),
            (&Said::Replay(replay), Some(start)) => self.replay(id, sentence, replay, start, &robot),
            (_, Some(start)) => Ok(self.plan(id, sentence, reading, start, &robot, 1, cancel)),
        }
    }

    /// The reviewer's words about what is proposed, read with it: another proposal, or the fallback.
    ///
    /// # Errors
    ///
    /// [`WorkflowError`]: nothing was planned then.
    pub fn revise(&mut self, proposed: Proposed, comment: &str, cancel: &Cancel) -> Result<Turn, WorkflowError> {
        let id = Uuid::new_v4();
        info!(correlation_id = %id, stage = "revision", revises = %proposed.proposal.request().correlation_id, comment);
        let robot = self.store.robot()?;
        let Some(start) = self.place(&robot).0 else { return Err(self.elsewhere(&robot)) };
        let sentence = format!("{} / {comment}", proposed.sentence);
        let attempts = proposed.attempts + 1;
        // A repeated plan has no reading of its own to be changed: the comment is a sentence then.
        let reading = match &proposed.reading {
            Some(earlier) => self.readers.read_again(&proposed.sentence, &earlier.said, comment, start, cancel),
            None => self.readers.read(comment, start, cancel),
        };
        record::read(id, &reading, self.snapshot());
        if attempts > self.attempts_max {
            let error = format!("that was attempt {attempts}, and there are {}", self.attempts_max);
            return Ok(self.give_up(&sentence, Some(reading), &[error], attempts, &robot));
        }
        match &reading.said {
            Said::Do(_) => Ok(self.plan(id, &sentence, reading, start, &robot, attempts, cancel)),
            _ => Ok(self.give_up(&sentence, Some(reading), &[], attempts, &robot)),
        }
    }

    /// Runs what was approved.
    ///
    /// # Errors
    ///
    /// [`RunError`]: there was no run then.
    pub fn run(
        &mut self,
        approved: ApprovedPlan,
        driver: &mut dyn Driver,
        control: &Control,
        watch: &mut dyn FnMut(Event),
        folder: &Path,
    ) -> Result<RunReport, RunError> {
        let id = approved.correlation_id();
        let start = self.store.robot()?;
        self.doubt_simulated_state(&start, driver)?;
        self.log.verified(id, approved.plan().steps.len(), None);
        info!(correlation_id = %id, stage = "run", driver = driver.name(), approval = %approved.approval().to_hex());
        let snapshot = Arc::clone(self.snapshot());
        let mut watched = |event: Event| {
            record::event(id, &event);
            watch(event);
        };
        run::execute(approved, &snapshot, &mut self.store, driver, control, &mut watched, folder)
    }

    /// A position that a simulation left behind says nothing about a robot.
    fn doubt_simulated_state(&self, robot: &RobotState, driver: &dyn Driver) -> Result<(), RunError> {
        if driver.is_simulated() {
            return Ok(());
        }
        let Some(run) = robot.run_id else { return Ok(()) };
        match self.store.run(run)? {
            Some(detail) if run::is_simulation(&detail.record.driver) => {
                Err(RunError::Unconfirmed(format!("the state was left by the simulated run {run}")))
            }
            _ => Ok(()),
        }
    }

    /// The robot's state in this cell, if the cell has it; and one to read sentences from, whatever is stored.
    fn place(&self, robot: &RobotState) -> (Option<State>, State) {
        let state = State::named(self.snapshot(), &robot.position, &robot.tool).ok();
        (state, State { position: crate::cell::PositionId(0), tool: None })
    }

    fn elsewhere(&self, robot: &RobotState) -> WorkflowError {
        match State::named(self.snapshot(), &robot.position, &robot.tool) {
            Err(error) => WorkflowError::Elsewhere(error),
            Ok(_) => WorkflowError::Store(StoreError::NoRobotState),
        }
    }

    fn tell(&mut self, reading: Reading, robot: &RobotState) -> Turn {
        let Said::Ask(lookup) = &reading.said else { return Turn::NothingWaits };
        let grounds = self.grounds(robot);
        let answer = answer::answer(lookup, &self.conversation, &grounds);
        self.conversation = answer.next.clone();
        Turn::Answered(Box::new((reading, answer)))
    }

    fn grounds<'g>(&'g self, robot: &'g RobotState) -> Grounds<'g> {
        let history: &dyn answer::History = &*self.store;
        Grounds {
            snapshot: self.snapshot(),
            robot: Some(robot),
            history: Some(history),
            now: Timestamp::now(),
            reader: None,
        }
    }

    /// Plans what was read; where that cannot be, reads again with the errors, as long as it changes anything.
    #[allow(clippy::too_many_arguments, reason = "one sentence's whole state, handed from step to step")]
    fn plan(
        &mut self,
        id: Uuid,
        sentence: &str,
        mut reading: Reading,
        start: State,
        robot: &RobotState,
        mut attempts: u32,
        cancel: &Cancel,
    ) -> Turn {
        loop {
            let errors = match self.build(&reading, start) {
                Ok((_, plan)) if plan.steps.is_empty() => return Turn::NothingToDo(Box::new(reading)),
                Ok((intent, plan)) => match self.propose(id, sentence, &reading, intent, plan, start, robot) {
                    Ok(proposal) => {
                        let sentence = sentence.to_owned();
                        return Turn::Proposed(Box::new(Proposed {
                            proposal,
                            reading: Some(reading),
                            sentence,
                            attempts,
                        }));
                    }
                    Err(errors) => errors,
                },
                Err(errors) => errors,
            };
            info!(correlation_id = %id, stage = "not planned", attempts, errors = errors.join("; "));
            // The recogniser says the same again; only the model can make something of an error.
            let again = reading.by == By::Model && attempts < self.attempts_max && matches!(reading.said, Said::Do(_));
            let next = again
                .then(|| self.readers.read_again(sentence, &reading.said, &errors.join("; "), start, cancel))
                .filter(|next| next.said != reading.said && matches!(next.said, Said::Do(_)));
            let Some(next) = next else { return self.give_up(sentence, Some(reading), &errors, attempts, robot) };
            record::read(id, &next, self.snapshot());
            reading = next;
            attempts += 1;
        }
    }

    fn build(&mut self, reading: &Reading, start: State) -> Result<(Intent, Plan<'static>), Vec<String>> {
        let snapshot = Arc::clone(self.snapshot());
        let intent = reading.said.intent(&snapshot, start).map_err(|error| vec![error.to_string()])?;
        let intent = intent.unwrap_or(Intent::Unknown);
        let mut steps = Vec::new();
        self.builder
            .build(&snapshot, start, &intent, &mut steps)
            .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        Ok((intent, build::plan(&snapshot, &steps).into_owned()))
    }

    #[allow(clippy::too_many_arguments, reason = "one sentence's whole state, handed from step to step")]
    fn propose(
        &self,
        id: Uuid,
        sentence: &str,
        reading: &Reading,
        intent: Intent,
        plan: Plan<'static>,
        start: State,
        robot: &RobotState,
    ) -> Result<Proposal, Vec<String>> {
        let snapshot = self.snapshot();
        let second_opinion = match (reading.agree, reading.second()) {
            (Some(true), _) => SecondOpinion::Same,
            (Some(false), Some((_, said))) => SecondOpinion::Differs(describe(said, snapshot)),
            _ => SecondOpinion::NotAsked,
        };
        let request = Request {
            correlation_id: id,
            sentence: sentence.to_owned(),
            understood: describe(&reading.said, snapshot),
            reader: reading.by.word().to_owned(),
            second_opinion,
            goals: Some(intent),
            reading: record::reading(reading, snapshot),
        };
        self.proposed(request, plan, start, robot)
    }

    fn proposed(
        &self,
        request: Request,
        plan: Plan<'static>,
        start: State,
        robot: &RobotState,
    ) -> Result<Proposal, Vec<String>> {
        let (id, steps) = (request.correlation_id, plan.steps.len());
        let unconfirmed = (!robot.confirmed)
            .then(|| robot.unconfirmed_reason.clone().unwrap_or_else(|| "nobody has said where it is".to_owned()));
        match review::propose(self.snapshot(), &Start { state: start, unconfirmed }, request, plan) {
            Ok(proposal) => {
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
    fn replay(
        &mut self,
        id: Uuid,
        sentence: &str,
        replay: Replay,
        start: State,
        robot: &RobotState,
    ) -> Result<Turn, WorkflowError> {
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
        let request = Request {
            correlation_id: id,
            sentence: sentence.to_owned(),
            understood: format!("again what run {} did: {}", found.row.run_id, found.row.operator_input),
            reader: "replay".to_owned(),
            second_opinion: SecondOpinion::NotAsked,
            goals: None,
            reading: serde_json::json!({ "replay_of": found.row.run_id.to_string() }),
        };
        let sentence = sentence.to_owned();
        match self.proposed(request, plan.into_owned(), start, robot) {
            Ok(proposal) => Ok(Turn::Proposed(Box::new(Proposed { proposal, reading: None, sentence, attempts: 1 }))),
            Err(errors) => Ok(self.give_up(&sentence, None, &errors, 1, robot)),
        }
    }

    fn give_up(
        &self,
        sentence: &str,
        reading: Option<Reading>,
        errors: &[String],
        attempts: u32,
        robot: &RobotState,
    ) -> Turn {
        let unknown = Said::Unknown;
        let said = reading.as_ref().map_or(&unknown, |reading| &reading.said);
        let recogniser = self.readers.recogniser();
        let state = self.place(robot).0.unwrap_or(self.place(robot).1);
        let read = |text: &str| recogniser.read(text, self.snapshot(), state).said;
        let grounds = Grounds { reader: Some(&read), ..self.grounds(robot) };
        let fallback = answer::fallback(&Misfit { sentence, said, errors, attempts }, &grounds);
        Turn::Fallback(Box::new((reading, fallback)))
    }
}
