//! Lines that a thread of its own writes: a disk that stalls holds up nobody.
//!
//! In: whole lines, from any thread. Out: the same lines, in order, to whatever writes them.
//!
//! 1. Whoever gives a line does not wait. What does not fit into the queue any more is lost, and counted.
//! 2. Whoever writes is told with each line how many were lost before it.
//! 3. The thread is joined by nobody: a write that hangs hangs alone.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use crossbeam_channel::{Receiver, RecvTimeoutError, SendTimeoutError, Sender, bounded};

use super::Writes;
use crate::limits::LOG_LINES_WAITING_MAX;

/// Takes lines to be written.
#[derive(Debug)]
pub struct Appender {
    lines: Sender<Message>,
    lost: Arc<AtomicU64>,
    writes: Writes,
    /// It was waited for in vain once, and is not again.
    is_stalled: AtomicBool,
}

#[derive(Debug)]
enum Message {
    Line(Vec<u8>),
    /// Dropped when everything before it was written.
    Mark(Sender<()>),
}

impl Appender {
    /// Has `write` write each line; its second argument is how many were lost before that line.
    ///
    /// # Errors
    ///
    /// There is no thread for it.
    pub fn start(name: &str, mut write: impl FnMut(&[u8], u64) + Send + 'static) -> io::Result<Self> {
        let (lines, waiting): (Sender<Message>, Receiver<Message>) = bounded(LOG_LINES_WAITING_MAX);
        let lost = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&lost);
        let writes = Writes::default();
        let write_seen = writes.clone();
        let work = move || {
            for message in waiting {
                match message {
                    Message::Line(line) => {
                        write_seen.during(|| write(&line, count.swap(0, Ordering::Relaxed)));
                    }
                    Message::Mark(mark) => drop(mark),
                }
            }
        };
        thread::Builder::new().name(name.to_owned()).spawn(work)?;
        Ok(Self { lines, lost, writes, is_stalled: AtomicBool::new(false) })
    }

    /// Gives a line. It is written, or lost.
    pub fn give(&self, line: Vec<u8>) {
        if self.lines.try_send(Message::Line(line)).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until everything that was given is written, and says how many lines were not. A write that hangs for all of
    /// `patience` is not waited for.
    pub fn settle(&self, patience: Duration) -> u64 {
        let patience = if self.is_stalled.load(Ordering::Relaxed) { Duration::ZERO } else { patience };
        let (mark, written) = bounded(0);
        let given = self.give_mark(mark, patience);
        let is_written = given
            && self.writes.patiently(patience, |wait| {
                (written.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected)).then_some(())
            }) == Some(());
        self.is_stalled.store(!is_written, Ordering::Relaxed);
        let lost = self.lost.load(Ordering::Relaxed);
        // The mark is one of those that wait.
        let waiting = self.lines.len().saturating_sub(usize::from(given)) as u64;
        // The line that the writer is at.
        if is_written { lost } else { lost + waiting + 1 }
    }

    /// Puts a mark behind the lines that wait; whether there was room for it.
    fn give_mark(&self, mark: Sender<()>, patience: Duration) -> bool {
        let mut mark = Some(Message::Mark(mark));
        let given = self.writes.patiently(patience, |wait| {
            let sent = mark.take().map(|message| self.lines.send_timeout(message, wait));
            match sent {
                Some(Err(SendTimeoutError::Timeout(message))) => {
                    mark = Some(message);
                    None
                }
                Some(Ok(())) => Some(true),
                Some(Err(SendTimeoutError::Disconnected(_))) | None => Some(false),
            }
        });
        given == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    #[test]
    fn lines_are_written_in_order() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&written);
        let appender = Appender::start("test", move |line, lost| kept.lock().push((line.to_vec(), lost))).unwrap();
        (0..100).for_each(|number| appender.give(vec![number]));
        assert_eq!(appender.settle(PATIENCE), 0);
        assert_eq!(*written.lock(), (0..100).map(|number| (vec![number], 0)).collect::<Vec<_>>());
    }

    /// A log on a share that hung held up its run, and then the program's end.
    #[test]
    fn a_writer_that_hangs_holds_up_nobody_and_what_is_lost_is_counted() {
        let (begun, has_begun) = bounded::<()>(1);
        let (free, is_free) = bounded::<()>(0);
        let (told, losses) = bounded(LOG_LINES_WAITING_MAX * 2);
        let write = move |_: &[u8], lost: u64| {
            let _first = begun.try_send(());
            let _held = is_free.recv();
            told.send(lost).unwrap();
        };
        let appender = Appender::start("test", write).unwrap();
        appender.give(Vec::new());
        has_begun.recv().unwrap();
        (0..LOG_LINES_WAITING_MAX + 7).for_each(|_| appender.give(Vec::new()));
        assert_eq!(appender.settle(Duration::ZERO), LOG_LINES_WAITING_MAX as u64 + 8);
        drop(free);
        assert_eq!(losses.iter().take(2).collect::<Vec<_>>(), [0, 7]);
        appender.is_stalled.store(false, Ordering::Relaxed);
        assert_eq!(appender.settle(PATIENCE), 0);
    }
}
