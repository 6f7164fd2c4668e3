//! The keyboard's modes in a run: Ctrl-C is a signal, and Enter ends a line, whatever a program before this one left behind. A
//! terminal that was left raw gave Ctrl-C as a byte, which waited for a line's end.

use std::io;

use rustix::termios::{InputModes, LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// Sets the modes, and sets them back when it is dropped.
pub(super) struct Keyboard {
    /// As they were, where they were others.
    before: Option<Termios>,
}

impl Keyboard {
    /// For a run at a terminal.
    pub(super) fn for_run() -> io::Result<Self> {
        let stdin = io::stdin();
        let before = tcgetattr(&stdin)?;
        let mut modes = before.clone();
        modes.local_modes.insert(LocalModes::ISIG | LocalModes::ICANON);
        modes.input_modes.insert(InputModes::ICRNL);
        let is_set = (modes.local_modes, modes.input_modes) == (before.local_modes, before.input_modes);
        if is_set {
            return Ok(Self { before: None });
        }
        tcsetattr(&stdin, OptionalActions::Now, &modes)?;
        Ok(Self { before: Some(before) })
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // A terminal that is gone has no modes.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
        }
    }
}
