//! Questions while a run goes on, answered beside it: no reading by a model, no plan, nothing written.
//!
//! In: a line that was typed during a run. Out: an answer, or none where it is no question that is understood as a whole. The
//! history is opened anew for each question, to be read alone, so that the run's own store is left in peace.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use crossbeam_channel::{Sender, bounded};
use jiff::{Timestamp, tz::TimeZone};

use super::Desk;
use crate::{
    answer::{self, Conversation, Grounds},
    cell::{PositionId, State},
    language::{Lookup, Said, rules::Recogniser},
    snapshot::Snapshot,
    store::{Reader, Store},
    when::{self, Clock},
};

/// Answers questions beside a run.
#[derive(Clone)]
pub struct Aside {
    recogniser: Arc<Recogniser>,
    snapshot: Arc<Snapshot>,
    folder: PathBuf,
    zone: TimeZone,
}

/// What a line asks while a run goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskedAside {
    /// Where the robot is, or what it does: the run itself knows best.
    TheRun,
    /// Something else, and its answer.
    Answered(String),
    /// Nothing that is understood.
    Nothing,
}

impl std::fmt::Debug for Aside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Aside").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Desk {
    /// What answers questions beside the desk's next run.
    #[must_use]
    pub fn aside(&self) -> Aside {
        Aside {
            recogniser: Arc::clone(self.readers.recogniser()),
            snapshot: Arc::clone(self.snapshot()),
            folder: self.store.folder().to_owned(),
            zone: self.zone.clone(),
        }
    }
}

impl Aside {
    /// For a console that drives nothing: what it knows of the cell, and where the cell's data are.
    #[must_use]
    pub fn beside(recogniser: Arc<Recogniser>, snapshot: Arc<Snapshot>, folder: PathBuf) -> Self {
        Self { recogniser, snapshot, folder, zone: when::zone_here() }
    }

    /// The layout that it knows.
    #[must_use]
    pub const fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    /// Where the cell's data are.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether every word of a line is understood as a question. Nothing is looked up for that.
    #[must_use]
    pub fn understands(&self, line: &str) -> bool {
        // Where the robot is changes what a question is about, and not whether it is one.
        let reading = self.recogniser.read(line, &self.snapshot, State { position: PositionId(0), tool: None });
        reading.complete && matches!(reading.said, Said::Ask(_))
    }

    /// Reads a line, and answers it if it is a question whose every word is understood.
    #[must_use]
    pub fn ask(&self, line: &str) -> AskedAside {
        let history = Store::read_only(&self.folder).ok();
        let robot = history.as_ref().and_then(|history: &Reader| history.robot().ok());
        let known = robot.as_ref().and_then(|robot| State::named(&self.snapshot, &robot.position, &robot.tool).ok());
        let state = known.unwrap_or(State { position: PositionId(0), tool: None });
        let reading = self.recogniser.read(line, &self.snapshot, state);
        let Said::Ask(lookup) = reading.said else { return AskedAside::Nothing };
        if !reading.complete {
            return AskedAside::Nothing;
        }
        if matches!(lookup, Lookup::WhereIsRobot | Lookup::HeldTool | Lookup::Status) {
            return AskedAside::TheRun;
        }
        let grounds = Grounds {
            snapshot: &self.snapshot,
            robot: robot.as_ref(),
            history: history.as_ref().map(|history| history as &dyn answer::History),
            clock: Clock { now: Timestamp::now(), zone: &self.zone },
            reader: None,
        };
        AskedAside::Answered(answer::answer(&lookup, &Conversation::default(), &grounds).text)
    }
}

/// Takes questions during a run, which a thread of its own answers: nothing waits for an answer.
#[derive(Clone, Debug)]
pub struct Asides(Option<Sender<String>>);

impl Asides {
    /// `answered` hears what came of each question, on that thread.
    #[must_use]
    pub fn start(aside: Aside, answered: impl Fn(AskedAside) + Send + 'static) -> Self {
        // One at a time: a second question meanwhile is not taken, and whoever asked pauses the run.
        let (questions, asked) = bounded::<String>(1);
        let work = move || asked.iter().for_each(|line| answered(aside.ask(&line)));
        let thread = thread::Builder::new().name("questions".to_owned()).spawn(work);
        Self(thread.is_ok().then_some(questions))
    }

    /// Whether the line is taken for a question.
    #[must_use]
    pub fn take(&self, line: &str) -> bool {
        self.0.as_ref().is_some_and(|questions| questions.try_send(line.to_owned()).is_ok())
    }
}
