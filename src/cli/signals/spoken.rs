//! Ctrl-C at a question: what becomes of the question is said before the program ends.

use std::{
    io,
    sync::atomic::Ordering,
    thread::{self, JoinHandle},
};

use signal_hook::{
    consts::SIGINT,
    iterator::{Handle, Signals},
    low_level::emulate_default_handler,
};

use super::{defaults, let_go};
use crate::cli::printer::talk;

/// While it is held, Ctrl-C says something before it ends the program.
pub(in crate::cli) struct Spoken(Option<(Handle, JoinHandle<()>)>);

impl Spoken {
    /// Where it cannot be caught, Ctrl-C ends the program without a word.
    pub(in crate::cli) fn before_the_end(words: &'static str) -> Self {
        let caught = || -> io::Result<_> {
            let defaults = defaults()?;
            let mut signals = Signals::new([SIGINT])?;
            let handle = signals.handle();
            let work = move || {
                for signal in signals.forever() {
                    // Behind the "^C" that the terminal shows.
                    talk(format_args!("\n{words}"));
                    // It does not come back, but for a signal that ends nothing.
                    let _ = emulate_default_handler(signal);
                }
            };
            let thread = thread::Builder::new().name("interrupts".to_owned()).spawn(work)?;
            defaults.interrupt.store(false, Ordering::SeqCst);
            Ok((handle, thread))
        };
        Self(caught().ok())
    }
}

impl Drop for Spoken {
    fn drop(&mut self) {
        let Some((handle, thread)) = self.0.take() else { return };
        let_go();
        handle.close();
        let _ = thread.join();
    }
}
