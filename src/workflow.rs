//! The way of one sentence, from an operator's words to a recorded run.
//!
//! ```text
//! Received ─▶ replay? ─▶ stored intent, planned anew ┐
//!     │                                             ▼
//!     └─▶ read ─▶ question ─▶ Answered           propose (verified) ─▶ Proposed ─▶ approve ─▶ ApprovedPlan ─▶ run ─▶ Ended
//!             ├─▶ unknown ──▶ Fallback              ▲                    │ │
//!             └─▶ action ───▶ plan ─────────────────┘                    │ └─▶ reject ─▶ over
//!                               │ cannot be planned                      └─▶ in words ─▶ read again, once: answer, change, or ask again
//!                               └─▶ read again with the errors, at most MAX_PLAN_ATTEMPTS times, then Fallback
//! ```
//!
//! In: sentences, and a reviewer's words about what is proposed. Out: [`Turn`]s, and runs. Nothing here prints or asks;
//! the doors do. Nothing here can approve: only [`crate::review::Proposal::approve`] makes an approved plan, for the digest
//! that a door displayed and a reply that [`crate::review::reply`] knows for a yes.

use std::{path::Path, sync::Arc, time::Duration};

use jiff::{Timestamp, tz::TimeZone};
use tracing::{info, warn};
use uuid::Uuid;

use crate::{
    answer::{self, Answer, Conversation, Fallback, Grounds, Suggestion, Traced},
    cell::{PositionId, State},
    checkpoint::{critic::Critic, decomposition},
    engine::Engine,
    language::{Completions, Readers, Reading, Said, model::Cancel},
    limits::MAX_PLAN_ATTEMPTS,
    plan::build::Builder,
    review::{ApprovedPlan, Digest, NotApproved, Proposal},
    run::{self, Control, Crew, Event, Reliance, RunError, RunReport},
    snapshot::{Snapshot, StateError},
    store::{PhraseOrigin, RobotState, Store, StoreError},
    when::{self, Clock},
};

mod aside;
mod back;
mod between;
mod bundles;
mod correction;
mod followers;
mod following;
mod give_up;
#[cfg(feature = "llama")]
mod judge;
mod layout;
mod learnt;
mod lesson;
mod log;
mod phrase_list;
mod phrases;
mod planning;
mod record;
mod replay;
mod reply;
mod run_log;

pub use aside::{Aside, Asides, AskedAside};
pub use between::{BrokenMove, broken_move};
pub use bundles::{BundleError, BundleFolder, Current, Kept, Person, Which};
pub use correction::{Remedies, Way};
pub use followers::{Begun, Followers};
pub use following::{Beside, Following, Going, Told, Wish};
use give_up::Tried;
#[cfg(feature = "llama")]
pub use judge::StepModel;
pub use layout::{
    HeldLayout, LayoutAtStart, LayoutError, LayoutFile, LayoutNews, NewLayout, OtherCell, Past, RefusedPlan,
    layout_in_force, layout_name, layout_of_names, refused_plans,
};
pub use learnt::Learnt;
pub use lesson::Lesson;
pub use log::VerificationLog;
pub use phrase_list::{GivenNickname, GivenPhrase, PhraseList, PhraseListError};
pub use phrases::{ListedPhrase, PhraseBook, PhraseError};
use planning::Task;
pub use reply::{ApprovedBy, HELD_BACK, Lost, Replied, Showing, Waiting};
use run_log::RunLog;

/// What a sentence came to.
#[derive(Debug)]
pub enum Turn {
    /// A question, answered.
    Answered(Box<(Reading, Answer)>),
    /// A verified plan that waits for the reviewer's word.
    Proposed(Box<Proposed>),
    /// Everything asked for is already so; and in words what that is, where the sentence itself does not say it.
    NothingToDo(Box<(Reading, Option<String>)>),
    /// Nothing came of it; what would work is said.
    Fallback(Box<GivenUp>),
    /// A yes, and nothing waits for one.
    NothingWaits,
    /// There is no stored plan to be done again, in words.
    NoReplay(String),
    /// There is no run to be corrected, or not in this way, in words.
    NothingToCorrect(String),
}

/// A sentence that nothing came of.
#[derive(Debug)]
pub struct GivenUp {
    /// What was said, as it goes on record.
    pub said: String,
    /// How it was read last.
    pub reading: Reading,
    /// What would work.
    pub fallback: Fallback,
    /// What it may have said: each in words that say it, the likeliest first.
    pub offers: Vec<Suggestion>,
    /// What checkpoint 1 found of the last reading, where it was asked.
    pub checkpoint: Option<decomposition::Report>,
    /// Whether what was read may not be what was said.
    pub is_objected: bool,
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
    /// What its approval teaches of what people say here.
    pub lesson: Option<Lesson>,
    /// The last words that were said to it changed nothing in it. A yes may have been meant for them.
    lost: Option<Lost>,
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
    /// A yes that does not count.
    #[error(transparent)]
    NotApproved(#[from] NotApproved),
}

/// What the sentences of a session cost so far, but for their runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Reading them, the model's part included.
    pub read: Duration,
    /// Planning, and verifying what was planned or is to be repeated.
    pub plan_and_verify: Duration,
}

/// Everything that one operator's session works with.
pub struct Desk {
    readers: Readers,
    /// Looks a reading over. It never sees how the reading was made.
    critic: Critic,
    /// What is in force, for everybody; the readers hold the same, unless somebody else took another up.
    engine: Arc<Engine>,
    store: Store,
    log: VerificationLog,
    conversation: Conversation,
    attempts_max: u32,
    builder: Builder,
    spent: Spent,
    /// Names this session in the log.
    session: Uuid,
    /// Where the layout in force comes from; none where it comes from no file.
    layout: Option<LayoutFile>,
    judged_by: JudgedBy,
    /// Whether whoever is asked back may answer by a number.
    takes_choices: bool,
    /// The last sentence, where it was not understood.
    unheard: Option<String>,
    /// Whether its runs move a robot, so that what a simulated run left is no place to begin at.
    moves_robot: bool,
    /// In which days and times are told.
    zone: TimeZone,
    /// Consoles that see its runs, and may stop them.
    followers: Option<Followers>,
}

/// What the steps of a session's runs are judged by, beside the rules: BLAKE3 of each, none where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgedBy {
    /// Over what was declared about the controller.
    pub declared: Option<Digest>,
    /// Over the model that judges steps beside the code.
    pub judge: Option<Digest>,
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
        let (builder, spent) = (Builder::default(), Spent::default());
        let engine = Arc::new(Engine::new(Arc::clone(readers.snapshot())));
        let critic = Critic::beside(readers.recogniser(), readers.snapshot());
        Self {
            readers,
            critic,
            engine,
            store,
            log,
            conversation,
            attempts_max,
            builder,
            spent,
            session: Uuid::new_v4(),
            layout: None,
            judged_by: JudgedBy::default(),
            moves_robot: false,
            zone: when::zone_here(),
            followers: None,
            takes_choices: false,
            unheard: None,
        }
    }

    /// Asks back by numbers, where `takes_choices`: for somebody who can answer.
    #[must_use]
    pub fn asking_by_number(self, takes_choices: bool) -> Self {
        Self { takes_choices, ..self }
    }

    /// Whether it asks back by numbers.
    #[must_use]
    pub const fn asks_by_number(&self) -> bool {
        self.takes_choices
    }

    /// Proposes runs that move a robot, where `moves_robot`.
    #[must_use]
    pub fn moving(self, moves_robot: bool) -> Self {
        Self { moves_robot, ..self }
    }

    /// Proposes runs whose steps are judged by these.
    #[must_use]
    pub fn judging_by(self, judged_by: JudgedBy) -> Self {
        Self { judged_by, ..self }
    }

    /// What is in force, to be read by any thread at any time.
    #[must_use]
    pub const fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// The cell that sentences are read and planned with.
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

    /// What a line that somebody types may be completed with: the names of the cell in force, and the phrases that it has learnt.
    #[must_use]
    pub fn completions(&self) -> Completions {
        Completions::of(self.snapshot(), self.readers.phrases().sentences())
    }

    /// Takes up another cell's readers: between sentences alone, because nothing else can be going on then.
    pub fn take_up(&mut self, readers: Readers) {
        self.engine.take_up(readers.snapshot());
        self.critic = Critic::beside(readers.recogniser(), readers.snapshot());
        self.readers = readers;
        // "And the rest?" spoke of the other cell.
        self.conversation = Conversation::default();
        self.unheard = None;
    }

    /// What the sentences cost so far.
    #[must_use]
    pub const fn spent(&self) -> Spent {
        self.spent
    }

    /// Takes one sentence as far as it goes without the operator.
    ///
    /// # Errors
    ///
    /// [`WorkflowError`]: nothing was planned then.
    pub fn hear(&mut self, sentence: &str, cancel: &Cancel) -> Result<Turn, WorkflowError> {
        self.record_acts_beside();
        let before = self.unheard.take();
        let turn = self.hear_as(sentence, sentence, Readers::read, cancel)?;
        self.note_unheard(sentence, &turn);
        Ok(self.teaching(turn, before, PhraseOrigin::Rephrased))
    }

    /// Takes up one of the readings that were offered for what was said: `number` is what was typed, `sentence` what that stands for.
    /// Both are shown, and go on record.
    ///
    /// # Errors
    ///
    /// [`WorkflowError`]: nothing was planned then.
    pub fn hear_choice(
        &mut self,
        said: &str,
        number: usize,
        sentence: &str,
        cancel: &Cancel,
    ) -> Result<Turn, WorkflowError> {
        let before = self.unheard.take().filter(|before| before == said);
        let said = format!("{said} / {number}: {sentence}");
        let turn = self.hear_as(sentence, &said, Readers::read_by_words, cancel)?;
        let mut turn = self.teaching(turn, before, PhraseOrigin::Chosen);
        if let Turn::Fallback(given_up) = &mut turn {
            given_up.said = said;
        }
        Ok(turn)
    }

    /// `sentence` is read, and `said` goes on record.
    fn hear_as(
        &mut self,
        sentence: &str,
        said: &str,
        read: fn(&Readers, &str, State, &Cancel) -> Reading,
        cancel: &Cancel,
    ) -> Result<Turn, WorkflowError> {
        let id = Uuid::new_v4();
        info!(correlation_id = %id, stage = "received", bytes = sentence.len(), sentence = record::cut(sentence));
        let robot = self.robot()?;
        let reading = read(&self.readers, sentence, self.state_or_any(robot.as_ref()), cancel);
        self.note(id, &reading);
        match &reading.said {
            Said::Ask(_) => Ok(self.tell(reading, robot.as_ref())),
            Said::Unknown | Said::Unclear(_) => {
                let tried = Tried { attempts: 1, ..Tried::default() };
                Ok(self.give_up(sentence, reading, tried, robot.as_ref()))
            }
            Said::Confirm => Ok(Turn::NothingWaits),
            &Said::Replay(replay) => {
                let (start, robot) = self.start(robot.as_ref())?;
                self.replay(
                    &Task { id, sentence, said, start, robot, cancel, is_beside_proposal: false },
                    replay,
                    reading,
                )
            }
            Said::Do(_) => {
                let (start, robot) = self.start(robot.as_ref())?;
                Ok(self.plan(&Task { id, sentence, said, start, robot, cancel, is_beside_proposal: false }, reading, 1))
            }
        }
    }

    /// With consoles beside it that see its runs, and may stop them.
    #[must_use]
    pub fn followed_by(self, followers: Followers) -> Self {
        Self { followers: Some(followers), ..self }
    }

    /// Who follows.
    #[cfg(feature = "web")]
    pub(crate) const fn followers(&self) -> Option<&Followers> {
        self.followers.as_ref()
    }

    /// Runs what was approved.
    ///
    /// # Errors
    ///
    /// [`RunError`]: there was no run then.
    pub fn run(
        &mut self,
        approved: ApprovedPlan,
        crew: impl Into<Crew>,
        control: &Control,
        watch: &mut dyn FnMut(Event),
        folder: &Path,
    ) -> Result<RunReport, RunError> {
        let _held = self.hold(control);
        self.followers.iter().for_each(Followers::begin);
        let (id, steps) = (approved.correlation_id(), approved.plan().steps.len());
        let crew = crew.into();
        let driver = &*crew.driver;
        if let Some(reason) = self.reason_not_to_run(driver.is_simulated())? {
            return Err(RunError::Unconfirmed(reason));
        }
        if let Some(reason) = self.taken_up_elsewhere().or_else(|| self.layout.as_ref().and_then(LayoutFile::changed)) {
            return Err(RunError::LayoutChanged(reason));
        }
        info!(correlation_id = %id, stage = "run", driver = driver.name(), approval = %approved.approval().to_hex());
        // Whatever was recorded since the proposal ends its validity, also where the robot is said to be as it was.
        let (robot, head) = (self.store.robot()?, self.store.binding_head()?);
        let is_there = robot.position == approved.start().position && robot.tool == approved.start().tool;
        if is_there && head.map(|head| head.hash).unwrap_or_default() != approved.journal() {
            return Err(RunError::NotWhatWasApproved);
        }
        let snapshot = Arc::clone(self.snapshot());
        let log = RunLog::start(self.session, id);
        let followers = self.followers.clone();
        let mut watched = |event: Event| {
            log.note(&event);
            followers.iter().for_each(|followers| followers.tell(&event));
            watch(event);
        };
        let ran = run::execute(approved, &snapshot, &mut self.store, crew, control, &mut watched, folder);
        log.finish();
        self.record_acts_beside();
        match &ran {
            Ok(_) => self.log.verified(id, steps, None),
            Err(RunError::Refused(report)) => self.log.verified(id, steps, Some(report)),
            Err(error) => info!(correlation_id = %id, stage = "not run", %error),
        }
        ran
    }

    /// Lets whoever follows stop the run that may come of an answer, from the answer on, as long as the value is held. [`Self::run`] does so
    /// as well, for a run that nobody held before.
    #[must_use]
    pub fn hold(&self, control: &Control) -> Option<Begun> {
        self.followers.as_ref().and_then(|followers| followers.hold(control))
    }

    /// Records what was done at consoles and pages beside since the last time. During a run nobody waits for that: what was wished then is
    /// recorded after it. A history that cannot be written to says so by itself, and lets nothing begin.
    pub fn record_acts_beside(&mut self) {
        for act in self.followers.iter().flat_map(Followers::take_acts) {
            if let Err(error) = self.store.record_page_act(&act) {
                warn!(stage = "beside", "{act:?} was not recorded: {error}");
            }
        }
    }

    /// Why nothing can be run from the stored state, if that is so: nobody has confirmed it, or, where a robot is to move,
    /// a simulation left it behind.
    ///
    /// # Errors
    ///
    /// A store that cannot be read.
    pub fn reason_not_to_run(&self, is_simulated: bool) -> Result<Option<String>, StoreError> {
        Ok(Reliance::of(&self.store.robot()?).reason_against(is_simulated))
    }

    /// What is in force, where that is no longer what sentences are planned with.
    fn taken_up_elsewhere(&self) -> Option<String> {
        let in_force = self.engine.current();
        let is_same = in_force.content_hash() == self.snapshot().content_hash();
        (!is_same).then(|| format!("{} was put in force", layout_name(&in_force)))
    }

    /// What is stored about the robot; none before the first word about it.
    fn robot(&self) -> Result<Option<RobotState>, StoreError> {
        match self.store.robot() {
            Err(StoreError::NoRobotState) => Ok(None),
            robot => robot.map(Some),
        }
    }

    /// Where a plan starts: nothing is planned from a place that is not known, or not of this cell.
    fn start<'r>(&self, robot: Option<&'r RobotState>) -> Result<(State, &'r RobotState), WorkflowError> {
        let robot = robot.ok_or(StoreError::NoRobotState)?;
        Ok((State::named(self.snapshot(), &robot.position, &robot.tool)?, robot))
    }

    /// A state to read a sentence from, whatever is stored.
    fn state_or_any(&self, robot: Option<&RobotState>) -> State {
        let known = robot.and_then(|robot| State::named(self.snapshot(), &robot.position, &robot.tool).ok());
        known.unwrap_or(State { position: PositionId(0), tool: None })
    }

    /// Counts and logs a reading.
    fn note(&mut self, id: Uuid, reading: &Reading) {
        self.spent.read += reading.took;
        record::read(id, reading, self.snapshot());
    }

    fn tell(&mut self, reading: Reading, robot: Option<&RobotState>) -> Turn {
        let Said::Ask(lookup) = &reading.said else { return Turn::NothingWaits };
        let grounds = self.grounds(robot);
        let answer = answer::answer(lookup, &self.conversation, &grounds);
        self.conversation = answer.next.clone();
        Turn::Answered(Box::new((reading, answer)))
    }

    /// What a run came to, told from what is stored by then. It is told in any case: what cannot be read any more is said
    /// to be the run's own word.
    #[must_use]
    pub fn told_ended(&self, report: &RunReport) -> Traced {
        let robot = self.robot().ok().flatten();
        answer::ended(report, &self.grounds(robot.as_ref()))
    }

    /// What the workflow itself says: that nothing is to be done, or why something is not.
    #[must_use]
    pub fn told_limit(&self, text: &str) -> Traced {
        answer::limit(text, &self.grounds(None))
    }

    fn grounds<'g>(&'g self, robot: Option<&'g RobotState>) -> Grounds<'g> {
        let history: &dyn answer::History = &*self.store;
        Grounds { snapshot: self.snapshot(), robot, history: Some(history), clock: self.clock(), reader: None }
    }

    fn clock(&self) -> Clock<'_> {
        Clock { now: Timestamp::now(), zone: &self.zone }
    }
}
