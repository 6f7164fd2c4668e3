//! The lower end of a terminal while a run goes on: lines above, and below them a line that says how the run stands and one with
//! what is being typed. Both are drawn anew after each line, so that no line cuts what is typed.
//!
//! In: lines, and the two below them. Out: the same on stderr; where that is no such terminal, the lines alone.

use std::io::{self, IsTerminal};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::cli::{printer, size};

const PROMPT: &str = "> ";

/// Where a run is shown.
pub(super) struct Screen {
    is_live: bool,
    has_keys: bool,
    is_drawn: bool,
}

impl Screen {
    /// On stderr. `has_keys`: whoever sees it types at it, and sees what is typed by it alone.
    pub(super) fn of_stderr(has_keys: bool) -> Self {
        let knows_codes = std::env::var_os("TERM").is_some_and(|term| !term.is_empty() && term != "dumb");
        let is_live = io::stderr().is_terminal() && knows_codes;
        Self { is_live, has_keys: is_live && has_keys, is_drawn: false }
    }

    /// Whether anything stays below the lines.
    pub(super) const fn is_live(&self) -> bool {
        self.is_live
    }

    /// Whether what is typed is shown by this screen.
    pub(super) const fn takes_keys(&self) -> bool {
        self.has_keys
    }

    /// Lines, above what stays.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.clear()?;
        printer::say(text)
    }

    /// What stays: how the run stands, and what is typed.
    pub(super) fn draw(&mut self, stands: &str, typed: &str) -> io::Result<()> {
        if !self.is_live {
            return Ok(());
        }
        self.clear()?;
        // The last column stays free: some terminals go to the next line there.
        let columns = size::of(io::stderr()).map_or(79, |size| size.columns.saturating_sub(1)).max(1);
        let stands = beginning(&printer::visible(stands), columns);
        self.is_drawn = true;
        if !self.has_keys {
            return printer::paint(&stands);
        }
        let typed = end(&printer::visible(typed), columns.saturating_sub(PROMPT.len()));
        printer::paint(&format!("{stands}\n{PROMPT}{typed}"))
    }

    /// Takes away what stays.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.is_drawn) {
            return Ok(());
        }
        // Up where there are two lines, to the left edge, and nothing from there on.
        printer::paint(if self.has_keys { "\u{1b}[1A\r\u{1b}[J" } else { "\r\u{1b}[J" })
    }
}

/// As much of a text as fits, from its beginning.
fn beginning(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut kept: String = fitting(text.chars(), columns.saturating_sub(1)).into_iter().collect();
    kept.push('…');
    kept
}

/// The same, from its end.
fn end(text: &str, columns: usize) -> String {
    fitting(text.chars().rev(), columns).into_iter().rev().collect()
}

fn fitting(chars: impl Iterator<Item = char>, columns: usize) -> Vec<char> {
    let mut left = columns;
    chars
        .take_while(|c| {
            let width = c.width().unwrap_or(0);
            let fits = width <= left;
            left = left.saturating_sub(width);
            fits
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_wide_is_cut_at_the_right_end() {
        assert_eq!(beginning("step 1 of 8", 11), "step 1 of 8");
        assert_eq!(beginning("step 1 of 8", 7), "step 1…");
        assert_eq!(end("weld at 2", 4), "at 2");
        // Two columns each.
        assert_eq!(end("溶接", 3), "接");
        assert_eq!(beginning("溶接", 3), "溶…");
    }
}
