//! Signals during a run or a trial, each heard by a thread of its own.

use std::{
    io,
    thread::{self, JoinHandle},
};

use signal_hook::iterator::Handle;

use super::{Background, let_go, take};

/// Signals are wishes as long as this is held; a thread hears them.
pub(in crate::cli) struct Watch {
    handle: Handle,
    thread: JoinHandle<()>,
}

impl Watch {
    /// Has every signal from now on heard.
    ///
    /// # Errors
    ///
    /// Signals cannot be caught, or there is no thread to hear them.
    pub(in crate::cli) fn on(heard: impl Fn(i32) + Send + 'static) -> io::Result<Self> {
        let mut signals = take()?;
        let handle = signals.handle();
        let work = move || {
            Background::take();
            signals.forever().for_each(heard);
        };
        let thread = thread::Builder::new().name("signals".to_owned()).spawn(work)?;
        Ok(Self { handle, thread })
    }

    /// From now on signals do what they do by default.
    pub(in crate::cli) fn off(self) {
        let_go();
        self.handle.close();
        // The thread returns nothing, and the run is over. A panic of the thread was printed when it happened.
        let _ = self.thread.join();
    }
}
