//! What the page's thread and the desk's thread share. In: what each of them does. Out: what the other sees. Nobody holds a lock of
//! it while waiting for anything, so that neither can hold up the other.

use std::{
    collections::HashMap,
    future::{Future, poll_fn},
    path::PathBuf,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    time::Instant,
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
    apart::Apart,
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
    run::{Control, Since},
    store::{PageAct, PageActKind},
    workflow::{Asides, Begun, Followers},
};

/// Says something where the program was started. It must not wait.
pub type Tell = Box<dyn Fn(&str) + Send + Sync>;

/// What both threads share.
pub(super) struct Hub {
    pub(super) guard: Guard,
    pub(super) people: Mutex<People>,
    /// Held by whoever reads from the disk who that is.
    pub(super) looking: Mutex<()>,
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
    /// Where pages are drawn and the history is read.
    pub(super) apart: Apart,
    view: watch::Sender<Arc<View>>,
    asks: Sender<Ask>,
    is_gone: AtomicBool,
    /// How many acts of each session wait to be recorded, and how many of those who have none: nobody takes another's room.
    notes: Mutex<HashMap<Option<u32>, usize>>,
    /// Consoles and pages beside, which may stop what comes of what is asked here.
    followers: Option<Followers>,
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
    /// The desk works on something for this session. Where a plan may come of it, whoever says stop to this control drops that plan.
    Busy {
        session: u32,
        control: Option<Control>,
    },
    /// An approval is looked at. A stop reaches the run that may come of it.
    Begins {
        session: u32,
        control: Control,
    },
    /// A plan waits for an answer that names all of this. The run that may come of it is controlled by this already: a stop counts from
    /// before the plan was shown on, and drops the plan.
    Review {
        ticket: Uuid,
        digest: Digest,
        session: u32,
        control: Control,
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

/// Who drives the cell.
pub(super) enum Drives {
    /// The desk of this page, and who may follow it.
    Here(Option<Followers>),
    /// Another desk.
    Elsewhere(Arc<Elsewhere>),
}

/// The control of what is looked at or waits, a sentence or a plan: a stop that is said meanwhile reaches it. After an approval it is the
/// run's. Until `beside` is dropped, or something else is held, those who follow reach it, too.
pub(super) struct Held {
    pub(super) control: Control,
    pub(super) beside: Option<Begun>,
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
        held: Held,
        who: Who,
        done: oneshot::Sender<()>,
    },
    Choose {
        ticket: Uuid,
        number: usize,
        held: Held,
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
    /// A person's word for where the robot is. It does not count where the program stood still since they looked.
    Place {
        place: Place,
        reason: String,
        /// When the form for it was shown.
        shown: Since,
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
    /// `drives` is the desk that drives, where that is another one. What may be asked and what is shown agree from the first request on.
    pub(super) fn new(
        guard: Guard,
        people: People,
        folder: PathBuf,
        mut view: View,
        (asks, tell): (Sender<Ask>, Tell),
        drives: Drives,
    ) -> Self {
        let (floor, followers) = match drives {
            Drives::Here(followers) => (Floor::Rest, followers),
            Drives::Elsewhere(elsewhere) => (Floor::Elsewhere(elsewhere), None),
        };
        view.doing = match &floor {
            Floor::Elsewhere(_) => Doing::Elsewhere(Arc::default()),
            _ => Doing::Rest,
        };
        Self {
            guard,
            people: Mutex::new(people),
            looking: Mutex::default(),
            tries: Mutex::default(),
            pins: Pins::start(),
            sessions: Mutex::new(Sessions::new()),
            floor: Mutex::new(floor),
            picture: Mutex::new(None),
            drawing: Mutex::default(),
            completions: Mutex::default(),
            folder,
            tell,
            apart: Apart::new(),
            view: watch::Sender::new(Arc::new(view)),
            asks,
            is_gone: AtomicBool::new(false),
            notes: Mutex::default(),
            followers,
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

    /// Sets what may be asked, and shows what goes on. No run does.
    pub(super) fn take(&self, floor: Floor, doing: Doing) {
        *self.floor.lock() = floor;
        self.sessions.lock().drive(None, Instant::now());
        self.show(|view| {
            view.doing = doing;
            true
        });
    }

    /// A run begins that was approved. What was said to it so far is shown with it.
    pub(super) fn begin(&self, floor: Floor, mut running: Running, control: &Control) {
        self.sessions.lock().drive(Some(running.session), Instant::now());
        let mut taken = self.floor.lock();
        *taken = floor;
        if control.is_paused() {
            running.paused(control.last_pause());
        }
        self.show(|view| {
            if let Doing::Begins(said) = &view.doing {
                running.lines.clone_from(said);
            }
            view.doing = Doing::Run(Arc::new(running));
            true
        });
    }

    /// Asks the desk. The floor was taken before, so that it is free to hear.
    pub(super) fn ask(&self, ask: Ask) -> bool {
        self.asks.send(ask).is_ok()
    }

    /// A control for what may come of something that is asked now. Whoever follows may stop it from now on.
    pub(super) fn hold(&self) -> Held {
        let control = Control::new();
        let beside = self.followers.as_ref().and_then(|followers| followers.hold(&control));
        Held { control, beside }
    }

    /// Whether one more act may wait to be recorded, of a session or of somebody without one.
    pub(super) fn has_room_for_note(&self, session: Option<u32>, most: usize) -> bool {
        self.notes.lock().get(&session).is_none_or(|waiting| *waiting < most)
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
        let act = done(act, visitor, operator, words);
        self.count_note(act.session);
        self.ask(Ask::Note(act));
    }

    fn count_note(&self, session: Option<u32>) {
        *self.notes.lock().entry(session).or_default() += 1;
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
        self.count_note(act.session);
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

    /// This one is recorded, as far as it can be.
    pub(super) fn noted(&self, act: &PageAct) {
        let mut notes = self.notes.lock();
        if let Some(waiting) = notes.get_mut(&act.session) {
            *waiting -= 1;
            if *waiting == 0 {
                notes.remove(&act.session);
            }
        }
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
