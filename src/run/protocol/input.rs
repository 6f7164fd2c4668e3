//! What goes into the protocol: the run's facts, the operator's wishes, the controller's lines with what they show, the results of writes, the
//! time.

use std::time::Duration;

use serde::Serialize;
use uuid::Uuid;

use crate::{checkpoint::Verdict, review::Place};

/// What is known of a run before it begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Facts {
    /// Its id.
    pub run: Uuid,
    /// Where the robot must be.
    pub start: Place,
    /// The steps, in order; at least one.
    pub steps: Vec<StepFacts>,
    /// How long a driver may take to get ready, to publish, to report and to halt.
    pub answer_limit: Duration,
    /// How long the end of a run waits for the journal.
    pub journal_limit: Duration,
    /// After which time a step that was not seen done is looked at once more; at once where it is zero.
    pub look_again: Duration,
}

/// What is known of a step before it is permitted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StepFacts {
    /// For the display.
    pub name: String,
    /// Where the robot is before it.
    pub before: Place,
    /// Where the verifier says that it is after it.
    pub after: Place,
    /// What the cell gives for it, for the display.
    pub expected: Option<Duration>,
    /// How long it may take, from the published permit to the controller's `done`.
    pub deadline: Duration,
}

/// How a run is to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stop {
    /// Not at all.
    #[default]
    No,
    /// When the step that was permitted is done.
    AfterStep,
    /// At once, in the middle of a step.
    Now,
}

/// What the operator wishes; the wishes of a signal, a lost terminal and a lost display are among them ([`Self::is_by_program`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wishes {
    /// Never taken back; the stronger one counts.
    pub stop: Stop,
    /// The stop is nobody's word: the program wished it, for a signal, a lost terminal or a lost display.
    pub is_by_program: bool,
    /// Holds between two steps.
    pub is_paused: bool,
    /// How often a pause was wished. Each one ends the question whether a step may be sent, whether it was answered or not.
    pub pauses: u32,
    /// Each step waits for a yes of its own. Never taken back.
    pub is_stepwise: bool,
    /// The question that was answered with a yes to one step: [`Event::StepAsked`](crate::run::Event::StepAsked).
    pub yes_to: Option<u32>,
    /// The code of a question that was answered with yes: [`Event::Unsure`](crate::run::Event::Unsure).
    pub confirmed: Option<u16>,
}

/// A line of the controller.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// Of which run.
    pub run: Uuid,
    /// Which permit it answers; 0 where it is none of this run.
    pub serial: u32,
    /// Of which step; 0 in a report before the first.
    pub step: u32,
    /// What became of it.
    pub progress: Progress,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    /// The step was begun.
    Started,
    /// The step is done, and the robot is there.
    Done(Place),
    /// The step was not done, and why.
    Failed(String),
    /// The answer to a request for a report: the robot stands there.
    At(Place),
}

/// What was made of what a line shows of the cell, before and after.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Judged {
    /// What follows from it.
    pub finding: Finding,
    /// How sure that is, in hundredths.
    pub confidence: u8,
    /// Why, for logs and people. Nothing is decided by it.
    pub reason: String,
    /// What was made of the step's report; none where the line alone reported it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<Reported>,
    /// What a model said of the step; none where none was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelSaid>,
    /// What was predicted of the step; none where nothing could be. Nothing is decided by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicted: Option<Predicted>,
}

/// A prediction, for the record and for corrections.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Predicted {
    /// What was to be seen after the step, in words.
    pub outcome: String,
    /// What the step after it is to do; none after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// How far it came true, in hundredths; none where the state afterwards alone cannot say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub came_true: Option<u8>,
}

/// What came of asking a model about a step. Its flags and its confidence have lowered the finding already.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum ModelSaid {
    /// It judged the step.
    Judgement {
        /// Whether the step did what it was to do.
        action_succeeded: bool,
        /// Whether the entire request is done.
        task_completed: bool,
        /// How sure it is, in hundredths.
        confidence: u8,
        /// The beginning of its words.
        reason: String,
    },
    /// It gave no judgement that could be used.
    Nothing {
        /// Why.
        no_answer: String,
    },
}

/// The verdict on a step's report.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Reported {
    /// Whether it is built on.
    pub verdict: Verdict,
    /// How sure the report is under what was found in it, in hundredths.
    pub confidence: u8,
    /// What is missed of a step that is a partial success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

impl Judged {
    /// Of a line that there is nothing to judge about.
    #[must_use]
    pub const fn plain() -> Self {
        Self {
            finding: Finding::Seen,
            confidence: 100,
            reason: String::new(),
            reported: None,
            model: None,
            predicted: None,
        }
    }

    /// What is missed, where the step is a partial success.
    #[must_use]
    pub fn warning(&self) -> Option<&str> {
        self.reported.as_ref()?.warning.as_deref()
    }
}

/// What follows from an observation and a report; the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// It is so.
    Seen,
    /// It seems so, and nobody can be sure: an operator is asked.
    Unsure,
    /// It seems so, and its report does not suffice: a fresh one may.
    PoorReport,
    /// It was not seen, and may be at a second look.
    NotSeen,
    /// It is not so: something contradicts it.
    Refuted,
}

/// Why a driver is not ready.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unready {
    /// In words.
    pub reason: String,
    /// Whether something else may have moved the robot since its position was confirmed.
    pub may_have_moved: bool,
    /// Whether it was the disk that took no more.
    pub is_unwritten: bool,
}

/// What comes in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// What the operator wishes now. Follows every other input, after what came of that was carried out.
    Wishes(Wishes),
    /// The driver is ready, or not.
    Prepared(Result<(), Unready>),
    /// How the journal's one outstanding write ended.
    Journalled(Result<(), String>),
    /// How the publishing of a permit ended.
    Published {
        /// Which.
        serial: u32,
        /// Or why it failed.
        result: Result<(), String>,
    },
    /// Whether the robot could be told to halt.
    Halted(Result<(), String>),
    /// The controller said something, and what was observed then.
    Line(Line, Judged),
    /// The controller cannot be heard, or says what is no line.
    Broken(String),
    /// The run's time: that of the robot while the run waits for the robot, and otherwise the wall's. It never runs
    /// backwards.
    Time(Duration),
}
