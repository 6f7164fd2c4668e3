//! For a command that asks nothing while a robot moves: its terminal's keys are read all the same, and a stop among them is the signal of a Ctrl-C.
//! The terminal may send none, or not for that key. In the background no key can be read, and each is the signal of a terminal that is gone.

use std::io::{self, IsTerminal};

use rustix::process::{Signal, getpid, kill_process};

use super::{
    failure::Failure,
    keyboard::Keyboard,
    listening::{Keys, TypedIn},
};

/// Reads the keys until it is dropped.
pub(super) struct Interrupts {
    keys: Option<Keys>,
    /// Set back when nobody reads any more.
    _keyboard: Keyboard,
}

impl Interrupts {
    /// None where standard input is no terminal.
    ///
    /// # Errors
    ///
    /// `unread`, where the keys cannot be read.
    pub(super) fn at_terminal(unread: &'static str) -> Result<Option<Self>, Failure> {
        if !io::stdin().is_terminal() {
            return Ok(None);
        }
        let keyboard =
            Keyboard::for_run(false).map_err(|error| Failure::internal(format_args!("{unread}: {error}")))?;
        let keys = Keys::listen(|said| {
            let signal = match said {
                TypedIn::StopKey { .. } => Signal::INT,
                TypedIn::Gone(_) => Signal::HUP,
                TypedIn::Line(_) | TypedIn::TooLong(_) | TypedIn::Begun(_) => return,
            };
            // A process may always send itself a signal.
            let _ = kill_process(getpid(), signal);
        });
        let keys = keys.ok_or_else(|| Failure::internal(unread))?;
        Ok(Some(Self { keys: Some(keys), _keyboard: keyboard }))
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        self.keys.take().into_iter().for_each(|keys| drop(keys.off()));
    }
}
