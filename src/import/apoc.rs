//! An APOC JSON export, from its bytes to records, in every format that `apoc.export.json.all` writes.
//!
//! In go bytes, out go records and the faults of lines and elements, each with its line. The format is told from the
//! content: JSON lines are read here, one value for the whole export in `container`. What the records mean is not looked
//! at here.

use std::borrow::Cow;

use super::wire::{self, Context};
use super::{Importer, Place, container, foreign};

/// Bytes between two calls of the progress callback.
const PROGRESS_BYTES: usize = 1 << 20;

/// A file of which this many lines and not one is a record is no export: its list of faults ends there.
const UNREADABLE_LINES_MAX: u64 = 1_000;

/// What JSON calls white space.
const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// How an export is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// JSON_LINES: an object on each line.
    Lines,
    /// The same objects, each over several lines, as tools for JSON print them.
    Stream,
    /// ARRAY_JSON: one list of all.
    Array,
    /// JSON and JSON_ID_AS_KEYS: `nodes` and `rels`, each a list or an object by id.
    Sections,
}

/// Reads an export into the importer.
pub(super) fn read(bytes: &[u8], out: &mut Importer, progress: &mut dyn FnMut(u64)) {
    if let Some((what, remedy)) = foreign::recognise(bytes) {
        out.fault("not-an-export", Place::Export, format!("this looks like {what}, not like JSON; {remedy}"));
        out.lose_rest(true);
        return;
    }
    let body = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let (text, damaged) = match std::str::from_utf8(body) {
        Ok(text) => (Cow::Borrowed(text), Vec::new()),
        Err(_) => (String::from_utf8_lossy(body), damaged_lines(body, out)),
    };
    let mut reader = Reader { text: &text, out, progress: &mut *progress, damaged, line: 1, at: 0, heard: 0 };
    match format(&text) {
        Format::Lines => reader.lines(),
        format => container::read(format, &mut reader),
    }
    progress(bytes.len() as u64);
}

/// An export as text, and how far it has been read.
pub(super) struct Reader<'t, 'o> {
    pub(super) text: &'t str,
    pub(super) out: &'o mut Importer,
    progress: &'o mut dyn FnMut(u64),
    /// Lines that are not UTF-8, ascending: that is said, and what else they break is not.
    damaged: Vec<u64>,
    /// The line that the byte `at` is on.
    line: u64,
    at: usize,
    /// The byte at which progress was last told.
    heard: usize,
}

impl Reader<'_, '_> {
    /// Reads an element that is a part of the text. Elements come in their order.
    pub(super) fn element(&mut self, element: &str, context: Context<'_>) {
        let at = element.as_ptr().addr().saturating_sub(self.text.as_ptr().addr());
        let passed = self.text.as_bytes().get(self.at..at).unwrap_or_default();
        self.line += count_lines(passed);
        self.advance(at);
        wire::read(element, Place::Line(self.line), context, self.out);
    }

    /// Adds a fault of a line, unless the line is damaged and the fault follows from it.
    pub(super) fn fault(&mut self, code: &'static str, line: u64, message: String) {
        if !self.is_damaged(line) {
            self.out.fault(code, Place::Line(line), message);
        }
    }

    fn lines(&mut self) {
        let (mut records, mut others) = (0_u64, 0_u64);
        for line in self.text.split('\n') {
            let element = line.trim_matches(BLANKS);
            if !element.is_empty() {
                let context = Context { damaged: self.is_damaged(self.line), ..Context::default() };
                match wire::read(element, Place::Line(self.line), context, self.out) {
                    true => records += 1,
                    false => others += 1,
                }
            }
            if records == 0 && others == UNREADABLE_LINES_MAX {
                let message = format!("none of the first {others} lines is a node or relationship; {NO_EXPORT}");
                self.out.fault("not-an-export", Place::Export, message);
                return self.out.lose_rest(true);
            }
            self.advance(self.at + line.len() + 1);
            self.line += 1;
        }
    }

    fn is_damaged(&self, line: u64) -> bool {
        self.damaged.binary_search(&line).is_ok()
    }

    fn advance(&mut self, at: usize) {
        self.at = at;
        if at >= self.heard + PROGRESS_BYTES {
            self.heard = at;
            (self.progress)(at as u64);
        }
    }
}

const NO_EXPORT: &str = "this is no APOC export";

/// The lines that are not UTF-8, each said as a fault.
fn damaged_lines(bytes: &[u8], out: &mut Importer) -> Vec<u64> {
    let (mut damaged, mut line) = (Vec::new(), 1);
    for chunk in bytes.utf8_chunks() {
        line += count_lines(chunk.valid().as_bytes());
        if let (Some(byte), false) = (chunk.invalid().first(), damaged.last() == Some(&line)) {
            let message = format!("is not UTF-8: the byte 0x{byte:02x} belongs to no character");
            out.fault("not-utf8", Place::Line(line), message);
            damaged.push(line);
        }
    }
    damaged
}

fn format(text: &str) -> Format {
    let text = text.trim_start_matches(BLANKS);
    if text.starts_with('[') {
        return Format::Array;
    }
    let Some(rest) = text.strip_prefix('{') else { return Format::Lines };
    let first_key = rest.trim_start_matches(BLANKS).strip_prefix('"').and_then(|rest| rest.split('"').next());
    let is_alone = rest.lines().next().is_some_and(|line| line.trim_matches(BLANKS).is_empty());
    match first_key {
        Some("nodes" | "rels") => Format::Sections,
        _ if is_alone => Format::Stream,
        _ => Format::Lines,
    }
}

fn count_lines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}
