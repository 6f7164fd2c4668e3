//! What takes its time, on threads of its own: pages are drawn there, and the history and the operators are read. In: the work. Out: what came of it. The page's
//! own thread, which reads forms, waits for neither.
//!
//! Whoever waits for a thread waits as a request, so that a request that is given up leaves the queue. No kind takes the threads of
//! another.

use std::sync::Arc;

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
};

/// Threads that read the history at once.
const READERS_MAX: usize = 4;
/// Threads that draw pages at once.
pub(super) const DRAWERS_MAX: usize = 2;
/// Who may do what is read one after the other.
const JUDGES_MAX: usize = 1;
/// All.
pub(super) const THREADS_MAX: usize = READERS_MAX + DRAWERS_MAX + JUDGES_MAX;

/// The threads, as they are taken and given back.
pub(super) struct Apart {
    readers: Arc<Semaphore>,
    drawers: Arc<Semaphore>,
    judges: Arc<Semaphore>,
}

/// The right to a thread; with its end the next one begins.
pub(super) struct Seat {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Apart {
    pub(super) fn new() -> Self {
        let seats = |most| Arc::new(Semaphore::new(most));
        Self { readers: seats(READERS_MAX), drawers: seats(DRAWERS_MAX), judges: seats(JUDGES_MAX) }
    }

    /// For a reader of the history.
    pub(super) async fn reader(&self) -> Seat {
        seat(&self.readers).await
    }

    /// For whoever reads who may do what.
    pub(super) async fn judge(&self) -> Seat {
        seat(&self.judges).await
    }

    /// For a page.
    pub(super) async fn drawer(&self) -> Seat {
        seat(&self.drawers).await
    }
}

impl Seat {
    /// Does it on that thread; nothing where it broke off.
    pub(super) async fn work<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let done = spawn_blocking(move || {
            let done = work();
            drop(self);
            done
        });
        done.await.ok()
    }
}

async fn seat(seats: &Arc<Semaphore>) -> Seat {
    // Neither is ever closed.
    Seat { _permit: Arc::clone(seats).acquire_owned().await.ok() }
}

#[cfg(test)]
mod tests {
    use std::{
        future::Future,
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use super::*;

    fn poll<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    /// Downloads that were begun and given up stood in a queue without an end, and whoever read the history next waited behind them.
    #[test]
    fn whoever_gives_up_waits_no_longer() {
        let apart = Apart::new();
        let mut taken: Vec<Seat> = (0..READERS_MAX)
            .map(|_| match poll(pin!(apart.reader())) {
                Poll::Ready(seat) => seat,
                Poll::Pending => panic!("a thread is free"),
            })
            .collect();
        for _ in 0..1000 {
            assert!(poll(pin!(apart.reader())).is_pending(), "given up at once");
        }
        assert!(poll(pin!(apart.drawer())).is_ready(), "pages are drawn meanwhile");
        let mut next = pin!(apart.reader());
        assert!(poll(next.as_mut()).is_pending());
        taken.pop();
        assert!(poll(next.as_mut()).is_ready());
    }
}
