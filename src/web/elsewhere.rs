//! A desk that somebody else drives: what may be said to it from here. In: wishes, questions, what was done. Out: what is sent on. Nothing is
//! shown here.

use std::{io, sync::Arc};

use parking_lot::Mutex;
use tracing::warn;

use crate::{
    snapshot::Snapshot,
    store::PageAct,
    workflow::{Aside, Asides, AskedAside, Beside, Following, Told, Wish},
};

/// A desk that somebody else drives.
pub struct Elsewhere {
    following: Following,
    asides: Mutex<Option<(Aside, Asides)>>,
    aside: Box<MakeAside>,
}

/// What answers questions about a layout.
type MakeAside = dyn Fn(Arc<Snapshot>) -> Aside + Send + Sync;

impl std::fmt::Debug for Elsewhere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Elsewhere").field("following", &self.following).finish_non_exhaustive()
    }
}

impl Elsewhere {
    /// The desk that is followed, and what answers questions about the layout in force.
    #[must_use]
    pub fn new(following: Following, aside: impl Fn(Arc<Snapshot>) -> Aside + Send + Sync + 'static) -> Self {
        Self { following, asides: Mutex::default(), aside: Box::new(aside) }
    }

    /// What that desk tells, up to its end.
    pub(super) fn told(&self) -> io::Result<impl Iterator<Item = Told> + Send + 'static> {
        self.following.lines()
    }

    /// Sends on what leads to less motion; an error where that desk has ended.
    pub(super) fn wish(&self, wish: Wish, operator: &str) -> io::Result<()> {
        self.following.wish(wish, Beside::Page, operator)
    }

    /// Whether the line is taken for a question: one that is understood, where no other waits for its answer.
    pub(super) fn takes(&self, line: &str) -> bool {
        self.asides.lock().as_ref().is_some_and(|(aside, asides)| aside.understands(line) && asides.take(line))
    }

    /// Has that desk record what was done here.
    pub(super) fn note(&self, act: &PageAct) {
        if self.following.tell(act).is_err() {
            warn!(stage = "page", "{act:?} is not recorded: the desk that drove this cell has ended");
        }
    }

    /// Answers by this layout from now on.
    pub(super) fn answer_by(&self, snapshot: &Arc<Snapshot>, answered: impl Fn(AskedAside) + Send + 'static) {
        let aside = (self.aside)(Arc::clone(snapshot));
        *self.asides.lock() = Some((aside.clone(), Asides::start(aside, answered)));
    }
}
