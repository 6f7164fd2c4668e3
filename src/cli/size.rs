//! How large a terminal is. In: a stream. Out: its columns and rows; none where it is no terminal, or does not say.

use std::{io::IsTerminal, os::fd::AsFd};

use rustix::termios::tcgetwinsize;

/// The size of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

pub(super) fn of(stream: impl AsFd + IsTerminal) -> Option<Size> {
    if !stream.is_terminal() {
        return None;
    }
    let said = tcgetwinsize(&stream).map(|size| Size { columns: size.ws_col.into(), rows: size.ws_row.into() });
    said.ok().filter(|size| size.columns > 0 && size.rows > 0)
}
