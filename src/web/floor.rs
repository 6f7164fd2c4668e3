//! Who may ask the desk for something now. In: what is wanted, and what the page showed that it is wanted from. Out: the floor, taken; or why
//! not. What is refused here has reached nobody.
//!
//! 1. An answer names the showing that its page has and the digest, and comes from the session that said the sentence; a plain no
//!    may come from any session. Once something was said about the plan, it is another showing.
//! 2. While something is looked at that a plan or a run may come of, and while a plan waits, there is a control: who says stop, here or
//!    beside, drops that plan, or stops the run before it has begun. Which of a stop and a yes was sent first, nobody can tell: a stop that is
//!    read first counts.
//! 3. Whatever is taken is gone at once: the same form sent twice is refused the second time.

use uuid::Uuid;

use super::{
    board::Doing,
    hub::{Floor, Held, Hub},
};
use crate::review::{
    Digest,
    reply::{self, Reply},
};

/// Why nothing was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// Something else is being read or planned.
    Busy,
    /// A plan waits for an answer.
    PlanWaits,
    /// A run goes on.
    Running,
    /// No run goes on.
    NothingRuns,
    /// No plan waits.
    NothingWaits,
    /// Something else stands there than the page showed: another plan, outcome, run or question.
    Stale,
    /// Somebody said stop, pause or no since the plan is shown, or nobody could have: it is dropped.
    HeldBack,
    /// The program stood still since somebody looked at the robot.
    LookedBefore,
    /// It waits for somebody else.
    NotYours,
    /// Another session approved the run.
    NotYourRun,
    /// The run that this session approved goes on: it does not leave.
    DrivesRun,
    /// The driver said so much that nothing more of it can be recorded after the run.
    TooMuchUnrecorded,
    /// The run was paused after the page was shown.
    PausedSince,
    /// Another code stands at the question whether a step was done.
    OtherCode,
    /// Another desk drives: it is said there.
    Elsewhere,
    /// Another desk drove, and does not hear this page any more.
    NobodyDrives,
}

impl Hub {
    /// For a sentence, or a choice of a reading: a plan may come of it.
    pub(super) fn take_to_plan(&self, session: u32) -> Result<Held, Refused> {
        let mut floor = self.floor.lock();
        rests(&floor)?;
        let held = self.hold();
        *floor = Floor::Busy { session, control: Some(held.control.clone()) };
        drop(floor);
        self.busy(Doing::Plans);
        Ok(held)
    }

    /// For what no plan comes of.
    pub(super) fn take_rest(&self, session: u32) -> Result<(), Refused> {
        let mut floor = self.floor.lock();
        rests(&floor)?;
        *floor = Floor::Busy { session, control: None };
        drop(floor);
        self.busy(Doing::Busy);
        Ok(())
    }

    /// For an answer to the plan that waits.
    pub(super) fn take_review(&self, ticket: Uuid, seen: Digest, session: u32, words: &str) -> Result<(), Refused> {
        let answer = reply::at_review(words);
        let may_run = answer.may_approve();
        let mut floor = self.floor.lock();
        let control = match &*floor {
            Floor::Review { ticket: waits, digest, .. } if (*waits, *digest) != (ticket, seen) => {
                return Err(Refused::Stale);
            }
            Floor::Review { session: whose, .. } if *whose != session && answer != Reply::No => {
                return Err(Refused::NotYours);
            }
            Floor::Review { control, .. } => control.clone(),
            Floor::Busy { .. } | Floor::Begins { .. } => return Err(Refused::Busy),
            Floor::Rest => return Err(Refused::NothingWaits),
            Floor::Run { .. } => return Err(Refused::Running),
            Floor::Elsewhere(_) => return Err(Refused::Elsewhere),
        };
        if let Some(slept) = control.stood_still() {
            control.stop_now_because(&format!(
                "this program stood still for {} s after the plan was shown, and nobody could have said stop to it",
                slept.as_secs()
            ));
        }
        if control.is_held_back() {
            // The desk drops it.
            return Err(Refused::HeldBack);
        }
        *floor =
            if may_run { Floor::Begins { session, control } } else { Floor::Busy { session, control: Some(control) } };
        drop(floor);
        self.busy(if may_run { Doing::Begins(Vec::new()) } else { Doing::Plans });
        Ok(())
    }

    /// Takes a plan away that waits, where no answer has taken it.
    pub(super) fn take_back(&self) -> bool {
        let mut floor = self.floor.lock();
        let Floor::Review { session, .. } = *floor else { return false };
        *floor = Floor::Busy { session, control: None };
        true
    }

    /// For whoever wants to leave.
    pub(super) fn let_leave(&self, leaves: u32) -> Result<(), Refused> {
        match &*self.floor.lock() {
            Floor::Run { session, .. } | Floor::Begins { session, .. } if *session == leaves => Err(Refused::DrivesRun),
            _ => Ok(()),
        }
    }

    fn busy(&self, doing: Doing) {
        self.show(|view| {
            view.doing = doing;
            true
        });
    }
}

/// Whether anything may be asked now.
const fn rests(floor: &Floor) -> Result<(), Refused> {
    match floor {
        Floor::Rest => Ok(()),
        Floor::Busy { .. } | Floor::Begins { .. } => Err(Refused::Busy),
        Floor::Review { .. } => Err(Refused::PlanWaits),
        Floor::Run { .. } => Err(Refused::Running),
        Floor::Elsewhere(_) => Err(Refused::Elsewhere),
    }
}
