//! The keyboard's modes in a run: Ctrl-C is a signal, and Enter ends a line, whatever a program before this one left behind. A
//! terminal that was left raw gave Ctrl-C as a byte, which waited for a line's end. Where the display shows what is typed, keys
//! come one by one and the terminal does not echo them: a line of the display would cut the echo.

use std::io;

use rustix::termios::{InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

/// Sets the modes, and sets them back when it is dropped.
pub(super) struct Keyboard {
    before: Termios,
}

impl Keyboard {
    /// For a run at a terminal. `is_shown`: what is typed is shown by the display.
    pub(super) fn for_run(is_shown: bool) -> io::Result<Self> {
        let stdin = io::stdin();
        let before = tcgetattr(&stdin)?;
        let mut modes = before.clone();
        modes.local_modes.insert(LocalModes::ISIG);
        modes.input_modes.insert(InputModes::ICRNL);
        if is_shown {
            modes.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
            modes.special_codes[SpecialCodeIndex::VMIN] = 1;
            modes.special_codes[SpecialCodeIndex::VTIME] = 0;
        } else {
            modes.local_modes.insert(LocalModes::ICANON);
        }
        tcsetattr(&stdin, OptionalActions::Now, &modes)?;
        Ok(Self { before })
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        // A terminal that is gone has no modes.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
    }
}
