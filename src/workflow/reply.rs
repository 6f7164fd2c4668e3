//! A reviewer's answer to what is proposed: read once, and decided by that one reading.
//!
//! In: what waits, the answer's words, how the review was shown. Out: [`Replied`]. A yes, a no and a named digest come from
//! [`reply::at_review`], a closed list, without the recogniser and without the model. What is left is read together with the
//! sentence, one time: a question is answered and the proposal waits on, a change makes another proposal, and what nobody
//! understands, or the cell cannot do, changes nothing. The next plain yes may have been meant for such words, or typed before it was
//! told what came of them: that yes is asked for once more.

use tracing::info;
use uuid::Uuid;

use super::{Desk, Proposed, Task, Tried, Turn, WorkflowError, record};
use crate::{
    cell::State,
    language::{Said, model::Cancel},
    review::{
        ApprovedPlan, Digest,
        reply::{self, NAMED_DIGITS, Named, Reply, ReviewWord},
    },
    store::Fate,
};

/// What is said where somebody wished for less motion before there was a plan to approve, so that the plan is dropped.
pub const HELD_BACK: &str =
    "Somebody said stop, pause or no while this was looked at. The plan is dropped: nothing was run.";

/// What can be said to a plan.
const HELP: &str = "\
The plan waits. Nothing moves before a plain yes.
  yes      run it as shown
  no       drop it
  steps    show every step
  step     ask for a yes before each step, once the plan is approved
  why      what the plan stands on
  state    where the robot is
Anything else changes the plan (skip position 2), or asks (where is the robot?).";

/// How a proposal was shown, and who answers.
#[derive(Clone, Copy, Debug)]
pub struct Showing<'s> {
    /// The digest that was displayed.
    pub digest: Digest,
    /// Who is at the desk.
    pub operator: &'s str,
    /// Whether a robot will move: not so for a simulator.
    pub moves_robot: bool,
    /// Whether it was shown on a terminal, and the answer is typed at one.
    pub at_terminal: bool,
}

impl Showing<'_> {
    /// Whether a plain yes approves. A robot is moved by the yes of somebody who saw the plan; whoever cannot prove that names
    /// the digest.
    #[must_use]
    pub const fn takes_plain_yes(&self) -> bool {
        self.at_terminal || !self.moves_robot
    }
}

/// What an answer came to.
#[derive(Debug)]
pub enum Replied {
    /// A yes to what was shown.
    Approved(Box<ApprovedPlan>),
    /// A no. What was proposed is gone.
    Rejected,
    /// Other words for what to do. What was proposed is gone, and this came of it.
    Revised(Turn),
    /// What was proposed waits on.
    Waits(Box<Proposed>, Waiting),
}

/// Why a proposal waits on.
#[derive(Debug)]
pub enum Waiting {
    /// Nothing was said.
    NothingSaid,
    /// A plain yes, where only a named digest approves.
    NameTheDigest(Digest),
    /// A digest with too few digits, or too many.
    Unnamed,
    /// Another digest was named than that of what is proposed.
    OtherDigest {
        /// What was named.
        named: Named,
        /// What is proposed.
        proposed: Digest,
    },
    /// Words that agree, or that would do another plan again, and are no plain yes.
    NoPlainYes,
    /// Read together with the sentence, it comes to the same plan again.
    Unchanged,
    /// A word about the plan, for whoever shows it.
    Word(ReviewWord),
    /// A question, and its answer.
    Answered(Turn),
    /// Not understood; what would work is in it.
    NotUnderstood(Turn),
    /// Understood, and the cell cannot do it: why is in it.
    CannotBeDone(Turn),
    /// A yes behind words that changed nothing: to those words, or to the plan?
    YesToWhat(Lost),
}

/// Why words that were said to a plan left it as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The cell cannot do the change.
    NotPossible,
    /// Nobody understood them.
    NotUnderstood,
    /// What was understood may not be what was said.
    Doubted,
    /// Read together with the sentence, they come to the same plan; or they ask for a plan of before.
    NoChange,
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotPossible => "the change that you asked for is not possible",
            Self::NotUnderstood => "what you said to the plan before was not understood",
            Self::Doubted => "what was understood of your change may not be what you said",
            Self::NoChange => "what you said to the plan before did not change it",
        })
    }
}

/// How a plan is approved where it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovedBy {
    /// A yes that is typed.
    Word,
    /// A key that names what it approves.
    Key,
}

impl Waiting {
    /// Why the plan waits on, and what can be said now.
    #[must_use]
    pub fn words(&self, by: ApprovedBy) -> String {
        let (say, once_more) = match by {
            ApprovedBy::Word => ("say yes, no, or what to change", "Say yes once more"),
            ApprovedBy::Key => ("press the key, or say no, or what to change", "Press the key once more"),
        };
        match self {
            Self::NothingSaid => format!("Nothing was said: {say}."),
            Self::NameTheDigest(digest) => {
                let hex = digest.to_hex();
                let named = hex.get(..NAMED_DIGITS).unwrap_or(&hex);
                format!(
                    "A yes moves a robot only from a terminal that shows the plan. Nothing was run.\nFrom a program: answer \
                     'approve {named}', or run the command again with --approve {named}."
                )
            }
            Self::Unnamed => format!("Nothing was run: {}.", reply::NotNamed),
            Self::OtherDigest { named, proposed } => {
                format!("{named} is not what is proposed, which is {proposed}. Nothing was run.")
            }
            Self::NoPlainYes => format!("That is no plain yes, so the plan waits as it is: {say}."),
            Self::Unchanged => format!("That would change nothing, so the plan waits as it is: {say}."),
            Self::Word(ReviewWord::Help) => HELP.to_owned(),
            Self::Word(ReviewWord::Layout) => {
                format!("A new layout can be taken up when the plan is answered: {say}.")
            }
            Self::Answered(_) | Self::Word(_) => format!("The plan waits: {say}."),
            Self::NotUnderstood(_) => format!("Not understood, so the plan waits as it is: {say}."),
            Self::YesToWhat(lost) => {
                format!("Nothing was run: {lost}. {once_more} to run the plan as it was shown.")
            }
            Self::CannotBeDone(_) => {
                format!("That change is not possible. The earlier plan still waits, unchanged: {say}.")
            }
        }
    }
}

impl std::fmt::Display for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words(ApprovedBy::Word))
    }
}

impl Desk {
    /// Takes a reviewer's answer to what is proposed.
    ///
    /// # Errors
    ///
    /// [`WorkflowError`]: nothing was approved then, and nothing planned.
    pub fn reply(
        &mut self,
        proposed: Proposed,
        answer: &str,
        showing: &Showing<'_>,
        cancel: &Cancel,
    ) -> Result<Replied, WorkflowError> {
        let waits = |proposed, why| Ok(Replied::Waits(Box::new(proposed), why));
        match reply::at_review(answer) {
            Reply::Empty => waits(proposed, Waiting::NothingSaid),
            Reply::No => {
                self.record_fate(&proposed, Fate::Rejected);
                Ok(Replied::Rejected)
            }
            Reply::Yes if !showing.takes_plain_yes() => waits(proposed, Waiting::NameTheDigest(showing.digest)),
            // The last words that were said to the plan changed nothing. The yes may have been meant for them.
            Reply::Yes => match proposed.lost {
                Some(lost) => waits(Proposed { lost: None, ..proposed }, Waiting::YesToWhat(lost)),
                None => self.approve(proposed, showing),
            },
            Reply::Approve(named) if named.names(showing.digest) => self.approve(proposed, showing),
            Reply::Approve(named) => waits(proposed, Waiting::OtherDigest { named, proposed: showing.digest }),
            Reply::Unnamed => waits(proposed, Waiting::Unnamed),
            Reply::Word(word) => waits(proposed, Waiting::Word(word)),
            // Something else was said between: what is approved then is not simply what was meant.
            Reply::Other => self.read_comment(Proposed { lesson: None, ..proposed }, answer.trim(), cancel),
        }
    }

    fn approve(&mut self, proposed: Proposed, showing: &Showing<'_>) -> Result<Replied, WorkflowError> {
        let lesson = proposed.lesson.clone().zip(proposed.reading.clone());
        let approved = proposed.proposal.approve(showing.operator, showing.digest)?;
        if let Some((lesson, reading)) = lesson {
            self.keep_lesson(&lesson, &reading, approved.correlation_id(), showing.operator);
        }
        Ok(Replied::Approved(Box::new(approved)))
    }

    fn record_fate(&mut self, proposed: &Proposed, fate: Fate) {
        let request = proposed.proposal.request();
        self.record_end(request.correlation_id, &request.sentence, fate, request.goals.as_ref(), &request.checked);
    }

    /// The one reading of an answer that is neither yes nor no.
    fn read_comment(&mut self, proposed: Proposed, comment: &str, cancel: &Cancel) -> Result<Replied, WorkflowError> {
        let id = Uuid::new_v4();
        let revises = proposed.proposal.request().correlation_id;
        info!(correlation_id = %id, stage = "revision", %revises, comment = record::cut(comment));
        let robot = self.robot()?;
        let (start, robot) = self.start(robot.as_ref())?;
        // A repeated plan has no reading of its own to be changed: the comment is a sentence then.
        let reading = match &proposed.reading {
            Some(earlier) => self.readers.read_again(&proposed.sentence, &earlier.said, comment, start, cancel),
            None => self.readers.read(comment, start, cancel),
        };
        self.note(id, &reading);
        let attempts = proposed.attempts + 1;
        let lost = |proposed, by, why| Ok(Replied::Waits(Box::new(Proposed { lost: Some(by), ..proposed }), why));
        match &reading.said {
            // What was said to it is not in it.
            said if proposed.reading.as_ref().is_some_and(|earlier| earlier.said == *said) => {
                lost(proposed, Lost::NoChange, Waiting::Unchanged)
            }
            Said::Do(_) if attempts > self.attempts_max => {
                let sentence = format!("{} / {comment}", proposed.sentence);
                let error = format!("there were {} attempts at it already, and there are no more", self.attempts_max);
                let tried = Tried { errors: &[error], attempts: self.attempts_max, ..Tried::default() };
                let given_up = self.give_up(&sentence, reading, tried, Some(robot));
                Ok(Replied::Revised(given_up))
            }
            Said::Do(_) => {
                // Only the comment was read where there was no reading to be changed, and only that is judged.
                let beside = |earlier: &str| match proposed.reading {
                    Some(_) => format!("{earlier} / {comment}"),
                    None => comment.to_owned(),
                };
                let (sentence, said) = (beside(&proposed.sentence), beside(&proposed.proposal.request().sentence));
                let task =
                    Task { id, sentence: &sentence, said: &said, start, robot, cancel, is_beside_proposal: true };
                match self.plan(&task, reading, attempts) {
                    // What may not be what was said changes nothing, nor does what the cell cannot do.
                    Turn::Fallback(given_up) => {
                        let is_objected = given_up.is_objected;
                        let turn = Turn::Fallback(given_up);
                        match is_objected {
                            true => lost(proposed, Lost::Doubted, Waiting::NotUnderstood(turn)),
                            false => lost(proposed, Lost::NotPossible, Waiting::CannotBeDone(turn)),
                        }
                    }
                    turn => {
                        self.record_fate(&proposed, Fate::Revised);
                        Ok(Replied::Revised(turn))
                    }
                }
            }
            // An answer changes nothing about what waits, nor about what was lost before it.
            Said::Ask(_) => {
                let answered = self.tell(reading, Some(robot));
                Ok(Replied::Waits(Box::new(proposed), Waiting::Answered(answered)))
            }
            // "OK, slowly" would change how it is done.
            Said::Confirm if self.is_limited(&reading.said, comment, start) => {
                lost(proposed, Lost::NotUnderstood, Waiting::NoPlainYes)
            }
            Said::Confirm => Ok(Replied::Waits(Box::new(proposed), Waiting::NoPlainYes)),
            Said::Replay(_) => lost(proposed, Lost::NoChange, Waiting::NoPlainYes),
            Said::Unclear(_) | Said::Unknown => {
                let given_up = self.give_up(
                    comment,
                    reading,
                    Tried { attempts: proposed.attempts, is_beside_proposal: true, ..Tried::default() },
                    Some(robot),
                );
                lost(proposed, Lost::NotUnderstood, Waiting::NotUnderstood(given_up))
            }
        }
    }

    /// Whether a word limits how, when, how far or by whom.
    fn is_limited(&self, said: &Said, words: &str, start: State) -> bool {
        self.readers.recogniser().account_for_model(said, words, self.snapshot(), start).is_limited()
    }
}
