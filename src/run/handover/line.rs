//! One line of `progress.jsonl` → what the controller says, and what it shows of its cell beside that.
//!
//! In: a line without its end, written by somebody else, and what is declared about the panel. Out: [`Message`], or why it is no
//! line. A field of the wrong form, or an unknown field, makes the whole line unusable; an unknown field is named, with
//! the known one that it is near to.
//!
//! 1. A line shows its cell as `cell` or as `panel`, and never both: two sources of one moment could differ.
//! 2. What is reported of a step's end is taken as it is: its form is judged with its words.
//! 3. A place that the line leaves out is the one that the page shows, as declared. A page that cannot be used shows none.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::{
    super::{
        driver::Message,
        protocol::{Line, Progress},
        short::short,
    },
    PROGRESS_FILE,
    permit::FORM,
};
use crate::{
    checkpoint::report::Output,
    fields,
    limits::{NAME_BYTES_MAX, PANEL_URL_BYTES_MAX},
    observe::{Declared, RawState, Witness},
    review::Place,
};

/// The fields of a line, and of the objects in it that have their own.
const FIELDS: &[&str] = &[
    "form", "run", "serial", "step", "state", "position", "tool", "error", "at", "cell", "panel", "witness", "report",
];
const FIELDS_INSIDE: &[(&str, &[&str])] =
    &[("panel", &["html", "active", "url"]), ("witness", &["network", "motion", "program"])];
/// What others call a field.
const ALIASES: &[(&str, &str)] =
    &[("skeleton", "cell"), ("page", "panel"), ("pose", "position"), ("location", "position")];

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    Started,
    Done,
    Failed,
    Report,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    form: Option<u32>,
    run: String,
    serial: u32,
    step: u32,
    state: Word,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    tool: Option<String>,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    at: Option<String>,
    #[serde(default)]
    cell: Option<Box<RawValue>>,
    #[serde(default)]
    panel: Option<Panel>,
    #[serde(default)]
    witness: Option<Saw>,
    #[serde(default)]
    report: Option<Box<RawValue>>,
}

/// The page of the controller's panel at this moment.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Panel {
    html: String,
    #[serde(default)]
    active: Option<String>,
    #[serde(default)]
    url: Option<String>,
}

/// What the controller saw happen since its last line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saw {
    #[serde(default)]
    network: Option<bool>,
    #[serde(default)]
    motion: Option<bool>,
    #[serde(default)]
    program: Option<bool>,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Source {
    /// In `progress.jsonl`.
    File,
    /// Among the lines that a controller's server gives.
    #[cfg(feature = "opcua")]
    Server,
}

/// A line of the controller's, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) struct Written {
    pub(in super::super) bytes: Vec<u8>,
    /// Its number there, counted from 1, for people; none where what was there before was not counted.
    pub(in super::super) number: Option<u64>,
    pub(in super::super) source: Source,
}

impl Written {
    /// What it says. `base` is the serial number before the run's first permit: a line counts from it.
    pub(in super::super) fn read(&self, base: u32, declared: &Declared) -> Result<Message, String> {
        read(&self.bytes, base, declared).map_err(|error| error.at(&self.name()))
    }

    /// Which line it is, in words.
    fn name(&self) -> String {
        match (self.source, self.number) {
            (Source::File, Some(number)) => format!("{PROGRESS_FILE} line {number}"),
            (Source::File, None) => format!("a line of {PROGRESS_FILE}"),
            #[cfg(feature = "opcua")]
            (Source::Server, Some(number)) => format!("line {number} of the controller"),
            #[cfg(feature = "opcua")]
            (Source::Server, None) => "a line of the controller".to_owned(),
        }
    }
}

/// Why a line cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Unreadable {
    /// It is not JSON.
    NotJson(String),
    /// It is JSON, and not an object with these fields.
    NoProgress(String),
    /// It has the fields, and says what no controller can say.
    Wrong(String),
}

impl Unreadable {
    /// In words, with the name of the line.
    fn at(&self, line: &str) -> String {
        match self {
            Self::NotJson(why) => format!("{line} is not JSON: {why}"),
            Self::NoProgress(why) => format!("{line} is no line of progress: {why}"),
            Self::Wrong(why) => format!("{line}: {why}"),
        }
    }
}

fn read(bytes: &[u8], base: u32, declared: &Declared) -> Result<Message, Unreadable> {
    message(document(bytes)?, base, declared).map_err(Unreadable::Wrong)
}

/// The line's fields.
fn document(bytes: &[u8]) -> Result<Document, Unreadable> {
    if let Err(error) = serde_json::from_slice::<&RawValue>(bytes) {
        return Err(Unreadable::NotJson(in_one_line(&error)));
    }
    // A list would be read as well, field by field.
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(Unreadable::NoProgress("it is no JSON object".to_owned()));
    }
    match unknown(bytes) {
        Some(unknown) => Err(Unreadable::NoProgress(unknown)),
        None => serde_json::from_slice(bytes).map_err(|error| Unreadable::NoProgress(in_one_line(&error))),
    }
}

/// What is wrong with a text of one line: the line that serde counts is always its first.
fn in_one_line(error: &serde_json::Error) -> String {
    error.to_string().replacen(" at line 1 column ", " at column ", 1)
}

fn message(document: Document, base: u32, declared: &Declared) -> Result<Message, String> {
    let Document { form, run, serial, step, state, position, tool, error, at, cell, panel, witness, report } = document;
    if let Some(form) = form.filter(|&form| form != FORM) {
        return Err(format!("`form` is {form}: only lines of form {FORM} are understood"));
    }
    let run = run_id(&run)?;
    if let Some(at) = at {
        at.parse::<Timestamp>().map_err(|_| "`at` is no time in UTC, ISO 8601".to_owned())?;
    }
    let said = [&position, &tool].into_iter().flatten();
    if said.clone().any(|name| !is_name(name)) {
        return Err(format!("`position` and `tool` are names of 1 to {NAME_BYTES_MAX} bytes"));
    }
    let has_place = said.count() > 0;
    let shown = shown(cell, panel)?;
    let place = |word| place(word, position, tool, shown.as_ref(), declared);
    let progress = match state {
        Word::Started | Word::Done | Word::Report if error.is_some() => {
            let error = error.filter(|error| !error.trim().is_empty()).map(|error| format!(": {}", short(&error)));
            return Err(format!("an error without `failed`{}", error.unwrap_or_default()));
        }
        Word::Started if has_place => return Err("`started` with a place".to_owned()),
        Word::Started if report.is_some() => return Err("`started` with a report".to_owned()),
        Word::Started => Progress::Started,
        Word::Done => Progress::Done(place("done")?),
        Word::Report => Progress::At(place("report")?),
        Word::Failed => Progress::Failed(error.unwrap_or_else(|| "the step failed, without a reason".to_owned())),
    };
    let line = Line { run, serial: serial.saturating_sub(base), step, progress };
    let witness =
        witness.map_or_else(Witness::default, |Saw { network, motion, program }| Witness { network, motion, program });
    Ok(Message { line, shown, witness, report: report.map(|report| Output::read(report.get())) })
}

/// Which fields are not known. What is no object is for the reader of the whole line to refuse.
fn unknown(bytes: &[u8]) -> Option<String> {
    let fields: BTreeMap<String, &RawValue> = serde_json::from_slice(bytes).ok()?;
    let inside = |&(name, known): &(&str, &[&str])| {
        let fields: BTreeMap<String, &RawValue> = serde_json::from_str(fields.get(name)?.get()).ok()?;
        Some(format!("in `{name}`: {}", fields::unknown(fields.keys().map(String::as_str), known, &[])?))
    };
    let whole = fields::unknown(fields.keys().map(String::as_str), FIELDS, ALIASES);
    whole.or_else(|| FIELDS_INSIDE.iter().find_map(inside))
}

fn run_id(run: &str) -> Result<Uuid, String> {
    let id = Uuid::parse_str(run).map_err(|_| "`run` is no run's id".to_owned())?;
    match id.hyphenated().to_string() == run {
        true => Ok(id),
        false => Err("`run` is not written as in the permit".to_owned()),
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= NAME_BYTES_MAX
}

fn shown(cell: Option<Box<RawValue>>, panel: Option<Panel>) -> Result<Option<RawState>, String> {
    match (cell, panel) {
        (Some(_), Some(_)) => Err("`cell` and `panel` in one line: give the one that steps are judged by".to_owned()),
        (Some(cell), None) => Ok(Some(RawState::State(cell.get().as_bytes().to_vec()))),
        (None, Some(Panel { active: Some(active), .. })) if !is_name(&active) => {
            Err(format!("`active` is the name of an element, of 1 to {NAME_BYTES_MAX} bytes"))
        }
        (None, Some(Panel { url: Some(url), .. })) if url.is_empty() || url.len() > PANEL_URL_BYTES_MAX => {
            Err(format!("`url` is the address of the panel's page, of 1 to {PANEL_URL_BYTES_MAX} bytes"))
        }
        (None, Some(Panel { html, active, url })) => Ok(Some(RawState::Panel { html, active, address: url })),
        (None, None) => Ok(None),
    }
}

/// Where the robot is: as the line says it, or as the page shows it.
fn place(
    word: &str,
    position: Option<String>,
    tool: Option<String>,
    shown: Option<&RawState>,
    declared: &Declared,
) -> Result<Place, String> {
    let is_whole = position.is_some() && tool.is_some();
    let page = shown.filter(|shown| !is_whole && shown.is_panel()).map(|shown| shown.observation(declared));
    let seen = page.as_ref();
    let position = position.or_else(|| seen?.position().map(str::to_owned));
    let tool = tool.or_else(|| seen?.tool().map(str::to_owned));
    match (position, tool, seen.map(|seen| seen.fault())) {
        (Some(position), Some(tool), _) => Ok(Place { position, tool }),
        (_, _, None) => Err(format!("`{word}` needs `position` and `tool`")),
        (_, _, Some(Some(fault))) => {
            Err(format!("`{word}` needs `position` and `tool`, and the page of the panel cannot be used: {fault}"))
        }
        (_, _, Some(None)) => Err(format!(
            "`{word}` needs `position` and `tool`, and nobody declared which element of the panel shows them"
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const PAGE: &str = "<!doctype html><html><body><p>Ready</p></body></html>";

    /// Why a line that says so beside `done` is none; nothing where it is one.
    fn fault(fields: &Value) -> Option<String> {
        let mut line = json!({ "run": Uuid::from_u128(1).to_string(), "serial": 8, "step": 1, "state": "done" });
        line.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        match read(line.to_string().as_bytes(), 7, &Declared::default()) {
            Ok(_) => None,
            Err(Unreadable::Wrong(why)) => Some(why),
            Err(other) => panic!("{other:?}"),
        }
    }

    /// "expected value at line 1 column 1" named a line that nobody could find: it was line 7 of the file.
    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        for (line, why) in [
            ("what?", "progress.jsonl line 7 is not JSON: expected value at column 1"),
            ("{\"run\":", "progress.jsonl line 7 is not JSON: EOF while parsing a value at column 7"),
            ("[1]", "progress.jsonl line 7 is no line of progress: it is no JSON object"),
            ("{}", "progress.jsonl line 7 is no line of progress: missing field `run` at column 2"),
            (
                "{\"run\":\"x\",\"serial\":8,\"step\":1,\"state\":\"done\"}",
                "progress.jsonl line 7: `run` is no run's id",
            ),
        ] {
            let error = |number| {
                let line = Written { bytes: line.as_bytes().to_vec(), number, source: Source::File };
                line.read(7, &Declared::default()).unwrap_err()
            };
            assert_eq!(error(Some(7)), why);
            assert_eq!(error(None), why.replace("progress.jsonl line 7", "a line of progress.jsonl"));
        }
    }

    #[test]
    fn a_panel_is_named_within_its_limits() {
        let panel = |field: &str, value: &str| {
            fault(&json!({ "position": "Home", "tool": "none", "panel": { "html": PAGE, field: value } }))
        };
        for (field, most, why) in [("active", NAME_BYTES_MAX, "`active` is"), ("url", PANEL_URL_BYTES_MAX, "`url` is")]
        {
            assert_eq!(panel(field, "x"), None);
            assert_eq!(panel(field, &"x".repeat(most)), None);
            for refused in [String::new(), "x".repeat(most + 1), "x".repeat(most + 2)] {
                let fault = panel(field, &refused).unwrap();
                assert!(fault.starts_with(why), "{fault}");
            }
        }
    }

    #[test]
    fn a_place_is_the_line_s_or_the_page_s() {
        let needed = "`done` needs `position` and `tool`";
        let undeclared = format!("{needed}, and nobody declared which element of the panel shows them");
        let (panel, cell) = (json!({ "html": PAGE }), json!({ "position": "Home", "tool": "none" }));
        assert_eq!(fault(&json!({ "position": "Home", "tool": "none", "panel": panel })), None);
        // A page stands for what the line leaves out, and a state for nothing.
        for said in [json!({}), json!({ "position": "Home" }), json!({ "tool": "none" })] {
            for (source, shown, why) in [("panel", &panel, undeclared.as_str()), ("cell", &cell, needed)] {
                let mut line = said.clone();
                line.as_object_mut().unwrap().insert(source.to_owned(), shown.clone());
                assert_eq!(fault(&line).as_deref(), Some(why), "{line}");
            }
            assert_eq!(fault(&said).as_deref(), Some(needed));
        }
    }
}
