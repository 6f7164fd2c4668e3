//! `parse`: a sentence in, its route and intent out; one, or a batch of lines.

use std::{
    io::{Read, Write},
    path::PathBuf,
    sync::Arc,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    SnapshotArg,
    batch::{self, Line, LineError},
    failure::{Failure, Outcome, Verdict},
    input::{self, StateArgs},
    printer::Printer,
    readers::ReaderArgs,
    timings::Timings,
};
use crate::{
    answer::describe,
    cell::State,
    language::{By, Readers, Reading, Replay, Route, TooManyGoals, model::Cancel, terse},
    limits::DOCUMENT_BYTES_MAX,
    plan::Intent,
    snapshot::Snapshot,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph parse 'weld at position 1 and 2' --snapshot cell.cellgraph --position Home --tool none
  cellgraph parse 'where is the camera?' --snapshot cell.cellgraph --position Home --tool none --json
  cellgraph parse --batch sentences.jsonl --snapshot cell.cellgraph --model none > readings.jsonl

A line of a batch is {\"id\", \"text\", \"state\": {\"position\", \"tool\"}}, its answer {\"id\", \"route\", \"replay\", \
\"intent\", \"ms\", …}. `replay` is null, {\"run\": \"last\"} or {\"run\": \"<id>\"}; `intent` is null for questions, unknown \
sentences, replays and confirmations. A line that cannot be used is answered with {\"error\": …}, and the batch ends with 2.

Nothing is planned or done. Exits with 1 where the route is unknown, or a command cannot be pinned down.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The sentence; `-` for standard input
    #[arg(value_name = "TEXT", required_unless_present = "batch")]
    text: Option<String>,
    /// Lines of {"id", "text", "state"}; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["text", "position", "tool"])]
    batch: Option<PathBuf>,
    #[command(flatten)]
    snapshot: SnapshotArg,
    #[command(flatten)]
    state: StateArgs,
    #[command(flatten)]
    readers: ReaderArgs,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
    /// Say on stderr what took how long
    #[arg(long)]
    timings: bool,
}

/// A reading, as it is printed.
#[derive(Serialize)]
struct Parsed<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'r Value>,
    route: Route,
    replay: Option<Replay>,
    intent: Option<Intent>,
    ms: f64,
    /// The same in the terse form, and in words.
    said: String,
    understood: String,
    by: By,
    agree: Option<bool>,
    rules: RecogniserReading,
    model: Option<ModelReading<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Serialize)]
struct RecogniserReading {
    said: String,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    us: f64,
}

#[derive(Serialize)]
struct ModelReading<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    route_probabilities: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
    provenance: Option<&'r crate::language::model::Provenance>,
}

impl<'r> Parsed<'r> {
    fn of(id: Option<&'r Value>, reading: &'r Reading, snapshot: &Snapshot, state: State) -> Self {
        let (intent, note) = match reading.said.intent(snapshot, state) {
            Ok(intent) => (intent, None),
            Err(error @ TooManyGoals) => (Some(Intent::Unknown), Some(error.to_string())),
        };
        Self {
            id,
            route: reading.said.route(),
            replay: reading.said.replay(),
            intent,
            ms: reading.took.as_secs_f64() * 1e3,
            said: terse::write(&reading.said, snapshot),
            understood: describe(&reading.said, snapshot),
            by: reading.by,
            agree: reading.agree,
            rules: RecogniserReading {
                said: terse::write(&reading.rules.said, snapshot),
                complete: reading.rules.complete,
                reason: reading.rules.reason.clone(),
                us: reading.rules_took.as_secs_f64() * 1e6,
            },
            model: reading.model.as_ref().map(|answer| ModelReading::of(answer, reading)),
            note,
        }
    }

    fn verdict(&self) -> Verdict {
        Verdict::of(self.route != Route::Unknown && self.intent != Some(Intent::Unknown))
    }
}

impl<'r> ModelReading<'r> {
    fn of(
        answer: &'r Result<crate::language::model::Answer, crate::language::model::ReadError>,
        reading: &'r Reading,
    ) -> Self {
        let provenance = reading.provenance.as_ref();
        match answer {
            Ok(answer) => Self {
                said: Some(&answer.line),
                error: None,
                route_probabilities: Some(answer.route_probabilities),
                confidence: Some(answer.confidence),
                ms: Some(answer.took.as_secs_f64() * 1e3),
                provenance,
            },
            Err(error) => {
                let error = Some(error.to_string());
                Self { said: None, error, route_probabilities: None, confidence: None, ms: None, provenance }
            }
        }
    }
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let mut timings = Timings::start(args.timings);
    let snapshot = Arc::new(input::load(&args.snapshot)?);
    timings.lap("snapshot");
    if let Some(path) = &args.batch {
        let readers = args.readers.readers(&snapshot, &args.snapshot.snapshot)?;
        timings.lap("readers");
        let verdict = batch::run(path, printer, &mut Lines { readers: &readers })?;
        timings.lap("batch");
        timings.show();
        return Ok(verdict);
    }
    let state = args.state.state(&snapshot)?;
    let text = sentence(args.text.as_deref().unwrap_or_default())?;
    let readers = args.readers.readers(&snapshot, &args.snapshot.snapshot)?;
    timings.lap("readers");
    let reading = readers.read(&text, state, &Cancel::default());
    timings.lap("read");
    let parsed = Parsed::of(None, &reading, &snapshot, state);
    if args.json {
        printer.json(&parsed)?;
    } else {
        words(&parsed, &reading, printer)?;
    }
    timings.show();
    Ok(parsed.verdict())
}

/// The sentence of the arguments, or all of standard input.
pub(super) fn sentence(text: &str) -> Result<String, Failure> {
    if text != "-" {
        return Ok(text.to_owned());
    }
    let mut all = String::new();
    std::io::stdin()
        .take(DOCUMENT_BYTES_MAX)
        .read_to_string(&mut all)
        .map_err(|error| Failure::input(format_args!("cannot read standard input: {error}")))?;
    Ok(all.trim_end_matches(['\n', '\r']).to_owned())
}

fn words(parsed: &Parsed<'_>, reading: &Reading, printer: &mut Printer) -> Result<(), Failure> {
    printer.text(format_args!("route:       {}", parsed.route.word()))?;
    printer.text(format_args!("understood:  {} (by {})", parsed.understood, parsed.by.word()))?;
    if let Some(intent) = &parsed.intent {
        printer.text(format_args!("intent:      {}", serde_json::to_string(intent).unwrap_or_default()))?;
    }
    if let Some(note) = parsed.note.as_ref().or(parsed.rules.reason.as_ref().filter(|_| reading.by == By::Rules)) {
        printer.text(format_args!("note:        {note}"))?;
    }
    match (&reading.model, reading.agree) {
        (Some(Err(error)), _) => printer.text(format_args!("model:       {error}"))?,
        (_, Some(true)) => printer.text("second:      understood the same")?,
        (Some(Ok(answer)), _) if reading.by == By::Rules => {
            printer.text(format_args!("second:      the model understood: {}", answer.line))?;
        }
        _ if reading.by == By::Model => {
            printer.text(format_args!("second:      the rules understood: {}", parsed.rules.said))?;
        }
        _ => {}
    }
    printer.text(format_args!("took:        {:.2} ms", parsed.ms))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    #[serde(default)]
    id: Value,
    text: String,
    state: RowState,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowState {
    position: String,
    tool: String,
}

struct Lines<'r> {
    readers: &'r Readers,
}

impl Line for Lines<'_> {
    fn answer(&mut self, line: &str, out: &mut dyn Write) -> Result<(), LineError> {
        let row: Row = serde_json::from_str(line)?;
        let snapshot = self.readers.snapshot();
        let state = State::named(snapshot, &row.state.position, &row.state.tool)?;
        let reading = self.readers.read(&row.text, state, &Cancel::default());
        batch::write(out, &Parsed::of(Some(&row.id), &reading, snapshot, state))
    }
}
