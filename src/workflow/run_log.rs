//! The events of a run on their way into the log, by a thread of their own: a log that stalls holds up nothing.

use std::{io, thread};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use uuid::Uuid;

use super::record;
use crate::{files::Writes, limits::LOG_PATIENCE, run::Event};

/// Takes one run's events; none where there is no thread for them.
pub(super) struct RunLog {
    thread: Option<(Sender<Event>, Receiver<()>)>,
    writes: Writes,
}

impl RunLog {
    /// For a run of an operator's session; `id` is that of its sentence.
    pub(super) fn start(session: Uuid, id: Uuid) -> Self {
        let (events, to_log) = unbounded();
        let (done, is_done) = bounded::<()>(0);
        let writes = Writes::default();
        let write_seen = writes.clone();
        let work = move || {
            to_log.iter().for_each(|event| write_seen.during(|| record::event(session, id, &event)));
            // Says that the last one is in the log.
            drop(done);
        };
        let spawned: io::Result<_> = thread::Builder::new().name("run log".to_owned()).spawn(work);
        if let Err(error) = &spawned {
            tracing::warn!(correlation_id = %id, %error, "the events of the run are not logged");
        }
        Self { thread: spawned.ok().map(|_| (events, is_done)), writes }
    }

    pub(super) fn note(&self, event: &Event) {
        if let Some((events, _)) = &self.thread {
            // The thread takes everything.
            let _ = events.send(event.clone());
        }
    }

    /// Waits for the last ones, but not for a log that stalls.
    pub(super) fn finish(self) {
        if let Some((events, is_done)) = self.thread {
            drop(events);
            // Disconnected when they are in the log.
            let _ = self.writes.patiently(LOG_PATIENCE, |wait| {
                (is_done.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected)).then_some(())
            });
        }
    }
}
