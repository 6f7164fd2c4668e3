//! What is shown while a run goes on, by a thread of its own: a display that stalls holds up nothing.
//!
//! In: lines, from any thread. Out: the same lines on stderr, or, where they cannot be written fast enough, how many were
//! not shown. Where nobody can see them at all, the robot is halted.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::{cli::printer, run::Control};

/// Lines that wait to be shown: more than a screenful says nothing to anybody.
const LINES_MAX: usize = 256;
/// How long the end of a run waits for the last lines.
const LAST_LINES_LIMIT: Duration = Duration::from_secs(2);

/// Shows the lines of one run.
pub(super) struct Display {
    lines: Lines,
    /// Closed by the thread when the last line is out.
    is_done: Receiver<()>,
}

/// Takes lines to be shown; never waits.
#[derive(Clone)]
pub(super) struct Lines {
    lines: Sender<String>,
    lost: Arc<AtomicU64>,
}

impl Lines {
    pub(super) fn show(&self, line: impl Into<String>) {
        if self.lines.try_send(line.into()).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Display {
    pub(super) fn start(control: &Control) -> Self {
        let (lines, waiting) = bounded(LINES_MAX);
        let (done, is_done) = bounded(0);
        let lost = Arc::new(AtomicU64::new(0));
        let print = {
            let (lost, control) = (Arc::clone(&lost), control.clone());
            move || {
                // Dropped with this thread, which says that the last line is out.
                let _done: Sender<()> = done;
                print(&waiting, &lost, &control);
            }
        };
        if let Err(error) = thread::Builder::new().name("display".to_owned()).spawn(print) {
            // Nothing moves that nobody can see.
            control.stop_now_because(&format!("there is no thread for the display: {error}"));
        }
        Self { lines: Lines { lines, lost }, is_done }
    }

    pub(super) fn show(&self, line: impl Into<String>) {
        self.lines.show(line);
    }

    /// For other threads.
    pub(super) fn lines(&self) -> Lines {
        self.lines.clone()
    }

    /// Waits for the last lines, but not for a display that stalls.
    pub(super) fn finish(self) {
        let Self { lines, is_done } = self;
        drop(lines);
        // Disconnected when they are out; late where the display stalls.
        let _ = is_done.recv_timeout(LAST_LINES_LIMIT);
    }
}

fn print(lines: &Receiver<String>, lost: &AtomicU64, control: &Control) {
    for line in lines {
        let lost = match lost.swap(0, Ordering::Relaxed) {
            0 => Ok(()),
            1 => printer::say("(1 line was not shown)"),
            lost => printer::say(format_args!("({lost} lines were not shown)")),
        };
        if lost.and_then(|()| printer::say(line)).is_err() {
            control.stop_now_because("nobody can see the display any more");
            return;
        }
    }
}
