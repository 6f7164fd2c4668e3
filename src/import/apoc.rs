//! An APOC JSON export, from its bytes to records, in every format that `apoc.export.json.all` writes.
//!
//! In go bytes, out go records and the faults of lines and elements, each with its line. The format is told from the
//! content: JSON lines are read here, one value for the whole export in [`container`]. What the records mean is not looked
//! at here.

use std::borrow::Cow;

use super::wire::{self, Context};
use super::{Importer, Place, foreign, salvage};
use crate::limits::UNREADABLE_LINES_MAX;

mod container;

/// Bytes between two calls of the progress callback.
const PROGRESS_BYTES: usize = 1 << 20;

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
    } else {
        read_text(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), out, progress);
    }
    progress(bytes.len() as u64);
}

fn read_text(bytes: &[u8], out: &mut Importer, progress: &mut dyn FnMut(u64)) {
    let (text, damaged) = match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), Vec::new()),
        Err(_) => (String::from_utf8_lossy(bytes), damaged_lines(bytes)),
    };
    let mut reader = Reader { text: &text, out, progress, damaged, line: 1, at: 0, heard: 0, size: bytes.len() };
    match format(&text) {
        Format::Lines => reader.lines(),
        format => reader.container(format),
    }
}

/// An export as text, and how far it has been read.
pub(super) struct Reader<'t, 'o> {
    pub(super) text: &'t str,
    pub(super) out: &'o mut Importer,
    progress: &'o mut dyn FnMut(u64),
    /// Lines that are not UTF-8, ascending, each with its first bad byte. In the text they have a substitute for it, so
    /// that the rest of the line can be read; what else they break is not said.
    damaged: Vec<(u64, u8)>,
    /// The line that the byte `at` is on.
    line: u64,
    at: usize,
    /// The byte at which progress was last told.
    heard: usize,
    /// Bytes of the export, of which the text may have more.
    size: usize,
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
        if self.damage(line).is_none() {
            self.out.fault(code, Place::Line(line), message);
        }
    }

    fn container(&mut self, format: Format) {
        for (line, byte) in std::mem::take(&mut self.damaged) {
            self.say_damage(line, byte, "");
            self.damaged.push((line, byte));
        }
        container::read(format, self);
    }

    fn lines(&mut self) {
        let (mut records, mut others) = (0_u64, 0_u64);
        for line in self.text.split('\n') {
            match self.one_line(line.trim_matches(BLANKS)) {
                Some(true) => records += 1,
                Some(false) => others += 1,
                None => {}
            }
            if records == 0 && others == UNREADABLE_LINES_MAX {
                let message =
                    format!("none of the first {others} lines is a node or relationship; this is no APOC export");
                self.out.fault("not-an-export", Place::Export, message);
                return self.out.lose_rest(true);
            }
            self.advance(self.at + line.len() + 1);
            self.line += 1;
        }
    }

    /// Whether a line is a record; none where it is blank.
    fn one_line(&mut self, line: &str) -> Option<bool> {
        if line.is_empty() {
            return None;
        }
        let damage = self.damage(self.line);
        if let Some(byte) = damage {
            self.say_damage(self.line, byte, &salvage::lost(line, None).who());
        }
        let context = Context { damaged: damage.is_some(), ..Context::default() };
        Some(wire::read(line, Place::Line(self.line), context, self.out))
    }

    fn damage(&self, line: u64) -> Option<u8> {
        let at = self.damaged.binary_search_by_key(&line, |(line, _)| *line).ok()?;
        self.damaged.get(at).map(|(_, byte)| *byte)
    }

    fn say_damage(&mut self, line: u64, byte: u8, who: &str) {
        let message = format!("{who}is not UTF-8: the byte 0x{byte:02x} belongs to no character");
        self.out.fault("not-utf8", Place::Line(line), message);
    }

    fn advance(&mut self, at: usize) {
        self.at = at;
        if at >= self.heard + PROGRESS_BYTES {
            self.heard = at;
            (self.progress)(at.min(self.size) as u64);
        }
    }
}

fn damaged_lines(bytes: &[u8]) -> Vec<(u64, u8)> {
    let (mut damaged, mut line) = (Vec::<(u64, u8)>::new(), 1);
    for chunk in bytes.utf8_chunks() {
        line += count_lines(chunk.valid().as_bytes());
        if let Some(&byte) = chunk.invalid().first()
            && damaged.last().is_none_or(|(last, _)| *last != line)
        {
            damaged.push((line, byte));
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
    // A brace alone on its line, and not merely what is left of a line that was cut off.
    let is_spread = rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n') && first_key.is_some();
    match first_key {
        Some("nodes" | "rels") => Format::Sections,
        _ if is_spread => Format::Stream,
        _ => Format::Lines,
    }
}

fn count_lines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}
