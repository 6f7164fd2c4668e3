//! What the page's thread and the desk's thread share. In: what each of them does. Out: what the other sees. Nobody holds a lock of
//! it while waiting for anything, so that neither can hold up the other.

use std::{
    future::{Future, poll_fn},
    path::PathBuf,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    task::Poll,
};

use crossbeam_channel::Sender;
use jiff::Timestamp;
use parking_lot::Mutex;
use tokio::{
    sync::{oneshot, watch},
    time::timeout,
};
use uuid::Uuid;

use super::{
    arrangement::{Arrangement, Kept},
    board::{Doing, Running, View},
    elsewhere::Elsewhere,
    guard::Guard,
    operators::Operators,
    people::People,
    pins::Pins,
    sessions::{Sessions, Visitor},
    tries::Tries,
};
use crate::{
    language::Completions,
    limits::WEB_ENTRY_LIMIT,
    picture::{
        arranged::{Spot, Spots},
        svg::Laid,
    },
    review::{Digest, Place},
    run::Control,
    store::{PageAct, PageActKind},
    workflow::Asides,
};

/// Says something where the program was started. It must not wait.
pub type Tell = Box<dyn Fn(&str) + Send + Sync>;

/// What both threads share.
pub(super) struct Hub {
    pub(super) guard: Guard,
    pub(super) people: Mutex<People>,
    pub(super) tries: Mutex<Tries>,
    pub(super) pins: Pins,
    pub(super) sessions: Mutex<Sessions>,
    pub(super) floor: Mutex<Floor>,
    pub(super) picture: Mutex<Option<Picture>>,
    /// Held by the one that draws.
    pub(super) drawing: Mutex<Drawing>,
    completions: Mutex<Arc<Completions>>,
    /// The cell's data, to be read.
    pub(super) folder: PathBuf,
    pub(super) tell: Tell,
    view: watch::Sender<Arc<View>>,
    asks: Sender<Ask>,
    is_gone: AtomicBool,
    /// Acts that wait to be recorded.
    notes: AtomicUsize,
}

/// What was drawn so far.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    /// How many layouts were to be drawn.
    pub(super) layouts: u32,
    /// How often the picture was arranged or put back.
    pub(super) arranged: u32,
}

/// The cell's picture, of which layout it is, and how it came to be so.
#[derive(Clone)]
pub(super) struct Picture {
    pub(super) of: [u8; 32],
    pub(super) svg: Arc<str>,
    /// The automatic one.
    pub(super) laid: Arc<Laid>,
    pub(super) spots: Arc<Spots<Spot>>,
    pub(super) kept: Arc<Kept>,
    /// How often the picture was arranged or put back by now.
    pub(super) number: u32,
}

impl Picture {
    /// Names it, so that a form counts for what its page showed: what was put back is not what was never arranged.
    pub(super) fn name(&self) -> String {
        format!("{}-{}", self.kept.name(), self.number)
    }
}

/// What may be asked of the desk now. Whoever takes the floor from `Rest` or `Review` has set it to `Busy` before the desk hears of it,
/// so that nothing is asked twice, and nothing waits in a queue until it means something else.
pub(super) enum Floor {
    Rest,
    Busy,
    /// A plan waits for an answer that names all of this.
    Review {
        ticket: Uuid,
        digest: Digest,
        session: u32,
    },
    /// A run goes on, and is controlled by this; its session alone may let it go on.
    Run {
        run: Uuid,
        session: u32,
        control: Control,
        asides: Asides,
    },
    /// Another desk drives.
    Elsewhere(Arc<Elsewhere>),
}

/// Who asks.
#[derive(Clone, Debug)]
pub(super) struct Who {
    pub(super) session: u32,
    pub(super) operator: String,
}

/// What the desk is asked. `done` hears when it has been dealt with.
pub(super) enum Ask {
    Say {
        sentence: String,
        who: Who,
        done: oneshot::Sender<()>,
    },
    Choose {
        ticket: Uuid,
        number: usize,
        who: Who,
        done: oneshot::Sender<()>,
    },
    /// An answer to the plan that waits. `digest` is what the page showed that the answer came from.
    Answer {
        words: String,
        digest: Digest,
        who: Who,
        done: oneshot::Sender<()>,
    },
    /// A person's word for where the robot is.
    Place {
        place: Place,
        reason: String,
        who: Who,
        done: oneshot::Sender<()>,
    },
    /// An arrangement of the picture, instead of what has this name; none is the automatic picture. The act is recorded where it is done.
    Arrange {
        arrangement: Option<Box<Arrangement>>,
        instead_of: String,
        act: PageAct,
        done: oneshot::Sender<()>,
    },
    /// Whether the layout with this hash, which the page showed, is to be taken up.
    Layout {
        shown: [u8; 32],
        taken_up: bool,
        who: Who,
        done: oneshot::Sender<()>,
    },
    /// What somebody did, to be recorded when there is time for it.
    Note(PageAct),
    /// Somebody has entered. Where that cannot be recorded, the session ends, and `recorded` hears why.
    Enter {
        act: PageAct,
        session: u32,
        recorded: oneshot::Sender<Result<(), String>>,
    },
    /// Others may enter than before, or may do other things.
    Operators(Arc<Operators>),
    /// The page is over.
    End,
}

impl Hub {
    pub(super) fn new(
        guard: Guard,
        people: People,
        folder: PathBuf,
        view: View,
        asks: Sender<Ask>,
        tell: Tell,
    ) -> Self {
        Self {
            guard,
            people: Mutex::new(people),
            tries: Mutex::default(),
            pins: Pins::start(),
            sessions: Mutex::new(Sessions::new()),
            floor: Mutex::new(Floor::Rest),
            picture: Mutex::new(None),
            drawing: Mutex::default(),
            completions: Mutex::default(),
            folder,
            tell,
            view: watch::Sender::new(Arc::new(view)),
            asks,
            is_gone: AtomicBool::new(false),
            notes: AtomicUsize::new(0),
        }
    }

    /// What there is to see now.
    pub(super) fn view(&self) -> Arc<View> {
        Arc::clone(&self.view.borrow())
    }

    /// What hears of each change; of several at once it hears of the last.
    pub(super) fn news(&self) -> watch::Receiver<Arc<View>> {
        self.view.subscribe()
    }

    /// Shows something else. `change` says whether a page has other things on it from then on, and not only another status line.
    pub(super) fn show(&self, change: impl FnOnce(&mut View) -> bool) {
        self.view.send_modify(|shown| {
            let mut view = View::clone(shown);
            view.page += u64::from(change(&mut view));
            *shown = Arc::new(view);
        });
    }

    /// The same about the run that goes on, if one does.
    pub(super) fn run(&self, change: impl FnOnce(&mut Running) -> bool) {
        self.show(|view| {
            let Doing::Run(run) = &mut view.doing else { return false };
            change(Arc::make_mut(run))
        });
    }

    /// Sets what may be asked, and shows what goes on.
    pub(super) fn take(&self, floor: Floor, doing: Doing) {
        *self.floor.lock() = floor;
        self.show(|view| {
            view.doing = doing;
            true
        });
    }

    /// Asks the desk. The floor was taken before, so that it is free to hear.
    pub(super) fn ask(&self, ask: Ask) -> bool {
        self.asks.send(ask).is_ok()
    }

    /// Whether fewer acts than that wait to be recorded.
    pub(super) fn has_room_for_notes(&self, most: usize) -> bool {
        self.notes.load(Ordering::SeqCst) < most
    }

    /// The desk that drives, where that is another one.
    pub(super) fn elsewhere(&self) -> Option<Arc<Elsewhere>> {
        match &*self.floor.lock() {
            Floor::Elsewhere(elsewhere) => Some(Arc::clone(elsewhere)),
            _ => None,
        }
    }

    /// What lines may be completed with.
    pub(super) fn completions(&self) -> Arc<Completions> {
        Arc::clone(&self.completions.lock())
    }

    /// Lines are completed with these from now on.
    pub(super) fn know(&self, completions: Completions) {
        *self.completions.lock() = Arc::new(completions);
    }

    /// Has an act recorded when the desk has time for it, which waits for nobody.
    pub(super) fn note(&self, act: PageActKind, visitor: Option<&Visitor>, operator: &str, words: &str) {
        self.notes.fetch_add(1, Ordering::SeqCst);
        self.ask(Ask::Note(done(act, visitor, operator, words)));
    }

    /// Has it recorded that somebody entered. Nobody stays whose entry cannot be recorded, for nothing that they do could be.
    ///
    /// # Errors
    ///
    /// Why it cannot be recorded; the session has ended. During a run nobody waits who may have come to stop it: it is recorded afterwards,
    /// and the session ends then.
    pub(super) async fn record_entry(&self, visitor: &Visitor) -> Result<(), String> {
        let (recorded, is_recorded) = oneshot::channel();
        let act = done(PageActKind::Entered, Some(visitor), &visitor.operator, "");
        self.notes.fetch_add(1, Ordering::SeqCst);
        let mut news = self.news();
        self.ask(Ask::Enter { act, session: visitor.session, recorded });
        // A run may begin meanwhile.
        let mut is_run = pin!(news.wait_for(|view| matches!(view.doing, Doing::Run(_) | Doing::Elsewhere(_))));
        let mut is_recorded = pin!(is_recorded);
        let either = poll_fn(|context| match is_recorded.as_mut().poll(context) {
            // Without an answer the desk has ended: then it does nothing for anybody.
            Poll::Ready(recorded) => Poll::Ready(recorded.unwrap_or(Ok(()))),
            Poll::Pending => is_run.as_mut().poll(context).map(|_| Ok(())),
        });
        // A desk that is busy for so long records it afterwards.
        timeout(WEB_ENTRY_LIMIT, either).await.unwrap_or(Ok(()))
    }

    /// One of them is recorded.
    pub(super) fn noted(&self) {
        self.notes.fetch_sub(1, Ordering::SeqCst);
    }

    /// What opens the next session.
    pub(super) fn tell_entrance(&self) {
        let page = self.guard.page();
        match &*self.people.lock() {
            People::Codes => {
                let code = self.sessions.lock().code().to_owned();
                (self.tell)(&format!("to open the page once: {page}/enter?code={code}"));
            }
            People::Operators(_) | People::Unreadable => {
                (self.tell)(&format!("the page is at {page}: operators open it with their PINs"));
            }
        }
    }

    /// The page is over: nobody could stop a run by it any more.
    pub(super) fn go(&self) {
        self.is_gone.store(true, Ordering::SeqCst);
        if let Floor::Run { control, .. } = &*self.floor.lock() {
            control.stop_now_because("the page has ended: nobody could see the run, or stop it");
        }
        let _ = self.asks.send(Ask::End);
    }

    pub(super) fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::SeqCst)
    }
}

/// What somebody does now.
pub(super) fn done(act: PageActKind, visitor: Option<&Visitor>, operator: &str, words: &str) -> PageAct {
    let (session, role) = (visitor.map(|visitor| visitor.session), visitor.map(|visitor| visitor.role));
    let role = role.map(|role| role.word().to_owned());
    PageAct { act, session, operator: operator.to_owned(), role, words: words.to_owned(), done_at: Timestamp::now() }
}
