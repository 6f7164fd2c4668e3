//! The line that is being typed at a console that follows, below what is shown there. In: what was typed so far, and what is to be shown. Out: both
//! at the terminal, so that neither cuts the other.
//!
//! No editor stands between a key and a stop: the keys are read elsewhere, and this draws what came of them.

use std::{
    io::{self, IsTerminal},
    sync::Arc,
};

use parking_lot::Mutex;
use rustix::{
    event::{PollFd, PollFlags, poll},
    io::Errno,
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::cli::{printer::visible, size};

/// To the beginning of the line, which is erased.
const ERASED: &str = "\r\x1b[2K";

/// Columns of a terminal that does not say how many it has.
const COLUMNS: usize = 80;

/// Draws at the terminal; clones share the line.
#[derive(Clone, Default)]
pub(super) struct Below(Arc<Mutex<Line>>);

#[derive(Default)]
struct Line {
    /// None while no line is asked for: nothing is drawn then.
    prompt: Option<String>,
    typed: String,
}

impl Below {
    /// None where nothing can be drawn, or nobody sees it.
    pub(super) fn at_terminal() -> Option<Self> {
        io::stdout().is_terminal().then(Self::default)
    }

    /// A line is asked for from now on.
    pub(super) fn begin(&self, prompt: &str) {
        let mut line = self.0.lock();
        line.prompt = Some(prompt.to_owned());
        line.draw("");
    }

    /// So much of it is typed.
    pub(super) fn typed(&self, text: &str) {
        let mut line = self.0.lock();
        text.clone_into(&mut line.typed);
        line.draw("");
    }

    /// It has ended, and stays above what comes.
    pub(super) fn end(&self, text: &str) {
        let mut line = self.0.lock();
        if let Some(prompt) = line.prompt.take() {
            write(&format!("{ERASED}{prompt}{}\n", visible(text)));
        }
    }

    /// Whole lines, above the one that is being typed.
    pub(super) fn print(&self, lines: &str) {
        self.0.lock().draw(lines);
    }
}

impl Line {
    fn draw(&self, above: &str) {
        match &self.prompt {
            None => write(above),
            Some(prompt) => {
                let columns = size::of(io::stdout()).map_or(COLUMNS, |size| size.columns);
                let typed = visible(&self.typed).to_string();
                let shown = end_of(&typed, columns.saturating_sub(prompt.width() + 1));
                write(&format!("{ERASED}{above}{prompt}{shown}"));
            }
        }
    }
}

/// As much of the end of a text as fits into so many columns.
fn end_of(text: &str, columns: usize) -> &str {
    let mut left = columns;
    let fits = text.char_indices().rev().take_while(|(_, letter)| {
        let width = letter.width().unwrap_or(0);
        let is_in = width <= left;
        left = left.saturating_sub(width);
        is_in
    });
    fits.last().map_or("", |(at, _)| &text[at..])
}

/// Past the standard library's lock, which the console holds to its end. A terminal that is gone shows nothing.
fn write(text: &str) {
    let (out, mut left) = (io::stdout(), text.as_bytes());
    while !left.is_empty() {
        match rustix::io::write(&out, left) {
            Ok(written) => left = &left[written..],
            Err(Errno::INTR) => {}
            // Somebody set it so that it does not wait.
            Err(Errno::AGAIN) => drop(poll(&mut [PollFd::new(&out, PollFlags::OUT)], None)),
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_long_line_is_shown() {
        for (text, columns, shown) in [
            ("stop now", 20, "stop now"),
            ("stop now", 8, "stop now"),
            ("stop now", 3, "now"),
            ("stop now", 0, ""),
            ("", 5, ""),
            // Two columns a letter.
            ("停止", 3, "止"),
            ("über", 3, "ber"),
        ] {
            assert_eq!(end_of(text, columns), shown, "{text} {columns}");
        }
    }
}
