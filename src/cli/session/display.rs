//! What is shown while a run goes on, by a thread of its own: a display that stalls holds up nothing.
//!
//! In: lines, from any thread; events; what is being typed. Out: the lines on stderr, or, where they cannot be written fast
//! enough, how many were not shown. Below them, at a terminal, how the run stands and what is typed ([`Screen`]). Where nobody
//! can see them at all, the robot is halted.

use std::{
    io,
    sync::{
        Arc, Weak,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use crossbeam_channel::{Receiver, RecvTimeoutError, SendTimeoutError, Sender, bounded};
use parking_lot::Mutex;

use super::{screen::Screen, status::Status, told};
use crate::{
    cli::listening::{Answerable, AtTerminal},
    files::Writes,
    run::{Control, Event, OthersWish},
};

/// Lines that wait to be shown: more than a screenful says nothing to anybody.
const LINES_MAX: usize = 256;
/// How long a write of the last lines may hang before the end of a run waits for them no more.
const LAST_LINES_LIMIT: Duration = Duration::from_secs(2);
/// How often the line that stays is drawn anew: it counts seconds.
const DRAWN_EVERY: Duration = Duration::from_secs(1);

/// Shows the lines of one run.
pub(super) struct Display {
    lines: Lines,
    /// Closed by the thread when the last line is out.
    is_done: Receiver<()>,
}

/// Takes what is to be shown; never waits.
#[derive(Clone)]
pub(super) struct Lines {
    shows: Sender<Show>,
    shared: Arc<Shared>,
}

enum Show {
    Line(String),
    /// A question whether a step may be sent, and what names it.
    Question(String, u32),
    /// That a pause stands, and its number.
    Pause(String, u32),
    /// What stays has changed.
    Foot,
    /// Nothing more comes.
    End,
}

/// What the threads around the display have in common. Nobody writes to a stream while it is locked.
struct Shared {
    lost: AtomicU64,
    status: Mutex<Status>,
    typed: Mutex<String>,
    /// Where what is shown is answered, if anybody can answer it.
    answered_by: Mutex<Weak<Mutex<AtTerminal>>>,
    writes: Writes,
}

impl Lines {
    pub(super) fn show(&self, line: impl Into<String>) {
        self.send(Show::Line(line.into()));
    }

    /// Asks whether a step may be sent.
    pub(super) fn ask(&self, question: impl Into<String>, name: u32) {
        self.send(Show::Question(question.into(), name));
    }

    /// Says that a pause stands.
    pub(super) fn paused(&self, words: impl Into<String>, number: u32) {
        self.send(Show::Pause(words.into(), number));
    }

    /// What is being typed.
    pub(super) fn typed(&self, typed: &str) {
        typed.clone_into(&mut self.shared.typed.lock());
        // Full: whatever else is shown shows it.
        let _ = self.shows.try_send(Show::Foot);
    }

    /// Where questions and pauses are answered from now on.
    pub(super) fn answered_by(&self, listening: Weak<Mutex<AtTerminal>>) {
        *self.shared.answered_by.lock() = listening;
    }

    /// How the run stands, in words.
    pub(super) fn stands(&self) -> String {
        self.shared.status.lock().line()
    }

    fn send(&self, show: Show) {
        if self.shows.try_send(show).is_err() {
            self.shared.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Display {
    pub(super) fn start(control: &Control, screen: Screen, status: Status) -> Self {
        let (shows, waiting) = bounded(LINES_MAX);
        let (done, is_done) = bounded(0);
        let shared = Arc::new(Shared {
            lost: AtomicU64::new(0),
            status: Mutex::new(status),
            typed: Mutex::default(),
            answered_by: Mutex::default(),
            writes: Writes::default(),
        });
        let print = {
            let (shared, control) = (Arc::clone(&shared), control.clone());
            move || {
                // Dropped with this thread, which says that the last line is out.
                let _done: Sender<()> = done;
                if show_all(&waiting, &shared, screen).is_err() {
                    control.stop_now_because("nobody can see the display any more");
                }
            }
        };
        if let Err(error) = thread::Builder::new().name("display".to_owned()).spawn(print) {
            // Nothing moves that nobody can see.
            control.stop_now_because(&format!("there is no thread for the display: {error}"));
        }
        Self { lines: Lines { shows, shared }, is_done }
    }

    /// Shows what an event says.
    pub(super) fn heed(&self, event: &Event) {
        self.lines.shared.status.lock().heed(event);
        let Some(line) = told::progress(event) else { return };
        match event {
            Event::StepAsked { question, .. } => self.lines.ask(line, *question),
            Event::Beside(OthersWish { pause: Some(number), .. }) => self.lines.paused(line, *number),
            _ => self.lines.show(line),
        }
    }

    /// For other threads.
    pub(super) fn lines(&self) -> Lines {
        self.lines.clone()
    }

    /// Waits for the last lines, but not for a display that stalls.
    pub(super) fn finish(self) {
        let Self { lines: Lines { shows, shared }, is_done } = self;
        let writes = &shared.writes;
        let sent = writes.patiently(LAST_LINES_LIMIT, |wait| match shows.send_timeout(Show::End, wait) {
            Err(SendTimeoutError::Timeout(_)) => None,
            Ok(()) | Err(SendTimeoutError::Disconnected(_)) => Some(()),
        });
        if sent.is_some() {
            // Disconnected when they are out.
            let _ = writes.patiently(LAST_LINES_LIMIT, |wait| {
                (is_done.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected)).then_some(())
            });
        }
    }
}

impl Shared {
    /// What stands on the screen now may be answered by what is typed from now on.
    fn may_be_answered(&self, shown: impl FnOnce(&mut Answerable)) {
        let listening = self.answered_by.lock().upgrade();
        if let Some(listening) = listening {
            listening.lock().show(shown);
        }
    }
}

fn show_all(shows: &Receiver<Show>, shared: &Shared, mut screen: Screen) -> io::Result<()> {
    loop {
        let next = match screen.is_live() {
            true => shows.recv_timeout(DRAWN_EVERY),
            false => shows.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match next {
            Ok(Show::End) | Err(RecvTimeoutError::Disconnected) => return shared.writes.during(|| screen.clear()),
            Ok(show) => shared.writes.during(|| put(show, shared, &mut screen))?,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if screen.is_live() && shows.is_empty() {
            let (stands, typed) = (shared.status.lock().line(), shared.typed.lock().clone());
            shared.writes.during(|| screen.draw(&stands, &typed))?;
        }
    }
}

fn put(show: Show, shared: &Shared, screen: &mut Screen) -> io::Result<()> {
    match shared.lost.swap(0, Ordering::Relaxed) {
        0 => {}
        1 => screen.say("(1 line was not shown)")?,
        lost => screen.say(&format!("({lost} lines were not shown)"))?,
    }
    match show {
        Show::Line(line) => screen.say(&line),
        Show::Question(question, name) => {
            screen.say(&question)?;
            shared.may_be_answered(|shown| shown.question = name);
            Ok(())
        }
        Show::Pause(words, number) => {
            screen.say(&words)?;
            shared.may_be_answered(|shown| shown.pause = number);
            Ok(())
        }
        Show::Foot | Show::End => Ok(()),
    }
}
