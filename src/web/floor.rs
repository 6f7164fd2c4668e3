//! Who may ask the desk for something now. In: what is wanted, and what the page showed that it is wanted from. Out: the floor, taken; or why
//! not. What is refused here has reached nobody.
//!
//! 1. An answer names the proposal, the digest that its page showed, and comes from the session that said the sentence; a plain no
//!    may come from any session.
//! 2. Whatever is taken is gone at once: the same form sent twice is refused the second time.

use uuid::Uuid;

use super::{
    board::Doing,
    hub::{Floor, Hub},
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
    /// Another plan waits than the page showed, or it was another outcome.
    Stale,
    /// It waits for somebody else.
    NotYours,
    /// Another desk drives: it is said there.
    Elsewhere,
    /// Another desk drove, and does not hear this page any more.
    NobodyDrives,
}

impl Hub {
    /// For a sentence, or a choice of a reading.
    pub(super) fn take_rest(&self) -> Result<(), Refused> {
        let mut floor = self.floor.lock();
        match &*floor {
            Floor::Rest => *floor = Floor::Busy,
            Floor::Busy => return Err(Refused::Busy),
            Floor::Review { .. } => return Err(Refused::PlanWaits),
            Floor::Run { .. } => return Err(Refused::Running),
            Floor::Elsewhere(_) => return Err(Refused::Elsewhere),
        }
        drop(floor);
        self.busy();
        Ok(())
    }

    /// For an answer to the plan that waits.
    pub(super) fn take_review(&self, ticket: Uuid, seen: Digest, session: u32, words: &str) -> Result<(), Refused> {
        let mut floor = self.floor.lock();
        match &*floor {
            Floor::Review { ticket: waits, digest, .. } if (*waits, *digest) != (ticket, seen) => {
                return Err(Refused::Stale);
            }
            Floor::Review { session: whose, .. } if *whose != session && reply::at_review(words) != Reply::No => {
                return Err(Refused::NotYours);
            }
            Floor::Review { .. } => *floor = Floor::Busy,
            Floor::Busy => return Err(Refused::Busy),
            Floor::Rest => return Err(Refused::NothingWaits),
            Floor::Run { .. } => return Err(Refused::Running),
            Floor::Elsewhere(_) => return Err(Refused::Elsewhere),
        }
        drop(floor);
        self.busy();
        Ok(())
    }

    fn busy(&self) {
        self.show(|view| {
            view.doing = Doing::Busy;
            true
        });
    }
}
