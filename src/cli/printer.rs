//! The only place that writes to the standard streams: results to stdout, talk to stderr.
//!
//! What is written for people may quote names and texts from outside, so control and format characters are shown as
//! escapes: nothing that was read can move the cursor, recolour an operator's terminal or turn its text around.

use std::{
    borrow::Cow,
    io::{self, BufWriter, Write},
};

use serde::Serialize;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::{
    colour::{Stream, painted},
    failure::Failure,
    size::{self, Size},
};
use crate::{review::wrapped, verify::shown};

/// Standard output, locked and buffered. What is in the buffer goes out with [`Self::finish`].
pub(super) struct Printer {
    out: BufWriter<io::StdoutLock<'static>>,
}

impl Printer {
    pub(super) fn new() -> Self {
        Self { out: BufWriter::with_capacity(64 * 1024, io::stdout().lock()) }
    }

    /// Text for people, one or more lines.
    pub(super) fn text(&mut self, text: impl std::fmt::Display) -> Result<(), Failure> {
        let size = size::of(io::stdout());
        for line in text.to_string().lines() {
            writeln!(self.out, "{}", painted(fitting(visible(line), size), Stream::Out))?;
        }
        Ok(())
    }

    /// One line of JSON for programs.
    pub(super) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, value).map_err(io::Error::from)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// JSON with each element of its one list on a line of its own.
    pub(super) fn json_list(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let mut serializer = serde_json::Serializer::with_formatter(&mut self.out, LineByLine);
        value.serialize(&mut serializer).map_err(io::Error::from)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Bytes as they are.
    pub(super) fn raw(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Sends out what is buffered.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}

/// Says something to whoever watches: on stderr, line by line. Whether anybody hears it changes nothing.
pub(super) fn talk(text: impl std::fmt::Display) {
    // Nobody is there to be told.
    let _ = say(text);
}

/// The same for somebody to whom it matters whether it could be written.
///
/// # Errors
///
/// The stream's: there is nobody who could see it.
pub(super) fn say(text: impl std::fmt::Display) -> io::Result<()> {
    let size = size::of(io::stderr());
    let mut err = io::stderr().lock();
    text.to_string()
        .lines()
        .try_for_each(|line| writeln!(err, "{}", painted(fitting(visible(line), size), Stream::Err)))
}

/// Writes to whoever watches what this program itself draws with, as it is. Nothing that was read may be in it, unless it was
/// made [`visible`].
///
/// # Errors
///
/// The stream's.
pub(super) fn paint(text: &str) -> io::Result<()> {
    let mut err = io::stderr().lock();
    err.write_all(text.as_bytes())?;
    err.flush()
}

/// The same to a program: one JSON object in one line, the last one on stderr.
pub(super) fn complain_as_json(failure: &Failure) {
    if let Some(document) = failure.document() {
        // JSON escapes what could move a cursor; nobody may be there to be told.
        let _ = writeln!(io::stderr().lock(), "{document}");
    }
}

/// Prints why a command stopped, and what to do about it.
pub(super) fn complain(failure: &Failure) {
    if let Failure::Input { message, hint } | Failure::Internal { message, hint } = failure {
        talk(format_args!("error: {message}"));
        if let Some(hint) = hint {
            talk(format_args!("hint: {hint}"));
        }
    }
}

/// A line as wide as the terminal at most, where it is for one. A table's rows are no sentences.
pub(super) fn fitting(line: Cow<'_, str>, size: Option<Size>) -> Cow<'_, str> {
    match size {
        Some(Size { columns, .. }) if !line.contains(['│', '─', '┆', '╌']) => wrapped(&line, columns).into(),
        _ => line,
    }
}

/// A line in which every character is seen, in the order in which it stands.
pub(super) fn visible(line: &str) -> Cow<'_, str> {
    use GeneralCategory::{Format, LineSeparator, ParagraphSeparator};
    let hides = |c: char| matches!(c.general_category(), Format | LineSeparator | ParagraphSeparator);
    let line = shown(line);
    if !line.chars().any(hides) {
        return line;
    }
    let escape = |c: char| if hides(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    Cow::Owned(line.chars().map(escape).collect())
}

/// Breaks lines before and after the elements of a list, and nowhere else.
struct LineByLine;

impl serde_json::ser::Formatter for LineByLine {
    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"\n  " } else { b",\n  " })
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n]")
    }
}
