//! A judge beside the code, for example a model: asks it about a step, and waits for its answer.
//!
//! In: a question, and the controller's line that waits for the answer. Out: the line again, with the answer or the reason why there is none.
//! [`super::observer`] says what an answer is worth. A judge is asked on a thread of its own, as it may hang.
//!
//! 1. One question is open at a time. An answer to an earlier question does not end a later one.
//! 2. A judge that does not answer within its limit, or fails in a way that leaves it half done, is left behind: it is not
//!    asked again in this run.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};

use super::{driver::Driver, guard::guarded, protocol::Line};
use crate::{limits::JUDGE_ANSWER_LIMIT, review::Digest};

/// Somebody who judges steps beside the code.
pub trait StepJudge: Send {
    /// What it answers to a question ([`crate::observe::model::question`]), as it is.
    ///
    /// # Errors
    ///
    /// Why it does not answer, in words. It may be asked again.
    fn answer(&mut self, question: &str) -> Result<String, String>;

    /// BLAKE3 over what its answers depend on.
    fn digest(&self) -> Digest;
}

/// A judge, and how long it is waited for.
pub struct Judge {
    judge: Box<dyn StepJudge>,
    limit: Duration,
}

impl Judge {
    /// A judge that is waited for as long as [`JUDGE_ANSWER_LIMIT`] says.
    #[must_use]
    pub fn new(judge: impl StepJudge + 'static) -> Self {
        Self { judge: Box::new(judge), limit: JUDGE_ANSWER_LIMIT }
    }

    /// The same, waited for otherwise.
    #[must_use]
    pub fn within(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    pub(super) const fn limit(&self) -> Duration {
        self.limit
    }

    /// BLAKE3 over what its answers depend on; none where it cannot say.
    pub(super) fn digest(&self) -> Option<Digest> {
        guarded(|| self.judge.digest()).ok()
    }
}

/// Who carries out a run, and who judges its steps beside the code.
pub struct Crew {
    /// Carries permits to the robot.
    pub driver: Box<dyn Driver>,
    /// Judges steps; none: the code alone does.
    pub judge: Option<Judge>,
}

impl<D: Driver + 'static> From<Box<D>> for Crew {
    fn from(driver: Box<D>) -> Self {
        Self { driver, judge: None }
    }
}

impl From<Box<dyn Driver>> for Crew {
    fn from(driver: Box<dyn Driver>) -> Self {
        Self { driver, judge: None }
    }
}

/// What came of asking a judge.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answered {
    /// There is none.
    NotAsked,
    /// Its answer, as it is.
    With(String),
    /// Why there is no answer.
    Not(String),
}

/// A question, by its number.
pub(super) struct Question {
    number: u64,
    text: String,
}

/// What came of a question, by its number.
pub(super) struct Reply {
    number: u64,
    answer: Result<String, String>,
    /// The judge can be asked nothing more.
    is_broken: bool,
}

/// The judge's thread.
pub(super) fn serve(mut judge: Judge, questions: &Receiver<Question>, mut reply: impl FnMut(Reply) -> bool) {
    for Question { number, text } in questions {
        let answered = guarded(|| judge.judge.answer(&text));
        let (answer, is_broken) = match answered {
            Ok(answer) => (answer, false),
            Err(words) => (Err(format!("it has a fault of its own: {words}")), true),
        };
        // Where nobody listens any more, the run is over.
        if !reply(Reply { number, answer, is_broken }) || is_broken {
            return;
        }
    }
}

/// A line whose verdict is open.
struct Open {
    line: Line,
    number: u64,
    since: Instant,
}

/// The run's side of it.
pub(super) struct Asking {
    /// None: there is no judge, or it was left behind.
    questions: Option<Sender<Question>>,
    limit: Duration,
    /// Of the last question.
    number: u64,
    open: Option<Open>,
    /// Why it is not asked any more.
    why_not: Option<&'static str>,
}

impl Asking {
    /// Nobody is asked.
    pub(super) const fn nobody() -> Self {
        Self { questions: None, limit: Duration::ZERO, number: 0, open: None, why_not: None }
    }

    /// Whoever reads these questions is asked.
    pub(super) const fn by(questions: Sender<Question>, limit: Duration) -> Self {
        Self { questions: Some(questions), limit, number: 0, open: None, why_not: None }
    }

    /// Whether a verdict is open.
    pub(super) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Asks about a line, which then waits here; or gives it back, with why nobody was asked.
    pub(super) fn ask(&mut self, line: Line, text: impl FnOnce() -> Option<String>) -> Option<(Line, Answered)> {
        let Some(questions) = &self.questions else {
            let answered = self.why_not.map_or(Answered::NotAsked, |why| Answered::Not(why.to_owned()));
            return Some((line, answered));
        };
        self.number += 1;
        let number = self.number;
        let asked = text().is_some_and(|text| questions.send(Question { number, text }).is_ok());
        if !asked {
            return Some((line, Answered::Not("it could not be asked".to_owned())));
        }
        self.open = Some(Open { line, number, since: Instant::now() });
        None
    }

    /// Takes what came from the judge's thread; the line, where it waited for that.
    pub(super) fn hear(&mut self, reply: Reply) -> Option<(Line, Answered)> {
        if reply.is_broken {
            self.leave("it had a fault of its own before");
        }
        let open = self.open.take_if(|open| open.number == reply.number)?;
        Some((open.line, reply.answer.map_or_else(Answered::Not, Answered::With)))
    }

    /// The line, where its answer is late.
    pub(super) fn late(&mut self) -> Option<(Line, Answered)> {
        let limit = self.limit;
        let open = self.open.take_if(|open| open.since.elapsed() >= limit)?;
        self.leave("it did not answer before");
        Some((open.line, Answered::Not(format!("it took longer than {:.0} s", limit.as_secs_f64()))))
    }

    /// The line, where one waits: nobody waits for an answer any more.
    pub(super) fn give_up(&mut self, why: &str) -> Option<(Line, Answered)> {
        let open = self.open.take()?;
        Some((open.line, Answered::Not(why.to_owned())))
    }

    fn leave(&mut self, why_not: &'static str) {
        (self.questions, self.why_not) = (None, Some(why_not));
    }
}
